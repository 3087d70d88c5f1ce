"""What the page Explain computes: a round as it was known when it was paired, explained and drawn.

Players are called by their pairing numbers of today, as everywhere in the hall.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, replace

from markupsafe import Markup

from crivello.desk import Desk, Section
from crivello.desk.state import Draft
from crivello.explain.bracket_map import BracketMap
from crivello.explain.editions import explain_edition_diff
from crivello.explain.explanation import (
    Depth,
    Explanation,
    ExplanationWriter,
    Paragraph,
    ParagraphKind,
)
from crivello.explain.player import explain_player
from crivello.explain.render import table_element, writer_of
from crivello.explain.round import TracedRound, explain_round
from crivello.explain.teach import teach_round
from crivello.explain.why_not import (
    explain_why_not_bye,
    explain_why_not_colour,
    explain_why_not_pair,
)
from crivello.formats.by_number import by_number
from crivello.model.result import Colour
from crivello.model.tournament import Tournament
from crivello.systems.registry import System, find
from crivello.web.told import Line
from crivello.web.view import Page
from crivello.words import Language

Boards = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Recorded:
    """A round as it was paired, published or not; players by number."""

    number: int
    system: str
    program: str
    """Version that paired it."""
    boards: Boards
    bye: int | None
    tables: tuple[int, ...]
    """Empty for a draft."""
    by_hand: bool
    published: bool
    basis: str


def recorded(section: Section, number: int) -> Recorded | None:
    """None if the round is not paired."""
    numbers = {player.id: player.number for player in section.listed}
    draft: Draft | None
    if 1 <= number <= len(section.rounds):
        this = section.rounds[number - 1]
        draft, bye, tables = this.draft, this.bye, this.tables
        # With the colours of the pairing, also if they played with the others.
        boards = tuple(
            (game.black, game.white) if game.reversed else (game.white, game.black)
            for game in this.games
        )
    elif section.draft is not None and section.draft.round == number:
        draft, tables = section.draft, ()
        boards, bye = draft.boards, draft.bye
    else:
        return None
    changed = (set(boards), bye) != (set(draft.boards), draft.bye)
    return Recorded(
        number,
        draft.system,
        draft.program,
        tuple((numbers[white], numbers[black]) for white, black in boards),
        None if bye is None else numbers[bye],
        tables,
        draft.by_hand or changed,
        number <= len(section.rounds),
        draft.basis,
    )


@dataclass(frozen=True)
class Case:
    """A round that is explained: what was known, and by which edition it was paired."""

    tournament: Tournament
    number: int
    system: System

    @property
    def names(self) -> dict[int, str]:
        return {player.id: player.name for player in self.tournament.players}


@dataclass(frozen=True)
class Drawn:
    """The right pairing of the round, and its map."""

    boards: Boards
    bye: int | None
    map: BracketMap
    names: Mapping[int, str]
    explanations: tuple[Explanation, ...] = ()
    other: Drawn | None = None
    """The round by another edition, if that was asked for."""


Work = Callable[[Case], Drawn]


def the_round(depth: Depth) -> Work:
    def work(case: Case) -> Drawn:
        told = explain_round(case.system, case.tournament, case.number, depth)
        return replace(drawn(case), explanations=(told,))

    return work


def lessons(bracket: int) -> Work:
    """The tables of a bracket, by its number in the round."""

    def work(case: Case) -> Drawn:
        told = teach_round(case.system, case.tournament, case.number, bracket)
        return replace(drawn(case), explanations=(told,))

    return work


def of_players(*players: int) -> Work:
    def work(case: Case) -> Drawn:
        told = [
            explain_player(case.system, case.tournament, case.number, player) for player in players
        ]
        return replace(drawn(case), explanations=tuple(told))

    return work


def why_not(player: int, wish: str) -> Work:
    """`wish`: the number of an opponent, or `bye`, `white`, `black`."""

    def work(case: Case) -> Drawn:
        asked = (case.system, case.tournament, case.number, player)
        if wish == "bye":
            told = explain_why_not_bye(*asked)
        elif wish in ("white", "black"):
            colour = Colour.WHITE if wish == "white" else Colour.BLACK
            told = explain_why_not_colour(*asked, colour)
        else:
            told = explain_why_not_pair(*asked, int(wish))
        return replace(drawn(case), explanations=(told,))

    return work


def other_edition(key: str) -> Work:
    def work(case: Case) -> Drawn:
        told = explain_edition_diff(case.system, find(key), case.tournament, case.number)
        other = drawn(replace(case, system=find(key)))
        return replace(drawn(case), explanations=(told,), other=other)

    return work


def drawn(case: Case) -> Drawn:
    traced = TracedRound(case.system, case.tournament, case.number)
    boards = tuple((board.white, board.black) for board in traced.pairing.boards)
    return Drawn(boards, traced.pairing.bye, traced.bracket_map(), case.names)


def known(page: Page, this: Recorded) -> Case:
    """In a thread of its own: the desk answers when it has done what it was asked before."""
    numbers = {player.id: player.number for player in page.section.listed}
    section = page.key

    def look(desk: Desk) -> Tournament:
        return desk.known_at_pairing(section, this.number)

    tournament = page.file.submit(look).result()
    return Case(by_number(tournament, numbers), this.number, find(this.system))


def key(page: Page, this: Recorded, *question: object) -> Hashable:
    """The same for everybody who asks the same about the same round, results or not."""

    def people() -> Hashable:
        return tuple((one.id, one.number, one.name) for one in page.section.listed)

    listed = page.snapshot.once(("listed", page.door, page.key), people)
    return (page.file.name, page.key, this.number, this.system, this.basis, listed, question)


# In words


@dataclass(frozen=True, slots=True)
class Part:
    """Paragraphs under one heading."""

    heading: str
    bracket: int | None
    lines: tuple[Line, ...]


def parts(explanation: Explanation, language: Language) -> list[Part]:
    writer = writer_of(explanation, language)
    found: list[tuple[str, int | None, list[Line]]] = [("", None, [])]
    for paragraph in explanation:
        if paragraph.kind is ParagraphKind.HEADING:
            found.append((writer.say(paragraph), paragraph.bracket, []))
        else:
            found[-1][2].append(_line(paragraph, writer))
    return [
        Part(heading, bracket, tuple(lines))
        for heading, bracket, lines in found
        if lines or heading
    ]


def _line(paragraph: Paragraph, writer: ExplanationWriter) -> Line:
    """`table_element` escapes what it is given."""
    table = Markup() if paragraph.table is None else Markup(table_element(paragraph.table, writer))
    return Line(writer.say(paragraph), paragraph.article, table)


def answers(explanations: Iterable[Explanation], language: Language) -> list[Part]:
    """Short answers, each under its question; what one has told the next leaves out."""
    found: list[Part] = []
    before: list[Paragraph] = []
    for one in explanations:
        writer = writer_of(one, language)
        new = [paragraph for paragraph in one if paragraph not in before]
        told = tuple(_line(paragraph, writer) for paragraph in new)
        found.append(Part(writer.say(one.title), None, told))
        before += new
    return found
