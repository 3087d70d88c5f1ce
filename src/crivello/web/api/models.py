"""What the addresses of the interface answer with."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from pydantic import Field

from crivello.web.api.kinds import (
    AnnouncedJson,
    AwardJson,
    ByeJson,
    ColourJson,
    PlayerJson,
    PresenceJson,
    ResultJson,
    SettingsJson,
)
from crivello.web.api.shapes import Told

Points = str
"""Exact, as a decimal number: `2.5`."""


class SectionListed(Told):
    key: str
    name: str
    progress: str
    """How far it has come, as a sentence."""
    rounds: int
    """Published."""
    rounds_announced: int | None
    players: int


class TournamentListed(Told):
    """A tournament file of the folder."""

    file: str
    sequence: int | None
    """Of the last event; null if the file cannot be read."""
    sections: list[SectionListed]
    trouble: str | None = None
    """Why it cannot be read, or not be copied to the backup folder."""


class Note(Told):
    """A warning: it was done nevertheless."""

    text: str
    article: str = ""
    players: list[int] = Field(default=[])


class Done(Told):
    """It is on disk."""

    sequence: int
    """Of the event."""
    type: str
    event: dict[str, Any]
    """What was written, as it stands in the log."""
    text: str
    notes: list[Note] = Field(default=[])


class LogItem(Told):
    sequence: int
    time: str
    """UTC."""
    actor: str
    reason: str
    type: str
    event: dict[str, Any]
    text: str
    undone: bool


class Log(Told):
    sequence: int
    """Of the last event there is."""
    items: list[LogItem]
    next: int | None
    """What to ask for with `after` to read on; null at the end."""


class SectionTold(Told):
    key: str
    settings: SettingsJson
    announced: AnnouncedJson
    round: int
    """The last one that is published; 0 before the first."""
    draft: int | None
    """The round that is paired and not published."""
    asked: list[int]
    """Players who did not appear, of whom it is open whether they play on."""
    progress: str


class ByeTold(Told):
    round: int
    bye: ByeJson


class PlayerTold(Told):
    player: PlayerJson
    """`number` is the pairing number, 0 while he has none."""
    presence: PresenceJson
    byes: list[ByeTold] = Field(default=[])
    """Requested ones, of past and coming rounds."""
    table: int | None = None
    """A table of his own."""


class Players(Told):
    total: int
    items: list[PlayerTold]
    next: int | None
    """What to ask for with `offset` to read on; null at the end."""


class Seat(Told):
    id: int
    number: int
    name: str
    points: Points
    """Before the round."""


class Board(Told):
    board: int
    table: int
    white: Seat
    black: Seat
    result: ResultJson | None
    """Null while it is open."""
    reversed: bool = False
    """They played with the colours the other way round than paired."""
    rating_result: ResultJson | None = None
    """What is sent for rating where a late correction no longer counts in the tournament."""


class Away(Told):
    player: int
    bye: ByeJson


class RoundState(StrEnum):
    PUBLISHED = "published"
    DRAFT = "draft"


class RoundTold(Told):
    round: int
    state: RoundState
    system: str
    """That paired it."""
    by_hand: bool
    boards: list[Board]
    away: list[Away]
    """Byes of every kind, the pairing-allocated one included."""
    missing: list[int]
    """Tables without a result."""
    results_published: str | None
    """When."""
    ended: bool
    remarks: list[Note] = Field(default=[])
    """What the rules say of a pairing made by hand."""


class Pair(Told):
    white: int
    black: int


class Preview(Told):
    """What pairing the next round would give; nothing is written."""

    round: int
    boards: list[Pair]
    bye: int | None
    released: list[Pair] = Field(default=[])
    """Pairs that could not be kept apart; their order says nothing about colours."""


class TieBreak(Told):
    code: str
    value: str | int | None
    """Exact; of a direct encounter the place among those tied."""


class Standing(Told):
    rank: int
    """Shared by those whom the list of tie-breaks does not tell apart."""
    id: int
    number: int
    name: str
    points: Points
    tie_breaks: list[TieBreak]


class StandingsTold(Told):
    round: int
    """After which."""
    open_games: int
    """Counted as draws for the time being."""
    rows: list[Standing]
    notes: list[str]


class Cell(Told):
    round: int
    opponent: int | None
    colour: ColourJson | None
    result: AwardJson | None
    """What this side got; null while the game is open."""
    played: bool
    float: str | None
    """`up` or `down`."""
    points: Points
    """After this round."""


class CrosstableRow(Told):
    id: int
    number: int
    name: str
    points: Points
    rounds: list[Cell]


class CrosstableTold(Told):
    round: int
    rows: list[CrosstableRow]


class TableTold(Told):
    """A table as people read it: the working of a place, a pairing card."""

    title: list[str]
    columns: list[str]
    rows: list[dict[str, int | str | bool | None]]
    """By the keys of the columns."""
    notes: list[str]


class Sentence(Told):
    text: str


class ParagraphRow(Told):
    cells: list[Any]
    """Each a text, or a sentence with template, values and text."""
    chosen: bool


class ParagraphTable(Told):
    columns: list[str]
    rows: list[ParagraphRow]


class Paragraph(Told):
    kind: str
    article: str | None
    bracket: int | None
    players: list[int]
    template: str | list[str]
    """The sentence in English with its fields."""
    values: dict[str, Any]
    text: str
    """In the language asked for."""
    table: ParagraphTable | None = None
    """Candidates, or what else the paragraph lists in columns."""


class ExplanationTold(Told):
    format: str = Field(alias="schema", serialization_alias="schema")
    system: str
    round: int
    depth: str
    language: str
    title: str
    paragraphs: list[Paragraph]


# For rating


class QueryLevel(StrEnum):
    REJECT = "reject"
    QUERY = "query"


class Queried(Told):
    """One thing that FIDE would not take as it stands."""

    level: QueryLevel
    code: str
    text: str
    player: int | None
    """His id."""
    round: int | None
    record: str
    """Where it stands in the report file: `001: 58-68`."""


class Queries(Told):
    compared: bool
    """With a rating list that is loaded."""
    rejected: bool
    """Something is missing without which the report is not accepted."""
    queries: list[Queried]
