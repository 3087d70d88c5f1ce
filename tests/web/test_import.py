"""Tournaments of other programs become files of the desk, and can be continued there."""

from __future__ import annotations

import io
import re
import zipfile
from dataclasses import replace

import pytest

from crivello.audit.generator import generate
from crivello.audit.recipe import Recipe
from crivello.desk.actions import EnterResults, Pair
from crivello.desk.announcement import LineupOrder, Pace
from crivello.desk.events import EnteredResult
from crivello.formats import read
from crivello.formats.trf.canonical_form import by_number
from crivello.formats.trf.reader import TournamentDocument
from crivello.formats.trf.writer import Dialect, write_trf
from crivello.model.matches import MatchTournament, event_of, individual_of
from crivello.model.player import Player
from crivello.model.result import Bye, Result
from crivello.model.settings import ForfeitedMatch, Lineup, Settings, Team, TeamEvent
from crivello.model.tournament import Game, Round, Tournament
from crivello.systems.registry import find
from crivello.web.home.replay import import_tournament
from tests.support.data import DATA
from tests.support.swiss_manager import BYE, NOT_PAIRED, PlayerRecord, Sample, field_of
from tests.web.conftest import Site
from tests.web.test_round import told

RUNNING = DATA / "swiss-manager" / "05.TUNX"
SOUND = Sample(field_of(5), [[(1, 3, 1), (4, 2, 0), (5, BYE, 9)]], titles={0: "Sound"})


def new_names(site: Site) -> list[str]:
    return sorted(set(site.desktop.desks.names()) - {"demo"})


def take(site: Site, page: str, place: int = 0, **fields: str) -> str:
    """Press the button below one of the files of the page."""
    forms = re.findall(r'name="key" value="([^"]+)"><input[^>]*name="place" value="(\d+)"', page)
    key, number = forms[place]
    return site.post("/new/take", {"key": key, "place": number, **fields}).text


def imported(site: Site, sample: Sample, name: str = "x.TUNX") -> Tournament:
    """Import an intact file directly; return the tournament at the desk, with numbers as ids."""
    assert "has been imported" in told(site.upload("/new/upload", name, sample.written()))
    with site.desk(new_names(site)[0]) as desk:
        return by_number(desk.tournament("A"))


@pytest.mark.parametrize(("kind", "pace"), [("Open, rapid", Pace.RAPID), ("Open", Pace.STANDARD)])
def test_the_type_of_a_file_names_its_pace(site: Site, kind: str, pace: Pace) -> None:
    event = generate(Recipe(players=8, rounds=3), 1)
    typed = write_trf(replace(event, settings=replace(event.settings, kind=kind)), "trf26")
    assert "has been imported" in told(site.upload("/new/upload", "x.trf", typed.encode()))
    with site.desk(new_names(site)[0]) as desk:
        assert desk.section("A").announced.pace is pace


def test_a_sound_file_is_imported_at_once(site: Site) -> None:
    tournament = imported(site, SOUND)
    assert tournament.settings.name == "Sound"
    assert tournament.rounds == read(SOUND.written()).rounds


def test_a_running_tournament_goes_on_as_it_would_have(site: Site) -> None:
    given = read(RUNNING.read_bytes())
    text = take(site, site.upload("/new/upload", "05.TUNX", RUNNING.read_bytes()))
    assert "has been imported; one place in the file was repaired" in told(text)
    (name,) = new_names(site)
    with site.desk(name) as desk:
        taken = by_number(desk.tournament("A"))
        assert [p.name for p in taken.players] == [p.name for p in given.players]
        assert [set(this.games) for this in taken.rounds] == [set(r.games) for r in given.rounds]
        assert [set(this.byes) for this in taken.rounds] == [
            set(this.byes) for this in given.rounds
        ]
        games = enumerate(desk.section("A").rounds[1].games, start=1)
        missing = tuple(
            EnteredResult(table, game.white, game.black, Result.DRAW)
            for table, game in games
            if game.result is None
        )
        assert len(missing) == 4
        desk.act(EnterResults("A", missing))
        desk.act(Pair("A"))
        draft = desk.section("A").draft
        assert draft is not None
        expected = find("dutch-2026").pair(by_number(desk.tournament("A")), 3)
        assert set(draft.boards) == {(board.white, board.black) for board in expected.boards}
        assert draft.bye == expected.bye
        assert not {9, 11, 20} & {player for board in draft.boards for player in board}


def test_what_was_mended_is_shown_before_anything_happens(site: Site) -> None:
    text = site.upload("/new/upload", "05.TUNX", RUNNING.read_bytes())
    assert new_names(site) == []
    assert "Nothing has been imported yet." in text
    assert "24 players · 2 of 5 rounds paired" in text
    assert "The options of tie-break 68 of Swiss-Manager are not understood." in text
    assert "<td>68</td><td>WIN</td><td>no</td>" in text


def test_a_repair_that_can_change_a_pairing_is_marked(site: Site) -> None:
    sample = Sample(field_of(2), [[(1, 2, 7)]])
    text = site.upload("/new/upload", "odd.TUNX", sample.written())
    assert "Repairs that can change a pairing" in text
    assert "<td>7</td><td>no result yet</td><td>possibly</td>" in text
    assert "has been imported; one place" in told(take(site, text))


def test_the_same_remark_for_many_players_is_one_line(site: Site) -> None:
    sample = Sample(field_of(6), [[(1, 2, 7), (3, 4, 7), (5, 6, 7)]])
    text = site.upload("/new/upload", "odd.TUNX", sample.written())
    assert text.count("is not understood") == 1
    assert "(× 3)" in text


def test_several_files_and_an_archive(site: Site) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("folder/one.TUNX", SOUND.written())
        archive.writestr("two.trf", "garbage")
    sent = [
        ("file", ("all.zip", packed.getvalue())),
        ("file", ("05.TUNX", RUNNING.read_bytes())),
    ]
    text = site.client.post(f"/new/upload?csrf={site.csrf}", files=sent).text
    assert [name in text for name in ("folder/one.TUNX", "two.trf", "05.TUNX")] == [True] * 3
    assert text.count('action="/new/take"') == 2
    assert "has been imported" in told(take(site, text, 0))
    assert "has been imported" in told(take(site, text, 1))
    assert len(new_names(site)) == 2


def test_an_archive_that_is_damaged(site: Site) -> None:
    text = site.upload("/new/upload", "all.zip", b"PK\x03\x04 nothing")
    assert "cannot be unpacked" in told(text)


def test_a_round_robin_is_imported_with_its_rounds(site: Site) -> None:
    data = (DATA / "swiss-manager" / "14.TURX").read_bytes()
    text = site.upload("/new/upload", "14.TURX", data)
    assert "has been imported" in told(text)
    (name,) = new_names(site)
    with site.desk(name) as desk:
        section = desk.section("A")
        assert section.settings.system == "roundrobin"
        assert len(section.registrations) == 6
        assert len(section.rounds) == 5
        assert not any(this.draft.by_hand for this in section.rounds)


def test_the_teams_of_an_event_are_imported_without_its_rounds(site: Site) -> None:
    data = (DATA / "swiss-manager" / "20.TUMX").read_bytes()
    text = take(site, site.upload("/new/upload", "20.TUMX", data), players_only="1")
    assert "has been imported; 8 places in the file were repaired" in told(text)
    (name,) = new_names(site)
    with site.desk(name) as desk:
        section = desk.section("A")
        assert len(section.registrations) == 16
        assert len(section.people) == 93
        assert section.rounds == ()


def matches_of(event: Tournament) -> list[object]:
    """Return all rounds of an event of matches, board by board, independent of ids."""
    assert isinstance(event, MatchTournament)
    number = {one.id: one.number for one in event.players}
    name = {one.id: one.name for one in event.individual.players} | {0: ""}
    found: list[object] = []
    for this, matches in zip(event.rounds, event.matches, strict=True):
        boards = {
            (number[match.white], number[match.black], match.result): [
                (
                    name[board.home or 0],
                    name[board.guest or 0],
                    board.points,
                    board.game and (name[board.game.white], board.game.result),
                )
                for board in match.boards
            ]
            for match in matches
        }
        found.append((boards, {(number[one], bye) for one, bye in this.byes}))
    return found


def test_a_league_is_imported_with_its_line_ups_and_boards(site: Site) -> None:
    """The file is real, from a year in which teams were paired by other rules."""
    data = (DATA / "swiss-manager" / "20.TUMX").read_bytes()
    text = take(site, site.upload("/new/upload", "20.TUMX", data))
    assert "has been imported; 8 places in the file were repaired" in told(text)
    (name,) = new_names(site)
    with site.desk(name) as desk:
        assert matches_of(desk.tournament("A")) == matches_of(read(data))
        section = desk.section("A")
        assert section.settings.system == "team-2026"
        assert [this.draft.by_hand for this in section.rounds] == [False, *[True] * 4, False]


@pytest.mark.parametrize("system", ["team-2026", "doubleswiss-2026"])
def test_a_running_event_of_matches_goes_on_as_it_would_have(site: Site, system: str) -> None:
    recipe = Recipe(
        players=9,
        rounds=4,
        system=system,
        boards=3,
        forfeit_rate=6,
        half_point_bye_rate=9,
        zero_point_bye_rate=9,
        withdrawal_rate=20,
        late_entry_rate=9,
    )
    whole = generate(recipe, seed=3)
    shorter = individual_of(replace(whole, rounds=whole.rounds[:3]))
    file = write_trf(event_of(shorter), Dialect.TRF26).encode()
    assert "has been imported" in told(site.upload("/new/upload", "x.trf", file))
    (name,) = new_names(site)
    with site.desk(name) as desk:
        assert matches_of(desk.tournament("A")) == matches_of(read(file))
        assert not any(this.draft.by_hand for this in desk.section("A").rounds)
        expected = find(system).pair(by_number(desk.tournament("A")), 4)
        desk.act(Pair("A"))
        draft = desk.section("A").draft
        assert draft is not None
        number = {one.id: one.number for one in desk.section("A").listed_players}
        pairs = {(number[white], number[black]) for white, black in draft.boards}
        assert pairs == {(board.white, board.black) for board in expected.boards}


def test_reserves_forfeited_matches_and_reversed_colours_of_teams(site: Site) -> None:
    people = tuple(
        Player(name, id=n, number=n, rating=2200 - n) for n, name in enumerate("ABCDEFGHIJ", 1)
    )
    teams = (
        Team("North", (1, 2, 3), 1, strength=2198),
        Team("South", (4, 5), 2, strength=2195),
        Team("East", (7, 8), 3, strength=2192),
        Team("West", (9, 10), 4, strength=2190),
    )
    # C sits above A; F, who is on no list, plays for South, and has the wrong colour.
    games = (Game(3, 4, Result.WHITE_WINS), Game(1, 6, Result.DRAW, reversed=True))
    event = TeamEvent(
        2,
        lineups=(Lineup(1, 1, (3, 1)), Lineup(1, 2, (4, 6))),
        forfeits=(ForfeitedMatch(1, 4, 3, Result.BLACK_WINS_BY_FORFEIT),),
    )
    settings = Settings(name="Cup", rounds=3, system="team-2026", teams=teams, team_event=event)
    given = event_of(Tournament(people, (Round(games),), settings))
    name = import_tournament(site.desktop.desks, TournamentDocument(given), True, "Cup")
    with site.desk(name) as desk:
        section, taken = desk.section("A"), desk.tournament("A")
        assert isinstance(given, MatchTournament)
        assert isinstance(taken, MatchTournament)
        assert section.announced.lineup_order is LineupOrder.FREE
        assert set(taken.points) == set(given.points)
        assert set(taken.secondary) == set(given.secondary)
        this = section.rounds[0]
        boards = {match.white: these for match, these in zip(this.games, this.boards, strict=True)}
        names = {one.id: one.name for one in section.people.values()}
        assert [
            (names[game.white], names[game.black], game.result, game.reversed)
            for game in boards[1]
            if game is not None
        ] == [("C", "D", Result.WHITE_WINS, False), ("A", "F", Result.DRAW, True)]
        forfeited = [game.result for game in boards[4] if game is not None]
        assert forfeited == [Result.BLACK_WINS_BY_FORFEIT, Result.WHITE_WINS_BY_FORFEIT]


def test_late_entries_keep_their_numbers_and_byes(site: Site) -> None:
    players = [
        PlayerRecord("Abel", numbers={0x08: 2000}),
        PlayerRecord("Late", numbers={0x08: 1900, 0x34: 1}),
        PlayerRecord("Cain", numbers={0x08: 1800}),
        PlayerRecord("Dora", numbers={0x08: 1700}),
    ]
    rounds = [
        [(1, 3, 1), (4, BYE, 9), (2, NOT_PAIRED, 2)],
        [(4, 1, 2), (3, 2, 2)],
    ]
    sample = Sample(players, rounds, settings={0x47: 20260301})
    tournament = imported(site, sample)
    assert [player.name for player in tournament.players] == ["Abel", "Late", "Cain", "Dora"]
    assert [player.entered for player in tournament.players] == [1, 2, 1, 1]
    assert set(tournament.round(1).byes) == {(2, Bye.HALF_POINT), (4, Bye.PAIRING_ALLOCATED)}


def test_numbers_that_do_not_follow_the_ratings_are_kept(site: Site) -> None:
    """Another program may have numbered players by national ratings, or by lot."""
    ratings = (1500, 2400, 1600, 2300)
    players = [PlayerRecord(f"P{rating}", numbers={0x08: rating}) for rating in ratings]
    tournament = imported(site, Sample(players, [[(1, 3, 1), (4, 2, 1)]]))
    assert [player.rating for player in tournament.players] == list(ratings)


def test_a_game_still_open_when_the_next_round_was_paired_is_adjourned(site: Site) -> None:
    rounds = [[(1, 3, 0), (4, 2, 1)], [(2, 1, 0), (3, 4, 0)]]
    tournament = imported(site, Sample(field_of(4), rounds))
    assert {game.result for game in tournament.round(1).games} == {
        Result.ADJOURNED,
        Result.WHITE_WINS,
    }


def test_a_second_allocated_bye_is_a_full_point_bye(site: Site) -> None:
    sample = Sample(field_of(4), [[(1, 2, 1), (3, BYE, 9, 1), (4, BYE, 9)]])
    take(site, site.upload("/new/upload", "x.TUNX", sample.written()))
    with site.desk(new_names(site)[0]) as desk:
        byes = desk.tournament("A").round(1).byes
    assert set(byes) == {(3, Bye.FULL_POINT), (4, Bye.PAIRING_ALLOCATED)}


def test_a_fixed_table_is_kept(site: Site) -> None:
    players = [*field_of(3), PlayerRecord("Player4", numbers={0x36: 7})]
    imported(site, Sample(players, [[(1, 3, 1), (4, 2, 1)]]))
    with site.desk(new_names(site)[0]) as desk:
        assert desk.section("A").tables == {4: 7}


@pytest.mark.parametrize("url", ["/new/files", "/new/files?key=gone"])
def test_a_page_whose_files_are_gone_leads_back(site: Site, url: str) -> None:
    assert site.get(url).url.path == "/"


def test_ranks_of_the_imported_file_are_not_reported_for_later_rounds(site: Site) -> None:
    """The demonstration came from a file with ranks after round 3."""
    with site.desk() as desk:
        assert {player.rank for player in desk.tournament("A").players} == {None}


def test_teams_are_counted_as_teams(site: Site) -> None:
    files = [DATA / "teams" / "case1.trf", RUNNING]
    sent = [("file", (one.name, one.read_bytes())) for one in files]
    text = site.client.post(f"/new/upload?csrf={site.csrf}", files=sent).text
    first, second = re.findall(r"<p><strong>[^<]*</strong>: ([^·]+) ·", text)
    assert first == "8 teams"
    assert text.count("teams and settings only") == text.count("players and settings only") == 1
    assert re.fullmatch(r"\d+ players", second)
