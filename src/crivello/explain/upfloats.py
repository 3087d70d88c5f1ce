"""What systems tell that bring players up to a bracket: the bye, how many come, and which set."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import comb

from crivello.explain.explanation import Depth, ParagraphKind, Value
from crivello.explain.steps import (
    CHOSEN,
    PERFECT,
    CandidateRow,
    falls_at,
    tell_candidates,
)
from crivello.explain.story import Story, sentence_with
from crivello.model.sentence import N_, ListOf, Sentence, Template
from crivello.model.trace import Step
from crivello.model.trace.dubov import ShiftTried
from crivello.model.trace.upfloats import (
    ByeChosen,
    ByeReason,
    ContainerOpened,
    Need,
    SetJudged,
    SetVerdict,
    UpfloatersNeeded,
)

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


def bye_sentence(step: ByeChosen, player: Value, other: Value) -> Sentence:
    """Why the bye is for this player and not for the next in order, `other`."""
    return sentence_with(BYES[step.reason], player=player, other=other)


def tell_chosen_bye(story: Story, step: ByeChosen, bar: str, completion: str) -> None:
    """Who has the bye; `bar` and `completion` are the articles that pass over others."""
    sentence, about = bye_sentence(step, step.player, step.runner_up), (step.player,)
    story.tell(ParagraphKind.BYE, sentence, article=step.article, about=about, depth=Depth.BRIEF)
    if step.barred:
        template = N_("First in order, but barred from the bye: {players}.")
        story.tell(ParagraphKind.BYE, template, article=bar, about=step.barred)
    if step.indispensable:
        template = N_("First in order, but without them the others cannot be paired: {players}.")
        story.tell(ParagraphKind.BYE, template, article=completion, about=step.indispensable)


def tell_own_bye(story: Story, player: int) -> None:
    """The same to the player who has it."""
    for step in story.trace:
        if isinstance(step, ByeChosen):
            other = None if step.runner_up is None else story.name(step.runner_up)
            sentence = bye_sentence(step, story.name(player), other)
            story.tell(ParagraphKind.BYE, sentence, article=step.article, about=(player,))


# How many come up, and who


def need_sentence(step: UpfloatersNeeded) -> Sentence:
    """How many upfloaters a scoregroup needs, and why."""
    template = NEEDS[step.need]
    if step.need is Need.COMPLETION and not step.left_over:
        template = NONE_NEEDED
    return sentence_with(template, left=step.left_over, count=step.left_over, number=step.number)


def tell_upfloaters(story: Story, first: SetJudged | None, chosen: tuple[int, ...]) -> None:
    """Who comes up; and the first set in order, where it is another one."""
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
    """What is wrong with the first set in order, where it is not the chosen one."""
    code, about = first.criterion or "", first.upfloaters
    story.tell(kind, SETS[first.verdict], article=code, about=about)


def tell_brought_up(story: Story, upfloaters: tuple[int, ...], depth: Depth) -> None:
    players = story.cards(upfloaters)
    template = N_("Brought up: {players}.")
    story.tell(ParagraphKind.UPFLOATERS, template, about=upfloaters, depth=depth, players=players)


def tell_upfloat(
    story: Story, needed: UpfloatersNeeded, first: SetJudged | None, upfloaters: tuple[int, ...]
) -> None:
    """The same to one of those whom it concerns."""
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


@dataclass(frozen=True, slots=True)
class SieveRecord:
    """What the sieve looked at in one bracket."""

    containers: list[tuple[ContainerOpened, list[SetJudged]]] = field(default_factory=list)
    shifts: list[ShiftTried] = field(default_factory=list)


def sieve_records(trace: Iterable[Step]) -> list[SieveRecord]:
    """The trace of the sieve, bracket by bracket."""
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


@dataclass(frozen=True, slots=True)
class SetTable:
    """How the sets of upfloaters of a system are shown."""

    columns: Sequence[str]
    """Codes of the criteria that are shown."""
    lists: frozenset[str]
    """Those of them whose failures are scores."""
    article: str
    """Of the order of sets."""
    scores: str
    """Code of the criterion by which sets with other scores come later."""

    def tell(self, story: Story, needed: UpfloatersNeeded, looked: SieveRecord) -> None:
        """The sets of upfloaters, those with the same scores together."""
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
