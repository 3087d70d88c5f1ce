"""Exceptions at the desk: confirmed first, listed on a page, and as JSON for programs."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from html import unescape
from pathlib import Path

import pytest

from crivello.desk import actions as a
from crivello.desk.actions import PublishResults
from crivello.formats.trf import write_trf
from crivello.model.result import Result
from crivello.model.tournament import Game, Round
from crivello.reports.subject import Subject
from tests.cli.calling import call
from tests.desk.desks import A, fresh, play
from tests.web.api.conftest import serve as serve_programs
from tests.web.conftest import Site
from tests.web.test_players import publish
from tests.web.test_round import told
from tests.web.test_settings import filled, rules, section

PAGE = "/t/t/A/exceptions"
ASKS = "This is an exception, and is recorded as one."


def question(text: str) -> tuple[str, dict[str, str]]:
    """Return the address and the fields of the form that asks for confirmation."""
    form = re.search(r'<form method="post" data-ask action="([^"]+)"[^>]*>.*?</form>', text, re.S)
    assert form
    fields = re.findall(r'name="([^"]+)" value="([^"]*)"', form[0])
    return unescape(form[1]), {name: unescape(value) for name, value in fields}


def test_a_second_half_point_bye_is_asked_for_first(small: Site) -> None:
    small.post("/t/t/A/settings/rules", rules(small) | {"half_point_byes": "2"})
    byes = "/t/t/A/players/8/byes"
    assert "message done" in told(small.post(byes, {"round": "2", "kind": "h"}).text)
    text = small.post(byes, {"round": "3", "kind": "h"}).text
    assert "message asked" in told(text)
    assert ASKS in told(text)
    assert "the rules of the event must allow more" in told(text)
    assert (8, 3) not in section(small).byes
    assert "No exception is recorded." in small.get(PAGE).text
    url, fields = question(text)
    assert (url, fields["proceed"]) == (byes, "1")
    assert "message done" in told(small.post(url, fields | {"reason": "a journey"}).text)
    assert (8, 3) in section(small).byes
    page = small.get(PAGE).text
    assert "several half-point byes" in page
    assert "a journey" in page
    assert "più bye da mezzo punto" in small.get(f"{PAGE}?lang=it").text


def test_a_rule_switched_after_the_start_needs_its_reason(small: Site) -> None:
    publish(small)
    url = "/t/t/A/settings/rules"
    text = small.post(url, rules(small) | {"tie_breaks": "BH"}).text
    assert "Tie-breaks were changed after round 1" in told(text)
    assert re.search(r'<input id="ask-reason"[^>]* required>', text)
    where, fields = question(text)
    assert "Give a reason" in told(small.post(where, fields).text)
    assert section(small).settings.tie_breaks == ()
    small.post(where, fields | {"reason": "as on the poster"})
    assert section(small).settings.tie_breaks == ("BH",)


def test_forms_that_say_what_follows_do_not_ask_again(small: Site) -> None:
    publish(small)
    page = small.get("/t/t/A/players").text
    assert "Players who have withdrawn are no longer paired and get no further points." in page
    fields = {"choice": "withdraw", "player": "3"}
    done = told(small.post("/t/t/A/players/several", fields).text)
    assert "message done" in done
    assert "exception" not in done  # anyone may withdraw
    url = "/t/t/A/settings/apart"
    fields = filled(small.get("/t/t/A/settings").text, url) | {"players": "1, 5", "reason": "x"}
    assert "message done" in told(small.post(url, fields).text)
    assert [one.kind.value for one in section(small).exceptions] == ["rule switched"]


def test_one_player_withdraws_or_is_expelled_after_a_question(small: Site) -> None:
    publish(small)
    text = small.post("/t/t/A/players/3/expel", {"reason": "abusive"}).text
    assert "They will no longer be paired and cannot return." in told(text)
    url, fields = question(text)
    assert fields["reason"] == "abusive"
    small.post(url, fields)
    (one,) = section(small).exceptions
    assert (one.kind.value, one.done.reason) == ("expulsion", "abusive")


def test_an_alteration_by_hand_ends_with_a_comparison_and_a_reason(small: Site) -> None:
    url = "/t/t/A/round/1"
    small.post(f"{url}/pair")
    with small.desk("t") as desk:
        draft = desk.section(A).draft
        assert draft is not None
        white = draft.boards[0][0]
    # It begins with the first change, and every step is judged.
    page = small.post(f"{url}/rearrange", {"rearrangement": "turn", "one": white}).text
    assert "What the rules say" in page
    assert "Changes by hand end when you publish" in page
    text = small.post(f"{url}/publish").text
    assert "every checker will report it" in told(text)
    assert re.search(r'<input id="ask-reason"[^>]* required>', text)
    where, fields = question(text)
    assert "Give a reason" in told(small.post(where, fields).text)
    assert not section(small).rounds
    small.post(where, fields | {"reason": "for the photographers"})
    (one,) = section(small).exceptions
    assert (one.kind.value, one.done.reason) == ("by hand", "for the photographers")


def test_an_alteration_that_ends_where_it_began_asks_nothing(small: Site) -> None:
    url = "/t/t/A/round/1"
    small.post(f"{url}/pair")
    with small.desk("t") as desk:
        draft = desk.section(A).draft
        assert draft is not None
        white = draft.boards[0][0]
    for _ in range(2):
        small.post(f"{url}/rearrange", {"rearrangement": "turn", "one": white})
    assert "message done" in told(small.post(f"{url}/publish").text)
    assert section(small).exceptions == ()


def test_a_correction_for_rating_only(small: Site) -> None:
    with small.desk("t") as desk:
        play(desk, 1)
        desk.act(PublishResults(A))
        play(desk, 2)
    text = small.post("/t/t/A/round/1/board/1/correct", {"result": "=", "reason": "sheet"}).text
    assert "only the file for rating has the correction" in told(text)
    url, fields = question(text)
    small.post(url, fields)
    assert [one.kind.value for one in section(small).exceptions] == ["correction for rating only"]


def test_an_imported_file_lists_what_it_does_not_say_and_what_it_said(
    small: Site, tmp_path: Path
) -> None:
    bare = "012 Bare\r001    1      Rossi\r001    2      Neri\r"
    small.upload("/new/upload", "bare.trf", bare.encode())
    found = [str(one.what) for one in section(small, "bare").exceptions]
    assert "The file does not state the number of rounds; assumed: 1." in found
    assert "The file does not state the points; assumed: 1-½-0." in found
    assert any(one.startswith("The file does not state the edition") for one in found)
    # A file of this desk says all of it, and its exceptions come along.
    with small.desk("t") as desk:
        play(desk, 1)
        report = write_trf(Subject.of_desk(desk, A).tournament, "trf26")
    report += "### Exception: expulsion | round 1 | Expelled after round 1: 3. | Ann\r"
    small.upload("/new/upload", "again.trf", report.encode())
    state = section(small, "test")
    assert [one.kind.value for one in state.exceptions] == ["expulsion"]
    assert state.announced.fide_mode is None
    assert "FIDE mode" not in state.tournament.settings.comments


@pytest.mark.parametrize("comment", ["Not in FIDE mode since 2026-03-01: a club evening"])
def test_a_file_that_was_outside_fide_mode_stays_outside(small: Site, comment: str) -> None:
    text = f"012 Outside\r001    1      Rossi\r001    2      Neri\r### {comment}\r"
    small.upload("/new/upload", "outside.trf", text.encode())
    assert section(small, "outside").announced.fide_mode is False
    assert comment in small.get("/t/outside/A/players").text


def test_an_import_that_deviates(small: Site, tmp_path: Path) -> None:
    with fresh(tmp_path, 4, name="x.crivello") as desk:
        play(desk, 1)
        tournament = Subject.of_desk(desk, A).tournament
    games = (Game(1, 2, Result.DRAW), Game(3, 4, Result.DRAW))  # and not 1-3, 4-2
    odd = replace(tournament, rounds=(Round(games),))
    small.upload("/new/upload", "odd.trf", write_trf(odd, "trf26").encode())
    (one,) = section(small, "test").exceptions
    assert (one.kind.value, one.round) == ("import that deviates", 1)
    assert one.remarks


def test_for_programs_and_on_the_command_line(small: Site) -> None:
    publish(small)
    with small.desk("t") as desk:
        desk.act(a.Expel(A, (3,)), reason="abusive")
    file = small.folder / "t.crivello"
    found = json.loads(call("exceptions", "-t", file, "--json").out)["exceptions"]
    told_ = [(one["kind"], one["round"], one["players"]) for one in found]
    assert told_ == [("expulsion", 1, [3])]
    text = call("exceptions", "-t", file).out
    assert "expulsion" in text
    assert "abusive" in text


def test_programs_are_asked_if_they_want_to_be(tmp_path: Path) -> None:
    with fresh(tmp_path) as desk:
        play(desk, 1)
    for program in serve_programs(tmp_path):
        refused = program.act("t", "Expel", section="A", players=[3], reason="x", ask=True)
        assert (refused.status_code, refused.json()["code"]) == (409, "exception-asked")
        done = program.act("t", "Expel", section="A", players=[3], reason="x").json()
        assert "Recorded as an exception: expulsion." in [one["text"] for one in done["notes"]]
        found = program.get("/tournaments/t/sections/A/exceptions")
        assert found["fide_mode"] == "FIDE mode: on"
        assert [one["kind"] for one in found["exceptions"]] == ["expulsion"]


def test_final_files_are_asked_for_while_a_game_is_open(small: Site) -> None:
    fields = rules(small) | {"rounds": "1"}
    small.post("/t/t/A/settings/rules", fields)
    publish(small)
    url = "/t/t/A/files/tournament/trf26"
    asked = small.get(url)
    assert asked.status_code == 409
    assert "4 games are missing their results" in asked.text
    made = small.get(f"{url}?provisional=1").text
    assert "### Provisional: 4 games have no final result." in made
    assert small.get("/t/t/A/files/rating/trf16").status_code == 409
