"""Teams and matches of two games at the desk, from registration to the report file."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from crivello.audit.checker import Verdict, check
from crivello.desk import Desk
from crivello.desk import actions as a
from crivello.desk import notices as n
from crivello.desk import refusals as r
from crivello.desk.announcement import Announcement, LineupOrder
from crivello.desk.events import (
    ChangeCase,
    Effect,
    EnteredResult,
    Meta,
    RequestedBye,
    ResultCorrected,
    ResultsEntered,
    TeamLineup,
)
from crivello.desk.fold import apply
from crivello.desk.player_data import read_members
from crivello.desk.preconditions import check as check_event
from crivello.desk.publications import published_section
from crivello.desk.rederive import Rederivation
from crivello.formats.trf.reader import read_trf
from crivello.formats.trf.writer import write_trf
from crivello.model.matches import MatchTournament
from crivello.model.player import Player
from crivello.model.result import Bye, Result
from crivello.model.sentence import PlayerRef
from crivello.model.settings import Apart
from crivello.model.tournament import Game
from crivello.standings.crosstable import crosstable
from crivello.standings.standings import standings
from crivello.systems.registry import find
from tests.desk.desks import A, Clock
from tests.desk.matches import double_swiss, enter, league, play, publish, team


def event(desk: Desk) -> MatchTournament:
    found = desk.tournament(A)
    assert isinstance(found, MatchTournament)
    return found


def points(desk: Desk) -> dict[str, tuple[int, int]]:
    """Return match points and game points (in halves) of every team."""
    found = event(desk)
    scores = {row.player.id: row.score for row in standings(found).rows}
    games = found.secondary_scores(len(desk.section(A).rounds) + 1)
    return {one.name: (scores[one.id], games.get(one.id, 0)) for one in found.players}


def names(desk: Desk, team_name: str) -> list[str]:
    """Return the names of a team's players in the round being played."""
    section = desk.section(A)
    (found,) = (one.id for one in section.listed_players if one.name == team_name)
    seats = section.rounds[-1].lineups[found]
    return ["" if player is None else section.people[player].name for player in seats]


def number_of(desk: Desk, name: str) -> int:
    return next(one.id for one in desk.section(A).listed_players if one.name == name)


def test_teams_are_numbered_by_the_average_of_their_boards(tmp_path: Path) -> None:
    with league(tmp_path) as desk:
        listed = desk.section(A).listed_players
        assert [one.name for one in listed] == ["Team 01", "Team 02", "Team 03", "Team 04"]
        assert [one.rating for one in listed] == [2378, 2358, 2338, 2318]


def test_results_of_boards_give_match_points_and_game_points(tmp_path: Path) -> None:
    with league(tmp_path) as desk:
        publish(desk)
        desk.act(a.EnterBoards(A, (a.BoardResult(1, 1, Result.WHITE_WINS),)))
        assert desk.section(A).rounds[0].games[0].result is None
        desk.act(a.EnterBoards(A, (a.BoardResult(1, 2, Result.DRAW),)))
        assert desk.section(A).rounds[0].games[0].result is Result.WHITE_WINS
        desk.act(a.EnterBoards(A, tuple(a.BoardResult(2, k, Result.DRAW) for k in (1, 2))))
        found = points(desk)
        assert found["Team 01"] == (2, 3)
        assert found["Team 03"] == (0, 1)
        assert found["Team 02"] == found["Team 04"] == (1, 2)


def test_the_side_named_first_comes_first_on_every_board(tmp_path: Path) -> None:
    with league(tmp_path) as desk:
        publish(desk)
        enter(desk, (Result.WHITE_WINS, Result.WHITE_WINS))
        first, second = desk.section(A).rounds[0].boards[0]
        assert first is not None
        assert first.result is Result.WHITE_WINS
        assert second is not None
        assert second.result is Result.BLACK_WINS
        assert event(desk).matches[0][0].points == (4, 0)


def test_a_line_up_is_the_first_players_unless_another_is_handed_in(tmp_path: Path) -> None:
    with league(tmp_path) as desk:
        one = number_of(desk, "Team 01")
        members = [player.id for player in desk.section(A).registration(one).members]
        desk.act(a.SetLineups(A, (TeamLineup(one, (members[0], members[2])),), 1))
        publish(desk)
        assert names(desk, "Team 01") == ["Player 1.1", "Player 1.3"]
        assert names(desk, "Team 02") == ["Player 2.1", "Player 2.2"]
        desk.act(a.SetLineups(A, (TeamLineup(one, (members[1], members[2])),)))
        assert names(desk, "Team 01") == ["Player 1.2", "Player 1.3"]
        desk.undo()
        assert names(desk, "Team 01") == ["Player 1.1", "Player 1.3"]
        enter(desk)
        desk.act(a.PublishResults(A))
        publish(desk)
        assert names(desk, "Team 01") == ["Player 1.1", "Player 1.2"]


def test_a_line_up_after_the_publication_changes_its_own_match_only(tmp_path: Path) -> None:
    desk = league(tmp_path)
    publish(desk)
    before = desk.section(A).rounds[0]
    one = before.games[0].white
    members = [player.id for player in desk.section(A).registration(one).members]
    desk.act(a.SetLineups(A, (TeamLineup(one, (members[0], members[2])),), 1), reason="ill")
    after = desk.section(A).rounds[0]
    assert after.games == before.games
    assert len(after.boards) == len(before.boards) == 2
    assert after.boards[1:] == before.boards[1:]
    assert after.boards[0] != before.boards[0]


def test_another_board_order_does_not_change_what_was_played(tmp_path: Path) -> None:
    with league(tmp_path) as desk:
        play(desk, 1)
        before = names(desk, "Team 01")
        one = number_of(desk, "Team 01")
        kept = desk.section(A).registration(one)
        entry = replace(team(1), team=kept.player, members=kept.members[::-1])
        desk.act(a.ChangeTeam(A, entry))
        assert names(desk, "Team 01") == before
        publish(desk)
        assert names(desk, "Team 01") == ["Player 1.3", "Player 1.2"]
        enter(desk)
        assert verdicts(desk) == {Verdict.SAME}


def test_any_order_where_that_is_announced(tmp_path: Path) -> None:
    free = Announcement(correction_minutes=30, lineup_order=LineupOrder.FREE)
    with league(tmp_path, announced=free) as desk:
        one = number_of(desk, "Team 01")
        members = [player.id for player in desk.section(A).registration(one).members]
        desk.act(a.SetLineups(A, (TeamLineup(one, (members[2], members[0])),), 1))
        publish(desk)
        assert names(desk, "Team 01") == ["Player 1.3", "Player 1.1"]
        enter(desk)
        assert verdicts(desk) == {Verdict.SAME}


def test_after_the_deadline_a_line_up_needs_a_reason(tmp_path: Path) -> None:
    clock = Clock()
    times = Announcement(correction_minutes=30, lineup_minutes=60)
    with league(tmp_path, announced=times, clock=clock) as desk:
        begins = clock.time.astimezone()
        desk.act(
            a.SetSchedule(
                round_dates=(begins.strftime("%Y/%m/%d"),),
                round_times=(begins.strftime("%H:%M"),),
            )
        )
        one = number_of(desk, "Team 01")
        members = [player.id for player in desk.section(A).registration(one).members]
        action = a.SetLineups(A, (TeamLineup(one, (members[0], members[2])),), 1)
        with pytest.raises(r.ReasonMissing):
            desk.act(action)
        clock.forward(-90)
        desk.act(action)
        clock.forward(90)
        desk.act(a.SetLineups(A, (TeamLineup(one, tuple(members[:2])),), 1), reason="ill")


def test_a_player_who_sits_alone_has_the_point(tmp_path: Path) -> None:
    with league(tmp_path) as desk:
        one = number_of(desk, "Team 01")
        first = desk.section(A).registration(one).members[0].id
        desk.act(a.SetLineups(A, (TeamLineup(one, (first, None)),), 1))
        publish(desk)
        with pytest.raises(r.NoBoardThere):
            desk.act(a.EnterBoards(A, (a.BoardResult(1, 2, Result.DRAW),)))
        desk.act(a.EnterBoards(A, (a.BoardResult(1, 1, Result.DRAW),)))
        assert desk.section(A).rounds[0].games[0].result is Result.BLACK_WINS
        assert event(desk).matches[0][0].points == (1, 3)


def test_a_team_that_does_not_appear_forfeits_every_board(tmp_path: Path) -> None:
    with league(tmp_path) as desk:
        publish(desk)
        match = desk.section(A).rounds[0].games[0]
        desk.act(a.MarkNoShows(A, (match.black,), plays_on=True))
        assert desk.section(A).rounds[0].games[0].result is Result.WHITE_WINS_BY_FORFEIT
        boards = desk.section(A).rounds[0].boards[0]
        assert [game and game.result for game in boards] == [
            Result.WHITE_WINS_BY_FORFEIT,
            Result.BLACK_WINS_BY_FORFEIT,
        ]
        desk.act(a.EnterBoards(A, tuple(a.BoardResult(2, k, Result.DRAW) for k in (1, 2))))
        desk.act(a.PublishResults(A))
        publish(desk)  # nothing was played: they may meet again
        enter(desk)
        assert verdicts(desk) == {Verdict.SAME}


def test_boards_that_were_played_are_named_when_their_team_forfeits(tmp_path: Path) -> None:
    with league(tmp_path) as desk:
        publish(desk)
        match = desk.section(A).rounds[0].games[0]
        desk.act(a.EnterBoards(A, (a.BoardResult(1, 2, Result.WHITE_WINS),)))
        answer = desk.act(a.MarkNoShows(A, (match.black,)))
        (said,) = answer.notices
        game = desk.section(A).rounds[0].boards[0][1]
        assert game is not None
        assert (said.sentence.template, said.sentence.values) == (
            n.RESULT_FORFEITED,
            {
                "white": PlayerRef(game.white),
                "black": PlayerRef(game.black),
                "was": Result.BLACK_WINS,
            },
        )


def test_byes_late_entries_and_withdrawals_are_those_of_teams(tmp_path: Path) -> None:
    with league(tmp_path, 7, rounds=5) as desk:
        asks = number_of(desk, "Team 03")
        desk.act(a.RequestByes(A, (RequestedBye(asks, 2, Bye.HALF_POINT),)))
        play(desk, 2)
        desk.act(a.Withdraw(A, (number_of(desk, "Team 05"),)))
        desk.act(a.RegisterTeams(A, (team(8),)))
        late = max(desk.section(A).registrations)
        desk.act(a.Admit(A, (late,)))
        play(desk, 3)
        # Rounds that a team was not in are zero-point byes, in the order of the teams.
        of_teams = event(desk).individual.settings.team_event
        assert of_teams is not None
        named = {one.number: one.name for one in event(desk).players}
        assert [
            (number, named[team], bye)
            for number, team, bye in of_teams.byes
            if bye is not Bye.PAIRING_ALLOCATED
        ] == [
            (1, "Team 08", Bye.ZERO_POINT),
            (2, "Team 03", Bye.HALF_POINT),
            (2, "Team 08", Bye.ZERO_POINT),
            (3, "Team 05", Bye.ZERO_POINT),
            (4, "Team 05", Bye.ZERO_POINT),
            (5, "Team 05", Bye.ZERO_POINT),
        ]
        assert {one.status for one in desk.rederive(A)} == {Rederivation.SAME}
        assert verdicts(desk) == {Verdict.SAME}


def test_baku_goes_by_match_points(tmp_path: Path) -> None:
    with league(tmp_path, 8, rounds=5) as desk:
        settings = desk.section(A).settings
        wanted = replace(settings, acceleration=replace(settings.acceleration, method="baku-2026"))
        desk.act(a.ChangeSettings(A, wanted, desk.section(A).announced))
        publish(desk)
        # Group A, the first four by number, has two match points more and meets only itself.
        tournament = desk.tournament(A)
        number = {player.id: player.number for player in tournament.players}
        pairs = [{number[one.white], number[one.black]} for one in tournament.round(1).games]
        assert pairs == [{1, 3}, {2, 4}, {5, 7}, {6, 8}]
        enter(desk)
        desk.act(a.PublishResults(A))
        play(desk, 1)
        assert {one.status for one in desk.rederive(A)} == {Rederivation.SAME}
        assert verdicts(desk) == {Verdict.SAME}


def test_a_pairing_by_hand_is_judged(tmp_path: Path) -> None:
    with league(tmp_path) as desk:
        one, two, three, four = (player.id for player in desk.section(A).listed_players)
        desk.act(a.PairByHand(A, ((one, two), (three, four))))
        draft = desk.section(A).draft
        assert draft is not None
        assert draft.remarks
        with pytest.raises(r.ReasonMissing):
            desk.act(a.Publish(A))
        desk.act(a.Publish(A), reason="derby")
        change = a.ChangePublished(A, ((one, three), (four, two)), None, ChangeCase.CHIEF_ARBITER)
        desk.act(change, reason="wrong derby")
        games = desk.section(A).rounds[0].boards[0]
        members = desk.section(A).registration(three).members
        assert games[0] is not None
        assert games[0].black == members[0].id


def test_a_correction_names_the_board(tmp_path: Path) -> None:
    with league(tmp_path) as desk:
        play(desk, 1)
        with pytest.raises(r.NameTheBoard):
            desk.act(a.CorrectResult(A, 1, 1, Result.BLACK_WINS), reason="sheet")
        done = desk.act(a.CorrectResult(A, 1, 1, Result.BLACK_WINS, game=1), reason="sheet")
        assert isinstance(done.event, ResultCorrected)
        assert done.event.effect is Effect.NOW
        assert desk.section(A).rounds[0].games[0].result is Result.BLACK_WINS
        play(desk, 2)
        desk.act(a.CorrectResult(A, 1, 1, Result.DRAW, game=1), reason="late")
        (game, _) = desk.section(A).rounds[0].boards[0]
        assert game is not None
        assert (game.result, game.rating_result) == (Result.BLACK_WINS, Result.DRAW)
        rated = event(desk).for_rating().round(1).games[0]
        assert rated.result is Result.DRAW


def test_a_correction_of_a_whole_match_by_an_earlier_version_stays_allowed(tmp_path: Path) -> None:
    with league(tmp_path) as desk:
        play(desk, 1)
        done = desk.act(a.CorrectResult(A, 1, 1, Result.BLACK_WINS, game=1), reason="sheet").event
        assert isinstance(done, ResultCorrected)
        desk.undo()
        whole = replace(done, game=None)
        check_event(whole, desk.state)
        with pytest.raises(r.EffectUnfit):  # it cannot say which board had the colours reversed
            check_event(replace(whole, turned=True), desk.state)


def test_what_is_not_published_stays_at_the_desk(tmp_path: Path) -> None:
    with league(tmp_path) as desk:
        publish(desk)
        enter(desk)
        seen = published_section(desk.section(A))
        assert all(game.result is None for game in seen.rounds[0].games)
        assert all(g is None or g.result is None for one in seen.rounds[0].boards for g in one)


def test_the_log_tells_the_boards(tmp_path: Path) -> None:
    with league(tmp_path) as desk:
        publish(desk)
        done = desk.act(a.EnterBoards(A, (a.BoardResult(1, 1, Result.DRAW),)))
        assert "½-½  ·" in str(done.answer.sentence)


def test_a_file_is_the_same_after_reopening(tmp_path: Path) -> None:
    with league(tmp_path) as desk:
        play(desk, 2)
        before = desk.section(A)
    with Desk.open(tmp_path / "t.crivello") as desk:
        assert desk.section(A) == before
        assert desk.verify() == []


def test_a_double_swiss_from_registration_to_the_report(tmp_path: Path) -> None:
    with double_swiss(tmp_path, 7, rounds=4) as desk:
        desk.act(a.RequestByes(A, (RequestedBye(3, 2, Bye.HALF_POINT),)))
        play(desk, 3)
        desk.act(a.Withdraw(A, (5,)))
        play(desk, 1)
        found = event(desk)
        assert found.settings.rounds == 4
        assert len(found.individual.rounds) == 8
        assert found.individual.settings.rounds == 8
        assert {one.status for one in desk.rederive(A)} == {Rederivation.SAME}
        assert verdicts(desk) == {Verdict.SAME}


def test_both_games_of_a_match_count(tmp_path: Path) -> None:
    with double_swiss(tmp_path) as desk:
        publish(desk)
        first, second = desk.section(A).rounds[0].boards[0]
        assert first is not None
        assert second is not None
        assert (first.white, first.black) == (second.black, second.white)
        enter(desk, (Result.WHITE_WINS, Result.DRAW))
        white = desk.section(A).rounds[0].games[0].white
        scores = {row.player.id: row.score for row in standings(event(desk)).rows}
        assert scores[white] == 3
        desk.undo()
        assert desk.section(A).rounds[0].games[-1].result is None


def test_a_new_player_of_a_team_gets_an_id_of_their_own(tmp_path: Path) -> None:
    with league(tmp_path) as desk:
        one = number_of(desk, "Team 01")
        kept = desk.section(A).registration(one)
        more = (*kept.members, Player("Newcomer", id=0, number=0, rating=2500))
        desk.act(a.ChangeTeam(A, replace(team(1), team=kept.player, members=more)))
        ids = list(desk.section(A).people)
        assert len(ids) == len(set(ids)) == 13
        assert not set(ids) & set(desk.section(A).registrations)


def verdicts(desk: Desk) -> set[Verdict]:
    """Return the verdicts on all rounds of the report file, read back and checked."""
    text = write_trf(desk.tournament(A), "trf26")
    back = read_trf(text).tournament
    assert write_trf(back, "trf26") == text
    return {one.verdict for one in check(back, find(desk.section(A).settings.system or ""))}


# Colours reversed at a board


@pytest.mark.parametrize("two_games", [False, True])
def test_colours_reversed_at_a_board(tmp_path: Path, two_games: bool) -> None:
    """The result stays that of the side named first; the colours of the match do not change."""
    with double_swiss(tmp_path) if two_games else league(tmp_path) as desk:
        publish(desk)
        before = desk.section(A).rounds[0]
        first = before.boards[0][0]
        assert first is not None
        desk.act(a.EnterBoards(A, (a.BoardResult(1, 1, Result.WHITE_WINS, turned=True),)))
        after = desk.section(A).rounds[0]
        now = after.boards[0][0]
        assert now is not None
        assert (now.white, now.black, now.reversed) == (first.black, first.white, True)
        assert now.result is Result.BLACK_WINS
        assert after.table(1).results[0] is Result.WHITE_WINS
        desk.act(a.EnterBoards(A, (a.BoardResult(1, 2, Result.DRAW),)))
        match = event(desk).matches[0][0]
        assert (match.white, match.black) == (before.games[0].white, before.games[0].black)
        assert match.points == (3, 1)
        assert match.result is desk.section(A).rounds[0].games[0].result is Result.WHITE_WINS
        desk.undo()
        desk.undo()
        assert desk.section(A).rounds[0] == before


def test_a_file_with_one_reversed_board_keeps_the_colours_of_the_match(tmp_path: Path) -> None:
    with league(tmp_path, boards=4, members=4) as desk:
        publish(desk)
        enter(desk)
        desk.act(a.EnterBoards(A, (a.BoardResult(1, 1, Result.WHITE_WINS, turned=True),)))
        desk.act(a.PublishResults(A))
        assert verdicts(desk) == {Verdict.SAME}


def test_a_correction_of_colours_at_a_board(tmp_path: Path) -> None:
    with league(tmp_path) as desk:
        play(desk, 1)
        before = desk.section(A).rounds[0].boards[0][1]
        assert before is not None
        same = a.CorrectResult(A, 1, 1, Result.DRAW, game=2)
        with pytest.raises(r.NothingChanged):
            desk.act(same, reason="score sheet")
        desk.act(replace(same, turned=True), reason="score sheet")
        after = desk.section(A).rounds[0].boards[0][1]
        assert after is not None
        assert (after.white, after.black) == (before.black, before.white)
        assert (after.reversed, after.result) == (True, Result.DRAW)


def test_late_corrections_of_boards_are_for_rating_only(tmp_path: Path) -> None:
    """A second correction does not undo the first, and each can be undone alone."""
    with league(tmp_path) as desk:
        play(desk, 2)
        desk.act(a.EndRound(A))
        counted = points(desk)
        first = a.CorrectResult(A, 1, 1, Result.BLACK_WINS, turned=True, game=1)
        desk.act(first, reason="sheet")
        desk.act(a.CorrectResult(A, 1, 1, Result.WHITE_WINS, game=2), reason="sheet")
        one, two = desk.section(A).rounds[0].boards[0]
        assert one is not None
        assert two is not None
        assert one.result is Result.WHITE_WINS
        assert one.for_rating() == Game(one.black, one.white, Result.WHITE_WINS, reversed=True)
        assert two.result is Result.DRAW
        assert two.for_rating().result is Result.BLACK_WINS  # the side named first has Black
        assert points(desk) == counted
        with pytest.raises(r.NothingChanged):
            desk.act(first, reason="sheet")
        desk.act(a.CorrectResult(A, 1, 1, Result.WHITE_WINS, game=1), reason="right at first")
        one, two = desk.section(A).rounds[0].boards[0]
        assert one is not None
        assert two is not None
        assert one.for_rating() == Game(one.white, one.black, Result.WHITE_WINS)
        assert two.for_rating().result is Result.BLACK_WINS


def test_an_adjourned_board_gets_its_result_after_publication(tmp_path: Path) -> None:
    with league(tmp_path) as desk:
        publish(desk)
        enter(desk, (Result.ADJOURNED, Result.DRAW))
        desk.act(a.PublishResults(A))
        with pytest.raises(r.ResultStands):
            desk.act(a.EnterBoards(A, (a.BoardResult(1, 2, Result.WHITE_WINS),)))
        desk.act(a.EnterBoards(A, (a.BoardResult(1, 1, Result.BLACK_WINS),)))
        assert desk.section(A).rounds[0].games[0].result is Result.BLACK_WINS


ADJOURNED = Result.ADJOURNED


@pytest.mark.parametrize("two_games", [False, True])
def test_a_match_with_adjourned_boards_is_adjourned(tmp_path: Path, two_games: bool) -> None:
    with double_swiss(tmp_path) if two_games else league(tmp_path) as desk:
        publish(desk)
        enter(desk, (ADJOURNED, Result.WHITE_WINS))
        this = desk.section(A).rounds[0]
        assert {game.result for game in this.games} == {ADJOURNED}
        assert this.complete
        assert {game.result for game in desk.tournament(A).round(1).games} == {ADJOURNED}
        outcome = desk.act(a.Pair(A))
        (said,) = (one for one in outcome.notices if one.sentence.template == n.ADJOURNED)
        assert said.sentence.values["count"] == len(this.games)  # one board of each match


def test_taking_back_an_adjourned_board_opens_the_match(tmp_path: Path) -> None:
    with league(tmp_path) as desk:
        publish(desk)
        enter(desk, (ADJOURNED, ADJOURNED))
        desk.act(a.EnterBoards(A, (a.BoardResult(1, 1, None),)))
        assert desk.section(A).rounds[0].games[0].result is None
        assert not desk.section(A).rounds[0].complete


def test_boards_of_an_adjourned_match_that_are_over_are_corrected(tmp_path: Path) -> None:
    """Open boards get their results when their games end, even after the next round."""
    with league(tmp_path) as desk:
        publish(desk)
        enter(desk, (ADJOURNED, Result.WHITE_WINS))
        desk.act(a.PublishResults(A))
        publish(desk)
        with pytest.raises(r.ResultStands):
            desk.act(a.EnterBoards(A, (a.BoardResult(1, 2, Result.DRAW),), 1))
        with pytest.raises(r.ResultStands):
            desk.act(a.EnterBoards(A, (a.BoardResult(1, 1, None),), 1))
        desk.act(a.CorrectResult(A, 1, 1, Result.DRAW, game=2), reason="the sheet")
        assert desk.section(A).rounds[0].games[0].result is ADJOURNED
        desk.act(a.EnterBoards(A, (a.BoardResult(1, 1, Result.WHITE_WINS),), 1))
        assert desk.section(A).rounds[0].games[0].result is Result.WHITE_WINS
        assert {one.verdict for one in check(desk.tournament(A), find("team-2026"))} == {
            Verdict.SAME
        }


def test_a_match_recorded_as_drawn_by_an_earlier_version_is_adjourned(tmp_path: Path) -> None:
    """That version wrote the boards' points for pairing as the result of the match."""
    with league(tmp_path) as desk:
        publish(desk)
        state = desk.state
        game = desk.section(A).rounds[0].games[0]
        both = (ADJOURNED, ADJOURNED)
        entered = EnteredResult(1, game.white, game.black, Result.DRAW, games=both)
        event = ResultsEntered(A, 1, (entered,))
        check_event(event, state)
        after = apply(state, event, Meta("2026-03-01T10:00:00+00:00", "Ann", ""))
        assert after.section(A).rounds[0].games[0].result is ADJOURNED


def test_an_empty_board_has_no_colours_to_reverse(tmp_path: Path) -> None:
    with league(tmp_path, members=1) as desk:
        publish(desk)
        with pytest.raises(r.NoBoardThere):
            desk.act(a.EnterBoards(A, (a.BoardResult(1, 2, Result.DRAW, turned=True),)))


def test_the_crosstable_of_two_games_has_the_points_of_the_matches(tmp_path: Path) -> None:
    with double_swiss(tmp_path, 5) as desk:
        publish(desk)
        first, _ = desk.section(A).rounds[0].games
        desk.act(a.MarkNoShows(A, (first.black,), plays_on=True))
        drawn = tuple(a.BoardResult(2, k, Result.DRAW) for k in (1, 2))
        desk.act(a.EnterBoards(A, drawn))
        tournament = desk.tournament(A)
        table = crosstable(tournament, find("doubleswiss-2026").field_rules)
        texts = [table.text(row.cells[0]) for row in table.rows]
    assert sorted(texts) == ["+3W", "-1B", "2W 1", "4B 1", "PAB 1½"]


def test_results_of_a_match_stay_when_other_matches_are_changed(tmp_path: Path) -> None:
    with league(tmp_path, 6) as desk:
        publish(desk)
        desk.act(a.EnterBoards(A, (a.BoardResult(1, 1, Result.DRAW),)))
        before = desk.section(A).rounds[0]
        (first, *others) = ((match.white, match.black) for match in before.games)
        (a1, b1), (a2, b2) = others
        boards = (first, (a1, b2), (a2, b1))
        change = a.ChangePublished(A, boards, None, ChangeCase.CHIEF_ARBITER)
        desk.act(change, reason="two teams exchanged")
        now = desk.section(A).rounds[0]
        assert now.boards[0] == before.boards[0]
        assert [game.result for game in now.boards[1] if game is not None] == [None, None]


def test_competitors_kept_apart_until_a_match_are_so_for_both_its_games(tmp_path: Path) -> None:
    with double_swiss(tmp_path) as desk:
        desk.act(a.SetApart(A, (Apart((1, 2), last_round=2), Apart((3, 4)))))
        apart = event(desk).individual.settings.forbidden
    assert [(one.first_round, one.last_round) for one in apart] == [(1, 4), (1, None)]


@pytest.mark.parametrize(
    ("typed", "same"),
    [
        ("Neri, Eva; 2000; 77", True),
        ("Somebody Else; 2000; 77", True),  # the FIDE id says who it is
        ("Neri, Eva; 2000; 78", False),
        ("neri, eva", True),
        ("Neri, Ada", False),
    ],
)
def test_a_typed_member_is_the_one_known_before(typed: str, same: bool) -> None:
    known = Player(id=5, number=0, name="Neri, Eva", rating=1900, fide_id=77, federation="ITA")
    (found,) = read_members([typed], (known,))
    assert (found.id, found.federation) == ((5, "ITA") if same else (0, ""))


def test_a_member_without_a_fide_id_is_known_by_the_name() -> None:
    known = Player(id=5, number=0, name="Neri, Eva", rating=1900)
    (found,) = read_members(["Neri, Eva; 2000; 77"], (known,))
    assert (found.id, found.fide_id) == (5, 77)
