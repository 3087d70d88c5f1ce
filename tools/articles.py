"""Write articles.md and sentences.md of docs/reference: where code and tests follow each rule.

    make generate WHAT=articles

The list of articles is `tools/regulations.toml`; the places are the citations in the comments and
texts of `src` and `tests`. A citation names its regulation, `Dutch 2026: 1.4.2`, `C.04.2: 2.3`,
`C.07: 8.1`; in the package of one system the number alone is enough (`EDITIONS_BY_PATH`). A smaller
part cites the article it belongs to (`5.1.2` is found at `5.1`), and a range all its articles
(`C.12-C.15`).

The general rules are listed sentence by sentence in `tools/sentences.toml`; such a citation has the
number of the sentence in brackets: `C.04.2.B.3 (4)`.
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "reference" / "articles.md"
ITS_OWN_TESTS = "tests/tools/test_map.py"
SHOWN = 3
"""The most places of code, and of tests, that are listed for an article."""

NAMES = {
    "Dutch 2026": ("dutch-2026",),
    "Dutch 2017": ("dutch-2017",),
    "Dutch 2011": ("dutch-2011",),
    "Dutch": ("dutch-2026", "dutch-2017"),
    "B.01": ("b01",),
    "B.02": ("b02",),
    "C.04.3": ("dutch-2026", "dutch-2017"),
    "Dubov 2026": ("dubov-2026",),
    "Dubov 2018": ("dubov-2018",),
    "Dubov 1997": ("dubov-1997",),
    "Dubov": ("dubov-2026", "dubov-2018"),
    "C.04.4.1": ("dubov-2026", "dubov-2018"),
    "Burstein 2026": ("burstein-2026",),
    "Burstein 2016": ("burstein-2016",),
    "Burstein": ("burstein-2026",),
    "C.04.4.2": ("burstein-2026",),
    "Lim": ("lim-1999",),
    "C.04.4.3": ("lim-1999",),
    "Baku": ("baku",),
    "C.04.5": ("doubleswiss-2026",),
    "C.04.6": ("team-2026",),
    "C.04.7": ("baku",),
    "C.04.1": ("c0401",),
    "C.04.2": ("c0402",),
    "C.05 Annex": ("c05-annex",),
    "C.05, Annex": ("c05-annex",),
    "C.07": ("c07",),
}
"""The names by which citations call a regulation; of several editions, the one with such
numbers.
"""

EDITIONS_BY_PATH = (
    (r"dubov.?1997|procedure_1997", ("dubov-1997",)),
    (r"dutch.?2011", ("dutch-2011",)),
    (r"burstein.*2016", ("burstein-2016",)),
    (r"dutch", ("dutch-2026", "dutch-2017")),
    (r"dubov", ("dubov-2026", "dubov-2018")),
    (r"burstein", ("burstein-2026", "burstein-2016")),
    (r"\blim\b", ("lim-1999",)),
    (r"matches", ("team-2026", "doubleswiss-2026")),
    (r"acceleration|baku", ("baku",)),
    (r"standings/(?:test_)?norms", ("b01",)),
    (r"standings/(?:test_)?ratings|rating_tables", ("b02",)),
    (r"standings", ("c07",)),
    (r"tests/desk|crivello/desk", ("c0402",)),
)
"""The regulations that a number without a name cites, by the path of the file; the first match
counts.
"""

_ARTICLE = (
    r"(?!C\.0)(?:[A-F]\.\d{1,2}(?:\.?[a-z]\b|\.\d)?|C\d{1,2}\b|\d{1,2}(?:\.\d{1,2}){0,2}|[a-i]\b)"
)
_JOINT = r"(?:\s*(?:,|/|–|-|and|or|to)\s*)"
_LIST = rf"{_ARTICLE}(?:{_JOINT}{_ARTICLE})*"
_NAMED = re.compile(
    rf"\b({'|'.join(re.escape(name) for name in sorted(NAMES, key=len, reverse=True))})"
    rf"(?:\s*:\s*|,?\s+|\.)(?:art(?:icle)?s?\.?\s+)?({_LIST})"
)
_BARE = re.compile(
    r"(?<![\w./-])(?:[A-F]\.\d{1,2}(?:\.?[a-z])?|C\d{1,2}|\d{1,2}\.\d{1,2}(?:\.\d{1,2}[a-f]?)?)(?![\w%])"
)
_NUMBER = re.compile(r"(?<!: )(?<![\w.])\d{1,2}\.\d{1,2}(?:\.\d{1,2})?")
_RANGE = re.compile(rf"({_ARTICLE})\s*[-–]\s*({_ARTICLE})")
_TEXT = re.compile(
    r"""\#.*|(?s:\"{3}(?:[^\\]|\\.)*?\"{3}|'{3}(?:[^\\]|\\.)*?'{3}|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')"""
)
"""A comment or a string; the pattern is ten times as fast as tokenizing the module."""


@dataclass(frozen=True)
class Regulation:
    """The articles of a regulation, in its order."""

    key: str
    title: str
    articles: dict[str, str]

    @cached_property
    def older(self) -> dict[str, str]:
        """The present number of each article, by its older numbers."""
        result: dict[str, str] = {}
        for article, text in self.articles.items():
            if older := re.search(r"\((?:old: )?([^()]*)\)$", text):
                for number in re.split(r",\s*", older[1]):
                    result.setdefault(number, article)
        return result

    def find(self, number: str) -> str | None:
        """Return the article that a number cites: itself, the present number of an older one, or
        the whole of a part.
        """
        number = re.sub(r"(\d)\.?[a-z]$", r"\1", number)
        while number:
            if number in self.articles:
                return number
            if number in self.older:
                return self.older[number]
            number = number.rpartition(".")[0]
            if re.fullmatch(r"[A-F]", number):
                return None
        return None

    def between(self, first: str, last: str) -> list[str]:
        """Return all articles of a range."""
        start, end = self.find(first), self.find(last)
        if start is None or end is None:
            return []
        order = list(self.articles)
        return order[order.index(start) : order.index(end) + 1]


@dataclass
class Places:
    """The places in code and tests that cite an article."""

    code: list[str] = field(default_factory=list)
    tests: list[str] = field(default_factory=list)


def regulations() -> dict[str, Regulation]:
    with open(Path(__file__).with_name("regulations.toml"), "rb") as file:
        read = tomllib.load(file)
    return {key: Regulation(key, value["title"], value["articles"]) for key, value in read.items()}


def cited(
    text: str, editions: tuple[str, ...], known: dict[str, Regulation]
) -> set[tuple[str, str]]:
    """Return the articles that a text cites, as (regulation, article)."""
    result: set[tuple[str, str]] = set()

    def take(keys: tuple[str, ...], listed: str) -> str:
        for first, last in _RANGE.findall(listed):
            spans = ((key, known[key].between(first, last)) for key in keys)
            result.update(next((((key, one) for one in span) for key, span in spans if span), ()))
        for number in re.findall(_ARTICLE, listed):
            found = ((key, known[key].find(number)) for key in keys)
            result.update([(key, one) for key, one in found if one is not None][:1])
        return " "

    rest = _NAMED.sub(lambda match: take(NAMES[match[1]], match[2]), text)
    for match in [*_RANGE.finditer(rest), *_BARE.finditer(rest)] if editions else []:
        if not match[0].replace("-", "").isdigit():  # 2-5 is a pair of players
            take(editions, match[0])
    return result


def texts(source: str, tree: ast.Module, bare: bool) -> Iterator[tuple[int, str]]:
    """Yield the comments and strings of a module, each with its line.

    Unless `bare`, numbers with a point are articles only in comments and docstrings: in the data of
    a test they are scores.
    """
    docstrings = {
        node.value.lineno
        for node in statements(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    line, end = 1, 0
    for match in _TEXT.finditer(source):
        line += source.count("\n", end, match.start())
        end = match.start()
        if bare or line in docstrings or match[0].startswith("#"):
            yield line, match[0]
        else:
            yield line, _NUMBER.sub(" ", match[0])


def statements(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the statements below a node, without their expressions."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.stmt | ast.excepthandler | ast.match_case):
            yield child
            yield from statements(child)


def scopes(tree: ast.Module) -> list[tuple[int, int, str]]:
    """Return first line, last line and name of each function and class, outer ones first."""
    result = []

    def walk(node: ast.AST, prefix: str) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.FunctionDef | ast.ClassDef | ast.AsyncFunctionDef):
                first = min([child.lineno, *(d.lineno for d in child.decorator_list)])
                name = f"{prefix}{own_name(child)}"
                result.append((first, child.end_lineno or first, name))
                walk(child, f"{name}.")
            elif isinstance(child, ast.stmt | ast.excepthandler | ast.match_case):
                walk(child, prefix)

    walk(tree, "")
    return result


def own_name(node: ast.FunctionDef | ast.ClassDef | ast.AsyncFunctionDef) -> str:
    """Return the name of a function or class; for an implementation named `_`, the type it is
    for.
    """
    if node.name == "_" and not isinstance(node, ast.ClassDef) and node.args.args:
        if (kind := node.args.args[0].annotation) is not None:
            return ast.unparse(kind)
    return node.name


@cache
def index() -> dict[tuple[str, str], Places]:
    """Return the places of code and tests that cite each article."""
    known = regulations()
    result = {(key, article): Places() for key, item in known.items() for article in item.articles}
    for base in ("src/crivello", "tests"):
        for path in sorted((ROOT / base).rglob("*.py")):
            where = path.relative_to(ROOT).as_posix()
            editions: tuple[str, ...] = next(
                (keys for pattern, keys in EDITIONS_BY_PATH if re.search(pattern, where)), ()
            )
            if where == ITS_OWN_TESTS:
                continue
            source = path.read_text(encoding="utf-8")
            if not editions and not _NAMED.search(source):
                continue  # it cites nothing
            tree = ast.parse(source)
            found = scopes(tree)
            for line, text in texts(source, tree, bare=base != "tests"):
                scope = [name for first, last, name in found if first <= line <= last]
                if base == "tests" and not any(name.startswith(("test", "Test")) for name in scope):
                    scope = []
                place = f"{where}::{scope[0 if base == 'tests' else -1]}" if scope else where
                own = tuple(key for key in editions if key.rpartition("-")[2] in place)
                for key in cited(text, own or editions, known):
                    places = result[key]
                    there = places.tests if base == "tests" else places.code
                    if place not in there:
                        there.append(place)
    return result


def page() -> str:
    """Return the text of docs/reference/articles.md."""
    lines = [
        "# The regulations, article by article",
        "",
        "Where the code and the tests hold each article. Written by `make generate` from",
        "`tools/regulations.toml` and the citations in the code; a test fails for an article",
        "without code or without a test. C.04 in the text of 2017 is listed",
        "[sentence by sentence](sentences.md) too.",
    ]
    found = index()
    for key, item in regulations().items():
        lines += [
            "",
            f"## {item.title}",
            "",
            "| article | rule | code | tests |",
            "|---|---|---|---|",
        ]
        for article, text in item.articles.items():
            places = found[key, article]
            lines.append(f"| {article} | {text} | {_links(places.code)} | {_links(places.tests)} |")
    return "\n".join(lines) + "\n"


def _links(places: list[str]) -> str:
    """Return links to the places: those that name a function first, those of one file together."""
    chosen = sorted(places, key=lambda place: "::" not in place)[:SHOWN]
    by_file: dict[str, list[str]] = {}
    for place in chosen:
        path, _, name = place.partition("::")
        by_file.setdefault(path, []).extend([name] if name else [])
    return "<br>".join(
        " ".join(
            [f"[{path.removeprefix('src/crivello/')}](../../{path})", *(f"`{n}`" for n in names)]
        )
        for path, names in by_file.items()
    )


def missing() -> list[str]:
    """Return the articles without code or without a test."""
    return [
        f"{key} {article}: no {what}"
        for (key, article), places in index().items()
        for what, there in (("code", places.code), ("test", places.tests))
        if not there
    ]


# Sentence by sentence

SENTENCES = ROOT / "docs" / "reference" / "sentences.md"
OUTSIDE = "outside: "
"""The beginning of a sentence that does not concern a program."""


@dataclass(frozen=True)
class Chapter:
    """Some rules, each with its sentences in order."""

    title: str
    rules: dict[str, list[str]]


@cache
def chapters() -> tuple[Chapter, ...]:
    with open(Path(__file__).with_name("sentences.toml"), "rb") as file:
        read = tomllib.load(file)
    return tuple(Chapter(value["title"], value["rules"]) for value in read.values())


@cache
def sentence_citation() -> re.Pattern[str]:
    rules = (re.escape(rule) for chapter in chapters() for rule in chapter.rules)
    return re.compile(rf"\b({'|'.join(sorted(rules, key=len, reverse=True))}) \((\d(?:, \d)*)\)")


@cache
def sentence_places() -> dict[tuple[str, int], Places]:
    """Return the places of code and tests that cite each sentence."""
    result: dict[tuple[str, int], Places] = {}
    for base in ("src/crivello", "tests"):
        for path in sorted((ROOT / base).rglob("*.py")):
            where = path.relative_to(ROOT).as_posix()
            source = path.read_text(encoding="utf-8")
            if where == ITS_OWN_TESTS or not sentence_citation().search(source):
                continue
            tree = ast.parse(source)
            found = scopes(tree)
            for line, text in texts(source, tree, bare=True):
                scope = [name for first, last, name in found if first <= line <= last]
                place = "::".join([where, *scope[:1]] if base == "tests" else [where, *scope[-1:]])
                for rule, numbers in sentence_citation().findall(text):
                    for number in map(int, numbers.split(", ")):
                        places = result.setdefault((rule, number), Places())
                        there = places.tests if base == "tests" else places.code
                        if place not in there:
                            there.append(place)
    return result


def sentences_page() -> str:
    """Return the text of docs/reference/sentences.md."""
    lines = [
        "# The rules of 2017, sentence by sentence",
        "",
        "Where the code and the tests hold each sentence of chapter C.04 in the text of 2017, in",
        "our own words. Written by `make generate` from `tools/sentences.toml` and the citations",
        "in the code, such as `C.04.2.B.3 (4)`; a test fails for a sentence without code or",
        "without a test. The texts of other years are listed [article by article](articles.md).",
    ]
    found = sentence_places()
    for chapter in chapters():
        lines += [
            "",
            f"## {chapter.title}",
            "",
            "| sentence | rule | code | tests |",
            "|---|---|---|---|",
        ]
        for rule, sentences in chapter.rules.items():
            for number, words in enumerate(sentences, start=1):
                places = found.get((rule, number), Places())
                held = f"{_links(places.code)} | {_links(places.tests)}"
                if words.startswith(OUTSIDE):
                    words, held = words.removeprefix(OUTSIDE), "not for a program |"
                lines.append(f"| {rule} ({number}) | {words} | {held} |")
    return "\n".join(lines) + "\n"


def missing_sentences() -> list[str]:
    """Return the sentences without code or without a test, and citations of sentences that do not
    exist.
    """
    listed = {
        (rule, number): words
        for chapter in chapters()
        for rule, sentences in chapter.rules.items()
        for number, words in enumerate(sentences, start=1)
    }
    found = sentence_places()
    result = [
        f"{rule} ({number}): no such sentence" for rule, number in found.keys() - listed.keys()
    ]
    for (rule, number), words in listed.items():
        places = found.get((rule, number), Places())
        if not words.startswith(OUTSIDE):
            tests = [place for place in places.tests if "::test_" in place]
            result += [f"{rule} ({number}): no code"] * (not places.code)
            result += [f"{rule} ({number}): no test"] * (not tests)
    return result


def main() -> int:
    if "--missing" in sys.argv:
        print("\n".join([*missing(), *missing_sentences()]))
        return 0
    PAGE.write_text(page(), encoding="utf-8")
    SENTENCES.write_text(sentences_page(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
