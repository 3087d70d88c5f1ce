"""Limits for the length of texts, the same for command line, browser and programs.

They apply when an action is done. Longer texts in an existing file stay and can be undone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from crivello.desk import events as e
from crivello.desk.announcement import Announcement
from crivello.desk.notices import Notice
from crivello.desk.refusals import NoText, TextTooLong
from crivello.desk.state import DeskState
from crivello.formats.codec import encode
from crivello.model.errors import Problem, about
from crivello.model.player import Player
from crivello.model.sentence import N_, ListOf, Sentence
from crivello.model.settings import Apart, Settings

NAME = 100
"""Of a person: longer than any, and still one line of a page."""
TITLE = 200
"""Of a tournament, or a line about it."""
SECTION = 40
WORD = 50
"""A date, a federation, a number with letters."""
REASON = 2000
REPORT_NAME = 33
"""Columns 15-47 of a player's line in a report file."""
SHOWN = 30
"""Characters that are quoted of a text that is too long."""
NAMED = 12
"""Long names that a sentence lists at most."""

CUT_IN_REPORTS = N_(
    "One name is longer than {room} characters; a report file cuts it there: {names}",
    "{count} names are longer than {room} characters; a report file cuts them there: {names}",
)


class Text(NamedTuple):
    """A text with its limit, and what it is called in an error."""

    what: str
    text: str
    most: int
    field: str = ""
    """Its key, where it is typed."""

    def sentence(self) -> Sentence:
        """Return the sentence that the text is too long."""
        values = {"length": len(self.text), "most": self.most, "text": f"{self.text[:SHOWN]}…"}
        return Sentence(TextTooLong.template, what=Sentence(self.what), **values)


def find_long_texts(player: Player) -> Iterator[Problem]:
    """Yield a problem for each text of a player that is too long, with its field in a table of
    players.
    """
    for text in _of_player(player):
        if len(text.text) > text.most:
            yield Problem(text.sentence(), found=text.text[:SHOWN], field=text.field)


def check_texts(event: e.Event, reason: str = "", actor: str = "") -> None:
    """Raise an error if a text of the event is too long, or is not valid Unicode text."""
    texts = (*_texts(event), Text(N_("The reason"), reason, REASON, "reason"))
    for one in texts:
        if len(one.text) > one.most:
            with about(one.field):
                raise TextTooLong(**one.sentence().values)
    for text in (reason, actor, *_all_texts(encode(event))):
        if _NO_TEXT.search(text):
            raise NoText(text=ascii(text)[1:-1][:SHOWN])


_NO_TEXT = re.compile("[\\x00\\ud800-\\udfff]")
"""NUL, and bytes of an argument that were not UTF-8."""


def _all_texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from _all_texts(item)
    elif isinstance(value, dict):
        for item in value.values():
            yield from _all_texts(item)


def long_names(event: e.Event, state: DeskState) -> tuple[Notice, ...]:
    """Warn of new names that are too long for a report file."""
    long = []
    for player in _players(event):
        known = state.player(player.id)
        if len(player.name) > REPORT_NAME and (known is None or known.name != player.name):
            long.append(player)
    if not long:
        return ()
    names = ListOf(tuple(f"{player.name[:REPORT_NAME]}…" for player in long), NAMED)
    values = {"count": len(long), "room": REPORT_NAME, "names": names}
    return (Notice(Sentence(CUT_IN_REPORTS, **values), "", tuple(player.id for player in long)),)


def _players(event: e.Event) -> tuple[Player, ...]:
    if isinstance(event, e.PlayersRegistered | e.PlayersCorrected):
        return event.players
    if isinstance(event, e.TeamsRegistered | e.TeamChanged):
        teams = event.teams if isinstance(event, e.TeamsRegistered) else (event.team,)
        return tuple(one for team in teams for one in (team.team, *team.members))
    return (event.player,) if isinstance(event, e.PlayerCorrected) else ()


def _texts(event: e.Event) -> Iterator[Text]:
    for player in _players(event):
        yield from _of_player(player)
    if isinstance(event, e.SectionOpened):
        yield Text(N_("The short name of the section"), event.section, SECTION, "key")
    if isinstance(event, e.SectionOpened | e.SettingsChanged):
        yield from _of_settings(event.settings)
        yield from _of_announced(event.announced)
        yield from _of_groups((*event.settings.forbidden, *event.settings.keep_apart))
    elif isinstance(event, e.ScheduleSet):
        yield from _of_place(event)
        yield from _of_times(event.round_times)
    elif isinstance(event, e.ApartSet):
        yield from _of_groups((*event.forbidden, *event.keep_apart))


def _of_player(player: Player) -> Iterator[Text]:
    yield Text(N_("The name of a player"), player.name, NAME, "name")
    yield Text(N_("The federation of a player"), player.federation, WORD, "federation")
    yield Text(N_("The date of birth of a player"), player.birth, WORD, "birth")
    for key, value in player.tags:
        yield Text(N_("The name of a group of players"), key, WORD)
        yield Text(N_("The group of a player"), value, NAME, key)
    for record in player.national:
        yield Text(N_("The name of a player"), record.name, NAME)
        yield Text(N_("The national id of a player"), record.identifier, WORD)


def _of_settings(settings: Settings) -> Iterator[Text]:
    yield Text(N_("The name of the tournament"), settings.name, TITLE, "name")
    yield from _of_place(settings)
    yield Text(N_("The kind of tournament"), settings.kind, TITLE, "kind")
    yield Text(N_("The time control"), settings.time_control, TITLE, "time-control")
    yield Text(N_("The name of an arbiter"), settings.chief_arbiter, NAME, "chief-arbiter")
    for name in settings.deputy_arbiters:
        yield Text(N_("The name of an arbiter"), name, NAME, "deputy-arbiters")


def _of_place(place: Settings | e.ScheduleSet) -> Iterator[Text]:
    yield Text(N_("The place"), place.city, NAME, "city")
    yield Text(N_("The federation"), place.federation, WORD, "federation")
    for date in (place.start, place.end, *place.round_dates):
        yield Text(N_("A date"), date, WORD)


def _of_announced(announced: Announcement) -> Iterator[Text]:
    if announced.chief_arbiter:
        name = announced.chief_arbiter.name
        yield Text(N_("The name of an arbiter"), name, NAME, "chief-arbiter")
    for arbiter in announced.deputy_arbiters:
        yield Text(N_("The name of an arbiter"), arbiter.name, NAME, "deputy-arbiters")
    yield from _of_times(announced.round_times)


def _of_times(times: Iterable[str]) -> Iterator[Text]:
    for round, time in enumerate(times, start=1):
        yield Text(N_("The time of a round"), time, WORD, f"time{round}")


def _of_groups(groups: Iterable[Apart]) -> Iterator[Text]:
    for group in groups:
        yield Text(N_("The name of a group of players"), group.name, TITLE, "name")
