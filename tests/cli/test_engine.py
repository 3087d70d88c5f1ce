"""The calling convention that programs use for JaVaFo and bbpPairings."""

from pathlib import Path

import pytest

import crivello
from tests.cli.calling import EXAMPLE, ROUND_4, TWO_WHO_HAVE_MET, call, trf


def test_pairs_go_to_standard_output_or_to_the_file(tmp_path: Path) -> None:
    assert call("--dutch", EXAMPLE, "-p").out == ROUND_4
    out = tmp_path / "out.txt"
    done = call("--system", "dutch-2017", EXAMPLE, "-p", out)
    assert (done.code, done.out, done.err) == (0, "", "")
    assert out.read_text() == ROUND_4
    assert [path.name for path in tmp_path.iterdir()] == ["out.txt"]


def test_without_a_system_as_javafo_is_called() -> None:
    done = call("-", "-p", "-", stdin=Path(EXAMPLE).read_bytes())
    assert (done.code, done.out) == (0, ROUND_4)


def test_the_bye_comes_last_with_a_zero_and_absent_players_do_not_appear() -> None:
    players = trf("", "", "", "0000 - Z")
    done = call("--dutch", "-", "-p", stdin=players)
    assert (done.code, done.out) == (0, "2\n1 2\n3 0\n")


def test_the_list_tells_what_was_known_of_each_player(tmp_path: Path) -> None:
    file = tmp_path / "my event.trf"
    file.write_bytes(Path(EXAMPLE).read_bytes())
    done = call("--dutch", "my event.trf", "-p", "out", "-l", cwd=tmp_path)
    assert (done.code, done.out, done.err) == (0, "", "")
    assert (tmp_path / "out").read_text() == ROUND_4
    lines = (tmp_path / "my event.list").read_text("utf-8").splitlines()
    at = lines.index("Scoregroup 2")
    assert lines[at + 1 : at + 5] == [
        " 1  Alice        2  WBB      W           --      8,5,14     3 W",
        " 3  Carla        2  WBW      Bb          --      10,6,4     1 B",
        " 4  Davide       2  BWB      Ww          -↓      11,9,3     5 W",
        " 7  Giorgia      2  WBW      Bb          --      14,2,10    11 B",
    ]
    named = call("--dutch", file, "-p", tmp_path / "out", "-l", "-", "--lang", "it")
    assert "Gruppo di punteggio 2½\n 2  Bruno" in named.out


def test_version_alone_and_beside_a_pairing(tmp_path: Path) -> None:
    version = f"crivello {crivello.__version__}\n"
    assert call("-r").out == version
    boards = call("-r", "--dutch", EXAMPLE, "-p")
    assert (boards.out, boards.err) == (ROUND_4, version)
    assert call("-r", "--dutch", EXAMPLE, "-p", tmp_path / "out").out == version


def test_baku_acceleration_pairs_within_the_groups() -> None:
    eight = trf(*[""] * 8, head=("142 9", "152 W"))
    assert call("--system", "dutch-2017", "-", "-p", stdin=eight).out == "4\n1 5\n6 2\n3 7\n8 4\n"
    done = call("--system", "dutch-2017", "-", "-p", "-b", stdin=eight)
    assert (done.code, done.out) == (0, "4\n1 3\n4 2\n5 7\n8 6\n")


def test_no_pairing_is_exit_code_1() -> None:
    done = call("--dutch", "-", "-p", stdin=TWO_WHO_HAVE_MET)
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith("crivello: ")


FINISHED = trf("2 w 1", "1 b 0", head=("142 1", "152 W"))
BURSTEIN = trf("", "", head=("142 3", "152 W", "192 FIDE_BURSTEIN"))
IN_A_GAP = trf("", "", head=("042 2015/05/01", "142 3", "152 W"))
UNCLEAR = trf("", "", head=("042 03/02/26", "142 3", "152 W"))
BAKU_2026 = trf("", "", head=("142 9", "152 W", "192 FIDE_DUTCH_2026_BAKU"))


@pytest.mark.parametrize(
    ("words", "stdin", "sentence"),
    [
        (["--dutch", "-", "-p"], FINISHED, "All 1 rounds are paired already; there is no"),
        (["--dutch", "-", "-p"], BURSTEIN, "The dutch system is asked for, but the tournament is"),
        (["--dutch", "-", "-p"], IN_A_GAP, "No edition of the dutch system was in force on 2015"),
        (["--dutch", "-", "-p"], UNCLEAR, "The start date '03/02/26' does not tell which edition"),
        (["--dutch", "-", "-p"], b"", "The file cannot be read; problems found: 1."),
        (["--dutch", "-", "-p", "-b"], BAKU_2026, "-b asks for baku-2016, but the tournament is"),
        (["--dutch", "--dubov", "-", "-p"], b"", "Name one pairing system, not several."),
        (["--dutch", "--system", "lim", "-", "-p"], b"", "Name one pairing system, not several."),
        (["--dutch", "-p"], b"", "FILE is missing."),
        (["--dutch", "-"], b"", "Nothing is asked for; to pair, say -p."),
        (["--dutch", "-", "-p", "-l"], b"", "-l needs a value."),
        (["--dutch", "-", "-p", "-l", "-"], b"", "-p and -l would write to the same place."),
        (["--dutch", "-", "-c", "-p"], b"", "Ask for one thing: -p, -c or -g."),
        (["--dutch", "-c"], b"", "FILE is missing."),
        (["--dutch", "-", "-c", "two"], TWO_WHO_HAVE_MET, "-c needs a whole number from 1, not"),
        (
            ["--dutch", "-", "-c", "2"],
            TWO_WHO_HAVE_MET,
            "There is no round 2 yet; rounds paired so far: 1.",
        ),
        (["--dutch", "-g"], b"", "-o is missing."),
        (["--dutch", "-g", "-o", "x", "-s", "-1"], b"", "-s needs a whole number from 0, not '-1'"),
        (["--dutch", "-", "-g", "a", "-o", "x"], b"", "Generate from a tournament or from a conf"),
        (["--dutch", "-", "-p", "-z"], b"", "There is no option -z"),
    ],
)
def test_a_wrong_request_or_file_is_exit_code_3(
    words: list[str], stdin: bytes, sentence: str
) -> None:
    done = call(*words, stdin=stdin)
    assert (done.code, done.out) == (3, "")
    assert f"crivello: {sentence}" in done.err


def test_an_edition_named_by_the_file_or_by_its_date() -> None:
    named = trf("", "", head=("042 2026/03/01", "142 3", "152 W", "192 FIDE_DUTCH_2017"))
    dated = trf("", "", head=("042 2026/03/01", "142 3", "152 W", "192 FIDE_DUTCH"))
    by_file = call("pair", "-", stdin=named).out
    by_date = call("pair", "-", stdin=dated).out
    assert "[dutch-2017]" in by_file
    assert "[dutch-2026]" in by_date
