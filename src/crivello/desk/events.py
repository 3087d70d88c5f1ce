"""All events of a tournament, as classes, and their form in the log.

An action becomes one event. The event contains all that is needed to compute the next state without
a pairing engine. The name of its class is its type in the file: released names and fields stay, and
new fields have defaults.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import field, replace
from enum import Enum
from typing import Any, ClassVar

from crivello.desk.announcement import Announcement
from crivello.desk.roles import Author
from crivello.formats.codec import DecodeError, decode, encode
from crivello.model.errors import Malformed
from crivello.model.player import Player
from crivello.model.result import Bye, Colour, Result
from crivello.model.sentence import N_, ListOf, PlayerRef, Sentence, SentenceValue
from crivello.model.settings import Apart, Settings
from crivello.model.tables import GameTable, Results
from crivello.standard.classes import frozen

Boards = tuple[tuple[int, int], ...]
"""Ids, White first, in board order."""


class Presence(Enum):
    """The state of a player in the roll-call, before pairing numbers are given."""

    REGISTERED = "registered"
    CONFIRMED = "confirmed"
    PRESENT = "present"
    LEFT_OUT = "left out"
    """Not confirmed before the drawing of lots (C.04.2: 4.1)."""


class Effect(Enum):
    """When a correction of a result takes effect (C.04.2: 4.3; before 2026: D.8)."""

    NOW = "now"
    """It counts in the standings and in the next pairing."""
    NEXT = "next"
    """The next round is paired already; it counts from the pairing after that."""
    RATING = "rating"
    """It is sent for rating only, after the tournament."""


class ChangeCase(Enum):
    """Why a published pairing may change (C.04.2: 4.4; before 2026: D.10)."""

    ALREADY_MET = "already met"
    EVENT_RULES = "event rules"
    WITHOUT_OPPONENT = "without opponent"
    LATE_ENTRY = "late entry"
    TOP_BOARDS = "top boards"
    CHIEF_ARBITER = "chief arbiter"
    """None of the named cases: the chief arbiter's own decision, printed on the report."""


@frozen
class Remark:
    """What a rule says against a pairing made by hand; the log stores its sentence as text."""

    level: str
    """See `systems.judgement.Defect`."""
    article: str
    template: str
    fields: tuple[tuple[str, str], ...] = ()
    players: tuple[int, ...] = ()

    @staticmethod
    def of(level: str, article: str, sentence: Sentence, players: tuple[int, ...] = ()) -> Remark:
        assert isinstance(sentence.template, str)
        for name, value in sentence.values.items():
            if isinstance(value, SentenceValue) and _value_of(name, str(value)) != value:
                raise TypeError(f"{name} would become a text")
        fields = tuple((name, str(value)) for name, value in sentence.values.items())
        return Remark(level, article, sentence.template, fields, players)

    @property
    def sentence(self) -> Sentence:
        values = {name: _value_of(name, text) for name, text in self.fields}
        return Sentence(self.template, **values)


def _value_of(name: str, text: str) -> SentenceValue | str:
    """Return a value of a remark from the text in the log: player ids become references.

    Only players can be restored; other typed values, such as pairs, cannot be stored.
    """
    if name in ("player", "white", "black", "one", "other", "right", "wrong"):
        return PlayerRef(int(text)) if text.isdecimal() else text
    if name == "players":
        return ListOf.players(map(int, text.split(", ")) if text else ())
    return text


@frozen
class Meta:
    """When an event happened, who caused it, and for what reason."""

    time: str = ""
    actor: str = ""
    reason: str = ""


@frozen
class Event:
    """An event of a tournament file."""

    needs_reason: ClassVar[bool] = False
    author: Author | None = field(default=None, kw_only=True)
    """Who caused it, if it came in an envelope; None: an action of this computer without one."""


@frozen
class SectionEvent(Event):
    """An event of one section, which is one tournament of the file."""

    section: str


# Before round 1


@frozen
class SectionOpened(SectionEvent):
    """A section was opened."""

    settings: Settings
    announced: Announcement = field(default_factory=Announcement)
    assumed: tuple[tuple[str, str], ...] = ()
    """What the file it was taken from does not say: topic and what was taken (`recording`)."""


@frozen
class SettingsChanged(SectionEvent):
    """The settings of a section were changed."""

    settings: Settings
    announced: Announcement = field(default_factory=Announcement)


@frozen
class FideModeLeft(SectionEvent):
    """The section left FIDE mode; every page shows since when and why."""

    needs_reason: ClassVar[bool] = True


class KeyStep(Enum):
    """The steps on the way to a tournament's key at chess-results.com."""

    ASKED = "asked"
    """The site is about to be asked; until another step follows, it may have given a key."""
    RECEIVED = "received"
    REFUSED = "refused"
    """The site has given no key, or was not reached: it may be asked again."""
    TYPED = "typed"
    """The arbiter has entered the key."""


@frozen
class OnlineKeyRecorded(SectionEvent):
    """A step on the way to the tournament's key at chess-results.com; it is never undone."""

    step: KeyStep
    key: int = 0
    """The key, if it is known with this step."""


@frozen
class ScheduleSet(Event):
    """The place and times of all sections were set."""

    city: str = ""
    federation: str = ""
    start: str = ""
    end: str = ""
    round_dates: tuple[str, ...] = ()
    round_times: tuple[str, ...] = ()


@frozen
class PlayersRegistered(SectionEvent):
    """Players were registered."""

    players: tuple[Player, ...]
    """With their permanent ids; pairing numbers come later."""


@frozen
class TeamEntry:
    """A team with its members, as registered."""

    team: Player
    """With its permanent id; the rating is what the teams are numbered by."""
    members: tuple[Player, ...]
    """With permanent ids, in board order, reserves last."""
    captain: str = ""


@frozen
class TeamsRegistered(SectionEvent):
    """Teams were registered with their players."""

    teams: tuple[TeamEntry, ...]


@frozen
class TeamChanged(SectionEvent):
    """The data, members or board order of a team were changed."""

    team: TeamEntry
    order: tuple[int, ...] = ()
    """All ids by their new pairing numbers; empty if no number changes."""


@frozen
class TeamLineup:
    """The players of a team at the boards of one round."""

    team: int
    players: tuple[int | None, ...]
    """Ids, the first board first; None: the board is empty."""


@frozen
class LineupsSet(SectionEvent):
    """The line-ups of teams for a round were set."""

    round: int
    lineups: tuple[TeamLineup, ...]


@frozen
class PlayersRemoved(SectionEvent):
    """Registrations were removed, before round 1 was published."""

    players: tuple[int, ...]


@frozen
class PlayerMoved(SectionEvent):
    """A player was moved from one section to another."""

    player: int
    to: str


@frozen
class PlayerCorrected(SectionEvent):
    """A player's data were corrected."""

    player: Player
    order: tuple[int, ...] = ()
    """All ids by their new pairing numbers; empty if no number changes."""


@frozen
class PlayersCorrected(SectionEvent):
    """The data of several players were corrected at once, as from a new rating list."""

    players: tuple[Player, ...]
    order: tuple[int, ...] = ()
    """All ids by their new pairing numbers; empty if no number changes."""


@frozen
class CorrectedInSections(SectionEvent):
    """Players' data were corrected in several sections; `section` is the one in which the arbiter
    did it.
    """

    corrections: tuple[PlayersCorrected, ...]


@frozen
class NumbersExchanged(SectionEvent):
    """Two players exchanged their pairing numbers, by the arbiter's decision."""

    needs_reason: ClassVar[bool] = True
    players: tuple[int, int]
    order: tuple[int, ...] = ()
    """All ids by their new pairing numbers; empty before round 1 is published."""


@frozen
class LotsDrawn(SectionEvent):
    """A lot was drawn for each player, for the tie-break LOT."""

    players: tuple[int, ...]
    """From the first lot."""
    seed: str
    """Of `rules.draw.shuffle`, by which anybody can draw them again."""


@frozen
class RollCalled(SectionEvent):
    """Players were recorded as confirmed, present or left out."""

    players: tuple[int, ...]
    presence: Presence


@frozen
class ColourDrawn(SectionEvent):
    """The initial colour was drawn."""

    colour: Colour


@frozen
class ApartSet(SectionEvent):
    """The forbidden pairs and the groups to keep apart were set."""

    forbidden: tuple[Apart, ...]
    keep_apart: tuple[Apart, ...]
    by_decision: bool = False
    """After round 1: the chief arbiter has decided it, with a reason."""


@frozen
class MeetingsSet(SectionEvent):
    """The pairs announced for round 1 were set."""

    pairs: tuple[tuple[int, int], ...]
    """All pairs announced for round 1."""


@frozen
class TablesFixed(SectionEvent):
    """The fixed tables of players were set."""

    tables: tuple[tuple[int, int], ...]
    """(player, table): all fixed tables of the section."""


# Players who come and go


@frozen
class PlayersAdmitted(SectionEvent):
    """Late entries were admitted; they count as present, whether or not they were in the
    roll-call.
    """

    players: tuple[int, ...]
    order: tuple[int, ...]
    """All ids by their pairing numbers, the newcomers among them."""


@frozen
class RequestedBye:
    """A bye that a player requests for a round."""

    player: int
    round: int
    bye: Bye


@frozen
class ByesRequested(SectionEvent):
    """Byes were requested."""

    byes: tuple[RequestedBye, ...]


@frozen
class ByesCancelled(SectionEvent):
    """Requested byes were cancelled."""

    byes: tuple[tuple[int, int], ...]
    """(player, round)"""


@frozen
class PlayersLeft(SectionEvent):
    """Players withdrew or were expelled."""

    players: tuple[int, ...]
    expelled: bool = False
    forfeits: tuple[tuple[int, EnteredResult], ...] = ()
    """Of a round robin: the games that were still to be played, with their rounds."""
    after: tuple[int, ...] = ()
    """Of a round robin: the last round in which each of them played; else the last published."""


@frozen
class PlayersReturned(SectionEvent):
    """Players who had withdrawn returned."""

    players: tuple[int, ...]


# Pairing


@frozen
class RoundPaired(SectionEvent):
    """A draft of the next round was made; nothing of it is public."""

    round: int
    system: str
    program: str
    """Version of the program that made it."""
    boards: Boards
    bye: int | None
    basis: str
    """Digest of what it was made from."""
    order: tuple[int, ...] = ()
    """Round 1: all ids by their pairing numbers."""
    apart: tuple[Apart, ...] = ()
    """Groups and pairs that were kept apart in it, besides the forbidden ones."""
    released: tuple[tuple[int, int], ...] = ()
    """Pairs that had to be released, in this order."""
    by_hand: bool = False
    remarks: tuple[Remark, ...] = ()
    imported: bool = False
    """By hand because it stands so in the file that the tournament was taken from."""


@frozen
class PairingChanged(SectionEvent):
    """The draft was changed by hand."""

    round: int
    boards: Boards
    bye: int | None
    remarks: tuple[Remark, ...] = ()


@frozen
class PairingDiscarded(SectionEvent):
    """The draft was discarded."""

    round: int


@frozen
class RoundPublished(SectionEvent):
    """The draft was published."""

    round: int
    tables: tuple[int, ...]
    """The table of each board."""
    last_of_group_a: int | None = None
    """Round 1 of an accelerated tournament: who marks the border of group A from now on."""
    lineups: tuple[TeamLineup, ...] = ()
    """Of teams: who sits at the boards, handed in or not."""


@frozen
class SchedulePublished(SectionEvent):
    """All rounds of a round robin were published at once, with the numbers of its players."""

    rounds: tuple[RoundPaired, ...]
    tables: tuple[tuple[int, ...], ...]
    """The tables of each round."""
    order: tuple[int, ...]
    """All ids by the numbers of the table."""
    method: str = "initial"
    """How the numbers were given: ``initial`` order, or a method of `rules.draw`."""
    seed: str = ""
    by: str = ""
    """What made the groups of a restricted draw."""

    @property
    def round(self) -> int:
        """The first of the rounds that this event publishes."""
        return 1


@frozen
class PublishedPairingChanged(SectionEvent):
    """The boards of the round being played were changed."""

    needs_reason: ClassVar[bool] = True
    round: int
    boards: Boards
    bye: int | None
    tables: tuple[int, ...]
    case: ChangeCase
    remarks: tuple[Remark, ...] = ()
    lineups: tuple[TeamLineup, ...] = ()
    """Of teams that had no match before."""


# Results


@frozen
class EnteredResult:
    """The result entered for one table: of a game, or of all boards of a match."""

    board: int
    """1 for the first board of the published list."""
    white: int
    black: int
    result: Result | None = None
    """None: the result is taken back."""
    turned: bool = False
    """The colours are the other way round than so far; `result` has the real White first."""
    games: Results = ()
    """Of a match, board by board, each seen from the side of `white`; `result` is the match's."""
    turned_games: tuple[int, ...] = ()
    """Of a match: the boards, from 1, at which the colours are the other way round than so far."""
    restored: tuple[int, ...] = ()
    """The boards among those whose colours are now those of the pairing again; 1 for a game."""

    @property
    def seen(self) -> Results:
        """The results of all boards of the table, each beginning with the side named first."""
        return self.games or (_from_home(self.result, self.turned),)

    @property
    def turned_boards(self) -> tuple[int, ...]:
        """The boards of the table that were played with reversed colours."""
        return self.turned_games if self.games else (1,) * self.turned

    @staticmethod
    def of_table(
        table: GameTable, settings: Settings, results: Results, turned: tuple[int, ...]
    ) -> EnteredResult:
        """Return the entry that stores these results, one for each board of the table."""
        pair, result = table.pair, table.with_results(settings, results, turned).pair.result
        games = ((board, table.games[board - 1]) for board in turned)
        restored = tuple(board for board, game in games if game is not None and game.reversed)
        one = EnteredResult(table.place, pair.white, pair.black, result, restored=restored)
        if table.is_match:
            return replace(one, games=results, turned_games=turned)
        return replace(one, turned=bool(turned))


def _from_home(result: Result | None, turned: bool) -> Result | None:
    return result.mirrored if turned and result is not None else result


@frozen
class ResultsEntered(SectionEvent):
    """Results were entered."""

    round: int
    results: tuple[EnteredResult, ...]


@frozen
class NoShows(SectionEvent):
    """Players did not appear, and their games were forfeited."""

    round: int
    players: tuple[int, ...]
    results: tuple[EnteredResult, ...]
    plays_on: bool | None = None
    """None: they are still to be asked."""


@frozen
class NoShowsAnswered(SectionEvent):
    """Players who did not appear said whether they continue."""

    players: tuple[int, ...]
    plays_on: bool


@frozen
class ResultsPublished(SectionEvent):
    """The results of a round were published."""

    round: int


@frozen
class RoundEnded(SectionEvent):
    """A round was ended."""

    round: int


@frozen
class ResultCorrected(SectionEvent):
    """A published result was corrected."""

    needs_reason: ClassVar[bool] = True
    round: int
    was: EnteredResult
    """As the game stood."""
    result: Result
    """As it should have stood, with the right colours."""
    effect: Effect
    turned: bool = False
    """They played with the colours the other way round than stated."""
    games: Results = ()
    """Of a match: its boards as they should have stood, as in `EnteredResult`."""
    game: int | None = None
    """Of a match: the board that is corrected, from 1, to which `turned` applies."""
    restored: bool = False
    """With `turned`: the colours are those of the pairing again."""

    @property
    def seen(self) -> Results:
        """The right results of all boards, each beginning with the side named first."""
        return self.games or (_from_home(self.result, self.turned),)

    @property
    def boards(self) -> tuple[int, ...]:
        """The boards of the table that are corrected."""
        named = () if self.game is None else (self.game,)
        return named if self.games else (1,)

    @property
    def right(self) -> EnteredResult:
        """The entry that would have been right."""
        restored = self.boards if self.restored else ()
        right = replace(self.was, result=self.result, restored=restored)
        if not self.games:
            return replace(right, turned=self.turned)
        return replace(right, games=self.games, turned_games=self.boards if self.turned else ())


@frozen
class PointsAdjusted(SectionEvent):
    """Players were given bonus points or, if negative, a penalty."""

    needs_reason: ClassVar[bool] = True
    players: tuple[int, ...]
    points: int
    """In the unit of the scoring."""
    round: int
    """Counts after this round, the one that was being played; 0: from the start."""


# Of the log itself


@frozen
class Undone(Event):
    """Events were undone."""

    events: tuple[int, ...]
    """Sequence numbers."""
    case: ChangeCase | None = None
    """Why, if a publication is among them."""


@frozen
class Redone(Event):
    """Undone events were redone."""

    events: tuple[int, ...]


TYPES: dict[str, type[Event]] = {
    name: kind
    for name, kind in globals().items()
    if isinstance(kind, type) and issubclass(kind, Event) and kind not in (Event, SectionEvent)
}
"""By the name that the log has for them."""

UNKNOWN_TYPE = N_(
    "The log holds an event {type!r}, which this version does not know. Update the program."
)
NOT_READABLE = N_("Event {type!r} of the log cannot be read at {path}.")
HIGHEST_ROUND = 1000
"""No action names a higher one. A log that does was made to keep us busy: rounds are counted."""


def to_json(event: Event) -> str:
    return json.dumps(encode(event), ensure_ascii=False, separators=(",", ":"))


def from_json(type_: str, payload: str) -> Event:
    """Return the event of a log entry; raise `Malformed` if it is not exactly of its type."""
    kind: Any = TYPES.get(type_)
    if kind is None:
        raise Malformed(UNKNOWN_TYPE, type=type_)
    try:
        value = json.loads(payload)
    except (ValueError, RecursionError):
        raise Malformed(NOT_READABLE, type=type_, path="/") from None
    try:
        event: Event = decode(kind, value)
    except DecodeError as wrong:
        raise Malformed(NOT_READABLE, type=type_, path=wrong.misfits[0][0] or "/") from None
    for path, round_ in _rounds(event):
        if round_ > HIGHEST_ROUND:
            raise Malformed(NOT_READABLE, type=type_, path=path)
    return event


def _rounds(event: Event) -> Iterator[tuple[str, int]]:
    """Yield the future rounds that an event names, each with its path in the JSON."""
    if isinstance(event, SectionOpened | SettingsChanged):
        yield "/settings/rounds", event.settings.rounds or 0
    elif isinstance(event, ByesRequested):
        for place, one in enumerate(event.byes):
            yield f"/byes/{place}/round", one.round
