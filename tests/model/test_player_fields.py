"""The table of players' fields: complete, unambiguous, and read by every format."""

from __future__ import annotations

from collections import Counter
from dataclasses import fields, replace

import pytest

from crivello.desk.player_data import DATA_KEYS, change_player, player_data, read_player
from crivello.formats.csv_players import read_players, write_players
from crivello.lists import read_entries
from crivello.model.player import Player, Sex, Title
from crivello.model.player_fields import (
    FIELDS,
    GROUPING_FIELDS,
    SHOWN_FIELDS,
    TYPED_FIELDS,
    FieldKind,
    PlayerField,
    group_of,
    shown_facts,
)
from crivello.model.tournament import Tournament
from crivello.standings.categories import parse_category

EXAMPLES = {
    FieldKind.TEXT: "Verdi",
    FieldKind.TITLE: "FM",
    FieldKind.RATING: "2105",
    FieldKind.FIDE_ID: "812345",
    FieldKind.BIRTH: "1990/03/01",
    FieldKind.SEX: "w",
    FieldKind.FEDERATION: "ITA",
    FieldKind.FACTOR: "20",
}
by_key = pytest.mark.parametrize("field", TYPED_FIELDS, ids=lambda field: field.key)


def with_all() -> Player:
    """Return a player who has every field that can be typed."""
    return read_player({field.key: EXAMPLES[field.kind] for field in TYPED_FIELDS})


def test_a_heading_belongs_to_one_field() -> None:
    counts = Counter(heading for field in FIELDS for heading in field.headings.split())
    assert {heading for heading, count in counts.items() if count > 1} == set()


def test_a_field_is_a_tag_or_an_attribute() -> None:
    attributes = {one.name for one in fields(Player)}
    for field in TYPED_FIELDS:
        assert field.tag != (field.key in attributes), field.key
    assert with_all().sex is Sex.FEMALE
    assert with_all().title is Title("FM")


@by_key
def test_what_is_typed_is_shown_and_can_be_changed_and_removed(field: PlayerField) -> None:
    player, example = with_all(), EXAMPLES[field.kind]
    assert field.text(player) == example
    assert player_data(player)[field.key].replace("-", "/") == example
    if field.key != "name":
        assert field.text(change_player(player, {field.key: ""})) == ""
        bare = read_player({"name": "Rossi"})
        assert field.text(change_player(bare, {field.key: example})) == example


@by_key
def test_a_table_has_the_field_back(field: PlayerField) -> None:
    (read,) = read_players(write_players([replace(with_all(), number=1)]))
    assert field.text(read) == EXAMPLES[field.kind]


@pytest.mark.parametrize(
    ("field", "heading"),
    [
        pytest.param(field, heading, id=heading)
        for field in TYPED_FIELDS
        for heading in field.headings.split()
    ],
)
def test_an_imported_column_is_recognised_by_each_heading(field: PlayerField, heading: str) -> None:
    first = ("FIDE ID", "1") if field.key == "name" else ("Participant", "Rossi")
    text = f"{first[0]},{heading.upper()}\n{first[1]},{EXAMPLES[field.kind]}\n"
    (entry,) = read_entries(text.encode(), "players.csv").entries
    assert field.text(entry.player) == EXAMPLES[field.kind]


def test_what_is_typed_is_what_a_table_has() -> None:
    assert set(DATA_KEYS) == {field.key for field in TYPED_FIELDS}
    assert list(player_data(with_all())) == [field.key for field in TYPED_FIELDS]


def test_a_group_is_a_category() -> None:
    for field in GROUPING_FIELDS:
        value = EXAMPLES[field.kind].lower()
        category = parse_category(f"{field.key}={value}", Tournament())
        assert category.has(with_all())
        assert not category.has(read_player({"name": "Rossi"}))


def test_the_group_of_a_player_is_a_field_or_a_tag() -> None:
    player = read_player({"name": "Rossi", "federation": "ITA", "club": "Verdi", "tag:age": "U18"})
    assert [group_of(player, key) for key in ("federation", "club", "age")] == [
        "ITA",
        "Verdi",
        "U18",
    ]
    assert group_of(player, "name") == group_of(player, "school") == ""


def test_what_is_shown_beside_a_name() -> None:
    assert shown_facts(with_all()) == [EXAMPLES[field.kind] for field in SHOWN_FIELDS]
    assert shown_facts(read_player({"name": "Rossi"})) == []
