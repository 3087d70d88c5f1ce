"""The pages Prizes and Norms."""

from __future__ import annotations

import os

from fastapi import APIRouter
from fastapi.responses import Response
from markupsafe import Markup

from crivello.formats.trf.canonical_form import by_number
from crivello.model.errors import CrivelloError, TooLarge, Unsupported, about
from crivello.reports.layout import table_html
from crivello.reports.listings import prizes
from crivello.reports.pdf import with_pdf
from crivello.reports.subject import Choice
from crivello.standings.norms import field_of, norm_checks, norm_table, player_norm_tables
from crivello.standings.standings import last_complete_round
from crivello.standings.table import Table
from crivello.web.files import reporting
from crivello.web.forms import Form
from crivello.web.tables.view import complete, subject
from crivello.web.view import AtDesk, Message, SectionPage
from crivello.web.work import read_upload
from crivello.words import N_, translator

router = APIRouter(prefix="/t/{file}/{section}/prizes")

SAVED = N_("The prizes are saved in {file}, next to the tournament.")
REMOVED = N_("The prizes are removed.")
NOT_SAVED = N_("The prizes cannot be written to {file} ({detail}).")
TOO_LONG = N_("The prizes are longer than {most} characters. Nothing was changed.")
NOTHING_YET = N_("Standings begin when the first round has all its results.")
EXAMPLE = """currency = "EUR"
mode = "one"
ties = "hort"

[[list]]
name = "Open"
prizes = [500, 300, 200]

[[list]]
name = "U18"
category = "age=U18"
prizes = [100]
"""


@router.get("")
def show(page: AtDesk, player: int | None = None) -> Response:
    text = reporting.read_prize_file(page)
    if player not in subject(page).tournament.player:
        player = None
    table, problems = _awarded(page, player) if text else (None, [])
    return page.render(
        "tables/prizes.html",
        text=text,
        example=EXAMPLE,
        file=reporting.prizes_path(page).name,
        table=table,
        problems=problems,
        people=sorted(page.section.listed, key=lambda one: one.number),
        player=player,
        print_url=page.url("print", "prizes", player=player),
        pdf_url=page.url("print", "prizes", "pdf", player=player) if with_pdf() else "",
    )


@router.post("")
def save(page: AtDesk, form: Form) -> Response:
    """Save what is written in the box; empty removes the prizes."""
    return _save(page, form.text("text").replace("\r\n", "\n"))


@router.post("/upload")
def upload(page: AtDesk, form: Form) -> Response:
    page.on_refusal(page.url("prizes"))
    return _save(page, read_upload(form.file("file")).data.decode("utf-8-sig", "replace"))


def _save(page: SectionPage, text: str) -> Response:
    back, path = page.on_refusal(page.url("prizes")), reporting.prizes_path(page)
    with about("text"):
        if len(text) > reporting.MOST_CHARACTERS:
            raise TooLarge(TOO_LONG, most=reporting.MOST_CHARACTERS)
    try:
        if text:
            part = path.with_name(path.name + ".part")
            part.write_text(text + ("" if text.endswith("\n") else "\n"), encoding="utf-8")
            os.replace(part, path)
            answer = page.answer(SAVED, file=path.name)
        else:
            path.unlink(missing_ok=True)
            answer = page.answer(REMOVED)
    except OSError as error:
        raise Unsupported(NOT_SAVED, file=path.name, detail=error.strerror) from None
    return page.redirect(back, answer)


def _awarded(page: SectionPage, player: int | None) -> tuple[Markup | None, list[Message]]:
    if not complete(page):
        return None, [Message(page.say(NOTHING_YET))]
    words = translator(page.language)
    try:
        about = reporting.subject_for(page, "prizes")
        return _html(prizes(about, words, Choice(player=player))), []
    except CrivelloError as error:
        return None, list(page.refused(error).lines)


def _html(*tables: Table) -> Markup:
    # `table_html` escapes every text itself.
    return Markup("".join(part for table in tables for part in table_html(table)))


@router.get("/norms")
def norms(page: AtDesk, player: int | None = None) -> Response:
    """Norms, as far as the data show them, and what they cannot show."""
    tournament = by_number(page.section.tournament)
    after = last_complete_round(tournament)
    table, problems = None, []
    if not after:
        problems = [Message(page.say(NOTHING_YET))]
    else:
        words = translator(page.language)
        try:
            checks = norm_checks(tournament, after)
            field = field_of(tournament, after)
            if player is not None and player in tournament.player:
                table = _html(*player_norm_tables(tournament, checks, field, player, words))
            else:
                table = _html(norm_table(tournament, checks, field, after, words))
        except CrivelloError as error:
            problems = list(page.refused(error).lines)
    return page.render(
        "tables/norms.html",
        table=table,
        problems=problems,
        after=after,
        people=sorted(page.section.listed, key=lambda one: one.number),
        player=player,
    )
