"""How commands choose the file and the section, and how players are named."""

from pathlib import Path

from tests.cli.desk.conftest import At
from tests.cli.desk.prepared import desk, done


def test_the_only_file_the_variable_or_the_option(tmp_path: Path, at: At) -> None:
    assert "Name one with -t, or make one: crivello new" in desk(tmp_path, "status").err
    path = at("empty")
    assert "round 0 of 5, 0 players" in done(tmp_path, "status")
    path.rename(tmp_path / "one.crivello")
    at("playing").rename(tmp_path / "two.crivello")
    several = desk(tmp_path, "status")
    assert several.code == 3
    assert several.err == (
        "crivello: Which tournament? Name one with -t: one.crivello, two.crivello.\n"
    )
    assert "round 1 of 5" in done(tmp_path, "status", CRIVELLO_TOURNAMENT="two.crivello")
    words = ("status", "-t", "one.crivello")
    assert "round 0 of 5" in done(tmp_path, *words, CRIVELLO_TOURNAMENT="two.crivello")


def test_a_section_must_be_named_where_there_are_several(tmp_path: Path, at: At) -> None:
    at("registered")
    done(tmp_path, "section", "B", "rounds=3", "name=Juniors")
    which = desk(tmp_path, "add", "Anna")
    assert (which.code, which.err) == (
        3,
        "crivello: Which section? Name one with --section: A, B.\n",
    )
    assert done(tmp_path, "add", "Anna", "--section", "B") == "Added to section B: 1 Anna.\n"
    also = done(tmp_path, "add", "player 006", "--from", "A", "--section", "B")
    assert also == "Also plays in section B: 1 Player 006.\n"
    listed = done(tmp_path, "section").splitlines()
    assert [line.split()[0] for line in listed] == ["Section", "A", "B"]
    # Place and times are common to all sections.
    mixed = desk(tmp_path, "set", "--section", "A", "place=Roma", "pace=rapid")
    assert "set what is common to all (place) in a separate call." in mixed.err
    done(tmp_path, "set", "--section", "A", "place=Roma", "start=2026-03-01", "times=9:00,15:00")
    shown = done(tmp_path, "set", "place", "times", "name", "--section", "B", "--json")
    assert '"place": "Roma"' in shown
    assert '"times": "9:00,15:00"' in shown
    assert '"name": "Juniors"' in shown


def test_names_without_accents_case_or_order(tmp_path: Path, at: At) -> None:
    at("registered")
    done(tmp_path, "add", "Müller, Jürgen", "rating=2600")
    assert done(tmp_path, "present", "jurgen MULLER") == "Present: 1 Müller, Jürgen.\n"
    assert done(tmp_path, "present", "id:7", "2-3,5").count(";") == 3
    assert "'7-5' is not a range of numbers" in desk(tmp_path, "present", "7-5").err
    assert "has no player with the id 99" in desk(tmp_path, "present", "id:99").err
