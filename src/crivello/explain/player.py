"""The answer to a player at the desk: why this opponent, this colour, this float or bye."""

from __future__ import annotations

from crivello.explain.colours import tell_own_colours
from crivello.explain.explanation import Depth, Explanation, ParagraphKind
from crivello.explain.round import TracedRound
from crivello.explain.story import Story, require_players
from crivello.model.field import Entrant, Float
from crivello.model.sentence import N_, Sentence
from crivello.model.tournament import Tournament
from crivello.systems.registry import System


def explain_player(
    system: System, tournament: Tournament, round_number: int, player: int
) -> Explanation:
    """Why the round is for this player as it is."""
    require_players(tournament, player)
    return explain_player_of(TracedRound(system, tournament, round_number), player)


def explain_player_of(this: TracedRound, player: int) -> Explanation:
    """The same for a round that has been paired already."""
    story, opponent = this.story(), this.opponent(player)
    who = story.name(player)
    if player not in story.entrant:
        story.tell(
            ParagraphKind.ANSWER,
            N_("{player} is not paired in this round: absent, withdrawn, or with a requested bye."),
            about=(player,),
            player=who,
        )
    else:
        _tell_board(story, this, player, opponent)
        this.teller.tell_opponent(story, player, opponent)
        if opponent is None:
            this.teller.tell_own_bye(story, player)
        else:
            _tell_float(story, player, opponent, this.pairing.bye)
            tell_own_colours(story, player, this.teller.colour_reasons)
            for one in (player, opponent):
                _tell_preference(story, story.entrant[one])
    title = Sentence(N_("Round {round}: {player}"), round=this.number, player=who)
    return this.explanation(title, story)


def _tell_board(story: Story, this: TracedRound, player: int, opponent: int | None) -> None:
    if opponent is None:
        story.tell(
            ParagraphKind.ANSWER,
            N_("{player} gets the pairing-allocated bye."),
            about=(player,),
            depth=Depth.BRIEF,
            player=story.name(player),
        )
        return
    number, white = next(
        (number, board.white)
        for number, board in enumerate(this.pairing.boards, start=1)
        if player in (board.white, board.black)
    )
    story.tell(
        ParagraphKind.ANSWER,
        N_("{player} has White against {opponent} on board {board}.")
        if white == player
        else N_("{player} has Black against {opponent} on board {board}."),
        about=(player, opponent),
        depth=Depth.BRIEF,
        player=story.name(player),
        opponent=story.name(opponent),
        board=number,
    )


FLOATS = {
    Float.DOWN: N_("{player} is on {mine}, {opponent} on {theirs}: a downfloat for {player}."),
    Float.UP: N_("{player} is on {mine}, {opponent} on {theirs}: an upfloat for {player}."),
    None: N_("{player} is on {mine}, {opponent} on {theirs}."),
}


def _tell_float(story: Story, player: int, opponent: int, bye: int | None) -> None:
    mine, theirs = story.entrant[player].score, story.entrant[opponent].score
    if mine != theirs:
        story.tell(
            ParagraphKind.ANSWER,
            FLOATS[story.float_of(player, opponent, bye)],
            about=(player, opponent),
            player=story.name(player),
            opponent=story.name(opponent),
            mine=story.score(mine),
            theirs=story.score(theirs),
        )


STRENGTHS = (
    N_("{player} has not played yet and prefers no colour."),
    N_("{player} had the colours {colours}: a mild preference for {colour}."),
    N_("{player} had the colours {colours}: a strong preference for {colour}."),
    N_("{player} had the colours {colours}: an absolute preference for {colour}."),
)
DUE = N_("{player} had the colours {colours} and is due {colour}.")
NEWCOMER = N_("{player} has not played yet, which counts as a mild preference for Black.")
"""Dubov, A.5.d."""


def _tell_preference(story: Story, entrant: Entrant) -> None:
    """What stands on the player's card about colours."""
    about, who = (entrant.id,), story.name(entrant.id)
    if entrant.preference is None:
        story.tell(ParagraphKind.COLOUR, STRENGTHS[0], about=about, player=who)
    elif not entrant.history.colours:
        story.tell(ParagraphKind.COLOUR, NEWCOMER, about=about, player=who)
    else:
        story.tell(
            ParagraphKind.COLOUR,
            DUE if story.system.due_colours else STRENGTHS[entrant.strength],
            about=about,
            player=who,
            colours=entrant.history.colours,
            colour=Sentence(N_("White") if entrant.wants_white else N_("Black")),
        )
