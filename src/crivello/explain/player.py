"""The answer to a player at the desk: why this opponent, this colour, this float or bye."""

from __future__ import annotations

from crivello.explain.colours import IDEAS, colour_sentence
from crivello.explain.dubov.player import tell_dubov
from crivello.explain.dubov.round import BYES
from crivello.explain.dutch.player import tell_dutch
from crivello.explain.explanation import Depth, Explanation, Kind, Said
from crivello.explain.procedure import tell_procedure, tell_those_asked
from crivello.explain.round import rules_of
from crivello.explain.story import DUE_COLOURS, Story, ids, must_be_there, people, person
from crivello.model.field import Entrant, Float
from crivello.model.pairing import RoundPairing
from crivello.model.tournament import Tournament
from crivello.model.trace import ByeDecided, ColourAllocated, Trace
from crivello.model.trace.dubov import ByeChosen
from crivello.model.trace.dutch import BracketOpened, LowestBye
from crivello.model.trace.procedure import GroupOpened
from crivello.rules.field import build_field
from crivello.systems.dutch.editions import EDITIONS as DUTCH
from crivello.systems.registry import System, find
from crivello.words import N_


def explain_player(
    system: System, tournament: Tournament, round_number: int, player: int
) -> Explanation:
    """Why the round is for this player as it is."""
    must_be_there(tournament, player)
    return PairedRound(system, tournament, round_number).player(player)


class PairedRound:
    """A round paired once, with its trace, of which every player can be told."""

    def __init__(self, system: System, tournament: Tournament, round_number: int) -> None:
        self.system = system
        self.tournament = tournament
        self.number = round_number
        self.trace: Trace = []
        self.pairing = system.pair(tournament, round_number, self.trace)
        self.rules = rules_of(system.key, self.trace)
        self.field_rules = find(self.rules).field_rules
        self.field = build_field(tournament, round_number, self.field_rules)

    def player(self, player: int) -> Explanation:
        """Why the round is for this player as it is."""
        tournament, trace, rules = self.tournament, self.trace, self.rules
        story = Story(self.field, self.field_rules)
        opponent = opponent_of(self.pairing, player)
        if player not in story.entrant:
            story.tell(
                Kind.ANSWER,
                N_(
                    "{player} is not paired in this round: absent, withdrawn, or with a bye asked "
                    "for."
                ),
                about=(player,),
                player=person(tournament, player),
            )
        else:
            _meeting(story, tournament, self.pairing, player, opponent)
            for tell in (tell_dutch, tell_dubov, tell_procedure):
                if tell(story, tournament, trace, player, opponent, rules):
                    break
            if opponent is not None:
                _float(story, tournament, player, opponent, self.pairing.bye)
                _colour(story, tournament, trace, player, opponent, rules)
            else:
                _bye(story, tournament, trace, player, rules)
        return Explanation(
            Said(
                N_("Round {round}: {player}"),
                {"round": self.number, "player": person(tournament, player)},
            ),
            self.system.key,
            self.number,
            tuple(story.paragraphs),
            Depth.NORMAL,
        )


def opponent_of(pairing: RoundPairing, player: int) -> int | None:
    for board in pairing.boards:
        if board.white == player:
            return board.black
        if board.black == player:
            return board.white
    return None


def _meeting(
    story: Story, tournament: Tournament, pairing: RoundPairing, player: int, opponent: int | None
) -> None:
    who = person(tournament, player)
    if opponent is None:
        story.tell(
            Kind.ANSWER,
            N_("{player} gets the pairing-allocated bye."),
            about=(player,),
            depth=Depth.BRIEF,
            player=who,
        )
        return
    number = next(
        number
        for number, board in enumerate(pairing.boards, start=1)
        if player in (board.white, board.black)
    )
    white = pairing.boards[number - 1].white == player
    story.tell(
        Kind.ANSWER,
        N_("{player} has White against {opponent} on board {board}.")
        if white
        else N_("{player} has Black against {opponent} on board {board}."),
        about=(player, opponent),
        depth=Depth.BRIEF,
        player=who,
        opponent=person(tournament, opponent),
        board=number,
    )


FLOATS = {
    Float.DOWN: N_(
        "{player} has {mine}, {opponent} {theirs} points: for {player} it is a downfloat."
    ),
    Float.UP: N_("{player} has {mine}, {opponent} {theirs} points: for {player} it is an upfloat."),
    None: N_("{player} has {mine}, {opponent} {theirs} points."),
}


def _float(
    story: Story, tournament: Tournament, player: int, opponent: int, bye: int | None
) -> None:
    mine, theirs = story.entrant[player].score, story.entrant[opponent].score
    if mine == theirs:
        return
    story.tell(
        Kind.ANSWER,
        FLOATS[story.float_of(player, opponent, bye)],
        about=(player, opponent),
        player=person(tournament, player),
        opponent=person(tournament, opponent),
        mine=story.score(mine),
        theirs=story.score(theirs),
    )


def _colour(
    story: Story, tournament: Tournament, trace: Trace, player: int, opponent: int, rules: str
) -> None:
    for step in trace:
        if isinstance(step, ColourAllocated) and {step.white, step.black} == {player, opponent}:
            white, black = story.entrant[step.white], story.entrant[step.black]
            names = people(tournament, (player, opponent))
            said = colour_sentence(white, black, IDEAS[rules][step.rule], names)
            story.say(
                Kind.COLOUR,
                said,
                article=step.rule,
                about=(step.white, step.black),
            )
    for one in (player, opponent):
        _preference(story, tournament, story.entrant[one], rules)


_STRENGTHS = (
    N_("{player} has not played yet and prefers no colour."),
    N_("{player} had the colours {colours}: a mild preference for {colour}."),
    N_("{player} had the colours {colours}: a strong preference for {colour}."),
    N_("{player} had the colours {colours}: an absolute preference for {colour}."),
)
DUE = N_("{player} had the colours {colours} and is due {colour}.")
NEWCOMER = N_("{player} has not played yet, which is a mild preference for Black.")
"""Dubov, A.5.d."""


def _preference(story: Story, tournament: Tournament, entrant: Entrant, rules: str) -> None:
    """What stands on his card about colours."""
    who = person(tournament, entrant.id)
    if entrant.preference is None:
        story.tell(Kind.COLOUR, _STRENGTHS[0], about=(entrant.id,), player=who)
        return
    if not entrant.history.colours:
        story.tell(Kind.COLOUR, NEWCOMER, about=(entrant.id,), player=who)
        return
    story.tell(
        Kind.COLOUR,
        DUE if rules in DUE_COLOURS else _STRENGTHS[entrant.strength],
        about=(entrant.id,),
        player=who,
        colours=entrant.history.colours,
        colour=Said(N_("White") if entrant.wants_white else N_("Black")),
    )


LEFT = N_("When all the others are paired, {player} is left, and may have the bye.")
FIRST = N_(
    "The bye is given before anybody is paired; {player} comes first of those who may have it and "
    "whom the others can spare."
)


def _bye(story: Story, tournament: Tournament, trace: Trace, player: int, rules: str) -> None:
    begun = False
    for step in trace:
        if isinstance(step, LowestBye):
            story.tell(
                Kind.BYE,
                N_("The lowest score at which somebody can have the bye is {score}: {players}."),
                article=DUTCH[rules].lowest_bye or "",
                about=step.candidates,
                score=story.score(step.score),
                players=ids(step.candidates),
            )
        elif isinstance(step, ByeChosen):
            names = people(tournament, (player,))
            if step.runner_up is not None:
                names[step.runner_up] = person(tournament, step.runner_up)
            values = {"player": names[player]}
            if step.runner_up is not None and "{other}" in BYES[step.reason]:
                values["other"] = names[step.runner_up]
            story.tell(Kind.BYE, BYES[step.reason], article=step.article, about=(player,), **values)
        elif isinstance(step, GroupOpened | BracketOpened):
            begun = True
        elif isinstance(step, ByeDecided):
            story.tell(
                Kind.BYE,
                LEFT if begun else FIRST,
                article=step.article,
                about=(player,),
                player=person(tournament, player),
            )
            tell_those_asked(story, trace, step)
