"""Reading report files: TRF16, TRF(x), TRF(bx) and TRF26, all in one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from crivello.formats.repairs import Repair, refuse_uncertain
from crivello.formats.trf.build import build
from crivello.formats.trf.draft import ReportDraft
from crivello.formats.trf.lines import MAX_PLAYERS, Report, decode, in_file_order, split_lines
from crivello.formats.trf.player_line import enter_unnumbered
from crivello.formats.trf.records import read_line
from crivello.formats.trf.scoring import check_points
from crivello.model.errors import Malformed, Problem, TooLarge
from crivello.model.sentence import N_
from crivello.model.tournament import Tournament

NOBODY_READ = N_("No player line of this file can be read.")
TOO_MANY_PLAYERS = N_("The file has {count} player lines; the limit is {limit}.")


@dataclass(frozen=True, slots=True)
class TournamentDocument:
    """A tournament as a file tells it, and what the reader had to say about the file."""

    tournament: Tournament
    warnings: tuple[Problem, ...] = ()
    repairs: tuple[Repair, ...] = ()
    """What a tolerant reading mended; a strict one mends nothing."""
    by_hand: Mapping[int, frozenset[int]] = field(default_factory=dict)
    """Round -> the players whose game or bye the file marks as set by hand."""

    def to_pair(self) -> Tournament:
        """The tournament, if a round may be paired from it.

        Raises `Illegal` naming the repairs that could change a pairing.
        """
        refuse_uncertain(self.repairs)
        return self.tournament


def read_trf(data: bytes | str, tolerant: bool = False) -> TournamentDocument:
    """Read a report file of any dialect, or of several mixed.

    Raises `Malformed` or `Illegal` with every problem found, `Unsupported` for a team
    tournament, `TooLarge` beyond 9,999 players. A tolerant reading mends what it can and lists
    it as repairs.
    """
    return _read(data, check=True, tolerant=tolerant)


def read_unchecked(text: str) -> Tournament:
    """The same without looking at the points, and tolerantly: for files just written."""
    return _read(text, check=False, tolerant=True).tournament


def _read(data: bytes | str, check: bool, tolerant: bool = False) -> TournamentDocument:
    draft = ReportDraft(Report(tolerant=tolerant))
    lines = split_lines(decode(data, draft.report))
    count = sum(line.tag == "001" for line in lines)
    if count > MAX_PLAYERS:
        raise TooLarge(TOO_MANY_PLAYERS, count=count, limit=MAX_PLAYERS)
    for line in lines:
        read_line(draft, line)
    if draft.unnumbered:
        enter_unnumbered(draft)
    if tolerant and count and not draft.players:
        raise Malformed(NOBODY_READ)
    tournament = build(draft)
    if check and draft.players:
        tournament = check_points(draft, tournament)
    draft.report.refuse()
    report = draft.report
    return TournamentDocument(
        tournament, tuple(in_file_order(report.warnings)), tuple(in_file_order(report.repairs))
    )
