"""Results as they are typed: `57 1` means that White won at table 57. All keys and spellings."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from crivello.model.errors import Malformed
from crivello.model.result import Result
from crivello.words import N_, Language, say

R = Result


@dataclass(frozen=True, slots=True)
class Key:
    key: str
    """What is typed: one character, or `u` and one more."""
    result: Result | None
    """None takes a result back."""
    meaning: str


KEYS = (
    Key("1", R.WHITE_WINS, N_("White wins")),
    Key("=", R.DRAW, N_("draw")),
    Key("0", R.BLACK_WINS, N_("Black wins")),
    Key("+", R.WHITE_WINS_BY_FORFEIT, N_("White wins by forfeit")),
    Key("-", R.BLACK_WINS_BY_FORFEIT, N_("Black wins by forfeit")),
    Key("f", R.DOUBLE_FORFEIT, N_("both forfeit")),
    Key("z", R.BOTH_LOSE, N_("played, both lose")),
    Key("w", R.WHITE_DRAWS_BLACK_LOSES, N_("played, half a point for White only")),
    Key("b", R.WHITE_LOSES_BLACK_DRAWS, N_("played, half a point for Black only")),
    Key("a", R.ADJOURNED, N_("adjourned")),
    Key("u1", R.SHORT_WHITE_WINS, N_("White wins, not rated")),
    Key("u=", R.SHORT_DRAW, N_("draw, not rated")),
    Key("u0", R.SHORT_BLACK_WINS, N_("Black wins, not rated")),
    Key("uz", R.SHORT_BOTH_LOSE, N_("both lose, not rated")),
    Key("uw", R.SHORT_WHITE_DRAWS_BLACK_LOSES, N_("half a point for White only, not rated")),
    Key("ub", R.SHORT_WHITE_LOSES_BLACK_DRAWS, N_("half a point for Black only, not rated")),
    Key("x", None, N_("take the result back")),
)
BY_KEY: Mapping[str, Key] = {key.key: key for key in KEYS}
CODES: Mapping[Result | None, str] = {key.result: key.key for key in KEYS}
"""The key of a result: how pages name it in forms and attributes."""

NO_TABLE = N_("Type the table and the result, such as 57 1; {typed!r} is not that.")
NO_RESULT = N_("{typed!r} is no result. The keys are: {keys}.")
NOT_HERE = N_("There is no table {table} in round {round}.")


def written(result: Result | None, language: Language) -> str:
    """A result as a page shows it; empty where there is none."""
    return "" if result is None else say(result, language)


_TYPED = re.compile(r"(\d{1,6})\s*(?:\s|:|,)\s*(\S.*)")


def parse(typed: str) -> tuple[int, Key]:
    """The table and the result."""
    found = _TYPED.fullmatch(typed.strip())
    if found is None:
        raise Malformed(NO_TABLE, typed=typed.strip()[:40])
    return int(found[1]), parse_result(found[2])


def parse_result(typed: str) -> Key:
    """A key, or the result as it is written: `1-0`, `½-½`, `1/2`, `0F-1F`, `adj`."""
    text = typed.strip().casefold().replace(" ", "").replace("–", "-").replace("1/2", "½")
    text = text.replace("0,5", "½").replace("0.5", "½")
    text = _SPELLED.get(text, text)
    if text not in BY_KEY:
        raise Malformed(NO_RESULT, typed=typed.strip()[:40], keys=" ".join(BY_KEY))
    return BY_KEY[text]


_SPELLED = {
    "½": "=",
    "5": "=",
    "½-½": "=",
    "x-x": "a",
    "adj": "a",
    **{key.result.figures.casefold(): key.key for key in KEYS if key.result and key.key[0] != "u"},
}
