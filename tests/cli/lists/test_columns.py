"""Lists of federations: the meaning of their columns is given once and remembered."""

import json

from tests.cli.lists.place import Place
from tests.lists.samples import TEXT


def test_a_national_list_by_mapping(place: Place) -> None:
    name = place.file("soci.csv", "Chi;Punti;Tessera\nRossi Anna;1500;A17\nVerdi B;1600;A18\n")
    options = ("--name", "fsi", "--map", "name=Chi,rating=Punti")
    preview = place("load", name, *options, "--preview")
    assert preview.out.splitlines()[0] == "Columns: name=Chi, rating=Punti, national_id=Tessera"
    assert preview.out.splitlines()[2].split() == ["A17", "Rossi", "Anna", "1500"]
    assert "No list" in place("lists").out
    told = json.loads(place("load", name, *options, "--preview", "--json").out)
    assert told["columns"] == {"name": "Chi", "rating": "Punti", "national_id": "Tessera"}
    assert place("load", name, *options).out.startswith("2 players loaded into the list fsi.\n")
    assert "Verdi B" in place("search", "a18", "--list", "fsi").out
    wrong = place("load", name, "--map", "name=Wer", "--lang", "it")
    assert wrong.code == 3
    assert "La tabella non ha la colonna 'Wer'" in wrong.err


TABLE = "Chi;Punti;Tessera;Note\nRossi Anna;1500;A17;x\nVerdi B;1600;A18;y\n"
FSI = ("--name", "fsi")


def test_the_columns_of_a_list_are_remembered(place: Place) -> None:
    name = place.file("soci.csv", TABLE)
    told = place("load", name, *FSI, "--map", "name=Chi,rating=Punti")
    assert told.out.splitlines() == [
        "2 players loaded into the list fsi.",
        "Columns: name=Chi, rating=Punti, national_id=Tessera",
        "Not used: Note",
        "The columns are remembered for the list fsi.",
    ]
    # The next month the columns stand in another order.
    later = place.file("nuovi.csv", "Punti;Chi\n1510;Rossi Anna\n")
    preview = place("load", later, *FSI, "--preview")
    assert preview.out.splitlines()[:2] == [
        "Columns: name=Chi, rating=Punti",
        "The columns are those remembered for the list fsi; --map changes them.",
    ]
    again = place("load", later, *FSI, "--lang", "it")
    assert "Le colonne sono quelle ricordate per la lista fsi; --map le cambia." in again.out
    (about,) = json.loads(place("lists", "--json").out)["lists"]
    assert about["mapping"] == {"name": "Chi", "rating": "Punti"}
    once_more = json.loads(place("load", later, *FSI, "--json").out)
    assert once_more["columns"] == {"name": "Chi", "rating": "Punti"}
    assert once_more["mapping"] == "remembered"
    # Another list knows nothing of it.
    assert place("load", later, "--name", "other").code == 3


def test_another_mapping_takes_the_place_of_the_remembered_one(place: Place) -> None:
    name = place.file("soci.csv", TABLE)
    assert place("load", name, *FSI, "--map", "name=Chi,rating=Punti").code == 0
    told = json.loads(place("load", name, *FSI, "--map", "name=#1", "--json").out)
    assert (told["columns"], told["mapping"]) == ({"name": "Chi", "national_id": "Tessera"}, "told")
    told = json.loads(place("load", name, *FSI, "--json").out)
    assert (told["columns"]["name"], told["mapping"]) == ("Chi", "remembered")
    known = place.file("known.csv", "Nome;Elo\nRossi Anna;1500\n")
    told = json.loads(place("load", known, *FSI, "--map", "guess", "--json").out)
    assert told["columns"] == {"rating": "Elo", "name": "Nome"}
    assert told["mapping"] == "guessed"
    assert json.loads(place("load", known, *FSI, "--json").out)["mapping"] == "guessed"


def test_remembered_columns_that_are_not_there(place: Place) -> None:
    assert place("load", place.file("soci.csv", TABLE), *FSI, "--map", "name=Chi").code == 0
    other = place.file("other.csv", "Nome;Elo\nRossi Anna;1500\n")
    wrong = place("load", other, *FSI)
    assert wrong.code == 3
    assert "other.csv:1:1: The table has no column 'Chi'. It has: Nome, Elo" in wrong.err
    assert "The columns remembered for the list 'fsi' are not those of this table." in wrong.err
    assert wrong.err.endswith("Add to the command: --map guess\n")
    assert place("load", other, *FSI, "--preview").code == 3
    assert "Verdi B" in place("search", "verdi", "--list", "fsi").out
    # A list that is no table has no columns to remember, and forgets none.
    assert "Columns" not in place("load", TEXT, *FSI).out
    assert place("load", place.file("soci.csv", TABLE), *FSI).code == 0
