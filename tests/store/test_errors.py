"""Every error about a file names the problem and the next step, in both languages."""

from __future__ import annotations

import pytest

from crivello.store.errors import StoreError
from crivello.words import Language, say

VALUES = {
    "path": "t.crivello",
    "folder": "stick",
    "detail": "event 3",
    "found": 3,
    "known": 1,
    "expected": 2,
    "seen": 4,
    "event": 5,
    "copy": "other.crivello",
    "limit": 6,
}


@pytest.mark.parametrize("kind", StoreError.__subclasses__())
def test_in_both_languages(kind: type[StoreError]) -> None:
    error = kind(**VALUES)
    english, italian = say(error, Language.EN), say(error, Language.IT)
    assert english != italian
    assert "{" not in english + italian
    assert "t.crivello" in english or "stick" in english
