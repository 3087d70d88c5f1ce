"""What is worth a look in a tournament beside its pairings: numbers, initial order, ranks."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from crivello.model.errors import N_, CrivelloError, Problem, Severity
from crivello.model.player import Player
from crivello.model.sentence import ListOf, Sentence
from crivello.model.tournament import Tournament
from crivello.rules.initial_order import order_key, title_order
from crivello.standings.ranks import rank_differences
from crivello.standings.standings import standings

UNKNOWN_TIE_BREAKS = N_("Ranks are not compared: no such tie-break is known here ({codes}).")


def remarks(tournament: Tournament, system: str) -> tuple[Problem, ...]:
    """Warnings only: late entries, frozen numbers or lots may well be the reason."""
    return (*_numbers(tournament), *_initial_order(tournament, system), *_ranks(tournament))


def _numbers(tournament: Tournament) -> Iterator[Problem]:
    """Pairing numbers are 1, 2, 3, … (C.04.2: 2.2)."""
    numbers = {player.number for player in tournament.players}
    missing = sorted(set(range(1, len(numbers) + 1)) - numbers)
    if missing:
        yield Problem(
            Sentence(
                N_("Pairing numbers that nobody has: {numbers}."),
                numbers=ListOf(tuple(missing)),
            ),
            severity=Severity.WARNING,
        )


def _initial_order(tournament: Tournament, system: str) -> Iterator[Problem]:
    """By rating and title; among equals an event may order as it likes."""
    key = order_key(title_order(system), then=_anyhow)
    in_order = sorted(tournament.players, key=lambda player: player.number)
    for above, below in pairwise(in_order):
        if key(below)[:2] < key(above)[:2]:
            yield Problem(
                Sentence(
                    N_(
                        "Player {below} ({strength_below}) is higher in the initial order than"
                        " player {above} ({strength_above}), who has the smaller pairing number."
                    ),
                    below=below.id,
                    strength_below=_strength(below),
                    above=above.id,
                    strength_above=_strength(above),
                ),
                player=below.id,
                severity=Severity.WARNING,
            )


def _anyhow(player: Player) -> int:
    return 0


def _strength(player: Player) -> str:
    title = "" if player.title is None else f"{player.title.value} "
    return f"{title}{player.rating or 0}"


def _ranks(tournament: Tournament) -> tuple[Problem, ...]:
    """The ranks that the file states, against those of its results."""
    if not any(player.rank for player in tournament.players):
        return ()
    try:
        table = standings(tournament)
    except CrivelloError as error:
        problem = Problem(error.sentence, severity=Severity.WARNING)
        return (problem,)
    if table.unknown:
        sentence = Sentence(UNKNOWN_TIE_BREAKS, codes=ListOf(tuple(table.unknown)))
        return (Problem(sentence, severity=Severity.WARNING),)
    return rank_differences(table)
