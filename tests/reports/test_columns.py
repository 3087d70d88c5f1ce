"""The columns of every printed page with a table, and of every CSV file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from crivello.formats.csv_players import write_players
from crivello.model.player import NationalRecord, Player
from crivello.reports.pages import PAGES, view
from crivello.reports.study.figure_rows import ResultRow, TimeRow, as_csv
from crivello.reports.subject import Subject
from crivello.standings.table import Table
from crivello.standings.table import as_csv as table_as_csv
from tests.desk import matches
from tests.desk.desks import A, fresh, play
from tests.reports.pages_read import evil, with_prizes
from tests.support.columns import WHAT_TO_DO, describe_columns

BOARDS = (
    "board>! table>* white_number>? white_title? white~@white_number white_rating>? white_points> "
    "result black_points> black_number>? black_title? black~@black_number black_rating>? bye!"
)
OF_PLAYERS = {
    "pairings-by-board": BOARDS,
    "pairings-by-name": (
        "title? name*~@number number> rating>? federation? points> table> colour "
        "opponent_number>? opponent_title? opponent~@opponent_number opponent_rating>?"
    ),
    "results": BOARDS,
    "standings": "rank>* number>* title? name*~@number rating>? federation? points>",
    "crosstable": "number>* name*~@number rating>? round_1 score_1> points>",
    "working-crosstable": (
        "number>* title name*~@number rating> round_1 due points> float_1 float_2"
    ),
    "players": ("number>* title? name*~@number rating>? federation? fide_id>? sex! birth! club?~"),
    "aro": "score>* number>* name*~@number rating> aro> due floats>? opponents+",
    "norms": (
        "number>* title? name*~@number norm* games> score> needed> average> performance> state! "
        "answer+"
    ),
    "event-report event": "what* value+",
    "event-report arbiters": "what* value+",
    "event-report schedule": "round>* date played> forfeited> open>? byes> absent>",
    "event-report federations": "federation* players> rated> titled>",
    "event-report titles": "title* players>",
    "event-report exceptions": "round>* what who~ remark+",
    "event-report recorded": "class* round> what+ reason+ actor time",
    "rated-games": (
        "round>* date white_number>! white_fide_id>? white_national_id! white_title! "
        "white~@white_number white_federation! white_birth! white_rating> white_national_rating>! "
        "black_number>! black_fide_id>? black_national_id! black_title! black~@black_number "
        "black_federation! black_birth! black_rating> black_national_rating>! result "
        "white_points!"
    ),
    "changes": "round>* time* actor case~ reason+ remarks~",
    "points": "round>* points> players~ reason+ time actor",
    "exceptions": "class* round> what+ reason+ actor time",
}
OF_TEAMS = OF_PLAYERS | {
    "working-crosstable": "number>* title name*~@number rating> round_1 due points> float_1",
    "standings": "rank>* number>* title? name*~@number rating>? federation? MPTS> GPTS>",
    "boards": "board* home~ home_rating>? home_colour result guest~ guest_rating>?",
    "players-by-board": "board>* player~ team~ games> points>",
}
OF_PRIZES = {"prizes": "rank>* number>* name*~@number points> won> paid> why+"}
"""By page, or by table if a page has several; `tests/support/columns.py` explains the marks."""


def tables(subject: Subject, pages: set[str]) -> Iterator[tuple[str, Table]]:
    for name in pages:
        found = [block for block in view(name, subject).blocks if isinstance(block, Table)]
        for table in found:
            yield name if len(found) == 1 else f"{name} {table.name}", table


def columns_of(subject: Subject, expected: dict[str, str]) -> dict[str, str]:
    pages = {name.partition(" ")[0] for name in expected}
    return {name: describe_columns(table) for name, table in tables(subject, pages)}


def test_the_columns_of_every_page_about_players(tmp_path: Path) -> None:
    with fresh(tmp_path) as desk:
        play(desk, 1)
        assert columns_of(Subject.of_desk(desk, A), OF_PLAYERS) == OF_PLAYERS, WHAT_TO_DO


def test_the_columns_of_every_page_about_teams(tmp_path: Path) -> None:
    with matches.league(tmp_path) as desk:
        matches.play(desk, 1)
        assert columns_of(Subject.of_desk(desk, A), OF_TEAMS) == OF_TEAMS, WHAT_TO_DO


def test_the_columns_of_the_page_of_prizes() -> None:
    assert columns_of(with_prizes(evil()), OF_PRIZES) == OF_PRIZES, WHAT_TO_DO


def test_every_page_of_tables_is_held_here() -> None:
    held = {name.partition(" ")[0] for name in (*OF_TEAMS, *OF_PRIZES)}
    missing = {page.name for page in PAGES.values() if page.tabular} - held
    assert not missing, "write the columns of the new page into OF_PLAYERS or OF_TEAMS"


def test_a_csv_file_has_every_column_of_the_page_under_its_key(tmp_path: Path) -> None:
    """The file also has columns for programs only."""
    with matches.league(tmp_path) as desk:
        matches.play(desk, 1)
        subject = Subject.of_desk(desk, A)
    for name, table in tables(subject, {name.partition(" ")[0] for name in OF_TEAMS}):
        keys = [word.partition("@")[0].rstrip(">*?~+!") for word in OF_TEAMS[name].split()]
        assert table_as_csv([table]).splitlines()[0] == ",".join(keys), name


NATIONAL = Player(
    "A", id=1, number=1, national=(NationalRecord("ITA", rating=1900),), estimate=1800
)


@pytest.mark.parametrize(
    ("player", "line"),
    [
        (Player("A", id=1, number=1), "number,name,title,rating,federation,fide_id,birth,sex,club"),
        (
            replace(NATIONAL, tags=(("club", "Lecce"), ("team", "Sud"))),
            "number,name,title,rating,federation,fide_id,birth,sex,club,estimate,national,tag:team",
        ),
    ],
)
def test_the_columns_of_the_file_of_players(player: Player, line: str) -> None:
    assert write_players((player,)).splitlines()[0] == line, WHAT_TO_DO


@pytest.mark.parametrize(
    ("kind", "line"),
    [
        (
            ResultRow,
            "population,system,compared_with,measure,round,group,tournaments,mean,low,high,deviation",
        ),
        (TimeRow, "population,system,round,rounds,milliseconds"),
    ],
)
def test_the_columns_of_the_files_of_a_study(
    kind: type[ResultRow] | type[TimeRow], line: str
) -> None:
    assert as_csv([], kind).decode().splitlines()[0] == line, WHAT_TO_DO
