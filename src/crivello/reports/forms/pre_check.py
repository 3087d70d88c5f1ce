"""The check of the rating report: what FIDE would reject or query, for each dialect of files."""

from __future__ import annotations

from crivello.formats.trf import losses
from crivello.model.tournament import Tournament
from crivello.reports.document import Document
from crivello.reports.queries import LEVELS, Query
from crivello.standings.table import Column, Table, text_cell
from crivello.words import N_, Translator

NO_LIST = N_("No rating list is loaded; names and ratings are not compared.")


def pre_check(
    name: str,
    tournament: Tournament,
    found: dict[str, list[Query]],
    compared: bool,
    words: Translator,
) -> Document:
    """Return the queries of FIDE by dialect; `compared`: a rating list was loaded."""
    say = words.say
    title = (tournament.settings.name, say("For rating: points FIDE would reject or query"))
    tables = []
    for dialect, these in found.items():
        columns = (
            Column("level", say("Level"), leading=True),
            Column("record", say("Record")),
            Column("text", say("What"), wraps=True),
        )
        rows = tuple(
            (text_cell(say(LEVELS[one.level])), text_cell(one.record), text_cell(say(one)))
            for one in these
        )
        notes = [] if rows else [say("FIDE would have nothing to reject or query.")]
        notes += [] if compared else [say(NO_LIST)]
        notes += [say(one) for one in losses(tournament, dialect)]
        tables.append(Table("queries", (dialect.upper(),), columns, rows, tuple(notes)))
    return Document(name, title, tuple(tables))
