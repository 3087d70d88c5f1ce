"""Tables for learning: for numbers that a student chooses, or for the brackets of a round.

The rows come from the sieves, the literal solvers, in the order of the rules. The tables of one
system are in its own package.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from crivello.explain.explanation import (
    NOBODY,
    Explanation,
    ExplanationRow,
    ExplanationTable,
    Value,
)
from crivello.explain.lesson import Lesson, lesson_of
from crivello.explain.registry import find_narrator
from crivello.explain.round import TracedRound
from crivello.model.errors import Unsupported
from crivello.model.sentence import N_, Points, Sentence
from crivello.model.tournament import Tournament
from crivello.rules.acceleration import Baku, group_a, points_by_round, size_of_group_a
from crivello.rules.rounds import most_players, rounds_needed
from crivello.systems.registry import System

PLACES = (1, 2, 3)
ROUNDS_FOR_PLACES = ((8, 4, 6), (16, 6, 7), (32, 7, 9))
"""Players, and the rounds that find the first two and the first three of them, as arbiters are
taught."""
OF_BRACKETS = ("transpositions", "exchanges", "mdps", "psd", "upfloaters", "shifters")
"""What can be taught about a bracket."""


def has_tables(system: System) -> bool:
    """Return True if there are tables for the brackets of this edition."""
    return not system.announced.plug_in and find_narrator(system).teacher is not None


def teach_round(
    system: System,
    tournament: Tournament,
    round_number: int,
    bracket: int | None = None,
    topics: Collection[str] = OF_BRACKETS,
) -> Explanation:
    """Return the tables of one bracket of a round, or of all brackets if `bracket` is None."""
    return teach_traced(TracedRound(system, tournament, round_number), bracket, topics)


def teach_traced(
    this: TracedRound, bracket: int | None = None, topics: Collection[str] = OF_BRACKETS
) -> Explanation:
    """Return the tables of a round that has been paired again already."""
    system, round_number = this.system, this.number
    if this.narrator.teacher is None:
        raise Unsupported(N_("There are no such tables for {system}."), system=system.key)
    teacher = this.narrator.teacher(this.story(), topics)
    chapters = list(teacher.chapters())
    if bracket is not None and not 1 <= bracket <= len(chapters):
        template = N_("Round {round} has brackets 1 to {count}, not {bracket}.")
        raise Unsupported(template, round=round_number, count=len(chapters), bracket=bracket)
    for number, chapter in enumerate(chapters, start=1):
        if bracket in (None, number):
            teacher.lesson.bracket = number
            chapter()
    return lesson_of(this.title, teacher.lesson, system.key, round_number)


# The tournament


def list_rounds(lesson: Lesson, players: int) -> None:
    """List how many players a number of rounds is enough for: to find the winner, the first two,
    the first three.
    """
    needed = rounds_needed(players)
    rows = tuple(
        ExplanationRow(
            (rounds, *(_most_players_or_nobody(rounds, places) for places in PLACES)),
            rounds == needed,
        )
        for rounds in range(max(1, needed - 3), needed + 3)
    )
    head = (
        Sentence(N_("Rounds")),
        Sentence(N_("The winner among")),
        Sentence(N_("The first two among")),
        Sentence(N_("The first three among")),
    )
    lesson.tell(
        N_(
            "With {players} players, {rounds} rounds are needed so that at most one of them can "
            "have won all games:"
        ),
        players=players,
        rounds=needed,
        table=ExplanationTable(head, rows, ">>>>"),
    )
    lesson.tell(
        N_(
            "Each further round finds one more place, roughly; draws and surprises call for a "
            "round or two more. Where the stronger player always wins, the first two and three "
            "need:"
        ),
        table=ExplanationTable(
            (
                Sentence(N_("Players")),
                Sentence(N_("Rounds for the first two")),
                Sentence(N_("Rounds for the first three")),
            ),
            tuple(ExplanationRow(row) for row in ROUNDS_FOR_PLACES),
            ">>>",
        ),
    )


def _most_players_or_nobody(rounds: int, places: int) -> Value:
    players = most_players(rounds, places)
    return players if players >= places else NOBODY


def list_baku(
    lesson: Lesson, edition: Baku, rounds: int, in_a: Sequence[int], in_b: Sequence[int], unit: int
) -> None:
    """List the groups of the Baku acceleration, and the virtual points of each round.

    `in_a`, `in_b`: the pairing numbers in the groups A and B.
    """
    groups = tuple(
        ExplanationRow((name, len(numbers), _range(numbers)))
        for name, numbers in (("A", in_a), ("B", in_b))
    )
    lesson.tell(
        N_("Groups: A is half of the players, rounded up to an even number."),
        article=edition.articles[0],
        table=ExplanationTable(
            (Sentence(N_("Group")), Sentence(N_("Players")), Sentence(N_("Pairing numbers"))),
            groups,
            "<><",
        ),
    )
    points = points_by_round(edition, rounds, unit)
    lesson.tell(
        N_("Virtual points of group A by round; group B has none:"),
        article=edition.articles[1],
        table=ExplanationTable(
            (Sentence(N_("Round")), Sentence(N_("Virtual points"))),
            tuple(
                ExplanationRow((number, Points(amount, unit)))
                for number, amount in enumerate(points, start=1)
            ),
            "><",
        ),
    )


def _range(numbers: Sequence[int]) -> Value:
    if not numbers:
        return NOBODY
    return Sentence(N_("{first} to {last}"), first=numbers[0], last=numbers[-1])


def baku_of_numbers(lesson: Lesson, edition: Baku, players: int, rounds: int) -> None:
    border = min(size_of_group_a(players), players)
    list_baku(lesson, edition, rounds, range(1, border + 1), range(border + 1, players + 1), unit=2)


def baku_of_tournament(lesson: Lesson, edition: Baku, tournament: Tournament) -> None:
    """List the groups of a tournament's Baku acceleration, and the virtual points of each round."""
    inside = sorted(player.number for player in group_a(tournament))
    others = sorted({player.number for player in tournament.players} - {*inside})
    rounds = tournament.settings.rounds or tournament.paired_rounds
    unit = tournament.settings.scoring.unit
    list_baku(lesson, edition, rounds, inside, others, unit)
