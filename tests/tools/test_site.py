"""Checks of the site without building it; `make docs` builds it strictly."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
import yaml
from markdown.extensions.toc import slugify

from tools import site

DOCS = site.ROOT / "docs"
MENU = yaml.safe_load((site.ROOT / "mkdocs.yml").read_text(encoding="utf-8"))["nav"]
PAGES = sorted(path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md"))


def menu_pages(entry: object) -> Iterator[str]:
    if isinstance(entry, str):
        yield entry
    elif isinstance(entry, list):
        for one in entry:
            yield from menu_pages(one)
    elif isinstance(entry, dict):
        for one in entry.values():
            yield from menu_pages(one)


def test_the_menu_has_every_page() -> None:
    inside = {page for page in menu_pages(MENU) if not page.startswith("source/")}
    assert inside == {page for page in PAGES if not page.startswith("decisions/")} | {
        "decisions/README.md"
    }


def prose(page: Path) -> str:
    """Return the text of a page without blocks of code."""
    text = page.read_text(encoding="utf-8")
    return re.sub(r"^(```|~~~).*?^\1", "", text, flags=re.M | re.S)


@cache
def headings(page: Path) -> set[str]:
    """Return the anchors of a page, as the site makes them."""
    titles = re.findall(r"^#+ +(.+)$", prose(page), flags=re.M)
    words = (re.sub(r"\[([^]]+)\]\([^)]*\)", r"\1", title) for title in titles)
    return {slugify(re.sub(r"[`*]", "", title), "-") for title in words}


def test_every_relative_link_leads_to_a_file_and_a_heading_in_it() -> None:
    broken = []
    beside = [f"../{path.name}" for path in site.ROOT.glob("*.md")]
    for page in [*PAGES, *beside]:
        here = DOCS / page
        text = re.sub(r"`[^`\n]*`", "", prose(here))
        for link, heading in re.findall(r"\]\(([^)\s#:]*)(?:#([^)\s]*))?\)", text):
            there = here.parent.joinpath(link) if link else here
            if not there.is_file():
                broken.append((page, link))
            elif heading and there.suffix == ".md" and heading not in headings(there.resolve()):
                broken.append((page, f"{link}#{heading}"))
    assert broken == []


def test_every_page_is_linked_from_another_one() -> None:
    linked = set()
    for page in [*PAGES, *(f"../{path.name}" for path in site.ROOT.glob("*.md"))]:
        here = (DOCS / page).resolve()
        text = here.read_text(encoding="utf-8")
        links = (here.parent.joinpath(link) for link in re.findall(r"\]\(([^)\s#:]+)", text))
        linked |= {there.resolve() for there in links} - {here}
    alone = {page for page in PAGES if (DOCS / page).resolve() not in linked}
    assert alone == {"index.md"}


def test_the_index_of_decisions_has_the_title_of_every_page() -> None:
    index = (DOCS / "decisions/README.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| .+ \| \[(.+)\]\((.+\.md)\)", index, flags=re.M)
    pages = {page.name: page for page in (DOCS / "decisions").glob("*.md")}
    titles = [
        (page.read_text(encoding="utf-8").splitlines()[0].removeprefix("# "), name)
        for name, page in pages.items()
        if name not in ("README.md", "template.md")
    ]
    assert sorted(listed) == sorted(titles)


def test_a_page_that_fetches_from_elsewhere_is_noticed() -> None:
    page = (
        '<link rel="canonical" href="https://a"><img src="b.png"><script src="//c/d.js"></script>'
    )
    assert site.fetched_from_elsewhere(page) == ["//c/d.js"]


def test_a_link_to_code_that_is_not_there_is_noticed(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text('<a href="source/b.py.html">b</a>', encoding="utf-8")
    assert list(site.faults(tmp_path)) == ["a.html links to source/b.py.html, which is not there"]


def test_hooks_of_pre_commit_are_local() -> None:
    config = yaml.safe_load((site.ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"))
    assert {repo["repo"] for repo in config["repos"]} == {"local"}
    assert all(hook["language"] == "system" for repo in config["repos"] for hook in repo["hooks"])


@pytest.mark.parametrize("name", ["SECURITY.md", "CODE_OF_CONDUCT.md"])
def test_no_address_is_invented(name: str) -> None:
    text = (site.ROOT / name).read_text(encoding="utf-8")
    assert not re.search(r"https?://|\b\S+@\S+\.\S+", text)
