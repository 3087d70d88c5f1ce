"""The page of exercises: a choice, a question, the answer judged, a sheet."""

from __future__ import annotations

import re
from html import unescape
from urllib.parse import urlencode

import pytest

from crivello.practice import plain
from crivello.reports.pdf import with_pdf
from tests.web.conftest import Site
from tests.web.test_explain import words

BOOK = "[5W↓][4b↑, 6B-↓, 11Bb↑] met 4-5, 4-11"


def practise(site: Site, **fields: object) -> str:
    answer = site.get(f"/practise?{urlencode(fields)}")
    assert answer.status_code == 200
    return answer.text


def next_of(text: str) -> str:
    found = re.search(r'href="(/practise\?[^"]*)"[^>]*>Next exercise', text)
    assert found
    return unescape(found[1])


def right_answer(system: str, kind: str, seed: int, ask: str) -> str:
    exercise = plain.new_exercise(system, kind, seed)
    return str(plain.solution(exercise, plain.one_question(exercise, ask))["answer"])


def test_the_page_offers_systems_kinds_and_questions(site: Site) -> None:
    read = words(site.get("/practise").text)
    for expected in ("FIDE (Dutch) System, 2026", "Lim System", "an exchange", "Who floats?"):
        assert expected in read
    assert "Round Robin" not in read


def test_an_exercise_is_judged_and_the_next_one_counts(site: Site) -> None:
    fields = {"system": "dutch-2026", "kind": "exchange", "ask": "pairing", "seed": 3}
    read = words(practise(site, **fields))
    assert "What is the pairing of the bracket?" in read
    assert "as in the books" in read
    answer = right_answer("dutch-2026", "exchange", 3, "pairing")
    right = practise(site, **fields, reply=answer)
    assert "Right." in words(right)
    assert "How this bracket is paired" in right
    following = site.get(next_of(right)).text
    assert "Right: 1 of 1." in words(following)


def test_a_wrong_answer_says_why_and_comes_back(site: Site) -> None:
    fields = {"system": "dutch-2026", "kind": "exchange", "ask": "pairing", "seed": 3}
    text = practise(site, **fields, reply="0")
    assert "Not right." in words(text)
    assert "more pairs can be made" in words(text)
    url = next_of(text)
    assert "back=3%3A4" in url
    for seed in (4, 5, 6):
        answer = right_answer("dutch-2026", "exchange", seed, "pairing")
        text = site.get(f"{url}&{urlencode({'reply': answer})}").text
        assert "Right." in words(text)
        url = next_of(text)
    assert "seed=3&" in url


def test_only_the_first_answer_counts(site: Site) -> None:
    fields = {"system": "dutch-2026", "ask": "pairing", "kind": "exchange", "seed": 3}
    answer = right_answer("dutch-2026", "exchange", 3, "pairing")
    again = practise(site, **fields, asked=1, right=0, counted=1, back="3:4", reply=answer)
    assert "Right." in words(again)
    assert "asked=1&right=0" in next_of(again)


def test_an_answer_that_cannot_be_read_does_not_count(site: Site) -> None:
    text = practise(site, system="dutch-2026", ask="pairing", seed=1, reply="hello")
    assert "'hello' is not a pair" in words(text)
    assert "asked=0" in next_of(text)


def test_hints_and_the_solution(site: Site) -> None:
    fields = {"system": "dutch-2017", "bracket": BOOK, "ask": "pairing"}
    assert "These may not meet: 5-4, 4-11." in words(practise(site, **fields, hint=1))
    assert "5 meets 11" in words(practise(site, **fields, hint=3))
    assert "5-11, 4-6: candidate 3" in words(practise(site, **fields, solve=1))


def test_a_typed_bracket_that_is_wrong_says_where(site: Site) -> None:
    read = words(practise(site, system="dutch-2017", bracket="[5W, 6"))
    assert "cannot be read at character" in read
    assert "A bracket of your own" in read


def test_the_criteria_are_offered(site: Site) -> None:
    text = practise(site, system="dutch-2026", kind="exchange", ask="criterion", seed=2)
    assert '<option value="C1">C1 – Players who have met do not meet again.' in text


def test_a_bracket_of_a_round_is_an_exercise(site: Site) -> None:
    assert "explain/4/practise?bracket=2" in site.get("/t/demo/A/explain/4/teach?bracket=2").text
    text = site.get("/t/demo/A/explain/4/practise?bracket=2&ask=pairing").text
    assert "[5Bb]@2½[1W, 3Bb, 4Ww-↓, 7Bb]@2" in words(text)
    refused = words(site.get("/t/demo/A/explain/4/practise?bracket=3").text)
    assert "Bracket 3 of round 4 cannot be an exercise" in refused


def test_a_sheet_is_printed(site: Site) -> None:
    text = site.get("/practise/sheet?system=lim-1999&seed=4&count=3").text
    assert text.count("Answer: ___") == 3
    assert text == site.get("/practise/sheet?system=lim-1999&seed=4&count=3").text
    if with_pdf():
        made = site.get("/practise/sheet?system=lim-1999&seed=4&count=3&to=pdf")
        assert made.content.startswith(b"%PDF")


@pytest.mark.parametrize(
    "query",
    [
        "system=nothing",
        "system=roundrobin",
        "system=dutch-2026&ask=colour",
        "system=dutch-2026&seed=-1",
    ],
)
def test_an_address_that_means_nothing_is_not_found(site: Site, query: str) -> None:
    assert site.get(f"/practise?{query}").status_code in (404, 422)


def test_an_unknown_kind_is_said(site: Site) -> None:
    assert "Did you mean exchange?" in words(practise(site, system="dutch-2026", kind="exchang"))


def test_the_page_is_italian_for_italians(site: Site) -> None:
    read = words(practise(site, system="dutch-2026", seed=1, lang="it"))
    assert "Questi sono tutti i giocatori ancora da abbinare." in read
    assert "Prossimo esercizio" in read
