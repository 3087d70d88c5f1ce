"""Reading files in commands: strictly or tolerantly, one or many, from folders and zips."""

import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.calling import EXAMPLE, call
from tests.support.data import DATA

REAL = DATA / "real"
KRAUSE = REAL / "krause-half-point-byes.trf"
SHIFTED_DATES = REAL / "lichess.trf"


@pytest.mark.parametrize("command", ["standings", "crosstable", "card", "ratings"])
def test_tables_are_made_from_what_can_be_mended(command: str) -> None:
    done = call(command, KRAUSE)
    assert done.code == 0
    assert "repaired, and a pairing may depend on it: Player 16, round 4" in done.err
    strict = call(command, KRAUSE, "--strict")
    assert (strict.code, strict.out) == (3, "")


def test_repairs_are_part_of_an_answer_in_json() -> None:
    answer = json.loads(call("standings", KRAUSE, "--json").out)
    assert len(answer["repairs"]) == 6
    assert answer["repairs"][0] == {
        "detail": "Player 16, round 4: the points show that a blank is a bye.",
        "line": 29,
        "column": 122,
        "found": "-",
        "taken": "H",
        "changes_pairing": True,
        "player": 16,
        "number": 16,
        "round": 4,
    }


def test_a_file_is_converted_with_its_repairs_listed() -> None:
    done = call("convert", KRAUSE, "--to", "trfx", "--lang", "it")
    assert done.code == 0
    assert "0000 - H" in done.out
    assert "riparato, e un abbinamento può dipenderne" in done.err


def test_a_round_is_paired_strictly_unless_asked_otherwise(tmp_path: Path) -> None:
    file = tmp_path / "open.trf"
    text = Path(EXAMPLE).read_text("utf-8")
    file.write_text(text.replace("142 ", "132 26/45/45\n142 ", 1), "utf-8")
    assert call("pair", file).code == 3
    done = call("pair", file, "--tolerant")
    assert done.code == 0
    assert done.out == call("pair", EXAMPLE).out
    assert "repaired: Record 132 cannot be read here" in done.err


def test_the_repair_that_stands_in_the_way_of_a_pairing_is_named(tmp_path: Path) -> None:
    file = tmp_path / "open.trf"
    text = Path(EXAMPLE).read_text("utf-8")
    file.write_text(text + "XXQ 1 2\n", "utf-8")
    done = call("pair", file, "--tolerant")
    assert (done.code, done.out) == (3, "")
    assert "Record XXQ is not known, and a pairing may depend on it (found 'XXQ')." in done.err
    assert "One repair can change the pairing" in done.err


def test_strict_and_tolerant_exclude_each_other() -> None:
    done = call("standings", EXAMPLE, "--strict", "--tolerant")
    assert done.code == 3
    assert "--strict and --tolerant cannot be combined" in done.err


def test_the_same_remark_about_many_players_is_one_line() -> None:
    done = call("standings", REAL / "national-categories.trf")
    (line,) = [line for line in done.err.splitlines() if "category" in line]
    assert line.endswith("The same for 27 players: 2-28.")


def test_too_few_announced_rounds_are_one_line(tmp_path: Path) -> None:
    file = tmp_path / "open.trf"
    text = Path(EXAMPLE).read_text("utf-8")
    rounds = next(line for line in text.splitlines() if line.startswith("142"))
    file.write_text(text.replace(rounds, "142 2"), "utf-8")
    done = call("pair", file)
    assert done.code == 3
    problem, summary, *_ = done.err.splitlines()
    assert "There are entries in round 3, but only 2 rounds are announced" in problem
    assert summary.startswith("crivello: ")


def test_no_edition_is_needed_for_a_table(tmp_path: Path) -> None:
    file = tmp_path / "old.trf"
    file.write_text("042 2014/05/01\n" + SHIFTED_DATES.read_text().replace("042 ", "022 "))
    assert call("pair", file, "--round", "3").code == 3
    for command in ("crosstable", "standings", "card"):
        assert call(command, file).code == 0


@pytest.mark.parametrize("code", ["BH-C1", "BH/C1"])
def test_tie_breaks_in_the_spelling_of_the_handbook(code: str, tmp_path: Path) -> None:
    file = tmp_path / "a.trf"
    file.write_text(f"202 {code}\n" + SHIFTED_DATES.read_text(), "utf-8")
    assert "BH/C1" in call("standings", file).out


def test_a_tie_break_that_nobody_knows_is_left_out(tmp_path: Path) -> None:
    file = tmp_path / "a.trf"
    file.write_text("212 PTS,WHAT,SB\n" + SHIFTED_DATES.read_text(), "utf-8")
    done = call("standings", file)
    assert done.code == 0
    assert "WHAT is left out: crivello does not know this tie-break." in done.out
    asked = call("standings", file, "--tie-breaks", "WHAT")
    assert asked.code == 3


def zipped(**files: bytes) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, inside in files.items():
            archive.writestr(name.replace("__", "/").replace("_dot_", "."), inside)
    return data.getvalue()


def test_several_files_have_an_answer_each() -> None:
    done = call("standings", EXAMPLE, SHIFTED_DATES, "no-such-file")
    assert done.code == 5
    assert f"== {EXAMPLE} ==" in done.out
    assert f"== {SHIFTED_DATES} ==" in done.out
    assert "no-such-file: there is no such file or folder." in done.err


def test_a_folder_stands_for_its_files(tmp_path: Path) -> None:
    (tmp_path / "inside").mkdir()
    (tmp_path / "inside" / "a.trf").write_bytes(SHIFTED_DATES.read_bytes())
    (tmp_path / "b.tab").write_bytes((REAL / "krause-small.tab").read_bytes())
    (tmp_path / "bad.trf").write_text("nothing")
    (tmp_path / "picture.png").write_bytes(b"x")
    done = call("crosstable", tmp_path, "--json")
    assert done.code == 3
    answer = json.loads(done.out)
    assert [Path(one["file"]).name for one in answer["files"]] == ["b.tab", "a.trf"]
    assert "bad.trf" in done.err


def test_a_zip_stands_for_its_files(tmp_path: Path) -> None:
    data = zipped(x__a_dot_trf=SHIFTED_DATES.read_bytes(), b_dot_trf=KRAUSE.read_bytes())
    (tmp_path / "all.zip").write_bytes(data)
    done = call("standings", "all.zip", cwd=tmp_path)
    assert done.code == 0
    assert "== all.zip:b.trf ==" in done.out
    assert "== all.zip:x/a.trf ==" in done.out


def test_one_file_in_a_zip_can_be_paired(tmp_path: Path) -> None:
    (tmp_path / "a.zip").write_bytes(zipped(a_dot_trf=Path(EXAMPLE).read_bytes()))
    assert call("pair", tmp_path / "a.zip").out == call("pair", EXAMPLE).out
    (tmp_path / "b.zip").write_bytes(
        zipped(a_dot_trf=Path(EXAMPLE).read_bytes(), b_dot_trf=Path(EXAMPLE).read_bytes())
    )
    done = call("pair", tmp_path / "b.zip")
    assert done.code == 3
    assert "holds several files; this command takes one." in done.err


def test_a_zip_from_standard_input() -> None:
    done = call("standings", "-", stdin=zipped(a_dot_trf=SHIFTED_DATES.read_bytes()))
    assert done.code == 0
    assert done.out == call("standings", SHIFTED_DATES).out


def test_a_folder_is_converted_into_a_folder(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    for name in ("a.trf", "b.trf"):
        (tmp_path / "in" / name).write_bytes(SHIFTED_DATES.read_bytes())
    done = call("convert", tmp_path / "in", tmp_path / "out", "--to", "json")
    assert done.code == 0
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["a.json", "b.json"]
    assert call("convert", tmp_path / "in", "--to", "json").code == 3


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (lambda: zipped(a_dot_trf=b"\0" * (70 * 1024 * 1024)), 4),
        (lambda: zipped(**{f"a{n}_dot_trf": b"\0" * (20 * 1024 * 1024) for n in range(4)}), 4),
        (lambda: zipped(**{f"a{n}_dot_trf": b"x" for n in range(501)}), 4),
        (lambda: zipped(a_dot_png=b"x"), 3),
        (lambda: zipped(a_dot_trf=SHIFTED_DATES.read_bytes())[:-30], 3),
        (lambda: b"PK\x03\x04 rubbish", 3),
    ],
    ids=["a bomb", "many bombs", "many files", "nothing inside", "cut off", "rubbish"],
)
def test_a_zip_that_is_none_of_ours_ends_in_our_own_error(
    data: Callable[[], bytes], code: int, tmp_path: Path
) -> None:
    (tmp_path / "a.zip").write_bytes(data())
    done = call("standings", tmp_path / "a.zip")
    assert done.code == code
    assert "a.zip" in done.err
