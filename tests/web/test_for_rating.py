"""The report file for rating: FIDE's queries come first; late corrections are in it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest

from crivello.desk import actions as a
from crivello.formats import read
from crivello.model.result import Result
from crivello.model.tournament import Tournament
from tests.desk.desks import Clock, fresh, play
from tests.web.conftest import Site, serve

FILES = "/t/t/A/files"
API = "/api/v1/tournaments/t/sections/A"
S = "A"


@pytest.fixture
def late(tmp_path: Path) -> Iterator[Site]:
    """A desk after three rounds; then board 1 of round 1 is corrected to a draw, for rating
    only.
    """
    with fresh(tmp_path, rounds=3, clock=Clock()) as desk:
        play(desk, 3)
        desk.act(a.EndRound(S))
        done = desk.act(a.CorrectResult(S, 1, 1, Result.DRAW), reason="the score sheets")
        assert any("rating only" in str(one) for one in done.notices)
    yield from serve(tmp_path)


def first_game(data: bytes) -> Result | None:
    tournament: Tournament = read(data, "x.trf")
    return tournament.round(1).games[0].result


@pytest.mark.parametrize("dialect", ["trf26", "trf16"])
def test_the_file_for_rating_has_the_corrections(late: Site, dialect: str) -> None:
    counting = late.get(f"{FILES}/tournament/{dialect}")
    rated = late.get(f"{FILES}/rating/{dialect}")
    assert first_game(counting.content) is Result.WHITE_WINS
    assert first_game(rated.content) is Result.DRAW
    assert f"t-{dialect}-rating.trf" in rated.headers["content-disposition"]
    # The final ranks stay those of the tournament.
    ranks = [[one.rank for one in read(d.content, "x.trf").players] for d in (counting, rated)]
    assert ranks[0] == ranks[1]
    assert None not in ranks[0]


def test_what_fide_would_ask_stands_above_the_file(late: Site) -> None:
    text = late.get(FILES).text
    asked = text.index("Would be rejected")
    assert asked < text.index("has no FIDE id") < text.index(f'href="{FILES}/rating/trf26"')
    assert "With one correction for rating only" in text
    assert text.count("without corrections for rating only") == 2
    older = late.get(f"{FILES}?dialect=trf16").text
    assert f'href="{FILES}/rating/trf16"' in older
    assert "The code of the time control is missing." in text  # a record of TRF26
    assert "The code of the time control is missing." not in older
    assert late.get(f"{FILES}?dialect=x").status_code == 200


def test_where_nothing_was_corrected_it_says_so(site: Site) -> None:
    text = site.get("/t/demo/A/files").text
    assert "There are no corrections for rating only" in text
    assert "without corrections" not in text
    files = [site.get(f"/t/demo/A/files/{path}/trf26").content for path in ("tournament", "rating")]
    assert files[0] == files[1]
    assert site.get("/t/demo/A/files/rating/json").status_code == 404


def test_results_for_rating_in_italian(late: Site) -> None:
    text = unescape(late.get(f"{FILES}?lang=it").text)
    assert "Con una correzione valida solo per le variazioni Elo" in text


def test_programs_ask_first_and_then_take_the_file(late: Site) -> None:
    found = late.get(f"{API}/queries").json()
    assert found["compared"] is False
    assert found["rejected"] is True
    missing = [one for one in found["queries"] if one["code"] == "no-id"]
    assert {one["player"] for one in missing} == set(range(1, 9))
    assert missing[0]["level"] == "reject"
    assert missing[0]["text"] == "1 Player 001 has no FIDE id."
    older = late.get(f"{API}/queries?dialect=trf16").json()["queries"]
    assert len(older) < len(found["queries"])
    plain = late.get(f"{API}/report-file")
    assert re.match("text/plain", plain.headers["content-type"])
    assert plain.headers["etag"]
    assert first_game(plain.content) is Result.WHITE_WINS
    rated = late.get(f"{API}/report-file?for_rating=true&dialect=trf16")
    assert rated.content == late.get(f"{FILES}/rating/trf16").content
    assert first_game(rated.content) is Result.DRAW
    assert late.get(f"{API}/report-file?dialect=pdf").status_code == 422


def test_before_anybody_is_registered(tmp_path: Path) -> None:
    fresh(tmp_path, 0, clock=Clock()).close()
    for site in serve(tmp_path):
        assert "rating/trf26" not in site.get(FILES).text
        assert site.get(f"{API}/queries").status_code == 200
