"""Why this opponent, in a system that is a procedure: the steps that concern the player."""

from __future__ import annotations

from crivello.explain.explanation import Kind
from crivello.explain.order import tell_bye_order, tell_places
from crivello.explain.people import people, person
from crivello.explain.procedure import dropped, event_values
from crivello.explain.ratings import Ratings
from crivello.explain.story import Story
from crivello.explain.values import pairs
from crivello.model.tournament import Tournament
from crivello.model.trace import ByeDecided, Trace
from crivello.model.trace.burstein import PlayersOrdered
from crivello.model.trace.procedure import (
    GroupPaired,
    PairDropped,
    PairFixed,
    ProcedureEvent,
    RatingsKnown,
)
from crivello.words import N_

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
