"""The sieve of the Dubov system: list the candidates in order, keep the best, the first if several
are equal.

It is the reference for small fields, with the plainest possible searches. It shares with the solver
only the definitions of `bracket` and the criteria.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, permutations, product
from math import comb

from crivello.model.errors import TooLarge
from crivello.model.field import Entrant, Field
from crivello.model.sentence import N_
from crivello.model.trace import CompletionTested, Trace, id_pairs, ids
from crivello.model.trace.upfloats import (
    ContainerOpened,
    Failures,
    SetJudged,
    SetVerdict,
    ShiftTried,
    UpfloatersNeeded,
)
from crivello.rules.colours import may_meet
from crivello.standard.classes import draft, frozen, replace
from crivello.standard.classes import field as dataclass_field
from crivello.standard.typing_names import Protocol, TypeVar
from crivello.systems.byes import bye_order, record_bye
from crivello.systems.dubov.bracket import (
    DubovBracket,
    Subgroups,
    bracket_of,
    middle_out,
    scoregroups,
    subgroups,
)
from crivello.systems.dubov.editions import DubovEdition
from crivello.systems.dubov.record import first_difference, record_bracket
from crivello.systems.upfloats import Pairs, Players, without

WORK_LIMIT = 1_000_000
"""Steps of search after which a field is called too large for the sieve."""

NO_PAIRS: Pairs = []
Bad = Callable[[Entrant, Entrant], bool]
"""A rule: is this pair one of those that should be few?"""


class HasScore(Protocol):
    @property
    def score(self) -> int: ...


S = TypeVar("S", bound=HasScore)
T = TypeVar("T")


@draft
class SieveEffort:
    """Counts the steps of all searches of a round, and stops them at `WORK_LIMIT`."""

    done: int = 0

    def step(self, many: int = 1) -> None:
        self.done += many
        if self.done > WORK_LIMIT:
            raise TooLarge(
                N_("The sieve is for small fields: this one takes more than {limit} steps."),
                limit=WORK_LIMIT,
            )


@frozen
class SiftedCandidate:
    """A bracket paired by the sieve: its subgroups, shifts, S1 and T2 (B.3 to B.6; 3.2.3 to
    3.2.6).
    """

    bracket: DubovBracket
    before: Subgroups
    shifts: tuple[Players, Players]
    s1: Players
    t2: Players
    tried: tuple[ShiftTried, ...] = ()
    """The shifts tried before it, this one included."""

    @property
    def pairs(self) -> Pairs:
        return list(zip(self.s1, self.t2, strict=True))


@draft
class DubovSieve:
    field: Field
    edition: DubovEdition
    trace: Trace | None
    work: SieveEffort = dataclass_field(default_factory=SieveEffort)

    # ------------------------------------------------------------------ the round

    def run(self) -> tuple[Pairs, Entrant | None]:
        left = list(self.field.entrants)
        bye = self.choose_bye(left) if len(left) % 2 else None
        if bye is not None:
            left.remove(bye)
        elif not self.pairable(left):
            raise self.edition.impossible(self.field, left)
        pairs: Pairs = []
        while left:
            residents = scoregroups(left)[0]
            best = self.best_candidate(residents, tuple(left[len(residents) :]))
            pairs += best.pairs
            seated = {player.id for player in best.bracket.players}
            left = [player for player in left if player.id not in seated]
            if self.trace is not None:
                self.trace += best.tried
            record_bracket(
                self.trace, self.edition, best.bracket, best.before, best.shifts, best.s1, best.t2
            )
        return pairs, bye

    def choose_bye(self, players: Sequence[Entrant]) -> Entrant:
        """Return the first player in order who may have the bye and without whom the others can be
        paired (B.0, 3.1).
        """
        needed: list[Entrant] = []
        for player in sorted(players, key=bye_order):
            if player.barred:
                continue
            if self.pairable([other for other in players if other is not player]):
                record_bye(self.trace, self.field, self.edition.bye, player, needed)
                return player
            needed.append(player)
        raise self.edition.impossible(self.field, players)

    # ------------------------------------------------------------------ upfloaters

    def best_candidate(self, residents: Players, lower: Players) -> SiftedCandidate:
        """Return the bracket with the best of the smallest sets of upfloaters (B.1, B.2; 3.2.1,
        3.2.2).
        """
        number = self.fewest_upfloaters(residents, lower)
        if self.trace is not None:
            left_over = self.fewest_left_over(residents)
            self.trace.append(
                UpfloatersNeeded(residents[0].score, ids(residents), left_over, number, ids(lower))
            )
        for scores, sets in containers(lower, number):
            if self.trace is not None:
                self.trace.append(ContainerOpened(scores, tuple(ids(members) for members in sets)))
            best = self.best_of_container(residents, lower, sets)
            # A later container is already worse by C.6.
            if best is not None:
                if self.trace is not None:
                    rest = without(lower, best.bracket.upfloaters)
                    witness = id_pairs(self.pairing(rest) or [])
                    self.trace.append(CompletionTested(ids(rest), possible=True, witness=witness))
                return best
        raise AssertionError("a set of this size was found before")

    def fewest_upfloaters(self, residents: Players, lower: Players) -> int:
        """Return the smallest number of upfloaters with which the residents, and all other players,
        can be paired (B.1).
        """
        for number in range(len(residents) % 2, len(lower) + 1, 2):
            self.work.step(comb(len(lower), number))
            for _, sets in containers(lower, number):
                for members in sets:
                    if self.pairable(without(lower, members)):
                        if self.pairable(residents + members):
                            return number
        raise AssertionError("the whole field can be paired")

    def fewest_left_over(self, residents: Players) -> int:
        """Return the fewest residents left over when residents are paired only with one another."""
        for number in range(len(residents) % 2, len(residents) + 1, 2):
            for remain in combinations(residents, number):
                if self.pairable(without(residents, remain)):
                    return number
        raise AssertionError("nobody has to be paired")

    def best_of_container(
        self, residents: Players, lower: Players, sets: Sequence[Players]
    ) -> SiftedCandidate | None:
        """Return the bracket with the best set of upfloaters in a container, the first if several
        are equal; None if no set is legal.
        """
        best: SiftedCandidate | None = None
        best_values: Failures = ()
        for members in sets:
            if not self.pairable(without(lower, members)):
                self.judge(members, SetVerdict.INCOMPLETE, self.edition.completion)
                continue
            candidate = self.pair_bracket(residents, members)
            if candidate is None:
                self.judge(members, SetVerdict.ILLEGAL)
                continue
            values = self.edition.failures(candidate.bracket, candidate.pairs)
            decided = first_difference(values, best_values)
            if best is not None and values >= best_values:
                verdict = SetVerdict.LATER if values == best_values else SetVerdict.WORSE
                self.judge(members, verdict, decided, values, candidate.pairs)
                continue
            best, best_values = candidate, values
            if perfect(values):
                self.judge(members, SetVerdict.PERFECT, decided, values, candidate.pairs)
                return best
            self.judge(members, SetVerdict.BEST_SO_FAR, decided, values, candidate.pairs)
        return best

    def judge(
        self,
        members: Players,
        verdict: SetVerdict,
        criterion: str | None = None,
        values: Failures = (),
        pairs: Pairs = NO_PAIRS,
    ) -> None:
        if self.trace is not None:
            pair_ids = id_pairs(pairs)
            self.trace.append(SetJudged(ids(members), verdict, criterion, values, pair_ids))

    # ------------------------------------------------------------------ the bracket

    def pair_bracket(self, residents: Players, upfloaters: Players) -> SiftedCandidate | None:
        """Return the bracket paired by subgroups, shifts and transposition (B.3 to B.6; 3.2.3 to
        3.2.6); None if it has no legal pairing.
        """
        bracket = bracket_of(self.field, residents, upfloaters)
        players = bracket.players
        if not self.pairable(players):
            return None
        groups = subgroups(players)
        small = {player.id for player in groups.smaller}
        unavoidable = self.fewest(players, lambda a, b: a.id in small and b.id in small)
        whites = sum(player.wants_white for player in players)
        # Players in excess of the other colour meet each other in any case.
        at_least = abs(2 * whites - len(players)) // 2
        least_denied = self.fewest(players, lambda a, b: a.preference is b.preference, at_least)
        best: SiftedCandidate | None = None
        best_denied = len(players)
        tried: list[ShiftTried] = []
        for first, second in shifts(groups, unavoidable):
            after = groups.shift(first, second)
            t2 = self.first_transposition(after)
            if t2 is None:
                tried.append(ShiftTried(ids(first), ids(second), ids(after.g1), (), 0))
                continue
            denied = sum(a.preference is b.preference for a, b in zip(after.g1, t2, strict=True))
            tried.append(ShiftTried(ids(first), ids(second), ids(after.g1), ids(t2), denied))
            if denied < best_denied:
                best = SiftedCandidate(bracket, groups, (first, second), after.g1, t2)
                best_denied = denied
            if denied == least_denied:
                break
        return None if best is None else replace(best, tried=tuple(tried))

    def first_transposition(self, groups: Subgroups) -> Players | None:
        """Return the first order of G2 that makes legal pairs with S1; None if there is none (B.6,
        D.3; 3.2.6, 4.4).
        """
        for t2 in transpositions(groups.g2):
            self.work.step()
            if all(may_meet(one, other) for one, other in zip(groups.g1, t2, strict=True)):
                return t2
        return None

    def fewest(self, players: Players, bad: Bad, at_least: int = 0) -> int:
        """Return the smallest number of pairs for which `bad` is true in a legal pairing; it is
        known to be `at_least` or more.
        """
        for number in range(at_least, len(players) // 2):
            if self.pairing(players, bad, number) is not None:
                return number
        return len(players) // 2

    # ------------------------------------------------------------------ legal pairings

    def pairable(self, players: Sequence[Entrant]) -> bool:
        return len(players) % 2 == 0 and self.pairing(players) is not None

    def pairing(
        self, players: Sequence[Entrant], bad: Bad | None = None, allowed: int = 0
    ) -> Pairs | None:
        """Return a legal pairing with at most `allowed` pairs for which `bad` is true; None if
        there is none.
        """
        self.work.step()
        if not players:
            return []
        first, *others = players
        for other in others:
            if not may_meet(first, other):
                continue
            left = allowed - (bad is not None and bad(first, other))
            if left < 0:
                continue
            rest = self.pairing([player for player in others if player is not other], bad, left)
            if rest is not None:
                return [(first, other), *rest]
        return None


def containers(
    lower: Sequence[S], number: int
) -> list[tuple[tuple[int, ...], list[tuple[S, ...]]]]:
    """Return the sets of `number` lower players, grouped by their scores; each group is a container
    (D.1.b, 4.2.3).

    The containers are in the order of C.6, the best scores first. `lower` is in the order of
    sequence numbers, so the sets of a container are in order too.
    """
    # 4.1, 4.2, D.1
    found: dict[tuple[int, ...], list[tuple[S, ...]]] = {}
    for chosen in combinations(lower, number):
        found.setdefault(tuple(player.score for player in chosen), []).append(chosen)
    # The lowest score as high as possible, then the second lowest, and so on.
    return sorted(found.items(), key=lambda item: item[0][::-1], reverse=True)


def transpositions(s2: Sequence[T]) -> Iterator[tuple[T, ...]]:
    """Yield the orders of S2, lexicographically by pairing number (D.3, 4.4)."""
    return permutations(s2)


def shifts(groups: Subgroups, unavoidable: int) -> Iterator[tuple[Players, Players]]:
    """Yield the players who leave the smaller subgroup and those who leave the larger one, in order
    (B.4, D.2; 3.2.4, 4.3).

    `unavoidable` is the number of pairs that must be made inside the smaller subgroup.
    """
    return product(
        combinations(middle_out(groups.smaller), unavoidable),
        combinations(middle_out(groups.larger), groups.surplus + unavoidable),
    )


def perfect(values: Failures) -> bool:
    """Return True if no criterion after the first two has a failure; the first two are equal for
    all sets of a container.
    """
    return not any(value for _, listed in values[2:] for value in listed)


def sift(
    field: Field, edition: DubovEdition, trace: Trace | None = None
) -> tuple[Pairs, Entrant | None]:
    """Return the pairs of a complete round and the player with the bye."""
    return DubovSieve(field, edition, trace).run()
