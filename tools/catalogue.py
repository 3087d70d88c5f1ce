"""Keep the catalogue of sentences in step with the code: `make generate WHAT=catalogue`.

Collects the sentences marked in `src` and writes each language's `.po` file again: translations are
kept, unused sentences dropped, new ones left empty for a translator. A sentence that was changed
keeps its translation, marked fuzzy: it is shown in English until a translator removes the mark.
`problems` returns everything that is out of date; a test calls it.
"""

import ast
import re
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from functools import cache
from gettext import c2py
from pathlib import Path

from crivello.model.agreement import fields, parts
from crivello.words import Language
from crivello.words.catalogue import DOMAIN
from crivello.words.po import Key, PoError, Translation, read_header, read_po, write_po
from tools.trees import walk

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "crivello"
LOCALE = SOURCE / "words" / "locale"

PLURALS = "Plural-Forms"
HEADER = {
    "Content-Type": "text/plain; charset=UTF-8",
    "Content-Transfer-Encoding": "8bit",
    PLURALS: "nplurals=2; plural=(n != 1);",
}
"""The header of a new file; its translator adds the plural rule of the language."""

MARKS = {"N_", "say"}
"""Calls of these names contain a sentence; for `say` only if it is a literal."""

SHOWN_CALLS = {"print", "error"}
SHOWN_KEYWORDS = {"help", "description", "epilog", "usage"}
"""Calls and keywords that show text directly: a literal sentence there is missing from the
catalogue.
"""

_SAID_BY = "|".join(sorted(MARKS | SHOWN_CALLS))
_SAID_AS = "|".join(sorted(SHOWN_KEYWORDS))
MAY_SPEAK = re.compile(rf"\b(?:{_SAID_BY})\s*\(|\b(?:{_SAID_AS})\s*=")
"""A pattern that every module matches in which one of these calls or keywords occurs."""

_STRING = r'("(?:[^"\\]|\\.)*")'
TEMPLATE_MARK = re.compile(rf"(?<![\w.])_\(\s*{_STRING}(?:\s*,\s*{_STRING})?")
"""A sentence in a template: `_("…", name=value)`, or with two forms `_("one", "many", count=n)`."""
NOT_SHOWN = re.compile(
    r"\{#.*?#\}|\{\{.*?\}\}|\{%.*?%\}|<!--.*?-->|<(script|style)\b.*?</\1>", re.S
)
SHOWN_ATTRIBUTES = re.compile(r'\b(?:title|alt|placeholder|aria-label|label)="([^"]*)"')
TAG = re.compile(r"<[^>]*>")
LETTERS = re.compile(r"[^\W\d_]{2,}")
PROPER_NAMES = {"crivello", "Esc", "PDF"}
"""Words in templates that are the same in all languages."""


@dataclass
class Found:
    """The sentences of the source, each with the files that contain it, and the problems found."""

    sentences: dict[Key, set[str]] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)


def collect(source: Path) -> Found:
    """Return the sentences that are marked in the Python files below a folder."""
    found = Found()
    for path in sorted(source.rglob("*.py")):
        name = path.relative_to(source).as_posix()
        text = path.read_text(encoding="utf-8")
        if not MAY_SPEAK.search(text):
            continue  # two thirds of the time goes into taking modules to pieces
        for node in walk(ast.parse(text, filename=name)):
            if isinstance(node, ast.Call):
                place = f"{name}:{node.lineno}"
                _collect_marked(node, name, place, found)
                found.problems += _unmarked(node, place)
    for path in sorted(source.rglob("*.html")):
        _collect_template(path.read_text(encoding="utf-8"), path.relative_to(source), found)
    plural = {one for one, many in found.sentences if many is not None}
    found.problems += [
        f"{one!r} is marked with and without a plural form; gettext can keep only one of the two"
        for one, many in found.sentences
        if many is None and one in plural
    ]
    return found


def _collect_marked(call: ast.Call, name: str, place: str, found: Found) -> None:
    mark = _called(call)
    if mark not in MARKS:
        return
    texts = [_literal(argument) for argument in call.args]
    if mark == "say":
        texts = texts[:1]
        if texts == [None] and not isinstance(call.args[0], ast.JoinedStr | ast.Tuple):
            return  # a sentence that was marked elsewhere
    elif call.keywords:
        texts = []
    if len(texts) not in (1, 2) or None in texts:
        found.problems.append(f"{place}: {mark} takes a sentence written there as a literal")
        return
    key = (texts[0] or "", texts[1] if len(texts) == 2 else None)
    bad = [f"{place}: {reason}" for text in texts for reason in _bad_fields(text or "")]
    if bad:
        found.problems += bad
        return
    one, many = key
    if many is not None and _differ(one, many):
        found.problems.append(f"{place}: {one!r} and {many!r} differ in their fields")
    found.sentences.setdefault(key, set()).add(name)


def _collect_template(text: str, path: Path, found: Found) -> None:
    """Collect the marked sentences of a template, and report words that are not marked."""
    name = path.as_posix()
    for match in TEMPLATE_MARK.finditer(text):
        place = f"{name}:{text.count(chr(10), 0, match.start()) + 1}"
        texts = [ast.literal_eval(literal) for literal in match.groups() if literal]
        bad = [f"{place}: {reason}" for one in texts for reason in _bad_fields(one)]
        if bad:
            found.problems += bad
            continue
        key = (texts[0], texts[1] if len(texts) == 2 else None)
        if key[1] is not None and _differ(key[0], key[1]):
            found.problems.append(f"{place}: {key[0]!r} and {key[1]!r} differ in their fields")
        found.sentences.setdefault(key, set()).add(name)
    shown = NOT_SHOWN.sub(lambda match: "\n" * match[0].count("\n"), text)
    texts = [TAG.sub(lambda match: "\n" * match[0].count("\n"), shown)]
    texts += SHOWN_ATTRIBUTES.findall(shown)
    words = {word for one in texts for word in LETTERS.findall(one)} - PROPER_NAMES
    if words:
        found.problems.append(f"{name}: shown but not marked with _: {', '.join(sorted(words))}")


def _unmarked(call: ast.Call, place: str) -> Iterator[str]:
    shown = [keyword.value for keyword in call.keywords if keyword.arg in SHOWN_KEYWORDS]
    if _called(call) in SHOWN_CALLS:
        shown += call.args
    for value in shown:
        parts = value.values if isinstance(value, ast.JoinedStr) else [value]
        if any(" " in text.strip() for part in parts if (text := _literal(part))):
            yield f"{place}: a sentence that is shown but not marked with N_"


def _called(call: ast.Call) -> str | None:
    if isinstance(call.func, ast.Name):
        return call.func.id
    return call.func.attr if isinstance(call.func, ast.Attribute) else None


def _literal(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


A_FIELD = "a field is a plain name in braces, {name} or {name!r}, or agrees, {name:one|another}"


def _bad_fields(template: str) -> Iterator[str]:
    if not template.strip():
        yield "an empty sentence"
    try:
        found = parts(template)
        inside = [part for outer in found for one in outer.alternatives for part in parts(one)]
    except ValueError as error:
        yield f"{template!r}: {error}"
        return
    for part in (*found, *inside):
        if part.field is not None and (
            not part.field.isidentifier()
            or part.conversion not in (None, "r")
            or (part.alternatives and (len(part.alternatives) == 1 or part.conversion))
        ):
            yield f"{template!r}: {A_FIELD}"


def agreement(template: str) -> dict[tuple[str, int], tuple[frozenset[str], ...]]:
    """Return the fields that agree, by name and number of alternatives, with the fields in each
    alternative.

    The value itself may be left out of the first alternative: "one", "you".
    """
    found: dict[tuple[str, int], tuple[frozenset[str], ...]] = {}
    for part in parts(template):
        if part.field is not None and part.alternatives:
            inside = [fields(one) for one in part.alternatives]
            inside[0] -= {part.field}
            key = part.field, len(inside)
            before = found.get(key, (frozenset[str](),) * len(inside))
            found[key] = tuple(map(frozenset.union, before, inside))
    return found


def _differ(one: str, many: str) -> bool:
    """Return True if the two forms have different fields, apart from the count, which "one" need
    not show.
    """
    return bool((fields(one) ^ fields(many)) - {"count"}) or agreement(one) != agreement(many)


def _translation_problems(key: Key, forms: tuple[str, ...], number: int) -> Iterator[str]:
    """Yield the problems of a translation into a language with this number of plural forms."""
    one, many = key
    wanted = 1 if many is None else number
    if not any(forms):
        yield f"{one!r} is not translated"
        return
    if len(forms) != wanted or not all(forms):
        yield f"{one!r} wants {wanted} translated form(s)"
        return
    expected = fields(many or one)
    agreeing = agreement(many or one)
    for place, form in enumerate(forms):
        # "one player" need not show the number, "{count} players" does.
        free = {"count"} if many is not None and place == 0 else set()
        bad = list(_bad_fields(form))
        yield from (f"{one!r}: {reason}" for reason in bad)
        if not bad and (fields(form) ^ expected) - free:
            yield (
                f"{one!r} has the fields {sorted(expected)}, "
                f"its translation {form!r} has {sorted(fields(form))}"
            )
        elif not bad and agreement(form) != agreeing:
            yield (
                f"{one!r} and its translation {form!r} differ in the fields that agree, in their "
                f"alternatives, or in the fields inside these"
            )


def po_file(locale: Path, language: Language) -> Path:
    return locale.joinpath(language.value, "LC_MESSAGES", f"{DOMAIN}.po")


def translations() -> list[Language]:
    """Return the languages that need a file: all but English, the language of the source."""
    return [language for language in Language if language is not Language.EN]


def header_of(language: Language, po: Path) -> dict[str, str]:
    """Return the header of a language's file, with the plural rule that the file has."""
    header = {"Language": language.value} | HEADER
    if po.exists():
        found = read_header(po.read_text(encoding="utf-8"))
        header |= {name: found[name] for name in found.keys() & {PLURALS}}
    if language.draft:
        header["X-Draft"] = "not complete, or not read by a native speaker"
    return header


def plural_forms(header: Mapping[str, str]) -> int:
    """Return the number of forms of the plural rule in a header; raise `PoError` for a wrong
    rule.
    """
    found = re.fullmatch(r"\s*nplurals\s*=\s*(\d)\s*;\s*plural\s*=(.*?);?\s*", header[PLURALS])
    if found is None:
        raise PoError(f"{PLURALS} is not understood: {header[PLURALS]}")
    forms = int(found[1])
    try:
        rule = c2py(found[2])  # gettext's own reader, which runs nothing but arithmetic
        used = {rule(count) for count in range(1000)}
    except (ValueError, ZeroDivisionError) as error:
        raise PoError(f"{PLURALS}: {error}") from None
    if used != set(range(forms)):
        raise PoError(f"{PLURALS}: nplurals is {forms}, and the rule gives {sorted(used)}")
    return forms


@cache
def collect_here() -> Found:
    """Return the sentences of this clone; they are read only once."""
    return collect(SOURCE)


def problems(found: Found, locale: Path) -> list[str]:
    """Return all differences between the code and the `.po` files.

    A draft may lack sentences, translations and confirmations; whatever it contains must be right.
    """
    result = list(found.problems)
    for language in translations():
        po = po_file(locale, language)
        if not po.exists():
            result.append(f"{po.name} is missing for {language.value}")
            continue
        try:
            entries = read_po(po.read_text(encoding="utf-8"))
            number = plural_forms(header_of(language, po))
        except PoError as error:
            result.append(f"{language.value}: {po.name}: {error}")
            continue
        said = [f"{one!r} is not used" for one, many in entries.keys() - found.sentences.keys()]
        if not language.draft:
            said += [f"{one!r} is missing" for one, many in found.sentences.keys() - entries.keys()]
            said += [f"{key[0]!r} is marked fuzzy" for key, one in entries.items() if one.fuzzy]
        for key, entry in entries.items():
            if not (entry.fuzzy or (language.draft and not any(entry.forms))):
                said += _translation_problems(key, entry.forms, number)
        result += [f"{language.value}: {problem}" for problem in sorted(said)]
    return result


def update(source: Path, locale: Path, whole: Sequence[str] = ()) -> None:
    """Write every language's file again, from the code and the existing translations.

    The file of a draft gets no further sentences, unless its language is one of `whole`.
    """
    found = collect(source)
    for language in translations():
        po = po_file(locale, language)
        old = read_po(po.read_text(encoding="utf-8")) if po.exists() else {}
        header = header_of(language, po)
        changed = changed_sentences(found.sentences, old)
        entries = {}
        for key, places in found.sentences.items():
            if language.draft and language.value not in whole:
                if key not in old and key not in changed:
                    continue
            number = 1 if key[1] is None else plural_forms(header)
            entries[key] = _entry(key, old, changed.get(key), number, tuple(sorted(places)))
        po.parent.mkdir(parents=True, exist_ok=True)
        po.write_text(write_po(header, entries), encoding="utf-8")
        for key in sorted(old.keys() - entries.keys() - set(changed.values()), key=str):
            if any(old[key].forms):
                print(f"{language.value}: dropped {key[0]!r}, was {old[key].forms[0]!r}")


def _entry(
    key: Key,
    old: Mapping[Key, Translation],
    before: Key | None,
    number: int,
    places: tuple[str, ...],
) -> Translation:
    """Return the entry of a sentence with its translation, or with that of the sentence before, as
    fuzzy.
    """
    if key in old:
        now = old[key]
        forms = now.forms if any(now.forms) else ("",) * number
        previous = now.previous if now.fuzzy else ""
        return Translation(forms, now.notes, places, now.fuzzy, previous)
    if before is None:
        return Translation(("",) * number, places=places)
    # A sentence that has got another number of forms keeps what it can.
    forms = (old[before].forms + old[before].forms[-1:] * number)[:number]
    return Translation(
        forms, old[before].notes, places, fuzzy=True, previous=old[before].previous or before[0]
    )


ALIKE = 0.6
"""The similarity from which one sentence counts as a changed form of the other."""


def changed_sentences(
    now: Mapping[Key, Collection[str]], old: Mapping[Key, Translation]
) -> dict[Key, Key]:
    """Pair each new sentence with the dropped one from which it was made, if there is one.

    The most similar are paired first; of equally similar ones, those in the same file. A sentence
    that was lengthened or cut at its end counts as similar.
    """
    dropped = [key for key in old if key not in now and any(old[key].forms)]
    pairs = []
    for new in sorted((key for key in now if key not in old), key=str):
        matcher = SequenceMatcher(None, "", new[0], autojunk=False)
        for gone in dropped:
            matcher.set_seq1(gone[0])
            longer, shorter = sorted((new[0], gone[0]), key=len, reverse=True)
            if longer.startswith(shorter.rstrip(".")) and " " in shorter:
                ratio = ALIKE
            elif matcher.real_quick_ratio() < ALIKE or matcher.quick_ratio() < ALIKE:
                continue
            else:
                ratio = matcher.ratio()
            if ratio >= ALIKE:
                here = not set(now[new]).isdisjoint(old[gone].places)
                pairs.append((ratio, here, new, gone))
    found: dict[Key, Key] = {}
    for _, _, new, gone in sorted(pairs, key=lambda pair: pair[:2], reverse=True):
        if new not in found and gone not in found.values():
            found[new] = gone
    return found


def main() -> int:
    """Update the catalogue of this clone, and list what a translator has yet to do.

    Arguments are codes of languages whose files get every sentence that they lack.
    """
    update(SOURCE, LOCALE, whole=sys.argv[1:])
    found = collect(SOURCE)
    left = problems(found, LOCALE)
    for problem in left:
        print(problem)
    for language in translations():
        if language.draft:
            entries = read_po(po_file(LOCALE, language).read_text(encoding="utf-8")).values()
            done = sum(any(one.forms) and not one.fuzzy for one in entries)
            fuzzy = sum(one.fuzzy for one in entries)
            print(
                f"{language.value}, a draft: {done} of {len(found.sentences)} sentences "
                f"translated, {fuzzy} to confirm"
            )
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())
