"""Every reason to refuse an action, shown at a real desk in both languages."""

from __future__ import annotations

from pathlib import Path

import pytest

from crivello.desk import Desk, Refusal
from crivello.words import Language, say
from tests.desk.refused import SCENARIOS, Scenario


def _all(kind: type[Refusal]) -> set[type[Refusal]]:
    """Return the refusals of the desk; an interface may add its own, with its own tests."""
    known = {one for sub in kind.__subclasses__() for one in (sub, *_all(sub))}
    return {one for one in known if one.__module__.startswith("crivello.desk.")}


def test_every_refusal_has_a_scenario() -> None:
    assert _all(Refusal) == {kind for kind, _ in SCENARIOS}


@pytest.mark.parametrize(
    ("kind", "scenario"), SCENARIOS, ids=[f"{k.__name__}-{i}" for i, (k, _) in enumerate(SCENARIOS)]
)
def test_refused_with_a_sentence_and_without_a_trace(
    kind: type[Refusal], scenario: Scenario, tmp_path: Path
) -> None:
    with pytest.raises(Refusal) as caught:
        scenario(tmp_path)
    refusal = caught.value
    assert type(refusal) is kind
    english, italian = say(refusal, Language.EN), say(refusal, Language.IT)
    assert english == str(refusal)
    assert italian != english
    assert "{" not in english + italian
    for path in tmp_path.glob("*.crivello"):
        with Desk.open(path) as desk:
            assert desk.verify() == []
