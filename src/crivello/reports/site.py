"""The site: the whole tournament as a folder of web pages, which need no server and no scripts.

Each board has the reasons for its pairing. The folder belongs to the program and is replaced as a
whole: the new one is built next to the old one, then takes its place.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from pathlib import Path

from crivello.explain.answers import explain_player_of
from crivello.explain.explanation import Depth, Explanation, Paragraph, ParagraphKind
from crivello.explain.player.questions import PlayerAnswers, answers_about
from crivello.explain.player.readers import player_explanation
from crivello.explain.render import as_html
from crivello.explain.round import TracedRound, explain_traced
from crivello.explain.story import name_player
from crivello.model.errors import CrivelloError, Illegal
from crivello.model.matches import has_teams
from crivello.model.sentence import N_, Sentence
from crivello.reports import listings, pairings, styles
from crivello.reports.document import Document
from crivello.reports.layout import (
    Links,
    blocks,
    footer,
    heading,
    small_print,
    table_html,
    whole_page,
)
from crivello.reports.subject import Choice, Subject
from crivello.standard.classes import frozen
from crivello.standard.garbage import without_collection
from crivello.standings.crosstable import card_table
from crivello.standings.standings import last_complete_round
from crivello.standings.table import Table
from crivello.systems.registry import find
from crivello.words import COMPLETE_LANGUAGES, Language, Translator, translator
from crivello.words.escaping import Html, element, lines


@frozen
class Reasons:
    """The reasons for the pairing of one round, not yet in any language."""

    round: int
    as_played: bool
    """True if the rules give exactly the pairing that was played."""
    boards: tuple[tuple[int, Explanation], ...] = ()
    """The explanation of each board by its place in the list; the bye has the place after the last
    board.
    """
    whole: Explanation | None = None
    """The explanation of the whole round, bracket by bracket."""
    failure: CrivelloError | None = None
    """The reason why there is no explanation."""


MOST_ASKED = 120
"""Rounds with more players get the answers for arbiters, which take less time to compute."""


@without_collection
def reasons(subject: Subject, number: int) -> Reasons:
    """Pair the round again from what was known then, and return the reasons for its boards.

    Boards that are not in this pairing are left out.
    """
    tournament = subject.tournament if subject.known is None else subject.known(number)
    try:
        system = find(subject.system)
        paired = TracedRound(system, tournament, number)
        whole = explain_traced(paired)
    except CrivelloError as error:
        return Reasons(number, as_played=False, failure=error)
    this = subject.tournament.round(number)
    played = [
        (game.black, game.white) if game.reversed else (game.white, game.black)
        for game in this.games
    ]
    given = {(board.white, board.black) for board in paired.pairing.boards}
    byes = [player for player, bye in this.byes if not bye.requested]
    same_bye = byes == ([] if paired.pairing.bye is None else [paired.pairing.bye])
    ask = answers_about(paired) if len(paired.field.entrants) <= MOST_ASKED else None
    boards = [
        (place, _explain_board(paired, ask, subject.table(number, place - 1), *pair))
        for place, pair in enumerate(played, start=1)
        if pair in given
    ]
    if byes and same_bye:
        title = Sentence(N_("Bye: {player}"), player=name_player(tournament, byes[0]))
        explanation = explain_player_of(paired, byes[0])
        if ask is not None:
            explanation = player_explanation(paired, title, ask.of(byes[0]), headed=False)
        boards.append((len(played) + 1, replace(explanation, title=title)))
    return Reasons(number, set(played) == given and same_bye, tuple(boards), whole)


def _explain_board(
    paired: TracedRound, ask: PlayerAnswers | None, table: int, white: int, black: int
) -> Explanation:
    """Return the explanation of a board: an answer to each player, or in a large field that for
    arbiters.
    """
    title = Sentence(
        N_("Table {table}: {white} – {black}"),
        table=table,
        white=name_player(paired.tournament, white),
        black=name_player(paired.tournament, black),
    )
    if ask is None:
        return replace(_paragraphs_of_both(paired, white, black), title=title)
    paragraphs: list[Paragraph] = []
    for player in (white, black):
        name = Sentence(N_("For {player}"), player=name_player(paired.tournament, player))
        paragraphs.append(Paragraph(ParagraphKind.HEADING, name, depth=Depth.PLAYER))
        paragraphs += player_explanation(paired, title, ask.of(player), headed=False)
    return Explanation(
        title, paired.system.key, paired.number, tuple(paragraphs), depth=Depth.PLAYER
    )


def _paragraphs_of_both(paired: TracedRound, white: int, black: int) -> Explanation:
    """Return the explanation of a board for arbiters: the paragraphs about White, then those about
    Black.
    """
    one, other = (explain_player_of(paired, player) for player in (white, black))
    said = [paragraph.sentence for paragraph in one]
    more = tuple(
        paragraph
        for paragraph in other
        if paragraph.kind is not ParagraphKind.HEADING and paragraph.sentence not in said
    )
    # The first paragraph about Black only names the board again.
    return replace(one, paragraphs=(*one, *more[1:]))


# The pages

STYLE_SHEET = "style.css"


class _RoundReasons(dict[int, Reasons]):
    """The reasons of each round, computed when its first page needs them: they are half of the
    work.
    """

    def __init__(self, subject: Subject) -> None:
        super().__init__()
        self._subject = subject

    def __missing__(self, number: int) -> Reasons:
        self[number] = reasons(self._subject, number)
        return self[number]


def _languages(first: Language) -> tuple[Language, ...]:
    """Return the languages of a site: all complete ones, and the user's own even if incomplete."""
    return COMPLETE_LANGUAGES if first in COMPLETE_LANGUAGES else (*COMPLETE_LANGUAGES, first)


def site_size(subject: Subject, language: Language) -> int:
    """Return the number of files of the site."""
    tournament = subject.tournament
    rounds = tournament.paired_rounds
    pages = 2 + 4 * rounds + bool(rounds) + len(tournament.players)
    return 1 + len(_languages(language)) * pages


def site_files(subject: Subject, language: Language) -> Iterator[tuple[str, str]]:
    """Yield path and text of every file of the site.

    Pages in `language` are at the top, those in other languages in folders.
    """
    if not subject.tournament.players:
        raise Illegal(N_("The tournament has no players."))
    parts = (styles.COMMON, styles.SCREEN, styles.PRINT, styles.PAIRINGS, styles.CROSSTABLE)
    yield STYLE_SHEET, "".join((*parts, styles.SITE))
    why = _RoundReasons(subject)
    for one in _languages(language):
        site = Site(subject, one, language, why)
        for name, text in site.pages():
            yield site.folder + name, text


@dataclass(frozen=True)
class Site:
    """The pages of the site in one language."""

    subject: Subject
    language: Language
    first: Language
    """The language whose pages are at the top of the folder."""
    why: dict[int, Reasons]

    @property
    def folder(self) -> str:
        return "" if self.language is self.first else f"{self.language.value}/"

    @cached_property
    def words(self) -> Translator:
        return translator(self.language).of_teams(has_teams(self.subject.tournament))

    @property
    def rounds(self) -> range:
        return range(1, self.subject.tournament.paired_rounds + 1)

    @property
    def name(self) -> str:
        return self.subject.tournament.settings.name or self.words.say("Tournament")

    @property
    def _competitors(self) -> str:
        teams = has_teams(self.subject.tournament)
        return self.words.say("Teams") if teams else self.words.say("Players")

    def pages(self) -> Iterator[tuple[str, str]]:
        subject, words = self.subject, self.words
        yield self._index()
        yield self._table("players.html", listings.starting_list(subject, words))
        for number in self.rounds:
            yield self._round(number)
            by_name = pairings.pairings_by_name(subject, words, Choice(number))
            yield self._table(f"round-{number}-names.html", by_name, number)
            yield self._why(number)
            standings = listings.standings_of(subject, words, Choice(number))
            yield self._table(f"standings-{number}.html", standings, number)
        if self.rounds:
            yield self._table("crosstable.html", listings.crosstable_of(subject, words))
        yield from self._players()

    # Pages

    def _index(self) -> tuple[str, str]:
        say, settings = self.words.say, self.subject.tournament.settings
        facts = [
            (say("Place"), " ".join(part for part in (settings.city, settings.federation) if part)),
            (say("Dates"), " – ".join(part for part in (settings.start, settings.end) if part)),
            (self._competitors, str(len(self.subject.tournament.players))),
            (say("Rounds"), str(settings.rounds or len(self.rounds))),
            (say("Chief arbiter"), settings.chief_arbiter),
            (say("Time control"), settings.time_control),
            (say("Tie-breaks"), ", ".join(settings.standings_order or settings.tie_breaks)),
        ]
        inner = [Html(element("dt", name) + element("dd", value)) for name, value in facts if value]
        parts = [element("dl", *inner)]
        complete = last_complete_round(self.subject.tournament)
        if complete:
            table = listings.standings_of(self.subject, self.words, Choice(complete))
            top = replace(table, rows=table.rows[:10], notes=())
            parts.append(element("h2", table.title[1]))
            if table.provisional:
                parts.append(element("p", table.provisional, class_="note"))
            parts += table_html(top, Links(_player), "standings")
            more = element("a", say("Full standings"), href=f"standings-{complete}.html")
            parts.append(element("p", more))
        return "index.html", self._page("index.html", (self.name,), lines(parts))

    def _round(self, number: int) -> tuple[str, str]:
        name = f"round-{number}.html"
        table = pairings.results(self.subject, self.words, Choice(number))
        reasons = f"round-{number}-why.html#board-"
        links = {place: f"{reasons}{place}" for place, _ in self.why[number].boards}
        notes = table.notes
        if links:
            hint = N_("Select a table number to see why it was paired.")
            notes = (*notes, self.words.say(hint))
        table = replace(table, title=(self.name, *table.title[1:]), notes=notes)
        document = Document(table.name, table.title, (table,))
        body = lines(blocks(document, self.words, Links(_player, links.get)))
        return name, self._page(name, document.title, body, number)

    def _table(self, name: str, table: Table, number: int | None = None) -> tuple[str, str]:
        title = (self.name, *table.title[1:])
        document = Document(table.name, title, (replace(table, title=title),))
        body = lines(blocks(document, self.words, Links(_player)))
        return name, self._page(name, document.title, body, number)

    def _why(self, number: int) -> tuple[str, str]:
        say, found = self.words.say, self.why[number]
        name = f"round-{number}-why.html"
        parts: list[Html] = []
        if found.failure is not None:
            parts.append(element("p", say(found.failure), class_="note"))
        elif not found.as_played:
            differs = N_(
                "With these data the rules give another pairing; a pairing made by hand or "
                "from other data is not explained here."
            )
            parts.append(element("p", say(differs), class_="note"))
        if found.whole is not None:
            how = element("a", say("How the round as a whole was paired"), href="#whole")
            parts.append(element("p", how))
        for place, explanation in found.boards:
            inner = Html(as_html(explanation, self.language))
            parts.append(element("div", inner, id=f"board-{place}", class_="board"))
        if found.whole is not None:
            parts.append(element("div", Html(as_html(found.whole, self.language)), id="whole"))
        title = (self.name, say("Why round {round} was paired this way", round=number))
        return name, self._page(name, title, lines(parts), number)

    def _players(self) -> Iterator[tuple[str, str]]:
        table = listings.crosstable_data(self.subject, None)
        for row in table.rows:
            card = card_table(self.subject.tournament, table, row, self.words)
            yield self._table(_player(row.player.number), card)

    # What all pages have

    def _page(
        self, name: str, title: tuple[str, ...], body: Html, number: int | None = None
    ) -> str:
        up = "../" if self.folder else ""
        say = self.words.say
        head = element("link", rel="stylesheet", href=up + STYLE_SHEET)
        content = lines(
            [
                element("a", say("Skip to the content"), href="#content", class_="skip"),
                self._navigation(name),
                heading(title),
                *([] if number is None else [self._of_round(name, number)]),
                element("main", body, id="content"),
                *footer(self._small_print),
            ]
        )
        return whole_page(title, head, content, self.language)

    @cached_property
    def _small_print(self) -> str:
        stated = self.subject.fide_mode
        said = "" if stated is None else self.words.say(stated)
        return small_print(said, self.subject.seal, self.words)

    @cached_property
    def _places(self) -> list[tuple[str, str]]:
        """The text and address of every entry of the navigation."""
        say = self.words.say
        places = [(say("Overview"), "index.html")]
        places += [
            (say("Round {round}", round=number), f"round-{number}.html") for number in self.rounds
        ]
        if self.rounds:
            latest = last_complete_round(self.subject.tournament) or self.rounds[-1]
            places += [
                (say("Standings"), f"standings-{latest}.html"),
                (say("Crosstable"), "crosstable.html"),
            ]
        places.append((self._competitors, "players.html"))
        return places

    def _navigation(self, name: str) -> Html:
        say = self.words.say
        items = [_item(text, address, address == name) for text, address in self._places]
        for other in _languages(self.first):
            if other is not self.language:
                folder = "" if other is self.first else f"{other.value}/"
                address = ("../" if self.folder else "") + folder + name
                link = element(
                    "a", other.own_name, href=address, lang=other.value, hreflang=other.value
                )
                items.append(element("li", link))
        return element(
            "nav", element("ul", *items), class_="site", aria_label=say("Pages of the tournament")
        )

    def _of_round(self, name: str, number: int) -> Html:
        say = self.words.say
        places = [
            (say("By table"), f"round-{number}.html"),
            (say("By name"), f"round-{number}-names.html"),
            (say("Why?"), f"round-{number}-why.html"),
            (say("Standings after this round"), f"standings-{number}.html"),
        ]
        items = [_item(text, address, address == name) for text, address in places]
        label = say("Round {round}", round=number)
        return element("nav", element("ul", *items), class_="page", aria_label=label)


@lru_cache(maxsize=1024)  # the same on all pages
def _item(text: str, address: str, here: bool) -> Html:
    current = "page" if here else None
    return element("li", element("a", text, href=address, aria_current=current))


def _player(number: int) -> str:
    return f"player-{number}.html"


# The folder

MARKER = ".crivello-site"
"""The file that marks a folder as a site of ours, and lists its files."""
FIRST_LINE = "crivello site 1"


class ForeignFolder(Illegal, code="not-ours"):
    """Raised if the folder contains files that are not ours; nothing was changed."""


def replace_folder(target: str | os.PathLike[str], files: Iterable[tuple[str, str]]) -> int:
    """Write the files (path, text) as the folder `target`; return the number of files.

    An existing folder must be one of ours, or empty. It is replaced only when the new one is
    complete.
    """
    place = Path(os.path.realpath(target))
    check_ours(place)
    place.parent.mkdir(parents=True, exist_ok=True)
    new = Path(tempfile.mkdtemp(prefix=f".{place.name}.", dir=place.parent))
    try:
        written = _fill(new, files)
        check_ours(place)
        _swap(new, place)
    except BaseException:
        shutil.rmtree(new, ignore_errors=True)
        raise
    return written


def check_ours(place: Path) -> None:
    """Raise `ForeignFolder` if the folder contains files that the program did not write."""
    if not place.exists():
        return
    if not place.is_dir():
        raise ForeignFolder(N_("{path} is a file; a folder is needed."), path=str(place))
    ours = _own_files(place / MARKER)
    found = [path for path in place.rglob("*") if path.is_symlink() or not path.is_dir()]
    names = sorted(path.relative_to(place).as_posix() for path in found)
    if names and ours is None:
        raise ForeignFolder(
            N_("{path} is used for something else; choose another folder, or an empty one."),
            path=str(place),
        )
    strange = [name for name in names if ours is not None and name not in ours]
    if strange:
        raise ForeignFolder(
            N_("{path} holds files that do not belong to the site: {files}. Move them away first."),
            path=str(place),
            files=", ".join([*strange[:3], *(["…"] if len(strange) > 3 else [])]),
        )


def _own_files(marker: Path) -> set[str] | None:
    """Return the files of the folder that the program wrote; None without our marker."""
    if marker.is_symlink() or not marker.is_file():
        return None
    first, *names = marker.read_text(encoding="utf-8", errors="replace").split("\n")
    return {MARKER, *names} if first == FIRST_LINE else None


def _fill(folder: Path, files: Iterable[tuple[str, str]]) -> int:
    names = []
    for name, text in files:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", errors="replace", newline="\n")
        names.append(name)
    (folder / MARKER).write_text("\n".join([FIRST_LINE, *sorted(names), ""]), encoding="utf-8")
    mask = os.umask(0)
    os.umask(mask)
    folder.chmod(0o777 & ~mask)
    return len(names)


def _swap(new: Path, place: Path) -> None:
    """Replace the folder `place` by the new one; if that fails, restore the old one."""
    if not place.exists():
        new.rename(place)
        return
    old = Path(tempfile.mkdtemp(prefix=f".{place.name}.", dir=place.parent))
    old.rmdir()
    place.rename(old)
    try:
        new.rename(place)
    except BaseException:
        old.rename(place)
        raise
    shutil.rmtree(old)
