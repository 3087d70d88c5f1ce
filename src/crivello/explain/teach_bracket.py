"""The tables that pairing is taught with, for the brackets of a round as it is paired."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial
from math import comb, factorial

from crivello.explain.dubov import HEADING
from crivello.explain.dutch import HEADINGS
from crivello.explain.explanation import Explanation, Kind, Row, Table
from crivello.explain.people import person
from crivello.explain.round import rules_of, title
from crivello.explain.story import Story
from crivello.explain.teach import (
    BSN,
    PLAYERS,
    S1,
    S2,
    Lesson,
    Lower,
    compare_lists,
    lesson_of,
    list_containers,
    list_exchanges,
    list_moved_down,
    list_shifters,
    list_transpositions,
)
from crivello.explain.values import Parts, Players, Said, Value
from crivello.model.errors import Unsupported
from crivello.model.tournament import Tournament
from crivello.model.trace import Pairs, Step, Trace
from crivello.model.trace import dubov as dubov_steps
from crivello.model.trace import dutch as dutch_steps
from crivello.rules.field import build_field
from crivello.systems.dubov.bracket import Subgroups
from crivello.systems.dubov.editions import EDITIONS as DUBOV
from crivello.systems.dubov.editions import Edition as DubovEdition
from crivello.systems.dubov.sieve import shifts, transpositions
from crivello.systems.dutch.breaches import candidate_parts
from crivello.systems.dutch.editions import EDITIONS as DUTCH
from crivello.systems.dutch.editions import Edition as DutchEdition
from crivello.systems.registry import System, find
from crivello.words import N_

OF_BRACKETS = ("transpositions", "exchanges", "mdps", "psd", "upfloaters", "shifters")
"""What can be taught about a bracket."""
NO_TABLES = N_(
    "These tables are for the Dutch (2017, 2026) and Dubov (2018, 2026) systems, not for {system}."
)
NO_BRACKET = N_("Round {round} has brackets 1 to {count}, not {bracket}.")


def has_tables(key: str) -> bool:
    """Are there tables for the brackets of this edition?"""
    return key in DUTCH or key in DUBOV


def teach_round(
    system: System,
    tournament: Tournament,
    round_number: int,
    bracket: int | None = None,
    topics: Collection[str] = OF_BRACKETS,
) -> Explanation:
    """The tables of one bracket of a round, or of all its brackets."""
    trace: Trace = []
    system.pair(tournament, round_number, trace)
    key = rules_of(system.key, trace)
    rules = find(key).field_rules
    story = Story(build_field(tournament, round_number, rules), rules)
    teacher: _Teacher
    if key in DUTCH:
        teacher = _Dutch(story, tournament, DUTCH[key], topics)
    elif key in DUBOV:
        teacher = _Dubov(story, tournament, DUBOV[key], topics)
    else:
        raise Unsupported(NO_TABLES, system=system.key)
    chapters = list(teacher.chapters(trace))
    if bracket is not None and not 1 <= bracket <= len(chapters):
        raise Unsupported(NO_BRACKET, round=round_number, count=len(chapters), bracket=bracket)
    for number, chapter in enumerate(chapters, start=1):
        if bracket in (None, number):
            teacher.lesson.bracket = number
            chapter()
    return lesson_of(title(system.key, round_number), teacher.lesson, system.key, round_number)


class _Teacher:
    def __init__(self, story: Story, tournament: Tournament, topics: Collection[str]) -> None:
        self.story = story
        self.tournament = tournament
        self.topics = topics
        self.lesson = Lesson()

    def chapters(self, trace: Sequence[Step]) -> Iterator[Callable[[], None]]:
        """What there is to teach of each bracket, when it is called."""
        raise NotImplementedError

    def who(self, players: Sequence[int], heading: Said, caption: str = N_("The numbers:")) -> None:
        """The numbers of the players."""
        rows = tuple(
            Row(
                (
                    number,
                    person(self.tournament, player),
                    self.story.score(self.story.entrant[player].score),
                    self.story.card(self.story.entrant[player]),
                )
            )
            for number, player in enumerate(players, start=1)
        )
        head = (heading, Said(N_("Player")), Said(N_("Score")), Said(N_("Card")))
        self.lesson.tell(caption, table=Table(head, rows, "><<<"))


# ------------------------------------------------------------------ Dutch


class _Dutch(_Teacher):
    def __init__(
        self,
        story: Story,
        tournament: Tournament,
        edition: DutchEdition,
        topics: Collection[str],
    ) -> None:
        super().__init__(story, tournament, topics)
        self.edition = edition

    def chapters(self, trace: Sequence[Step]) -> Iterator[Callable[[], None]]:
        opened: dutch_steps.BracketOpened | None = None
        first: dutch_steps.IdealJudged | None = None
        for step in trace:
            match step:
                case dutch_steps.BracketOpened():
                    opened, first = step, None
                case dutch_steps.IdealJudged():
                    first = step
                case dutch_steps.BracketPaired() if opened is not None:
                    yield partial(self._teach, opened, first, step)

    def _teach(
        self,
        opened: dutch_steps.BracketOpened,
        first: dutch_steps.IdealJudged | None,
        paired: dutch_steps.BracketPaired,
    ) -> None:
        lesson, edition = self.lesson, self.edition
        lesson.tell(HEADINGS[opened.role], kind=Kind.HEADING, score=self.story.score(opened.score))
        players = opened.moved_down + opened.residents
        number = {player: place for place, player in enumerate(players, start=1)}
        self.who(players, BSN)
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

    def _remainder(self, split: dutch_steps.Split, heterogeneous: bool) -> None:
        """The remainder is numbered afresh, or a homogeneous bracket as it is."""
        lesson, edition = self.lesson, self.edition
        players = split.s1 + split.s2
        if heterogeneous:
            self.who(players, BSN, N_("The remainder, numbered afresh:"))
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
        opened: dutch_steps.BracketOpened,
        first: dutch_steps.IdealJudged,
        paired: dutch_steps.BracketPaired,
    ) -> None:
        """The PSD (2026: the scores of the downfloaters) of the first and the chosen candidate."""
        criterion = self.edition.floaters[1]
        if set(first.pairs) == set(paired.pairs):
            return

        def value(made: Pairs, left: Sequence[int]) -> tuple[int, ...]:
            moved, residents = opened.moved_down, opened.residents
            return criterion.value(candidate_parts(self.story.field, moved, residents, made, left))

        one = value(first.pairs, first.downfloaters)
        other = value(paired.pairs, paired.downfloaters)
        if not one and not other:
            return
        for number, (made, left) in enumerate(
            ((first.pairs, first.downfloaters), (paired.pairs, paired.downfloaters)), start=1
        ):
            self.lesson.tell(
                N_("Candidate {number}: {parts}."),
                article=criterion.code,
                number=number,
                parts=Parts((*made, *((player,) for player in left))),
            )
        compare_lists(self.lesson, criterion.code, one, other, self.story.unit)


# ------------------------------------------------------------------ Dubov


class _Dubov(_Teacher):
    def __init__(
        self,
        story: Story,
        tournament: Tournament,
        edition: DubovEdition,
        topics: Collection[str],
    ) -> None:
        super().__init__(story, tournament, topics)
        self.edition = edition

    def chapters(self, trace: Sequence[Step]) -> Iterator[Callable[[], None]]:
        needed: dubov_steps.UpfloatersNeeded | None = None
        for step in trace:
            if isinstance(step, dubov_steps.UpfloatersNeeded):
                needed = step
            elif isinstance(step, dubov_steps.BracketPaired) and needed is not None:
                yield partial(self._teach, needed, step)

    def _teach(
        self, needed: dubov_steps.UpfloatersNeeded, paired: dubov_steps.BracketPaired
    ) -> None:
        lesson = self.lesson
        lesson.tell(HEADING, kind=Kind.HEADING, score=self.story.score(needed.score))
        lesson.tell(N_("Players: {players}."), players=self.story.cards(needed.residents))
        if needed.number and "upfloaters" in self.topics:
            self.who(needed.pool, Said(N_("Sequence number")))
            lower = [
                Lower(number, self.story.entrant[player].score, player)
                for number, player in enumerate(needed.pool, start=1)
            ]
            used = paired.upfloaters
            list_containers(lesson, self.edition, lower, self.story.unit, needed.number, used)
        if "shifters" in self.topics:
            self._shifters(paired)
        if "transpositions" in self.topics:
            self._transpositions(paired)

    def _shifters(self, paired: dubov_steps.BracketPaired) -> None:
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
                caption = Said(
                    N_("Shifter numbers of {group}, {by}, from the middle outwards:"),
                    {"group": name, "by": Said(by)},
                )
                names: list[Value] = [person(self.tournament, one.id) for one in group]
                keys: list[Value] = [one.aro if name == "G1" else one.number for one in group]
                heading = Said(N_("ARO")) if name == "G1" else Said(N_("Pairing number"))
                list_shifters(lesson, article, caption, names, keys, heading)
        if not paired.shift_smaller and not paired.shift_larger:
            lesson.tell(N_("Nobody has to be shifted."), article=self.edition.shifts)
            return
        used = paired.shift_smaller, paired.shift_larger

        def rows() -> Iterator[tuple[tuple[Value, ...], bool]]:
            for smaller, larger in shifts(groups, paired.unavoidable):
                after = groups.shifted(smaller, larger)
                moved = tuple(p.id for p in smaller), tuple(p.id for p in larger)
                both = (
                    Players(tuple(p.id for p in after.g1)),
                    Players(tuple(p.id for p in after.g2)),
                )
                yield (Players(moved[0] + moved[1]), *both), moved == used

        total = comb(len(groups.smaller), len(used[0])) * comb(len(groups.larger), len(used[1]))
        caption = Said(N_("Shifts in order ({total}):"), {"total": total})
        lesson.list(caption, article, (Said(N_("Shifted")), S1, S2), rows(), total)

    def _transpositions(self, paired: dubov_steps.BracketPaired) -> None:
        natural = sorted(paired.t2, key=lambda player: self.story.entrant[player].number)
        total = factorial(len(natural))
        rows = (((Players(order),), order == paired.t2) for order in transpositions(natural))
        caption = Said(N_("Transpositions of S2 in order ({total}):"), {"total": total})
        self.lesson.list(caption, self.edition.transposition, (PLAYERS,), rows, total)
