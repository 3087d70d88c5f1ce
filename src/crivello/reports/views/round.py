"""A round: who plays whom, where and with what result; who does not play, and why."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from itertools import count
from typing import TYPE_CHECKING, Annotated, NotRequired, TypedDict

from crivello.formats.codec import letters
from crivello.model.history import histories
from crivello.model.keys import is_round_robin
from crivello.model.pairing import Board, RoundPairing
from crivello.model.player import Player
from crivello.model.result import Bye, Colour
from crivello.model.sentence import N_
from crivello.model.settings import TeamEvent
from crivello.model.tournament import Game, Tournament
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
from crivello.rules.acceleration import virtual_points
from crivello.rules.round_robin import without_open_games
from crivello.systems.registry import find

if TYPE_CHECKING:
    from crivello.desk import Section
    from crivello.desk.keep_apart import KeepApartPairing
    from crivello.desk.state import PublishedRound


class SeatView(TypedDict):
    id: int
    number: int
    name: str
    points: Points
    """Before the round."""
    pairing_score: Points
    """The same with virtual points of an acceleration."""


class MatchGameView(TypedDict):
    board: int
    """Of the match, from 1."""
    home: PersonView | None
    """Of the competitor that `white` is; null: the board is empty."""
    guest: PersonView | None
    home_colour: ColourLetter
    result: ResultLetters | None
    """Seen from the side of `home`; null while it is open, or where a player is missing."""
    reversed: bool
    """They played with the colours the other way round than paired."""


class BoardView(TypedDict):
    board: int
    """Its place in the list."""
    table: int
    """Its place in the hall."""
    white: SeatView
    black: SeatView
    result: ResultLetters | None
    """Null while it is open."""
    reversed: bool
    """They played with the colours the other way round than paired."""
    rating_result: ResultLetters | None
    """What is sent for rating where a late correction no longer counts in the tournament."""
    games: NotRequired[list[MatchGameView]]
    """Of a match: its boards, or its two games."""


class WithoutGameView(TypedDict):
    player: int
    """The id."""
    number: int
    name: str
    points: Points


class AwayView(WithoutGameView):
    bye: ByeLetter


class AbsenceReason(StrEnum):
    ABSENT = N_("absent")
    WITHDRAWN = N_("withdrawn")
    EXPELLED = N_("expelled")
    ENTERS_LATER = N_("enters later")


class AbsentView(WithoutGameView):
    reason: Annotated[str, AbsenceReason]


class RoundState(StrEnum):
    PUBLISHED = "published"
    DRAFT = "draft"


class RoundView(TypedDict):
    tournament: str
    """Its name."""
    round: int
    rounds: int | None
    """How many are announced."""
    state: Annotated[str, RoundState]
    system: str
    """That paired it."""
    by_hand: bool
    boards: list[BoardView]
    """In publication order."""
    away: list[AwayView]
    """Byes of every kind, the pairing-allocated one included."""
    not_playing: list[AbsentView]
    """Everybody else without a game."""
    missing: list[int]
    """Tables without a result."""
    results_published: str | None
    """When."""
    ended: bool
    remarks: list[NoteView]
    """What the rules say of a pairing made by hand."""


class PairView(TypedDict):
    white: int
    black: int


class PreviewBoardView(PairView):
    board: int
    table: int


class PreviewView(TypedDict):
    """What pairing the next round would give; nothing is written."""

    round: int
    system: str
    boards: list[PreviewBoardView]
    """Players are ids; see `seats`."""
    bye: int | None
    released: list[PairView]
    """Pairs that could not be kept apart; their order says nothing about colours."""
    away: list[AwayView]
    """Byes of every kind, the pairing-allocated one included."""
    not_playing: list[AbsentView]
    """Everybody else without a game."""
    seats: list[SeatView]
    """Everybody registered who has a number."""


class PairingScores:
    """The scores with which a round is paired."""

    def __init__(self, tournament: Tournament, number: int, system: str) -> None:
        adapted = find(system).field_rules.adapted
        lent = adapted(tournament, number) if adapted is not None else tournament
        self.unit = tournament.settings.scoring.unit
        counted = without_open_games(tournament) if is_round_robin(system) else tournament
        self.standings = {
            player: history.score for player, history in histories(counted, number).items()
        }
        self.virtual = {
            player: points
            for (player, of), points in virtual_points(lent, number).items()
            if of == number
        }

    def seat(self, player: Player) -> SeatView:
        score = self.standings.get(player.id, 0)
        return SeatView(
            id=player.id,
            number=player.number,
            name=player.name,
            points=exact_points(score, self.unit),
            pairing_score=exact_points(score + self.virtual.get(player.id, 0), self.unit),
        )


def seat_views(tournament: Tournament, number: int, system: str) -> dict[int, SeatView]:
    """Everybody before a round, by id."""
    scores = PairingScores(tournament, number, system)
    return {player.id: scores.seat(player) for player in tournament.players}


def pairing_view(
    before: Tournament,
    pairing: RoundPairing,
    byes: Mapping[int, Bye],
    *,
    tables: Iterable[int] = (),
    games: Sequence[Game] = (),
    seats: Mapping[int, SeatView] | None = None,
) -> RoundView:
    """A pairing that nobody has published, or with its games one that is being played.

    `byes` are the requested ones; `seats` everybody, where they are known already.
    """
    seats = seats or seat_views(before, pairing.round, pairing.system)
    games = games or [Game(board.white, board.black) for board in pairing.boards]
    if pairing.bye is not None:
        byes = {pairing.bye: Bye.PAIRING_ALLOCATED} | {
            player: bye for player, bye in byes.items() if player != pairing.bye
        }
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
                board=board,
                table=table,
                white=seats[game.white],
                black=seats[game.black],
                result=letters(game.result) if game.result else None,
                reversed=game.reversed,
                rating_result=letters(game.rating_result) if game.rating_result else None,
            )
            for board, table, game in zip(count(1), tables or count(1), games, strict=False)
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


def _without_game(seat: SeatView) -> WithoutGameView:
    return WithoutGameView(
        player=seat["id"], number=seat["number"], name=seat["name"], points=seat["points"]
    )


def absence_reason(player: Player, number: int) -> AbsenceReason:
    """Why somebody without a bye is not paired."""
    if player.withdrawn_after is not None and player.withdrawn_after < number:
        return AbsenceReason.EXPELLED if player.expelled else AbsenceReason.WITHDRAWN
    return AbsenceReason.ENTERS_LATER if player.entered > number else AbsenceReason.ABSENT


def round_view(
    section: Section, number: int, say: Say, seats: Mapping[int, SeatView] | None = None
) -> RoundView:
    """A round of the desk: published, or the draft."""
    from crivello.desk.numbers import table_numbers

    published = section.rounds[number - 1] if number <= len(section.rounds) else None
    draft = published.draft if published else section.draft
    assert draft is not None
    if published:
        games, bye, tables = published.games, published.bye, published.tables
    else:
        games = tuple(Game(white, black) for white, black in draft.boards)
        bye = draft.bye
        tables = table_numbers(draft.boards, section.announced, section.tables)
    boards = tuple(Board(game.white, game.black) for game in games)
    view = pairing_view(
        section.tournament.before(number),
        RoundPairing(number, draft.system, boards, bye),
        {player: bye for (player, of), bye in section.byes.items() if of == number},
        tables=tables,
        games=games,
        seats=seats,
    )
    if published and published.boards:
        for one in view["boards"]:
            one["games"] = match_games(section, published, one["board"])
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


def match_games(section: Section, this: PublishedRound, match: int) -> list[MatchGameView]:
    """The boards of a match of a published round."""
    table = this.table(match)
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
                result=letters(result) if result else None,
                reversed=game is not None and game.reversed,
            )
        )
    return found


def _person(section: Section, player: int) -> PersonView:
    if not section.has_teams:
        return person_view(section, player)
    return PersonView(id=player, number=None, name=section.people[player].name)


def preview_view(section: Section, preview: KeepApartPairing) -> PreviewView:
    from crivello.desk.numbers import table_numbers

    number, pairing = section.next_round, preview.pairing
    pairs = tuple((board.white, board.black) for board in pairing.boards)
    tables = table_numbers(pairs, section.announced, section.tables)
    byes = {player: bye for (player, of), bye in section.byes.items() if of == number}
    seats = seat_views(section.tournament, number, pairing.system)
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
