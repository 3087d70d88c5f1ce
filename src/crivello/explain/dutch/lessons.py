"""Tables for learning the Dutch system: transpositions, exchanges, moved-down players, score
differences.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import partial
from math import comb, perm

from crivello.explain.explanation import (
    ExplanationRow,
    ExplanationTable,
    ParagraphKind,
    candidate_list,
    points_list,
)
from crivello.explain.lesson import BSN, PLAYERS, S1, S2, Cells, Lesson, Teacher
from crivello.explain.story import Story
from crivello.model.sentence import N_, ListOf, Points, Sentence
from crivello.model.trace import Pairs
from crivello.model.trace.dutch import BracketOpened, BracketPaired, IdealJudged, Role, Split
from crivello.systems.dutch.criteria import score_difference
from crivello.systems.dutch.editions import DutchEdition
from crivello.systems.dutch.generation import exchanges, moved_down_sets, transpositions
from crivello.systems.dutch.judge import candidate_parts

HEADINGS = {
    Role.NORMAL: N_("Bracket at score {score}"),
    Role.PENULTIMATE: N_("Bracket at score {score} once more, as the penultimate bracket (PPB)"),
    Role.COLLAPSED_LAST: N_("Collapsed last bracket (CLB), down to score {score}"),
}

# D.1, D.2, D.3; 4.2, 4.3, 4.4


def list_transpositions(
    lesson: Lesson,
    article: str,
    s2: Sequence[int],
    n1: int,
    names: Sequence[int] = (),
    used: Sequence[int] | None = None,
) -> None:
    """List the transpositions of S2, the lower half of a bracket, in order.

    `names`: the player ids behind the numbers of S2, to be shown beside them. `used`: the numbers
    of the transposition that was chosen.
    """
    by_number = dict(zip(s2, names, strict=False))
    columns = (BSN, PLAYERS) if names else (BSN,)

    def rows() -> Iterator[tuple[Cells, bool]]:
        for numbers in transpositions(s2, n1):
            people = (ListOf.players(by_number[n] for n in numbers),) if names else ()
            yield (ListOf.players(numbers), *people), used is not None and numbers == tuple(used)

    caption = Sentence(
        N_("Transpositions of S2 in order ({total}); its first N1 = {n1} numbers are compared:"),
        total=perm(len(s2), n1),
        n1=n1,
    )
    lesson.list(caption, article, columns, rows(), perm(len(s2), n1))


def list_exchanges(
    lesson: Lesson,
    article: str,
    s1: Sequence[int],
    s2: Sequence[int],
    names: Sequence[int] = (),
    used: tuple[Sequence[int], Sequence[int]] | None = None,
) -> None:
    """List the exchanges between S1 and S2, the halves of a bracket, in order.

    `names`: the player ids behind the numbers of S1 and S2. `used`: the numbers that leave S1 and
    those that leave S2 in the exchange that was chosen.
    """
    by_number = dict(zip((*s1, *s2), names, strict=False)) if names else {}
    wanted = None if used is None else (tuple(used[0]), tuple(used[1]))

    def name_players(numbers: Iterable[int]) -> ListOf:
        return ListOf.players(by_number.get(n, n) for n in numbers)

    def rows() -> Iterator[tuple[Cells, bool]]:
        for leaving, coming in exchanges(s1, s2):
            upper = sorted({*s1, *coming} - {*leaving})
            lower = sorted({*s2, *leaving} - {*coming})
            difference = sum(coming) - sum(leaving)
            moved = (ListOf.players(leaving), ListOf.players(coming), difference)
            yield (*moved, name_players(upper), name_players(lower)), (leaving, coming) == wanted

    total = comb(len(s1) + len(s2), len(s1))
    caption = Sentence(
        N_(
            "Exchanges of residents between S1 and S2 in order ({total}): fewest players, smallest "
            "difference of the sums, highest number leaving S1, lowest number leaving S2:"
        ),
        total=total,
    )
    columns = (
        Sentence(N_("Leave S1 (BSN)")),
        Sentence(N_("Leave S2 (BSN)")),
        Sentence(N_("Difference")),
        S1,
        S2,
    )
    lesson.list(caption, article, columns, rows(), total)


def list_moved_down(
    lesson: Lesson,
    edition: DutchEdition,
    scores: Sequence[int],
    unit: int,
    m1: int,
    names: Sequence[int] = (),
    used: Sequence[int] | None = None,
) -> None:
    """List the sets of moved-down players who may be paired (the first S1), in order.

    `scores`: those of the moved-down players, in order; `m1`: how many are paired; `names`: their
    ids; `used`: the ids of the chosen set.
    """

    def name_players(places: Iterable[int]) -> ListOf:
        return ListOf.players(names[place] if names else place + 1 for place in places)

    def rows() -> Iterator[tuple[Cells, bool]]:
        for chosen in moved_down_sets(scores, m1, edition.moved_down_order):
            limbo = [place for place in range(len(scores)) if place not in chosen]
            cells = (
                name_players(chosen),
                points_list(tuple(scores[p] for p in chosen), unit),
                name_players(limbo),
            )
            yield cells, used is not None and name_players(chosen).plain == list(used)

    total = comb(len(scores), m1)
    caption = Sentence(
        N_("Sets of M1 = {m1} moved-down players for S1 in order ({total}), the others in limbo:"),
        m1=m1,
        total=total,
    )
    columns = (S1, Sentence(N_("Scores")), Sentence(N_("Limbo")))
    lesson.list(caption, edition.generation[2], columns, rows(), total)


# PSD: A.8

Candidate = tuple[tuple[int, int | None], ...]
"""The scores of its pairs; a downfloater is paired with None."""


def list_psd(lesson: Lesson, candidates: Sequence[Candidate], unit: int) -> None:
    """List the score differences of the pairs of two candidates, and name the better candidate."""
    psds = []
    for number, candidate in enumerate(candidates, start=1):
        scores = [score for part in candidate for score in part if score is not None]
        lowest = min(scores)
        parts = sorted(
            ((score_difference(*part, lowest, unit), part) for part in candidate),
            reverse=True,
            key=lambda one: one[0],
        )
        rows = tuple(
            ExplanationRow(
                (
                    Points(high, unit),
                    Sentence(N_("downfloater")) if low is None else Points(low, unit),
                    Points(difference, unit),
                )
            )
            for difference, (high, low) in parts
        )
        head = (Sentence(N_("Score")), Sentence(N_("Opponent's score")), Sentence(N_("Difference")))
        lesson.tell(
            N_("Candidate {number}; a downfloater is set against {artificial}:"),
            article="A.8",
            number=number,
            artificial=Points(lowest - unit, unit),
            table=ExplanationTable(head, rows, "<<<"),
        )
        psds.append(tuple(difference for difference, _ in parts))
    compare_lists(lesson, "A.8", psds[0], psds[1], unit)


def compare_lists(
    lesson: Lesson, article: str, one: tuple[int, ...], other: tuple[int, ...], unit: int
) -> None:
    """Compare two lists of score differences or scores, element by element."""
    rows = []
    decided = None
    for place, (mine, theirs) in enumerate(zip(one, other, strict=False), start=1):
        first = decided is None and mine != theirs
        decided = place if first else decided
        rows.append(ExplanationRow((place, Points(mine, unit), Points(theirs, unit)), first))
    head = (Sentence(N_("Element")), Sentence(N_("Candidate 1")), Sentence(N_("Candidate 2")))
    lesson.tell(
        N_("The two lists, the largest element first; the first difference decides:"),
        article=article,
        table=ExplanationTable(head, tuple(rows), ">>>"),
    )
    if one == other:
        lesson.tell(N_("The lists are equal: this criterion does not decide."), article=article)
    elif decided is None:
        lesson.tell(N_("The shorter list is better."), article=article)
    else:
        lesson.tell(
            N_("Candidate {number} is better: its element {place} is smaller."),
            article=article,
            number=1 if one < other else 2,
            place=decided,
        )


# The brackets of a round


class DutchTeacher(Teacher):
    def __init__(self, edition: DutchEdition, story: Story, topics: Collection[str]) -> None:
        super().__init__(story, topics)
        self.edition = edition

    def chapters(self) -> Iterator[Callable[[], None]]:
        opened: BracketOpened | None = None
        first: IdealJudged | None = None
        for step in self.story.trace:
            match step:
                case BracketOpened():
                    opened, first = step, None
                case IdealJudged():
                    first = step
                case BracketPaired() if opened is not None:
                    yield partial(self._teach, opened, first, step)

    def _teach(
        self,
        opened: BracketOpened,
        first: IdealJudged | None,
        paired: BracketPaired,
    ) -> None:
        lesson, edition = self.lesson, self.edition
        lesson.tell(
            HEADINGS[opened.role], kind=ParagraphKind.HEADING, score=self.story.score(opened.score)
        )
        players = opened.moved_down + opened.residents
        number = {player: place for place, player in enumerate(players, start=1)}
        self.list_players(players, BSN)
        if not paired.pairs:
            lesson.tell(N_("Nobody is paired in this bracket."))
            return
        if opened.moved_down and "mdps" in self.topics:
            scores = [self.story.entrant[player].score for player in opened.moved_down]
            unit = self.story.unit
            names = opened.moved_down
            list_moved_down(lesson, edition, scores, unit, paired.m1, names, paired.s1)
        if paired.m1 and "transpositions" in self.topics:
            s2 = [number[player] for player in opened.residents]
            used = [number[other] for _, other in paired.moved_down_pairs]
            list_transpositions(
                lesson, edition.generation[0], s2, paired.m1, opened.residents, used
            )
        if paired.remainder is not None and paired.remainder.s1:
            self._remainder(paired.remainder, bool(opened.moved_down))
        if "psd" in self.topics and first is not None:
            self._lists(opened, first, paired)

    def _remainder(self, split: Split, heterogeneous: bool) -> None:
        """List exchanges and transpositions of the remainder, or of a homogeneous bracket.

        A remainder is renumbered first; a homogeneous bracket keeps its numbers.
        """
        lesson, edition = self.lesson, self.edition
        players = split.s1 + split.s2
        if heterogeneous:
            self.list_players(players, BSN, N_("The remainder, renumbered:"))
        number = {player: place for place, player in enumerate(players, start=1)}
        half = len(split.s1)
        s1, s2 = range(1, half + 1), range(half + 1, len(players) + 1)
        leaving = [number[player] for player in split.exchanged_from_s1]
        coming = [number[player] for player in split.exchanged_from_s2]
        if "exchanges" in self.topics:
            used = sorted(leaving), sorted(coming)
            list_exchanges(lesson, edition.generation[1], s1, s2, players, used)
        if "transpositions" in self.topics:
            if leaving:
                lesson.tell(N_("After the exchange that was used:"))
            lower = sorted({*s2, *leaving} - {*coming})
            names = [players[n - 1] for n in lower]
            shown = [number[player] for player in split.transposition[:half]]
            list_transpositions(lesson, edition.generation[0], lower, half, names, shown)

    def _lists(
        self,
        opened: BracketOpened,
        first: IdealJudged,
        paired: BracketPaired,
    ) -> None:
        """Compare the first and the chosen candidate by the scores of their downfloaters.

        Editions before 2026 compare the pairing score differences (PSD) instead.
        """
        criterion = self.edition.floaters[1]
        if set(first.pairs) == set(paired.pairs):
            return

        def value(pairs: Pairs, left: Sequence[int]) -> tuple[int, ...]:
            moved, residents = opened.moved_down, opened.residents
            return criterion.value(candidate_parts(self.story.field, moved, residents, pairs, left))

        one = value(first.pairs, first.downfloaters)
        other = value(paired.pairs, paired.downfloaters)
        if not one and not other:
            return
        for number, (pairs, left) in enumerate(
            ((first.pairs, first.downfloaters), (paired.pairs, paired.downfloaters)), start=1
        ):
            self.lesson.tell(
                N_("Candidate {number}: {parts}."),
                article=criterion.code,
                number=number,
                parts=candidate_list(pairs, left),
            )
        compare_lists(self.lesson, criterion.code, one, other, self.story.unit)
