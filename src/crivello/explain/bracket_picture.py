"""The bracket map as an SVG picture, to be embedded in a page or saved as a file.

Each player is drawn as a *chip*, a box with number and name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from html import escape

from crivello.explain.bracket_map import FloatPath, MapBracket, RejectedPair, TracedMap
from crivello.explain.explanation import ExplanationWriter
from crivello.model.sentence import N_, ListOf, Sayable
from crivello.words import Language, points, translator

LISTED = 16
"""The most pairs of a bracket that its description names; longer lists are cut."""
WIDTH = 400

TITLE = N_("Bracket map of round {round}")
PAIRS = N_("{bracket}: {pairs}.")
PAIRS_AND_OTHERS = N_("{bracket}: {pairs}; not paired there: {players}.")
OTHERS = N_("{bracket}: not paired there: {players}.")
AGAIN = N_("{bracket}: paired again further down.")
MEMBERS = N_("One player", "{count} players")
BYE_HEAD = N_("Pairing-allocated bye")


@dataclass(frozen=True)
class MapDrawing:
    """A bracket map with what a picture of it needs: language, names, links and marked players."""

    map: TracedMap
    round: int
    language: Language
    names: Mapping[int, str] = field(default_factory=dict)
    player_url: Callable[[int], str] | None = None
    """Where a player's own explanation is."""
    bracket_url: Callable[[int], str] | None = None
    """Where a bracket is, by its place on the map."""
    id: str = "map"
    """The id of the element; its parts are named after it."""
    marked: frozenset[int] = frozenset()
    """Players whom the picture is about."""
    rejected: bool = True

    def say(self, template: Sayable, **values: object) -> str:
        return translator(self.language).of_teams(self.map.teams).say(template, **values)

    def score(self, bracket: MapBracket) -> str:
        return points(bracket.score, self.map.unit, self.language)

    def heading(self, bracket: MapBracket) -> str:
        return self.say(bracket.heading, score=self.score(bracket))

    def heading_and_size(self, bracket: MapBracket) -> tuple[str, str]:
        """Return the heading of a bracket, and its number of players as text.

        If the bracket was paired again later, the heading says so and the second text is empty.
        """
        heading = self.heading(bracket)
        if bracket.again:
            return self.say(AGAIN, bracket=heading), ""
        return heading, self.say(MEMBERS, count=bracket.size)

    def person(self, player: int) -> str:
        return f"{player} {self.names.get(player, '')}".rstrip()


def describe(drawing: MapDrawing, only: int | None = None) -> list[str]:
    """Return sentences for readers who cannot see the picture: one for each bracket.

    `only`: the index of a bracket, to describe that one alone.
    """
    writer = ExplanationWriter(drawing.language, LISTED)
    found = []
    for place, bracket in enumerate(drawing.map.brackets):
        if only not in (None, place):
            continue
        template = PAIRS_AND_OTHERS if bracket.pairs and bracket.leaving else PAIRS
        if bracket.again:
            template = AGAIN
        elif not bracket.pairs:
            template = OTHERS
        found.append(
            writer.say(
                template,
                bracket=drawing.heading(bracket),
                pairs=ListOf.pairs(bracket.pairs),
                players=ListOf.players(bracket.leaving),
            )
        )
    return found


def frame(drawing: MapDrawing, height: float, body: list[str], only: int | None, kind: str) -> str:
    name = escape(drawing.id)
    title = drawing.say(TITLE, round=drawing.round)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" class="bracket-map {kind}" id="{name}" '
            f'viewBox="0 0 {WIDTH} {number(height)}" width="{WIDTH}" height="{number(height)}" '
            f'role="group" aria-labelledby="{name}-title" aria-describedby="{name}-desc" '
            'font-family="system-ui, sans-serif" font-size="12.5">',
            f'<title id="{name}-title">{escape(title)}</title>',
            f'<desc id="{name}-desc">{escape(" ".join(describe(drawing, only)))}</desc>',
            *body,
            "</svg>",
        ]
    )


def arrow(
    data: str, start: tuple[float, float], end: tuple[float, float], bend: float, title: str
) -> str:
    """Return an SVG arrow from one chip to another, curved around the x coordinate `bend`.

    If `end` is at `bend` itself, the other chip is not drawn: the arrow then ends there, pointing
    up or down.
    """
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


def note(text: str, x: float, y: float, anchor: str) -> str:
    """Return a remark in small grey letters, as SVG."""
    return (
        f'<text class="note" x="{number(x)}" y="{number(y)}" text-anchor="{anchor}" '
        f'fill="#5a646c">{escape(text)}</text>'
    )


def outline(x: float, y: float, width: float, height: float) -> str:
    """Return the frame around a bracket, as SVG."""
    return (
        f'<rect class="bracket" x="{number(x)}" y="{number(y)}" width="{number(width)}" '
        f'height="{number(height)}" rx="6" fill="none" stroke="#b9b4a6"/>'
    )


def number(value: float) -> str:
    return f"{value:g}"


LARGE = 60
"""With more players the map becomes an overview, and each bracket has its own picture."""

LEFT, RIGHT = 26, 236
"""Where the two columns begin."""
COLUMN = 138
ROW, CHIP = 27, 21
HEAD, GAP = 26, 16
BOW = 36
"""How far a line between two players of the same column bends."""
LETTER = 7
"""Approximate width of a letter of a name."""

BOARD = N_("Board {board}: {white} – {black}")
TO = N_("floats to {score}")
LIMBO = N_("limbo, floats to {score}")
BYE = N_("gets the bye")
FLOAT = N_("{player} floats from {origin} to {target}")
REJECTED = N_("{pair}: in the first candidate, which {article} rejects")
UNDONE = N_("{pair}: made, then undone")

_COLOURS = {
    "white": ("#ffffff", "#16191c", "#5a646c"),
    "black": ("#2a2f34", "#ffffff", "#7d858c"),
    "none": ("none", "currentColor", "#7d858c"),
}
"""Fill, letters, edge."""


def picture(drawing: MapDrawing, only: int | None = None) -> str:
    """Draw the whole round, or one bracket of it; a round of more than `LARGE` players as an
    overview.
    """
    if only is None and drawing.map.players > LARGE:
        return overview(drawing)
    return _Canvas(drawing, only).svg()


class _Canvas:
    """The picture of brackets with every player in them, while it is drawn from top to bottom."""

    def __init__(self, drawing: MapDrawing, only: int | None) -> None:
        self.drawing = drawing
        self.map = drawing.map
        self.only = only
        self.seats: dict[tuple[int, int], float] = {}
        """Height of each player's chip, by (place of the bracket, player)."""
        self.rightists = {player for bracket in self.map.brackets for player in bracket.right}
        self.target = {(one.player, one.origin): one.target for one in self.map.floats}
        self.origin = {(one.player, one.target): one.origin for one in self.map.floats}
        everybody = [player for one in self.map.brackets for player in one.members]
        self.figures = 10 + 8 * max(len(str(player)) for player in [10, *everybody])
        """Where numbers end."""
        self.below: list[str] = []
        self.lines: list[str] = []
        self.above: list[str] = []
        self.height = 0.0

    def svg(self) -> str:
        for place, bracket in enumerate(self.map.brackets):
            if self.only in (None, place):
                self._bracket(place, bracket)
        if self.map.bye_apart and self.only is None:
            self._bye()
        for count, one in enumerate(self.map.floats):
            self._float(one, count)
        body = self.below + self.lines + self.above
        return frame(self.drawing, max(self.height - GAP + 2, HEAD), body, self.only, "whole")

    # ------------------------------------------------------------------ brackets

    def _bracket(self, place: int, bracket: MapBracket) -> None:
        top = self.height
        ups = [p for p in bracket.leaving if self.target.get((p, place), place) < place]
        others = [p for p in bracket.leaving if p not in ups]
        self._head(place, bracket)
        for player in ups:
            self._chip_with_note(place, bracket, player)
        first = self.height
        for column in (bracket.left, bracket.right):
            self.height = first
            for player in column:
                self._chip(place, bracket, player)
        self.height = first + ROW * len(bracket.left)
        for player in others:
            self._chip_with_note(place, bracket, player)
        for a, b in bracket.pairs:
            self._pair(place, a, b)
        if self.drawing.rejected:
            for no in bracket.rejected:
                self._draw_rejected(place, no)
        self._close(top)

    def _close(self, top: float) -> None:
        """Draw the frame of the bracket that begins at `top`."""
        self.height += 4
        self.below.append(outline(1, top + 1, WIDTH - 2, self.height - top - 2))
        self.height += GAP

    def _head(self, place: int, bracket: MapBracket) -> None:
        middle = self.height + HEAD / 2 + 5
        text, count = self.drawing.heading_and_size(bracket)
        shown = self._heading(text, middle)
        if self.drawing.bracket_url is not None and bracket.numbers:
            shown = f'<a href="{escape(self.drawing.bracket_url(place))}">{shown}</a>'
        self.above.append(shown)
        if count:
            self.above.append(note(count, RIGHT + COLUMN, middle, "end"))
        self.height += HEAD

    def _heading(self, text: str, y: float) -> str:
        return (
            f'<text class="head" x="{LEFT}" y="{number(y)}" font-weight="600" '
            f'fill="currentColor">{escape(text)}</text>'
        )

    def _chip(self, place: int, bracket: MapBracket, player: int) -> None:
        y = self.height
        self.seats[place, player] = y + CHIP / 2
        self.height += ROW
        paired = player in bracket.left or player in bracket.right
        side = RIGHT if self._is_right(player) else LEFT
        colour = "none"
        if paired:
            colour = "white" if player in self.map.white else "black"
        fill, ink, edge = _COLOURS[colour]
        classes = [colour]
        classes += ["came"] if player in bracket.came else []
        classes += ["limbo"] if player in bracket.limbo else []
        classes += ["marked"] if player in self.drawing.marked else []
        width = ' stroke-width="2.5"' if player in self.drawing.marked else ""
        dash = ' stroke-dasharray="3 2"' if colour == "none" else ""
        name = self.drawing.names.get(player, "")
        marked = paired and player in bracket.exchanged
        room = (COLUMN - self.figures - (20 if marked else 8)) // LETTER
        short = name if len(name) <= room else name[: room - 1].rstrip(" ,.") + "…"
        mark = ""
        if marked:
            mark = (
                f'<text x="{side + COLUMN - 5}" y="{number(y + 15)}" text-anchor="end" '
                f'fill="{ink}" aria-hidden="true">⇄</text>'
            )
        body = (
            f'<rect x="{side}" y="{number(y)}" width="{COLUMN}" height="{CHIP}" rx="5" '
            f'fill="{fill}" stroke="{edge}"{width}{dash}/>'
            f'<text x="{side + self.figures}" y="{number(y + 15)}" text-anchor="end" fill="{ink}" '
            f'font-weight="600">{player}</text>'
            f'<text x="{side + self.figures + 6}" y="{number(y + 15)}" fill="{ink}">'
            f"{escape(short)}</text>{mark}"
        )
        if self.drawing.player_url is not None:
            body = f'<a href="{escape(self.drawing.player_url(player))}">{body}</a>'
        self.above.append(
            f'<g class="chip {" ".join(classes)}" data-player="{player}">'
            f"<title>{escape(self.drawing.person(player))}</title>{body}</g>"
        )

    def _chip_with_note(self, place: int, bracket: MapBracket, player: int) -> None:
        """Draw a player who is not paired in this bracket, with a note on where they go."""
        y = self.height + 15
        text = ""
        target = self.target.get((player, place))
        if target is not None:
            score = self.drawing.score(self.map.brackets[target])
            text = self.drawing.say(LIMBO if player in bracket.limbo else TO, score=score)
        elif player == self.map.bye:
            text = self.drawing.say(BYE)
        self._chip(place, bracket, player)
        self._note(text, y, self._is_right(player))

    def _note(self, text: str, y: float, right: bool) -> None:
        x, anchor = (RIGHT - BOW - 8, "end") if right else (LEFT + COLUMN + BOW + 8, "start")
        self.above.append(note(text, x, y, anchor))

    def _bye(self) -> None:
        player, place = self.map.bye, len(self.map.brackets)
        assert player is not None
        top = self.height
        article = f" ({self.map.bye_article})" if self.map.bye_article else ""
        head = self.drawing.say(BYE_HEAD) + article
        y = top + HEAD / 2 + 5
        self.above.append(self._heading(head, y))
        self.height += HEAD
        self._note(self.drawing.say(BYE), self.height + 15, right=False)
        self._chip(place, MapBracket((), 0, "", leaving=(player,)), player)
        self._close(top)

    # ------------------------------------------------------------------ lines

    def _is_right(self, player: int) -> bool:
        return player in self.rightists

    def _inner(self, player: int) -> float:
        return RIGHT if self._is_right(player) else LEFT + COLUMN

    def _pair(self, place: int, a: int, b: int) -> None:
        white, black = (a, b) if a in self.map.white else (b, a)
        person = self.drawing.person
        title = self.drawing.say(
            BOARD, board=self.map.board[a], white=person(white), black=person(black)
        )
        path = self._between(place, a, b)
        self.lines.append(
            f'<path class="pair" data-pair="{a}-{b}" d="{path}" fill="none" stroke="#1f5c4d" '
            f'stroke-width="2"><title>{escape(title)}</title></path>'
        )

    def _draw_rejected(self, place: int, no: RejectedPair) -> None:
        pair = f"{no.a}–{no.b}"
        if no.reason is not None:
            title = self.drawing.say(no.reason)
            title = f"{title} ({no.article})" if no.article else title
        elif no.article:
            title = self.drawing.say(REJECTED, pair=pair, article=no.article)
        else:
            title = self.drawing.say(UNDONE, pair=pair)
        path = self._between(place, no.a, no.b)
        self.lines.append(
            f'<path class="rejected" data-pair="{no.a}-{no.b}" d="{path}" fill="none" '
            'stroke="#97201d" stroke-width="1.2" stroke-dasharray="4 3" opacity="0.75">'
            f"<title>{escape(title)}</title></path>"
        )

    def _between(self, place: int, a: int, b: int) -> str:
        """Return the path between two players: straight between the columns, curved within one."""
        x, y = self._inner(a), self.seats[place, a]
        u, v = self._inner(b), self.seats[place, b]
        if x != u:
            return f"M{number(x)} {number(y)}L{number(u)} {number(v)}"
        bow = x + (BOW if x < WIDTH / 2 else -BOW)
        curve = " ".join(map(number, (bow, y, bow, v, u, v)))
        return f"M{number(x)} {number(y)}C{curve}"

    def _float(self, one: FloatPath, count: int) -> None:
        start = self.seats.get((one.origin, one.player))
        end = self.seats.get((one.target, one.player))
        if start is None and end is None:
            return
        # In the picture of one bracket the other end is outside: the arrow is a stub.
        up = one.target < one.origin
        outside = end is None
        if start is None:
            assert end is not None
            start = end + (CHIP if up else -CHIP)
        if end is None:
            end = start + (-CHIP if up else CHIP)
        right = self._is_right(one.player)
        edge, way = (RIGHT + COLUMN, 1) if right else (LEFT, -1)
        bend = edge + way * (13 + 5 * (count % 3))
        tip = bend if outside else edge
        brackets = self.map.brackets
        title = self.drawing.say(
            FLOAT,
            player=self.drawing.person(one.player),
            origin=self.drawing.score(brackets[one.origin]),
            target=self.drawing.score(brackets[one.target]),
        )
        data = f'data-player="{one.player}" data-from="{one.origin}" data-to="{one.target}"'
        self.lines.append(arrow(data, (edge, start), (tip, end), bend, title))


# The overview of a large field


FLOATS = N_(
    "One player floats from {origin} to {target}",
    "{count} players float from {origin} to {target}",
)
HEIGHT, STEP = 40, 52


def overview(drawing: MapDrawing) -> str:
    body: list[str] = []
    brackets = drawing.map.brackets
    for place, bracket in enumerate(brackets):
        y = place * STEP + 1
        head, size = drawing.heading_and_size(bracket)
        box = (
            outline(44, y, WIDTH - 90, HEIGHT)
            + f'<text class="head" x="56" y="{y + 25}" font-weight="600">{escape(head)}</text>'
            + note(size, WIDTH - 58, y + 25, "end")
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
        start, end = origin * STEP + (12 if up else 30), target * STEP + (30 if up else 12)
        edge, bend = (WIDTH - 46, WIDTH - 22) if up else (44, 20)
        data = f'data-count="{count}" data-from="{origin}" data-to="{target}"'
        body.append(arrow(data, (edge, start), (edge, end), bend, title))
        x, anchor = (WIDTH - 20, "start") if up else (19, "end")
        body.append(note(str(count), x, (start + end) / 2 + 4, anchor))
    if drawing.map.bye_apart:
        y = len(brackets) * STEP + 20
        text = f"{drawing.say(BYE_HEAD)}: {drawing.person(drawing.map.bye or 0)}"
        body.append(f'<text class="head" x="56" y="{y}">{escape(text)}</text>')
    height_all = len(brackets) * STEP + (24 if drawing.map.bye_apart else -8)
    return frame(drawing, height_all, body, None, "overview")
