"""The tables that pairing is taught with, for numbers that somebody asks about.

The orders are those in which the sieves generate: every row here comes from their own code.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import comb, factorial, perm

from crivello.explain.dubov.round import HEADING
from crivello.explain.dutch.round import HEADINGS
from crivello.explain.explanation import (
    Amounts,
    Depth,
    Explanation,
    Kind,
    Paragraph,
    Parts,
    Players,
    Points,
    Row,
    Said,
    Table,
    Value,
)
from crivello.explain.round import rules_of, title
from crivello.explain.story import Story, person
from crivello.model.errors import TooLarge, Unsupported
from crivello.model.tournament import Tournament
from crivello.model.trace import Pairs, Step, Trace
from crivello.model.trace import dubov as dubov_steps
from crivello.model.trace import dutch as dutch_steps
from crivello.rules.acceleration import Baku, group_a, points_by_round, size_of_group_a
from crivello.rules.field import build_field
from crivello.rules.rounds import rounds_needed
from crivello.systems.dubov.bracket import Subgroups, middle_out
from crivello.systems.dubov.editions import EDITIONS as DUBOV
from crivello.systems.dubov.editions import DubovEdition as DubovEdition
from crivello.systems.dubov.sieve import containers, shifts
from crivello.systems.dubov.sieve import transpositions as transpositions_of_s2
from crivello.systems.dutch.breaches import candidate_parts
from crivello.systems.dutch.criteria import score_difference
from crivello.systems.dutch.editions import EDITIONS as DUTCH
from crivello.systems.dutch.editions import DutchEdition as DutchEdition
from crivello.systems.dutch.generation import exchanges, moved_down_sets, transpositions
from crivello.systems.registry import System, find
from crivello.words import N_, Template

ROWS = 60
"""How many rows of a table are shown."""
LOOKED = 20_000
"""How far a table is followed to find the row that was used."""
LARGEST = 100_000
"""More sets of upfloaters are not sorted into containers."""

Cells = tuple[Value, ...]
NUMBER = Said(N_("No."))
BSN = Said(N_("BSN"))
PLAYERS = Said(N_("Players"))
S1 = Said(N_("S1"))
S2 = Said(N_("S2"))


@dataclass
class Lesson:
    """Paragraphs in the making, each with its table."""

    paragraphs: list[Paragraph] = field(default_factory=list)
    bracket: int | None = None

    def tell(
        self,
        template: Template,
        *,
        kind: Kind = Kind.LESSON,
        article: str = "",
        table: Table | None = None,
        **values: Value,
    ) -> None:
        self.paragraphs.append(
            Paragraph(kind, template, values, article, bracket=self.bracket, table=table)
        )

    def list(
        self,
        caption: Said,
        article: str,
        columns: Sequence[Value],
        rows: Iterable[tuple[Cells, bool]],
        total: int,
    ) -> None:
        """A table of numbered rows, the used one marked; of a long one the beginning."""
        shown: list[Row] = []
        used = None
        seeks = True
        for number, (cells, is_used) in enumerate(_as_far_as_possible(rows), start=1):
            if number <= ROWS:
                shown.append(Row((number, *cells), is_used))
                used = number if is_used else used
            elif not seeks or number > LOOKED:
                break
            elif is_used:
                shown.append(Row((number, *cells), True))
                used = number
            seeks = used is None
        head = (NUMBER, *columns)
        sides = ">" + "<" * len(columns)
        self.tell(
            caption.template,
            article=article,
            table=Table(head, tuple(shown), sides),
            **caption.values,
        )
        left = total - len(shown)
        if left > 0:
            self.tell(N_("One more is not shown.", "{count} more are not shown."), count=left)


def _as_far_as_possible(rows: Iterable[tuple[Cells, bool]]) -> Iterator[tuple[Cells, bool]]:
    """The exchanges of many players are not sorted: the rest is too much work."""
    try:
        yield from rows
    except TooLarge:
        return


def lesson_of(title: Said, lesson: Lesson, system: str = "", round_number: int = 0) -> Explanation:
    return Explanation(title, system, round_number, tuple(lesson.paragraphs), Depth.FULL)


# Dutch: D.1, D.2, D.3; 4.2, 4.3, 4.4


def list_transpositions(
    lesson: Lesson,
    article: str,
    s2: Sequence[int],
    n1: int,
    names: Sequence[int] = (),
    used: Sequence[int] | None = None,
) -> None:
    """`names`: ids of the numbers of S2, which are shown beside them; `used`: numbers."""
    by_number = dict(zip(s2, names, strict=False))
    columns = (BSN, PLAYERS) if names else (BSN,)

    def rows() -> Iterator[tuple[Cells, bool]]:
        for numbers in transpositions(s2, n1):
            people = (Players(tuple(by_number[n] for n in numbers)),) if names else ()
            yield (Players(numbers), *people), used is not None and numbers == tuple(used)

    caption = Said(
        N_("Transpositions of S2 in order ({total}); its first N1 = {n1} numbers are compared:"),
        {"total": perm(len(s2), n1), "n1": n1},
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
    """`names`: ids of the numbers of S1 and S2; `used`: who leaves S1 and who leaves S2."""
    by_number = dict(zip((*s1, *s2), names, strict=False)) if names else {}
    wanted = None if used is None else (tuple(used[0]), tuple(used[1]))

    def shown(numbers: Iterable[int]) -> Players:
        return Players(tuple(by_number.get(n, n) for n in numbers))

    def rows() -> Iterator[tuple[Cells, bool]]:
        for leaving, coming in exchanges(s1, s2):
            upper = sorted({*s1, *coming} - {*leaving})
            lower = sorted({*s2, *leaving} - {*coming})
            difference = sum(coming) - sum(leaving)
            moved = (Players(leaving), Players(coming), difference)
            yield (*moved, shown(upper), shown(lower)), (leaving, coming) == wanted

    total = comb(len(s1) + len(s2), len(s1))
    caption = Said(
        N_(
            "Exchanges of residents between S1 and S2 in order ({total}): fewest players, smallest "
            "difference of the sums, highest number leaving S1, lowest number leaving S2:"
        ),
        {"total": total},
    )
    columns = (
        Said(N_("Leave S1 (BSN)")),
        Said(N_("Leave S2 (BSN)")),
        Said(N_("Difference")),
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
    """`scores` of the moved-down players in order; `names`: their ids; `used`: ids in S1."""

    def shown(places: Iterable[int]) -> Players:
        return Players(tuple(names[place] if names else place + 1 for place in places))

    def rows() -> Iterator[tuple[Cells, bool]]:
        for chosen in moved_down_sets(scores, m1, edition.moved_down_order):
            limbo = [place for place in range(len(scores)) if place not in chosen]
            cells = shown(chosen), Amounts(tuple(scores[p] for p in chosen), unit), shown(limbo)
            yield cells, used is not None and shown(chosen).ids == tuple(used)

    total = comb(len(scores), m1)
    caption = Said(
        N_("Sets of M1 = {m1} moved-down players for S1 in order ({total}), the others in limbo:"),
        {"m1": m1, "total": total},
    )
    columns = (S1, Said(N_("Scores")), Said(N_("Limbo")))
    lesson.list(caption, edition.generation[2], columns, rows(), total)


# PSD: A.8

Candidate = tuple[tuple[int, int | None], ...]
"""Scores of its pairs, and of its downfloaters with nobody."""


def list_psd(lesson: Lesson, candidates: Sequence[Candidate], unit: int) -> None:
    """The score differences of two candidates, and which of them is better."""
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
            Row(
                (
                    Points(high, unit),
                    Said(N_("downfloater")) if low is None else Points(low, unit),
                    Points(difference, unit),
                )
            )
            for difference, (high, low) in parts
        )
        head = (Said(N_("Score")), Said(N_("Opponent's score")), Said(N_("Difference")))
        lesson.tell(
            N_("Candidate {number}; a downfloater is set against {artificial}:"),
            article="A.8",
            number=number,
            artificial=Points(lowest - unit, unit),
            table=Table(head, rows, "<<<"),
        )
        psds.append(tuple(difference for difference, _ in parts))
    compare_lists(lesson, "A.8", psds[0], psds[1], unit)


def compare_lists(
    lesson: Lesson, article: str, one: tuple[int, ...], other: tuple[int, ...], unit: int
) -> None:
    """Two lists of score differences or scores, element by element."""
    rows = []
    decided = None
    for place, (mine, theirs) in enumerate(zip(one, other, strict=False), start=1):
        first = decided is None and mine != theirs
        decided = place if first else decided
        rows.append(Row((place, Points(mine, unit), Points(theirs, unit)), first))
    head = (Said(N_("Element")), Said(N_("Candidate 1")), Said(N_("Candidate 2")))
    lesson.tell(
        N_("The two lists, the largest element first; the first difference decides:"),
        article=article,
        table=Table(head, tuple(rows), ">>>"),
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


# Dubov: D.1, D.2; 4.2, 4.3


@dataclass(frozen=True, slots=True)
class Lower:
    """A player below the bracket: a sequence number, and who has it."""

    number: int
    score: int
    id: int = 0


def list_containers(
    lesson: Lesson,
    edition: DubovEdition,
    lower: Sequence[Lower],
    unit: int,
    number: int,
    used: Sequence[int] | None = None,
) -> None:
    """`lower`: in the order of their sequence numbers; `used`: ids."""
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
                sequence = Players(tuple(player.number for player in members))
                people = (Players(ids),) if named else ()
                yield (
                    (place, Amounts(scores, unit), sequence, *people),
                    (used is not None and ids == tuple(used)),
                )

    caption = Said(
        N_(
            "Sets of {number} upfloaters in order ({total}), in containers by their scores: the "
            "lowest score as high as possible, then the next:"
        ),
        {"number": number, "total": total},
    )
    columns = (
        Said(N_("Container")),
        Said(N_("Scores")),
        Said(N_("Sequence numbers")),
        *((PLAYERS,) if named else ()),
    )
    lesson.list(caption, edition.sets, columns, rows(), total)


def list_shifters(
    lesson: Lesson,
    article: str,
    caption: Said,
    ranked: Sequence[Value],
    more: Sequence[Value] = (),
    heading: Said | None = None,
) -> None:
    """The players of a subgroup by their shifter numbers; `more` stands beside each of them."""
    places = middle_out(range(len(ranked)))
    rows = (
        ((ranked[place], place + 1, *((more[place],) if more else ())), False) for place in places
    )
    columns = (
        Said(N_("Player")),
        Said(N_("Place in the list")),
        *((heading,) if heading is not None else ()),
    )
    lesson.list(caption, article, columns, rows, len(ranked))


# The tournament


def list_rounds(lesson: Lesson, players: int) -> None:
    needed = rounds_needed(players)
    rows = tuple(
        Row((rounds, 2**rounds), rounds == needed)
        for rounds in range(max(1, needed - 3), needed + 3)
    )
    head = (Said(N_("Rounds")), Said(N_("Players at most")))
    lesson.tell(
        N_(
            "With {players} players, {rounds} rounds are needed so that at most one of them can "
            "have won all games:"
        ),
        players=players,
        rounds=needed,
        table=Table(head, rows, ">>"),
    )


def list_baku(
    lesson: Lesson, edition: Baku, rounds: int, in_a: Sequence[int], in_b: Sequence[int], unit: int
) -> None:
    """`in_a`, `in_b`: pairing numbers of the two groups."""
    groups = tuple(
        Row((name, len(numbers), Said(RANGE, _ends(numbers)) if numbers else "–"))
        for name, numbers in (("A", in_a), ("B", in_b))
    )
    lesson.tell(
        N_("Groups: A is half of the players, rounded up to an even number."),
        article=edition.articles[0],
        table=Table(
            (Said(N_("Group")), Said(N_("Players")), Said(N_("Pairing numbers"))), groups, "<><"
        ),
    )
    points = points_by_round(edition, rounds, unit)
    lesson.tell(
        N_("Virtual points of group A by round; group B has none:"),
        article=edition.articles[1],
        table=Table(
            (Said(N_("Round")), Said(N_("Virtual points"))),
            tuple(
                Row((number, Points(amount, unit))) for number, amount in enumerate(points, start=1)
            ),
            "><",
        ),
    )


RANGE = N_("{first} to {last}")


def _ends(numbers: Sequence[int]) -> dict[str, Value]:
    return {"first": numbers[0], "last": numbers[-1]}


def baku_of_numbers(lesson: Lesson, edition: Baku, players: int, rounds: int) -> None:
    border = min(size_of_group_a(players), players)
    list_baku(lesson, edition, rounds, range(1, border + 1), range(border + 1, players + 1), unit=2)


def baku_of_tournament(lesson: Lesson, edition: Baku, tournament: Tournament) -> None:
    """The groups as they are, or as they would be; the rounds that are announced."""
    inside = sorted(player.number for player in group_a(tournament))
    others = sorted({player.number for player in tournament.players} - {*inside})
    rounds = tournament.settings.rounds or tournament.paired_rounds
    unit = tournament.settings.scoring.unit
    list_baku(lesson, edition, rounds, inside, others, unit)


# The tables that pairing is taught with, for the brackets of a round as it is paired.


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
            elif isinstance(step, dubov_steps.DubovBracketPaired) and needed is not None:
                yield partial(self._teach, needed, step)

    def _teach(
        self, needed: dubov_steps.UpfloatersNeeded, paired: dubov_steps.DubovBracketPaired
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

    def _shifters(self, paired: dubov_steps.DubovBracketPaired) -> None:
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

    def _transpositions(self, paired: dubov_steps.DubovBracketPaired) -> None:
        natural = sorted(paired.t2, key=lambda player: self.story.entrant[player].number)
        total = factorial(len(natural))
        rows = (((Players(order),), order == paired.t2) for order in transpositions_of_s2(natural))
        caption = Said(N_("Transpositions of S2 in order ({total}):"), {"total": total})
        self.lesson.list(caption, self.edition.transposition, (PLAYERS,), rows, total)
