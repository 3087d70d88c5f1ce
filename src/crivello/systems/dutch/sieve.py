"""The sieve of the Dutch system: generate every candidate, keep the best, the first if several are
equal.

It follows the rules literally and is slow: the reference for small brackets. It shares with the
solver that ships only the definitions of the criteria and the steps of the trace. In the order of
the regulation (2017; 2026):

    A.9; 1.9         `_Round`: goes down the brackets
    B.1; 3.1         `BracketSieve.parameters`: MaxPairs and M1 of the best legal candidates
    B.2-B.7; 3.2-3.7 the candidates in order of generation (`generation`, with D.1-D.3; 4.2-4.4)
    B.4-B.8; 3.4-3.8 `BracketSieve.choose`: the candidates judged one by one
    C.1-C.4; C1-C5   `CompletionTest`: who may meet, and can all others still be paired?
    C.5-C.19; C6-C21 `CandidateScale`: the failure values of a candidate (criteria of `editions`)
    C.7; C8          `best_floaters`: the look-ahead to the next bracket

Three kinds of candidates are skipped, because they cannot be chosen: those with a forbidden pair;
repetitions with the two players of a pair exchanged; and, if no trace is wanted, those whose first
pairs alone fail at least as much as the best candidate so far.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import combinations, groupby

from crivello.model.errors import TooLarge
from crivello.model.field import Entrant, Field, Strength
from crivello.model.result import Colour
from crivello.model.sentence import N_
from crivello.model.trace import ByeDecided, CompletionTested, Step, Trace, id_pairs, ids
from crivello.model.trace.dutch import (
    BracketOpened,
    BracketPaired,
    CandidateJudged,
    CandidateVerdict,
    Collapsed,
    Failures,
    LowestBye,
    PairsForgone,
    Role,
    bracket_paired,
)
from crivello.rules.criterion import Measure
from crivello.standard.classes import frozen, replace
from crivello.systems.dutch.bracket import (
    CandidatePart,
    DutchBracket,
    Pairs,
    may_meet,
    topscorers,
    unavoidable,
)
from crivello.systems.dutch.criteria import (
    DutchCriterion,
    preference_denied,
    strong_preference_denied,
)
from crivello.systems.dutch.editions import DutchEdition
from crivello.systems.dutch.generation import Beginning, Generator, Pair, SieveCandidate
from crivello.systems.publication import no_legal_pairing

LIMIT = 1_000_000
"""The most candidates, or beginnings of candidates, examined in one bracket."""
MISSING_PAIRS = "C.5"
"""2017: its failure value is the number of pairs missing to MaxPairs, so 0; C6 counts players."""
NOBODY = -1
"""The mate of an exposed vertex."""

Group = tuple[Entrant, ...]
Floaters = Sequence[Entrant]
Meet = Callable[[Entrant, Entrant], bool]
Allowed = Callable[[Floaters], bool]
Witness = tuple[tuple[int, int], ...]
Value = tuple[int, ...]
Vector = tuple[Value, ...]
"""Failure values in order of the criteria; the smaller vector is better."""


# ------------------------------------------------------------------ A.9; 1.9: the round


def sift(
    field: Field,
    edition: DutchEdition,
    trace: Trace | None = None,
    *,
    thorough: bool = False,
    limit: int = LIMIT,
) -> tuple[Pairs, Entrant | None]:
    """Return the pairs of a complete round and the player with the bye.

    Raises `Impossible` if there is no legal round, `TooLarge` if a bracket takes more than `limit`
    steps. `thorough` examines all candidates completely, to verify that skipping some changes
    nothing.
    """
    return _Round(field, edition, trace, thorough, limit).run()


def sift_brackets(
    field: Field,
    edition: DutchEdition,
    trace: Iterable[Step],
    largest: int,
    limit: int,
    *,
    thorough: bool = False,
) -> list[list[CandidateJudged]]:
    """Return, for each bracket of a paired round, the candidates that the sieve examines.

    `trace` is the trace of that pairing; the brackets are taken from it. The list is empty for a
    bracket with more than `largest` players, or one that takes more than `limit` steps. `thorough`
    goes on to the last candidate, even if none can be better than the one that was found.
    """
    steps: Trace = []
    this = _Round(field, edition, steps, thorough, limit)
    if edition.lowest_bye is not None and this.completion.odd:
        this._fix_lowest_bye()
    found: list[list[CandidateJudged]] = []
    for opened in trace:
        if isinstance(opened, BracketOpened):
            steps.clear()
            if len(opened.moved_down + opened.residents) <= largest:
                with suppress(TooLarge):
                    this.pair_again(opened)
            judged = [step for step in steps if isinstance(step, CandidateJudged)]
            done = any(isinstance(step, BracketPaired) for step in steps)
            found.append(judged if done else [])
    return found


class _Round:
    def __init__(
        self, field: Field, edition: DutchEdition, trace: Trace | None, thorough: bool, limit: int
    ) -> None:
        self.field = field
        self.edition = edition
        self.trace = trace
        self.thorough = thorough
        self.limit = limit
        self.completion = CompletionTest(field, edition)
        self.pairs: Pairs = []

    def run(self) -> tuple[Pairs, Entrant | None]:
        # Dutch 2017: A.4 (1); Dutch 2017: A.9 (1, 2, 3, 4, 5)
        players = self.field.entrants
        if not players:
            return [], None
        self._test_completion((), players)
        self.completion.require()
        if self.edition.lowest_bye is not None and self.completion.odd:
            self._fix_lowest_bye()
        groups = [tuple(group) for _, group in groupby(players, key=lambda p: p.score)]
        floaters: Group = ()
        while groups:
            group, *groups = groups
            below = tuple(player for lower in groups for player in lower)
            bracket = self._make_bracket(group, floaters)
            following = groups[0] if groups else None
            left, pairs = self._pair_bracket(bracket, Role.NORMAL, below, following)
            if below and not self._test_completion(left, below):
                # A.9: this is the penultimate bracket; all players below become one scoregroup.
                if self.trace is not None:
                    self.trace.append(Collapsed(group[0].score, ids(below)))
                left, pairs = self._pair_bracket(bracket, Role.PENULTIMATE, below, None)
                self._test_completion(left, below)
                self.pairs += pairs
                last = self._make_bracket(below, left)
                left, pairs = self._pair_bracket(last, Role.COLLAPSED_LAST, (), None)
                groups = []
                bracket = last
            self.pairs += pairs
            floaters = left
        return self.pairs, self._record_bye(floaters, bracket)

    def _make_bracket(self, residents: Group, moved_down: Group) -> DutchBracket:
        # Dutch 2017: A.3 (1, 2, 3); Dutch 2017: B.1 (1)
        white = self.field.initial_colour is Colour.WHITE
        return DutchBracket(residents, moved_down, self.field.scoring.unit, white)

    # C.4, C4, C5

    def _test_completion(self, floaters: Group, below: Group) -> bool:
        witness = self.completion.witness(floaters, below)
        if self.trace is not None:
            players = ids((*floaters, *below))
            if witness is not None:
                self.trace.append(CompletionTested(players, possible=True, witness=witness))
            else:
                blocked = ids(self.completion.blocked_players(floaters, below))
                self.trace.append(CompletionTested(players, possible=False, blocked=blocked))
        return witness is not None

    def _fix_lowest_bye(self) -> None:
        """Find the lowest score at which a player can get the bye, and require that score (C5)."""
        for score in sorted({player.score for player in self.field.entrants}):
            self.completion.bye_score = score
            if self.completion.possible((), self.field.entrants):
                break
        if self.trace is not None:
            takers = [p for p in self.field.entrants if self.completion.may_have_bye(p)]
            self.trace.append(LowestBye(score, ids(takers)))

    def _record_bye(self, floaters: Group, bracket: DutchBracket) -> Entrant | None:
        # Dutch 2017: A.5 (1); Dutch 2017: A.9 (6)
        if not floaters:
            return None
        (player,) = floaters
        if self.trace is not None:
            barred = ids([other for other in bracket.players if other.barred])
            article, bar = self.edition.bye_article, self.edition.absolute[1]
            self.trace.append(ByeDecided(player.id, article, barred, bar))
        return player

    # One bracket

    def _pair_bracket(
        self, bracket: DutchBracket, role: Role, below: Group, following: Group | None
    ) -> tuple[Group, Pairs]:
        """Return the downfloaters and the pairs of a bracket.

        `following` is the next scoregroup, for the look-ahead; None if there is no look-ahead.
        """
        if self.trace is not None:
            moved_down, residents = ids(bracket.moved_down), ids(bracket.residents)
            self.trace.append(BracketOpened(role, bracket.score, moved_down, residents))
        demands = self._make_demands(bracket, role, below, following)
        sieve = BracketSieve(
            bracket, self.edition, demands, self.trace, thorough=self.thorough, limit=self.limit
        )
        parameters = sieve.parameters()
        candidate, failures = sieve.choose(parameters)
        if self.trace is not None:
            if below:
                self.trace += sieve.forgone(parameters)
            self.trace.append(
                bracket_paired(
                    role,
                    bracket.score,
                    ids(bracket.players),
                    sieve.m0,
                    (candidate.pairs, candidate.downfloaters),
                    unavoidable(bracket.players, parameters.max_pairs),
                    failures,
                )
            )
        players = bracket.players
        left = tuple(players[place] for place in candidate.downfloaters)
        return left, [(players[one], players[other]) for one, other in candidate.pairs]

    def pair_again(self, opened: BracketOpened) -> None:
        """Pair by the sieve the bracket that a step of another solver's trace opened."""
        player = {one.id: one for one in self.field.entrants}
        bracket = self._make_bracket(
            tuple(player[one] for one in opened.residents),
            tuple(player[one] for one in opened.moved_down),
        )
        below = tuple(one for one in player.values() if one.score < opened.score)
        following = None
        if below and opened.role is Role.NORMAL:
            following = tuple(one for one in below if one.score == below[0].score)
        self._pair_bracket(bracket, opened.role, below, following)

    def _make_demands(
        self, bracket: DutchBracket, role: Role, below: Group, following: Group | None
    ) -> Demands:
        # Dutch 2017: C.4 (1); Dutch 2017: C.7 (1)
        edition, completion = self.edition, self.completion
        # C.4 is asked of the penultimate bracket, C4 of all; the last must complete the round.
        demanded = edition.completion_always or role is Role.PENULTIMATE or not below

        def failing_criterion(floaters: Floaters) -> str | None:
            return completion.failing_criterion(floaters, below) if demanded else None

        def next_bracket(floaters: Floaters) -> DutchBracket:
            assert following is not None
            return self._make_bracket(following, tuple(floaters))

        def may_stay_unpaired(floaters: Floaters) -> bool:
            """Return True if these players may be left unpaired in the next bracket."""
            assert following is not None
            lower = below[len(following) :]
            if edition.completion_always:
                return completion.possible(floaters, lower)
            # C.7 asks about the next bracket alone. But if it is the last one, only a single player
            # who may have the bye can be left over there (docs/decisions/look-ahead.md).
            return bool(lower) or (len(floaters) <= 1 and not any(p.barred for p in floaters))

        def ahead(floaters: Floaters) -> Value:
            return best_floaters(
                next_bracket(floaters), edition, completion.meet, may_stay_unpaired
            )

        def ideal_ahead(floaters: Floaters) -> Value:
            return ideal_floaters(next_bracket(floaters), edition)

        lowest = completion.bye_score
        return Demands(
            meet=completion.meet,
            forbidden_by=failing_criterion,
            ahead=ahead if following is not None else None,
            ideal_ahead=ideal_ahead,
            bye_here=lowest is not None and bracket.score <= lowest,
            topscorers=completion.top,
        )


# ------------------------------------------------------------------ B; 3: one bracket


@frozen
class Demands:
    """The conditions that the rest of the round puts on the candidates of a bracket."""

    meet: Meet
    """C.1 and C.3 (C1, C3)."""
    forbidden_by: Callable[[Floaters], str | None]
    """Code of the criterion that forbids these downfloaters: completion, or the bye."""
    ahead: Callable[[Floaters], Value] | None
    """The failure value of the next bracket (C.7, C8); None if not asked."""
    ideal_ahead: Callable[[Floaters], Value]
    """A lower bound of it for downfloaters of the same scores."""
    bye_here: bool
    """True if a single downfloater of this bracket gets the bye (C9)."""
    topscorers: frozenset[int]


@frozen
class Parameters:
    """The parameters of a bracket (B.1, 3.1): the number of pairs, of moved-down players paired,
    and the resulting failure values.
    """

    max_pairs: int
    m1: int
    floaters: Vector
    """The failure values of `Edition.floaters` with these parameters."""


class BracketSieve:
    """Finds the best candidate of one bracket by examining all of them."""

    def __init__(
        self,
        bracket: DutchBracket,
        edition: DutchEdition,
        demands: Demands,
        trace: Trace | None,
        *,
        thorough: bool = False,
        limit: int = LIMIT,
    ) -> None:
        self.bracket = bracket
        self.edition = edition
        self.demands = demands
        self.trace = trace
        self.thorough = thorough
        """Examine all candidates completely, to verify that the short cuts change nothing."""
        self.limit = limit
        self.work = 0
        self.players = bracket.players
        self.size = len(self.players)
        self.m0 = len(bracket.moved_down)
        self.graph = meetings(self.players, self.m0, demands.meet)
        self.legal = [[other in row for other in range(self.size)] for row in self.graph]
        self.generator = Generator(
            self.legal,
            [player.score for player in bracket.moved_down],
            edition.moved_down_order,
            self._spend,
        )

    def _spend(self) -> None:
        self.work += 1
        if self.work > self.limit:
            raise TooLarge(
                N_("The sieve is for small brackets: one of {count} players is too much work."),
                count=self.size,
            )

    # B.1, 3.1: the parameters

    def parameters(self) -> Parameters:
        """Return the parameters of the candidates that leave the fewest players, with the lowest
        scores, unpaired.
        """
        # Dutch 2017: B.1 (2, 3)
        most = sum(mate != NOBODY for mate in maximum_matching(self.graph)) // 2
        for pairs in range(most, -1, -1):
            if self._has_downfloaters(self.size - 2 * pairs):
                found = self._find_best_m1(pairs)
                if found is not None:
                    return found
        raise AssertionError("the bracket before has left a completion")

    def forgone(self, parameters: Parameters) -> list[PairsForgone]:
        """Return a step if the bracket could make more pairs, or more with moved-down players, when
        the players below did not matter.

        Otherwise the list is empty. The step names the criterion that prevents these pairs: the
        completion or the lowest bye.
        """
        have = parameters.max_pairs, parameters.m1
        completion, lowest = self.edition.completion, self.edition.lowest_bye

        def best(asked: tuple[str | None, ...]) -> tuple[int, int]:
            """Return the most pairs, and pairs with moved-down players, if only these criteria
            restrict the downfloaters.
            """

            def failing_criterion(floaters: Floaters) -> str | None:
                code = self.demands.forbidden_by(floaters)
                return code if code in asked else None

            demands = replace(self.demands, forbidden_by=failing_criterion)
            sieve = BracketSieve(self.bracket, self.edition, demands, None, limit=self.limit)
            found = sieve.parameters()
            return found.max_pairs, found.m1

        alone = best((self.edition.absolute[1],))
        if alone <= have:
            return []
        # C5 comes after C4: would it be better with the bye at any score?
        by_bye = lowest is not None and best((self.edition.absolute[1], completion)) > have
        return [PairsForgone(lowest if by_bye and lowest else completion, *alone)]

    def _has_downfloaters(self, count: int) -> bool:
        """Return True if some set of `count` players may be left unpaired, whatever pairs the
        others make.
        """
        for floaters in combinations(self.players, count):
            self._spend()
            if self.demands.forbidden_by(floaters) is None:
                return True
        return False

    def _find_best_m1(self, pairs: int) -> Parameters | None:
        """Return the parameters of the best candidates with this number of pairs; None if there is
        no legal one.

        Only the floater criteria (`DutchEdition.floaters`) are considered.
        """
        scale = CandidateScale(self.bracket, self.demands, self.edition.floaters, pairs)
        best: Parameters | None = None

        def worth(beginning: Beginning) -> bool:
            return best is None or scale.least(beginning) < best.floaters

        generator = replace(self.generator, worth=worth)
        for m1 in range(min(self.m0, pairs), -1, -1):
            for candidate in generator.candidates(pairs, m1):
                vector = scale.vector(candidate.pairs, candidate.downfloaters)
                # Where the vectors are equal the larger M1 is kept: it is a maximum (B.1).
                if best is None or vector < best.floaters:
                    if self._find_failing_criterion(candidate) is None:
                        best = Parameters(pairs, m1, vector)
        return best

    # B.4-B.8, 3.4-3.8: the choice

    def choose(self, parameters: Parameters) -> tuple[SieveCandidate, Failures]:
        """Return the best candidate with these parameters, and its failure values by criterion."""
        # Dutch 2017: B.4 (1); Dutch 2017: B.8 (1)
        pairs, m1 = parameters.max_pairs, parameters.m1
        scale = CandidateScale(self.bracket, self.demands, self._list_criteria(pairs), pairs)
        perfect = self._bound_values(scale, parameters)
        best: tuple[Vector, SieveCandidate] | None = None

        def worth(beginning: Beginning) -> bool:
            return best is None or scale.least(beginning) < best[0]

        generator = self.generator
        if self.trace is not None:
            generator = replace(generator, refused=self._record_refusal)
        elif not self.thorough:
            generator = replace(generator, worth=worth)
        for candidate in generator.candidates(pairs, m1):
            broken = self._find_failing_criterion(candidate)
            if broken is not None:
                self._record_verdict(candidate, CandidateVerdict.ILLEGAL, broken, ())
                continue
            vector = scale.vector(candidate.pairs, candidate.downfloaters)
            failures = self._name_failures(scale, vector)
            if best is not None and vector == best[0]:
                self._record_verdict(candidate, CandidateVerdict.LATER, None, failures)
                continue
            if best is not None and vector > best[0]:
                code = next(failures[k][0] for k, value in enumerate(vector) if value != best[0][k])
                self._record_verdict(candidate, CandidateVerdict.WORSE, code, failures)
                continue
            best = vector, candidate
            if vector == perfect:
                nothing = not any(map(any, vector[self._count_floater_criteria(scale) :]))
                verdict = CandidateVerdict.PERFECT if nothing else CandidateVerdict.UNSURPASSED
                self._record_verdict(candidate, verdict, None, failures)
                if not self.thorough:
                    break
            else:
                self._record_verdict(candidate, CandidateVerdict.BEST_SO_FAR, None, failures)
        assert best is not None
        return best[1], self._name_failures(scale, best[0])

    def _list_criteria(self, pairs: int) -> tuple[DutchCriterion | None, ...]:
        """Return the criteria that candidates of this bracket are compared by, in order; None is
        the look-ahead.
        """
        criteria: list[DutchCriterion | None] = list(self.edition.floaters)
        if self.demands.ahead is not None:
            criteria.append(None)
        if self.edition.bye and self.demands.bye_here and self.size - 2 * pairs == 1:
            criteria.append(self.edition.bye)
        return (*criteria, *self.edition.quality)

    def _count_floater_criteria(self, scale: CandidateScale) -> int:
        """Return the number of criteria about the players left unpaired here and in the next
        bracket.

        Even the best candidate may fail these, so they do not count when it is called perfect.
        """
        return len(self.edition.floaters) + (None in scale.criteria)

    def _bound_values(self, scale: CandidateScale, parameters: Parameters) -> Vector:
        """Return a lower bound of the failure values of all candidates."""
        starts = self.generator.beginnings(parameters.max_pairs, parameters.m1)
        least = [scale.least(start) for start in starts]
        values = tuple(min(column) for column in zip(*least, strict=True))
        return parameters.floaters + values[len(parameters.floaters) :]

    def _find_failing_criterion(self, candidate: SieveCandidate) -> str | None:
        return self.demands.forbidden_by([self.players[place] for place in candidate.downfloaters])

    def _name_failures(self, scale: CandidateScale, vector: Vector) -> Failures:
        """Return the failure values with the codes of their criteria, as in the trace."""
        codes = [c.code if c is not None else self.edition.look_ahead for c in scale.criteria]
        failures = list(zip(codes, vector, strict=True))
        if codes[0] == MISSING_PAIRS:
            failures[0] = codes[0], (0,)
        return tuple(failures)

    # The trace

    def _record_refusal(self, candidate: SieveCandidate, pair: Pair) -> None:
        one, other = (self.players[place] for place in pair)
        met, _, colour = self.edition.absolute
        self._record_verdict(
            candidate, CandidateVerdict.ILLEGAL, met if other.id in one.avoid else colour, ()
        )

    def _record_verdict(
        self,
        candidate: SieveCandidate,
        verdict: CandidateVerdict,
        code: str | None,
        failures: Failures,
    ) -> None:
        if self.trace is not None:
            players = self.players
            pairs = id_pairs((players[one], players[other]) for one, other in candidate.pairs)
            downfloaters = ids(players[place] for place in candidate.downfloaters)
            self.trace.append(CandidateJudged(pairs, downfloaters, verdict, code, failures))


# ------------------------------------------------------------------ C.1-C.4; C1-C5: completion


class CompletionTest:
    """Tests whether all players who are not yet paired can be paired (the completion of the
    round).
    """

    def __init__(self, field: Field, edition: DutchEdition) -> None:
        self.field = field
        self.edition = edition
        self.top = topscorers(field)
        self.odd = len(field.entrants) % 2 == 1
        self.bye_score: int | None = None
        """C5: the score at which the bye must be given, once known."""
        self._known: dict[tuple[frozenset[int], int, int | None], Witness | None] = {}

    def meet(self, one: Entrant, other: Entrant) -> bool:
        return may_meet(one, other, self.top)

    def may_have_bye(self, player: Entrant) -> bool:
        return not player.barred and self.bye_score in (None, player.score)

    def witness(self, floaters: Sequence[Entrant], below: Sequence[Entrant]) -> Witness | None:
        """Return a legal pairing of a bracket's downfloaters and all players below it; None if
        there is none.

        Two downfloaters of the same bracket are not paired with each other: as moved-down players
        they may not be (docs/decisions/completion-between-downfloaters.md).
        """
        key = (frozenset(player.id for player in floaters), len(below), self.bye_score)
        if key not in self._known:
            self._known[key] = self._search([*floaters, *below], len(floaters))
        return self._known[key]

    def possible(self, floaters: Sequence[Entrant], below: Sequence[Entrant]) -> bool:
        return self.witness(floaters, below) is not None

    def failing_criterion(
        self, floaters: Sequence[Entrant], below: Sequence[Entrant]
    ) -> str | None:
        """Return the code of the criterion that forbids these downfloaters; None if they are
        allowed.
        """
        if self.possible(floaters, below):
            return None
        if not below and len(floaters) == 1 and floaters[0].barred:
            return self.edition.absolute[1]
        if self.bye_score is not None:
            score, self.bye_score = self.bye_score, None
            anywhere = self.possible(floaters, below)
            self.bye_score = score
            if anywhere and self.edition.lowest_bye is not None:
                return self.edition.lowest_bye
        return self.edition.completion

    def _search(self, players: Sequence[Entrant], floaters: int) -> Witness | None:
        mate = maximum_matching(self._make_graph(players, floaters))
        if NOBODY in mate:
            return None
        return tuple(
            (players[one].id, players[other].id)
            for one, other in enumerate(mate)
            if one < other < len(players)
        )

    def _make_graph(self, players: Sequence[Entrant], floaters: int) -> list[list[int]]:
        """Return the graph of allowed pairs; for an odd number of players it has one more vertex,
        the bye.
        """
        count = len(players)
        graph = meetings(players, floaters, self.meet)
        if count % 2:
            takers = [one for one in range(count) if self.may_have_bye(players[one])]
            for one in takers:
                graph[one].append(count)
            graph.append(takers)
        return graph

    def require(self) -> None:
        """Raise `Impossible` unless the round can be paired."""
        players = self.field.entrants
        if self.possible((), players):
            return
        blocked = self.blocked_players((), players)
        raise no_legal_pairing(blocked, self._list_criteria(blocked))

    def blocked_players(
        self, floaters: Sequence[Entrant], below: Sequence[Entrant]
    ) -> list[Entrant]:
        """Return all players who are left over in at least one of the largest possible pairings.

        The bye counts as an opponent.
        """
        players = [*floaters, *below]
        graph = self._make_graph(players, len(floaters))

        def count_left_over(mates: Sequence[int]) -> int:
            return sum(mate == NOBODY for mate in mates)

        fewest = count_left_over(maximum_matching(graph))
        blocked = []
        for one, player in enumerate(players):
            without: list[list[int]] = [
                [] if vertex == one else [other for other in others if other != one]
                for vertex, others in enumerate(graph)
            ]
            if count_left_over(maximum_matching(without)) == fewest:
                blocked.append(player)
        return blocked

    def _list_criteria(self, blocked: Sequence[Entrant]) -> tuple[str, ...]:
        """Return the codes of the absolute criteria that forbid a pair of these players, or the bye
        to one of them.
        """
        met, bye, colour = self.edition.absolute
        pairs = [(one, other) for one in blocked for other in blocked if one.id < other.id]
        found = []
        if any(other.id in one.avoid for one, other in pairs):
            found.append(met)
        if self.odd and any(player.barred for player in blocked):
            found.append(bye)
        if any(
            one.strength is other.strength is Strength.ABSOLUTE
            and other.id not in one.avoid
            and not self.meet(one, other)
            for one, other in pairs
        ):
            found.append(colour)
        return tuple(found)


# ------------------------------------------------------------------ C.5-C.19; C6-C21: the criteria


class CandidateScale:
    """Measures candidates with `pairs` pairs by the given criteria, of which None is the
    look-ahead.
    """

    def __init__(
        self,
        bracket: DutchBracket,
        demands: Demands,
        criteria: Sequence[DutchCriterion | None],
        pairs: int,
    ) -> None:
        self.bracket = bracket
        self.demands = demands
        self.criteria = criteria
        self.players = bracket.players
        self.first_resident = len(bracket.moved_down)
        self._costs: dict[tuple[int, int | None], Vector] = {}
        self._ahead: dict[tuple[int, ...], Value] = {}
        self._ideal: dict[tuple[int, ...], Value] = {}
        self._colours = [colours_by_numbers(self.players, c, demands, pairs) for c in criteria]
        residents = range(self.first_resident, len(self.players))
        self._least_single = self._find_least([self.cost(one, None) for one in residents])
        self._least_pair = self._find_least(
            [self.cost(one, two) for one in residents for two in residents if one < two]
        )
        self._least_opponent = [
            self._find_least([self.cost(one, two) for two in residents])
            for one in range(self.first_resident)
        ]

    def cost(self, one: int, other: int | None) -> Vector:
        """Return the failures of a pair by criterion, or of a player left unpaired if `other` is
        None.
        """
        key = one, other
        if key not in self._costs:
            opponent = None if other is None else self.players[other]
            moved_down = one < self.first_resident
            part = CandidatePart(self.bracket, self.players[one], opponent, moved_down)
            self._costs[key] = tuple(
                () if criterion is None else criterion.cost(part) for criterion in self.criteria
            )
        return self._costs[key]

    def vector(self, pairs: Sequence[Pair], downfloaters: tuple[int, ...]) -> Vector:
        """Return the failure values of a complete candidate."""
        costs = [self.cost(one, other) for one, other in pairs]
        costs += [self.cost(one, None) for one in downfloaters]
        return tuple(
            self._look_ahead(downfloaters) if criterion is None else self._sum(criterion, costs, k)
            for k, criterion in enumerate(self.criteria)
        )

    def least(self, beginning: Beginning) -> Vector:
        """Return a lower bound of each failure value, for all candidates with this beginning."""
        costs = [self.cost(one, other) for one, other in beginning.placed]
        costs += [self.cost(one, None) for one in beginning.limbo]
        costs += [self._least_opponent[one] for one in beginning.waiting]
        costs += [self._least_pair] * beginning.resident_pairs
        costs += [self._least_single] * beginning.singles
        values = []
        for k, criterion in enumerate(self.criteria):
            if criterion is None:
                values.append(self._bound_look_ahead(beginning))
            else:
                values.append(max(self._sum(criterion, costs, k), self._colours[k]))
        return tuple(values)

    @staticmethod
    def _sum(criterion: DutchCriterion, costs: Sequence[Vector], k: int) -> Value:
        failures = [failure for cost in costs for failure in cost[k]]
        if criterion.measure is Measure.COUNT:
            return (sum(failures),)
        return tuple(sorted(failures, reverse=True))

    def _find_least(self, costs: Sequence[Vector]) -> Vector:
        """Return the smallest failure in each criterion over all these parts."""
        if not costs:
            return ((),) * len(self.criteria)
        return tuple(min(column) for column in zip(*costs, strict=True))

    def _look_ahead(self, downfloaters: tuple[int, ...]) -> Value:
        assert self.demands.ahead is not None
        if downfloaters not in self._ahead:
            self._ahead[downfloaters] = self.demands.ahead([self.players[p] for p in downfloaters])
        return self._ahead[downfloaters]

    def _bound_look_ahead(self, beginning: Beginning) -> Value:
        """Return a lower bound of the look-ahead value of all candidates with this beginning.

        Since all residents have the same score, any of them can be taken as the ones left unpaired.
        """
        key = (
            *beginning.limbo,
            *range(self.first_resident, self.first_resident + beginning.singles),
        )
        if not key:
            return self._look_ahead(())
        if key not in self._ideal:
            self._ideal[key] = self.demands.ideal_ahead([self.players[place] for place in key])
        return self._ideal[key]


def colours_by_numbers(
    players: Sequence[Entrant], criterion: DutchCriterion | None, demands: Demands, pairs: int
) -> Value:
    """Return how many of `pairs` pairs must fail a colour criterion, counting only how many players
    prefer each colour.

    It is empty for a criterion without such a bound.
    """
    if criterion is None:
        return ()
    if criterion.cost is preference_denied:
        return (unavoidable(players, pairs),)
    if criterion.cost is strong_preference_denied:
        # Mild preferences never fail it, and neither do two absolute ones; those meet only if one
        # of them is a topscorer.
        counted = {Strength.STRONG} if demands.topscorers else {Strength.STRONG, Strength.ABSOLUTE}
        return (unavoidable(players, pairs, counted),)
    return ()


# ------------------------------------------------------------------ C.7; C8: the look ahead


def best_floaters(
    bracket: DutchBracket, edition: DutchEdition, meet: Meet, allowed: Allowed
) -> Value:
    """Return the lowest failure values of the floater criteria that a bracket can reach (C.7, C8).

    They are joined to one tuple: first the number of players left unpaired, then the list of the
    second criterion. The residents have one score, so the values depend only on how many of them
    and which moved-down players are left unpaired. `allowed` is the predicate for the players left
    unpaired.
    """
    outlines = _list_outlines(bracket, edition)
    values = (
        value
        for value, paired, single in outlines
        if _exists(bracket, paired, single, meet, allowed)
    )
    # If no candidate is allowed at all, the value is that without any pair.
    return next(values, None) or _judge_floaters(bracket, edition, (), 0, len(bracket.residents))


def ideal_floaters(bracket: DutchBracket, edition: DutchEdition) -> Value:
    """Return a lower bound of `best_floaters`: its value if all pairs were allowed."""
    return next(_list_outlines(bracket, edition))[0]


def _list_outlines(
    bracket: DutchBracket, edition: DutchEdition
) -> Iterator[tuple[Value, tuple[Entrant, ...], int]]:
    """Yield the value, the moved-down players who are paired, and the number of residents left
    unpaired, the best value first.
    """
    residents, moved_down = len(bracket.residents), len(bracket.moved_down)
    for pairs in range(min(residents, (residents + moved_down) // 2), -1, -1):
        outlines = []
        for m1 in range(min(moved_down, pairs), -1, -1):
            single = residents - m1 - 2 * (pairs - m1)
            if single >= 0:
                for paired in combinations(bracket.moved_down, m1):
                    value = _judge_floaters(bracket, edition, paired, pairs - m1, single)
                    outlines.append((value, paired, single))
        outlines.sort(key=lambda outline: outline[0])
        yield from outlines


def _judge_floaters(
    bracket: DutchBracket,
    edition: DutchEdition,
    paired: tuple[Entrant, ...],
    resident_pairs: int,
    single: int,
) -> Value:
    """Return the values of the floater criteria for a bracket that pairs these moved-down players
    and leaves `single` residents unpaired.
    """
    one, other = bracket.residents[0], bracket.residents[-1]
    parts = [
        CandidatePart(bracket, player, one if player in paired else None, moved_down=True)
        for player in bracket.moved_down
    ]
    parts += [CandidatePart(bracket, one, other, moved_down=False)] * resident_pairs
    parts += [CandidatePart(bracket, one, None, moved_down=False)] * single
    return tuple(value for criterion in edition.floaters for value in criterion.value(parts))


def _exists(
    bracket: DutchBracket, paired: tuple[Entrant, ...], single: int, meet: Meet, allowed: Allowed
) -> bool:
    """Return True if a legal candidate pairs these moved-down players and leaves `single` residents
    unpaired.
    """
    if not _can_be_paired(paired, bracket.residents, single, meet):
        return False
    limbo = [player for player in bracket.moved_down if player not in paired]
    for left in combinations(bracket.residents, single):
        if allowed([*limbo, *left]):
            rest = [player for player in bracket.residents if player not in left]
            if _can_be_paired(paired, rest, 0, meet):
                return True
    return False


def _can_be_paired(
    moved_down: Sequence[Entrant], residents: Sequence[Entrant], single: int, meet: Meet
) -> bool:
    """Return True if all players but `single` residents can be paired, moved-down players only with
    residents.
    """
    players = [*moved_down, *residents]
    first, count = len(moved_down), len(players)
    # Each resident who is left unpaired has an empty place for an opponent.
    places = list(range(count, count + single))
    graph = meetings(players, first, meet)
    for row in graph[first:]:
        row += places
    graph += [list(range(first, count)) for _ in places]
    return NOBODY not in maximum_matching(graph)


# ------------------------------------------------------------------ matchings, for the sieve alone


def meetings(players: Sequence[Entrant], first: int, meet: Meet) -> list[list[int]]:
    """Return the allowed opponents of each player; the first `first` players (moved down) do not
    meet one another.
    """
    places = range(len(players))
    return [
        [
            other
            for other in places
            if other != one and max(one, other) >= first and meet(players[one], players[other])
        ]
        for one in places
    ]


def maximum_matching(neighbours: Sequence[Sequence[int]]) -> list[int]:
    """Return the mate of each vertex in a maximum matching, or `NOBODY` (Edmonds's blossom
    algorithm).
    """
    mate = [NOBODY] * len(neighbours)
    for vertex, others in enumerate(neighbours):
        if mate[vertex] == NOBODY:
            for other in others:
                if mate[other] == NOBODY:
                    mate[vertex], mate[other] = other, vertex
                    break
    for vertex in range(len(neighbours)):
        if mate[vertex] == NOBODY:
            _augment(vertex, neighbours, mate)
    return mate


def _augment(root: int, neighbours: Sequence[Sequence[int]], mate: list[int]) -> bool:
    """Augment the matching along a path from `root` to another exposed vertex; return False if
    there is none.
    """
    size = len(neighbours)
    parent = [NOBODY] * size
    """From a vertex at odd distance back to the one it was reached from."""
    base = list(range(size))
    """The base of the blossom that contains a vertex."""
    outer = [False] * size
    outer[root] = True
    queue = deque([root])

    def common_base(one: int, other: int) -> int:
        seen = set()
        while True:
            one = base[one]
            seen.add(one)
            if mate[one] == NOBODY:
                break
            one = parent[mate[one]]
        while base[other] not in seen:
            other = parent[mate[base[other]]]
        return base[other]

    def mark(vertex: int, stem: int, child: int, blossom: set[int]) -> None:
        while base[vertex] != stem:
            blossom |= {base[vertex], base[mate[vertex]]}
            parent[vertex] = child
            child = mate[vertex]
            vertex = parent[child]

    while queue:
        vertex = queue.popleft()
        for other in neighbours[vertex]:
            if base[vertex] == base[other] or mate[vertex] == other:
                continue
            if other == root or (mate[other] != NOBODY and parent[mate[other]] != NOBODY):
                # An odd cycle: contract it to its base.
                stem = common_base(vertex, other)
                blossom: set[int] = set()
                mark(vertex, stem, other, blossom)
                mark(other, stem, vertex, blossom)
                for member in range(size):
                    if base[member] in blossom:
                        base[member] = stem
                        if not outer[member]:
                            outer[member] = True
                            queue.append(member)
            elif parent[other] == NOBODY:
                parent[other] = vertex
                if mate[other] == NOBODY:
                    _turn_over(other, parent, mate)
                    return True
                outer[mate[other]] = True
                queue.append(mate[other])
    return False


def _turn_over(end: int, parent: list[int], mate: list[int]) -> None:
    while end != NOBODY:
        previous = parent[end]
        following = mate[previous]
        mate[end], mate[previous] = previous, end
        end = following
