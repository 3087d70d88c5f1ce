"""The page Prizes: the form and the text describe the same table."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape

import pytest

from crivello.extras import PACKAGES, install_command
from crivello.standings.prizes.prize_lists import read_prizes, read_table, write_table
from crivello.web.tables.prize_form import form_of, table_of
from tests.standings.events import EXAMPLE_1
from tests.web.conftest import Site
from tests.web.test_round import told
from tests.web.test_settings import filled

PRIZES = "/t/demo/A/prizes"
EVERYTHING = """\
# what was announced
currency = "EUR"
mode = "one"
ties = "hort"
decimals = 2
unit = 0.05
lots = [3, 1]

[[list]]
name = "Open"
prizes = [{ prize = "Silver cup", value = 1200 }, 1000, 250.5, "Book", { prize = "100" }]

[[list]]
name = "Women \\"Città\\" below 2000"
category = ["sex=w", "rating=-1999", "age=U18", "club=Lione", "club=Lupo", "title=none"]
prizes = [150]
minimum_players = 5
minimum_games = 0

[[list]]
name = "Best game"
players = [1, 4]
prizes = [50]
besides = true
ties = "shared"
"""


DATED = replace(EXAMPLE_1, settings=replace(EXAMPLE_1.settings, start="2026/03/01"))


def file(site: Site) -> str:
    return (site.folder / "demo.prizes.toml").read_text()


def fields(site: Site) -> dict[str, str]:
    return filled(site.get(PRIZES).text, f"{PRIZES}/form")


def test_the_form_loses_nothing_of_the_text() -> None:
    form = form_of(read_table(EVERYTHING.encode()))
    assert form is not None
    again = write_table(table_of(form))
    assert form_of(read_table(again.encode())) == form
    one, two = (read_prizes(text.encode(), DATED) for text in (EVERYTHING, again))
    ordered = [sorted(map(str, each.categories)) for each in one.lists]
    assert ordered == [sorted(map(str, each.categories)) for each in two.lists]
    assert one.prizes(0) == two.prizes(0)
    assert [(x.ties, x.besides, x.players, x.minimum_games) for x in one.lists] == [
        (x.ties, x.besides, x.players, x.minimum_games) for x in two.lists
    ]
    assert (one.unit, one.lots, one.mode) == (two.unit, two.lots, two.mode)


def test_a_form_that_is_not_changed_keeps_the_text_with_its_comments(site: Site) -> None:
    undated = EVERYTHING.replace('"age=U18", ', "")
    site.post(PRIZES, {"text": undated})
    assert "Nothing was changed" in told(site.post(f"{PRIZES}/form", fields(site)).text)
    assert file(site) == undated


def test_prizes_are_announced_without_toml(site: Site) -> None:
    given = fields(site)
    assert given["name-1"] == "Open"
    given |= {"currency": "EUR", "prizes-1": "500 €\n300\n99,50\n", "name-2": "Women"}
    given |= {"prizes-2": "Cup\nBook", "sex-2": "w"}
    text = site.post(f"{PRIZES}/form", given).text
    assert "message done" in told(text)
    assert "Prizes 899.50 EUR" in text
    rules = read_prizes(file(site).encode(), EXAMPLE_1)
    assert rules.lists[0].amounts == (50_000, 30_000, 9_950)
    assert str(rules.lists[1].categories[0]) == "sex=w"
    # A list without name and prizes goes; one that is added has the next free place.
    given = fields(site) | {"name-2": "", "prizes-2": "", "name-3": "Strong", "prizes-3": "50"}
    site.post(f"{PRIZES}/form", given | {"low-3": "1800"})
    assert [one["name"] for one in read_table(file(site).encode())["list"]] == ["Open", "Strong"]


@pytest.mark.parametrize(
    ("field", "wrong", "problem"),
    [
        (
            "prizes-1",
            "100\n300",
            "List Open: A prize is larger than the one before it. Put the largest first.",
        ),
        ("prizes-1", "1.000", "List Open: 1.000 is not an amount of money."),
        ("minimum_players-1", "some", "minimum_players must be a whole number"),
        ("age-1", "18", "'age=18' is not a category"),
        ("players-1", "99", "There is no player 99; this tournament has players 1 to"),
    ],
)
def test_a_wrong_field_is_told_and_comes_back(
    site: Site, field: str, wrong: str, problem: str
) -> None:
    given = fields(site) | {"prizes-1": "100", field: wrong}
    text = site.post(f"{PRIZES}/form", given).text
    assert "message refused" in told(text)
    assert problem in unescape(re.sub("<[^>]+>", "", text))
    assert filled(text, f"{PRIZES}/form")[field].strip() == wrong
    assert not (site.folder / "demo.prizes.toml").exists()


def test_a_text_that_cannot_be_read_is_never_green(site: Site) -> None:
    text = site.post(PRIZES, {"text": "name = open = 3"}).text
    assert "message refused" in told(text)
    assert "name = open = 3" in text
    assert not (site.folder / "demo.prizes.toml").exists()
    # As another program may have left it: the form does not hide what it cannot show.
    (site.folder / "demo.prizes.toml").write_text("name = open = 3")
    page = site.get(PRIZES).text
    assert "The form cannot show this text" in page
    assert "This is not valid TOML" in page


def test_before_the_first_results_nothing_is_wrong(small: Site) -> None:
    (small.folder / "t.prizes.toml").write_text('[[list]]\nname = "Open"\nprizes = [100]\n')
    for page in ("prizes", "prizes/norms"):
        text = small.get(f"/t/t/A/{page}").text
        assert 'role="alert"' not in text
        assert "will appear here when the first round has all its results." in text


def test_a_missing_package_is_named_where_the_link_would_be(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    site.post(PRIZES, {"text": EVERYTHING.replace('"age=U18", ', "")})
    pages = (PRIZES, "/t/demo/A/end")
    needed = "PDF needs a package that is not installed: "
    assert all(needed not in site.get(page).text for page in pages)
    monkeypatch.setitem(PACKAGES, "pdf", "no_package_of_this_name")
    for page in pages:
        assert needed + install_command("pdf") in unescape(site.get(page).text)
