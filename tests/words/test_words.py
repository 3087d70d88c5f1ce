from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crivello.model.errors import Illegal, Problem
from crivello.words import (
    N_,
    Language,
    ListOf,
    PlayerRef,
    Points,
    Sentence,
    UnknownLanguageError,
    choose_language,
    decimal_points,
    points,
    say,
    translator,
)


def test_mark_hands_the_sentence_back() -> None:
    assert N_("One bye.") == "One bye."
    assert N_("{count} bye", "{count} byes") == ("{count} bye", "{count} byes")


def test_english_needs_no_catalogue() -> None:
    assert say("Player {number} is {name}.", Language.EN, number=7, name="Ann") == (
        "Player 7 is Ann."
    )


def test_italian_comes_from_the_compiled_catalogue() -> None:
    error = UnknownLanguageError("tlh")
    known = ", ".join(language.value for language in Language)
    assert str(error) == f"The language tlh is not known; choose one of: {known}."
    assert say(error, Language.IT) == (
        f"La lingua tlh non è conosciuta; scegline una tra: {known}."
    )


def test_a_draft_shows_in_english_what_it_lacks() -> None:
    spanish, lacking = translator(Language.ES), "Nothing of this is in any catalogue."
    assert Language.ES.draft
    assert spanish.say(Sentence(lacking)) == lacking
    assert spanish.say(("a thing not in it", "{count} things not in it"), count=2) == (
        "2 things not in it"
    )
    assert spanish.say("A newcomer should have {colour}.", colour="blancas") == (
        "A un recién llegado le tocan blancas."
    )
    assert points(13, 10, Language.ES) == "1,3"


@pytest.mark.parametrize("language", [one for one in Language if one.draft])
def test_a_draft_is_used_when_asked_for_and_not_because_of_the_locale(language: Language) -> None:
    code = language.value
    assert choose_language(code, {}) is language
    assert choose_language(None, {"CRIVELLO_LANG": code}) is language
    assert choose_language(None, {"LANG": f"{code}_XX.UTF-8"}) is Language.EN


@pytest.mark.parametrize(("count", "said"), [(0, "0 byes"), (1, "a bye"), (2, "2 byes")])
def test_count_decides_between_the_two_forms(count: int, said: str) -> None:
    assert say(("a bye", "{count} byes"), Language.EN, count=count) == said


def test_two_forms_without_a_number_to_decide_are_a_mistake() -> None:
    with pytest.raises(TypeError, match="an int, not '2'"):
        say(("a bye", "{count} byes"), Language.EN, count="2")


def test_a_missing_value_is_a_mistake_in_a_sentence() -> None:
    with pytest.raises(KeyError, match="number"):
        say("Player {number}", Language.EN)


def test_a_value_may_be_a_sentence_itself() -> None:
    inner = Sentence("round {round}", round=3)
    outer = Sentence("Nothing is known of {where}.", where=inner)
    assert say(outer, Language.EN) == str(outer) == "Nothing is known of round 3."


def test_typed_values_are_written_by_the_door() -> None:
    names = {3: "3 Rossi, Anna", 5: "5 Bianchi"}.get
    sentence = Sentence(
        "{player}: {players}; {pairs}; {points}",
        player=PlayerRef(3),
        players=ListOf.players([3, 5, 8], longest=2),
        pairs=ListOf.pairs([(3, 5), (7, 8)]),
        points=Points(13, 10),
    )
    assert str(sentence) == "3: 3, 5, …; 3-5, 7-8; 1.3"
    assert say(sentence, Language.IT, names) == (
        "3 Rossi, Anna: 3 Rossi, Anna; 5 Bianchi; …; 3 Rossi, Anna – 5 Bianchi; 7-8; 1,3"
    )


def test_what_holds_a_sentence_is_said_like_one() -> None:
    error = Illegal("{player} has left.", player=PlayerRef(3))
    assert say(error, Language.EN, {3: "Anna"}.get) == "Anna has left."
    assert say(Problem(error.sentence, line=4), Language.EN) == str(error) == "3 has left."


def test_braces_in_a_value_are_left_alone() -> None:
    assert say("Found {found}.", Language.EN, found="{0} {found}") == "Found {0} {found}."


def test_a_translator_is_made_once() -> None:
    assert translator(Language.IT) is translator(Language.IT)
    assert translator(Language.IT).language is Language.IT


@pytest.mark.parametrize("text", ["it", "IT", "it_IT", "it-CH", "it_IT.UTF-8", "it.UTF-8", " it "])
def test_language_of_a_locale_name(text: str) -> None:
    assert Language.parse(text) is Language.IT


@pytest.mark.parametrize("text", ["", "i", "italian", "tlh_DE", "C", "_it"])
def test_unknown_language_is_refused(text: str) -> None:
    with pytest.raises(UnknownLanguageError):
        Language.parse(text)


@pytest.mark.parametrize(
    ("option", "environ", "language"),
    [
        (None, {}, Language.EN),
        ("it", {"CRIVELLO_LANG": "en"}, Language.IT),
        (None, {"CRIVELLO_LANG": "it", "LC_ALL": "en_GB.UTF-8"}, Language.IT),
        (None, {"CRIVELLO_LANG": "", "LANG": "it_IT.UTF-8"}, Language.IT),
        (None, {"LC_ALL": "C", "LANG": "it_IT.UTF-8"}, Language.EN),
        (None, {"LC_ALL": "", "LC_MESSAGES": "it_IT", "LANG": "en_GB"}, Language.IT),
        (None, {"LC_MESSAGES": "tlh", "LANG": "it_IT"}, Language.EN),
    ],
)
def test_choice_of_language(
    option: str | None, environ: dict[str, str], language: Language
) -> None:
    assert choose_language(option, environ) is language


@pytest.mark.parametrize(("option", "environ"), [("xx", {}), (None, {"CRIVELLO_LANG": "xx"})])
def test_a_language_asked_for_by_name_must_be_known(
    option: str | None, environ: dict[str, str]
) -> None:
    with pytest.raises(UnknownLanguageError, match="language xx is not known"):
        choose_language(option, environ)


def test_points_in_italian_have_a_comma() -> None:
    assert points(13, 10, Language.IT) == "1,3"
    assert points(3, 2, Language.IT) == "1½"


@given(st.integers(-10_000, 10_000), st.integers(1, 1000), st.integers(0, 4))
def test_points_on_paper_are_the_points(amount: int, unit: int, places: int) -> None:
    for text in (points(amount, unit), decimal_points(amount, unit, Language.EN, places)):
        sign = -1 if text.startswith("-") else 1
        whole, _, rest = text.lstrip("-").replace("½", " 1/2").strip().partition(" ")
        assert sign * (Fraction(whole) + Fraction(rest or 0)) == Fraction(amount, unit)
