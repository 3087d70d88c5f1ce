"""Why not A against B? Solve again with that forced, and say where it is worse.

Forcing needs no second solver: two players who may meet nobody but each other are paired with each
other in every pairing of the round. So a wish is a few more forbidden pairs. The best pairing that
grants it is judged by the rules without them.
"""

from __future__ import annotations

from dataclasses import dataclass

from crivello.explain.colours import tell_own_colours
from crivello.explain.explanation import Explanation, ParagraphKind, Value
from crivello.explain.round import TracedRound
from crivello.explain.story import Story, require_players
from crivello.model.errors import Illegal, Impossible
from crivello.model.pairing import RoundPairing
from crivello.model.result import Award, Colour
from crivello.model.sentence import N_, ListOf, Sentence
from crivello.model.tournament import Tournament
from crivello.systems.judgement import Difference, Level, Wish, entrant
from crivello.systems.registry import Judge, System


@dataclass(frozen=True, slots=True)
class WhyNot:
    """The pairing of the round, the best one with the wish granted, and what tells them apart."""

    chosen: RoundPairing
    forced: RoundPairing | None
    """None: with the wish granted the round cannot be paired."""
    difference: Difference | None
    """None: the wish is granted already."""


def why_not_pair(
    system: System, tournament: Tournament, round_number: int, one: int, other: int
) -> WhyNot:
    """Why do `one` and `other` not meet?"""
    require_players(tournament, one, other)
    if one == other:
        raise Illegal(N_("Nobody can meet themselves."))
    others = [p.id for p in tournament.players if p.id not in (one, other)]
    apart = [(player, p) for player in (one, other) for p in others]
    wish = Wish(frozenset(apart), frozenset((one, other)))
    return _solve(system, tournament, round_number, wish, (one, other))


def why_not_bye(system: System, tournament: Tournament, round_number: int, player: int) -> WhyNot:
    """Why does `player` not get the pairing-allocated bye?"""
    require_players(tournament, player)
    wish = Wish(frozenset((player, p.id) for p in tournament.players if p.id != player))
    return _solve(system, tournament, round_number, wish, (player,))


def why_not_colour(
    system: Judge, tournament: Tournament, round_number: int, player: int, colour: Colour
) -> WhyNot:
    """Why does `player` not get this colour? Only those are left who would leave it to them."""
    require_players(tournament, player)
    kept = system.opponents_with(tournament, round_number, player, colour)
    others = [p.id for p in tournament.players if p.id != player and p.id not in kept]
    wish = Wish(frozenset((player, p) for p in others), frozenset((player,)))
    return _solve(system, tournament, round_number, wish, ())


def _solve(
    system: System,
    tournament: Tournament,
    round_number: int,
    wish: Wish,
    players: tuple[int, ...],
) -> WhyNot:
    """`players`: a pair or a single player whom a rule may forbid what is wished for."""
    chosen = system.pair(tournament, round_number)
    if not isinstance(system, Judge):
        return WhyNot(chosen, None, Difference(Level.PROCEDURE, "", Sentence(PROCEDURE)))
    first = _forbidden_outright(system, tournament, round_number, players)
    if first is not None:
        return WhyNot(chosen, None, first)
    try:
        forced = system.best_with(tournament, round_number, wish)
    except Impossible:
        completion = Difference(Level.ABSOLUTE, "", Sentence(NO_COMPLETION), players=players)
        return WhyNot(chosen, None, completion)
    difference = system.judge(tournament, round_number, forced.boards, forced.bye)
    return WhyNot(chosen, forced, difference)


PROCEDURE = N_("The procedure of the rules leads elsewhere.")
NO_COMPLETION = N_("Then the other players can no longer all be paired.")


def _forbidden_outright(
    system: Judge, tournament: Tournament, round_number: int, players: tuple[int, ...]
) -> Difference | None:
    if len(players) == 2:
        return system.forbids_pair(tournament, round_number, *players)
    if players:
        return system.forbids_bye(tournament, round_number, players[0])
    return None


# The answers in words


def explain_why_not_pair(
    system: System, tournament: Tournament, round_number: int, one: int, other: int
) -> Explanation:
    """Why `one` and `other` do not meet."""
    this, story = _asked(system, tournament, round_number, one, other)
    names: dict[str, Value] = {"one": story.name(one), "other": story.name(other)}
    if this.opponent(one) == other:
        template = N_("{one} and {other} do meet in this round.")
        story.tell(ParagraphKind.ANSWER, template, about=(one, other), **names)
    elif isinstance(this.rules, Judge):
        _tell_answer(
            story,
            this,
            why_not_pair(this.rules, tournament, round_number, one, other),
            Sentence(N_("If {one} met {other}, the others could not all be paired."), **names),
            Sentence(
                N_("The best pairing with {one} against {other} would change: {pairs}."), **names
            ),
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
        story.tell(ParagraphKind.ANSWER, template, about=(player,), player=who)
    elif isinstance(this.rules, Judge):
        _tell_answer(
            story,
            this,
            why_not_bye(this.rules, tournament, round_number, player),
            Sentence(
                N_("If {player} had the bye, the others could not all be paired."), player=who
            ),
            Sentence(
                N_("The best pairing with the bye for {player} would change: {pairs}."), player=who
            ),
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
        story.tell(ParagraphKind.ANSWER, template, about=(player,), **names)
    else:
        tell_own_colours(story, player, this.teller.colour_reasons)
        if isinstance(this.rules, Judge):
            _tell_other_colour(story, this, this.rules, player, colour, names)
    title = N_("Round {round}: why {player} does not have {colour}")
    return this.explanation(Sentence(title, round=round_number, **names), story)


def _tell_other_colour(
    story: Story,
    this: TracedRound,
    judge: Judge,
    player: int,
    colour: Colour,
    names: dict[str, Value],
) -> None:
    """Why the player has no opponent against whom the colour would be this one."""
    if not judge.opponents_with(this.tournament, this.number, player, colour):
        template = N_("Nobody in this round would leave {colour} to {player}.")
        story.tell(ParagraphKind.DIFFERENCE, template, about=(player,), **names)
        return
    _tell_answer(
        story,
        this,
        why_not_colour(judge, this.tournament, this.number, player, colour),
        Sentence(
            N_(
                "With an opponent who leaves {colour} to {player} the others could not all be "
                "paired."
            ),
            **names,
        ),
        Sentence(
            N_(
                "The best pairing with an opponent who leaves {colour} to {player} would change: "
                "{pairs}."
            ),
            **names,
        ),
    )


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
    story: Story, this: TracedRound, answer: WhyNot, impossible: Sentence, best: Sentence
) -> None:
    """`best` introduces the boards of the best pairing with the wish granted."""
    difference = answer.difference
    assert difference is not None
    if difference.sentence.template == NO_COMPLETION:
        story.tell(ParagraphKind.DIFFERENCE, impossible)
        return
    this.teller.tell_difference(story, difference)
    if difference.level is Level.ABSOLUTE:
        _tell_past(story, difference)
    elif answer.forced is not None:
        changed = [
            (board.white, board.black)
            for board in answer.forced.boards
            if board not in answer.chosen.boards
        ]
        story.tell(
            ParagraphKind.CANDIDATE,
            best.template,
            **best.values,
            pairs=ListOf.pairs(changed),
        )


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
