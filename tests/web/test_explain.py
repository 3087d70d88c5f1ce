"""The page Explain: the map of a round, the questions and their answers."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from dataclasses import replace
from html import unescape
from pathlib import Path
from xml.etree import ElementTree

import pytest

from crivello.desk.actions import (
    ChangeDraft,
    CorrectResult,
    EnterResults,
    FixTables,
    Pair,
    Publish,
    PublishResults,
    Register,
)
from crivello.desk.announcement import Announcement
from crivello.model.keys import SYSTEMS
from crivello.model.result import Result
from crivello.web import jobs as jobs_module
from crivello.web.jobs import JOBS_KEPT, Job, Jobs, begin
from crivello.words import Sentence
from tests.desk.desks import A, enter, fresh, people, play, publish
from tests.web.conftest import Site, serve

EXPLAIN = "/t/demo/A/explain"


def words(text: str) -> str:
    """Return the text of a page."""
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]*>", " ", text)))


def svg(text: str) -> ElementTree.Element:
    found = re.search(r"<svg.*?</svg>", text, re.S)
    assert found
    return ElementTree.fromstring(found[0])


def pairs(text: str) -> list[str]:
    return [e.get("data-pair", "") for e in svg(text).iter() if e.get("class") == "pair"]


def test_the_current_round_is_drawn_and_told(site: Site) -> None:
    text = site.get(EXPLAIN).text
    assert pairs(text) == ["2-6", "5-4", "1-3", "7-11", "10-14", "9-8", "12-13"]
    read = words(text)
    assert "Round 4 explained" in read
    assert "from what was known when the round was paired" in read
    assert "Bracket at score 2½" in read
    assert "6 Francesco has White against 2 Bruno." in read
    assert "5 Elisa is not paired here and floats to score 2." in read
    assert "5Bb" not in read  # codes are for readers who ask
    reasons = words(site.get(f"{EXPLAIN}?depth=normal").text)
    assert "Have met before: 2-5. C.1" in reasons
    # The headings of the picture lead to the words.
    for link in re.findall(r'href="#(bracket-\d+)"', text):
        assert f'id="{link}"' in text


def test_every_player_of_the_picture_leads_to_his_answer(site: Site) -> None:
    text = site.get(EXPLAIN).text
    links = {unescape(link) for link in re.findall(r'href="([^"]*/player\?player=\d+)"', text)}
    assert len(links) == 14
    for link in links:
        assert site.get(link).status_code == 200


def test_every_board_of_the_round_leads_to_its_why(site: Site) -> None:
    text = site.get("/t/demo/A/round/4").text
    links = re.findall(r'class="why"><a href="([^"]*)"', text)
    assert links == [f"{EXPLAIN}/4/board/{board}" for board in range(1, 8)]
    assert f"{EXPLAIN}/4/board/2" in site.get("/t/demo/A/round/4/board/2").text
    for link in links:
        assert site.get(link).status_code == 200


def test_why_a_board_is_as_it_is(site: Site) -> None:
    plain = words(site.get(f"{EXPLAIN}/4/board/2").text)
    assert "Round 4, table 2: 4 Davide – 5 Elisa" in plain
    assert plain.count("Why this opponent?") == 2
    assert "S1" not in plain
    assert site.get(f"{EXPLAIN}/4/board/2").text.count('class="player-path"') == 2
    read = words(site.get(f"{EXPLAIN}/4/board/2?depth=arbiter").text)
    assert "4 Davide has White against 5 Elisa on board 2." in read
    assert "a downfloat for 5 Elisa" in read
    assert "S1 against S2 in order would give 5 Elisa 1 Alice as opponent" in read
    assert "of the list, and is played at table" not in read, "its table is that of the list"
    # What both have in common is told once.
    assert read.count("both get the colour they prefer") == 1


def test_the_sheet_for_the_player_has_the_head_of_the_tournament(site: Site) -> None:
    text = site.get(f"{EXPLAIN}/4/player?player=5").text
    head = words(text[text.index('class="sheet-head"') :])
    assert "Fourteen players" in head
    assert "Chief arbiter: Mario Held" in head
    assert "FIDE (Dutch) System" in head


@pytest.mark.parametrize(
    ("wish", "answer"),
    [
        ("2", "You do not meet 2 Bruno: you already met in round"),
        ("3", "why 5 Elisa does not meet 3 Carla"),
        ("4", "You do meet 4 Davide in this round."),
        ("bye", "why 5 Elisa does not get the bye"),
        ("white", "why 5 Elisa does not have White"),
        ("black", "You do have Black."),
        ("5", "Nobody can meet themselves."),
        ("99", "There is no player 99."),
    ],
)
def test_why_not_on_the_page(site: Site, wish: str, answer: str) -> None:
    response = site.get(f"{EXPLAIN}/4/why-not?player=5&wish={wish}")
    assert response.status_code == 200
    assert answer in words(response.text)


def test_the_question_boxes_begin_with_the_players_of_the_board(site: Site) -> None:
    text = site.get(f"{EXPLAIN}/4/board/2").text
    box = text[text.index('id="f-player"') :]
    assert [one.split("<")[0] for one in box.split(">")[2:5:2]] == ["4 Davide", "5 Elisa"]
    asked = words(site.get(f"{EXPLAIN}/4/edition?system=dutch-2026&player=5").text)
    assert "by FIDE (Dutch) System, 2026." in asked


def test_only_systems_for_players_are_offered_for_players(site: Site) -> None:
    offered = re.findall(r'<option value="([a-z0-9-]+-[0-9]{4})"', site.get(f"{EXPLAIN}/4").text)
    assert "dubov-2026" in offered
    assert not {"team-2026", "doubleswiss-2026", "dutch-2017"} & set(offered)


def test_a_question_without_a_player_is_told(site: Site) -> None:
    for query in ("", "?player=5", "?player=5&wish=queen", "?wish=3"):
        response = site.get(f"{EXPLAIN}/4/why-not{query}")
        assert response.status_code == 422
        assert "Choose a player" in response.text


@pytest.mark.parametrize("key", [key for key in SYSTEMS.swiss if key != "dutch-2017"])
def test_the_round_by_another_edition(site: Site, key: str) -> None:
    text = site.get(f"{EXPLAIN}/4/edition?system={key}").text
    assert len(pairs(text)) == 7
    read = words(text)
    same = "Both give the same pairing." in read
    assert same or re.search(r"Only under [^:]*: \d+-\d+", read)
    assert "Compare with" in read


def test_a_round_that_is_not_there(site: Site) -> None:
    assert "Round 5 is not paired yet." in words(site.get(f"{EXPLAIN}/5").text)
    for path in ("/77", "/0", "/5/board/1", "/4/board/8", "/4/board/0", "/4/edition?system=x"):
        assert site.get(f"{EXPLAIN}{path}").status_code == 404


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("/4", "passa a 1½"),
        ("/4/board/2", "Turno 4, tavolo 2: 4 Davide – 5 Elisa"),
        ("/4/why-not?player=5&wish=3", "perché 5 Elisa non incontra 3 Carla"),
        ("/4/edition?system=dubov-2026", "Il turno secondo Sistema Dubov, 2026"),
        ("/5", "Il turno 5 non è ancora abbinato."),
    ],
)
def test_explanations_on_the_page_in_italian(site: Site, path: str, said: str) -> None:
    read = words(site.client.get(f"{EXPLAIN}{path}", headers={"accept-language": "it"}).text)
    assert said in read
    for english in ("Bracket at", "Scoregroup at", "Why", "has White", "not paired"):
        assert english not in read


def test_how_much_is_told(site: Site) -> None:
    lengths = [
        len(words(site.get(f"{EXPLAIN}/4?depth={depth}").text))
        for depth in ("words", "normal", "full")
    ]
    assert lengths == sorted(lengths)
    assert len(set(lengths)) == 3


def test_a_draft_is_for_the_arbiter_alone(small: Site) -> None:
    with small.desk("t") as desk:
        desk.act(Pair(A))
    url = "/t/t/A/explain/1/board/1"
    assert "not published" in small.get("/t/t/A/explain/1").text
    assert small.get(url).status_code == 200
    public = "/public/t/A/explain/1/board/1"
    assert small.get(public).status_code == 404
    with small.desk("t") as desk:
        desk.act(Publish(A))
    small.get("/t/t/A/round")  # the page sees what another program wrote
    wait_for(small, "t")
    small.client.cookies.clear()
    text = small.get(public).text
    assert "Why this opponent?" in words(text)
    assert "/t/t/A/" not in text[text.index("<main") :]


def wait_for(site: Site, name: str) -> None:
    """Wait until the desk has read what another program wrote."""
    site.desktop.desks.file(name).submit(lambda desk: desk.refresh()).result()


def test_a_round_made_by_hand_says_so_and_what_the_rules_give(small: Site) -> None:
    with small.desk("t") as desk:
        desk.act(Pair(A))
        boards = desk.section(A).draft.boards  # type: ignore[union-attr]
        (a, b), (c, d), *others = boards
        desk.act(ChangeDraft(A, ((a, d), (c, b), *others), None))
        desk.act(Publish(A), reason="kept as it was drawn")
    read = words(small.get("/t/t/A/explain/1").text)
    assert "made or changed this round by hand" in read
    name = {player: f"{player} Player {player:03}" for player in range(1, 9)}
    is_ = f"As it is {name[a]} – {name[d]} {name[c]} – {name[b]}"
    assert f"{is_} By the rules {name[a]} – {name[b]} {name[c]} – {name[d]}" in read
    assert pairs(small.get("/t/t/A/explain/1").text) == ["1-5", "2-6", "3-7", "4-8"]


def test_what_is_explained_is_what_was_known_then(small: Site) -> None:
    """A result of round 1 corrected after round 2 was paired changes nothing about round 2."""
    with small.desk("t") as desk:
        publish(desk)
        enter(desk, Result.WHITE_WINS)
        desk.act(PublishResults(A))
        publish(desk)
        before = [(game.white, game.black) for game in desk.section(A).rounds[1].games]
    first = pairs(small.get("/t/t/A/explain/2").text)
    with small.desk("t") as desk:
        game = desk.section(A).rounds[0].games[0]
        desk.act(CorrectResult(A, 1, 1, Result.BLACK_WINS), reason="wrong")
        assert desk.section(A).rounds[0].games[0] != game
    wait_for(small, "t")
    small.desktop.jobs = Jobs()  # nothing is remembered
    text = small.get("/t/t/A/explain/2").text
    assert pairs(text) == first
    assert len(first) == len(before)
    assert "By the rules" not in text


def test_results_that_come_in_do_not_explain_the_round_again(small: Site) -> None:
    with small.desk("t") as desk:
        publish(desk)
    small.get("/t/t/A/explain/1")
    asked = list(small.desktop.jobs._jobs)
    with small.desk("t") as desk:
        desk.act(EnterResults(A, ((1, Result.DRAW),)))
    wait_for(small, "t")
    small.get("/t/t/A/explain/1")
    assert list(small.desktop.jobs._jobs) == asked


def test_the_table_is_named_where_it_has_another_number(tmp_path: Path) -> None:
    with fresh(tmp_path, announced=Announcement(first_table=101)) as desk:
        publish(desk)
    for site in serve(tmp_path):
        read = words(site.get("/t/t/A/explain/1/board/2?depth=arbiter").text)
        assert "It is board 2 of the list, and is played at table 102." in read


def test_players_are_called_by_their_numbers_not_by_their_ids(tmp_path: Path) -> None:
    """Players are registered weakest first, so that no number equals an id."""
    with fresh(tmp_path, 0) as desk:
        desk.act(Register(A, tuple(replace(one, id=9 - one.id) for one in people(8))))
        play(desk, 2)
        publish(desk)
        game = desk.section(A).rounds[2].games[0]
        numbers = {player.id: player.number for player in desk.section(A).listed_players}
        assert numbers[game.white] != game.white
        desk.act(FixTables(A, ((game.white, 3),)))
    for site in serve(tmp_path):
        text = site.get("/t/t/A/explain/3/board/1?depth=arbiter").text
        white, black = numbers[game.white], numbers[game.black]
        assert f"{white} Player {white:03} has White against {black} Player {black:03}" in words(
            text
        )
        assert "made or changed" not in text


@pytest.mark.parametrize("key", [key for key in SYSTEMS.swiss if not SYSTEMS[key].matches])
def test_every_system_is_drawn_and_told(tmp_path: Path, key: str) -> None:
    with fresh(tmp_path, 9, system=key) as desk:
        play(desk, 2)
        publish(desk)
    for site in serve(tmp_path):
        text = site.get("/t/t/A/explain/3?depth=full").text
        assert len(pairs(text)) == 4
        assert "By the rules" not in text
        for question in (
            "board/1",
            "player?player=9",
            "why-not?player=1&wish=9",
            "why-not?player=1&wish=bye",
        ):
            assert site.get(f"/t/t/A/explain/3/{question}").status_code == 200


def test_a_large_round_is_an_overview_of_its_brackets(tmp_path: Path) -> None:
    with fresh(tmp_path, 81) as desk:
        play(desk, 2, Result.DRAW)
        publish(desk)
    for site in serve(tmp_path):
        text = site.get("/t/t/A/explain/3").text
        links = [unescape(link) for link in re.findall(r'href="([^"]*bracket=\d+)"', text)]
        brackets = [link for link in links if "depth" not in link and "/teach" not in link]
        assert brackets
        assert [link.replace("/teach", "") for link in links if "teach" in link] == brackets
        assert not pairs(text)
        drawn = [pair for link in brackets for pair in pairs(site.get(link).text)]
        assert len(drawn) == len(set(drawn)) == 40


def test_while_it_is_computed_the_page_says_so_and_asks_again(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs_module, "SOON", 0.1)
    gate = threading.Event()
    jobs = site.desktop.jobs
    begin(gate.wait, jobs.turn)
    url = f"{EXPLAIN}/4/why-not?player=5&wish=3"
    text = site.get(url).text
    assert "Explaining round 4" in text
    assert f'hx-get="{url.replace("&", "&amp;")}"' in text
    gate.set()
    assert begin(lambda: 1, jobs.turn).result(timeout=600) == 1
    monkeypatch.setattr(jobs_module, "SOON", 600.0)
    assert "does not meet" in site.get(url).text


NOTHING = Sentence("")


def ask(jobs: Jobs, number: int, work: Callable[[], object]) -> Job:
    job = jobs.add_once(
        str(number), lambda: Job(NOTHING, "/", begin(work, jobs.turn), id=str(number)), again=False
    )
    job.future.exception(timeout=600)
    return job


def test_what_was_explained_is_kept_and_the_oldest_is_forgotten() -> None:
    jobs = Jobs()
    done: list[int] = []
    for number in [*range(JOBS_KEPT), 0, 0]:
        ask(jobs, number, lambda number=number: done.append(number))  # type: ignore[misc]
    assert done == list(range(JOBS_KEPT))
    ask(jobs, -1, lambda: None)
    ask(jobs, -2, lambda: None)
    ask(jobs, 0, lambda: done.append(0))  # asked for lately, so it is still there
    ask(jobs, 1, lambda: done.append(1))
    assert done == [*range(JOBS_KEPT), 1]


def test_an_error_is_kept_for_whoever_asks() -> None:
    with pytest.raises(ZeroDivisionError):
        ask(Jobs(), 1, lambda: 1 // 0).future.result()


def test_everything_is_told_with_tables_of_candidates(site: Site) -> None:
    text = site.get(f"{EXPLAIN}/4?depth=full").text
    assert '<th scope="col">C.14</th>' in text
    assert '<tr class="chosen"><td class="number">→ 3</td><td>10-14, 9↓</td>' in text
    assert "as good as the chosen one" not in words(site.get(f"{EXPLAIN}/4").text)


def test_each_bracket_leads_to_its_tables_to_learn_with(site: Site) -> None:
    text = site.get(f"{EXPLAIN}/4").text
    links = re.findall(r'href="([^"]*/teach\?bracket=\d+)"', text)
    assert links == [f"{EXPLAIN}/4/teach?bracket={n}" for n in range(1, 7)]
    for link in links:
        assert site.get(link).status_code == 200
    # The second bracket: 5 has come down and is paired with 4, the third of S2.
    lesson = site.get(links[1]).text
    assert pairs(lesson) == ["5-4", "1-3"]
    assert '<tr class="chosen"><td class="number">→ 3</td><td>4</td><td>4</td></tr>' in lesson
    assert site.get(f"{EXPLAIN}/4/teach?bracket=9").status_code == 404
    assert site.get(f"{EXPLAIN}/9/teach").status_code == 404
