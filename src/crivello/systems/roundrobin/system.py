"""Round robins as `System` objects: each round is read from the Berger table.

All entered players keep their places in the table. A withdrawn player is still paired, and the
opponent wins by forfeit. A game with a player who asked for a bye is left out.
"""

from __future__ import annotations

from crivello.model.errors import Illegal, Impossible
from crivello.model.field import Entrant, Field, MayMeet, Strength
from crivello.model.history import History
from crivello.model.keys import is_round_robin
from crivello.model.pairing import Board, RoundPairing
from crivello.model.result import Result
from crivello.model.sentence import N_, PlayerRef
from crivello.model.settings import Acceleration, Scoring
from crivello.model.tournament import Round, Tournament
from crivello.model.trace import BoardsOrdered, ColourAllocated, Trace
from crivello.model.trace.round_robin import TableRead
from crivello.rules.colours import Preference
from crivello.rules.field import FieldRules, build_field, no_pair_float, no_unplayed_float
from crivello.rules.round_robin import (
    BERGER_TABLES,
    Pair,
    PlannedRound,
    berger_by_hand,
    cycles_of,
    in_order_of_numbers,
    rounds_of_cycle,
    schedule,
    schedule_of,
)
from crivello.standard.classes import replace
from crivello.systems.publication import Coloured
from crivello.systems.registry import Articles, Judge
from crivello.systems.roundrobin.judge import RoundRobinJudge, boards_of, meetings


def with_all_players(tournament: Tournament, round_number: int) -> Tournament:
    """Return the tournament as the table needs it: no player has withdrawn, entered late or a
    missing result.
    """
    players = tuple(
        replace(player, entered=1, withdrawn_after=None) for player in tournament.players
    )
    past = tuple(
        replace(
            this,
            games=tuple(
                replace(game, result=game.result or Result.ADJOURNED) for game in this.games
            ),
        )
        for this in tournament.rounds[: round_number - 1]
    )
    settings = replace(tournament.settings, acceleration=Acceleration(), must_meet=())
    return replace(tournament, players=players, rounds=(*past, Round()), settings=settings)


def _prefer_nothing(history: History) -> Preference:
    return None, Strength.NONE


def _bar_everyone(history: History, scoring: Scoring) -> bool:
    """Return True: every player is barred from a bye, since a free round is not one."""
    return True


RULES = FieldRules(
    _prefer_nothing,
    no_unplayed_float,
    _bar_everyone,
    float_rounds=0,
    pair_float=no_pair_float,
    adapted=with_all_players,
)

NOT_SCHEDULED = N_(
    "There is no round {round} in this table: with {players} players it has {rounds} rounds. "
    "Announce that many rounds."
)
MET_BEFORE = N_(
    "The table pairs {white} and {black} in round {round}, but they have met in this cycle: "
    "earlier rounds are not those of the table. Pair this round by hand."
)


class RoundRobin(Judge):
    field_rules = RULES
    articles = Articles(BERGER_TABLES, BERGER_TABLES, BERGER_TABLES, "", BERGER_TABLES)
    notation = N_("Players are written with the number that they have in the table.")
    basic_colour_limits = False
    endorsed = True
    """C.04.2: 1.4 requires an approved program where rounds are computed; a table is printed."""
    options = frozenset({"round-order"})
    steps = (TableRead,)

    def __init__(self, key: str) -> None:
        self.key = key
        if key == "doubleroundrobin":
            self.options = RoundRobin.options | {"exchanged-rounds"}

    # The schedule

    def plan(self, tournament: Tournament) -> tuple[PlannedRound, ...]:
        """Return all rounds of the schedule, by table numbers."""
        return schedule_of(len(tournament.players), tournament.settings, self.key)

    def round(self, tournament: Tournament, number: int) -> PlannedRound:
        rounds = self.plan(tournament)
        if not 1 <= number <= len(rounds):
            raise Illegal(
                NOT_SCHEDULED, round=number, players=len(tournament.players), rounds=len(rounds)
            )
        return rounds[number - 1]

    def plan_for(self, field: Field) -> tuple[PlannedRound, ...]:
        """Return all rounds of the schedule, given the field of any round, which contains all
        players.
        """
        players, options = len(field.entrants), field.options
        cycles = cycles_of(self.key, field.rounds, players)
        return schedule(players, cycles, options.exchanged_rounds, options.round_order)

    def meetings(self, tournament: Tournament, one: int, other: int) -> list[tuple[int, Board]]:
        """Return the round numbers and boards in which two players meet."""
        return list(meetings(self._find_seats(tournament), self.plan(tournament), one, other))

    @staticmethod
    def _find_seats(tournament: Tournament) -> dict[int, int]:
        """Return the players' ids by their numbers in the table."""
        return {
            place: player.id
            for place, player in enumerate(in_order_of_numbers(tournament), start=1)
        }

    # Who may meet

    def may_meet(self, field: Field) -> MayMeet:
        """Return the predicate that allows pairs who have not met in this cycle.

        If the order of rounds is changed, it allows pairs who have met less often than there are
        cycles.
        """
        players = len(field.entrants)
        cycles = cycles_of(self.key, field.rounds, players)
        cycle = min(cycles, -(-field.round // max(rounds_of_cycle(players), 1)))
        most = cycles if field.options.round_order else cycle

        def may_meet_again(one: Entrant, other: Entrant) -> bool:
            return one.history.opponents.count(other.id) < most

        return may_meet_again

    def may_meet_for_sure(self, field: Field) -> MayMeet:
        return self.may_meet(field)

    def may_meet_at_best(self, field: Field) -> MayMeet:
        return self.may_meet(field)

    # Pairing

    def _find(
        self, tournament: Tournament, field: Field, trace: Trace | None, literally: bool
    ) -> tuple[list[Coloured], Entrant | None]:
        planned = self.round(tournament, field.round)
        if literally:
            planned = planned._replace(pairs=_list_pairs_by_hand(planned, len(tournament.players)))
        step = self._read(tournament, planned)
        here = {one.id: one for one in field.entrants}
        meet = self.may_meet(field)
        found: list[Coloured] = []
        for board in boards_of(step):
            white, black = here[board.white], here[board.black]
            if not meet(white, black):
                raise Impossible(
                    MET_BEFORE,
                    blocked=[white.id, black.id],
                    criteria=[BERGER_TABLES],
                    round=field.round,
                    white=PlayerRef(white.id),
                    black=PlayerRef(black.id),
                )
            found.append((white, black, BERGER_TABLES))
        if trace is not None:
            trace.append(step)
        return found, None

    def _read(self, tournament: Tournament, planned: PlannedRound) -> TableRead:
        seats = self._find_seats(tournament)
        cycle = rounds_of_cycle(len(seats))
        cycles = cycles_of(self.key, tournament.settings.rounds, len(seats))
        swapped = tournament.settings.options.exchanged_rounds and planned.cycle < cycles
        last_two = 1 < cycle < planned.table_round + 2
        free = None if planned.free is None else seats[planned.free]
        asked = tournament.before(planned.number).round(planned.number).byes
        away = {player for player, bye in asked if bye.requested and player != free}
        return TableRead(
            planned.cycle,
            cycles,
            planned.table_round,
            swapped and last_two,
            tuple(seats.items()),
            planned.pairs,
            free,
            tuple(sorted(away)),
        )

    def table_round(self, tournament: Tournament, number: int) -> tuple[Board, ...]:
        """Return the boards of a round of the table, even if earlier rounds were not played by the
        table.
        """
        return tuple(boards_of(self._read(tournament, self.round(tournament, number))))

    def all_rounds(self, tournament: Tournament) -> tuple[TableRead, ...]:
        """Return every round of the table, even if earlier rounds were not played by the table."""
        return tuple(self._read(tournament, planned) for planned in self.plan(tournament))

    def _publish(
        self, field: Field, pairs: list[Coloured], bye: Entrant | None, trace: Trace | None
    ) -> RoundPairing:
        """Return the round with its boards in the order of the table."""
        boards = tuple(Board(white.id, black.id) for white, black, _ in pairs)
        if trace is not None:
            trace += [ColourAllocated(w.id, b.id, article) for w, b, article in pairs]
            trace.append(BoardsOrdered(tuple((board.white, board.black) for board in boards)))
        steps = tuple(trace) if trace is not None else ()
        return RoundPairing(field.round, self.key, boards, None, steps)

    # Questions about other pairings

    def judge_for(self, tournament: Tournament, round_number: int) -> RoundRobinJudge:
        field = build_field(tournament, round_number, self.field_rules)
        step = self._read(tournament, self.round(tournament, round_number))
        return self.judge_from(field, [step])

    def judge_from(self, field: Field, trace: Trace) -> RoundRobinJudge:
        return RoundRobinJudge(self, field, trace, self.plan_for(field))


def _list_pairs_by_hand(planned: PlannedRound, players: int) -> tuple[Pair, ...]:
    """Return the pairs of a round by the second method, the table as it is written by hand."""
    pairs = berger_by_hand(players)[planned.table_round - 1]
    return tuple((black, white) for white, black in pairs) if planned.turned else pairs


def find(key: str) -> RoundRobin:
    return RoundRobin(key)


NO_SCHEDULE = N_(
    "{system} pairs each round by the results of those before; only a round robin has a schedule. "
    "Set the system to roundrobin or doubleroundrobin."
)


def round_robin_of(key: str) -> RoundRobin:
    """Return the round robin with this key; raise `Illegal` for any other system, which has no
    schedule.
    """
    if not is_round_robin(key):
        raise Illegal(NO_SCHEDULE, system=key)
    return RoundRobin(key)
