"""The literal sieve of the Dutch system: the walk over the brackets (A.9; 1.9, 2).

Obvious and slow: the reference for small brackets. It shares the definitions of the criteria with
the solver that ships, and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from itertools import groupby

from crivello.model.errors import TooLarge
from crivello.model.field import Entrant, Field
from crivello.model.result import Colour
from crivello.model.trace import ByeDecided, CompletionTested, Step, Trace
from crivello.model.trace.dutch import (
    BracketOpened,
    BracketPaired,
    CandidateJudged,
    Collapsed,
    Failures,
    LowestBye,
    Role,
    Split,
)
from crivello.systems.dutch.bracket import Bracket
from crivello.systems.dutch.editions import Edition
from crivello.systems.dutch.pairing import Pairs
from crivello.systems.dutch.sieve_ahead import best_floaters, ideal_floaters
from crivello.systems.dutch.sieve_bracket import LIMIT, BracketSieve, Parameters
from crivello.systems.dutch.sieve_candidates import Candidate
from crivello.systems.dutch.sieve_completion import Completion
from crivello.systems.dutch.sieve_scale import Demands, Floaters, Value, unavoidable

Group = tuple[Entrant, ...]


def sift(
    field: Field,
    edition: Edition,
    trace: Trace | None = None,
    *,
    thorough: bool = False,
    limit: int = LIMIT,
) -> tuple[Pairs, Entrant | None]:
    """Pairs of a complete round and the player with the bye.

    Raises `Impossible` if there is no legal round, `TooLarge` if a bracket asks for more work
    than `limit`.
    """
    return _Round(field, edition, trace, thorough, limit).pair()


def sift_brackets(
    field: Field, edition: Edition, trace: Iterable[Step], largest: int, limit: int
) -> list[list[CandidateJudged]]:
    """What the sieve looks at in the small brackets of a round that has been paired.

    `trace` is of that pairing: it says who is in which bracket. A bracket of more than `largest`
    players, or of more work than `limit`, has no candidates here.
    """
    steps: Trace = []
    this = _Round(field, edition, steps, False, limit)
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
        self, field: Field, edition: Edition, trace: Trace | None, thorough: bool, limit: int
    ) -> None:
        self.field = field
        self.edition = edition
        self.trace = trace
        self.thorough = thorough
        self.limit = limit
        self.completion = Completion(field, edition)
        self.pairs: Pairs = []

    def pair(self) -> tuple[Pairs, Entrant | None]:
        players = self.field.entrants
        if not players:
            return [], None
        self._complete((), players)
        self.completion.require()
        if self.edition.lowest_bye is not None and self.completion.odd:
            self._fix_lowest_bye()
        groups = [tuple(group) for _, group in groupby(players, key=lambda p: p.score)]
        floaters: Group = ()
        while groups:
            group, *groups = groups
            below = tuple(player for lower in groups for player in lower)
            bracket = self._bracket(group, floaters)
            following = groups[0] if groups else None
            left, pairs = self._pair_bracket(bracket, Role.NORMAL, below, following)
            if below and not self._complete(left, below):
                # A.9: this is the penultimate bracket; everybody below becomes one scoregroup.
                if self.trace is not None:
                    self.trace.append(Collapsed(group[0].score, _ids(below)))
                left, pairs = self._pair_bracket(bracket, Role.PENULTIMATE, below, None)
                self._complete(left, below)
                self.pairs += pairs
                last = self._bracket(below, left)
                left, pairs = self._pair_bracket(last, Role.COLLAPSED_LAST, (), None)
                groups = []
                bracket = last
            self.pairs += pairs
            floaters = left
        return self.pairs, self._bye(floaters, bracket)

    def _bracket(self, residents: Group, moved_down: Group) -> Bracket:
        return Bracket(residents, moved_down, self.field.scoring.unit)

    # C.4, C4, C5

    def _complete(self, floaters: Group, below: Group) -> bool:
        witness = self.completion.witness(floaters, below)
        if self.trace is not None:
            players = _ids((*floaters, *below))
            if witness is not None:
                self.trace.append(CompletionTested(players, True, witness))
            else:
                blocked = _ids(self.completion.blocked(floaters, below))
                self.trace.append(CompletionTested(players, False, blocked=blocked))
        return witness is not None

    def _fix_lowest_bye(self) -> None:
        """C5: the lowest score at which a player can be left over."""
        for score in sorted({player.score for player in self.field.entrants}):
            self.completion.bye_score = score
            if self.completion.possible((), self.field.entrants):
                break
        if self.trace is not None:
            takers = [p for p in self.field.entrants if self.completion.may_have_bye(p)]
            self.trace.append(LowestBye(score, _ids(takers)))

    def _bye(self, floaters: Group, bracket: Bracket) -> Entrant | None:
        if not floaters:
            return None
        (player,) = floaters
        if self.trace is not None:
            barred = _ids([other for other in bracket.players if other.barred])
            article, bar = self.edition.bye_article, self.edition.absolute[1]
            self.trace.append(ByeDecided(player.id, article, barred, bar))
        return player

    # One bracket

    def _pair_bracket(
        self, bracket: Bracket, role: Role, below: Group, following: Group | None
    ) -> tuple[Group, Pairs]:
        """Downfloaters and pairs of a bracket; `following` is the next scoregroup to look at."""
        if self.trace is not None:
            moved_down, residents = _ids(bracket.moved_down), _ids(bracket.residents)
            self.trace.append(BracketOpened(role, bracket.score, moved_down, residents))
        demands = self._demands(bracket, role, below, following)
        sieve = BracketSieve(
            bracket, self.edition, demands, self.trace, thorough=self.thorough, limit=self.limit
        )
        parameters = sieve.parameters()
        candidate, failures = sieve.choose(parameters)
        if self.trace is not None:
            if below:
                self.trace += sieve.forgone(parameters)
            self.trace.append(_paired(sieve, role, parameters, candidate, failures))
        players = bracket.players
        left = tuple(players[place] for place in candidate.downfloaters)
        return left, [(players[one], players[other]) for one, other in candidate.pairs]

    def pair_again(self, opened: BracketOpened) -> None:
        """A bracket with the players whom another computation has found for it."""
        player = {one.id: one for one in self.field.entrants}
        bracket = self._bracket(
            tuple(player[one] for one in opened.residents),
            tuple(player[one] for one in opened.moved_down),
        )
        last = opened.role is Role.COLLAPSED_LAST
        below = tuple(one for one in player.values() if one.score < opened.score and not last)
        following = None
        if below and opened.role is Role.NORMAL:
            following = tuple(one for one in below if one.score == below[0].score)
        self._pair_bracket(bracket, opened.role, below, following)

    def _demands(
        self, bracket: Bracket, role: Role, below: Group, following: Group | None
    ) -> Demands:
        edition, completion = self.edition, self.completion
        # C.4 is asked of the penultimate bracket, C4 of all; the last must complete the round.
        demanded = edition.completion_always or role is Role.PENULTIMATE or not below

        def broken_by(floaters: Floaters) -> str | None:
            return completion.broken_by(floaters, below) if demanded else None

        def next_bracket(floaters: Floaters) -> Bracket:
            assert following is not None
            return self._bracket(following, tuple(floaters))

        def allowed_next(floaters: Floaters) -> bool:
            """May these players be left unpaired in the next bracket?"""
            assert following is not None
            lower = below[len(following) :]
            if edition.completion_always:
                return completion.possible(floaters, lower)
            # C.7 asks of the next bracket alone. But if it is the last one, nobody can be left over
            # there but a single player who may have the bye (docs/decisions/look-ahead.md).
            return bool(lower) or (len(floaters) <= 1 and not any(p.barred for p in floaters))

        def ahead(floaters: Floaters) -> Value:
            return best_floaters(next_bracket(floaters), edition, completion.meet, allowed_next)

        def ideal_ahead(floaters: Floaters) -> Value:
            return ideal_floaters(next_bracket(floaters), edition)

        lowest = completion.bye_score
        return Demands(
            meet=completion.meet,
            broken_by=broken_by,
            ahead=ahead if following is not None else None,
            ideal_ahead=ideal_ahead,
            bye_here=lowest is not None and bracket.score <= lowest,
            topscorers=completion.top,
            initial_white=self.field.initial_colour is Colour.WHITE,
        )


def _ids(players: Sequence[Entrant]) -> tuple[int, ...]:
    return tuple(player.id for player in players)


def _paired(
    sieve: BracketSieve,
    role: Role,
    parameters: Parameters,
    candidate: Candidate,
    failures: Failures,
) -> BracketPaired:
    """The step that records a bracket's candidate."""
    places = range(sieve.size)
    residents = places[sieve.m0 :]
    s1 = [one for one, _ in candidate.moved_down]
    opponents = {other for _, other in candidate.moved_down}
    rest = [place for place in residents if place not in opponents]
    half = parameters.max_pairs - parameters.m1
    heterogeneous = sieve.m0 > 0
    return BracketPaired(
        role=role,
        score=sieve.bracket.score,
        max_pairs=parameters.max_pairs,
        m0=sieve.m0,
        m1=parameters.m1,
        x=unavoidable(sieve.players, parameters.max_pairs),
        s1=sieve.ids(s1 if heterogeneous else rest[:half]),
        s2=sieve.ids(residents if heterogeneous else rest[half:]),
        limbo=sieve.ids(place for place in places[: sieve.m0] if place not in s1),
        moved_down_pairs=sieve.id_pairs(candidate.moved_down),
        remainder=_split(sieve, rest, half, candidate) if rest else None,
        pairs=sieve.id_pairs(candidate.pairs),
        downfloaters=sieve.ids(candidate.downfloaters),
        failures=failures,
    )


def _split(sieve: BracketSieve, rest: Sequence[int], half: int, candidate: Candidate) -> Split:
    s1, s2 = rest[:half], rest[half:]
    upper = {one for one, _ in candidate.remainder}
    opponents = [other for _, other in candidate.remainder]
    return Split(
        s1=sieve.ids(s1),
        s2=sieve.ids(s2),
        exchanged_from_s1=sieve.ids(place for place in s1 if place not in upper),
        exchanged_from_s2=sieve.ids(place for place in s2 if place in upper),
        transposition=sieve.ids(
            [*opponents, *(p for p in rest if p not in upper and p not in opponents)]
        ),
    )
