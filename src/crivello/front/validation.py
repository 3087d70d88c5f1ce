"""Find everything that is wrong with a tournament that was built in Python, all at once.

First the types of all values are checked, which Python does not do. If they are right, the sizes of
numbers and contradictions are checked (`model.consistency`).
"""

from __future__ import annotations

import types
from collections.abc import Callable, Iterator
from enum import Enum
from functools import cache
from typing import TYPE_CHECKING, Any, Union, get_args, get_origin

from crivello.formats.codec import A_BOOLEAN, A_TEXT, A_WHOLE_NUMBER, LARGEST, WHOLE_CHARACTERS
from crivello.formats.trf.lines import MAX_PLAYERS, MAX_ROUNDS
from crivello.front.score import Score
from crivello.front.taking import field_types, values_of
from crivello.model.errors import Illegal, Problem, TooLarge
from crivello.model.keys import NEWEST
from crivello.model.player import Player
from crivello.model.sentence import N_, Sentence, Template

if TYPE_CHECKING:
    from crivello.front.settings import Settings
    from crivello.model.tournament import Tournament

BROKEN = N_(
    "The tournament has a problem: {details}", "The tournament has {count} problems: {details}"
)
WRONG_RESULTS = N_(
    "A result cannot be entered: {details}", "{count} results cannot be entered: {details}"
)
MISFIT = N_("{place} is {found}; expected: {expected}.")
MISSING = N_("{place} is missing.")
OUT_OF_RANGE = N_("{place} is {found}; it must be from {lowest} to {highest}.")
TOO_FINE = N_("{place} is {found}; points are whole, or parts of at most a thousandth.")
TOO_MANY = N_("The tournament has {count} players; the limit is {limit}.")
NOT_A_SYSTEM = N_("A pairing system is a string such as {example}, not {found}.")
NO_TOURNAMENT = N_("A tournament is expected, not {found}.")
A_TUPLE = N_("a tuple")
A_NUMBER = N_("a number of points")
ONE_OF = N_("one of {names}")

SHOWN = 5
"""Problems that the message of the error repeats; `problems` has all."""
FINEST = 1000
HIGHEST_POINTS = 1000
HIGHEST_RATING = 9999


def refuse(problems: list[Problem], template: Template = BROKEN) -> Illegal:
    """Return one error for all these problems."""
    texts = [str(problem) for problem in problems[:SHOWN]]
    if len(problems) > SHOWN:
        texts.append("…")
    return Illegal(template, problems, count=len(problems), details=" ".join(texts))


# Types

_Check = Callable[[Any, str], Iterator[Problem]]


def find_misfits(kind: Any, value: Any, place: str) -> Iterator[Problem]:
    """Yield a problem for each value inside `value` that does not have its declared type.

    `place`: where `value` is, such as ``players[3]``.
    """
    return _check(kind)(value, place)


@cache
def _check(kind: Any) -> _Check:
    origin = get_origin(kind)
    if origin in (Union, types.UnionType):
        (option,) = [option for option in get_args(kind) if option is not type(None)]
        inner = _check(option)
        return lambda value, place: iter(()) if value is None else inner(value, place)
    if origin is tuple:
        kinds = get_args(kind)
        return _sequence(kinds[0]) if kinds[1:] == (Ellipsis,) else _row(kinds)
    if hasattr(kind, "__value_fields__"):
        return _object(kind)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return _member(kind)
    return {bool: _boolean, int: _check_whole_number, str: _text, Score: _score}[kind]


def _describe_misfit(value: Any, place: str, expected: str | Sentence) -> Problem:
    expected = Sentence(expected) if isinstance(expected, str) else expected
    return Problem(Sentence(MISFIT, place=place, found=show_value(value), expected=expected))


def show_value(value: Any) -> str:
    """Return a value as text for a message; for a long value, only its type."""
    if type(value) in (str, bytes, float, bool, types.NoneType) or isinstance(value, Enum):
        return repr(value)[:40]
    if type(value) is int:
        return str(value) if abs(value) < LARGEST else f"{'-' if value < 0 else ''}10…"
    return type(value).__name__


def _sequence(kind: Any) -> _Check:
    inner = _check(kind)

    def check(value: Any, place: str) -> Iterator[Problem]:
        if not isinstance(value, tuple):
            yield _describe_misfit(value, place, A_TUPLE)
            return
        for index, item in enumerate(value):
            yield from inner(item, f"{place}[{index}]")

    return check


def _row(kinds: tuple[Any, ...]) -> _Check:
    checks = [_check(kind) for kind in kinds]

    def check(value: Any, place: str) -> Iterator[Problem]:
        if not isinstance(value, tuple) or len(value) != len(checks):
            yield _describe_misfit(value, place, A_TUPLE)
            return
        for index, (inner, item) in enumerate(zip(checks, value, strict=True)):
            yield from inner(item, f"{place}[{index}]")

    return check


def _object(kind: Any) -> _Check:
    checks = {name: _check(inside) for name, inside in field_types(kind).items()}

    def check(value: Any, place: str) -> Iterator[Problem]:
        if not isinstance(value, kind):
            yield _describe_misfit(value, place, kind.__name__)
            return
        for name, inner in checks.items():
            try:
                item = getattr(value, name)
            except AttributeError:
                yield Problem(Sentence(MISSING, place=f"{place}.{name}"))
            else:
                yield from inner(item, f"{place}.{name}")

    return check


def _member(kind: type[Enum]) -> _Check:
    names = ", ".join(repr(member) for member in kind)

    def check(value: Any, place: str) -> Iterator[Problem]:
        if not isinstance(value, kind):
            yield _describe_misfit(value, place, Sentence(ONE_OF, names=names))

    return check


def _boolean(value: Any, place: str) -> Iterator[Problem]:
    if not isinstance(value, bool):
        yield _describe_misfit(value, place, A_BOOLEAN)


def _check_whole_number(value: Any, place: str) -> Iterator[Problem]:
    if type(value) is not int:
        yield _describe_misfit(value, place, A_WHOLE_NUMBER)
    elif not -LARGEST < value < LARGEST:
        yield _range(value, place, 1 - LARGEST, LARGEST - 1)


def _text(value: Any, place: str) -> Iterator[Problem]:
    if type(value) is not str:
        yield _describe_misfit(value, place, A_TEXT)
    elif not value.isascii() and any("\ud800" <= letter <= "\udfff" for letter in value):
        yield _describe_misfit(ascii(value), place, WHOLE_CHARACTERS)


def _score(value: Any, place: str) -> Iterator[Problem]:
    if not isinstance(value, Score):
        yield _describe_misfit(value, place, A_NUMBER)
    elif abs(value) > HIGHEST_POINTS:
        yield _range(value, place, -HIGHEST_POINTS, HIGHEST_POINTS)
    elif value.denominator > FINEST:
        yield Problem(Sentence(TOO_FINE, place=place, found=str(value)))


# Sizes


def _range(value: Any, place: str, lowest: int, highest: int) -> Problem:
    found = str(value) if abs(value) < LARGEST else show_value(int(value))
    limits = {"lowest": lowest, "highest": highest}
    return Problem(Sentence(OUT_OF_RANGE, place=place, found=found, **limits))


def sizes(players: tuple[Player, ...], settings: Settings, rounds: int) -> Iterator[Problem]:
    """Yield a problem for each number that is larger or smaller than in any tournament.

    Ids, numbers and rounds below 1 are left to `model.consistency`.
    """
    if len(players) > MAX_PLAYERS:
        raise TooLarge(TOO_MANY, count=len(players), limit=MAX_PLAYERS)
    for place, value, lowest, highest in _numbers(players, settings, rounds):
        if value is not None and not lowest <= value <= highest:
            yield _range(value, place, lowest, highest)


def _numbers(
    players: tuple[Player, ...], settings: Settings, rounds: int
) -> Iterator[tuple[str, Any, int, int]]:
    for index, player in enumerate(players):
        place = f"players[{index}]"
        yield f"{place}.number", player.number, -LARGEST, MAX_PLAYERS
        yield f"{place}.rating", player.rating, 0, HIGHEST_RATING
        yield f"{place}.estimate", player.estimate, 0, HIGHEST_RATING
        yield f"{place}.fide_id", player.fide_id, 0, LARGEST - 1
        yield f"{place}.entered", player.entered, 1, MAX_ROUNDS + 1
        yield f"{place}.withdrawn_after", player.withdrawn_after, 0, MAX_ROUNDS
        yield f"{place}.rank", player.rank, 0, MAX_PLAYERS
        for number, national in enumerate(player.national):
            yield f"{place}.national[{number}].rating", national.rating, 0, HIGHEST_RATING
    yield "len(rounds)", rounds, 0, MAX_ROUNDS
    yield "settings.rounds", settings.rounds, -LARGEST, MAX_ROUNDS
    yield "len(settings.round_dates)", len(settings.round_dates), 0, MAX_ROUNDS
    for name, value in values_of(settings.scoring):
        yield f"settings.scoring.{name}", value, 0, HIGHEST_POINTS
    for name in ("forbidden", "keep_apart"):
        for index, apart in enumerate(getattr(settings, name)):
            place = f"settings.{name}[{index}]"
            yield f"{place}.first_round", apart.first_round, 0, MAX_ROUNDS
            yield f"{place}.last_round", apart.last_round, 0, MAX_ROUNDS
    for index, adjustment in enumerate(settings.adjustments):
        yield f"settings.adjustments[{index}].round", adjustment.round, 0, MAX_ROUNDS
    for index, (_, points) in enumerate(settings.acceleration.virtual):
        place = f"settings.acceleration.virtual[{index}]"
        yield f"len({place})", len(points), 0, MAX_ROUNDS
        for number, one in enumerate(points):
            yield f"{place}[1][{number}]", one, 0, HIGHEST_POINTS


def require_whole_number(value: Any, template: str) -> None:
    """Raise an error unless the argument is a whole number of a reasonable size."""
    if type(value) is not int or not -LARGEST < value < LARGEST:
        raise Illegal(template, found=show_value(value))


def text_or_none(value: object, template: str, **values: str) -> None:
    """Raise an error unless the argument is a text or None."""
    if value is not None and not isinstance(value, str):
        raise Illegal(template, (), found=type(value).__name__, **values)


def key_or_none(value: object) -> None:
    """Raise an error unless the argument is a text, such as the key of a system, or None."""
    text_or_none(value, NOT_A_SYSTEM, example=NEWEST)


def no_tournament(value: object) -> Illegal:
    return Illegal(NO_TOURNAMENT, found=type(value).__name__)


def contradictions(tournament: Tournament) -> tuple[list[Problem], tuple[Problem, ...]]:
    """Return the contradictions in a tournament, and separately the problems that are only
    warnings.
    """
    from crivello.model.consistency import problems
    from crivello.model.errors import Severity

    found = problems(tournament)
    wrong = [problem for problem in found if problem.severity is Severity.ERROR]
    return wrong, tuple(problem for problem in found if problem.severity is Severity.WARNING)
