"""The Dubov system, editions 2018 and 2026, as `System` objects."""

from __future__ import annotations

from crivello.model.field import Field, MayMeet
from crivello.model.sentence import N_
from crivello.model.trace import CompletionTested
from crivello.model.trace.upfloats import ByeChosen, DubovBracketPaired, SetJudged, UpfloatersNeeded
from crivello.rules.colours import may_meet
from crivello.systems.dubov.bracket import max_upfloats
from crivello.systems.dubov.editions import EDITIONS, DubovEdition
from crivello.systems.registry import Articles, Judge


class DubovSystem(Judge):
    """The Dubov system in one of its editions 2018 and 2026."""

    edition: DubovEdition
    notation = N_(
        "Players are written with their number, the colour they prefer ({W}* or {B}* absolute, "
        "{Ww} or {Bb} strong, {w} or {b} mild), and ↑ if they were upfloated in the last round. "
        "Books mark pairing numbers with # and sequence numbers with $."
    )
    typed_brackets = True
    brings_up = True
    absolute_mark = "*"
    shows_ratings = True
    steps = (ByeChosen, UpfloatersNeeded, SetJudged, DubovBracketPaired, CompletionTested)
    options = Judge.options | {"forfeited-upfloats"}

    def __init__(self, edition: DubovEdition) -> None:
        super().__init__(edition)
        rematch, colours = edition.absolute
        self.articles = Articles(rematch, edition.bye_bar, colours, *edition.definitions)

    def most_upfloats(self, field: Field) -> int:
        return max_upfloats(field)

    def may_meet(self, field: Field) -> MayMeet:
        return may_meet


def find(key: str) -> DubovSystem:
    return DubovSystem(EDITIONS[key])
