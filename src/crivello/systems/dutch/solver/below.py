"""Decide by unweighted matchings whether the players below a large bracket affect its choice.

*The look-ahead* (C.7; C8) is `NextBracket`. A bracket is first paired without the players below it.
Usually the next bracket does as well with the resulting downfloaters as with any others, and then
the candidate is the answer. To prove this, the downfloaters are compared with a *relaxation*:
imaginary downfloaters with the same scores, each of whom may meet every opponent whom any possible
floater of that score may meet. No real downfloaters do better. Two numbers are compared: how few
players the next bracket must leave unpaired, and how many downfloaters of each score, from the
highest down, can be paired there. If they are the same for the candidate as in the relaxation, no
candidate is better.

*Many moved-down players* are the case of `first_best_by_scores`. If there is a completion with the
fewest possible downfloaters, the best candidates pair the players with the highest scores (C.5,
C.6; C6, C7). So this goes down the scores and finds out which players can be paired together with
those already chosen. If there is never a choice, all good candidates have the same downfloaters.
Then the players below do not distinguish the candidates, and the bracket is paired without them.

Both use `FewestLeft`: which players can be paired in a bracket that leaves as few as possible? How
few is often easy to see: as many as the players below lack, or, if they lack fewer, the excess of
moved-down players over residents.

Without this module the answers are the same, but come from weighted matchings of all players who
are left in the round. Typical rounds take as long (20 to 3,000 players). With a plain test for a
perfect matching in place of the relaxation, several rounds of `bench/hard.py` take twice as long,
up to 11 times a typical round of their size (200 players in 60 rounds: at worst 97 instead of 47
ms). Without `first_best_by_scores` the last of 45 rounds of 60 players takes 10 times a typical
one, with it 4.5 times.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from crivello.matching.bits import bitset, members
from crivello.matching.cardinality import Barrier, barrier, grow_tree, maximum_matching
from crivello.standard.classes import derived, replace
from crivello.systems.dutch.solver.exact import Reach, first_best
from crivello.systems.dutch.solver.meetings import Completion
from crivello.systems.dutch.solver.problem import BracketCandidate, BracketProblem


class NextBracket:
    """The next bracket as a candidate leaves it: its residents, the candidate's downfloaters, and
    the players below (C.7, C8).
    """

    def __init__(
        self, problem: BracketProblem, completion: Completion, candidate: BracketCandidate
    ) -> None:
        self.problem = problem
        self.completion = completion
        self.candidate = candidate
        self.players = tuple([problem.players[i] for i in candidate.floaters])
        self.floaters = bitset(self.players)
        self.group = problem.below & ~problem.lower_set
        self.complete = problem.complete or problem.next_is_last
        self.rows = completion.rows_without(self.floaters)
        # Those below the next bracket who must all be matched, with the bye if there is one.
        self.below = 0
        if self.complete:
            self.below = problem.lower_set
            if (self.floaters | self.group | self.below).bit_count() % 2:
                self.below |= problem.meetings.bye_bit

    def is_best(self) -> bool:
        """Return True if it is proved that no other candidate lets the next bracket do better.

        False proves nothing.
        """
        completion, floaters = self.completion, self.floaters
        here = floaters | self.group
        if completion.meets_dirac(floaters, here):
            # If one is left, it can be any of them: the lowest resident is as good as the others.
            left = 1 << self.group.bit_length() - 1 if here.bit_count() % 2 else 0
            if not self.complete or completion.possible(left, self.problem.lower_set):
                return True
        self._count_left()
        return self.inside.deficiency <= self.left and self._equals_relaxation()

    def _count_left(self) -> None:
        """Compute `left`, a lower bound of the number of players left unpaired in the next bracket,
        whoever floats with these scores.

        It is at least the number of opponents that the players below lack, and the excess of
        downfloaters over residents.
        """
        completion, floaters = self.completion, self.floaters
        here = floaters | self.group
        self.inside = completion.barrier(here, self.rows, floaters)
        self.left = max(here.bit_count() % 2, len(self.players) - self.group.bit_count())
        self._to_the_end = self.complete
        if self.complete:
            self.lacking = completion.barrier(self.below, self.rows)
            self.left = max(self.left, self.lacking.deficiency)
        if self.inside.deficiency > self.left:
            # (Not the kept matching of the completion: these pairs may be illegal.)
            mate = maximum_matching(self.relaxed_rows, available=here)
            fewest = sum([mate[v] < 0 for v in members(here)])
            if fewest > self.left:
                # That many in any case; those below are only considered afterwards.
                self.left, self._to_the_end = fewest, False

    def _equals_relaxation(self) -> bool:
        """Return True if the next bracket can pair as many downfloaters of each score as it could
        with imaginary ones.

        The imaginary downfloaters of the relaxation are explained in the module's docstring.
        """
        own = self._make_matchings(self.rows)
        if own is None:
            return False
        entrants = self.problem.field.entrants
        relaxed: FewestLeft | None = None
        above: list[int] = []
        for _, group in groupby(self.players, key=lambda i: entrants[i].score):
            same = list(group)
            paired = [i for i in same if own.pair(i, keep=True)]
            if len(paired) < len(same):
                if relaxed is None:
                    relaxed = self._make_matchings(self.relaxed_rows)
                    assert relaxed is not None
                # In the relaxation, players of one score are alike: any of them may be paired.
                one_more = [i for i in same if i not in self.certain_floaters][: len(paired) + 1]
                if len(one_more) > len(paired) and all(
                    relaxed.pair(i, keep=True) for i in above + one_more
                ):
                    return False
                above = []
            else:
                above += same
        if self._to_the_end or not self.complete:
            return True
        left = bitset([v for v in members(own.bracket) if own.below >> own.mate[v] & 1])
        return self.completion.possible(left, self.problem.lower_set)

    def _make_matchings(self, rows: list[int]) -> FewestLeft | None:
        places = FewestLeft(list(rows), self.players, self.problem.next_group)
        if self._to_the_end:
            places.require_completion(self.below, self.lacking, self.completion.mate)
        else:
            places.add_places(self.left)
        return places if places.match() else None

    @derived
    def relaxed_rows(self) -> list[int]:
        """The graph of the relaxation: each downfloater may meet whomever any possible floater of
        the same score may meet.

        Certain floaters keep their own opponents, as they float in all candidates.
        """
        problem = self.problem
        entrants, legal = problem.field.entrants, problem.meetings.rows
        met: dict[int, int] = {}
        for i in [problem.players[k] for k in self.possible_floaters]:
            score = entrants[i].score
            met[score] = met.get(score, 0) | legal[i]
        rows = list(self.rows)
        within = self.group | self.below
        for i in self.players:
            if i in self.certain_floaters:
                continue
            rows[i] = met[entrants[i].score] & within
            for j in members(rows[i]):
                rows[j] |= 1 << i
        return rows

    @derived
    def certain_floaters(self) -> list[int]:
        """The downfloaters who have no possible opponent in this bracket or the next."""
        here, legal = self.problem.rows, self.problem.meetings.rows
        return [
            i
            for place, i in zip(self.candidate.floaters, self.players, strict=True)
            if not here[place] and not legal[i] & self.group
        ]

    @derived
    def possible_floaters(self) -> list[int]:
        """The players who can float if no more float than in the candidate, as positions in the
        bracket.
        """
        rows = self.problem.rows
        if len(self.candidate.floaters) > self.problem.fewest_floaters:
            return list(range(len(rows)))
        mate = [-1] * len(rows)
        for i, j in self.candidate.pairs:
            mate[i], mate[j] = j, i
        return members(sum(barrier(rows, mate).odd_components))


def first_best_by_scores(
    problem: BracketProblem, completion: Completion
) -> BracketCandidate | None:
    """Return the best candidate if the scores alone decide who floats; else None."""
    size, many = len(problem.players), len(problem.moved_down)
    moved_down = bitset(problem.moved_down)
    rows = list(problem.meetings.rows)
    for i in problem.moved_down:
        rows[i] &= ~moved_down
    places = FewestLeft(rows, problem.moved_down, problem.residents)
    if problem.complete:
        barrier = completion.barrier_below(problem.below)
        floaters = max(barrier.deficiency, many - len(problem.residents))
        if floaters == size:
            return BracketCandidate((), tuple(range(size)))
        places.require_completion(
            problem.below | problem.meetings.bye_bit, barrier, completion.mate
        )
    else:
        floaters = problem.fewest_floaters
        places.add_places(floaters)
    paired = _find_paired(problem, places, (size - floaters) // 2)
    if paired is None:
        return None
    left = tuple([place for place, i in enumerate(problem.players) if not paired >> i & 1])
    only = _find_only_pairs(places.rows, paired)
    if only is not None:
        at = {i: place for place, i in enumerate(problem.players)}
        return BracketCandidate(tuple(sorted([(at[i], at[j]) for i, j in only])), left)
    legal = problem.meetings.rows
    if left[-1] >= many:
        legal = [row & paired if paired >> i & 1 else 0 for i, row in enumerate(legal)]
    here = replace(
        problem,
        meetings=problem.meetings.with_rows(legal),
        moved_down=tuple([i for i in problem.moved_down if paired >> i & 1]),
        look_ahead=False,
        complete=False,
    )
    found = first_best(here, Reach.BRACKET)
    assert found is not None
    kept = [k for k, i in enumerate(problem.players) if k >= many or paired >> i & 1]
    return BracketCandidate(tuple([(kept[i], kept[j]) for i, j in found.pairs]), left)


def _find_paired(problem: BracketProblem, places: FewestLeft, pairs: int) -> int | None:
    """Return the set of players paired in every best candidate; None if it is not certain."""
    if not places.match():
        return None
    entrants, residents = problem.field.entrants, problem.residents
    found = 0
    for _, group in groupby(problem.moved_down, key=lambda i: entrants[i].score):
        able = places.pair_all(group)
        if able is None:
            return None
        found |= able
        if found.bit_count() == pairs:
            break  # every pair has one
    if 2 * pairs == found.bit_count() + len(residents):
        return found | bitset(residents)
    able = places.pair_all(residents)
    return None if able is None else found | able


def _find_only_pairs(rows: Sequence[int], left: int) -> list[tuple[int, int]] | None:
    """Return the pairs of these players if there is always a player with only one possible opponent
    to pair next; else None.
    """
    pairs = []
    while left:
        for v in members(left):
            choice = rows[v] & left
            if choice & choice - 1 == 0:
                w = choice.bit_length() - 1
                pairs.append((min(v, w), max(v, w)))
                left ^= 1 << v | choice
                break
        else:
            return None
    return pairs


def contract(rows: list[int], barrier: Barrier, outside: int) -> int:
    """Reduce `rows` to the matchings that match as few of a set as possible `outside` it, and
    return the vertices kept.

    `barrier` is the Gallai-Edmonds barrier of the set. Each vertex matched outside is in a
    different odd component, of which any member will do, so each component is contracted to one
    vertex. The separator is matched to the other components. All remaining vertices of the set are
    matched among themselves and dropped.
    """
    separator = barrier.separator
    reach = outside | separator
    kept = separator
    for part in barrier.odd_components:
        top = part.bit_length() - 1
        for v in members(part):
            rows[top] |= rows[v]
        rows[top] &= reach
        kept |= 1 << top
        if part != 1 << top:
            for v in members(rows[top]):
                rows[v] |= 1 << top
    for v in members(separator):
        rows[v] &= ~reach
    for v in members(outside):
        rows[v] &= ~separator
    return kept


class FewestLeft:
    """The matchings of a bracket and the players below that leave as few players of the bracket as
    possible unpaired.

    `rows` are the allowed pairs of the whole field, without those of two moved-down players. The
    methods change them.
    """

    def __init__(
        self, rows: list[int], moved_down: Sequence[int], residents: Sequence[int]
    ) -> None:
        self.rows = rows
        self.players = moved_down
        self.moved_down, self.residents = bitset(moved_down), bitset(residents)
        self.bracket = self.moved_down | self.residents
        self.mate = [-1] * len(rows)

    def add_places(self, floaters: int) -> None:
        """Add a vertex for each of `floaters` downfloaters, in place of the players below."""
        rows = self.rows
        self.below = (1 << floaters) - 1 << len(rows)
        for i in members(self.bracket):
            rows[i] |= self.below
        rows += [self.bracket] * floaters
        self.mate += [-1] * floaters

    def require_completion(self, below: int, barrier: Barrier, mates: Sequence[int]) -> None:
        """Require that downfloaters are matched with the players `below`; start from the matching
        `mates` there.

        `barrier` proves how many of the players below cannot be matched among themselves.
        """
        rows = self.rows
        self.below = below
        if barrier.deficiency > self.moved_down.bit_count() - self.residents.bit_count():
            # Then no more float than those below lack.
            self.below = contract(rows, barrier, self.bracket)
        else:
            for i in members(self.residents):
                rows[i] &= self.moved_down
            for i in members(below):
                rows[i] &= ~self.residents
        for v in members(self.below):
            w = mates[v]
            if w >= 0 and mates[w] == v and self.below >> w & rows[v] >> w & 1:
                self.mate[v] = w

    def match(self) -> bool:
        """Find a matching of all players and return True; return False if there is none.

        It starts greedily from the highest moved-down players.
        """
        rows, mate, free = self.rows, self.mate, self.residents
        for i in self.players:
            choice = rows[i] & free
            if choice:
                w = choice.bit_length() - 1
                mate[i], mate[w] = w, i
                free ^= 1 << w
        self.available = self.bracket | self.below
        self.mate = maximum_matching(rows, mate, self.available)
        return -1 not in [self.mate[v] for v in members(self.available)]

    def pair_all(self, group: Iterable[int]) -> int | None:
        """Require that all players of the group who can be paired are paired, and return them as a
        bit set; None if that is impossible.
        """
        able = [i for i in group if self.rows[i] & self.bracket]
        if len(able) > 1:
            able = [i for i in able if self.pair(i, keep=False)]
        if all(self.pair(i, keep=True) for i in able):
            return bitset(able)
        return 0 if len(able) == 1 else None

    def pair(self, i: int, keep: bool) -> bool:
        """Return True if the player can be paired in the bracket; with `keep`, require it from now
        on.
        """
        rows, mate, bracket = self.rows, self.mate, self.bracket
        row = rows[i]
        mine = mate[i]
        inside = bracket >> mine & 1
        if (inside and not keep) or not row & bracket:
            return bool(inside)
        here = 1 << i
        others = members(row & self.below)
        rows[i] = row & bracket
        for v in others:
            rows[v] ^= here
        if not inside:
            mate[i] = mate[mine] = -1
            inside = grow_tree(rows, mate, i, 1 << mine, self.available) == mine
            if not inside:
                mate[i], mate[mine] = mine, i
        if not (inside and keep):
            rows[i] = row
            for v in others:
                rows[v] ^= here
        return bool(inside)
