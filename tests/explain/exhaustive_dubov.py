"""Comparison of all pairings of a small Dubov round, scoregroup by scoregroup, by enumeration."""

from __future__ import annotations

from functools import cached_property

from crivello.model.field import Entrant, Field
from crivello.rules.colours import may_meet
from crivello.systems.byes import bye_order
from crivello.systems.dubov.bracket import (
    DubovBracket,
    DubovPart,
    max_upfloats,
    middle_out,
    scoregroups,
    subgroups,
)
from crivello.systems.dubov.editions import DubovEdition
from tests.explain.exhaustive import Pairs, Whole, rounds
from tests.explain.exhaustive_dutch import ORDER, Value, Verdict

Piece = tuple[DubovBracket, Pairs, tuple[Entrant, ...]]
"""A bracket, its pairs, and all lower players."""


class DubovRound:
    def __init__(self, field: Field, edition: DubovEdition) -> None:
        self.field = field
        self.edition = edition

    @cached_property
    def all(self) -> list[Whole]:
        return list(rounds(self.field.entrants, may_meet))

    def pieces(self, whole: Whole) -> list[Piece]:
        partner = whole.partner
        left = [player for player in self.field.entrants if player.id in partner]
        found: list[Piece] = []
        while left:
            residents = scoregroups(left)[0]
            lower = tuple(left[len(residents) :])
            here = {player.id for player in residents}
            up = {partner[p.id].id for p in residents} - here
            upfloaters = tuple(player for player in lower if player.id in up)
            bracket = DubovBracket(
                residents, upfloaters, max_upfloats(self.field), self.field.last_round
            )
            members = residents + upfloaters
            pairs = tuple(
                (a, partner[a.id])
                for place, a in enumerate(members)
                if partner[a.id] in members[place + 1 :]
            )
            found.append((bracket, pairs, lower))
            gone = here | up
            left = [player for player in left if player.id not in gone]
        return found

    def vector(self, piece: Piece) -> list[tuple[str, Value]]:
        measured = DubovPart.all_of(piece[0], piece[1])
        return [(one.code, one.value(measured)) for one in self.edition.criteria]

    def order(self, piece: Piece) -> tuple[object, ...]:
        """Return the order of a candidate: sequence numbers of upfloaters, shifts,
        transposition.
        """
        bracket, pairs, lower = piece
        sequence = tuple(lower.index(player) for player in bracket.upfloaters)
        groups = subgroups(bracket.players)
        shifted = []
        for group in (groups.smaller, groups.larger):
            order = middle_out(list(group))
            inside = [
                min(order.index(a), order.index(b)) for a, b in pairs if a in group and b in group
            ]
            shifted.append([order[place] for place in sorted(inside)])
        # Players of a pair inside a subgroup: the earlier one changes to the other.
        small, large = (
            [middle_out(list(group)).index(player) for player in players]
            for group, players in zip((groups.smaller, groups.larger), shifted, strict=True)
        )
        after = groups.shift(*shifted)
        partner = {a.id: b for a, b in pairs} | {b.id: a for a, b in pairs}
        t2 = tuple(after.g2.index(partner[player.id]) for player in after.g1)
        return sequence, len(small), small, large, t2

    def key(self, whole: Whole) -> list[object]:
        key: list[object] = [bye_order(whole.bye) if whole.bye else ()]
        for piece in self.pieces(whole):
            key += [[value for _, value in self.vector(piece)], self.order(piece)]
        return key

    def first_difference(self, right: Whole, other: Whole) -> Verdict | None:
        if right.bye and other.bye and right.bye is not other.bye:
            assert bye_order(right.bye) < bye_order(other.bye)
            return Verdict(None, self.edition.bye)
        for mine, theirs in zip(self.pieces(right), self.pieces(other), strict=False):
            if {frozenset((a.id, b.id)) for a, b in mine[1]} == {
                frozenset((a.id, b.id)) for a, b in theirs[1]
            }:
                continue
            for (code, value), (_, wrong) in zip(
                self.vector(mine), self.vector(theirs), strict=True
            ):
                if value != wrong:
                    assert value < wrong, "the right pairing is the best one"
                    return Verdict(mine[0].score, code, value, wrong)
            assert self.order(mine) < self.order(theirs)
            return Verdict(mine[0].score, ORDER)
        return None
