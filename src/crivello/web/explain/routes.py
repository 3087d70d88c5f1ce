"""The pages under Explain: map of a round, why a board, why not another, another edition."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import Response
from markupsafe import Markup
from starlette.exceptions import HTTPException

from crivello.explain.bracket_picture import LARGE, MapDrawing, picture
from crivello.explain.explanation import Depth
from crivello.explain.player.readers import Reader
from crivello.explain.round import explain_round
from crivello.explain.teach import has_tables, teach_round
from crivello.model.errors import CrivelloError, Illegal, Unsupported
from crivello.model.grammar import is_number
from crivello.model.keys import SYSTEMS
from crivello.model.result import COLOUR_WORDS
from crivello.standard.classes import frozen
from crivello.systems.registry import find
from crivello.web.explain import view
from crivello.web.explain.view import Question, RoundPicture, RoundRecord
from crivello.web.jobs import Job, begin
from crivello.web.page_answers import PageLink
from crivello.web.progress import current_number
from crivello.web.public.view import AtPublic
from crivello.web.view import AtDesk, SectionPage
from crivello.words import N_, Sentence

router = APIRouter(prefix="/t/{file}/{section}/explain")
public = APIRouter(prefix="/public/{file}/{section}/explain")

DEPTHS = {
    "words": (Depth.BRIEF, N_("In words")),
    "normal": (Depth.NORMAL, N_("With reasons")),
    "full": (Depth.FULL, N_("Everything")),
}
PRINTED = 40
"""The most players of a bracket that is printed together with the answer on one sheet."""
EXPLAINING = N_("Explaining round {round}: {count} players.")
NO_QUESTION = N_("Choose a player and a question.")
BOARD = N_("Round {round}, table {table}: {white} – {black}")
FIXED = N_("Table {table} is fixed for {player}.")
TABLE = N_("It is board {board} of the list, and is played at table {table}.")
Bracket = Annotated[int, Query(ge=0, le=9999)]
Number = Annotated[int, Query(ge=0, le=10**9)]


@frozen
class MapPicture:
    """A picture of brackets for the template."""

    svg: str
    rejected: int = 0
    """The number of rejected pairs that can be shown."""
    printed: bool = True
    """True if the picture fits on the sheet."""

    @property
    def markup(self) -> Markup:
        """The picture as HTML; `picture` has escaped the names in it."""
        return Markup(self.svg)


# The round


@router.get("")
def current(page: AtDesk, depth: str = "", bracket: Bracket = 0) -> Response:
    return show(page, current_number(page.section), depth, bracket)


@router.get("/{number}")
def show(page: AtDesk, number: int, depth: str = "", bracket: Bracket = 0) -> Response:
    this = _find_record(page, number)
    if this is None:
        return page.render("explain/explain_none.html", number=number, tabs=_tabs(page, number))
    chosen = depth if depth in DEPTHS else "words"  # codes are for readers who ask
    drawn = _draw_or_wait(
        page, this, view.make_question(explain_round, DEPTHS[chosen][0]), "round", chosen
    )
    if isinstance(drawn, Response):
        return drawn
    map_ = drawn.map
    only = bracket - 1 if 1 <= bracket <= len(map_.brackets) else None
    if chosen == "words":
        parts = view.parts_in_words(MapDrawing(map_, number, page.language, names=drawn.names))
    else:
        parts = view.parts(drawn.explanations[0], page.language)
    if only is not None:
        parts = [part for part in parts if part.bracket in map_.brackets[only].numbers]

    def bracket_url(place: int) -> str:
        if map_.players > LARGE:
            return page.url("explain", number, bracket=place + 1)
        return f"#bracket-{map_.brackets[place].numbers[0]}"

    drawing = _drawing(page, number, drawn, bracket_url if only is None else None)
    return page.render(
        "explain/explain.html",
        number=number,
        tabs=_tabs(page, number),
        this=this,
        system=page.say(SYSTEMS[this.system].title),
        differs=view.differs_from(page, this, drawn),
        map=MapPicture(picture(drawing, only), _count_rejected(drawn, only)),
        parts=parts,
        teaches=has_tables(find(this.system)),
        in_words=chosen == "words",
        depths=[
            PageLink(
                page.say(text),
                page.url("explain", number, depth=name, bracket=bracket or None),
                name == chosen,
            )
            for name, (_, text) in DEPTHS.items()
        ],
        overview=map_.players > LARGE and only is None,
        only=only,
        whole=page.url("explain", number),
        around=_neighbour_links(page, number, drawn, only),
        ask=view.questions(page, this),
    )


def _count_rejected(drawn: RoundPicture, only: int | None) -> int:
    """Return the number of rejected pairs in the picture; an overview shows none."""
    if only is not None:
        return len(drawn.map.brackets[only].rejected)
    return 0 if drawn.map.players > LARGE else drawn.map.rejected


def _neighbour_links(
    page: SectionPage, number: int, drawn: RoundPicture, only: int | None
) -> list[PageLink]:
    """Return links to the brackets above and below the one that is shown."""
    if only is None:
        return []
    drawing = MapDrawing(drawn.map, number, page.language)
    near = [place for place in (only - 1, only + 1) if 0 <= place < len(drawn.map.brackets)]
    return [
        PageLink(
            ("↑ " if place < only else "↓ ") + drawing.heading(drawn.map.brackets[place]),
            page.url("explain", number, bracket=place + 1),
        )
        for place in near
    ]


@router.get("/{number}/teach")
def teach(page: AtDesk, number: int, bracket: Bracket = 1) -> Response:
    """Show the tables for learning about one bracket, with its picture."""
    this = _must_be_paired(page, number)
    try:
        drawn = _draw_or_wait(
            page, this, view.make_question(teach_round, bracket), "teach", bracket
        )
    except Unsupported:
        raise HTTPException(404) from None
    if isinstance(drawn, Response):
        return drawn
    places = [n for n, one in enumerate(drawn.map.brackets) if bracket in one.numbers]
    drawing = _drawing(page, number, drawn)
    return page.render(
        "explain/explain_teach.html",
        number=number,
        system=page.say(SYSTEMS[this.system].title),
        map=MapPicture(picture(drawing, places[0])) if places else None,
        parts=view.parts(drawn.explanations[0], page.language),
        whole=page.url("explain", number),
        bracket=bracket,
    )


# Questions


@router.get("/{number}/board/{board}")
def one_board(page: AtDesk, number: int, board: int, depth: str = "") -> Response:
    return _board(page, number, board, "desk", _reader(depth))


@public.get("/{number}/board/{board}")
def public_board(page: AtPublic, number: int, board: int, depth: str = "") -> Response:
    """Show the public page that explains a board of a published round."""
    if number > len(page.section.rounds):
        raise HTTPException(404)
    return _board(page, number, board, "public", _reader(depth))


@router.get("/{number}/player")
def one_player(page: AtDesk, number: int, player: Number = 0, depth: str = "") -> Response:
    this = _must_be_paired(page, number)
    board = next((n for n, pair in enumerate(this.boards, start=1) if player in pair), None)
    reader, question = _reader(depth), ("player", player)
    work = view.of_players(player, reader=reader, language=page.language)
    return _answer(page, this, work, question, board=board, asked=(player, ""), reader=reader)


@router.get("/{number}/why-not")
def not_otherwise(
    page: AtDesk, number: int, player: Number = 0, wish: str = "", depth: str = ""
) -> Response:
    this = _must_be_paired(page, number)
    if colour := COLOUR_WORDS.get(wish.strip().lower()):
        wish = colour.name.lower()
    if not player or not (colour or wish == "bye" or is_number(wish)):
        raise Illegal(NO_QUESTION)
    reader, question = _reader(depth), ("why not", player, wish)
    work = view.why_not(player, wish, reader)
    return _answer(page, this, work, question, asked=(player, wish), reader=reader)


@router.get("/{number}/edition")
def edition(page: AtDesk, number: int, system: str = "", player: Number = 0) -> Response:
    this = _must_be_paired(page, number)
    if system not in SYSTEMS:
        raise HTTPException(404)
    work = view.other_edition(system, player)
    question = ("edition", system, *((player,) if player else ()))
    return _answer(page, this, work, question, asked=(player, ""), edition=system)


def _reader(depth: str) -> Reader:
    """Return the reader named by the address; the player by default."""
    return Reader(depth) if depth in {one.value for one in Reader} else Reader.PLAYER


def _board(page: SectionPage, number: int, board: int, area: str, reader: Reader) -> Response:
    this = _must_be_paired(page, number)
    if not 1 <= board <= len(this.boards):
        raise HTTPException(404)
    pair = this.boards[board - 1]
    work, question = view.of_players(*pair, reader=reader, language=page.language), ("board", *pair)
    asked = (pair[0], "")
    return _answer(page, this, work, question, board=board, asked=asked, area=area, reader=reader)


def _answer(
    page: SectionPage,
    this: RoundRecord,
    work: Question,
    question: tuple[object, ...],
    *,
    board: int | None = None,
    asked: tuple[int, str] = (0, ""),
    edition: str = "",
    area: str = "desk",
    reader: Reader | None = None,
) -> Response:
    """Show the answer to a question, with the picture of its bracket."""
    found: dict[str, object] = {"parts": (), "refused": (), "map": None, "differs": None}
    found["paths"] = ()
    players = [number for number in question[1:] if isinstance(number, int)]
    try:
        drawn = _draw_or_wait(page, this, work, *question, reader, page.language)
        if isinstance(drawn, Response):
            return drawn
    except CrivelloError as error:
        found["refused"] = page.refusal(error).lines
    else:
        found["parts"] = view.answers(drawn.explanations, page.language)
        found["differs"] = view.differs_from(page, this, drawn)
        # `path_picture` escapes what it is given.
        found["paths"] = [Markup(one) for one in drawn.paths]
        found["map"] = _bracket_of(page, this, drawn, players, area)
        if drawn.other is not None:
            drawing = _drawing(page, this.number, drawn.other, linked=False)
            found["map"] = MapPicture(picture(drawing))
    settings = page.section.tournament.settings
    pair = this.boards[board - 1] if board is not None else ()
    return page.render(
        "explain/explain_answer.html",
        **found,
        number=this.number,
        other=page.say(SYSTEMS[edition].title) if edition else "",
        title=_title(page, this, board) if question[0] == "board" else "",
        places=_places(page, this, board),
        head=[
            ", ".join(filter(None, (settings.city, settings.federation))),
            " – ".join(filter(None, (settings.start, settings.end))),
        ],
        arbiter=settings.chief_arbiter,
        system=page.say(SYSTEMS[this.system].title),
        ask=view.questions(page, this, asked, edition, pair) if area == "desk" else None,
        readers=[] if reader is None else _readers(page, reader),
        plain=reader is Reader.PLAYER,
        whole=page.url("explain", this.number),
        round_url=page.url("round", this.number),
        area=area,
        people=[one for one in page.section.listed_players if one.number in players],
    )


READERS = {
    Reader.PLAYER: N_("For the player"),
    Reader.ARBITER: N_("For the arbiter"),
    Reader.STUDENT: N_("For the student"),
}


def _readers(page: SectionPage, reader: Reader) -> list[PageLink]:
    return [
        PageLink(page.say(text), page.with_query(depth=one.value), one is reader)
        for one, text in READERS.items()
    ]


def _bracket_of(
    page: SectionPage, this: RoundRecord, drawn: RoundPicture, players: Sequence[int], area: str
) -> MapPicture | None:
    """Draw the bracket in which these players are paired; None if there is none."""
    for place, bracket in enumerate(drawn.map.brackets):
        if any(player in bracket.left + bracket.right for player in players):
            drawing = _drawing(page, this.number, drawn, linked=area == "desk", marked=players)
            large = bracket.size > PRINTED
            return MapPicture(picture(drawing, place), len(bracket.rejected), not large)
    return None


def _title(page: SectionPage, this: RoundRecord, board: int | None) -> str:
    assert board is not None
    names = {
        player.number: f"{player.number} {player.name}" for player in page.section.listed_players
    }
    white, black = (names[player] for player in this.boards[board - 1])
    table = this.tables[board - 1] if this.tables else board
    return page.say(BOARD, round=this.number, table=table, white=white, black=black)


def _places(page: SectionPage, this: RoundRecord, board: int | None) -> list[str]:
    """Return sentences on the table of the board, and on why it is played there."""
    if board is None or not this.tables:
        return []
    table = this.tables[board - 1]
    lines = [page.say(TABLE, board=board, table=table)] if board != table else []
    for player in page.section.listed_players:
        if player.number in this.boards[board - 1] and page.section.tables.get(player.id) == table:
            named = f"{player.number} {player.name}"
            lines.append(page.say(FIXED, table=table, player=named))
    return lines


# Shared by these pages


def _find_record(page: SectionPage, number: int) -> RoundRecord | None:
    """Return the record of a round; None if it is not paired. Answer 404 if there is no such
    round.
    """
    this = page.snapshot.once(
        ("recorded", page.key, number), lambda: view.round_record(page.section, number)
    )
    if this is None and not 1 <= number <= max(page.section.settings.rounds or 0, 1):
        raise HTTPException(404)
    return this


def _must_be_paired(page: SectionPage, number: int) -> RoundRecord:
    this = _find_record(page, number)
    if this is None:
        raise HTTPException(404)
    return this


def _draw_or_wait(
    page: SectionPage, this: RoundRecord, work: Question, *question: object
) -> RoundPicture | Response:
    """Return the picture with the answer, or a page that waits for it."""
    jobs, key = page.desktop.jobs, view.question_key(page, this, *question)

    def start() -> Job:
        # It only reads, so it does not wait for the thread of its file; one at a time.
        future = begin(lambda: work(view.paired_round(page, this)), jobs.turn)
        what = Sentence(EXPLAINING, round=this.number, count=2 * len(this.boards))
        return Job(what, page.here, future, id=key)

    job = jobs.add_once(key, start, again=False)
    if job.wait():
        found = job.future.result()
        assert isinstance(found, RoundPicture)
        return found
    return page.render("explain/explain_working.html", job=job, what=page.say(job.what))


def _drawing(
    page: SectionPage,
    number: int,
    drawn: RoundPicture,
    bracket_url: Callable[[int], str] | None = None,
    linked: bool = True,
    marked: Sequence[int] = (),
) -> MapDrawing:
    def player_url(player: int) -> str:
        return page.url("explain", number, "player", player=player)

    return MapDrawing(
        drawn.map,
        number,
        page.language,
        drawn.names,
        player_url if linked else None,
        bracket_url,
        marked=frozenset(marked),
    )


def _tabs(page: SectionPage, number: int) -> list[PageLink]:
    section = page.section
    last = max(len(section.rounds), section.draft.round if section.draft else 0, 1)
    return [
        PageLink(str(one), page.url("explain", one), one == number) for one in range(1, last + 1)
    ]
