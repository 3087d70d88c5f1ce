"""The archive at the end of an event: everything that is kept, sent or published.

It contains final tables, prizes, norms, report files for FIDE with the queries to expect, the
tournament report and the site. All files are then read back and compared (`cross_check`); anything
missing is listed.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from crivello.extras import install_command
from crivello.formats.trf import write_trf
from crivello.model.errors import Illegal, Remedy, RemedyKind
from crivello.model.matches import MatchTournament
from crivello.model.sentence import N_, Sentence, Template
from crivello.model.tournament import Tournament
from crivello.reports.cross_check import CrossCheck, cross_check
from crivello.reports.document import Document
from crivello.reports.forms.pre_check import NO_LIST, pre_check
from crivello.reports.layout import as_page
from crivello.reports.pages import NO_RESULTS, NOBODY, PAGES, view
from crivello.reports.pdf import page_data, pdf_of, with_pdf
from crivello.reports.queries import (
    DIALECTS,
    MISSING_SETTINGS,
    Level,
    Query,
    corrected_games,
    list_queries,
    queries,
    with_final_ranks,
)
from crivello.reports.site import site_files, site_size
from crivello.reports.subject import Subject
from crivello.reports.typefaces import find_unprintable, texts_of_tournament
from crivello.standard.classes import frozen
from crivello.standings.finality import GamesOpen, final
from crivello.standings.standings import announced_list, last_complete_round
from crivello.standings.table import Column, Table, as_csv, facts_table, text_cell
from crivello.standings.wording import NO_TIE_BREAKS
from crivello.words import Language, Translator, translator

UNPAIRED = N_(
    "One of {rounds} rounds is still to be paired: tables are after round {round}, without final "
    "ranks.",
    "{count} of {rounds} rounds are still to be paired: tables are after round {round}, without "
    "final ranks.",
)
NOTHING_COMPLETE = N_(
    "One of {rounds} rounds is still to be paired, and none is complete: there are no tables yet.",
    "{count} of {rounds} rounds are still to be paired, and none is complete: there are no tables "
    "yet.",
)
OPEN_GAMES = N_(
    "Round {round}: one game has no result.", "Round {round}: {count} games have no result."
)
UNPUBLISHED = N_(
    "Results of round {round} are entered, but not published: they are not in the archive. Publish "
    "them when all are in."
)
NO_PRIZES = N_("No prizes are announced for this tournament.")
NO_PDF = N_("PDF needs a package that is not installed: {command}")
REJECTED = N_("FIDE would reject one thing ({file}).", "FIDE would reject {count} things ({file}).")

SAME = N_(
    "{count} files were read back and compared: they give the same points, ranks and games "
    "(players: {players}, games: {games})."
)
NOT_SAME = N_(
    "{files} files were read back and compared: there is one difference.",
    "{files} files were read back and compared: there are {count} differences.",
)


@frozen
class EventGap:
    """Something missing at the end of an event, and the remedy for it."""

    sentence: Sentence
    remedy: Remedy | None = None

    def __str__(self) -> str:
        return str(self.sentence)


@frozen
class EventArchive:
    files: dict[str, bytes]
    """The content of each file, by path."""
    gaps: tuple[EventGap, ...]
    """Everything that the event lacks."""
    check: CrossCheck

    def to_zip(self) -> bytes:
        """Return the archive as a zip file."""
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as target:
            for name, data in self.files.items():
                target.writestr(name, data)
        return packed.getvalue()


# What is missing

SETTINGS_AT_THE_END = {
    "city": "place",
    "start": "start",
    "end": "end",
    "chief_arbiter": "chief-arbiter",
}
"""The settings that the report of an event needs, and the keys under which the desk sets them."""


def gaps(subject: Subject, unread_prizes: Sentence | None = None) -> Iterator[EventGap]:
    """Yield everything missing at the end of an event.

    If the file of prizes cannot be read, `unread_prizes` is the reason.
    """
    tournament, settings = subject.tournament, subject.tournament.settings
    paired, rounds = tournament.paired_rounds, settings.rounds or tournament.paired_rounds
    complete = last_complete_round(tournament)
    if paired < rounds:
        template = UNPAIRED if complete else NOTHING_COMPLETE
        unpaired = Sentence(template, count=rounds - paired, rounds=rounds, round=complete)
        yield EventGap(unpaired, Remedy(RemedyKind.PAIR))
    for number in range(1, paired + 1):
        count = sum(game.result is None for game in tournament.round(number).games)
        if count and subject.withheld and number == paired:
            yield EventGap(Sentence(UNPUBLISHED, round=number), Remedy(RemedyKind.PUBLISH_RESULTS))
        elif count:
            open_games = Sentence(OPEN_GAMES, round=number, count=count)
            yield EventGap(open_games, Remedy(RemedyKind.ENTER_RESULT))
    if not announced_list(tournament):
        yield EventGap(Sentence(NO_TIE_BREAKS), Remedy(RemedyKind.CHANGE_SETTING, "tie-breaks"))
    if subject.prizes is None:
        yield EventGap(unread_prizes or Sentence(NO_PRIZES), Remedy(RemedyKind.ANNOUNCE_PRIZES))
    for name, key in SETTINGS_AT_THE_END.items():
        if not getattr(settings, name):
            yield EventGap(Sentence(MISSING_SETTINGS[name]), Remedy(RemedyKind.CHANGE_SETTING, key))
    if not with_pdf():
        yield EventGap(Sentence(NO_PDF, command=install_command("pdf")))
    elif unprintable := find_unprintable(texts_of_tournament(tournament)):
        yield EventGap(unprintable)


# The archive


def final_event(subject: Subject, provisional: bool = False) -> Tournament:
    """Return the tournament as the archive has it; raise `GamesOpen` as `final` does.

    The error tells results that are entered, but not published, from those that are missing.
    """
    try:
        return final(subject.tournament, provisional)
    except GamesOpen:
        if not subject.withheld:
            raise
        raise GamesOpen(UNPUBLISHED, round=subject.tournament.paired_rounds) from None


Draw = Callable[[str], bytes]
"""A function that makes a PDF from the data of a page (`pdf.page_data`)."""
ReportProgress = Callable[[int, int], None]
"""A function that is called as work goes on: how much is done, and of how much."""


def make_archive(
    subject: Subject,
    language: Language,
    unread_prizes: Sentence | None = None,
    draw: Draw = pdf_of,
    tell: ReportProgress = lambda done, total: None,
    provisional: bool = False,
) -> EventArchive:
    """Make all files of the archive and compare them with one another.

    If the event is over and a game is missing or adjourned, raise `GamesOpen`, unless the files may
    be `provisional`. `unread_prizes` is the reason why prizes cannot be read, if they cannot.
    """
    subject = replace(subject, tournament=final_event(subject, provisional))
    tournament = subject.tournament
    after = last_complete_round(tournament)
    if not tournament.players:
        raise Illegal(NOBODY)
    if not after:
        raise Illegal(NO_RESULTS)
    words = translator(language)
    listed = list_queries(tournament, subject.pace)
    found = {
        dialect: queries(
            with_final_ranks(tournament, dialect), dialect, listed or (), today=subject.today
        )
        for dialect in DIALECTS
    }
    documents = _documents(subject, after, language)
    documents["fide/pre-check"] = pre_check(
        "pre-check", tournament, found, listed is not None, words
    )
    total = len(documents) + site_size(subject, language)
    files: dict[str, bytes] = {}
    for done, (name, document) in enumerate(documents.items(), start=1):
        files |= dict(_forms(name, document, language, draw))
        tell(done, total)
    files |= _report_files(tournament)
    for done, (name, text) in enumerate(site_files(subject, language), start=len(documents) + 1):
        files[f"site/{name}"] = text.encode("utf-8", "replace")
        tell(done, total)
    check = cross_check(
        files,
        after,
        corrected_games(tournament),
        matches=isinstance(tournament, MatchTournament),
    )
    missing = [*gaps(subject, unread_prizes), *_query_gaps(found, listed is not None)]
    overview = _overview(subject, files, missing, check, words)
    page = as_page(overview, language).encode("utf-8", "replace")
    return EventArchive({"overview.html": page, **files}, tuple(missing), check)


def _documents(subject: Subject, after: int, language: Language) -> dict[str, Document]:
    """Return the pages of the archive by the names of their files, without the ending."""
    names = ["event-report", "standings", "crosstable", "players", "prizes", "norms"]
    if subject.prizes is None:
        names.remove("prizes")
    names += ["changes"] if subject.changes is not None else []
    names += ["points"] if subject.given is not None else []
    names += ["exceptions"] if subject.exceptions is not None else []
    of_round = {"standings", "crosstable", "prizes", "norms"}
    documents = {
        name: view(name, subject, after if name in of_round else None, language) for name in names
    }
    for number in range(1, subject.tournament.paired_rounds + 1):
        documents[f"results/results-{number}"] = view("results", subject, number, language)
    return documents


def _forms(
    name: str, document: Document, language: Language, draw: Draw
) -> Iterator[tuple[str, bytes]]:
    yield f"{name}.html", as_page(document, language).encode("utf-8", "replace")
    if with_pdf():
        yield f"{name}.pdf", draw(page_data(document, language))
    tables = [block for block in document.blocks if isinstance(block, Table)]
    if document.name == "norms":
        name, tables = "norm-games", [one for one in tables if one.name == "norm-games"]
    elif document.name not in PAGES or not PAGES[document.name].tabular:
        return
    if tables:
        yield f"{name}.csv", as_csv(tables).encode("utf-8", "replace")


def _report_files(tournament: Tournament) -> dict[str, bytes]:
    """Return the report files by path.

    If results were corrected for rating only, there are separate files for rating, with the same
    ranks.
    """
    files: dict[str, bytes] = {}
    for dialect in DIALECTS:
        ranked = with_final_ranks(final(tournament, provisional=True, form=dialect), dialect)
        texts = {f"fide/{dialect}.trf": write_trf(ranked, dialect)}
        if corrected_games(tournament):
            texts[f"fide/{dialect}-rating.trf"] = write_trf(ranked.for_rating(), dialect)
        files |= {name: text.encode("utf-8", "replace") for name, text in texts.items()}
    return files


# What FIDE would ask


def _query_gaps(found: dict[str, list[Query]], compared: bool) -> Iterator[EventGap]:
    rejected = max(sum(one.level is Level.REJECT for one in these) for these in found.values())
    if rejected:
        yield EventGap(Sentence(REJECTED, count=rejected, file="fide/pre-check.html"))
    if not compared:
        yield EventGap(Sentence(NO_LIST), Remedy(RemedyKind.LOAD_LIST))


# The page to begin with

FILES: dict[str, Template] = {
    "event-report": N_("Tournament report"),
    "standings": N_("Standings"),
    "crosstable": N_("Crosstable"),
    "players": N_("Starting list"),
    "prizes": N_("Prizes"),
    "norms": N_("Norms, with the data of their certificates"),
    "norm-games": N_("Games of the norms"),
    "changes": N_("Changes to published pairings"),
    "points": N_("Bonus and penalty points"),
    "exceptions": N_("Exceptions"),
    "results": N_("Results of each round"),
    "fide/pre-check": N_("What FIDE would reject or query"),
    "fide/trf26": N_("Report file TRF26"),
    "fide/trf16": N_("Report file TRF16"),
    "fide/trf26-rating": N_("Report file TRF26 for rating, with corrections that do not count"),
    "fide/trf16-rating": N_("Report file TRF16 for rating, with corrections that do not count"),
    "site": N_("Web pages of the tournament; begin at index.html"),
}


def _overview(
    subject: Subject,
    files: dict[str, bytes],
    missing: Iterable[EventGap],
    check: CrossCheck,
    words: Translator,
) -> Document:
    say, settings = words.say, subject.tournament.settings
    forms: dict[str, list[str]] = {}
    for name in files:
        folder = name.partition("/")[0]
        stem, _, ending = name.rpartition(".")
        kind, form = (folder, f"{folder}/") if folder in ("results", "site") else (stem, ending)
        forms.setdefault(kind, [])
        forms[kind] += [] if form in forms[kind] else [form]
    contents = [(f"{kind}: {', '.join(forms[kind])}", say(FILES[kind])) for kind in forms]
    lacking = [text for one in missing if (text := say(one))]
    compared, *differences = check_lines(check, words)
    blocks = (
        facts_table("contents", (), say("Files"), contents),
        _list("missing", say("What is missing"), lacking or [say("Nothing is missing.")]),
        replace(_list("check", say("Cross-check"), differences), notes=(compared,)),
    )
    title = (settings.name, say("End of the event"), settings.city)
    stated = "" if subject.fide_mode is None else say(subject.fide_mode)
    return Document("overview", title, blocks, seal=subject.seal, fide_mode=stated)


def _list(name: str, heading: str, texts: Iterable[str]) -> Table:
    rows = tuple((text_cell(text),) for text in texts)
    return Table(name, (), (Column("text", heading, wraps=True),), rows)


def check_lines(check: CrossCheck, words: Translator) -> list[str]:
    """Return a sentence on the files that were compared, then one for each difference."""
    count = len(check.files)
    if not check.differences:
        return [words.say(SAME, count=count, players=check.players, games=check.games)]
    said = words.say(NOT_SAME, count=len(check.differences), files=count)
    return [said, *map(words.say, check.differences)]
