"""The sieve for one bracket: every candidate in order of generation, the first best one kept.

    B.1, 3.1        parameters: MaxPairs and M1, as the best legal candidates have them
    B.4-B.8         the candidates judged one by one (3.4-3.8)

Only what cannot be chosen is left out: pairs that may not meet, with everything that contains
them; candidates that were there before, with the players of a pair changed about; and, if nobody
asked for the trace, what begins with pairs that alone fail no less than the best candidate.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import combinations

from crivello.model.errors import N_, TooLarge
from crivello.model.trace import Trace
from crivello.model.trace.dutch import CandidateJudged, Failures, PairsForgone, Verdict
from crivello.systems.dutch.bracket import Bracket
from crivello.systems.dutch.criteria import DutchCriterion
from crivello.systems.dutch.editions import Edition
from crivello.systems.dutch.sieve_candidates import Beginning, Candidate, Generator, Pair
from crivello.systems.dutch.sieve_matching import NOBODY, maximum_matching
from crivello.systems.dutch.sieve_scale import Demands, Floaters, Scale, Vector

LIMIT = 1_000_000
"""How many candidates, or beginnings of candidates, are looked at in one bracket."""
MISSING_PAIRS = "C.5"
"""2017: its failure value is how many pairs are missing to MaxPairs, so 0; C6 counts players."""


@dataclass(frozen=True, slots=True)
class Parameters:
    """B.1, 3.1."""

    max_pairs: int
    m1: int
    floaters: Vector
    """The failure values of `Edition.floaters` that go with them."""


class BracketSieve:
    """One bracket, what is asked of it, and the way to its candidate."""

    def __init__(
        self,
        bracket: Bracket,
        edition: Edition,
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
        """Look at all candidates to the end, to see that the short cuts change nothing."""
        self.limit = limit
        self.work = 0
        self.players = bracket.players
        self.size = len(self.players)
        self.m0 = len(bracket.moved_down)
        places = range(self.size)
        self.legal = [
            [
                one != other
                and max(one, other) >= self.m0
                and demands.meet(self.players[one], self.players[other])
                for other in places
            ]
            for one in places
        ]
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
        """MaxPairs and M1: those of the candidates that leave the fewest and lowest unpaired."""
        graph = [[other for other in range(self.size) if row[other]] for row in self.legal]
        most = sum(mate != NOBODY for mate in maximum_matching(graph)) // 2
        for pairs in range(most, -1, -1):
            if self._some_downfloaters(self.size - 2 * pairs):
                found = self._best_m1(pairs)
                if found is not None:
                    return found
        raise AssertionError("the bracket before has left a completion")

    def forgone(self, parameters: Parameters) -> list[PairsForgone]:
        """Why there are fewer pairs, or moved-down players paired, than in the bracket alone."""
        have = parameters.max_pairs, parameters.m1
        completion, lowest = self.edition.completion, self.edition.lowest_bye

        def best(asked: tuple[str | None, ...]) -> tuple[int, int]:
            """With only these criteria asked of the downfloaters."""

            def broken_by(floaters: Floaters) -> str | None:
                code = self.demands.broken_by(floaters)
                return code if code in asked else None

            demands = replace(self.demands, broken_by=broken_by)
            sieve = BracketSieve(self.bracket, self.edition, demands, None, limit=self.limit)
            found = sieve.parameters()
            return found.max_pairs, found.m1

        alone = best((self.edition.absolute[1],))
        if alone <= have:
            return []
        # C5 stands below C4: would it be better with the bye at any score?
        by_bye = lowest is not None and best((self.edition.absolute[1], completion)) > have
        return [PairsForgone(lowest if by_bye and lowest else completion, *alone)]

    def _some_downfloaters(self, count: int) -> bool:
        """Are there `count` players who might be left unpaired, whatever the others do?"""
        for floaters in combinations(self.players, count):
            self._spend()
            if self.demands.broken_by(floaters) is None:
                return True
        return False

    def _best_m1(self, pairs: int) -> Parameters | None:
        """The number of moved-down players in the best candidates by `Edition.floaters` alone."""
        scale = Scale(self.bracket, self.demands, self.edition.floaters, pairs)
        best: Parameters | None = None

        def worth(beginning: Beginning) -> bool:
            return best is None or scale.least(beginning) < best.floaters

        generator = replace(self.generator, worth=worth)
        for m1 in range(min(self.m0, pairs), -1, -1):
            for candidate in generator.candidates(pairs, m1):
                vector = scale.vector(candidate.pairs, candidate.downfloaters)
                # Where the vectors are equal the larger M1 stays: it is a maximum (B.1).
                if best is None or vector < best.floaters:
                    if self._broken_by(candidate) is None:
                        best = Parameters(pairs, m1, vector)
        return best

    # B.4-B.8, 3.4-3.8: the choice

    def choose(self, parameters: Parameters) -> tuple[Candidate, Failures]:
        """The best candidate with these parameters, and its failure values."""
        pairs, m1 = parameters.max_pairs, parameters.m1
        scale = Scale(self.bracket, self.demands, self._criteria(pairs), pairs)
        perfect = self._perfect(scale, parameters)
        best: tuple[Vector, Candidate] | None = None

        def worth(beginning: Beginning) -> bool:
            return best is None or scale.least(beginning) < best[0]

        generator = self.generator
        if self.trace is not None:
            generator = replace(generator, refused=self._refused)
        elif not self.thorough:
            generator = replace(generator, worth=worth)
        for candidate in generator.candidates(pairs, m1):
            broken = self._broken_by(candidate)
            if broken is not None:
                self._judged(candidate, Verdict.ILLEGAL, broken, ())
                continue
            vector = scale.vector(candidate.pairs, candidate.downfloaters)
            failures = self._failures(scale, vector)
            if best is not None and vector == best[0]:
                self._judged(candidate, Verdict.LATER, None, failures)
                continue
            if best is not None and vector > best[0]:
                code = next(failures[k][0] for k, value in enumerate(vector) if value != best[0][k])
                self._judged(candidate, Verdict.WORSE, code, failures)
                continue
            best = vector, candidate
            if vector == perfect:
                nothing = not any(map(any, vector[self._quality_begins(scale) :]))
                verdict = Verdict.PERFECT if nothing else Verdict.UNSURPASSED
                self._judged(candidate, verdict, None, failures)
                if not self.thorough:
                    break
            else:
                self._judged(candidate, Verdict.BEST_SO_FAR, None, failures)
        assert best is not None
        return best[1], self._failures(scale, best[0])

    def _criteria(self, pairs: int) -> tuple[DutchCriterion | None, ...]:
        """The quality criteria asked of this bracket, in order; None is the look ahead."""
        criteria: list[DutchCriterion | None] = list(self.edition.floaters)
        if self.demands.ahead is not None:
            criteria.append(None)
        if self.edition.bye and self.demands.bye_here and self.size - 2 * pairs == 1:
            criteria.append(self.edition.bye)
        return (*criteria, *self.edition.quality)

    def _quality_begins(self, scale: Scale) -> int:
        """Before this place stand the criteria that never come to nothing: who is left unpaired,
        here and in the next bracket."""
        return len(self.edition.floaters) + (None in scale.criteria)

    def _perfect(self, scale: Scale, parameters: Parameters) -> Vector:
        """Failure values than which no candidate has smaller ones."""
        starts = self.generator.beginnings(parameters.max_pairs, parameters.m1)
        least = [scale.least(start) for start in starts]
        values = tuple(min(column) for column in zip(*least, strict=True))
        return parameters.floaters + values[len(parameters.floaters) :]

    def _broken_by(self, candidate: Candidate) -> str | None:
        return self.demands.broken_by([self.players[place] for place in candidate.downfloaters])

    def _failures(self, scale: Scale, vector: Vector) -> Failures:
        """By code, as the trace has them."""
        codes = [c.code if c is not None else self.edition.look_ahead for c in scale.criteria]
        failures = list(zip(codes, vector, strict=True))
        if codes[0] == MISSING_PAIRS:
            failures[0] = codes[0], (0,)
        return tuple(failures)

    # The trace

    def ids(self, places: Iterable[int]) -> tuple[int, ...]:
        return tuple(self.players[place].id for place in places)

    def id_pairs(self, pairs: Iterable[Pair]) -> tuple[Pair, ...]:
        return tuple((self.players[one].id, self.players[other].id) for one, other in pairs)

    def _refused(self, candidate: Candidate, pair: Pair) -> None:
        one, other = (self.players[place] for place in pair)
        met, _, colour = self.edition.absolute
        self._judged(candidate, Verdict.ILLEGAL, met if other.id in one.avoid else colour, ())

    def _judged(
        self, candidate: Candidate, verdict: Verdict, code: str | None, failures: Failures
    ) -> None:
        if self.trace is not None:
            pairs, downfloaters = self.id_pairs(candidate.pairs), self.ids(candidate.downfloaters)
            self.trace.append(CandidateJudged(pairs, downfloaters, verdict, code, failures))
