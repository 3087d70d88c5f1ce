"""Files of Swiss-Manager: every code and block on a small file, and four real files."""

import random
from dataclasses import replace
from pathlib import Path

import pytest

from crivello.formats import Form, form_of, read, read_document
from crivello.formats.json_form import read_json, write_json
from crivello.formats.swiss_manager.reader import read_swiss_manager
from crivello.formats.swiss_manager.structure import split_records
from crivello.formats.trf import losses, read_trf, write_trf
from crivello.model.consistency import errors
from crivello.model.errors import CrivelloError, Malformed, TooLarge, Unsupported
from crivello.model.history import histories
from crivello.model.matches import MatchTournament, individual_of
from crivello.model.player import NationalRecord, Sex, Title
from crivello.model.result import Bye, Colour, Result
from crivello.model.settings import Apart, ForfeitedMatch, Lineup, PrimaryScore, Team
from crivello.model.tournament import Game, Tournament
from crivello.rules.round_robin import berger_table
from crivello.systems.registry import find
from crivello.systems.request import choose_edition
from fuzz.mutations import damaged
from tests.support.data import DATA
from tests.support.samples import sample
from tests.support.swiss_manager import (
    BYE,
    NOT_PAIRED,
    PlayerRecord,
    Row,
    Sample,
    field_of,
    mark,
)

REAL = sorted((DATA / "swiss-manager").iterdir())


def read_sample(sample: Sample) -> Tournament:
    return read_swiss_manager(sample.written()).tournament


def games_of(*rows: tuple[int, int, int]) -> Tournament:
    players = 2 * len(rows) + 1
    return read_sample(Sample(field_of(players), [list(rows)]))


# How a file is known


@pytest.mark.parametrize("name", ["a.TUNX", "a.turx", "a.TUMX", "a.trf", "a.csv", ""])
def test_the_first_bytes_tell_a_file_of_swiss_manager_not_its_name(name: str) -> None:
    assert form_of(Sample(field_of(2)).written(), name) is Form.SWISS_MANAGER


def test_another_file_is_none_whatever_its_ending() -> None:
    assert form_of(b"012 Open", "a.tunx") is Form.TRF
    with pytest.raises(Malformed, match="does not begin like"):
        read_swiss_manager(b"012 Open")


@pytest.mark.parametrize(
    ("kind", "system"),
    [(0, None), (1, "roundrobin"), (2, "team-round-robin"), (3, "team-swiss")],
)
def test_the_type_byte_tells_the_kind_of_tournament(kind: int, system: str | None) -> None:
    assert read_sample(Sample(field_of(4), kind=kind)).settings.system == system


def test_a_round_robin_of_teams_is_not_paired() -> None:
    tournament = read_sample(Sample(field_of(4), kind=2))
    with pytest.raises(Unsupported, match="Round robins of teams"):
        choose_edition(tournament, None, "2026-11-16")


def test_an_unknown_type_is_refused_unless_tolerated() -> None:
    data = Sample(field_of(4), kind=9).written()
    with pytest.raises(Malformed) as caught:
        read_swiss_manager(data)
    assert [str(problem) for problem in caught.value.problems] == [
        "The type 9 of the tournament is not understood."
    ]
    (repair,) = read_swiss_manager(data, tolerant=True).repairs
    assert (repair.found, repair.taken) == ("9", "a Swiss tournament")
    assert repair.changes_pairing


# The tournament


def test_what_is_announced() -> None:
    titles = {
        0: "Open",
        3: "A Director",
        4: "A Club",
        5: "Town Hall",
        6: "One; Two",
        10: "Torino",
        14: "90 min + 30 s",
        20: "ita",
        21: "IA Chief",
        35: "FA Deputy",
    }
    settings = {0x47: 20260328, 0x4B: 20260402}
    dates = [20260328 + place for place in range(4)]
    sample = Sample(field_of(2), announced=4, titles=titles, settings=settings, dates=dates)
    found = read_sample(sample).settings
    assert (found.name, found.city, found.federation) == ("Open", "Torino", "ITA")
    assert (found.start, found.end) == ("2026/03/28", "2026/04/02")
    assert found.round_dates == ("2026/03/28", "2026/03/29", "2026/03/30", "2026/03/31")
    assert (found.rounds, found.time_control) == (4, "90 min + 30 s")
    assert found.chief_arbiter == "IA Chief"
    assert found.deputy_arbiters == ("FA Deputy", "One", "Two")
    assert found.comments == ("director: A Director", "organiser: A Club", "venue: Town Hall")


def test_the_edition_follows_from_the_date() -> None:
    late = Sample(field_of(2), settings={0x47: 20260328})
    early = Sample(field_of(2), settings={0x47: 20250328})
    assert choose_edition(read_sample(late), None, "2026-11-16") == "dutch-2026"
    assert choose_edition(read_sample(early), None, "2026-11-16") == "dutch-2017"


def test_a_number_that_is_no_date_is_listed_and_left_out() -> None:
    document = read_swiss_manager(Sample(field_of(2), settings={0x47: 20261399}).written())
    assert document.tournament.settings.start == ""
    assert [str(warning) for warning in document.warnings] == ["20261399 is not a date."]


# Players


def test_what_is_known_of_a_player() -> None:
    texts = {1: "Ada", 4: "WGM", 5: "N-17", 9: "Lione", 10: "ITA", 11: "S50", 12: "B"}
    numbers = {0x06: 1, 0x08: 2245, 0x0A: 2190, 0x0E: 19700514, 0x18: 800123}
    (player,) = read_sample(Sample([PlayerRecord("Bruni", texts, numbers)])).players
    assert (player.id, player.number, player.name) == (1, 1, "Bruni, Ada")
    assert (player.title, player.sex) == (Title.WGM, Sex.FEMALE)
    assert (player.rating, player.fide_id) == (2245, 800123)
    assert (player.birth, player.federation) == ("1970/05/14", "ITA")
    assert player.tags == (("club", "Lione"), ("type", "S50"), ("group", "B"))
    assert player.national == (NationalRecord("ITA", rating=2190, identifier="N-17"),)


def test_a_year_of_birth_without_a_day() -> None:
    (player,) = read_sample(Sample([PlayerRecord(numbers={0x0E: 20100000})])).players
    assert player.birth == "2010/00/00"


def test_without_a_fide_rating_the_national_one_counts() -> None:
    (player,) = read_sample(Sample([PlayerRecord(numbers={0x0A: 1800})])).players
    assert player.rating == 1800


def test_a_title_that_is_not_of_fide_is_national() -> None:
    record = PlayerRecord(texts={4: "MK", 10: "CRO"})
    (player,) = read_sample(Sample([record])).players
    assert player.title is None
    assert player.national == (NationalRecord("CRO", title="MK"),)


def test_a_fixed_table_is_a_tag() -> None:
    (player,) = read_sample(Sample([PlayerRecord(numbers={0x36: 102})])).players
    assert player.tags == (("table", "102"),)


def test_a_list_of_players_is_a_tournament_before_its_first_round() -> None:
    tournament = read_sample(Sample(field_of(5), announced=7))
    assert (len(tournament.players), tournament.next_round) == (5, 1)
    pairing = find("dutch-2026").pair(tournament, 1)
    assert len(pairing.boards) == 2


def test_a_count_of_players_that_is_wrong() -> None:
    data = Sample(field_of(3), settings={0x13: 4}).written()
    (repair,) = read_swiss_manager(data, tolerant=True).repairs
    assert str(repair) == "The file announces 4 players and lists 3."
    assert repair.changes_pairing


# Results and byes


@pytest.mark.parametrize(
    ("code", "result"),
    [
        (0, None),
        (1, Result.WHITE_WINS),
        (2, Result.DRAW),
        (3, Result.BLACK_WINS),
        (4, Result.WHITE_WINS_BY_FORFEIT),
        (5, Result.BLACK_WINS_BY_FORFEIT),
        (6, Result.DOUBLE_FORFEIT),
        (15, Result.SHORT_WHITE_WINS),
        (16, Result.SHORT_DRAW),
        (17, Result.SHORT_BLACK_WINS),
    ],
)
def test_results_of_a_swiss_manager_file(code: int, result: Result | None) -> None:
    (game,) = games_of((2, 1, code)).round(1).games
    assert game == Game(2, 1, result)


@pytest.mark.parametrize(
    ("black", "code", "bye"),
    [
        (BYE, 9, Bye.PAIRING_ALLOCATED),
        (NOT_PAIRED, 0, Bye.ZERO_POINT),
        (NOT_PAIRED, 1, Bye.FULL_POINT),
        (NOT_PAIRED, 2, Bye.HALF_POINT),
        (NOT_PAIRED, 3, Bye.ZERO_POINT),
    ],
)
def test_byes(black: int, code: int, bye: Bye) -> None:
    assert games_of((1, 2, 1), (3, black, code)).round(1).byes == ((3, bye),)


def test_the_free_round_of_a_round_robin_is_worth_nothing() -> None:
    sample = Sample(field_of(3), [[(2, 3, 1), (1, BYE, 9)]], announced=3, kind=1)
    assert read_sample(sample).round(1).byes == ((1, Bye.ZERO_POINT),)


@pytest.mark.parametrize("row", [(1, 2, 7), (1, NOT_PAIRED, 7), (1, BYE, 4)])
def test_an_unknown_result_is_refused_unless_tolerated(row: tuple[int, int, int]) -> None:
    data = Sample(field_of(2), [[row]]).written()
    with pytest.raises(Malformed, match=": 1 problem"):
        read_swiss_manager(data)
    (repair,) = read_swiss_manager(data, tolerant=True).repairs
    assert str(repair) == f"Round 1: the result {row[2]} of player 1 is not understood."
    assert (repair.player, repair.round, repair.changes_pairing) == (1, 1, True)


def test_a_second_allocated_bye_was_given_by_hand() -> None:
    rows: list[Row] = [(1, 2, 1), (3, BYE, 9, 1), (4, BYE, 9), (5, BYE, 9)]
    document = read_swiss_manager(Sample(field_of(5), [rows]).written(), tolerant=True)
    assert document.tournament.round(1).byes == tuple(
        (player, Bye.PAIRING_ALLOCATED) for player in (3, 4, 5)
    )
    assert [(repair.player, repair.taken) for repair in document.repairs] == [(4, "U"), (3, "U")]


def test_more_rounds_than_announced_in_a_swiss_manager_file() -> None:
    data = Sample(field_of(2), [[(1, 2, 1)]], announced=1, settings={0x00: 3}).written()
    document = read_swiss_manager(data, tolerant=True)
    assert document.tournament.settings.rounds == 1
    assert [(repair.found, repair.taken) for repair in document.repairs] == [("3", "1")]


def test_the_initial_colour_is_that_of_round_1() -> None:
    assert games_of((2, 1, 1)).settings.initial_colour is Colour.BLACK
    assert games_of((1, 2, 1)).settings.initial_colour is Colour.WHITE


def test_a_pairing_set_by_hand_is_mentioned() -> None:
    document = read_swiss_manager(Sample(field_of(2), [[(1, 2, 1, 1)]]).written())
    (warning,) = document.warnings
    assert str(warning) == "Round 1: the pairing of player 1 was set by hand."
    assert (warning.player, warning.round) == (1, 1)


@pytest.mark.parametrize("tolerant", [False, True])
def test_everybody_set_by_hand_is_known_by_round(tolerant: bool) -> None:
    rounds: list[list[Row]] = [
        [(1, 2, 1), (3, 4, 1), (5, BYE, 9)],
        [(1, 3, 1, 1), (2, 5, 1), (4, BYE, 9, 1)],
    ]
    data = Sample(field_of(5), rounds).written()
    assert read_swiss_manager(data, tolerant).by_hand == {2: frozenset({1, 3, 4})}


# Rounds


def test_the_schedule_tells_the_rounds_apart() -> None:
    rounds = [[(1, 2, 1), (3, 4, 1)], [(3, NOT_PAIRED, 3)], [(4, NOT_PAIRED, 3)]]
    tournament = read_sample(Sample(field_of(4), rounds))
    assert tournament.paired_rounds == 1
    assert [this.byes for this in tournament.rounds[1:]] == [
        ((3, Bye.ZERO_POINT),),
        ((4, Bye.ZERO_POINT),),
    ]


def test_where_the_schedule_is_wrong_everybody_occurs_once_in_a_round() -> None:
    rounds = [[(1, 2, 1), (3, 4, 1)], [(1, 3, 2), (2, 4, 2)]]
    data = Sample(field_of(4), rounds, counts=[3, 3]).written()
    document = read_swiss_manager(data, tolerant=True)
    sound = read_sample(Sample(field_of(4), rounds))
    assert document.tournament.rounds == sound.rounds
    (repair,) = document.repairs
    assert (repair.found, repair.taken, repair.changes_pairing) == ("6", "4", True)


def test_somebody_twice_in_a_round_counts_once() -> None:
    data = Sample(field_of(4), [[(1, 2, 1), (1, 3, 1), (4, 4, 1)]]).written()
    document = read_swiss_manager(data, tolerant=True)
    assert document.tournament.round(1).games == (Game(1, 2, Result.WHITE_WINS),)
    assert [repair.player for repair in document.repairs] == [1, 4]


def test_a_player_who_is_not_in_the_list_is_left_out() -> None:
    data = Sample(field_of(2), [[(1, 9, 1)]]).written()
    document = read_swiss_manager(data, tolerant=True)
    assert document.tournament.rounds == ()
    assert [str(repair) for repair in document.repairs] == [
        "Round 1 pairs player 9, who is not in the list."
    ]


def test_a_late_entry_enters_after_the_rounds_missed() -> None:
    players = [*field_of(2), PlayerRecord(numbers={0x34: 2})]
    rounds = [
        [(1, 2, 1), (3, NOT_PAIRED, 3)],
        [(2, 1, 1), (3, NOT_PAIRED, 2)],
        [(3, 1, 0), (2, BYE, 9)],
    ]
    tournament = read_sample(Sample(players, rounds))
    assert [player.entered for player in tournament.players] == [1, 1, 3]
    assert errors(tournament) == []


def test_a_late_entry_paired_by_hand_has_entered_already() -> None:
    players = [*field_of(3), PlayerRecord(numbers={0x34: 1})]
    tournament = read_sample(Sample(players, [[(1, 2, 1), (3, 4, 1, 1)]]))
    assert [player.entered for player in tournament.players] == [1, 1, 1, 1]


def test_pairs_that_are_not_to_be_made() -> None:
    tournament = read_sample(Sample(field_of(4), apart=[(3, 4), (1, 2)]))
    assert tournament.settings.forbidden == (Apart((3, 4)), Apart((1, 2)))


# Tie-breaks


def codes(*tie_breaks: tuple[int, bytes]) -> tuple[str, ...]:
    return read_sample(Sample(field_of(2), tie_breaks=tie_breaks)).settings.tie_breaks


def test_tie_breaks() -> None:
    assert codes((81, b""), (84, b"\x01"), (84, b""), (85, b""), (86, b"")) == (
        "DE",
        "BH/C1",
        "BH",
        "SB",
        "PS",
    )
    assert codes((87, b"\0\0\x32"), (11, b""), (53, b""), (8, b"")) == ("KS", "DE", "BPG", "PS")


NO_COUNTERPART = "The tie-break {} of Swiss-Manager has no counterpart here."
ODD_OPTIONS = "The options of tie-break {} of Swiss-Manager are not understood."


@pytest.mark.parametrize(
    ("number", "options", "taken", "sentence"),
    [
        (5, b"", None, NO_COUNTERPART),
        (200, b"", None, NO_COUNTERPART),
        (84, b"\x03", None, NO_COUNTERPART),
        (68, b"\0\x08", None, NO_COUNTERPART),
        (68, b"\0\x81", "WIN", ODD_OPTIONS),
        (37, b"\1\x0d", "BH/C1", ODD_OPTIONS),
        (87, b"\0\0\x28", "KS", ODD_OPTIONS),
    ],
)
def test_a_tie_break_that_is_not_understood_is_listed(
    number: int, options: bytes, taken: str | None, sentence: str
) -> None:
    data = Sample(field_of(2), tie_breaks=[(number, options)]).written()
    document = read_swiss_manager(data, tolerant=True)
    assert document.tournament.settings.tie_breaks == ((taken,) if taken else ())
    (repair,) = document.repairs
    assert str(repair) == sentence.format(number)
    assert (repair.taken, repair.changes_pairing) == (taken or "nothing", False)
    strict = read_swiss_manager(data)
    assert [str(warning) for warning in strict.warnings] == [sentence.format(number)]


# Teams

MEMBERS = [
    PlayerRecord(f"Player{number}", numbers={0x1C: team, 0x1E: board})
    for number, (team, board) in enumerate([(1, 2), (1, 1), (2, 1), (2, 2)], start=1)
]
TEAM_EVENT = Sample(
    MEMBERS,
    [[(2, 3, 1), (4, 1, 2)]],
    kind=3,
    teams=[("Alfa", "A", "C. One"), ("Beta", "B", "C. Two")],
    matches=[[(1, 2)]],
    apart=[(1, 2)],
)


def event_of(sample: Sample) -> MatchTournament:
    tournament = read_sample(sample)
    assert isinstance(tournament, MatchTournament)
    assert errors(tournament) == []
    return tournament


def points_of(event: MatchTournament) -> list[tuple[int, int, int]]:
    """Return (round, team, points) for all matches and byes."""
    return sorted((number, team, points) for team, number, points in event.points)


def test_teams_have_their_members_in_board_order() -> None:
    event = event_of(TEAM_EVENT)
    assert event.teams == (
        Team("Alfa", (2, 1), 1, "A", "C. One"),
        Team("Beta", (3, 4), 2, "B", "C. Two"),
    )
    assert [player.name for player in event.players] == ["Alfa", "Beta"]
    assert event.settings.system == "team"


def test_a_short_name_that_is_the_name_says_nothing() -> None:
    event = event_of(replace(TEAM_EVENT, teams=[("Alfa", "Alfa", ""), ("Beta", "B", "")]))
    assert [team.short_name for team in event.teams] == ["", "B"]


def test_the_games_of_two_teams_are_a_match() -> None:
    """Player 2 wins, and player 1 draws."""
    event = event_of(TEAM_EVENT)
    ((match,),) = event.matches
    assert (match.white, match.black, match.result) == (1, 2, Result.WHITE_WINS)
    assert [(board.home, board.guest, board.points) for board in match.boards] == [
        (2, 3, (2, 0)),
        (1, 4, (1, 1)),
    ]
    assert points_of(event) == [(1, 1, 2), (1, 2, 0)]
    team_event = event.individual.settings.team_event
    assert team_event is not None
    assert (team_event.boards, team_event.colours) == (2, "WB")
    assert event.settings.initial_colour is Colour.WHITE


def test_colours_that_do_not_alternate_are_not_announced() -> None:
    event = event_of(replace(TEAM_EVENT, rounds=[[(2, 3, 1), (1, 4, 2)]]))
    team_event = event.individual.settings.team_event
    assert team_event is not None
    assert team_event.colours == ""


def test_teams_that_are_not_to_meet() -> None:
    assert event_of(TEAM_EVENT).settings.forbidden == (Apart((1, 2)),)
    sample = replace(TEAM_EVENT, apart=[(1, 3), (2, 2)])
    document = read_swiss_manager(sample.written(), tolerant=True)
    assert [str(repair) for repair in document.repairs] == [
        "The forbidden pairs name team 3, which is not in the list."
    ]
    assert document.tournament.settings.forbidden == ()


def test_an_empty_board_gives_the_point_to_the_player_who_came() -> None:
    """The first boards of Beta are empty, so its one player sits at the second board."""
    sample = replace(TEAM_EVENT, rounds=[[(2, 0, 4), (4, 1, 3)]])
    document = read_swiss_manager(sample.written())
    event = document.tournament
    assert isinstance(event, MatchTournament)
    assert event.individual.round(1).byes == ((2, Bye.FULL_POINT),)
    team_event = event.individual.settings.team_event
    assert team_event is not None
    assert team_event.lineups == (Lineup(1, 2, (None, 4)),)
    ((match,),) = event.matches
    assert [(board.home, board.guest, board.points) for board in match.boards] == [
        (2, None, (2, 0)),
        (1, 4, (2, 0)),
    ]
    assert str(document.warnings[0]) == "Round 1: player 2 has a board without an opponent."


def test_players_who_change_boards_sit_as_the_file_has_them() -> None:
    event = event_of(replace(TEAM_EVENT, rounds=[[(1, 3, 1), (4, 2, 2)]]))
    team_event = event.individual.settings.team_event
    assert team_event is not None
    assert team_event.lineups == (Lineup(1, 1, (1, 2)),)
    assert [board.home for board in event.matches[0][0].boards] == [1, 2]


@pytest.mark.parametrize(
    ("rows", "result", "points"),
    [
        ([(2, 0, 4), (0, 1, 5)], Result.WHITE_WINS_BY_FORFEIT, [(1, 1, 2), (1, 2, 0)]),
        ([(0, 3, 5), (4, 0, 4)], Result.BLACK_WINS_BY_FORFEIT, [(1, 1, 0), (1, 2, 2)]),
    ],
)
def test_a_team_that_does_not_come_forfeits_the_match(
    rows: list[Row], result: Result, points: list[tuple[int, int, int]]
) -> None:
    event = event_of(replace(TEAM_EVENT, rounds=[rows]))
    team_event = event.individual.settings.team_event
    assert team_event is not None
    assert team_event.forfeits == (ForfeitedMatch(1, 1, 2, result),)
    assert points_of(event) == points


THREE_TEAMS = replace(
    TEAM_EVENT,
    players=[*MEMBERS, PlayerRecord("Player5", numbers={0x1C: 3, 0x1E: 1})],
    teams=[*TEAM_EVENT.teams, ("Gamma", "G", "C. Three")],
    apart=(),
)


@pytest.mark.parametrize(
    ("black", "bye", "points"), [(BYE, Bye.PAIRING_ALLOCATED, 1), (NOT_PAIRED, Bye.ZERO_POINT, 0)]
)
def test_the_bye_of_a_team(black: int, bye: Bye, points: int) -> None:
    event = event_of(replace(THREE_TEAMS, matches=[[(1, 2), (3, black)]]))
    assert event.round(1).byes == ((3, bye),)
    assert points_of(event)[-1] == (1, 3, points)


def test_the_bye_of_all_players_of_a_team_is_its_bye() -> None:
    sample = replace(THREE_TEAMS, rounds=[[*TEAM_EVENT.rounds[0], (5, BYE, 9)]])
    assert event_of(sample).round(1).byes == ((3, Bye.PAIRING_ALLOCATED),)


def test_a_match_without_games_is_listed() -> None:
    sample = replace(TEAM_EVENT, matches=[[(1, 2), (3, 4)]])
    assert [str(warning) for warning in read_swiss_manager(sample.written()).warnings] == [
        "Round 1: the match of teams 3 and 4 has no games."
    ]


@pytest.mark.parametrize(
    ("codes", "tie_breaks", "primary", "win"),
    [
        ([13, 1, 14], ("MPTS", "GPTS", "DE"), PrimaryScore.MATCH, 2),
        ([40, 1], ("MPTS", "GPTS"), PrimaryScore.MATCH, 3),
        ([1, 13, 14, 82], ("GPTS", "MPTS"), PrimaryScore.GAME, 2),
        ([], (), PrimaryScore.MATCH, 2),
    ],
)
def test_the_first_tie_break_of_a_team_event_is_its_score(
    codes: list[int], tie_breaks: tuple[str, ...], primary: PrimaryScore, win: int
) -> None:
    sample = replace(TEAM_EVENT, tie_breaks=[(code, b"") for code in codes])
    event = event_of(sample)
    assert event.settings.tie_breaks == tie_breaks
    assert event.settings.options.primary_score is primary
    team_event = event.individual.settings.team_event
    assert team_event is not None
    assert team_event.scoring.win == win
    left_out = [str(warning) for warning in read_swiss_manager(sample.written()).warnings]
    assert left_out == [
        f"The tie-break {code} of Swiss-Manager, which ranks teams, is left out."
        for code in codes[len(tie_breaks) :]
    ]


def test_a_match_set_by_hand_is_known_by_its_teams() -> None:
    sample = replace(TEAM_EVENT, rounds=[[(2, 3, 1, 1), (4, 1, 2, 1)]])
    assert read_swiss_manager(sample.written()).by_hand == {1: frozenset({1, 2})}


NOT_ONE_MATCH = (
    "Round 1: the games do not make one match for each team, so that the teams are only shown as"
    " groups of players."
)
APART = "Teams 1 and 2 are not to meet; this event is not paired here."


@pytest.mark.parametrize(
    "rows",
    [
        [(2, 3, 1), (5, 1, 2)],  # team 1 plays against two
        [(2, 1, 1), (3, 5, 1)],  # against itself
        [(2, 3, 1), (4, 6, 1)],  # a player without a team
    ],
)
def test_without_one_match_for_each_team_the_teams_are_groups(rows: list[Row]) -> None:
    sample = replace(
        THREE_TEAMS,
        players=[*THREE_TEAMS.players, PlayerRecord("Player6")],
        rounds=[rows],
        matches=(),
        apart=[(1, 2)],
    )
    document = read_swiss_manager(sample.written())
    tournament = document.tournament
    assert not isinstance(tournament, MatchTournament)
    assert [str(warning) for warning in document.warnings] == [NOT_ONE_MATCH, APART]
    assert tournament.settings.system == "team-swiss"
    assert tournament.settings.teams[0] == Team("Alfa", (2, 1))


def test_the_teams_of_a_round_robin_are_groups() -> None:
    document = read_swiss_manager(replace(TEAM_EVENT, kind=2, tie_breaks=[(13, b"")]).written())
    tournament = document.tournament
    assert not isinstance(tournament, MatchTournament)
    assert tournament.settings.teams == (Team("Alfa", (2, 1)), Team("Beta", (3, 4)))
    assert [str(warning) for warning in document.warnings] == [
        APART,
        "The tie-break 13 of Swiss-Manager, which ranks teams, is left out.",
    ]


def test_a_count_of_matches_that_is_wrong() -> None:
    whole = replace(TEAM_EVENT, apart=()).written()
    data = whole.replace(mark(0xC3) + b"\1\0\2\0" + bytes(11), mark(0xC3))
    (repair,) = read_swiss_manager(data, tolerant=True).repairs
    assert str(repair) == "The schedule counts 1 matches, but the file has 0."


# Damage


def test_an_unknown_section_is_listed() -> None:
    data = Sample(field_of(2), inserted=mark(0xC7) + b"12345").written()
    with pytest.raises(Malformed):
        read_swiss_manager(data)
    (repair,) = read_swiss_manager(data, tolerant=True).repairs
    assert str(repair).startswith("Section C7 at byte ")
    assert str(repair).endswith("is not understood; its 5 bytes are left out.")
    assert repair.changes_pairing


def test_what_follows_the_end_is_listed() -> None:
    document = read_swiss_manager(Sample(field_of(2), trailing=b"abc").written())
    assert [str(warning) for warning in document.warnings] == [
        "The end mark of the file is followed by 3 bytes, which are left out."
    ]


@pytest.mark.parametrize("missing", [4, 36])
def test_a_file_without_its_end_whose_rounds_are_whole(missing: int) -> None:
    data = Sample(field_of(2), [[(1, 2, 1)]]).written()[:-missing]
    document = read_swiss_manager(data)
    assert len(document.tournament.round(1).games) == 1
    assert "its end mark is missing" in str(document.warnings[0])


def test_a_file_cut_off_among_its_games() -> None:
    data = Sample(field_of(4), [[(1, 2, 1), (3, 4, 1)]]).written()[:-45]
    with pytest.raises(Malformed):
        read_swiss_manager(data)
    document = read_swiss_manager(data, tolerant=True)
    assert document.tournament.round(1).games == (Game(1, 2, Result.WHITE_WINS),)
    assert any(repair.changes_pairing for repair in document.repairs)


@pytest.mark.parametrize("section", [0x95, 0xA5])
def test_a_file_without_settings_or_players(section: int) -> None:
    data = Sample(field_of(2)).written().replace(mark(section), bytes(4))
    with pytest.raises(Malformed, match=f"no section {section:02X}"):
        read_swiss_manager(data, tolerant=True)


def test_a_file_in_which_no_player_can_be_read() -> None:
    with pytest.raises(Malformed, match="No player can be read"):
        read_swiss_manager(Sample().written(), tolerant=True)


def test_a_length_that_lies() -> None:
    whole = Sample(field_of(40)).written()
    name = "Player40".encode("utf-16-le")
    at = whole.index(name) - 2
    data = whole[:at] + b"\xff\x1f" + whole[at + 2 :]
    document = read_swiss_manager(data, tolerant=True)
    assert len(document.tournament.players) == 39
    assert "cannot be read from byte" in str(document.repairs[0])


def test_more_players_than_a_tournament_can_have() -> None:
    data = Sample([PlayerRecord("")] * 10_000).written()
    with pytest.raises(TooLarge):
        read_swiss_manager(data, tolerant=True)


def test_marks_without_end() -> None:
    data = Sample(field_of(2), inserted=mark(0x77) * 100_000).written()
    with pytest.raises(TooLarge):
        read_swiss_manager(data, tolerant=True)


@pytest.mark.parametrize("path", REAL, ids=lambda path: path.name)
@pytest.mark.parametrize("seed", range(sample(40)))
def test_damage_ends_in_an_error_of_ours_or_a_tournament(path: Path, seed: int) -> None:
    data = damaged(random.Random(f"{path.name} {seed}"), path.read_bytes(), [])
    try:
        document = read_document(data, tolerant=True)
    except CrivelloError:
        return
    for noted in (*document.repairs, *document.warnings):
        assert str(noted)
    tournament = document.tournament
    assert errors(tournament) == []
    assert read_json(write_json(tournament)) == tournament


# Real files


def real(name: str) -> Tournament:
    (path,) = (path for path in REAL if path.name == name)
    return read(path.read_bytes(), path.name)


@pytest.mark.parametrize(
    ("name", "players", "announced", "paired", "games"),
    [
        ("05.TUNX", 24, 5, 2, 22),
        ("14.TURX", 6, 5, 5, 15),
        ("20.TUMX", 93, 6, 6, 187),
        ("21.TUNX", 18, 8, 8, 64),
    ],
)
def test_a_real_file(name: str, players: int, announced: int, paired: int, games: int) -> None:
    tournament = real(name)
    assert errors(tournament) == []
    people = individual_of(tournament)
    assert len(people.players) == players
    assert (tournament.settings.rounds, tournament.paired_rounds) == (announced, paired)
    assert sum(len(this.games) for this in people.rounds) == games


def test_a_real_swiss_tournament_comes_out_as_it_was_paired() -> None:
    """The tournament has half-point byes in most rounds, and games that were not rated."""
    tournament = real("21.TUNX")
    system = find("dutch-2017")
    for number in range(1, 9):
        expected = {(board.white, board.black) for board in system.pair(tournament, number).boards}
        assert {(game.white, game.black) for game in tournament.round(number).games} == expected


def test_a_real_round_robin_follows_the_berger_table() -> None:
    tournament = real("14.TURX")
    found = [{(game.white, game.black) for game in this.games} for this in tournament.rounds]
    assert found == [set(pairs) for pairs in berger_table(6)]


def test_a_running_tournament_knows_who_will_not_come() -> None:
    tournament = real("05.TUNX")
    coming = ((9, Bye.ZERO_POINT), (11, Bye.ZERO_POINT), (20, Bye.ZERO_POINT))
    assert [this.byes for this in tournament.rounds[2:]] == [coming] * 3


def real_teams() -> MatchTournament:
    event = real("20.TUMX")
    assert isinstance(event, MatchTournament)
    return event


def test_a_real_team_event() -> None:
    event = real_teams()
    assert (len(event.teams), event.boards) == (16, 4)
    assert event.teams[0] == Team("TTC-A01", (88, 89, 90, 91, 92, 93), 1, captain="Captain 1")
    members = [player for team in event.teams for player in team.members]
    assert sorted(members) == [player.id for player in event.individual.players]
    assert event.settings.tie_breaks == ("MPTS", "GPTS", "DE")
    assert [apart.players for apart in event.settings.forbidden] == [
        (3, 14),
        (4, 9),
        (6, 12),
        (7, 16),
    ]


def test_the_matches_of_a_real_team_event_are_those_the_file_states() -> None:
    (path,) = (path for path in REAL if path.name == "20.TUMX")
    stated = [
        (block.short(0), block.short(2)) for block in split_records(path.read_bytes()).matches
    ]
    event = real_teams()
    assert [len(this) for this in event.matches] == [8] * 6
    assert [(match.white, match.black) for this in event.matches for match in this] == stated
    assert {sum(match.points) for this in event.matches for match in this} == {8}
    assert {len(match.boards) for this in event.matches for match in this} == {4}


def test_boards_that_a_real_team_left_empty() -> None:
    """Team 13 has five players; in round 6 its first two boards are empty."""
    last = real_teams().matches[5][-1]
    assert (last.white, last.black, last.result) == (13, 12, Result.BLACK_WINS)
    assert [(board.home, board.guest, board.points) for board in last.boards] == [
        (None, 43, (0, 2)),
        (None, 44, (0, 2)),
        (79, 45, (0, 2)),
        (81, 47, (0, 2)),
    ]


def test_a_real_team_event_has_the_pairs_of_the_team_system_in_some_rounds() -> None:
    """It is of 2025, before the rules of 2026. In round 2 teams 6 and 12 met, although
    forbidden.
    """
    event, system = real_teams(), find("team-2026")
    allowed = replace(event, settings=replace(event.settings, forbidden=()))

    def rounds_that_come_out(event: Tournament) -> list[int]:
        return [
            number
            for number in range(1, 7)
            if {frozenset(board) for board in system.pair(event, number).boards}
            == {frozenset((game.white, game.black)) for game in event.round(number).games}
        ]

    assert rounds_that_come_out(event) == [1, 6]
    assert rounds_that_come_out(allowed) == [1, 2, 6]


def test_a_real_team_event_comes_back_from_a_report_file() -> None:
    event = real_teams()
    lost = {str(loss) for loss in losses(event, "trf26")}
    assert not any("teams" in loss for loss in lost), lost
    back = read_trf(write_trf(event, "trf26")).tournament
    assert isinstance(back, MatchTournament)
    assert back.teams == event.teams
    assert back.individual.settings.team_event == event.individual.settings.team_event
    assert [set(this) for this in back.matches] == [set(this) for this in event.matches]
    assert sorted(back.points) == sorted(event.points)
    assert sorted(back.secondary) == sorted(event.secondary)
    assert read_json(write_json(event)) == event


def test_an_older_report_file_has_its_teams_as_groups() -> None:
    back = read_trf(write_trf(real_teams(), "trf16")).tournament
    groups = [Team(team.name, team.members) for team in real_teams().teams]
    assert list(back.settings.teams) == groups


def scores(tournament: Tournament) -> dict[int, int]:
    after = tournament.next_round
    return {player: past.score for player, past in histories(tournament, after).items()}


@pytest.mark.parametrize("path", REAL, ids=lambda path: path.name)
@pytest.mark.parametrize("dialect", ["trf16", "trf26"])
def test_what_a_report_file_can_carry_comes_back(path: Path, dialect: str) -> None:
    tournament = read(path.read_bytes(), path.name)
    back = read_trf(write_trf(tournament, dialect)).tournament
    assert losses(back, dialect) == []
    assert back.rounds == read_trf(write_trf(back, dialect)).tournament.rounds
    assert scores(individual_of(back)) == scores(individual_of(tournament))


def test_entries_of_the_schedule_beyond_the_rounds_are_passed_over() -> None:
    """A real file has 150 entries for 9 rounds."""
    field = field_of(4)
    rounds = [[(1, 2, 1), (3, 4, 2)], [(1, 3, 1), (2, 4, 3)]]
    long = Sample(field, rounds, announced=150, settings={0x00: 9})
    short = Sample(field, rounds, announced=9)
    assert read_sample(long).rounds == read_sample(short).rounds
    assert read_sample(long).settings.rounds == 9
    counts = [0] * 149 + [4]
    with pytest.raises(TooLarge, match="A3"):
        read_swiss_manager(Sample(field, rounds, announced=150, counts=counts).written())
