"""Our own comments in report files: options of the pairing system, editions without a code."""

from dataclasses import replace

import pytest

from crivello.formats.trf import read_trf, write_trf
from crivello.formats.trf.records import NO_SUCH_OPTION
from crivello.model.errors import Illegal
from crivello.model.player import Player
from crivello.model.settings import Options, Settings
from crivello.model.tournament import Tournament

LIM = Tournament(
    (Player("Rossi, Anna", id=1, number=1), Player("Verdi, Bruno", id=2, number=2)),
    (),
    Settings(rounds=5, system="lim-1999", options=Options(maxi_tournament=True)),
)
FILE = "142 5\n001    1\n001    2\n"


def test_they_are_comments_to_everybody_else() -> None:
    text = write_trf(LIM, "trf26")
    assert "### crivello: system=lim-1999\r\n### crivello: maxi-tournament=yes\r\n" in text
    assert read_trf(text).tournament == LIM
    assert "### crivello: maxi-tournament=yes\n" in write_trf(LIM, "trfx")
    assert "###" not in write_trf(LIM, "trf16")


def test_what_is_as_usual_is_not_written() -> None:
    plain = replace(LIM, settings=Settings(rounds=5, system="dutch-2026"))
    assert "###" not in write_trf(plain, "trf26")


def test_they_are_read_from_any_file() -> None:
    found = read_trf("### crivello: imaginary-point=yes\n" + FILE).tournament.settings
    assert found.options == Options(imaginary_point=True)
    assert found.comments == ()


@pytest.mark.parametrize(
    "text", ["imaginary-point", "imaginary-point=maybe", "colour=blue", "system=lim"]
)
def test_one_that_is_not_known_stays_a_comment_with_a_warning(text: str) -> None:
    document = read_trf(f"### crivello: {text}\n" + FILE)
    assert document.tournament.settings.comments == (f"crivello: {text}",)
    assert document.tournament.settings.options == Options()
    warning = document.warnings[0]
    assert (warning.sentence.template, warning.line, warning.column) == (NO_SUCH_OPTION, 1, 5)


def test_the_edition_refines_record_192_and_may_not_contradict_it() -> None:
    family = "192 FIDE_BURSTEIN\n### crivello: system=burstein-2016\n" + FILE
    assert read_trf(family).tournament.settings.system == "burstein-2016"
    with pytest.raises(Illegal):
        read_trf("192 FIDE_DUTCH\n### crivello: system=burstein-2016\n" + FILE)
    with pytest.raises(Illegal):
        read_trf("### crivello: parity=literal\n### crivello: parity=entered\n" + FILE)


@pytest.mark.parametrize(
    ("system", "code"),
    [
        ("dutch-2026", "FIDE_DUTCH_2025"),
        ("dutch-2017", "FIDE_DUTCH_2017"),
        ("dubov-2026", "FIDE_DUBOV"),
        ("doubleswiss-2026", "FIDE_DOUBLESWISS"),
    ],
)
def test_the_report_names_the_system(system: str, code: str) -> None:
    # C.04.2.A.2 (1)
    event = replace(LIM, settings=Settings(rounds=5, system=system))
    (line,) = [line for line in write_trf(event, "trf26").splitlines() if line.startswith("192")]
    assert line.startswith(f"192 {code}")
