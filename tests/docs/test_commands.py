"""Every command of the README and of the first pages works as it stands there.

The commands of a page are run in their order in an empty folder. How a command is tried depends on
what it is (`RULES`); one that no rule knows fails.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import pytest

from crivello import __version__
from crivello.cli.commands import COMMANDS, GLOBAL
from crivello.cli.options import parse
from tests.docs.pages import PAGES, ROOT, Shown, shown_commands
from tests.support.serving import serving, visit
from tests.support.waiting import SECONDS

NO_COMMANDS = frozenset(
    ("57 1", "12 =", "3 0", "--player 9", "--why-not 3-7", "--why 3,5", "import crivello")
)
"""Code of several words within sentences that is nothing for a shell."""
WAY_OUT = (
    "No rule says how this command is tried. Correct the page; or add the command to RULES, or, if "
    "it is none, to NO_COMMANDS."
)


@cache
def extras() -> frozenset[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return frozenset(project["optional-dependencies"])


@dataclass
class Reader:
    """A reader of one page, in an empty folder, with `crivello` installed."""

    folder: Path
    env: dict[str, str]
    environments: set[str] = field(default_factory=set)
    """The virtual environments that the page has made so far."""
    tried: set[str] = field(default_factory=set)

    def try_out(self, shown: Shown) -> None:
        for rule, attempt in RULES:
            if match := re.fullmatch(rule, shown.text):
                if shown.text not in self.tried or not shown.text.startswith("crivello desk"):
                    attempt(self, shown, match)
                self.tried.add(shown.text)
                return
        if not shown.inline or (" " in shown.text and shown.text not in NO_COMMANDS):
            assert _is_path(shown), WAY_OUT


def _is_path(shown: Shown) -> bool:
    return shown.inline and shown.text.startswith(("~/", "$", "%"))


def run_as_it_stands(reader: Reader, shown: Shown, match: re.Match[str]) -> None:
    """By the shell; within a sentence it names a command, which must exist."""
    if shown.inline:
        name, *rest = shlex.split(shown.text)[1:]
        assert name in COMMANDS
        known = {option.name for option in (*COMMANDS[name].options, *GLOBAL)}
        assert {word for word in rest if word.startswith("-")} <= known
        return
    done = subprocess.run(
        shown.text,
        shell=True,
        cwd=reader.folder,
        env=reader.env,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stdout + done.stderr
    if shown.output is not None:
        assert done.stdout.strip() == shown.output.strip(), "The page shows another output."


def open_the_desk(reader: Reader, shown: Shown, match: re.Match[str]) -> None:
    """Serve it on any free port, and look at its page instead of opening a browser."""
    words = shlex.split(match["command"])
    command = ["crivello", *words, "--no-browser", "--port", "0"]
    parse(command[2:], COMMANDS["desk"].operands, (*COMMANDS["desk"].options, *GLOBAL))
    with serving(command, reader.folder, reader.env) as link:
        page = visit(link)
    assert ("Fourteen players" in page or "Quattordici giocatori" in page) == ("--demo" in words)
    assert f'lang="{"it" if "it" in words else "en"}"' in page


def open_the_desk_of_an_environment(reader: Reader, shown: Shown, match: re.Match[str]) -> None:
    """What is installed there is what is on the path."""
    assert match["environment"] in reader.environments
    open_the_desk(reader, shown, match)


def plan_target(reader: Reader, shown: Shown, match: re.Match[str]) -> None:
    """Ask make what it would do in a clone; it fails for a target that is not there."""
    planned = subprocess.run(
        ["make", "--dry-run", *shlex.split(match["words"])],
        cwd=ROOT,
        env=reader.env | {"MAKEFLAGS": ""},
        capture_output=True,
        encoding="utf-8",
    )
    assert planned.returncode == 0, planned.stderr


def make_environment(reader: Reader, shown: Shown, match: re.Match[str]) -> None:
    """Remember it: making it would take longer than all the rest."""
    reader.environments.add(match["environment"])


def check_installation(reader: Reader, shown: Shown, match: re.Match[str]) -> None:
    """Nothing is installed by a test: file name, version and extras must be right."""
    environment = match.groupdict().get("environment")
    assert environment is None or environment in reader.environments
    packages = [word for word in shlex.split(match["words"]) if not word.startswith("-")]
    packages = [word for word in packages if word != "wheelhouse"]  # of --find-links
    assert packages
    for package in packages:
        known = re.fullmatch(
            r"pipx|…|crivello(-(?P<version>[\d.]+)-py3-none-any\.whl)?(\[(?P<extras>[\w,]+)\])?",
            package,
        )
        assert known, f"{package!r} is not a wheel of this release, crivello or pipx"
        assert known["version"] in (None, __version__)
        named = known["extras"].split(",") if known["extras"] else []
        assert extras().issuperset(named)


def check_extras(reader: Reader, shown: Shown, match: re.Match[str]) -> None:
    assert extras().issuperset(match["extras"].split(","))


def leave_to_pipx(reader: Reader, shown: Shown, match: re.Match[str]) -> None:
    """`pipx ensurepath` changes the start files of the user's shell; it is not ours."""


Attempt = Callable[[Reader, Shown, re.Match[str]], None]
PYTHON = r"(py|python3?)"
RULES: tuple[tuple[str, Attempt], ...] = (
    (r"crivello (?P<command>desk\b.*)", open_the_desk),
    (r"crivello .+", run_as_it_stands),
    (r"make (?P<words>.+)", plan_target),
    (rf"{PYTHON} -m venv (?P<environment>\S+)", make_environment),
    (rf"({PYTHON} -m )?(pip|pipx|uv tool) install (?P<words>.+)", check_installation),
    (
        r"(?P<environment>\w+)[/\\](bin|Scripts)[/\\]python -m pip install (?P<words>.+)",
        check_installation,
    ),
    (
        r"(?P<environment>\w+)[/\\](bin|Scripts)[/\\]crivello (?P<command>desk\b.*)",
        open_the_desk_of_an_environment,
    ),
    (rf"{PYTHON} -m pipx ensurepath", leave_to_pipx),
    (r"\[(?P<extras>[a-z,]+)\]", check_extras),
)
"""How each command is tried: the first rule that knows it."""


@pytest.fixture
def reader(tmp_path: Path) -> Reader:
    """With `crivello` on the path, of this source and this Python."""
    programs, folder, home = (tmp_path / name for name in ("bin", "empty", "home"))
    for one in (programs, folder, home):
        one.mkdir()
    script = programs / "crivello"
    script.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m crivello "$@"\n')
    script.chmod(0o755)
    env = {
        "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT / "src"),
        "HOME": str(home),
        "LC_ALL": "C.UTF-8",
        "TMPDIR": os.environ.get("TMPDIR", "/tmp"),
    }
    return Reader(folder, env)


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES)
def test_every_command_works_in_an_empty_folder(page: str, reader: Reader) -> None:
    for shown in shown_commands((ROOT / page).read_text("utf-8")):
        try:
            reader.try_out(shown)
        except AssertionError as error:
            raise AssertionError(f"{page}, line {shown.line}: {shown.text}\n{error}") from error


@pytest.mark.parametrize(
    "page", [page for page in PAGES if ">>> " in (ROOT / page).read_text("utf-8")]
)
def test_every_python_example_works_in_an_empty_folder(page: str, reader: Reader) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "doctest", str(ROOT / page)],
        cwd=reader.folder,
        env=reader.env,
        capture_output=True,
        encoding="utf-8",
        timeout=SECONDS,
    )
    assert (done.returncode, done.stdout) == (0, ""), done.stdout + done.stderr
    assert [*reader.folder.iterdir()] == []


def test_the_extras_of_the_page_are_those_of_the_package() -> None:
    page = (ROOT / "docs" / "start" / "install.md").read_text("utf-8")
    table = re.findall(r"^\| `(\w+)` \|", page.partition("\n## ")[0], re.MULTILINE)
    assert set(table) == extras() - {"dev", "docs"}


@pytest.mark.parametrize(
    "text",
    [
        "    crivello standing",
        "    crivello pair nothing-there.trf",
        "    make coffee",
        "    pipx install 'crivello[everything]'",
        "    pip install crivello-0.0.1-py3-none-any.whl",
        "    chess/bin/crivello desk",
        "    brew install crivello",
        "    ls",
        "Say `brew install crivello`.",
        "Say `crivello pair --faster`.",
        "With `[everything]`.",
    ],
)
def test_what_does_not_work_is_noticed(text: str, reader: Reader) -> None:
    (shown,) = shown_commands(f"# Page\n\n{text}\n")
    with pytest.raises(AssertionError):
        reader.try_out(shown)


def test_what_a_page_shows() -> None:
    page = """Begin with `crivello
new`:

    crivello pair t.trf     # a comment
    $ crivello check

1. A list
   goes on: `make run`.

```sh
crivello systems
```

```python
>>> 1
1
```
"""
    assert [(one.line, one.text, one.inline) for one in shown_commands(page)] == [
        (1, "crivello new", True),
        (4, "crivello pair t.trf     # a comment", False),
        (5, "crivello check", False),
        (8, "make run", True),
        (11, "crivello systems", False),
    ]
