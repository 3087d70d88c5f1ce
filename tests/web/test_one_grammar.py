"""Typed text has the same meaning at both interfaces: results, players, data, settings, days."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from crivello.desk import Desk
from crivello.desk.actions import Correct, Discard
from crivello.desk.lookup import find_player, find_players, split_players
from crivello.desk.player_data import read_player
from crivello.model.errors import CrivelloError
from crivello.model.result import Result, read_result
from tests.cli.calling import EXAMPLE, call
from tests.cli.desk.prepared import desk as crivello
from tests.desk.desks import fresh, publish
from tests.support.spellings import MEANING, MEANINGLESS, NOT_TWO_PLAYERS, TWO_PLAYERS
from tests.web.conftest import Site, serve

ROUND = "/t/demo/A/round/4"


@pytest.fixture
def small_desk(tmp_path: Path) -> Iterator[Desk]:
    folder = tmp_path / "desk"
    folder.mkdir()
    with fresh(folder, 6) as desk:
        publish(desk)
        yield desk


def at_the_command_line(desk: Desk, word: str) -> Result | None:
    """Enter a result on the command line; return the result of table 1, or raise the refusal."""
    called = crivello(Path(desk.path).parent, "result", "1", word)
    if called.code == 3:
        raise CrivelloError("{said}", said=called.err)
    assert called.code == 0, called.err
    desk.refresh()
    return desk.section("A").rounds[-1].games[0].result


def in_the_browser(site: Site, word: str) -> Result | None:
    """Enter a result at table 2 in the browser, as an arbiter who sees the present state."""

    def entered() -> Result | None:
        with site.desk() as desk:
            return desk.section("A").rounds[-1].games[1].result

    fields = {"entry": f"2 {word}", "board": 2, "confirmed": 1}
    answer = site.post(f"{ROUND}/result", fields, x_fragment="1").text
    if "message refused" in answer:
        raise CrivelloError("{said}", said=answer)
    return entered()


def test_all_spellings_mean_the_same_everywhere(site: Site, small_desk: Desk) -> None:
    for word, result in MEANING.items():
        assert read_result(word) is result
        assert at_the_command_line(small_desk, word) is result, word
        assert in_the_browser(site, word) is result, word
    assert in_the_browser(site, "1") is at_the_command_line(small_desk, "1")
    for word in MEANINGLESS:
        for area in (read_result, lambda text: at_the_command_line(small_desk, text)):
            with pytest.raises(CrivelloError):
                area(word)
        with pytest.raises(CrivelloError):
            in_the_browser(site, word)


def test_players_are_found_by_number_name_and_id(small_desk: Desk) -> None:
    names = ("Müller, Jörg", "Muller, Anna", "Anna Muller-Rossi", "Øster, Bo")
    for player, name in enumerate(names, start=1):
        fide_id = {"fide_id": "812345"} if player == 3 else {}
        known = read_player({"name": name, "rating": str(2400 - player), **fide_id})
        small_desk.act(Correct("A", replace(known, id=player)))
    section = small_desk.section("A")

    def meant(text: str) -> int:
        return find_player(section, text)

    assert (meant("jorg"), meant("oster"), meant("rossi an"), meant("812345")) == (1, 4, 3, 3)
    assert meant("anna muller") == 2  # the whole name, and nothing else
    assert meant("Muller, Anna") == meant("2") == meant(" id:2 ") == 2
    assert find_players(section, split_players("3 1, anna muller; 3-4")) == (3, 1, 2, 4)
    for text in ("", "muller", "7", "999999", "zz", "1 2", "id:99", "4-3"):
        with pytest.raises(CrivelloError):
            meant(text)


DAYS = ("2026-03-02", "2026/3/2", "2.3.2026", "2/3/2026", "2 March 2026", "20260302")
NO_DAYS = ("2026", "31/2/2026", "02/03/26", "02.03.26", "tomorrow")


def test_days_are_written_in_the_same_ways_everywhere(site: Site, small_desk: Desk) -> None:
    def at_both_doors(text: str) -> tuple[str, str]:
        folder = Path(small_desk.path).parent
        crivello(folder, "set", "start=2020-01-01")
        crivello(folder, "set", f"start={text}")
        small_desk.refresh()
        site.post("/t/demo/A/settings/rules", {"city": "", "start": "2020-01-01"})
        site.post("/t/demo/A/settings/rules", {"city": "", "start": text})
        with site.desk() as desk:
            seen = desk.section("A").settings.start
        return small_desk.section("A").settings.start, seen

    for text in DAYS:
        assert at_both_doors(text) == ("2026/03/02",) * 2, text
        assert read_player({"name": "A", "birth": text}).birth == "2026/03/02"
    for text in NO_DAYS:
        assert at_both_doors(text) == ("2020/01/01",) * 2, text


def test_two_players_are_written_in_the_same_ways_everywhere(small: Site) -> None:
    """Boards made by hand, and questions about a pair, are tested at both interfaces."""

    def drafted() -> tuple[tuple[int, int], ...]:
        with small.desk("t") as desk:
            draft = desk.section("A").draft
            if draft is not None:
                desk.act(Discard("A"))
            return draft.boards if draft is not None else ()

    def at_both_doors(text: str) -> list[tuple[tuple[int, int], ...]]:
        crivello(small.folder, "pair", "--rest", f"--board={text}")
        typed = drafted()
        small.post("/t/t/A/round/1/by-hand", {"boards": text})
        return [typed, drafted()]

    def asked(text: str) -> list[str]:
        why = call("standings", EXAMPLE, f"--why={text}")
        why_not = call("explain", EXAMPLE, f"--why-not={text}")
        return [why.out, why_not.out]

    answers = asked("3-7")
    assert all(answers)
    for text in TWO_PLAYERS:
        one, other = at_both_doors(text)
        assert one == other, text
        assert (3, 7) in one, text
        assert asked(text) == answers, text
    for text in NOT_TWO_PLAYERS:
        assert at_both_doors(text) == [(), ()], text
        assert asked(text) == ["", ""], text
    one, other = at_both_doors("3-7 1:8; 5 2")
    assert one == other
    assert {(3, 7), (1, 8), (5, 2)} < set(one)


def test_numbers_by_hand_are_listed_in_the_same_ways_everywhere(tmp_path: Path) -> None:
    for place, numbers in enumerate(("4,3,2,1", "4 3 2 1", "4; 3,2  1,")):
        orders = []
        for area in ("typed", "shown"):
            folder = tmp_path / f"{area}{place}"
            folder.mkdir()
            fresh(folder, 4, rounds=3, system="roundrobin").close()
            if area == "typed":
                crivello(folder, "pair", "--all", f"--numbers={numbers}")
            else:
                for site in serve(folder):
                    site.post("/t/t/A/schedule", {"method": "hand", "numbers": numbers})
            with Desk.open(folder / "t.crivello", "another program") as desk:
                orders.append(desk.section("A").order)
        assert orders == [(4, 3, 2, 1)] * 2, numbers


def test_colours_are_written_in_the_same_ways_everywhere(small: Site) -> None:
    def drawn() -> str:
        with small.desk("t") as desk:
            colour = desk.section("A").settings.initial_colour
        return colour.value if colour else ""

    for text, letter in {"nero": "b", "White": "w", "B": "b", "bianco": "w"}.items():
        crivello(small.folder, "draw", text, "--yes")
        typed = drawn()
        small.post("/t/t/A/round/1/colour", {"colour": "w" if letter == "b" else "b"})
        small.post("/t/t/A/round/1/colour", {"colour": text})
        assert (typed, drawn()) == (letter, letter), text
        asked = call("explain", EXAMPLE, "--why-not-colour", "5", text).out
        assert asked == call("explain", EXAMPLE, "--why-not-colour", "5", letter).out


def test_a_new_tournament_begins_with_the_same_tie_breaks_everywhere(small: Site) -> None:
    preselected = "swiss"  # the first of the list on the page
    for system in ("dutch-2026", "roundrobin", "team-2026", "doubleswiss-2026"):
        file = small.folder / f"{system}-typed.crivello"
        call("new", str(file), f"name={system}", "rounds=5", f"system={system}")
        form = {"name": system, "rounds": "5", "system": system, "tie_breaks": preselected}
        small.post("/new", form)
        announced = []
        for path in (file, small.folder / f"{system}.crivello"):
            with Desk.open(path, "another program") as desk:
                announced.append(desk.section("A").settings.tie_breaks)
        assert announced[0] == announced[1] != (), system
    none = small.folder / "none.crivello"
    call("new", str(none), "name=None", "rounds=5", "tie-breaks=")
    with Desk.open(none, "another program") as desk:
        assert desk.section("A").settings.tie_breaks == ()
