"""Read what a student answers: pairs, players, or a criterion."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from typing import Any

from crivello.model.errors import WordError
from crivello.model.sentence import N_, ListOf
from crivello.practice.course import PairSet

PAIRS = N_("Write pairs such as {example}; {found!r} is not a pair.")
PLAYERS = N_("Write the numbers of players, such as {example}, or 0 for nobody; not {found!r}.")
CRITERION = N_("Write the code of a criterion, such as {example}; not {found!r}.")
UNKNOWN = N_("Player {player} is not in this exercise; its players are {players}.")
TWICE = N_("Player {player} is named twice.")
EMPTY = N_("Write an answer, such as {example}.")

EXAMPLE_PAIRS, EXAMPLE_PLAYERS = "31-34, 32-35", "31, 34"
"""Numbers that hardly any exercise has, so that an example is not a hint."""

_PAIR = re.compile(r"(\d{1,4})\s*[-–—:/x]\s*(\d{1,4})")
_BETWEEN = re.compile(r"[\s,;.+]*(?:(?:and|e|et|y)\b)?[\s,;]*")
_NUMBER = re.compile(r"\d{1,4}")
_NOBODY = frozenset({"0", "-", "–", "nobody", "none", "no one", "nessuno", "no"})
_SIGNS = re.compile(r"[\s.:↓↑^v-]+")


def read_pairs(text: str, players: Collection[int]) -> PairSet:
    """Return the pairs of an answer, in any order."""
    if text.strip().lower() in _NOBODY:
        return frozenset()
    found = [(int(one), int(other)) for one, other in _read_all(_PAIR, text, PAIRS, EXAMPLE_PAIRS)]
    _check_known([player for pair in found for player in pair], players)
    return frozenset(map(frozenset, found))


def read_players(text: str, players: Collection[int]) -> frozenset[int]:
    """Return the players of an answer, in any order."""
    if text.strip().lower() in _NOBODY:
        return frozenset()
    found = [int(one) for one in _read_all(_NUMBER, text, PLAYERS, EXAMPLE_PLAYERS)]
    _check_known(found, players)
    return frozenset(found)


def read_code(text: str, codes: Collection[str]) -> str:
    """Return the criterion that an answer names, as the edition writes it.

    Points, spaces and small letters do not matter; the number alone will do if it is that of one
    criterion only.
    """
    example = next(iter(codes), "C.1")
    written = fold_code(text)
    if not written:
        raise WordError(EMPTY, example=example)
    exact = [code for code in codes if fold_code(code) == written]
    by_number = [code for code in codes if fold_code(code).lstrip("ABCD") == written]
    found = exact or by_number
    if len({fold_code(code) for code in found}) != 1:
        raise WordError(CRITERION, example=example, found=text.strip())
    return found[0]


def fold_code(code: str) -> str:
    """Return a code without what does not matter when it is typed: ``C.12`` as ``C12``."""
    return _SIGNS.sub("", code).upper()


def _read_all(pattern: re.Pattern[str], text: str, refusal: str, example: str) -> Iterable[Any]:
    """Return all matches, of which the text must consist but for commas and spaces."""
    if not text.strip():
        raise WordError(EMPTY, example=example)
    found = []
    at = _skip(text, 0)
    while at < len(text):
        one = pattern.match(text, at)
        if one is None:
            raise WordError(refusal, example=example, found=text[at:].split(",")[0].strip())
        found.append(one.groups() or one[0])
        at = _skip(text, one.end())
    return found


def _skip(text: str, at: int) -> int:
    between = _BETWEEN.match(text, at)
    return between.end() if between else at


def _check_known(named: Collection[int], players: Collection[int]) -> None:
    for player in named:
        if player not in players:
            raise WordError(UNKNOWN, player=player, players=ListOf.players(sorted(players)))
    for player in named:
        if list(named).count(player) > 1:
            raise WordError(TWICE, player=player)
