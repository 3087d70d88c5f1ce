"""Why two players meet who skip the points in between.

If the players below a group could not all be paired, that group is joined with them; then a player
may have to meet someone far below.
"""

from __future__ import annotations

from collections.abc import Collection

from crivello.explain.explanation import Value
from crivello.explain.facts import Count, RoundEvent, RoundOf, score_of
from crivello.explain.player.answer import Cause, CauseKind
from crivello.explain.player.clauses import CauseWords
from crivello.explain.player.obstacle import Obstacles
from crivello.explain.player.place import Place
from crivello.explain.player.rest import explain_rest
from crivello.explain.story import Story, sentence_with
from crivello.model.sentence import N_, Sentence, You
from crivello.systems.completion import can_be_paired

K = CauseKind

MET_ALL_LEFT = N_(
    "{lower:You have|{} has} already met all the others still to be paired, so {upper:you play|{} "
    "plays} {lower:you|{}}, not someone with {between}."
)
MAY_MEET_NONE_LEFT = N_(
    "{lower:You|{}} may not meet any of the others still to be paired, so {upper:you play|{} "
    "plays} {lower:you|{}}, not someone with {between}."
)
TWO_BELOW = N_(
    "{one:You|{}} and {two:you|{}}, the only two with fewer than {limit}, have met in round "
    "{round}. So {upper:you play|{} plays} one of them, not someone with {between}."
)
ONE_BELOW = N_(
    "{lower:You are|{} is} the only one with fewer than {limit}, and may not have the bye. So "
    "{upper:you play|{} plays} {lower:you|{}}, not someone with {between}."
)
NOT_BELOW = N_(
    "Among those with fewer than {limit}, {rest}. So {upper:you play|{} plays} one of "
    "{lower:you|them}, not someone with {between}."
)
ALL_BELOW = N_(
    "Those with fewer than {limit} could not all be paired among themselves. So {upper:you "
    "play|{} plays} one of {lower:you|them}, not someone with {between}."
)
OTHERWISE = N_(
    "If {upper:you|{}} met someone with {between}, the others still to be paired{lower:, you among "
    "them,|} could not all be paired."
)


def explain_skipping(
    story: Story, obstacles: Obstacles, place: Place, asking: int, opponent: int
) -> tuple[Sentence, Cause] | None:
    """Say why the two meet although the higher one could meet players with points in between.

    None if the higher one could not, or if others could then still be paired. Some of these
    sentences explain the pair completely; see `says_all`.
    """
    lower, upper = sorted((asking, opponent), key=lambda one: story.entrant[one].score)
    between = find_skipped(story, place.joined, upper, lower)
    if not between:
        return None

    def name(player: int) -> Value:
        return You(player) if player == asking else story.name(player)

    rest = set(place.joined) - {upper, lower}
    below = [one for one in place.joined if one not in place.penultimate]
    values: dict[str, Value] = {
        "left": Count(place.joined),
        "upper": name(upper),
        "lower": name(lower),
        "between": score_of(story, *between),
    }
    article = place.joined_by
    cause = Cause(K.IMPOSSIBLE, article, ((upper, lower),))
    alone = not any(story.may_meet(lower, one) for one in rest)
    if alone and (len(place.joined) % 2 == 0 or story.entrant[lower].barred):
        met = rest <= story.entrant[lower].history.met
        return Sentence(MET_ALL_LEFT if met else MAY_MEET_NONE_LEFT, **values), cause
    lowest = min((story.entrant[one].score for one in place.penultimate), default=0)
    residents = [one for one in place.penultimate if story.entrant[one].score == lowest]
    values["limit"] = score_of(story, *residents)
    all_below = {one.id for one in story.field.entrants if one.score < lowest}
    if lower not in below or all_below != set(below) or _can_be_paired(story, below):
        return Sentence(OTHERWISE, **values), cause
    if len(below) == 1:
        return Sentence(ONE_BELOW, **values), cause
    if len(below) == 2:
        one, two = below
        against = obstacles.of_forbidden_pair(one, two)
        if against is not None and against.round is not None:
            number = RoundOf(against.round, RoundEvent.MET, one, two)
            names = {"one": name(one), "two": name(two)}
            if asking == two:
                names = {"one": name(two), "two": name(one)}
            return sentence_with(TWO_BELOW, **values, **names, round=number), cause
    why = None
    if len(below) % 2 == 0:
        why = explain_rest(CauseWords(obstacles, asking), below)
    return sentence_with(NOT_BELOW if why else ALL_BELOW, **values, rest=why), cause


def says_all(sentence: Sentence) -> bool:
    """Return True if this sentence explains the pair completely."""
    return sentence.template in (MET_ALL_LEFT, MAY_MEET_NONE_LEFT)


def find_skipped(story: Story, joined: Collection[int], upper: int, lower: int) -> list[int]:
    """List the players with more points than `lower` whom `upper` may meet but skips.

    If `upper` met any of them, the others still to be paired could not all be paired. Empty if,
    with one of them, they could.
    """
    entrant = story.entrant
    if entrant[upper].score == entrant[lower].score:
        return []
    there = [
        one
        for one in joined
        if one != upper and entrant[lower].score < entrant[one].score
        if story.may_meet(upper, one)
    ]
    if any(_can_be_paired(story, set(joined) - {upper, one}) for one in there):
        return []
    return there


def _can_be_paired(story: Story, players: Collection[int]) -> bool:
    entrants = [one for one in story.field.entrants if one.id in players]
    may_meet = story.system.may_meet(story.field)
    return can_be_paired(entrants, may_meet, len(entrants) % 2)
