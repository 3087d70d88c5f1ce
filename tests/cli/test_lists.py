"""`crivello load`, `lists`, `search`, `import` and `update` through real processes."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from crivello import lists
from crivello.desk import Desk
from crivello.desk.actions import OpenSection
from crivello.model.settings import Settings
from tests.cli.calling import EXAMPLE, WITHOUT_PRIVILEGES, Called, call, environment, run
from tests.lists.samples import TEXT, XML, zipped

PLAYERS = """\
Iscritti al torneo

Cognome;Nome;Elo;ID FIDE;Data di nascita;Circolo;E-mail
Rossi;Alice;2150;1000001;12/05/1990;Roma;a@b
Verdi;Bruno;1800;;1980;Milano;
"""


class Place:
    """A folder with lists and a tournament of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.data = folder / "data"

    def __call__(self, *words: str | Path, stdin: bytes = b"", **env: str) -> Called:
        return call(*words, stdin=stdin, cwd=self.folder, CRIVELLO_DATA=str(self.data), **env)

    def file(self, name: str, text: str) -> str:
        (self.folder / name).write_text(text, encoding="utf-8")
        return name


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path)


@pytest.fixture
def desk(place: Place) -> Place:
    first = OpenSection("A", Settings(rounds=5, system="dutch-2026"))
    Desk.create(place.folder / "open.crivello", first).close()
    return place


def events(place: Place) -> int:
    with Desk.open(place.folder / "open.crivello") as desk:
        return len(desk.log)


# Loading and searching


def test_a_list_is_loaded_shown_and_searched(place: Place) -> None:
    done = place("load", TEXT)
    assert (done.code, done.out, done.err) == (0, "20 players loaded into the list fide.\n", "")
    shown = place("lists").out.splitlines()
    assert shown[0].split() == ["List", "Players", "Loaded", "on", "From"]
    assert shown[1].split()[0::3] == ["fide", "rating_list_sample.txt"]
    found = place("search", "soren", "ostergard")
    assert found.code == 0
    assert found.out.splitlines()[1].split() == [
        "1012702", "CM", "Østergaard,", "Søren", "TUR", "2014", "1466", "2462",
    ]  # fmt: skip


def test_answers_in_json(place: Place) -> None:
    archive = zipped(place.folder / "players.zip", {XML.name: XML.read_bytes()})
    assert json.loads(place("load", archive, "--json").out) == {
        "schema": "crivello/load/1",
        "name": "fide",
        "players": 20,
        "left_out": 0,
        "warnings": [],
    }
    (about,) = json.loads(place("lists", "--json").out)["lists"]
    assert (about["name"], about["players"], about["source"]) == ("fide", 20, "players.zip")
    answer = json.loads(place("search", "lim", "--federation", "GER", "--json").out)
    assert answer["query"] == "lim"
    (player,) = answer["players"]
    assert player["name"] == "Lim, Đorđe"
    assert player["rapid"] == {"rating": 2398, "games": 0, "k": 20}
    assert player["match"] == "exact"
    assert json.loads(place("search", "nobody", "--json").out)["players"] == []
    assert len(json.loads(place("search", "e", "--limit", "3", "--json").out)["players"]) == 1


def test_bad_lines_are_told_and_left_out_in_both_languages(place: Place) -> None:
    text = TEXT.read_text("utf-8").replace("2581", "25x1")
    name = place.file("list.txt", text)
    done = place("load", name)
    assert (done.code, done.out) == (0, "19 players loaded into the list fide.\n")
    column = text.index("SRtng") + 1
    assert done.err.splitlines() == [
        f"list.txt:4:{column}: The standard of a player cannot be read (found '25x1', expected a "
        "rating of up to four digits, or nothing).",
        "One line could not be read and was left out.",
    ]
    italian = place("load", name, "--lang", "it")
    assert italian.out == "19 giocatori caricati nella lista fide.\n"
    assert "non è leggibile" in italian.err
    assert json.loads(place("load", name, "--json").out)["warnings"][0]["line"] == 4


@pytest.mark.parametrize(
    ("content", "code", "english", "italian"),
    [
        (b"", 3, "The table is empty.", "La tabella è vuota."),
        (b"x,y\n1,2\n", 3, "No column holds the names.", "Nessuna colonna contiene i nomi."),
        (
            b'<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>',
            3,
            "The file declares a document type; a rating list has none.",
            "Il file dichiara un tipo di documento",
        ),
        (b"<playerslist><player>", 3, "is not XML as it should be", "non è XML corretto"),
    ],
)
def test_what_is_no_list_is_told_in_both_languages(
    place: Place, content: bytes, code: int, english: str, italian: str
) -> None:
    (place.folder / "bad").write_bytes(content)
    for language, sentence in (("en", english), ("it", italian)):
        done = place("load", "bad", "--lang", language)
        assert done.code == code
        assert sentence in done.err
    assert place("lists").out == "No list is loaded. Load one: crivello load FILE\n"


def test_other_mistakes_of_the_call(place: Place) -> None:
    assert place("load", "missing.txt").code == 5
    assert place("load", place.folder).code == 5
    assert place("load", TEXT, "--name", "../x").code == 3
    assert place("search", "rossi").code == 3
    assert "crivello load FILE" in place("search", "rossi").err
    assert "Caricala" in place("search", "rossi", "--lang", "it").err
    bomb = zipped(place.folder / "bomb.zip", {"list.txt": bytes(30_000_000)})
    assert place("load", bomb).code == 4
    assert place("load", TEXT).code == 0
    nobody = place("search", "zzzz")
    assert (nobody.code, nobody.out) == (0, "")
    assert nobody.err == "Nobody on the list fide is called 'zzzz' or nearly so.\n"


PROGRAM = "import sys\nfrom crivello.cli import main\nsys.exit(main(sys.argv[1:]))"


@pytest.mark.parametrize("inside", ["", "lists"])
def test_a_folder_that_cannot_be_written(place: Place, inside: str) -> None:
    folder = place.data / inside
    folder.mkdir(parents=True)
    folder.chmod(0o500)
    program = f"{WITHOUT_PRIVILEGES}\n{PROGRAM}"
    done = run([sys.executable, "-c", program, "load", str(TEXT)], CRIVELLO_DATA=str(place.data))
    folder.chmod(0o700)
    assert done.code == 5
    assert "permission denied" in done.err


def test_a_full_disk_leaves_the_old_list(place: Place) -> None:
    lists.load(TEXT, folder=place.data)
    lines = TEXT.read_text("utf-8").splitlines()
    place.file("large.txt", "\n".join([lines[0], *lines[1:] * 500]))
    small = (
        "import resource, signal\nsignal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (300000, 300000))\n"
    )
    done = run(
        [sys.executable, "-c", small + PROGRAM, "load", "large.txt"],
        cwd=place.folder,
        CRIVELLO_DATA=str(place.data),
    )
    assert done.code == 3
    assert "The index of the list cannot be written" in done.err or "no space left" in done.err
    assert sorted(os.listdir(place.data / "lists")) == ["fide.list", "fide.lock"]
    assert lists.loaded_lists(place.data)[0].players == 20


def test_a_national_list_by_mapping(place: Place) -> None:
    name = place.file("soci.csv", "Chi;Punti;Tessera\nRossi Anna;1500;A17\nVerdi B;1600;A18\n")
    options = ("--name", "fsi", "--map", "name=Chi,rating=Punti")
    preview = place("load", name, *options, "--preview")
    assert preview.out.splitlines()[0] == "Columns: name=Chi, rating=Punti, national_id=Tessera"
    assert preview.out.splitlines()[2].split() == ["A17", "Rossi", "Anna", "1500"]
    assert "No list" in place("lists").out
    told = json.loads(place("load", name, *options, "--preview", "--json").out)
    assert told["columns"] == {"name": "Chi", "rating": "Punti", "national_id": "Tessera"}
    assert place("load", name, *options).out == "2 players loaded into the list fsi.\n"
    assert "Verdi B" in place("search", "a18", "--list", "fsi").out
    wrong = place("load", name, "--map", "name=Wer", "--lang", "it")
    assert wrong.code == 3
    assert "La tabella non ha la colonna 'Wer'" in wrong.err


@pytest.mark.parametrize("stage", ["reading", "indexing"])
def test_an_interrupted_loading_leaves_nothing(place: Place, stage: str) -> None:
    lists.load(TEXT, folder=place.data)
    lines = TEXT.read_text("utf-8").splitlines()
    large = "\n".join([lines[0], *lines[1:] * 10_000])
    child = subprocess.Popen(
        [sys.executable, "-m", "crivello", "load", place.file("large.txt", large)],
        cwd=place.folder,
        env=environment(CRIVELLO_DATA=str(place.data)),
        stderr=subprocess.PIPE,
    )
    raw = place.data / "lists" / "fide.raw"
    seen = False
    for _ in range(3000):
        seen = seen or raw.exists()
        if seen and (stage == "reading" or not raw.exists()):
            break
        time.sleep(0.01)
    child.send_signal(signal.SIGINT)
    _, err = child.communicate(timeout=600)
    assert child.returncode == 130
    assert b"Traceback" not in err
    assert sorted(os.listdir(place.data / "lists")) == ["fide.list", "fide.lock"]
    with lists.open_list(folder=place.data) as opened:
        assert opened.about.players == 20


# Players into a tournament


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
    assert "2 players are registered already" in again.err
    assert "già iscritt" in desk("import", name, "--lang", "it").err
    desk.file("iscritti.csv", PLAYERS + "Bianchi;Carla;1500;;1999;;\n")
    some = desk("import", name, "--new-only", "--json")
    answer = json.loads(some.out)
    assert [one["name"] for one in answer["players"]] == ["Bianchi, Carla"]
    assert [one["line"] for one in answer["left_out"]] == [4, 5]
    assert [one["type"] for one in answer["events"]] == ["PlayersRegistered"]
    assert events(desk) == before + 1
    nobody = desk("import", name, "--new-only")
    assert nobody.out.splitlines()[0] == "Everybody in this file is registered already."
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
    assert "problems found: 2" in done.err
    italian = desk("import", "bad.csv", "--lang", "it", "--json")
    error = json.loads(italian.err)["error"]
    assert [(one["line"], one["column"]) for one in error["problems"]] == [(3, 2), (4, 3)]
    assert "problemi trovati: 2" in error["message"]
    twice = desk("import", desk.file("bad.csv", "name,birth\nRossi,1990\nRossi,1990\n"))
    assert twice.code == 3
    assert "bad.csv:3:1: Rossi has the name and birth of Rossi in line 2." in twice.err
    assert events(desk) == before


def test_the_same_name_without_birth_is_a_warning(desk: Place) -> None:
    done = desk("import", desk.file("two.csv", "name\nRossi\nRossi\n"))
    assert done.code == 0
    assert "two.csv:3:1: warning: Rossi is called like Rossi in line 2" in done.err


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
        (("fide-id=77",), "Nobody on the list fide has the FIDE id 77.", "Nessuno nella lista"),
        (("Rossi", "--list", "fide"), "Say with fide-id=…", "Indica con fide-id=…"),
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
        "Non c'è un campo 'colour'" in place("import", name, "--map", "colour=x", "--lang=it").err
    )


# What changed


def test_what_a_list_says_otherwise_is_accepted_in_one_action(desk: Place) -> None:
    lists.load(TEXT, folder=desk.data)
    assert desk("import", desk.file("iscritti.csv", PLAYERS)).code == 0
    before = events(desk)
    shown = desk("update")
    assert shown.code == 0
    assert [line.split()[0] for line in shown.out.splitlines()] == [
        "Key", "1:rating", "1:title", "1:federation", "1:sex", "1:k",
    ]  # fmt: skip
    assert shown.out.splitlines()[1].split()[-2:] == ["2150", "2157"]
    assert "One player has no FIDE id and is not compared." in shown.err
    assert events(desk) == before
    some = desk("update", "--accept", "1:rating,1:title")
    assert (some.code, some.out) == (0, "2 changes accepted, in the data of 1 Rossi, Alice.\n")
    left = json.loads(desk("update", "--json").out)["changes"]
    assert [one["key"] for one in left] == ["1:federation", "1:sex", "1:k"]
    assert left[0]["registered"] is None
    assert left[0]["listed"] == "POL"
    everything = json.loads(desk("update", "--all", "--json").out)
    assert [one["type"] for one in everything["events"]] == ["PlayersCorrected"]
    assert len(everything["accepted"]) == 3
    assert events(desk) == before + 2
    assert desk("update").out == "Nothing differs from the list fide.\n"
    assert desk("update", "--lang", "it").out == "Nulla è diverso dalla lista fide.\n"
    assert desk("undo").code == 0
    assert len(json.loads(desk("update", "--json").out)["changes"]) == 3
    assert "The data of 1 Rossi, Alice are corrected." in desk("log").out


def test_mistakes_of_an_update(desk: Place) -> None:
    assert "is not loaded" in desk("update").err
    lists.load(TEXT, folder=desk.data)
    assert desk("import", desk.file("x.csv", "name,fide id\nRossi,77\n")).code == 0
    shown = desk("update")
    assert "Not on the list fide: 1 Rossi." in shown.err
    assert desk("update", "--all").code == 3
    wrong = desk("update", "--accept", "9:rating")
    assert (wrong.code, wrong.out) == (3, "")
    assert "There is no change '9:rating'." in wrong.err
    assert "Non c'è una variazione" in desk("update", "--accept", "9:rating", "--lang", "it").err
    assert desk("update", "--accept", "1", "--all").code == 3
