"""The program answers the same in every environment that users have.

`make test` tries a few combinations. `make stress WHAT=environments` (`CRIVELLO_ENVIRONMENTS=all`)
tries each setting alone, with a sample of the whole suite (`tests.environments.suite`).
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from difflib import unified_diff
from itertools import islice
from pathlib import Path

import pytest

from tests.cli.calling import SOURCE, WITHOUT_PRIVILEGES
from tests.environments.settings import ALONE, NO_HOME, ODD_FOLDER, TOGETHER, Environment
from tests.support.serving import serving, visit

PROBE = str(Path(__file__).with_name("probe.py"))
PLAIN = Environment("plain", {"LC_ALL": "C.UTF-8", "HOME": "{folder}"})
TRIED = ALONE if os.environ.get("CRIVELLO_ENVIRONMENTS") == "all" else TOGETHER
ASCII = Environment("ASCII", {"LC_ALL": "C", "PYTHONUTF8": "0", "HOME": NO_HOME})
"""An environment in which Python reads every text as ASCII, unless the program prevents it."""


def run(environment: Environment, folder: Path, *words: str) -> str:
    """Run Python in an environment; return its output."""
    done = subprocess.run(
        environment.command(*words),
        cwd=folder,
        env=environment.variables(folder),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    return done.stdout.decode()


@pytest.mark.slow
def test_all_answers_are_the_same(tmp_path: Path) -> None:
    said = {}
    for number, environment in enumerate((PLAIN, *TRIED)):
        folder = tmp_path / str(number) / environment.folder
        folder.mkdir(parents=True)
        said[environment.name] = run(environment, folder, PROBE)
    plain = said.pop("plain")
    assert "Traceback" not in plain
    assert plain.count("\n== ") > 150
    for name, other in said.items():
        lines = unified_diff(plain.splitlines(), other.splitlines(), "plain", name, lineterm="")
        assert other == plain, "\n".join(islice(lines, 40))


def test_names_beyond_ascii_where_python_takes_every_text_for_ascii(tmp_path: Path) -> None:
    folder = tmp_path / ODD_FOLDER
    folder.mkdir()
    name = "Forlì – ñ 国"
    created = run(ASCII, folder, "-m", "crivello", "new", name, f"name={name}", "rounds=3")
    assert created.startswith(f"{name}.crivello created, with section A: 3 rounds")
    assert [path.name for path in folder.iterdir()] == [f"{name}.crivello"]
    assert run(ASCII, folder, "-m", "crivello", "status").startswith(f"{name}, section A: round 0")
    command = ASCII.command("-m", "crivello", "desk", "--no-browser", "--port", "0")
    with serving(command, folder, ASCII.variables(folder)) as link:
        assert name in visit(link)


@pytest.mark.parametrize("home", ["read-only", "below a file"])
def test_the_demonstration_needs_no_home_that_can_be_written(tmp_path: Path, home: str) -> None:
    place = tmp_path / "home"
    place.mkdir(mode=0o555)
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    there = place if home == "read-only" else Path(NO_HOME)
    environment = Environment(home, {"HOME": str(there), "TMPDIR": str(scratch)})
    start = "from crivello.cli import main; main(['desk', '--demo', '--no-browser', '--port=0'])"
    command = environment.command("-c", f"{WITHOUT_PRIVILEGES}\n{start}")
    with serving(command, tmp_path, environment.variables(tmp_path)) as link:
        assert "Fourteen players" in visit(link)
    assert [*place.iterdir()] == []


def test_no_key_is_printed_that_no_desk_would_know(tmp_path: Path) -> None:
    command = ("-m", "crivello", "desk", "--api-key")
    said = run(Environment("no home", {"HOME": NO_HOME}), tmp_path, *command)
    assert said.startswith("crivello: The key for programs cannot be kept")
    kept = Environment("a place of its own", {"HOME": NO_HOME, "XDG_STATE_HOME": str(tmp_path)})
    key = run(kept, tmp_path, *command)
    assert re.fullmatch(r"[0-9a-f]{64}\n", key)
    assert run(kept, tmp_path, *command) == key


def test_a_user_without_a_home_folder(tmp_path: Path) -> None:
    """As in a container, neither the environment nor the system knows a home folder."""
    unknown = "import os\nif os.geteuid() == 0: os.setresuid(54321, 0, 0)\n"
    start = f"{unknown}import sys; from crivello.cli import main; sys.exit(main(sys.argv[1:]))"
    environment = Environment("no home", {})
    assert "HOME" not in environment.variables(tmp_path)
    lists = run(environment, tmp_path, "-c", start, "lists")
    assert lists == "No list is loaded. Load one: crivello load FILE\n"
    searched = run(environment, tmp_path, "-c", start, "search", "Rossi")
    assert searched.startswith("crivello: The list 'fide' is not loaded.")


def test_the_program_reads_no_docstrings_of_its_own() -> None:
    """`python -OO` drops docstrings; those of the interface are read from the source."""
    allowed = {"standard/classes.py", "reports/views/reference.py", "web/shapes.py"}
    readers = {
        path.relative_to(SOURCE).as_posix()
        for path in SOURCE.rglob("*.py")
        if any(word in path.read_text("utf-8") for word in (".__doc__", "getdoc", "argparse"))
    }
    assert readers <= allowed, "Text that users see belongs into the catalogue, not in a docstring."
    assert sys.flags.optimize < 2 or __doc__ is None
