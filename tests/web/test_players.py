"""The page Players, without scripts: roll-call, new players, late entries, byes, leaving."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from crivello.desk.actions import OpenSection, Register
from crivello.desk.events import Presence
from crivello.lists import load
from crivello.model.player import Player, Title
from crivello.model.result import Bye
from crivello.model.settings import Settings
from crivello.web.amounts import parse_points
from crivello.web.people import find, find_all
from tests.web.conftest import Site
from tests.web.test_round import told

DATA = Path(__file__).resolve().parents[1] / "data" / "lists"
PLAYERS = "/t/demo/A/players"
SMALL = "/t/t/A/players"


@pytest.fixture
def fide(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A loaded rating list of twenty players, in a folder of its own."""
    folder = tmp_path_factory.mktemp("data")
    monkeypatch.setenv("CRIVELLO_DATA", str(folder))
    load(DATA / "rating_list_sample.txt")
    return folder


@pytest.fixture(autouse=True)
def no_lists(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CRIVELLO_DATA", str(tmp_path_factory.mktemp("none")))


def presences(site: Site) -> dict[int, Presence]:
    with site.desk("t") as desk:
        return {i: one.presence for i, one in desk.section("A").registrations.items()}


def publish(site: Site) -> None:
    site.post("/t/t/A/round/1/pair")
    site.post("/t/t/A/round/1/publish")


# Roll-call


@pytest.mark.parametrize(
    ("typed", "mark", "player", "presence"),
    [
        ("3", "c", 3, Presence.CONFIRMED),
        ("3", "p", 3, Presence.PRESENT),
        ("5 p", "c", 5, Presence.PRESENT),
        ("player 004", "c", 4, Presence.CONFIRMED),
    ],
)
def test_the_roll_is_called_by_typing(
    small: Site, typed: str, mark: str, player: int, presence: Presence
) -> None:
    text = small.post(f"{SMALL}/call", {"entry": typed, "as": mark}).text
    assert presences(small)[player] is presence
    assert [p for p, one in presences(small).items() if one is not Presence.REGISTERED] == [player]
    assert "told done" in told(text)


@pytest.mark.parametrize(
    ("typed", "said"),
    [("99", "Nobody has the number 99"), ("Kasparov", "Nobody here"), ("play", "Several players")],
)
def test_who_is_not_meant_is_told(small: Site, typed: str, said: str) -> None:
    assert said in told(small.post(f"{SMALL}/call", {"entry": typed}).text)
    assert set(presences(small).values()) == {Presence.REGISTERED}


def test_a_call_by_key_answers_with_one_row(small: Site) -> None:
    answer = small.post(f"{SMALL}/call", {"player": 2, "as": "p"}, x_fragment="1")
    assert re.findall(r'<tr id="p(\d+)" class="([^"]+)"', answer.text) == [("2", "is-present")]
    assert "1 present" in answer.text


def test_a_call_brings_what_others_have_called_meanwhile(small: Site) -> None:
    since = small.desktop.desks.file("t").snapshot.sequence
    small.post(f"{SMALL}/several", {"deed": "c", "player": 4})  # on another page
    fields = {"player": 2, "as": "p", "since": since}
    answer = small.post(f"{SMALL}/call", fields, x_fragment="1").text
    assert re.findall(r'<tr id="p(\d+)"', answer) == ["2", "4"]
    assert f'data-sequence="{since + 2}"' in answer
    small.post(f"{SMALL}/add", {"name": "New, One"})
    answer = small.post(f"{SMALL}/call", fields | {"as": "c"}, x_fragment="1").text
    assert f'data-sequence="{since}"' in answer  # the page is behind still, and loads itself again


def test_the_unconfirmed_are_left_out_in_one_action(small: Site) -> None:
    small.post(f"{SMALL}/several", {"deed": "c", "player": 1})
    text = small.post(f"{SMALL}/leave-out").text
    assert "7 players did not confirm" in told(text)
    assert list(presences(small).values()).count(Presence.LEFT_OUT) == 7
    back = small.post(f"{SMALL}/call", {"player": 2, "as": "c"}, x_fragment="1")
    assert back.status_code == 205  # his number comes back, and those of others change


def test_changes_are_told_by_row(small: Site) -> None:
    since = small.desktop.desks.file("t").snapshot.sequence
    small.post(f"{SMALL}/several", {"deed": "c", "player": 4})
    changes = small.get(f"{SMALL}/changes?since={since}")
    assert re.findall(r'<tr id="p(\d+)"', changes.text) == ["4"]
    small.post(f"{SMALL}/add", {"name": "New, One"})
    assert small.get(f"{SMALL}/changes?since={since}").status_code == 205


# New players


def test_a_player_is_registered_by_hand(small: Site) -> None:
    fields = {
        "name": "Rossi, Anna",
        "title": "WFM",
        "rating": 2375,
        "federation": "ITA",
        "fide_id": 12345,
        "birth": "1990",
        "sex": "w",
        "club": "Asti",
    }
    text = small.post(f"{SMALL}/add", fields).text
    assert "Rossi, Anna" in told(text)
    with small.desk("t") as desk:
        player = desk.section("A").registrations[9].player
    assert (player.title, player.rating, player.fide_id) == (Title.WFM, 2375, 12345)
    assert dict(player.tags) == {"club": "Asti"}
    assert "Asti" in text


@pytest.mark.parametrize("fields", [{"name": ""}, {"name": "A", "rating": "many"}])
def test_wrong_data_are_refused(small: Site, fields: dict[str, str]) -> None:
    assert "told refused" in told(small.post(f"{SMALL}/add", fields).text)
    assert len(presences(small)) == 8


def test_a_player_is_found_on_a_rating_list_and_registered(small: Site, fide: Path) -> None:
    page = small.get(f"{SMALL}?q=oneil+carla").text
    assert "O&#39;Neill, Carla" in page
    found = small.get(f"{SMALL}/search?q=carl").text
    assert "2581" in found
    assert "<html" not in found
    text = small.post(f"{SMALL}/add-listed", {"list": "fide", "fide_id": 1001955}).text
    assert "O&#39;Neill, Carla is registered." in told(text)
    with small.desk("t") as desk:
        assert desk.section("A").registrations[9].player.rating == 2581
    assert "registered</span>" in small.get(f"{SMALL}/search?q=carla").text
    again = small.post(f"{SMALL}/add-listed", {"list": "fide", "fide_id": 1001955}).text
    assert "told refused" in told(again)


def test_without_a_list_the_page_says_so(small: Site) -> None:
    assert "No rating list is loaded yet." in small.get(SMALL).text
    assert "is not loaded" in small.get(f"{SMALL}/search?q=x").text
    answer = small.get(f"{SMALL}/updates").text
    assert "No rating list is loaded yet." in answer
    assert "crivello load" not in answer
    bad = small.post(f"{SMALL}/add-listed", {"list": "../fide", "fide_id": 1}).text
    assert "cannot be the name of a list" in told(bad)


def test_a_player_of_another_section_keeps_his_id(small: Site) -> None:
    with small.desk("t") as desk:
        desk.act(OpenSection("B", Settings(name="B", rounds=5)))
        desk.act(Register("B", (Player(0, 0, "Both, Bob", fide_id=77),)))
    small.get(SMALL)
    small.desktop.desks.file("t").look()
    small.post(f"{SMALL}/add", {"name": "Bob Both", "fide_id": 77})
    with small.desk("t") as desk:
        both = [section.registrations[9].player.name for section in desk.state.sections.values()]
    assert both == ["Both, Bob", "Both, Bob"]


# Import


def upload(site: Site, url: str, filename: str, data: bytes, **fields: str) -> str:
    answer = site.client.post(
        f"{url}?csrf={site.csrf}", files={"file": (filename, data)}, data=dict(fields)
    )
    return answer.text


TABLE = b"name;rating;fed;fide\nVerdi, Ugo;2111;ITA;901\nPlayer 003;2380;;\n"


def test_a_file_is_shown_before_anything_happens(small: Site) -> None:
    text = upload(small, f"{SMALL}/import/upload", "list.csv", TABLE)
    assert "Nothing has happened yet." in text
    assert "Register 2 players" in text
    assert "is called like" in text
    assert len(presences(small)) == 8
    key = re.search(r'name="key" value="([^"]+)"', text)
    assert key
    done = small.post(f"{SMALL}/import", {"key": key[1]}).text
    assert "2 players are registered." in told(done)
    assert len(presences(small)) == 10
    again = small.get(f"{SMALL}/import?key={key[1]}").text
    assert "One player is registered already" in again  # by his FIDE id


def test_columns_can_be_told(small: Site) -> None:
    text = upload(small, f"{SMALL}/import/upload", "x.csv", b"wer;elo\nVerdi;2111\n")
    assert "It cannot be taken in like this" in text
    key = re.search(r'name="key" value="([^"]+)"', text)
    assert key
    read = small.get(f"{SMALL}/import?key={key[1]}&columns=name%3Dwer").text
    assert "Register one player" in read
    assert "Verdi" in read


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("a.csv", b"name;fide\nA;7\nB;7\n", "line 3: B has the FIDE id 7 of A in line 2."),
        ("a.csv", b"name;rating\nA;x\n", "line 2:"),
        ("a.trf", b"\x00\x01garbage", "It cannot be taken in like this"),
    ],
)
def test_a_wrong_file_is_told_with_its_lines(
    small: Site, name: str, data: bytes, said: str
) -> None:
    text = upload(small, f"{SMALL}/import/upload", name, data)
    assert said in text
    assert ">Register " not in text.split("Columns")[0].split("bar")[-1]
    assert len(presences(small)) == 8


def test_a_file_that_is_gone_is_asked_for_again(small: Site) -> None:
    assert "Upload it again" in told(small.post(f"{SMALL}/import", {"key": "nothing"}).text)
    assert "Choose a file first" in told(small.post(f"{SMALL}/import/upload").text)


# Rating lists


def test_a_rating_list_is_loaded_in_the_background(small: Site) -> None:
    data = (DATA / "rating_list_sample.txt").read_bytes()
    text = upload(small, f"{SMALL}/lists/upload", "april.txt", data, name="fide")
    while "working" in text:
        where = re.search(r'hx-get="([^"]+/working/[^"]+)"', text)
        assert where
        text = small.get(where[1]).text
    assert "20 players loaded into the list fide." in told(text)
    assert "april.txt" in text
    wrong = upload(small, f"{SMALL}/lists/upload", "x.txt", data, name="../x")
    assert "cannot be the name of a list" in told(wrong)


def test_changes_of_a_list_are_accepted_one_by_one(small: Site, fide: Path) -> None:
    small.post(f"{SMALL}/add", {"name": "ONeill, C", "fide_id": 1001955, "rating": 2500})
    page = small.get(f"{SMALL}/updates").text
    assert 'value="9:rating"' in page
    assert 'value="9:name"' in page
    assert "8 players have no FIDE id" in page
    text = small.post(f"{SMALL}/updates", {"list": "fide", "change": "9:rating"}).text
    assert "told done" in told(text)
    with small.desk("t") as desk:
        player = desk.section("A").registrations[9].player
    assert (player.name, player.rating) == ("ONeill, C", 2581)
    assert "Tick the changes" in told(small.post(f"{SMALL}/updates", {"list": "fide"}).text)


# After the start


def test_a_late_entry_is_shown_with_who_moves(small: Site) -> None:
    publish(small)
    text = small.post(f"{SMALL}/add", {"name": "Late, Lia", "rating": 2365}).text
    assert "late entry, not admitted" in text
    page = small.post(f"{SMALL}/several", {"deed": "admit", "player": 9}).text
    assert "number 5, plays from round 2 on" in page
    moved = re.findall(r'<span class="no">(\d)</span> → <strong>(\d)</strong>', page)
    assert moved == [("5", "6"), ("6", "7"), ("7", "8"), ("8", "9")]
    done = small.post(f"{SMALL}/admit", {"player": 9}).text
    assert "is admitted as a late entry" in told(done)
    assert "C.04.2: 2.4" in told(done)
    with small.desk("t") as desk:
        assert desk.section("A").order == (1, 2, 3, 4, 9, 5, 6, 7, 8)
    assert "told refused" in told(small.post(f"{SMALL}/admit", {"player": 9}).text)


@pytest.mark.parametrize("query", ["", "?player=1", "?player=77", "?player=x"])
def test_nobody_else_can_be_admitted(site: Site, query: str) -> None:
    assert "told refused" in told(site.get(f"{PLAYERS}/admit{query}").text)


def test_byes_for_several(small: Site) -> None:
    fields = {"deed": "bye", "kind": "h", "round": 3, "player": 2}
    assert "half-point bye in round 3" in told(small.post(f"{SMALL}/several", fields).text)
    with small.desk("t") as desk:
        assert desk.section("A").byes == {(2, 3): Bye.HALF_POINT}
    nobody = small.post(f"{SMALL}/several", {"deed": "bye", "kind": "h", "round": 3}).text
    assert "told refused" in told(nobody)


@pytest.mark.parametrize("deed", ["", "x", "burn", "expel"])
def test_a_deed_that_is_none_does_nothing(site: Site, deed: str) -> None:
    assert "told refused" in told(site.post(f"{PLAYERS}/several", {"deed": deed, "player": 1}).text)


def test_leaving_and_coming_back(site: Site) -> None:
    text = site.post(f"{PLAYERS}/several", {"deed": "withdraw", "player": 5}).text
    assert "5 Elisa has withdrawn." in told(text)
    assert "withdrawn after round 4" in text
    text = site.post(f"{PLAYERS}/several", {"deed": "return", "player": 5}).text
    assert "plays again" in told(text)
    text = site.post(f"{PLAYERS}/several", {"deed": "absent", "player": 5}).text
    assert "absent in round 5" in text


# One player


def test_one_player_and_his_page(site: Site) -> None:
    text = site.get(f"{PLAYERS}/12").text
    assert "Oscar" in text
    assert "Round 2: absent" in text
    assert site.get(f"{PLAYERS}/99").status_code == 404


def test_data_are_corrected_and_the_rest_stays(small: Site) -> None:
    fields = {"name": "Player 001", "rating": 2355, "federation": "ITA"}
    publish(small)
    text = small.post(f"{SMALL}/1/data", fields).text
    assert "players get other pairing numbers" in told(text)
    with small.desk("t") as desk:
        assert desk.section("A").order.index(1) == 4
        assert desk.section("A").registrations[1].player.federation == "ITA"
    assert "told refused" in told(small.post(f"{SMALL}/1/data", fields).text)


def test_byes_of_one_player(small: Site) -> None:
    site = small
    data = {"csrf": site.csrf, "kind": "z", "round": ["2", "4"]}
    text = site.client.post(f"{SMALL}/3/byes", data=data).text
    assert "2 byes are entered" in told(text)
    assert "Round 2: absent" in text
    assert "Round 4: absent" in text
    text = site.post(f"{SMALL}/3/cancel-bye", {"round": 2}).text
    assert "Round 2: absent" not in text
    assert "Choose at least one round" in told(site.post(f"{SMALL}/3/byes", {"kind": "z"}).text)


def test_expelled_is_final(site: Site) -> None:
    text = site.post(f"{PLAYERS}/6/expel", {"reason": "phone"}).text
    assert "expelled" in told(text)
    assert "expelled after round 4" in text
    assert "told refused" in told(site.post(f"{PLAYERS}/6/return").text)
    assert "phone" in site.get("/t/demo/A/log").text


def test_bonus_and_penalty_points_need_a_reason(site: Site) -> None:
    fields = {"points": "½", "deed": "penalty"}
    assert "told refused" in told(site.post(f"{PLAYERS}/1/points", fields).text)
    text = site.post(f"{PLAYERS}/1/points", fields | {"reason": "late"}).text
    assert "gets a penalty" in told(text)
    assert "−½" in text
    with site.desk() as desk:
        assert [one.points for one in desk.points_given("A")] == [-1]
    third = site.post(f"{PLAYERS}/1/points", {"points": "0.3", "reason": "x"}).text
    assert "cannot be given" in told(third)


def test_moving_between_sections(small: Site) -> None:
    with small.desk("t") as desk:
        desk.act(OpenSection("B", Settings(name="Blitz", rounds=5)))
    small.desktop.desks.file("t").submit(lambda desk: None).result()
    assert "Blitz" in small.get(f"{SMALL}/2").text
    small.post(f"{SMALL}/2/move", {"to": "B", "deed": "move"})
    small.post(f"{SMALL}/3/move", {"to": "B", "deed": "also"})
    with small.desk("t") as desk:
        assert sorted(desk.section("B").registrations) == [2, 3]
        assert 2 not in desk.section("A").registrations
        assert 3 in desk.section("A").registrations


def test_a_registration_is_taken_back_before_round_1_only(small: Site) -> None:
    assert "is taken back" in told(small.post(f"{SMALL}/8/remove").text)
    publish(small)
    assert "told refused" in told(small.post(f"{SMALL}/7/remove").text)


def test_a_table_of_his_own(small: Site) -> None:
    small.post(f"{SMALL}/4/table", {"table": 12})
    assert 'value="12"' in small.get(f"{SMALL}/4").text
    assert "told refused" in told(small.post(f"{SMALL}/4/table", {"table": "x"}).text)
    small.post(f"{SMALL}/4/table", {"table": ""})
    with small.desk("t") as desk:
        assert desk.section("A").tables == {}


def test_names_are_never_markup(small: Site) -> None:
    small.post(f"{SMALL}/add", {"name": "<script>alert(1)</script>"})
    for url in (SMALL, f"{SMALL}/9", "/t/t/A/log", "/t/t/A/settings"):
        assert "<script>alert" not in small.get(url).text


# What is typed


def test_people_are_found_by_words_without_accents() -> None:
    people = [
        Player(1, 1, "Müller, Jörg"),
        Player(2, 2, "Muller, Anna"),
        Player(3, 3, "Anna Muller-Rossi"),
    ]
    assert find("jorg", people).id == 1
    assert find("rossi an", people).id == 3
    assert find("anna muller", people).id == 2  # all of his name, and nothing else
    assert find_all("3 1, anna muller", people) == (3, 1, 2)


@pytest.mark.parametrize(
    ("typed", "halves"), [("1", 2), ("½", 1), ("1½", 3), ("1/2", 1), ("0.5", 1), ("1,5", 3)]
)
def test_points_as_people_write_them(typed: str, halves: int) -> None:
    assert parse_points(typed) * 2 == halves
