"""The subject of a report: a tournament by its pairing numbers, and what else a desk knows."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

from crivello.formats.trf.canonical_form import by_number
from crivello.model.errors import Illegal, not_paired_yet
from crivello.model.history import History, histories
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
    """Ids are pairing numbers here: what players read on the wall is what they are called by."""
    wanted: str | None = None
    """The edition asked for; None leaves it to the tournament."""
    today: str = ""
    """The day that decides the edition where nothing else does."""
    tables: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    """By round: the table of each board; empty where a board is its table."""
    times: tuple[str, ...] = ()
    """When each round begins."""
    pace: str = "standard"
    """The pace whose ratings count: standard, rapid or blitz."""
    changes: tuple[PublishedChange, ...] | None = None
    """Of published pairings; only the log of a desk knows them."""
    given: tuple[GivenPoints, ...] | None = None
    """Bonus and penalty points by pairing numbers, with their reasons; only a desk knows them."""
    by_hand: tuple[int, ...] = ()
    """Rounds that the arbiter paired by hand; only a desk knows."""
    ids: Mapping[int, int] | None = None
    """Permanent ids by pairing number; only a desk has them."""
    prizes: PrizeRules | None = None
    """The announced prizes; only a file of prizes has them."""
    known: Callable[[int], Tournament] | None = None
    """The tournament as it was known when a round was paired; only a desk knows it."""
    exceptions: tuple[RuleException, ...] | None = None
    """Actions against or outside the rules, by permanent ids; only a desk records them all."""
    fide_mode: Sentence | None = None
    """The desk's statement of FIDE mode; a file has it in a comment."""
    seal: str = ""
    """The last event of the desk's log and its digest."""
    unpublished: bool = False
    """It holds results that are not published yet."""
    withheld: bool = False
    """Results are entered that it does not hold, because they are not published yet."""

    @classmethod
    def of_tournament(
        cls, tournament: Tournament, system: str | None = None, today: str = ""
    ) -> Subject:
        """Return a tournament from a file; the edition by `system`, the file, its date or
        `today`.
        """
        return cls(by_number(tournament), system, today)

    @classmethod
    def of_section(
        cls,
        section: Section,
        changes: Iterable[PublishedChange] | None = None,
        today: str = "",
        given: Iterable[GivenPoints] | None = None,
    ) -> Subject:
        """Return a section of a desk file, with its tables, times and the records of its log."""
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
        """Return a section of an open desk, with the changes in its log and the knowledge of each
        round.

        `published_only`: as the players may see it (`desk.published_section`).
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
        """The key of the edition that pairs; it defines the floats."""
        return choose_edition(self.tournament, self.wanted, self.today or time.strftime("%Y-%m-%d"))

    # Rounds

    def paired_round(self, number: int | None) -> int:
        """Return a round that has been paired; by default the last one."""
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
        """Return the table of the board at `place` of the list, counted from 0."""
        tables = self.tables.get(number, ())
        return tables[place] if place < len(tables) else place + 1

    def byes(self, number: int) -> list[tuple[Player, Bye]]:
        """Return the byes of a round: the pairing-allocated one first, then by pairing number."""
        this: Round = self.tournament.round(number)
        found = [(self.tournament.player[player], bye) for player, bye in this.byes]
        return sorted(found, key=lambda item: (item[1].requested, item[0].number))

    def when(self, number: int) -> str:
        """Return date and time of a round, as far as they are announced."""
        dates = self.tournament.settings.round_dates
        parts = [days[number - 1] for days in (dates, self.times) if len(days) >= number]
        return " ".join(part for part in parts if part)

    def round_line(self, number: int) -> str:
        """Return place and time of a round, for the head of a page."""
        parts = [self.tournament.settings.city, self.when(number)]
        return " · ".join(part for part in parts if part)


@frozen
class Choice:
    """The options of a page besides its name; each page ignores those that are not for it."""

    round: int | None = None
    per_page: int = 3
    """Slips on a sheet: 2 or 3."""
    player: int | None = None
    """Pairing number: only this player's card, or why they get which prizes."""
    tie_breaks: tuple[str, ...] | None = None
    """Codes for the standings and the prizes, instead of those of the tournament."""
    category: str | None = None
    """Standings of these players only: ``age=U18``."""
    only_deciding: bool = False
    """Standings without the tie-breaks that separate no players."""
    by_rank: bool = False
    """The crosstable of a round robin by rank, not by number."""


EVERYTHING = Choice()


def subject_of(source: Subject | Section | Tournament) -> Subject:
    if isinstance(source, Subject):
        return source
    if isinstance(source, Tournament):
        return Subject.of_tournament(source)
    return Subject.of_section(source)
