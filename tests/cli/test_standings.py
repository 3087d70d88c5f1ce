"""`crivello standings`, `card`, `ratings`, and the forms of `crosstable`."""

import csv
import json
from io import StringIO
from pathlib import Path

import pytest

from tests.cli.calling import EXAMPLE, call, trf


def lines(*words: str) -> list[str]:
    done = call(*words)
    assert (done.code, done.err) == (0, "")
    return done.out.splitlines()


def test_the_standings_of_the_example() -> None:
    out = lines("standings", EXAMPLE, "--tie-breaks", "BH/C1,SB")
    assert out[1] == "Standings after round 3"
    assert out[4].split() == ["1", "2", "IM", "Bruno", "2500", "2½", "4.5", "4.25"]
    assert max(map(len, out)) <= 80


def test_standings_in_italian() -> None:
    out = lines("standings", EXAMPLE, "--tie-breaks", "SB", "--lang", "it")
    assert out[1] == "Classifica dopo il turno 3"
    assert out[4].split()[-2:] == ["2½", "4,25"]


def test_standings_after_an_earlier_round_by_command() -> None:
    assert lines("standings", EXAMPLE, "--round", "1")[1] == "Standings after round 1"
    done = call("standings", EXAMPLE, "--round", "9")
    assert done.code != 0
    assert "There are no standings after round 9; rounds paired so far: 3." in done.err


def test_the_list_of_the_file_is_used() -> None:
    # Record 202 asks for wins, the most first; 2 and 3 have one point each.
    data = trf(
        "2 w 1|3 b 1", "1 b 0|4 w 1", "4 w =|1 w 0", "3 b =|2 b 0", head=("142 3", "202 WON,TPN/R")
    )
    done = call("standings", "-", stdin=data)
    assert done.code == 0
    assert [line.split()[1] for line in done.out.splitlines()[3:7]] == ["1", "2", "4", "3"]
    assert "WON: number of games won (C.07: 7.2)" in done.out


def test_the_working_of_a_player_and_why() -> None:
    out = call("standings", EXAMPLE, "--tie-breaks", "BH", "--player", "6", COLUMNS="120").out
    assert "Rank 3: 6 Francesco" in out
    assert "not played: a dummy with at most the 1½ of 11 Nancy" in out
    (said,) = lines("standings", EXAMPLE, "--tie-breaks", "BH/C1,SB", "--why", "5,2")
    assert said == (
        "2 Bruno is above 5 Elisa: they are level in points (2½), BH/C1 (4.5), and then "
        "Sonneborn-Berger (SB) decides, 4.25 against 3.75."
    )


def test_a_category_and_statistics() -> None:
    out = lines("standings", EXAMPLE, "--category", "title=WIM")
    assert out[2] == "Category title=WIM"
    assert [line.split()[0] for line in out[5:7]] == ["1", "2"]
    assert "Statistics after round 3" in lines("standings", EXAMPLE, "--statistics")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--tie-breaks", "BH/X"), "has an unknown modifier '/X'"),
        (("--tie-breaks", "XX"), "There is no tie-break 'XX'. Known: PTS, DE"),
        (("--category", "women"), "'women' is not a category."),
        (("--why", "3"), "Write two different players, such as 3-7, not '3'."),
        (("--why", "3,99"), "There is no player 99; this tournament has players 1 to 14."),
        (("--player", "99"), "There is no player 99; this tournament has players 1 to 14."),
        (("--edition", "c07-1990"), "'c07-1990' is not an edition of the tie-break rules."),
        (("--round-robin", "--tie-breaks", "BH"), "The tie-break BH is not for round robins."),
        (("--to", "pdf"), "--to is one of text, csv, html, json, xlsx, parquet, not 'pdf'."),
    ],
)
def test_what_cannot_be_answered_is_said_by_command(words: tuple[str, ...], sentence: str) -> None:
    done = call("standings", EXAMPLE, *words)
    assert done.code not in (0, 2)
    assert done.out == ""
    assert sentence in done.err


def test_for_programs(tmp_path: Path) -> None:
    rows = list(csv.DictReader(StringIO(call("standings", EXAMPLE, "--to", "csv").out)))
    assert (rows[0]["rank"], rows[0]["name"], rows[0]["points"]) == ("1", "Bruno", "2.5")
    answer = json.loads(call("standings", EXAMPLE, "--json").out)
    assert answer["schema"] == "crivello/standings/2"
    assert answer == json.loads(call("standings", EXAMPLE, "--to", "json").out)
    page = tmp_path / "standings.html"
    assert call("standings", EXAMPLE, "--to", "html", "--output", page).out == ""
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")
    why = json.loads(call("standings", EXAMPLE, "--why", "1,2", "--json").out)
    assert why["text"].startswith("2 Bruno is above 1 Alice")


def test_pairing_cards() -> None:
    out = lines("card", EXAMPLE, "--player", "6")
    assert out[1] == "6 FM Francesco  2300"
    assert out[6].split() == [
        "3",
        "B",
        "11",
        "WFM",
        "Nancy",
        "2100",
        "1",
        "2½",
        "↓",
        "won",
        "by",
        "forfeit",
    ]
    everybody = call("card", EXAMPLE).out
    assert everybody.count("Score after round 3") == 14
    rows = list(csv.DictReader(StringIO(call("card", EXAMPLE, "--to", "csv").out)))
    assert len(rows) == 14 * 3
    assert rows[-1]["player"] == "14"
    answer = json.loads(call("card", EXAMPLE, "--json").out)
    assert (answer["schema"], len(answer["tables"])) == ("crivello/cards/2", 14)
    assert call("card", EXAMPLE, "--to", "html").out.count("<table ") == 14
    assert "There is no player 77; this" in call("card", EXAMPLE, "--player", "77").err


def test_ratings() -> None:
    out = lines("ratings", EXAMPLE)
    # 1 (2500): +1 against 2250, -1 against 2350, +1 against 2000 (500: counts as 400).
    # .81 + .70 + .92 = 2.43; 10 · (2 - 2.43) = -4.3.
    assert out[4].split()[-5:] == ["2325", "2.43", "10", "-4.3", "2496"]
    assert any("rapid and blitz" in line for line in out)
    one = "\n".join(lines("ratings", EXAMPLE, "--player", "1"))
    assert "counts as 400" in one
    assert "2 points, 2.43 expected; K 10: -4.3, rounded -4." in one
    assert "There is no round 4 yet" in call("ratings", EXAMPLE, "--round", "4").err


def test_other_forms_of_the_crosstable() -> None:
    rows = list(csv.DictReader(StringIO(call("crosstable", EXAMPLE, "--to", "csv").out)))
    assert (rows[5]["round_3"], rows[5]["score_3"]) == ("'+11B↓", "2.5")
    page = call("crosstable", EXAMPLE, "--to", "html", "--lang", "it").out
    assert ">+11B↓</td>" in page
    assert '<html lang="it">' in page


def test_tie_breaks_that_separate_nobody_can_be_left_out() -> None:
    for words in (("standings", EXAMPLE), ("print", "standings", EXAMPLE, "--to", "text")):
        asked = (*words, "--tie-breaks", "BH,DE,SB")
        assert "Not shown because they separate no players: DE" in call(*asked, "--deciding").out
        assert "Not shown" not in call(*asked).out
