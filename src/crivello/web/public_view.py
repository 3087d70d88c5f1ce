"""Pairings as everybody reads them, by board and by name, and why a board is as it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..explain.explanation import Kind
from ..explain.player import PairedRound
from ..explain.render import manner, sentence
from ..formats.by_number import by_number
from ..model.errors import CrivelloError
from ..reports.pairings import BYES, pairings_by_name, result_cell
from ..standings.crosstable_views import person
from ..systems.registry import find
from ..words import N_
from .tables_view import Field, Grid, Head, Line, subject, words
from .view import Page

NOT_BY_THE_RULES = N_(
    "The arbiter made or changed this round by hand, so the rules do not explain this board."
)


def board_grid(page: Page, number: int) -> Grid:
    """The boards in order; the table leads to the reasons, a name to the card."""
    about = subject(page)
    before = about.before(number)
    players = about.tournament.player
    lines = []
    for place, game in enumerate(about.tournament.round(number).games):
        white, black = players[game.white], players[game.black]
        result = result_cell(game.result).text
        table = about.table(number, place)
        lines.append(
            Line(
                f"t{table}",
                [
                    Field(str(table), "n table", page.url("round", number, "why", place + 1)),
                    Field(page.points(before[white.number].score), "n dim spare"),
                    Field(person(white), "who", page.url("card", white.number)),
                    Field(result or "–", "res" if result else "res open"),
                    Field(person(black), "who", page.url("card", black.number)),
                    Field(page.points(before[black.number].score), "n dim spare"),
                ],
            )
        )
    heads = [
        Head(page.say(N_("Table")), "n table"),
        Head(page.say(N_("Pts")), "n spare"),
        Head(page.say(N_("White")), "who"),
        Head(page.say(N_("Result")), "res"),
        Head(page.say(N_("Black")), "who"),
        Head(page.say(N_("Pts")), "n spare"),
    ]
    notes = [f"{person(player)}: {page.say(BYES[bye])}" for player, bye in about.byes(number)]
    title = page.say(N_("Pairings of round {round}"), round=number)
    return Grid("pairing", title, heads, lines, notes, 1)


def name_grid(page: Page, number: int) -> Grid:
    """Everybody in alphabetical order: table, colour, opponent."""
    shown = pairings_by_name(subject(page), number, words(page))
    place = {column.key: index for index, column in enumerate(shown.columns)}
    lines = []
    for row in shown.rows:
        own, other = row[place["number"]].raw, row[place["opponent_number"]].raw
        opponent = row[place["opponent"]].text
        lines.append(
            Line(
                f"p{own}",
                [
                    Field(row[place["name"]].text, "who", page.url("card", own)),
                    Field(row[place["table"]].text, "n table"),
                    Field(row[place["colour"]].text, "colour"),
                    Field(opponent, "who", page.url("card", other) if other else ""),
                ],
            )
        )
    heads = [
        Head(page.say(N_("Name")), "who"),
        Head(page.say(N_("Table")), "n table"),
        Head(page.say(N_("Colour")), "colour"),
        Head(page.say(N_("Opponent")), "who"),
    ]
    return Grid("by-name", shown.title[1], heads, lines, (), 1)


@dataclass(frozen=True, slots=True)
class Paragraph:
    text: str
    article: str = ""


@dataclass(frozen=True, slots=True)
class Why:
    title: str
    sides: Sequence[tuple[str, Sequence[Paragraph]]]
    """For each of the two: who it is, and what there is to say."""
    note: str = ""


def why_board(page: Page, number: int, board: int) -> Why | None:
    """From what was known when the round was paired; None if there is no such board."""
    about = subject(page)
    games = about.tournament.round(number).games
    if not 1 <= board <= len(games):
        return None
    game = games[board - 1]
    pair = (game.black, game.white) if game.reversed else (game.white, game.black)
    players = about.tournament.player
    white, black = (f"{one} {person(players[one])}" for one in pair)
    title = page.say(
        N_("Round {round}, table {table}: {white} – {black}"),
        round=number,
        table=about.table(number, board - 1),
        white=white,
        black=black,
    )
    try:
        paired = _paired(page, number)
    except CrivelloError as error:
        return Why(title, (), page.say(error))
    if pair not in {(one.white, one.black) for one in paired.pairing.boards}:
        return Why(title, (), page.say(NOT_BY_THE_RULES))
    sides = zip((white, black), pair, strict=True)
    return Why(title, [(name, _told(page, paired, one)) for name, one in sides])


def _told(page: Page, paired: PairedRound, player: int) -> list[Paragraph]:
    explanation = paired.player(player)
    how = manner(explanation, page.language)
    return [
        Paragraph(sentence(one, how), one.article)
        for one in explanation
        if one.kind is not Kind.HEADING
    ]


def _paired(page: Page, number: int) -> PairedRound:
    """The round paired again, once for all who ask."""
    origin = page.snapshot.section(page.key)
    this = origin.rounds[number - 1]

    def compute() -> PairedRound:
        known = page.file.submit(lambda desk: desk.known_at_pairing(page.key, number)).result()
        now = {player.id: player.number for player in page.section.listed}
        return PairedRound(find(this.draft.system), by_number(known, now), number)

    basis = (this.draft, origin.order)
    return page.snapshot.once(("paired again", page.key, number), compute, basis)
