"""`crivello load`, `lists` and `search`."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest

from crivello import lists
from tests.cli.calling import WITHOUT_PRIVILEGES, environment, run
from tests.cli.lists.place import Place
from tests.lists.samples import TEXT, XML, zipped


def test_a_list_is_loaded_shown_and_searched(place: Place) -> None:
    done = place("load", TEXT, "--month", "2026-10")
    assert (done.code, done.out, done.err) == (0, "20 players loaded into the list fide.\n", "")
    shown = place("lists").out.splitlines()
    assert shown[0].split() == ["List", "Month", "Players", "Loaded", "on", "From"]
    assert shown[1].split()[:3] == ["fide", "2026-10", "20"]
    assert shown[1].split()[-1] == "rating_list_sample.txt"
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
        "columns": None,
        "ignored": [],
        "mapping": None,
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
        (b"<playerslist><player>", 3, "is not valid XML", "non è XML corretto"),
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
    assert "Prossimo passo: crivello load FILE" in place("search", "rossi", "--lang", "it").err
    bomb = zipped(place.folder / "bomb.zip", {"list.txt": bytes(30_000_000)})
    assert place("load", bomb).code == 4
    assert place("load", TEXT).code == 0
    nobody = place("search", "zzzz")
    assert (nobody.code, nobody.out) == (0, "")
    assert nobody.err == "No player on the list fide has a name like 'zzzz'.\n"


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
        PYTHONDONTWRITEBYTECODE="1",
    )
    assert done.code == 3
    assert "The index of the list cannot be written" in done.err or "no space left" in done.err
    assert sorted(os.listdir(place.data / "lists")) == ["fide.list", "fide.lock"]
    assert lists.loaded_lists(place.data)[0].players == 20


@pytest.mark.parametrize("stage", ["reading", "indexing"])
def test_an_interrupted_loading_leaves_nothing(place: Place, stage: str) -> None:
    lists.load(TEXT, folder=place.data)
    lines = TEXT.read_text("utf-8").splitlines()
    large = "\n".join([lines[0], *lines[1:] * 5_000])
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


def test_a_list_cut_in_the_middle_is_told_and_put_back(place: Place) -> None:
    assert place("load", TEXT).code == 0
    lines = TEXT.read_text("utf-8").splitlines(keepends=True)
    cut = place.file("cut.txt", "".join(lines[:8]))
    done = place("load", cut)
    assert (done.code, done.out) == (0, "7 players loaded into the list fide.\n")
    assert "warning: The list fide now has 7 players, and the one before had 20" in done.err
    assert "To put the earlier list back: crivello load --restore\n" in done.err
    assert place("load", "--restore", cut).code == 3
    back = place("load", "--restore")
    assert (back.code, back.out) == (0, "The earlier list fide is back, with 20 players.\n")
    again = place("load", "--restore")
    assert (again.code, "No earlier list 'fide' is kept." in again.err) == (3, True)
    (warning,) = json.loads(place("load", cut, "--json").out)["warnings"]
    assert "may be incomplete" in warning["detail"]
    answer = json.loads(place("load", "--restore", "--json").out)
    assert (answer["name"], answer["players"]) == ("fide", 20)
    assert "può essere incompleto" in place("load", cut, "--lang", "it").err


def test_an_id_twice_on_a_list_is_told(place: Place) -> None:
    lines = TEXT.read_text("utf-8").splitlines(keepends=True)
    done = place("load", place.file("twice.txt", "".join([*lines, lines[1]])))
    assert "warning: One FIDE id is on the list more than once" in done.err
