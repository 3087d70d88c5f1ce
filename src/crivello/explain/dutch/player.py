"""Answers to players about the Dutch system (2017, 2026): its order and criteria."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from crivello.explain.player.answer import CauseKind
from crivello.explain.player.place import OriginGroup, Place, PlayerGuide, Scheme
from crivello.explain.story import Story
from crivello.model.trace.dutch import BracketOpened, BracketPaired, IdealJudged, Role
from crivello.systems.dutch.editions import DUTCH_2017, DUTCH_2026, DutchEdition
from crivello.systems.dutch.system import DutchSystem

QUALITY = (
    CauseKind.COLOUR_DIFFERENCE,
    CauseKind.COLOUR_RUN,
    CauseKind.COLOURS,
    CauseKind.STRONG_COLOURS,
    CauseKind.DOWN_AGAIN,
    CauseKind.UP_AGAIN,
    CauseKind.DOWN_AGAIN_2,
    CauseKind.UP_AGAIN_2,
    CauseKind.DOWN_FURTHER,
    CauseKind.UP_FURTHER,
    CauseKind.DOWN_FURTHER_2,
    CauseKind.UP_FURTHER_2,
)
"""What the criteria of both editions mean to a player, in their order."""
MEANING = {
    criterion.sentence: kind
    for edition, kinds in (
        (DUTCH_2017, (CauseKind.PAIRS, CauseKind.DIFFERENCES, *QUALITY)),
        (DUTCH_2026, (CauseKind.PAIRS, CauseKind.HIGHER_FLOATER, *QUALITY)),
    )
    for criterion, kind in zip(edition.floaters + edition.quality, kinds, strict=True)
}
"""The same by the sentence of each: an edition may have some of them, in any order."""
GENERATION = (CauseKind.SERVED_FIRST, CauseKind.EXCHANGE, CauseKind.SETS)

Bracket = tuple[BracketOpened, IdealJudged, BracketPaired]


def _kinds(edition: DutchEdition) -> Iterator[tuple[str, CauseKind]]:
    for criterion in edition.floaters + edition.quality:
        yield criterion.code, MEANING.get(criterion.sentence, CauseKind.UNSAID)
    yield edition.look_ahead, CauseKind.NEXT_GROUP
    if edition.bye is not None:
        yield edition.bye.code, CauseKind.BYE_GAMES
    if edition.lowest_bye is not None:
        yield edition.lowest_bye, CauseKind.LOWEST_BYE
    yield from zip(edition.generation, GENERATION, strict=True)


def _brackets(story: Story) -> list[Bracket]:
    """Return the steps of each bracket; of a bracket paired twice, those of the second time."""
    found: list[Bracket] = []
    for step in story.trace:
        match step:
            case BracketOpened():
                opened = step
            case IdealJudged():
                ideal = step
            case BracketPaired():
                if opened.role is Role.PENULTIMATE and found:
                    found.pop()  # it was paired before and then undone
                found.append((opened, ideal, step))
            case _:
                pass
    return found


class DutchGuide(PlayerGuide):
    def __init__(self, system: DutchSystem) -> None:
        super().__init__(system)
        self.edition = system.edition
        self.kinds = dict(_kinds(system.edition))
        self.order_article = system.edition.generation[0]
        self.group_article = system.edition.floaters[0].code

    def place(self, story: Story, player: int, opponent: int) -> Place | None:
        both = {player, opponent}
        for opened, ideal, paired in _brackets(story):
            if not any(both == set(pair) for pair in paired.pairs):
                continue
            article, score = self.order_article, opened.score
            moved = both & set(opened.moved_down)
            if moved:
                first = {one: other for pair in ideal.pairs for one, other in (pair, pair[::-1])}
                (mover,) = moved
                above = self._penultimate(story) if paired.role is Role.COLLAPSED_LAST else ()
                return Place(
                    Scheme.FROM_ABOVE,
                    score,
                    opened.residents,
                    first.get(player),
                    article,
                    mover=mover,
                    movers=opened.moved_down,
                    first=first.get(mover),
                    joined=(*above, *opened.residents) if above else (),
                    penultimate=above,
                    joined_by=self.edition.completion,
                )
            split = paired.remainder
            assert split is not None
            return Place(
                Scheme.HALVES,
                score,
                split.s1 + split.s2,
                opposite(split.s1, split.s2, player),
                article,
                rest=bool(paired.m1),
                upper=len(split.s1),
            )
        return None

    @staticmethod
    def _penultimate(story: Story) -> tuple[int, ...]:
        """Return the players of the penultimate bracket, if it was paired again because the players
        below could not all be paired; else an empty tuple.
        """
        opened = (one for one, _, _ in _brackets(story) if one.role is Role.PENULTIMATE)
        return next((one.moved_down + one.residents for one in opened), ())

    def origin_group(self, story: Story, player: int) -> OriginGroup | None:
        for opened, ideal, paired in _brackets(story):
            if player in paired.downfloaters:
                players = opened.moved_down + opened.residents
                floaters, article = paired.downfloaters, self.edition.floaters[0].code
                return OriginGroup(opened.score, players, floaters, ideal.downfloaters, article)
        return None

    def pairs_in_order(self, story: Story, score: int) -> list[tuple[int, int]]:
        for opened, _, paired in _brackets(story):
            if opened.score == score:
                pairs = list(paired.moved_down_pairs)
                split = paired.remainder
                if split is not None:
                    coming, gone = set(split.exchanged_from_s2), set(split.exchanged_from_s1)
                    inside = {*split.s1, *coming} - gone
                    upper = [one for one in split.s1 + split.s2 if one in inside]
                    pairs += zip(upper, split.transposition, strict=False)
                return pairs
        return []

    def floaters(self, story: Story, score: int) -> Collection[int]:
        return next(
            (
                paired.downfloaters
                for opened, _, paired in _brackets(story)
                if opened.score == score
            ),
            (),
        )


def opposite(upper: tuple[int, ...], lower: tuple[int, ...], player: int) -> int | None:
    """Return the player at the same place in the other half; None if that half is too short."""
    mine, other = (upper, lower) if player in upper else (lower, upper)
    place = mine.index(player)
    return other[place] if place < len(other) else None


GUIDE = DutchGuide
