"""A separate process answers like a call in this one: one command of each module.

Most tests call the program in their own process, which is quicker; these tests show that the
answers are the same. A process loads only the module of its command, which several commands share.
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
    "practise|--seed|1",
    "edit-team|1|--name|Lions",
]
"""Calls for modules that neither the commands of the desk nor the script of `examples/` need."""
ELSEWHERE = {"campaign", "desk", "engine", "mcp", "network", "study"}
"""Commands whose own tests start processes."""
IN_THE_SCRIPT = {
    MODULES[name]
    for name in re.findall(r"^ *crivello ([a-z-]+)", SCRIPT.read_text("utf-8"), re.MULTILINE)
}
"""The modules for which `test_example` starts a process."""
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
        for left in (*tmp_path.glob("*.crivello"), *tmp_path.glob("*.zip")):
            left.unlink()
        at(stage)
        found = how(*given, cwd=tmp_path, CRIVELLO_DATA=str(tmp_path / how.__name__))
        answers.append((found.code, without_clock(found.out), without_clock(found.err)))
    assert answers[0] == answers[1]


def without_clock(text: str) -> str:
    """Return a text without times and digests, which differ between two calls on the same file."""
    return re.sub(r"\d+:\d+(:\d+)?|[0-9a-f]{16,}", "…", text)


def test_an_engine_that_is_a_process_answers_the_same() -> None:
    answer = process("--dutch", EXAMPLE, "-p")
    assert answer == call("--dutch", EXAMPLE, "-p")
    assert answer.out == ROUND_4


def test_no_module_is_missing() -> None:
    tried = BY_MODULE.keys() | IN_THE_SCRIPT | {MODULES[name] for name in ELSEWHERE}
    assert tried == set(MODULES.values())
    assert len(CALLS) == len({MODULES[one.split("|")[0]] for one in CALLS} - IN_THE_SCRIPT)
