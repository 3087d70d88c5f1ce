"""Rounds of the Dutch system (2017, 2026) told: the teller, and why a player has this opponent."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from crivello.explain.bracket_map import TracedBracket
from crivello.explain.colours import ColourReason
from crivello.explain.dutch.lessons import DutchTeacher
from crivello.explain.dutch.round import DutchRound, read_brackets, tell_forgone, tell_lowest_bye
from crivello.explain.explanation import Depth, ParagraphKind, candidate_list
from crivello.explain.registry import Teller
from crivello.explain.steps import forbidding_article, tell_forbidden, tell_own_bye, why_forbidden
from crivello.explain.story import Story
from crivello.model.sentence import N_, ListOf, Sentence
from crivello.model.trace import ByeDecided
from crivello.model.trace.dutch import (
    BracketOpened,
    BracketPaired,
    IdealJudged,
    LowestBye,
    PairsForgone,
    Role,
)
from crivello.systems.dutch.breaches import breach, candidate_parts
from crivello.systems.dutch.editions import DutchEdition
from crivello.systems.dutch.sieve import sift_brackets
from crivello.systems.dutch.system import DutchSystem
from crivello.systems.judgement import Difference

LARGEST = 16
"""The most players of a bracket whose candidates a full story lists."""
WORK = 20_000
"""How many candidates, or beginnings of candidates, are looked at in such a bracket."""


class DutchTeller(Teller):
    def __init__(self, system: DutchSystem) -> None:
        super().__init__(system)
        self.edition = system.edition
        self.measures = {one.code: one.measure for one in self.edition.criteria}
        reasons = (
            ColourReason.BOTH,
            ColourReason.STRONGER,
            ColourReason.ALTERNATE,
            ColourReason.HIGHER,
            ColourReason.NUMBER,
        )
        self.teacher = partial(DutchTeacher, self.edition)
        self.colour_reasons = dict(zip(self.edition.colour_rules, reasons, strict=True))

    def round_teller(self, story: Story, depth: Depth) -> DutchRound:
        candidates = []
        if depth is Depth.FULL:
            candidates = sift_brackets(story.field, self.edition, story.trace, LARGEST, WORK)
        return DutchRound(story, self.edition, candidates)

    def read_brackets(self, story: Story) -> list[TracedBracket]:
        return read_brackets(story)

    def tell_opponent(self, story: Story, player: int, opponent: int | None) -> None:
        _tell_way(story, self.edition, player, opponent)

    def tell_own_bye(self, story: Story, player: int) -> None:
        for step in story.trace:
            if isinstance(step, LowestBye):
                tell_lowest_bye(story, self.edition, step)
            elif isinstance(step, ByeDecided):
                tell_own_bye(story, step, left_over=True)

    def tell_difference(self, story: Story, difference: Difference) -> None:
        super().tell_difference(story, difference)
        lowest_bye = difference.score is None and difference.code == self.edition.lowest_bye
        if lowest_bye and difference.right and difference.wrong:
            story.tell(
                ParagraphKind.DIFFERENCE,
                N_("The score of the bye would be {wrong} instead of {right}."),
                article=difference.code,
                about=difference.players,
                wrong=story.scores(difference.wrong),
                right=story.scores(difference.right),
            )


def find_teller(system: DutchSystem) -> DutchTeller:
    return DutchTeller(system)


# Why this opponent: the player's way through the brackets


class BracketVisit(NamedTuple):
    """What happened in a bracket while a player was in it."""

    opened: BracketOpened
    ideal: IdealJudged
    forgone: PairsForgone | None
    paired: BracketPaired


def _tell_way(story: Story, edition: DutchEdition, player: int, opponent: int | None) -> None:
    for visit in _visits(story, player):
        teller = VisitTeller(story, edition, player, visit)
        if player in visit.paired.downfloaters:
            teller.tell_left_over()
        elif opponent is not None:
            teller.tell_paired(opponent)


def _visits(story: Story, player: int) -> list[BracketVisit]:
    """The brackets the player was in; of one that was paired twice, the second time."""
    found: list[BracketVisit] = []
    opened: BracketOpened | None = None
    ideal: IdealJudged | None = None
    forgone: PairsForgone | None = None
    for step in story.trace:
        if isinstance(step, BracketOpened):
            opened, forgone = step, None
        elif isinstance(step, IdealJudged):
            ideal = step
        elif isinstance(step, PairsForgone):
            forgone = step
        elif isinstance(step, BracketPaired):
            assert opened is not None
            assert ideal is not None
            if player in opened.moved_down or player in opened.residents:
                if opened.role is Role.PENULTIMATE and found:
                    found.pop()
                found.append(BracketVisit(opened, ideal, forgone, step))
    return found


class VisitTeller:
    """One player in one bracket."""

    def __init__(
        self, story: Story, edition: DutchEdition, player: int, visit: BracketVisit
    ) -> None:
        self.story = story
        self.edition = edition
        self.player = player
        self.who = story.name(player)
        self.opened, self.ideal, self.forgone, self.paired = visit

    def tell_left_over(self) -> None:
        story = self.story
        if len(self.opened.residents) + len(self.opened.moved_down) == 1:
            story.tell(
                ParagraphKind.ANSWER,
                N_("{player} is alone in the bracket at score {score}."),
                about=(self.player,),
                player=self.who,
                score=story.score(self.opened.score),
            )
            return
        if not self._has_opponent():
            story.tell(
                ParagraphKind.ANSWER,
                N_("In the bracket at score {score} there is nobody whom {player} may meet."),
                about=(self.player,),
                score=story.score(self.opened.score),
                player=self.who,
            )
            tell_forbidden(story, [(self.player, other) for other in self._others()])
            return
        floaters = self.paired.downfloaters
        story.tell(
            ParagraphKind.ANSWER,
            N_(
                "In the bracket at score {score}, {count} player remains unpaired, and it is "
                "{player}.",
                "In the bracket at score {score}, {count} players remain unpaired, and {player} "
                "is one of them.",
            ),
            article=self.edition.floaters[0].code,
            about=(self.player,),
            score=story.score(self.opened.score),
            count=len(floaters),
            player=self.who,
        )
        if self.forgone is not None:
            tell_forgone(story, self.forgone, self.edition, len(self.paired.pairs))
        if not self.paired.pairs:
            return
        if self.player in self.ideal.downfloaters:
            story.tell(
                ParagraphKind.ANSWER,
                N_("This is already so in the first candidate, S1 against S2 in order."),
                about=(self.player,),
            )
        else:
            story.tell(
                ParagraphKind.ANSWER,
                N_("The first candidate, S1 against S2 in order, would leave {players} unpaired."),
                about=self.ideal.downfloaters,
                players=ListOf.players(self.ideal.downfloaters),
            )
            self._against_ideal()

    def _has_opponent(self) -> bool:
        return any(self._may_meet(self.player, other) for other in self._others())

    def _may_meet(self, one: int, other: int) -> bool:
        return self.story.may_meet(self.story.entrant[one], self.story.entrant[other])

    def _others(self) -> list[int]:
        """Whom the player could meet here: moved-down players do not meet each other."""
        others = self.opened.residents
        if self.player not in self.opened.moved_down:
            others += self.opened.moved_down
        return [other for other in others if other != self.player]

    def tell_paired(self, opponent: int) -> None:
        story = self.story
        other = story.name(opponent)
        score = story.score(self.opened.score)
        moved = {self.player, opponent} & set(self.opened.moved_down)
        if moved:
            mover, resident = self.who, other
            if self.player not in moved:
                mover, resident = other, self.who
            story.tell(
                ParagraphKind.ANSWER,
                N_(
                    "{player} moved down to the bracket at score {score} and was paired there "
                    "with {opponent}."
                ),
                about=(self.player, opponent),
                player=mover,
                score=score,
                opponent=resident,
            )
        else:
            story.tell(
                ParagraphKind.ANSWER,
                N_("The pair was made in the bracket at score {score}."),
                about=(self.player, opponent),
                score=score,
            )
        first = next((pair for pair in self.ideal.pairs if self.player in pair), None)
        if first is not None and opponent in first:
            story.tell(
                ParagraphKind.ANSWER,
                N_("The pair is already in the first candidate, S1 against S2 in order."),
                about=(self.player, opponent),
            )
            return
        if first is None:
            story.tell(
                ParagraphKind.ANSWER,
                N_("The first candidate, S1 against S2 in order, leaves {player} unpaired."),
                about=(self.player,),
                player=self.who,
            )
        elif not self._tell_first_opponent(first):
            return
        self._against_ideal()

    def _tell_first_opponent(self, first: tuple[int, int]) -> bool:
        """Whom the first candidate gives the player; False if that pair itself is forbidden."""
        other = first[0] if first[1] == self.player else first[1]
        article = ""
        template = N_("S1 against S2 in order would give {player} {other} as opponent.")
        legal = self._may_meet(self.player, other)
        if not legal:
            reason = why_forbidden(self.story, self.player, other)
            article = forbidding_article(self.story, reason)
            template = (
                N_(
                    "S1 against S2 in order would give {player} {other} as opponent, but they "
                    "have already met."
                ),
                N_(
                    "S1 against S2 in order would give {player} {other} as opponent, but they "
                    "are not to meet in this round."
                ),
                N_(
                    "S1 against S2 in order would give {player} {other} as opponent, but both "
                    "must have the same colour."
                ),
            )[reason]
        self.story.tell(
            ParagraphKind.ANSWER,
            template,
            article=article,
            about=(self.player, other),
            player=self.who,
            other=self.story.name(other),
        )
        return legal

    def _against_ideal(self) -> None:
        """Why the first candidate was not taken."""
        story, edition, code = self.story, self.edition, self.ideal.criterion
        assert code is not None
        if code in (edition.absolute[0], edition.absolute[2]):
            forbidden = [(a, b) for a, b in self.ideal.pairs if not self._may_meet(a, b)]
            template = N_("That candidate contains pairs that are not allowed: {pairs}.")
            pairs = ListOf.pairs(forbidden)
            story.tell(ParagraphKind.ANSWER, template, article=code, pairs=pairs)
            return
        short = {
            edition.absolute[1]: N_(
                "That candidate leaves a player over who may not have the bye."
            ),
            edition.completion: N_(
                "With that candidate the rest of the round could not be paired."
            ),
            edition.lowest_bye: N_(
                "With that candidate the bye would go to somebody with a higher score."
            ),
            edition.look_ahead: N_("With that candidate the next bracket would be paired worse."),
        }
        if code in short:
            story.tell(ParagraphKind.ANSWER, short[code], article=code)
            return
        criteria = {one.code: one for one in edition.criteria}
        parts = candidate_parts(
            story.field,
            self.opened.moved_down,
            self.opened.residents,
            self.ideal.pairs,
            self.ideal.downfloaters,
        )
        failing = breach(criteria[code], parts)
        story.tell(
            ParagraphKind.ANSWER,
            N_(
                "By this criterion that candidate is worse than the chosen one; it fails in "
                "{parts}: {asks}"
            ),
            article=code,
            parts=candidate_list(failing.parts),
            asks=Sentence(failing.sentence),
        )
