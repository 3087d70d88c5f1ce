"""The whole model as JSON, without loss, as in `docs/reference/json.md` and `schema.json`."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NoReturn

from crivello.formats import codec
from crivello.formats.codec import encode
from crivello.formats.trf.lines import MAX_PLAYERS, MAX_PROBLEMS, MAX_ROUNDS, decode
from crivello.model.consistency import errors
from crivello.model.errors import Illegal, Malformed, Problem, TooLarge
from crivello.model.matches import event_of, individual_of
from crivello.model.sentence import N_, Sentence
from crivello.model.tournament import Tournament

VERSION = 1

NOT_JSON = N_("The file is not JSON from here on.")
NOT_READABLE = N_(
    "The file cannot be read: 1 problem.", "The file cannot be read: {count} problems."
)
CONTRADICTORY = N_(
    "The tournament contradicts itself: 1 problem.",
    "The tournament contradicts itself: {count} problems.",
)
MISFIT = N_("{path}: this value is not valid here.")
TOO_MANY_ITEMS = N_("The file has more than {limit} values, more than any tournament.")
ROUND_TOO_HIGH = N_("The file names round {round}; the limit is {limit}.")
NUMBER_TOO_HIGH = N_("The pairing number {number} of player {player} is above {limit}.")
TOO_MANY_PLAYERS = N_("The file has {count} players; the limit is {limit}.")
TOO_DEEP = N_("The JSON file cannot be read: its lists and objects are nested too deeply.")
HUGE_NUMBER = N_("The file contains a number of {digits} digits.")
KEY_TWICE = N_("The key {key} occurs twice in one object.")
NOT_A_NUMBER = N_("The file contains {found}, which is not a number.")
OTHER_VERSION = N_("This is version {found} of the format; this program reads version {version}.")
VALID_JSON = N_("valid JSON")
OUR_FORM = N_('an object with "format": "crivello" and a version')

MAX_ITEMS = 5_000_000
"""The most values in all lists and objects; 10,000 players and 100 rounds have some three
million.
"""
_LOCATED = 100
"""The number of problems that get a line number."""
_LOOKED_AT = 10_000_000
"""The most characters that are searched to find the lines of all problems."""
_DIGITS = 15


def write_json(tournament: Tournament) -> str:
    """Write the tournament as JSON, one value on each line; of an event of matches, the single
    games.
    """
    document = {"format": "crivello", "version": VERSION, **encode(individual_of(tournament))}
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def read_json(data: bytes | str) -> Tournament:
    """Read what `write_json` wrote; raises `Malformed` or `Illegal` with every problem found."""
    text = decode(data)
    document = _parse(text)
    if not isinstance(document, dict) or document.get("format") != "crivello":
        _refuse(Problem(Sentence(MISFIT, path="/format"), 1, 1, text[:40].strip(), OUR_FORM))
    version = document.get("version")
    if version != VERSION or isinstance(version, bool):
        found = str(version)[:40]
        sentence = Sentence(OTHER_VERSION, found=found, version=VERSION)
        _refuse(Problem(sentence, *locate(text, "/version"), found, str(VERSION)))
    body = {k: v for k, v in document.items() if k not in ("format", "version")}
    try:
        tournament: Tournament = codec.decode(Tournament, body)
    except codec.DecodeError as wrong:
        problems = []
        located = min(_LOCATED, _LOOKED_AT // max(1, len(text)) + 1)
        for index, (path, found, expected) in enumerate(wrong.misfits[:MAX_PROBLEMS]):
            line, column = locate(text, path) if index < located else (None, None)
            problems.append(Problem(Sentence(MISFIT, path=path), line, column, found, expected))
        raise Malformed(NOT_READABLE, problems, count=wrong.count) from None
    contradictions = errors(tournament) + list(_find_too_high(tournament))
    if contradictions:
        raise Illegal(CONTRADICTORY, contradictions[:MAX_PROBLEMS], count=len(contradictions))
    return event_of(tournament)


def _find_too_high(tournament: Tournament) -> Iterator[Problem]:
    """Yield a problem for each number too high for a tournament: a loop over it would run
    forever.
    """
    settings = tournament.settings
    named = [settings.rounds, len(tournament.rounds), len(settings.round_dates)]
    for player in tournament.players:
        named += [player.entered - 1, player.withdrawn_after]
    for apart in (*settings.forbidden, *settings.keep_apart):
        named += [apart.first_round, apart.last_round]
    named += [one.round for one in settings.adjustments]
    named += [len(points) for _, points in settings.acceleration.virtual]
    for number in dict.fromkeys(named):
        if number is not None and number > MAX_ROUNDS:
            yield Problem(Sentence(ROUND_TOO_HIGH, round=number, limit=MAX_ROUNDS))
    for player in tournament.players:
        if player.number > MAX_PLAYERS:
            values = {"player": player.id, "number": player.number, "limit": MAX_PLAYERS}
            yield Problem(Sentence(NUMBER_TOO_HIGH, **values), player=player.id)
    if len(tournament.players) > MAX_PLAYERS:
        raise TooLarge(TOO_MANY_PLAYERS, count=len(tournament.players), limit=MAX_PLAYERS)


class _Refused(Exception):
    """Raised for JSON that is rejected although Python's parser would accept it."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem


def _refuse(problem: Problem) -> NoReturn:
    raise Malformed(NOT_READABLE, (problem,), count=1)


def _parse(text: str) -> Any:
    if sum(map(text.count, ",[{")) > MAX_ITEMS:
        raise TooLarge(TOO_MANY_ITEMS, limit=MAX_ITEMS)
    try:
        return json.loads(
            text, parse_int=_read_whole_number, parse_constant=_constant, object_pairs_hook=_unique
        )
    except json.JSONDecodeError as error:
        found = text[error.pos : error.pos + 12]
        _refuse(Problem(Sentence(NOT_JSON), error.lineno, error.colno, found, VALID_JSON))
    except RecursionError:
        _refuse(Problem(Sentence(TOO_DEEP), 1, 1, "", VALID_JSON))
    except _Refused as refused:
        problem = refused.problem
        found = problem.found or ""
        twice = problem.sentence.template == KEY_TWICE
        position = max(text.rfind(f'"{found}"') if twice else text.find(found), 0)
        line = text.count("\n", 0, position) + 1
        column = position - text.rfind("\n", 0, position)
        _refuse(replace(problem, line=line, column=column, expected=VALID_JSON))


def _read_whole_number(text: str) -> int:
    if len(text) > _DIGITS:
        raise _Refused(Problem(Sentence(HUGE_NUMBER, digits=len(text)), found=text[:20]))
    return int(text)


def _constant(text: str) -> NoReturn:
    raise _Refused(Problem(Sentence(NOT_A_NUMBER, found=text), found=text))


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) < len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise _Refused(Problem(Sentence(KEY_TWICE, key=key[:60]), found=key[:60]))
            seen.add(key)
    return values


_BLANK = re.compile(r"[ \t\n\r]*")
_DECODER = json.JSONDecoder()


def locate(text: str, path: str) -> tuple[int, int]:
    """Return line and column of the value at a JSON pointer, or of the nearest existing parent.

    `text` must be valid JSON.
    """
    position = _skip(text, 0)
    for step in path.split("/")[1:]:
        key = step.replace("~1", "/").replace("~0", "~")
        inside = _member(text, position, key) if text[position] == "{" else None
        if text[position] == "[" and key.isdecimal():
            inside = _item(text, position, int(key))
        if inside is None:
            break
        position = inside
    line = text.count("\n", 0, position) + 1
    return line, position - text.rfind("\n", 0, position)


def _skip(text: str, position: int) -> int:
    match = _BLANK.match(text, position)
    return match.end() if match else position


def _end_of_value(text: str, position: int) -> int:
    """Return the position after the value that starts here."""
    return _skip(text, _DECODER.raw_decode(text, position)[1])


def _member(text: str, position: int, key: str) -> int | None:
    position = _skip(text, position + 1)
    while text[position] == '"':
        name, position = _DECODER.raw_decode(text, position)
        position = _skip(text, _skip(text, position) + 1)
        if name == key:
            return position
        position = _end_of_value(text, position)
        if text[position] == ",":
            position = _skip(text, position + 1)
    return None


def _item(text: str, position: int, index: int) -> int | None:
    position = _skip(text, position + 1)
    while text[position] != "]":
        if index == 0:
            return position
        index -= 1
        position = _end_of_value(text, position)
        if text[position] == ",":
            position = _skip(text, position + 1)
    return None
