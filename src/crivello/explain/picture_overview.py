"""The overview of a large field: a box for each bracket, an arrow for each group of floaters."""

from __future__ import annotations

from collections import Counter
from html import escape

from crivello.explain.drawing import AGAIN, BYE_HEAD, MEMBERS, WIDTH, Drawing, arrow, frame
from crivello.words import N_

FLOATS = N_(
    "One player floats from {origin} to {target}",
    "{count} players float from {origin} to {target}",
)
HEIGHT, STEP = 40, 52
EDGE = 46
"""Room for the arrows on both sides."""


def overview(drawing: Drawing) -> str:
    body: list[str] = []
    brackets = drawing.map.brackets
    for place, bracket in enumerate(brackets):
        y = place * STEP + 1
        head = drawing.heading(bracket)
        note = drawing.say(MEMBERS, count=bracket.size)
        if bracket.again:
            head, note = drawing.say(AGAIN, bracket=head), ""
        box = (
            f'<rect class="bracket" x="44" y="{y}" width="{WIDTH - 90}" height="{HEIGHT}" rx="6" '
            f'fill="none" stroke="#b9b4a6"/>'
            f'<text class="head" x="56" y="{y + 25}" font-weight="600">{escape(head)}</text>'
            f'<text class="note" x="{WIDTH - 58}" y="{y + 25}" text-anchor="end" fill="#5a646c">'
            f"{escape(note)}</text>"
        )
        if drawing.bracket_url is not None and not bracket.again:
            box = f'<a href="{escape(drawing.bracket_url(place))}">{box}</a>'
        body.append(
            f'<g class="box" data-place="{place}" data-pairs="{len(bracket.pairs)}">{box}</g>'
        )
    ways = Counter((one.origin, one.target) for one in drawing.map.floats)
    for (origin, target), count in sorted(ways.items()):
        title = drawing.say(
            FLOATS,
            count=count,
            origin=drawing.score(brackets[origin]),
            target=drawing.score(brackets[target]),
        )
        up = target < origin
        start, end = (
            (origin * STEP + 12, target * STEP + 30)
            if up
            else (origin * STEP + 30, target * STEP + 12)
        )
        edge, bend = (WIDTH - 46, WIDTH - 22) if up else (44, 20)
        body.append(
            arrow(
                f'data-count="{count}" data-from="{origin}" data-to="{target}"',
                (edge, start),
                (edge, end),
                bend,
                title,
            )
        )
        x, anchor = (WIDTH - 20, "start") if up else (19, "end")
        body.append(
            f'<text class="note" x="{x}" y="{(start + end) / 2 + 4:g}" text-anchor="{anchor}" '
            f'fill="#5a646c">{count}</text>'
        )
    if drawing.map.bye_apart:
        y = len(brackets) * STEP + 20
        text = f"{drawing.say(BYE_HEAD)}: {drawing.person(drawing.map.bye or 0)}"
        body.append(f'<text class="head" x="56" y="{y}">{escape(text)}</text>')
    height_all = len(brackets) * STEP + (24 if drawing.map.bye_apart else -8)
    return frame(drawing, height_all, body, None, "overview")
