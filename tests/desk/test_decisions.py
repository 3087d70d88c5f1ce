"""Decisions to keep players apart, with author and time, as the log records them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from crivello.desk import Desk
from crivello.desk import actions as a
from crivello.explain.answers import explain_why_not_pair
from crivello.explain.player.answer import CauseKind, PlayerWriter
from crivello.explain.player.questions import answers_about
from crivello.explain.render import as_text
from crivello.explain.round import TracedRound
from crivello.model.settings import Apart, DecidedApart, Settings
from crivello.systems.registry import find
from crivello.words import Language
from tests.desk.desks import A, Clock, fresh, people, play, publish

Who = tuple[str, str, int]


def who(desk: Desk, number: int, one: int, other: int) -> Who | None:
    """Return by whom, on which day and since when two players are kept apart in a paired round."""
    for apart in desk.tournament_at_pairing(A, number).settings.forbidden:
        if {one, other} <= set(apart.players) and apart.applies(number):
            assert isinstance(apart, DecidedApart)
            return apart.decided_by, apart.day, apart.since
    return None


def why_not(desk: Desk, number: int, one: int, other: int, language: Language) -> str:
    known = desk.tournament_at_pairing(A, number)
    ask = answers_about(TracedRound(find("dutch-2026"), known, number))
    answer = ask.why_not_pair(one, other)
    assert answer.cause.kind is CauseKind.KEPT_APART
    return PlayerWriter(language).answer(answer)


def decide(desk: Desk, action: a.SetApart, arbiter: str) -> None:
    """Keep players apart by decision after round 1, in FIDE mode."""
    desk.act(replace(action, by_decision=True), actor=arbiter, reason="heard later")


def test_each_round_knows_who_had_decided_when_it_was_paired(tmp_path: Path) -> None:
    clock = Clock()
    desk = fresh(tmp_path, 8, clock=clock)
    first, second = Apart((1, 5)), Apart((2, 4, 6), 2, None, "same club")
    desk.act(a.SetApart(A, (first,)), actor="Anna Bruni")
    play(desk, 1)
    clock.forward(24 * 60)
    decide(desk, a.SetApart(A, (first,), (second,)), "Carlo Neri")
    play(desk, 1)
    decide(desk, a.SetApart(A), "Carlo Neri")
    play(desk, 1)
    decide(desk, a.SetApart(A, (first,)), "Carlo Neri")
    play(desk, 1)
    assert who(desk, 1, 1, 5) == ("Anna Bruni", "2026/03/01", 1)
    assert who(desk, 1, 2, 4) is None
    assert who(desk, 2, 1, 5) == ("Anna Bruni", "2026/03/01", 1)
    assert who(desk, 2, 2, 4) == ("Carlo Neri", "2026/03/02", 2)
    assert who(desk, 3, 1, 5) is None  # released
    assert who(desk, 4, 1, 5) == ("Carlo Neri", "2026/03/02", 4)


def test_the_players_are_told(tmp_path: Path) -> None:
    desk = fresh(tmp_path, 8)
    desk.act(a.SetApart(A, (Apart((1, 5)),)), actor="Anna Bruni")
    play(desk, 1)
    groups = (Apart((1, 2), name="same club"),)
    decide(desk, a.SetApart(A, (Apart((1, 5)),), groups), "Anna Bruni")
    publish(desk)
    english, italian = Language.EN, Language.IT
    assert why_not(desk, 1, 1, 5, english) == (
        "You do not meet 5 Player 005: the arbiter Anna Bruni has kept you two apart since "
        "1 March 2026."
    )
    assert why_not(desk, 2, 2, 1, english) == (
        "You do not meet 1 Player 001: the arbiter Anna Bruni has kept you two apart since round 2 "
        "(same club)."
    )
    assert why_not(desk, 2, 2, 1, italian) == (
        "Non giochi con 1 Player 001: dal turno 2 l'arbitro Anna Bruni vi tiene separati (same "
        "club)."
    )


@pytest.mark.parametrize("system", ["dutch-2026", "burstein-2026"])
def test_an_arbiter_is_told_the_day_as_well(tmp_path: Path, system: str) -> None:
    desk = fresh(tmp_path, 8, system=system)
    desk.act(a.SetApart(A, keep_apart=(Apart((1, 5), name="same club"),)), actor="Anna Bruni")
    publish(desk)
    known = desk.tournament_at_pairing(A, 1)
    told = as_text(explain_why_not_pair(find(system), known, 1, 1, 5), Language.EN)
    assert "  1 and 5 are not to meet in this round.\n" in told
    assert (
        "  The arbiter Anna Bruni decided this on 2026/03/01; it holds from round 1 on.\n"
        "  They are kept apart as a group: same club.\n" in told
    )
    file = replace(known, settings=replace(known.settings, forbidden=(Apart((1, 5), 1),)))
    told = as_text(explain_why_not_pair(find(system), file, 1, 1, 5), Language.EN)
    assert "  The file does not say who decided this; it holds from round 1 on.\n" in told


def test_a_decision_that_was_undone_is_nobodys(tmp_path: Path) -> None:
    desk = fresh(tmp_path, 8)
    desk.act(a.SetApart(A, (Apart((1, 5)),)), actor="Anna Bruni")
    desk.undo()
    desk.act(a.SetApart(A, (Apart((1, 5)),)))
    publish(desk)
    assert who(desk, 1, 1, 5) == ("arbiter", "2026/03/01", 1)


def test_who_joins_a_group_later_is_kept_apart_since_then(tmp_path: Path) -> None:
    desk = fresh(tmp_path, 8)
    desk.act(a.SetApart(A, keep_apart=(Apart((1, 2, 3), name="club"),)), actor="Anna Bruni")
    play(desk, 1)
    decide(desk, a.SetApart(A, keep_apart=(Apart((1, 2, 8), name="club"),)), "Carlo Neri")
    publish(desk)
    assert who(desk, 2, 1, 2) == ("Anna Bruni", "2026/03/01", 1)
    assert who(desk, 2, 8, 2) == ("Carlo Neri", "2026/03/01", 2)
    assert who(desk, 2, 1, 3) is None


def test_a_group_that_lost_a_player_or_a_pair_has_still_been_decided(tmp_path: Path) -> None:
    desk = fresh(tmp_path, 7)
    desk.act(a.SetApart(A, keep_apart=(Apart((1, 2, 3, 4, 5, 6, 7), name="club"),)))
    desk.act(a.Remove(A, (7,)))
    publish(desk)
    draft = desk.section(A).rounds[0].draft
    kept = [pair.players for pair in draft.apart]
    assert draft.released
    assert kept
    assert all(who(desk, 1, *players) == ("arbiter", "2026/03/01", 1) for players in kept)


def test_what_a_section_began_with_was_decided_by_whom_it_was_opened(tmp_path: Path) -> None:
    desk = fresh(tmp_path, 4)
    kept = Settings(name="B", rounds=3, system="dutch-2026", forbidden=(Apart((11, 12)),))
    desk.act(a.OpenSection("B", kept), actor="Anna Bruni")
    desk.act(a.Register("B", people(4, 11)))
    tournament = desk.name_deciders("B", desk.tournament("B"), 1)
    (apart,) = tournament.settings.forbidden
    assert apart == DecidedApart((11, 12), 1, None, "", "Anna Bruni", "2026/03/01", 1)
    assert "decided_by='Anna Bruni'" in repr(apart)


@pytest.mark.parametrize("system", ["dutch-2026", "dubov-2026", "burstein-2026", "lim-1999"])
def test_the_round_is_paired_as_it_was(tmp_path: Path, system: str) -> None:
    desk = fresh(tmp_path, 9, system=system)
    desk.act(a.SetApart(A, (Apart((1, 5)),), (Apart((2, 3, 4), name="club"),)))
    play(desk, 3)
    for number, this in enumerate(desk.section(A).rounds, start=1):
        found = find(system).pair(desk.tournament_at_pairing(A, number), number)
        assert tuple((board.white, board.black) for board in found.boards) == this.draft.boards
