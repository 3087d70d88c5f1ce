"""The columns of every table: their keys for programs, and their behaviour on a narrow page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from crivello.formats import read
from crivello.model.result import Result
from crivello.model.settings import Settings, Team
from crivello.model.tournament import Game, Round, Tournament
from crivello.standings.crosstable import card_table, crosstable, crosstable_table
from crivello.standings.norms import field_of, norm_checks, norm_table, player_norm_tables
from crivello.standings.prizes.awards import award
from crivello.standings.prizes.prize_lists import read_prizes
from crivello.standings.prizes.wording import player_prize_table, prize_table
from crivello.standings.ratings import player_rating_table, rating_changes, rating_table
from crivello.standings.round_robin import grid_table, remaining_table
from crivello.standings.standings import standings
from crivello.standings.statistics import statistics, statistics_table, upsets_table
from crivello.standings.table import Table
from crivello.standings.teams import team_tables
from crivello.standings.wording import standings_table, working_table
from crivello.systems.registry import find
from crivello.words import Language, translator
from tests.standings.events import EXAMPLE_1, EXAMPLE_2, event
from tests.support.columns import WHAT_TO_DO, describe_columns
from tests.support.data import DATA

WORDS = translator(Language.EN)

TABLES = {
    "standings": "rank>* number>* title? name*~@number rating>? federation? points> SB>",
    "working": "tie_break* round>* term+ value> cut article?",
    "round-robin": (
        "number>* title? name*~@number rating>? "
        "against_1 against_2 against_3 against_4 against_5 against_6 points> SB> rank>"
    ),
    "crosstable": "number>* name*~@number rating>? round_1 score_1> points>",
    "card": (
        "player! round>* colour opponent> name~@opponent rating> points> score> float unplayed~"
    ),
    "remaining": "number>* name*~@number round> colour opponent> opponent_name~",
    "statistics": "group* games> wins> draws> losses> points> score_rate>",
    "upsets": "round>* winner~ winner_rating> loser~ loser_rating> difference>",
    "prizes": "rank>* number>* name*~@number points> won> paid> why+",
    "player-prizes": "list~ amounts?~ answer+",
    "ratings": (
        "number>* title? name*~ rating> games> score> average>? performance> expected> k> "
        "change> new>"
    ),
    "player-ratings": "round>* opponent~ rating> score> expected> capped",
    "norms": (
        "number>* title? name*~@number norm* games> score> needed> average> performance> state! "
        "answer+"
    ),
    "norm-requirements": "norm* article? requirement+ found>! needed>! state",
    "norm-games": (
        "norm! player>! number>! round>* opponent~@number title federation fide_id>? rating> "
        "counts> score>"
    ),
    "teams": "number>* team*~ played> won> drawn> lost> match_points> points>",
    "matches": "round>* first~ first_points> second_points second~ remark",
}
"""`tests/support/columns.py` explains the marks."""


def tables() -> Iterator[Table]:
    table = standings(EXAMPLE_1, codes=["SB"])
    yield standings_table(EXAMPLE_1, table, WORDS)
    yield working_table(EXAMPLE_1, table, 1, WORDS)
    yield grid_table(EXAMPLE_1, table, WORDS)
    crossed = crosstable(EXAMPLE_1, find("dutch-2026").field_rules, 1)
    yield crosstable_table(EXAMPLE_1, crossed, WORDS)
    yield card_table(EXAMPLE_1, crossed, crossed.rows[0], WORDS)
    yield remaining_table(event("1 2 1-0", ratings=(2000, 1900)), WORDS)
    yield statistics_table(EXAMPLE_1, statistics(EXAMPLE_1, 5), WORDS)
    yield upsets_table(EXAMPLE_1, statistics(EXAMPLE_1, 5), WORDS)
    awards = award(read_prizes(b'[[list]]\nname = "Open"\nprizes = [9]', EXAMPLE_1), table)
    yield prize_table(EXAMPLE_1, awards, WORDS)
    yield player_prize_table(EXAMPLE_1, awards, 1, WORDS)
    changes = rating_changes(EXAMPLE_2, 5)
    yield rating_table(EXAMPLE_2, changes, 5, WORDS)
    yield player_rating_table(EXAMPLE_2, changes, 5, 1, WORDS)
    path = DATA / "standings" / "norm-c29.trf"
    expert = read(path.read_bytes(), path.name)
    checks, field = norm_checks(expert, 10), field_of(expert, 10)
    yield norm_table(expert, checks, field, 10, WORDS)
    yield from player_norm_tables(expert, checks, field, 10, checks[0].player.id, WORDS)[:2]
    yield from team_tables(teams(), WORDS)


def teams() -> Tournament:
    people = event("1 3 1-0, 4 2 ½", ratings=(2000, 1900, 1800, 1700))
    games = (Game(1, 3, Result.WHITE_WINS), Game(4, 2, Result.ADJOURNED))
    settings = Settings(teams=(Team("Alfa", (1, 2)), Team("Beta", (3, 4))))
    return replace(people, rounds=(Round(games),), settings=settings)


def test_the_columns_of_every_table() -> None:
    found = {one.name: describe_columns(one) for one in tables()}
    assert found == TABLES, WHAT_TO_DO
