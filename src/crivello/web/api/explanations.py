"""API routes for explanations: how a round was paired, why this opponent, why not another.

A round is explained from what was known when it was paired, whatever has been corrected since.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, cast

from fastapi import Query

from crivello.desk.actions import preview
from crivello.desk.keep_apart import with_forbidden_pairs
from crivello.explain.editions import explain_edition_diff
from crivello.explain.explanation import Depth, Explanation
from crivello.explain.player.readers import (
    Reader,
    answer_edition,
    answer_player,
    answer_why_not_bye,
    answer_why_not_colour,
    answer_why_not_pair,
)
from crivello.explain.render import as_json
from crivello.explain.round import explain_round
from crivello.formats.codec import decode
from crivello.model.keys import SYSTEMS
from crivello.model.result import Colour
from crivello.model.tournament import Tournament
from crivello.reports.views.explanation import ExplanationView
from crivello.systems.registry import System, find
from crivello.web.api.problems import NoPlayer, NoRound, NoSystem
from crivello.web.api.resources import IN_SECTION, OfPlayer
from crivello.web.api.scope import AtSection, PlayerId, RoundNumber, SectionRequest, api_router
from crivello.web.shapes import ColourJson, HowMuch, shape

router = api_router("Explaining")

IN_ROUND = f"{IN_SECTION}/rounds/{{number}}"
Key = Annotated[str, Query(max_length=40)]
EXPLANATION = shape(ExplanationView)


@router.get(f"{IN_ROUND}/explanation", response_model=EXPLANATION)
def explanation(
    at: AtSection, number: RoundNumber, depth: HowMuch = HowMuch.NORMAL
) -> ExplanationView:
    """Explain how a round was paired, or how the next one would be paired."""
    return _explain(at, number, explain_round, (), Depth[depth.name])


@router.get(f"{IN_ROUND}/explanation/{{player}}", response_model=EXPLANATION)
def of_player(
    at: AtSection, number: RoundNumber, player: PlayerId, depth: Reader = Reader.PLAYER
) -> ExplanationView:
    """Explain why a player has this opponent and colour, or the bye."""
    return _explain(at, number, answer_player, (player,), depth)


@router.get(f"{IN_ROUND}/why-not/pair", response_model=EXPLANATION)
def why_not_pair(
    at: AtSection,
    number: RoundNumber,
    one: OfPlayer,
    other: OfPlayer,
    depth: Reader = Reader.PLAYER,
) -> ExplanationView:
    """Explain why two players do not meet."""
    return _explain(at, number, answer_why_not_pair, (one, other), depth)


@router.get(f"{IN_ROUND}/why-not/bye", response_model=EXPLANATION)
def why_not_bye(
    at: AtSection, number: RoundNumber, player: OfPlayer, depth: Reader = Reader.PLAYER
) -> ExplanationView:
    """Explain why a player does not have the bye."""
    return _explain(at, number, answer_why_not_bye, (player,), depth)


@router.get(f"{IN_ROUND}/why-not/colour", response_model=EXPLANATION)
def why_not_colour(
    at: AtSection,
    number: RoundNumber,
    player: OfPlayer,
    colour: ColourJson,
    depth: Reader = Reader.PLAYER,
) -> ExplanationView:
    """Explain why a player does not have a colour."""
    wanted = decode(Colour, colour)
    return _explain(at, number, answer_why_not_colour, (player,), wanted, depth)


@router.get(f"{IN_ROUND}/edition-difference", response_model=EXPLANATION)
def edition_difference(
    at: AtSection, number: RoundNumber, system: Key, player: int | None = None
) -> ExplanationView:
    """Pair the round by another system or edition, and name the rule that makes the difference.

    With a player, the answer is about that player only: a few sentences.
    """
    if system not in SYSTEMS:
        raise NoSystem(system)
    if player is not None:
        return _explain(at, number, _edition_of_player, (player,), system)
    return _explain(at, number, _edition_diff, (), system)


def _edition_diff(system: System, tournament: Tournament, number: int, other: str) -> Explanation:
    return explain_edition_diff(system, find(other), tournament, number)


def _edition_of_player(
    system: System, tournament: Tournament, number: int, player: int, other: str
) -> Explanation:
    return answer_edition(system, find(other), tournament, number, player)


def _explain(
    at: SectionRequest,
    number: int,
    explain: Callable[..., Explanation],
    players: tuple[int, ...],
    *choice: object,
) -> ExplanationView:
    """Return the explanation that `explain` makes of the round, the players and the `choice`."""

    def compute() -> ExplanationView:
        system, tournament = _system_and_tournament(at, number)
        for player in players:
            if player not in tournament.player:
                raise NoPlayer(player)
        found = explain(system, tournament, number, *players, *choice)
        return cast(ExplanationView, as_json(found, at.language))

    asked = (explain, players, choice)
    return at.once(("api-explained", at.key, number, at.language, asked), compute)


def _system_and_tournament(at: SectionRequest, number: int) -> tuple[System, Tournament]:
    """Return the edition of a round, and the tournament as it was when the round was paired."""
    section = at.section
    draft = section.draft
    if number <= len(section.rounds):
        draft = section.rounds[number - 1].draft
    if draft is not None and draft.round == number:
        work = at.file.submit(lambda desk: desk.tournament_at_pairing(at.key, number))
        return find(draft.system), work.result()
    if number != section.next_round:
        raise NoRound(number)
    coming = with_forbidden_pairs(section.tournament, preview(section).apart)
    work = at.file.submit(lambda desk: desk.name_deciders(at.key, coming, number))
    return find(at.system), work.result()
