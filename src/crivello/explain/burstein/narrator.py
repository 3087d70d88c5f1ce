"""Explain rounds of the Burstein system: the order of the players, and the first combination of
pairs.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from crivello.explain.colours import ColourReason
from crivello.explain.explanation import (
    Depth,
    ParagraphKind,
    Placing,
    ScoreSum,
    SumTerm,
    Value,
)
from crivello.explain.procedure import ProcedureNarrator, ProcedureRound
from crivello.explain.steps import tell_forbidden
from crivello.explain.story import Story
from crivello.model.sentence import N_, ListOf, Points
from crivello.model.trace import ByeDecided, Step
from crivello.model.trace.burstein import (
    FirstCombination,
    Key,
    Objection,
    PlayerPlace,
    PlayersOrdered,
)
from crivello.model.trace.procedure import GroupOpened

RULE = {
    "3.2": N_(
        "In a group, and for the bye, players are ordered by Sonneborn-Berger, Buchholz, "
        "Median, rating and pairing number."
    ),
    "1.8": N_(
        "In a bracket, and for the bye, players are ordered by Buchholz, Sonneborn-Berger and "
        "pairing number; scores do not count."
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
        "On that score, most games played first, then the last in order, with games played, "
        "Buchholz, Sonneborn-Berger: {players}."
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
            "* An unplayed round counts with the score of a virtual opponent; in the scores of "
            "opponents, unplayed rounds count as draws."
        ),
    ),
    "1.8": (
        "1.7.2",
        N_(
            "* An unplayed round counts as a game against oneself; in the score of an absent "
            "opponent, zero-point byes up to this round count as draws."
        ),
    ),
}
"""All by the article of the order: 2016, 2026."""

FIRST = N_("The first combination in order, the highest against the lowest: {pairs}.")
FIRST_AND_FLOATERS = N_(
    "The first combination in order, the highest against the lowest: {pairs}; floating: {players}."
)
AGAINST = {
    Objection.FLOATED_ALREADY: N_(
        "Not allowed: a player who came from another score would float on."
    ),
    Objection.BELOW: N_("Not allowed: with these floaters the players below could not be paired."),
    Objection.SCORES: N_("Another combination has floaters with lower scores."),
    Objection.NEXT_BRACKET: N_(
        "With the floaters of another combination the next bracket can be paired better."
    ),
    Objection.COLOURS: N_(
        "Another combination has fewer pairs that cannot give both players their colour: "
        "{best} instead of {mine}."
    ),
}


class BursteinNarrator(ProcedureNarrator):
    colour_reasons: Mapping[str, ColourReason] = {
        # 2026
        "5.2.1": ColourReason.NUMBER,
        "5.2.2": ColourReason.BOTH,
        "5.2.3": ColourReason.STRONGER,
        "5.2.4": ColourReason.ALTERNATE,
        "5.2.5": ColourReason.HIGHER,
        # 2016
        "5.1": ColourReason.UPPER_HALF,
        "5.2": ColourReason.LIMIT_DIFFERENCE,
        "5.3": ColourReason.LIMIT_RUNNING,
        "5.4.1": ColourReason.BOTH,
        "5.4.2": ColourReason.WIDER,
        "5.4.3": ColourReason.ALTERNATE,
        "5.4.4": ColourReason.HIGHER,
    }

    def narrate_round(self, story: Story, depth: Depth) -> BursteinRound:
        return BursteinRound(self, story)

    def tell_places(self, story: Story, players: Mapping[int, Value]) -> None:
        """Explain the place of these players in the order of their group, with the sums behind it.

        Nothing is added if no single group had all of them.
        """
        order, group = _order(story.trace), _last_group(story.trace, players)
        if order is None or group is None:
            return
        starred = False
        placed = {one.player: one for one in order.players}
        for player, name in players.items():
            one = placed[player]
            starred |= not all(part.as_it_is for part in one.rounds)
            story.tell(
                ParagraphKind.ORDER,
                OF_ONE[order.article],
                article=order.article,
                about=(player,),
                player=name,
                place=group.index(player) + 1,
                count=len(group),
                **_sums(story, order, one),
            )
        if starred:
            article, remark = STARS[order.article]
            story.tell(ParagraphKind.ORDER, remark, article=article, about=players)

    def tell_bye_order(self, story: Story, bye: ByeDecided) -> None:
        order = _order(story.trace)
        if order is None or len(bye.same_score) == 1:
            return
        placed = {one.player: one for one in order.players}
        story.tell(
            ParagraphKind.ORDER,
            FOR_BYE[order.article],
            article=bye.article,
            about=bye.same_score,
            players=ListOf(
                tuple(
                    Placing(
                        player,
                        (*_games(story, order, player), *_keys(story, order, placed[player])),
                    )
                    for player in bye.same_score
                )
            ),
        )


class BursteinRound(ProcedureRound):
    order: PlayersOrdered | None = None

    def tell(self, step: Step) -> bool:
        match step:
            case PlayersOrdered():
                self.order = step
                self.story.tell(ParagraphKind.ORDER, RULE[step.article], article=step.article)
            case FirstCombination():
                self._tell_first(step)
            case _:
                return super().tell(step)
        return True

    def tell_order(self, step: GroupOpened) -> None:
        """List the players of a group with the values that order them."""
        order = self.order
        if order is not None and len(step.players) > 1:
            placings = (
                Placing(placed.player, _keys(self.story, order, placed))
                for placed in order.players
                if placed.player in step.players
            )
            self.story.tell(
                ParagraphKind.ORDER,
                IN_GROUP[order.article],
                article=order.article,
                players=ListOf(tuple(placings)),
            )

    def _tell_first(self, step: FirstCombination) -> None:
        """Show the first combination of pairs, and the rule against it if it was not taken."""
        story, pairs = self.story, ListOf.pairs(step.pairs)
        template = FIRST_AND_FLOATERS if step.floaters else FIRST
        players = ListOf.players(step.floaters)
        story.tell(ParagraphKind.IDEAL, template, pairs=pairs, players=players)
        if step.objection is Objection.ILLEGAL:
            tell_forbidden(story, step.pairs, illegal=True)
        elif step.objection is not Objection.NONE:
            mine, best = step.denied
            template, article = AGAINST[step.objection], step.article
            story.tell(ParagraphKind.FAILURE, template, article=article, mine=mine, best=best)


def _order(trace: Sequence[Step]) -> PlayersOrdered | None:
    return next((step for step in trace if isinstance(step, PlayersOrdered)), None)


def _last_group(trace: Sequence[Step], players: Collection[int]) -> tuple[int, ...] | None:
    """Return the players of the last group that contains all of `players`; None if there is
    none.
    """
    for step in reversed(trace):
        if isinstance(step, GroupOpened) and set(players) <= set(step.players):
            return step.players
    return None


def _games(story: Story, order: PlayersOrdered, player: int) -> tuple[int, ...]:
    """Return the number of games that the player has played, if the edition orders by it.

    The edition of 2026 does so for players on the same score (3.1.4). The result is a tuple, empty
    for other editions.
    """
    return (story.entrant[player].history.games_played,) if order.article == "1.8" else ()


def _keys(story: Story, order: PlayersOrdered, placed: PlayerPlace) -> tuple[Value, ...]:
    """Return the values that order a player, without the pairing number, which is shown anyway."""
    units = {Key.SONNEBORN_BERGER: story.unit**2, Key.BUCHHOLZ: story.unit, Key.MEDIAN: story.unit}
    return tuple(
        Points(value, units[key]) if key in units else value
        for key, value in zip(order.by, placed.values, strict=True)
        if key is not Key.NUMBER
    )


def _sums(story: Story, order: PlayersOrdered, placed: PlayerPlace) -> dict[str, Value]:
    value, unit = dict(zip(order.by, placed.values, strict=True)), story.unit
    buchholz = tuple(
        SumTerm((part.opponent_score,), unit, not part.as_it_is) for part in placed.rounds
    )
    berger = tuple(
        SumTerm((part.points, part.opponent_score), unit, not part.as_it_is)
        for part in placed.rounds
    )
    sums: dict[str, Value] = {
        "buchholz": ScoreSum(Points(value[Key.BUCHHOLZ], unit), buchholz),
        "sonneborn_berger": ScoreSum(Points(value[Key.SONNEBORN_BERGER], unit**2), berger),
    }
    if Key.MEDIAN in value:
        sums["median"] = story.score(value[Key.MEDIAN])
        sums["rating"] = value[Key.RATING]
    return sums


NARRATOR = BursteinNarrator
