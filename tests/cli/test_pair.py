"""`crivello pair`."""

import json
import re
from pathlib import Path

import pytest

from tests.cli.calling import EXAMPLE, TWO_WHO_HAVE_MET, call, trf


def test_the_next_round_is_paired_as_its_source_prints_it() -> None:
    done = call("pair", EXAMPLE)
    assert done.code == 0
    assert done.err == ""
    assert done.out == (
        "Fourteen players, before round 4\n"
        "Round 4 of 6, FIDE (Dutch) System, 2017 [dutch-2017]\n"
        "\n"
        "Board      White         Pts  Pts      Black\n"
        "    1   6  FM Francesco   2½   2½   2  IM Bruno\n"
        "    2   4  FM Davide       2   2½   5  WIM Elisa\n"
        "    3   1  GM Alice        2    2   3  WGM Carla\n"
        "    4  11  WFM Nancy      1½    2   7  Giorgia\n"
        "    5  10  CM Marco        1    1  14  Roberto\n"
        "    6   8  Kevin           ½    1   9  WIM Luisa\n"
        "    7  13  Patrizia        0    ½  12  Oscar\n"
        "\n"
        "Pairing-allocated bye: none\n"
    )


def test_an_earlier_round_is_paired_from_the_rounds_before_it_in_italian() -> None:
    done = call("pair", EXAMPLE, "--round", "2", "--lang", "it")
    assert done.code == 0
    assert "Turno 2 di 6, Sistema FIDE (olandese), 2017 [dutch-2017]\n" in done.out
    assert "Bye assegnato dall'abbinamento: 14 Roberto (0)\n" in done.out
    assert "Non abbinati: 12 Oscar (bye da zero punti)\n" in done.out


def test_json_from_standard_input_to_a_file(tmp_path: Path) -> None:
    out = tmp_path / "round.json"
    data = Path(EXAMPLE).read_bytes()
    done = call("pair", "-", "--round=2", "--json", "--output", out, stdin=data)
    assert (done.code, done.out, done.err) == (0, "", "")
    answer = json.loads(out.read_text("utf-8"))
    boards = [(board["white"]["id"], board["black"]["id"]) for board in answer.pop("boards")]
    assert boards == [(5, 1), (2, 7), (6, 3), (4, 9), (8, 11), (10, 13)]
    oscar = {"player": 12, "number": 12, "name": "Oscar", "points": "0", "bye": "Z"}
    roberto = {"player": 14, "number": 14, "name": "Roberto", "points": "0", "bye": "U"}
    assert answer == {
        "schema": "crivello/pairing/2",
        "tournament": "Fourteen players, before round 4",
        "round": 2,
        "rounds": 6,
        "state": "draft",
        "system": "dutch-2017",
        "by_hand": False,
        "away": [roberto, oscar],
        "not_playing": [],
        "missing": [],
        "results_published": None,
        "ended": False,
        "remarks": [],
        "warnings": [],
    }


def test_virtual_points_are_shown_beside_the_points() -> None:
    accelerated = trf("", "", "", "", head=("142 9", "152 W", "250      01.0 001 003 0001 0002"))
    text = call("pair", "-", "--system", "dutch-2017", stdin=accelerated)
    assert "1  1  Player 1  0+1  0+1  2  Player 2" in text.out.replace("    1", "1")
    answer = json.loads(call("pair", "-", "--json", "--system", "dutch", stdin=accelerated).out)
    assert answer["boards"][0]["white"]["points"] == "0"
    assert answer["boards"][0]["white"]["pairing_score"] == "1"


def test_who_cannot_be_paired_is_named() -> None:
    done = call("pair", "-", stdin=TWO_WHO_HAVE_MET)
    assert done.code == 1
    assert done.out == ""
    assert re.search(r"^Players who cannot all be paired: .*Player [12]", done.err, re.MULTILINE)
    told = json.loads(call("pair", "-", "--json", stdin=TWO_WHO_HAVE_MET).err)["error"]
    assert (told["kind"], told["exit"]) == ("impossible", 1)
    assert told["blocked"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--round", "9"], "There is no round 9: 6 rounds are announced."),
        (["--round", "6"], "Round 6 cannot be paired: the next one is round 4."),
        (["--round", "0"], "--round must be a whole number, 1 or higher (got 0)."),
        (["--round", "-1"], "--round must be a whole number, 1 or higher (got -1)."),
        (["--round", "two"], "--round must be a whole number, 1 or higher (got two)."),
        (["--round"], "--round needs a value."),
        (["--json", "--json"], "--json is given twice."),
        (["--json=yes"], "--json takes no value."),
        (["--system", "basel"], "There is no pairing system 'basel'. Known: dutch, dubov,"),
        (["--ruond", "2"], "There is no option --ruond; did you mean --round?"),
        (["--june", "2"], "There is no option --june."),
        (["--qqq"], "There is no option --qqq."),
        (["again.trf"], "To pair several files, use --batch."),
        (["--jobs", "2"], "--jobs is for --batch only."),
    ],
)
def test_a_wrong_request_is_told(words: list[str], sentence: str) -> None:
    done = call("pair", EXAMPLE, *words)
    assert done.code == 3
    assert done.out == ""
    if "--json" not in words:
        assert done.err.startswith(f"crivello: {sentence}")
    else:
        assert json.loads(done.err)["error"]["detail"] == sentence


BROKEN = b"""012 Broken
142 3
001    1      Ann                                                                1.0    1     2 w 1
001    2      Bob                                                                1.0    2     1 w 0
001    x      Carl
"""


def test_every_problem_of_a_file_is_told_with_its_place() -> None:
    done = call("pair", "-", stdin=BROKEN)
    assert done.code == 3
    lines = done.err.splitlines()
    assert lines[0].startswith("<stdin>:")
    (unread,) = [line for line in lines if line.startswith("<stdin>:5:")]
    assert unread.startswith("<stdin>:5:5: ")
    assert "(found 'x', expected " in unread
    assert lines[-1].startswith("crivello: ")
    told = json.loads(call("pair", "-", "--json", stdin=BROKEN).err)["error"]
    assert (told["kind"], told["exit"], told["file"]) == ("malformed", 3, "<stdin>")
    assert (5, 5, "x") in [(p["line"], p["column"], p["found"]) for p in told["problems"]]


def test_a_file_in_latin_1_is_read_and_names_are_cut_to_the_screen() -> None:
    data = Path(EXAMPLE).read_text("utf-8")
    long = "Fürstenberg-Wellenstein, Élodie"
    data = data.replace("Francesco".ljust(len(long)), long)
    done = call("pair", "-", stdin=data.encode("latin-1"), COLUMNS="50")
    assert done.code == 0
    assert "FM Fürstenber…" in done.out
    assert max(map(len, done.out.splitlines()[2:])) <= 50
    assert done.err == "<stdin>:1:1: warning: The file is not UTF-8; it was read as Latin-1.\n"
    silent = call("pair", "-", "--json", stdin=data.encode("latin-1"))
    assert silent.err == ""
    (warning,) = json.loads(silent.out)["warnings"]
    assert (warning["severity"], warning["line"]) == ("warning", 1)


def test_a_name_cannot_steer_the_terminal() -> None:
    data = Path(EXAMPLE).read_bytes().replace(b"Alice   ", b"Al\x1b[31m ")
    done = call("pair", "-", stdin=data)
    assert "\x1b" not in done.out + done.err


def test_the_imaginary_point_is_asked_for_by_an_option_or_by_the_file() -> None:
    """Burstein 2016, 3.3: players of the upper half meet one another."""
    plain = trf("", "", "", "", head=("142 5", "152 W"))
    words = ("pair", "-", "--json", "--system", "burstein-2016")

    def pairs(*more: str, stdin: bytes = plain) -> set[frozenset[int]]:
        boards = json.loads(call(*words, *more, stdin=stdin).out)["boards"]
        return {frozenset((one["white"]["id"], one["black"]["id"])) for one in boards}

    folded, halved = {frozenset((1, 4)), frozenset((2, 3))}, {frozenset((1, 2)), frozenset((3, 4))}
    assert pairs() == folded
    assert pairs("--option", "imaginary-point=yes") == halved
    assert pairs("--option", "imaginary-point=no") == folded
    stated = b"### crivello: imaginary-point=yes\n" + plain
    assert pairs(stdin=stated) == halved
    shown = call(*words[:2], *words[3:], stdin=stated).out
    assert re.search(r"Player [12] +0\+1 +0\+1 +[12]  Player", shown)


def test_an_option_that_the_system_does_not_read_is_refused() -> None:
    plain = trf("", "", "", "", head=("142 5", "152 W"))
    done = call("pair", "-", "--option", "imaginary-point=yes", "--system", "dutch", stdin=plain)
    assert (done.code, done.out) == (3, "")
    assert "imaginary-point belongs to another pairing system" in done.err
    done = call("pair", "-", "--option", "imaginary-point=perhaps", stdin=plain)
    assert done.code == 3
    assert "imaginary-point=yes" in done.err


def test_an_initial_colour_that_nobody_states_is_drawn_and_told() -> None:
    # Dutch 2026: 5.1
    players = trf("", "", "", "", head=("042 2026/05/01", "142 3"))
    done = call("pair", "-", stdin=players)
    assert done.code == 0
    colour = re.findall("a lot drawn from its content gives (White|Black)", done.err)[0].lower()
    chosen = call("pair", "-", "--initial-colour", colour, stdin=players)
    assert (chosen.out, chosen.err) == (done.out, "")
    other = {"white": "black", "black": "white"}[colour]
    turned = call("pair", "-", stdin=players, CRIVELLO_INITIAL_COLOUR=other)
    assert turned.out != done.out
    assert turned.err == ""
    answer = json.loads(call("pair", "-", "--json", stdin=players).out)
    (warning,) = answer["warnings"]
    assert "initial colour" in warning["detail"]
    # What is explained is what is paired, and a batch pairs the same.
    top = answer["boards"][0]["white"]["number"]
    words = ("explain", "-", "--round", "1", "--player", str(top))
    assert re.search("you have white", call(*words, stdin=players).out, re.IGNORECASE)
    line = json.dumps({"tournament": players.decode()}).encode()
    batch = json.loads(call("pair", "--batch", stdin=line).out)
    assert (batch["boards"], batch["warnings"]) == (answer["boards"], answer["warnings"])
    line = json.dumps({"tournament": players.decode(), "initial_colour": other}).encode()
    assert json.loads(call("pair", "--batch", stdin=line).out)["boards"] != answer["boards"]


def test_a_last_column_of_byes_only_is_told() -> None:
    players = trf("0000 - H", "0000 - H", "0000 - Z", "0000 - H")
    done = call("pair", "-", stdin=players)
    assert done.code == 0
    assert "In round 1 every player has a bye: it is taken as the coming round" in done.err
    assert "--round 2" in done.err
    following = call("pair", "-", "--round", "2", stdin=players)
    assert (following.code, following.err) == (0, "")
    assert "Round 2 of 3" in following.out
    assert call("pair", "-", "--round", "3", stdin=players).code != 0
    answer = json.loads(call("pair", "-", "--json", stdin=players).out)
    assert [one["severity"] for one in answer["warnings"]] == ["warning"]
    line = json.dumps({"tournament": players.decode()}).encode()
    batch = json.loads(call("pair", "--batch", stdin=line).out)
    assert batch["warnings"] == answer["warnings"]
