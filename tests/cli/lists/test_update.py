"""`crivello update`: differences between a list and the registered players."""

import json

from crivello import lists
from tests.cli.lists.place import PLAYERS, Place, events
from tests.lists.samples import TEXT


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
    assert desk("update").out == "All data agree with the list fide.\n"
    assert desk("update", "--lang", "it").out == "Tutti i dati concordano con la lista fide.\n"
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
    said = desk("update", "--accept", "9:rating", "--lang", "it").err
    assert "La variazione '9:rating' non esiste" in said
    assert desk("update", "--accept", "1", "--all").code == 3


def test_before_round_1_status_names_an_old_list_and_who_has_changed(desk: Place) -> None:
    assert desk("load", TEXT, "--month", "2026-10").code == 0
    assert desk("set", "start=2026-11-20").code == 0
    assert desk("add", "O'Neill, Carla", "fide-id=1001955", "rating=2500").code == 0
    told = " ".join(desk("status").out.split())
    assert "has a different rating or title for one player: " in told
    assert "but the tournament starts in 2026-11: load the list of that month." in told
    assert "crivello update" in told
    assert "crivello load FILE" in told


def test_a_wrong_id_is_told_and_nothing_is_proposed(desk: Place) -> None:
    lists.load(TEXT, folder=desk.data)
    table = "name,fide id,federation,birth\nWang Wei,1001955,CHN,1955\n"
    assert desk("import", desk.file("x.csv", table)).code == 0
    shown = desk("update")
    assert (shown.code, shown.out) == (0, "")
    assert "the FIDE id of one player belongs to another person" in shown.err
    assert "1 Wang Wei" in shown.err
    answer = json.loads(desk("update", "--json").out)
    assert answer["changes"] == []
    assert [one["name"] for one in answer["wrong_ids"]] == ["Wang Wei"]
    assert desk("update", "--accept", "1").code == 3
    assert "another person" in desk("status").err + desk("status").out


def test_an_import_takes_nothing_from_the_list_by_a_wrong_id(desk: Place) -> None:
    lists.load(TEXT, folder=desk.data)
    table = "name,fide id,federation,birth\nWang Wei,1001955,CHN,1955\n"
    assert desk("import", desk.file("x.csv", table), "--list", "fide").code == 0
    (player,) = json.loads(desk("players", "--json").out)["items"]
    assert player["player"].get("rating") is None
    assert player["player"]["name"] == "Wang Wei"
