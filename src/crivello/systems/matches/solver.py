"""The solver of the match systems: the sieve's answer, found by matchings.

Players are vertices, numbered in ranking order; sets of players are bit sets (see `matching.bits`).
The module has three parts: the pairs of one bracket, the choice of its upfloaters, and the bye with
the pass down the scoregroups.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from crivello.matching.bipartite import first_in_order
from crivello.matching.bits import bitset, members
from crivello.matching.cardinality import has_perfect_matching, maximum_matching
from crivello.matching.perfect import first_cheapest, first_perfect
from crivello.matching.transport import tight_by_type
from crivello.matching.weighted import minimum_cost_perfect_matching
from crivello.model.field import Entrant, Field
from crivello.model.settings import FollowingUpfloaters
from crivello.model.trace import CompletionTested, Trace, ids
from crivello.model.trace.upfloats import SetJudged, SetVerdict, UpfloatersNeeded
from crivello.rules.colours import strangers
from crivello.standard.classes import replace
from crivello.systems.byes import bye_order, record_bye
from crivello.systems.completion import Kind, LegalPairs, impossible
from crivello.systems.matches.bracket import MatchBracket, MatchPart, has_floated
from crivello.systems.matches.editions import MatchEdition, record_bracket
from crivello.systems.upfloats import Pairs, Players, by_number

TRIES = 200
"""How many sets of upfloaters are tried before their number and scores are computed."""


# The pairs of one bracket (3.6).
#
# Whom a pair of two players fails depends on few things, so players are of few kinds, and the
# problem on kinds gives a bound that pairings mostly attain (`tight_by_type`). The first pairing in
# order has as its top members the upper half by number, if there is an optimal pairing like that:
# then it is the first matching of the upper half to the lower one. If not, vertex by vertex in
# order of number: is there an optimal pairing in which it is the top member? Then each top member
# has its first possible opponent.


def pair_bracket(edition: MatchEdition, bracket: MatchBracket) -> Pairs:
    """Return the best pairs of a bracket, the first in order if several are equal; there must be a
    legal pairing.
    """
    players = sorted(bracket.players, key=by_number)
    legal = LegalPairs(players, strangers, all_alike)
    kinds, cost = _compute_costs(edition, bracket, players)
    tight = tight_by_type(legal.rows, kinds, cost) or [0] * len(players)
    half = len(players) // 2
    opponents = first_in_order([row >> half for row in tight[:half]], half)
    if opponents is not None:
        return [(players[top], players[half + other]) for top, other in enumerate(opponents)]
    mate = (
        first_perfect(tight, _list_choices(len(players))) if has_perfect_matching(tight) else None
    )
    if mate is None:
        table = [
            [cost[kinds[u]][kinds[v]] if row >> v & 1 else None for v in range(len(players))]
            for u, row in enumerate(legal.rows)
        ]
        mate = first_cheapest(table, _list_choices(len(players)))
    assert mate is not None  # the upfloaters were chosen so that there is a pairing
    return [(players[u], players[v]) for u, v in enumerate(mate) if u < v]


def all_alike(player: Entrant) -> Kind:
    """Return the same kind for all players, because only past meetings forbid a match."""
    return ()


def _compute_costs(
    edition: MatchEdition, bracket: MatchBracket, players: Sequence[Entrant]
) -> tuple[list[int], list[list[int]]]:
    """Return each player's kind, and the cost of a pair of two kinds; the first criterion weighs
    most.
    """
    found: dict[Kind, int] = {}
    examples: list[Entrant] = []
    kinds: list[int] = []
    for player in players:
        up = player.score != bracket.score
        kind = (player.preference, player.strength, up, has_floated(player))
        if kind not in found:
            found[kind] = len(examples)
            examples.append(player)
        kinds.append(found[kind])
    more = len(players) // 2 + 1
    cost = []
    for one in examples:
        row = []
        for other in examples:
            price = 0
            for criterion in edition.pair_criteria:
                price = price * more + sum(criterion.cost(MatchPart(bracket, one, other)))
            row.append(price)
        cost.append(row)
    return kinds, cost


def _list_choices(count: int) -> Iterator[tuple[int, Sequence[int]]]:
    """Yield the choices that make the smallest identifier: first which vertices are top members,
    then their opponents.
    """
    everyone = (1 << count) - 1
    for u in range(count):
        smaller = (1 << u) - 1
        yield u, (everyone & ~smaller & ~(1 << u), smaller)
    for u in range(count):
        yield u, [1 << v for v in range(count) if v != u]


# The upfloaters of a scoregroup (3.5).

Profile = tuple[tuple[int, int], ...]
"""The number of upfloaters from each score, the highest score first."""


class MatchUpfloaterChoice:
    """Chooses the upfloaters of a scoregroup; `pool` are all lower players."""

    def __init__(
        self, field: Field, edition: MatchEdition, legal: LegalPairs, residents: int, pool: int
    ) -> None:
        self.field = field
        self.edition = edition
        self.rows = legal.rows
        self.legal = legal
        self.residents = residents
        self.pool = pool
        players = legal.players
        self.empty = edition.bracket(field, tuple(players[v] for v in members(residents)))
        self.levels = {
            score: list(group)
            for score, group in groupby(members(pool), key=lambda v: players[v].score)
        }
        """The lower players by score; they are in ranking order, hence in the order of numbers."""
        self.again = bitset(
            v for v in members(pool) if self.empty.floats_count and has_floated(players[v])
        )
        """The players whom C7 asks not to bring up."""

    def best(self) -> tuple[int, int]:
        """Return the first of the best sets of upfloaters, and its failure value for C6."""
        number = self.residents.bit_count() % 2
        if number == 0 and self.fits(0):
            return 0, self.judge_following(0)
        if number == 1:
            fitting = self._find_single()
            for score, level in self.levels.items():
                if fitting & bitset(level):
                    return self._find_first_best(
                        [1 << v for v in level if fitting >> v & 1], ((score, 1),)
                    )
        profile = self._find_best_profile(max(number, 2) if number == 0 else 3)
        return self._find_first_best(filter(self.fits, self._list_sets(profile)), profile)

    def fits(self, upfloaters: int) -> bool:
        """Return True if the residents can be paired with these upfloaters, and all other players
        among themselves (C1, C3).
        """
        return has_perfect_matching(self.rows, self.residents | upfloaters) and (
            has_perfect_matching(self.rows, self.pool & ~upfloaters)
        )

    def _find_single(self) -> int:
        """Return the players who fit as the only upfloater, as a bit set."""
        above, below = (
            self.legal.find_left_over(self.residents),
            self.legal.find_left_over(self.pool),
        )
        if above is None or below is None:
            return 0
        return bitset(v for v in members(below) if self.rows[v] & above)

    def _find_first_best(
        self, sets: Iterator[int] | list[int], profile: Profile
    ) -> tuple[int, int]:
        """Return the first set with the lowest failure values for C6 and C7, and its value for C6.

        All sets have the given profile.
        """
        least = sum(
            max(0, number - (bitset(self.levels[score]) & ~self.again).bit_count())
            for score, number in profile
        )
        best: tuple[tuple[int, int], int] | None = None
        for chosen in sets:
            again = (chosen & self.again).bit_count()
            if best is not None and (0, again) >= best[0]:
                continue
            value = self.judge_following(chosen), again
            if best is None or value < best[0]:
                best = value, chosen
                if value == (0, least):
                    break
        assert best is not None  # there is a set of this profile that fits
        return best[1], best[0][0]

    def judge_following(self, upfloaters: int) -> int:
        """Return how far the scoregroup that follows fails C6; 0 if it needs no more upfloaters
        than parity requires.
        """
        players, rest = self.legal.players, self.pool & ~upfloaters
        level = self.edition.following_score(
            self.field, self.empty.score, (players[v] for v in members(rest))
        )
        group = bitset(v for v in members(rest) if players[v].score == level)
        if not group:
            return 0
        below = MatchUpfloaterChoice(self.field, self.edition, self.legal, group, rest & ~group)
        fewest = self.field.options.following_upfloaters is FollowingUpfloaters.FEWEST
        return below.more_than_parity() if fewest else int(not below.serves_by_parity())

    def serves_by_parity(self) -> bool:
        """Return True if the residents need no upfloater, or only one to make their number even."""
        return bool(self._find_single()) if self.residents.bit_count() % 2 else self.fits(0)

    def more_than_parity(self) -> int:
        """Return how many upfloaters the residents need beyond the one that an odd number
        requires.
        """
        if self.serves_by_parity():
            return 0
        parity = self.residents.bit_count() % 2
        return sum(number for _, number in self._find_best_profile(parity + 2)) - parity

    # How many, and from which scores

    def _find_best_profile(self, fewest: int) -> Profile:
        """Return the profile of the best sets that fit: the fewest upfloaters (C4) with the highest
        scores (C5).

        `fewest` is a lower bound of their number.
        """
        alone = maximum_matching(self.rows, available=self.residents)
        needed = max(fewest, sum(alone[v] < 0 for v in members(self.residents)))
        tried = 0
        for profile in self._list_profiles(needed):
            for chosen in self._list_sets(profile):
                if self.fits(chosen):
                    return profile
                tried += 1
                if tried >= TRIES:
                    return self._find_cheapest_profile()
        return self._find_cheapest_profile()

    def _find_cheapest_profile(self) -> Profile:
        """Return the same profile as `_find_best_profile`, found by one weighted matching of all
        players left.
        """
        vertices = members(self.residents | self.pool)
        price, more = 1, len(vertices) + 1
        prices: dict[int, int] = {}
        for score in self.levels:
            prices[score] = price
            price *= more
        # The number counts first: each pair across costs more than all scores together.
        players = self.legal.players

        def cost(u: int, v: int) -> int | None:
            if not self.rows[u] >> v & 1:
                return None
            if (self.residents >> u & 1) == (self.residents >> v & 1):
                return 0
            lower = v if self.residents >> u & 1 else u
            return price * more + prices[players[lower].score]

        table = [[cost(u, v) if u != v else None for v in vertices] for u in vertices]
        solution = minimum_cost_perfect_matching(len(vertices), table)
        assert solution is not None  # all who are left can be paired
        counts: dict[int, int] = {}
        for u, at in zip(vertices, solution.mate, strict=True):
            if self.residents >> u & 1 and self.pool >> vertices[at] & 1:
                score = players[vertices[at]].score
                counts[score] = counts.get(score, 0) + 1
        return tuple(sorted(counts.items(), reverse=True))

    def _list_profiles(self, number: int) -> Iterator[Profile]:
        """Yield all profiles of `number` upfloaters, the best first: the one whose lowest score is
        highest.
        """
        scores = list(self.levels)

        def below(left: int, lowest: int, taken: dict[int, int]) -> Iterator[Profile]:
            if not left:
                yield tuple(sorted(((scores[i], n) for i, n in taken.items()), reverse=True))
                return
            for level in range(lowest + 1):
                free = [len(self.levels[scores[i]]) - taken.get(i, 0) for i in range(level + 1)]
                if free[level] and sum(free) >= left:
                    more = taken | {level: taken.get(level, 0) + 1}
                    yield from below(left - 1, level, more)

        return below(number, len(scores) - 1, {})

    def _list_sets(self, profile: Profile) -> Iterator[int]:
        """Yield all sets of upfloaters with this profile, in the order of 3.5."""
        if not profile:
            yield 0
            return
        (score, number), *others = profile
        for first in _list_combinations(self.levels[score], number):
            for rest in self._list_sets(tuple(others)):
                yield first | rest


def _list_combinations(vertices: list[int], number: int) -> Iterator[int]:
    """Yield all sets of `number` vertices in lexicographic order."""
    if not number:
        yield 0
        return
    for place in range(len(vertices) - number + 1):
        for rest in _list_combinations(vertices[place + 1 :], number - 1):
            yield 1 << vertices[place] | rest


# The bye, and the scoregroups from the top.


def solve(
    field: Field, edition: MatchEdition, trace: Trace | None = None
) -> tuple[Pairs, Entrant | None]:
    """Return the pairs of a complete round and the player with the bye."""
    legal = LegalPairs(field.entrants, strangers, all_alike)
    left = (1 << len(field.entrants)) - 1
    bye = None
    if len(field.entrants) % 2:
        bye = _choose_bye(field, edition, legal, trace)
        left ^= 1 << legal.position[bye.id]
    elif not has_perfect_matching(legal.rows, left):
        raise impossible(legal, (edition.rematch,))

    pairs: Pairs = []
    while left:
        residents = _find_top_scoregroup(field.entrants, left)
        choice = MatchUpfloaterChoice(field, edition, legal, residents, left & ~residents)
        upfloaters, following = choice.best()
        left &= ~(residents | upfloaters)
        chosen = tuple(field.entrants[v] for v in members(upfloaters))
        bracket = replace(choice.empty, upfloaters=chosen)
        found = pair_bracket(edition, bracket)
        if trace is not None:
            _record_upfloaters(trace, choice, upfloaters)
            _record_first_set(trace, choice, upfloaters, following)
        record_bracket(trace, edition, bracket, found, following)
        pairs += found
    return pairs, bye


def _find_top_scoregroup(entrants: Players, left: int) -> int:
    """Return the players left who have the highest score, as a bit set."""
    vertices = members(left)
    score = entrants[vertices[0]].score
    return bitset(v for v in vertices if entrants[v].score == score)


def _choose_bye(
    field: Field, edition: MatchEdition, legal: LegalPairs, trace: Trace | None
) -> Entrant:
    """Return the first player in order who may have the bye and without whom the others can be
    paired (3.4).
    """
    possible = {player.id for player in legal.possible_byes()}
    if not possible:
        raise impossible(legal, (edition.rematch, edition.bye_bar))
    order = [player for player in sorted(field.entrants, key=bye_order) if not player.barred]
    chosen = next(player for player in order if player.id in possible)
    record_bye(trace, field, edition.bye, chosen, order[: order.index(chosen)])
    return chosen


# What is recorded


def _record_upfloaters(trace: Trace, choice: MatchUpfloaterChoice, upfloaters: int) -> None:
    """Append to the trace how many upfloaters are needed, and a pairing of all other lower players
    (C3).
    """
    rows, players = choice.rows, choice.legal.players
    alone = maximum_matching(rows, available=choice.residents)
    trace.append(
        UpfloatersNeeded(
            choice.empty.score,
            ids(choice.empty.residents),
            sum(alone[v] < 0 for v in members(choice.residents)),
            upfloaters.bit_count(),
            ids(players[v] for v in members(choice.pool)),
        )
    )
    rest = choice.pool & ~upfloaters
    mate = maximum_matching(rows, available=rest)
    witness = tuple((players[v].id, players[mate[v]].id) for v in members(rest) if v < mate[v])
    trace.append(
        CompletionTested(ids(players[v] for v in members(rest)), possible=True, witness=witness)
    )


def _record_first_set(
    trace: Trace, choice: MatchUpfloaterChoice, upfloaters: int, following: int
) -> None:
    """Append to the trace the first set of upfloaters in order and its failures, if it is not the
    chosen one.
    """
    first = bitset(members(choice.pool)[: upfloaters.bit_count()])
    if first == upfloaters:
        return
    edition, players = choice.edition, choice.legal.players
    verdict, criterion = SetVerdict.WORSE, edition.choice_codes[1]
    values: tuple[tuple[str, tuple[int, ...]], ...] = ()
    if not has_perfect_matching(choice.rows, choice.residents | first):
        verdict, criterion = SetVerdict.ILLEGAL, edition.rematch
    elif not has_perfect_matching(choice.rows, choice.pool & ~first):
        verdict, criterion = SetVerdict.INCOMPLETE, edition.completion
    else:
        fails = choice.judge_following(first), (first & choice.again).bit_count()
        if fails[0] != following:
            criterion = edition.choice_codes[0]
        values = tuple(
            (code, (value,)) for code, value in zip(edition.choice_codes, fails, strict=True)
        )
    set_ids = ids(players[v] for v in members(first))
    trace.append(SetJudged(set_ids, verdict, criterion, values))
