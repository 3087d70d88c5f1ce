"""Rejections and queries of FIDE: each kind once, and none for a good report."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from crivello import lists
from crivello.formats import read
from crivello.formats.trf import write_trf
from crivello.model.player import Player, Sex, Title
from crivello.model.result import Result
from crivello.model.settings import Settings
from crivello.model.tournament import Game, Round, Tournament
from crivello.reports.queries import Level, Query, day, list_queries, queries, with_final_ranks
from crivello.words import COMPLETE_LANGUAGES, Language, say

SAMPLE = Path(__file__).parent.parent / "data" / "lists" / "rating_list_sample.txt"


def good() -> Tournament:
    """Return a report without any query."""
    players = (
        Player(
            "Rossi, Anna",
            2100,
            id=1,
            number=1,
            title=Title.WFM,
            federation="ITA",
            fide_id=801,
            birth="1990/05/06",
            sex=Sex.FEMALE,
            rank=1,
        ),
        Player(
            "Bianchi, Ugo",
            1900,
            id=2,
            number=2,
            title=None,
            federation="ITA",
            fide_id=802,
            birth="2001/00/00",
            sex=Sex.MALE,
            rank=2,
        ),
    )
    settings = Settings(
        name="Open",
        city="Trieste",
        federation="ITA",
        start="2026/03/01",
        end="2026/03/02",
        round_dates=("26/03/01",),
        kind="Swiss",
        chief_arbiter="Verdi, Luisa (899)",
        time_control="90 min + 30 s",
        time_control_code="5400+30",
        rounds=1,
        system="dutch-2026",
    )
    return Tournament(players, (Round((Game(1, 2, Result.DRAW),)),), settings)


def of_settings(**changes: Any) -> Tournament:
    return replace(good(), settings=replace(good().settings, **changes))


def of_player(**changes: Any) -> Tournament:
    first, second = good().players
    return replace(good(), players=(first, replace(second, **changes)))


def of_round(**changes: Any) -> Tournament:
    return replace(good(), rounds=(replace(good().rounds[0], **changes),))


def without_ratings() -> Tournament:
    return replace(good(), players=tuple(replace(one, rating=None) for one in good().players))


def won_by_the_first(second_rank: int) -> Tournament:
    won = of_player(rank=second_rank)
    return replace(won, rounds=(Round((Game(1, 2, Result.WHITE_WINS),)),))


def test_a_good_report_is_left_in_peace() -> None:
    assert queries(good(), "trf26") == queries(good(), "trf16") == []


REJECTED: list[tuple[str, Callable[[], Tournament]]] = [
    ("no-name", lambda: of_settings(name="")),
    ("no-player-name", lambda: of_player(name=" ")),
    ("no-federation", lambda: of_settings(federation="")),
    ("no-start", lambda: of_settings(start="")),
    ("no-end", lambda: of_settings(end="")),
    ("date", lambda: of_settings(end="2026/02/30")),
    ("dates", lambda: of_settings(end="2026/02/28", round_dates=())),
    ("no-chief-arbiter", lambda: of_settings(chief_arbiter="")),
    ("no-id", lambda: of_player(fide_id=None)),
    ("nobody-rated", lambda: without_ratings()),
    ("id-twice", lambda: of_player(fide_id=801)),
    ("no-rank", lambda: of_player(rank=None)),
    ("no-result", lambda: of_round(games=(Game(1, 2),))),
    ("no-result", lambda: of_round(games=(Game(1, 2, Result.ADJOURNED),))),
    ("chess960", lambda: of_settings(kind="Open, Chess960")),
    ("not-played", lambda: replace(good(), rounds=())),
    ("no-players", lambda: replace(good(), players=(), rounds=())),
]
QUERIED: list[tuple[str, Callable[[], Tournament]]] = [
    ("no-arbiter-id", lambda: of_settings(chief_arbiter="Verdi, Luisa")),
    ("arbiter-plays", lambda: of_settings(chief_arbiter="Bianchi, Ugo (802)")),
    ("arbiter-plays", lambda: of_settings(deputy_arbiters=("Verdi, Ida (7)", "Rossi 801"))),
    ("name-twice", lambda: of_player(name="ROSSI Anna", birth="1990/00/00")),
    ("name-twice", lambda: of_player(name="Anna Róssi", birth="1990/01/01")),
    ("rank-twice", lambda: won_by_the_first(second_rank=1)),
    ("long-event", lambda: of_settings(end="2026/03/31")),
    ("no-city", lambda: of_settings(city="")),
    ("no-kind", lambda: of_settings(kind="")),
    ("no-time-control", lambda: of_settings(time_control="")),
    ("no-time-control-code", lambda: of_settings(time_control_code="")),
    ("short-games", lambda: of_settings(time_control_code="1800")),
    ("no-rounds", lambda: of_settings(rounds=None)),
    ("no-system", lambda: of_settings(system=None)),
    ("unfinished", lambda: of_settings(rounds=5)),
    ("federation", lambda: of_settings(federation="XYZ")),
    ("round-date", lambda: of_settings(round_dates=())),
    ("round-date", lambda: of_settings(round_dates=("soon",))),
    ("round-outside", lambda: of_settings(round_dates=("2026/04/01",))),
    ("no-birth", lambda: of_player(birth="")),
    ("birth", lambda: of_player(birth="1990/13/01")),
    ("birth", lambda: of_player(birth="12 May")),
    ("age", lambda: of_player(birth="2025/01/01")),
    ("age", lambda: of_player(birth="1900/01/01")),
    ("no-sex", lambda: of_player(sex=None)),
    ("title", lambda: of_player(title=Title.WGM)),
    ("no-player-federation", lambda: of_player(federation="")),
    ("player-federation", lambda: of_player(federation="EUR")),
    ("rating", lambda: of_player(rating=1399)),
    ("rating", lambda: of_player(rating=3100)),
    ("long-name", lambda: of_player(name="Rodríguez-Fernández-de-Córdoba, Élodie")),
]


@pytest.mark.parametrize(("code", "make"), REJECTED)
def test_what_would_be_rejected(code: str, make: Callable[[], Tournament]) -> None:
    assert (code, Level.REJECT) in [(query.code, query.level) for query in queries(make())]


@pytest.mark.parametrize(("code", "make"), QUERIED)
def test_what_would_be_queried(code: str, make: Callable[[], Tournament]) -> None:
    assert [(query.code, query.level) for query in queries(make())] == [(code, Level.QUERY)]


@pytest.mark.parametrize("language", COMPLETE_LANGUAGES)
def test_every_query_is_a_sentence_that_says_who_and_where(language: Language) -> None:
    for _, make in REJECTED + QUERIED:
        for query in queries(make()):
            text = say(query, language)
            assert text.endswith(".")
            assert "{" not in text
            if query.player is not None and query.round is None:
                assert str(query.player) in text
                assert query.record.startswith("001: ")


def test_rejections_come_first_and_rounds_in_the_wrong_order_are_seen() -> None:
    found = queries(of_settings(city="", chief_arbiter=""))
    assert [query.level for query in found] == [Level.REJECT, Level.QUERY]
    twice = replace(good(), rounds=good().rounds * 2)
    dates = replace(good().settings, rounds=2, round_dates=("2026/03/02", "2026/03/01"))
    (query,) = queries(replace(twice, settings=dates))
    assert (query.code, query.round) == ("round-order", 2)


def test_what_only_the_newer_format_has_is_not_missed_in_the_older() -> None:
    tournament = of_settings(time_control_code="", system=None)
    assert queries(tournament, "trf16") == []


def test_a_rank_is_shared_only_with_the_same_points_and_only_in_the_newer_format() -> None:
    drawn = of_player(rank=1)
    assert queries(drawn, "trf26") == []
    assert [query.code for query in queries(drawn, "trf16")] == ["rank-twice"]
    assert queries(won_by_the_first(second_rank=2), "trf16") == []


def test_two_people_of_one_name_are_told_apart_by_the_year_of_birth() -> None:
    assert queries(of_player(name="Rossi, Anna", birth="1991/00/00")) == []


def test_an_old_event_is_queried_on_the_day_of_the_check() -> None:
    last_good, first_bad = "2027-03-02", "2027-03-03"  # the event ended on 2 March 2026
    assert queries(good(), today=last_good) == []
    assert [query.code for query in queries(good(), today=first_bad)] == ["old-event"]


def test_national_ratings_may_all_be_missing() -> None:
    national = replace(good().settings, rating_method="ITA NRO")
    assert queries(replace(without_ratings(), settings=national)) == []


def test_before_the_floor_was_raised_lower_ratings_were_good() -> None:
    earlier = of_settings(start="2019/03/01", end="2019/03/02", round_dates=("19/03/01",))
    assert queries(replace(earlier, players=of_player(rating=1100).players)) == []
    national = of_settings(rating_method="ITA NRO")
    assert queries(replace(national, players=of_player(rating=1100).players)) == []


def test_final_ranks_are_filled_in_when_all_is_played() -> None:
    bare = tuple(replace(player, rank=None) for player in good().players)
    tournament = replace(good(), players=bare, rounds=(Round((Game(2, 1, Result.WHITE_WINS),)),))
    ranked = with_final_ranks(tournament)
    assert {player.id: player.rank for player in ranked.players} == {1: 2, 2: 1}
    assert queries(ranked) == []
    drawn = replace(tournament, rounds=(Round((Game(2, 1, Result.DRAW),)),))
    assert [player.rank for player in with_final_ranks(drawn, "trf26").players] == [1, 1]
    assert [player.rank for player in with_final_ranks(drawn, "trf16").players] == [1, 2]
    open_game = replace(tournament, rounds=(Round((Game(2, 1),)),))
    assert with_final_ranks(open_game) is open_game
    back = read(write_trf(ranked, "trf16"))
    assert [player.rank for player in back.players] == [2, 1]


def test_dates() -> None:
    assert str(day("26/03/01")) == str(day("2026-03-01")) == str(day(" 2026.3.1 ")) == "2026-03-01"
    assert day("99/12/31") == day("1999/12/31")
    assert [day(text) for text in ("", "2026", "1/2", "2026/02/30", "²/1/1")] == [None] * 5


@pytest.fixture
def loaded(tmp_path: Path) -> Path:
    lists.load(SAMPLE, folder=tmp_path)
    return tmp_path


def codes(found: list[Query] | None) -> list[str]:
    assert found is not None
    return [query.code for query in found]


def test_the_loaded_list_is_compared(loaded: Path, tmp_path: Path) -> None:
    with lists.open_list(folder=loaded) as opened:
        listed = next(found.player for found in opened.search("a") if found.player.fide_id)
    as_listed = replace(listed.player(), id=1, number=1)
    tournament = replace(good(), players=(as_listed,), rounds=())
    assert codes(list_queries(tournament, folder=loaded)) == []
    other = replace(as_listed, name="Somebody, Else", rating=(as_listed.rating or 1500) + 7)
    found = list_queries(replace(tournament, players=(other,)), folder=loaded)
    assert codes(found) == ["listed-name", "listed-rating"]
    assert found is not None
    for query in found:
        for language in COMPLETE_LANGUAGES:
            assert as_listed.name in say(query, language) or query.code != "listed-name"
            assert str(other.rating) in say(query, language) or query.code != "listed-rating"
    unknown = replace(as_listed, fide_id=999_999_999)
    found = list_queries(replace(tournament, players=(unknown,)), folder=loaded)
    assert codes(found) == ["not-listed"]
    with lists.open_list(folder=loaded) as opened:
        born = opened.find(1001955)
    assert born is not None
    wrong = replace(born.player(), name="Somebody, Else", federation="VAN", birth="1931/01/01")
    found = list_queries(replace(tournament, players=(wrong,)), folder=loaded)
    assert codes(found) == ["wrong-id"]
    assert list_queries(tournament, folder=tmp_path / "nowhere") is None


@pytest.mark.parametrize(
    ("rating", "code", "needed"),
    [
        (1799, "3600", None),
        (1799, "3599", 60),
        (1800, "5400", None),
        (1800, "3600+29", 90),
        (2399, "3600+30", None),
        (2400, "5400+30", None),
        (2400, "5400+29", 120),
        (2400, "40/5400+30:900+30", None),
        (2400, "40/5400:1740", 120),
        (2400, "as announced", None),
    ],
)
def test_a_game_is_long_enough_for_the_strongest_player(
    rating: int, code: str, needed: int | None
) -> None:
    first, second = good().players
    event = replace(
        of_settings(time_control_code=code), players=(first, replace(second, rating=rating))
    )
    event = replace(event, players=(replace(first, rating=1500), *event.players[1:]))
    found = [one.sentence.values["needed"] for one in queries(event) if one.code == "short-games"]
    assert found == ([] if needed is None else [needed])


def test_the_length_of_rapid_games_is_not_asked_about() -> None:
    short = of_settings(time_control_code="900+10")
    assert [one.code for one in queries(short)] == ["short-games"]
    assert queries(short, pace="rapid") == []
    assert queries(of_settings(time_control_code="900+10", kind="Swiss, rapid")) == []
