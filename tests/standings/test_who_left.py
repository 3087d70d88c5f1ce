"""Lots, values from outside, and players who left the tournament, in the standings."""

from dataclasses import replace
from typing import Any

from crivello.model.tournament import Tournament
from crivello.standings.standings import standings
from crivello.standings.wording import standings_table
from crivello.words import Language, translator
from tests.standings.events import event


def drawn(*changes: dict[str, Any]) -> Tournament:
    """Return four players with equal points, with changes applied one by one."""
    four = event("1 3 ½, 4 2 ½", ratings=(2000, 1900, 1800, 1700))
    given = zip(four.players, (*changes, {}, {}, {}, {}), strict=False)
    return replace(four, players=tuple(replace(one, **change) for one, change in given))


def order(tournament: Tournament, *codes: str) -> list[tuple[int, int]]:
    return [(row.rank, row.player.id) for row in standings(tournament, codes=codes).rows]


def names(tournament: Tournament, language: Language = Language.EN) -> list[str]:
    table = standings_table(tournament, standings(tournament), translator(language))
    place = [column.key for column in table.columns].index("name")
    return [row[place].text for row in table.rows]


def test_lots_separate_the_tied_and_who_has_none_comes_last() -> None:
    lots = drawn(
        {"tags": (("lot", "3"),)}, {"tags": (("lot", "1"),)}, {}, {"tags": (("lot", "2"),)}
    )
    assert order(lots, "LOT") == [(1, 2), (2, 4), (3, 1), (4, 3)]
    assert order(drawn(), "LOT") == [(1, 1), (1, 2), (1, 3), (1, 4)]


def test_the_higher_value_from_outside_comes_first() -> None:
    values = drawn(
        {"tags": (("ext", "1.5"),)}, {"tags": (("ext", "10"),)}, {"tags": (("ext", "1,75"),)}
    )
    assert order(values, "EXT") == [(1, 2), (2, 3), (3, 1), (4, 4)]
    table = standings_table(values, standings(values, codes=("EXT",)), translator(Language.EN))
    assert [row[-1].text for row in table.rows] == ["10", "1.75", "1.50", "–"]


def test_who_left_is_marked() -> None:
    some = drawn(
        {"name": "A", "withdrawn_after": 1},
        {"name": "B", "withdrawn_after": 1, "expelled": True},
        {"name": "C"},
    )
    assert names(some)[:3] == ["A (withdrawn)", "B (expelled)", "C"]
    assert names(some, Language.IT)[:2] == ["A (ritirato)", "B (espulso)"]


def test_an_expelled_player_leaves_the_standings_if_the_arbiter_says_so() -> None:
    out: dict[str, Any] = {"withdrawn_after": 1, "expelled": True, "tags": (("standings", "no"),)}
    assert order(drawn({}, out), "BH") == [(1, 1), (1, 3), (1, 4)]
    stays = drawn({}, {"tags": (("standings", "no"),)})  # only those who were expelled
    assert len(order(stays, "BH")) == 4
    buchholz = {
        row.player.id: row.values[1] for row in standings(drawn({}, out), codes=("BH",)).rows
    }
    before = {row.player.id: row.values[1] for row in standings(drawn(), codes=("BH",)).rows}
    assert buchholz == {player: before[player] for player in buchholz}
