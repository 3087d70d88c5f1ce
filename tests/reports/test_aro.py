"""The page of AROs by scoregroup, from which players can work out the next round."""

from __future__ import annotations

import pytest

from crivello.model.errors import Illegal
from crivello.reports.pages import page, view
from crivello.reports.subject import Subject
from crivello.standings.table import Table
from crivello.words import Language
from tests.reports.pages_read import read_page
from tests.support.cases import load
from tests.systems.dubov.cases import worked_tournament

CASE = load("dubov-2018-held")


def listed(after: int | None, system: str = "dubov-2018") -> Table:
    subject = Subject.of_tournament(worked_tournament(), system)
    (table,) = (block for block in view("aro", subject, after).blocks if isinstance(block, Table))
    return table


def column(table: Table, key: str) -> list[object]:
    place = [one.key for one in table.columns].index(key)
    return [row[place].raw for row in table.rows]


@pytest.mark.parametrize("after", range(1, 6))
def test_aros_of_the_worked_tournament(after: int) -> None:
    table = listed(after)
    derived = {one["number"]: one for one in CASE["rounds"][after]["derived"]["players"]}
    numbers = [int(str(number)) for number in column(table, "number")]
    assert len(numbers) == len(set(numbers)) >= 12
    assert column(table, "aro") == [derived[n]["aro"] for n in numbers]
    scores = [float(str(score)) for score in column(table, "score")]
    assert scores == [derived[n]["score"] for n in numbers]
    ups = [len(derived[n]["upfloat_rounds"]) for n in numbers]
    assert column(table, "floats") == ups
    # By scoregroup, then by ARO.
    keys = [(-score, derived[n]["aro"]) for score, n in zip(scores, numbers, strict=True)]
    assert keys == sorted(keys)


def test_the_terms_of_an_average_stand_beside_it() -> None:
    table = listed(2)
    terms = dict(zip(column(table, "number"), column(table, "opponents"), strict=True))
    assert terms[1] == "2520, 2550"
    assert terms[13] == "2430"  # the bye has no rating


def test_the_rules_of_1997_do_not_round() -> None:
    # Dubov 1997: 9 (1)
    table = listed(6, "dubov-1997")
    aros = dict(zip(column(table, "number"), column(table, "aro"), strict=True))
    assert str(aros[2]) == "2560"
    assert aros[3] == "2533 1/3"


def test_after_the_last_complete_round_by_default() -> None:
    assert "after round 6" in listed(None).title[1]
    with pytest.raises(Illegal):
        view("aro", Subject.of_tournament(worked_tournament().before(1), "dubov-2018"))


def test_printed_in_italian() -> None:
    subject = Subject.of_tournament(worked_tournament(), "dubov-2018")
    read = read_page(page("aro", subject, 2, Language.IT))
    assert read.texts("h1") == ["ARO per gruppo di punteggio dopo il turno 2"]
    assert "Atteso" in read.texts("th")
