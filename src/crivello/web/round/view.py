"""The view model of the page Round: boards, players without a game, missing results, next steps."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence

from crivello.desk import Section
from crivello.desk.events import ResultsEntered, RoundPublished, SectionEvent
from crivello.desk.state import Draft, PublishedRound
from crivello.lists import check_lists
from crivello.model.keys import is_round_robin
from crivello.model.player import Player
from crivello.model.result import BYE_NAMES, KEY_OF, Result
from crivello.model.tables import GameTable
from crivello.reports.before_round import scores_before
from crivello.reports.pairings import match_score
from crivello.reports.views.round import match_games, round_byes, round_tables
from crivello.rules.handling import Article
from crivello.standard.classes import frozen
from crivello.web.envelope import Seen, row_seen
from crivello.web.page_answers import Message, PageLink
from crivello.web.page_entries import round_seen
from crivello.web.progress import adjourned_tables, missing_tables
from crivello.web.view import SectionPage
from crivello.words import N_

ADJOURNED = KEY_OF[Result.ADJOURNED]
UNDECIDED = ("", ADJOURNED)
"""The keys of a missing and of an adjourned result."""


@frozen
class Seat:
    """A player at a board, with the points before the round."""

    player: Player
    points: str
    """The points before the round."""


@frozen
class MatchBoardRow:
    """A board of a match, as a row of the page."""

    board: int
    home: str
    """The player of the competitor named first; empty if the board is empty on that side."""
    guest: str
    home_colour: str
    played: bool
    """True if both sides have a player."""
    result: str = ""
    """The result as the side named first sees it."""
    code: str = ""
    reversed: bool = False
    """True if they played with reversed colours."""

    @property
    def adjourned(self) -> bool:
        return self.code == ADJOURNED


@frozen
class BoardRow:
    """A table of the round, as a row of the page."""

    board: int
    table: int
    white: Seat
    black: Seat
    result: str = ""
    code: str = ""
    """The key of the result; see `model.result`."""
    reversed: bool = False
    """True if they played with reversed colours."""
    boards: Sequence[MatchBoardRow] = ()
    """The boards of the match; empty for a game."""
    seen: Seen | None = None
    """The board as shown, for an entry about it; None in a draft."""

    @property
    def adjourned(self) -> bool:
        """True if the game, or a board of the match, is adjourned."""
        return self.code == ADJOURNED or any(one.adjourned for one in self.boards)

    @property
    def undecided(self) -> bool:
        """True if the result is missing or adjourned."""
        return self.code in UNDECIDED

    @property
    def decided_boards(self) -> Sequence[MatchBoardRow]:
        """The boards of a match whose games are over."""
        return [one for one in self.boards if one.played and one.code not in UNDECIDED]

    @property
    def row(self) -> str:
        """What was seen of this table as JSON, without event, section and round; for entries about
        it.
        """
        return "" if self.seen is None else json.dumps(self.seen.row())


@frozen
class NextStep:
    """A step that the arbiter can take now."""

    text: str
    url: str
    primary: bool = False
    key: str = ""
    seen: Seen | None = None
    """The round as shown, which the form sends if the step is an entry."""


@frozen
class RoundModel:
    """A round, as its template needs it."""

    number: int
    tabs: Sequence[PageLink]
    state: str
    """`published`, `draft` or `coming`."""
    rows: Sequence[BoardRow] = ()
    away: Sequence[tuple[Seat, str]] = ()
    """Players without a game, with the reason."""
    missing: Sequence[int] = ()
    """Tables without a result."""
    adjourned: Sequence[int] = ()
    """Tables with an adjourned game or match."""
    steps: Sequence[NextStep] = ()
    asked: Sequence[Seat] = ()
    remarks: Sequence[Message] = ()
    altered: bool = False
    """True for a draft that is being changed by hand."""
    notes: Sequence[str] = ()
    current: bool = False
    """True for the round in progress."""
    enterable: bool = False
    """True if missing results can be typed; in a round robin that holds for every round."""
    table: bool = False
    """True for a round of a round robin."""
    by_hand: bool = False
    problems: Sequence[str] = ()
    publication: int = 0
    """The event that published the current round."""
    matches: bool = False
    """True if the boards are matches."""
    seen: Seen | None = None
    """The round as its page shows it, for entries about the whole round. If the round is not
    published, this is the round before, since the page asks about the no-shows of that one."""
    others: Sequence[NextStep] = ()
    """Less frequent steps, which are folded away because they undo something."""

    @property
    def titled(self) -> bool:
        """True if a player at a table has a title."""
        return any(seat.player.title for row in self.rows for seat in (row.white, row.black))

    @property
    def in_turn(self) -> bool:
        """True if the round's own page offers the next step."""
        return (self.current and not self.table) or self.state != "published"

    @property
    def there(self) -> int:
        return len(self.rows) - len(self.missing) - len(self.adjourned)


def round_model(page: SectionPage, number: int) -> RoundModel | None:
    """Return a round as its page shows it; None if it does not exist."""
    section = page.section
    last = len(section.rounds)
    if 1 <= number <= last:
        return _published_model(page, number, section.rounds[number - 1])
    if section.draft is not None and number == section.draft.round:
        return _draft(page, section.draft)
    if number == last + 1 and number <= (section.settings.rounds or 0):
        return _coming_round(page, number)
    return None


def seats(page: SectionPage, number: int) -> dict[int, Seat]:
    """Return all players with their points before a round."""

    def compute() -> dict[int, Seat]:
        tournament = page.section.tournament
        score = scores_before(tournament, number, tournament.settings.system or "")
        return {
            player.id: Seat(player, page.points(score.get(player.id, 0)))
            for player in page.names.values()
        }

    section = page.section
    rounds = section.rounds[: number - 1]
    basis = (section.registrations, section.order, section.settings, section.byes, *rounds)
    return page.snapshot.once(("seats", page.key, number, page.language), compute, basis)


def board_row(page: SectionPage, number: int, place: int) -> BoardRow:
    """Return one table of a published round."""
    table = page.section.rounds[number - 1].table(place)
    return _row(page, number, table, row_seen(page.event, page.section, number, place))


def _row(page: SectionPage, number: int, table: GameTable, seen: Seen | None = None) -> BoardRow:
    """Return a table of a round; the result of a match is shown by the points of its finished
    games.
    """
    people, pair = seats(page, number), table.pair
    text = "" if pair.result is None else page.say(pair.result)
    boards = list(_match_boards(page, table)) if table.is_match else []
    if boards:
        begun = pair.result is not None or any(one.code for one in boards)
        event = page.section.tournament
        text = match_score(event, number, pair, page.language) if begun else ""
    return BoardRow(
        table.place,
        table.number,
        people[pair.white],
        people[pair.black],
        text,
        "" if pair.result is None else KEY_OF[pair.result],
        pair.reversed,
        boards,
        seen,
    )


def _match_boards(page: SectionPage, table: GameTable) -> Iterator[MatchBoardRow]:
    for one, result in zip(match_games(page.section, table), table.results, strict=True):
        home, guest = (str(side["name"]) if side else "" for side in (one["home"], one["guest"]))
        yield MatchBoardRow(
            one["board"],
            home,
            guest,
            page.say(COLOURS[one["home_colour"]]),
            table.has_game(one["board"]),
            "" if result is None else page.say(result),
            "" if result is None else KEY_OF[result],
            one["reversed"],
        )


COLOURS = {"w": N_("White"), "b": N_("Black")}


def _published_model(page: SectionPage, number: int, this: PublishedRound) -> RoundModel:
    section = page.section
    people = seats(page, number)
    rows = [board_row(page, number, board) for board in range(1, len(this.games) + 1)]
    states = (
        (N_("Results published."), this.results_published),
        (N_("Round ended."), this.ended),
    )
    current = number == len(section.rounds)
    table = is_round_robin(section.settings.system)
    away = _list_away(page, number, this.bye, people)
    if table:
        away += [(people[one.id], page.say(FREE)) for one in free_players(section, number)]
    return RoundModel(
        number,
        tabs(page, number),
        "published",
        rows,
        away,
        missing_tables(this),
        adjourned_tables(this),
        _steps(page, this) if current else (),
        _players_asked(section, people) if current else (),
        notes=[page.say(text) for text, true in states if true],
        current=current,
        enterable=_is_unfinished(this) if table else current and not this.results_published,
        table=table,
        by_hand=this.draft.by_hand,
        remarks=_remarks(page, this.draft),
        publication=_publication(page, number) if current else 0,
        matches=bool(this.boards),
        seen=round_seen(page.event, section, number),
    )


def _players_asked(section: Section, people: Mapping[int, Seat]) -> list[Seat]:
    """Return the players who have not said whether they continue."""
    return [people[player] for player in sorted(section.asked)]


def _is_unfinished(this: PublishedRound) -> bool:
    return any(game.result in (None, Result.ADJOURNED) for game in this.games)


FREE = N_("free")


def free_players(section: Section, number: int) -> list[Player]:
    """Return the players with neither a game nor a bye in a round of a round robin."""
    this = section.rounds[number - 1]
    playing = {player for game in this.games for player in (game.white, game.black)}
    playing |= {player for player, round_ in section.byes if round_ == number} | {this.bye or 0}
    return [player for player in section.listed_players if player.id not in playing]


def _publication(page: SectionPage, number: int) -> int:
    """Return the number of the event that published a round; 0 if there is none."""
    for item in reversed(page.snapshot.log):
        match item.event:
            case RoundPublished(page.key, round_) if round_ == number:
                return item.sequence
    return 0


def _draft(page: SectionPage, draft: Draft) -> RoundModel:
    people = seats(page, draft.round)
    tables = round_tables(page.section, draft.round)
    rows = [_row(page, draft.round, table) for table in tables]
    url = page.url("round", draft.round)
    seen = round_seen(page.event, page.section, draft.round)
    text = page.say(N_("Publish round {round}"), round=draft.round)
    steps = [NextStep(text, f"{url}/publish", primary=True, seen=seen)]
    others = [
        NextStep(page.say(N_("Pair again")), f"{url}/pair"),
        NextStep(page.say(N_("Discard the pairing")), f"{url}/discard"),
    ]
    return RoundModel(
        draft.round,
        tabs(page, draft.round),
        "draft",
        rows,
        _list_away(page, draft.round, draft.bye, people),
        steps=steps,
        asked=_players_asked(page.section, people),
        seen=round_seen(page.event, page.section, len(page.section.rounds)),
        others=others,
        remarks=[*list_remarks(page), *_remarks(page, draft)],
        altered=draft.by_hand,
        by_hand=draft.by_hand,
    )


def _coming_round(page: SectionPage, number: int) -> RoundModel:
    section = page.section
    url = page.url("round", number)
    table = is_round_robin(section.settings.system)
    people = seats(page, number)
    problems = []
    steps = []
    if not section.registrations:
        problems.append(page.say(N_("No players are registered yet.")))
        steps.append(
            NextStep(page.say(N_("Add players")), page.url("players"), primary=True, key="go")
        )
    elif number == 1 and section.settings.initial_colour is None and not table:
        problems.append(page.say(N_("The initial colour is not drawn yet.")))
        steps.append(
            NextStep(page.say(N_("Draw the initial colour")), f"{url}/colour", primary=True)
        )
    if section.rounds and not section.rounds[-1].complete and not table:
        problems.append(page.say(N_("Round {round} is not complete."), round=number - 1))
    if section.no_shows:
        problems.append(page.say(N_("First say, for each no-show, whether they continue.")))
    if number > 1 or not table:  # the schedule of a table is published at once
        text = page.say(N_("Pair round {round}"), round=number)
        steps.append(NextStep(text, f"{url}/pair", not problems))
    present = len(section.present(number))
    notes = [page.say(N_("One player to pair.", "{count} players to pair."), count=present)]
    return RoundModel(
        number,
        tabs(page, number),
        "coming",
        away=_list_away(page, number, None, people),
        steps=steps,
        asked=_players_asked(section, people),
        seen=round_seen(page.event, page.section, len(page.section.rounds)),
        notes=notes,
        remarks=list_remarks(page),
        problems=problems,
        table=table,
    )


def list_remarks(page: SectionPage) -> list[Message]:
    """Return remarks on old rating lists, and on players who differ from them; only before
    round 1.
    """
    section = page.section
    if section.rounds:
        return []
    people = list(section.people.values())
    checks = check_lists(people, section.announced.pace.value, section.settings.start)
    article = Article.STRENGTH.of(section.settings)
    return [Message(page.sentence(one), article) for check in checks for one in check.sentences()]


def _steps(page: SectionPage, this: PublishedRound) -> list[NextStep]:
    section = page.section
    number = len(section.rounds)
    url = page.url("round", number)
    following = page.url("round", number + 1)
    more = number < (section.settings.rounds or 0)
    seen = round_seen(page.event, section, number)
    steps = []
    if section.draft is not None:
        text = page.say(N_("To the pairing of round {round}"), round=number + 1)
        steps.append(NextStep(text, following, primary=True, key="go"))
    elif this.complete and more:
        ready = not section.no_shows
        text = page.say(N_("Pair round {round}"), round=number + 1)
        steps.append(NextStep(text, f"{following}/pair", ready))
    if this.complete and not this.results_published:
        last, text = not more, page.say(N_("Publish the results"))
        steps.append(NextStep(text, f"{url}/publish-results", last, seen=seen))
    if this.complete and not this.ended:
        steps.append(NextStep(page.say(N_("End the round")), f"{url}/end", seen=seen))
    if this.complete and not more and this.results_published:
        steps.append(
            NextStep(page.say(N_("End of the event")), page.url("end"), primary=True, key="go")
        )
    return steps


def tabs(page: SectionPage, number: int) -> list[PageLink]:
    section = page.section
    last = min(len(section.rounds) + 1, section.settings.rounds or 0)
    last = max(last, len(section.rounds), 1)
    return [PageLink(str(k), page.url("round", k), k == number) for k in range(1, last + 1)]


def _list_away(
    page: SectionPage, number: int, bye: int | None, people: dict[int, Seat]
) -> list[tuple[Seat, str]]:
    byes = round_byes(page.section, number, bye)
    return [
        (people[player], page.say(BYE_NAMES[kind]))
        for player, kind in byes.items()
        if player in people
    ]


def _remarks(page: SectionPage, draft: Draft) -> list[Message]:
    """Return the remarks of the rules on a pairing made by hand, each once."""
    said: dict[str, Message] = {}
    for one in draft.remarks:  # the basic rules and the system may make the same remark
        text = page.sentence(one)
        said.setdefault(text, Message(text, one.article))
    return list(said.values())


def changed_boards(page: SectionPage, number: int, since: int) -> list[int] | None:
    """Return the boards whose results changed after event `since`; None if anything else
    changed.
    """
    boards: set[int] = set()
    for item in page.snapshot.log[since:]:
        event = item.event
        if isinstance(event, SectionEvent) and event.section != page.key:
            continue
        if not isinstance(event, ResultsEntered) or event.round != number:
            return None
        boards |= {one.board for one in event.results}
    return sorted(boards)
