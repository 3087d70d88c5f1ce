"""What the steps of a trace say of each bracket, in the order in which brackets were opened."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from crivello.explain.dutch import HEADINGS
from crivello.explain.procedure import dropped
from crivello.explain.values import Said
from crivello.model.field import Entrant
from crivello.model.trace import Pairs, Step, dubov, dutch
from crivello.model.trace.procedure import (
    GroupOpened,
    GroupPaired,
    PairDropped,
    PairFixed,
    PairsProposed,
)
from crivello.words import N_, Template

SCOREGROUP = N_("Scoregroup at score {score}")
GROUP = N_("Group at score {score}")


@dataclass(frozen=True, slots=True)
class Rejected:
    """A pair that was looked at and not kept."""

    a: int
    b: int
    article: str = ""
    """Criterion or article; empty: it was made, and undone later."""
    reason: Said | None = None
    """Of a procedure; without it, the pair is one of the first candidate."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A bracket as its steps tell it."""

    numbers: tuple[int, ...]
    score: int
    heading: Template
    players: tuple[int, ...] = ()
    came: frozenset[int] = frozenset()
    s1: tuple[int, ...] = ()
    s2: tuple[int, ...] = ()
    pairs: Pairs = ()
    rejected: tuple[Rejected, ...] = ()
    limbo: frozenset[int] = frozenset()
    exchanged: frozenset[int] = frozenset()
    brought_up: frozenset[int] = frozenset()
    """Members who went up from here."""


def read_steps(trace: Sequence[Step], entrants: Mapping[int, Entrant]) -> list[Drawn]:
    """`entrants` by id. The numbers are those that the paragraphs of `explain_round` have."""
    found: list[Drawn] = []
    number = 0
    for step in trace:
        match step:
            case dutch.BracketOpened():
                number += 1
                players = step.moved_down + step.residents
                heading = HEADINGS[step.role]
                came = frozenset(step.moved_down)
                found.append(Drawn((number,), step.score, heading, players, came))
            case dutch.IdealJudged() if step.criterion is not None:
                no = tuple(Rejected(a, b, step.criterion) for a, b in step.pairs)
                found[-1] = replace(found[-1], rejected=no)
            case dutch.BracketPaired():
                found[-1] = _dutch(found[-1], step)
            case dubov.UpfloatersNeeded():
                number += 1
                found.append(Drawn((number,), step.score, SCOREGROUP, step.residents))
            case dubov.BracketPaired():
                found[-1] = replace(
                    found[-1],
                    players=step.residents + step.upfloaters,
                    came=frozenset(step.upfloaters),
                    s1=step.s1,
                    s2=tuple(sorted(step.t2, key=lambda player: entrants[player].number)),
                    pairs=step.pairs,
                    exchanged=frozenset(step.shift_smaller + step.shift_larger),
                )
            case GroupOpened():
                number += not step.remainder
                _open(found, step, number, entrants)
            case PairsProposed() if found:
                s1, s2 = (tuple(pair[side] for pair in step.pairs) for side in (0, 1))
                found[-1] = replace(found[-1], s1=s1, s2=s2)
            case PairDropped() if found:
                no = (Rejected(step.a, step.b, step.article, dropped(step)),)
                found[-1] = replace(found[-1], rejected=found[-1].rejected + no)
            case PairFixed():
                _fix(found, step, entrants)
            case GroupPaired():
                _close(found, step, entrants)
            case _:
                pass
    return found


def _dutch(drawn: Drawn, step: dutch.BracketPaired) -> Drawn:
    moved = tuple(player for player in step.s1 if player in drawn.came)
    split = step.remainder
    upper: tuple[int, ...] = ()
    exchanged: frozenset[int] = frozenset()
    if split is not None:
        exchanged = frozenset(split.exchanged_from_s1 + split.exchanged_from_s2)
        inside = {*split.s1, *split.exchanged_from_s2} - {*split.exchanged_from_s1}
        upper = tuple(player for player in drawn.players if player in inside)
    s1 = moved + upper
    lower = tuple(player for player in drawn.players if player not in s1)
    # Pairs are written with the higher ranked first; after an exchange he may be the one of S2.
    pairs = tuple((b, a) if a not in s1 and b in s1 else (a, b) for a, b in step.pairs)
    return replace(
        drawn,
        s1=s1,
        s2=lower,
        pairs=pairs,
        limbo=frozenset(step.limbo),
        exchanged=exchanged,
    )


def _open(
    found: list[Drawn], step: GroupOpened, number: int, entrants: Mapping[int, Entrant]
) -> None:
    brought = tuple(p for p in step.floaters if entrants[p].score < step.score)
    for place in range(len(found) - 1, -1, -1):
        group = found[place]
        own = set(step.players) - set(brought)
        if group.score == step.score and (
            own < set(group.players) or (step.remainder and own == set(group.players))
        ):
            # The remainder of a group, or a group that is worked over after somebody left it.
            found[place] = replace(
                group,
                numbers=tuple(dict.fromkeys((*group.numbers, number))),
                players=group.players + brought,
                came=group.came | set(brought),
                s1=tuple(player for player in group.s1 if player not in step.players) + step.s1,
                s2=tuple(player for player in group.s2 if player not in step.players) + step.s2,
            )
            return
    came = frozenset(step.floaters)
    found.append(Drawn((number,), step.score, GROUP, step.players, came, step.s1, step.s2))


def _fix(found: list[Drawn], step: PairFixed, entrants: Mapping[int, Entrant]) -> None:
    """Into the last group that has both; two floaters outside of all groups make one."""
    pair = (step.a, step.b)
    place = _last(found, set(pair))
    if place is None:
        lower, higher = sorted(pair, key=lambda player: entrants[player].score)
        score = entrants[lower].score
        came = frozenset({higher} if entrants[higher].score > score else ())
        found.append(Drawn((), score, GROUP, (higher, lower), came, pairs=(pair,)))
        return
    found[place] = replace(found[place], pairs=(*found[place].pairs, pair))


def _close(found: list[Drawn], step: GroupPaired, entrants: Mapping[int, Entrant]) -> None:
    """The last group of that score with these players: not always the one opened last."""
    paired = {player for pair in step.pairs for player in pair}
    # Who was brought up in vain is not of the group.
    leaving = tuple(player for player in step.leaving if entrants[player].score >= step.score)
    place = _last(found, paired or set(leaving), step.score)
    if place is None:
        # It was never opened, for nobody could be paired.
        players = (*leaving, *sorted(paired))
        came = frozenset(player for player in leaving if entrants[player].score > step.score)
        found.append(Drawn((), step.score, GROUP, players, came))
        place = len(found) - 1
    group = found[place]
    left = tuple(player for player in leaving if player not in group.players)
    found[place] = replace(group, players=group.players + left, pairs=step.pairs)


def _last(found: Sequence[Drawn], players: set[int], score: int | None = None) -> int | None:
    """The place of the last group that has all of these."""
    for place in range(len(found) - 1, -1, -1):
        if players <= set(found[place].players) and score in (None, found[place].score):
            return place
    return None
