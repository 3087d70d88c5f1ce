"""Federations by code and by name, wherever one is typed or read."""

from __future__ import annotations

import pytest

from crivello.desk.player_data import change_player, read_player
from crivello.formats.csv_players import read_players
from crivello.formats.trf import read_trf
from crivello.model.errors import CrivelloError, WordError
from crivello.model.federations import FEDERATIONS, OTHER_CODES, OTHER_NAMES
from crivello.model.names import words_of
from crivello.model.player import Player
from crivello.words import Language
from crivello.words.federation_names import federation_names, find_federation, read_federation

REPORT = "012 Open\n032 {}\n001    1      Rossi, Anna\n"


def report(federation: str) -> str:
    return REPORT.format(federation)


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("ITA", "ITA"), ("ita", "ITA"), ("Italy", "ITA"), ("ITALY", "ITA"), ("italia", "ITA"),
        ("Svizzera", "SUI"), ("CHE", "SUI"), ("Turkey", "TUR"), ("Türkiye", "TUR"),
        ("cote d'ivoire", "CIV"), ("Costa d’Avorio", "CIV"), ("Olanda", "NED"), ("", ""),
        ("xyz", "XYZ"),
    ],
)  # fmt: skip
def test_a_federation_is_read_by_code_and_by_name(typed: str, code: str) -> None:
    assert read_federation(typed) == code


def test_a_mistyped_country_is_asked_about() -> None:
    with pytest.raises(WordError, match=r"no federation 'Itlay'\. Did you mean Italy \(ITA\)\?"):
        read_federation("Itlay")
    with pytest.raises(WordError, match=r"no federation 'Atlantis'\. Give its code"):
        read_federation("Atlantis")


@pytest.mark.parametrize("language", [Language.EN, Language.IT])
def test_every_name_leads_to_its_own_code(language: Language) -> None:
    found = federation_names(language)
    assert {code for code, _ in found} == set(FEDERATIONS)
    assert [find_federation(name) for _, name in found] == [code for code, _ in found]


def test_the_other_names_and_codes_are_not_fides() -> None:
    assert set(OTHER_NAMES.values()) | set(OTHER_CODES.values()) <= set(FEDERATIONS)
    assert not set(OTHER_CODES) & set(FEDERATIONS)
    assert all(" ".join(words_of(name)) == name for name in OTHER_NAMES)
    assert all(len(code) == 3 and code.isupper() for code in FEDERATIONS)


def test_a_table_of_players_may_name_countries() -> None:
    (player,) = read_players("name,federation\nRossi,Italy\n")
    assert player.federation == "ITA"


def test_a_typed_player_has_a_code() -> None:
    assert read_player({"name": "Rossi", "federation": "Francia"}).federation == "FRA"
    with pytest.raises(CrivelloError) as refused:
        read_player({"name": "Rossi", "federation": "Frnace"})
    assert refused.value.field == "federation"


def test_a_federation_from_an_old_file_does_not_stop_other_changes() -> None:
    old = Player(id=1, number=1, name="Rossi", federation="ATLANTIS")
    assert change_player(old, {"rating": "1800"}).federation == "ATLANTIS"


def test_an_old_report_that_names_the_federation_is_repaired_with_a_note() -> None:
    read = read_trf(report("ITALY"), tolerant=True)
    assert read.tournament.settings.federation == "ITA"
    (repair,) = [one for one in read.repairs if one.found == "ITALY"]
    assert (repair.line, repair.taken, repair.changes_pairing) == (2, "ITA", False)
    strict = read_trf(report("ITALY"))
    assert strict.tournament.settings.federation == "ITA"
    assert "its code ITA is read" in str([str(one.sentence) for one in strict.warnings])


def test_an_unknown_federation_of_a_report_stays() -> None:
    read = read_trf(report("Lichess"), tolerant=True)
    assert read.tournament.settings.federation == "Lichess"
    assert not read.repairs
