"""Correct players' data, in their section and in the other sections in which they play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from crivello.desk import events as e
from crivello.desk import notices as n
from crivello.desk.actions.action import Context, Plan
from crivello.desk.notices import Notice
from crivello.desk.numbers import moves_notice, order_after_corrections
from crivello.desk.refusals import NothingChanged
from crivello.desk.state import DeskState, Section
from crivello.model.player import Player
from crivello.model.sentence import PlayerRef, Sentence
from crivello.rules.handling import Article
from crivello.rules.initial_order import FROZEN_FROM
from crivello.rules.strength import strength_in
from crivello.standard.classes import frozen
from crivello.standings.standings import UNRANKED
from crivello.standings.tie_breaks import EXTERNAL_TAG, LOT_TAG

PERSONAL = ("name", "title", "federation", "fide_id", "birth", "sex", "national")
"""One and the same in every section; tags too, but not that of the rating."""
OF_THE_RATING = "k"
"""The tag that goes with the rating."""
OF_A_SECTION = (LOT_TAG, EXTERNAL_TAG, UNRANKED[0])
"""Tags that hold for one section: other sections keep their own."""
Corrected = tuple[e.PlayersCorrected, list[Notice]]


@frozen
class Correct:
    """Correct a player's data; pairing numbers follow as long as they may change (C.04.2: 2.3)."""

    section: str
    player: Player
    only_here: bool = False
    """Leave the other sections that the player is in as they are."""

    def decide(self, state: DeskState, context: Context) -> Plan:
        plan = _plan(state, self.section, (self.player,), self.only_here)
        if not isinstance(plan.event, e.PlayersCorrected):
            return plan
        (player,) = plan.event.players
        return Plan(e.PlayerCorrected(self.section, player, plan.event.order), plan.notices)


@frozen
class CorrectPlayers:
    """Correct the data of several players in one action, as a new rating list gives them."""

    section: str
    players: tuple[Player, ...]
    only_here: bool = False

    def decide(self, state: DeskState, context: Context) -> Plan:
        return _plan(state, self.section, self.players, self.only_here)


@frozen
class ExchangeNumbers:
    """Swap the pairing numbers of two players, as long as they may change (C.04.2: 2.3)."""

    section: str
    one: int
    other: int

    def decide(self, state: DeskState, context: Context) -> Plan:
        section = state.section(self.section)
        swap = {self.one: self.other, self.other: self.one}
        order = tuple(swap.get(player, player) for player in section.order)
        return Plan(e.NumbersExchanged(self.section, (self.one, self.other), order))


def _plan(state: DeskState, key: str, given: Sequence[Player], only_here: bool) -> Plan:
    """Return a plan with one event for the corrections in all sections concerned."""
    here = state.section(key)
    players = [_in_place(one, here.registration(one.id).player) for one in given]
    changed = [one for one in players if one != here.registration(one.id).player]
    if not changed:
        raise NothingChanged()
    first, notices = _in_section(here, changed)
    if only_here:
        return Plan(first, tuple(notices))
    corrections = [first]
    for other in state.sections.values():
        if other.key == key:
            continue
        carried = [
            (one, _carry_over(here.registration(one.id).player, one, here, other))
            for one in changed
            if one.id in other.registrations
        ]
        notices += _rating_notices(here, other, carried)
        there = [new for _, new in carried if new != other.registration(new.id).player]
        if there:
            correction, more = _in_section(other, there)
            corrections.append(correction)
            # A player has another number there, so only what names nobody is repeated.
            notices += [
                Notice(
                    Sentence(n.IN_SECTION, section=other.key, text=notice.sentence), notice.article
                )
                for notice in more
                if notice.sentence.template is not n.RATING_AFTER_START
            ]
    if len(corrections) == 1:
        return Plan(first, tuple(notices))
    return Plan(e.CorrectedInSections(key, tuple(corrections)), tuple(notices))


def _in_place(given: Player, old: Player) -> Player:
    """Return the player with new data, but with the entry, withdrawal and expulsion of `old`."""
    return replace(
        given,
        number=0,
        entered=old.entered,
        withdrawn_after=old.withdrawn_after,
        expelled=old.expelled,
    )


def _in_section(section: Section, players: Sequence[Player]) -> Corrected:
    corrected = tuple(players)
    listed = [one for one in corrected if one.id in section.order]
    if not listed:
        return e.PlayersCorrected(section.key, corrected), []
    order, moves = order_after_corrections(section, listed)
    notices = moves_notice(moves, Article.NUMBERS.of(section.settings))
    if len(section.rounds) >= FROZEN_FROM:
        notices.append(Notice(Sentence(n.NUMBERS_STAY), Article.NUMBERS.of(section.settings)))
    strength = strength_in(section.settings)
    notices += [
        Notice(
            Sentence(n.RATING_AFTER_START, player=PlayerRef(one.id)),
            Article.CORRECTIONS.of(section.settings),
        )
        for one in listed
        if strength(one) != strength(section.registration(one.id).player)
    ]
    new = order if order != section.order else ()
    return e.PlayersCorrected(section.key, corrected, new), notices


def _carry_over(old: Player, new: Player, here: Section, other: Section) -> Player:
    """Return the player of another section with the changes made here, from `old` to `new`.

    A rating and its K belong to a pace: they are changed there only if both sections have the same
    pace and had the same rating.
    """
    there = other.registration(new.id).player
    changes: dict[str, Any] = {
        name: getattr(new, name) for name in PERSONAL if getattr(new, name) != getattr(old, name)
    }
    same_pace = here.announced.pace is other.announced.pace
    with_rating = same_pace and there.rating == old.rating
    if with_rating:
        changes["rating"], changes["rating_list"] = new.rating, new.rating_list
        if there.estimate == old.estimate:
            changes["estimate"] = new.estimate
    tags, before, after = dict(there.tags), dict(old.tags), dict(new.tags)
    for key in dict.fromkeys((*before, *after)):
        if before.get(key) == after.get(key) or key in OF_A_SECTION:
            continue
        if key == OF_THE_RATING and not with_rating:
            continue
        tags.pop(key, None)
        if key in after:
            tags[key] = after[key]
    if tags != dict(there.tags):
        changes["tags"] = tuple(tags.items())
    return replace(there, **changes)


def _rating_notices(
    here: Section, other: Section, carried: Sequence[tuple[Player, Player]]
) -> Iterator[Notice]:
    """Yield a warning for each player whose rating changes here, but not in another section."""
    for new, there in carried:
        if new.rating != here.registration(new.id).player.rating and there.rating != new.rating:
            values = {
                "player": PlayerRef(new.id),
                "section": other.key,
                "rating": there.rating or "–",
            }
            yield Notice(Sentence(n.RATING_ELSEWHERE, **values), "", (new.id,))
