"""Make exercises: random brackets, of which the first with the wished difficulty is taken.

The same system, difficulty and seed give the same exercise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from random import Random

from crivello.explain.notation import TypedBracket, TypedGroup, TypedPlayer, write_bracket
from crivello.explain.typed_bracket import known_strengths
from crivello.model.errors import CrivelloError, Unsupported
from crivello.model.field import Float, Strength
from crivello.model.result import Colour
from crivello.model.sentence import N_, Sentence
from crivello.practice.course import (
    NO_SIEVE,
    Course,
    Tried,
    changes_for_those_below,
    solve,
)
from crivello.practice.exercise import Difficulty, Exercise
from crivello.standard.classes import frozen, replace
from crivello.systems.registry import System, find

TRIES = 4000
"""How many random brackets are looked at for one exercise."""
MOST_CANDIDATES = 40
"""The most candidates that are examined in an exercise: it is solved by hand."""
NOT_MADE = N_("No exercise of the kind {difficulty} was found for {system}.")
NO_SUCH = N_("{system} has no exercises of the kind {difficulty}. Kinds: {known}.")

D = Difficulty
OF_BRACKETS = (D.TRANSPOSITIONS, D.EXCHANGE, D.FLOATER, D.COLLAPSE, D.LAST_ROUND)
OF_UPFLOATS = (D.PAIRS, D.UPFLOATERS)
OF_PROCEDURES = (D.PAIRS, D.FLOATER)


def list_difficulties(system: System) -> tuple[Difficulty, ...]:
    """Return the kinds of exercises that there are for a system, the easiest first."""
    if not (system.has_sieve and system.typed_brackets):
        return ()
    if system.moves_down:
        return OF_BRACKETS
    if not system.brings_up:
        return OF_PROCEDURES
    # Average ratings divide a bracket into subgroups, between which players are shifted.
    return (D.SHIFTERS, D.UPFLOATERS) if system.field_rules.aro else OF_UPFLOATS


def make_exercise(system: str, difficulty: str | Difficulty, seed: int) -> Exercise:
    """Return the exercise of this kind with this number.

    `difficulty` is a kind of `list_difficulties`, or empty for one that the seed chooses.
    """
    edition = find(system)
    known = list_difficulties(edition)
    if not known:
        raise Unsupported(NO_SIEVE, system=Sentence(edition.title))
    wished = difficulty if isinstance(difficulty, Difficulty) else None
    if wished is None and difficulty:
        wished = Difficulty(difficulty)
    if wished is None:
        wished = known[Random(f"{system} {seed}").randrange(len(known))]
    if wished not in known:
        raise Unsupported(
            NO_SUCH,
            system=Sentence(edition.title),
            difficulty=wished.value,
            known=", ".join(one.value for one in known),
        )
    chance = Random(f"{system} {wished.value} {seed}")
    for _ in range(TRIES):
        exercise = replace(
            _random_exercise(edition, wished, chance), difficulty=wished.value, seed=seed
        )
        try:
            course = solve(exercise)
        except CrivelloError:
            continue  # it cannot be paired, or is too large
        if _is_one(course, wished):
            return exercise
    raise Unsupported(NOT_MADE, system=Sentence(edition.title), difficulty=wished.value)


# What makes an exercise one of its kind


def _is_one(course: Course, wished: Difficulty) -> bool:
    listed = course.tried is not Tried.PAIRINGS or course.system.moves_down
    if listed and not 2 <= len(course.candidates) <= MOST_CANDIDATES:
        # The older Dutch rules list the candidates of homogeneous brackets only.
        if course.candidates or wished not in (D.FLOATER, D.COLLAPSE, D.LAST_ROUND):
            return False
    if not _is_worth_asking(course):
        return False
    if course.whole and wished not in (D.COLLAPSE, D.PAIRS, D.FLOATER, D.UPFLOATERS):
        return False
    return TESTS[wished](course)


def _is_worth_asking(course: Course) -> bool:
    """Return True if the first candidate, S1 against S2 in order, is not the answer."""
    if course.candidates:
        return (
            course.candidates[0].pair_set != course.pair_set or course.tried is not Tried.PAIRINGS
        )
    return True


def _has_exchange(course: Course) -> bool:
    """Return True if a pair of a bracket without moved-down players is inside one of its halves."""
    half = len(course.pairs)
    place = {player: at for at, player in enumerate(course.asked)}
    return any((place[a] < half) == (place[b] < half) for a, b in course.pairs)


def _only_transposes(course: Course) -> bool:
    return not course.floaters and not _has_exchange(course)


def _exchanges(course: Course) -> bool:
    return not course.floaters and _has_exchange(course)


def _chooses_floater(course: Course) -> bool:
    """Return True if some player floats, but not the one who floats in the first candidate."""
    if not course.floaters or changes_for_those_below(course.round):
        return False
    if course.candidates:
        return {*course.candidates[0].players} != {*course.floaters}
    return course.floaters != course.asked[len(course.asked) - len(course.floaters) :]


def _collapses(course: Course) -> bool:
    return changes_for_those_below(course.round)


def _needs_last_round(course: Course) -> bool:
    """Return True if the bracket would be paired in another way before the last round."""
    exercise = course.exercise
    try:
        before = solve(replace(exercise, rounds=(exercise.rounds or 0) + 2))
    except CrivelloError:
        return True
    return bool(before.pair_set != course.pair_set)


def _shifts(course: Course) -> bool:
    return course.tried is Tried.SHIFTS and not course.floaters


def _chooses_upfloaters(course: Course) -> bool:
    """Return True if players come up, but not those who are the first in order."""
    if not course.floaters:
        return False
    if course.candidates:
        first = course.candidates[0].players
        return course.tried is Tried.SETS and {*first} != {*course.floaters}
    lower = [player.id for player in course.round.field.entrants[len(course.asked) :]]
    return {*course.floaters} != {*lower[: len(course.floaters)]}


def _has_other_pairs(course: Course) -> bool:
    """Return True if nobody floats, and the pairs are not those that come first in order.

    First come the upper half against the lower half, or the first against the last.
    """
    if course.floaters:
        return False
    inside = [pair for pair in course.pairs if {*pair} <= {*course.asked}]
    half, many = len(course.asked) // 2, len(course.asked)
    mirrored = {frozenset((course.asked[i], course.asked[many - 1 - i])) for i in range(half)}
    halves = {frozenset((course.asked[i], course.asked[i + half])) for i in range(half)}
    found = {frozenset(pair) for pair in inside}
    return half > 1 and found not in (mirrored, halves)


TESTS: dict[Difficulty, Callable[[Course], bool]] = {
    D.TRANSPOSITIONS: _only_transposes,
    D.EXCHANGE: _exchanges,
    D.FLOATER: _chooses_floater,
    D.COLLAPSE: _collapses,
    D.LAST_ROUND: _needs_last_round,
    D.SHIFTERS: _shifts,
    D.UPFLOATERS: _chooses_upfloaters,
    D.PAIRS: _has_other_pairs,
}


# Random brackets


@frozen
class _Shape:
    """The sizes of a random bracket, as ranges."""

    residents: Sequence[int]
    moved_down: Sequence[int] = (0,)
    below: Sequence[Sequence[int]] = ((),)
    """The sizes of the scoregroups below: one of these."""
    met: float = 0.3
    """How likely two players have met."""


SHAPES: dict[Difficulty, _Shape] = {
    D.TRANSPOSITIONS: _Shape((4, 6)),
    D.EXCHANGE: _Shape((4, 6), met=0.35),
    D.FLOATER: _Shape((3, 5, 4), (0, 0, 1), ((3,), (1,), (5,), (2,))),
    D.COLLAPSE: _Shape((2, 3, 4), (0, 0, 1), ((1,), (2,), (3,), (1, 1), (2, 2)), met=0.4),
    D.LAST_ROUND: _Shape((4, 6), met=0.35),
    D.SHIFTERS: _Shape((4, 6)),
    D.UPFLOATERS: _Shape((3, 5), below=((3,), (2, 1), (1, 2), (5,), (3, 2))),
    D.PAIRS: _Shape((4, 6), below=((), (2,))),
}


def _random_exercise(edition: System, wished: Difficulty, chance: Random) -> Exercise:
    shape = SHAPES[wished]
    residents, moved = chance.choice(shape.residents), chance.choice(shape.moved_down)
    below = chance.choice(shape.below)
    last = wished is D.LAST_ROUND
    number = chance.randrange(5, 9)
    rounds = number if last else number + 2
    sizes = [moved, residents, *below]
    if not edition.moves_down:
        sizes = [moved + residents, *below]
    numbers = iter(sorted(chance.sample(range(1, 2 * sum(sizes) + 1), sum(sizes))))
    score = _score(chance, number, top=last) + Fraction(len(below), 2)
    groups = []
    for at, size in enumerate(sizes):
        if not size:
            continue
        players = tuple(_random_player(edition, next(numbers), number, chance) for _ in range(size))
        square = edition.moves_down and at < 2
        above = Fraction(1, 2) if square and at == 0 else 0
        groups.append(TypedGroup(players, square, score + above))
        if not (square and at == 0):
            score -= Fraction(1, 2)
    everyone = [player.number for group in groups for player in group.players]
    met = tuple(
        (one, other)
        for at, one in enumerate(everyone)
        for other in everyone[at + 1 :]
        if chance.random() < shape.met
    )
    typed = TypedBracket(
        tuple(groups),
        met,
        upfloats=tuple(_random_upfloats(edition, groups, chance)),
        ratings=tuple(_random_ratings(edition, everyone, chance)),
    )
    barred = tuple(one for one in everyone if sum(sizes) % 2 and chance.random() < 0.15)
    return Exercise(edition.key, write_bracket(typed), number, rounds, barred=barred)


def _score(chance: Random, number: int, top: bool) -> Fraction:
    """Return a score before this round: an ordinary one, or one of more than half of the points."""
    least, most = ((number + 1) // 2, number - 2) if top else (number // 3, number // 2)
    return Fraction(2 * chance.randrange(least, max(least, most) + 1) + chance.randrange(2), 2)


def _random_player(edition: System, at: int, number: int, chance: Random) -> TypedPlayer:
    colour = chance.choice((Colour.WHITE, Colour.BLACK))
    all_played = chance.random() < 0.85
    even = (number - 1) % 2 == (0 if all_played else 1)
    strength = Strength.MILD if even else Strength.STRONG
    if chance.random() < 0.3:
        strength = Strength.ABSOLUTE
    written = _written(edition, colour, strength, number)
    signs = UPFLOATS_ONLY if edition.field_rules.float_rounds is None else SIGNS
    floats = tuple(chance.choice(signs) for _ in range(_columns(edition)))
    aro = 0
    if edition.shows_ratings and (colour is Colour.WHITE or not edition.field_rules.aro):
        aro = 2300 + 5 * chance.randrange(60)
    if not written:
        return TypedPlayer(at, "", None, Strength.NONE, None, floats, aro, None)
    return TypedPlayer(at, written, colour, strength, None, floats, aro, None)


SIGNS = (None, None, None, None, Float.DOWN, Float.UP)
UPFLOATS_ONLY = (None, None, Float.UP)
"""Where all rounds are counted, only upfloats are."""


def _columns(edition: System) -> int:
    """Return how many rounds of floats a card of this system shows."""
    rounds = edition.field_rules.float_rounds
    return 1 if rounds is None else rounds


def _written(edition: System, colour: Colour, strength: Strength, number: int) -> str:
    """Return a preference as the edition writes it; nothing if it knows none of this strength."""
    upper, lower = colour.value.upper(), colour.value.lower()
    if strength not in known_strengths(edition):
        return ""
    if strength is Strength.ABSOLUTE:
        return upper + edition.absolute_mark
    if edition.field_rules.by_parity:
        odd = number % 2 == 1
        if strength is Strength.STRONG:
            return f"({upper})" if odd else lower
        return lower if odd else f"({lower})"
    return upper + lower if strength is Strength.STRONG else lower


def _random_upfloats(
    edition: System, groups: Sequence[TypedGroup], chance: Random
) -> Iterator[tuple[int, int]]:
    if edition.field_rules.aro:
        for group in groups:
            for player in group.players:
                if chance.random() < 0.25:
                    yield player.number, player.floats.count(Float.UP) + chance.randrange(1, 4)


def _random_ratings(
    edition: System, players: Sequence[int], chance: Random
) -> Iterator[tuple[int, int]]:
    if edition.shows_ratings and not edition.field_rules.aro:
        for player in players:
            yield player, 2600 - 20 * player + 5 * chance.randrange(3)
