"""`crivello teach`: explain a step of pairing by tables, for a bracket or for given numbers."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from math import lcm
from typing import TypeVar

from crivello.cli.commands import COMMANDS, TOPICS
from crivello.cli.console import Console
from crivello.cli.desk_session import NO_TOURNAMENT, tournament_file
from crivello.cli.explain.explain import round_of_file, write_explanation
from crivello.cli.options import NEEDS_NUMBER, Arguments, UsageError, parse
from crivello.cli.sources import chosen_system, given_tournament, today
from crivello.cli.standings.tables import chosen_form
from crivello.explain.dubov.lessons import LowerPlayer, list_containers, list_shifters
from crivello.explain.dutch.lessons import (
    Candidate,
    list_exchanges,
    list_moved_down,
    list_psd,
    list_transpositions,
)
from crivello.explain.explanation import Explanation
from crivello.explain.lesson import Lesson, lesson_of
from crivello.explain.notation import is_typed, read_bracket, read_numbers_in
from crivello.explain.teach import (
    OF_BRACKETS,
    baku_of_numbers,
    baku_of_tournament,
    list_rounds,
    teach_round,
)
from crivello.explain.typed_bracket import TypedCircumstances, explain_typed, teach_typed
from crivello.model.errors import WordError
from crivello.model.grammar import nearest_word, read_points, split_list
from crivello.model.keys import DEFAULT_FAMILY, SYSTEMS, resolve
from crivello.model.sentence import Sentence
from crivello.rules.acceleration import EDITIONS as BAKU
from crivello.standard.classes import frozen
from crivello.systems.dubov.editions import EDITIONS as DUBOV
from crivello.systems.dutch.editions import EDITIONS as DUTCH
from crivello.systems.registry import find
from crivello.words import N_

TITLES = {
    "transpositions": N_("Transpositions"),
    "exchanges": N_("Exchanges of residents"),
    "mdps": N_("Sets of moved-down players"),
    "psd": N_("Score differences of two candidates"),
    "upfloaters": N_("Sets of upfloaters"),
    "shifters": N_("Shifter numbers"),
    "rounds": N_("Rounds needed"),
    "baku": N_("Baku acceleration"),
}
NUMBERS = ("--s1", "--s2", "--scores", "--number", "--players", "--rounds", "--candidate")
UNKNOWN = N_("There is no topic {word!r}.{near:| Did you mean {}?} Topics: {known}.")
NEEDS = N_("{topic} needs a tournament file, or numbers ({options}) as in: {example}")
OF_FILES = N_("{topic} is about a file; it takes no {option}.")
OF_TYPED = ("--last", "--bye-taken")
ONLY_TYPED = N_("{option} is for a typed bracket.")
NOT_TYPED = N_("{topic} is not about a bracket: give a tournament file or numbers.")
NOT_POINTS = N_("{option} needs points as in {example}, not {value!r}.")
TOO_MANY = N_("{option} is at most {most} here.")
MOST = 1000
NO_EDITION = N_("{key} has no such tables; it has: {known}.")
NUMERIC = frozenset("0123456789½.,- ")
E = TypeVar("E")


@frozen
class Lecture:
    """A topic that can be taught by numbers: the options for the numbers, and an example."""

    forms: tuple[tuple[str, ...], ...]
    """For each way to give the numbers, its options; numbers typed without options have this
    order.
    """
    example: str
    teach: Callable[[Arguments, Lesson], None]


def run(arguments: Arguments, console: Console) -> int:
    topic = arguments.require("TOPIC")
    if topic not in TOPICS:
        near = nearest_word(topic, TOPICS)
        raise WordError(UNKNOWN, word=topic, near=near, known=", ".join(TOPICS))
    form = chosen_form(arguments, console)
    explanation = (
        _of_typed(topic, arguments)
        or _of_numbers(topic, arguments)
        or _of_file(topic, arguments, console, by_id=form == "json")
    )
    return write_explanation(console, form, explanation)


def _of_typed(topic: str, arguments: Arguments) -> Explanation | None:
    """Explain a bracket that stands on the command line; return None if there is none."""
    text = " ".join(arguments.all("FILE"))
    if not is_typed(text):
        for option in OF_TYPED:
            if option in arguments:
                raise UsageError(ONLY_TYPED, option=option)
        return None
    if topic not in OF_BRACKETS and topic != "bracket":
        raise UsageError(NOT_TYPED, topic=topic)
    typed = read_bracket(text)
    system = find(resolve(arguments.get("--system") or DEFAULT_FAMILY, today()))
    where = TypedCircumstances(
        "--last" in arguments,
        read_numbers_in(arguments.get("--bye-taken") or "", "--bye-taken", typed),
        arguments.number("--round"),
        arguments.number("--rounds"),
    )
    if topic == "bracket":
        return explain_typed(system, typed, where)
    return teach_typed(system, typed, where, (topic,))


def _of_file(topic: str, arguments: Arguments, console: Console, by_id: bool) -> Explanation:
    if topic in ("rounds", "baku"):
        tournament = given_tournament(arguments, console)
        lesson = Lesson()
        if topic == "rounds":
            list_rounds(lesson, len(tournament.players))
        else:
            method = tournament.settings.acceleration.method
            known = BAKU[method] if method in BAKU else _edition(arguments, BAKU)
            baku_of_tournament(lesson, known, tournament)
        return lesson_of(Sentence(TITLES[topic]), lesson)
    tournament, number, _, _ = round_of_file(arguments, console, by_id)
    system = chosen_system(tournament, arguments)
    topics = OF_BRACKETS if topic == "bracket" else (topic,)
    return teach_round(system, tournament, number, arguments.number("--bracket"), topics)


# Numbers from the command line


def _of_numbers(topic: str, arguments: Arguments) -> Explanation | None:
    """Explain a topic by numbers; return None if no numbers are given, as the topic is then about a
    file.
    """
    words = [word for word in arguments.all("FILE") if word]
    if topic in LECTURES and words and all(map(_is_numeric, words)):
        arguments = _with_options(topic, arguments, words)
    given = [option for option in NUMBERS if option in arguments]
    if not given:
        if len(words) > 1:
            raise UsageError(N_("Unexpected argument: {word!r}."), word=words[1])
        if topic in LECTURES and not words and "--example" not in arguments:
            _require_tournament(topic, arguments)
        return None
    if arguments.get("FILE"):
        raise UsageError(N_("{option} is for numbers without a file."), option=given[0])
    if topic not in LECTURES:
        raise UsageError(OF_FILES, topic=topic, option=given[0])
    lecture = LECTURES[topic]
    if not any(all(option in arguments for option in form) for form in lecture.forms):
        raise _needs(topic)
    lesson = Lesson()
    lecture.teach(arguments, lesson)
    return lesson_of(Sentence(TITLES[topic]), lesson)


def _is_numeric(word: str) -> bool:
    """Return True if a word contains only numbers and is not the name of a file."""
    return word != "-" and NUMERIC.issuperset(word) and not os.path.exists(word)


def _with_options(topic: str, arguments: Arguments, words: list[str]) -> Arguments:
    """Return arguments in which bare numbers, as in `teach baku 161 9`, are the values of their
    options.
    """
    for form in LECTURES[topic].forms:
        missing = [option for option in form if option not in arguments]
        if len(missing) == len(words):
            command = COMMANDS["teach"]
            options = [f"{option}={word}" for option, word in zip(missing, words, strict=True)]
            read = parse([topic, *options], command.operands, command.options)
            return Arguments(arguments.values | read.values, arguments.lists | read.lists)
    raise _needs(topic)


def _require_tournament(topic: str, arguments: Arguments) -> None:
    """Raise an error that names the options if neither numbers nor a tournament were given."""
    try:
        tournament_file(arguments)
    except WordError as error:
        if error.template == NO_TOURNAMENT:
            raise _needs(topic) from None
        raise


def _needs(topic: str) -> UsageError:
    lecture = LECTURES[topic]
    options = " / ".join(", ".join(dict.fromkeys(form)) for form in lecture.forms)
    example = f"crivello teach {topic} {lecture.example}"
    return UsageError(NEEDS, topic=topic, options=options, example=example)


def _number(arguments: Arguments, option: str, most: int = MOST) -> int:
    number = arguments.number(option)
    assert number is not None
    if number > most:
        raise UsageError(TOO_MANY, option=option, most=most)
    return number


def _edition(arguments: Arguments, editions: Mapping[str, E], *, first: bool = False) -> E:
    """Return the edition that `--system` names, else the latest: the last, or the first."""
    key = arguments.get("--system") or list(editions)[0 if first else -1]
    if key not in editions:
        raise UsageError(NO_EDITION, key=key, known=", ".join(editions))
    return editions[key]


def _generation(arguments: Arguments) -> tuple[str, ...]:
    """Return the articles of transpositions and exchanges of the edition that `--system` names,
    else of the latest.
    """
    known = {key: find(key).generation for key in SYSTEMS}
    return _edition(arguments, {key: found for key, found in known.items() if found}, first=True)


def _scores(arguments: Arguments) -> tuple[list[int], int]:
    text = arguments.require("--scores")
    unit, units = _in_units("--scores", "1,1,½", split_list(text))
    if not units:
        raise UsageError(NOT_POINTS, option="--scores", example="1,1,½", value=text)
    if len(units) > MOST:
        raise UsageError(TOO_MANY, option="--scores", most=MOST)
    return units, unit


def _in_units(option: str, example: str, texts: Iterable[str]) -> tuple[int, list[int]]:
    """Return the units per point, and the points in these units."""
    points: list[Fraction] = []
    for text in texts:
        try:
            points.append(read_points(text))
        except WordError:
            raise UsageError(NOT_POINTS, option=option, example=example, value=text) from None
    unit = lcm(2, *(one.denominator for one in points))
    return unit, [int(one * unit) for one in points]


def _halves(arguments: Arguments) -> tuple[int, int]:
    """Return the sizes of S1 and S2; S2 has one player more if their number is odd."""
    for half in ("--s1", "--s2"):
        arguments.refuse_together("--players", half)
    if "--players" not in arguments:
        return _number(arguments, "--s1"), _number(arguments, "--s2")
    players = _number(arguments, "--players")
    if players < 2:
        raise UsageError(NEEDS_NUMBER, option="--players", least=2, value=str(players))
    return players // 2, players - players // 2


def _transpositions(arguments: Arguments, lesson: Lesson) -> None:
    n1, n2 = _halves(arguments)
    article = _generation(arguments)[0]
    list_transpositions(lesson, article, range(n1 + 1, n1 + n2 + 1), min(n1, n2))


def _exchanges(arguments: Arguments, lesson: Lesson) -> None:
    n1, n2 = _halves(arguments)
    article = _generation(arguments)[1]
    list_exchanges(lesson, article, range(1, n1 + 1), range(n1 + 1, n1 + n2 + 1))


def _moved_down_players(arguments: Arguments, lesson: Lesson) -> None:
    scores, unit = _scores(arguments)
    m1 = _number(arguments, "--number", len(scores))
    list_moved_down(lesson, _edition(arguments, DUTCH), sorted(scores, reverse=True), unit, m1)


def _upfloaters(arguments: Arguments, lesson: Lesson) -> None:
    scores, unit = _scores(arguments)
    number = _number(arguments, "--number", len(scores))
    ordered = sorted(scores, reverse=True)
    lower = [LowerPlayer(place, score) for place, score in enumerate(ordered, start=1)]
    list_containers(lesson, _edition(arguments, DUBOV), lower, unit, number)


def _shifters(arguments: Arguments, lesson: Lesson) -> None:
    players = list(range(1, _number(arguments, "--players") + 1))
    caption = Sentence(N_("Shifter numbers from the middle of the list outwards:"))
    list_shifters(lesson, _edition(arguments, DUBOV).shifters, caption, players)


def _psd(arguments: Arguments, lesson: Lesson) -> None:
    texts = arguments.lists["--candidate"]
    if len(texts) != 2:
        raise UsageError(N_("Two candidates are compared: give --candidate twice."))
    written = [[part.split("-") for part in text.split()] for text in texts]
    flat = [score for parts in written for part in parts for score in part]
    unit, units = _in_units("--candidate", "2-0.5 1-0.5 0.5", flat)
    amounts = iter(units)
    candidates: list[Candidate] = []
    for text, parts in zip(texts, written, strict=True):
        if not parts or any(len(part) > 2 for part in parts):
            raise UsageError(
                NOT_POINTS, option="--candidate", example="2-0.5 1-0.5 0.5", value=text
            )
        found = []
        for part in parts:
            scores = sorted((next(amounts) for _ in part), reverse=True)
            found.append((scores[0], scores[1] if len(scores) > 1 else None))
        candidates.append(tuple(found))
    list_psd(lesson, candidates, unit)


def _rounds(arguments: Arguments, lesson: Lesson) -> None:
    list_rounds(lesson, _number(arguments, "--players", 10**6))


def _baku(arguments: Arguments, lesson: Lesson) -> None:
    edition = _edition(arguments, BAKU)
    players, rounds = _number(arguments, "--players", 10**6), _number(arguments, "--rounds", 50)
    baku_of_numbers(lesson, edition, players, rounds)


HALVES = (("--players",), ("--s1", "--s2"))
LECTURES = {
    "transpositions": Lecture(HALVES, "6", _transpositions),
    "exchanges": Lecture(HALVES, "6", _exchanges),
    "mdps": Lecture((("--scores", "--number"),), "2,2,1.5 2", _moved_down_players),
    "psd": Lecture((("--candidate", "--candidate"),), '"2-0.5 1-0.5 0.5" "2-0.5 1-0.5 1"', _psd),
    "upfloaters": Lecture((("--scores", "--number"),), "3,3,2.5,1.5 2", _upfloaters),
    "shifters": Lecture((("--players",),), "7", _shifters),
    "rounds": Lecture((("--players",),), "50", _rounds),
    "baku": Lecture((("--players", "--rounds"),), "161 9", _baku),
}
