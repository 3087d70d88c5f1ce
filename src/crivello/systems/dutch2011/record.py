"""Record the older Dutch procedure in the trace: events, dropped pairs, candidates.

Without a trace nothing is computed here.
"""

from __future__ import annotations

from collections.abc import Sequence

from crivello.matching.transport import minimum_cost_transport
from crivello.model.field import Entrant, Float
from crivello.model.sentence import N_
from crivello.model.trace import Trace, id_pairs, ids
from crivello.model.trace.procedure import (
    CandidatesTried,
    EventType,
    GroupOpened,
    GroupPaired,
    PairDropped,
    PairFixed,
    ProcedureEvent,
    Trial,
    Values,
)
from crivello.systems.dutch2011.bracket import (
    REASONS,
    Dropped,
    Facts,
    Leave,
    OlderBracket,
    OlderCandidate,
    OlderSplit,
    Target,
    broken_article,
    divide,
    forbidding_article,
)
from crivello.systems.dutch2011.bracket_search import pack, pair_costs, unpack

INCOMPATIBLE = EventType("incompatible", N_("No possible opponent in the bracket: {players}."))
ALONE = EventType("alone", N_("{players} is alone in the bracket and moves down to the next one."))
BARRED = EventType("barred", N_("May not have the bye: {players}."))
MOVED_DOWN = EventType("moved-down", N_("Moved down to the next bracket: {players}."))
VARIABLE = EventType(
    "variable",
    N_("Variable preferences are counted for the colour that lowers x, to {x}: {players}."),
)
DROPPED_UP = EventType(
    "upfloat-dropped",
    N_("The protection from a repeated upfloat (B.{criterion}) is dropped for {players}."),
)
DROPPED_DOWN = EventType(
    "downfloat-dropped",
    N_("The protection from a repeated downfloat (B.{criterion}) is dropped for {players}."),
)
RAISED_X = EventType("x-raised", N_("Pairs that may now break a colour preference: {x}."))
DROPPED_SEMI_ABSOLUTE = EventType(
    "semi-absolute-dropped", N_("A strong preference is no longer treated as absolute: {players}.")
)
DROPPED_ABSOLUTE = EventType(
    "absolute-dropped",
    N_("Last round: above 50 % an absolute preference does not bind: {players}."),
)
REMAINDER_FAILS = EventType(
    "remainder-fails",
    N_("With {players} paired the remainder cannot be paired as required; the next one is tried."),
)
UNDONE = EventType(
    "undone", N_("The previous bracket is undone to find another floater: {players}.")
)
FLOATERS_CHANGED = EventType("floaters-changed", N_("Moved down instead: {players}."))
NO_OTHER_FLOATER = EventType("no-other-floater", N_("No other floater helps; tried: {players}."))
NOBODY_ELSE = EventType("nobody-else", N_("No other player could move down instead."))
PENULTIMATE_UNDONE = EventType(
    "penultimate-undone", N_("The penultimate bracket is undone to complete the lowest one.")
)
MERGED = EventType("merged", N_("The two lowest brackets are joined: {players}."))
LOWERED_P = EventType("p-lowered", N_("One pair fewer is made in the bracket."))
ALL_DOWN = EventType("all-down", N_("The whole bracket moves down: {players}."))
EXCHANGE = EventType("exchange", N_("S1 and S2 exchange players: {players}."))
TRANSPOSITION = EventType("transposition", N_("S2 is taken in the order {players}."))


# The reasons for passing over an earlier pair: the article that gave it up.


def transposition_drops(facts: Facts, split: OlderSplit, leave: Leave) -> list[Dropped]:
    """Return, for each player of S1, the players of S2 before the opponent, each with the article
    that excludes the pair.
    """
    out = {player.id for player in split.from_s1}
    into = {player.id for player in split.from_s2}
    upper = [p for p in split.s1 if p.id not in out] + list(split.from_s2)
    order = {player.id: rank for rank, player in enumerate(split.s1 + split.s2)}
    lower = sorted(
        [p for p in split.s2 if p.id not in into] + list(split.from_s1),
        key=lambda player: order[player.id],
    )
    players = [*upper, *lower]
    costs = pair_costs(facts, players, split.allowance.majority)
    size = len(upper)
    base = len(players) + 1
    rows: list[list[int | None]] = [
        [None if (c := costs[i][size + j]) is None else pack(c, base) for j in range(len(lower))]
        for i in range(size)
    ]
    spare = [None if (c := leave(player)) is None else pack(c, base) for player in lower]
    rows += [list(spare) for _ in range(len(lower) - size)]
    chosen = [lower.index(player) for player in split.transposition]
    accepted = unpack(sum(rows[i][j] or 0 for i, j in enumerate(chosen)), base)

    found: list[Dropped] = []
    for i in range(size):
        earlier = set(chosen[:i])
        for j in range(chosen[i]):
            if j in earlier:
                continue
            if rows[i][j] is None:
                found.append((upper[i], lower[j], forbidding_article(upper[i], lower[j])))
                continue
            cost = _find_cost_with(rows, [*chosen[:i], j])
            article = "C.7" if cost is None else broken_article(unpack(cost, base), accepted)
            found.append((upper[i], lower[j], article))
    return found


def _find_cost_with(rows: list[list[int | None]], fixed: list[int]) -> int | None:
    """Return the smallest cost if the first rows take the columns `fixed`; None if the other rows
    cannot be matched.
    """
    taken = set(fixed)
    free = [j for j in range(len(rows)) if j not in taken]
    rest = [[row[j] for j in free] for row in rows[len(fixed) :]]
    total = sum(rows[i][j] or 0 for i, j in enumerate(fixed))
    if not rest:
        return total
    solved = minimum_cost_transport([1] * len(rest), [1] * len(free), rest)
    if solved is None:
        return None
    flow, _, _ = solved
    return total + sum(
        rest[i][j] or 0 for i, row in enumerate(flow) for j, units in enumerate(row) if units
    )


# The record.


class Record:
    def __init__(self, facts: Facts, trace: Trace | None) -> None:
        self.facts = facts
        self.trace = trace
        self.opened_by = ""
        """The article by which the current bracket was opened, or opened again."""

    def event(
        self, article: str, event: EventType, players: Sequence[Entrant] = (), values: Values = ()
    ) -> None:
        if self.trace is not None:
            self.trace.append(ProcedureEvent(article, event, ids(players), values))

    def record_opening(self, bracket: OlderBracket, article: str) -> None:
        """Record the opening of a bracket with x (A.8), p, S1 and S2 (A.6)."""
        if self.trace is None:
            return
        self.opened_by = article
        target = divide(bracket)
        allowance = self.facts.allowance(bracket.players)
        self.trace.append(
            GroupOpened(
                article,
                bracket.residents[-1].score,
                ids(bracket.players),
                ids(bracket.moved_down),
                ids(target.s1),
                ids(target.s2),
                (("x", allowance.x), ("p", target.p)),
            )
        )
        if allowance.z < allowance.x:
            variable = [
                player
                for player in bracket.players
                if player.preference is allowance.majority and self.facts.variable(player)
            ]
            self.event("A.7e", VARIABLE, variable, (("x", allowance.z),))

    def record_pairs(
        self, bracket: OlderBracket, target: Target, candidate: OlderCandidate | None, leave: Leave
    ) -> None:
        """Record the accepted candidate: the requirements given up, the changes to S1 and S2, the
        pairs.
        """
        if self.trace is None or candidate is None:
            return
        self._record_candidates(bracket, target, candidate)
        self._record_relaxations(bracket, target, candidate)
        self._record_dropped(candidate.dropped)
        for one, other in candidate.moved_down_pairs:
            self.trace.append(PairFixed("C.6", one.id, other.id))
        if candidate.split is not None:
            self._split(candidate.split, target)
            self._record_dropped(transposition_drops(self.facts, candidate.split, leave))
            for one, other in candidate.pairs[len(candidate.moved_down_pairs) :]:
                self.trace.append(PairFixed("C.6", one.id, other.id))
        pairs, score = id_pairs(candidate.pairs), bracket.residents[-1].score
        self.trace.append(GroupPaired("C.6", score, pairs, ids(candidate.leaving)))

    def _record_candidates(
        self, bracket: OlderBracket, target: Target, candidate: OlderCandidate
    ) -> None:
        """Record the candidates that the sieve examined; the search has none."""
        assert self.trace is not None
        # Players who may not be left: the bye is barred, or other floaters are needed (C.12, C.13).
        stays = "B.1b" if bracket.lowest else self.opened_by
        if candidate.among:
            article = "C.7" if target.heterogeneous else "C.8"
            self.trace.append(_list_candidates(candidate, article, stays))
        if candidate.remainder is not None and candidate.remainder.pairs:
            self.trace.append(_list_candidates(candidate.remainder, "C.8", stays, remainder=True))

    def _record_dropped(self, dropped: Sequence[Dropped]) -> None:
        assert self.trace is not None
        for one, other, article in dropped:
            if article == "C.9":
                self.event("C.9", REMAINDER_FAILS, (one, other))
            self.trace.append(PairDropped(article, one.id, other.id, REASONS[article]))

    def _split(self, split: OlderSplit, target: Target) -> None:
        assert self.trace is not None
        if target.heterogeneous:
            players, halves = split.s1 + split.s2, (ids(split.s1), ids(split.s2))
            values = (("x", split.allowance.x), ("p", len(split.s1)))
            self.trace.append(
                GroupOpened(
                    "C.6", players[-1].score, ids(players), (), *halves, values, remainder=True
                )
            )
        if split.from_s1:
            self.event("C.8", EXCHANGE, split.from_s1 + split.from_s2)
        natural = [p for p in split.s1 + split.s2 if p in split.transposition]
        if list(split.transposition) != natural:
            self.event("C.7", TRANSPOSITION, split.transposition)

    def _record_relaxations(
        self, bracket: OlderBracket, target: Target, candidate: OlderCandidate
    ) -> None:
        """Record each requirement given up, in the order of the text, with the players
        concerned.
        """
        failures = candidate.failures
        mixed = [pair for pair in candidate.pairs if pair[0].score != pair[1].score]
        lower = [min(pair, key=lambda player: player.score) for pair in mixed]
        for count, number, back in ((failures.up6, 6, 1), (failures.up5, 5, 0)):
            if count:
                players = _select_floaters(lower, back, Float.UP)
                values = (("criterion", number), ("times", count))
                self.event("C.9", DROPPED_UP, players, values)
        for count, number, back in ((failures.down6, 6, 1), (failures.down5, 5, 0)):
            if count:
                players = _select_floaters(candidate.leaving, back, Float.DOWN)
                values = (("criterion", number), ("times", count))
                self.event("C.10", DROPPED_DOWN, players, values)
        if failures.x:
            x = self.facts.allowance(bracket.players).less(target.lowered).x + failures.x
            self.event("C.11", RAISED_X, (), (("x", x),))
        same = [pair for pair in candidate.pairs if self.facts.of_pair(*pair, None).a7d]
        if same:
            self.event("A.7d", DROPPED_SEMI_ABSOLUTE, [p for pair in same for p in pair])
        same = [pair for pair in candidate.pairs if self.facts.of_pair(*pair, None).b2]
        if same:
            free = [p for pair in same for p in pair if p.id in self.facts.top]
            self.event("B.2", DROPPED_ABSOLUTE, free)


COLUMNS = ("B.2", "A.7d", "B.4", "A.7e", "B.5↓", "B.6↓", "B.5↑", "B.6↑")
"""The article that each kind of failure goes against."""
DEMANDS = {
    "B.2": N_("Give nobody a colour that an absolute preference excludes."),
    "A.7d": N_("Break as few strong preferences as possible that are treated as absolute."),
    "B.4": N_("Give as many players as possible the colour they prefer."),
    "A.7e": N_("Give as many players as possible the colour they prefer, variable ones included."),
    "B.5": N_("Let as few players as possible float as in the last round."),
    "B.6": N_("Let as few players as possible float as two rounds ago."),
    "C.9": N_("The remainder must be paired as required."),
}
"""What each of them asks for; without the arrow, as the articles are the same for both floats."""


def _list_candidates(
    chosen: OlderCandidate, article: str, stays: str, remainder: bool = False
) -> CandidatesTried:
    """Return the step with the candidates examined, each set of pairs once.

    If the chosen candidate has no failures, later candidates are left out.
    """
    legal = [one.failures for one in chosen.among if isinstance(one, OlderCandidate)]
    variable = any(one.z != one.x for one in legal)  # otherwise both are equal
    tried: list[Trial] = []
    seen: set[frozenset[frozenset[int]]] = set()
    for one in chosen.among:
        pairs = id_pairs(one.pairs)
        key = frozenset(map(frozenset, pairs))
        if key in seen:
            continue
        seen.add(key)
        if not isinstance(one, OlderCandidate):
            tried.append(Trial(pairs, ids(one.leaving), (), one.article or stays))
            continue
        failures = tuple(
            (code, value)
            for code, value in zip(COLUMNS, one.failures, strict=True)
            if variable or code != "A.7e"
        )
        same = one.order == chosen.order
        tried.append(Trial(pairs, ids(one.leaving), failures, chosen=same))
        if same and not any(one.failures):
            break
    return CandidatesTried(article, tuple(tried), remainder)


def _select_floaters(players: Sequence[Entrant], back: int, kind: Float) -> list[Entrant]:
    """Return the players who got this float `back` + 1 rounds ago."""
    return [p for p in players if len(p.floats) > back and p.floats[back] is kind]
