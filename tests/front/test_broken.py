"""Tournaments built in Python: wrong ones raise our own errors, with all problems at once."""

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

import crivello as cv
from tests.front.broken import RUBBISH, tournaments

EXAMPLES = int(os.environ.get("CRIVELLO_EXAMPLES", "60"))
ADA, BEN = cv.Player("Ada", id=1, number=1), cv.Player("Ben", id=2, number=2)


def pick(folder: Path) -> dict[str, Any]:
    return {
        "pair": cv.pair,
        "standings": lambda t: cv.standings(t, ["BH/C1", "SB", "DE", "ARO"]),
        "announced": cv.standings,
        "explain": cv.explain,
        "player": lambda t: cv.explain(t, player=1, language="it"),
        "why_not": lambda t: cv.why_not(t, pair=(1, 2)),
        "map": lambda t: cv.bracket_map(t).svg(),
        "check": lambda t: cv.check(t).to_json(),
        "trf26": lambda t: cv.write(t, folder / "a.trf"),
        "trfx": lambda t: cv.write(t, folder / "a.trf", "trfx"),
        "json": lambda t: cv.write(t, folder / "a.json"),
        "csv": lambda t: cv.write(t, folder / "a.csv"),
        "add": lambda t: t.add_player("Zoe"),
        "bye": lambda t: t.bye(1),
        "leave": lambda t: t.withdraw(1),
        "results": lambda t: t.with_results({1: "1-0"}),
        "next": lambda t: t.with_pairing(cv.pair(t)),
        "html": lambda t: t._repr_html_(),
        "text": str,
        "to_json": lambda t: t.to_json(),
    }


@given(tournaments())
@settings(max_examples=EXAMPLES)
def test_nothing_but_our_own_errors_comes_out(
    tmp_path_factory: pytest.TempPathFactory, tournament: cv.Tournament
) -> None:
    folder = tmp_path_factory.getbasetemp()
    for function in pick(folder).values():
        with suppress(cv.CrivelloError):
            assert repr(function(tournament))


BROKEN = {
    "two players with one id": (
        cv.Tournament([ADA, cv.Player("Ben", id=1, number=2)]),
        ["The id 1 belongs to more than one player."],
    ),
    "an unknown player": (
        cv.Tournament([ADA, BEN], [cv.Round((cv.Game(1, 9),))]),
        ["Round 1 names player 9, who does not exist."],
    ),
    "a player twice in a round": (
        cv.Tournament([ADA, BEN], [cv.Round((cv.Game(1, 2), cv.Game(2, 1)))]),
        [
            "Player 1 appears more than once in round 1.",
            "Player 2 appears more than once in round 1.",
        ],
    ),
    "a result as text": (
        cv.Tournament([ADA, BEN], [cv.Round((cv.Game(1, 2, "1-0"),))]),  # type: ignore[arg-type]
        ["rounds[0].games[0].result is '1-0'; expected: one of Result.WHITE_WINS, "],
    ),
    "numbers that are none": (
        cv.Tournament(
            [cv.Player("Ada", rating=-5, id=1, number=1), BEN],
            settings=cv.Settings(scoring=cv.Scoring(forfeit_loss=float("nan"))),
        ),
        ["settings.scoring.forfeit_loss is nan; expected: a number of points."],
    ),
    "a negative rating": (
        cv.Tournament([cv.Player("Ada", rating=-5, id=1, number=1)]),
        ["players[0].rating is -5; it must be from 0 to 9999."],
    ),
    "a name that is no text": (
        cv.Tournament([cv.Player(None, id=1, number=1)]),  # type: ignore[arg-type]
        ["players[0].name is None; expected: a text."],
    ),
    "no players but a text": (
        cv.Tournament("Ada"),  # type: ignore[arg-type]
        ["players is 'Ada'; expected: a tuple."],
    ),
    "a settings that is none": (
        cv.Tournament([ADA], settings={"rounds": 5}),  # type: ignore[arg-type]
        ["settings is dict; expected: Settings."],
    ),
    "everything at once": (
        cv.Tournament(
            [cv.Player(3, id="x", number=1), 7],  # type: ignore[arg-type, list-item]
            [None],  # type: ignore[list-item]
            cv.Settings(rounds=2.5, name=b"Open"),  # type: ignore[arg-type]
        ),
        [
            "players[0].id is 'x'; expected: a whole number.",
            "players[0].name is 3; expected: a text.",
            "players[1] is 7; expected: Player.",
            "rounds[0] is None; expected: Round.",
            "settings.name is b'Open'; expected: a text.",
            "settings.rounds is 2.5; expected: a whole number.",
        ],
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_every_problem_is_told(tmp_path: Path, name: str) -> None:
    tournament, expected = BROKEN[name]
    for function in (
        tournament.validate,
        *(lambda f=f: f(tournament) for f in pick(tmp_path).values()),
    ):
        with pytest.raises(cv.Illegal) as caught:
            function()
        found = [str(problem) for problem in caught.value.problems]
        assert len(found) == len(expected)
        assert all(one.startswith(text) for one, text in zip(found, expected, strict=True))
        assert expected[0] in str(caught.value)


@pytest.mark.parametrize(
    "function",
    ["bracket_map", "check", "explain", "grid", "pair", "schedule", "standings"],
)
@given(RUBBISH)
@settings(max_examples=10)
def test_what_is_no_tournament_is_refused(function: str, thing: Any) -> None:
    with pytest.raises(cv.Illegal, match="A tournament is expected, not"):
        getattr(cv, function)(thing)


OPEN = cv.Tournament.new("Open", 5, ["Ada", "Ben", "Cleo", "Dan"], initial_colour="white")
WRONG_ARGUMENTS: list[Callable[[Any], Any]] = [
    lambda x: cv.pair(OPEN, x),
    lambda x: cv.pair(OPEN, system=x),
    lambda x: cv.pair(OPEN, date=x),
    lambda x: cv.standings(OPEN, x),
    lambda x: cv.standings(OPEN, [x]),
    lambda x: cv.standings(OPEN, after=x),
    lambda x: cv.explain(OPEN, x),
    lambda x: cv.explain(OPEN, player=x),
    lambda x: cv.explain(OPEN, language=x),
    lambda x: cv.explain(OPEN, depth=x),
    lambda x: cv.why_not(OPEN, pair=x),
    lambda x: cv.why_not(OPEN, pair=(x, 1)),
    lambda x: cv.why_not(OPEN, bye=x),
    lambda x: cv.why_not(OPEN, colour=(1, x)),
    lambda x: cv.check(OPEN, x),
    lambda x: cv.generate(x),
    lambda x: cv.generate(4, 2, seed=x),
    lambda x: cv.generate(4, 2, system=x),
    lambda x: cv.generate(4, 9, acceleration=x),
    lambda x: cv.generate(4, 2, draws=x),
    lambda x: cv.Tournament.new(x),
    lambda x: cv.Tournament.new("Open", x),
    lambda x: cv.Tournament.new("Open", 5, x),
    lambda x: cv.Tournament.new("Open", 5, [x]),
    lambda x: cv.Tournament.new("Open", 5, [("Ada", x)]),
    lambda x: cv.Tournament.new("Open", 5, scoring=x),
    lambda x: OPEN.with_settings(tie_breaks=x),
    lambda x: OPEN.add_player(x),
    lambda x: OPEN.withdraw(x),
    lambda x: OPEN.withdraw(1, x),
    lambda x: OPEN.bye(x),
    lambda x: OPEN.bye(1, x),
    lambda x: OPEN.bye(1, 2, x),
    lambda x: OPEN.with_pairing(x),
    lambda x: OPEN.with_pairing(cv.RoundPairing(1, "dutch-2026", x)),
    lambda x: OPEN.with_pairing(cv.RoundPairing(1, "dutch-2026", [x])),
    lambda x: OPEN.with_pairing(cv.pair(OPEN)).with_results(x),
    lambda x: OPEN.with_pairing(cv.pair(OPEN)).with_results({x: "1-0"}),
    lambda x: OPEN.with_pairing(cv.pair(OPEN)).with_results([x]),
    lambda x: OPEN.player(x),
    lambda x: cv.schedule(OPEN, x),
    lambda x: cv.lots(OPEN, x),
    lambda x: cv.lots(OPEN, 1, x),
    lambda x: cv.lots(OPEN, 1, by=x),
    lambda x: cv.lots(OPEN, 1, last=x),
    lambda x: cv.grid(OPEN, x),
    lambda x: cv.grid(OPEN, after=x),
    lambda x: cv.scheveningen(x),
    lambda x: OPEN.with_numbers(x),
    lambda x: OPEN.with_numbers([x, 2, 3, 4]),
    lambda x: cv.write(OPEN, "", x),
    lambda x: cv.Score(x),
    lambda x: cv.Result(x),
]

KEYED = 37
RESULT = len(WRONG_ARGUMENTS) - 1


@pytest.mark.parametrize("number", range(len(WRONG_ARGUMENTS)))
@given(RUBBISH)
@settings(max_examples=15)
def test_wrong_arguments_are_our_own_errors(number: int, thing: Any) -> None:
    if number == KEYED and type(thing) in (list, dict):
        return  # no key of a mapping
    if number == RESULT and isinstance(thing, int):
        return  # Python refuses very large ones before we are asked
    with suppress(cv.CrivelloError):
        WRONG_ARGUMENTS[number](thing)
