"""The match systems as `System` objects."""

from __future__ import annotations

from crivello.model.field import Entrant, Field, MayMeet
from crivello.model.sentence import N_
from crivello.model.trace import CompletionTested
from crivello.model.trace.upfloats import ByeChosen, MatchBracketPaired, SetJudged, UpfloatersNeeded
from crivello.rules.colours import strangers
from crivello.systems.matches.editions import DOUBLE_2026, EDITIONS, MatchEdition, score_of
from crivello.systems.registry import Articles, Judge


class MatchSystem(Judge):
    """FIDE Swiss for teams, or Double-Swiss."""

    edition: MatchEdition
    notation = N_(
        "Teams are written with their number, the colour they prefer ({Ww} or {Bb} strong, {w} or "
        "{b} mild), and ↑ or ↓ if they met another score in the last round."
    )
    typed_brackets = True
    brings_up = True
    basic_colour_limits = False
    float_columns = ("C7", "C10")
    steps = (ByeChosen, UpfloatersNeeded, SetJudged, MatchBracketPaired, CompletionTested)

    def __init__(self, edition: MatchEdition) -> None:
        super().__init__(edition)
        floats, preference, initial = edition.definitions
        self.articles = Articles(edition.rematch, edition.bye_bar, "", floats, preference, initial)
        self.options = OPTIONS | PREFERENCES
        if edition.key == DOUBLE_2026.key:
            self.options = OPTIONS | {"forfeited-floats"}
            self.float_columns = ("C7", "C8")
            self.notation = DOUBLE_NOTATION

    def may_meet(self, field: Field) -> MayMeet:
        return strangers

    def colour_score(self, player: Entrant, field: Field) -> int:
        return score_of(player, field.options)


OPTIONS = frozenset(
    {"following-group", "following-upfloaters", "accelerated-floats", "accelerated-colours"}
)
PREFERENCES = frozenset({"colour-preferences", "primary-score", "last-round-preference"})
DOUBLE_NOTATION = N_(
    "Players are written with their number, and ↑ or ↓ if they were paired with another score in "
    "the last round."
)


def find(key: str) -> MatchSystem:
    return MatchSystem(EDITIONS[key])
