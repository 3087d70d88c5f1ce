"""The answer to a player at the desk."""

from __future__ import annotations

import pytest

from crivello.audit.generator import generate
from crivello.audit.recipe import Recipe
from crivello.explain.answers import explain_player
from crivello.explain.explanation import Explanation, ParagraphKind
from crivello.explain.render import as_text
from crivello.model.errors import CrivelloError
from crivello.model.keys import SYSTEMS
from crivello.systems.registry import find
from crivello.words import COMPLETE_LANGUAGES, Language
from tests.support.cases import load, tournament
from tests.systems.dubov.cases import worked_tournament

DUTCH = tournament(load("dutch-2016-held"))


def answer(number: int, player: int) -> Explanation:
    return explain_player(find("dutch-2017"), DUTCH, number, player)


def articles(told: Explanation) -> list[str]:
    return [paragraph.article for paragraph in told if paragraph.article]


@pytest.mark.parametrize("key", SYSTEMS.swiss)
def test_everybody_gets_an_answer_in_both_languages(key: str) -> None:
    played = generate(Recipe(players=13, rounds=6, system=key, forfeit_rate=20), 3)
    system = find(key)
    for number in range(1, played.paired_rounds + 1):
        pairing = system.pair(played, number)
        opponents = {board.white: board.black for board in pairing.boards}
        opponents |= {board.black: board.white for board in pairing.boards}
        for player in played.player:
            told = explain_player(system, played, number, player)
            assert 0 < len(list(told)) <= 16
            first = next(iter(told)).sentence.values
            if player in opponents:
                assert first["opponent"].id == opponents[player]
            for language in COMPLETE_LANGUAGES:
                assert "{" not in as_text(told, language)


def test_why_5_floats_down_to_4() -> None:
    """Round 4: 2-5 have met, so 5 goes down; there 5-1 have met as well."""
    told = answer(4, 5)
    text = as_text(told, Language.EN)
    assert "5 Elisa has Black against 4 Davide on board 2." in text
    assert "not allowed: 2-5." in text
    assert "1 Alice as opponent, but they have already met" in text
    assert "a downfloat for" in text
    assert articles(told) == ["C.5", "C.1", "C.1", "E.1"]


def test_why_9_floats_and_not_14() -> None:
    told = answer(4, 9)
    assert "would leave 14 unpaired." in as_text(told, Language.EN)
    assert "C.14" in articles(told)


def test_why_2_has_black_though_both_want_it() -> None:
    colours = [p for p in answer(4, 2) if p.kind is ParagraphKind.COLOUR]
    assert colours[0].article == "E.2"
    assert colours[0].sentence.values["granted"].id == 2


def test_nobody_to_meet() -> None:
    assert "nobody whom 4 Davide may meet" in as_text(answer(2, 4), Language.EN)


def test_bye_and_absence() -> None:
    assert "14 Roberto gets the pairing-allocated bye." in as_text(answer(2, 14), Language.EN)
    assert "12 Oscar is not paired" in as_text(answer(2, 12), Language.EN)


def test_dubov_upfloat_and_bye() -> None:
    upfloat = explain_player(find("dubov-2018"), worked_tournament(), 3, 13)
    assert "C.10" in articles(upfloat)
    assert "an upfloat for" in as_text(upfloat, Language.EN)
    bye = explain_player(find("dubov-2018"), worked_tournament(), 5, 11)
    assert articles(bye) == ["B.0"]


def test_unknown_player() -> None:
    with pytest.raises(CrivelloError, match="There is no player 99"):
        answer(2, 99)
