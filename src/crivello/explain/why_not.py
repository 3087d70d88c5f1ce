"""Why not A against B? Solve again with that forced, and say where it is worse.

Forcing needs no second solver: two players who may meet nobody but each other are paired with each
other in every pairing of the round. So a wish is a few more forbidden pairs. The best pairing that
grants it is judged by the rules without them.
"""

from __future__ import annotations

from dataclasses import dataclass

from crivello.explain.colours import IDEAS, colour_sentence
from crivello.explain.differences import tell_difference
from crivello.explain.explanation import Depth, Explanation, Kind, Said, Value, pairs
from crivello.explain.player import opponent_of
from crivello.explain.procedure import tell_bye_elsewhere, tell_pair_elsewhere
from crivello.explain.round import rules_of
from crivello.explain.story import Story, must_be_there, people, person
from crivello.model.errors import Illegal, Impossible
from crivello.model.pairing import RoundPairing
from crivello.model.result import Award, Colour
from crivello.model.sentence import Sentence
from crivello.model.tournament import Tournament
from crivello.model.trace import ColourAllocated, Trace
from crivello.rules.field import build_field
from crivello.systems.judgement import Difference, Level, Wish, entrant
from crivello.systems.registry import Judge, System, find
from crivello.words import N_


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
    must_be_there(tournament, one, other)
    if one == other:
        raise Illegal(N_("Nobody can meet themselves."))
    others = [p.id for p in tournament.players if p.id not in (one, other)]
    apart = [(player, p) for player in (one, other) for p in others]
    wish = Wish(frozenset(apart), frozenset((one, other)))
    return _solve(system, tournament, round_number, wish, (one, other))


def why_not_bye(system: System, tournament: Tournament, round_number: int, player: int) -> WhyNot:
    """Why does `player` not get the pairing-allocated bye?"""
    must_be_there(tournament, player)
    wish = Wish(frozenset((player, p.id) for p in tournament.players if p.id != player))
    return _solve(system, tournament, round_number, wish, (player,))


def why_not_colour(
    system: Judge, tournament: Tournament, round_number: int, player: int, colour: Colour
) -> WhyNot:
    """Why does `player` not get this colour? He may meet only those who would leave it to him."""
    must_be_there(tournament, player)
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
        return WhyNot(
            chosen, None, Difference(Level.ABSOLUTE, "", Sentence(NO_COMPLETION), players=players)
        )
    difference = system.judge(tournament, round_number, forced.boards, forced.bye)
    return WhyNot(chosen, forced, difference)


PROCEDURE = N_("The procedure of the rules leads elsewhere.")
NO_COMPLETION = N_("With this the other players can no longer all be paired.")


def _forbidden_outright(
    system: Judge, tournament: Tournament, round_number: int, players: tuple[int, ...]
) -> Difference | None:
    if len(players) == 2:
        return system.forbids_pair(tournament, round_number, *players)
    if players:
        return system.forbids_bye(tournament, round_number, players[0])
    return None


# The answers to "why not?" in words.


WHITE, BLACK = N_("White"), N_("Black")


def explain_why_not_pair(
    system: System, tournament: Tournament, round_number: int, one: int, other: int
) -> Explanation:
    """Why `one` and `other` do not meet."""
    must_be_there(tournament, one, other)
    asked = _Asked(system, tournament, round_number, one, other)
    names: dict[str, Value] = {"one": person(tournament, one), "other": person(tournament, other)}
    story = asked.story
    if opponent_of(asked.pairing, one) == other:
        story.tell(
            Kind.ANSWER, N_("{one} and {other} do meet in this round."), about=(one, other), **names
        )
    elif isinstance(asked.judge, Judge):
        answer = why_not_pair(asked.judge, tournament, round_number, one, other)
        asked.tell(
            answer,
            Said(N_("If {one} met {other}, the others could not all be paired."), names),
            Said(N_("The best pairing with {one} against {other} would change: {pairs}."), names),
        )
    else:
        tell_pair_elsewhere(story, asked.trace, one, other, asked.rules)
    return asked.explanation(
        Said(N_("Round {round}: why {one} does not meet {other}"), {"round": round_number, **names})
    )


def explain_why_not_bye(
    system: System, tournament: Tournament, round_number: int, player: int
) -> Explanation:
    """Why `player` does not get the pairing-allocated bye."""
    must_be_there(tournament, player)
    asked = _Asked(system, tournament, round_number, player)
    names: dict[str, Value] = {"player": person(tournament, player)}
    if asked.pairing.bye == player:
        asked.story.tell(
            Kind.ANSWER, N_("{player} does get the bye in this round."), about=(player,), **names
        )
    elif isinstance(asked.judge, Judge):
        answer = why_not_bye(asked.judge, tournament, round_number, player)
        asked.tell(
            answer,
            Said(N_("If {player} had the bye, the others could not all be paired."), names),
            Said(N_("The best pairing with the bye for {player} would change: {pairs}."), names),
        )
    else:
        tell_bye_elsewhere(asked.story, asked.trace, player, asked.rules)
    return asked.explanation(
        Said(
            N_("Round {round}: why {player} does not get the bye"), {"round": round_number, **names}
        )
    )


def explain_why_not_colour(
    system: System, tournament: Tournament, round_number: int, player: int, colour: Colour
) -> Explanation:
    """Why `player` does not get this colour: first by the rule of his pair, then at all."""
    must_be_there(tournament, player)
    asked = _Asked(system, tournament, round_number, player)
    white = colour is Colour.WHITE
    names: dict[str, Value] = {
        "player": person(tournament, player),
        "colour": Said(WHITE if white else BLACK),
    }
    question = Said(
        N_("Round {round}: why {player} does not have {colour}"), {"round": round_number, **names}
    )
    has = {board.white if white else board.black for board in asked.pairing.boards}
    if player in has:
        asked.story.tell(
            Kind.ANSWER, N_("{player} does have {colour} in this round."), about=(player,), **names
        )
    else:
        asked.tell_colour(player)
        if isinstance(asked.judge, Judge):
            if not asked.judge.opponents_with(tournament, round_number, player, colour):
                template = N_("Nobody in this round would leave {colour} to {player}.")
                asked.story.tell(Kind.DIFFERENCE, template, about=(player,), **names)
                return asked.explanation(question)
            answer = why_not_colour(asked.judge, tournament, round_number, player, colour)
            asked.tell(
                answer,
                Said(
                    N_(
                        "With an opponent who leaves {colour} to {player} the others could not all "
                        "be paired."
                    ),
                    names,
                ),
                Said(
                    N_(
                        "The best pairing with an opponent who leaves {colour} to {player} would "
                        "change: {pairs}."
                    ),
                    names,
                ),
            )
    return asked.explanation(question)


class _Asked:
    """A question about a round: the round as it is, and the answer in the making."""

    def __init__(
        self, system: System, tournament: Tournament, round_number: int, *players: int
    ) -> None:
        self.system = system
        self.tournament = tournament
        self.trace: Trace = []
        self.pairing = system.pair(tournament, round_number, self.trace)
        self.rules = rules_of(system.key, self.trace)
        self.judge = find(self.rules)
        """In seeding rounds the rules are those of another system."""
        field = build_field(tournament, round_number, self.judge.field_rules)
        self.story = Story(field, self.judge.field_rules)
        for player in players:
            entrant(field, player)  # refuses one who is not to be paired

    def tell(self, answer: WhyNot, impossible: Said, best: Said) -> None:
        difference = answer.difference
        assert difference is not None
        if difference.sentence.template == NO_COMPLETION:
            self.story.say(
                Kind.DIFFERENCE,
                impossible,
            )
            return
        tell_difference(self.story, difference, self.rules)
        self._past(difference)
        if answer.forced is not None and difference.level is not Level.ABSOLUTE:
            self.story.tell(
                Kind.CANDIDATE,
                best.template,
                **best.values,
                pairs=pairs(_changed(answer.chosen, answer.forced)),
            )

    def _past(self, difference: Difference) -> None:
        """In which round that happened which forbids the wish."""
        if difference.level is not Level.ABSOLUTE or not difference.players:
            return
        me = self.story.entrant[difference.players[0]]
        others = difference.players[1:]
        for number, entry in enumerate(me.history.entries, start=1):
            if others and entry.played and entry.opponent in others:
                template = N_("They played each other in round {round}.")
                self.story.tell(Kind.DIFFERENCE, template, about=difference.players, round=number)
            elif not others and me.barred and entry.award is Award.PAIRING_ALLOCATED_BYE:
                template = N_("{player} had the bye in round {round}.")
                self.story.tell(
                    Kind.DIFFERENCE, template, about=(me.id,), player=me.id, round=number
                )
            elif not others and me.barred and not entry.played and entry.points:
                template = N_("{player} got points without playing in round {round}.")
                self.story.tell(
                    Kind.DIFFERENCE, template, about=(me.id,), player=me.id, round=number
                )

    def tell_colour(self, player: int) -> None:
        """The colour rule of the player's pair."""
        for step in self.trace:
            if isinstance(step, ColourAllocated) and player in (step.white, step.black):
                players = self.story.entrant
                said = colour_sentence(
                    players[step.white],
                    players[step.black],
                    IDEAS[self.rules][step.rule],
                    people(self.tournament, (step.white, step.black)),
                )
                self.story.say(
                    Kind.COLOUR,
                    said,
                    article=step.rule,
                    about=(step.white, step.black),
                )

    def explanation(self, question: Said) -> Explanation:
        return Explanation(
            question,
            self.system.key,
            self.pairing.round,
            tuple(self.story.paragraphs),
            Depth.NORMAL,
        )


def _changed(chosen: RoundPairing, forced: RoundPairing) -> tuple[tuple[int, int], ...]:
    """Boards of the second pairing that are not in the first."""
    same = set(chosen.boards)
    return tuple((board.white, board.black) for board in forced.boards if board not in same)
