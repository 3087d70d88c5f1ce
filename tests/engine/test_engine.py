"""Common parts of both conventions: boards, checklists, versions, refusals."""

from pathlib import Path
from typing import Any

import pytest

import crivello
from tests.cli.calling import EXAMPLE, ROUND_4, TWO_WHO_HAVE_MET, Called, call, trf

DRAWN = ("042 2018/05/01", "142 3", "152 W")


def test_pairs_go_to_standard_output_or_to_the_file(tmp_path: Path) -> None:
    assert call("--dutch", EXAMPLE, "-p").out == ROUND_4
    out = tmp_path / "out.txt"
    done = call("--system", "dutch-2017", EXAMPLE, "-p", out)
    assert (done.code, done.out, done.err) == (0, "", "")
    assert out.read_text() == ROUND_4
    assert [path.name for path in tmp_path.iterdir()] == ["out.txt"]


def test_standard_input_and_output_are_files_too() -> None:
    done = call("-", "-p", "-", stdin=Path(EXAMPLE).read_bytes())
    assert (done.code, done.out) == (0, ROUND_4)


def test_the_bye_comes_last_with_a_zero_and_absent_players_do_not_appear() -> None:
    players = trf("", "", "", "0000 - Z")
    done = call("--dutch", "-", "-p", stdin=players)
    assert (done.code, done.out) == (0, "2\n1 2\n3 0\n")


def test_a_bare_name_lies_beside_the_input_and_any_other_path_where_it_says(
    tmp_path: Path,
) -> None:
    folder, elsewhere = tmp_path / "event", tmp_path / "elsewhere"
    folder.mkdir()
    elsewhere.mkdir()
    file = folder / "my event.trf"
    file.write_bytes(Path(EXAMPLE).read_bytes())
    call("--dutch", file, "-p", "bare", "-l", cwd=elsewhere)
    call("--dutch", file, "-p", "./dot", "-l", "./list", cwd=elsewhere)
    assert sorted(path.name for path in folder.iterdir()) == [
        "bare",
        "my event.list",
        "my event.trf",
    ]
    assert sorted(path.name for path in elsewhere.iterdir()) == ["dot", "list"]


LIST_OF_JAVAFO = "\ufeffID\tPts\t -\tPref\t-1R\t-2R\t Cur\tG-1\t\n\n"


def test_each_program_has_its_own_checklist(tmp_path: Path) -> None:
    file = tmp_path / "open.trf"
    head = ("042 2026/05/01", "142 3", "152 W")
    rounds = ("0000 - U", "4 w 1", "5 b =", "2 b 0|0000 - Z", "3 w =")
    file.write_bytes(trf(*rounds, head=head))
    call("--dutch", file, "-p", "out", "-l", "bbp.list")
    rows = (tmp_path / "bbp.list").read_text("utf-8").split("\n")
    assert rows[1].split("\t")[:8] == ["ID", "Pts", "--", "Pref", "C2", "C14", "C16", " Cur"]
    assert rows[3] == " 1\t1.0\t  \t  A \t N\t  D\t   \t(5W)\t\t  \t"
    assert rows[4] == " 2\t1.0\t W\t (B)\t Y\t   \t   \t(3B)\t\t 4\t"
    assert rows[5] == ""
    call(file, "-p", "out", "-l", "javafo.list")
    text = (tmp_path / "javafo.list").read_text("utf-8")
    assert text.startswith(LIST_OF_JAVAFO)
    assert " 1\t1.0\t  \t   A\t ▼ \t   \t(5W)\t[X]\t\n" in text
    assert text.endswith(f"\n\n\ncrivello {crivello.__version__}")


def test_the_version_comes_first_even_where_boards_follow(tmp_path: Path) -> None:
    version = f"crivello {crivello.__version__}\n"
    assert call("-r").out == version
    assert call("-r", "--dutch", EXAMPLE, "-p").out == version + ROUND_4
    assert call(EXAMPLE, "-p", tmp_path / "out", "-r").out == version


def test_baku_points_are_lent_in_the_round_to_be_paired() -> None:
    eight = trf(*[""] * 8, head=("142 9", "152 W"))
    assert call("--system", "dutch-2017", "-", "-p", stdin=eight).out == "4\n1 5\n6 2\n3 7\n8 4\n"
    done = call("--system", "dutch-2017", "-", "-p", "-b", stdin=eight)
    assert (done.code, done.out) == (0, "4\n1 3\n4 2\n5 7\n8 6\n")


def test_baku_points_are_not_lent_where_the_rules_do_not_allow_it() -> None:
    eight = trf(*[""] * 8, head=("142 7", "152 W"))
    done = call("--system", "dutch-2017", "-", "-p", "-b", stdin=eight)
    assert (done.code, done.out) == (0, "4\n1 5\n6 2\n3 7\n8 4\n")


@pytest.mark.parametrize("words", [["-q", "10000"], ["-q"], ["-w"], ["-w", "-q", "5"]])
def test_options_about_the_search_are_taken_and_ignored(words: list[str]) -> None:
    assert call(*words, EXAMPLE, "-p").out == ROUND_4
    assert call(EXAMPLE, "-p", "-", *words).out == ROUND_4


def test_answers_are_english_whatever_the_language() -> None:
    done = call("--dutch", "-", "-p", stdin=TWO_WHO_HAVE_MET, LC_ALL="it_IT.UTF-8")
    assert "No valid pairing exists" in done.err
    done = call("--dutch", "-", "-p", "--lang", "it", stdin=TWO_WHO_HAVE_MET)
    assert "No valid pairing exists" in done.err


def test_many_warnings_of_a_kind_are_one_line() -> None:
    lines = trf(*[""] * 6, head=DRAWN).decode().splitlines()
    odd = [line[:10] + "xx" + line[12:] if line[:3] == "001" else line for line in lines]
    done = call("--dutch", "-", "-p", stdin="\n".join(odd).encode())
    assert done.code == 0
    warnings = done.err.splitlines()
    assert len(warnings) == 1
    assert warnings[0].endswith("(5 more like this)")


FINISHED = trf("2 w 1", "1 b 0", head=("142 1", "152 W"))
TOO_MANY = trf("2 w 1|2 b 1", "1 b 0|1 w 0", head=("142 1", "152 W"))
BURSTEIN = trf("", "", head=("142 3", "152 W", "192 FIDE_BURSTEIN"))
NO_SWISS = trf("", "", head=("142 3", "152 W", "192 NO_SUCH_THING"))


@pytest.mark.parametrize(
    ("words", "stdin", "sentence"),
    [
        (["--dutch", "-", "-p"], FINISHED, "The number of rounds is larger than the reported"),
        (["--dutch", "-", "-p"], TOO_MANY, "The number of rounds is larger than the reported"),
        (["--dutch", "-", "-p"], BURSTEIN, "The dutch system is asked for, but the tournament is"),
        (["--dutch", "-", "-p"], NO_SWISS, "Record 192 names a type of tournament that crivello"),
        (["--dutch", "-", "-p"], b"", "The file cannot be read: 1 problem."),
        (["--dutch", "--dubov", "-", "-p"], b"", "Name one pairing system, not several."),
        (["--dutch", "--system", "lim", "-", "-p"], b"", "Name one pairing system, not several."),
        (["--dutch", "-p"], b"", "FILE is missing."),
        (["--dutch", "-"], b"", "There is nothing to do. To pair, use -p."),
        (["--dutch", "-", "-p", "-l"], b"", "-l needs a value."),
        (["--dutch", "-", "-c", "-p"], b"", "Use only one of -p, -c and -g."),
        (["--dutch", "-c"], b"", "FILE is missing."),
        (["--dutch", "-", "-c", "two"], b"", "Unexpected argument: 'two'."),
        (["--dutch", "-", "-c", "2"], TWO_WHO_HAVE_MET, "There is no round 2 yet; rounds paired"),
        (["--dutch", "-g"], b"", "-o is missing."),
        (["--dutch", "-g", "-o", "x", "-s", "abc"], b"", "-s needs a whole number."),
        (["--dutch", "-", "-g", "a", "-o", "x"], b"", "Generate from a tournament or from a conf"),
        (["--dutch", "-", "-p", "-z"], b"", "There is no option -z"),
        (["--like", "gacrux", "-", "-p"], b"", "--like is one of javafo, bbp, not 'gacrux'."),
    ],
)
def test_a_wrong_request_or_file_is_told_and_refused(
    words: list[str], stdin: bytes, sentence: str
) -> None:
    done = call(*words, stdin=stdin)
    assert (done.code, done.out) == (3, "")
    assert sentence in done.err


def test_a_tournament_of_the_desk_is_not_written_over(tmp_path: Path) -> None:
    desk = tmp_path / "club.crivello"
    desk.write_bytes(b"SQLite format 3\0and more")
    done = call("--dutch", EXAMPLE, "-p", desk)
    assert done.code == 5
    assert desk.read_bytes() == b"SQLite format 3\0and more"


UNSTATED = ("042 2026/05/01", "142 3")


@pytest.mark.parametrize("convention", ["javafo", "bbp"])
def test_an_initial_colour_that_nobody_states_is_drawn(convention: str) -> None:
    # Dutch 2026: 5.1
    def pair(*words: str, **environment: Any) -> Called:
        players = trf("", "", "", "", head=UNSTATED)
        return call("-", "-p", "--like", convention, *words, stdin=players, **environment)

    drawn = pair()
    (said,) = drawn.err.splitlines()
    assert "a lot drawn from its content gives " in said
    white = {True: "2\n1 3\n4 2\n", False: "2\n3 1\n2 4\n"}
    assert drawn.out == white["gives White" in said]
    assert pair() == drawn
    for colour in ("white", "black"):
        chosen = pair("--initial-colour", colour)
        assert (chosen.code, chosen.out, chosen.err) == (0, white[colour == "white"], "")
        assert pair(CRIVELLO_INITIAL_COLOUR=colour) == chosen
    other = pair("--initial-colour", "white", CRIVELLO_INITIAL_COLOUR="black")
    assert (other.out, other.err) == (white[True], "")


def test_the_initial_colour_does_not_say_which_program_is_meant() -> None:
    impossible = trf("2 w 1", "1 b 0", head=DRAWN)
    plain = call("-", "-p", stdin=impossible)
    assert (plain.code, plain.out) == (0, "0\n")  # like JaVaFo
    asked = call("-", "-p", "--initial-colour", "white", stdin=impossible)
    assert (asked.code, asked.out) == (0, "0\n")
    refused = call("-", "-p", "--initial-colour", "black", stdin=trf("", "", head=DRAWN))
    assert refused.code == 1
    assert "states the other initial colour" in refused.err


ALL_BYES = ("0000 - H", "0000 - H", "0000 - Z", "0000 - H")


def test_a_last_column_of_byes_only() -> None:
    """For callers of bbpPairings that round is over, for those of JaVaFo it is the coming one."""
    players = trf(*ALL_BYES, head=DRAWN)
    done = call("--dutch", "-", "-p", stdin=players)
    assert (done.code, done.out) == (0, "2\n1 2\n3 4\n")
    assert done.err.endswith(
        "In round 1 every player has a bye: it is over, and round 2 is paired.\n"
    )
    done = call("-", "-p", stdin=players)
    assert (done.code, done.out) == (0, "0\n")
    assert done.err.endswith("the coming one, every player has a bye: there are no boards.\n")
    # After the last round there is no other, as ever.
    last = trf(*(f"{one}|{one}|{one}" for one in ALL_BYES), head=DRAWN)
    done = call("--dutch", "-", "-p", stdin=last)
    assert (done.code, done.out) == (3, "")
    # One player who is there makes it the coming round.
    some = trf(*ALL_BYES[:3], "", head=DRAWN)
    assert call("--dutch", "-", "-p", stdin=some).out == "1\n4 0\n"
