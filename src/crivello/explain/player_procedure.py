"""Why this opponent, in a system that is a procedure: the steps that concern the player."""

from __future__ import annotations

from ..model.tournament import Tournament
from ..model.trace import Trace
from ..model.trace.procedure import GroupPaired, PairDropped, PairFixed, ProcedureEvent
from ..words import N_
from .explanation import Kind
from .order import tell_places
from .people import people
from .procedure import dropped, event_values
from .story import Story
from .values import pairs

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
    for made in trace:
        if isinstance(made, GroupPaired) and any(player in pair for pair in made.pairs):
            story.tell(
                Kind.GROUP,
                N_("The pair was made in the group at score {score}."),
                article=made.article,
                about=(player,),
                score=story.score(made.score),
            )
            break
    if opponent is not None:
        tell_places(story, trace, people(tournament, (player, opponent)))
    return True
