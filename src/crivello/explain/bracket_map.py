"""What the steps of a trace say of each bracket, in the order in which brackets were opened."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from crivello.explain.dutch.round import HEADINGS
from crivello.explain.explanation import Said
from crivello.explain.procedure import dropped
from crivello.model.field import Entrant, Field
from crivello.model.pairing import RoundPairing
from crivello.model.trace import ByeDecided, Pairs, Step, dubov, dutch
from crivello.model.trace.dubov import ByeChosen
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
            case dubov.DubovBracketPaired():
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


# The brackets of a round as a map: who was in which, who was paired there, who floated where.
#
# Made from the trace and the boards alone, for all systems; `picture` draws it. A bracket that was
# paired again later stays on the map without players, for what counts is the last time.


@dataclass(frozen=True, slots=True)
class Bracket:
    """One bracket, scoregroup or group, as it was paired at last."""

    numbers: tuple[int, ...]
    """Which bracket of the explanation it is; several if it was paired in parts."""
    score: int
    heading: Template
    """A sentence with the field {score}."""
    left: tuple[int, ...] = ()
    """S1: those of the pairs who are named first, in order."""
    right: tuple[int, ...] = ()
    """S2: their opponents, in their own order, so that crossing lines show a transposition."""
    leaving: tuple[int, ...] = ()
    """Members who are not paired here."""
    pairs: Pairs = ()
    """Of `left` with `right`, in order of `left`."""
    rejected: tuple[Rejected, ...] = ()
    came: frozenset[int] = frozenset()
    """Members who came from another bracket."""
    limbo: frozenset[int] = frozenset()
    exchanged: frozenset[int] = frozenset()
    again: bool = False
    """It was paired again later: nobody is drawn here."""

    @property
    def members(self) -> tuple[int, ...]:
        return self.left + self.right + self.leaving

    @property
    def size(self) -> int:
        return len(self.left) + len(self.right) + len(self.leaving)


@dataclass(frozen=True, slots=True)
class Floated:
    """A player who went from one bracket to another; both by their places on the map."""

    player: int
    origin: int
    target: int


@dataclass(frozen=True, slots=True)
class BracketMap:
    brackets: tuple[Bracket, ...]
    """From top to bottom."""
    floats: tuple[Floated, ...]
    white: frozenset[int]
    black: frozenset[int]
    board: dict[int, int] = field(default_factory=dict)
    """By player; boards from 1."""
    bye: int | None = None
    bye_article: str = ""
    unit: int = 1
    """Of the scores."""

    @property
    def players(self) -> int:
        return len(self.white) + len(self.black) + (self.bye is not None)

    @property
    def rejected(self) -> int:
        return sum(len(bracket.rejected) for bracket in self.brackets)

    @property
    def bye_apart(self) -> bool:
        """The bye was given before the brackets were made: its player is in none of them."""
        return self.bye is not None and all(self.bye not in one.members for one in self.brackets)

    def place(self, number: int) -> int | None:
        """The place of a bracket by its number in the explanation."""
        for place, one in enumerate(self.brackets):
            if number in one.numbers:
                return place
        return None


def bracket_map(trace: Sequence[Step], rules: Field, pairing: RoundPairing) -> BracketMap:
    """The map of a round from the record of its pairing."""
    entrants = {entrant.id: entrant for entrant in rules.entrants}
    score = {player: entrant.score for player, entrant in entrants.items()}
    drawn = _with_homes(read_steps(trace, entrants), score)
    final = {frozenset((board.white, board.black)) for board in pairing.boards}
    kept = _kept(drawn, final)
    drawn = _without_undone(drawn, kept)
    again = [_is_again(drawn, kept, place) for place in range(len(drawn))]
    brackets = [_bracket(one, kept[place], again[place], final) for place, one in enumerate(drawn)]
    order = sorted(range(len(brackets)), key=lambda place: (-drawn[place].score, place))
    new = {old: place for place, old in enumerate(order)}
    floats = [
        replace(one, origin=new[one.origin], target=new[one.target])
        for one in _floats(drawn, brackets)
    ]
    boards = enumerate(pairing.boards, start=1)
    return BracketMap(
        tuple(brackets[place] for place in order),
        tuple(floats),
        frozenset(board.white for board in pairing.boards),
        frozenset(board.black for board in pairing.boards),
        {player: number for number, b in boards for player in (b.white, b.black)},
        pairing.bye,
        _bye_article(trace),
        rules.scoring.unit,
    )


def _bye_article(trace: Iterable[Step]) -> str:
    found = [step.article for step in trace if isinstance(step, ByeDecided | ByeChosen)]
    return found[-1] if found else ""


def _with_homes(drawn: list[Drawn], score: dict[int, int]) -> list[Drawn]:
    """Those who were brought up belong to the bracket of their score first."""
    found = list(drawn)
    for place, one in enumerate(drawn):
        for player in one.came:
            if any(player in before.players for before in drawn[:place]):
                continue  # he moved down
            home = next(
                (
                    other
                    for other in range(len(found))
                    if found[other].score == score[player] and other != place
                ),
                None,
            )
            if home is None:
                found.append(Drawn((), score[player], one.heading, players=(player,)))
                home = len(found) - 1
            elif player not in found[home].players:
                found[home] = replace(found[home], players=(*found[home].players, player))
            found[home] = replace(found[home], brought_up=found[home].brought_up | {player})
    return found


def _kept(drawn: Sequence[Drawn], final: set[frozenset[int]]) -> list[Pairs]:
    """The pairs of the round, each where it was made last."""
    kept: list[list[tuple[int, int]]] = [[] for _ in drawn]
    seen: set[frozenset[int]] = set()
    for place in range(len(drawn) - 1, -1, -1):
        for pair in drawn[place].pairs:
            if frozenset(pair) in final and frozenset(pair) not in seen:
                seen.add(frozenset(pair))
                kept[place].append(pair)
    return [tuple(pairs) for pairs in kept]


def _without_undone(drawn: Sequence[Drawn], kept: Sequence[Pairs]) -> list[Drawn]:
    """Whoever is paired further up in the end was in a lower bracket only for a while."""
    settled = {p: place for place, pairs in enumerate(kept) for pair in pairs for p in pair}
    return [
        replace(
            one,
            players=tuple(
                player
                for player in one.players
                if player in one.brought_up or settled.get(player, place) >= place
            ),
        )
        for place, one in enumerate(drawn)
    ]


def _is_again(drawn: Sequence[Drawn], kept: Sequence[Pairs], place: int) -> bool:
    """Nothing of it stands, and its own players are in a later bracket of the same score."""
    one = drawn[place]
    own = set(one.players) - one.came
    if not one.players:
        return True
    return not kept[place] and any(
        later.score == one.score and own & set(later.players) for later in drawn[place + 1 :]
    )


def _bracket(one: Drawn, kept: Pairs, again: bool, final: set[frozenset[int]]) -> Bracket:
    if again:
        return Bracket(one.numbers, one.score, one.heading, again=True)
    first, second = (_order(one, subgroup) for subgroup in (one.s1, one.s2))
    pairs = sorted(kept, key=lambda pair: first[pair[0]])
    right = sorted((b for _, b in pairs), key=lambda b: second[b])
    paired = {player for pair in pairs for player in pair}
    rejected = {
        frozenset((no.a, no.b)): no for no in one.rejected if frozenset((no.a, no.b)) not in final
    }
    undone = [pair for pair in one.pairs if frozenset(pair) not in final]
    for a, b in undone:
        rejected.setdefault(frozenset((a, b)), Rejected(a, b))
    here = set(one.players)
    return Bracket(
        one.numbers,
        one.score,
        one.heading,
        tuple(a for a, _ in pairs),
        tuple(right),
        tuple(player for player in one.players if player not in paired),
        tuple(pairs),
        tuple(no for no in rejected.values() if no.a in here and no.b in here),
        one.came,
        one.limbo,
        one.exchanged,
    )


def _order(one: Drawn, subgroup: Iterable[int]) -> dict[int, int]:
    """Members in the order of a subgroup; before it those who came and are not in it."""
    listed = [player for player in subgroup if player in one.players]
    others = [player for player in one.players if player not in listed]
    before = [player for player in others if player in one.came]
    after = [player for player in others if player not in one.came]
    return {player: place for place, player in enumerate([*before, *listed, *after])}


def _floats(drawn: Sequence[Drawn], brackets: Sequence[Bracket]) -> list[Floated]:
    """Each player's way through the brackets that stand; who is brought up begins below."""
    ways: dict[int, list[int]] = {}
    for place, bracket in enumerate(brackets):
        for player in bracket.members:
            way = ways.setdefault(player, [])
            if player in drawn[place].brought_up:
                way.insert(0, place)
            else:
                way.append(place)
    return [
        Floated(player, origin, target)
        for player, way in sorted(ways.items())
        for origin, target in pairwise(way)
    ]
