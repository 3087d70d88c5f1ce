"""Documents as HTML pages, made for print and readable on any screen; they load nothing from
elsewhere.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from itertools import zip_longest
from typing import NamedTuple

from crivello.reports import styles
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
from crivello.reports.pairings import narrow_by_name, without_federations
from crivello.standard.classes import frozen
from crivello.standings.table import Cell, Column, Table
from crivello.words import N_, Language, Translator, translator
from crivello.words.escaping import Html, css_string, element, lines, markup, style


@frozen
class Links:
    """The links in the tables of a page."""

    player: Callable[[int], str]
    """The address of a player, by pairing number."""
    board: Callable[[int], str | None] = lambda board: None
    """The address of the reasons for a board; None if there are none."""


def as_page(document: Document, language: Language) -> str:
    """Return a document as a whole page, style sheet included."""
    words = translator(language)
    body = lines(
        [
            heading(document.title),
            element("main", *blocks(document, words)),
            *footer(small_print(document.fide_mode, document.seal, words)),
        ]
    )
    return whole_page(document.title, style(_sheet(document, words)), body, language)


def whole_page(title: tuple[str, ...], head: Html, body: Html, language: Language) -> str:
    parts = [
        Html("<!doctype html>"),
        Html(f'<html lang="{language.value}">'),
        element(
            "head",
            element("meta", charset="utf-8"),
            element("meta", name="viewport", content="width=device-width, initial-scale=1"),
            element("title", " – ".join(line for line in reversed(title[:2]) if line)),
            head,
        ),
        element("body", body),
        Html("</html>\n"),
    ]
    return str(lines(parts))


def small_print(fide_mode: str, seal: str, words: Translator) -> str:
    """Return the small print at the foot of a page: FIDE mode, and the seal of the file."""
    sealed = words.say("Seal {seal}", seal=seal) if seal else ""
    return " · ".join(part for part in (fide_mode, sealed) if part)


TWO_COLUMNS_FROM = 51
"""The number of players from which the pairings by name have two columns on a page."""


def paper_table(document: Document, table: Table) -> tuple[Table, int]:
    """Return a table as it is printed, and the number of its columns on a page.

    Pairings by name have two columns if that saves paper, except for the wall.
    """
    if table.name != "pairings-by-name":
        return table, 1
    if len(table.rows) >= TWO_COLUMNS_FROM and not document.wall:
        return narrow_by_name(table), 2
    return without_federations(table), 1


def footer(text: str) -> Iterator[Html]:
    if text:
        yield element("footer", text, class_="seal")


def heading(title: tuple[str, ...]) -> Html:
    """Return the heading of a page: the tournament, the title, then place and time."""
    if len(title) < 2:
        return element("header", *(element("h1", line) for line in title))
    event, what, *where = title
    return element(
        "header",
        *(element("p", line, class_="event") for line in (event,) if line),
        element("h1", what),
        *(element("p", line, class_="where") for line in where if line),
    )


def _sheet(document: Document, words: Translator) -> str:
    cut_out = any(isinstance(block, Slips | NameCards) for block in document.blocks)
    page = styles.CUT_OUT if cut_out else _page_rule(document, words)
    parts = [page, styles.COMMON, styles.SCREEN, styles.PRINT]
    parts += [styles.WALL] if document.wall else []
    for block in document.blocks:
        match block:
            case Table(name="crosstable"):
                parts.append(styles.CROSSTABLE)
            case Table():
                parts.append(styles.PAIRINGS)
            case Cards():
                parts.append(styles.CARDS)
            case Slips():
                parts.append(styles.SLIPS)
            case NameCards():
                parts.append(styles.NAME_CARDS)
            case PrintedForm():
                parts.append(styles.FORMS)
    if cut_out:
        parts.append("@media print { body > header { display: none; } }\n")
    return "".join(dict.fromkeys(parts))


def _page_rule(document: Document, words: Translator) -> str:
    """Return the style of the foot of each printed page: title and page number."""
    before, between, after = page_words(words)
    counters = [before, "counter(page)", between, "counter(pages)", after]
    right = " ".join(
        part if part.startswith("counter(") else css_string(part) for part in counters if part
    )
    return styles.PAGE.format(
        landscape=" landscape" if document.wide else "",
        left=css_string(footer_text(document, words)),
        top=css_string(running_head(document)),
        right=right,
        font=styles.FONT,
    )


def footer_text(document: Document, words: Translator) -> str:
    """Return the text at the foot of every printed page: the title and the time of printing."""
    if not document.printed:
        return " · ".join(document.lines)
    return " · ".join([*document.lines, words.say(PRINTED, time=document.printed)])


def running_head(document: Document) -> str:
    """Return the text at the top of all printed pages but the first: event and title."""
    return " · ".join(document.lines[:2])


PRINTED = N_("printed {time}")


def print_time() -> str:
    """Return the time of now, for the foot of a printed page.

    The usual variable SOURCE_DATE_EPOCH, in seconds, sets another time (in UTC), so that the same
    print can be made twice.
    """
    given = os.environ.get("SOURCE_DATE_EPOCH", "")
    moment = time.gmtime(int(given)) if given.isdecimal() else time.localtime()
    return time.strftime("%d/%m/%Y %H:%M", moment)


def page_words(words: Translator) -> tuple[str, str, str]:
    """Return the words before, between and after the page number and the page count."""
    first, second = "\x01", "\x02"
    said = words.say("Page {page} of {pages}", page=first, pages=second)
    before, _, rest = said.partition(first)
    between, _, after = rest.partition(second)
    return before, between, after


def blocks(document: Document, words: Translator, links: Links | None = None) -> Iterator[Html]:
    for block in document.blocks:
        yield from _block(document, block, words, links)


def _block(
    document: Document, block: Block, words: Translator, links: Links | None
) -> Iterator[Html]:
    match block:
        case Table():
            for line in block.title:
                if line and line not in document.title:
                    yield element("h2", line)
            classes = block.name + (" small" if document.small else "")
            if links is not None:  # a page of the site, not for print
                yield from table_html(block, links, classes)
                return
            table, columns = paper_table(document, block)
            html = table_html(table, None, classes)
            yield from html if columns == 1 else [element("div", *html, class_="two-columns")]
        case Cards(tables, _, codes):
            for table, code in zip_longest(tables, codes):
                title = [line for line in table.title if line and line not in document.title]
                parts = (
                    *(element("h2", line) for line in title),
                    *table_html(table, links, "rounds"),
                )
                if code:
                    beside = element("div", code, element("p", words.say(SCAN)), class_="code")
                    parts = (element("div", element("div", *parts), beside, class_="row coded"),)
                first = block.new_page and table is tables[0]
                yield element("section", *parts, class_="card new-page" if first else "card")
        case Slips(slips, per_page):
            for sheet in stack_slips(slips, per_page):
                yield element(
                    "div",
                    *(_slip(slip, document, words) for slip in sheet),
                    class_="sheet two" if per_page == 2 else "sheet",
                )
        case NameCards(cards):
            for card in cards:
                face = _face(card)
                yield element("section", face, face, class_="tent")
        case PrintedForm():
            yield _form(block, document, words)


def _form(form: PrintedForm, document: Document, words: Translator) -> Html:
    parts = [element("h2", form.about)] if form.about not in document.title else []
    for table in form.tables:
        parts += [element("h3", line) for line in table.title if line]
        parts += table_html(table, None, table.name)
    parts += [element("p", note, class_="note") for note in form_notes(form, words)]
    if form.signatures:
        signs = (element("p", line, class_="sign") for line in form.signatures)
        parts.append(element("div", *signs, class_="signatures"))
    return element("section", *parts, class_="form new-page" if form.new_page else "form")


LEFT_EMPTY = N_("Left empty, to be filled in by hand: {list}.")
NOTHING_EMPTY = N_("All boxes are filled in.")


def form_notes(form: PrintedForm, words: Translator) -> list[str]:
    """Return the notes of a form; the first lists the boxes that are left empty."""
    empty = "; ".join(label for _, label in form.left_empty)
    first = words.say(LEFT_EMPTY, list=empty) if empty else words.say(NOTHING_EMPTY)
    has_boxes = any(table.name in (BOXES, LINES) for table in form.tables)
    return [*([first] if has_boxes else []), *form.notes]


def table_html(table: Table, links: Links | None = None, classes: str = "") -> Iterator[Html]:
    """Yield a table and its notes.

    The first column is the heading of its row. A heading may span two columns.
    """
    shown = shown_columns(table)
    keys = [column.key for column in table.columns]
    if table.rows:
        places = [
            CellPlace(index, *_link_of(column, keys, links), f'<td class="{_classes(column)}">')
            for index, column in ((index, table.columns[index]) for index in shown)
        ]
        rows = [Html(f"{_row(row, keys)}{''.join(_cells(row, places))}</tr>") for row in table.rows]
        inner = lines(
            [
                "",
                element("thead", element("tr", *_head(table, shown))),
                Html("<tbody>"),
                *rows,
                Html("</tbody>"),
                "",
            ]
        )
        # A table that scrolls can be reached by the keyboard.
        yield element(
            "div",
            element("table", inner, class_=classes or None),
            class_="scroll",
            role="region",
            tabindex=0,
            aria_label=" – ".join(line for line in table.title if line) or table.name,
        )
    for note in table.notes:
        yield element("p", note, class_="note")


def shown_columns(table: Table) -> list[int]:
    """Return the indexes of the columns for people; spare columns that are empty are left out."""
    return [
        index
        for index, column in enumerate(table.columns)
        if not column.data_only and (not column.spare or any(row[index].text for row in table.rows))
    ]


def spans(table: Table, shown: list[int]) -> Iterator[tuple[Column, int]]:
    """Yield headings, each with the number of columns that it spans.

    A column without a heading of its own belongs to the one before it.
    """
    places = [
        place for place, index in enumerate(shown) if table.columns[index].heading or not place
    ]
    for place, following in zip(places, [*places[1:], len(shown)], strict=True):
        yield table.columns[shown[place]], following - place


def _row(row: tuple[Cell, ...], keys: list[str]) -> str:
    """Return the start tag of a row; the row of a board has an id, so that links can point to
    it.
    """
    raw = row[keys.index("board")].raw if "board" in keys else None
    return "<tr>" if raw is None else f'<tr id="board-{raw}">'


def _head(table: Table, shown: list[int]) -> Iterator[Html]:
    for column, span in spans(table, shown):
        yield element(
            "th",
            column.heading,
            scope="col" if span == 1 else "colgroup",
            colspan=span if span > 1 else None,
            class_=_classes(column),
        )


Address = Callable[[int], str | None]


class CellPlace(NamedTuple):
    """The data that all cells of a column share, whatever the row."""

    column: int
    naming: int
    """The column with the number to which the link points."""
    address: Address | None
    start: str
    """The start tag of the cells."""


def _cells(row: tuple[Cell, ...], places: list[CellPlace]) -> Iterator[str]:
    """Yield the cells of a row as markup; the first one is the row's heading unless it is empty."""
    first = True
    for index, naming, address, start in places:
        text, target = row[index].text, None
        if address is not None:
            number = row[naming].raw
            target = address(number) if isinstance(number, int) else None
        yield _cell(start, text, target, first and text != "")
        first = False


@lru_cache(maxsize=16384, typed=True)  # the pages of a site show the same names very often
def _cell(start: str, text: str, target: str | None, heading: bool) -> str:
    content = markup(text)
    if target:
        content = f'<a href="{markup(target)}">{content}</a>'
    if heading:
        return f'<th scope="row"{start.removeprefix("<td")}{content}</th>'
    return f"{start}{content}</td>"


def _link_of(column: Column, keys: list[str], links: Links | None) -> tuple[int, Address | None]:
    """Return the column with the number that a cell links to, and the function that makes the
    address.

    Names link to their players, tables to the reasons for their board. Without a link return (0,
    None).
    """
    if links is not None and column.player:
        return keys.index(column.player), links.player
    if links is not None and column.key == "table" and "board" in keys:
        return keys.index("board"), links.board
    return 0, None


@cache
def _classes(column: Column) -> str:
    name = "c-" + "".join(sign if sign.isalnum() else "_" for sign in column.key)
    right = "n " if column.right else ""
    return f"{right}{name} spare" if column.spare else right + name


# Cards to cut out


def stack_slips(slips: tuple[Slip, ...], per_page: int) -> list[list[Slip]]:
    """Order slips so that the pile, once cut, is in order of the tables.

    For 7 slips, three to a sheet: 1 4 7, 2 5, 3 6.
    """
    sheets = -(-len(slips) // per_page)
    return [list(slips[sheet::sheets]) for sheet in range(sheets)]


CHOICES = ("1 – 0", "½ – ½", "0 – 1")


def _slip(slip: Slip, document: Document, words: Translator) -> Html:
    say = words.say
    event, what, *where = document.title
    return element(
        "section",
        element(
            "div",
            element(
                "div",
                element("p", event, class_="event"),
                element("p", " · ".join([what, *(line for line in where if line)])),
            ),
            element("h2", slip.place),
            class_="row",
        ),
        element(
            "div",
            _side(slip.white, say("White"), slip.white_points, words),
            element("div", class_="between"),
            _side(slip.black, say("Black"), slip.black_points, words),
            class_="row sides",
        ),
        *(_reasons(slip) if slip.reasons else _for_the_result(slip, words)),
        class_="slip" + " why" * bool(slip.reasons) + " crowded" * slip.crowded,
    )


SCAN = N_("Scan to propose the result.")


def _for_the_result(slip: Slip, words: Translator) -> Iterator[Html]:
    """Yield the boxes to tick and sign, next to the code of the table if it has one."""
    if slip.code is None:
        yield from _to_sign(words)
        return
    code = element("div", slip.code, element("p", words.say(SCAN)), class_="code")
    yield element("div", element("div", *_to_sign(words)), code, class_="row coded")


def _to_sign(words: Translator) -> Iterator[Html]:
    yield element(
        "div",
        *(element("span", element("span", class_="box"), text) for text in CHOICES),
        class_="row choices",
    )
    yield element(
        "div",
        element("div", words.say("Signature of White"), class_="sign"),
        element("div", class_="between"),
        element("div", words.say("Signature of Black"), class_="sign"),
        class_="row signs",
    )


def _reasons(slip: Slip) -> Iterator[Html]:
    """Yield the answers to both players side by side, each above the picture of the way to the
    opponent.
    """
    sides = [
        element(
            "div",
            *(element("p", answer) for answer in one.answers),
            element("p", one.article, class_="article"),
            one.picture,
        )
        for one in slip.reasons
    ]
    yield element(
        "div", sides[0], element("div", class_="between"), *sides[1:], class_="row reasons"
    )


def _side(side: Side, colour: str, score: str, words: Translator) -> Html:
    return element(
        "div",
        element("p", colour, class_="side-colour"),
        element("p", f"{side.title} {side.name}".lstrip(), class_="side-name"),
        element("p", side_facts(side, score, words), class_="side-facts"),
    )


POINTS = N_("{points} pt", "{points} pts")


def side_facts(side: Side, score: str, words: Translator) -> str:
    facts = [
        words.say("No. {number}", number=side.number) if side.number else side.team,
        str(side.rating or ""),
        side.federation,
        words.say(POINTS, points=score, count=1 if score in ("1", "½") else 2) if score else "",
    ]
    return " · ".join(fact for fact in facts if fact)


def _face(card: Side) -> Html:
    return element(
        "div",
        element("p", card.name, class_=name_size(card)),
        element("p", card_facts(card), class_="facts"),
        class_="face",
    )


def name_size(card: Side) -> str:
    """Return the style class for the size of a name: long names are smaller."""
    length = len(card.name)
    return "big longest" if length > 34 else "big longer" if length > 20 else "big"


def card_facts(card: Side) -> str:
    facts = [card.title, str(card.rating or ""), *card.facts]
    return " · ".join(fact for fact in facts if fact)
