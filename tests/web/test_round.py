"""The page Round, without scripts: every step of a round by plain forms."""

from __future__ import annotations

import json
import re
from html import unescape

import pytest

from crivello.desk import Desk
from crivello.desk.actions import EnterResults
from crivello.model.result import RESULT_KEYS, Result, ResultKey
from crivello.web.demonstration import build
from tests.web.conftest import Site, hidden

ROUND = "/t/demo/A/round"


def results(site: Site, name: str = "demo") -> list[str]:
    with site.desk(name) as desk:
        games = desk.section("A").rounds[-1].games
        return [str(game.result) if game.result else "-" for game in games]


def told(text: str) -> str:
    found = re.search(r'<div id="outcome".*?</div>\s*<div id="link"', text, re.S)
    assert found
    return found[0]


def test_the_round_that_is_played_is_shown_in_board_order(site: Site) -> None:
    text = site.get(ROUND).text
    assert "Round 4" in text
    assert re.findall(r'<tr id="t(\d+)"', text) == ["1", "2", "3", "4", "5", "6", "7"]
    assert "3 of 7" in text
    assert re.findall(r'data-table="(\d+)">\d', text) == ["2", "5", "6", "7"]  # missing


def test_a_result_is_typed(site: Site) -> None:
    text = site.post(f"{ROUND}/4/result", {"entry": "2 ="}).text
    assert "Table 2, 4 Davide – 5 Elisa: ½-½." in told(text)
    assert results(site) == ["0-1", "½-½", "1-0", "1-0", "-", "-", "-"]


def test_a_result_is_typed_by_name(site: Site) -> None:
    text = site.post(f"{ROUND}/4/result", {"entry": "elisa 1"}).text
    assert "Table 2, 4 Davide – 5 Elisa: 0-1." in told(text)
    refused = site.post(f"{ROUND}/4/result", {"entry": "elisa 1-0"}).text
    assert "Elisa has Black, so 1-0 can be read in two ways." in unescape(told(refused))
    assert 'value="elisa 1-0"' in refused


def test_colours_found_reversed_are_one_tick(site: Site) -> None:
    board = site.get(f"{ROUND}/4/board/2").text
    assert 'name="turned"' in board
    fields = {"board": 2, "result": "1", "turned": "1"}
    text = site.post(f"{ROUND}/4/result", fields).text
    assert "Table 2, 5 Elisa – 4 Davide: 1-0, with reversed colours." in told(text)
    row = re.search(r'<tr id="t2".*?</tr>', text, re.S)
    assert row
    assert "played with reversed colours" in row[0]
    assert row[0].index("Elisa") < row[0].index("Davide")
    assert "with reversed colours." in site.get("/t/demo/A/log").text
    assert game_at(site, 2) == (5, 4, Result.WHITE_WINS, True)


def game_at(site: Site, table: int) -> tuple[int, int, Result | None, bool]:
    with site.desk() as desk:
        game = desk.section("A").rounds[-1].games[table - 1]
    return game.white, game.black, game.result, game.reversed


def test_the_question_about_colours_names_what_will_be_stored(site: Site) -> None:
    """The question states who has White and what the result is, and exactly this is stored."""
    site.post(f"{ROUND}/4/result", {"entry": "2 1"})
    asked = told(site.post(f"{ROUND}/4/result", {"entry": "2 0", "turned": "1"}).text)
    assert "Table 2, 4 Davide – 5 Elisa: 1-0 is entered." in asked
    assert "Change it to 5 Elisa – 4 Davide 0-1, with reversed colours?" in asked
    assert "Change the colours, and the result to 0-1" in asked
    done = told(site.post(f"{ROUND}/4/result", hidden(asked)).text)
    assert "Table 2, 5 Elisa – 4 Davide: 0-1, with reversed colours." in done
    assert game_at(site, 2) == (5, 4, Result.BLACK_WINS, True)


def test_the_tick_states_a_fact(site: Site) -> None:
    """Ticked twice, the colours are still reversed; only the page of the table undoes it."""
    reversed_ = {"entry": "2 0", "turned": "1"}
    site.post(f"{ROUND}/4/result", reversed_)
    again = told(site.post(f"{ROUND}/4/result", reversed_).text)
    assert "Table 2, 5 Elisa – 4 Davide: 0-1 is entered already." in again
    asked = told(site.post(f"{ROUND}/4/result", {"entry": "2 1", "turned": "1"}).text)
    assert "Table 2, 5 Elisa – 4 Davide: 0-1 is entered. Change it to 1-0?" in asked
    site.post(f"{ROUND}/4/result", hidden(asked))
    assert game_at(site, 2) == (5, 4, Result.WHITE_WINS, True)
    page = site.get(f"{ROUND}/4/board/2").text
    assert 'name="turned" value="1" checked' in page
    assert "The colours were reversed: Elisa had White." in page
    fields = {"board": 2, "result": "1", "states-colours": "1"}
    asked = told(site.post(f"{ROUND}/4/result", fields).text)
    assert "Change it to 4 Davide – 5 Elisa 1-0, with the colours of the pairing?" in asked
    done = told(site.post(f"{ROUND}/4/result", hidden(asked)).text)
    assert "Table 2, 4 Davide – 5 Elisa: 1-0, with the colours of the pairing." in done
    assert game_at(site, 2) == (4, 5, Result.WHITE_WINS, False)
    assert "with the colours of the pairing." in site.get("/t/demo/A/log").text


def test_a_correction_states_the_colours_as_a_fact(site: Site) -> None:
    with site.desk() as desk:
        before = desk.section("A").rounds[2].games[1]
    fields = {"result": "0", "reason": "the sheet", "turned": "1"}
    for _ in range(2):
        fields = fields | site.shown(f"{ROUND}/3/board/2", 0)
        site.post(f"{ROUND}/3/board/2/correct", fields)
    with site.desk() as desk:
        now = desk.section("A").rounds[2].games[1].for_rating()
    assert (now.white, now.black, now.reversed) == (before.black, before.white, True)
    assert now.result is Result.BLACK_WINS


@pytest.mark.parametrize("key", RESULT_KEYS, ids=lambda key: key.key)
def test_every_key_enters_its_result(site: Site, key: ResultKey) -> None:
    table = 1 if key.key == "x" else 2
    fields = {"entry": f"{table} {key.key}", "board": table, "confirmed": 1}
    site.post(f"{ROUND}/4/result", fields)
    with site.desk() as desk:
        result = desk.section("A").rounds[-1].games[table - 1].result
    assert result is key.result


def test_a_table_that_is_not_there_is_told(site: Site) -> None:
    assert "no table 57" in told(site.post(f"{ROUND}/4/result", {"entry": "57 1"}).text)


def test_a_result_changes_only_after_both_were_shown(site: Site) -> None:
    text = told(site.post(f"{ROUND}/4/result", {"entry": "1 1"}).text)
    assert "0-1 is entered. Change it to 1-0?" in text
    assert results(site)[0] == "0-1"
    fields = hidden(text)
    assert json.loads(fields["seen"])["shown"] == "0"
    site.post(f"{ROUND}/4/result", fields)
    assert results(site)[0] == "1-0"


def test_an_entry_from_a_stale_page_is_refused_with_both_values(site: Site) -> None:
    fields = {"entry": "2 0"} | site.shown(f"{ROUND}/4/result", 2)
    with site.desk() as other:
        other.act(EnterResults("A", ((2, Result.WHITE_WINS),)))
    text = told(site.post(f"{ROUND}/4/result", fields).text)
    assert "the page showed –, but by now 1-0 is entered. 0-1 was not entered." in text
    assert results(site)[1] == "1-0"


def test_an_entry_that_arrives_twice_is_entered_once(site: Site) -> None:
    fields = {"entry": "2 0"} | site.shown(f"{ROUND}/4/result", 2)
    site.post(f"{ROUND}/4/result", fields)
    before = site.desktop.desks.file("demo").snapshot.sequence
    again = site.post(f"{ROUND}/4/result", fields, x_fragment="1")
    assert again.status_code == 200
    assert "Table 2, 4 Davide – 5 Elisa: 0-1." in again.text
    anew = site.post(f"{ROUND}/4/result", fields | {"id": "another-entry"}, x_fragment="1")
    assert anew.status_code == 200
    assert "Table 2, 4 Davide – 5 Elisa: 0-1 is entered already" in anew.text
    assert site.desktop.desks.file("demo").snapshot.sequence == before


def test_an_entry_for_other_players_than_sit_there_is_refused(site: Site) -> None:
    seen = json.loads(site.shown(f"{ROUND}/4/result", 2)["seen"])
    fields = site.shown(f"{ROUND}/4/result", 2) | {"entry": "2 0"}
    fields["seen"] = json.dumps(seen | {"white": 5, "black": 4})
    assert "have changed since this was shown" in told(site.post(f"{ROUND}/4/result", fields).text)
    assert results(site)[1] == "-"


def test_the_script_gets_the_board_and_the_count_only(site: Site) -> None:
    answer = site.post(f"{ROUND}/4/result", {"entry": "2 0"}, x_fragment="1")
    assert re.findall(r'<tr id="t(\d+)"', answer.text) == ["2"]
    assert "4 of 7" in answer.text
    assert "<html" not in answer.text


def test_an_answer_brings_what_others_have_entered_meanwhile(site: Site) -> None:
    """Otherwise the page, which is as new as the answer, would never ask for these results."""
    since = site.desktop.desks.file("demo").snapshot.sequence
    site.post(f"{ROUND}/4/result", {"entry": "7 0"})  # on another page
    fields = {"entry": "2 0", "since": since}
    answer = site.post(f"{ROUND}/4/result", fields, x_fragment="1").text
    assert re.findall(r'<tr id="t(\d+)"', answer) == ["2", "7"]
    assert f'data-sequence="{since + 2}"' in answer
    for entry in ("5 1", "6 1"):
        site.post(f"{ROUND}/4/result", {"entry": entry})
    site.post(f"{ROUND}/4/publish-results")
    answer = site.post(f"{ROUND}/4/result", fields, x_fragment="1").text
    assert f'data-sequence="{since}"' in answer  # the page is behind still, and loads itself again


def test_a_page_asks_for_what_has_changed(site: Site) -> None:
    since = site.desktop.desks.file("demo").snapshot.sequence
    site.post(f"{ROUND}/4/result", {"entry": "2 0"})
    site.post(f"{ROUND}/4/result", {"entry": "7 0"})
    text = site.get(f"{ROUND}/4/changes?since={since}").text
    assert re.findall(r'<tr id="t(\d+)"', text) == ["2", "7"]
    for entry in ("5 1", "6 1"):
        site.post(f"{ROUND}/4/result", {"entry": entry})
    site.post(f"{ROUND}/4/publish-results")
    assert site.get(f"{ROUND}/4/changes?since={since}").status_code == 205


def test_a_whole_round_by_plain_forms(small: Site) -> None:
    # C.04.2.D.7 (1)
    url = "/t/t/A/round"
    assert "Pair round 1" in small.get(url).text
    text = small.post(f"{url}/1/pair").text
    assert "not published" in text
    text = small.post(f"{url}/1/discard").text
    assert "discarded" in told(text)
    small.post(f"{url}/1/pair")
    assert "Round 1 is published" in told(small.post(f"{url}/1/publish").text)
    assert "results are missing" in told(small.post(f"{url}/2/pair").text)
    for table in (1, 2, 3):
        small.post(f"{url}/1/result", {"entry": f"{table} 1"})
    text = small.get(f"{url}/1/no-shows").text
    player = re.findall(r'name="player" value="(\d+)"', text)[0]
    text = small.post(f"{url}/1/no-shows", {"player": player}).text
    assert "who continues?" in text
    assert "whether they continue" in told(small.post(f"{url}/2/pair").text)
    small.post(f"{url}/1/answer", {"player": player, "plays": "on"})
    assert "are published" in told(small.post(f"{url}/1/publish-results").text)
    assert "has ended" in told(small.post(f"{url}/1/end").text)
    assert "Round 2 is paired" in told(small.post(f"{url}/2/pair").text)


def test_whoever_loses_by_forfeit_is_asked_about_on_the_page(small: Site) -> None:
    """The question is on the round, on the draft of the next one and until it is published."""
    # C.04.2: 3.2
    url = "/t/t/A/round"
    small.post(f"{url}/1/pair")
    small.post(f"{url}/1/publish")
    assert "lost by forfeit" in told(small.post(f"{url}/1/result", {"entry": "1 +"}).text)
    for entry in ("2 1", "3 1", "4 1"):
        small.post(f"{url}/1/result", {"entry": entry})
    assert "who continues?" in small.get(f"{url}/1").text
    assert "is in this pairing" in told(small.post(f"{url}/2/pair").text)
    text = small.get(f"{url}/2").text
    assert "who continues?" in text
    player = re.findall(r'name="player" value="(\d+)"', text)[0]
    small.post(f"{url}/2/answer", {"player": player, "plays": "on"})
    assert "who continues?" not in small.get(f"{url}/2").text


def test_a_refusal_comes_with_its_article(small: Site) -> None:
    with small.desk("t") as desk:
        desk.undo()  # the drawing of lots
    text = small.post("/t/t/A/round/1/pair").text
    assert "Draw the initial colour" in told(text)
    assert "C.04.3: 5.1" in told(text)
    assert "The first in the list has" in told(small.post("/t/t/A/round/1/colour").text)


def test_the_page_speaks_italian(site: Site) -> None:
    assert "Tavolo e risultato" in site.get(f"{ROUND}?lang=it").text
    assert 'lang="it"' in site.get(ROUND).text  # it is remembered
    text = site.post(f"{ROUND}/4/result", {"entry": "1 1"}).text
    assert "Cambiarlo in 1-0?" in text


def test_rounds_that_are_not_there(site: Site) -> None:
    for number in ("0", "6", "99"):
        assert site.get(f"{ROUND}/{number}").status_code == 404
    assert site.get("/t/demo/B/round").status_code == 404
    assert site.get("/t/nothing/A/round").status_code == 404


def test_the_demonstration_is_never_overwritten(site: Site) -> None:
    site.post(f"{ROUND}/4/result", {"entry": "2 0"})
    build(site.folder)
    assert results(site)[1] == "0-1"
    with Desk.open(site.folder / "demo.crivello") as desk:
        assert desk.verify() == []


# By hand


def boards(site: Site, name: str = "t") -> tuple[tuple[int, int], ...]:
    with site.desk(name) as desk:
        draft = desk.section("A").draft
        assert draft is not None
        return draft.boards


def test_players_change_places_and_the_rules_say_what_they_think(small: Site) -> None:
    url = "/t/t/A/round/1"
    small.post(f"{url}/pair")
    before = boards(small)
    one, other = before[0][0], before[1][0]
    text = small.post(
        f"{url}/rearrange", {"rearrangement": "swap", "one": one, "other": other}
    ).text
    assert boards(small)[0][0] == other
    assert "What the rules say" in text
    text = small.post(
        f"{url}/rearrange", {"rearrangement": "swap", "one": one, "other": other}
    ).text
    assert boards(small) == before
    assert "What the rules say" not in text
    small.post(f"{url}/rearrange", {"rearrangement": "turn", "one": one})
    assert boards(small)[0] == before[0][::-1]
    small.post(
        f"{url}/rearrange", {"rearrangement": "meet", "one": before[0][0], "other": before[3][0]}
    )
    assert (before[0][0], before[3][0]) in boards(small)
    text = small.post(f"{url}/rearrange", {"rearrangement": "swap", "one": one, "other": one}).text
    assert "Choose two different players" in told(text)


@pytest.mark.parametrize(
    ("step", "yes"), [("discard", "Discard the pairing"), ("pair", "Pair again")]
)
def test_work_done_by_hand_goes_only_after_a_yes(small: Site, step: str, yes: str) -> None:
    url = "/t/t/A/round/1"
    small.post(f"{url}/pair")
    assert "message done" in told(small.post(f"{url}/{step}").text)  # nobody has worked on it
    small.post(f"{url}/pair")
    small.post(f"{url}/rearrange", {"rearrangement": "turn", "one": boards(small)[0][0]})
    changed = boards(small)
    answer = told(small.post(f"{url}/{step}").text)
    assert "The pairing of round 1 was changed by hand. That work would be lost." in answer
    assert f'action="{url}/{step}"' in answer
    assert yes in answer
    assert boards(small) == changed
    assert "message done" in told(small.post(f"{url}/{step}", {"confirmed": 1}).text)
    with small.desk("t") as desk:
        draft = desk.section("A").draft
        assert draft is None or draft.boards != changed


def test_some_boards_by_hand_the_rest_by_the_rules(small: Site) -> None:
    url = "/t/t/A/round/1"
    assert "such as 5-1 2-7, not" in told(small.post(f"{url}/by-hand", {"boards": "8x1"}).text)
    assert "There is no player 99" in told(small.post(f"{url}/by-hand", {"boards": "99-1"}).text)
    text = small.post(f"{url}/by-hand", {"boards": "8-1"}).text
    assert "made by hand" in text
    assert (8, 1) in boards(small)
    assert len(boards(small)) == 4


def test_a_board_by_hand_for_who_has_a_bye(small: Site) -> None:
    url = "/t/t/A/round/1"
    small.post("/t/t/A/players/several", {"choice": "bye", "kind": "h", "round": 1, "player": 5})
    said = told(small.post(f"{url}/by-hand", {"boards": "1-5"}).text)
    assert "5 Player 005 has a half-point bye in round 1: cancel it before" in said
    small.post(f"{url}/pair")
    fields = {"rearrangement": "meet", "one": 1, "other": 5}
    small.get(f"{url}?lang=it")
    said = told(small.post(f"{url}/rearrange", fields).text)
    assert "5 Player 005 ha un bye da mezzo punto nel turno 1: annullalo" in said
    small.post("/t/t/A/players/5/cancel-bye", {"round": 1})
    small.post(f"{url}/by-hand", {"boards": "1-5"})
    assert (1, 5) in boards(small)


def test_a_published_pairing_changes_with_case_and_reason(small: Site) -> None:
    url = "/t/t/A/round/1"
    small.post(f"{url}/pair")
    small.post(f"{url}/publish")
    page = small.get(f"{url}/change").text
    assert re.findall(r'<tr id="t(\d+)"', page) == ["1", "2", "3", "4"]
    assert '<option value="top boards"' not in page
    fields = {"rearrangement": "turn", "one": 1, "case": "chief arbiter"}
    assert "reason" in told(small.post(f"{url}/change", fields).text).lower()
    text = small.post(f"{url}/change", fields | {"reason": "the hall"}).text
    assert "It will appear in the report" in told(text) or "report" in told(text)
    with small.desk("t") as desk:
        assert (5, 1) in {(game.white, game.black) for game in desk.section("A").rounds[0].games}


def test_a_published_result_is_corrected_with_its_effect(site: Site) -> None:
    page = site.get(f"{ROUND}/3/board/1").text
    assert "counts from the pairing after it" in page
    fields = {"result": "1", "reason": "score sheet"}
    text = site.post(f"{ROUND}/3/board/1/correct", fields).text
    assert "corrected to 1-0" in told(text)
    assert "C.04.2.D.8" in told(text)
    assert "published" in told(site.post(f"{ROUND}/3/result", {"entry": "1 0"}).text)
    with site.desk() as desk:
        assert desk.section("A").rounds[2].games[0].result is Result.WHITE_WINS


def test_another_kind_of_page_is_loaded_and_not_swapped_in(site: Site) -> None:
    """It has its own scripts and styles; the answer waits until it is loaded."""
    fields = {"player": 4}
    here = {"hx_request": "true", "hx_current_url": "http://127.0.0.1/t/demo/A/round/4/no-shows"}
    answer = site.post("/t/demo/A/round/4/no-shows", fields, **here)
    assert answer.text == ""
    assert answer.headers["hx-redirect"].startswith("/t/demo/A/round/4?answer=")
    assert "did not appear" in site.get(answer.headers["hx-redirect"]).text
    here["hx_current_url"] = "http://127.0.0.1/t/demo/A/round/4"
    swapped = site.post("/t/demo/A/round/4/result", {"entry": "6 1"}, **here)
    assert "hx-redirect" not in swapped.headers
    assert "8 Kevin – 9 Luisa: 1-0" in swapped.text


# Typed for something else


def seen(site: Site, url: str = "/t/demo/A/round/4") -> str:
    found = re.search(r'data-entry>.*?name="seen" value="([^"]*)"', site.get(url).text, re.S)
    assert found is not None
    return unescape(found[1])


@pytest.mark.parametrize("entry", ["2 1", "elisa 1"])
@pytest.mark.parametrize("change", [{"shown": "0" * 16}, {"event": "demo#0"}, {"round": 3}])
def test_a_line_typed_for_another_tournament_or_pairing_is_refused(
    site: Site, entry: str, change: dict[str, object]
) -> None:
    """It is refused however late it comes, as another file of the same name has tables and names
    too.
    """
    url = "/t/demo/A/round/4/result"
    fields = {"entry": entry} | site.shown(url)
    other = {"seen": json.dumps(json.loads(seen(site)) | change)}
    answer = site.post(url, fields | other, x_fragment="1")
    assert answer.status_code == 409
    assert "have changed since this was shown" in answer.text
    assert site.desktop.desks.file("demo").snapshot.section("A").rounds[3].games[1].result is None
    answer = site.post(url, fields | {"seen": seen(site)}, x_fragment="1")
    assert answer.status_code == 200


def test_each_round_and_each_file_is_another(site: Site) -> None:
    here = seen(site)
    site.post("/t/demo/A/round/4/result", {"entry": "2 1"})
    site.post("/t/demo/A/round/4/result", {"entry": "5 1", "turned": "1"})
    assert seen(site) == here  # results change nothing
    (site.folder / "other").mkdir()
    build(site.folder / "other").rename(site.folder / "again.crivello")
    assert seen(site, "/t/again/A/round/4") != here


@pytest.mark.parametrize("missing", ["version", "id", "at", "seen"])
def test_an_entry_that_does_not_say_what_its_page_showed_is_refused(
    site: Site, missing: str
) -> None:
    fields = {"entry": "2 1"} | site.shown(f"{ROUND}/4/result") | {missing: ""}
    answer = site.post(f"{ROUND}/4/result", fields, x_fragment="1")
    assert answer.status_code == 409
    assert "older version of the program" in answer.text
    assert results(site)[1] == "-"


def test_the_same_entry_is_done_once_even_if_it_was_undone(site: Site) -> None:
    fields = {"entry": "2 1"} | site.shown(f"{ROUND}/4/result")
    site.post(f"{ROUND}/4/result", fields)
    with site.desk() as desk:
        desk.undo()
    again = site.post(f"{ROUND}/4/result", fields, x_fragment="1")
    assert again.status_code == 200
    assert results(site)[1] == "-"
    with site.desk() as desk:
        assert [item.event.author is not None for item in desk.log][-2:] == [True, False]


def test_an_id_serves_one_entry_on_the_page(site: Site) -> None:
    fields = {"entry": "2 1"} | site.shown(f"{ROUND}/4/result")
    site.post(f"{ROUND}/4/result", fields)
    for other in ({"entry": "5 1"}, {"turned": "1"}):
        answer = site.post(f"{ROUND}/4/result", fields | other, x_fragment="1")
        assert answer.status_code == 409
        assert "under the same id" in answer.text
    assert results(site)[4] == "-"


@pytest.mark.parametrize("step", ["publish-results", "end", "no-shows"])
def test_a_step_of_an_earlier_round_is_not_taken_in_the_next(small: Site, step: str) -> None:
    url = "/t/t/A/round"
    small.post(f"{url}/1/colour")
    small.post(f"{url}/1/pair")
    small.post(f"{url}/1/publish")
    kept = small.shown(f"{url}/1/{step}") | {"player": "1"}
    for table in (1, 2, 3, 4):
        small.post(f"{url}/1/result", {"entry": f"{table} 1"})
    small.post(f"{url}/2/pair")
    small.post(f"{url}/2/publish")
    for table in (1, 2, 3, 4) if step != "no-shows" else ():
        small.post(f"{url}/2/result", {"entry": f"{table} 1"})
    assert "have changed since this was shown" in told(small.post(f"{url}/1/{step}", kept).text)
    with small.desk("t") as desk:
        (_, this) = desk.section("A").rounds
    assert (this.results_published, this.ended) == ("", False)
    result = "-" if step == "no-shows" else "1-0"
    assert [str(game.result or "-") for game in this.games] == [result] * 4
