"""Steps that every system takes, and the beginning and end of every story."""

from __future__ import annotations

from itertools import groupby

from crivello.explain.explanation import Depth, Kind
from crivello.explain.story import Story, ids
from crivello.explain.values import pairs
from crivello.model.tournament import Tournament
from crivello.model.trace import BoardsOrdered, ByeDecided, CompletionTested
from crivello.rules.field import announced_pairs
from crivello.words import N_


def tell_beginning(story: Story, tournament: Tournament, notation: str) -> None:
    """Who is there, who is not, and how players are written."""
    story.tell(Kind.NOTATION, notation)
    here = set(story.entrant)
    away = [player.id for player in tournament.players if player.id not in here]
    if away:
        story.tell(
            Kind.NOT_PAIRED,
            N_("Not paired in this round, being absent or having asked for a bye: {players}."),
            about=away,
            players=ids(away),
        )
    announced = announced_pairs(tournament, story.field.round, here)
    if announced:
        story.announced = frozenset(player for pair in announced for player in pair)
        story.tell(
            Kind.CANNOT_MEET,
            N_("Announced before the tournament, these meet, and nobody else meets them: {pairs}."),
            about=story.announced,
            pairs=pairs(tuple(announced)),
        )
    story.tell(Kind.HEADING, N_("Scoregroups"))
    for score, entrants in groupby(story.field.entrants, key=lambda player: player.score):
        story.tell(
            Kind.SCOREGROUP,
            N_("Score {score}: {players}."),
            score=story.score(score),
            players=story.cards([player.id for player in entrants]),
        )


def tell_completion(story: Story, step: CompletionTested, article: str) -> None:
    """The completion test: before the first bracket, or after one."""
    if not step.possible:
        story.tell(
            Kind.COMPLETION,
            N_(
                "Completion test: the rest cannot be paired, for not all of these find an "
                "opponent: {players}."
            ),
            article=article,
            about=step.blocked,
            players=ids(step.blocked),
        )
        return
    seated = {player for pair in step.witness for player in pair}
    left = [player for player in step.players if player not in seated]
    if not step.players:
        return
    if left and not step.witness:
        story.tell(
            Kind.COMPLETION,
            N_("Completion test: only {player} remains, and may have the bye."),
            article=article,
            player=left[0],
        )
    elif left:
        story.tell(
            Kind.COMPLETION,
            N_(
                "Completion test: a legal pairing exists, such as {pairs} and the bye for {player}."
            ),
            article=article,
            pairs=pairs(step.witness),
            player=left[0],
        )
    else:
        story.tell(
            Kind.COMPLETION,
            N_("Completion test: a legal pairing exists, such as {pairs}."),
            article=article,
            pairs=pairs(step.witness),
        )


LEFT_OVER = N_("{player} is left over and gets the pairing-allocated bye.")
FIRST = N_("Before anybody is paired, {player} is given the pairing-allocated bye.")


def tell_bye(story: Story, step: ByeDecided, left_over: bool) -> None:
    """`left_over`: the bye falls to the last one; otherwise it is given before all pairs."""
    story.tell(
        Kind.BYE,
        LEFT_OVER if left_over else FIRST,
        article=step.article,
        about=(step.player,),
        depth=Depth.BRIEF,
        player=step.player,
    )
    if step.barred:
        story.tell(
            Kind.BYE,
            N_("May not have the bye: {players}."),
            article=step.bar or step.article,
            about=step.barred,
            players=ids(step.barred),
        )


def tell_boards(story: Story, step: BoardsOrdered) -> None:
    story.tell(
        Kind.BOARDS,
        N_("Boards in order, White first: {pairs}."),
        depth=Depth.BRIEF,
        pairs=pairs(step.boards),
    )
