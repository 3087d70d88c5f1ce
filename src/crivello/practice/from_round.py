"""Exercises from the rounds of a tournament: each bracket as it would be typed."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, groupby

from crivello.explain.notation import MOST, TypedBracket, TypedGroup, TypedPlayer, write_bracket
from crivello.explain.round import TracedRound
from crivello.explain.story import older_preference_text, preference_text
from crivello.model.errors import CrivelloError, Unsupported
from crivello.model.field import Entrant, Float
from crivello.model.sentence import N_, Sentence
from crivello.practice.course import NO_SIEVE, Course, solve
from crivello.practice.exercise import Exercise
from crivello.practice.making import list_difficulties
from crivello.standard.classes import replace
from crivello.systems.dutch.system import DutchSystem

NONE_FITS = N_(
    "No bracket of round {round} can be an exercise: its pairing depends on more than books print, "
    "or nothing is left to choose."
)
NO_BRACKET = N_("Bracket {bracket} of round {round} cannot be an exercise; these can: {known}.")


def list_exercises(this: TracedRound) -> dict[int, Exercise]:
    """Return the brackets of a round that make exercises, by their numbers, the highest being 1.

    Left out are brackets with nothing to choose, and those whose pairing depends on more than a
    typed bracket says.
    """
    system = this.system
    if not list_difficulties(system):
        raise Unsupported(NO_SIEVE, system=Sentence(system.title))
    found = {
        number: exercise
        for number, exercise in type_brackets(this).items()
        if _is_exercise(this, exercise)
    }
    if not found:
        raise Unsupported(NONE_FITS, round=this.number)
    return found


def type_brackets(this: TracedRound) -> dict[int, Exercise]:
    """Return the brackets of a round as they would be typed, by their numbers, the highest being
    1; those that depend on more than can be typed are left out.
    """
    found = {
        number: _write_exercise(this, bracket)
        for number, bracket in enumerate(_brackets(this), start=1)
    }
    return {number: one for number, one in found.items() if one is not None}


def _is_exercise(this: TracedRound, exercise: Exercise) -> bool:
    """Return True if there is something to choose, and the typed bracket is paired as in the
    round.
    """
    try:
        course = solve(exercise)
    except CrivelloError:
        return False
    many = len(course.candidates) or len(course.asked) - 1
    return many > 1 and _agrees(this, course)


def find_exercise(this: TracedRound, bracket: int) -> Exercise:
    """Return one bracket of a round as an exercise."""
    found = list_exercises(this)
    if bracket not in found:
        raise Unsupported(
            NO_BRACKET, bracket=bracket, round=this.number, known=", ".join(map(str, found))
        )
    return found[bracket]


Scoregroups = list[tuple[Entrant, ...]]
"""Players still to be paired, the moved-down players in a group of their own before the
residents."""


def _brackets(this: TracedRound) -> list[Scoregroups]:
    """Return what is still to be paired when each bracket is opened."""
    groups = [tuple(g) for _, g in groupby(this.field.entrants, key=lambda p: p.score)]
    system, entrant = this.system, {player.id: player for player in this.field.entrants}
    if not system.moves_down and not system.brings_up:
        return [groups]  # the groups are not paired from the top

    def level(player: Entrant) -> int:
        """Return the score at which the player is paired."""
        opponent = this.opponent(player.id)
        if opponent is None:
            return 0
        scores = player.score, entrant[opponent].score
        return min(scores) if system.moves_down else max(scores)

    found = []
    for place, group in enumerate(groups):
        score = group[0].score
        rest = [
            tuple(player for player in members if level(player) <= score)
            for members in groups[place:]
        ]
        if system.moves_down:
            above = (player for members in groups[:place] for player in members)
            rest.insert(0, tuple(player for player in above if level(player) <= score))
        found.append(rest)
    return found


def _write_exercise(this: TracedRound, bracket: Scoregroups) -> Exercise | None:
    """Return a bracket as it would be typed; None if that is not enough to pair it."""
    system, unit = this.system, this.field.scoring.unit
    square = 2 if system.moves_down else 0
    last = sum(map(len, bracket)) <= MOST
    kept = bracket if last else bracket[:2]
    everyone = [player for members in kept for player in members]
    residents = bracket[1] if square else bracket[0]
    if unit != 2 or not residents or len(everyone) > MOST or _needs_more(this, everyone):
        return None
    groups = tuple(
        _write_group(this, members, square=place < square)
        for place, members in enumerate(kept)
        if members
    )
    rules = system.field_rules
    typed = TypedBracket(
        groups,
        tuple((a.number, b.number) for a, b in combinations(everyone, 2) if b.id in a.avoid),
        tuple(
            (one.number, one.history.colours)
            for one in everyone
            if one.history.colours and not (rules.by_parity and one.history.unplayed)
        ),
        tuple(
            (one.number, one.floats.count(Float.UP))
            for one in everyone
            if rules.float_rounds is None and Float.UP in one.floats
        ),
        tuple((one.number, one.rating) for one in everyone if _asks_rating(this) and one.rating),
    )
    return Exercise(
        system.key,
        write_bracket(typed),
        this.number,
        this.field.rounds,
        last,
        tuple(one.number for one in everyone if one.barred),
    )


def _asks_rating(this: TracedRound) -> bool:
    return this.system.shows_ratings and not this.system.field_rules.aro


def _needs_more(this: TracedRound, players: Sequence[Entrant]) -> bool:
    """Return True if the pairing depends on what cannot be typed: players kept apart, or rounds
    without a game, which count for the bye (Dutch 2026: C9).
    """
    system = this.system
    c9 = isinstance(system, DutchSystem) and system.edition.bye is not None
    odd = c9 and len(this.field.entrants) % 2
    return any(
        one.score != one.points
        or not one.avoid <= one.history.met
        or (odd and one.history.unplayed)
        for one in players
    )


def _write_group(this: TracedRound, members: Sequence[Entrant], *, square: bool) -> TypedGroup:
    """Return a group with its score, or with that of each player if they differ."""
    players = tuple(_write_typed(this, player) for player in members)
    scores = {player.score for player in players}
    if len(scores) > 1:
        return TypedGroup(players, square, None)
    return TypedGroup(tuple(replace(one, score=None) for one in players), square, scores.pop())


def _write_typed(this: TracedRound, player: Entrant) -> TypedPlayer:
    system = this.system
    rules = system.field_rules
    if rules.by_parity:
        written = older_preference_text(player, this.number % 2 == 1)
    else:
        written = preference_text(player, system.absolute_mark)
    columns = 1 if rules.float_rounds is None else rules.float_rounds
    aro = player.aro
    if _asks_rating(this):
        ratings = {one.id: one.rating or 0 for one in this.tournament.players}
        aro = round(rules.shown_aro(player.history, ratings))
    return TypedPlayer(
        player.number,
        written,
        player.preference,
        player.strength,
        None,
        player.floats[:columns],
        aro,
        Fraction(player.score, this.field.scoring.unit),
    )


def _agrees(this: TracedRound, course: Course) -> bool:
    """Return True if the typed bracket is paired as in the round."""
    number = {player.id: player.number for player in this.field.entrants}
    opponent = {
        number[player.id]: number.get(this.opponent(player.id) or 0)
        for player in this.field.entrants
    }
    known = {player.number for player in course.players}
    for player in course.asked:
        mine, theirs = course.round.opponent(player), opponent[player]
        if (mine if mine in known else None) != (theirs if theirs in known else None):
            return False
    return True
