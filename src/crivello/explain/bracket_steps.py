"""What the steps of a trace say of each bracket, in the order in which brackets were opened."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from ..model.field import Entrant
from ..model.trace import Pairs, Step, dubov, dutch
from ..model.trace.procedure import GroupOpened, GroupPaired, PairDropped, PairFixed
from ..words import N_, Template
from .dutch import HEADINGS
from .procedure import dropped
from .values import Said

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
    rank: int = 0
    """Brackets stand in this order, highest first."""
    closed: bool = False


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
                found.append(Drawn((number,), step.score, heading, players, came, rank=step.score))
            case dutch.IdealJudged() if step.criterion is not None:
                no = tuple(Rejected(a, b, step.criterion) for a, b in step.pairs)
                found[-1] = replace(found[-1], rejected=no)
            case dutch.BracketPaired():
                found[-1] = _dutch(found[-1], step)
            case dubov.UpfloatersNeeded():
                number += 1
                found.append(
                    Drawn((number,), step.score, SCOREGROUP, step.residents, rank=step.score)
                )
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
                number += 1
                _open(found, step, number, entrants)
            case PairDropped() if found:
                no = (Rejected(step.a, step.b, step.article, dropped(step)),)
                found[-1] = replace(found[-1], rejected=found[-1].rejected + no)
            case PairFixed() if found:
                found[-1] = replace(found[-1], pairs=(*found[-1].pairs, (step.a, step.b)))
            case GroupPaired() if found:
                found[-1] = replace(found[-1], pairs=step.pairs, closed=True)
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
    last = found[-1] if found else None
    if last is not None and not last.closed and set(step.players) < set(last.players):
        # The remainder of a group that is still being paired.
        found[-1] = replace(
            last,
            numbers=(*last.numbers, number),
            s1=tuple(player for player in last.s1 if player not in step.players) + step.s1,
            s2=tuple(player for player in last.s2 if player not in step.players) + step.s2,
        )
        return
    own = [entrants[player].score for player in step.players if player not in step.floaters]
    rank = max(own, default=step.score)
    came = frozenset(step.floaters)
    found.append(
        Drawn((number,), step.score, GROUP, step.players, came, step.s1, step.s2, rank=rank)
    )
