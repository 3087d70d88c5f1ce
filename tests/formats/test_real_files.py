"""Real files with changed names: each is read tolerantly, with its repairs listed."""

from collections import Counter
from pathlib import Path

import pytest

from crivello.formats import read_document
from crivello.formats.trf import Dialect, losses, read_trf, write_trf
from crivello.model.errors import Illegal, Malformed
from crivello.model.matches import MatchTournament, individual_of
from crivello.model.result import Bye, Result
from crivello.systems.registry import find
from tests.support.data import DATA

REAL = DATA / "real"
FILES = sorted(REAL.iterdir())


@pytest.mark.parametrize("path", FILES, ids=[path.name for path in FILES])
def test_every_real_file_is_read_and_written_again(path: Path) -> None:
    document = read_document(path.read_bytes(), path.name, tolerant=True)
    assert document.tournament.players
    for dialect in Dialect:
        before = individual_of(document.tournament)
        again = individual_of(read_trf(write_trf(before, dialect), tolerant=True).tournament)
        assert len(again.players) == len(before.players)
        assert [len(this.games) for this in again.rounds] == [
            len(this.games) for this in before.rounds[: len(again.rounds)]
        ]
        assert losses(again, dialect) == []


def test_old_files_leave_half_point_byes_blank() -> None:
    data = (REAL / "krause-half-point-byes.trf").read_bytes()
    with pytest.raises(Illegal):
        read_trf(data)
    document = read_trf(data, tolerant=True)
    assert {(r.taken, r.changes_pairing) for r in document.repairs} == {("H", True)}
    byes = Counter(bye for this in document.tournament.rounds for _, bye in this.byes)
    assert byes[Bye.HALF_POINT] == len(document.repairs) == 6
    with pytest.raises(Illegal):
        document.to_pair()


def test_the_records_of_teams_are_read_and_written() -> None:
    data = (REAL / "teams.trf").read_bytes()
    event = read_trf(data).tournament
    assert isinstance(event, MatchTournament)
    assert event.settings.system == "team"
    assert [(game.white, game.black) for game in event.round(1).games] == [(1, 3), (4, 2)]
    assert event.round(1).byes == ((5, Bye.PAIRING_ALLOCATED),)
    assert event.round(1).games[0].result is Result.WHITE_WINS
    lines = data.decode().splitlines()
    kept = {line.rstrip() for line in lines if line[:3] in ("192", "300", "352", "362")}
    written = write_trf(event, Dialect.TRF26).splitlines()
    assert kept <= set(written)


def test_records_of_teams_follow_new_numbers() -> None:
    from crivello.formats.trf.canonical_form import rename_players

    event = read_trf((REAL / "teams.trf").read_bytes()).tournament
    assert isinstance(event, MatchTournament)
    people = event.individual
    other = rename_players(people, {player.id: player.id + 100 for player in people.players})
    assert other.settings.teams[0].members == (107, 110, 115, 114)
    assert other.settings.team_event is not None
    lineups = {(one.round, one.team): one.players for one in other.settings.team_event.lineups}
    assert lineups[2, 1] == (110, 107, None, None)


def test_national_categories_come_back() -> None:
    tournament = read_trf((REAL / "national-categories.trf").read_bytes()).tournament
    assert tournament.player[1].tags == (("category", "1N"),)
    again = read_trf(write_trf(tournament, Dialect.TRF26)).tournament
    assert again.player[1].tags == tournament.player[1].tags


def test_a_win_without_an_opponent_bars_the_next_bye() -> None:
    tournament = read_trf((REAL / "second-bye.trf").read_bytes()).tournament
    pairing = find("dutch-2017").pair(tournament, 4)
    assert pairing.bye not in (2, 7)


def test_a_draw_without_an_opponent_is_a_half_point_bye() -> None:
    tournament = read_trf((REAL / "half-bye-equals.trf").read_bytes()).tournament
    assert (12, Bye.HALF_POINT) in tournament.round(1).byes


def test_a_round_is_not_paired_without_its_acceleration() -> None:
    document = read_trf((REAL / "baku-2025.trf").read_bytes())
    assert document.tournament.settings.acceleration.method == "baku-2026"
    boards = find("dutch-2026").pair(document.tournament, document.tournament.next_round).boards
    assert {boards[0].white, boards[0].black} == {1, 5}
    with pytest.raises(Malformed):
        read_trf((REAL / "baku-2025.trf").read_bytes().replace(b"_BAKU", b"_HALEY"))


def test_byes_for_later_rounds_do_not_stand_in_the_columns_of_the_rounds() -> None:
    tournament = read_trf((REAL / "later-bye.trf").read_bytes()).tournament
    assert tournament.round(4).byes == ((3, Bye.HALF_POINT),)
    written = write_trf(tournament, Dialect.TRF26)
    assert "240 H 004    3" in written.splitlines()
    assert "0000" not in written
    assert read_trf(written).tournament.rounds == tournament.rounds
    for dialect in (Dialect.TRF16, Dialect.TRFX, Dialect.TRFBX):
        assert "0000" not in write_trf(tournament, dialect)
        (lost,) = [loss for loss in losses(tournament, dialect) if loss.round == 4]
        assert lost.sentence.values == {"players": "3", "round": 4}


@pytest.mark.parametrize(
    ("start", "system", "code"),
    [
        ("2026/03/01", "dutch-2026", "FIDE_DUTCH"),
        ("2025/03/01", "dutch-2026", "FIDE_DUTCH_2025"),
        ("", "dutch-2026", "FIDE_DUTCH_2025"),
        ("2025/03/01", "dutch-2017", "FIDE_DUTCH"),
        ("2026/03/01", "dutch-2017", "FIDE_DUTCH_2017"),
        ("01/02/2026", "dutch-2026", "FIDE_DUTCH_2025"),
    ],
)
def test_type_codes_that_other_programs_know(start: str, system: str, code: str) -> None:
    lines = [f"042 {start}"] if start else []
    lines += [f"### crivello: system={system}", (REAL / "later-bye.trf").read_text()]
    text = "\n".join(lines).replace("192 FIDE_DUTCH_2026\n", "")
    tournament = read_trf(text).tournament
    assert tournament.settings.system == system
    written = write_trf(tournament, Dialect.TRF26)
    assert f"192 {code}" in written.splitlines()
    assert read_trf(written).tournament.settings.system == system
