"""Every command and every block of code of the documentation works, with the wheel installed.

The blocks of a page are run in their order in an empty folder. `RULES` decide how a command is
tried; a command that matches none of them fails. A block that cannot run has the reason in a note
above it (`NOT_RUN`), and is checked as far as possible.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import threading
import tomllib
from collections.abc import Callable, Iterator
from configparser import ConfigParser
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import yaml

from crivello import __version__
from crivello.cli.commands import COMMANDS, GLOBAL
from crivello.cli.options import UsageError, parse
from tests.docs.pages import PAGES, ROOT, Block, Command, commands, inline_code, read_page
from tests.support.preloaded import Program, start_program
from tests.support.serving import link_of, visit
from tests.support.waiting import SECONDS

FIRST_PAGES = tuple(page for page in PAGES if page == "README.md" or "/start/" in page)
"""Pages on which code within sentences must be a working command, or be listed below."""
NO_COMMANDS = frozenset(
    ("57 1", "12 =", "3 0", "--player 9", "--why-not 3-7", "--why 3,5", "import crivello")
)
"""Code of several words within sentences that is not a command."""
WAY_OUT = "No rule says how this command is tried: correct the page, or add the command to RULES."
SIGNATURES = "docs/reference/python.md"
"""The page with signatures, which are not valid Python."""
TIME = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d(:\d\d)?")
SHELL = re.compile(r"[|;&`*]|\$\(|\d>|<")
"""A pattern of lines for a real shell; a single `> file` is handled here."""


@cache
def extras() -> frozenset[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return frozenset(project["optional-dependencies"])


@dataclass
class Reader:
    """A reader of one page: an empty folder, and the installed wheel."""

    folder: Path
    env: dict[str, str]
    site: Path
    environments: set[str] = field(default_factory=set)
    """The virtual environments that the page has made so far."""
    tried: set[str] = field(default_factory=set)
    servers: dict[int, int] = field(default_factory=dict)
    """The port that the server got, by the port on the page."""
    open: ExitStack = field(default_factory=ExitStack)

    def read(self, block: Block) -> None:
        for text in block.noted("first"):
            self.try_out(Command(text, block.line))
        for name in block.noted("file"):
            (self.folder / name).write_text(block.text, encoding="utf-8")
        reasons = block.noted("not run")
        if reasons:
            NOT_RUN[reasons[0]](self, block)
        elif block.kind in ("sh", "console"):
            for command in commands(block):
                self.try_out(command)
        else:
            DATA[block.kind](block.text)

    def try_out(self, command: Command) -> None:
        for rule, attempt in RULES:
            if match := re.fullmatch(rule, command.text):
                if command.text not in self.tried or not command.text.startswith("crivello desk"):
                    attempt(self, command, match)
                self.tried.add(command.text)
                return
        raise AssertionError(f"line {command.line}: {command.text}\n{WAY_OUT}")

    def start(self, *words: str, **streams: int) -> Program:
        return start_program(
            "crivello", *words, env=self.env, cwd=self.folder, source=self.site, **streams
        )


def no_command(text: str) -> None:
    """Check that a block which is only shown contains no command."""
    assert not re.search(r"^(\$ |crivello |make )", text, re.MULTILINE), "That is a command."


def example(text: str) -> None:
    """Check Python without prompts for its syntax; with prompts it is run together with all
    pages.
    """
    if ">>> " not in text:
        compile(text, "page", "exec")


DATA: dict[str, Callable[[str], object]] = {
    "text": no_command,
    "python": example,
    "toml": tomllib.loads,
    "yaml": yaml.safe_load,
    "json": json.loads,
    "ini": lambda text: ConfigParser(strict=False, interpolation=None).read_string(text),
}
"""How a block that is not a command is checked."""


# Commands


def run_as_it_stands(reader: Reader, command: Command, match: re.Match[str]) -> None:
    line, _, into = command.text.partition(" > ")
    if SHELL.search(line):
        done = subprocess.run(
            command.text, shell=True, cwd=reader.folder, env=reader.env, text=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip
        code, printed = done.returncode, done.stdout
    else:
        words = shlex.split(line, comments=True)[1:]
        process = reader.start(
            *words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
        assert process.stdout is not None
        limit = threading.Timer(SECONDS, process.kill)
        limit.start()
        with process.stdout as stream:
            printed = stream.read()
        code = process.wait(SECONDS)
        limit.cancel()
        if into:
            (reader.folder / into.strip()).write_text(printed, encoding="utf-8")
    shown = f"line {command.line}: {command.text}"
    assert "Traceback" not in printed, f"{shown}\n{printed}"
    if command.output is None:
        assert code == 0, f"{shown}\n{printed}"
    elif not into:
        assert like(command.output, printed), f"{shown}\nThe page shows another output:\n{printed}"


def like(shown: str, printed: str) -> bool:
    """Return True if the output is as shown, except for times; … on the page matches any text in a
    line.
    """
    lines = [line.rstrip() for line in TIME.sub("", printed).strip().splitlines()]
    wanted = [line.rstrip() for line in TIME.sub("", shown).strip().splitlines()]
    return len(lines) == len(wanted) and all(
        re.fullmatch(re.escape(one).replace("…", ".*"), other)
        for one, other in zip(wanted, lines, strict=True)
    )


def check_words(reader: Reader, command: Command, match: re.Match[str]) -> None:
    """Check that name and options of a command exist, if it is in a sentence or not run."""
    plain = re.sub(r"[\[\]|()']", " ", command.text)  # without the signs of a form
    words = shlex.split(plain, comments=True)[1:]
    if words and not words[0].startswith("-") and not words[0].isupper():
        if words[0].endswith(".trf") or words[0] in ("…", "help"):
            return  # called as an engine, or for help
        assert words[0] in COMMANDS, f"line {command.line}: there is no command {words[0]}"
        known = {option.name for option in (*COMMANDS[words[0]].options, *GLOBAL)} | {"--help"}
        named = {word.partition("=")[0] for word in words if word.startswith("--")}
        assert named <= known, f"line {command.line}: {words[0]} has no option {named - known}"


def open_the_desk(reader: Reader, command: Command, match: re.Match[str]) -> None:
    """Start the desk on any free port, and fetch its page instead of opening a browser."""
    words = shlex.split(match["command"], comments=True)
    if "--api-key" in words:
        run_as_it_stands(reader, command, match)
        return
    parse(words[1:], COMMANDS["desk"].operands, (*COMMANDS["desk"].options, *GLOBAL))
    with link_of(serve(reader, *words, "--no-browser", "--port", "0")) as link:
        page = visit(link)
    assert ("Fourteen players" in page or "Quattordici giocatori" in page) == ("--demo" in words)
    assert f'lang="{"it" if "it" in words else "en"}"' in page


def serve(reader: Reader, *words: str) -> Program:
    return reader.start(
        *words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )


def open_the_desk_of_an_environment(reader: Reader, command: Command, match: re.Match[str]) -> None:
    """Start the desk of a virtual environment; its programs are those on the path."""
    assert match["environment"] in reader.environments
    open_the_desk(reader, command, match)


def start_the_engine(reader: Reader, command: Command, match: re.Match[str]) -> None:
    """Start the engine on any free port; it runs until the page ends."""
    words = shlex.split(command.text, comments=True)[1:]
    process = serve(reader, *words, "--listen", "127.0.0.1:0")
    link = reader.open.enter_context(link_of(process))
    reader.servers[8378] = urlsplit(link).port or 0


def ask_the_engine(reader: Reader, command: Command, match: re.Match[str]) -> None:
    port = int(match["port"])
    assert port in reader.servers, "The page has not started that server."
    text = command.text.replace(f":{port}/", f":{reader.servers[port]}/")
    if shutil.which("curl"):
        env = {name: value for name, value in reader.env.items() if "proxy" not in name.lower()}
        done = subprocess.run(
            text.replace("curl ", "curl --silent --fail --noproxy '*' ", 1),
            shell=True, cwd=reader.folder, env=env, capture_output=True, text=True,
        )  # fmt: skip
        assert done.returncode == 0, f"line {command.line}: {command.text}\n{done.stderr}"
        json.loads(done.stdout)


def plan_target(reader: Reader, command: Command, match: re.Match[str]) -> None:
    """Ask make for its plan in a clone; this fails for a target that does not exist."""
    planned = subprocess.run(
        ["make", "--dry-run", *shlex.split(match["words"], comments=True)],
        cwd=ROOT,
        env=reader.env | {"MAKEFLAGS": ""},
        capture_output=True,
        encoding="utf-8",
    )
    assert planned.returncode == 0, f"line {command.line}: {command.text}\n{planned.stderr}"


def make_environment(reader: Reader, command: Command, match: re.Match[str]) -> None:
    """Note the environment without making it, which would take too long."""
    reader.environments.add(match["environment"])


def check_installation(reader: Reader, command: Command, match: re.Match[str]) -> None:
    """Check file name, version and extras of an installation; nothing is installed."""
    environment = match.groupdict().get("environment")
    assert environment is None or environment in reader.environments
    words = shlex.split(match["words"], comments=True)
    packages = [word for word in words if not word.startswith("-") and word != "wheelhouse"]
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


def check_extras(reader: Reader, command: Command, match: re.Match[str]) -> None:
    assert extras().issuperset(match["extras"].split(","))


def find_tests(reader: Reader, command: Command, match: re.Match[str]) -> None:
    """Check that the tests which a guide names exist."""
    words = shlex.split(match["words"], comments=True)
    assert all((ROOT / word).exists() for word in words if "/" in word), command.text


def leave_to_pipx(reader: Reader, command: Command, match: re.Match[str]) -> None:
    """Do nothing: `pipx ensurepath` would change the start files of the user's shell."""


Attempt = Callable[[Reader, Command, re.Match[str]], None]
PYTHON = r"(py|python3?)"
RULES: tuple[tuple[str, Attempt], ...] = (
    (r"crivello (?P<command>desk\b.*)", open_the_desk),
    (r"crivello engine\b.*", start_the_engine),
    (r"crivello .+", run_as_it_stands),
    (r"curl .*127\.0\.0\.1:(?P<port>\d+)/.*", ask_the_engine),
    (r"make (?P<words>.+)", plan_target),
    (rf"{PYTHON} -m venv (?P<environment>\S+)", make_environment),
    (rf"({PYTHON} -m )?(pip|pipx|uv tool) (install|download) (?P<words>.+)", check_installation),
    (
        r"(?P<environment>\w+)[/\\](bin|Scripts)[/\\]python -m pip install (?P<words>.+)",
        check_installation,
    ),
    (
        r"(?P<environment>\w+)[/\\](bin|Scripts)[/\\]crivello (?P<command>desk\b.*)",
        open_the_desk_of_an_environment,
    ),
    (rf"{PYTHON} -m pipx ensurepath", leave_to_pipx),
    (r"\.venv/bin/python -m pytest (?P<words>.+)", find_tests),
)
"""How each command is tried; the first rule that matches it counts."""


# Blocks that are not run


def check_all_words(reader: Reader, block: Block) -> None:
    for command in commands(block):
        assert command.text.startswith("crivello "), f"line {command.line}: not a command of ours"
        check_words(reader, command, re.Match)  # type: ignore[arg-type]


def check_operands(reader: Reader, block: Block) -> None:
    """Parse commands that would take too long to run."""
    for command in commands(block):
        name, *words = shlex.split(command.text, comments=True)[1:]
        try:
            parse(words, COMMANDS[name].operands, (*COMMANDS[name].options, *GLOBAL))
        except UsageError as error:
            raise AssertionError(f"line {command.line}: {command.text}\n{error}") from error


def need_another_program(reader: Reader, block: Block) -> None:
    programs = {shlex.split(command.text, comments=True)[0] for command in commands(block)}
    assert "crivello" not in programs


def check_variables(reader: Reader, block: Block) -> None:
    """Check calls with a variable before them, which the program must know."""
    for command in commands(block):
        call = re.fullmatch(r"(?P<name>CRIVELLO_[A-Z_]+)=\S+ crivello .+", command.text)
        assert call, f"line {command.line}: not a call with a variable"
        sources = (ROOT / "src").rglob("*.py")
        assert any(call["name"] in one.read_text("utf-8") for one in sources), call["name"]


def check_inside(reader: Reader, block: Block) -> None:
    """Check the commands that are called inside the lines of a block."""
    called = re.findall(r"\$\((crivello [^)]*)\)", block.text)
    assert called
    for text in called:
        check_words(reader, Command(text, block.line), re.Match)  # type: ignore[arg-type]


NOT_RUN: dict[str, Callable[[Reader, Block], None]] = {
    "a form with placeholders": check_all_words,
    "takes minutes": check_operands,
    "needs files of your own": check_operands,
    "waits for calls": check_operands,
    "needs the engine": check_variables,
    "needs another program": need_another_program,
    "needs a running desk": check_inside,
}
"""The reasons for which a block is not run, each with the check that is made instead."""


# The tests


@pytest.fixture
def reader(tmp_path: Path, installed: Path) -> Iterator[Reader]:
    folder, home = tmp_path / "empty", tmp_path / "home"
    folder.mkdir()
    home.mkdir()
    env = {
        "PATH": f"{installed / 'bin'}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(installed),
        "HOME": str(home),
        "CRIVELLO_ACTOR": "Ann",
        "LC_ALL": "C.UTF-8",
        "TMPDIR": os.environ.get("TMPDIR", "/tmp"),
    }
    reader = Reader(folder, env, installed)
    with reader.open:
        yield reader


def test_the_wheel_is_what_the_pages_run(reader: Reader) -> None:
    code = "import crivello; print(crivello.__file__)"
    found = subprocess.run(
        [sys.executable, "-c", code], cwd=reader.folder, env=reader.env, capture_output=True
    )
    assert found.stdout.decode().startswith(str(reader.site))


def faults_of_page(page: str, reader: Reader) -> Iterator[str]:
    blocks, prose = read_page((ROOT / page).read_text("utf-8"))
    for block in blocks:
        if page == SIGNATURES and block.kind == "python":
            continue
        try:
            reader.read(block)
        except (AssertionError, ValueError, KeyError, SyntaxError) as error:
            yield f"{page}: block of line {block.line}: {error}"
    for command in inline_code(prose):
        try:
            check_inline(page, reader, command)
        except (AssertionError, ValueError) as error:
            yield f"{page}: {error}"


def check_inline(page: str, reader: Reader, command: Command) -> None:
    text = command.text
    if text.startswith("crivello "):
        check_words(reader, command, re.Match)  # type: ignore[arg-type]
    elif page in FIRST_PAGES:
        if extra := re.fullmatch(r"\[(?P<extras>[a-z,]+)\]", text):
            check_extras(reader, command, extra)
        elif " " in text and text not in NO_COMMANDS and not text.startswith(("~/", "$", "%")):
            reader.try_out(command)


@pytest.mark.slow
def test_every_block_of_the_documentation_works(reader: Reader) -> None:
    """All pages are in one test because they share processes; each page has a folder of its own."""
    faults: list[str] = []
    empty = reader.folder
    for number, page in enumerate(PAGES):
        reader.folder = empty / str(number)
        reader.folder.mkdir()
        with ExitStack() as reader.open:
            reader.environments, reader.tried, reader.servers = set(), set(), {}
            faults += faults_of_page(page, reader)
    assert not faults, "\n\n".join(faults)


def test_every_python_example_works_in_an_empty_folder(reader: Reader) -> None:
    pages = [str(ROOT / page) for page in PAGES if ">>> " in (ROOT / page).read_text("utf-8")]
    assert len(pages) > 5
    done = subprocess.run(
        [sys.executable, "-m", "doctest", *pages],
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
    table = re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE)
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
        "    curl http://127.0.0.1:8378/health",
        "Say `crivello pair --faster`.",
        "```console\n$ crivello --version\n17.4\n```",
        "```text\ncrivello pair t.trf\n```",
        "```toml\na = \n```",
        "```python\nprint(\n```",
        "<!-- not run: too lazy -->\n```sh\ncrivello --version\n```",
        "<!-- not run: takes minutes -->\n```sh\ncrivello study --faster\n```",
        "<!-- not run: a form with placeholders -->\n```sh\ncrivello pair FILE --faster\n```",
        "<!-- not run: needs another program -->\n```sh\ncrivello pair\n```",
    ],
)
def test_what_does_not_work_is_noticed(
    text: str, reader: Reader, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"# Page\n\n{text}\n", encoding="utf-8")
    assert len(list(faults_of_page(str(page), reader))) == 1


@pytest.mark.parametrize("text", ["With `[everything]`.", "Say `brew install crivello`."])
def test_code_in_the_sentences_of_the_first_pages_is_checked(text: str, reader: Reader) -> None:
    _, prose = read_page(text)
    (command,) = inline_code(prose)
    with pytest.raises(AssertionError):
        check_inline("README.md", reader, command)


def test_how_a_page_is_read() -> None:
    page = """Begin with `crivello
new`:

    crivello pair t.trf     # a comment
    $ crivello check

1. A list
   goes on: `make run`.

<!-- first: crivello example > a.trf -->
<!-- not run: takes minutes -->
```sh
crivello study \\
  systems
```

```console
$ crivello --version
1
2
```
"""
    blocks, prose = read_page(page)
    assert [(one.kind, one.line) for one in blocks] == [("sh", 4), ("sh", 13), ("console", 18)]
    assert blocks[1].noted("first") == ["crivello example > a.trf"]
    assert [(one.line, one.text, one.output) for block in blocks for one in commands(block)] == [
        (4, "crivello pair t.trf     # a comment", None),
        (5, "crivello check", None),
        (13, "crivello study systems", None),
        (18, "crivello --version", "1\n2"),
    ]
    assert [(one.line, one.text) for one in inline_code(prose)] == [
        (1, "crivello new"),
        (8, "make run"),
    ]
