"""Checks of the articles that explanations cite, against the list of articles."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from crivello.explain.player.answer import CauseKind, PlayerAnswer

K = CauseKind
LIST = Path(__file__).parents[2] / "tools" / "regulations.toml"
ALSO = {
    "burstein-2026": "dutch-2026",  # its first rounds are paired by the Dutch system
    "roundrobin": "c05-annex",
    "doubleroundrobin": "c05-annex",
}
BY_CODE = {"burstein-2026": {"2.2": "the criteria C5 to C8"}}
"""Articles whose parts are listed by their codes."""
LEGAL = "rematch|limits of colours|compatible|completion|lowest bracket|equal absolute|colour limit"
LEGAL += "|colour difference|three times in a row"
BYE = "bye|limits of colours"
PAIRS = "most pairs|score difference|floater|scoregroups|leaves a group|as it stands|columns"
PAIRS += "|proposed|fewest|transfer|number of upfloaters|sets of"
ORDER = "order|transposition|pairs|columns|proposed|round 1|playing number 0|number of upfloaters"
COLOUR = "colour|preference|scrutiny|first legal"
FLOAT = "float"
MEANING: Mapping[CauseKind, str] = {
    **dict.fromkeys((K.MET, K.SAME_COLOUR, K.IMPOSSIBLE), LEGAL),
    **dict.fromkeys((K.NOBODY_LEFT, K.ALONE), f"{LEGAL}|{PAIRS}"),
    **dict.fromkeys((K.BARRED, K.EVEN, K.HAS_BYE, K.NEEDED, K.BYE_ORDER, K.BYE_MOVES), BYE),
    **dict.fromkeys((K.LOWEST_BYE, K.BYE_GAMES), BYE),
    **dict.fromkeys((K.COLOURS, K.STRONG_COLOURS), COLOUR),
    **dict.fromkeys((K.PAIRS, K.UNEQUAL, K.DIFFERENCES, K.HIGHER_FLOATER), f"{PAIRS}|scores of"),
    **dict.fromkeys((K.DOWN_AGAIN, K.UP_AGAIN, K.OTHER_SCORE_AGAIN), FLOAT),
    **dict.fromkeys((K.DOWN_AGAIN_2, K.UP_AGAIN_2), "float|the round before"),
    **dict.fromkeys((K.UPFLOATERS, K.LOWER_UPFLOATER), "upfloaters|their scores"),
    **dict.fromkeys((K.OFTEN_UP, K.MOST_OFTEN_UP), FLOAT),
    **dict.fromkeys((K.NEXT_GROUP, K.LEFT_BEHIND), "next bracket|that follows|another floater"),
    **dict.fromkeys((K.SERVED_FIRST, K.IN_ORDER), f"{ORDER}|{PAIRS}"),
    **dict.fromkeys((K.EXCHANGE, K.HALVES), "exchange|order of the pairings|pairs of a bracket"),
    K.SETS: "sets of|moved-down",
    K.SHIFTS: "shifters",
    **dict.fromkeys((K.INSTEAD_AGAIN, K.INSTEAD_COLOUR, K.INSTEAD_RANK), FLOAT),
    K.INSTEAD_RATING: FLOAT,
    **dict.fromkeys((K.COLOUR_UP, K.RATING_UP), "transfer"),
    K.COLOUR_RULE: f"{COLOUR}|grant|alternate|neither|initial|higher ranked|rounds|limits|Berger"
    "|round 1",
    K.TABLE: "Berger|Varma",
}
"""Words of the list by which an article fits a cause. A kind that is missing may cite any."""


@cache
def articles(key: str) -> Mapping[str, str]:
    """Return the articles of an edition with their meanings."""
    listed = tomllib.loads(LIST.read_text(encoding="utf-8"))
    own = listed.get(key, {}).get("articles", {})
    return {**listed.get(ALSO.get(key, ""), {}).get("articles", {}), **own, **BY_CODE.get(key, {})}


def meanings(key: str, article: str) -> list[str]:
    """Return what an article is about: its own meaning, that of the article it belongs to, or those
    of its parts.

    Empty if the edition has no such article.
    """
    known, part = articles(key), re.sub("[↓↑]$", "", article.removeprefix("C.05 Annex "))
    found = [text for number, text in known.items() if number.startswith(f"{part}.")]
    while part and part not in known:
        part = part[:-1] if re.search(r"\d[a-z]$", part) else part.rpartition(".")[0]
    also = articles(ALSO[key]) if key in ALSO else {}
    return [*found, *(one[part] for one in (known, also) if part in one)]


def wrong_articles(key: str, answer: PlayerAnswer) -> Iterator[str]:
    """Yield the articles of an answer that the edition does not have, or that are about something
    else than the cause.
    """
    for article in answer.articles:
        if not all(meanings(key, one) for one in article.split(", ")):
            yield f"{key} has no article {article}"
    expected = MEANING.get(answer.cause.kind)
    if expected is None or not answer.cause.article:
        return
    about = [text for one in answer.cause.article.split(", ") for text in meanings(key, one)]
    if not any(re.search(expected, text) for text in about):
        yield f"{answer.cause.kind} cites {answer.cause.article}, which is about {about}"
