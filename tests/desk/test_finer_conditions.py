"""Conditions of look-ups and descriptions that whole actions reach only by chance."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from crivello.desk import actions as a
from crivello.desk.announcement import prizes_path
from crivello.desk.by_hand import pair_players
from crivello.desk.descriptions import author_sentence, describe_event
from crivello.desk.events import from_json, to_json
from crivello.desk.lookup import find_members, find_players, find_results
from crivello.desk.player_data import teams_of
from crivello.desk.publications import published_section
from crivello.desk.refusals import EditionSuperseded, ReasonMissing
from crivello.desk.roles import Author, DeviceRole
from crivello.model.errors import RemedyKind, WordError
from crivello.model.player import Player
from crivello.model.player_fields import TEAM_FIELD
from crivello.model.result import Result
from crivello.model.tables import BoardResult
from tests.desk.desks import A, fresh, play
from tests.desk.matches import enter, league, publish


def test_players_by_numbers_ranges_and_fide_ids(tmp_path: Path) -> None:
    desk = fresh(tmp_path, 6)
    desk.act(a.Register(A, (Player("Neri, Eva", id=0, number=0, rating=1000, fide_id=801234),)))
    section = desk.section(A)
    assert find_players(section, ("2", "4-5")) == (2, 4, 5)
    assert find_players(section, ("801234",)) == (7,)
    assert find_players(section, ("id:7", "1")) == (7, 1)
    for word, said in (("5-3", "5-3"), ("9", "9"), ("801235", "801235")):
        with pytest.raises(WordError, match=said):
            find_players(section, (word,))


def test_a_line_of_a_match(tmp_path: Path) -> None:
    desk = league(tmp_path, boards=3)
    publish(desk)
    section = desk.section(A)

    def read(text: str, turned: bool | None = None) -> tuple[BoardResult, ...]:
        return find_results(section, 1, text, turned)

    win, draw = Result.WHITE_WINS, Result.DRAW
    assert read("1.2 1") == (BoardResult(1, 2, win, None),)
    assert read("1.2 1", True) == (BoardResult(1, 2, win, True),)
    assert [(one.board, one.result) for one in read("2 1 = 1")] == [(1, win), (2, draw), (3, win)]
    assert {one.result for one in read("2 a")} == {Result.ADJOURNED}
    assert len(read("2 a")) == 3
    for text, turned in (("2 1 =", None), ("2 1 = 1 1", None), ("2 1 = 1", True), ("2", None)):
        with pytest.raises(WordError):
            read(text, turned)


def test_a_line_up_by_places_in_the_team(tmp_path: Path) -> None:
    section = league(tmp_path, boards=3, members=4).section(A)
    team = next(iter(section.registrations))
    members = [one.id for one in section.registration(team).members]
    assert find_members(section, team, "4,1") == (members[3], members[0], None)
    assert find_members(section, team, "0,2,-") == (None, members[1], None)
    for word in ("5", "00", "x"):
        with pytest.raises(WordError, match=word):
            find_members(section, team, f"1,{word}")


def test_players_of_a_table_by_their_teams() -> None:
    def member(name: str, team: str) -> Player:
        return Player(name, id=0, number=0, tags=((TEAM_FIELD.key, team),))

    teams = teams_of([member("Ada", "Lions"), member("Ben", "Owls"), member("Cleo", "Lions")])
    assert [(one.team.name, [p.name for p in one.members]) for one in teams] == [
        ("Lions", ["Ada", "Cleo"]),
        ("Owls", ["Ben"]),
    ]
    with pytest.raises(WordError, match="Ben"):
        teams_of([member("Ada", "Lions"), member("Ben", " ")])


def test_before_round_1_no_player_is_public(tmp_path: Path) -> None:
    shown = published_section(fresh(tmp_path, 6).section(A))
    assert (shown.key, dict(shown.registrations), shown.rounds) == (A, {}, ())


def test_prizes_stand_next_to_the_tournament() -> None:
    path = Path("there", "open.crivello")
    assert prizes_path(path, ("A", "B"), "A") == Path("there", "open.prizes.toml")
    assert prizes_path(path, ("A", "B"), "B") == Path("there", "open-b.prizes.toml")


@pytest.mark.parametrize(
    ("author", "said"),
    [
        (None, "Anna"),
        (Author(DeviceRole.CHIEF, "", "k1"), "Anna"),
        (Author(DeviceRole.TABLE, "tablet 3", "k1"), "tablet 3 (players at the table)"),
    ],
)
def test_who_did_it(author: Author | None, said: str) -> None:
    assert str(author_sentence("Anna", author)) == said


def test_a_superseded_edition_leads_to_the_current_one() -> None:
    refusal = EditionSuperseded(system="dutch-2017", current="dutch-2026")
    remedy = refusal.remedy
    assert remedy is not None
    assert (remedy.kind, remedy.key, remedy.value) == (
        RemedyKind.CHOOSE_EDITION,
        "system",
        "dutch-2026",
    )


def test_colours_of_a_board_are_reversed_and_restored(tmp_path: Path) -> None:
    desk = league(tmp_path)
    publish(desk)
    enter(desk, (Result.WHITE_WINS, Result.DRAW))
    desk.act(a.PublishResults(A))

    def corrected(result: Result, turned: bool | None) -> str:
        done = desk.act(a.CorrectResult(A, 1, 1, result, turned=turned, game=1), reason="sheet")
        return str(describe_event(done.event).sentence)

    assert "0-1  ½-½ (colours reversed on board 1)." in corrected(Result.BLACK_WINS, True)
    assert "1-0  ½-½ (colours of the pairing on board 1)." in corrected(Result.WHITE_WINS, False)
    assert "(" not in corrected(Result.DRAW, None)
    game = desk.section(A).rounds[0].table(1).games[0]
    assert game is not None
    assert not game.reversed


def test_the_opponent_of_a_player_who_did_not_come_gets_the_bye() -> None:
    paired = pair_players(((1, 2), (3, 4), (5, 6)), None, 1, 4, frozenset({2}))
    assert paired == (((1, 4), (5, 6)), 3)


def test_a_correction_for_rating_is_stored_as_such(tmp_path: Path) -> None:
    desk = fresh(tmp_path, 6)
    play(desk, 2)
    desk.act(a.EndRound(A))
    done = desk.act(a.CorrectResult(A, 1, 1, Result.DRAW), reason="sheet")
    stored = json.loads(to_json(done.event))
    assert stored["effect"] == "rating"
    # Files of earlier versions do not say whether colours were restored: they were not.
    stored.pop("restored", None)
    assert from_json("ResultCorrected", json.dumps(stored)) == done.event


def test_points_are_given_with_a_reason(tmp_path: Path) -> None:
    desk = fresh(tmp_path, 6)
    with pytest.raises(ReasonMissing):
        desk.act(a.AdjustPoints(A, (1,), 1))
    desk.act(a.AdjustPoints(A, (1,), 1), reason="a penalty")
