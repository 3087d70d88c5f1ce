"""Before round 1: enough rounds, estimated strengths, announced pairs."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from crivello.desk import Desk
from crivello.desk import actions as a
from crivello.desk import notices as n
from crivello.desk.actions.rounds import judge_draft
from crivello.desk.announcement import EqualRatings
from crivello.desk.by_hand import NOT_TO_MEET, TO_MEET
from crivello.desk.events import RequestedBye
from crivello.desk.player_data import change_player, read_player
from crivello.desk.refusals import (
    DraftStale,
    MeetsForbidden,
    MeetsTwice,
    NoSuchPlayer,
    SettingFixed,
)
from crivello.desk.setting_grammar import put_all
from crivello.formats.trf import read_trf, write_trf
from crivello.model.player import NationalRecord, Player
from crivello.model.result import Bye
from crivello.model.sentence import ListOf
from crivello.model.settings import Acceleration, Apart
from crivello.rules.initial_order import in_initial_order
from crivello.rules.rounds import rounds_needed
from crivello.rules.strength import strength_by
from tests.desk.desks import A, enter, fresh, people, play, publish


def templates(outcome: object) -> list[object]:
    return [notice.sentence.template for notice in outcome.notices]  # type: ignore[attr-defined]


# Late entries


@pytest.mark.parametrize(
    ("system", "published", "warned"),
    [
        ("dutch-2017", 1, False),  # for round 2
        ("dutch-2017", 2, False),  # for round 3
        ("dutch-2017", 3, True),
        ("dutch-2026", 3, False),
    ],
)
def test_a_late_entry_after_round_3_by_the_old_text(
    tmp_path: Path, system: str, published: int, warned: bool
) -> None:
    with fresh(tmp_path, system=system) as desk:
        play(desk, published)
        desk.act(a.Register(A, people(1, first=99, rating=1500)))
        outcome = desk.act(a.Admit(A, (99,)))
        late = [one for one in outcome.notices if one.sentence.template == n.LATE_FOR_LATE_ENTRIES]
        assert bool(late) is warned
        if warned:
            assert (late[0].sentence.values, late[0].article, late[0].players) == (
                {"round": 4},
                "C.04.2.C.2",
                (99,),
            )


# Rounds


def test_rounds_needed() -> None:
    assert [rounds_needed(players) for players in (0, 1, 2, 3, 4, 5, 8, 9, 128, 129)] == [
        *(0, 0, 1, 2, 2, 3, 3, 4, 7, 8)
    ]


def test_too_few_rounds_are_noticed_once_when_players_come_and_when_round_1_is_paired(
    tmp_path: Path,
) -> None:
    with fresh(tmp_path, count=8, rounds=3) as desk:
        crossing = desk.act(a.Register(A, people(2, first=11, rating=1900)))
        (notice,) = crossing.notices
        assert notice.sentence.template == n.ROUNDS_TOO_FEW
        assert notice.sentence.values == {"rounds": 3, "most": 8, "count": 10, "needed": 4}
        assert desk.act(a.Register(A, people(1, first=21, rating=1800))).notices == ()
        assert n.ROUNDS_TOO_FEW in templates(desk.act(a.Pair(A)))
        section = desk.section(A)
        more = a.ChangeSettings(A, replace(section.settings, rounds=4), section.announced)
        assert n.ROUNDS_TOO_FEW not in templates(desk.act(more))
        fewer = a.ChangeSettings(A, replace(section.settings, rounds=2), section.announced)
        assert n.ROUNDS_TOO_FEW in templates(desk.act(fewer))


def test_enough_rounds_are_no_news(tmp_path: Path) -> None:
    with fresh(tmp_path, count=8, rounds=3) as desk:
        assert n.ROUNDS_TOO_FEW not in templates(desk.act(a.Pair(A)))


# Strength


def test_the_estimate_decides_the_initial_order() -> None:
    # C.04.2.B.1 (5)
    rated = Player("A", id=1, number=0, rating=2000)
    unrated = Player("B", id=2, number=0, estimate=2100)
    nobody = Player("C", id=3, number=0)
    converted = Player("D", id=4, number=0, rating=2200, estimate=1950)
    order = in_initial_order([nobody, converted, unrated, rated])
    assert [player.id for player in order] == [2, 1, 4, 3]
    assert [strength_by("")(player) for player in order] == [2100, 2000, 1950, None]


def test_the_rating_that_orders_the_list_is_a_setting(tmp_path: Path) -> None:
    # C.04.2.B.1 (3)
    with fresh(tmp_path, count=0) as desk:
        people = [
            read_player({"name": "A", "rating": "2000", "national": "1800", "federation": "ITA"}),
            read_player({"name": "B", "rating": "1900", "national": "2100"}),
            read_player({"name": "C", "national": "1950"}),
        ]
        desk.act(a.Register(A, tuple(people)))

        def order(**given: str) -> str:
            section = desk.section(A)
            keys = {key.replace("_", "-"): value for key, value in given.items()}
            both = put_all((section.settings, section.announced), keys)
            desk.act(a.ChangeSettings(A, *both))
            return "".join(player.name for player in desk.section(A).listed_players)

        assert order(place="Aosta") == "ACB"
        assert order(order_by="fide") == "ABC"
        assert order(federation="ITA", order_by="national") == "BCA"
        assert desk.section(A).settings.rating_method == "ITA NRO"
        assert order(order_by="higher") == "BAC"
        assert order(order_by="fide-national") == "ACB"
        publish(desk)
        with pytest.raises(SettingFixed) as caught:
            order(order_by="fide")
        assert caught.value.field == "order"


def test_equal_ratings_are_ordered_as_announced(tmp_path: Path) -> None:
    with fresh(tmp_path, count=0) as desk:
        for name, title, birth in (
            ("C", "", "1990"),
            ("B", "", "2001"),
            ("A", "", ""),
            ("D", "FM", "1980"),
        ):
            data = {"name": name, "title": title, "rating": "2000", "birth": birth}
            desk.act(a.Register(A, (read_player(data),)))

        def order(equal: EqualRatings) -> str:
            section = desk.section(A)
            announced = replace(section.announced, equal_ratings=equal)
            desk.act(a.ChangeSettings(A, section.settings, announced))
            return "".join(player.name for player in desk.section(A).listed_players)

        assert order(EqualRatings.ENTRY) == "DCBA"
        assert order(EqualRatings.YOUNGEST) == "DBCA"
        assert order(EqualRatings.OLDEST) == "DCBA"
        assert order(EqualRatings.ALPHABET) == "DABC"


def test_a_typed_national_rating_keeps_the_rest_of_its_record() -> None:
    record = NationalRecord("ITA", rating=1800, identifier="77", rating_list="fsi 2026-10")
    player = Player(
        "A", id=1, number=1, rating=1900, national=(record,), rating_list="fide 2026-11"
    )
    assert change_player(player, {"club": "X"}).national == (record,)
    changed = change_player(player, {"national": "1850", "rating": "1910"})
    assert changed.national == (replace(record, rating=1850, rating_list=""),)
    assert (changed.rating, changed.rating_list) == (1910, "")


def test_an_estimate_moves_numbers_like_a_rating(tmp_path: Path) -> None:
    with fresh(tmp_path) as desk:
        publish(desk)
        eight = desk.section(A).registrations[8].player
        moved = desk.act(a.Correct(A, replace(eight, estimate=2500)))
        assert [notice.sentence.template for notice in moved.notices][:2] == [
            n.NUMBERS_MOVE,
            n.RATING_AFTER_START,
        ]
        assert desk.section(A).order[0] == 8
        assert desk.section(A).tournament.player[8].rating == eight.rating


def test_a_draft_made_before_an_estimate_is_stale(tmp_path: Path) -> None:
    with fresh(tmp_path) as desk:
        desk.act(a.Pair(A))
        eight = desk.section(A).registrations[8].player
        desk.act(a.Correct(A, replace(eight, estimate=2500)))
        with pytest.raises(DraftStale):
            desk.act(a.Publish(A))
        desk.act(a.Pair(A))
        desk.act(a.Publish(A))
        assert desk.section(A).order[0] == 8


def test_a_draft_made_before_a_pair_was_announced_is_stale(tmp_path: Path) -> None:
    with fresh(tmp_path) as desk:
        desk.act(a.Pair(A))
        desk.act(a.SetMeetings(A, ((1, 2),)))
        with pytest.raises(DraftStale):
            desk.act(a.Publish(A))


# Announced pairs


def boards(desk: Desk) -> set[frozenset[int]]:
    draft = desk.section(A).draft
    assert draft is not None
    return {frozenset(pair) for pair in draft.boards}


def test_announced_pairs_are_paired_and_told(tmp_path: Path) -> None:
    with fresh(tmp_path) as desk:
        announced = desk.act(a.SetMeetings(A, ((1, 2),)))
        assert templates(announced) == [n.MEETINGS_ANNOUNCED]
        outcome = desk.act(a.Pair(A))
        (notice,) = [one for one in outcome.notices if one.sentence.template == n.ANNOUNCED]
        assert (notice.sentence.values["count"], notice.article) == (1, "C.04.2: 1.5")
        assert frozenset((1, 2)) in boards(desk)
        desk.act(a.Publish(A))
        with pytest.raises(SettingFixed):
            desk.act(a.SetMeetings(A, ()))
        # Paired again from what was known then, it is the same.
        (rederived,) = desk.rederive(A)
        assert rederived.status.name == "SAME"


def test_a_draft_by_hand_is_judged_with_them(tmp_path: Path) -> None:
    with fresh(tmp_path) as desk:
        desk.act(a.SetMeetings(A, ((1, 2),)))
        desk.act(a.PairByHand(A, ((1, 5), (6, 2), (3, 7), (8, 4))))
        remarks = [remark.template for remark in judge_draft(desk.section(A)).remarks]
        assert remarks[0] == TO_MEET
        assert NOT_TO_MEET not in remarks
        desk.act(a.PairByHand(A, ((1, 2),), rest=True))
        assert judge_draft(desk.section(A)).remarks == ()


def test_a_pair_is_left_out_if_one_of_them_is_away(tmp_path: Path) -> None:
    with fresh(tmp_path) as desk:
        desk.act(a.SetMeetings(A, ((1, 2), (3, 4))))
        desk.act(a.Absent(A, (2,)))
        outcome = desk.act(a.Pair(A))
        (away,) = [one for one in outcome.notices if one.sentence.template == n.ANNOUNCED_AWAY]
        assert away.sentence.values == {"pairs": ListOf.pairs([(1, 2)])}
        assert frozenset((3, 4)) in boards(desk)


def test_a_player_who_is_removed_takes_the_pair_away(tmp_path: Path) -> None:
    with fresh(tmp_path) as desk:
        desk.act(a.SetMeetings(A, ((1, 2), (3, 4))))
        desk.act(a.Remove(A, (2,)))
        assert desk.section(A).settings.must_meet == ((3, 4),)


def test_what_cannot_be_announced(tmp_path: Path) -> None:
    with fresh(tmp_path) as desk:
        with pytest.raises(MeetsTwice):
            desk.act(a.SetMeetings(A, ((1, 2), (2, 3))))
        with pytest.raises(MeetsTwice):
            desk.act(a.SetMeetings(A, ((1, 1),)))
        with pytest.raises(NoSuchPlayer):
            desk.act(a.SetMeetings(A, ((1, 99),)))
        desk.act(a.SetApart(A, forbidden=(Apart((1, 2)),)))
        with pytest.raises(MeetsForbidden):
            desk.act(a.SetMeetings(A, ((1, 2),)))
        # Other settings leave the pairs as they are.
        desk.act(a.SetMeetings(A, ((3, 4),)))
        section = desk.section(A)
        desk.act(a.ChangeSettings(A, section.settings, section.announced))
        assert desk.section(A).settings.must_meet == ((3, 4),)


@pytest.mark.parametrize("dialect", ["trfx", "trfbx", "trf26"])
def test_report_files_carry_them(tmp_path: Path, dialect: str) -> None:
    with fresh(tmp_path) as desk:
        desk.act(a.SetMeetings(A, ((1, 2), (7, 3))))
        eight = desk.section(A).registrations[8].player
        desk.act(a.Correct(A, replace(eight, estimate=1850)))
        tournament = desk.tournament(A)
    back = read_trf(write_trf(tournament, dialect)).tournament
    assert back.settings.must_meet == ((1, 2), (7, 3))
    assert back.player[8].estimate == 1850
    assert back.player[7].estimate is None


@pytest.mark.parametrize(
    ("method", "lacking"), [("", [3]), ("ITA FIDE", [2, 3]), ("ITA OTHER", [1, 2, 3])]
)
def test_a_player_without_a_strength_is_told_at_registration(
    tmp_path: Path, method: str, lacking: list[int]
) -> None:
    """The players are rated, rated by a federation, unrated, and estimated."""
    # C.04.2.B.1 (5)
    # C.04.2: 2.1
    desk = fresh(tmp_path, 0)
    section = desk.section(A)
    if method:
        by = replace(section.settings, rating_method=method)
        desk.act(a.ChangeSettings(A, by, section.announced))
    players = (
        Player("Rated", id=0, number=0, rating=1900),
        Player("National", id=0, number=0, national=(NationalRecord("ITA", rating=1800),)),
        Player("Unrated", id=0, number=0),
        Player("Estimated", id=0, number=0, estimate=1700),
    )
    told = desk.act(a.Register(A, players)).notices
    (notice,) = [one for one in told if one.sentence.template == n.NO_STRENGTH]
    assert (list(notice.players), notice.article) == (lacking, "C.04.2: 2.1")
    assert not desk.act(a.Register(A, (Player("Also", id=0, number=0, estimate=1650),))).notices


def test_an_acceleration_is_announced_before_round_1(tmp_path: Path) -> None:
    # C.04.2.A.3 (1)
    desk = fresh(tmp_path, 12, rounds=9)
    section = desk.section(A)
    baku = replace(section.settings, acceleration=Acceleration(method="baku-2026"))
    desk.act(a.ChangeSettings(A, baku, section.announced))
    plain = replace(section.settings, acceleration=Acceleration())
    desk.act(a.ChangeSettings(A, plain, section.announced))
    publish(desk)
    with pytest.raises(SettingFixed):
        desk.act(a.ChangeSettings(A, baku, section.announced))


def test_who_has_written_to_be_late_has_a_number_from_the_start(tmp_path: Path) -> None:
    """The player is registered and confirmed, with a bye for round 1: not left out, and not a late
    entry.
    """
    # C.04.2.C.1 (2)
    desk = fresh(tmp_path, 6)
    desk.act(a.RequestByes(A, (RequestedBye(3, 1, Bye.ZERO_POINT),)))
    desk.act(a.RollCall(A, (1, 2, 3, 4, 5)))
    desk.act(a.LeaveOutUnconfirmed(A))
    publish(desk)
    assert desk.section(A).order == (1, 2, 3, 4, 5)
    first = desk.section(A).rounds[0]
    assert 3 not in {one for game in first.games for one in (game.white, game.black)}
    assert first.bye is None
    enter(desk)
    assert 3 in {player.id for player in desk.section(A).present(2)}
