r"""py4swiss as a side of a campaign, called in the same process.

    crivello campaign --system dutch-2017 --left tools.py4swiss_side:ours \
        --right tools.py4swiss_side:theirs …

If odd or even decides a colour (E.5), py4swiss also counts players who have not entered yet
(`docs/decisions/parity.md`); `ours` does the same. Another known difference is its look-ahead to
the last bracket (`docs/decisions/look-ahead.md`); `adjudicated` is true for differences of that
kind.
"""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path

from crivello.audit.journal import Case
from crivello.formats.trf import read_trf
from crivello.model.errors import Impossible
from crivello.model.pairing import Board, RoundPairing
from crivello.model.sentence import N_
from crivello.model.settings import Parity
from crivello.model.tournament import Tournament
from crivello.systems.registry import find
from tools import py4swiss_check

KEY = py4swiss_check.KEY


def ours(tournament: Tournament, number: int) -> RoundPairing:
    """Return the round by our Dutch system of 2017, with odd and even by the numbers in the
    file.
    """
    return find(KEY).pair(_literal(tournament), number)


def theirs(tournament: Tournament, number: int) -> RoundPairing:
    """Return the round as py4swiss pairs it, from a report file."""
    text = py4swiss_check.report(tournament.before(number), number)
    with tempfile.TemporaryDirectory() as folder:
        pairs = py4swiss_check.py4swiss_pairs(text, Path(folder))
    if not pairs:
        raise Impossible(N_("The other program finds no pairing."))
    boards = tuple(Board(white, black) for white, black in sorted(pairs) if black)
    bye = next((white for white, black in pairs if not black), None)
    return RoundPairing(number, KEY, boards, bye)


def adjudicated(case: Case) -> bool:
    """Return True if both pairings agree except for the player who gets the bye (C.7)."""
    small = _literal(read_trf(case.trf).tournament)
    with py4swiss_check.blind_look_ahead():
        pairing = find(KEY).pair(small, case.round)
    bye = [] if pairing.bye is None else [f"{pairing.bye}-"]
    return {*map(str, pairing.boards), *bye} == set(case.right)


def verdict(case: Case) -> str:
    """Return the decision that explains a difference; empty if none does."""
    return "C.7: docs/decisions/look-ahead.md" if adjudicated(case) else ""


def _literal(tournament: Tournament) -> Tournament:
    options = replace(tournament.settings.options, parity=Parity.LITERAL)
    return replace(tournament, settings=replace(tournament.settings, options=options))
