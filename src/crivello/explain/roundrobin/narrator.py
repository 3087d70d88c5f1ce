"""Explain rounds of a round robin: which round of the Berger table it is, and why these colours."""

from __future__ import annotations

from collections.abc import Mapping

from crivello.explain.bracket_map import TracedBracket
from crivello.explain.colours import ColourReason
from crivello.explain.explanation import Depth, ParagraphKind, Value
from crivello.explain.registry import Narrator
from crivello.explain.story import Story
from crivello.model.sentence import N_, ListOf, Sentence
from crivello.model.trace import Step
from crivello.model.trace.round_robin import TableRead
from crivello.rules.round_robin import BERGER_TABLES, colour_rule, table_round_of, table_size
from crivello.systems.judgement import Difference
from crivello.systems.roundrobin.judge import NO_BYE, boards_of
from crivello.systems.roundrobin.system import RoundRobin

TABLE_ROUND = N_("This is round {table_round} of the Berger table for {size} numbers.")
CYCLE = N_("It belongs to cycle {cycle} of {cycles}: colours as in the table.")
TURNED = N_("It belongs to cycle {cycle} of {cycles}: colours the other way round.")
EXCHANGED = N_(
    "The last two rounds of the cycle have changed places, so that no player has one colour "
    "three times running where the next cycle begins."
)
NUMBERS = N_("The table has these numbers, White first: {pairs}.")
SUMS = N_(
    "In this round two numbers meet if their sum is {low} or {high}; the number that would meet "
    "itself, {itself}, meets the last number, {last}."
)
MEET_BY_SUM = N_(
    "Numbers {one} and {other} meet in round {table_round} of the table: their sum less 1, less "
    "{turn} if that is more than {turn}."
)
MEET_LAST = N_(
    "Number {one} meets the last number, {other}, in round {table_round} of the table: twice {one} "
    "less 1, less {turn} if that is more than {turn}."
)
FREE = N_("{player} meets the empty number and is free: no bye, no points.")
AWAY = N_("{player} is not paired, so the game of the table is left out.")
RULE = N_("{white} has number {one} and {black} number {other}: {rule}.")
TURNED_RULE = N_(
    "{white} has number {one} and {black} number {other}: {rule}; in this cycle the colours are "
    "the other way round."
)


def table_read(story: Story) -> TableRead:
    """Return the step that read this round from the table."""
    return next(step for step in story.trace if isinstance(step, TableRead))


def tell_colour_rule(story: Story, white: int, black: int, depth: Depth = Depth.NORMAL) -> None:
    """Explain how the numbers of the two players give their colours."""
    step = table_read(story)
    one, other = step.number[white], step.number[black]
    story.tell(
        ParagraphKind.COLOUR,
        TURNED_RULE if step.turned else RULE,
        article=BERGER_TABLES,
        depth=depth,
        white=story.name(white),
        black=story.name(black),
        one=one,
        other=other,
        rule=Sentence(colour_rule(one, other, len(step.seats)).sentence),
    )


class RoundRobinStep:
    def __init__(self, story: Story) -> None:
        self.story = story

    def tell(self, step: Step) -> bool:
        if not isinstance(step, TableRead):
            return False
        story = self.story
        story.tell(ParagraphKind.HEADING, N_("The table"), depth=Depth.BRIEF)
        tell_table_round(story, step)
        tell_sums(story, step)
        pairs = ListOf.pairs(step.pairs)
        story.tell(ParagraphKind.CHOSEN, NUMBERS, article=BERGER_TABLES, pairs=pairs)
        for white, black in boards_of(step):
            tell_colour_rule(story, white, black, Depth.FULL)
        if step.free is not None:
            tell_free(story, step.free)
        for player in step.away:
            story.tell(ParagraphKind.NOT_PAIRED, AWAY, player=story.name(player))
        return True


def tell_sums(story: Story, step: TableRead) -> None:
    """Explain, for a student, which numbers meet in this round: how to work it out without the
    table.
    """
    size, number = table_size(len(step.seats)), step.table_round
    itself = next(n for n in range(1, size) if table_round_of(n, size, size) == number)
    values: dict[str, Value] = {"low": number + 1, "high": number + size, "itself": itself}
    story.tell(
        ParagraphKind.GROUP, SUMS, article=BERGER_TABLES, depth=Depth.FULL, **values, last=size
    )


def tell_round_rule(story: Story, one: int, other: int) -> None:
    """Explain, for a student, in which round of the table two numbers meet."""
    step = table_read(story)
    low, high = sorted((step.number[one], step.number[other]))
    size = table_size(len(step.seats))
    story.tell(
        ParagraphKind.GROUP,
        MEET_LAST if high == size else MEET_BY_SUM,
        article=BERGER_TABLES,
        depth=Depth.FULL,
        one=low,
        other=high,
        table_round=table_round_of(low, high, size),
        turn=size - 1,
    )


def tell_table_round(story: Story, step: TableRead) -> None:
    """Say which round of the table this is."""
    article, size = BERGER_TABLES, table_size(len(step.seats))
    story.tell(
        ParagraphKind.GROUP,
        TABLE_ROUND,
        article=article,
        depth=Depth.BRIEF,
        table_round=step.table_round,
        size=size,
    )
    if step.cycles > 1:
        template = TURNED if step.turned else CYCLE
        values: dict[str, Value] = {"cycle": step.cycle, "cycles": step.cycles}
        story.tell(ParagraphKind.GROUP, template, article=article, **values)
    if step.exchanged:
        story.tell(ParagraphKind.GROUP, EXCHANGED, article=article)


def tell_free(story: Story, player: int) -> None:
    kind, name = ParagraphKind.NOT_PAIRED, story.name(player)
    story.tell(kind, FREE, article=BERGER_TABLES, depth=Depth.BRIEF, player=name)


class RoundRobinNarrator(Narrator):
    colour_reasons: Mapping[str, ColourReason] = {BERGER_TABLES: ColourReason.TABLE}

    def narrate_round(self, story: Story, depth: Depth) -> RoundRobinStep:
        return RoundRobinStep(story)

    def read_brackets(self, story: Story) -> list[TracedBracket]:
        return []

    def tell_opponent(self, story: Story, player: int, opponent: int | None) -> None:
        if opponent is None:
            self.tell_own_bye(story, player)
            return
        step = table_read(story)
        tell_table_round(story, step)
        number = step.number
        pair = (number[player], number[opponent])
        white, black = (player, opponent) if pair in step.pairs else (opponent, player)
        tell_round_rule(story, white, black)
        tell_colour_rule(story, white, black)
        self.tell_meetings(story, player, opponent)

    def tell_meetings(self, story: Story, player: int, opponent: int) -> None:
        """List the rounds in which the two players meet."""
        assert isinstance(self.system, RoundRobin)
        rounds = self.system.meetings(story.tournament, player, opponent)
        template = N_("{player} and {opponent} meet in these rounds: {rounds}.")
        names: dict[str, Value] = {"player": story.name(player), "opponent": story.name(opponent)}
        numbers = ListOf(tuple(number for number, _ in rounds))
        story.tell(ParagraphKind.ANSWER, template, **names, rounds=numbers)
        self.tell_way(story, player)

    def tell_way(self, story: Story, player: int) -> None:
        """List the player's opponents and colours in all rounds, for a student."""
        assert isinstance(self.system, RoundRobin)
        for number in range(1, len(self.system.plan(story.tournament)) + 1):
            boards = self.system.table_round(story.tournament, number)
            board = next((one for one in boards if player in one), None)
            template, other = N_("{player} is free in round {round}."), None
            if board is not None:
                white = board.white == player
                other = board.black if white else board.white
                template = (
                    N_("{player} has White against {opponent} in round {round}.")
                    if white
                    else N_("{player} has Black against {opponent} in round {round}.")
                )
            values: dict[str, Value] = {"player": player, "opponent": other, "round": number}
            story.tell(ParagraphKind.GROUP, template, depth=Depth.FULL, about=(player,), **values)

    def tell_own_bye(self, story: Story, player: int) -> None:
        step = table_read(story)
        if player == step.free:
            tell_free(story, player)
            return
        story.tell(ParagraphKind.NOT_PAIRED, AWAY, player=story.name(player))

    def tell_difference(self, story: Story, difference: Difference) -> None:
        super().tell_difference(story, difference)
        if len(difference.players) == 2:
            tell_round_rule(story, *difference.players)

    def tell_no_bye(self, story: Story, player: int) -> None:
        story.tell(ParagraphKind.DIFFERENCE, NO_BYE, article=BERGER_TABLES)


NARRATOR = RoundRobinNarrator
