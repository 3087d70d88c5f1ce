"""Remarks on a tournament besides those on its pairings."""

from dataclasses import replace

from crivello.audit.file_report import remarks
from crivello.audit.generator import generate
from crivello.audit.recipe import Recipe
from crivello.model.player import Title
from crivello.model.tournament import Tournament

KEY = "dutch-2026"


def event() -> Tournament:
    return generate(Recipe(players=8, rounds=3), 1)


def said(tournament: Tournament) -> list[str]:
    return [str(problem) for problem in remarks(tournament, KEY)]


def test_a_generated_tournament_deserves_no_remark() -> None:
    assert said(event()) == []


def test_a_gap_in_the_numbers() -> None:
    tournament = event()
    players = (*tournament.players[:7], replace(tournament.players[7], number=12))
    assert said(replace(tournament, players=players)) == ["Unused pairing numbers: 8."]


def test_a_player_out_of_the_initial_order() -> None:
    tournament = event()
    third, fourth = tournament.players[2:4]
    stronger = replace(fourth, rating=(third.rating or 0) + 1)
    players = (*tournament.players[:3], stronger, *tournament.players[4:])
    (only,) = said(replace(tournament, players=players))
    assert only.startswith(f"Player 4 ({stronger.rating}) is higher in the initial order than")
    titled = replace(fourth, rating=third.rating, title=Title.IM)
    players = (*tournament.players[:3], titled, *tournament.players[4:])
    (only,) = said(replace(tournament, players=players))
    assert f"Player 4 (IM {third.rating})" in only


def test_a_rank_that_the_results_do_not_give() -> None:
    tournament = event()
    last = max(tournament.players, key=lambda player: player.rank or 0)
    players = tuple(replace(p, rank=1) if p is last else p for p in tournament.players)
    assert any(
        text.startswith(f"Player {last.id}: the file has rank 1")
        for text in said(replace(tournament, players=players))
    )
    unknown = replace(tournament, settings=replace(tournament.settings, tie_breaks=("QQQ",)))
    (only,) = said(unknown)
    assert "QQQ" in only
