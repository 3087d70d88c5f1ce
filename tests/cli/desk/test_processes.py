"""A process of its own answers as a call in this one does: each command once.

Most tests call the program in their own process, which is quicker; here nothing is lost by that.
"""

import re
from pathlib import Path

import pytest

from crivello.cli.commands import COMMANDS
from tests.cli.calling import EXAMPLE, ROUND_4, call, process
from tests.cli.desk.conftest import At
from tests.cli.desk.test_commands import GOOD
from tests.cli.desk.test_example import SCRIPT
from tests.support.data import DATA

CALLS = [
    "explain|EXAMPLE|--round|3",
    "teach|rounds|--players|50",
    "check|EXAMPLE|EXAMPLE",
    "generate|--players|10|--rounds|3|--seed|1",
    "crosstable|EXAMPLE",
    "card|EXAMPLE",
    "ratings|EXAMPLE",
    "convert|EXAMPLE|--to|json",
    "systems",
    "completions|bash",
    f"load|{DATA / 'lists' / 'rating_list_sample.txt'}",
    "lists",
    "search|rossi",
    "import|players.csv",
    "update",
    "print|pairings|EXAMPLE",
    "site|EXAMPLE|--output|pages",
    "pgn|EXAMPLE",
    "report|EXAMPLE",
    "prizes|--preview|EXAMPLE",
    "norms|EXAMPLE",
    "archive|all.zip|EXAMPLE",
    "lots|--seed|1",
    "scheveningen|4",
    "add-team|Lions|Rossi",
    "edit-team|1|--name|Lions",
    "lineup|1|0",
    "move|6|B",
    "late|6",
    "return|6",
    "redo",
    "manual",
]
"""For the commands that stand neither among those of the desk nor in the script of `examples/`."""
ELSEWHERE = {"campaign", "desk", "engine", "network", "study"}
"""Their own tests start processes."""
IN_THE_SCRIPT = set(re.findall(r"^ *crivello ([a-z-]+)", SCRIPT.read_text("utf-8"), re.MULTILINE))
FIRST = {case.words.split("|")[0]: case for case in reversed(GOOD)}
AT_THE_DESK = [
    (case.stage, case.words) for name, case in FIRST.items() if name not in IN_THE_SCRIPT
]


@pytest.mark.parametrize(
    ("stage", "words"), [*AT_THE_DESK, *(("registered", one) for one in CALLS)]
)
def test_a_process_answers_the_same(stage: str, words: str, tmp_path: Path, at: At) -> None:
    given = [EXAMPLE if word == "EXAMPLE" else word for word in words.split("|")]
    answers = []
    for how in (call, process):
        for left in tmp_path.glob("*.crivello"):
            left.unlink()
        at(stage)
        found = how(*given, cwd=tmp_path, CRIVELLO_DATA=str(tmp_path / how.__name__))
        answers.append((found.code, without_clock(found.out), without_clock(found.err)))
    assert answers[0] == answers[1]


def without_clock(text: str) -> str:
    """What two calls one after the other have in common."""
    return re.sub(r"\d+:\d+(:\d+)?|[0-9a-f]{16,}", "…", text)


def test_an_engine_that_is_a_process_answers_the_same() -> None:
    assert process("--dutch", EXAMPLE, "-p") == call("--dutch", EXAMPLE, "-p")
    assert process("--dutch", EXAMPLE, "-p").out == ROUND_4


def test_no_command_is_missing() -> None:
    tried = {words.split("|")[0] for words in CALLS} | FIRST.keys() | IN_THE_SCRIPT | ELSEWHERE
    assert tried >= COMMANDS.keys()
