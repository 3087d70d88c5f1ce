"""PGN without moves, read back tag by tag."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from crivello.model.result import Result
from crivello.model.settings import Team
from crivello.reports.pgn import result_of, skeletons
from crivello.reports.subject import Subject
from tests.reports.pages_read import EVIL, evil

ROSTER = ["Event", "Site", "Date", "Round", "White", "Black", "Result"]
TAG = re.compile(r'\[(\w+) "((?:[^"\\]|\\["\\])*)"\]')


def games(text: str) -> list[dict[str, str]]:
    """Return the tags of each game; every line must be a tag or the result."""
    found: list[dict[str, str]] = []
    for part in text.split("\n[Event "):
        tags = {}
        part = part if part.startswith("[") else "[Event " + part
        *lines, blank, result, _ = (
            part.split("\n") if part.endswith("\n") else [*part.split("\n"), ""]
        )
        for line in lines:
            match = TAG.fullmatch(line)
            assert match, line
            tags[match[1]] = re.sub(r"\\(.)", r"\1", match[2])
        assert not blank
        assert result == tags["Result"]
        assert list(tags)[:7] == ROSTER
        found.append(tags)
    return found


def test_a_round_for_live_boards() -> None:
    first, second = games(skeletons(Subject.of_tournament(evil()), 2))
    assert first["White"] == "=HYPERLINK(1)"
    assert first["Black"] == EVIL
    assert (first["Round"], first["Board"]) == ("2.1", "1")
    assert (first["Site"], first["Date"]) == ("Trieste ITA", "2026.03.02")
    assert first["EventDate"] == "2026.03.01"
    assert first["Result"] == "*"
    assert (first["BlackTitle"], first["BlackElo"], first["BlackFideId"]) == ("GM", "2500", "101")
    assert first["WhiteTeam"] == "@cmd"
    assert "WhiteTitle" not in first
    assert second["Result"] == "1/2-1/2"
    assert second["Black"] == 'O\'Neil "Bob" \\ Äbel'
    assert "BlackElo" not in second


def test_forfeits_were_not_played_and_tables_can_be_chosen() -> None:
    subject = Subject.of_tournament(evil())
    assert [game["Round"] for game in games(skeletons(subject, 1))] == ["1.1"]
    (only,) = games(skeletons(subject, 2, 2, 2))
    assert only["White"] == "Ælfric"
    assert skeletons(subject, 2, 3) == ""


def test_a_team_is_named_and_a_line_cannot_be_broken() -> None:
    tournament = evil()
    names = (replace(tournament.players[0], name='a"]\n[Result "1-0'), *tournament.players[1:])
    settings = replace(tournament.settings, teams=(Team("Lione", (1, 3)),), name="", city="")
    tournament = replace(tournament, players=names, settings=settings)
    first, second = games(skeletons(Subject.of_tournament(tournament), 2))
    assert first["Black"] == 'a"] [Result "1-0'
    assert first["BlackTeam"] == second["BlackTeam"] == "Lione"
    assert (first["Event"], first["Site"]) == ("?", "ITA")


@pytest.mark.parametrize(
    ("result", "text"),
    [
        (None, "*"),
        (Result.WHITE_WINS, "1-0"),
        (Result.SHORT_BLACK_WINS, "0-1"),
        (Result.SHORT_DRAW, "1/2-1/2"),
        (Result.BOTH_LOSE, "*"),
        (Result.ADJOURNED, "*"),
        (Result.DOUBLE_FORFEIT, "*"),
    ],
)
def test_results_in_pgn(result: Result | None, text: str) -> None:
    assert result_of(result) == text
