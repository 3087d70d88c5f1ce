"""Files of team events and of matches of two games: read, written, paired, checked, generated."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from crivello.audit.checker import Verdict, check
from crivello.audit.generator import draw_recipe, generate
from crivello.audit.recipe import Recipe
from crivello.formats.json_form import read_json, write_json
from crivello.formats.trf import losses, read_trf, write_trf
from crivello.model.errors import Illegal, Malformed
from crivello.model.matches import MatchTournament
from crivello.model.result import Bye, Result
from crivello.model.settings import ColourPreferences, ForfeitedMatch, Lineup, PrimaryScore
from crivello.systems.registry import find
from tests.cli.calling import call
from tests.support.data import DATA

TEAMS = DATA / "teams"


def event_of_file(text: str | bytes, tolerant: bool = False) -> MatchTournament:
    found = read_trf(text, tolerant).tournament
    assert isinstance(found, MatchTournament)
    return found


@pytest.mark.parametrize(
    ("case", "boards"),
    [
        (1, "4-2 3-1 7-5 6-8"),
        (2, "2-1 9-3 10-4 6-8 5-7"),
        (3, "5-1 2-3 4-8 6-9 7-10"),
    ],
)
def test_cases_on_which_the_reference_program_agrees(case: int, boards: str) -> None:
    event = event_of_file((TEAMS / f"case{case}.trf").read_bytes())
    pairing = find("team-2026").pair(event, event.next_round)
    assert sorted(map(str, pairing.boards)) == sorted(boards.split())


@pytest.mark.parametrize("key", ["team-2026", "doubleswiss-2026"])
@pytest.mark.parametrize("seed", range(8))
def test_generated_events_come_back_and_are_right(key: str, seed: int) -> None:
    event = generate(draw_recipe(key, seed, 7 + seed), seed)
    assert isinstance(event, MatchTournament)
    plain = tuple(replace(one, entered=1, withdrawn_after=None) for one in event.players)
    assert {report.verdict for report in check(event, find(key))} == {Verdict.SAME}
    back = event_of_file(write_trf(event, "trf26"))
    assert [replace(one, rank=None) for one in back.players] == [
        replace(one, rank=None, name=back.player[one.id].name) for one in plain
    ]
    for number, this in enumerate(event.rounds, start=1):
        assert {*back.round(number).games} == {*this.games}
        assert back.round(number).byes == this.byes
    assert sorted(back.points) == sorted(event.points)
    assert sorted(back.secondary) == sorted(event.secondary)
    assert back.settings.options == event.settings.options
    again = read_json(write_json(event))
    assert isinstance(again, MatchTournament)
    assert again.matches == event.matches


def test_nothing_of_a_team_event_is_lost() -> None:
    event = generate(Recipe(players=7, rounds=4, system="team-2026", forfeit_rate=5), 3)
    assert losses(event, "trf26") == []
    assert "Not stored in full: matches, line-ups and byes of teams." in {
        str(loss.sentence) for loss in losses(event, "trf16")
    }


HEAD = """\
012 Little league
082 3
142 3
152 W
192 FIDE_TEAM_TYPEB_GP_MP
362 TW 3.0   TD 1.0   TL 0.0
352 WB
"""
PLAYERS = "\n".join(
    f"001 {n:4}      {'P' + str(n):33} {2000 + n:4}{'':28} 0.0 {n:4}  {cell}"
    for n, cell in enumerate(
        ["   4 w 1", "   3 b =", "   2 w =", "   1 b 0", "0000 - U", "0000 - U"], start=1
    )
)
RECORDS = """
310   1 Alfa                             ALF     2000    3.0    1.5   1     1    2
310   2 Beta                             BET     1990    0.0    0.5   3     3    4
310   3 Gamma                                    1980    1.0    1.0   2     5    6
320  1.0  1.0 003
300   1   2   1    4    3
240 H 002    2
260 001 002    1    3
"""


def test_the_records_of_teams_are_read() -> None:
    event = event_of_file(HEAD + PLAYERS + RECORDS)
    options = event.settings.options
    assert options.colour_preferences is ColourPreferences.TYPE_B
    assert options.primary_score is PrimaryScore.GAME
    assert [team.short_name for team in event.teams] == ["ALF", "BET", ""]
    team_event = event.individual.settings.team_event
    assert team_event is not None
    assert (team_event.scoring.win, team_event.scoring.draw) == (3, 1)
    assert team_event.lineups == (Lineup(1, 2, (4, 3)),)
    assert team_event.byes == ((1, 3, Bye.PAIRING_ALLOCATED), (2, 2, Bye.HALF_POINT))
    assert [apart.players for apart in event.settings.forbidden] == [(1, 3)]
    (match,) = event.round_matches(1)
    assert (match.white, match.black, match.points) == (1, 2, (3, 1))
    assert event.secondary_scores(2) == {1: 3, 2: 0, 3: 1}
    again = event_of_file(write_trf(event, "trf26"))
    assert again.individual.settings == event.individual.settings
    assert again.rounds == event.rounds


def test_the_points_of_a_team_are_compared_in_points() -> None:
    """Match points are 1, 0.5 and 0: record 310 states 1.0 and 1.5, and there is no warning."""
    halves = HEAD.replace("TW 3.0   TD 1.0", "TW 1.0   TD 0.5")
    records = RECORDS.replace("2000    3.0", "2000    1.0").replace("320  1.0", "320  0.5")
    records = records.replace("1980    1.0", "1980    0.5")
    assert [str(one) for one in read_trf(halves + PLAYERS + records).warnings] == []
    (warning,) = read_trf(halves + PLAYERS + records.replace("1980    0.5", "1980    1.0")).warnings
    assert str(warning) == "Team 3 has 1.0 in the file; its results give 0.5."
    assert (warning.line, warning.column) == (16, 55)


@pytest.mark.parametrize("order", ["GP_MP", "MP_GP"])
def test_before_round_1_teams_have_no_points(order: str) -> None:
    players = "\n".join(line[:91].rstrip() for line in PLAYERS.splitlines())
    teams = "".join(
        f"\n310 {team:3} {'Team':46}{'0.0':>6} {'0.0':>6}      {2 * team - 1:4} {2 * team:4}"
        for team in (1, 2, 3)
    )
    document = read_trf(HEAD.replace("GP_MP", order) + players + teams + "\n")
    assert isinstance(document.tournament, MatchTournament)
    assert document.tournament.next_round == 1
    assert document.warnings == ()


def test_the_bye_of_a_team_may_be_worth_a_quarter_of_a_point() -> None:
    quarter = RECORDS.replace("320  1.0  1.0", "320  1.0 0.25").replace("1.0    1.0", "1.0   0.25")
    document = read_trf(HEAD + PLAYERS + quarter)
    event = document.tournament
    assert document.warnings == ()
    assert "320  1.0 0.25 003" in write_trf(event, "trf26").splitlines()


def test_a_forfeited_match_is_read_and_written() -> None:
    text = HEAD.replace("GP_MP", "MP_GP") + PLAYERS + RECORDS + "330 -+ 002 001 003\n"
    event = event_of_file(text)
    team_event = event.individual.settings.team_event
    assert team_event is not None
    assert team_event.forfeits == (ForfeitedMatch(2, 1, 3, Result.BLACK_WINS_BY_FORFEIT),)
    assert "330 -+ 002 001 003" in write_trf(event, "trf26").splitlines()


def test_a_match_with_a_forfeit_on_each_side_is_played_for_the_bye() -> None:
    """5 and 6 have 5 points and may have the bye; in one match of 6 each forfeited a game.

    So both have played six matches, and 6 has the larger number.
    """
    # C.04.5: 3.4
    event = event_of_file((DATA / "findings" / "ds-100312-7.trf").read_bytes())
    forfeited = event.round_matches(4)
    assert [one.has_no_colour for one in forfeited if 6 in (one.white, one.black)] == [True]
    system = find("doubleswiss-2026")
    assert system.pair(event, 7).bye == system.sift(event, 7).bye == 6


SOME_MORE = """\
250  2.0      001 002    1    2
260 001 003    1    3
299 H   1.0   0.5  002    2
801 1 Informative
802 1 Informative too
"""


def test_every_record_of_teams_comes_back() -> None:
    text = HEAD.replace("GP_MP", "MP_GP") + PLAYERS + RECORDS + "330 -+ 002 001 003\n" + SOME_MORE
    event = event_of_file(text)
    written = write_trf(event, "trf26")
    named = {line[:3] for line in text.splitlines()} - {"142"}
    assert {"240", "250", "260", "299", "300", "310", "320", "330", "352", "362", "801"} < named
    assert named <= {line[:3] for line in written.splitlines()}
    again = event_of_file(written)
    assert again.individual.settings == event.individual.settings
    assert again.rounds == event.rounds
    assert again.settings.adjustments == event.settings.adjustments
    assert write_trf(again, "trf26") == written


@pytest.mark.parametrize(
    "text",
    [
        "362 W 3.0 D 1.0 L 0.0",
        "362 TW3.0 TD1.0 TL0.0",
        "362 TW  3.0   TD  1.0   TL  0.0",  # the points a column later
        "362  TW 3.0   TD 1.0   TL 0.0",
    ],
)
def test_match_points_in_other_spellings_are_repaired(text: str) -> None:
    other = HEAD.replace("362 TW 3.0   TD 1.0   TL 0.0", text) + PLAYERS + RECORDS
    with pytest.raises(Malformed):
        read_trf(other)
    document = read_trf(other, tolerant=True)
    assert [repair.taken for repair in document.repairs] == ["TW 3 TD 1 TL 0"]
    event = document.tournament
    assert isinstance(event, MatchTournament)
    team_event = event.individual.settings.team_event
    assert team_event is not None
    assert team_event.scoring.win == 3


def test_a_record_about_a_team_that_does_not_exist_is_refused() -> None:
    with pytest.raises(Illegal):
        read_trf(HEAD + PLAYERS + RECORDS + "240 Z 003    9\n")


def test_the_line_up_of_a_team_that_does_not_exist_is_left_out() -> None:
    lines = "300   1   9   1    1    2\n300   1   2   1    3    4\n"
    text = HEAD + PLAYERS + RECORDS.replace("300   1   2   1    4    3\n", "") + lines
    team_event = event_of_file(text, tolerant=True).individual.settings.team_event
    assert team_event is not None
    assert team_event.lineups == (Lineup(1, 2, (3, 4)),)


def test_a_player_of_two_teams_belongs_to_the_first() -> None:
    twice = RECORDS.replace("3     3    4", "3     3    4    2")
    document = read_trf(HEAD + PLAYERS + twice)
    event = document.tournament
    assert isinstance(event, MatchTournament)
    assert [team.members for team in event.individual.settings.teams] == [(1, 2), (3, 4), (5, 6)]
    (warning,) = document.warnings
    assert str(warning) == "Player 2 belongs to two teams; the first one holds."
    assert (warning.line, warning.column, warning.player, warning.found) == (15, 84, 2, "2")


def test_match_points_are_for_team_events_only() -> None:
    line = "250  2.0  0.0 001 001    1    2\n"
    with pytest.raises(Malformed):
        read_trf("012 Players\n" + PLAYERS.replace("0000 - U", "   0 - Z") + "\n" + line)
    event = event_of_file(HEAD.replace("GP_MP", "MP_GP") + PLAYERS + RECORDS + line)
    assert event.settings.acceleration.virtual == ((1, (2,)), (2, (2,)))


def test_baku_by_match_points() -> None:
    recipe = Recipe(players=12, rounds=9, system="team-2026", acceleration="baku-2026")
    event = generate(recipe, 1)
    text = write_trf(event, "trf26")
    assert "192 FIDE_TEAM_TYPEA_MP_GP_BAKU" in text
    back = event_of_file(text)
    assert back.settings.acceleration.method == "baku-2026"
    assert {report.verdict for report in check(back, find("team-2026"))} == {Verdict.SAME}


def test_game_points_are_not_accelerated() -> None:
    # C.04.7: 1.4
    recipe = Recipe(
        players=12,
        rounds=9,
        system="team-2026",
        acceleration="baku-2026",
        choices=(("primary-score", "game"),),
    )
    with pytest.raises(Illegal, match="uses match points"):
        generate(recipe, 1)


def test_what_the_file_says_of_points_is_compared() -> None:
    wrong = RECORDS.replace("  3.0    1.5   1", "  2.0    1.5   1")
    (warning,) = read_trf(HEAD + PLAYERS + wrong).warnings
    assert "Team 1 has 2" in str(warning.sentence)
    wrong = RECORDS.replace("  3.0    1.5   1", "  3.0    2.0   1")
    (warning,) = read_trf(HEAD + PLAYERS + wrong).warnings
    assert str(warning) == "Team 1 has 2.0 in the file; its results give 1.5."
    assert (warning.line, warning.column) == (14, 62)


def test_a_team_event_of_2025_is_checked_by_the_rules_of_2026(tmp_path: Path) -> None:
    """See docs/decisions/teams-before-2026.md."""
    file = tmp_path / "old.trf"
    file.write_text("042 2025/05/01\n" + (TEAMS / "case1.trf").read_text("utf-8"), "utf-8")
    checked = call("check", file)
    assert "No edition of the team system was in force on 2025-05-01" in checked.out
    assert "It is checked by the edition that fits best: team-2026." in checked.out
    refused = call("pair", file)
    assert refused.code == 3
    assert "Name one: team-2026." in refused.err


def test_at_the_command_line() -> None:
    case = str(TEAMS / "case2.trf")
    for words, expected in (
        (["pair", case], "2  Team 2"),
        (["check", case], "FIDE Swiss Team System, 2026"),
        (["explain", case, "--round", "4"], "Scoregroup at score 3"),
        (["explain", case, "--round", "4", "--player", "2"], "Why this opponent?"),
        (["pair", case, "--option", "following-upfloaters=fewest"], "3  Team 3"),
        (["standings", case], "Team 1"),
        (["generate", "--system", "team", "--seed", "1", "--players", "6", "--rounds", "2"], "310"),
        (["generate", "--system", "doubleswiss", "--seed", "1"], "192 FIDE_DOUBLESWISS"),
    ):
        answer = call(*words)
        assert expected in answer.out, words


def test_teams_come_by_number_with_their_ranks_of_up_to_three_digits() -> None:
    lines = RECORDS.strip("\n").splitlines()
    lines[0] = lines[0].replace("1.5   1 ", "1.5 121 ")
    shuffled = "\n".join(["", lines[2], lines[0], lines[1], *lines[3:], ""])
    event = event_of_file(HEAD + PLAYERS + shuffled)
    teams = event.individual.settings.teams
    assert [(team.name, team.rank) for team in teams] == [("Alfa", 121), ("Beta", 3), ("Gamma", 2)]


def test_points_for_a_team_that_does_not_exist_are_left_out() -> None:
    text = HEAD + PLAYERS + RECORDS + "299 H   1.0   0.5  002    9\n"
    with pytest.raises(Illegal):
        read_trf(text)
    assert event_of_file(text, tolerant=True).settings.adjustments == ()
