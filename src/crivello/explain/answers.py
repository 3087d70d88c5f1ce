"""Answers for the arbiter: why a player has this opponent, float, colour or bye, and why not
another. Short answers for players are in `explain.player`.

"Why not A against B?" pairs the round again with A-B forced, and reports by which rule that pairing
is worse. No second solver is needed for it: if all other pairs with A or B are forbidden, every
possible pairing contains A-B. Such a wish is therefore a set of forbidden pairs. The best pairing
with the wish granted is then judged by the rules alone, without those forbidden pairs.
"""

from __future__ import annotations

from crivello.explain.colours import tell_own_colours
from crivello.explain.explanation import Depth, Explanation, ParagraphKind, Value
from crivello.explain.round import TracedRound
from crivello.explain.steps import tell_why_forbidden
from crivello.explain.story import Story, name_player, require_players
from crivello.model.errors import Illegal, Impossible
from crivello.model.field import Entrant, Float
from crivello.model.pairing import RoundPairing
from crivello.model.result import Award, Colour
from crivello.model.sentence import N_, ColourLetters, ListOf, Sentence
from crivello.model.tournament import Tournament
from crivello.standard.classes import frozen
from crivello.systems.judgement import Defect, Difference, RoundJudge, Wish, entrant
from crivello.systems.registry import System


def explain_player(
    system: System, tournament: Tournament, round_number: int, player: int
) -> Explanation:
    """Explain why the player has this board, float, colour or bye in the round."""
    require_players(tournament, player)
    return explain_player_of(TracedRound(system, tournament, round_number), player)


def explain_player_of(this: TracedRound, player: int) -> Explanation:
    """Explain a player's round as `explain_player` does, from a round paired already."""
    story, opponent = this.story(), this.opponent(player)
    who = story.name(player)
    if player not in story.entrant:
        story.tell(
            ParagraphKind.ANSWER,
            N_("{player} is not paired in this round: absent, withdrawn, or with a requested bye."),
            player=who,
        )
    elif story.system.announced.round_robin:
        if opponent is not None:
            _tell_board(story, this, player, opponent)
        this.narrator.tell_opponent(story, player, opponent)
    else:
        _tell_board(story, this, player, opponent)
        this.narrator.tell_opponent(story, player, opponent)
        if opponent is None:
            this.narrator.tell_own_bye(story, player)
        else:
            _tell_float(story, player, opponent, this.pairing.bye)
            tell_own_colours(story, player, this.narrator.colour_reasons)
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
    number, board = this.board_of[player]
    white = board.white
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
NO_PREFERENCE = N_("{player} had the colours {colours} and prefers none.")
DUE = N_("{player} had the colours {colours} and is due {colour}.")
NEWCOMER = N_("{player} has not played yet, which counts as a mild preference for Black.")
"""Dubov, A.5.d."""


def _tell_preference(story: Story, entrant: Entrant) -> None:
    """Explain which colour the player prefers, and how strongly."""
    who = story.name(entrant.id)
    template = STRENGTHS[entrant.strength]
    if entrant.preference is None:
        template = NO_PREFERENCE if entrant.history.colours else STRENGTHS[0]
    elif not entrant.history.colours:
        template = NEWCOMER
    elif story.system.due_colours:
        template = DUE
    colour = Sentence(N_("White") if entrant.wants_white else N_("Black"))
    colours = ColourLetters(entrant.history.colours)
    story.tell(ParagraphKind.COLOUR, template, player=who, colours=colours, colour=colour)


# Why not A against B?


@frozen
class WhyNot:
    """The best pairing in which a wish is granted, and the first rule by which it is worse."""

    forced: RoundPairing | None
    """None: if the wish is granted, the round cannot be paired."""
    difference: Difference | None
    """None: the wish is granted already."""


def why_not_pair(judge: RoundJudge, one: int, other: int) -> WhyNot:
    """Pair the round again with `one` against `other`, and find the rule against it."""
    if one == other:
        raise Illegal(N_("Nobody can meet themselves."))
    outright = judge.forbids_pair(one, other)
    others = [p.id for p in judge.field.entrants if p.id not in (one, other)]
    apart = frozenset((player, p) for player in (one, other) for p in others)
    return _solve(judge, Wish(apart, frozenset((one, other))), outright)


def why_not_bye(judge: RoundJudge, player: int) -> WhyNot:
    """Pair the round again with the bye for `player`, and find the rule against it."""
    outright = judge.forbids_bye(player)
    apart = frozenset((player, p.id) for p in judge.field.entrants if p.id != player)
    return _solve(judge, Wish(apart), outright)


def why_not_colour(judge: RoundJudge, player: int, colour: Colour) -> WhyNot:
    """Pair the round again with this colour for `player`, and find the rule against it.

    The player may then meet only opponents against whom they get the colour.
    """
    possible = {player, *judge.opponents_with(player, colour)}
    apart = frozenset((player, p.id) for p in judge.field.entrants if p.id not in possible)
    return _solve(judge, Wish(apart, frozenset((player,))), None)


def _solve(judge: RoundJudge, wish: Wish, outright: Difference | None) -> WhyNot:
    """Return the best pairing with the wish granted, and the rule by which it is worse.

    `outright`: the rule that forbids the wish whatever the other pairs are; None if no rule does.
    """
    if outright is not None:
        return WhyNot(None, outright)
    try:
        forced = judge.best_with(wish)
    except Impossible:
        return WhyNot(None, Difference(Defect.ABSOLUTE, "", Sentence(NO_COMPLETION)))
    return WhyNot(forced, judge.judge(forced.boards, forced.bye))


NO_COMPLETION = N_("Then the other players can no longer all be paired.")

# The answers in words


def explain_why_not_pair(
    system: System, tournament: Tournament, round_number: int, one: int, other: int
) -> Explanation:
    """Explain why `one` and `other` do not meet in the round."""
    this = asked_round(system, tournament, round_number, one, other)
    return explain_why_not_pair_of(this, one, other)


def explain_why_not_pair_of(this: TracedRound, one: int, other: int) -> Explanation:
    """Explain why two players do not meet, for a round that has been paired already."""
    story = this.story()
    names: dict[str, Value] = {"one": story.name(one), "other": story.name(other)}
    if this.opponent(one) == other:
        template = N_("{one} and {other} do meet in this round.")
        story.tell(ParagraphKind.ANSWER, template, **names)
    elif this.judge is not None:
        _tell_answer(
            story,
            this,
            why_not_pair(this.judge, one, other),
            N_("If {one} met {other}, the others could not all be paired."),
            N_("The best pairing with {one} against {other} would change: {pairs}."),
            names,
        )
    else:
        this.narrator.tell_no_pair(story, one, other)
    return this.explanation(not_pair_title(this, one, other), story)


def not_pair_title(this: TracedRound, one: int, other: int) -> Sentence:
    names = {"one": name_player(this.tournament, one), "other": name_player(this.tournament, other)}
    return Sentence(
        N_("Round {round}: why {one} does not meet {other}"), round=this.number, **names
    )


def explain_why_not_bye(
    system: System, tournament: Tournament, round_number: int, player: int
) -> Explanation:
    """Explain why `player` does not have the pairing-allocated bye."""
    return explain_why_not_bye_of(asked_round(system, tournament, round_number, player), player)


def explain_why_not_bye_of(this: TracedRound, player: int) -> Explanation:
    """Explain why a player does not have the bye, for a round that has been paired already."""
    story = this.story()
    who = story.name(player)
    if this.pairing.bye == player:
        template = N_("{player} does get the bye in this round.")
        story.tell(ParagraphKind.ANSWER, template, player=who)
    elif this.judge is not None:
        _tell_answer(
            story,
            this,
            why_not_bye(this.judge, player),
            N_("If {player} had the bye, the others could not all be paired."),
            N_("The best pairing with the bye for {player} would change: {pairs}."),
            {"player": who},
        )
    else:
        this.narrator.tell_no_bye(story, player)
    return this.explanation(not_bye_title(this, player), story)


def not_bye_title(this: TracedRound, player: int) -> Sentence:
    who = name_player(this.tournament, player)
    title = N_("Round {round}: why {player} does not get the bye")
    return Sentence(title, round=this.number, player=who)


def explain_why_not_colour(
    system: System, tournament: Tournament, round_number: int, player: int, colour: Colour
) -> Explanation:
    """Explain why `player` does not have this colour.

    First comes the colour rule of the actual pair, then what would be worse in a pairing that gives
    the player the colour.
    """
    this = asked_round(system, tournament, round_number, player)
    return explain_why_not_colour_of(this, player, colour)


def explain_why_not_colour_of(this: TracedRound, player: int, colour: Colour) -> Explanation:
    """Explain why a player does not have a colour, for a round that has been paired already."""
    story, judge = this.story(), this.judge
    white = colour is Colour.WHITE
    names = _player_and_colour(this, player, colour)
    if player in {board.white if white else board.black for board in this.pairing.boards}:
        template = N_("{player} does have {colour} in this round.")
        story.tell(ParagraphKind.ANSWER, template, **names)
    else:
        tell_own_colours(story, player, this.narrator.colour_reasons)
        if this.pairing.bye == player:
            _tell_board(story, this, player, None)
        if judge is None:
            pass
        elif not judge.opponents_with(player, colour):
            template = N_("Nobody in this round would leave {colour} to {player}.")
            story.tell(ParagraphKind.DIFFERENCE, template, **names)
        else:
            _tell_answer(
                story,
                this,
                why_not_colour(judge, player, colour),
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
    return this.explanation(not_colour_title(this, player, colour), story)


def not_colour_title(this: TracedRound, player: int, colour: Colour) -> Sentence:
    title = N_("Round {round}: why {player} does not have {colour}")
    return Sentence(title, round=this.number, **_player_and_colour(this, player, colour))


def _player_and_colour(this: TracedRound, player: int, colour: Colour) -> dict[str, Value]:
    said = Sentence(N_("White") if colour is Colour.WHITE else N_("Black"))
    return {"player": name_player(this.tournament, player), "colour": said}


def asked_round(
    system: System, tournament: Tournament, round_number: int, *players: int
) -> TracedRound:
    """Pair the round with a trace; raise an error if one of the players is not paired in it."""
    require_players(tournament, *players)
    this = TracedRound(system, tournament, round_number)
    for player in players:
        entrant(this.field, player)
    return this


def _tell_answer(
    story: Story,
    this: TracedRound,
    answer: WhyNot,
    impossible: str,
    best: str,
    names: dict[str, Value],
) -> None:
    """Explain why a wish is not granted.

    `impossible` is the sentence if the other players could not all be paired; `best` introduces the
    boards of the best pairing with the wish granted.
    """
    difference = answer.difference
    assert difference is not None
    if difference.sentence.template == NO_COMPLETION:
        article = story.system.articles.rematch
        story.tell(ParagraphKind.DIFFERENCE, impossible, article=article, about=(), **names)
        return
    this.narrator.tell_difference(story, difference)
    if difference.level is Defect.ABSOLUTE:
        _tell_past(story, difference)
    elif answer.forced is not None:
        right = set(this.pairing.boards)
        new = [board for board in answer.forced.boards if board not in right]
        pairs = ListOf.pairs((board.white, board.black) for board in new)
        story.tell(ParagraphKind.CANDIDATE, best, about=(), **names, pairs=pairs)


HAD_BYE = N_("{player} had the bye in round {round}.")
HAD_POINTS = N_("{player} got points without playing in round {round}.")


def _tell_past(story: Story, difference: Difference) -> None:
    """Explain in which round the players met or had the bye, or who decided to keep them apart."""
    if not difference.players:
        return
    me = story.entrant[difference.players[0]]
    if len(difference.players) > 1:
        tell_why_forbidden(story, me.id, difference.players[1])
        return
    if story.system.announced.round_robin or not me.barred:  # a table has no bye at all
        return
    for number in story.rounds_barring_bye(me.id):
        bye = me.history.parts[number - 1].award is Award.PAIRING_ALLOCATED_BYE
        template = HAD_BYE if bye else HAD_POINTS
        story.tell(ParagraphKind.DIFFERENCE, template, about=(me.id,), player=me.id, round=number)
