"""Hypothesis strategies for tournaments that use everything the model can express."""

import random
from dataclasses import replace

from hypothesis import strategies as st

from crivello.model.keys import SYSTEMS
from crivello.model.player import NationalRecord, Player, Sex, Title
from crivello.model.result import Award, Bye, Colour, Result
from crivello.model.settings import (
    Acceleration,
    Apart,
    Options,
    Parity,
    PointsAdjustment,
    Scoring,
    Settings,
    Team,
)
from crivello.model.tournament import Game, Round, Tournament

TEXT = st.text(st.sampled_from("abcXYZ àéßŁő'-.,;#0129"), max_size=12)
ODD_TEXT = st.one_of(TEXT, st.text(max_size=50))
"""Also with control characters, at the edges of a line, and too long for a column."""
DATES = st.sampled_from(("", "2026/01/31", "2026/02/01", "1999/12/31", "31.12.2019"))


def whole_characters(text: str) -> bool:
    return not any("\ud800" <= c <= "\udfff" for c in text)


texts = ODD_TEXT.filter(whole_characters)

scorings = st.one_of(
    st.just(Scoring()),
    st.builds(
        Scoring,
        unit=st.sampled_from((1, 2, 3, 10, 20)),
        **{name: st.integers(0, 40) for name in Scoring.__dataclass_fields__ if name != "unit"},
    ),
)


@st.composite
def players(draw: st.DrawFn, count: int, ids: list[int]) -> tuple[Player, ...]:
    numbers = draw(st.sampled_from((ids, sorted(ids), list(range(1, count + 1)))))
    national = st.builds(
        NationalRecord,
        federation=st.sampled_from(("ITA", "GER", "XXX", "fr", "")),
        name=texts,
        title=st.sampled_from(("", "CM", "Maestro")),
        rating=st.none() | st.integers(0, 12000),
        identifier=TEXT,
        birth=DATES,
        sex=st.sampled_from(("", "m", "w")),
        classification=TEXT,
    )
    return tuple(
        draw(
            st.builds(
                Player,
                id=st.just(player),
                number=st.just(number),
                name=texts,
                title=st.none() | st.sampled_from(Title),
                rating=st.none() | st.integers(0, 12000),
                federation=st.sampled_from(("", "ITA", "Italy")),
                fide_id=st.none() | st.integers(0, 10**12 - 1),
                birth=DATES,
                sex=st.none() | st.sampled_from(Sex),
                tags=st.just(()) | st.tuples(st.tuples(TEXT, TEXT)),
                rank=st.none() | st.integers(1, 12000),
                national=st.lists(national, max_size=2).map(tuple),
                estimate=st.none() | st.integers(0, 12000),
            )
        )
        for player, number in zip(ids, numbers, strict=True)
    )


def rounds_of(rng: random.Random, ids: list[int], count: int, future: int) -> tuple[Round, ...]:
    """Return random games and byes; the rounds after `count` have requested byes only."""
    rounds = []
    for number in range(1, count + future + 1):
        order = rng.sample(ids, len(ids))
        games: list[Game] = []
        byes: list[tuple[int, Bye]] = []
        while order:
            player = order.pop()
            if number > count or rng.random() < 0.3:
                if rng.random() < 0.5:
                    bye = rng.choice((Bye.HALF_POINT, Bye.FULL_POINT, Bye.ZERO_POINT))
                    byes.append((player, bye))
            elif order:
                result = rng.choice((*Result, Result.WHITE_WINS, Result.DRAW, None))
                rated = rng.choice((None, None, None, Result.DRAW))
                games.append(Game(player, order.pop(), result, rng.random() < 0.1, rated))
            else:
                byes.append((player, Bye.PAIRING_ALLOCATED))
        rounds.append(Round(tuple(games), tuple(byes)))
    return tuple(rounds)


@st.composite
def settings(draw: st.DrawFn, ids: list[int], played: int) -> Settings:
    rounds = draw(st.none() | st.integers(max(played, 1), 12))
    who = st.lists(st.sampled_from(ids), min_size=1, max_size=4, unique=True).map(tuple)
    apart = st.builds(
        Apart,
        players=who,
        first_round=st.integers(1, 3),
        last_round=st.none() | st.integers(3, 12),
        name=st.just("") | TEXT,
    )
    adjustment = st.builds(
        PointsAdjustment,
        players=who,
        points=st.integers(-9, 9),
        round=st.none() | st.integers(1, 9),
        award=st.none() | st.sampled_from(Award),
    )
    virtual = st.dictionaries(
        st.sampled_from(ids), st.lists(st.integers(0, 6), max_size=9).map(tuple), max_size=len(ids)
    )
    return Settings(
        name=draw(texts),
        city=draw(texts),
        federation=draw(TEXT),
        start=draw(DATES),
        end=draw(DATES),
        round_dates=draw(st.lists(DATES, max_size=4).map(tuple)),
        kind=draw(TEXT),
        chief_arbiter=draw(texts),
        deputy_arbiters=draw(st.lists(texts, max_size=3).map(tuple)),
        time_control=draw(TEXT),
        time_control_code=draw(st.sampled_from(("", "5400+30", "W300-B240", "odd"))),
        rounds=rounds,
        initial_colour=draw(st.none() | st.sampled_from(Colour)),
        system=draw(st.none() | st.sampled_from((*SYSTEMS.families, *SYSTEMS))),
        scoring=draw(scorings),
        acceleration=Acceleration(
            draw(st.sampled_from((None, None, "baku-2016", "baku-2026"))),
            tuple(draw(virtual).items()),
            draw(st.none() | st.sampled_from(ids)),
        ),
        forbidden=draw(st.lists(apart, max_size=3).map(tuple)),
        must_meet=draw(
            st.lists(st.sampled_from(ids), max_size=4, unique=True).map(
                lambda who: tuple(zip(who[::2], who[1::2], strict=False))
            )
        ),
        keep_apart=draw(st.lists(apart, max_size=1).map(tuple)),
        adjustments=draw(st.lists(adjustment, max_size=2).map(tuple)),
        tie_breaks=draw(st.lists(st.sampled_from(("BH", "SB", "DE")), max_size=3).map(tuple)),
        standings_order=draw(st.lists(st.sampled_from(("PTS", "BH")), max_size=2).map(tuple)),
        rating_method=draw(st.sampled_from(("", "FIDE", "ITA HBFN", "odd words here"))),
        program=draw(TEXT),
        teams=draw(st.lists(st.builds(Team, name=texts, members=who), max_size=2).map(tuple)),
        comments=draw(st.lists(texts, max_size=2).map(tuple)),
        options=draw(
            st.builds(Options, parity=st.sampled_from(Parity), imaginary_point=st.booleans())
        ),
    )


@st.composite
def tournaments(draw: st.DrawFn) -> Tournament:
    """Draw a consistent tournament with a few players."""
    count = draw(st.integers(1, 9))
    largest = draw(st.sampled_from((count, 30, 9999, 20000)))
    ids = draw(st.lists(st.integers(1, largest), min_size=count, max_size=count, unique=True))
    numbers_fit = [n for n in ids if n <= 9999] == ids
    entries = draw(players(count, ids))
    if not numbers_fit:
        entries = tuple(replace(p, number=n) for n, p in enumerate(entries, start=1))
    played = draw(st.integers(0, 5))
    future = draw(st.integers(0, 2))
    rng = random.Random(draw(st.integers(0, 2**32)))
    rounds = rounds_of(rng, ids, played, future)
    found = Tournament(entries, rounds, draw(settings(ids, played + future)))
    if draw(st.booleans()):
        paired = found.paired_rounds
        leavers = {draw(st.sampled_from(ids)) for _ in range(2)}
        found = replace(
            found,
            players=tuple(
                replace(p, withdrawn_after=paired, expelled=draw(st.booleans()))
                if p.id in leavers
                else p
                for p in found.players
            ),
        )
    return found
