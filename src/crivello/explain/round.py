"""Explain a round: pair it again with a trace, and describe the trace from top to bottom."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property

from crivello.explain.bracket_map import TracedMap, bracket_map
from crivello.explain.colours import tell_colours
from crivello.explain.explanation import Depth, Explanation, ParagraphKind
from crivello.explain.registry import StepNarrator, find_narrator
from crivello.explain.steps import describe_event, tell_beginning, tell_boards
from crivello.explain.story import Story
from crivello.model.field import Field
from crivello.model.matches import has_teams
from crivello.model.pairing import Board
from crivello.model.sentence import N_, Sentence
from crivello.model.tournament import Tournament
from crivello.model.trace import BoardsOrdered, ColourAllocated, Trace
from crivello.model.trace.procedure import ProcedureEvent
from crivello.rules.field import build_field
from crivello.systems.judgement import RoundJudge
from crivello.systems.registry import Judge, System
from crivello.words.teams import of_teams


class TracedRound:
    """A round paired again from the rounds before it, with the trace of how it was paired."""

    def __init__(
        self, system: System, tournament: Tournament, number: int, field: Field | None = None
    ) -> None:
        """Pair the round; `field`: the players to be paired, if not those that the rounds before
        give.
        """
        self.system = system
        self.tournament = tournament
        self.number = number
        self.rules = system.rules_in(tournament, number)
        """In seeding rounds the rules are those of another system."""
        self.narrator = find_narrator(self.rules)
        self.field = field or build_field(tournament, number, self.rules.field_rules)
        self.trace: Trace = []
        self.pairing = system.pair(tournament, number, self.trace, self.field)
        self.judge: RoundJudge | None = None
        """Compares other pairings with this one, if the rules can."""
        if isinstance(self.rules, Judge):
            self.judge = self.rules.judge_from(self.field, self.trace)

    @property
    def title(self) -> Sentence:
        system = Sentence(self.system.title)
        return Sentence(N_("Round {round}, {system}"), round=self.number, system=system)

    def story(self) -> Story:
        """Return an empty story of this round, to which paragraphs can be added."""
        return self._untold.fresh_copy()

    @cached_property
    def _untold(self) -> Story:
        return Story(self.rules, self.tournament, self.field, self.trace)

    @cached_property
    def board_of(self) -> Mapping[int, tuple[int, Board]]:
        """The board of each player: its number and the board itself."""
        return {
            player: (place, board)
            for place, board in enumerate(self.pairing.boards, start=1)
            for player in (board.white, board.black)
        }

    def explanation(
        self, title: Sentence, story: Story, depth: Depth = Depth.NORMAL
    ) -> Explanation:
        paragraphs = tuple(story.paragraphs)
        if has_teams(self.tournament):
            paragraphs = tuple(replace(one, sentence=of_teams(one.sentence)) for one in paragraphs)
        return Explanation(title, self.system.key, self.number, paragraphs, depth)

    def bracket_map(self) -> TracedMap:
        story = self.story()
        brackets = self.narrator.read_brackets(story)
        article = self.narrator.bye_article(story)
        found = bracket_map(brackets, self.field, self.pairing, article)
        return replace(found, teams=has_teams(self.tournament))

    def opponent(self, player: int) -> int | None:
        if player not in self.board_of:
            return None
        _, board = self.board_of[player]
        return board.black if player == board.white else board.white


def explain_round(
    system: System, tournament: Tournament, round_number: int, depth: Depth = Depth.NORMAL
) -> Explanation:
    """Pair a round again and explain how it is paired."""
    # C.04.1.i (1)
    return explain_traced(TracedRound(system, tournament, round_number), depth)


def explain_traced(this: TracedRound, depth: Depth = Depth.NORMAL) -> Explanation:
    """Explain how a round is paired that has been paired again already."""
    story = this.story()
    narrator = this.narrator.narrate_round(story, depth)
    tell_beginning(story)
    tell_steps(story, narrator)
    story.tell(ParagraphKind.HEADING, N_("Boards"), depth=Depth.BRIEF)
    for step in this.trace:
        if isinstance(step, BoardsOrdered):
            tell_boards(story, step)
    return this.explanation(this.title, story, depth)


def tell_steps(story: Story, narrator: StepNarrator) -> None:
    """Explain how the pairs were found, then why each has its colours."""
    for step in story.trace:
        if isinstance(step, ProcedureEvent):
            describe_event(story, step)
        elif not isinstance(step, ColourAllocated | BoardsOrdered):
            told = narrator.tell(step)
            assert told, f"a step that no narrator tells: {step!r}"
    story.bracket = None
    story.tell(ParagraphKind.HEADING, N_("Colours"))
    allocated = [step for step in story.trace if isinstance(step, ColourAllocated)]
    tell_colours(story, allocated, find_narrator(story.system).colour_reasons)
