"""The order of the players in the Burstein system, with the sums that it rests on."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from crivello.explain.explanation import Kind, Placings, Points, Sum, Term, Value, pairs
from crivello.explain.steps import tell_forbidden
from crivello.explain.story import Story, ids
from crivello.model.field import MayMeet
from crivello.model.trace import ByeDecided, Step
from crivello.model.trace.burstein import FirstCombination, Key, Objection, Placed, PlayersOrdered
from crivello.model.trace.procedure import GroupOpened
from crivello.words import N_

RULE = {
    "3.2": N_(
        "In a group, and for the bye, the players are in the order of Sonneborn-Berger, Buchholz, "
        "Median, rating; then of the pairing number."
    ),
    "1.8": N_(
        "In a bracket, and for the bye, the players are in the order of Buchholz, "
        "Sonneborn-Berger, pairing number; scores are not asked."
    ),
}
IN_GROUP = {
    "3.2": N_("In order, with Sonneborn-Berger, Buchholz, Median, rating: {players}."),
    "1.8": N_("In order, with Buchholz, Sonneborn-Berger: {players}."),
}
FOR_BYE = {
    "3.2": N_(
        "On that score, the last in order first, with Sonneborn-Berger, Buchholz, Median, rating: "
        "{players}."
    ),
    "1.8": N_(
        "On that score, who has played most games first, then the last in order, with games "
        "played, Buchholz, Sonneborn-Berger: {players}."
    ),
}
OF_ONE = {
    "3.2": N_(
        "{player} is No. {place} of the {count} players of the group: Sonneborn-Berger "
        "{sonneborn_berger}, Buchholz {buchholz}, Median {median}, rating {rating}."
    ),
    "1.8": N_(
        "{player} is No. {place} of the {count} players of the bracket: Buchholz {buchholz}, "
        "Sonneborn-Berger {sonneborn_berger}."
    ),
}
STARS = {
    "3.2": (
        "3.2",
        N_(
            "* What counts of an unplayed round is the score of a virtual opponent; in the scores "
            "of opponents unplayed rounds count as draws."
        ),
    ),
    "1.8": (
        "1.7.2",
        N_(
            "* An unplayed round counts as a game against oneself; in the score of an opponent who "
            "is away the zero-point byes up to this round count as draws."
        ),
    ),
}
"""All by the article of the order: 2016, 2026."""


def tell_order(story: Story, step: PlayersOrdered) -> None:
    story.tell(Kind.ORDER, RULE[step.article], article=step.article)


def tell_group_order(story: Story, order: PlayersOrdered, players: Collection[int]) -> None:
    """The players of one group with what they are compared by."""
    if len(players) > 1:
        rows = tuple(
            (placed.player, _shown(story, order, placed))
            for placed in order.players
            if placed.player in players
        )
        told = IN_GROUP[order.article]
        story.tell(Kind.ORDER, told, article=order.article, players=Placings(rows))


def tell_bye_order(story: Story, order: PlayersOrdered, step: ByeDecided) -> None:
    """Those on the score of the player with the bye, as the bye asks for them."""
    if len(step.same_score) == 1:
        return
    placed = {one.player: one for one in order.players}
    rows = tuple(
        (player, (*_games(story, order, player), *_shown(story, order, placed[player])))
        for player in step.same_score
    )
    story.tell(
        Kind.ORDER,
        FOR_BYE[order.article],
        article=step.article,
        about=step.same_score,
        players=Placings(rows),
    )


def _games(story: Story, order: PlayersOrdered, player: int) -> tuple[int, ...]:
    """2026, 3.1.4: before their places those on one score are told apart by the games played."""
    return (story.entrant[player].history.games_played,) if order.article == "1.8" else ()


def _shown(story: Story, order: PlayersOrdered, placed: Placed) -> tuple[Value, ...]:
    """All values but the pairing number, which everybody has before him."""
    units = {Key.SONNEBORN_BERGER: story.unit**2, Key.BUCHHOLZ: story.unit, Key.MEDIAN: story.unit}
    return tuple(
        Points(value, units[key]) if key in units else value
        for key, value in zip(order.by, placed.values, strict=True)
        if key is not Key.NUMBER
    )


def tell_places(story: Story, trace: Sequence[Step], players: Mapping[int, Value]) -> None:
    """Where in the group in which they were paired these stand, if in one, and by which sums.

    `players`: how they are called, by id.
    """
    order = next((step for step in trace if isinstance(step, PlayersOrdered)), None)
    group = _last_group(trace, players)
    if order is None or group is None:
        return
    starred = False
    placed = {one.player: one for one in order.players}
    for player, name in players.items():
        one = placed[player]
        values = {
            "player": name,
            "place": group.index(player) + 1,
            "count": len(group),
            **_reckoned(story, order, one),
        }
        starred |= not all(part.as_it_is for part in one.rounds)
        story.tell(
            Kind.ORDER, OF_ONE[order.article], article=order.article, about=(player,), **values
        )
    if starred:
        article, remark = STARS[order.article]
        story.tell(Kind.ORDER, remark, article=article, about=players)


def _last_group(trace: Sequence[Step], players: Collection[int]) -> tuple[int, ...] | None:
    """The last group with all of them."""
    for step in reversed(trace):
        if isinstance(step, GroupOpened) and set(players) <= set(step.players):
            return step.players
    return None


def _reckoned(story: Story, order: PlayersOrdered, placed: Placed) -> dict[str, Value]:
    value = dict(zip(order.by, placed.values, strict=True))
    buchholz = tuple(Term((part.opponent_score,), not part.as_it_is) for part in placed.rounds)
    berger = tuple(
        Term((part.points, part.opponent_score), not part.as_it_is) for part in placed.rounds
    )
    told: dict[str, Value] = {
        "buchholz": Sum(value[Key.BUCHHOLZ], buchholz, story.unit),
        "sonneborn_berger": Sum(value[Key.SONNEBORN_BERGER], berger, story.unit),
    }
    if Key.MEDIAN in value:
        told["median"] = story.score(value[Key.MEDIAN])
        told["rating"] = value[Key.RATING]
    return told


# The first combination of a Burstein group, and what speaks against it.


FIRST = N_("The first combination in order, the highest against the lowest: {pairs}.")
FIRST_AND_FLOATERS = N_(
    "The first combination in order, the highest against the lowest: {pairs}; floating: {players}."
)
AGAINST = {
    Objection.FLOATED_ALREADY: N_(
        "It is not allowed, for somebody who came from another score would float on."
    ),
    Objection.BELOW: N_(
        "It is not allowed, for with its floaters those below could not be paired."
    ),
    Objection.SCORES: N_("The floaters of another one have lower scores."),
    Objection.NEXT_BRACKET: N_(
        "With the floaters of another one the next bracket can be paired better."
    ),
    Objection.COLOURS: N_(
        "Another one has fewer pairs that cannot grant both colours: {best} instead of {mine}."
    ),
}


def tell_first(
    story: Story, step: FirstCombination, may_meet: MayMeet, codes: tuple[str, str]
) -> None:
    """`codes` of the rules that forbid pairs: not twice, colours."""
    made = pairs(step.pairs)
    if step.floaters:
        story.tell(Kind.IDEAL, FIRST_AND_FLOATERS, pairs=made, players=ids(step.floaters))
    else:
        story.tell(Kind.IDEAL, FIRST, pairs=made)
    match step.objection:
        case Objection.NONE:
            pass
        case Objection.ILLEGAL:
            tell_forbidden(story, step.pairs, may_meet, codes, illegal=True)
        case Objection.COLOURS:
            mine, best = step.denied
            template = AGAINST[step.objection]
            story.tell(Kind.FAILURE, template, article=step.article, mine=mine, best=best)
        case _:
            story.tell(Kind.FAILURE, AGAINST[step.objection], article=step.article)
