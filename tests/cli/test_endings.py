"""The ending of the file decides the format, in every command that writes a file."""

import json
from pathlib import Path

import pytest

from crivello.cli.commands import COMMANDS
from crivello.cli.endings import ENDINGS
from tests.cli.calling import EXAMPLE, call

BEGINNINGS = {
    ".csv": "Tournament,",
    ".html": "<!doctype html>",
    ".htm": "<!doctype html>",
    ".json": "{",
    ".txt": "Fourteen players",
}


@pytest.mark.parametrize("ending", BEGINNINGS)
def test_standings_have_the_format_of_the_ending(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"s{ending}"
    answer = call("standings", EXAMPLE, "--output", str(path))
    assert (answer.code, answer.out, answer.err) == (0, "", f"{path} written (14 players).\n")
    form = dict(zip(BEGINNINGS, ("csv", "html", "html", "json", "text"), strict=True))[ending]
    assert path.read_text() == call("standings", EXAMPLE, "--to", form).out


@pytest.mark.parametrize("words", [("print", "pairings"), ("standings",), ("explain",)])
def test_an_unknown_ending_is_refused_before_anything_is_written(
    tmp_path: Path, words: tuple[str, ...]
) -> None:
    path = tmp_path / "s.foo"
    answer = call(*words, EXAMPLE, "--output", str(path))
    assert answer.code == 3
    assert answer.err.startswith(f"crivello: I can't tell the format from '{path}'. Add --to with")
    assert not path.exists()


def test_an_option_overrides_the_ending(tmp_path: Path) -> None:
    path = tmp_path / "s.foo"
    assert call("standings", EXAMPLE, "--output", str(path), "--to", "json").code == 0
    assert json.loads(path.read_text())["schema"] == "crivello/standings/2"


def test_a_command_with_json_only_writes_it_by_the_ending(tmp_path: Path) -> None:
    path = tmp_path / "p.json"
    answer = call("pair", EXAMPLE, "--output", str(path))
    assert (answer.code, answer.err) == (0, f"{path} written (14 players).\n")
    assert json.loads(path.read_text())["schema"].startswith("crivello/pairing/")


def test_an_error_is_a_sentence_also_where_the_answer_would_be_json(tmp_path: Path) -> None:
    answer = call("pair", str(tmp_path / "none.trf"), "--output", str(tmp_path / "p.json"))
    assert answer.err.startswith("crivello: ")


def test_a_converted_tournament_is_counted(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    answer = call("convert", EXAMPLE, str(path))
    assert answer.err == f"{path} written (14 players, 3 rounds).\n"
    italian = call("convert", EXAMPLE, str(path), "--lang", "it", "--force")
    assert "14 giocatori, 3 turni" in italian.err


def test_standard_output_has_no_ending() -> None:
    answer = call("convert", EXAMPLE, "-")
    assert (answer.code, answer.out) == (3, "")
    assert (
        "Add --to with one of: trf16, trfx, trfbx, trf26, json, csv, chess-results." in answer.err
    )


def test_every_format_has_an_ending() -> None:
    """For a file `--to` is therefore never needed."""
    options = (option for command in COMMANDS.values() for option in command.options)
    forms = {form for option in options if option.name == "--to" for form in option.choices}
    assert forms == {form for several in ENDINGS.values() for form in several}


WRITING = sorted(
    name
    for name, command in COMMANDS.items()
    if {"--output", "OUT"}
    & ({one.name for one in command.options} | {one.name for one in command.operands})
)


@pytest.mark.parametrize("name", WRITING)
def test_an_existing_file_is_overwritten_only_with_force(name: str, tmp_path: Path) -> None:
    command = COMMANDS[name]
    path = tmp_path / "old.json"
    path.write_text("mine")
    options = {option.name: option for option in command.options}
    words = ["--output", str(path)] if "--output" in options else [str(path)]
    needed = {"IN": EXAMPLE, "PAGE": "pairings", "FILE": EXAMPLE, "BOARDS": "4", "STUDY": "x"}
    operands = [needed[one.name] for one in command.operands if one.name in needed]
    form = ["--to", options["--to"].choices[0]] if "--to" in options else []
    answer = call(name, *operands, *words, *form, cwd=tmp_path)
    assert answer.code == 3
    assert f"{path} exists already. Write to another file, or add --force" in answer.err
    assert path.read_text() == "mine"


def test_an_empty_file_may_be_filled_and_force_replaces_a_file(tmp_path: Path) -> None:
    path = tmp_path / "s.csv"
    path.touch()
    assert call("standings", EXAMPLE, "--output", str(path)).code == 0
    path.write_text("mine")
    answer = call("standings", EXAMPLE, "--output", str(path), "--force")
    assert answer.err == f"{path} written (14 players).\n"
    assert path.read_text().startswith("rank,number,")


def test_teams_that_are_written_are_called_teams(tmp_path: Path) -> None:
    made = call("generate", "--system", "team", "--players", "5", "--rounds", "2", "--seed", "1",
                "--output", str(tmp_path / "t.trf"))  # fmt: skip
    assert made.err.splitlines()[0] == f"{tmp_path / 't.trf'} written (5 teams, 2 rounds)."
    table = call("standings", str(tmp_path / "t.trf"), "--output", str(tmp_path / "s.csv"))
    assert table.err == f"{tmp_path / 's.csv'} written (5 teams).\n"
