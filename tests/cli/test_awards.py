"""`crivello prizes` and `crivello norms` as a user calls them."""

import csv
import json
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest

from crivello.desk.announcement import Announcement, Pace
from crivello.formats import read
from crivello.formats.trf import write_trf
from crivello.model.result import Result
from tests.cli.calling import EXAMPLE, call
from tests.desk.desks import fresh, play
from tests.standings.test_norms import GM, ME, SEVEN_OF_NINE, event, opponents

# The example after round 3: 2, 5, 6 have 2½ points, then 1, 3, 4, 7 have 2, 11 has 1½.
PRIZES = """\
currency = "EUR"
unit = 1

[[list]]
name = "Open"
prizes = [500, 300, 200, 100]

[[list]]
name = "Below 2200"
category = "rating=-2199"
prizes = [120, 60]
"""


@pytest.fixture
def prizes(tmp_path: Path) -> Path:
    path = tmp_path / "prizes.toml"
    path.write_text(PRIZES, encoding="utf-8")
    return path


def test_the_prizes_of_the_example(prizes: Path) -> None:
    done = call("prizes", prizes, EXAMPLE, COLUMNS="150")
    assert (done.code, done.err) == (0, "")
    lines = done.out.splitlines()
    assert lines[1] == "Prizes after round 3"
    # 500 + 300 + 200 by three: 333.33, paid 333.
    assert lines[4].split()[:7] == ["1", "2", "Bruno", "2½", "333.33…", "333.00", "Open"]
    assert "Open (1-3): 1000.00 shared by 3 players, 333.33… each" in lines[4]
    # 1280 = 3 · 333 + 4 · 25 + 120 + 3 · 20 + 1.
    assert (
        "Prizes 1280.00 EUR = paid 1279.00 EUR + rounding 1.00 EUR + not awarded 0.00 EUR."
    ) in lines


def test_prizes_and_norms_in_italian(prizes: Path) -> None:
    done = call("prizes", prizes, EXAMPLE, "--lang", "it", COLUMNS="150")
    assert (done.code, done.err) == (0, "")
    assert "Premi dopo il turno 3" in done.out
    assert "Open (1-3): 1000,00 divisi tra 3 giocatori, 333,33… a testa" in done.out


def test_why_one_player_gets_what(prizes: Path) -> None:
    out = call("prizes", prizes, EXAMPLE, "--player", "9", COLUMNS="150").out
    assert "the player qualifies, but none of it was left for this tie" in out
    assert "Below 2200 (2): 60.00 shared by 3 players, 20.00 each" in out
    assert "9 Luisa, 10 Marco, 14 Roberto: Below 2200 (2) = 60.00, 20.00 each." in out
    out = call("prizes", prizes, EXAMPLE, "--player", "12").out
    assert "The player gets no prize." in out
    assert (
        "does not belong to rating=-2199"
        in call("prizes", prizes, EXAMPLE, "--player", "2", COLUMNS="150").out
    )
    assert "There is no player 77; this" in call("prizes", prizes, EXAMPLE, "--player", "77").err


THINGS = """\
ties = "shared"

[[list]]
name = "Open"
prizes = [{ prize = "Silver cup", value = 600 }, 300, 200]

[[list]]
name = "Below 2200"
category = "rating=-2199"
prizes = ["Book", "Pen"]
"""


def test_prizes_that_are_no_money_by_command(prizes: Path) -> None:
    # 2 takes the cup; 5 and 6, their tie, share 300 + 200. The book: 7, the pen: 8.
    prizes.write_text(THINGS, encoding="utf-8")
    order = ("--tie-breaks", "TPN")
    done = call("prizes", prizes, EXAMPLE, *order, COLUMNS="160")
    assert (done.code, done.err) == (0, "")
    lines = [line.split() for line in done.out.splitlines()[4:7]]
    assert lines[0][:7] == ["1", "2", "Bruno", "2½", "0.00", "0.00", "Silver"]
    assert [line[5] for line in lines[1:]] == ["250.00", "250.00"]
    assert "Open (1): Silver cup, by tie-break" in done.out
    assert "Open (2-3): 500.00 shared by 2 players, 250.00 each" in done.out
    assert "Prizes other than money are not shared: in tie-break order each player" in done.out
    rows = json.loads(call("prizes", prizes, EXAMPLE, *order, "--json").out)["rows"]
    found = {row["name"]: row["thing"] for row in rows if row["thing"]}
    assert list(found.values()) == ["Silver cup", "Book", "Pen"]
    italian = call("prizes", prizes, EXAMPLE, *order, "--lang", "it", COLUMNS="160").out
    assert "Open (1): Silver cup, per spareggio" in italian
    assert "I premi diversi dal denaro non si dividono" in italian
    bruno = call("prizes", prizes, EXAMPLE, *order, "--player", "2", COLUMNS="160").out
    assert "Silver cup, 300.00, 200.00" in bruno
    assert "The player gets: Silver cup." in bruno


def test_lots_for_what_tie_breaks_leave_open(prizes: Path) -> None:
    prizes.write_text(THINGS, encoding="utf-8")
    open_ = call("prizes", prizes, EXAMPLE, COLUMNS="200").out
    assert "do not separate 2 Bruno; 5 Elisa; 6 Francesco: draw lots" in open_
    assert "lots = [2, 5, 6]" in open_
    prizes.write_text("lots = [6, 2, 5]\n" + THINGS, encoding="utf-8")
    rows = json.loads(call("prizes", prizes, EXAMPLE, "--json").out)["rows"]
    assert next(row["name"] for row in rows if row["thing"] == "Silver cup") == "Francesco"


def test_by_tie_break_and_after_a_round(prizes: Path) -> None:
    prizes.write_text('ties = "tie-break"\n' + PRIZES, encoding="utf-8")
    done = call("prizes", prizes, EXAMPLE, "--tie-breaks", "BH/C1,SB", "--to", "csv")
    rows = list(csv.DictReader(StringIO(done.out)))
    assert [(row["name"], row["paid"]) for row in rows[:3]] == [
        ("Bruno", "500.00"),
        ("Elisa", "300.00"),
        ("Francesco", "200.00"),
    ]
    assert "Prizes after round 1" in call("prizes", prizes, EXAMPLE, "--round", "1").out


def test_other_forms(prizes: Path, tmp_path: Path) -> None:
    answer = json.loads(call("prizes", prizes, EXAMPLE, "--json").out)
    assert answer["schema"] == "crivello/prizes/2"
    assert (answer["rows"][0]["won"], answer["rows"][0]["paid"]) == ("333 1/3", "333.00")
    page = tmp_path / "prizes.html"
    assert call("prizes", prizes, EXAMPLE, "--to", "html", "--output", page).code == 0
    assert ">Bruno</td>" in page.read_text(encoding="utf-8")
    answer = json.loads(call("prizes", prizes, EXAMPLE, "--player", "2", "--json").out)
    assert answer["schema"] == "crivello/player-prizes/2"


def test_of_a_tournament_file(prizes: Path, tmp_path: Path) -> None:
    desk = fresh(tmp_path, 6, rounds=3)
    play(desk, 1, Result.WHITE_WINS)
    desk.close()
    (file,) = tmp_path.glob("*.crivello")
    for words in (("-t", file), (file,), ()):
        done = call("prizes", prizes, *words, "--json", cwd=tmp_path)
        assert (done.code, done.err) == (0, "")
        # Three winners share 500 + 300 + 200, three losers the 100; nobody is rated below 2200.
        won = [row["won"] for row in json.loads(done.out)["rows"]]
        assert won == ["333 1/3"] * 3 + ["33 1/3"] * 3
    done = call("norms", cwd=tmp_path)
    assert done.code == 0
    assert "None of the players has enough games and the performance for a norm." in done.out


@pytest.mark.parametrize(
    ("text", "place", "english", "italian"),
    [
        (
            PRIZES.replace("500,", "50,"),
            ":6:1:",
            "A prize is larger than the one before it. Put the largest first.",
            "Un premio è più alto di quello che lo precede.",
        ),
        (
            PRIZES + 'ties = "hort"',
            ":12:1:",
            "all lists must treat ties alike",
            "trattare gli ex aequo allo stesso modo",
        ),
        ("[[list", ":1:", "This is not valid TOML", "Non è TOML valido"),
    ],
)
def test_a_bad_file_of_prizes(
    prizes: Path, text: str, place: str, english: str, italian: str
) -> None:
    prizes.write_text(text, encoding="utf-8")
    done = call("prizes", prizes, EXAMPLE)
    assert (done.code, done.out) == (3, "")
    assert f"prizes.toml{place}" in done.err
    assert english in done.err
    assert "crivello: The prizes cannot be read." in done.err
    done = call("prizes", prizes, EXAMPLE, "--lang", "it")
    assert italian in done.err
    assert "crivello: I premi non si possono leggere." in done.err


def test_what_cannot_be_answered_is_said(prizes: Path, tmp_path: Path) -> None:
    done = call("prizes", tmp_path / "none.toml", EXAMPLE)
    assert (done.code, "there is no such file" in done.err) == (5, True)
    assert "There is no tournament file in this folder." in call("prizes", cwd=tmp_path).err
    assert "Manca ARCHIVIO." in call("archive", "--lang", "it").err
    done = call("prizes", "-", "-")
    assert (done.code, "Only one of the two files" in done.err) == (3, True)
    assert "There is no tournament file in this folder" in call("prizes", prizes, cwd=tmp_path).err
    assert (
        "There are no standings after round 9"
        in call("prizes", prizes, EXAMPLE, "--round", "9").err
    )
    assert "There are no standings after round 9" in call("norms", EXAMPLE, "--round", "9").err
    assert "There is no player 77; this" in call("norms", EXAMPLE, "--player", "77").err
    assert (
        "Il giocatore 77 non esiste; questo"
        in call("norms", EXAMPLE, "--player", "77", "--lang", "it").err
    )


def test_a_norm_through_a_report_file() -> None:
    tournament = event(SEVEN_OF_NINE, opponents(GM), replace(ME, title=None), federation="ITA")
    data = write_trf(tournament, "trf26").encode()
    done = call("norms", "-", stdin=data, COLUMNS="150")
    assert done.code == 0
    row = next(line for line in done.out.splitlines() if " GM " in line and "Candidate" in line)
    assert row.split()[:8] == ["1", "Candidate", "GM", "9", "7", "7", "2380", "2600"]
    assert "norm, as far as the data show" in row
    assert "Could not be checked: registration" in done.out
    done = call("norms", "-", "--lang", "it", "--player", "1", stdin=data, COLUMNS="150")
    assert "avversari con il titolo GM: 9, almeno 3" in done.out
    assert "Partite per la norma GM" in done.out
    answer = json.loads(call("norms", "-", "--json", stdin=data).out)
    assert answer["schema"] == "crivello/norms/2"
    assert (answer["rows"][0]["norm"], answer["rows"][0]["state"]) == ("GM", "met")
    answer = json.loads(call("norms", "-", "--json", "--player", "1", stdin=data).out)
    assert answer["schema"] == "crivello/player-norms/2"
    assert answer["tables"][0]["rows"][0]["state"] == "met"
    rows = list(
        csv.DictReader(StringIO(call("norms", "-", "--player", "1", "--to", "csv", stdin=data).out))
    )
    assert rows[1]["requirement"].startswith("other federations")


def test_a_rapid_event_of_the_desk_has_no_norms_and_no_standard_changes(tmp_path: Path) -> None:
    desk = fresh(tmp_path, count=6, announced=Announcement(pace=Pace.RAPID))
    play(desk, 1, Result.WHITE_WINS)
    desk.close()
    norms = call("norms", cwd=tmp_path)
    assert "Norms are made in standard games only (1.1.2); this event is rapid." in norms.out
    assert "this event is rapid." in call("print", "norms", "--entered", cwd=tmp_path).out
    rows = json.loads(call("ratings", "--json", cwd=tmp_path).out)["rows"]
    assert all(row["performance"] is not None and row["change"] is None for row in rows)
    # The option says otherwise.
    rows = json.loads(call("ratings", "--json", "--pace", "standard", cwd=tmp_path).out)["rows"]
    assert all(row["change"] is not None for row in rows)


def test_the_pace_of_a_file_is_an_option() -> None:
    standard = json.loads(call("ratings", EXAMPLE, "--json").out)
    blitz = json.loads(call("ratings", EXAMPLE, "--pace", "blitz", "--json").out)
    assert any(row["change"] is not None for row in standard["rows"])
    assert all(row["change"] is row["k"] is row["new"] is None for row in blitz["rows"])
    assert "this event is blitz" in call("norms", EXAMPLE, "--pace", "blitz").out


@pytest.mark.parametrize(
    ("kind", "pace"),
    [
        ("Individual: Swiss-System (Rapid)", "rapid"),
        ("torneo rápido", "rapid"),
        ("Semilampo", "rapid"),
        ("Swiss, BLITZ", "blitz"),
        ("lampo", "blitz"),
        ("Individual: Swiss-System (Standard)", ""),
        ("", ""),
    ],
)
def test_a_file_is_of_the_pace_that_its_type_names(kind: str, pace: str) -> None:
    example = read(Path(EXAMPLE).read_bytes())
    example = replace(example, settings=replace(example.settings, kind=kind))
    typed = write_trf(example, "trf26").encode()
    said = f"this event is {pace}."
    for asked in (("norms", "-"), ("ratings", "-"), ("print", "norms", "-")):
        assert (said in call(*asked, stdin=typed).out.casefold()) is bool(pace)
    assert "this event is" not in call("norms", "-", "--pace", "standard", stdin=typed).out
    changes = json.loads(call("ratings", "-", "--json", stdin=typed).out)["rows"]
    assert any(row["change"] is not None for row in changes) is not bool(pace)


def test_the_prizes_next_to_the_tournament_are_the_default(tmp_path: Path, prizes: Path) -> None:
    """This is true of `prizes`, `print prizes` and `archive`."""
    assert call("new", "open", "rounds=5", cwd=tmp_path).code == 0
    for name in ("Anna", "Bruno"):
        assert call("add", name, cwd=tmp_path).code == 0
    none = call("prizes", cwd=tmp_path)
    assert none.code == 3
    assert "No prizes are announced. Name their file: crivello prizes prizes.toml." in none.err
    assert "No prizes are announced." in call("print", "prizes", cwd=tmp_path).err
    (tmp_path / "open.prizes.toml").write_bytes(prizes.read_bytes())
    named = call("prizes", "open.prizes.toml", "open.crivello", cwd=tmp_path)
    assert named.code == 0
    assert named.out
    for words in ((), ("open.prizes.toml",), ("open.crivello",)):
        assert call("prizes", *words, cwd=tmp_path) == named
    page = ("print", "prizes", "--entered")
    named = call(*page, "--prizes", "open.prizes.toml", cwd=tmp_path)
    assert named.code == 0
    assert call(*page, cwd=tmp_path) == named
