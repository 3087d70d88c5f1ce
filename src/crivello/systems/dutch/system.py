"""The Dutch system, editions 2017 and 2026, as `System` objects."""

from __future__ import annotations

from crivello.model.field import Entrant, Field, MayMeet
from crivello.model.sentence import N_
from crivello.standard.typing_names import TYPE_CHECKING
from crivello.systems.dutch.bracket import may_meet, topscorers
from crivello.systems.dutch.editions import EDITIONS, DutchEdition
from crivello.systems.registry import Articles, Judge

if TYPE_CHECKING:
    from crivello.model.trace import Step


class DutchSystem(Judge):
    """The Dutch system in one of its editions 2017 and 2026."""

    edition: DutchEdition
    notation = N_(
        "Players are written with their number, the colour they prefer ({W} or {B} absolute, "
        "{Ww} or {Bb} strong, {w} or {b} mild, nothing or A for none), and the floats of the last "
        "two rounds, the latest first: ↓ down, ↑ up, - none."
    )
    typed_brackets = True
    moves_down = True
    last_round_exceptions = True
    endorsed = True

    def __init__(self, edition: DutchEdition) -> None:
        super().__init__(edition)
        self.articles = Articles(*edition.absolute, *edition.definitions)
        self.float_columns = edition.float_columns
        self.generation = edition.generation[:2]

    @property
    def steps(self) -> tuple[type[Step], ...]:
        from crivello.model.trace import ByeDecided, CompletionTested, dutch

        return (
            dutch.Collapsed if self.edition.lowest_bye is None else dutch.LowestBye,
            CompletionTested,
            dutch.BracketOpened,
            dutch.IdealJudged,
            dutch.PairsForgone,
            dutch.BracketPaired,
            ByeDecided,
        )

    def may_meet(self, field: Field) -> MayMeet:
        top = topscorers(field)

        def meet(a: Entrant, b: Entrant) -> bool:
            return may_meet(a, b, top)

        return meet


def find(key: str) -> DutchSystem:
    return DutchSystem(EDITIONS[key])
