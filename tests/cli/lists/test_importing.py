"""`crivello import`, and `add` with data from a list."""

import json

from crivello import lists
from crivello.desk import Desk
from crivello.desk.actions import OpenSection
from crivello.model.settings import Settings
from tests.cli.calling import EXAMPLE
from tests.cli.lists.place import PLAYERS, Place, events
from tests.lists.samples import TEXT


def test_players_are_imported_in_one_action(desk: Place) -> None:
    name = desk.file("iscritti.csv", PLAYERS)
    before = events(desk)
    trial = desk("import", name, "--dry-run")
    assert trial.code == 0
    assert trial.out.splitlines() == [
        "Columns: surname=Cognome, given=Nome, rating=Elo, fide_id=ID FIDE, birth=Data di nascita, "
        "club=Circolo",
        "Not used: E-mail",
        "2 players would be registered in section A:",
        "Title  Name           Rtg  Fed  FIDE id  Birth       Sex",
        "       Rossi, Alice  2150       1000001  1990/05/12",
        "       Verdi, Bruno  1800                1980/00/00",
    ]
    assert events(desk) == before
    done = desk("import", name)
    assert (done.code, done.out) == (0, "2 players registered in section A.\n")
    assert events(desk) == before + 1
    assert "Rossi, Alice" in desk("players").out
    assert desk("undo").code == 0
    assert "Rossi" not in desk("players").out


def test_a_table_without_headings(desk: Place) -> None:
    name = desk.file("iscritti.csv", "1800;Rossi, Alice\n1700;Verdi, Bruno\n")
    refused = desk("import", name, "--no-headings")
    assert refused.code != 0
    assert "--map name=#1,rating=#2" in refused.err
    trial = desk("import", name, "--no-headings", "--map", "name=#2,rating=#1", "--dry-run")
    assert trial.out.splitlines()[:2] == [
        "Columns: name=#2, rating=#1",
        "2 players would be registered in section A:",
    ]
    assert "Rossi, Alice  1800" in trial.out


def test_who_is_registered_already_is_told(desk: Place) -> None:
    name = desk.file("iscritti.csv", PLAYERS)
    assert desk("import", name).code == 0
    before = events(desk)
    again = desk("import", name)
    assert again.code == 3
    assert again.err.splitlines()[:2] == [
        "iscritti.csv:4:4: Rossi, Alice has the FIDE id 1000001 of Rossi, Alice, who is registered "
        "already.",
        "iscritti.csv:5:1: Verdi, Bruno has the name and birth of Verdi, Bruno, who is registered "
        "already.",
    ]
    assert "No player was registered: 2 are registered already" in again.err
    assert "già iscritt" in desk("import", name, "--lang", "it").err
    desk.file("iscritti.csv", PLAYERS + "Bianchi;Carla;1500;;1999;;\n")
    some = desk("import", name, "--new-only", "--json")
    answer = json.loads(some.out)
    assert [one["name"] for one in answer["players"]] == ["Bianchi, Carla"]
    assert [one["line"] for one in answer["left_out"]] == [4, 5]
    assert [one["type"] for one in answer["events"]] == ["PlayersRegistered"]
    assert events(desk) == before + 1
    nobody = desk("import", name, "--new-only")
    assert nobody.out.splitlines()[0] == "All players of this file are registered already."
    assert events(desk) == before + 1


def test_a_bad_row_stops_everything(desk: Place) -> None:
    before = events(desk)
    table = "name,rating,birth\nRossi,1500,1990\nVerdi,high,1990\nBianchi,1500,13.13.1990\n"
    done = desk("import", desk.file("bad.csv", table))
    assert done.code == 3
    assert [line.split(" ")[0] for line in done.err.splitlines()[:2]] == [
        "bad.csv:3:2:",
        "bad.csv:4:3:",
    ]
    assert ": 2 problems" in done.err
    italian = desk("import", "bad.csv", "--lang", "it", "--json")
    error = json.loads(italian.err)["error"]
    assert [(one["line"], one["column"]) for one in error["problems"]] == [(3, 2), (4, 3)]
    assert ": 2 problemi" in error["detail"]
    twice = desk("import", desk.file("bad.csv", "name,birth\nRossi,1990\nRossi,1990\n"))
    assert twice.code == 3
    assert "bad.csv:3:1: Rossi has the name and birth of Rossi in line 2." in twice.err
    assert events(desk) == before


def test_everything_wrong_is_named_at_once_with_line_name_and_value(desk: Place) -> None:
    names = [f"P{n}" for n in range(2, 7)]
    table = "".join(f"{name};18O{n};\n" for n, name in enumerate(names))
    wrong = f"name;rating;fide\n{table}{'x' * 150};;\nA;;7\nB;;7\n"
    done = desk("import", desk.file("bad.csv", wrong))
    assert done.code == 3
    lines = done.err.splitlines()
    for n, name in enumerate(names):
        place = f"bad.csv:{n + 2}:2: The rating of {name} cannot be read (found '18O{n}', expected"
        assert any(line.startswith(place) for line in lines)
    assert any(
        "bad.csv:7: The name of a player is too long: 150 characters" in one for one in lines
    )
    assert any("bad.csv:9:3: B has the FIDE id 7 of A in line 8." in one for one in lines)
    assert ": 7 problems" in lines[-1]


def test_the_same_name_without_birth_is_a_warning(desk: Place) -> None:
    done = desk("import", desk.file("two.csv", "name\nRossi\nRossi\n"))
    assert done.code == 0
    assert "two.csv:3:1: warning: Rossi has the same name as Rossi in line 2" in done.err


def test_report_files_standard_input_and_workbooks(desk: Place) -> None:
    assert desk("import", EXAMPLE).out == "14 players registered in section A.\n"
    assert desk("import", "-", stdin=b"name;rating\nVerdi, Zeno;1500\n").code == 0
    from openpyxl import Workbook

    book = Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = "Open"
    for row in (["Nome", "Elo"], ["Neri Ugo", 1400]):
        sheet.append(row)
    book.save(desk.folder / "x.xlsx")
    assert desk("import", "x.xlsx", "--sheet", "Open").code == 0
    assert desk("import", "x.xlsx", "--sheet", "B").code == 3
    listed = desk("players").out
    assert all(name in listed for name in ("Francesco", "Verdi, Zeno", "Neri Ugo"))


def test_a_list_completes_the_file(desk: Place) -> None:
    lists.load(TEXT, folder=desk.data)
    name = desk.file("ids.csv", "ID FIDE\n1012702\n1002932\n")
    assert desk("import", name).code == 3
    assert desk("set", "pace=rapid").code == 0
    answer = json.loads(desk("import", name, "--list", "fide", "--json").out)
    assert [(one["name"], one["rating"]) for one in answer["players"]] == [
        ("Østergaard, Søren", 1466),
        ("Van der Berg, Davide", 2493),
    ]
    assert desk("import", name, "--list", "fsi").code == 3


def test_who_plays_in_another_section_keeps_his_id(desk: Place) -> None:
    assert desk("import", desk.file("iscritti.csv", PLAYERS)).code == 0
    with Desk.open(desk.folder / "open.crivello") as opened:
        opened.act(OpenSection("B", Settings(rounds=5, system="dutch-2026")))
    table = "name,fide id,rating\nA. Rossi,1000001,2000\nNeri,,1500\n"
    assert desk("import", desk.file("b.csv", table), "--section", "B").code == 0
    with Desk.open(desk.folder / "open.crivello") as opened:
        registered = opened.section("B").registrations
        assert [(one.player.name, one.player.rating) for one in registered.values()] == [
            ("Rossi, Alice", 2000),
            ("Neri", 1500),
        ]
        assert list(registered) == [1, 3]


def test_a_player_is_added_from_a_list_by_his_id(desk: Place) -> None:
    lists.load(TEXT, folder=desk.data)
    assert desk("add", "fide-id=1012702").code == 0
    assert desk("add", "Van den Berg", "fide-id=1002932", "rating=2600", "--list", "fide").code == 0
    with Desk.open(desk.folder / "open.crivello") as opened:
        soren, davide = (one.player for one in opened.section("A").registrations.values())
    assert (soren.name, soren.rating, soren.birth) == ("Østergaard, Søren", None, "2014/00/00")
    assert (davide.name, davide.rating, davide.federation) == ("Van den Berg", 2600, "SRB")
    for words, english, italian in (
        (("fide-id=77",), "No player on the list fide has the FIDE id 77.", "Nessun giocatore"),
        (
            ("Rossi", "--list", "fide"),
            "Give the FIDE id of the player: fide-id=…",
            "Indica l'ID FIDE del giocatore: fide-id=…",
        ),
        (("fide-id=7", "--list", "fsi"), "The list 'fsi' is not loaded.", "non è caricata"),
    ):
        for language, sentence in (("en", english), ("it", italian)):
            done = desk("add", *words, "--lang", language)
            assert done.code == 3
            assert sentence in done.err


def test_mistakes_of_an_import(place: Place) -> None:
    name = place.file("x.csv", "name\nRossi\n")
    assert "no tournament file" in place("import", name).err
    assert place("new", "a.crivello", "rounds=5").code == 0
    assert place("import", "missing.csv").code == 5
    assert place("import", name, "--section", "B").code == 3
    assert place("import", name, "--map", "colour=x").code == 3
    assert (
        "Il campo 'colour' non esiste"
        in place("import", name, "--map", "colour=x", "--lang=it").err
    )
