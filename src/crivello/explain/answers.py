"""Answers to a player at the desk: why this opponent, colour, float or bye, and why not others.

"Why not A against B?" solves again with that forced, and says where it is worse. Forcing needs no
second solver: two players who may meet nobody but each other are paired with each other in every
pairing of the round. So a wish is a few more forbidden pairs. The best pairing that grants it is
judged by the rules without them.
"""

from __future__ import annotations

from dataclasses import dataclass

from crivello.explain.colours import tell_own_colours
from crivello.explain.explanation import Depth, Explanation, ParagraphKind, Value
from crivello.explain.round import TracedRound
from crivello.explain.story import Story, require_players
from crivello.model.errors import Illegal, Impossible
from crivello.model.field import Entrant, Float
from crivello.model.pairing import RoundPairing
from crivello.model.result import Award, Colour
from crivello.model.sentence import N_, ListOf, Sentence
from crivello.model.tournament import Tournament
from crivello.systems.judgement import Defect, Difference, Wish, entrant
from crivello.systems.registry import Judge, System


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
    who = story.name(entrant.id)
    template = STRENGTHS[entrant.strength]
    if entrant.preference is None:
        template = STRENGTHS[0]
    elif not entrant.history.colours:
        template = NEWCOMER
    elif story.system.due_colours:
        template = DUE
    colour = Sentence(N_("White") if entrant.wants_white else N_("Black"))
    colours = entrant.history.colours
    story.tell(ParagraphKind.COLOUR, template, player=who, colours=colours, colour=colour)


# Why not A against B?


@dataclass(frozen=True, slots=True)
class WhyNot:
    """The pairing of the round, the best one with the wish granted, and what tells them apart."""

    chosen: RoundPairing
    forced: RoundPairing | None
    """None: with the wish granted the round cannot be paired."""
    difference: Difference | None
    """None: the wish is granted already."""


def why_not_pair(
    system: Judge, tournament: Tournament, round_number: int, one: int, other: int
) -> WhyNot:
    """Why do `one` and `other` not meet?"""
    require_players(tournament, one, other)
    if one == other:
        raise Illegal(N_("Nobody can meet themselves."))
    others = [p.id for p in tournament.players if p.id not in (one, other)]
    apart = frozenset((player, p) for player in (one, other) for p in others)
    outright = system.forbids_pair(tournament, round_number, one, other)
    return _solve(system, tournament, round_number, Wish(apart, frozenset((one, other))), outright)


def why_not_bye(system: Judge, tournament: Tournament, round_number: int, player: int) -> WhyNot:
    """Why does `player` not get the pairing-allocated bye?"""
    require_players(tournament, player)
    apart = frozenset((player, p.id) for p in tournament.players if p.id != player)
    outright = system.forbids_bye(tournament, round_number, player)
    return _solve(system, tournament, round_number, Wish(apart), outright)


def why_not_colour(
    system: Judge, tournament: Tournament, round_number: int, player: int, colour: Colour
) -> WhyNot:
    """Why does `player` not get this colour? Only those are left who would leave it to them."""
    require_players(tournament, player)
    kept = {player, *system.opponents_with(tournament, round_number, player, colour)}
    apart = frozenset((player, p.id) for p in tournament.players if p.id not in kept)
    return _solve(system, tournament, round_number, Wish(apart, frozenset((player,))), None)


def _solve(
    system: Judge,
    tournament: Tournament,
    round_number: int,
    wish: Wish,
    outright: Difference | None,
) -> WhyNot:
    """`outright`: the rule that forbids what is wished for, whatever the other pairs are."""
    chosen = system.pair(tournament, round_number)
    if outright is not None:
        return WhyNot(chosen, None, outright)
    try:
        forced = system.best_with(tournament, round_number, wish)
    except Impossible:
        return WhyNot(chosen, None, Difference(Defect.ABSOLUTE, "", Sentence(NO_COMPLETION)))
    difference = system.judge(tournament, round_number, forced.boards, forced.bye)
    return WhyNot(chosen, forced, difference)


NO_COMPLETION = N_("Then the other players can no longer all be paired.")

# The answers in words


def explain_why_not_pair(
    system: System, tournament: Tournament, round_number: int, one: int, other: int
) -> Explanation:
    """Why `one` and `other` do not meet."""
    this, story = _asked(system, tournament, round_number, one, other)
    names: dict[str, Value] = {"one": story.name(one), "other": story.name(other)}
    if this.opponent(one) == other:
        template = N_("{one} and {other} do meet in this round.")
        story.tell(ParagraphKind.ANSWER, template, **names)
    elif isinstance(this.rules, Judge):
        _tell_answer(
            story,
            this,
            why_not_pair(this.rules, tournament, round_number, one, other),
            N_("If {one} met {other}, the others could not all be paired."),
            N_("The best pairing with {one} against {other} would change: {pairs}."),
            names,
        )
    else:
        this.teller.tell_no_pair(story, one, other)
    title = N_("Round {round}: why {one} does not meet {other}")
    return this.explanation(Sentence(title, round=round_number, **names), story)


def explain_why_not_bye(
    system: System, tournament: Tournament, round_number: int, player: int
) -> Explanation:
    """Why `player` does not get the pairing-allocated bye."""
    this, story = _asked(system, tournament, round_number, player)
    who = story.name(player)
    if this.pairing.bye == player:
        template = N_("{player} does get the bye in this round.")
        story.tell(ParagraphKind.ANSWER, template, player=who)
    elif isinstance(this.rules, Judge):
        _tell_answer(
            story,
            this,
            why_not_bye(this.rules, tournament, round_number, player),
            N_("If {player} had the bye, the others could not all be paired."),
            N_("The best pairing with the bye for {player} would change: {pairs}."),
            {"player": who},
        )
    else:
        this.teller.tell_no_bye(story, player)
    title = N_("Round {round}: why {player} does not get the bye")
    return this.explanation(Sentence(title, round=round_number, player=who), story)


def explain_why_not_colour(
    system: System, tournament: Tournament, round_number: int, player: int, colour: Colour
) -> Explanation:
    """Why `player` does not get this colour: first by the rule of the pair, then at all."""
    this, story = _asked(system, tournament, round_number, player)
    white = colour is Colour.WHITE
    names: dict[str, Value] = {
        "player": story.name(player),
        "colour": Sentence(N_("White") if white else N_("Black")),
    }
    if player in {board.white if white else board.black for board in this.pairing.boards}:
        template = N_("{player} does have {colour} in this round.")
        story.tell(ParagraphKind.ANSWER, template, **names)
    else:
        tell_own_colours(story, player, this.teller.colour_reasons)
        judge = this.rules
        if not isinstance(judge, Judge):
            pass
        elif not judge.opponents_with(tournament, round_number, player, colour):
            template = N_("Nobody in this round would leave {colour} to {player}.")
            story.tell(ParagraphKind.DIFFERENCE, template, **names)
        else:
            _tell_answer(
                story,
                this,
                why_not_colour(judge, tournament, round_number, player, colour),
                N_(
                    "With an opponent who leaves {colour} to {player} the others could not all be "
                    "paired."
                ),
                N_(
                    "The best pairing with an opponent who leaves {colour} to {player} would "
                    "change: {pairs}."
                ),
                names,
            )
    title = N_("Round {round}: why {player} does not have {colour}")
    return this.explanation(Sentence(title, round=round_number, **names), story)


def _asked(
    system: System, tournament: Tournament, round_number: int, *players: int
) -> tuple[TracedRound, Story]:
    """The round as it is, and the answer in the making; refuses who is not to be paired."""
    require_players(tournament, *players)
    this = TracedRound(system, tournament, round_number)
    for player in players:
        entrant(this.field, player)
    return this, this.story()


def _tell_answer(
    story: Story,
    this: TracedRound,
    answer: WhyNot,
    impossible: str,
    best: str,
    names: dict[str, Value],
) -> None:
    """`best` introduces the boards of the best pairing with the wish granted."""
    difference = answer.difference
    assert difference is not None
    if difference.sentence.template == NO_COMPLETION:
        story.tell(ParagraphKind.DIFFERENCE, impossible, about=(), **names)
        return
    this.teller.tell_difference(story, difference)
    if difference.level is Defect.ABSOLUTE:
        _tell_past(story, difference)
    elif answer.forced is not None:
        new = [board for board in answer.forced.boards if board not in answer.chosen.boards]
        pairs = ListOf.pairs((board.white, board.black) for board in new)
        story.tell(ParagraphKind.CANDIDATE, best, about=(), **names, pairs=pairs)


def _tell_past(story: Story, difference: Difference) -> None:
    """In which round that happened which forbids the wish."""
    if not difference.players:
        return
    me = story.entrant[difference.players[0]]
    others = difference.players[1:]
    for number, entry in enumerate(me.history.entries, start=1):
        if others and entry.played and entry.opponent in others:
            template = N_("They played each other in round {round}.")
            about = difference.players
            story.tell(ParagraphKind.DIFFERENCE, template, about=about, round=number)
            continue
        if others or not me.barred:
            continue
        if entry.award is Award.PAIRING_ALLOCATED_BYE:
            template = N_("{player} had the bye in round {round}.")
        elif not entry.played and entry.points:
            template = N_("{player} got points without playing in round {round}.")
        else:
            continue
        story.tell(ParagraphKind.DIFFERENCE, template, about=(me.id,), player=me.id, round=number)
