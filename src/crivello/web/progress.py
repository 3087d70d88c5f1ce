"""The progress of a section in one line: what the round lacks, and the next step.

It is shown at the top of every page of the desk.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from crivello.desk import Section
from crivello.desk.events import Presence
from crivello.desk.publications import has_unpublished_results
from crivello.desk.state import PublishedRound
from crivello.model.keys import is_round_robin
from crivello.model.result import Result
from crivello.model.sentence import ListOf
from crivello.reports.views.section import list_adjourned, progress, rounds_begun
from crivello.standard.classes import frozen
from crivello.words import N_

Say = Callable[..., str]
"""A function such as `View.say`, which puts a template into words."""

TABLES_NAMED = 12
"""The most tables without a result that a sentence names."""


@frozen
class RoundProgress:
    """How far a round has come, and the next step."""

    done: str
    missing: str
    """What is missing before the round can end; empty if nothing is."""
    step: str
    """The next step."""
    url: str
    """The page of the next step."""


def round_progress(section: Section, say: Say, url: Callable[..., str]) -> RoundProgress:
    step, path = _next(section)
    return RoundProgress(
        say(progress(section)),
        " ".join(list_missing(say, section)),
        say(step, round=_round_of(section)),
        url(*path),
    )


def _round_of(section: Section) -> int:
    """Return the round that the next step is about."""
    waiting = section.rounds and not section.rounds[-1].complete
    return len(section.rounds) if waiting else section.next_round


def _next(section: Section) -> tuple[str, tuple[object, ...]]:
    """Return the next step, and the page where it is done."""
    here = ("round", max(len(section.rounds), 1))
    table = is_round_robin(section.settings.system)
    if section.draft is not None:
        return N_("Publish round {round}"), ("round", section.draft.round)
    if not section.rounds:
        if not section.registrations:
            text = N_("Add teams") if section.has_teams else N_("Add players")
            return text, ("players",)
        if table:
            return N_("Draw lots and publish the schedule"), here
        if section.settings.initial_colour is None:
            return N_("Draw the initial colour"), here
        return N_("Pair round {round}"), here
    if table and not all(this.complete for this in section.rounds):
        return N_("Enter results"), ("round",)
    if not section.rounds[-1].complete:
        return N_("Enter results"), here
    if len(section.rounds) < (section.settings.rounds or 0):
        if section.asked:
            return N_("Ask who continues"), here
        return N_("Pair round {round}"), here
    if has_unpublished_results(section):
        return N_("Publish the results"), here
    return N_("End of the event"), ("end",)


def list_missing(say: Say, section: Section) -> list[str]:
    """Return sentences on what the round lacks."""
    if section.draft is not None:
        return []
    if not section.rounds:
        called = [one.presence for one in section.registrations.values()]
        waiting = called.count(Presence.REGISTERED)
        if not waiting:
            return []
        return [say(N_("One not confirmed.", "{count} not confirmed."), count=waiting)]
    last = section.rounds[-1]
    said = []
    tables = missing_tables(last)
    if is_round_robin(section.settings.system):
        said += _describe_open_games(say, section)
    elif 0 < len(tables) < len(last.games):
        said.append(missing_results(say, tables, TABLES_NAMED))
    said += [say(sentence) for sentence, _, _ in list_adjourned(section)]
    if section.asked:
        several = N_(
            "One player who lost by forfeit has not said whether to continue.",
            "{count} players who lost by forfeit have not said whether they continue.",
        )
        said.append(say(several, count=len(section.asked)))
    if last.complete and has_unpublished_results(section):
        said.append(say(N_("They are not published yet.")))
    return said


ROUNDS_NAMED = 4
"""The most rounds with open games that a sentence names."""


def _describe_open_games(say: Say, section: Section) -> list[str]:
    """Return sentences on the open games of a round robin, in rounds that have begun."""
    found = [
        (number, missing_tables(this))
        for number, this in enumerate(section.rounds[: rounds_begun(section)], 1)
        if missing_tables(this)
    ]
    if len(found) > ROUNDS_NAMED:
        count = sum(len(tables) for _, tables in found)
        return [say(N_("{count} games from the rounds so far have no result."), count=count)]
    several = N_(
        "Round {round}: table {tables} is open.", "Round {round}: tables {tables} are open."
    )
    return [
        say(several, count=len(tables), round=number, tables=ListOf(tuple(tables)))
        for number, tables in found
    ]


def missing_tables(this: PublishedRound) -> list[int]:
    return _tables_with(this, None)


def adjourned_tables(this: PublishedRound) -> list[int]:
    return _tables_with(this, Result.ADJOURNED)


def _tables_with(this: PublishedRound, result: Result | None) -> list[int]:
    return [
        table for table, game in zip(this.tables, this.games, strict=True) if game.result is result
    ]


def missing_results(say: Say, tables: Sequence[int], most: int) -> str:
    """Return a sentence on missing results; it gives only their number if they are more than
    `most`.
    """
    if len(tables) > most:
        return say(N_("{count} results are missing."), count=len(tables))
    several = N_("The result of table {tables} is missing.", "Results missing: tables {tables}.")
    return say(several, count=len(tables), tables=ListOf(tuple(tables)))


def current_number(section: Section) -> int:
    """Return the round the arbiter is working on; in a round robin, the first with an open game."""
    if section.draft is None and is_round_robin(section.settings.system):
        waiting = (number for number, one in enumerate(section.rounds, 1) if not one.complete)
        return next(waiting, max(len(section.rounds), 1))
    return section.draft.round if section.draft else max(len(section.rounds), 1)
