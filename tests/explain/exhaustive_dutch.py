"""Comparison of all pairings of a small Dutch round, bracket by bracket, by enumeration.

Criteria are computed by `Criterion.value`; completion and look-ahead below a bracket are enumerated
in full. The roles of the brackets are those of the right pairing (2017).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

from crivello.model.field import Entrant, Field
from crivello.model.result import Colour
from crivello.model.trace import Step
from crivello.model.trace.dutch import Collapsed
from crivello.rules.colours import higher_ranked
from crivello.systems.dutch.bracket import (
    CandidatePart,
    DutchBracket,
    may_meet,
    topscorers,
)
from crivello.systems.dutch.criteria import DutchCriterion
from crivello.systems.dutch.editions import DutchEdition
from crivello.systems.dutch.generation import exchanges, moved_down_sets, transpositions
from tests.explain.exhaustive import Pairs, Whole, matchings, rounds

Group = tuple[Entrant, ...]
Value = tuple[int, ...]


@dataclass(frozen=True)
class Piece:
    """One bracket of a complete pairing."""

    moved_down: Group
    residents: Group
    pairs: Pairs
    floaters: Group
    below: tuple[Group, ...]
    look_ahead: bool

    @property
    def score(self) -> int:
        return self.residents[-1].score


@dataclass(frozen=True)
class Verdict:
    """The first point in which a pairing is worse: score of the bracket, criterion, both values."""

    score: int | None
    code: str
    right: Value = ()
    wrong: Value = ()


ORDER = "order"


class DutchRound:
    def __init__(self, field: Field, edition: DutchEdition, trace: Iterable[Step]) -> None:
        self.field = field
        self.edition = edition
        self.top = topscorers(field)
        self.groups = [tuple(g) for _, g in groupby(field.entrants, key=lambda p: p.score)]
        collapsed = [step.score for step in trace if isinstance(step, Collapsed)]
        self.collapse = collapsed[0] if collapsed else None

    def meet(self, a: Entrant, b: Entrant) -> bool:
        return may_meet(a, b, self.top)

    @cached_property
    def all(self) -> list[Whole]:
        """Return all legal pairings in which no two moved-down players meet."""
        return [one for one in rounds(self.field.entrants, self.meet) if self.pieces(one)]

    @cached_property
    def lowest_bye(self) -> int | None:
        if self.edition.lowest_bye is None or len(self.field.entrants) % 2 == 0:
            return None
        return min(
            one.bye.score for one in rounds(self.field.entrants, self.meet) if one.bye is not None
        )

    # ------------------------------------------------------------------ brackets

    def pieces(self, whole: Whole) -> list[Piece] | None:
        """Return the brackets from the top; None if two moved-down players meet."""
        partner = whole.partner
        found: list[Piece] = []
        moved_down: Group = ()
        groups = list(self.groups)
        while groups:
            group, *groups = groups
            penultimate = group[0].score == self.collapse
            members = moved_down + group
            here = {player.id for player in members}
            pairs = tuple(
                (a, partner[a.id])
                for place, a in enumerate(members)
                if a.id in partner and partner[a.id] in members[place + 1 :]
            )
            came = {player.id for player in moved_down}
            if any(a.id in came and b.id in came for a, b in pairs):
                return None
            floaters = tuple(
                p for p in members if p.id not in partner or partner[p.id].id not in here
            )
            ahead = bool(groups) and not penultimate
            found.append(Piece(moved_down, group, pairs, floaters, tuple(groups), ahead))
            if penultimate:
                groups = [tuple(player for lower in groups for player in lower)]
            moved_down = floaters
        return found

    def part(self, piece: Piece, a: Entrant, b: Entrant | None) -> CandidatePart:
        white = self.field.initial_colour is Colour.WHITE
        unit = self.field.scoring.unit
        bracket = DutchBracket(piece.residents, piece.moved_down, unit, white)
        if b is None:
            return CandidatePart(bracket, a, None, a in piece.moved_down)
        higher, lower = higher_ranked(a, b)
        return CandidatePart(bracket, higher, lower, higher in piece.moved_down)

    def parts(self, piece: Piece) -> list[CandidatePart]:
        made = [self.part(piece, a, b) for a, b in piece.pairs]
        return made + [self.part(piece, player, None) for player in piece.floaters]

    def vector(self, piece: Piece) -> list[tuple[str, Value]]:
        parts = self.parts(piece)
        edition = self.edition
        values = [(one.code, one.value(parts)) for one in edition.floaters]
        if piece.look_ahead:
            values.append((edition.look_ahead, self.ahead(piece)))
        quality: tuple[DutchCriterion, ...] = edition.quality
        low = self.lowest_bye is not None and piece.score <= self.lowest_bye
        if edition.bye is not None and low and len(piece.floaters) == 1:
            quality = (edition.bye, *quality)
        return values + [(one.code, one.value(parts)) for one in quality]

    # ------------------------------------------------------------------ what lies below

    def ahead(self, piece: Piece) -> Value:
        """Return the best values of the next bracket in the criteria about downfloaters."""
        group, *lower = piece.below
        members = piece.floaters + group
        came = {player.id for player in piece.floaters}

        def meet(a: Entrant, b: Entrant) -> bool:
            return self.meet(a, b) and not (a.id in came and b.id in came)

        best: Value | None = None
        for left in range(len(members) + 1):
            for pairs, alone in matchings(members, meet, left):
                if not self._welcome(alone, tuple(lower)):
                    continue
                piece_ahead = Piece(piece.floaters, group, pairs, alone, (), False)
                parts = self.parts(piece_ahead)
                value = tuple(
                    number for one in self.edition.floaters for number in one.value(parts)
                )
                best = value if best is None or value < best else best
            if best is not None:
                return best
        # Without a legal candidate nobody is paired there.
        parts = self.parts(Piece(piece.floaters, group, (), members, (), False))
        return tuple(number for one in self.edition.floaters for number in one.value(parts))

    def _welcome(self, floaters: Group, lower: tuple[Group, ...]) -> bool:
        """Return True if the next bracket may leave these players over."""
        rest = tuple(player for group in lower for player in group)
        if not self.edition.completion_always and rest:
            return True  # 2017 looks no further
        came = {player.id for player in floaters}

        def meet(a: Entrant, b: Entrant) -> bool:
            return self.meet(a, b) and not (a.id in came and b.id in came)

        players = floaters + rest
        for _, alone in matchings(players, meet, len(players) % 2):
            if all(self._may_have_bye(player) for player in alone):
                return True
        return False

    def _may_have_bye(self, player: Entrant) -> bool:
        lowest = self.lowest_bye
        return not player.barred and (lowest is None or player.score == lowest)

    # ------------------------------------------------------------------ generation order

    def order(self, piece: Piece) -> tuple[object, ...]:
        """Return the place of a candidate in the order of generation."""
        members = piece.moved_down + piece.residents
        number = {player.id: bsn for bsn, player in enumerate(members, start=1)}
        many = len(piece.moved_down)
        pairs = sorted(tuple(sorted((number[a.id], number[b.id]))) for a, b in piece.pairs)
        first = [pair for pair in pairs if pair[0] <= many]
        paired = tuple(a - 1 for a, _ in first)
        scores = [player.score for player in piece.moved_down]
        sets = list(moved_down_sets(scores, len(first), self.edition.moved_down_order))
        opponents = tuple(b for _, b in first)
        rest = [n for n in range(many + 1, len(members) + 1) if n not in opponents]
        partner = {a: b for a, b in pairs if a > many}
        half = len(partner)
        for place, (leaving, coming) in enumerate(exchanges(rest[:half], rest[half:])):
            s1 = sorted({*rest[:half], *coming} - set(leaving))
            s2 = sorted({*rest[half:], *leaving} - set(coming))
            if s1 == sorted(partner):
                wanted = tuple(partner[n] for n in s1)
                order = list(transpositions(s2, half)).index(wanted)
                return sets.index(paired), opponents, place, order
        raise AssertionError("every candidate is generated")

    # ------------------------------------------------------------------ comparing

    def key(self, whole: Whole) -> list[object]:
        """Return the sort key of a complete pairing; the best pairing has the smallest."""
        pieces = self.pieces(whole)
        assert pieces is not None
        first = 0 if self.lowest_bye is None or whole.bye is None else whole.bye.score
        key: list[object] = [first]
        for piece in pieces:
            key += [[value for _, value in self.vector(piece)], self.order(piece)]
        return key

    def first_difference(self, right: Whole, other: Whole) -> Verdict | None:
        """Return the bracket and criterion in which the other pairing is worse; None if in none."""
        if self.lowest_bye is not None and right.bye and other.bye:
            if right.bye.score != other.bye.score:
                code = self.edition.lowest_bye or ""
                return Verdict(None, code, (right.bye.score,), (other.bye.score,))
        for mine, theirs in zip(self.pieces(right) or (), self.pieces(other) or (), strict=False):
            if {frozenset((a.id, b.id)) for a, b in mine.pairs} == {
                frozenset((a.id, b.id)) for a, b in theirs.pairs
            }:
                continue
            for (code, value), (_, wrong) in zip(
                self.vector(mine), self.vector(theirs), strict=False
            ):
                if value != wrong:
                    assert value < wrong, "the right pairing is the best one"
                    return Verdict(mine.score, code, value, wrong)
            assert self.order(mine) < self.order(theirs)
            return Verdict(mine.score, ORDER)
        return None
