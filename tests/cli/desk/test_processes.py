"""A process of its own answers as a call in this one does: a command of each module.

Most tests call the program in their own process, which is quicker; here nothing is lost by that.
What a process loads for itself is the module of its command, which several commands share.
"""

import re
from pathlib import Path

import pytest

from tests.cli.calling import EXAMPLE, ROUND_4, call, process
from tests.cli.desk.conftest import At
from tests.cli.desk.test_commands import GOOD
from tests.cli.desk.test_example import MODULES, SCRIPT
from tests.support.data import DATA

CALLS = [
    "explain|EXAMPLE|--round|3",
    "teach|rounds|--players|50",
    "generate|--players|10|--rounds|3|--seed|1",
    "crosstable|EXAMPLE",
    "ratings|EXAMPLE",
    "systems",
    "completions|bash",
    f"load|{DATA / 'lists' / 'rating_list_sample.txt'}",
    "import|players.csv",
    "update",
    "print|pairings|EXAMPLE",
    "report|EXAMPLE",
    "norms|EXAMPLE",
    "archive|all.zip|EXAMPLE",
    "scheveningen|4",
    "edit-team|1|--name|Lions",
]
"""For the modules that neither the commands of the desk need nor the script of `examples/`."""
ELSEWHERE = {"campaign", "desk", "engine", "network", "study"}
"""Their own tests start processes."""
IN_THE_SCRIPT = {
    MODULES[name]
    for name in re.findall(r"^ *crivello ([a-z-]+)", SCRIPT.read_text("utf-8"), re.MULTILINE)
}
"""`test_example` starts a process for each of them."""
FIRST = {case.words.split("|")[0]: case for case in reversed(GOOD)}
AT_THE_DESK = {MODULES[name]: (case.stage, case.words) for name, case in FIRST.items()}
BY_MODULE = {
    module: case for module, case in AT_THE_DESK.items() if module not in IN_THE_SCRIPT
} | {MODULES[one.split("|")[0]]: ("registered", one) for one in CALLS}


@pytest.mark.parametrize(("stage", "words"), BY_MODULE.values())
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
    """Two calls one after the other share the tournament file."""
    return re.sub(r"\d+:\d+(:\d+)?|[0-9a-f]{16,}", "…", text)


def test_an_engine_that_is_a_process_answers_the_same() -> None:
    answer = process("--dutch", EXAMPLE, "-p")
    assert answer == call("--dutch", EXAMPLE, "-p")
    assert answer.out == ROUND_4


def test_no_module_is_missing() -> None:
    tried = BY_MODULE.keys() | IN_THE_SCRIPT | {MODULES[name] for name in ELSEWHERE}
    assert tried == set(MODULES.values())
    assert len(CALLS) == len({MODULES[one.split("|")[0]] for one in CALLS} - IN_THE_SCRIPT)
