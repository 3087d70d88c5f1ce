"""The page *Settings*: announced settings, players kept apart, tables, sections, copies."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest

from crivello.desk.actions import OpenSection
from crivello.desk.announcement import Arbiter, Pace
from crivello.desk.setting_grammar import TABLE, Group
from crivello.desk.state import Section
from crivello.model.grammar import read_codes
from crivello.model.result import Bye
from crivello.model.settings import Options, Parity
from crivello.standings.recommended import EVEN_RATINGS
from crivello.web.settings.routes import RULES, field_name
from tests.web.conftest import Site
from tests.web.test_players import publish
from tests.web.test_round import told

SETTINGS = "/t/t/A/settings"


def section(site: Site, name: str = "t", key: str = "A") -> Section:
    with site.desk(name) as desk:
        return desk.section(key)


def filled(text: str, action: str) -> dict[str, str]:
    """Return the fields of a form of the page, as a browser would send it."""
    form = re.search(rf'<form method="post" action="{action}".*?</form>', text, re.S)
    assert form
    fields = {}
    for tag in re.findall(r"<input [^>]*>", form[0]):
        name = re.search(r'name="([^"]+)"', tag)
        value = re.search(r'value="([^"]*)"', tag)
        if name and ('type="checkbox"' not in tag or " checked" in tag):
            fields[name[1]] = unescape(value[1]) if value else ""
    for name, options in re.findall(
        r'<select id="[^"]+" name="([^"]+)"[^>]*>(.*?)</select>', form[0], re.S
    ):
        chosen = re.search(r'value="([^"]*)" selected', options)
        first = re.search(r'value="([^"]*)"', options)
        assert first
        fields[name] = chosen[1] if chosen else first[1]
    for name, value in re.findall(
        r'<textarea [^>]*name="([^"]+)"[^>]*>(.*?)</textarea>', form[0], re.S
    ):
        fields[name] = unescape(value)
    return fields


def rules(site: Site, url: str = SETTINGS) -> dict[str, str]:
    return filled(site.get(url).text, f"{url}/rules")


def test_saving_what_is_shown_changes_nothing(site: Site) -> None:
    url = "/t/demo/A/settings"
    before = section(site, "demo")
    text = site.post(f"{url}/rules", rules(site, url)).text
    assert "message done" in told(text)
    after = section(site, "demo")
    assert after.settings == before.settings
    assert after.announced == before.announced


def test_every_setting_of_the_table_has_a_field(small: Site) -> None:
    """Settings of teams have one in events of teams; FIDE mode has its own part of the page."""
    text = small.get(SETTINGS).text
    form = re.search(r'<form method="post" action="[^"]*/rules".*?</form>', text, re.S)
    assert form
    shown = set(re.findall(r' name="([^"]+)"', form[0]))
    apart = {"scoring": "win", "tie-breaks": "tie_break1"}
    for one in TABLE:
        if one.group in RULES:
            name = apart.get(one.key, field_name(one))
            assert (name in shown) == (one.group is not Group.TEAMS), one.key


def test_everything_can_be_set(small: Site) -> None:
    fields = rules(small) | {
        "name": "Open d'Asti",
        "rounds": "7",
        "system": "dubov-2026",
        "acceleration": "",
        "pace": "rapid",
        "time_control": "15 min + 10 s",
        "time_control_code": "900+10",
        "kind": "Swiss",
        "win": "3",
        "draw": "1",
        "loss": "0",
        "bye": "3",
        "tie_breaks": "bh/c1, bh sb",
        "chief_arbiter": "Anna Rossi (12345)",
        "deputy_arbiters": "Ugo Verdi (77)\nLia Neri",
        "correction_minutes": "20",
        "half_point_byes": "2",
        "half_point_byes_until": "5",
        "missed_rounds": "half",
        "full_point_byes": "1",
        "changes_allowed": "1",
        "first_table": "101",
        "skipped_tables": "113, 117",
    }
    text = small.post(f"{SETTINGS}/rules", fields).text
    assert "message asked" in told(text)  # full-point byes are an exception
    text = small.post(f"{SETTINGS}/rules", fields | {"proceed": "1"}).text
    assert "message done" in told(text)
    assert "Full-point byes are switched on" in told(text)  # FIDE deprecates them
    now = section(small)
    assert (now.settings.name, now.settings.rounds) == ("Open d'Asti", 7)
    assert now.settings.system == "dubov-2026"
    assert now.settings.tie_breaks == ("BH/C1", "BH", "SB")
    assert (now.settings.scoring.win, now.settings.scoring.draw) == (6, 2)
    announced = now.announced
    assert announced.pace is Pace.RAPID
    assert announced.chief_arbiter == Arbiter("Anna Rossi", 12345)
    assert announced.deputy_arbiters == (Arbiter("Ugo Verdi", 77), Arbiter("Lia Neri"))
    assert (announced.correction_minutes, announced.half_point_byes_until) == (20, 5)
    assert announced.missed_rounds is Bye.HALF_POINT
    assert announced.full_point_byes
    assert announced.changes_allowed
    assert (announced.first_table, announced.skipped_tables) == (101, (113, 117))
    page = small.get(SETTINGS).text
    assert "What FIDE discourages or wants announced" in page
    assert "Anna Rossi (12345)" in page


def test_tie_breaks_are_chosen(small: Site) -> None:
    fields = rules(small)
    assert "No tie-breaks are announced" in small.get(SETTINGS).text
    fields |= {"tie_break1": "DE", "tie_break3": "BH/C1"}
    small.post(f"{SETTINGS}/rules", fields)
    assert section(small).settings.tie_breaks == ("DE", "BH/C1")
    page = small.get(SETTINGS).text
    assert "No tie-breaks are announced" not in page
    assert rules(small)["tie_break2"] == "BH/C1"
    assert "The scores of the opponents, added up: stronger opponents are better." in page
    # A whole list, those of a file included, and none.
    small.post(f"{SETTINGS}/rules", rules(small) | {"tie_break_list": "swiss-rated"})
    assert section(small).settings.tie_breaks == EVEN_RATINGS.codes
    small.post(f"{SETTINGS}/rules", rules(small) | {"tie_breaks": "ARO/U1400"})
    assert rules(small)["tie_break1"] == "ARO/U1400"
    small.post(f"{SETTINGS}/rules", rules(small) | {"tie_break_list": "none"})
    assert section(small).settings.tie_breaks == ()


def test_choices_of_a_pairing_system(small: Site) -> None:
    assert section(small).settings.options == Options()
    leave_fide_mode(small)
    fields = rules(small) | {
        "system": "burstein-2016",
        "option-imaginary-point": "1",
        "option-parity": "literal",
    }
    assert "message done" in told(small.post(f"{SETTINGS}/rules", fields).text)
    assert section(small).settings.options == Options(Parity.LITERAL, imaginary_point=True)
    fields = rules(small)
    assert fields["option-imaginary-point"] == "1"
    assert "option-maxi-tournament" not in fields
    del fields["option-imaginary-point"]
    small.post(f"{SETTINGS}/rules", fields | {"option-maxi-tournament": "1"})
    now = section(small).settings.options
    assert now == Options(Parity.LITERAL, maxi_tournament=True)
    assert "maxi-tournament changes nothing" in small.get(SETTINGS).text
    assert '<option value="b">type b</option>' in small.get(SETTINGS).text


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("rounds", ""),
        ("win", "x"),
        ("draw", "2"),
        ("tie_breaks", "ABC"),
        ("correction_minutes", "soon"),
        ("skipped_tables", "1 x"),
        ("system", "nothing-1999"),
    ],
)
def test_what_does_not_fit_is_refused(small: Site, name: str, value: str) -> None:
    before = section(small)
    text = small.post(f"{SETTINGS}/rules", rules(small) | {name: value}).text
    assert "message refused" in told(text)
    assert section(small).settings == before.settings


def test_the_rules_stay_once_round_1_is_published(site: Site) -> None:
    url = "/t/demo/A/settings"
    text = site.post(f"{url}/rules", rules(site, url) | {"win": "3", "bye": "3"}).text
    assert "message refused" in told(text)
    assert "stay as announced" in site.get(url).text


def leave_fide_mode(site: Site) -> str:
    fields = filled(site.get(SETTINGS).text, f"{SETTINGS}/leave-fide-mode")
    return site.post(f"{SETTINGS}/leave-fide-mode", fields | {"reason": "a club evening"}).text


def test_fide_mode_stands_on_every_page_and_is_left_for_good(small: Site) -> None:
    pages = ("players", "settings", "round", "standings", "log", "files", "print", "end")
    for name in pages:
        assert 'id="fide-mode">FIDE mode: on</span>' in small.get(f"/t/t/A/{name}").text
    page = small.get(SETTINGS).text
    assert "FIDE mode cannot be entered again in this tournament." in page  # before it is left
    url = f"{SETTINGS}/leave-fide-mode"
    refused = small.post(url, filled(page, url)).text
    assert "Give a reason" in told(refused)
    assert section(small).announced.fide_mode is True
    assert "the event may not be accepted for rating" in told(leave_fide_mode(small))
    assert section(small).announced.fide_mode is False
    for name in pages:
        text = small.get(f"/t/t/A/{name}").text
        assert "Not in FIDE mode since" in text
        assert "a club evening" in text
    assert "leave-fide-mode" not in small.get(SETTINGS).text


def test_public_pages_and_the_demonstration_say_it(site: Site) -> None:
    for url in ("/public/demo/A/standings", "/t/demo/A/round"):
        assert "FIDE mode: not stated" in site.get(url).text


def test_a_tournament_outside_fide_mode(small: Site) -> None:
    fields = {"name": "Study", "rounds": "5", "system": "dutch-2017"}
    refused = small.post("/new", fields).text
    assert "dutch-2017 is superseded: a new tournament is paired by dutch-2026" in told(refused)
    assert "Give a reason" in told(small.post("/new", fields | {"outside": "1"}).text)
    small.post("/new", fields | {"outside": "1", "reason": "an old text"})
    assert ": an old text" in small.get("/t/study/A/players").text


def test_who_is_kept_apart_after_round_1_is_decided_with_a_reason(small: Site) -> None:
    publish(small)
    fields = filled(small.get(SETTINGS).text, f"{SETTINGS}/apart") | {"players": "1, 5"}
    assert fields["by_decision"] == "1"
    assert "Give a reason" in told(small.post(f"{SETTINGS}/apart", fields).text)
    small.post(f"{SETTINGS}/apart", fields | {"reason": "a quarrel"})
    assert section(small).settings.forbidden[0].players == (1, 5)
    fields = filled(small.get(SETTINGS).text, f"{SETTINGS}/release") | {"reason": "reconciled"}
    small.post(f"{SETTINGS}/release", fields)
    assert section(small).settings.forbidden == ()


def test_what_was_imported_states_fide_mode_before_round_1(small: Site) -> None:
    with small.desk("t") as desk:
        first = OpenSection("I", desk.section("A").settings, imported=True)
        desk.act(first)
    url = "/t/t/I/settings"
    assert "FIDE mode: not stated" in small.get(url).text
    text = small.post(f"{url}/state-fide-mode", {}).text
    assert 'id="fide-mode">FIDE mode: on</span>' in text


def test_place_and_times(small: Site) -> None:
    fields = filled(small.get(SETTINGS).text, f"{SETTINGS}/rules") | {
        "city": "Asti",
        "federation": "ita",
        "end": "2026-03-05",
        "day1": "2026-03-01",
        "time1": "15:30",
        "day2": "2026-03-02",
    }
    assert "message done" in told(small.post(f"{SETTINGS}/rules", fields).text)
    now = section(small)
    assert (now.settings.city, now.settings.federation) == ("Asti", "ITA")
    assert now.settings.round_dates == ("2026/03/01", "2026/03/02")
    assert now.announced.round_times == ("15:30",)
    wrong = small.post(f"{SETTINGS}/rules", fields | {"day3": "tomorrow"}).text
    assert "is not a day" in told(wrong)


def test_place_and_rules_are_saved_together_or_not_at_all(small: Site) -> None:
    fields = rules(small) | {"city": "Asti", "name": "Open"}
    wrong = small.post(f"{SETTINGS}/rules", fields | {"rounds": "soon"}).text
    assert "message refused" in told(wrong)
    assert section(small).settings.city == ""
    text = told(small.post(f"{SETTINGS}/rules", fields).text)
    now = section(small).settings
    assert (now.city, now.name) == ("Asti", "Open")
    assert "undo-last" not in text  # there are two actions; the log undoes each
    with small.desk("t") as desk:
        count = len(desk.log)
    assert "undo-last" in told(small.post(f"{SETTINGS}/rules", rules(small) | {"city": "Bra"}).text)
    with small.desk("t") as desk:
        assert len(desk.log) == count + 1


def test_forbidden_pairs_and_groups(small: Site) -> None:
    small.post(f"{SETTINGS}/apart", {"players": "1 8", "kind": "pair"})
    fields = {"players": "2, player 003", "kind": "group", "name": "Rossi", "last": 2}
    text = small.post(f"{SETTINGS}/apart", fields).text
    assert "Groups are kept apart" in told(text)
    now = section(small).settings
    assert [one.players for one in now.forbidden] == [(1, 8)]
    assert [(one.players, one.last_round) for one in now.keep_apart] == [((2, 3), 2)]
    assert "never meet" in text
    assert "rounds 1–2" in text
    stale = {"kind": "pair", "index": 0, "players": "1 7"}
    assert "message refused" in told(small.post(f"{SETTINGS}/release", stale).text)
    small.post(f"{SETTINGS}/release", stale | {"players": "1 8"})
    assert section(small).settings.forbidden == ()
    assert "message refused" in told(small.post(f"{SETTINGS}/apart", {"players": "1"}).text)


def test_everybody_of_a_club(small: Site) -> None:
    for name in ("A", "B"):
        small.post("/t/t/A/players/add", {"name": name, "club": "Asti"})
    text = small.post(f"{SETTINGS}/apart-by", {"tag": "club", "last": 3}).text
    assert "club: Asti" in text
    assert [one.players for one in section(small).settings.keep_apart] == [(9, 10)]


def test_tables(small: Site) -> None:
    text = small.post(f"{SETTINGS}/tables", {"player": "player 004", "table": 3}).text
    assert "4 Player 004 always sits at table 3" in text
    small.post(f"{SETTINGS}/free-table", {"player": 4})
    assert section(small).tables == {}
    assert "message refused" in told(small.post(f"{SETTINGS}/tables", {"player": "4"}).text)


def test_another_section(small: Site) -> None:
    text = small.post(f"{SETTINGS}/section", {"key": "B", "name": "Under 14", "rounds": 6}).text
    assert "Section B is opened." in told(text)
    assert "Under 14" in text
    assert section(small, key="B").settings.rounds == 6
    small.post(f"{SETTINGS}/rules", rules(small) | {"missed_rounds": "half", "first_table": "21"})
    small.post(f"{SETTINGS}/section", {"key": "D", "rounds": 5})
    opened = section(small, key="D").announced
    assert (opened.missed_rounds, opened.first_table) == (Bye.HALF_POINT, 1)
    assert opened.fide_mode is True
    assert "message refused" in told(
        small.post(f"{SETTINGS}/section", {"key": "B", "rounds": 6}).text
    )
    assert "message refused" in told(small.post(f"{SETTINGS}/section", {"key": "C"}).text)


def test_a_backup_folder_gets_copies(small: Site, tmp_path: Path) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    text = small.post(f"{SETTINGS}/backup-folder", {"folder": stick}).text
    assert "Backup copies now go to" in told(text)
    assert str(stick) in text
    assert (stick / "t.crivello").exists()
    text = small.post(f"{SETTINGS}/backup-folder", {"folder": ""}).text
    assert "No more backup copies" in told(text)
    gone = small.post(f"{SETTINGS}/backup-folder", {"folder": tmp_path / "gone"}).text
    assert 'class="note"' in told(gone)  # a warning


def test_arbiters_and_codes_as_people_write_them() -> None:
    assert Arbiter.from_text("Rossi, Anna: 5") == Arbiter("Rossi, Anna", 5)
    assert Arbiter.from_text("") is None
    assert Arbiter.all_from_text("A; B (2)\n\n") == (Arbiter("A"), Arbiter("B", 2))
    assert read_codes(" bh/c1;sb  DE") == ("BH/C1", "SB", "DE")


def test_pairs_of_round_1_are_announced_and_released(small: Site) -> None:
    text = small.post(f"{SETTINGS}/meet", {"players": "1, 2"}).text
    assert "announce them before the tournament" in told(text)
    assert section(small).settings.must_meet == ((1, 2),)
    assert "They meet in round 1: 1 Player 001, 2 Player 002." in text
    assert "message refused" in told(small.post(f"{SETTINGS}/meet", {"players": "1, 3"}).text)
    assert "message refused" in told(small.post(f"{SETTINGS}/meet", {"players": "4"}).text)
    small.post(f"{SETTINGS}/not-meet", {"players": "1 2"})
    assert section(small).settings.must_meet == ()
    small.post(f"{SETTINGS}/meet", {"players": "3, 4"})
    publish(small)
    games = section(small).rounds[0].games
    assert {3, 4} in [{game.white, game.black} for game in games]
    assert "message refused" in told(small.post(f"{SETTINGS}/not-meet", {"players": "3 4"}).text)


def test_the_pages_cite_the_edition_of_the_section(small: Site) -> None:
    assert "C.04.2: 1.5" in small.get(SETTINGS).text
    leave_fide_mode(small)
    fields = rules(small) | {"system": "dutch-2017"}
    small.post(f"{SETTINGS}/rules", fields)
    text = small.get(SETTINGS).text
    assert "C.04.2.A.5" in text
    assert "C.04.2: " not in text


def test_too_few_rounds_stand_on_the_page(small: Site) -> None:
    assert "would be enough" not in small.get(SETTINGS).text
    small.post(f"{SETTINGS}/rules", rules(small) | {"rounds": "2"})
    text = small.get(SETTINGS).text
    assert "among at most 4 players; for 8 players" in text
    assert "3 rounds would be enough" in text


def test_lots_are_drawn_logged_and_drawn_again_only_with_a_reason(small: Site) -> None:
    publish(small)
    assert "not among the tie-breaks" in small.get(SETTINGS).text
    done = small.post(f"{SETTINGS}/lots").text
    assert "Lots are drawn, from the first: " in told(done)
    drawn = [one.id for one in section(small).lots]
    assert sorted(drawn) == [1, 2, 3, 4, 5, 6, 7, 8]
    assert "Lots are drawn" in small.get("/t/t/A/log").text
    assert "message refused" in told(small.post(f"{SETTINGS}/lots").text)
    assert [one.id for one in section(small).lots] == drawn
    small.post(f"{SETTINGS}/lots", {"reason": "one name was missing"})
    (one,) = section(small).exceptions
    assert (str(one.what), one.done.reason) == ("Lots were drawn again.", "one name was missing")


def test_values_from_outside_are_typed_player_by_player(small: Site) -> None:
    publish(small)
    url = f"{SETTINGS}/values"
    text = small.post(url, {"values": "2 1.5\nPlayer 003 10"}).text
    assert "The data of 2 players are corrected." in told(text)
    assert filled(text, url)["values"] == "2 1.5\n3 10\n"
    for wrong in ("2 1.555", "2", "99 1", "Player 1"):
        assert "message refused" in told(small.post(url, {"values": wrong}).text), wrong
    small.post(url, {"values": "3 10"})
    tags = [dict(one.tags) for one in section(small).listed_players]
    assert [one.get("ext") for one in tags] == [None, None, "10", *([None] * 5)]
    assert "message refused" in told(small.post(url, {"values": "3 10"}).text)  # nothing changes
