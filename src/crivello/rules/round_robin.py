"""Round robins (C.05, Annex 1): the Berger tables, schedules of several cycles, and checks of
rounds paired by hand.

Here players are the numbers they drew, 1 to n. For an odd number of players the highest number of
the table stays empty, and the player who meets it is free: no bye, no points.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from crivello.model.errors import Illegal, Problem, Severity
from crivello.model.keys import DOUBLE_ROUND_ROBIN, ROUND_ROBIN, SYSTEMS
from crivello.model.player import Player
from crivello.model.result import Colour, Result
from crivello.model.sentence import N_, ListOf, PlayerRef, Sentence
from crivello.model.settings import Settings
from crivello.model.tournament import Tournament
from crivello.standard.classes import NamedTuple, replace
from crivello.standard.patterns import pattern

Pair = tuple[int, int]
"""The numbers of White and of Black."""
BERGER_TABLES = "C.05 Annex 1"
OPEN = (None, Result.ADJOURNED)
"""The results of a game still to be played, or to be finished."""


def table_size(players: int) -> int:
    """Return the number of places in the table: the number of players, made even."""
    return players + players % 2


def berger_table(players: int) -> tuple[tuple[Pair, ...], ...]:
    """Return the games of each round, as pairs of numbers drawn, White first.

    >>> for games in berger_table(4):
    ...     print(*games)
    (1, 4) (2, 3)
    (4, 3) (1, 2)
    (2, 4) (3, 1)
    """
    # C.05 Annex 1
    size = table_size(players)
    turning = size - 1  # all but the last number move on from round to round
    rounds = []
    for number in range(turning):
        start = number * (size // 2) % turning
        first = (start + 1, size)
        pairs = [first if number % 2 == 0 else (size, start + 1)]
        for step in range(1, size // 2):
            pairs.append(((start + step) % turning + 1, (start - step) % turning + 1))
        rounds.append(tuple(pair for pair in pairs if players >= max(pair)))
    return tuple(rounds)


def berger_by_hand(players: int) -> tuple[tuple[Pair, ...], ...]:
    """Return the same table as `berger_table`, made by the rule for writing it by hand.

    Each round follows from the one before: the highest number stays and changes its colour, every
    other number moves on by half the table.
    """
    size = table_size(players)
    pairs = [(place, size + 1 - place) for place in range(1, size // 2 + 1)]
    rounds = []
    for _ in range(size - 1):
        rounds.append(tuple(pair for pair in pairs if players >= max(pair)))
        pairs = [(_shift(white, size), _shift(black, size)) for white, black in pairs]
        pairs[0] = (pairs[0][1], pairs[0][0])
    return tuple(rounds)


def _shift(number: int, size: int) -> int:
    if number == size:
        return number
    further = number + size // 2
    return further if further < size else further - (size - 1)


class PlannedRound(NamedTuple):
    """One round of the schedule."""

    number: int
    """The round's number in the tournament."""
    cycle: int
    """From 1."""
    table_round: int
    """The round of the Berger table."""
    pairs: tuple[Pair, ...]
    """By numbers drawn, with the colours of this cycle."""
    free: int | None
    """The number that meets the empty place."""

    @property
    def turned(self) -> bool:
        """True if the colours are the reverse of those in the table."""
        return self.cycle % 2 == 0


def schedule(
    players: int, cycles: int = 1, exchanged: bool = True, order: Sequence[int] = ()
) -> tuple[PlannedRound, ...]:
    """Return all rounds of a schedule.

    Every second cycle has the colours reversed. Number 1 and the first of the lower half would then
    get one colour three times running where two cycles meet; if the last two rounds of the earlier
    cycle are `exchanged`, no player does. `order` lists the rounds in the order in which they are
    played.
    """
    # C.05 Annex 1
    table = berger_table(players)
    rounds: list[PlannedRound] = []
    for cycle in range(1, cycles + 1):
        places = list(range(len(table)))
        if exchanged and cycle < cycles and len(places) > 1:
            places[-2:] = places[-1], places[-2]
        for place in places:
            pairs = table[place]
            if cycle % 2 == 0:
                pairs = tuple((black, white) for white, black in pairs)
            rounds.append(PlannedRound(0, cycle, place + 1, pairs, _find_free(players, pairs)))
    if order:
        if sorted(order) != list(range(1, len(rounds) + 1)):
            raise Illegal(
                N_("The order of the rounds must name each of the {rounds} rounds once."),
                rounds=len(rounds),
            )
        rounds = [rounds[number - 1] for number in order]
    return tuple(one._replace(number=number) for number, one in enumerate(rounds, start=1))


def _find_free(players: int, pairs: Iterable[Pair]) -> int | None:
    if players % 2 == 0:
        return None
    playing = {number for pair in pairs for number in pair}
    return next(number for number in range(1, players + 1) if number not in playing)


def rounds_of_cycle(players: int) -> int:
    """Return the number of rounds in which all players meet once."""
    return max(table_size(players) - 1, 0)


def cycles_of(system: str | None, rounds: int | None, players: int) -> int:
    """Return how many times all players meet: once, or in a double round robin as often as the
    rounds allow, at least twice.
    """
    if system != DOUBLE_ROUND_ROBIN:
        return 1
    return max(2, (rounds or 0) // max(rounds_of_cycle(players), 1))


def round_robin_for(players: int, rounds: int | None) -> str:
    """Return the key of the single or double round robin that fits this number of rounds."""
    more = rounds is not None and rounds >= 2 * max(rounds_of_cycle(players), 1)
    return DOUBLE_ROUND_ROBIN if more else ROUND_ROBIN


def schedule_of(
    players: int, settings: Settings, system: str | None = None
) -> tuple[PlannedRound, ...]:
    """Return the schedule that the settings of a tournament define."""
    cycles = cycles_of(system or settings.system, settings.rounds, players)
    options = settings.options
    return schedule(players, cycles, options.exchanged_rounds, options.round_order)


def in_order_of_numbers(tournament: Tournament) -> list[Player]:
    """Return the players by number, including those who have withdrawn."""
    return sorted(tournament.players, key=lambda player: player.number)


def without_open_games(tournament: Tournament) -> Tournament:
    """Return the tournament without games that are not finished.

    All rounds of a round robin are paired beforehand, so an open game must not count as a draw.
    """
    rounds = tuple(
        replace(this, games=tuple(one for one in this.games if one.result not in OPEN))
        for this in tournament.rounds
    )
    return replace(tournament, rounds=rounds)


def rounds_played(tournament: Tournament, player: int) -> Iterator[int]:
    """Yield the number of each round in which the player had a game over the board."""
    for number, this in enumerate(tournament.rounds, start=1):
        for game in this.games:
            if player in (game.white, game.black) and game.result and game.result.played:
                yield number


# Why a pair has its colours: rules that are easier to remember than the table.


class ColourRule(NamedTuple):
    """The rule by which two numbers have their colours in the table, and the number that has
    White.
    """

    sentence: str
    """A sentence with the fields {white} and {black}, the numbers."""
    white: int


LAST_LOW = N_("the last number of the table has Black against the lower half")
LAST_HIGH = N_("the last number of the table has White against the upper half")
ODD_SUM = N_("the sum of the numbers is odd, so the lower number has White")
EVEN_SUM = N_("the sum of the numbers is even, so the higher number has White")


def colour_rule(one: int, other: int, players: int) -> ColourRule:
    """Return the rule that decides which of two numbers has White in the Berger table."""
    low, high = sorted((one, other))
    size = table_size(players)
    if high == size:
        return ColourRule(LAST_LOW, low) if low <= size // 2 else ColourRule(LAST_HIGH, high)
    return ColourRule(ODD_SUM, low) if (low + high) % 2 else ColourRule(EVEN_SUM, high)


def table_round_of(one: int, other: int, players: int) -> int:
    """Return the round of the table in which two numbers meet: their sum less 1, modulo the number
    of rounds.

    The last number of the table counts as its opponent's number.

    >>> [table_round_of(2, other, players=6) for other in (1, 3, 4, 5, 6)]
    [2, 4, 5, 1, 3]
    """
    size = table_size(players)
    low, high = sorted((one, other))
    added = low + (low if high == size else high) - 1
    return added if added < size else added - (size - 1)


# Recognising a round robin.

_STATED = pattern(r"(?i)round[ _-]*robin|berger|all[ -]play[ -]all")
_LEAST_RECOGNISED = 6
"""In a Swiss system with fewer players, all soon meet each other as well."""


def plays_round_robin(tournament: Tournament) -> bool:
    """Return True if the tournament is a round robin, by its settings or because all players met
    equally often.
    """
    stated = SYSTEMS.get(tournament.settings.system or "")
    if stated is not None and stated.round_robin:
        return True
    if not tournament.paired_rounds:
        return False
    if _STATED.search(tournament.settings.kind):
        return True
    players = len(tournament.players)
    cycle = rounds_of_cycle(players)
    if stated is not None or players < _LEAST_RECOGNISED or tournament.paired_rounds % cycle:
        return False
    met = Counter(
        frozenset((game.white, game.black)) for this in tournament.rounds for game in this.games
    )
    cycles = tournament.paired_rounds // cycle
    return len(met) == players * (players - 1) // 2 and set(met.values()) == {cycles}


# Rounds paired by hand.


def problems_by_hand(tournament: Tournament, system: str | None = None) -> list[Problem]:
    """Return the problems of rounds paired by hand: wrong numbers of meetings, and colours three
    times running.
    """
    return [*_check_meetings(tournament, system), *_check_colour_runs(tournament)]


def _check_meetings(tournament: Tournament, system: str | None) -> Iterator[Problem]:
    """Yield a problem for each pair that meets again too soon, and for each player with meetings
    missing at the end.
    """
    players, settings = len(tournament.players), tournament.settings
    cycle = rounds_of_cycle(players)
    cycles = cycles_of(system or settings.system, settings.rounds, players)
    met: Counter[frozenset[int]] = Counter()
    for number, this in enumerate(tournament.rounds, start=1):
        allowed = cycles if settings.options.round_order else -(-number // max(cycle, 1))
        for game in this.games:
            pair = frozenset((game.white, game.black))
            met[pair] += 1
            if met[pair] > min(allowed, cycles):
                one, other = (PlayerRef(player) for player in (game.white, game.black))
                template = N_(
                    "Round {round}: {one} and {other} meet again too soon; meetings so far: "
                    "{times}, allowed by this round: {allowed}."
                )
                sentence = Sentence(
                    template, round=number, one=one, other=other, times=met[pair], allowed=allowed
                )
                yield Problem(sentence, player=game.white, round=number)
    if len(tournament.rounds) < cycles * cycle:
        return
    names = [player.id for player in in_order_of_numbers(tournament)]
    for place, player in enumerate(names):
        missed = [o for o in names[place + 1 :] if met[frozenset((player, o))] < cycles]
        if missed:
            template = N_("{player} has not met these players as often as the others: {players}.")
            values = {"player": PlayerRef(player), "players": ListOf.players(missed)}
            yield Problem(Sentence(template, **values), player=player)


def _check_colour_runs(tournament: Tournament) -> Iterator[Problem]:
    """Yield a warning for each colour that a player has three times running.

    The table of an odd number of players may not avoid that.
    """
    for player in tournament.players:
        last: list[Colour] = []
        for number, this in enumerate(tournament.rounds, start=1):
            for game in this.games:
                if player.id in (game.white, game.black):
                    last.append(game.colour(player.id))
                    if len(last) > 2 and len(set(last[-3:])) == 1:
                        template = N_(
                            "Round {round}: {player} has one colour for the third time running."
                        )
                        values = {"round": number, "player": PlayerRef(player.id)}
                        yield Problem(
                            Sentence(template, **values),
                            player=player.id,
                            round=number,
                            severity=Severity.WARNING,
                        )
