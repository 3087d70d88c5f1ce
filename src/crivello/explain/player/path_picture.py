"""A small picture of how a player gets the opponent: the group in order, and a line to the
opponent.

The opponent whom the order named first is crossed out, with the reason. The picture fits a phone
and is printed with a pairing slip.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from html import escape
from itertools import zip_longest

from crivello.explain.facts import colour_needed
from crivello.explain.player.answer import Cause, CauseKind, PlayerWriter
from crivello.explain.player.place import Place, Scheme
from crivello.explain.player.questions import PlayerAnswers
from crivello.model.matches import has_teams
from crivello.model.sentence import N_, Sentence, Template
from crivello.standard.classes import frozen
from crivello.words import Language

WIDTH = 320
ROW = 24
CHIP = 130
TOP = 44
MOST_ROWS = 7
"""How many rows are drawn: those of the player, of the opponent and of whom the order named, others
near them, and one for each gap."""
LONGEST_NAME = 14

K = CauseKind
TITLE = N_("How {player} comes to the opponent")
BYE = N_("bye")
GROUP = N_("{size} players, {score}")
MIXED = N_("{size} players")
BY_TABLE = N_("round {round} of the table")
SHORT: dict[CauseKind, Template] = {
    K.MET: N_("met in round {round}"),
    K.KEPT_APART: N_("kept apart"),
    K.SAME_COLOUR: N_("both only {colour}"),
    K.COLOURS: N_("colours"),
    K.STRONG_COLOURS: N_("colours"),
    K.SERVED_FIRST: N_("taken before"),
    K.IMPOSSIBLE: N_("the others could not be paired"),
    K.PAIRS: N_("fewer pairs"),
    K.UPFLOATERS: N_("fewer pairs"),
    K.DOWN_AGAIN: N_("fewer points again"),
    K.DOWN_AGAIN_2: N_("fewer points again"),
    K.UP_AGAIN: N_("more points again"),
    K.UP_AGAIN_2: N_("more points again"),
    K.LOWEST_BYE: N_("another bye"),
    K.UNEQUAL: N_("more games of unequal points"),
    K.DIFFERENCES: N_("further apart in points"),
}
"""Why a pair is crossed out, in a few words."""
OTHERWISE = N_("worse for others")


@frozen
class PathPicture:
    """The parts of the picture: two columns of players, the pair, and the opponent first in
    order.
    """

    left: tuple[int, ...]
    right: tuple[int, ...]
    player: int
    opponent: int
    named_first: int | None
    """Whom the order named before, to the player or to an opponent from other points."""
    cause: Cause
    heading: Sentence
    mover: int | None = None
    """Who of the two came from other points."""
    places: Mapping[int, int] = field(default_factory=dict)
    """In the order of the group, from 1."""


def path_picture(ask: PlayerAnswers, player: int, language: Language) -> str:
    """Return the picture as SVG, styled by attributes only, like the bracket map."""
    writer = PlayerWriter(language, has_teams(ask.this.tournament))
    path = _path(ask, player)
    name = writer.say(Sentence("{player}", player=ask.story.name(player)))
    title = writer.say(TITLE, player=name)
    if path is None:
        body, height = [_chip(12, TOP, name, strong=True)], TOP + 2 * ROW
        body.append(_text(WIDTH - 60, TOP + 16, writer.say(BYE)))
        return _svg(player, title, title, body, height)
    rows = _rows(path)
    body = [_text(12, 16, writer.say(path.heading))]
    place: dict[int, tuple[float, float]] = {}
    for row, (one, other) in enumerate(rows):
        y = TOP + row * ROW
        for x, who in ((8, one), (WIDTH - CHIP - 8, other)):
            if who is None:
                continue
            if who < 0:
                body.append(_text(x + CHIP / 2, y + 14, "⋯"))
                continue
            strong = who in (player, path.opponent)
            chip = _chip(x, y, _short(ask, who), strong, who == path.named_first)
            body += [chip, *_place(x, y, path.places.get(who))]
            place[who] = (x, y + ROW / 2 - 2)
    pair = _curve(_ends(place, player, path.opponent))
    lines = [f'<path class="pair" d="{pair}" fill="none" stroke="#1f6f4a" stroke-width="2.4"/>']
    if path.named_first is not None:
        chooser = path.player if path.mover is None else path.mover
        lines.append(_cross_out(place, chooser, path.named_first, _reason(ask, path, writer)))
    height = TOP + len(rows) * ROW + 10
    words = " ".join(writer.say(one) for one in ask.opponent(player).sentences)
    return _svg(player, title, words, [*lines, *body], height)


def _path(ask: PlayerAnswers, player: int) -> PathPicture | None:
    opponent = ask.this.opponent(player)
    if opponent is None:
        return None
    place = ask.guide.place(ask.story, player, opponent)
    cause = ask.opponent(player).cause
    if place is None:
        heading = Sentence(MIXED, size=2)
        if cause.kind is K.TABLE:
            heading = Sentence(BY_TABLE, round=ask.this.number)
        return PathPicture((player,), (opponent,), player, opponent, None, cause, heading)
    left, right = _columns(place)
    first = place.natural
    if place.scheme is Scheme.FROM_ABOVE and place.mover != player:
        first = None if place.first == player else place.first
    if first == opponent or cause.kind is K.UNSAID or first not in (*left, *right):
        first = None
    heading = Sentence(GROUP, size=len(place.order), score=ask.asked.score_of(*place.order))
    if player not in (*left, *right):
        left = (player, *left)
    if opponent not in (*left, *right):
        left = (opponent, *left)
    places = {one: rank for rank, one in enumerate(place.order, start=1)}
    return PathPicture(left, right, player, opponent, first, cause, heading, place.mover, places)


def _columns(place: Place) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the list as two columns, in which players who meet by the order are side by side."""
    if place.scheme is Scheme.FROM_ABOVE:
        return ((place.mover,) if place.mover is not None else ()), place.order
    half = len(place.order) // 2
    upper, lower = place.order[:half], place.order[half:]
    return (upper, lower[::-1]) if place.scheme is Scheme.ENDS else (upper, lower)


def _rows(path: PathPicture) -> list[tuple[int | None, int | None]]:
    """Return at most `MOST_ROWS` rows to draw; -1 stands for rows that are left out."""
    every = list(zip_longest(path.left, path.right))
    wanted = {path.player, path.opponent, path.named_first} - {None}
    chosen = {row for row, pair in enumerate(every) if wanted & set(pair)}
    near = sorted(range(len(every)), key=lambda row: min(abs(row - one) for one in chosen))
    for row in (0, len(every) - 1, *near):
        if len(_rows_with_gaps(every, chosen | {row})) <= MOST_ROWS:
            chosen.add(row)
    return _rows_with_gaps(every, chosen)


def _rows_with_gaps(
    every: list[tuple[int | None, int | None]], chosen: set[int]
) -> list[tuple[int | None, int | None]]:
    """Return the chosen rows, with one row for each gap between them.

    A gap of one row is that row itself; a longer gap is a row of -1.
    """
    found: list[tuple[int | None, int | None]] = []
    last = -1
    for row in (*sorted(chosen), len(every)):
        if row == last + 2:
            found.append(every[last + 1])
        elif row > last + 2:
            left, right = zip(*every[last + 1 : row], strict=True)
            found.append((-1 if any(left) else None, -1 if any(right) else None))
        found += every[row : row + 1]
        last = row
    return found


def _reason(ask: PlayerAnswers, path: PathPicture, writer: PlayerWriter) -> str:
    cause = path.cause
    colour = colour_needed(ask.story, path.player)
    template = SHORT.get(cause.kind, OTHERWISE)
    return writer.say(template, round=cause.round, colour=colour)


def _short(ask: PlayerAnswers, player: int) -> str:
    name = f"{player} {ask.this.tournament.player[player].name}".rstrip().replace(",", "")
    return name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 2] + "…"


# Drawing


def _svg(player: int, title: str, words: str, body: list[str], height: float) -> str:
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" class="player-path" id="path-{player}" '
            f'viewBox="0 0 {WIDTH} {height:g}" width="{WIDTH}" height="{height:g}" role="img" '
            f'aria-labelledby="path-{player}-title" aria-describedby="path-{player}-desc" '
            'font-family="system-ui, sans-serif" font-size="12.5">',
            f'<title id="path-{player}-title">{escape(title)}</title>',
            f'<desc id="path-{player}-desc">{escape(words)}</desc>',
            *body,
            "</svg>",
        ]
    )


def _place(x: float, y: float, place: int | None) -> list[str]:
    """Return the player's place in the order, as SVG text at the end of their box."""
    if place is None:
        return []
    return [
        f'<text class="note" x="{x + CHIP - 6:g}" y="{y + 14:g}" text-anchor="end" '
        f'font-size="10" fill="#5a646c">{place}.</text>'
    ]


def _chip(x: float, y: float, text: str, strong: bool, crossed: bool = False) -> str:
    kind = "chip strong" if strong else "chip crossed" if crossed else "chip"
    fill, stroke = ("#dfeee6", "#1f6f4a") if strong else ("#ffffff", "#9aa3aa")
    ink = "#8c2f24" if crossed else "#16191c"
    return (
        f'<g class="{kind}"><rect x="{x:g}" y="{y:g}" width="{CHIP}" height="{ROW - 4}" rx="4" '
        f'fill="{fill}" stroke="{stroke}" stroke-width="{1.8 if strong else 1}"/>'
        f'<text x="{x + 6:g}" y="{y + 14:g}" fill="{ink}">{escape(text)}</text></g>'
    )


def _text(x: float, y: float, text: str) -> str:
    return f'<text class="note" x="{x:g}" y="{y:g}" fill="#5a646c">{escape(text)}</text>'


def _ends(place: dict[int, tuple[float, float]], one: int, other: int) -> tuple[float, ...]:
    """Return the points where the line between two players begins and ends."""
    (x, y), (u, v) = place[one], place[other]
    start = x + CHIP if x < WIDTH / 2 else x
    end = u + CHIP if u < WIDTH / 2 else u
    return start, y, end, v


def _curve(ends: tuple[float, ...]) -> str:
    x, y, u, v = ends
    if x == u:  # both stand in one column
        bend = x + (34 if x < WIDTH / 2 else -34)
        return f"M{x:g} {y:g}C{bend:g} {y:g} {bend:g} {v:g} {u:g} {v:g}"
    return f"M{x:g} {y:g}L{u:g} {v:g}"


def _cross_out(place: dict[int, tuple[float, float]], one: int, other: int, why: str) -> str:
    ends = _ends(place, one, other)
    x, y = (ends[0] + ends[2]) / 2, (ends[1] + ends[3]) / 2
    if ends[0] == ends[2]:
        x += 26 if x < WIDTH / 2 else -26
    cross = f"M{x - 4:g} {y - 4:g}L{x + 4:g} {y + 4:g}M{x + 4:g} {y - 4:g}L{x - 4:g} {y + 4:g}"
    return (
        f'<g class="rejected"><path d="{_curve(ends)}" fill="none" stroke="#8c2f24" '
        f'stroke-width="1.4" stroke-dasharray="4 3"/><path d="{cross}" stroke="#8c2f24" '
        f'stroke-width="2"/><text x="{WIDTH - 12}" y="34" text-anchor="end" fill="#8c2f24">'
        f"✗ {escape(why)}</text></g>"
    )
