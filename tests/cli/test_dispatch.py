"""Help, languages, bugs of the program itself, and the modules that a call loads."""

import json
import os
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import crivello
from crivello.cli.commands import COMMANDS
from crivello.cli.options import parse
from crivello.words import Language
from tests.cli.calling import EXAMPLE, bound, call, environment
from tests.test_package import loaded_by


def test_the_version_is_told_without_loading_the_house() -> None:
    assert call("--version").out == f"crivello {crivello.__version__}\n"
    loaded = loaded_by("from crivello.cli import main; main(['--version'])")
    assert {name for name in loaded if name.startswith("crivello")} == {"crivello", "crivello.cli"}
    heavy = {"argparse", "dataclasses", "gettext", "inspect", "json", "re", "tempfile", "typing"}
    assert not loaded & heavy - loaded_by("pass")


def test_an_english_pairing_loads_no_web_no_argparse_no_gettext() -> None:
    loaded = loaded_by(f"from crivello.cli import main; main(['pair', {EXAMPLE!r}])")
    assert "crivello.systems.dutch.system" in loaded
    assert not loaded & {"argparse", "asyncio", "gettext", "logging", "sqlite3", "tempfile"}
    assert not {name for name in loaded if name.startswith("crivello.systems.dubov")}


def test_help_lists_every_command_in_both_languages() -> None:
    english, italian = call("--help"), call("--help", "--lang", "it")
    assert english.code == italian.code == 0
    for command in COMMANDS:
        assert re.search(rf"^  {command} ", english.out, re.MULTILINE)
        assert re.search(rf"^  {command} ", italian.out, re.MULTILINE)
    assert "Usage:" in english.out
    assert "Uso:" in italian.out
    assert "Usage" not in italian.out
    assert max(map(len, english.out.splitlines())) <= 80


def test_help_of_each_command_names_its_options() -> None:
    for command in COMMANDS.values():
        done = call(command.name, "--help", CRIVELLO_LANG="it")
        assert done.code == 0
        assert f"crivello {command.name}" in done.out
        for option in command.options:
            assert option.name in done.out


@pytest.mark.parametrize("language", [language.value for language in Language])
def test_help_of_each_command_fits_a_screen_and_begins_with_an_example(language: str) -> None:
    for command in COMMANDS.values():
        done = call(command.name, "--help", "--lang", language)
        lines = done.out.splitlines()
        assert lines[0] == command.example
        assert len(lines) < 24
        assert max(map(len, lines)) <= 80


def test_every_example_of_the_help_is_a_call_that_can_be_made() -> None:
    for command in COMMANDS.values():
        program, name, *words = shlex.split(command.example.partition(" > ")[0])
        assert (program, name) == ("crivello", command.name)
        parse(words, command.operands, command.options)


def test_a_taller_screen_and_help_all_explain_more_options() -> None:
    short, tall = call("pair", "--help"), call("pair", "--help", LINES="60")
    assert "More options, explained by crivello pair --help-all:" in short.out
    assert "More options" not in tall.out
    assert tall.out == call("pair", "--help-all").out
    assert "--batch  " in tall.out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["crostable"], "There is no command 'crostable'; did you mean crosstable?"),
        (
            ["zzz"],
            f"There is no command 'zzz'. Commands: {', '.join(COMMANDS)}.",
        ),
        (["convert"], "IN is missing."),
        (
            ["--lang", "tlh", "systems"],
            "The language tlh is not known; choose one of: "
            f"{', '.join(language.value for language in Language)}.",
        ),
        (["systems", "--lang"], "--lang needs a value."),
    ],
)
def test_a_call_that_makes_no_sense_is_exit_code_3(words: list[str], sentence: str) -> None:
    done = call(*words)
    assert (done.code, done.out) == (3, "")
    assert done.err.splitlines()[0] == f"crivello: {sentence}"


def test_no_arguments_at_all_shows_what_there_is() -> None:
    done = call()
    assert (done.code, done.err) == (0, "")
    assert done.out == call("--help").out


def test_the_language_may_stand_before_the_command_or_in_the_environment() -> None:
    assert call("--lang", "it", "convert").err.startswith("crivello: Manca ENTRATA.")
    assert call("convert", LC_ALL="it_IT.UTF-8").err.startswith("crivello: Manca ENTRATA.")
    assert call("convert", "--lang=en", CRIVELLO_LANG="it").err.startswith(
        "crivello: IN is missing"
    )


def test_a_language_we_do_not_speak_is_refused_in_the_one_of_the_system() -> None:
    done = call("systems", CRIVELLO_LANG="tlh", LC_ALL="it_IT.UTF-8")
    assert done.code == 3
    assert done.err.startswith("crivello: La lingua tlh non è conosciuta")


BREAK = """
import crivello.systems.request as request
def broken(*arguments):
    raise KeyError("a mistake of ours")
request.round_to_pair = broken
"""


def test_a_mistake_of_ours_is_a_sentence_and_a_file() -> None:
    done = bound(BREAK, "pair", EXAMPLE)
    assert (done.code, done.out) == (2, "")
    first, second = done.err.splitlines()
    assert first == "crivello: This is a bug in crivello, not your mistake. Please report it."
    path = second.removeprefix("The details were written to ").removesuffix(".")
    details = Path(path).read_text("utf-8")
    os.unlink(path)
    assert "KeyError: 'a mistake of ours'" in details
    assert f"crivello {crivello.__version__}" in details


def test_debug_shows_the_details() -> None:
    done = bound(BREAK, "pair", EXAMPLE, "--debug")
    assert done.code == 2
    assert "KeyError: 'a mistake of ours'" in done.err


def test_a_reader_that_leaves_and_a_user_who_stops_get_no_traceback() -> None:
    command = f"{shlex.quote(sys.executable)} -m crivello systems --json | head -c 1"
    done = subprocess.run(["sh", "-c", command], capture_output=True, env=environment())
    assert done.stderr == b""
    waiting = subprocess.Popen(
        [sys.executable, "-m", "crivello", "pair", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(PYTHONUNBUFFERED="1"),
    )
    with waiting:
        assert waiting.stdin is not None
        waiting.stdin.write(b"0" * 70_000)  # more than a pipe holds: it is reading now
        waiting.stdin.flush()
        waiting.send_signal(signal.SIGINT)
        out, err = waiting.communicate(timeout=600)
    assert (waiting.returncode, out, err) == (130, b"", b"")


def test_systems_are_listed_as_a_table_and_as_json() -> None:
    table = call("systems")
    assert table.code == 0
    assert re.search(r"^dutch-2017 +FIDE \(Dutch\) System, 2017 ", table.out, re.MULTILINE)
    assert max(map(len, table.out.splitlines())) <= 80
    assert "C.04.3 approved at the 87th Congress, Baku 2016" in table.out
    answer = json.loads(call("systems", "--json").out)
    assert answer["schema"] == "crivello/systems/1"
    dutch = {system["key"]: system for system in answer["systems"]}["dutch-2017"]
    assert dutch == {
        "key": "dutch-2017",
        "family": "dutch",
        "title": "FIDE (Dutch) System, 2017",
        "since": "2017-07-01",
        "until": "2026-01-31",
        "code": "FIDE_DUTCH_2017",
        "source": "C.04.3 approved at the 87th Congress, Baku 2016",
        "sieve": True,
    }
    assert "Sistema FIDE (olandese), 2026" in call("systems", "--lang", "it").out
