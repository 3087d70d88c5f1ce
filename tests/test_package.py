import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import crivello

SOURCE = Path(crivello.__file__).parent


def loaded_by(statement: str) -> set[str]:
    """Return the modules that a new interpreter has loaded after one statement."""
    path = f"import sys; sys.path.insert(0, {str(SOURCE.parent)!r})"
    code = f"{path}; {statement}; names = list(sys.modules); import json; print(json.dumps(names))"
    command = [sys.executable, "-I", "-c", code]
    printed = subprocess.run(command, capture_output=True, check=True).stdout
    return set(json.loads(printed.splitlines()[-1]))


def test_importing_the_package_loads_none_of_its_rooms() -> None:
    assert {name for name in loaded_by("import crivello") if name.startswith("crivello.")} == set()


def test_english_is_spoken_without_loading_gettext() -> None:
    english = "from crivello.words import Language, say; say('Good morning.', Language.EN)"
    assert "gettext" not in loaded_by(english)
    assert "gettext" in loaded_by(english.replace("EN", "IT"))


SLOW_TO_LOAD = {"ast", "dataclasses", "decimal", "fractions", "inspect", "re", "typing"}
"""With the methods that `dataclasses` compiles they were half of a call."""


def test_a_call_of_the_engine_loads_little() -> None:
    file = SOURCE / "examples" / "before-round-4.trf"
    call = f"from crivello.engine import run; assert run(['--dutch', {str(file)!r}, '-p']) == 0"
    loaded = loaded_by(call)
    assert "crivello.systems.dutch.solver.round_solver" in loaded, "it has not paired"
    assert loaded & SLOW_TO_LOAD == set(), "use crivello.standard instead"
    ours = {name for name in loaded if name.startswith("crivello.")}
    assert len(ours) < 90, "load a module where it is needed"
    assert ours & {"crivello.cli.errors", "crivello.reports", "crivello.words.catalogue"} == set()


def instructions(*words: str) -> int:
    """Return the instructions that a process executes, nearly the same each time and on each
    machine.
    """
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", sys.executable]
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": str(SOURCE.parent)}
    for _ in range(2):  # the first time compiled files are written
        done = subprocess.run(
            [*command, *words], capture_output=True, text=True, check=True, env=environment
        )
    found = re.search(r"Collected : (\d+)", done.stderr)
    assert found is not None, done.stderr
    return int(found[1])


@pytest.mark.valgrind
def test_a_call_of_the_engine_costs_little_more_than_python() -> None:
    bare = instructions("-c", "pass")
    file = str(SOURCE / "examples" / "before-round-4.trf")
    assert instructions("-m", "crivello", "--dutch", file, "-p") < 5.5 * bare
    assert instructions("-m", "crivello", "pair", file) < 7.5 * bare


def test_the_package_says_that_it_is_typed() -> None:
    assert (SOURCE / "py.typed").is_file()
