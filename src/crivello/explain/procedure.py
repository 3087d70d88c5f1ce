"""A round of a system that is a procedure (Dutch 2011, Dubov 1997, Burstein, Lim): its steps."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from crivello.explain.burstein.teller import (
    tell_bye_order,
    tell_first,
    tell_group_order,
    tell_order,
    tell_places,
)
from crivello.explain.dubov.edition_1997 import Ratings
from crivello.explain.dutch2011.teller import tell_tried
from crivello.explain.explanation import Depth, Kind, Parts, Said, pairs
from crivello.explain.steps import meeting, tell_bye, tell_completion, tell_forbidden
from crivello.explain.story import Story, ids, people, person
from crivello.model.tournament import Tournament
from crivello.model.trace import ByeDecided, CompletionTested, Step, Trace
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
from crivello.systems.dutch2011.wish import ObstacleReason, why_not_left_over, why_not_meet
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


# Why this opponent, in a system that is a procedure: the steps that concern the player.


MOST = 6
"""So many steps about one player are told; the last ones, for they stand."""


def tell_procedure(
    story: Story,
    tournament: Tournament,
    trace: Trace,
    player: int,
    opponent: int | None,
    rules: str,
) -> bool:
    concerned = [
        step
        for step in trace
        if (isinstance(step, PairDropped | PairFixed) and player in (step.a, step.b))
        or (
            isinstance(step, ProcedureEvent)
            and player in step.players
            and len(step.players) <= MOST
        )
    ]
    for step in concerned[-MOST:]:
        match step:
            case PairDropped():
                said = dropped(step)
                story.say(
                    Kind.DROPPED,
                    said,
                    article=step.article,
                    about=(step.a, step.b),
                )
            case ProcedureEvent():
                said = event_values(step)
                story.say(
                    Kind.EVENT,
                    said,
                    article=step.article,
                    about=step.players,
                )
            case PairFixed():
                story.tell(
                    Kind.CHOSEN,
                    N_("Paired: {pairs}."),
                    article=step.article,
                    about=(step.a, step.b),
                    pairs=pairs(((step.a, step.b),)),
                )
    if opponent is not None:
        _tell_way(story, tournament, trace, player, opponent)
        both = people(tournament, (player, opponent))
        tell_places(story, trace, both)
        for known in trace:
            if isinstance(known, RatingsKnown):
                for one, name in both.items():
                    Ratings(known).tell_player(story, one, name)
    return True


def tell_those_asked(story: Story, trace: Trace, bye: ByeDecided) -> None:
    """Those on the score of the player with the bye, with what they are compared by."""
    for step in trace:
        if isinstance(step, PlayersOrdered):
            tell_bye_order(story, step, bye)
        elif isinstance(step, RatingsKnown):
            Ratings(step).tell_bye(story, bye)


def _tell_way(
    story: Story, tournament: Tournament, trace: Trace, player: int, opponent: int
) -> None:
    """The groups between his score and that of his pair, which he left; and where it was made.

    Groups may have been undone and paired again: of each score, and of the pair, the last counts.
    """
    groups = [step for step in trace if isinstance(step, GroupPaired)]
    both = {player, opponent}
    home = next((one for one in reversed(groups) if any(both == set(p) for p in one.pairs)), None)
    if home is None:
        return
    mine = story.entrant[player].score
    left = {
        one.score: one
        for one in groups
        if player in one.leaving
        and (mine >= one.score > home.score or mine <= one.score < home.score)
    }
    for one in left.values():
        story.tell(
            Kind.GROUP,
            N_("{player} was not paired in the group at score {score}, and went on."),
            article=one.article,
            about=(player,),
            player=person(tournament, player),
            score=story.score(one.score),
        )
    story.tell(
        Kind.GROUP,
        N_("The pair was made in the group at score {score}."),
        article=home.article,
        about=(player,),
        score=story.score(home.score),
    )


# Why not? in the systems that are procedures: the step after which it could not be any more.


def tell_pair_elsewhere(story: Story, trace: Trace, one: int, other: int, rules: str) -> None:
    """The rule that forbids the pair; the article that dropped it; or the accepted step after which
    it could not arise."""
    may_meet, (twice, colours) = meeting(rules, story.field)
    about = (one, other)
    me = story.entrant[one]
    if not may_meet(me, story.entrant[other]):
        template = N_("{one} and {other} must both have the same colour.")
        if other in me.avoid:
            template = N_("{one} and {other} are not to meet in this round.")
        if other in me.history.met:
            template = N_("{one} and {other} have already met.")
        article = twice if other in me.avoid else colours
        story.tell(Kind.DROPPED, template, article=article, about=about, one=one, other=other)
        return
    if rules == "dutch-2011":
        for reason in why_not_meet(story.field, one, other):
            _tell_reason(story, reason)
        _tell_undone(story, trace, about)
        return
    drops = [s for s in trace if isinstance(s, PairDropped) and {s.a, s.b} == set(about)]
    if drops:
        story.say(Kind.DROPPED, dropped(drops[-1]), article=drops[-1].article, about=about)
    _fixed_before(story, trace, one, other)
    tell_places(story, trace, {one: one, other: other})


def _fixed_before(story: Story, trace: Trace, one: int, other: int) -> None:
    """The first of the two final pairs to be made, or the bye: from then on it was too late."""
    last: dict[int, tuple[int, Step, tuple[int, ...]]] = {}
    for place, step in enumerate(trace):
        for player, pair in _settled(step, one, other):
            known = last.get(player)
            # A pair that was made once and stands: what counts is when it was made.
            if known is None or known[2] != pair:
                last[player] = (place, step, pair)
    if not last:
        return
    _, step, pair = min(last.values(), key=lambda entry: entry[0])
    article = step.article if isinstance(step, PairFixed | GroupPaired | ByeDecided) else ""
    if len(pair) == 1:
        story.tell(
            Kind.DIFFERENCE,
            N_("{player} was given the bye; after that the pair could not arise."),
            article=article,
            about=pair,
            player=pair[0],
        )
    else:
        story.tell(
            Kind.DIFFERENCE,
            N_("The pair {parts} was made; after that the other one could not arise."),
            article=article,
            about=pair,
            parts=Parts((pair,)),
        )


def _settled(step: Step, one: int, other: int) -> list[tuple[int, tuple[int, ...]]]:
    match step:
        case PairFixed(_, a, b):
            made: list[tuple[int, ...]] = [(a, b)]
        case GroupPaired(_, _, pairs, _):
            made = list(pairs)
        case ByeDecided(player):
            made = [(player,)]
        case _:
            return []
    return [(player, pair) for pair in made for player in (one, other) if player in pair]


def _tell_reason(story: Story, reason: ObstacleReason) -> None:
    story.say(
        Kind.DIFFERENCE,
        Said(reason.template, dict(reason.players)),
        article=reason.article,
        about=[player for _, player in reason.players],
    )


def _tell_undone(story: Story, trace: Trace, about: tuple[int, ...]) -> None:
    """C.12 and C.13, where they moved one of these players."""
    for step in trace:
        if (
            isinstance(step, ProcedureEvent)
            and step.article in ("C.12", "C.13")
            and set(about) & set(step.players)
        ):
            tell_event(story, step)


def tell_bye_elsewhere(story: Story, trace: Trace, player: int, rules: str) -> None:
    """By which article the bye went to somebody else."""
    decided = [step for step in trace if isinstance(step, ByeDecided)]
    if not decided:
        story.tell(Kind.DIFFERENCE, N_("The number of players is even: nobody gets the bye."))
        return
    step = decided[-1]
    if player in story.entrant and story.entrant[player].barred:
        story.tell(
            Kind.DIFFERENCE,
            N_("{player} may not have the bye."),
            article=step.bar or step.article,
            about=(player,),
            player=player,
        )
    story.tell(
        Kind.DIFFERENCE,
        N_("The bye was given to {player}."),
        article=step.article,
        about=(step.player,),
        player=step.player,
    )
    known = story.entrant.get(player)
    if rules == "dutch-2011" and known is not None and not known.barred:
        _tell_reason(story, why_not_left_over(story.field, player))
        _tell_undone(story, trace, (player,))
    tell_those_asked(story, trace, step)
