"""The sieve of the match systems: try all possibilities in the order of the rules.

It shares the definitions (`bracket`) and the criteria (`editions`) with the solver, but no
algorithm: whether players can all be paired is found by trying.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from crivello.model.field import Entrant, Field
from crivello.model.settings import FollowingUpfloaters
from crivello.model.trace import CompletionTested, Trace, id_pairs, ids
from crivello.model.trace.upfloats import (
    ContainerOpened,
    SetJudged,
    SetVerdict,
    UpfloatersNeeded,
)
from crivello.rules.colours import strangers
from crivello.standard.classes import draft, replace
from crivello.systems.byes import bye_order, record_bye
from crivello.systems.completion import refuse_impossible
from crivello.systems.matches.bracket import (
    MatchBracket,
    MatchPart,
    as_written,
    identifier,
    place_in_list,
    top_first,
)
from crivello.systems.matches.editions import MatchEdition, record_bracket
from crivello.systems.publication import refuse_large
from crivello.systems.upfloats import Pairs, Players, without

SetValue = tuple[int, int]
"""The failures of a set of upfloaters in C6 and in C7."""


@draft
class MatchSieve:
    field: Field
    edition: MatchEdition
    trace: Trace | None

    # The round

    def run(self) -> tuple[Pairs, Entrant | None]:
        left: Players = self.field.entrants
        bye = self._choose_bye() if len(left) % 2 else None
        if bye is not None:
            left = without(left, (bye,))
        elif not pairable(left):
            refuse_impossible(left, strangers, (self.edition.rematch,))
        pairs: Pairs = []
        while left:
            found, left = self._pair_top(left)
            pairs += found
        return pairs, bye

    def _choose_bye(self) -> Entrant:
        """Return the first player in order who may have the bye and without whom the others can be
        paired (3.4).
        """
        players = self.field.entrants
        needed: list[Entrant] = []
        for player in sorted(players, key=bye_order):
            if player.barred:
                continue
            if pairable(without(players, (player,))):
                record_bye(self.trace, self.field, self.edition.bye, player, needed)
                return player
            needed.append(player)
        refuse_impossible(players, strangers, (self.edition.rematch, self.edition.bye_bar))
        raise AssertionError("nobody may have the bye")

    def _pair_top(self, left: Players) -> tuple[Pairs, Players]:
        """Pair the top scoregroup with the upfloaters it needs; return the pairs and the players
        left.
        """
        residents = tuple(player for player in left if player.score == left[0].score)
        pool = without(left, residents)
        bracket, following = self._choose_upfloaters(residents, pool)
        best = min(pairings(bracket.players), key=lambda pairs: self._judge_pairing(bracket, pairs))
        rest = without(pool, bracket.upfloaters)
        if self.trace is not None:
            self.trace.append(
                CompletionTested(ids(rest), possible=True, witness=id_pairs(next(pairings(rest))))
            )
        record_bracket(self.trace, self.edition, bracket, best, following)
        return best, rest

    # The upfloaters (3.5)

    def _choose_upfloaters(self, residents: Players, pool: Players) -> tuple[MatchBracket, int]:
        """Return the bracket with the first of the best sets of upfloaters, and its failure value
        for C6.
        """
        empty = self.edition.bracket(self.field, residents)
        tried: Trace = []
        for number in range(len(residents) % 2, len(pool) + 1, 2):
            for scores, sets in sets_in_order(pool, number):
                tried.append(ContainerOpened(scores[::-1], tuple(ids(one) for one in sets)))
                found = self._find_best_of(empty, sets, pool, tried)
                if found is not None:
                    self._record_need(residents, pool, number, tried)
                    return found
        raise AssertionError("those who are left can all be paired")

    def _find_best_of(
        self, empty: MatchBracket, sets: list[Players], pool: Players, tried: Trace
    ) -> tuple[MatchBracket, int] | None:
        """Return the bracket with the first of the best of these sets, and its failure value for
        C6; None if no set is legal.

        All sets have the same scores.
        """
        best: tuple[SetValue, Players] | None = None
        for chosen in sets:
            rest = without(pool, chosen)
            if not pairable(empty.residents + chosen):
                tried.append(SetJudged(ids(chosen), SetVerdict.ILLEGAL, self.edition.rematch, ()))
                continue
            if not pairable(rest):
                verdict = SetVerdict.INCOMPLETE
                tried.append(SetJudged(ids(chosen), verdict, self.edition.completion, ()))
                continue
            value = (
                self._judge_following(empty.score, rest),
                self._count_repeated_floats(empty, chosen),
            )
            better = best is None or value < best[0]
            verdict = SetVerdict.BEST_SO_FAR if better else SetVerdict.LATER
            code = None
            if best is not None and value != best[0]:
                code = self.edition.choice_codes[0 if value[0] != best[0][0] else 1]
                verdict = verdict if better else SetVerdict.WORSE
            failures = tuple(
                (code, (one,)) for code, one in zip(self.edition.choice_codes, value, strict=True)
            )
            tried.append(SetJudged(ids(chosen), verdict, code, failures))
            if better:
                best = value, chosen
        return None if best is None else (replace(empty, upfloaters=best[1]), best[0][0])

    def _count_repeated_floats(self, empty: MatchBracket, chosen: Players) -> int:
        """Return how many of the upfloaters floated in the previous round (C7)."""
        criterion = self.edition.criteria[self.edition.choice - 1]
        return sum(criterion.value(MatchPart.all_of(replace(empty, upfloaters=chosen), [])))

    def _judge_following(self, score: int, rest: Players) -> int:
        """Return how far the scoregroup that follows fails C6; 0 if it needs no more upfloaters
        than parity requires.
        """
        level = self.edition.following_score(self.field, score, rest)
        group = tuple(player for player in rest if player.score == level)
        if not group:
            return 0
        lower = tuple(player for player in rest if player.score < group[0].score)
        parity = len(group) % 2
        for number in range(parity, len(lower) + 1, 2):
            for chosen in combinations(lower, number):
                if pairable(group + chosen) and pairable(without(lower, chosen)):
                    fewest = self.field.options.following_upfloaters is FollowingUpfloaters.FEWEST
                    return number - parity if fewest else int(number > parity)
        raise AssertionError("the rest can be paired")

    def _record_need(self, residents: Players, pool: Players, number: int, tried: Trace) -> None:
        if self.trace is None:
            return
        left_over = next(
            alone
            for alone in range(len(residents) % 2, len(residents) + 1, 2)
            for spared in combinations(residents, alone)
            if pairable(without(residents, spared))
        )
        need = UpfloatersNeeded(residents[0].score, ids(residents), left_over, number, ids(pool))
        self.trace += [need, *tried]

    # The bracket (3.6)

    def _judge_pairing(self, bracket: MatchBracket, pairs: Pairs) -> tuple[object, ...]:
        """Return the sort key of pairings of a bracket: their failure values, then their
        identifier.
        """
        measured = MatchPart.all_of(bracket, pairs)
        values = [criterion.value(measured) for criterion in self.edition.pair_criteria]
        return (*values, identifier(pairs))


def sets_in_order(
    pool: Sequence[Entrant], number: int
) -> Iterator[tuple[tuple[int, ...], list[Players]]]:
    """Yield the sets of `number` upfloaters by their scores, the best scores first (C5); each list
    is in the order of 3.5.
    """
    by_scores: dict[tuple[int, ...], list[Players]] = {}
    for chosen in combinations(pool, number):
        scores = tuple(sorted(player.score for player in chosen))
        by_scores.setdefault(scores, []).append(as_written(chosen))
    for scores in sorted(by_scores, reverse=True):
        yield scores, sorted(by_scores[scores], key=place_in_list)


def pairings(players: Sequence[Entrant]) -> Iterator[Pairs]:
    """Yield every way to pair all players with opponents they have not met."""
    # C.04.6: C1; C.04.5: C1
    if not players:
        yield []
        return
    first, *others = players
    for other in others:
        if strangers(first, other):
            left = [player for player in others if player is not other]
            for rest in pairings(left):
                yield [top_first(first, other), *rest]


def pairable(players: Sequence[Entrant]) -> bool:
    """Return True if all players can be paired with opponents they have not met."""
    # C.04.6: C3; C.04.5: C3
    return len(players) % 2 == 0 and next(pairings(players), None) is not None


def sift(
    field: Field, edition: MatchEdition, trace: Trace | None = None
) -> tuple[Pairs, Entrant | None]:
    """Return the pairs of a complete round and the player with the bye; only for small fields."""
    refuse_large(field)
    return MatchSieve(field, edition, trace).run()
