"""The rounds of a tournament file as they were paired, from what was known then."""

from __future__ import annotations

from collections.abc import Iterator

from crivello.audit.causes import DifferenceCause
from crivello.audit.checker import RoundReport, Verdict
from crivello.audit.comparison import ComparedRound
from crivello.audit.verdicts import first_difference
from crivello.desk import Desk, Section
from crivello.desk.actions import preview
from crivello.desk.keep_apart import with_forbidden_pairs
from crivello.desk.rederive import RederivedRound
from crivello.formats.trf.canonical_form import by_number
from crivello.model.errors import Illegal, Impossible
from crivello.model.pairing import Board, RoundPairing
from crivello.model.sentence import Sentence
from crivello.model.tournament import Tournament
from crivello.standard.classes import frozen
from crivello.systems.registry import System, find
from crivello.words import N_

BY_HAND = DifferenceCause(
    "by-hand", Sentence(N_("The arbiter made or changed this pairing by hand."))
)


@frozen
class RoundAsPaired:
    """One round with the data from which it was paired.

    The ids of players are their present pairing numbers, or permanent ids if asked for.
    """

    tournament: Tournament
    """The tournament when the round was paired; for the coming round, as it is now."""
    round: int
    system: str
    actual: ComparedRound | None
    """The pairing that is published or drafted; None if there is none."""
    by_hand: bool


def round_as_paired(
    desk: Desk, section: Section, number: int, by_id: bool = False
) -> RoundAsPaired:
    """Return a published round, the draft, or the round that could be paired now.

    With `by_id` the players keep their permanent ids.
    """
    numbers = {
        player.id: player.id if by_id else player.number for player in section.listed_players
    }
    if number <= len(section.rounds):
        this = section.rounds[number - 1]
        boards, draft, bye = this.as_paired, this.draft, this.bye
        by_hand = draft.by_hand or (set(draft.boards), draft.bye) != (set(boards), bye)
    elif section.draft is not None:
        draft = section.draft
        boards, bye, by_hand = draft.boards, draft.bye, draft.by_hand
    else:
        coming = preview(section)
        known = with_forbidden_pairs(section.tournament, coming.apart)
        known = by_number(desk.name_deciders(section.key, known, number), numbers)
        return RoundAsPaired(known, number, coming.pairing.system, None, by_hand=False)
    known = by_number(desk.tournament_at_pairing(section.key, number), numbers)
    actual = ComparedRound(
        frozenset(Board(numbers[white], numbers[black]) for white, black in boards),
        None if bye is None else numbers[bye],
    )
    return RoundAsPaired(known, number, draft.system, actual, by_hand)


def check_rounds(desk: Desk, section: Section, wanted: str | None) -> Iterator[RoundReport]:
    """Yield a report for each published round: is it the pairing that the rules gave at the
    time?
    """
    numbers = {player.id: player.number for player in section.listed_players}
    again = desk.rederive(section.key) if wanted is None else None
    for number in range(1, len(section.rounds) + 1):
        one = round_as_paired(desk, section, number)
        expected: RoundPairing | None
        error: Illegal | Impossible | None = None
        system = find(one.system if wanted is None else wanted)
        if again is not None:
            expected = _pairing_by_number(next(again), numbers)
        else:
            try:
                expected = system.pair(one.tournament, number)
            except (Illegal, Impossible) as refusal:
                expected, error = None, refusal
        yield _report(one, system, expected, error)


def _pairing_by_number(found: RederivedRound, numbers: dict[int, int]) -> RoundPairing | None:
    if not found.rederived:
        return None
    boards = tuple(Board(numbers[white], numbers[black]) for white, black in found.rederived)
    bye = found.rederived_bye
    return RoundPairing(found.round, found.system, boards, None if bye is None else numbers[bye])


def _report(
    one: RoundAsPaired,
    system: System,
    expected: RoundPairing | None,
    error: Illegal | Impossible | None,
) -> RoundReport:
    assert one.actual is not None
    if expected is not None and ComparedRound.of_pairing(expected) == one.actual:
        return RoundReport(one.round, Verdict.SAME, one.actual, expected)
    difference = None
    if expected is not None:
        difference = first_difference(
            system, one.tournament, expected, one.actual.boards, one.actual.bye
        )
    verdict = Verdict.EXPLAINED if one.by_hand else Verdict.DIFFERENT
    cause = BY_HAND if one.by_hand else None
    return RoundReport(one.round, verdict, one.actual, expected, cause, error, difference)
