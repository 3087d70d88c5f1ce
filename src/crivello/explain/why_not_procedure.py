"""Why not? in the systems that are procedures: the step after which it could not be any more."""

from __future__ import annotations

from crivello.explain.explanation import Kind
from crivello.explain.forbidden import meeting
from crivello.explain.order import tell_places
from crivello.explain.player_procedure import tell_those_asked
from crivello.explain.procedure import dropped, tell_event
from crivello.explain.story import Story
from crivello.explain.values import Parts, Said
from crivello.model.trace import ByeDecided, Step, Trace
from crivello.model.trace.procedure import GroupPaired, PairDropped, PairFixed, ProcedureEvent
from crivello.systems.dutch2011.wish import Reason, why_not_left_over, why_not_meet
from crivello.words import N_


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


def _tell_reason(story: Story, reason: Reason) -> None:
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
