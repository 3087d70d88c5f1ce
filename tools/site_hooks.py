"""Hooks of MkDocs: links that leave `docs/` lead to pages of the site.

The pages of `docs/` link to code, tests and the files next to the README, which works in the
repository. The site has a page for every file linked like this: `source/<path>`. A Markdown file
becomes a page, any other file is shown as text.
"""

import re
from pathlib import Path, PurePosixPath
from typing import Protocol

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
_LINK = re.compile(r"(\]\()((?:\.\./|[A-Za-z])[^)\s#]*)(#[^)\s]*)?(\))")
_ALWAYS = ("CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "CODE_OF_CONDUCT.md")


class _Page(Protocol):
    @property
    def file(self) -> File: ...


def _target(page: str, link: str) -> PurePosixPath | None:
    """Return the file outside `docs/` to which a link of a page leads; None if it leads
    elsewhere.
    """
    if page.startswith("source/"):  # a copy: its links are relative to the original
        start = ROOT / page.removeprefix("source/")
    else:
        start = DOCS / page
    path = (start.parent / link).resolve()
    if not path.is_file() or path.is_relative_to(DOCS) or not path.is_relative_to(ROOT):
        return None
    return PurePosixPath(path.relative_to(ROOT).as_posix())


def _page_of(path: PurePosixPath) -> str:
    return f"source/{path}" if path.suffix == ".md" else f"source/{path}.md"


def _shown(path: PurePosixPath) -> str:
    text = (ROOT / path).read_text(encoding="utf-8")
    if path.suffix == ".md":
        return text
    fence = "~" * max([4, *(len(run) + 1 for run in re.findall(r"~{3,}", text))])
    return f"# {path.name}\n\n`{path}`\n\n{fence} text\n{text}\n{fence}\n"


def _links_out(page: str, text: str) -> set[PurePosixPath]:
    found = (_target(page, link) for _, link, _, _ in _LINK.findall(text))
    return {path for path in found if path is not None}


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add a page for every file outside `docs/` that a page links to, directly or not."""
    waiting = {PurePosixPath(name) for name in _ALWAYS}
    for file in files.documentation_pages():
        waiting |= _links_out(file.src_uri, file.content_string)
    added: set[PurePosixPath] = set()
    while waiting:
        path = waiting.pop()
        added.add(path)
        text = _shown(path)
        files.append(File.generated(config, _page_of(path), content=text))
        if path.suffix == ".md":
            waiting |= _links_out(_page_of(path), text) - added
    return files


def on_page_markdown(markdown: str, page: _Page, config: MkDocsConfig, files: Files) -> str:
    """Point the links that leave `docs/` to the pages of the site."""
    here = page.file.src_uri
    if here.startswith("source/") and not (ROOT / here.removeprefix("source/")).is_file():
        return markdown  # code
    up = "../" * here.count("/")

    def redirect(link: re.Match[str]) -> str:
        target = _target(here, link[2])
        if target is not None:
            return f"{link[1]}{up}{_page_of(target)}{link[3] or ''}{link[4]}"
        if here.startswith("source/"):  # from a copy into docs/
            original = (ROOT / here.removeprefix("source/")).parent / link[2]
            if original.resolve().is_relative_to(DOCS) and original.exists():
                inside = original.resolve().relative_to(DOCS).as_posix()
                return f"{link[1]}{up}{inside}{link[3] or ''}{link[4]}"
        return link[0]

    return _LINK.sub(redirect, markdown)
