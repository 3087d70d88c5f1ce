"""`crivello convert`."""

import json
from pathlib import Path

import crivello
from tests.cli.calling import EXAMPLE, ROUND_4, call


def test_a_tournament_comes_back_from_another_dialect(tmp_path: Path) -> None:
    out = tmp_path / "new.trf"
    done = call("convert", EXAMPLE, out, "--to", "trf26")
    assert (done.code, done.out, done.err) == (0, "", f"{out} written (14 players, 3 rounds).\n")
    assert crivello.read(out).settings.system == crivello.read(EXAMPLE).settings.system
    again = crivello.read(out)
    assert again == crivello.read(out.read_bytes())
    assert call("--dutch", out, "-p").out == ROUND_4


def test_what_a_format_does_not_carry_is_listed(tmp_path: Path) -> None:
    done = call("convert", EXAMPLE, "--to", "trf16")
    assert done.code == 0
    assert done.out.splitlines()[0] == "012 Fourteen players, before round 4"
    assert "142" not in done.out
    assert done.err.splitlines()[0] == "Lost in trf16:"
    assert "- Not stored: the number of rounds." in done.err.splitlines()
    italian = call("convert", EXAMPLE, tmp_path / "x", "--to", "trf16", "--json", "--lang", "it")
    assert italian.err == ""
    answer = json.loads(italian.out)
    assert len(answer.pop("losses")) == len(done.err.splitlines()) - 1
    assert answer == {
        "schema": "crivello/conversion/2",
        "input": EXAMPLE,
        "output": str(tmp_path / "x"),
        "format": "trf16",
        "warnings": [],
    }
    both = call("convert", EXAMPLE, "--to", "trf16", "--json")
    assert both.out == done.out
    assert json.loads(both.err)["output"] == "<stdout>"


def test_json_carries_everything_and_a_table_only_players(tmp_path: Path) -> None:
    form, table = tmp_path / "all.json", tmp_path / "players.csv"
    done = call("convert", EXAMPLE, form, "--to", "json")
    assert (done.code, done.err) == (0, f"{form} written (14 players, 3 rounds).\n")
    assert crivello.read(form) == crivello.read(EXAMPLE)
    assert call("--dutch", form, "-p").out == ROUND_4
    done = call("convert", form, table, "--to", "csv")
    assert done.err.splitlines() == [
        f"{table} written (14 players).",
        "Lost in csv:",
        "- Not stored: the rounds.",
        "- Not stored: the name and the settings of the tournament.",
        "- Not stored in full: entries, withdrawals, ranks, national records and permanent ids of"
        " players.",
    ]
    assert call(
        "--system", "dutch-2017", "--initial-colour", "white", table, "-p"
    ).out.splitlines()[:3] == ["7", "1 8", "9 2"]


def test_a_file_is_not_overwritten_unless_forced(tmp_path: Path) -> None:
    file = tmp_path / "mine.trf"
    original = Path(EXAMPLE).read_bytes()
    file.write_bytes(original)
    done = call("convert", file, file, "--to", "trfx")
    assert done.code == 3
    assert done.err.splitlines()[0] == (
        f"crivello: {file} exists already. Write to another file, or add --force to overwrite it."
    )
    assert file.read_bytes() == original
    assert call("convert", file, file, "--to", "trfx", "--force").code == 0
    assert b"XXR 6" in file.read_bytes()


def test_a_bad_request_or_file_leaves_nothing_behind(tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert call("convert", EXAMPLE, out).err.startswith(
        f"crivello: I can't tell the format from '{out}'. Add --to with one of: trf16,"
    )
    assert call("convert", EXAMPLE).err.startswith("crivello: I can't tell the format. Add --to")
    wrong = call("convert", EXAMPLE, out, "--to", "pgn")
    assert wrong.code == 3
    assert wrong.err.startswith("crivello: --to is one of trf16, trfx, trfbx, trf26")
    assert call("convert", "-", out, "--to", "trf26", stdin=b"nonsense").code == 3
    assert list(tmp_path.iterdir()) == []


def test_the_ending_says_the_format(tmp_path: Path) -> None:
    """As for `print`, `--to` overrides the ending."""
    table, form, odd = (tmp_path / name for name in ("t.csv", "t.JSON", "u.json"))
    assert call("convert", EXAMPLE, table).code == 0
    assert table.read_text().startswith("number,")
    assert call("convert", EXAMPLE, form).code == 0
    assert json.loads(form.read_text())["players"]
    assert call("convert", EXAMPLE, odd, "--to", "csv").code == 0
    assert odd.read_text() == table.read_text()
