"""Explain systems that bring players up to a bracket: who has the bye, how many come up, and which.

The Dubov system since 2018 and the systems for matches share all of it; only the pairing of a
bracket differs.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import field
from itertools import combinations
from math import comb
from typing import Generic, Protocol, TypeVar, cast

from crivello.explain.bracket_map import TracedBracket
from crivello.explain.explanation import Depth, ParagraphKind, Value
from crivello.explain.registry import EditionNarrator, NarratorEdition
from crivello.explain.steps import (
    CHOSEN,
    PERFECT,
    CandidateRow,
    falls_at,
    tell_breach,
    tell_candidates,
    tell_completion,
    tell_forbidden,
    trace_of_sieve,
)
from crivello.explain.story import Story, sentence_with
from crivello.model.matches import MatchTournament
from crivello.model.sentence import N_, ListOf, Sentence, Template
from crivello.model.trace import CompletionTested, Step
from crivello.model.trace.upfloats import (
    ByeChosen,
    ByeReason,
    ContainerOpened,
    Need,
    SetJudged,
    SetVerdict,
    ShiftTried,
    UpfloatBracketPaired,
    UpfloatersNeeded,
)
from crivello.standard.classes import frozen
from crivello.systems.judgement import Breach

HEADING = N_("Scoregroup at score {score}")
BYES = {
    ByeReason.ONLY: N_("{player} gets the pairing-allocated bye: nobody else may have it."),
    ByeReason.SCORE: N_(
        "{player} gets the pairing-allocated bye, with a lower score than the next in order, "
        "{other}."
    ),
    ByeReason.GAMES: N_(
        "{player} gets the pairing-allocated bye, with the same score as the next in order, "
        "{other}, but more games played."
    ),
    ByeReason.NUMBER: N_(
        "{player} gets the pairing-allocated bye, level with the next in order, {other}, in "
        "score and games, but with the larger pairing number."
    ),
}
BYES_OF_MATCHES = {
    **BYES,
    ByeReason.GAMES: N_(
        "{player} gets the pairing-allocated bye, with the same score as the next in order, "
        "{other}, but more matches played."
    ),
    ByeReason.NUMBER: N_(
        "{player} gets the pairing-allocated bye, level with the next in order, {other}, in "
        "score and matches, but with the larger pairing number."
    ),
}
NEEDS: dict[Need, Template] = {
    Need.NONE: N_("No upfloater is needed."),
    Need.ODD: N_("The number of residents is odd: one upfloater is needed."),
    Need.UNPAIRABLE: N_(
        "However the residents are paired among themselves, {left} of them remain: "
        "{number} upfloaters are needed."
    ),
    Need.COMPLETION: N_(
        "Only one resident needs an upfloater, but with fewer than {number} somebody would remain "
        "unpaired below.",
        "Only {count} residents need an upfloater, but with fewer than {number} somebody would "
        "remain unpaired below.",
    ),
}
NONE_NEEDED = N_(
    "The residents could be paired among themselves, but with fewer than {number} upfloaters "
    "somebody would remain unpaired below."
)
SETS = {
    SetVerdict.INCOMPLETE: N_("Upfloaters {players}: without them the rest could not be paired."),
    SetVerdict.ILLEGAL: N_("Upfloaters {players}: with them the bracket has no legal pairing."),
    SetVerdict.WORSE: N_("Upfloaters {players}: another set is better in this."),
}
INCOMPLETE = N_("the rest could not be paired: {code}")
ILLEGAL = N_("the bracket has no legal pairing")
BEST = (SetVerdict.BEST_SO_FAR, SetVerdict.PERFECT)


# The bye


def bye_sentence(story: Story, step: ByeChosen, player: Value, other: Value) -> Sentence:
    """Return why the bye goes to `player` and not to `other`, the next in the order."""
    reasons = BYES_OF_MATCHES if isinstance(story.tournament, MatchTournament) else BYES
    return sentence_with(reasons[step.reason], player=player, other=other)


def tell_chosen_bye(story: Story, step: ByeChosen, bar: str, completion: str) -> None:
    """Explain who has the bye, and which players before them do not.

    `bar`: the article that bars players from the bye; `completion`: the article by which the other
    players must be able to be paired.
    """
    sentence, about = bye_sentence(story, step, step.player, step.runner_up), (step.player,)
    story.tell(ParagraphKind.BYE, sentence, article=step.article, about=about, depth=Depth.BRIEF)
    if step.barred:
        template = N_("First in order, but barred from the bye: {players}.")
        story.tell(ParagraphKind.BYE, template, article=bar, about=step.barred)
    if step.indispensable:
        template = N_("First in order, but without them the others cannot be paired: {players}.")
        story.tell(ParagraphKind.BYE, template, article=completion, about=step.indispensable)


def tell_own_bye(story: Story, player: int) -> None:
    """Explain to the player with the bye why they have it."""
    for step in story.trace:
        if isinstance(step, ByeChosen):
            other = None if step.runner_up is None else story.name(step.runner_up)
            sentence = bye_sentence(story, step, story.name(player), other)
            story.tell(ParagraphKind.BYE, sentence, article=step.article, about=(player,))


# How many come up, and who


def need_sentence(step: UpfloatersNeeded) -> Sentence:
    """Return how many upfloaters a scoregroup needs, and why."""
    template = NEEDS[step.need]
    if step.need is Need.COMPLETION and not step.left_over:
        template = NONE_NEEDED
    return sentence_with(template, left=step.left_over, count=step.left_over, number=step.number)


def tell_upfloaters(story: Story, first: SetJudged | None, chosen: tuple[int, ...]) -> None:
    """Explain who comes up, and why the first set in order was not chosen.

    `first`: that set; None if it is the one chosen.
    """
    if first is not None:
        story.tell(
            ParagraphKind.UPFLOATERS,
            N_("The first set of upfloaters in order: {players}."),
            about=first.upfloaters,
            players=story.cards(first.upfloaters),
        )
        tell_rejected_set(story, first, ParagraphKind.FAILURE)
    tell_brought_up(story, chosen, Depth.BRIEF)


def tell_rejected_set(story: Story, first: SetJudged, kind: ParagraphKind) -> None:
    """Explain what is against the first set of upfloaters."""
    code, about = first.criterion or "", first.upfloaters
    story.tell(kind, SETS[first.verdict], article=code, about=about)


def tell_brought_up(story: Story, upfloaters: tuple[int, ...], depth: Depth) -> None:
    players = story.cards(upfloaters)
    template = N_("Brought up: {players}.")
    story.tell(ParagraphKind.UPFLOATERS, template, about=upfloaters, depth=depth, players=players)


def tell_upfloat(
    story: Story, needed: UpfloatersNeeded, first: SetJudged | None, upfloaters: tuple[int, ...]
) -> None:
    """Explain to a player of the bracket why players come up, and which."""
    story.tell(
        ParagraphKind.UPFLOATERS,
        N_("{need} This is so in the scoregroup at score {score}."),
        score=story.score(needed.score),
        need=need_sentence(needed),
    )
    if first is not None:
        tell_rejected_set(story, first, ParagraphKind.UPFLOATERS)
    tell_brought_up(story, upfloaters, Depth.NORMAL)


# What the sieve wrote down, as tables


@frozen
class SieveRecord:
    """What the sieve, the literal solver, tried in one bracket."""

    containers: list[tuple[ContainerOpened, list[SetJudged]]] = field(default_factory=list)
    shifts: list[ShiftTried] = field(default_factory=list)


def sieve_records(trace: Iterable[Step]) -> list[SieveRecord]:
    """Return what the sieve tried, bracket by bracket, from its trace."""
    found: list[SieveRecord] = []
    for step in trace:
        match step:
            case UpfloatersNeeded():
                found.append(SieveRecord())
            case ContainerOpened():
                found[-1].containers.append((step, []))
            case SetJudged():
                found[-1].containers[-1][1].append(step)
            case ShiftTried():
                found[-1].shifts.append(step)
            case _:
                pass
    return found


@frozen
class SetTable:
    """How the sets of upfloaters of a system are shown in a table."""

    columns: Sequence[str]
    """Codes of the criteria that are shown."""
    lists: frozenset[str]
    """Those of the columns whose failures are scores."""
    article: str
    """The article on the order of sets."""
    scores: str
    """Code of the criterion by which sets with other scores come later."""

    def tell(self, story: Story, needed: UpfloatersNeeded, looked: SieveRecord) -> None:
        """Add a table of the sets of upfloaters for each combination of scores."""
        best = [one for _, sets in looked.containers for one in sets if one.verdict in BEST]
        for opened, sets in looked.containers:
            chosen = best[-1] if best and best[-1] in sets else None
            tell_candidates(
                story,
                Sentence(
                    N_("Sets of upfloaters with the scores {scores}, in order ({count}):"),
                    scores=story.scores(opened.scores),
                    count=len(opened.sets),
                ),
                (Sentence(N_("Upfloaters")), Sentence(N_("Pairs"))),
                self.columns,
                [self._row(story, one, chosen) for one in sets],
                article=self.article,
            )
            left = len(opened.sets) - len(sets)
            if left:
                story.tell(
                    ParagraphKind.CANDIDATE,
                    N_(
                        "The last one is perfect: the sieve stops and skips one later set.",
                        "The last one is perfect: the sieve stops and skips {count} later sets.",
                    ),
                    depth=Depth.FULL,
                    count=left,
                )
        all_sets = comb(len(needed.pool), needed.number)
        if best and sum(len(opened.sets) for opened, _ in looked.containers) < all_sets:
            story.tell(
                ParagraphKind.CANDIDATE,
                N_("Sets with other scores come later: they fall at {code}."),
                article=self.scores,
                depth=Depth.FULL,
                code=self.scores,
            )

    def _row(self, story: Story, one: SetJudged, chosen: SetJudged | None) -> CandidateRow:
        values: dict[str, Value] = {
            code: story.scores(value) if code in self.lists and value else sum(value)
            for code, value in one.failures
        }
        return CandidateRow(
            (ListOf.players(one.upfloaters), ListOf.pairs(one.pairs)),
            values,
            _outcome(one, chosen),
            one is chosen,
            one.verdict in BEST,
        )


def _outcome(one: SetJudged, chosen: SetJudged | None) -> Sentence:
    if one is chosen:
        return Sentence(PERFECT if one.verdict is SetVerdict.PERFECT else CHOSEN)
    if one.verdict is SetVerdict.INCOMPLETE:
        return Sentence(INCOMPLETE, code=one.criterion)
    if one.verdict is SetVerdict.ILLEGAL:
        return Sentence(ILLEGAL)
    assert chosen is not None, "a container with a legal set is the last one"
    return falls_at(one.failures, chosen.failures, one.verdict in BEST)


# The round, bracket by bracket


class UpfloatEdition(NarratorEdition, Protocol):
    """The articles of an edition that explanations of upfloaters cite."""

    @property
    def bye(self) -> str: ...
    @property
    def bye_bar(self) -> str: ...
    @property
    def completion(self) -> str: ...
    @property
    def upfloaters(self) -> str: ...
    @property
    def sets(self) -> str: ...


E = TypeVar("E", bound=UpfloatEdition)
B = TypeVar("B", bound=UpfloatBracketPaired)


class UpfloatRound(ABC, Generic[E, B]):
    """Explains the steps of a round in order.

    `sets`: what the sieve tried in each scoregroup; empty unless the explanation is full.
    """

    def __init__(self, story: Story, edition: E, table: SetTable, sets: list[SieveRecord]) -> None:
        self.story = story
        self.edition = edition
        self.table = table
        self.sets = sets
        self.looked = SieveRecord()
        self.first: SetJudged | None = None

    def tell(self, step: Step) -> bool:
        """Explain a step; return False if the system has no such step."""
        match step:
            case ByeChosen():
                tell_chosen_bye(self.story, step, self.edition.bye_bar, self.edition.completion)
            case UpfloatersNeeded():
                self._tell_need(step)
            case SetJudged():
                self.first = step
            case CompletionTested():
                tell_completion(self.story, step, self.edition.completion)
            case UpfloatBracketPaired():
                self._tell_bracket(step)
                self.tell_bracket(cast(B, step))
            case _:
                return False
        return True

    def _tell_need(self, step: UpfloatersNeeded) -> None:
        story, players = self.story, self.story.cards(step.residents)
        self.first = None
        story.open_bracket(HEADING, step.score)
        story.tell(ParagraphKind.SCOREGROUP, N_("Players: {players}."), players=players)
        story.tell(ParagraphKind.UPFLOATERS, need_sentence(step), article=self.edition.upfloaters)
        self.looked = self.sets.pop(0) if self.sets else SieveRecord()
        if step.number:
            self.table.tell(story, step, self.looked)

    def _tell_bracket(self, step: UpfloatBracketPaired) -> None:
        sets = [step.upfloaters, *([self.first.upfloaters] if self.first else ())]
        both = dict.fromkeys(
            pair for moved in sets for pair in combinations((*step.residents, *moved), 2)
        )
        tell_forbidden(self.story, both)
        if step.upfloaters:
            tell_upfloaters(self.story, self.first, step.upfloaters)

    @abstractmethod
    def tell_bracket(self, step: B) -> None:
        """Explain how the bracket is paired, once it is known who comes up."""

    def tell_failures(self, failing: Iterable[Breach]) -> bool:
        """List the criteria that the pairing of the bracket fails; return False if it fails
        none.
        """
        failing = list(failing)
        if not failing:
            template = N_("Nothing fails: this candidate is perfect.")
            self.story.tell(ParagraphKind.QUALITY, template)
        for one in failing:
            tell_breach(self.story, one, arrow="↑")
        return bool(failing)


class UpfloatNarrator(EditionNarrator[E], Generic[E, B]):
    arrow = "↑"
    round_type: type[UpfloatRound[E, B]]

    @abstractmethod
    def set_table(self) -> SetTable: ...

    def narrate_round(self, story: Story, depth: Depth) -> UpfloatRound[E, B]:
        sets = sieve_records(trace_of_sieve(story, depth))
        return self.round_type(story, self.edition, self.set_table(), sets)

    def read_brackets(self, story: Story) -> list[TracedBracket]:
        found: list[TracedBracket] = []
        for step in story.trace:
            if isinstance(step, UpfloatersNeeded):
                number = len(found) + 1
                found.append(TracedBracket((number,), step.score, HEADING, step.residents))
            elif isinstance(step, UpfloatBracketPaired):
                found[-1] = self.with_pairs(found[-1], story, cast(B, step))
        return found

    @abstractmethod
    def with_pairs(self, bracket: TracedBracket, story: Story, step: B) -> TracedBracket:
        """Return the bracket with its final pairs."""

    def bye_article(self, story: Story) -> str:
        return self.edition.bye if any(isinstance(s, ByeChosen) for s in story.trace) else ""

    def tell_own_bye(self, story: Story, player: int) -> None:
        tell_own_bye(story, player)

    def tell_opponent(self, story: Story, player: int, opponent: int | None) -> None:
        """Explain how the player came to the opponent, bracket by bracket."""
        first: SetJudged | None = None
        for step in story.trace:
            if isinstance(step, UpfloatersNeeded):
                needed, first = step, None
            elif isinstance(step, SetJudged):
                first = step
            elif isinstance(step, UpfloatBracketPaired) and player in step.players:
                assert opponent is not None
                if {player, opponent} & set(step.upfloaters):
                    tell_upfloat(story, needed, first, step.upfloaters)
                self.tell_pair(story, cast(B, step), player, opponent)

    @abstractmethod
    def tell_pair(self, story: Story, step: B, player: int, opponent: int) -> None:
        """Explain why the two meet, once they are in one bracket."""
