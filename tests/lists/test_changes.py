"""Differences between a list and a registered player."""

from dataclasses import replace
from pathlib import Path

from crivello import lists
from crivello.lists import compare, differences, has_wrong_id, update_player
from crivello.lists.list_player import ListedPlayer
from crivello.model.player import Player, Sex, Title
from crivello.store.list_index import ListRow
from tests.lists.samples import loaded

LISTED = ListedPlayer.of(
    ListRow(
        "Rossi, Anna",
        7,
        federation="ITA",
        sex="w",
        title="FM",
        women_title="WIM",
        birth="1990",
        standard=2100,
        standard_k=20,
        blitz=2000,
        blitz_k=10,
    )
)
ANNA = replace(LISTED.player(), id=3)


def told(player: Player, pace: str = "standard", listed: ListedPlayer = LISTED) -> dict[str, str]:
    return {
        one.field: f"{one.registered}>{one.listed}" for one in differences(player, listed, pace)
    }


def test_who_is_registered_from_the_list_does_not_differ() -> None:
    assert ANNA.title is Title.FM
    assert ANNA.tags == (("k", "20"),)
    assert told(ANNA) == {}
    assert told(replace(ANNA, birth="1990/05/12")) == {}


def test_each_field_is_compared() -> None:
    other = Player(
        "Rosi, Anna",
        2050,
        id=3,
        number=0,
        title=Title.WIM,
        federation="",
        fide_id=7,
        birth="1991/05/12",
        sex=Sex.MALE,
    )
    assert told(other) == {
        "name": "Rosi, Anna>Rossi, Anna",
        "rating": "2050>2100",
        "title": "WIM>FM",
        "federation": ">ITA",
        "birth": "1991/05/12>1990/00/00",
        "sex": "m>w",
        "k": ">20",
    }
    assert update_player(other, LISTED) == ANNA
    only = update_player(other, LISTED, fields=("rating",))
    assert only == replace(other, rating=2100)


def test_the_rating_follows_the_pace() -> None:
    assert told(ANNA, "rapid") == {}  # no rapid rating: the standard one
    assert told(ANNA, "blitz") == {"rating": "2100>2000", "k": "20>10"}


def test_what_the_list_does_not_know_is_no_difference_but_no_rating_is_one() -> None:
    empty = ListedPlayer.of(ListRow("Rossi, Anna", 7))
    assert told(ANNA, listed=empty) == {"rating": "2100>", "title": "FM>"}
    assert update_player(ANNA, empty).rating is None


def test_a_wrong_id_is_not_three_corrections() -> None:
    """Name, federation and birth are those of another person, and none of them is taken."""
    wei = replace(ANNA, name="Wang, Wei", federation="CHN", birth="2001/02/03", rating=1500)
    assert has_wrong_id(wei, LISTED)
    assert told(wei) == {}
    assert update_player(wei, LISTED) == wei
    # Two of the three may differ, for all sorts of reasons; so may what is not known.
    for like in (
        replace(wei, name=ANNA.name),
        replace(wei, federation=ANNA.federation),
        replace(wei, birth=ANNA.birth),
    ):
        assert not has_wrong_id(like, LISTED)
        assert len(told(like)) == 3  # with the rating
    assert not has_wrong_id(replace(wei, federation=""), LISTED)
    assert not has_wrong_id(replace(wei, birth=""), LISTED)
    # Accents and the order of the words are not another name.
    assert not has_wrong_id(replace(wei, name="ANNA ROSSI"), LISTED)


def test_tags_stay() -> None:
    player = replace(ANNA, tags=(("club", "Roma"), ("k", "40")))
    assert update_player(player, LISTED).tags == (("club", "Roma"), ("k", "20"))


def test_one_player_against_the_loaded_list(tmp_path: Path) -> None:
    alice = Player(
        "Rossi, Alicia",
        2157,
        id=1,
        number=1,
        title=Title.IM,
        federation="POL",
        fide_id=1000001,
        sex=Sex.FEMALE,
    )
    assert compare(alice, folder=tmp_path) == ()  # nothing is loaded
    loaded(tmp_path).close()
    found = compare(alice, folder=tmp_path)
    assert [one.key for one in found] == ["1:name", "1:k"]
    assert (found[0].registered, found[0].listed) == ("Rossi, Alicia", "Rossi, Alice")
    assert compare(replace(alice, fide_id=None), folder=tmp_path) == ()
    assert compare(replace(alice, fide_id=5), folder=tmp_path) == ()
    assert set(lists.FIELDS) >= {one.field for one in found}
