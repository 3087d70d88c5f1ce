"""The table of settings is complete, and values are shown as they are typed."""

from __future__ import annotations

from dataclasses import fields, replace
from fractions import Fraction

import pytest

from crivello.desk.announcement import Announcement, Arbiter, EqualRatings, LineupOrder, Pace
from crivello.desk.setting_grammar import BY_KEY, TABLE, Both, Group, copy_settings, put_all
from crivello.model.errors import WordError
from crivello.model.settings import Scoring, Settings, TeamEvent

OTHER = {
    "chief-arbiter": "Anna Rossi (12345)",
    "deputy-arbiters": "Ugo Verdi (77); Lia Neri",
    "scoring": "3,1,0",
    "match-points": "3,1,0",
    "bye": "½",
    "start": "2026/03/01",
    "end": "2026/03/02",
    "dates": "2026/03/01,2026/03/02",
    "times": "09:30,15:00",
    "tie-breaks": "BH,SB",
    "skipped-tables": "13,17",
    "round-order": "2,1,3",
    "federation": "NOR",
}


def other_value(key: str, both: Both) -> str:
    """Return a value that differs from the setting's present one."""
    setting = BY_KEY[key]
    if setting.choices:
        return next(word for word in setting.choices if word != setting.show(both))
    if setting.least is not None:
        return str(setting.least + 7)
    return OTHER.get(key, "other")


def changed() -> Both:
    """Return every setting with a value different from that of a new tournament."""
    both = Settings(), Announcement()
    return put_all(both, {one.key: other_value(one.key, both) for one in TABLE})


def test_every_field_of_the_announcement_has_a_setting() -> None:
    kept = {name for one in TABLE for part, name in one.fields if part == 1}
    assert kept == {one.name for one in fields(Announcement)}


@pytest.mark.parametrize("key", BY_KEY)
def test_what_is_typed_is_shown_and_kept_where_the_table_says(key: str) -> None:
    before = Settings(), Announcement()
    typed = other_value(key, before)
    after = put_all(before, {key: typed})
    assert BY_KEY[key].show(after) == typed
    different = {
        (part, one.name)
        for part in (0, 1)
        for one in fields(before[part])
        if getattr(before[part], one.name) != getattr(after[part], one.name)
    }
    assert different == set(BY_KEY[key].fields)
    assert put_all(after, {key: typed}) == after


@pytest.mark.parametrize("key", [one.key for one in TABLE if one.choices])
def test_what_is_not_among_the_values_is_refused(key: str) -> None:
    with pytest.raises(WordError) as refused:
        put_all((Settings(), Announcement()), {key: "nonsense"})
    assert refused.value.field == key


def test_a_further_section_gets_every_setting_that_is_not_its_own() -> None:
    like = changed()
    copied = copy_settings(like)
    fresh = Settings(), Announcement()
    for one in TABLE:
        assert one.show(copied) == one.show(fresh if one.own else like), one.key
    own = {one.key for one in TABLE if one.own}
    assert {"name", "rounds", "full-point-byes", "fide-mode", "first-table"} <= own
    assert {one.key for one in TABLE if one.group is Group.SCHEDULE} <= own  # OpenSection has them


def test_the_points_of_a_further_section_are_the_same_in_everything() -> None:
    """They include points that no setting has, such as those from a file."""
    paid = Scoring.of_points(Fraction(3), Fraction(1), Fraction(0), Fraction(1))
    like = replace(Settings(), scoring=replace(paid, half_point_bye=0)), Announcement()
    assert copy_settings(like)[0].scoring == like[0].scoring


def test_arbiters_that_came_with_a_file_are_shown() -> None:
    both = Settings(chief_arbiter="Rossi", deputy_arbiters=("Verdi", "Neri")), Announcement()
    assert BY_KEY["chief-arbiter"].show(both) == "Rossi"
    assert BY_KEY["deputy-arbiters"].show(both) == "Verdi; Neri"
    announced = replace(both[1], chief_arbiter=Arbiter("Bianchi", 5))
    assert BY_KEY["chief-arbiter"].show((both[0], announced)) == "Bianchi (5)"


def test_announced_arbiters_replace_those_that_came_with_a_file() -> None:
    both = Settings(chief_arbiter="Rossi", deputy_arbiters=("Verdi", "Neri")), Announcement()
    settings, announced = put_all(both, {"chief-arbiter": "Bianchi (5)"})
    assert (settings.chief_arbiter, announced.chief_arbiter) == ("", Arbiter("Bianchi", 5))
    assert settings.deputy_arbiters == ("Verdi", "Neri")
    settings, announced = put_all(both, {"deputy-arbiters": "Bianchi (5)"})
    assert (settings.deputy_arbiters, announced.deputy_arbiters) == ((), (Arbiter("Bianchi", 5),))
    assert put_all(both, {"chief-arbiter": "", "deputy-arbiters": ""}) == both


def test_a_team_event_is_kept_whole() -> None:
    both = Settings(team_event=TeamEvent(boards=6)), Announcement()
    (settings, _) = put_all(both, {"match-points": "3,1,0"})
    assert settings.team_event is not None
    assert settings.team_event.boards == 6


def test_a_value_that_does_not_fit_is_shown_up_to_sixty_characters() -> None:
    both = (Settings(), Announcement())
    with pytest.raises(WordError) as refused:
        put_all(both, {"rounds": "x" * 61})
    assert refused.value.sentence.values["value"] == "x" * 60


@pytest.mark.parametrize("key", [one.key for one in TABLE if one.least is not None])
def test_the_least_number_is_taken_and_no_smaller_one(key: str) -> None:
    least = BY_KEY[key].least
    assert least is not None
    start = Settings(), Announcement()
    assert BY_KEY[key].show(put_all(start, {key: str(least)})) == str(least)
    with pytest.raises(WordError):
        put_all(start, {key: str(least - 1)})


def test_the_words_of_choices_and_what_a_log_keeps_of_them() -> None:
    """They are typed in scripts and stored in files, so they stay; new settings need no line."""
    yes_no = ["yes", "no"]
    words = {one.key: list(one.choices) for one in TABLE}
    stored = {
        "order-by": [
            "fide-national",
            "fide",
            "national",
            "national-fide",
            "higher",
            "lower",
            "estimate",
        ],
        "equal-ratings": ["alphabet", "entry", "youngest", "oldest"],
        "pace": ["standard", "rapid", "blitz"],
        "full-point-byes": yes_no,
        "missed-rounds": ["zero", "half"],
        "changes-allowed": yes_no,
        "fide-mode": yes_no,
        "lineup-order": ["fixed", "free"],
        "acceleration": ["none", "baku-2026", "baku-2025", "baku-2016"],
    }
    assert {key: words[key] for key in stored} == stored
    kept = {one: [each.value for each in one] for one in (Pace, EqualRatings, LineupOrder)}
    assert kept == {
        Pace: ["standard", "rapid", "blitz"],
        EqualRatings: ["alphabet", "entry", "youngest", "oldest"],
        LineupOrder: ["fixed", "free"],
    }


@pytest.mark.parametrize("word", ["yes", "y", "on", "true", "1", "sì", "si", "SI"])
def test_yes_may_be_typed_in_both_languages(word: str) -> None:
    off = put_all((Settings(), Announcement()), {"full-point-byes": "no"})
    assert not off[1].full_point_byes
    assert put_all(off, {"full-point-byes": word})[1].full_point_byes
