"""The view models of the page Players: presence, absences, and the actions offered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from crivello.desk import events as e
from crivello.desk.numbers import order_with
from crivello.desk.refusals import AlreadyListed, NobodyNamed, NotStarted
from crivello.model.player import Player, Sex, Title
from crivello.model.player_fields import SHOWN_FIELDS, TYPED_FIELDS, FieldKind
from crivello.model.result import BYE_NAMES, Bye
from crivello.standard.classes import frozen
from crivello.web.envelope import Seen
from crivello.web.page_entries import section_seen
from crivello.web.view import SectionPage
from crivello.words import N_, Template

PRESENCES: dict[e.Presence, Template] = {
    e.Presence.REGISTERED: N_("registered"),
    e.Presence.CONFIRMED: N_("confirmed"),
    e.Presence.PRESENT: N_("present"),
    e.Presence.LEFT_OUT: N_("left out"),
}
CALLS = {"c": e.Presence.CONFIRMED, "p": e.Presence.PRESENT, "x": e.Presence.REGISTERED}
"""The keys of the roll-call."""
CODES = {"h": Bye.HALF_POINT, "z": Bye.ZERO_POINT, "f": Bye.FULL_POINT}

WITHDRAWN = N_("withdrawn after round {round}")
NEVER_PLAYED = N_("withdrawn before round 1")
EXPELLED = N_("expelled after round {round}")
ENTERED = N_("from round {round}")
LATE = N_("late entry, not admitted")
ARRIVED = N_("late entry, present")
COMING_BYE = N_("{bye} in round {round}")
ASKED = N_("lost by forfeit: continues?")


@frozen
class PlayerRow:
    """A player, as a row of the list."""

    player: Player
    state: str
    """`registered`, `confirmed`, `present`, `left`, `late`, `plays`, `away` or `gone`."""
    status: str
    call: str = ""
    """The key of the roll-call."""
    note: str = ""

    @property
    def rating(self) -> str:
        player = self.player
        return str(player.rating or "") if player.estimate is None else f"({player.estimate})"

    @property
    def national(self) -> int | None:
        return self.player.national_rating

    @property
    def facts(self) -> list[tuple[str, str]]:
        """The key and value of each field that is shown beside the name."""
        return [(field.key, field.text(self.player)) for field in SHOWN_FIELDS]


@frozen
class PlayerInput:
    """A field of a player, as an input of a form."""

    key: str
    label: str
    hint: str
    type: str
    """The type of the input: `text` or `number`."""
    choices: tuple[tuple[str, str], ...]
    """The allowed values; empty if any value can be typed."""
    most: int | None
    required: bool
    list: str = ""
    """The id of the list of suggested values; other values can be typed too."""


SEXES: dict[Sex, Template] = {Sex.MALE: N_("male"), Sex.FEMALE: N_("female")}
NOTHING = ("", "–")
HIGHEST_RATING = 4000


def player_inputs(page: SectionPage) -> list[PlayerInput]:
    """Return the inputs of the form for a player, in the order of the table of fields."""
    choices = {
        FieldKind.TITLE: (NOTHING, *((title.value, title.value) for title in Title)),
        FieldKind.SEX: (NOTHING, *((sex.value, page.say(text)) for sex, text in SEXES.items())),
    }
    return [
        PlayerInput(
            field.key,
            page.say(field.label),
            page.say(field.hint) if field.hint else "",
            "number" if field.kind in (FieldKind.RATING, FieldKind.FIDE_ID) else "text",
            choices.get(field.kind, ()),
            HIGHEST_RATING if field.kind is FieldKind.RATING else None,
            field.key == "name",
            "federations" if field.kind is FieldKind.FEDERATION else "",
        )
        for field in TYPED_FIELDS
    ]


@frozen
class PlayersModel:
    """The players, as the template of the list needs them."""

    rows: Sequence[PlayerRow]
    waiting: Sequence[PlayerRow]
    """Players who are registered but not in the list: late entries, and players who were left
    out."""
    started: bool
    coming: int | None
    """The next round for which byes can be requested; None after the last one."""
    rounds: Sequence[int]
    """All rounds for which byes can be requested."""
    counts: Sequence[tuple[str, str]]
    """Each state with its number of players, in words."""
    by: str
    """The order of the list: `number` or `name`."""
    kinds: Sequence[tuple[str, str]]
    """The code and name of each kind of bye."""
    seen: Seen
    """The players as the page shows them, for entries of the roll-call."""

    shown = SHOWN_FIELDS
    """The columns after the name."""

    @property
    def unconfirmed(self) -> int:
        return sum(row.state == "registered" for row in self.rows)


def players_model(page: SectionPage, by: str = "number") -> PlayersModel:
    section = page.section
    here = {player.id for player in section.listed_players}
    rows = [player_row(page, player) for player in section.listed_players]
    others = [
        player_row(page, one.player)
        for player, one in section.registrations.items()
        if player not in here
    ]
    if by == "name":
        rows.sort(key=lambda one: one.player.name.casefold())
    others.sort(key=lambda one: one.player.name.casefold())
    last = section.settings.rounds or 0
    return PlayersModel(
        rows,
        others,
        bool(section.order),
        section.next_round if section.next_round <= last else None,
        range(section.next_round, last + 1),
        _counts(page, [*rows, *others]),
        by,
        bye_kinds(page),
        section_seen(page.event, section),
    )


def bye_kinds(page: SectionPage) -> list[tuple[str, str]]:
    """Return the kinds of byes that can be requested; full-point byes only if they are
    announced.
    """
    allowed = page.section.announced.full_point_byes
    return [
        (code, page.say(BYE_NAMES[kind]))
        for code, kind in CODES.items()
        if allowed or kind is not Bye.FULL_POINT
    ]


def player_row(page: SectionPage, player: Player) -> PlayerRow:
    state, status, call = _state(page, player)
    return PlayerRow(player, state, status, call, _note(page, player, state))


def _state(page: SectionPage, player: Player) -> tuple[str, str, str]:
    section, say = page.section, page.say
    presence = section.registration(player.id).presence
    call = next((key for key, one in CALLS.items() if one is presence), "")
    if player.withdrawn_after is not None:
        if not player.withdrawn_after and not player.expelled:
            return "gone", say(NEVER_PLAYED), ""
        template = EXPELLED if player.expelled else WITHDRAWN
        return "gone", say(template, round=player.withdrawn_after), ""
    if not section.order:
        if presence is e.Presence.LEFT_OUT:
            return "left", say(PRESENCES[presence]), "x"
        return presence.value, say(PRESENCES[presence]), call
    if player.id not in section.order:
        arrived = presence is e.Presence.PRESENT
        return "late", say(ARRIVED if arrived else LATE), call
    if player.id in section.asked:
        return "away", say(ASKED), ""
    bye = section.byes.get((player.id, section.next_round))
    if bye is not None:
        text = say(COMING_BYE, bye=say(BYE_NAMES[bye]), round=section.next_round)
        return "away", text, ""
    return "plays", "", ""


def _note(page: SectionPage, player: Player, state: str) -> str:
    """Return a player's byes in later rounds, and the first round of a late entry, as text."""
    section = page.section
    parts = [page.say(ENTERED, round=player.entered)] if player.entered > 1 else []
    shown = section.next_round if state == "away" else 0
    for (one, number), bye in sorted(section.byes.items(), key=lambda item: item[0]):
        if one == player.id and number >= section.next_round and number != shown:
            parts.append(page.say(COMING_BYE, bye=page.say(BYE_NAMES[bye]), round=number))
    return "; ".join(parts)


_COUNTED: tuple[tuple[str, Template], ...] = (
    ("registered", N_("{count} registered only")),
    ("confirmed", N_("{count} confirmed")),
    ("present", N_("{count} present")),
    ("left", N_("{count} left out")),
    ("plays", N_("{count} play")),
    ("away", N_("{count} away from the next round")),
    ("gone", N_("{count} withdrawn")),
    ("late", N_("{count} not admitted yet")),
)


def _counts(page: SectionPage, rows: Sequence[PlayerRow]) -> list[tuple[str, str]]:
    counts = Counter(one.state for one in rows)
    return [
        (state, page.say(template, count=counts[state]))
        for state, template in _COUNTED
        if counts[state]
    ]


def changed_players(page: SectionPage, since: int) -> list[int] | None:
    """Return the players who changed after event `since`; None if the whole list may have
    changed.
    """
    players: set[int] = set()
    once_out = _players_ever_left_out(page)
    for item in page.snapshot.log[since:]:
        event = item.event
        if isinstance(event, e.SectionEvent) and event.section != page.key:
            continue
        found = _players_of(event)
        if found is None or (isinstance(event, e.RollCalled) and once_out & found):
            return None  # a player who returns gets a number, and others move
        players |= found
    return sorted(players & set(page.section.registrations))


def _players_ever_left_out(page: SectionPage) -> set[int]:
    """Return all players who have ever been left out of round 1."""
    events = (item.event for item in page.snapshot.log)
    return {
        player
        for event in events
        if isinstance(event, e.RollCalled) and event.presence is e.Presence.LEFT_OUT
        for player in event.players
    }


def _players_of(event: e.Event) -> set[int] | None:
    if isinstance(event, e.ByesRequested):
        return {one.player for one in event.byes}
    if isinstance(event, e.ByesCancelled):
        return {player for player, _ in event.byes}
    if isinstance(event, e.RollCalled | e.PlayersLeft | e.PlayersReturned | e.NoShows):
        # A player who is left out loses their number, and others move up.
        left_out = isinstance(event, e.RollCalled) and event.presence is e.Presence.LEFT_OUT
        return None if left_out else set(event.players)
    if isinstance(event, e.ResultsEntered | e.ResultsPublished):
        return set()
    return None


def numbers_after_admission(
    page: SectionPage, players: tuple[int, ...]
) -> tuple[list[tuple[Player, int]], list[tuple[Player, int]]]:
    """Return the numbers that late entries would get, and the players whose numbers would
    change.
    """
    section = page.section
    if not players:
        raise NobodyNamed()
    if not section.order:
        raise NotStarted()
    for player in players:
        section.registration(player)
        if player in section.order:
            raise AlreadyListed(player=player)
    order, moves = order_with(section, players)
    new = [(page.names[player], order.index(player) + 1) for player in players]
    return new, [(page.names[one.player], one.after) for one in moves]
