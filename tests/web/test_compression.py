"""Pages and answers of the API are sent compressed to whoever accepts it."""

from __future__ import annotations

import pytest

from tests.web.conftest import Site

PAGES = ("/t/demo/A/round/4", "/public/demo/A", "/static/desk.js", "/t/demo/A/players")


@pytest.mark.parametrize("page", PAGES)
def test_a_page_is_compressed_if_the_browser_accepts_it(site: Site, page: str) -> None:
    plain = site.get(page, **{"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    packed = site.get(page, **{"accept-encoding": "gzip"})
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.headers["vary"].lower() == "accept-encoding"
    assert int(packed.headers["content-length"]) < len(plain.content) / 2
    if page.startswith("/static"):
        assert packed.content == plain.content


def test_what_is_small_or_an_image_is_sent_as_it_is(site: Site) -> None:
    small = site.get("/events/now", **{"accept-encoding": "gzip"})
    assert "content-encoding" not in small.headers
