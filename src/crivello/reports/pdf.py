"""Documents as PDF (extra `pdf`, typst): the page as data, typeset by the typst program `page.typ`.

Names and texts are data and never run; typst can read no file and fetch nothing. The fonts are
those of `typefaces`, the same on every computer.
"""

from __future__ import annotations

import json
import re
import tempfile
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path
from typing import Any

from crivello.extras import is_installed, require
from crivello.model.sentence import N_
from crivello.reports.document import (
    BOXES,
    LINES,
    Block,
    Cards,
    Document,
    NameCards,
    PrintedForm,
    Side,
    Slip,
    Slips,
)
from crivello.reports.layout import (
    CHOICES,
    SCAN,
    card_facts,
    footer_text,
    form_notes,
    name_size,
    page_words,
    paper_table,
    running_head,
    shown_columns,
    side_facts,
    small_print,
    spans,
    stack_slips,
)
from crivello.reports.typefaces import chosen_typefaces
from crivello.standard.classes import frozen
from crivello.standings.table import Column, Table
from crivello.words import Language, Translator, translator
from crivello.words.columns import width
from crivello.words.escaping import Html

PROGRAM = Path(__file__).with_name("page.typ")


def with_pdf() -> bool:
    """Return True if the extra `pdf` is installed."""
    return is_installed("pdf")


def as_pdf(document: Document, language: Language) -> bytes:
    return pdf_of(page_data(document, language))


def pdf_of(data: str) -> bytes:
    """Return the PDF of data from `page_data`."""
    require("pdf", N_("PDF needs a package that is not installed: {command}"))
    import typst

    fonts = chosen_typefaces()
    inputs = json.loads(data) | {"fonts": fonts.families}
    with tempfile.TemporaryDirectory() as empty:
        compiler = typst.Compiler(
            PROGRAM.read_bytes(),
            root=empty,
            font_paths=fonts.load(),
            sys_inputs={"data": json.dumps(inputs)},
        )
        pdf = compiler.compile(format="pdf")
    assert isinstance(pdf, bytes)
    return pdf


# The page as data


def page_data(document: Document, language: Language) -> str:
    """Return everything that is printed, as JSON; equal pages give equal texts."""
    words = translator(language)
    event, what, *where = document.title if len(document.title) > 1 else ("", *document.title)
    cut_out = any(isinstance(block, Slips | NameCards) for block in document.blocks)
    found = {
        "name": " – ".join(line for line in reversed(document.title[:2]) if line),
        "lang": language.value,
        "event": event,
        "what": what,
        "where": [line for line in where if line],
        "footer": footer_text(document, words),
        "running-head": running_head(document),
        "letters": _letters(document),
        "page-number": page_words(words),
        "wide": document.wide,
        "small": document.small,
        "cut-out": cut_out,
        "marked": _cells(document) <= MOST_MARKED,
        "seal": small_print(document.fide_mode, document.seal, words),
        "blocks": [_block(document, block, words) for block in document.blocks],
    }
    return json.dumps(_printable(found))


MOST_MARKED = 10_000
"""The most cells that are marked up for screen readers; a larger page is for the printer."""


def _cells(document: Document) -> int:
    tables: list[Table] = []
    for block in document.blocks:
        tables += [block] if isinstance(block, Table) else []
        tables += block.tables if isinstance(block, Cards | PrintedForm) else []
    return sum(len(table.rows) * len(table.columns) for table in tables)


_FORBIDDEN = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff\ufffe\uffff]")
"""Characters that neither JSON nor an SVG picture can contain."""
_LONG_WORD = re.compile(r"\S{25,}")
_PART = re.compile(r"\S{12}(?=\S{4})")
_BREAK = "\N{ZERO WIDTH SPACE}"


def _printable(value: Any) -> Any:
    """Return a value with all control characters replaced, and places to break very long words."""
    match value:
        case Html():
            return _FORBIDDEN.sub("\N{REPLACEMENT CHARACTER}", value)
        case str():
            text = _FORBIDDEN.sub("\N{REPLACEMENT CHARACTER}", " ".join(value.splitlines()))
            return _LONG_WORD.sub(lambda word: _PART.sub(rf"\g<0>{_BREAK}", word[0]), text)
        case list() | tuple():
            return [_printable(one) for one in value]
        case dict():
            return {key: _printable(one) for key, one in value.items()}
        case _:
            return value


def _block(document: Document, block: Block, words: Translator) -> dict[str, Any]:
    match block:
        case Table():
            table, columns = paper_table(document, block)
            found = _table_with_headings(document, table, 1 / columns)
            return {"kind": "table", "page-columns": columns, **found}
        case Cards(tables, _, codes):
            same = _common_widths(document, tables)
            cards = [
                {
                    **_table_with_headings(document, table, widths=same),
                    "code": code or Html(),
                    "scan": words.say(SCAN),
                }
                for table, code in zip_longest(tables, codes)
            ]
            return {"kind": "cards", "cards": cards, "new-page": block.new_page}
        case Slips(slips, per_page):
            sheets = [
                [_slip(slip, document, words) for slip in sheet]
                for sheet in stack_slips(slips, per_page)
            ]
            return {"kind": "slips", "per-page": per_page, "sheets": sheets}
        case NameCards(cards):
            return {"kind": "name-cards", "cards": [_face(card) for card in cards]}
        case PrintedForm():
            return {
                "kind": "form",
                "heading": "" if block.about in document.title else block.about,
                "tables": [
                    {"across": ACROSS.get(table.name, 0), **_table_with_headings(document, table)}
                    for table in block.tables
                ],
                "notes": form_notes(block, words),
                "signatures": block.signatures,
                "new-page": block.new_page,
            }


ACROSS = {BOXES: 2, LINES: 1}
"""How many facts stand on a line, by the name of their table."""

# Tables

ROOM = {False: 186.0, True: 273.0}
"""The width between the margins in millimetres: on portrait paper and (True) on landscape paper."""
CARD_FRAME = 8.0
LETTER = 2.2
"""The width of a letter of 10 points in millimetres, a little more than enough: a figure takes
2.02.
"""
SMALL = 0.8
DENSE = 0.9
WALL = 1.1
LEAST = 28.0
"""The least width of a column of names in millimetres."""
RESULT = 15.0
LONGEST_KEPT_TOGETHER = 1500
"""A row with a longer text may be broken over two pages."""
BOLD = {"table", "points"}
QUIET = {
    "white_number", "white_title", "white_rating", "black_number", "black_title", "black_rating",
    "opponent_number", "opponent_title", "title",
}  # fmt: skip
TIGHT = ("pairings", "results", "pairings-by-name")
"""Tables of a round, with many columns."""
DENSE_SPACE, WALL_SPACE = 0.3, 0.95
"""The space above and below a row in millimetres."""


def _letters(document: Document) -> float:
    """Return the size of the letters in tables, in points."""
    if document.small:
        return 9.0 if document.wall else 8.0
    return 10 * (WALL if document.wall else DENSE)


@frozen
class Widths:
    """The columns of a table that are printed, and their widths."""

    shown: list[int]
    columns: list[float]
    """0 for the width of the text, above 0 for a share of the room, below 0 for millimetres."""
    scale: float
    """The factor by which all must shrink to fit the page."""


def _table_with_headings(
    document: Document, table: Table, share: float = 1.0, widths: Widths | None = None
) -> dict[str, Any]:
    headings = [line for line in table.title if line and line not in document.title]
    found = widths or _widths(document, table, share)
    return {"headings": headings, "table": _table(document, table, found)}


def _common_widths(document: Document, tables: tuple[Table, ...]) -> Widths | None:
    """Return widths with which all cards look the same; None if they have different columns."""
    if len({one.columns for one in tables}) != 1:
        return None
    rows = tuple(row for one in tables for row in one.rows)
    return _widths(document, replace(tables[0], rows=rows), 1.0)


def _table(document: Document, table: Table, widths: Widths) -> dict[str, Any]:
    columns = [table.columns[index] for index in widths.shown]
    rows = [[row[index].text for index in widths.shown] for row in table.rows]
    longest = max((len(text) for row in rows for text in row), default=0)
    return {
        "columns": [
            {
                "width": wide,
                "align": _side(column),
                "style": _style(table, column, place, crowded=len(columns) > CROWDED),
                "framed": table.name == "pairings" and column.key == "result",
            }
            for place, (column, wide) in enumerate(zip(columns, widths.columns, strict=True))
        ],
        "head": [
            {"text": column.heading, "span": span, "right": column.right}
            for column, span in spans(table, widths.shown)
        ],
        "rows": rows,
        "notes": table.notes,
        "scale": widths.scale,
        "tight": WALL_SPACE if document.wall else DENSE_SPACE,
        "gap": _gap(document, table) / 2,
        "breakable": longest > LONGEST_KEPT_TOGETHER,
    }


def _gap(document: Document, table: Table) -> float:
    """Return the space between two columns in millimetres."""
    if document.small:
        return 1.8
    return 2.2 if table.name in TIGHT else 3.2


def _side(column: Column) -> str:
    if column.key.startswith("score_"):
        return "left"
    return "center" if column.key == "result" else "right" if column.right else "left"


CROWDED = 28
"""The number of columns of a crosstable from which the running scores have smaller letters."""


def _style(table: Table, column: Column, place: int, crowded: bool) -> str:
    if column.key.startswith("score_"):
        return "quiet" if crowded else "score"
    if column.key in QUIET:
        return "quiet"
    named = column.key == "name" and table.name in TIGHT
    return "bold" if named or (column.key in BOLD and table.name != "card") else "plain"


def _widths(document: Document, table: Table, share: float) -> Widths:
    """Return the widths of the columns; `share`: the part of the page's width that they have."""
    shown = shown_columns(table)
    columns = [table.columns[index] for index in shown]
    rows = [[row[index].text for index in shown] for row in table.rows]
    letter, gap = LETTER * _letters(document) / 10, _gap(document, table)
    card = table.name == "card"
    room = ROOM[document.wide] * share - (CARD_FRAME if card else 0)
    texts = zip(*rows, strict=True) if rows else ((),) * len(columns)
    wide = [
        max([0.8 * width(column.heading), *map(width, text)]) * letter + gap
        for column, text in zip(columns, texts, strict=True)
    ]
    elastic = [place for place, column in enumerate(columns) if column.shrinks or column.wraps] or [
        place for place, column in enumerate(columns) if not column.right
    ][:1]
    rigid = sum(wide) - sum(wide[place] for place in elastic)
    least = sum(min(wide[place], LEAST) for place in elastic)
    scale = max(0.5, room / max(room, rigid + least))
    found = [0.0] * len(columns)
    most = room - rigid
    boards = table.name in TIGHT  # White and Black alike
    equal = boards or all(wide[place] * len(elastic) <= most for place in elastic)
    for place in elastic:
        found[place] = 1.0 if equal else min(wide[place], 3 * LEAST)
    for place, column in enumerate(columns):
        if column.key == "result" and wide[place] < RESULT:
            found[place] = -RESULT
        elif card and not found[place]:
            found[place] = -wide[place] * scale
    return Widths(shown, found, scale)


# To cut out


def _slip(slip: Slip, document: Document, words: Translator) -> dict[str, Any]:
    event, what, *where = document.title
    return {
        "event": event,
        "what": " · ".join([what, *(line for line in where if line)]),
        "place": slip.place,
        "white": _player(slip.white, words.say("White"), slip.white_points, words),
        "black": _player(slip.black, words.say("Black"), slip.black_points, words),
        "choices": CHOICES,
        "signs": [words.say("Signature of White"), words.say("Signature of Black")],
        "reasons": [
            {"answers": one.answers, "article": one.article, "picture": one.picture}
            for one in slip.reasons
        ],
        "crowded": slip.crowded,
        "code": slip.code or Html(),
        "scan": words.say(SCAN),
    }


def _player(side: Side, colour: str, score: str, words: Translator) -> dict[str, Any]:
    return {
        "colour": colour,
        "name": f"{side.title} {side.name}".lstrip(),
        "facts": side_facts(side, score, words),
    }


SIZES = {"big": 40, "big longer": 29, "big longest": 20}


def _face(card: Side) -> dict[str, Any]:
    return {"name": card.name, "facts": card_facts(card), "size": SIZES[name_size(card)]}
