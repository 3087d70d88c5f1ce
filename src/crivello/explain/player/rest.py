"""Say why the players left by a rejected pairing cannot all be paired with one another."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from itertools import combinations

from crivello.explain.explanation import Value
from crivello.explain.player.answer import Cause, CauseKind
from crivello.explain.player.clauses import CauseWords
from crivello.model.sentence import N_, Sentence

K = CauseKind

WOULD_BE_LEFT = N_("{one:you|{}} and {two} would be left, who {why}")
LAST_TWO = N_("{one:you|{}} and {two} {why}")
"""The same after two pairs."""
FINDS_NONE = N_("{one:you|{}} would find no opponent")
FORCED = N_("{first} could meet only {met}, and {end}")
FORCED_TWICE = N_("{first} could meet only {met}, {second} then only {met_by_second}, and {end}")
"""Who has but one opponent, then who else, until a player has none."""
FEW_OPPONENTS = N_("{these} could meet only {others}")
"""More players than opponents for them."""
MOST_WITH_FEW = 4
"""How many players are named who have fewer opponents."""
MOST_FORCED = 2
"""How many pairs are named that are forced before a player finds no opponent."""


def explain_rest(
    words: CauseWords,
    players: Collection[int],
    apart: Collection[tuple[int, int]] = (),
) -> Sentence | None:
    """Say why these players cannot all be paired with one another.

    `apart`: pairs that are not to be made either. None if they can be paired, or if no simple
    reason shows it: at most two forced pairs, or a few players who have fewer opponents.
    """
    without = set(map(frozenset, apart))

    def may_meet(one: int, two: int) -> bool:
        return words.story.may_meet(one, two) and frozenset((one, two)) not in without

    found = shortest_chain(set(players), may_meet)
    if found is None or len(found[0]) == MOST_FORCED:
        few = few_opponents(sorted(players), may_meet)
        if few is not None:
            these, others = (words.names(sorted(part, key=words.place)) for part in few)
            return Sentence(FEW_OPPONENTS, these=these, others=others)
    if found is None:
        return None
    steps, alone = found
    paired = [one for step in steps for one in step]
    rest = sorted(set(players).difference(paired), key=words.place)
    template = LAST_TWO if len(steps) == MOST_FORCED else WOULD_BE_LEFT
    end = two_left(words, rest, template) if len(rest) == 2 else None
    end = end or Sentence(FINDS_NONE, one=words.name(alone))
    if not steps:
        return end
    fields = zip(("first", "met", "second", "met_by_second"), paired, strict=False)
    names: dict[str, Value] = {name: words.name(one) for name, one in fields}
    return Sentence(FORCED if len(steps) == 1 else FORCED_TWICE, **names, end=end)


def two_left(
    words: CauseWords, rest: Sequence[int], template: str = WOULD_BE_LEFT
) -> Sentence | None:
    """Say that these two players would be left and may not meet; None if they may."""
    one, two = rest
    return _would_be_left(words, one, two, words.obstacles.of_forbidden_pair(one, two), template)


def two_left_needing(words: CauseWords, one: int, two: int) -> Sentence | None:
    """Say that these two would be left and need the same colour; None if they do not."""
    due = {words.story.entrant[player].preference for player in (one, two)}
    if len(due) > 1 or None in due:
        return None
    return _would_be_left(words, one, two, Cause(K.COLOURS, parts=((one, two),)))


def _would_be_left(
    words: CauseWords, one: int, two: int, against: Cause | None, template: str = WOULD_BE_LEFT
) -> Sentence | None:
    why = words.why_apart(against)
    if why is None:
        return None
    return Sentence(template, one=words.name(one), two=words.name(two), why=why)


def few_opponents(
    players: Sequence[int], may_meet: Callable[[int, int], bool]
) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    """Return the fewest players who may meet only fewer others, and not one another, with those
    others.

    None if more than four players are needed for that.
    """
    options = {
        one: {two for two in players if two != one and may_meet(one, two)} for one in players
    }
    for size in range(2, MOST_WITH_FEW + 1):
        few = [one for one in players if len(options[one]) < size]
        for these in combinations(few, size):
            others = set().union(*map(options.__getitem__, these))
            if len(others) < size and others.isdisjoint(these):
                return these, tuple(sorted(others))
    return None


def shortest_chain(
    players: set[int], may_meet: Callable[[int, int], bool]
) -> tuple[tuple[tuple[int, int], ...], int] | None:
    """Return the fewest forced pairs after which a player has no opponent left, and that player.

    A pair is forced if one of the two may meet no other free player. None if more than two forced
    pairs are needed, or all players can be paired.
    """
    options = {
        one: {two for two in players if two != one and may_meet(one, two)} for one in players
    }

    def forced_pairs(gone: set[int]) -> list[tuple[int, int]]:
        left = {one: options[one] - gone for one in sorted(players - gone)}
        return [(one, min(free)) for one, free in left.items() if len(free) == 1]

    def alone(gone: set[int]) -> list[int]:
        return sorted(one for one in players - gone if not options[one] - gone)

    chains: list[tuple[tuple[int, int], ...]] = [()]
    for _ in range(MOST_FORCED + 1):
        for chain in chains:
            left = alone({one for step in chain for one in step})
            if left:
                return chain, left[0]
        chains = [
            (*chain, step)
            for chain in chains
            for step in forced_pairs({one for pair in chain for one in pair})
        ]
    return None
