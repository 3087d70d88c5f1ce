"""Players from files: every row is shown, corrected or left out, and all are registered in one
action.
"""

from __future__ import annotations

import io
import re
from html import unescape
from html.parser import HTMLParser
from pathlib import Path

import pytest
from openpyxl import Workbook

from crivello.model.player import Player
from tests.web.conftest import Site
from tests.web.test_players import SMALL, presences
from tests.web.test_round import told

TABLE = b"name;rating;fed;fide\nVerdi, Ugo;2111;ITA;901\nPlayer 003;2380;;\n"


class Filled(HTMLParser):
    """The form of the import, as a browser would send it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.sent: dict[str, list[str]] = {}
        self._inside = False
        self._select = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        name, value = given.get("name", ""), given.get("value", "")
        if tag == "form":
            self._inside = given.get("action", "").endswith("/players/import")
        elif not self._inside:
            return
        elif tag == "input" and (given.get("type") != "checkbox" or "checked" in given):
            self.sent.setdefault(name, []).append(value)
        elif tag == "select":
            self._select = name
        elif tag == "option" and ("selected" in given or self._select not in self.sent):
            self.sent[self._select] = [value]

    def handle_endtag(self, tag: str) -> None:
        self._inside = self._inside and tag != "form"


def upload(site: Site, data: bytes | str, name: str = "list.csv") -> str:
    sent = data if isinstance(data, bytes) else data.encode()
    return unescape(site.upload(f"{SMALL}/import/upload", name, sent))


def send(site: Site, text: str, choice: str = "register", **fields: str | list[str]) -> str:
    """Send the form of the page with these fields changed; `-` in names is written `__`."""
    changed = {key.replace("__", "-"): value for key, value in fields.items()}
    sent = Filled(text).sent | {"choice": choice} | changed
    return unescape(site.client.post(f"{SMALL}/import", data=sent).text)


def registered(site: Site) -> list[Player]:
    """Return the players who were imported, after the eight players of the start."""
    with site.desk("t") as desk:
        return [one.player for one in desk.section("A").registrations.values()][8:]


def options(text: str, number: int) -> tuple[str, list[str]]:
    """Return the field chosen for a column, and all choices."""
    select = re.search(rf'<select[^>]* name="column-{number}".*?</select>', text, re.S)
    assert select
    chosen = re.search('value="([^"]*)" selected', select[0])
    return chosen[1] if chosen else "", re.findall('value="([^"]*)"', select[0])


def test_a_file_is_shown_before_anything_happens(small: Site) -> None:
    text = upload(small, TABLE)
    assert "Nothing has been imported yet." in text
    assert "2 rows in the file" in text
    assert ">Register the players</button>" in text  # no number that a tick makes wrong
    assert "has the same name as" in text
    assert len(presences(small)) == 8
    done = send(small, text)
    assert "2 players are registered." in told(done)
    assert len(presences(small)) == 10
    key = Filled(text).sent["key"][0]
    again = small.get(f"{SMALL}/import?key={key}").text
    assert "one row is left out" in again
    assert "Verdi, Ugo has the FIDE id 901 of Verdi, Ugo, who is registered already." in again


def test_every_row_is_shown_with_what_was_understood(small: Site) -> None:
    text = upload(
        small,
        "Cognome;Nome;Elo;Data di nascita;Sesso;Circolo;K;tag:scuola\n"
        "Rossi;Anna;n.c.;1/3/1990;F;Torre;40;Volta\n" + "Neri;Ugo;1500;1988;;;;\n" * 400,
    )
    for value in ("Rossi, Anna", "1990/03/01", "Torre", "40", "Volta"):
        assert f">{value}<" in text
    assert text.count(">Neri, Ugo<") == 400
    assert ">FIDE id</th>" not in text  # a column nobody has anything in


WRONG = """name;rating;birth
Rossi, Ugo;18OO;1990
Verdi, Ada;1700;31.31.1999
Neri, Eva;1600;2001
;1500;1980
"""


def test_problems_are_named_with_row_name_and_value_and_mended_in_place(small: Site) -> None:
    text = upload(small, WRONG)
    assert "line 2: The rating of Rossi, Ugo cannot be read. (found '18OO', expected" in text
    assert "line 3: The date of birth of Verdi, Ada cannot be read. (found '31.31.1999'" in text
    assert "line 5: The name of a player cannot be read." in text
    assert "3 rows have a problem" in text
    assert Filled(text).sent.keys() >= {"cell-2-rating", "cell-3-birth", "cell-5-name"}
    again = send(small, text, cell__2__rating="1800")
    assert "2 rows cannot be read yet" in told(again)
    assert registered(small) == []
    assert Filled(again).sent["cell-2-rating"] == ["1800"]
    refused = re.search(r'<input id="cell-3-birth"[^>]*>', again)
    assert refused
    assert 'value="31.31.1999"' in refused[0]
    assert "autofocus" in refused[0]
    done = send(small, again, cell__3__birth="31/1/1999", cell__5__name="Gialli, Pia")
    assert "4 players are registered." in told(done)
    assert [(one.name, one.rating, one.birth) for one in registered(small)] == [
        ("Rossi, Ugo", 1800, "1990/00/00"),
        ("Verdi, Ada", 1700, "1999/01/31"),
        ("Neri, Eva", 1600, "2001/00/00"),
        ("Gialli, Pia", 1500, "1980/00/00"),
    ]


def test_rows_are_left_out_with_a_tick_and_the_rest_goes_in(small: Site) -> None:
    text = upload(small, WRONG)
    done = send(small, text, out=["2", "3", "5"])
    assert "Neri, Eva is registered." in told(done)


def test_what_cannot_be_read_is_left_out_by_one_button(small: Site) -> None:
    text = upload(small, WRONG)
    assert "Skip the rows with problems and register the rest" in text
    done = send(small, text, "rest", cell__3__birth="1999")
    assert [one.name for one in registered(small)] == ["Verdi, Ada", "Neri, Eva"]
    assert "2 players are registered." in told(done)


def test_one_undo_takes_the_whole_import_back(small: Site) -> None:
    done = send(small, upload(small, WRONG), "rest")
    event = re.search(r'name="event" value="(\d+)"', done)
    assert event
    small.post("/t/t/A/log/undo", {"event": event[1]})
    assert registered(small) == []


def test_looking_again_keeps_what_was_typed_and_ticked(small: Site) -> None:
    text = send(small, upload(small, WRONG), "look", cell__2__rating="1800", out=["3"])
    assert "line 2:" not in text
    assert ">1800<" in text
    assert "one row is left out" in text
    key = Filled(text).sent["key"][0]
    assert Filled(small.get(f"{SMALL}/import?key={key}").text).sent == Filled(text).sent


def test_a_column_nobody_knows_is_shown_with_a_choice(small: Site) -> None:
    text = upload(small, "Chi;Forza;Fascia\nRossi, Ugo;1800;U18\n")
    assert "No column holds the names." in text
    assert "3 are not read" in text
    assert "Rossi, Ugo" in text  # a sample of the column
    assert options(text, 1)[0] == ""
    assert "tag:Fascia" in options(text, 3)[1]
    text = send(small, text, "look", column__1="name", column__2="rating", column__3="tag:Fascia")
    assert "No column holds the names." not in text
    assert "one row in the file" in text
    assert options(text, 3)[0] == "tag:Fascia"
    send(small, text)
    (player,) = registered(small)
    assert (player.name, player.rating, player.tags) == ("Rossi, Ugo", 1800, (("Fascia", "U18"),))


def test_a_table_without_headings_loses_nobody(small: Site) -> None:
    text = upload(small, "Rossi, Ugo;1800\nNeri, Eva;1500\n")
    assert "No column holds the names." in text
    text = send(small, text, "look", headless="1", column__1="name", column__2="rating")
    assert ">Column 1</label>" in text
    send(small, text)
    people = [(one.name, one.rating) for one in registered(small)]
    assert people == [("Rossi, Ugo", 1800), ("Neri, Eva", 1500)]


def test_a_rating_under_another_name_is_taken_and_can_be_refused(small: Site) -> None:
    text = upload(small, "Nome;Elo Italia 2026\nRossi, Ugo;1800\n")
    assert options(text, 2)[0] == "rating"
    send(small, text, column__2="")
    assert registered(small)[0].rating is None


def test_two_columns_for_the_same_field_are_refused(small: Site) -> None:
    text = upload(small, "Nome;Elo;Elo Italia\nRossi, Ugo;1800;1900\n")
    refused = send(small, text, column__3="rating", out=["2"])
    assert "Two columns seem to hold the same: Elo and Elo Italia." in told(refused)
    assert options(refused, 3)[0] == "rating"
    assert Filled(refused).sent["out"] == ["2"]
    assert registered(small) == []


TWICE = """name;birth;fide
Rossi, Ugo;1990;
Rossi, Ugo;1990;
Verdi, Ada;;7
Verdi, Ida;;7
Neri, Eva;1990;
Neri, Eva;;
"""


def test_who_stands_twice_in_the_file_is_found_at_once_with_a_choice(small: Site) -> None:
    text = upload(small, TWICE)
    assert Filled(text).sent["out"] == ["3", "5"]
    assert "Rossi, Ugo has the name and birth of Rossi, Ugo in line 2." in text
    assert "Verdi, Ida has the FIDE id 7 of Verdi, Ada in line 4." in text
    assert "Neri, Eva has the same name as Neri, Eva in line 6; is it the same person?" in text
    assert "6 rows in the file" in text
    # Two people of one name and year; the FIDE id must be put right.
    refused = send(small, text, out=["7"])
    assert "One row cannot be read yet" in told(refused)
    done = send(small, refused, cell__5__fide_id="8")
    assert "5 players are registered." in told(done)
    assert [one.fide_id for one in registered(small)] == [None, None, 7, 8, None]


def test_of_two_equal_rows_the_other_one_can_be_left_out(small: Site) -> None:
    text = send(small, upload(small, TWICE), "look", out=["4"])
    assert "Verdi, Ida has the FIDE id" not in text
    send(small, text)
    assert "Verdi, Ida" in [one.name for one in registered(small)]


def test_a_line_with_too_many_fields_shows_all_of_them(small: Site) -> None:
    text = upload(small, "name;rating\nRossi; Ugo;1800\n")
    assert "The line has more fields than the table has headings." in text
    sent = Filled(text).sent
    cells = ("cell-2-name", "cell-2-rating", "cell-2-surplus")
    assert [sent[one] for one in cells] == [["Rossi"], ["Ugo"], ["1800"]]
    text = send(small, text, cell__2__name="Rossi, Ugo", cell__2__rating="1800")
    assert "One row cannot be read yet" in told(text)
    send(small, text, cell__2__surplus="")
    assert [(one.name, one.rating) for one in registered(small)] == [("Rossi, Ugo", 1800)]


def test_a_name_that_is_too_long_is_a_problem_of_its_row(small: Site) -> None:
    text = upload(small, f"name;rating\nNeri, Ada;\n{'x' * 150};\n")
    assert "line 3: The name of a player is too long: 150 characters" in text
    send(small, text, cell__3__name="Verdi, Ugo")
    assert [one.name for one in registered(small)] == ["Neri, Ada", "Verdi, Ugo"]


def test_a_report_file_has_rows_to_leave_out_too(small: Site) -> None:
    data = {"players": [{"number": n, "name": f"P{n}"} for n in (1, 2)]}
    trf = b"012 X\n" + b"".join(
        f"001 {n:>4}      {one['name']:<33}\n".encode()
        for n, one in enumerate(data["players"], start=1)
    )
    text = upload(small, trf, "x.trf")
    assert "2 rows in the file" in text
    send(small, text, out=["1"])
    assert [one.name for one in registered(small)] == ["P2"]


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


def test_the_sheet_of_a_workbook_is_chosen_and_kept(small: Site, fide: Path) -> None:
    cover: list[list[object]] = [["Open of Lione"], ["1 March"]]
    players: list[list[object]] = [["wer", "elo"], ["Verdi, Ugo", 2111]]
    data = book(Cover=cover, Open=players, Junior=[["name"], ["Neri, Ada"]])
    text = upload(small, data, "book.xlsx")
    assert "This cannot be imported as it is" in text
    assert re.findall(r'<option value="[^"]*">(Cover|Open|Junior)<', text) == [
        "Cover",
        "Open",
        "Junior",
    ]
    text = send(small, text, "look", sheet="Open", list="fide")
    assert "No column holds the names." in text
    done = send(small, text, column__1="name")
    assert "is registered." in told(done)
    assert [(one.name, one.rating) for one in registered(small)] == [("Verdi, Ugo", 2111)]
    key = Filled(text).sent["key"][0]
    again = Filled(small.get(f"{SMALL}/import?key={key}").text).sent
    assert (again["sheet"], again["list"], again["column-1"]) == (["Open"], ["fide"], ["name"])


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "No column holds the names. Choose it under “Columns”."),
        ("it", "Nessuna colonna contiene i nomi. Sceglila in «Colonne»."),
    ],
)
def test_what_to_do_about_a_table_is_something_to_do_here(
    small: Site, language: str, said: str
) -> None:
    """On the command line the remedy is an option; on the page it is a choice."""
    small.get(f"/?lang={language}")
    text = upload(small, b"wer;elo\nVerdi;2111\n", "x.csv")
    assert text.count(said) == 1
    assert "--map" not in text


def test_a_file_that_is_none_is_told(small: Site) -> None:
    text = upload(small, b"\x00\x01garbage", "a.trf")
    assert "This cannot be imported as it is" in text
    assert ">Register " not in text
    assert len(presences(small)) == 8


def test_a_file_that_is_gone_is_asked_for_again(small: Site) -> None:
    assert "Upload it again" in told(small.post(f"{SMALL}/import", {"key": "nothing"}).text)
    assert "Choose a file first" in told(small.post(f"{SMALL}/import/upload").text)


def test_who_is_left_out_altogether_is_told(small: Site) -> None:
    text = upload(small, b"name\nNeri, Ada\n")
    assert "No row is left to register." in told(send(small, text, out=["2"]))


def test_anything_may_be_sent(small: Site) -> None:
    """A page that is not ours may send cells that no file has."""
    text = upload(small, WRONG)
    strange = {"cell-99-rating": "1", "cell-2-colour": "x", "column-1": "colour", "out": ["x"]}
    fields = Filled(text).sent | strange | {"choice": "register"}
    refused = small.client.post(f"{SMALL}/import", data=fields).text
    assert "There is no field" in told(refused)
