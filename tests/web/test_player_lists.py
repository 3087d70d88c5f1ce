"""Players from files, shown before they are registered; rating lists and what they change."""

from __future__ import annotations

import io
import re
from html import unescape
from pathlib import Path
from urllib.parse import urlencode

import pytest
from openpyxl import Workbook

from tests.web.conftest import LISTS, Site
from tests.web.test_players import SMALL, presences
from tests.web.test_round import told

TABLE = b"name;rating;fed;fide\nVerdi, Ugo;2111;ITA;901\nPlayer 003;2380;;\n"


def after_work(site: Site, text: str) -> str:
    """The page after the one that waits for long work."""
    while where := re.search(r'hx-get="([^"]+/working/[^"]+)"', text):
        text = site.get(where[1]).text
    return text


def test_a_file_is_shown_before_anything_happens(small: Site) -> None:
    text = small.upload(f"{SMALL}/import/upload", "list.csv", TABLE)
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
    text = small.upload(f"{SMALL}/import/upload", "x.csv", b"wer;elo\nVerdi;2111\n")
    assert "This cannot be imported as it is" in text
    key = re.search(r'name="key" value="([^"]+)"', text)
    assert key
    read = small.get(f"{SMALL}/import?key={key[1]}&columns=name%3Dwer").text
    assert "Register one player" in read
    assert "Verdi" in read


def book(**sheets: list[list[object]]) -> bytes:
    made = Workbook()
    for title, rows in sheets.items():
        sheet = made.create_sheet(title)
        for row in rows:
            sheet.append(row)
    assert made.active is not None
    made.remove(made.active)
    data = io.BytesIO()
    made.save(data)
    return data.getvalue()


def asked(text: str) -> dict[str, str]:
    """What the form that looks again would send, as it stands there."""
    form = re.search(r'<form class="search".*?</form>', text, re.S)
    assert form
    fields = dict(re.findall(r'<input[^>]* name="(\w+)" value="([^"]*)"', form[0]))
    for name, options in re.findall(r'<select[^>]* name="(\w+)">(.*?)</select>', form[0], re.S):
        chosen = re.search(r"<option[^>]* selected>([^<]*)", options) or re.search(
            r"<option[^>]*>([^<]*)", options
        )
        assert chosen
        fields[name] = chosen[1]
    return fields


def test_the_sheet_of_a_workbook_is_chosen_and_kept(small: Site) -> None:
    cover: list[list[object]] = [["Open of Lione"], ["1 March"]]
    players: list[list[object]] = [["wer", "elo"], ["Verdi, Ugo", 2111]]
    data = book(Cover=cover, Open=players, Junior=[["name"], ["Neri, Ada"]])
    text = small.upload(f"{SMALL}/import/upload", "book.xlsx", data)
    assert "This cannot be imported as it is" in text
    assert re.findall(r"<option(?: selected)?>([^<]+)", text) == ["Cover", "Open", "Junior"]
    # Wrong columns, then right ones: the sheet stays.
    fields = asked(text) | {"sheet": "Open", "columns": "name=chi"}
    text = small.get(f"{SMALL}/import?{urlencode(fields)}").text
    assert "This cannot be imported as it is" in text
    fields = asked(text)
    assert (fields["sheet"], fields["columns"]) == ("Open", "name=chi")
    text = small.get(f"{SMALL}/import?{urlencode(fields | {'columns': 'name=wer'})}").text
    assert "Register one player" in text
    assert "Verdi, Ugo" in text
    fields = asked(text)
    assert (fields["sheet"], fields["columns"]) == ("Open", "name=wer")
    assert 'type="hidden" name="sheet" value="Open"' in text
    assert "is registered." in told(small.post(f"{SMALL}/import", fields).text)
    with small.desk("t") as desk:
        assert desk.section("A").registrations[9].player.name == "Verdi, Ugo"
    assert "There are: Cover, Open, Junior." in unescape(
        small.get(f"{SMALL}/import?{urlencode(fields | {'sheet': 'Blitz'})}").text
    )


def test_a_refused_import_comes_back_as_it_was_asked_for(small: Site, fide: Path) -> None:
    long = book(Open=[["name"], ["Neri, Ada"]], Junior=[["wer"], ["x" * 150]])
    key = asked(small.upload(f"{SMALL}/import/upload", "book.xlsx", long))["key"]
    fields = {"key": key, "sheet": "Junior", "columns": "name=wer", "list": "fide"}
    text = small.post(f"{SMALL}/import", fields).text
    assert "150 characters are too many" in told(text)
    assert asked(text) == fields
    text = small.post(f"{SMALL}/import", {"key": key, "sheet": "Open"}).text
    assert "is registered." in told(text)
    twice = book(Open=[["name", "fide"], ["A", 7], ["B", 7]], Other=[["name"], ["C"]])
    key = asked(small.upload(f"{SMALL}/import/upload", "book.xlsx", twice))["key"]
    text = small.post(f"{SMALL}/import", {"key": key, "sheet": "Open"}).text
    assert "B has the FIDE id 7 of A" in text
    assert asked(text)["sheet"] == "Open"


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Write under “Columns” which one does, such as name=Player."),
        ("it", "Scrivi in «Colonne» qual è, per esempio name=Giocatore."),
    ],
)
def test_what_to_do_about_a_table_is_something_to_do_here(
    small: Site, language: str, said: str
) -> None:
    """At the command line it is an option; on the page it is a field."""
    small.get(f"/?lang={language}")
    text = small.upload(f"{SMALL}/import/upload", "x.csv", b"wer;elo\nVerdi;2111\n")
    assert text.count(said) == 1
    assert "--map" not in text
    assert 'id="columns"' in text
    loaded = small.upload(f"{SMALL}/lists/upload", "x.csv", b"wer;elo\nVerdi;2111\n", name="x")
    loaded = after_work(small, loaded)
    assert "name=" in told(loaded)
    assert "--map" not in loaded


def test_a_list_that_is_not_loaded_is_loaded_on_a_page(small: Site, fide: Path) -> None:
    text = small.get(f"{SMALL}/updates?list=other").text
    assert "Load it on the page “Rating lists”." in text
    assert "crivello load" not in text


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("a.csv", b"name;fide\nA;7\nB;7\n", "line 3: B has the FIDE id 7 of A in line 2."),
        ("a.csv", b"name;rating\nA;x\n", "line 2:"),
        ("a.trf", b"\x00\x01garbage", "This cannot be imported as it is"),
    ],
)
def test_a_wrong_file_is_told_with_its_lines(
    small: Site, name: str, data: bytes, said: str
) -> None:
    text = small.upload(f"{SMALL}/import/upload", name, data)
    assert said in text
    assert ">Register " not in text.split("Columns")[0].split("bar")[-1]
    assert len(presences(small)) == 8


def test_a_file_that_is_gone_is_asked_for_again(small: Site) -> None:
    assert "Upload it again" in told(small.post(f"{SMALL}/import", {"key": "nothing"}).text)
    assert "Choose a file first" in told(small.post(f"{SMALL}/import/upload").text)


# Rating lists


def test_a_rating_list_is_loaded_in_the_background(small: Site) -> None:
    data = (LISTS / "rating_list_sample.txt").read_bytes()
    text = small.upload(f"{SMALL}/lists/upload", "april.txt", data, name="fide")
    text = after_work(small, text)
    assert "20 players loaded into the list fide." in told(text)
    assert "april.txt" in text
    wrong = small.upload(f"{SMALL}/lists/upload", "x.txt", data, name="../x")
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
