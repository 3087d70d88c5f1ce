"""Check the rounds of a tournament, and generate random tournaments."""

from __future__ import annotations

import time
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from crivello.front.rounds import RoundPairing
from crivello.front.tournament import Tournament, of_model, public
from crivello.front.validation import key_or_none, show_value
from crivello.front.values import Items, chosen_language, source_of
from crivello.model.errors import Illegal, Problem
from crivello.model.pairing import Board
from crivello.model.sentence import N_
from crivello.standard.classes import field, frozen
from crivello.words import Language, translator

if TYPE_CHECKING:
    from crivello.audit.checker import RoundReport
    from crivello.audit.file_report import FileReport
    from crivello.model.tournament import Tournament as ModelTournament
    from crivello.reports.views.checks import CheckedFileView

NO_RATE = N_("{name} is {found}; it must be a whole number from {lowest} to {highest}.")
LOWEST_ABOVE = N_("The lowest rating ({lowest}) is above the highest ({highest}).")


@frozen
class CheckedRound:
    """One round of a tournament, compared with the pairing that the rules give.

    >>> CheckedRound(3, "same").same
    True
    """

    round: int
    verdict: str
    """``same``, ``different``, or ``explained``: right for data that `reasons` name."""
    reasons: tuple[str, ...] = ()
    """Why it is not the same: the rule that decides, or the cause."""
    expected: RoundPairing | None = None
    """What the rules give; None where they give nothing."""
    boards: tuple[Board, ...] = ()
    """What the tournament has, in the order of its file."""

    @property
    def same(self) -> bool:
        """True if the round is the one that the rules give."""
        return self.verdict == "same"


@frozen
class Check(Items[CheckedRound]):
    """All paired rounds compared with what the rules give: a sequence of rounds.

    It is true if all rounds are as the rules give them: ``if not check(t): …``

    >>> import crivello as cv
    >>> found = cv.check(cv.generate(players=6, rounds=3, seed=1))
    >>> bool(found), [one.verdict for one in found]
    (True, ['same', 'same', 'same'])
    """

    system: str
    """Key of the edition by which it was checked."""
    rounds: tuple[CheckedRound, ...]
    remarks: tuple[Problem, ...] = ()
    """What is odd besides the pairings: numbers, initial order, ranks."""
    _found: FileReport | None = field(default=None, repr=False, compare=False)

    def __bool__(self) -> bool:
        return all(one.same for one in self.rounds)

    @property
    def _items(self) -> tuple[CheckedRound, ...]:
        return self.rounds

    def __repr__(self) -> str:
        verdicts = ", ".join(f"{one.round} {one.verdict}" for one in self.rounds)
        return f"<Check by {self.system or '–'}: {verdicts or 'no rounds'}>"

    def to_json(self) -> CheckedFileView:
        """Return the answer of ``crivello check --json`` for one file."""
        from crivello.reports.views.checks import checked_file_view

        words, found = translator(Language.EN), source_of(self._found, "check")
        numbers = {one.id: one.number for one in found.tournament.players}
        return checked_file_view(
            found, None, words, words.say, lambda player: numbers.get(player or 0)
        )


def check(tournament: Tournament, system: str | None = None, *, language: str = "en") -> Check:
    """Pair every round again from the rounds before it, and compare.

    If a round differs, usual causes are tried before it is called different: a result that came
    later, a late entry, another edition. The rounds of a round robin are compared with its tables.

    >>> from crivello import example
    >>> found = check(example())
    >>> found, bool(found)
    (<Check by dutch-2017: 1 same, 2 same, 3 same>, True)
    """
    from crivello.audit.file_report import examine, reasons
    from crivello.formats import TournamentDocument

    asked = public(tournament)
    whole = asked.model
    key_or_none(system)
    words = translator(chosen_language(language))
    document = TournamentDocument(whole, asked.warnings, asked.repairs)
    found = examine(document, "", system, time.strftime("%Y-%m-%d"))
    rounds = tuple(
        CheckedRound(
            report.round,
            report.verdict.value,
            tuple(reasons(report, words)),
            _public_pairing(report, whole),
            tuple(report.actual.boards),
        )
        for report in found.rounds
    )
    return Check(found.system, rounds, found.remarks, found)


def _public_pairing(report: RoundReport, whole: ModelTournament) -> RoundPairing | None:
    pairing = report.expected
    if pairing is None:
        return None
    return RoundPairing(
        pairing.round, pairing.system, pairing.boards, pairing.bye, whole.before(pairing.round)
    )


def generate(
    players: int = 50,
    rounds: int = 9,
    *,
    seed: int = 0,
    system: str | None = None,
    acceleration: str | None = None,
    highest_rating: int = 2600,
    lowest_rating: int = 1400,
    draws: int = 30,
    upsets: int = 0,
    forfeits: int = 0,
    half_point_byes: int = 0,
    withdrawals: int = 0,
    late_entries: int = 0,
) -> Tournament:
    """Generate a random tournament with all its rounds; the same seed always gives the same one.

    Results follow the FIDE rating table. `draws` and `upsets` are percentages. All other rates are
    one in the given number, and 0 means never: with ``forfeits=50``, one game in fifty is lost by
    forfeit.

    >>> t = generate(players=40, rounds=9, seed=7)
    >>> len(t), t.paired_rounds
    (40, 9)
    >>> t == generate(40, 9, seed=7)
    True
    """
    from crivello.audit.generator import generate as make
    from crivello.audit.recipe import Recipe
    from crivello.model.keys import NEWEST, resolve

    rates = {
        "players": (players, 1, 9999),
        "rounds": (rounds, 1, 99),
        "seed": (seed, 0, 10**18),
        "highest_rating": (highest_rating, 1, 9999),
        "lowest_rating": (lowest_rating, 1, 9999),
        "draws": (draws, 0, 100),
        "upsets": (upsets, 0, 100),
        "forfeits": (forfeits, 0, 10**6),
        "half_point_byes": (half_point_byes, 0, 10**6),
        "withdrawals": (withdrawals, 0, 10**6),
        "late_entries": (late_entries, 0, 10**6),
    }
    for name, (value, lowest, highest) in rates.items():
        if type(value) is not int or not lowest <= value <= highest:
            limits: dict[str, Any] = {"lowest": lowest, "highest": highest}
            raise Illegal(NO_RATE, name=name, found=show_value(value), **limits)
    if lowest_rating > highest_rating:
        raise Illegal(LOWEST_ABOVE, lowest=lowest_rating, highest=highest_rating)
    for text in (system, acceleration):
        key_or_none(text)
    recipe = Recipe(
        players=players,
        rounds=rounds,
        highest_rating=highest_rating,
        lowest_rating=lowest_rating,
        draw_percentage=draws,
        upset_percentage=upsets,
        forfeit_rate=Fraction(forfeits),
        half_point_bye_rate=Fraction(half_point_byes),
        withdrawal_rate=Fraction(withdrawals),
        late_entry_rate=Fraction(late_entries),
        acceleration=acceleration,
        system=NEWEST if system is None else resolve(system, time.strftime("%Y-%m-%d")),
    )
    return of_model(make(recipe, seed))
