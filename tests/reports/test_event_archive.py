"""The archive of an event: it is complete, missing items are listed, and its files agree."""

from __future__ import annotations

import io
import re
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest
from pypdf import PdfReader

from crivello.desk import actions as a
from crivello.desk.setting_grammar import BY_KEY
from crivello.extras import install_command
from crivello.model.errors import Illegal, Remedy, RemedyKind
from crivello.model.player import Player, Title
from crivello.model.result import Bye, Result
from crivello.model.settings import Settings
from crivello.model.tournament import Game, Round, Tournament
from crivello.reports import event_archive
from crivello.reports.cross_check import cross_check
from crivello.reports.event_archive import EventArchive, check_lines, gaps, make_archive
from crivello.reports.pages import page
from crivello.reports.subject import Subject
from crivello.standings.finality import GamesOpen
from crivello.words import Language, translator
from tests.desk.desks import A, fresh, play
from tests.reports.pages_read import evil, large, read_page, rows_of, with_prizes
from tests.standings.test_norms import IM, SEVEN_OF_NINE, event, opponents


def finished(players: int = 8, rounds: int = 3) -> Tournament:
    """Return a finished tournament, with a forfeit, byes, a late entry and a shared rank."""
    tournament = large(players, rounds)
    first = tournament.rounds[0]
    forfeit = replace(first.games[0], result=Result.WHITE_WINS_BY_FORFEIT)
    both = replace(first.games[1], result=Result.DOUBLE_FORFEIT)
    rounds_played = (
        replace(first, games=(forfeit, both, *first.games[2:])),
        *tournament.rounds[1:],
    )
    settings = replace(
        tournament.settings,
        city="Trieste",
        start="2026/03/01",
        end="2026/03/03",
        chief_arbiter="Anna Rossi",
        rounds=rounds,
        tie_breaks=("WIN",),
    )
    people = tuple(replace(player, rank=None) for player in tournament.players)
    return Tournament(people, rounds_played, settings)


@pytest.fixture(scope="module")
def made() -> EventArchive:
    return make_archive(with_prizes(finished()), Language.EN)


def test_everything_is_in_the_archive(made: EventArchive) -> None:
    with zipfile.ZipFile(io.BytesIO(made.to_zip())) as packed:
        names = set(packed.namelist())
        assert packed.testzip() is None
    for name in ("standings", "crosstable", "prizes", "players", "results/results-3"):
        assert {f"{name}.html", f"{name}.pdf", f"{name}.csv"} <= names
    assert {"event-report.pdf", "norms.pdf", "fide/pre-check.pdf", "overview.html"} <= names
    assert {"fide/trf26.trf", "fide/trf16.trf", "site/index.html", "site/it/index.html"} <= names


def test_files_of_one_event_agree(made: EventArchive) -> None:
    assert made.check.differences == ()
    assert (made.check.players, made.check.games) == (8, 12)
    read = set(made.check.files)
    assert {"standings.csv", "crosstable.html", "prizes.html", "fide/trf16.trf"} <= read
    assert {"site/standings-3.html", "site/it/round-2.html", "results/results-1.csv"} <= read


def _swapped(text: str, one: str, other: str) -> str:
    assert one in text
    return text.replace(one, other, 1)


@pytest.mark.parametrize(
    ("file", "one", "other", "said"),
    [
        ("standings.csv", "\n1,", "\n2,", "rank 2 in standings.csv"),
        ("standings.html", 'c-points">2', 'c-points">5', "points in standings"),
        ("prizes.html", 'c-points">2', 'c-points">5', "in prizes.html"),
        ("crosstable.csv", "4B+", "4B=", "in crosstable.csv"),
        ("crosstable.html", "4B+", "4B=", "in crosstable.html"),
        ("results/results-2.csv", "1-0", "0-1", "in results/results-2.csv"),
        ("results/results-1.html", "+ : –", "– : +", "1F-0F"),
        ("site/round-3.html", "½ – ½", "1 – 0", "in site/round-3.html"),
        ("site/it/standings-3.html", 'c-points">2', 'c-points">5', "in site/it/standings-3.html"),
    ],
)
def test_a_changed_figure_is_found(
    made: EventArchive, file: str, one: str, other: str, said: str
) -> None:
    changed = _swapped(made.files[file].decode(), one, other).encode()
    found = cross_check(made.files | {file: changed}, 3)
    assert found.differences
    assert said in " ".join(map(str, found.differences))


def _line(text: str, player: int) -> tuple[str, str]:
    """Return the text, and a player's line in it."""
    (line,) = [one for one in text.splitlines() if one.startswith(f"001 {player:4} ")]
    return text, line


@pytest.mark.parametrize(
    ("dialect", "start", "end", "put", "said"),
    [
        ("trf26", 80, 84, " 9.5", "Player 1: 9½ points in fide/trf26.trf"),
        ("trf26", 85, 89, "   7", "Player 1: rank 7 in fide/trf26.trf"),
        ("trf16", 85, 89, "   7", "Player 1: rank 7 in fide/trf16.trf"),
        ("trf16", 118, 119, "W", "in fide/trf16.trf"),
        ("trf26", 111, 115, "   1", "but not in"),
        ("trf26", 80, 84, "many", "fide/trf26.trf cannot be read back"),
    ],
)
def test_a_changed_report_file_is_found(
    made: EventArchive, dialect: str, start: int, end: int, put: str, said: str
) -> None:
    file = f"fide/{dialect}.trf"
    text, line = _line(made.files[file].decode(), 1)
    changed = text.replace(line, line[:start] + put + line[end:])
    found = cross_check(made.files | {file: changed.encode()}, 3)
    assert said in " ".join(map(str, found.differences))


def test_what_a_file_lacks_is_found(made: EventArchive) -> None:
    rows = made.files["standings.csv"].decode().splitlines(keepends=True)
    found = cross_check(made.files | {"standings.csv": "".join(rows[:-1]).encode()}, 3)
    assert "but not in standings.csv." in str(found.differences[0])
    rows = made.files["results/results-2.csv"].decode().splitlines(keepends=True)
    found = cross_check(made.files | {"results/results-2.csv": "".join(rows[:-1]).encode()}, 3)
    assert "but not in results/results-2.csv." in str(found.differences[0])


def test_players_of_a_shared_rank_may_have_places_of_their_own(made: EventArchive) -> None:
    """TRF16 has no shared ranks; the order among those who share one has no meaning."""
    trf = made.files["fide/trf16.trf"].decode()
    ranks = [int(line[85:89]) for line in trf.splitlines() if line.startswith("001")]
    assert sorted(ranks) == list(range(1, 9))
    shared = [row["rank"] for row in rows_of(made.files["standings.html"].decode())]
    assert any(rank.endswith("=") for rank in shared)


def test_ranks_of_another_program_that_do_not_follow_are_found() -> None:
    tournament = finished()
    turned = {player.id: 9 - player.number for player in tournament.players}
    people = tuple(replace(one, rank=turned[one.id]) for one in tournament.players)
    found = make_archive(with_prizes(replace(tournament, players=people)), Language.EN).check
    assert "in fide/trf26.trf, but" in str(found.differences[0])
    said = check_lines(found, translator(Language.EN))
    assert said[0].endswith(f"there are {len(found.differences)} differences.")


@pytest.mark.parametrize(
    ("page", "columns"),
    [
        ("standings", ("rank", "number", "name", "points")),
        ("prizes", ("rank", "number", "name", "points", "paid")),
        ("crosstable", ("number", "name", "round_1", "round_2", "round_3", "points")),
        ("results/results-2", ("table", "white", "result", "black")),
    ],
)
def test_pdfs_have_the_same_figures(
    made: EventArchive, page: str, columns: tuple[str, ...]
) -> None:
    """The rows are checked in the order of the columns, with the text between them."""
    sheets = PdfReader(io.BytesIO(made.files[f"{page}.pdf"])).pages
    text = " ".join(" ".join(sheet.extract_text() for sheet in sheets).split())
    rows = [row for row in rows_of(made.files[f"{page}.html"].decode()) if row.get(columns[0])]
    assert rows
    for row in rows:
        between = ".{0,40}?".join(re.escape(row[column]) for column in columns)
        assert re.search(between, text), (row, text)


def test_corrections_for_rating_only_are_in_a_file_of_their_own() -> None:
    tournament = finished()
    last = tournament.rounds[2]
    game = last.games[0]
    assert game.result is not None
    other = Result.BLACK_WINS if game.result is Result.WHITE_WINS else Result.WHITE_WINS
    late = replace(game, rating_result=other)
    rounds = (*tournament.rounds[:2], replace(last, games=(late, *last.games[1:])))
    made = make_archive(Subject.of_tournament(replace(tournament, rounds=rounds)), Language.EN)
    assert made.files["fide/trf26.trf"] != made.files["fide/trf26-rating.trf"]
    assert made.check.differences == ()
    wrong = made.files | {"fide/trf26.trf": made.files["fide/trf26-rating.trf"]}
    assert cross_check(wrong, 3, [(3, game.white, game.black)]).differences


def test_norms_have_the_data_of_their_certificates() -> None:
    tournament = event(SEVEN_OF_NINE, opponents(IM), system="dutch-2026")
    made = make_archive(Subject.of_tournament(tournament), Language.EN)
    text = made.files["norms.html"].decode()
    assert "Data of the certificate" in text
    rows = made.files["norm-games.csv"].decode()
    assert rows.startswith("norm,player,number,round,opponent,")
    assert made.check.differences == ()
    changed = rows.replace(",1\n", ",0\n", 1)
    assert changed != rows
    found = cross_check(made.files | {"norm-games.csv": changed.encode()}, 9)
    assert "for a norm, player" in str(found.differences[0])


# What is missing


def test_nothing_is_missing_of_a_whole_event(made: EventArchive) -> None:
    assert list(gaps(with_prizes(finished()))) == []
    assert "Nothing is missing." not in made.files["overview.html"].decode()  # no list, no ids
    assert [str(one) for one in made.gaps][-1].startswith("No rating list is loaded")


def test_what_is_missing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    tournament = evil()  # round 2 of 3 has an open game
    bare = replace(tournament, settings=replace(tournament.settings, tie_breaks=()))
    monkeypatch.setattr(event_archive, "with_pdf", lambda: False)
    made = make_archive(Subject.of_tournament(bare), Language.IT)
    said = read_page(made.files["overview.html"].decode()).all("body")[0].text
    for text in (
        "Un turno su 3 è ancora da abbinare: le tabelle sono dopo il turno 1",
        "Turno 2: una partita è senza risultato.",
        "Non sono annunciati spareggi",
        "Per questo torneo non sono annunciati premi.",
        "Manca l'arbitro capo.",
        install_command("pdf"),
        "La FIDE respingerebbe",
    ):
        assert text in said, text
    assert not [name for name in made.files if name.endswith(".pdf") or "prizes" in name]
    assert made.check.differences == ()


def test_what_is_missing_comes_with_its_remedy() -> None:
    tournament = evil()
    bare = replace(tournament, settings=replace(tournament.settings, tie_breaks=()))
    found = {one.sentence.template: one.remedy for one in gaps(Subject.of_tournament(bare))}
    assert found[event_archive.UNPAIRED] == Remedy(RemedyKind.PAIR)
    assert found[event_archive.OPEN_GAMES] == Remedy(RemedyKind.ENTER_RESULT)
    assert found[event_archive.NO_PRIZES] == Remedy(RemedyKind.ANNOUNCE_PRIZES)
    assert Remedy(RemedyKind.CHANGE_SETTING, "tie-breaks") in found.values()
    assert Remedy(RemedyKind.CHANGE_SETTING, "chief-arbiter") in found.values()


def test_settings_that_are_missing_are_named_as_they_are_typed() -> None:
    assert {*event_archive.SETTINGS_AT_THE_END.values(), "tie-breaks"} <= BY_KEY.keys()


def test_results_that_are_not_published_are_not_in_the_archive(tmp_path: Path) -> None:
    with fresh(tmp_path, rounds=2) as desk:
        play(desk, 2)
        subject = Subject.of_desk(desk, A, published_only=True)
        whole = Subject.of_desk(desk, A)
        desk.act(a.PublishResults(A))
        published = Subject.of_desk(desk, A, published_only=True)
    with pytest.raises(GamesOpen):
        make_archive(subject, Language.EN)
    made = make_archive(subject, Language.EN, provisional=True)
    assert "Results of round 2 are entered, but not published" in str(made.gaps[0])
    assert b"Standings after round 1" in made.files["standings.html"]
    assert made.check.differences == ()
    for one in (whole, published):
        assert not [gap for gap in gaps(one) if "round 2" in str(gap)]


def test_without_results_there_is_no_archive() -> None:
    tournament = replace(evil(), rounds=())
    for source in (tournament, replace(tournament, players=())):
        with pytest.raises(Illegal):
            make_archive(Subject.of_tournament(source), Language.EN)


# The tournament report


def test_the_report_tells_who_played_and_what_was_unusual() -> None:
    players = (
        Player("Ann", 2300, id=1, number=1, title=Title.FM, federation="ITA", fide_id=1),
        Player("Bob", 2000, id=2, number=2, title=None, federation="ITA"),
        Player("Cleo", None, id=3, number=3, title=None, federation="FRA", entered=2),
        Player("Dan", 1500, id=4, number=4, title=None, federation="", withdrawn_after=1),
        Player(
            "Eve",
            1400,
            id=5,
            number=5,
            title=None,
            federation="FRA",
            withdrawn_after=2,
            expelled=True,
        ),
    )
    rounds = (
        Round((Game(1, 4, Result.WHITE_WINS_BY_FORFEIT),), ((2, Bye.HALF_POINT),)),
        Round(
            (
                Game(1, 2, Result.BOTH_LOSE, reversed=True),
                Game(3, 5, Result.DRAW, rating_result=Result.WHITE_WINS),
            )
        ),
    )
    settings = Settings(
        name="Small",
        rounds=3,
        round_dates=("2026/03/01", "2026/03/02"),
        deputy_arbiters=("Ugo",),
        system="dutch-2026",
    )
    rows = rows_of(page("event-report", Tournament(players, rounds, settings)))
    facts = {row["what"]: row["value"] for row in rows if "value" in row}
    assert facts["Players"] == "5 (rated: 4, titled: 1, women: 0, federations: 2)"
    assert facts["Games"] == "over the board: 2, forfeited: 1"
    assert facts["Chief arbiter"] == facts["Place"] == "not announced"
    assert facts["Deputy arbiter"] == "Ugo"
    schedule = [row for row in rows if "date" in row]
    assert [row["date"] for row in schedule] == ["2026/03/01", "2026/03/02", "not announced"]
    assert [row["absent"] for row in schedule] == ["1", "0", ""]
    nations = [(row["federation"], row["players"]) for row in rows if "federation" in row]
    assert nations == [("FRA", "2"), ("ITA", "2"), ("unknown", "1")]
    assert [(row["title"], row["players"]) for row in rows if "title" in row] == [
        ("FM", "1"),
        ("without a title", "4"),
    ]
    told = [(row["round"], row["what"], row["who"], row["remark"]) for row in rows if "who" in row]
    assert told == [
        ("1", "won by forfeit", "1 Ann – 4 Dan", "1F-0F"),
        ("1", "half-point bye", "2 Bob", ""),
        ("1", "absent", "5 Eve", ""),
        ("1", "withdrew after this round", "4 Dan", ""),
        ("2", "unusual result", "1 Ann – 2 Bob", "0-0"),
        ("2", "played with reversed colours", "1 Ann – 2 Bob", "0-0"),
        ("2", "correction for rating only", "3 Cleo – 5 Eve", "1-0"),
        ("2", "late entry, from this round on", "3 Cleo", ""),
        ("2", "expelled after this round", "5 Eve", ""),
    ]


def test_the_report_of_a_desk_tells_changes_and_points(tmp_path: Path) -> None:
    with fresh(tmp_path) as desk:
        play(desk, 1)
        desk.act(a.AdjustPoints(A, (1,), -1), reason="mobile phone")
        subject = Subject.of_desk(desk, A)
    rows = [row for row in rows_of(page("event-report", subject)) if "who" in row]
    assert [(row["what"], row["remark"]) for row in rows] == [("-½ points", "mobile phone")]
