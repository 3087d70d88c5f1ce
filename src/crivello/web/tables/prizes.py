"""The pages Prizes and Norms."""

from __future__ import annotations

import os
from collections.abc import Mapping

from fastapi import APIRouter
from fastapi.responses import Response
from markupsafe import Markup

from crivello.extras import install_command
from crivello.formats.trf.canonical_form import by_number
from crivello.model.errors import CrivelloError, Malformed, Problem, TooLarge, Unsupported, about
from crivello.model.matches import MatchTournament, people_after
from crivello.model.player_fields import GROUPING_FIELDS
from crivello.reports.layout import Links, table_html
from crivello.reports.listings import prizes
from crivello.reports.pdf import with_pdf
from crivello.reports.subject import Choice
from crivello.standard.classes import frozen
from crivello.standings.norms import field_of, norm_checks, norm_table, player_norm_tables
from crivello.standings.prizes.prize_lists import (
    LIST_KEYS,
    Ties,
    read_prizes,
    read_table,
    write_table,
)
from crivello.standings.standings import last_complete_round
from crivello.standings.table import Table
from crivello.web.files import reporting
from crivello.web.forms import Form
from crivello.web.page_answers import Message, PageAnswer
from crivello.web.tables.prize_form import ListForm, PrizeForm, filled_form, form_of, table_of
from crivello.web.tables.view import AGES, complete, player_urls, subject
from crivello.web.uploads import read_upload
from crivello.web.view import AtDesk, SectionPage
from crivello.words import N_, Template, translator

router = APIRouter(prefix="/t/{file}/{section}/prizes")

SAVED = N_("The prizes are saved in {file}, next to the tournament.")
REMOVED = N_("The prizes are removed.")
NOT_SAVED = N_("The prizes cannot be written to {file} ({detail}).")
TOO_LONG = N_("The prizes are longer than {most} characters. Nothing was changed.")
UNCHANGED = N_("Nothing was changed.")
UNREADABLE = N_("The prizes cannot be read. Nothing was changed.")
IN_LIST = N_("List {list}: {problem}")
OPEN = N_("Open")
TIES: dict[Ties, Template] = {
    Ties.SHARED: N_("share equally"),
    Ties.TIE_BREAK: N_("go by tie-break"),
    Ties.HORT: N_("half by tie-break, half shared (Hort)"),
}
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
    problems = [Message(one.text) for one in _problems(page, text)] if text else []
    table = None
    after = complete(page)
    if text and after and not problems:
        table, problems = _prize_table(page, player)
    filled = _form(text) if text else PrizeForm((ListForm(page.say(OPEN)),))
    return page.render(
        "tables/prizes.html",
        text=text,
        after=after,
        example=EXAMPLE,
        filled=filled,
        lists=[*filled.lists, ListForm()] if filled else [],
        ties=[(one.value, page.say(name)) for one, name in TIES.items()],
        ages=AGES,
        groups=GROUPING_FIELDS,
        comments="#" in text,
        file=reporting.prizes_path(page).name,
        table=table,
        problems=problems,
        people=sorted(page.section.listed_players, key=lambda one: one.number),
        player=player,
        print_url=page.url("print", "prizes", player=player),
        pdf_url=page.url("print", "prizes", "pdf", player=player) if with_pdf() else "",
        command=install_command("pdf"),
    )


@router.post("")
def save(page: AtDesk, form: Form) -> Response:
    """Save the text in the box as the prizes; an empty box removes them."""
    return _save(page, form.text("text").replace("\r\n", "\n"))


@router.post("/form")
def save_form(page: AtDesk, form: Form) -> Response:
    """Save the form as a text; if the form is unchanged, the text stays as it is."""
    filled = filled_form(form)
    before = reporting.read_prize_file(page)
    if before and _form(before) == filled:
        return page.redirect(page.url("prizes"), page.answer(UNCHANGED))
    return _save(page, write_table(table_of(filled)) if filled.lists else "", by_form=True)


@router.post("/upload")
def upload(page: AtDesk, form: Form) -> Response:
    page.on_refusal(page.url("prizes"))
    return _save(page, read_upload(form.file("file")).data.decode("utf-8-sig", "replace"))


def _save(page: SectionPage, text: str, by_form: bool = False) -> Response:
    """Save the prizes if they can be read; report the problems if not."""
    back, path = page.on_refusal(page.url("prizes")), reporting.prizes_path(page)
    with about("text"):
        if len(text) > reporting.MOST_CHARACTERS:
            raise TooLarge(TOO_LONG, most=reporting.MOST_CHARACTERS)
    if problems := _problems(page, text) if text else []:
        lines = (Message(page.say(UNREADABLE)), *(Message(one.text) for one in problems))
        marks = tuple((one.field if by_form else "text", one.text) for one in problems)
        return page.redirect(back, PageAnswer(done=False, lines=lines, marks=marks))
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


def _form(text: str) -> PrizeForm | None:
    try:
        return form_of(read_table(text.encode()))
    except CrivelloError:
        return None


@frozen
class PrizeProblem:
    """A problem of the prizes, and the field of the form that it is about."""

    text: str
    """The sentence, with the name of the list."""
    field: str
    """The field of the form, if the form makes exactly this text."""


def _problems(page: SectionPage, text: str) -> list[PrizeProblem]:
    try:
        read_prizes(text.encode(), subject(page).tournament)
    except Malformed as error:
        return [_problem(page, text, one) for one in error.problems]
    return []


def _problem(page: SectionPage, text: str, problem: Problem) -> PrizeProblem:
    said = page.sentence(problem.sentence)
    lines = text.splitlines()[: problem.line or 0]
    number = sum(line.strip().replace(" ", "") == "[[list]]" for line in lines)
    key = lines[-1].partition("=")[0].strip() if lines else ""
    form = _form(text)
    if not number or form is None or number > len(form.lists):
        return PrizeProblem(said, key)
    one = form.lists[number - 1]
    said = page.say(IN_LIST, list=one.name or number, problem=said)
    if key == "category":
        key = next((name for name in ("age", "low") if getattr(one, name)), "others")
    elif key not in LIST_KEYS:  # the head of the list: something is missing in it
        key = "prizes" if one.name else "name"
    return PrizeProblem(said, f"{key}-{number}")


def _prize_table(page: SectionPage, player: int | None) -> tuple[Markup | None, list[Message]]:
    try:
        about = reporting.subject_for(page, "prizes")
        return _html(page, prizes(about, page.words, Choice(player=player))), []
    except CrivelloError as error:
        return None, list(page.refusal(error).lines)


def _html(page: SectionPage, *tables: Table, urls: Mapping[int, str] | None = None) -> Markup:
    links = Links((urls or player_urls(page)).__getitem__)
    said = {table.provisional for table in tables if table.provisional}
    above = Markup("").join(Markup('<p class="panel judged">{}</p>').format(one) for one in said)
    # `table_html` escapes every text itself.
    return above + Markup("".join(part for table in tables for part in table_html(table, links)))


@router.get("/norms")
def norms(page: AtDesk, player: int | None = None) -> Response:
    """Show the norms as far as the data prove them, and the conditions that they cannot prove."""
    last = last_complete_round(page.section.tournament)
    people, after = people_after(page.section.tournament, last)
    tournament = by_number(people)
    table, problems = None, []
    if after:
        words = translator(page.language)
        try:
            pace = page.section.announced.pace.value
            checks = norm_checks(tournament, after, pace)
            field = field_of(tournament, after, pace)
            if player is not None and player in tournament.player:
                own = player_norm_tables(tournament, checks, field, after, player, words)
                table = _html(page, *own, urls=_person_urls(page))
            else:
                shown = norm_table(tournament, checks, field, after, words)
                table = _html(page, shown, urls=_person_urls(page))
        except CrivelloError as error:
            problems = list(page.refusal(error).lines)
    return page.render(
        "tables/norms.html",
        table=table,
        problems=problems,
        after=after,
        people=sorted(tournament.players, key=lambda one: one.number),
        player=player,
    )


def _person_urls(page: SectionPage) -> Mapping[int, str]:
    """Return the address behind each player's name; for a member of a team, that of the team."""
    event = page.section.tournament
    if not isinstance(event, MatchTournament) or not event.teams:
        return player_urls(page)
    people = event.individual.player
    return {
        people[member].number: page.url("players", team.competitor)
        for team in event.teams
        for member in team.members
    }
