"""The choice of the edition, from call, file and environment; it is never a reason to refuse."""

from collections.abc import Mapping

import pytest

from crivello.engine.edition import choose
from crivello.model.settings import Settings
from crivello.model.tournament import Tournament


def chosen(
    start: str = "",
    system: str | None = None,
    wanted: str | None = "dutch",
    environment: Mapping[str, str] | None = None,
) -> tuple[str, bool]:
    """Return the edition chosen on a day in 2027, and whether there is a warning."""
    tournament = Tournament(settings=Settings(start=start, system=system))
    key, warning = choose(tournament, wanted, environment or {}, "2027-03-01")
    return key, warning is not None


def test_the_words_of_the_call_come_first() -> None:
    edition = {"CRIVELLO_EDITION": "2026"}
    assert chosen("2026/05/01", "dutch-2026", "dutch-2017", edition) == ("dutch-2017", False)


def test_an_edition_named_by_the_file_comes_before_the_variable() -> None:
    assert chosen(system="dutch-2017", environment={"CRIVELLO_EDITION": "2026"})[0] == "dutch-2017"


def test_the_variable_comes_before_the_date() -> None:
    assert chosen("2026/05/01", environment={"CRIVELLO_EDITION": "2017"}) == ("dutch-2017", False)
    burstein = chosen(wanted="burstein", environment={"CRIVELLO_EDITION": "2017"})
    assert burstein == ("burstein-2016", False)


def test_a_variable_that_is_no_year_is_passed_over_with_a_warning() -> None:
    assert chosen("2026/05/01", environment={"CRIVELLO_EDITION": "new"}) == ("dutch-2026", True)


@pytest.mark.parametrize(
    ("start", "edition"),
    [
        ("2019/05/01", ("dutch-2017", False)),
        ("2026/05/01", ("dutch-2026", False)),
        ("2015/05/01", ("dutch-2017", True)),
        ("sometime in May", ("dutch-2026", True)),
        ("03/02/26", ("dutch-2026", True)),
        ("", ("dutch-2026", True)),
    ],
)
def test_a_date_decides_and_an_unclear_one_is_warned_about(
    start: str, edition: tuple[str, bool]
) -> None:
    assert chosen(start) == edition


def test_without_anything_the_dutch_system_of_today() -> None:
    assert chosen(wanted=None) == ("dutch-2026", True)
