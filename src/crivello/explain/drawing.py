"""What pictures of brackets share: the map with names and links, its words, frame and arrows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from html import escape

from crivello.explain.bracket_map import Bracket, BracketMap
from crivello.explain.values import Manner, Parts, Players, Said, said
from crivello.words import N_, Language, Template, points, say

LISTED = 16
"""So many pairs of a bracket are named in its description; longer lists are cut."""
WIDTH = 400

TITLE = N_("Bracket map of round {round}")
PAIRS = N_("{bracket}: {pairs}.")
PAIRS_AND_OTHERS = N_("{bracket}: {pairs}; not paired there: {players}.")
OTHERS = N_("{bracket}: not paired there: {players}.")
AGAIN = N_("{bracket}: paired again further down.")
MEMBERS = N_("One player", "{count} players")
BYE_HEAD = N_("Pairing-allocated bye")


@dataclass(frozen=True)
class Drawing:
    """What a picture needs beside the map."""

    map: BracketMap
    round: int
    language: Language
    names: Mapping[int, str] = field(default_factory=dict)
    player_url: Callable[[int], str] | None = None
    """Where a player's own explanation is."""
    bracket_url: Callable[[int], str] | None = None
    """Where a bracket is, by its place on the map."""
    id: str = "map"
    """Of the element; its parts are named after it."""
    marked: frozenset[int] = frozenset()
    """Players whom the picture is about."""
    rejected: bool = True

    def say(self, template: Template, **values: object) -> str:
        return say(template, self.language, **values)

    def score(self, bracket: Bracket) -> str:
        return points(bracket.score, self.map.unit, self.language)

    def heading(self, bracket: Bracket) -> str:
        return self.say(bracket.heading, score=self.score(bracket))

    def person(self, player: int) -> str:
        return f"{player} {self.names.get(player, '')}".rstrip()


def described(drawing: Drawing, only: int | None = None) -> list[str]:
    """The picture in sentences, one for each bracket."""
    manner = Manner(drawing.language, LISTED)
    told = []
    for place, bracket in enumerate(drawing.map.brackets):
        if only not in (None, place):
            continue
        template = PAIRS_AND_OTHERS if bracket.pairs and bracket.leaving else PAIRS
        if bracket.again:
            template = AGAIN
        elif not bracket.pairs:
            template = OTHERS
        values = {
            "bracket": drawing.heading(bracket),
            "pairs": Parts(bracket.pairs),
            "players": Players(bracket.leaving),
        }
        used = {name: value for name, value in values.items() if f"{{{name}}}" in template}
        told.append(said(Said(template, used), manner))
    return told


def frame(drawing: Drawing, height: float, body: list[str], only: int | None, kind: str) -> str:
    name = escape(drawing.id)
    title = drawing.say(TITLE, round=drawing.round)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" class="bracket-map {kind}" id="{name}" '
            f'viewBox="0 0 {WIDTH} {number(height)}" width="{WIDTH}" height="{number(height)}" '
            f'role="group" aria-labelledby="{name}-title" aria-describedby="{name}-desc" '
            'font-family="system-ui, sans-serif" font-size="12.5">',
            f'<title id="{name}-title">{escape(title)}</title>',
            f'<desc id="{name}-desc">{escape(" ".join(described(drawing, only)))}</desc>',
            *body,
            "</svg>",
        ]
    )


def arrow(
    data: str, start: tuple[float, float], end: tuple[float, float], bend: float, title: str
) -> str:
    """Out of a chip, around by `bend`, and into another one; or, at `bend` itself, out of sight."""
    (x, y), (u, v) = start, end
    if u == bend:
        back = v + (6 if y > v else -6)
        curve = " ".join(map(number, (bend, y, bend, y, bend, back)))
        head = " ".join(map(number, (u, v, u - 4, back, u + 4, back)))
    else:
        back = u + (6 if bend > u else -6)
        curve = " ".join(map(number, (bend, y, bend, v, back, v)))
        head = " ".join(map(number, (u, v, back, v - 4, back, v + 4)))
    return (
        f'<g class="float" {data}><title>{escape(title)}</title>'
        f'<path d="M{number(x)} {number(y)}C{curve}" fill="none" stroke="#8a5a00" '
        'stroke-width="1.8"/>'
        f'<polygon points="{head}" fill="#8a5a00"/></g>'
    )


def number(value: float) -> str:
    return f"{value:g}"
