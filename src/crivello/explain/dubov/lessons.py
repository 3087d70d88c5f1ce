"""Tables for learning the Dubov system: sets of upfloaters, shifters, transpositions."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial
from math import comb, factorial

from crivello.explain.explanation import ParagraphKind, Value, points_list
from crivello.explain.lesson import PLAYERS, S1, Cells, Lesson, Teacher
from crivello.explain.story import Story
from crivello.explain.upfloats import HEADING
from crivello.model.sentence import N_, ListOf, Sentence
from crivello.model.trace.upfloats import DubovBracketPaired, UpfloatersNeeded
from crivello.standard.classes import frozen
from crivello.systems.dubov.bracket import Subgroups, middle_out
from crivello.systems.dubov.editions import DubovEdition
from crivello.systems.dubov.sieve import containers, shifts, transpositions

LARGEST = 100_000
"""The most sets of upfloaters that are sorted into containers."""

# D.1, D.2; 4.2, 4.3


@frozen
class LowerPlayer:
    """A player below the bracket: sequence number, score, and the player's id (0 in an
    exercise).
    """

    number: int
    score: int
    id: int = 0


def list_containers(
    lesson: Lesson,
    edition: DubovEdition,
    lower: Sequence[LowerPlayer],
    unit: int,
    number: int,
    used: Sequence[int] | None = None,
) -> None:
    """List the sets of `number` upfloaters in order, grouped in containers by their scores.

    `lower`: the players below the bracket by sequence number. `used`: ids of the chosen set.
    """
    named = any(player.id for player in lower)
    total = comb(len(lower), number)
    if total > LARGEST:
        lesson.tell(
            N_("There are {total} sets of {number} upfloaters: too many to list."),
            article=edition.sets,
            total=total,
            number=number,
        )
        return
    found = containers(lower, number)

    def rows() -> Iterator[tuple[Cells, bool]]:
        for place, (scores, sets) in enumerate(found, start=1):
            for members in sets:
                ids = tuple(player.id for player in members)
                sequence = ListOf.players(player.number for player in members)
                people = (ListOf.players(ids),) if named else ()
                yield (
                    (place, points_list(scores, unit), sequence, *people),
                    (used is not None and ids == tuple(used)),
                )

    caption = Sentence(
        N_(
            "Sets of {number} upfloaters in order ({total}), in containers by their scores: the "
            "lowest score as high as possible, then the next:"
        ),
        number=number,
        total=total,
    )
    columns = (
        Sentence(N_("Container")),
        Sentence(N_("Scores")),
        Sentence(N_("Sequence numbers")),
        *((PLAYERS,) if named else ()),
    )
    lesson.list(caption, edition.sets, columns, rows(), total)


def list_shifters(
    lesson: Lesson,
    article: str,
    caption: Sentence,
    ranked: Sequence[Value],
    more: Sequence[Value] = (),
    heading: Sentence | None = None,
) -> None:
    """List the players of a subgroup in the order in which they change colour groups.

    `more`: a further value for each player, shown in a column with this heading.
    """
    places = middle_out(range(len(ranked)))
    rows = (
        ((ranked[place], place + 1, *((more[place],) if more else ())), False) for place in places
    )
    columns = (
        Sentence(N_("Player")),
        Sentence(N_("Place in the list")),
        *((heading,) if heading is not None else ()),
    )
    lesson.list(caption, article, columns, rows, len(ranked))


# The brackets of a round


class DubovTeacher(Teacher):
    def __init__(self, edition: DubovEdition, story: Story, topics: Collection[str]) -> None:
        super().__init__(story, topics)
        self.edition = edition

    def chapters(self) -> Iterator[Callable[[], None]]:
        needed: UpfloatersNeeded | None = None
        for step in self.story.trace:
            if isinstance(step, UpfloatersNeeded):
                needed = step
            elif isinstance(step, DubovBracketPaired) and needed is not None:
                yield partial(self._teach, needed, step)

    def _teach(self, needed: UpfloatersNeeded, paired: DubovBracketPaired) -> None:
        lesson = self.lesson
        lesson.tell(HEADING, kind=ParagraphKind.HEADING, score=self.story.score(needed.score))
        lesson.tell(N_("Players: {players}."), players=self.story.cards(needed.residents))
        if needed.number and "upfloaters" in self.topics:
            self.list_players(needed.pool, Sentence(N_("Sequence number")))
            lower = [
                LowerPlayer(number, self.story.entrant[player].score, player)
                for number, player in enumerate(needed.pool, start=1)
            ]
            used = paired.upfloaters
            list_containers(lesson, self.edition, lower, self.story.unit, needed.number, used)
        if "shifters" in self.topics:
            self._shifters(paired)
        if "transpositions" in self.topics:
            self._transpositions(paired)

    def _shifters(self, paired: DubovBracketPaired) -> None:
        story, lesson, article = self.story, self.lesson, self.edition.shifters
        groups = Subgroups(
            tuple(story.entrant[player] for player in paired.g1),
            tuple(story.entrant[player] for player in paired.g2),
        )
        for name, group, by in (
            ("G1", groups.g1, N_("by ARO")),
            ("G2", groups.g2, N_("by pairing number")),
        ):
            if len(group) > 1:
                caption = Sentence(
                    N_("Shifter numbers of {group}, {by}, from the middle outwards:"),
                    group=name,
                    by=Sentence(by),
                )
                names: list[Value] = [self.story.name(one.id) for one in group]
                keys: list[Value] = [one.aro if name == "G1" else one.number for one in group]
                heading = Sentence(N_("ARO")) if name == "G1" else Sentence(N_("Pairing number"))
                list_shifters(lesson, article, caption, names, keys, heading)
        if not paired.shift_smaller and not paired.shift_larger:
            lesson.tell(N_("Nobody has to be shifted."), article=self.edition.shifts)
            return
        used = paired.shift_smaller, paired.shift_larger

        def rows() -> Iterator[tuple[tuple[Value, ...], bool]]:
            for smaller, larger in shifts(groups, paired.unavoidable):
                after = groups.shift(smaller, larger)
                moved = tuple(p.id for p in smaller), tuple(p.id for p in larger)
                both = (
                    ListOf.players(p.id for p in after.g1),
                    ListOf.players(p.id for p in after.g2),
                )
                yield (ListOf.players(moved[0] + moved[1]), *both), moved == used

        total = comb(len(groups.smaller), len(used[0])) * comb(len(groups.larger), len(used[1]))
        caption = Sentence(N_("Shifts in order ({total}):"), total=total)
        columns = (Sentence(N_("Shifted")), S1, Sentence(N_("G2")))
        lesson.list(caption, article, columns, rows(), total)

    def _transpositions(self, paired: DubovBracketPaired) -> None:
        natural = sorted(paired.t2, key=lambda player: self.story.entrant[player].number)
        total = factorial(len(natural))
        rows = (((ListOf.players(order),), order == paired.t2) for order in transpositions(natural))
        caption = Sentence(
            N_("Transpositions of G2 in order ({total}); T2 is the one that was used:"), total=total
        )
        self.lesson.list(caption, self.edition.transpositions, (PLAYERS,), rows, total)
