"""The tournaments of the literature, opened from the first page."""

from __future__ import annotations

from tests.web.conftest import Site
from tests.web.test_explain import words


def test_an_example_is_imported_with_its_rounds(site: Site) -> None:
    read = words(site.get("/").text)
    assert "dubov-2018: 14 players, 6 of 6 rounds, Dubov System, 2018" in read
    site.post("/new/example", {"example": "dubov-2018"})
    names = [path.stem for path in site.folder.glob("*.crivello")]
    (made,) = [name for name in names if name.startswith("fourteen")]
    told = words(site.get(f"/t/{made}/A/explain/3").text)
    assert "Scoregroup at score 1½" in told


def test_an_example_that_there_is_not_is_refused(site: Site) -> None:
    before = sorted(site.folder.iterdir())
    assert "Choose an action" in words(site.post("/new/example", {"example": "../x"}).text)
    assert sorted(site.folder.iterdir()) == before
