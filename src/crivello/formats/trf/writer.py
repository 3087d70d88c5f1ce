"""Writing report files, always in the same form for the same tournament."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from crivello.formats.trf import writing
from crivello.formats.trf.canonical_form import canonical, renamed
from crivello.formats.trf.dialect import Dialect
from crivello.formats.trf.lines import MAX_PLAYERS, MAX_ROUNDS
from crivello.formats.trf.player_line import CATEGORY_TAG
from crivello.formats.trf.writing import amount, clean, place, whole
from crivello.model.consistency import errors
from crivello.model.errors import Illegal, Problem, TooLarge
from crivello.model.history import histories
from crivello.model.player import Player
from crivello.model.result import Award, Bye, Colour
from crivello.model.sentence import N_, Sentence
from crivello.model.tournament import Tournament

INCONSISTENT = N_("The tournament contradicts itself; problems found: {count}.")
NO_PLAYERS = N_("The tournament has no players.")
TOO_LARGE = N_(
    "A report file holds {players} players with numbers up to {players}, and {rounds} rounds."
)


def write_trf(tournament: Tournament, dialect: Dialect | str) -> str:
    """The tournament as a report file; `losses` tells what the dialect has no place for.

    Raises `Illegal` for a tournament that contradicts itself, `TooLarge` beyond 9,999 players.
    """
    dialect = Dialect(dialect)
    lines = _lines(prepared(tournament, dialect), dialect)
    return "".join(line + dialect.line_end for line in lines)


def prepared(tournament: Tournament, dialect: Dialect) -> Tournament:
    """The tournament in canonical form, with the ids that the dialect's player lines can have."""
    found = errors(tournament)
    if not tournament.players:
        found.append(Problem(Sentence(NO_PLAYERS)))
    if found:
        raise Illegal(INCONSISTENT, found, count=len(found))
    if (
        max((player.number for player in tournament.players), default=0) > MAX_PLAYERS
        or len(tournament.rounds) > MAX_ROUNDS
    ):
        raise TooLarge(TOO_LARGE, players=MAX_PLAYERS, rounds=MAX_ROUNDS)
    tournament = canonical(tournament)
    numbers = {player.id: player.number for player in tournament.players}
    if all(player == number for player, number in numbers.items()):
        return tournament
    in_places = list(numbers.values()) == list(range(1, len(numbers) + 1))
    if dialect.ranks and in_places and max(numbers) <= MAX_PLAYERS:
        return tournament
    return renamed(tournament, numbers)


_HEAD = ("012", "022", "032", "042", "052")
_FOOT: Mapping[Dialect, tuple[Callable[[Tournament], Iterable[str]], ...]] = {
    Dialect.TRF16: (),
    Dialect.TRFX: (writing.xxa, writing.xxp),
    Dialect.TRFBX: (writing.xxa, writing.xxp),
    Dialect.TRF26: (
        writing.byes_240,
        writing.acceleration_250,
        writing.forbidden_260,
        writing.adjustments_299,
        writing.team_records,
    ),
}
_RULES: Mapping[Dialect, tuple[Callable[[Tournament], Iterable[str]], ...]] = {
    Dialect.TRF16: (),
    Dialect.TRFX: (writing.xxr, writing.xxc, writing.xxs, writing.options, writing.announced),
    Dialect.TRFBX: (writing.xxr, writing.xxc, writing.bb, writing.options, writing.announced),
    Dialect.TRF26: (
        writing.rounds_and_colour,
        writing.scoring_162,
        writing.more_of_2026,
        writing.edition_without_code,
        writing.options,
        writing.announced,
    ),
}


def _lines(tournament: Tournament, dialect: Dialect) -> Iterator[str]:
    if dialect is Dialect.TRF26:
        yield from writing.comments(tournament)
    yield from writing.texts(tournament, _HEAD)
    yield from writing.counts(tournament)
    yield from writing.texts(tournament, ("092", "102"))
    yield from writing.deputies(tournament)
    yield from writing.texts(tournament, ("122",))
    yield from writing.round_dates(tournament)
    for record in _RULES[dialect]:
        yield from record(tournament)
    yield from _player_lines(tournament)
    if dialect is Dialect.TRF26:
        for player in tournament.players:
            yield from writing.national(player)
    if dialect is not Dialect.TRFBX:  # bbpPairings refuses files with teams
        yield from writing.teams(tournament)
    for record in _FOOT[dialect]:
        yield from record(tournament)


def _player_lines(tournament: Tournament) -> Iterator[str]:
    cells = _cells(tournament)
    points = _points(tournament)
    for player in tournament.players:
        rounds = cells[player.id]
        yield place(
            *_static(player),
            (81, points[player.id]),
            (86, whole(player.rank, 4)),
            *((92 + 10 * (number - 1), rounds[number]) for number in sorted(rounds)),
        )


def _static(player: Player) -> tuple[tuple[int, str], ...]:
    return (
        (1, "001"),
        (5, f"{player.id:4}"),
        (10, player.sex.value if player.sex else ""),
        (11, _title(player).rjust(3)),
        (15, clean(player.name, 33)),
        (49, whole(player.rating, 4)),
        (54, clean(player.federation, 3)),
        (58, whole(player.fide_id, 11)),
        (70, clean(player.birth, 10)),
    )


def _title(player: Player) -> str:
    """A title of FIDE's, else a category that fits where titles stand."""
    if player.title is not None:
        return player.title.value
    category = dict(player.tags).get(CATEGORY_TAG, "")
    return category if len(category) <= 3 else ""


def _cells(tournament: Tournament) -> dict[int, dict[int, str]]:
    """Opponent, colour and result of every player in every round."""
    cells: dict[int, dict[int, str]] = {player.id: {} for player in tournament.players}
    for number, this in enumerate(tournament.rounds, start=1):
        for game in this.games:
            for player in (game.white, game.black):
                colour = game.colour(player)
                award = game.result.of(colour) if game.result else Award.ADJOURNED
                letter = " " if award is Award.ADJOURNED else award.value
                cells[player][number] = f"{game.opponent(player):4} {colour.value} {letter}"
        if number <= tournament.next_round:
            # Later byes would make other programs take the player for absent, or refuse the file.
            for player, bye in this.byes:
                cells[player][number] = f"0000 - {bye.value}"
    for player in away(tournament):
        cells[player].setdefault(tournament.next_round, f"0000 - {Bye.ZERO_POINT.value}")
    return cells


def away(tournament: Tournament) -> list[int]:
    """Who has withdrawn or not yet entered, and so is marked as absent in the coming round."""
    coming = tournament.next_round
    rounds = tournament.settings.rounds
    if rounds is not None and coming > rounds:
        return []
    return [
        player.id
        for player in tournament.players
        if player.entered > coming
        or (player.withdrawn_after is not None and player.withdrawn_after < coming)
    ]


def _points(tournament: Tournament) -> dict[int, str]:
    """Columns 81-84: the standings points, the byes entered for the coming round included.

    Other programs make their scoregroups from this column. A game without a result adds nothing,
    an adjourned one what it counts for the pairing. Points that do not fit are left blank.
    """
    coming = tournament.next_round
    scoring = tournament.settings.scoring
    points = {player: history.score for player, history in histories(tournament, coming).items()}
    for this in tournament.rounds:
        for game in this.games:
            if game.result is None:
                for player in (game.white, game.black):
                    points[player] -= scoring.points(Award.ADJOURNED, Colour.WHITE)
    byes = dict(tournament.round(coming).byes)
    for player in away(tournament):
        byes.setdefault(player, Bye.ZERO_POINT)
    for player, bye in byes.items():
        points[player] += scoring.points(bye.award, None)
    return {player: amount(total, scoring.unit) or "" for player, total in points.items()}
