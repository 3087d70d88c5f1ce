"""Envelopes: what a user wants, together with what the page showed when it was tapped.

All entries from the hall come in an `Envelope`, and so do those of the desk's own pages and of
programs that choose it. `Seen` names the event, section, round, table, both players, their colours
and the result that was shown. The server sends it to the page, which sends it back unchanged. The
entry counts only if all of that is still so. Otherwise it is refused, and one from the hall is kept
for the arbiter as late; it is never entered at another place.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, replace
from typing import Any

from crivello.desk import DeskState, Refusal, Section
from crivello.desk.actions import Action, Context, Plan
from crivello.model.errors import CrivelloError
from crivello.model.result import BY_KEY, KEY_OF, RESULT_KEYS, Colour, Result
from crivello.model.sentence import PlayerRef
from crivello.standard.classes import frozen
from crivello.web.round.page_actions import AlreadyEntered, EnteredMeanwhile
from crivello.words import N_

VERSION = 1
LONGEST_ID = 64
LONGEST_TEXT = 300
"""The most characters of any text in an envelope except `shown`."""
LONGEST_SHOWN = 5000
MOST_REPLACED = 50

RESULT, ABSENT, ANSWER = "result", "absent", "answer"
ROLL_CALL, PUBLISH, REQUEST = "roll-call", "publish-results", "request"
PROPOSE, CONFIRM, ASK = "propose", "confirm", "ask"
KINDS = {RESULT, ABSENT, ANSWER, ROLL_CALL, PUBLISH, REQUEST, PROPOSE, CONFIRM, ASK}
"""The kinds of entries that devices send. The pages of the desk send some of these, and those
below."""
LINE, BOARDS, CORRECT = "line", "boards", "correct"
NO_SHOWS, PUBLISH_ROUND, END = "no-shows", "publish", "end"
ABOUT_A_BOARD = {RESULT, ABSENT, PROPOSE, CONFIRM}
WITH_PLAYERS = ABOUT_A_BOARD | {BOARDS, CORRECT}
PLAYERS = ("round", "board", "table", "white", "black", "colour")
"""The members that an entry about a table must have."""
SHARED = ("event", "section", "round")
TAKE_BACK = RESULT_KEYS[-1].key
"""The value of `wanted` that removes a result."""
FORFEITED = {
    "w": KEY_OF[Result.BLACK_WINS_BY_FORFEIT],
    "b": KEY_OF[Result.WHITE_WINS_BY_FORFEIT],
}
"""The result by the absent side: ``w`` is the side that is named first, ``b`` the other one."""
WORDS = {RESULT: set(BY_KEY), ABSENT: set(FORFEITED)}
"""The allowed values of `wanted`, for kinds where they are fixed; for other kinds the page checks
the value."""
BEGUN = "begun"
"""The value of `shown` for a match of which some boards have a result."""

OLD_PAGE = N_("This page is from an older version of the program. Nothing was entered: reload it.")


class OldPage(CrivelloError, code="old-page"):
    """The entry comes from a page of an older version, and does not say what the page showed."""


class IncompleteEnvelope(CrivelloError, code="incomplete-envelope"):
    """The envelope of a program is incomplete; the error names what is missing."""


class Late(Refusal, code="late"):
    """The round is over, or the place that was tapped has changed."""

    template = N_(
        "This was meant for round {round} and arrived too late. It is not entered; "
        "the arbiter sees it in a list."
    )


class LateAtTable(Late, code="late-at-table"):
    """The entry for one table arrived too late."""

    template = N_(
        "This was meant for round {round}, table {table}, and arrived too late. It is "
        "not entered; the arbiter sees it in a list."
    )


@frozen
class Seen:
    """What a page showed at the place that was tapped."""

    event: str
    """The file, ``#``, and the beginning of the digest of its first event."""
    section: str
    round: int
    board: int = 0
    """The position of the table in the list; 0 if the entry is not about a table."""
    game: int = 0
    """In a match, the number of the board or of the game, from 1; else 0."""
    table: str = ""
    """The table number as shown: ``5``, or ``5.2`` for board 2 of a match."""
    white: int = 0
    """The player with White; in a match, the player or team named first, from whose side results
    are seen."""
    black: int = 0
    colour: str = ""
    """The actual colour of the player `white`."""
    player: int = 0
    request: int = 0
    shown: str = ""
    """The key of the result, or of whatever else the page showed there."""

    @property
    def file(self) -> str:
        return self.event.rpartition("#")[0]

    @property
    def place(self) -> str:
        """A key for the place that was tapped: a table, a player or a request."""
        numbers = (self.round, self.board, self.game, self.player, self.request)
        return "/".join((self.event, self.section, *map(str, numbers)))

    @property
    def sides(self) -> str:
        """The table with its players and their colours; only proposals with the same sides can
        agree.
        """
        return f"{self.table}/{self.white}/{self.black}/{self.colour}"

    @property
    def without_shown(self) -> Seen:
        return replace(self, shown="")

    def values(self) -> dict[str, object]:
        """Return JSON without empty members."""
        found = {one.name: getattr(self, one.name) for one in fields(self)}
        return {name: value for name, value in found.items() if value not in ("", 0)}

    def row(self) -> dict[str, object]:
        """Return JSON without empty members, and without those that all places of a page share."""
        found = self.values()
        return {name: value for name, value in found.items() if name not in SHARED}


@frozen
class Envelope:
    """An entry: what is wanted, and what was seen."""

    id: str
    """An id that the device chooses: if the same entry is sent again, it gets the same answer and
    nothing more is done."""
    at: int
    """The time of the device in milliseconds; it never decreases."""
    kind: str
    wanted: str
    """What is asked for, in one word: a result, the absent side, or an answer."""
    seen: Seen
    sure: bool = False
    """True if the user has confirmed the entry, knowing what is entered now."""
    replaces: tuple[str, ...] = ()
    """The ids of earlier entries of this device about the same place, which may have arrived."""
    turned: bool = False
    """True if the players had reversed colours; only pages of the desk send this."""
    proof: str = ""
    """The proof that a table's phone was shown this table; see `prove`."""

    @property
    def place(self) -> str:
        """A key for all entries of a device about the same place, of which the last one counts."""
        return f"{self.seen.place}/{self.wanted}" if self.kind == ASK else self.seen.place

    @property
    def wanted_result(self) -> Result | None:
        """The result that an entry about a table asks for; None to remove the result."""
        code = FORFEITED.get(self.wanted, "") if self.kind == ABSENT else self.wanted
        return result_of(code)

    def as_json(self) -> str:
        return json.dumps(
            {
                "version": VERSION, "id": self.id, "at": self.at, "kind": self.kind,
                "wanted": self.wanted, "seen": self.seen.values(), "sure": self.sure,
                "replaces": list(self.replaces), "turned": self.turned,
            }
        )  # fmt: skip


def read_envelope(body: Mapping[str, Any], *kinds: str) -> Envelope:
    """Return the envelope in a request; raise `OldPage` if it is incomplete or not of these
    kinds.
    """
    if missing(body, *kinds):
        raise OldPage(OLD_PAGE)
    seen = body["seen"]
    replaced = body.get("replaces")
    earlier = replaced[:MOST_REPLACED] if isinstance(replaced, list) else []
    return Envelope(
        _text(body, "id"),
        _number(body, "at"),
        _text(body, "kind"),
        _text(body, "wanted"),
        _read_seen(seen),
        body.get("sure") is True,
        tuple(one[:LONGEST_ID] for one in earlier if isinstance(one, str)),
        body.get("turned") is True,
        _text(seen, "proof"),
    )


def missing(body: Mapping[str, Any], *kinds: str) -> list[str]:
    """Return the names of the fields that are missing or invalid."""
    key, kind, wanted = (_text(body, name) for name in ("id", "kind", "wanted"))
    valid = {
        "version": body.get("version") == VERSION,
        "id": 8 <= len(key) <= LONGEST_ID and key.isascii() and key.isprintable(),
        "at": _number(body, "at") > 0,
        "kind": kind in kinds,
        "wanted": wanted in WORDS.get(kind, {wanted}),
    }
    seen = body.get("seen")
    given: Mapping[str, Any] = seen if isinstance(seen, dict) else {}
    valid |= {f"seen.{name}": bool(_text(given, name)) for name in ("event", "section")}
    if kind in WITH_PLAYERS:
        found = _read_seen(given)
        valid |= {f"seen.{name}": bool(getattr(found, name)) for name in PLAYERS}
    return [name for name, fits in valid.items() if not fits]


def from_json(text: str) -> Envelope:
    """Return an envelope from the JSON that `Envelope.as_json` wrote."""
    return read_envelope(json.loads(text), *KINDS)


def _read_seen(given: Mapping[str, Any]) -> Seen:
    values: dict[str, Any] = {}
    for one in fields(Seen):
        longest = LONGEST_SHOWN if one.name == "shown" else LONGEST_TEXT
        is_text = one.type == "str"
        values[one.name] = _text(given, one.name, longest) if is_text else _number(given, one.name)
    return Seen(**values)


def _text(given: Mapping[str, Any], name: str, longest: int = LONGEST_TEXT) -> str:
    value = given.get(name)
    return value[:longest] if isinstance(value, str) else ""


def _number(given: Mapping[str, Any], name: str) -> int:
    value = given.get(name)
    if not isinstance(value, int) or isinstance(value, bool):
        return 0
    return value if 0 <= value < 2**53 else 0


# What is there now


def games_seen(event: str, section: Section, number: int, board: int | None = None) -> list[Seen]:
    """Return what pages show of the games of a round, at one table or at all."""
    if not 1 <= number <= len(section.rounds):
        return []
    this = section.rounds[number - 1]
    known = range(1, len(this.games) + 1)
    boards = known if board is None else [board] if board in known else []
    return [one for at in boards for one in _games_at(event, section, number, at)]


def _games_at(event: str, section: Section, number: int, place: int) -> Iterator[Seen]:
    table = section.rounds[number - 1].table(place)
    for board in table.boards:
        game, (home, guest) = table.games[board - 1], table.players(board)
        assert game is not None
        yield Seen(
            event,
            section.key,
            number,
            place,
            game=board if table.is_match else 0,
            table=table.label(board),
            white=home,
            black=guest,
            colour=game.colour(home).value,
            shown=code_of(table.results[board - 1]),
        )


def match_seen(event: str, section: Section, number: int, board: int) -> Seen | None:
    """Return what pages show of a whole match; None if the place has no match."""
    if not 1 <= number <= len(section.rounds):
        return None
    this = section.rounds[number - 1]
    if not this.boards or not 1 <= board <= len(this.games):
        return None
    table = this.table(board)
    begun = any(result is not None for result in table.results)
    return Seen(
        event, section.key, number, board, 0, str(table.number), table.pair.white, table.pair.black,
        Colour.WHITE.value, shown=BEGUN if begun else "",
    )  # fmt: skip


def row_seen(event: str, section: Section, number: int, board: int) -> Seen | None:
    """Return what the page *Round* shows of a table; for a match, the results of all its boards."""
    match = match_seen(event, section, number, board)
    if match is None:
        return next(iter(games_seen(event, section, number, board)), None)
    results = section.rounds[number - 1].table(board).results
    return replace(match, shown=" ".join(code_of(one) or TAKE_BACK for one in results))


def board_now(section: Section, seen: Seen) -> Seen | None:
    """Return what is now at the table that a page showed; None if the table is gone."""
    if not seen.game and (match := match_seen(seen.event, section, seen.round, seen.board)):
        return match
    games = games_seen(seen.event, section, seen.round, seen.board)
    return next((one for one in games if one.game == seen.game), None)


def is_open(section: Section, number: int) -> bool:
    """Return True if this round is being played."""
    here = bool(number) and number == len(section.rounds)
    return here and not section.rounds[-1].results_published


def code_of(result: Result | None) -> str:
    return KEY_OF[result] if result is not None else ""


def result_of(code: str) -> Result | None:
    """Return the result with this key; None if there is no such key."""
    found = BY_KEY.get(code)
    return None if found is None else found.result


# Doing it


@frozen
class Addressed:
    """An action that is done only if its page would still show what was seen."""

    section: str
    envelope: Envelope
    now: Callable[[Section], Seen | None]
    """What is at the place now, in the same form."""
    make: Callable[[Seen], Action]
    """Return the action to do, given what is at the place now."""
    own: frozenset[str] = frozenset()
    """The results that were entered there by the entries which this one replaces."""

    def decide(self, state: DeskState, context: Context) -> Plan:
        section = state.section(self.section)
        now = require_seen(section, self.envelope, self.now(section), self.own)
        return self.make(now).decide(state, context)


def require_seen(
    section: Section, envelope: Envelope, now: Seen | None, own: frozenset[str] = frozenset()
) -> Seen:
    """Return what is now at the place; raise an error if it is not what was seen.

    The errors: `AlreadyEntered` if the result is entered already, else `Late` or
    `EnteredMeanwhile`.
    """
    seen, wanted = envelope.seen, envelope.wanted_result
    same_place = now is not None and now.without_shown == seen.without_shown
    if envelope.kind not in ABOUT_A_BOARD:
        if now is None or now != seen:
            raise Late(round=seen.round)
        return now
    values: dict[str, Any] = {
        "table": seen.table,
        "white": PlayerRef(seen.white),
        "black": PlayerRef(seen.black),
    }
    if now is None or not same_place:
        raise LateAtTable(round=seen.round, table=seen.table)
    if now.shown == code_of(wanted):
        raise AlreadyEntered(found=_word(now.shown), **values)
    if not is_open(section, seen.round):
        raise LateAtTable(round=seen.round, table=seen.table)
    if now.shown != seen.shown and now.shown not in own:
        found, shown = _word(now.shown), _word(seen.shown)
        raise EnteredMeanwhile(found=found, shown=shown, wanted=wanted or "–", **values)
    return now


def _word(code: str) -> Result | str:
    return result_of(code) or "–"


def prove(key: bytes, seen: Seen) -> str:
    """Return a proof that a phone was shown this table; the phone sends it back with its entries.

    A phone that then scans the code of another table can still send an entry for the earlier one; a
    phone that was never at the table has no proof.
    """
    text = f"seen:{seen.place}:{seen.table}:{seen.white}:{seen.black}:{seen.colour}"
    return hmac.new(key, text.encode(), hashlib.sha256).hexdigest()[:32]
