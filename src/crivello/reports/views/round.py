"""Views of a round: boards with players, tables and results; players without a game, and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, NotRequired, TypedDict

from crivello.formats.codec import letters
from crivello.model.pairing import Board, RoundPairing
from crivello.model.player import Player
from crivello.model.result import Bye, Colour, Result
from crivello.model.settings import TeamEvent
from crivello.model.tables import GameTable
from crivello.model.tournament import Game, Tournament
from crivello.reports.before_round import (
    AbsenceReason,
    PairingScores,
    absence_reason,
)
from crivello.reports.views.elements import (
    ByeLetter,
    ColourLetter,
    NoteView,
    PersonView,
    Points,
    ResultLetters,
    Say,
    exact_points,
    person_view,
)

if TYPE_CHECKING:
    from crivello.desk import Section
    from crivello.desk.keep_apart import KeepApartPairing


class SeatView(TypedDict):
    id: int
    number: int
    name: str
    points: Points
    """The points before the round."""
    pairing_score: Points
    """The points with the virtual points of an acceleration."""


class MatchGameView(TypedDict):
    board: int
    """The board of the match, from 1."""
    home: PersonView | None
    """The player of the competitor listed as `white`; null if the board is empty."""
    guest: PersonView | None
    home_colour: ColourLetter
    result: ResultLetters | None
    """The result from the side of `home`; null while the game is open, or if a player is
    missing.
    """
    reversed: bool
    """True if the game was played with the colours the other way round than paired."""


class BoardView(TypedDict):
    board: int
    """The place of the board in the list."""
    table: int
    """The number of the table in the hall."""
    white: SeatView
    black: SeatView
    result: ResultLetters | None
    """Null while the game is open."""
    reversed: bool
    """True if the game was played with the colours the other way round than paired."""
    rating_result: ResultLetters | None
    """The result that is sent for rating, if it was corrected too late to count in the
    tournament.
    """
    games: NotRequired[list[MatchGameView]]
    """The boards of a match, or its two games."""


class WithoutGameView(TypedDict):
    player: int
    """The id of the player."""
    number: int
    name: str
    points: Points


class AwayView(WithoutGameView):
    bye: ByeLetter


class AbsentView(WithoutGameView):
    reason: Annotated[str, AbsenceReason]


class RoundState(StrEnum):
    PUBLISHED = "published"
    DRAFT = "draft"


class RoundView(TypedDict):
    tournament: str
    """The name of the tournament."""
    round: int
    rounds: int | None
    """The number of announced rounds."""
    state: Annotated[str, RoundState]
    system: str
    """The system that paired the round."""
    by_hand: bool
    boards: list[BoardView]
    """The boards in publication order."""
    away: list[AwayView]
    """Players with a bye of any kind, the pairing-allocated one included."""
    not_playing: list[AbsentView]
    """All other players without a game."""
    missing: list[int]
    """The numbers of tables without a result."""
    results_published: str | None
    """The time at which the results were published."""
    ended: bool
    remarks: list[NoteView]
    """Remarks by the rules on a pairing made by hand."""


class PairView(TypedDict):
    white: int
    black: int


class PreviewBoardView(PairView):
    board: int
    table: int


class PreviewView(TypedDict):
    """A preview of the next round's pairing; nothing is written."""

    round: int
    system: str
    boards: list[PreviewBoardView]
    """The boards, with players as ids; `seats` has their names."""
    bye: int | None
    released: list[PairView]
    """Pairs that could not be kept apart; the order of the two does not mean colours."""
    away: list[AwayView]
    """Players with a bye of any kind, the pairing-allocated one included."""
    not_playing: list[AbsentView]
    """All other players without a game."""
    seats: list[SeatView]
    """All registered players who have a number."""


def seat_view(player: Player, scores: PairingScores) -> SeatView:
    score = scores.standings.get(player.id, 0)
    return SeatView(
        id=player.id,
        number=player.number,
        name=player.name,
        points=exact_points(score, scores.unit),
        pairing_score=exact_points(score + scores.virtual.get(player.id, 0), scores.unit),
    )


def seat_views(tournament: Tournament, number: int, system: str) -> dict[int, SeatView]:
    """Return the views of all players before a round, by id."""
    scores = PairingScores(tournament, number, system)
    return {player.id: seat_view(player, scores) for player in tournament.players}


def round_tables(section: Section, number: int) -> list[GameTable]:
    """Return the tables of a round of the desk, whether it is published or a draft."""
    if number <= len(section.rounds):
        return list(section.rounds[number - 1].all_tables)
    assert section.draft is not None
    return _planned_tables(section, section.draft.boards)


def _planned_tables(section: Section, boards: Sequence[tuple[int, int]]) -> list[GameTable]:
    """Return the tables of a pairing that is not published, with their numbers."""
    from crivello.desk.numbers import table_numbers

    numbers = table_numbers(tuple(boards), section.announced, section.tables)
    pairs = (Game(white, black) for white, black in boards)
    return [
        GameTable(place, table, pair, (pair,))
        for place, (table, pair) in enumerate(zip(numbers, pairs, strict=True), start=1)
    ]


def round_byes(section: Section, number: int, allocated: int | None) -> dict[int, Bye]:
    """Return the byes of a round of the desk by player; the pairing-allocated one comes first."""
    requested = {player: bye for (player, of), bye in section.byes.items() if of == number}
    return _all_byes(requested, allocated)


def _all_byes(requested: Mapping[int, Bye], allocated: int | None) -> dict[int, Bye]:
    if allocated is None:
        return dict(requested)
    return {allocated: Bye.PAIRING_ALLOCATED} | {
        player: bye for player, bye in requested.items() if player != allocated
    }


def pairing_view(
    before: Tournament,
    pairing: RoundPairing,
    byes: Mapping[int, Bye],
    *,
    tables: Sequence[GameTable] = (),
    seats: Mapping[int, SeatView] | None = None,
) -> RoundView:
    """Return the view of a pairing that is not published; with `tables`, of one that is being
    played.

    `byes` are the requested byes; `seats` has the views of all players, if they are already known.
    """
    seats = seats or seat_views(before, pairing.round, pairing.system)
    pairs = [Game(board.white, board.black) for board in pairing.boards]
    tables = tables or [
        GameTable(place, place, pair, (pair,)) for place, pair in enumerate(pairs, 1)
    ]
    byes = _all_byes(byes, pairing.bye)
    games = [table.pair for table in tables]
    seated = {player for game in games for player in (game.white, game.black)} | set(byes)
    return RoundView(
        tournament=before.settings.name,
        round=pairing.round,
        rounds=before.settings.rounds,
        state=RoundState.DRAFT.value,
        system=pairing.system,
        by_hand=False,
        boards=[
            BoardView(
                board=table.place,
                table=table.number,
                white=seats[table.pair.white],
                black=seats[table.pair.black],
                result=_letters_or_none(table.pair.result),
                reversed=table.pair.reversed,
                rating_result=_letters_or_none(table.pair.rating_result),
            )
            for table in tables
        ],
        away=[
            AwayView(**_without_game(seats[player]), bye=letters(bye))
            for player, bye in byes.items()
            if player in seats
        ],
        not_playing=[
            AbsentView(
                **_without_game(seats[player.id]),
                reason=absence_reason(player, pairing.round).value,
            )
            for player in before.players
            if player.id not in seated
        ],
        missing=[],
        results_published=None,
        ended=False,
        remarks=[],
    )


def _letters_or_none(result: Result | None) -> ResultLetters | None:
    return letters(result) if result else None


def _without_game(seat: SeatView) -> WithoutGameView:
    return WithoutGameView(
        player=seat["id"], number=seat["number"], name=seat["name"], points=seat["points"]
    )


def round_view(
    section: Section, number: int, say: Say, seats: Mapping[int, SeatView] | None = None
) -> RoundView:
    """Return the view of a round of the desk, whether it is published or a draft."""
    published = section.rounds[number - 1] if number <= len(section.rounds) else None
    draft = published.draft if published else section.draft
    assert draft is not None
    tables = round_tables(section, number)
    bye = published.bye if published else draft.bye
    boards = tuple(Board(table.pair.white, table.pair.black) for table in tables)
    view = pairing_view(
        section.tournament.before(number),
        RoundPairing(number, draft.system, boards, bye),
        round_byes(section, number, bye),
        tables=tables,
        seats=seats,
    )
    for one, table in zip(view["boards"], tables, strict=True):
        if table.is_match:
            one["games"] = match_games(section, table)
    view["by_hand"] = draft.by_hand
    view["remarks"] = [
        NoteView(text=say(one), article=one.article, players=list(one.players))
        for one in draft.remarks
    ]
    if published:
        view["state"] = RoundState.PUBLISHED.value
        view["missing"] = [one["table"] for one in view["boards"] if one["result"] is None]
        view["results_published"] = published.results_published or None
        view["ended"] = published.ended
    return view


def match_games(section: Section, table: GameTable) -> list[MatchGameView]:
    """Return the views of the boards of a match, in a published round."""
    event = section.settings.team_event or TeamEvent()
    found = []
    for at, (game, result) in enumerate(zip(table.games, table.results, strict=True)):
        home, guest = table.seats(at + 1)
        colour = event.colour(at)
        if game is not None:
            turned = not table.is_home(game.white)
            colour = Colour.BLACK if turned else Colour.WHITE
        found.append(
            MatchGameView(
                board=at + 1,
                home=None if home is None else _person(section, home),
                guest=None if guest is None else _person(section, guest),
                home_colour=letters(colour),
                result=_letters_or_none(result),
                reversed=game is not None and game.reversed,
            )
        )
    return found


def _person(section: Section, player: int) -> PersonView:
    if not section.has_teams:
        return person_view(section, player)
    return PersonView(id=player, number=None, name=section.people[player].name)


def preview_view(section: Section, preview: KeepApartPairing) -> PreviewView:
    number, pairing = section.next_round, preview.pairing
    tables = _planned_tables(section, [(board.white, board.black) for board in pairing.boards])
    seats = seat_views(section.tournament, number, pairing.system)
    byes = round_byes(section, number, pairing.bye)
    view = pairing_view(section.tournament, pairing, byes, tables=tables, seats=seats)
    return PreviewView(
        round=number,
        system=pairing.system,
        boards=[
            PreviewBoardView(
                white=one["white"]["id"],
                black=one["black"]["id"],
                board=one["board"],
                table=one["table"],
            )
            for one in view["boards"]
        ],
        bye=pairing.bye,
        released=[PairView(white=one, black=other) for one, other in preview.released],
        away=view["away"],
        not_playing=view["not_playing"],
        seats=list(seats.values()),
    )
