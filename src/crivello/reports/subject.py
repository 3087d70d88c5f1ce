"""The subject of a report: a tournament with pairing numbers as ids, and facts that only a desk
knows.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

from crivello.formats.trf.canonical_form import by_number
from crivello.model.errors import Illegal, not_paired_yet
from crivello.model.history import History, histories
from crivello.model.keys import pace_in
from crivello.model.player import Player
from crivello.model.result import Bye
from crivello.model.sentence import N_, Sentence
from crivello.model.tournament import Round, Tournament
from crivello.standard.classes import frozen
from crivello.systems.request import choose_edition

if TYPE_CHECKING:
    from crivello.desk import Desk, Section
    from crivello.desk.exceptions import RuleException
    from crivello.desk.publications import GivenPoints, PublishedChange
    from crivello.standings.prizes.prize_lists import PrizeRules


@dataclass(frozen=True)
class Subject:
    tournament: Tournament
    """Ids are pairing numbers here, the numbers by which players find themselves on the wall."""
    wanted: str | None = None
    """The edition that was asked for; None for the tournament's own."""
    today: str = ""
    """The day that decides the edition if the tournament does not."""
    tables: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    """By round, the table of each board; empty if table and board numbers are the same."""
    times: tuple[str, ...] = ()
    """The time at which each round begins."""
    pace: str = "standard"
    """The pace whose ratings count: standard, rapid or blitz."""
    changes: tuple[PublishedChange, ...] | None = None
    """Changes of published pairings; only the log of a desk has them."""
    given: tuple[GivenPoints, ...] | None = None
    """Bonus and penalty points with their reasons, by pairing number; only a desk has them."""
    by_hand: tuple[int, ...] = ()
    """The rounds that the arbiter paired by hand; only a desk knows them."""
    ids: Mapping[int, int] | None = None
    """Permanent ids by pairing number; only a desk has them."""
    prizes: PrizeRules | None = None
    """The announced prizes, if a file of prizes was given."""
    known: Callable[[int], Tournament] | None = None
    """A function that returns the tournament as it was known when a round was paired; only a desk
    has it.
    """
    exceptions: tuple[RuleException, ...] | None = None
    """Actions against or outside the rules, by permanent ids; only a desk records them all."""
    fide_mode: Sentence | None = None
    """The statement of FIDE mode; None without a desk."""
    seal: str = ""
    """The seal: the last event of the desk's log, and its digest."""
    unpublished: bool = False
    """True if the subject contains results that are not published yet."""
    withheld: bool = False
    """True if results are left out because they are not published yet."""

    @classmethod
    def of_tournament(
        cls, tournament: Tournament, system: str | None = None, today: str = ""
    ) -> Subject:
        """Return the subject of a tournament from a file.

        The edition is `system`, else the one that the file, its date or `today` decides.
        """
        return cls(by_number(tournament), system, today, pace=pace_in(tournament.settings.kind))

    @classmethod
    def of_section(
        cls,
        section: Section,
        changes: Iterable[PublishedChange] | None = None,
        today: str = "",
        given: Iterable[GivenPoints] | None = None,
    ) -> Subject:
        """Return the subject of a section of a tournament file, with its tables, times and records
        of the log.
        """
        now = {player.id: player.number for player in section.tournament.players}
        return cls(
            by_number(section.tournament),
            today=today,
            tables={number: this.tables for number, this in enumerate(section.rounds, start=1)},
            times=section.announced.round_times,
            pace=section.announced.pace.value,
            by_hand=tuple(
                number for number, this in enumerate(section.rounds, start=1) if this.draft.by_hand
            ),
            ids={number: player for player, number in now.items()},
            fide_mode=section.fide_mode,
            exceptions=section.exceptions,
            changes=None if changes is None else tuple(changes),
            given=None
            if given is None
            else tuple(
                replace(one, players=tuple(now[p] for p in one.players if p in now))
                for one in given
            ),
        )

    @classmethod
    def of_desk(
        cls, desk: Desk, key: str, today: str = "", *, published_only: bool = False
    ) -> Subject:
        """Return the subject of a section of an open desk, with all that its log knows.

        With `published_only`, it is what players may see (`publications.published_section`).
        """
        from crivello.desk.publications import (
            has_unpublished_results,
            public_seal,
            published_section,
        )

        section, seal = desk.section(key), str(desk.seal)
        unpublished = has_unpublished_results(section)
        if published_only:
            section, seal = published_section(section), str(public_seal(desk.log) or "")
        now = {player.id: player.number for player in section.tournament.players}
        return replace(
            cls.of_section(
                section, desk.published_changes(key), today, given=desk.points_given(key)
            ),
            known=lambda number: by_number(desk.tournament_at_pairing(key, number), now),
            seal=seal,
            unpublished=unpublished and not published_only,
            withheld=unpublished and published_only,
        )

    @cached_property
    def system(self) -> str:
        """The key of the edition that pairs the tournament and defines its floats."""
        return choose_edition(self.tournament, self.wanted, self.today or time.strftime("%Y-%m-%d"))

    # Rounds

    def paired_round(self, number: int | None) -> int:
        """Return `number`, or the last paired round; raise an error if that round is not paired."""
        last = self.tournament.paired_rounds
        wanted = last if number is None else number
        if wanted == 0 and last == 0:
            raise Illegal(N_("No round has been paired yet."))
        if not 1 <= wanted <= last:
            raise not_paired_yet(wanted, last)
        return wanted

    def before(self, number: int) -> Mapping[int, History]:
        """Return the histories of all players before round `number`."""
        known = self._histories
        if number not in known:
            known[number] = histories(self.tournament, number)
        return known[number]

    @cached_property
    def _histories(self) -> dict[int, Mapping[int, History]]:
        return {}

    def table(self, number: int, place: int) -> int:
        """Return the table number of the board at index `place` of the list."""
        tables = self.tables.get(number, ())
        return tables[place] if place < len(tables) else place + 1

    def byes(self, number: int) -> list[tuple[Player, Bye]]:
        """Return the byes of a round: the pairing-allocated one first, then by pairing number."""
        this: Round = self.tournament.round(number)
        found = [(self.tournament.player[player], bye) for player, bye in this.byes]
        return sorted(found, key=lambda item: (item[1].requested, item[0].number))

    def when(self, number: int) -> str:
        """Return date and time of a round, as far as announced."""
        dates = self.tournament.settings.round_dates
        parts = [days[number - 1] for days in (dates, self.times) if len(days) >= number]
        return " ".join(part for part in parts if part)

    def round_line(self, number: int) -> str:
        """Return place and time of a round, as the heading of a page shows them."""
        parts = [self.tournament.settings.city, self.when(number)]
        return " · ".join(part for part in parts if part)


@frozen
class Choice:
    """The options of a page besides its name; a page ignores those that do not concern it."""

    round: int | None = None
    per_page: int = 3
    """The number of slips on a sheet: 2 or 3."""
    player: int | None = None
    """A pairing number: show only this player's card, or the player's prizes list by list."""
    tie_breaks: tuple[str, ...] | None = None
    """The tie-breaks for standings and prizes, instead of the tournament's own."""
    category: str | None = None
    """A category, ``age=U18``: show standings of its players only."""
    only_deciding: bool = False
    """True: leave out tie-breaks that separate no players."""
    by_rank: bool = False
    """True: the crosstable of a round robin is in the order of ranks."""
    wall: bool = False
    """True: large letters, for the wall."""
    part: int | None = None
    """The part of the pairing cards, from 1; None for all of them."""


EVERYTHING = Choice()


def subject_of(source: Subject | Section | Tournament) -> Subject:
    if isinstance(source, Subject):
        return source
    if isinstance(source, Tournament):
        return Subject.of_tournament(source)
    return Subject.of_section(source)
