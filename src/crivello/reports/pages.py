"""All pages by name: each makes a document of a tournament or section, and HTML of the document."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from crivello.explain.player.answer import CauseKind, PlayerWriter, without_meanings
from crivello.explain.player.path_picture import path_picture
from crivello.explain.player.questions import PlayerAnswers, answers_about
from crivello.explain.round import TracedRound
from crivello.formats.trf.canonical_form import by_number
from crivello.model.errors import Illegal
from crivello.model.keys import is_round_robin
from crivello.model.matches import MatchTournament, has_teams, people_after
from crivello.model.sentence import N_
from crivello.model.tournament import Game
from crivello.reports import listings, pairings
from crivello.reports.document import (
    Block,
    Cards,
    Document,
    NameCards,
    PlayerReasons,
    Side,
    Slip,
    Slips,
)
from crivello.reports.event_report import event_report
from crivello.reports.forms.arbiters import arbiter_form
from crivello.reports.forms.rating import rated_games, rating_check, server_data
from crivello.reports.forms.titles import certificates, tournament_report
from crivello.reports.layout import as_page
from crivello.reports.pairings import alphabetical
from crivello.reports.subject import Choice, Subject, subject_of
from crivello.standard.classes import frozen
from crivello.standings.finality import open_games, provisional_line
from crivello.standings.norms import (
    certifiable,
    certificate_tables,
    field_of,
    norm_checks,
    norm_table,
)
from crivello.standings.round_robin import progress, remaining_table
from crivello.standings.standings import last_complete_round
from crivello.standings.table import Table
from crivello.systems.registry import find
from crivello.words import Language, Template, Translator, points, translator
from crivello.words.escaping import Html

if TYPE_CHECKING:
    from crivello.desk import Section
    from crivello.model.tournament import Tournament

NOBODY = N_("The tournament has no players.")
NO_RESULTS = N_("No round has all its results yet.")
UNPUBLISHED = N_("With results that are not published")
WIDE_FROM = 6
"""The number of rounds from which a crosstable needs landscape paper."""
WIDE_GRID_FROM = 12
"""The number of players from which the crosstable of a round robin needs landscape paper."""
SMALL = (4, 5)
"""The numbers of rounds that need small print on portrait paper; on landscape paper it is 8 or
more.
"""


NOT_A_FORM = N_("{page} is not a form; only forms are written as JSON here: {forms}.")
NOT_A_TABLE = N_("{page} is not a table; it cannot be written as {form}.")

View = Callable[[Subject, Translator, Choice], Document | Table]
"""A function that returns the content of a page; a table is a page by itself."""


@frozen
class Page:
    name: str
    title: Template
    view: View
    tabular: bool = True
    """True if the page is one table, which a spreadsheet can hold."""
    shows_results: bool = False
    """True for a page for players that shows results: by default the published ones."""
    form: bool = False
    """True for a form, whose data can be written as JSON."""
    cut_out: bool = False
    """True if the page is cut into pieces, so that there is no room below its content."""
    plug_in: str = ""
    """The package that adds the page; empty: it is one of ours."""


def _crosstable(subject: Subject, words: Translator, choice: Choice) -> Document:
    table = listings.crosstable_of(subject, words, choice)
    if is_round_robin(subject.tournament.settings.system):
        tables = [table]
        if progress(subject.tournament).open:
            tables.append(remaining_table(subject.tournament, words))
        wide = len(subject.tournament.players) >= WIDE_GRID_FROM
        return Document("crosstable", table.title, tuple(tables), wide)
    rounds = subject.tournament.paired_rounds if choice.round is None else choice.round
    small = rounds in SMALL or rounds >= 8
    return Document("crosstable", table.title, (table,), rounds >= WIDE_FROM, small)


def _cards(subject: Subject, words: Translator, choice: Choice) -> Document:
    tables = listings.cards(subject, words, choice)
    title = (subject.tournament.settings.name, words.say("Pairing cards"))
    return Document("cards", title, (Cards(tuple(tables)),))


def _match_cards(subject: Subject, words: Translator, choice: Choice) -> Document:
    tables = pairings.match_cards(subject, words, choice)
    title = (subject.tournament.settings.name, words.say("Match cards"))
    places = pairings.match_tables(subject, choice)
    return Document("match-cards", title, (Cards(tuple(tables), places),))


def _norms(subject: Subject, words: Translator, choice: Choice) -> Document:
    """Return the table of norms, and the data for the certificate of each norm."""
    tournament = subject.tournament
    after = last_complete_round(tournament) if choice.round is None else choice.round
    if after == 0:
        raise Illegal(NO_RESULTS)
    people, after = people_after(tournament, after)
    tournament = by_number(people)
    checks = norm_checks(tournament, after, subject.pace)
    field = field_of(tournament, after, subject.pace)
    table = norm_table(tournament, checks, field, after, words)
    certificates = [
        one for check in certifiable(checks) for one in certificate_tables(tournament, check, words)
    ]
    return Document("norms", table.title, (table, *certificates))


def _slips(subject: Subject, words: Translator, choice: Choice) -> Document:
    """Return a result slip for each game; for matches, one for each board."""
    if isinstance(subject.tournament, MatchTournament):
        number = subject.paired_round(choice.round)
        where = N_("Table {table}")
        slips = tuple(
            Slip(table, words.say(where, table=f"{table}.{at}"), white, black)
            for table, at, white, black in pairings.played_boards(subject, number)
        )
        return _sheets("slips", slips, subject, number, words, choice)
    return _slips_of("slips", subject, words, choice, lambda game: ())


def _why_slips(subject: Subject, words: Translator, choice: Choice) -> Document:
    """Return half a page for each board that is as the rules give it, with the reasons for both
    players.
    """
    number = subject.paired_round(choice.round)
    known = subject.tournament if subject.known is None else subject.known(number)
    ask = answers_about(TracedRound(find(subject.system), known, number))
    given = {(board.white, board.black) for board in ask.this.pairing.boards}
    writer = PlayerWriter(words.language, has_teams(subject.tournament))

    def reasons(game: Game) -> tuple[PlayerReasons, ...]:
        pair = (game.black, game.white) if game.reversed else (game.white, game.black)
        if pair not in given or choice.player not in (None, *pair):
            return ()
        return tuple(_reasons(ask, player, writer) for player in (game.white, game.black))

    asked = replace(choice, per_page=2)
    document = _slips_of("why-slips", subject, words, asked, reasons)
    (block,) = document.blocks
    assert isinstance(block, Slips)
    slips = tuple(slip for slip in block.slips if slip.reasons)
    return replace(document, blocks=(replace(block, slips=slips),))


def _reasons(ask: PlayerAnswers, player: int, writer: PlayerWriter) -> PlayerReasons:
    """Return the reasons for a player's opponent (or board of another group) and colour, with a
    picture.
    """
    answers = [one for one in ask.of(player) if one.cause.kind is not CauseKind.UNSAID]
    said = [writer.answer(without_meanings(answer)) for answer in answers]
    articles = dict.fromkeys(answer.article for answer in answers if answer.article)
    picture = Html(path_picture(ask, player, writer.language))
    return PlayerReasons(tuple(said), ", ".join(articles), picture)


def _slips_of(
    name: str,
    subject: Subject,
    words: Translator,
    choice: Choice,
    reasons: Callable[[Game], tuple[PlayerReasons, ...]],
) -> Document:
    number = subject.paired_round(choice.round)
    tournament = subject.tournament
    unit = tournament.settings.scoring.unit

    def score(player: int) -> str:
        return points(subject.before(number)[player].score, unit, words.language)

    where = N_("Table {table}")
    slips = tuple(
        Slip(
            subject.table(number, place),
            words.say(where, table=subject.table(number, place)),
            Side.of(tournament.player[game.white]),
            Side.of(tournament.player[game.black]),
            score(game.white),
            score(game.black),
            reasons(game),
        )
        for place, game in enumerate(tournament.round(number).games)
    )
    return _sheets(name, slips, subject, number, words, choice)


def _sheets(
    name: str,
    slips: tuple[Slip, ...],
    subject: Subject,
    number: int,
    words: Translator,
    choice: Choice,
) -> Document:
    slips = tuple(sorted(slips, key=lambda slip: slip.table))
    what = words.say("Round {round}", round=number)
    title = (subject.tournament.settings.name, what, subject.when(number))
    return Document(name, title, (Slips(slips, choice.per_page),))


WITH_CODES = ("slips", "match-cards")
"""Pages that can show the codes of their tables."""


def with_codes(document: Document, codes: Mapping[int, Html]) -> Document:
    """Return the slips or match cards of a document with the codes of their tables, to scan."""
    if not codes:
        return document
    return replace(document, blocks=tuple(_with_codes(block, codes) for block in document.blocks))


def _with_codes(block: Block, codes: Mapping[int, Html]) -> Block:
    match block:
        case Slips(slips):
            coded = tuple(replace(one, code=codes.get(one.table, one.code)) for one in slips)
            return replace(block, slips=coded)
        case Cards(places=places) if places:
            return replace(block, codes=tuple(map(codes.get, places)))
        case _:
            return block


def _name_cards(subject: Subject, words: Translator, choice: Choice) -> Document:
    players = sorted(subject.tournament.players, key=lambda player: alphabetical(player.name))
    chosen = [player for player in players if choice.player in (None, player.number)]
    title = (subject.tournament.settings.name, words.say("Name cards"))
    return Document("name-cards", title, (NameCards(tuple(Side.of(one) for one in chosen)),))


def _form(name: str, title: Template, view: View) -> Page:
    return Page(name, title, view, tabular=False, shows_results=True, form=True)


PAGES = {
    page.name: page
    for page in (
        Page("pairings-by-board", N_("Pairings by table"), pairings.pairings_by_board),
        Page("pairings-by-name", N_("Pairings by name"), pairings.pairings_by_name),
        Page("results", N_("Results"), pairings.results, shows_results=True),
        Page("standings", N_("Standings"), listings.standings_of, shows_results=True),
        Page("crosstable", N_("Crosstable"), _crosstable, shows_results=True),
        Page(
            "players-by-board",
            N_("Players by board"),
            listings.players_by_board,
            shows_results=True,
        ),
        Page(
            "working-crosstable",
            N_("Working crosstable"),
            listings.working_of,
            shows_results=True,
        ),
        Page("players", N_("Starting list"), listings.starting_list),
        Page("aro", N_("ARO by scoregroup"), listings.aro_by_scoregroup, shows_results=True),
        Page("cards", N_("Pairing cards"), _cards, tabular=False, shows_results=True),
        Page("slips", N_("Result slips"), _slips, tabular=False, cut_out=True),
        Page("why-slips", N_("Slips with the reasons"), _why_slips, tabular=False, cut_out=True),
        Page("boards", N_("Boards of matches"), pairings.match_boards, shows_results=True),
        Page("match-cards", N_("Match cards"), _match_cards, tabular=False, cut_out=True),
        Page("name-cards", N_("Name cards"), _name_cards, tabular=False, cut_out=True),
        Page("prizes", N_("Prizes"), listings.prizes, shows_results=True),
        Page("norms", N_("Norms"), _norms, tabular=False, shows_results=True),
        Page(
            "event-report",
            N_("Tournament report"),
            event_report,
            tabular=False,
            shows_results=True,
        ),
        _form("it3", N_("IT3: tournament report"), tournament_report),
        _form("it1", N_("IT1: certificates of title norms"), certificates),
        _form("fa1", N_("FA1: norms of FIDE Arbiters"), arbiter_form("FA")),
        _form("ia1", N_("IA1: norms of International Arbiters"), arbiter_form("IA")),
        _form("fide-server", N_("For FIDE's rating server"), server_data),
        Page(
            "rating-check",
            N_("Check of the rating report"),
            rating_check,
            tabular=False,
            shows_results=True,
        ),
        Page("rated-games", N_("Results for rating"), rated_games, shows_results=True),
        Page("changes", N_("Changes to published pairings"), listings.changes),
        Page("points", N_("Bonus and penalty points"), listings.points_given),
        Page("exceptions", N_("Exceptions"), listings.exceptions),
    )
}


OF_THE_END = ("cards", "prizes", "norms", "event-report", "it3", "it1")
"""Pages of the end of an event that a missing or adjourned game makes provisional.

Single tables are marked when they are made.
"""


def _if_provisional(document: Document, count: int, words: Translator) -> Document:
    if not count:
        return document
    line = provisional_line(count, words)
    blocks = tuple(
        replace(block, provisional=line) if isinstance(block, Table) else block
        for block in document.blocks
    )
    said = () if line in document.title else (line,)
    return replace(document, title=(*document.title, *said), blocks=blocks)


def view(
    name: str,
    source: Subject | Section | Tournament,
    round_number: int | None = None,
    language: Language = Language.EN,
    choice: Choice | None = None,
) -> Document:
    """Return a page as data.

    Without a round number it is about the last paired round, or for standings the last complete
    one.
    """
    if name not in PAGES:
        raise Illegal(
            N_("There is no page {name!r}. Pages: {known}."), name=name, known=", ".join(PAGES)
        )
    subject = subject_of(source)
    asked = replace(choice or Choice(), round=round_number)
    if not subject.tournament.players:
        raise Illegal(NOBODY)
    if asked.player is not None and asked.player not in subject.tournament.player:
        raise Illegal(N_("There is no player {player}."), player=asked.player)
    if asked.per_page not in (2, 3):
        raise Illegal(N_("A page takes two or three slips, not {count}."), count=asked.per_page)
    words, this = translator(language).of_teams(has_teams(subject.tournament)), PAGES[name]
    page = this.view(subject, words, asked)
    document = page if isinstance(page, Document) else Document(name, page.title, (page,))
    document = replace(document, wall=asked.wall)
    if name in OF_THE_END:
        document = _if_provisional(document, open_games(subject.tournament, round_number), words)
    if subject.unpublished and this.shows_results:
        document = replace(document, title=(*document.title, words.say(UNPUBLISHED)))
    if this.cut_out:
        return document
    stated = "" if subject.fide_mode is None else words.say(subject.fide_mode)
    return replace(document, seal=subject.seal, fide_mode=stated)


def page(
    name: str,
    source: Subject | Section | Tournament,
    round_number: int | None = None,
    language: Language = Language.EN,
    choice: Choice | None = None,
) -> str:
    """Return a page as HTML made for print, style sheet included."""
    return as_page(view(name, source, round_number, language, choice), language)
