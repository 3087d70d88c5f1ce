"""Build the documentation as a site: `make docs`.

MkDocs builds it strictly: a broken link, a page without a menu entry or an unknown name is an
error. Then every page is read again, because it must work without a network.
"""

import logging
import os
import re
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SITE = ROOT / "build" / "site"


class _FetchedAddresses(HTMLParser):
    """A parser that collects the addresses which a browser fetches by itself to show a page."""

    def __init__(self) -> None:
        super().__init__()
        self.addresses: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        if tag in ("script", "img", "iframe", "source"):
            self.addresses.append(found.get("src") or "")
        if tag == "link" and found.get("rel") not in ("canonical", "next", "prev"):
            self.addresses.append(found.get("href") or "")


def fetched_from_elsewhere(page: str) -> list[str]:
    """Return the addresses on other computers that a page needs."""
    parser = _FetchedAddresses()
    parser.feed(page)
    return [one for one in parser.addresses if re.match(r"(https?:)?//", one)]


def faults(site: Path) -> Iterator[str]:
    """Yield pages that need a network, and broken links to code."""
    for path in sorted(site.rglob("*.html")):
        text = path.read_text(encoding="utf-8")
        name = path.relative_to(site).as_posix()
        yield from (f"{name} fetches {one}" for one in fetched_from_elsewhere(text))
        for link in re.findall(r'href="((?:\.\./)*source/[^"#]+)"', text):
            if not (path.parent / link).is_file():
                yield f"{name} links to {link}, which is not there"


def main() -> int:
    from mkdocs.commands.build import build
    from mkdocs.config import load_config

    os.environ["NO_MKDOCS_2_WARNING"] = "1"
    logging.basicConfig(level=logging.WARNING, format="%(message)s")  # why a strict build ends
    build(load_config(str(ROOT / "mkdocs.yml"), strict=True))
    found = list(faults(SITE))
    print(*found or [f"{SITE / 'index.html'}: {len(list(SITE.rglob('*.html')))} pages"], sep="\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
