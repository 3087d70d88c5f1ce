"""Hypothesis strategies for tournaments of every kind, sound and broken."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

import crivello as cv

NAN = float("nan")
RUBBISH = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.integers(min_value=10**11, max_value=10**5000),
    st.floats(),
    st.text(max_size=6),
    st.sampled_from([b"x", "\ud800", "\x00\n", [], {}, object(), NAN, 1.5, "1-0", (), ((),), -1]),
    st.sampled_from([Fraction(1, 3), cv.Score("½"), cv.Result.DRAW, cv.Bye.HALF_POINT, cv.Player]),
)
"""Values that fit no field, or only some."""


BROKEN = st.shared(st.integers(0, 2).map(lambda roll: roll == 0), key="broken")
"""True for tournaments in which some values have wrong types."""


def mostly(right: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Return a strategy for a valid value that is sometimes replaced by one that breaks the
    tournament.
    """
    wrong = st.integers(0, 14).flatmap(lambda roll: right if roll else RUBBISH)
    return BROKEN.flatmap(lambda broken: wrong if broken else right)


IDS = mostly(st.integers(1, 6))
NAMES = mostly(st.text(max_size=8))
RESULTS = mostly(st.one_of(st.none(), st.sampled_from(cv.Result)))
ROUNDS = mostly(st.one_of(st.none(), st.integers(-1, 9)))
POINTS = mostly(st.sampled_from([0, 1, 2, 3, 0.5, "½", "1/3", -1, 10**9, NAN, cv.Score(7, 6)]))


def _seldom(**fields: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    """Return a strategy for a few of the fields."""
    return st.fixed_dictionaries({}, optional=fields)


@st.composite
def players(draw: st.DrawFn) -> Any:
    found = []
    for number in range(1, draw(st.sampled_from([6, 6, 6, 6, 5, 2, 0])) + 1):
        fields = draw(
            _seldom(
                rating=mostly(st.integers(1000, 2800)),
                title=mostly(st.sampled_from([*cv.Title, "gm", "XX"])),
                sex=mostly(st.sampled_from(["m", "w"])),
                fide_id=mostly(st.integers(1, 10**8)),
                tags=mostly(st.just({"club": "x"})),
                entered=ROUNDS,
                withdrawn_after=ROUNDS,
                rank=ROUNDS,
                estimate=ROUNDS,
                national=mostly(st.just([cv.NationalRecord("ITA")])),
            )
            if draw(st.integers(0, 3)) == 0
            else st.just({})
        )
        one = cv.Player(draw(NAMES), id=number, number=number, **fields)
        if draw(st.integers(0, 60)) == 0:
            one = cv.Player(one.name, id=draw(IDS), number=draw(IDS))
        found.append(draw(mostly(st.just(one))) if draw(st.integers(0, 9)) == 0 else one)
    return draw(mostly(st.just(found)))


GAMES = st.builds(cv.Game, IDS, IDS, RESULTS) | st.builds(
    cv.Game, IDS, IDS, RESULTS, mostly(st.booleans()), RESULTS, mostly(st.booleans())
)


@st.composite
def _whole_round(draw: st.DrawFn) -> cv.Round:
    """Draw a round in which each of six players occurs at most once."""
    order = draw(st.permutations(range(1, 7)))
    count = draw(st.integers(0, 3))
    games = [cv.Game(order[2 * i], order[2 * i + 1], draw(RESULTS)) for i in range(count)]
    rest = order[2 * count :]
    byes = [(player, draw(st.sampled_from(cv.Bye))) for player in rest if draw(st.booleans())]
    return cv.Round(tuple(games), tuple(byes))


ROUND = st.one_of(
    _whole_round(),
    st.builds(
        cv.Round,
        mostly(st.lists(GAMES, max_size=3).map(tuple)),
        mostly(st.lists(st.tuples(IDS, mostly(st.sampled_from(cv.Bye))), max_size=2).map(tuple)),
    ),
    mostly(_whole_round()),
)
APART = st.builds(cv.Apart, mostly(st.tuples(IDS, IDS)), ROUNDS, ROUNDS, NAMES)
SETTINGS = _seldom(
    name=NAMES,
    rounds=ROUNDS,
    start=mostly(st.sampled_from(["2026/03/01", "", "32/13/2020", "1.2.03"])),
    round_dates=mostly(st.lists(NAMES, max_size=3)),
    initial_colour=mostly(st.sampled_from(["white", "b", *cv.Colour])),
    system=mostly(st.sampled_from(["dutch-2026", "dubov", "lim", "burstein-2026", "x", ""])),
    scoring=mostly(st.builds(cv.Scoring, POINTS, POINTS, POINTS, forfeit_loss=POINTS)),
    acceleration=mostly(
        st.builds(
            cv.Acceleration,
            mostly(st.sampled_from([None, "baku-2026", "baku-2016", "x"])),
            mostly(st.dictionaries(st.integers(0, 7), st.lists(POINTS, max_size=3), max_size=3)),
            ROUNDS,
        )
    ),
    forbidden=mostly(st.lists(APART, max_size=2)),
    keep_apart=mostly(st.lists(APART, max_size=2)),
    must_meet=mostly(st.lists(st.tuples(IDS, IDS), max_size=2)),
    adjustments=mostly(
        st.lists(
            st.builds(
                cv.PointsAdjustment,
                mostly(st.tuples(IDS)),
                POINTS,
                ROUNDS,
                mostly(st.sampled_from([None, *cv.Award])),
            ),
            max_size=2,
        )
    ),
    tie_breaks=mostly(st.lists(st.sampled_from(["BH", "SB/C1", "XX", ""]), max_size=2)),
    standings_order=mostly(st.lists(NAMES, max_size=2)),
    teams=mostly(st.lists(st.builds(cv.Team, NAMES, mostly(st.tuples(IDS))), max_size=1)),
    team_records=mostly(st.lists(NAMES, max_size=1)),
    comments=mostly(st.lists(NAMES, max_size=2)),
    options=mostly(st.builds(cv.Options, mostly(st.sampled_from(cv.Parity)))),
).map(lambda fields: cv.Settings(**fields))


@st.composite
def tournaments(draw: st.DrawFn) -> cv.Tournament:
    """Draw a tournament assembled from arbitrary parts; often it can even be paired."""
    rounds = draw(mostly(st.lists(ROUND, max_size=3)))
    settings = draw(SETTINGS) if draw(st.booleans()) else cv.Settings(rounds=9)
    return cv.Tournament(draw(players()), rounds, draw(mostly(st.just(settings))))
