"""A round of a system that is a procedure (Dutch 2011, Dubov 1997, Burstein, Lim): its steps."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from crivello.explain.candidates_dutch2011 import tell_tried
from crivello.explain.combination import tell_first
from crivello.explain.common import tell_bye, tell_completion
from crivello.explain.explanation import Depth, Kind
from crivello.explain.forbidden import meeting, tell_forbidden
from crivello.explain.order import tell_bye_order, tell_group_order, tell_order
from crivello.explain.ratings import Ratings
from crivello.explain.story import Story, ids
from crivello.explain.values import Said, pairs
from crivello.model.trace import ByeDecided, CompletionTested, Step
from crivello.model.trace.burstein import FirstCombination, PlayersOrdered
from crivello.model.trace.procedure import (
    CandidatesTried,
    GroupOpened,
    GroupPaired,
    PairDropped,
    PairFixed,
    PairsProposed,
    ProcedureEvent,
    RatingsKnown,
)
from crivello.words import N_


class ProcedureTeller:
    """Tells the steps one after the other."""

    def __init__(
        self, story: Story, rules: str, candidates: Sequence[list[CandidatesTried]] = ()
    ) -> None:
        """`candidates`: what a literal enumeration tried, group by group."""
        self.story = story
        self.candidates = list(candidates)
        self.may_meet, self.codes = meeting(rules, story.field)
        self.opened = False
        """A group has been opened."""
        self.with_floaters = False
        """The group at hand has floaters, who are paired first."""
        self.made_by: dict[tuple[int, int], str] = {}
        """By which article a pair was made, where that was told one by one."""
        self.order: PlayersOrdered | None = None
        """The order of the players, where the system has one for the whole round."""
        self.ratings: Ratings | None = None
        """Ratings and AROs, where the system orders by them."""
        self.columns: GroupOpened | None = None
        """A group whose columns by rating and ARO are still to be told."""

    def tell(self, step: Step) -> bool:
        """Tell a step; False if it is none of this kind."""
        if self.columns is not None and isinstance(step, PairDropped | PairFixed | GroupPaired):
            assert self.ratings is not None
            self.ratings.tell_columns(self.story, self.columns)
            self.columns = None
        match step:
            case PlayersOrdered():
                self.order = step
                tell_order(self.story, step)
            case RatingsKnown():
                self.ratings = Ratings(step)
            case FirstCombination():
                tell_first(self.story, step, self.may_meet, self.codes)
            case GroupOpened():
                self._open(step)
            case PairDropped():
                self.story.say(
                    Kind.DROPPED,
                    dropped(step),
                    article=step.article,
                    about=(step.a, step.b),
                    depth=Depth.FULL,
                )
            case PairsProposed():
                self.story.tell(
                    Kind.IDEAL,
                    N_("Proposed for the others, top half against bottom half: {pairs}.")
                    if self.with_floaters
                    else N_("Proposed, top half against bottom half: {pairs}."),
                    article=step.article,
                    pairs=pairs(step.pairs),
                )
            case PairFixed():
                self.made_by[step.a, step.b] = step.article
                self.story.tell(
                    Kind.CHOSEN,
                    N_("Paired: {pairs}."),
                    article=step.article,
                    about=(step.a, step.b),
                    depth=Depth.FULL,
                    pairs=pairs(((step.a, step.b),)),
                )
            case GroupPaired():
                for tried in self.candidates.pop(0) if self.candidates else ():
                    tell_tried(self.story, tried)
                self._paired(step)
            case ByeDecided():
                tell_bye(self.story, step, left_over=self.opened)
                if self.order is not None:
                    tell_bye_order(self.story, self.order, step)
                if self.ratings is not None:
                    self.ratings.tell_bye(self.story, step)
            case CompletionTested():
                tell_completion(self.story, step, "")
            case _:
                return tell_event(self.story, step)
        return True

    def _open(self, step: GroupOpened) -> None:
        story = self.story
        self.opened = True
        self.with_floaters = bool(step.floaters)
        if step.remainder:
            story.tell(
                Kind.GROUP,
                N_("The remainder, once those from above are dealt with: {players}."),
                article=step.article,
                players=story.cards(step.players),
            )
        else:
            story.open_bracket()
            story.tell(
                Kind.HEADING,
                N_("Group at score {score}"),
                depth=Depth.BRIEF,
                score=story.score(step.score),
            )
            story.tell(
                Kind.SCOREGROUP,
                N_("Players: {players}."),
                article=step.article,
                players=story.cards(step.players),
            )
        if self.order is not None:
            tell_group_order(story, self.order, step.players)
        if step.floaters:
            story.tell(
                Kind.GROUP,
                N_("From another score: {players}."),
                about=step.floaters,
                players=ids(step.floaters),
            )
        if self.ratings is not None and step.article == "6.2":
            self.columns = step  # what led to them comes first
        elif step.s1 and step.s2:
            story.tell(
                Kind.SUBGROUPS,
                N_("S1 = {s1}; S2 = {s2}."),
                s1=story.cards(step.s1),
                s2=story.cards(step.s2),
            )
        if not step.remainder:
            both = combinations(step.players, 2)
            tell_forbidden(story, both, self.may_meet, self.codes)
        for name, value in step.values:
            story.tell(Kind.PARAMETERS, N_("{name} = {value}."), name=name, value=value)

    def _paired(self, step: GroupPaired) -> None:
        story = self.story
        by_article: dict[str, list[tuple[int, int]]] = {}
        for pair in step.pairs:
            by_article.setdefault(self.made_by.get(pair, step.article), []).append(pair)
        for article, made in by_article.items():
            story.tell(
                Kind.CHOSEN,
                N_("Paired: {pairs}."),
                article=article,
                depth=Depth.BRIEF,
                pairs=pairs(tuple(made)),
            )
        if not step.pairs:
            story.tell(
                Kind.CHOSEN,
                N_("Nobody is paired in this group."),
                article=step.article,
                depth=Depth.BRIEF,
            )
        if step.leaving:
            story.tell(
                Kind.DOWNFLOATERS,
                N_("Leave the group unpaired: {players}."),
                about=step.leaving,
                depth=Depth.BRIEF,
                players=ids(step.leaving),
            )


def tell_event(story: Story, step: Step) -> bool:
    """Tell an event of any system; False if it is none."""
    if not isinstance(step, ProcedureEvent):
        return False
    story.say(Kind.EVENT, event_values(step), article=step.article, about=step.players)
    return True


def event_values(step: ProcedureEvent) -> Said:
    """An event's sentence; it names the players and the numbers of the step, as far as it wants."""
    values = {"players": ids(step.players), **dict(step.values)}
    template = step.event.sentence
    return Said(template, {name: v for name, v in values.items() if f"{{{name}}}" in template})


def dropped(step: PairDropped) -> Said:
    return Said(step.reason, {"a": step.a, "b": step.b})
