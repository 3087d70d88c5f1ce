"""Answer "why not this pair, or this bye?" by pairing the bracket again under that condition."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from crivello.model.field import Entrant, Field
from crivello.model.sentence import N_, ListOf, Sentence
from crivello.standard.classes import frozen
from crivello.systems.dutch2011.bracket import (
    REASONS,
    Facts,
    Failures,
    Leave,
    OlderCandidate,
    WorkBudget,
    broken_article,
)
from crivello.systems.dutch2011.bracket_search import find
from crivello.systems.dutch2011.procedure import DoneBracket, OlderProcedure

LATER = N_(
    "A pairing of the bracket with {a}-{b} would break nothing more, but it comes later in the "
    "order of exchanges and transpositions."
)
BOTH_MOVED_DOWN = N_("{a} and {b} were both moved down to the bracket: S1 meets S2.")
BELOW = N_("With {a}-{b} others would move down, and those below could then not be paired.")
APART = N_("{a} and {b} are in different brackets; for them to meet, {a} would have to move down.")
COMPLETE = N_(
    "The bracket of {player} can be paired completely{moved:, so that nobody moves down| without "
    "{}, who has no possible opponent there and moves down| without {}, who have no possible "
    "opponent there and move down}."
)
PAIRED_FIRST = N_("{player} was moved down to the bracket, and is paired before the others.")
CANNOT_LEAVE = N_("Without {player} the others of the bracket could not be paired.")
LEAVES_LATER = N_(
    "A pairing of the bracket that leaves {player} over would break nothing more, but it comes "
    "later in the order of exchanges and transpositions."
)
LEAVES_BELOW = N_("If {player} moved down, those below could then not be paired.")
LEAVES = {
    "B.2": N_("If {player} were left over, two who must have the same colour would meet."),
    "A.7d": N_(
        "If {player} were left over, a preference treated as absolute would have to be broken."
    ),
    "B.4": N_("If {player} were left over, too many pairs would break a colour preference."),
    "B.5": N_("If {player} were left over, a player would float as in the last round."),
    "B.6": N_("If {player} were left over, a player would float as two rounds ago."),
}


@frozen
class ObstacleReason:
    article: str
    sentence: Sentence
    players: tuple[int, ...]
    """The players concerned."""


def why_not_meet(field: Field, one: int, other: int) -> tuple[ObstacleReason, ...]:
    """Return the reasons why these two players, who may meet, do not."""
    facts, done = Facts(field), _run_procedure(field)
    at = min(_find_place(done, one), _find_place(done, other))
    if {one, other} <= {player.id for player in done[at].bracket.players}:
        return (_explain_in_one_bracket(facts, done[at], one, other),)
    higher, lower = (one, other) if _find_place(done, one) == at else (other, one)
    return (
        ObstacleReason("B.3", Sentence(APART, a=higher, b=lower), (higher, lower)),
        _explain_not_left_over(facts, done[at], higher),
    )


def why_not_left_over(field: Field, player: int) -> ObstacleReason:
    """Return the reason why a player who may have the bye is not the one left over."""
    done = _run_procedure(field)
    return _explain_not_left_over(Facts(field), done[_find_place(done, player)], player)


def _run_procedure(field: Field) -> list[DoneBracket]:
    procedure = OlderProcedure(field, find, None)
    procedure.run()
    return procedure.done


def _find_place(done: list[DoneBracket], player: int) -> int:
    """Return the index of the bracket in which the player was paired; the lowest one for the player
    with the bye.
    """
    for place, paired in enumerate(done):
        pairs = paired.candidate.pairs if paired.candidate else ()
        if any(player in (a.id, b.id) for a, b in pairs):
            return place
    return len(done) - 1


def _explain_in_one_bracket(
    facts: Facts, paired: DoneBracket, one: int, other: int
) -> ObstacleReason:
    named = {"a": one, "b": other}
    first = {player.id for player in paired.target.s1}
    if paired.target.heterogeneous and {one, other} <= first:
        return ObstacleReason("C.4", Sentence(BOTH_MOVED_DOWN, **named), (one, other))
    leave = _make_leave(facts, paired, lambda player: player.id not in (one, other))
    # The two can meet only each other.
    wish = _Restricted(facts.field, lambda pair: len(pair & {one, other}) != 1)
    found = find(wish, paired.target, leave, WorkBudget())
    sentences = REASONS["C.7"], BELOW, LATER
    return _choose_reason(paired, found, sentences, REASONS, named)


def _explain_not_left_over(facts: Facts, paired: DoneBracket, player: int) -> ObstacleReason:
    target, named = paired.target, {"player": player}
    if not target.leaving:
        moved = ListOf.players(one.id for one in paired.forced)
        return ObstacleReason("B.3", Sentence(COMPLETE, player=player, moved=moved), (player,))
    if target.heterogeneous and any(player == one.id for one in target.s1):
        return ObstacleReason("C.6", Sentence(PAIRED_FIRST, **named), (player,))
    leave = _make_leave(facts, paired, lambda one: one.id == player or target.leaving > 1)
    # The player has no possible opponent.
    wish = _Restricted(facts.field, lambda pair: player not in pair)
    found = find(wish, target, leave, WorkBudget())
    sentences = CANNOT_LEAVE, LEAVES_BELOW, LEAVES_LATER
    return _choose_reason(paired, found, sentences, LEAVES, named)


def _choose_reason(
    paired: DoneBracket,
    found: OlderCandidate | None,
    sentences: tuple[str, str, str],
    by_article: Mapping[str, str],
    named: Mapping[str, int],
) -> ObstacleReason:
    """Return the reason why the bracket was not paired as in `found`, the best candidate that
    grants the wish.

    `sentences` are used if no candidate grants the wish, if the players below prevent it, and if it
    comes later in order.
    """
    accepted = paired.candidate
    assert accepted is not None
    impossible, below, later = sentences
    if found is None:
        article, sentence = "C.7", impossible
    elif _make_key(found) < _make_key(accepted):
        # Only another pairing, forced by those below, can be earlier than the one accepted.
        article, sentence = paired.undone_by, below
    elif found.failures == accepted.failures:
        from_s1 = found.split is not None and found.split.from_s1
        article, sentence = "C.8" if from_s1 else "C.7", later
    else:
        article = broken_article(found.failures, accepted.failures)
        sentence = by_article[article]
    return ObstacleReason(article, Sentence(sentence, **named), tuple(named.values()))


def _make_key(candidate: OlderCandidate) -> tuple[Failures, tuple[int, ...]]:
    return candidate.failures, candidate.order


def _make_leave(facts: Facts, paired: DoneBracket, may: Callable[[Entrant], bool]) -> Leave:
    def leave(player: Entrant) -> Failures | None:
        if not may(player) or (paired.bracket.lowest and player.barred):
            return None
        return facts.of_leaving(player)

    return leave


class _Restricted(Facts):
    """The rules of a round (`Facts`) with more forbidden pairs."""

    def __init__(self, field: Field, allowed: Callable[[set[int]], bool]) -> None:
        super().__init__(field)
        self.allowed = allowed

    def may_meet(self, a: Entrant, b: Entrant) -> bool:
        return self.allowed({a.id, b.id}) and super().may_meet(a, b)
