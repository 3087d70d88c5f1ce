"""Reading and writing gettext's `.po` text: the part of the format that our catalogue uses."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

Key = tuple[str, str | None]
"""A sentence in English: its one form, or the forms for one and for many."""

ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t"}
UNESCAPES = {escaped: plain for plain, escaped in ESCAPES.items()}

LINE = re.compile(r'(?:(?P<word>msgid_plural|msgid|msgstr(?:\[(?P<form>\d)\])?) )?"(?P<text>.*)"')
TEXT = re.compile(r'(?:[^"\\]|\\[\\"nt])*')


class PoError(ValueError):
    """A line of a `.po` file that cannot be read, or that says a thing twice."""


@dataclass(frozen=True, slots=True)
class Entry:
    """The translation of one sentence."""

    forms: tuple[str, ...]
    """One text, or one per plural form; empty while nobody has translated it."""
    notes: tuple[str, ...] = ()
    """The translator's own comments."""
    places: tuple[str, ...] = ()
    """The files that say it; written for the translator, not read back."""
    fuzzy: bool = False
    """An editor's mark: a person must look at this translation again."""


def read_po(text: str) -> dict[Key, Entry]:
    """The entries of a `.po` file by their English sentence, without its header."""
    entries: dict[Key, Entry] = {}
    block: list[tuple[int, str]] = []
    for number, line in enumerate([*text.split("\n"), ""], start=1):
        if line.strip():
            block.append((number, line.strip()))
        elif block:
            _read_block(block, entries)
            block = []
    return entries


def _read_block(block: list[tuple[int, str]], entries: dict[Key, Entry]) -> None:
    words: dict[str, str] = {}
    notes: list[str] = []
    fuzzy = False
    word = ""
    for number, line in block:
        if line.startswith("#"):
            if line.startswith("#,"):
                fuzzy = fuzzy or "fuzzy" in line
            elif line[1:2] in ("", " "):
                notes.append(line[1:].strip())
            continue
        match = LINE.fullmatch(line)
        if match is None or not TEXT.fullmatch(match["text"]):
            raise PoError(f"line {number} is not understood: {line}")
        if match["word"]:
            word = match["word"]
            if word in words:
                raise PoError(f"line {number}: {word} comes twice; is an empty line missing?")
            words[word] = ""
        elif not word:
            raise PoError(f"line {number}: text before any msgid")
        words[word] += re.sub(r"\\.", lambda found: UNESCAPES[found[0]], match["text"])
    if not words or words.get("msgid") == "":
        return  # comments only, or the header
    if "msgid" not in words:
        raise PoError(f"line {block[0][0]}: an entry without msgid")
    key = (words.pop("msgid"), words.pop("msgid_plural", None))
    if key in entries:
        raise PoError(f"line {block[0][0]}: {key[0]!r} is there twice")
    forms = tuple(words[name] for name in sorted(words))
    entries[key] = Entry(forms=forms, notes=tuple(notes), fuzzy=fuzzy)


def write_po(header: Mapping[str, str], entries: Mapping[Key, Entry]) -> str:
    """The text of a `.po` file: sorted, without dates or line numbers, so that it changes only
    when a sentence does."""
    lines = ['msgid ""', 'msgstr ""']
    lines += [_quote(f"{name}: {value}\n") for name, value in header.items()]
    for (one, many), entry in sorted(entries.items(), key=lambda item: (item[0][0], str(item[0]))):
        lines.append("")
        lines += [f"# {note}".rstrip() for note in entry.notes]
        lines += [f"#: {place}" for place in entry.places]
        if entry.fuzzy:
            lines.append("#, fuzzy")
        lines.append(f"msgid {_quote(one)}")
        if many is None:
            lines += [f"msgstr {_quote(form)}" for form in entry.forms]
        else:
            lines.append(f"msgid_plural {_quote(many)}")
            lines += [f"msgstr[{n}] {_quote(form)}" for n, form in enumerate(entry.forms)]
    return "\n".join(lines) + "\n"


def _quote(text: str) -> str:
    return '"' + "".join(ESCAPES.get(character, character) for character in text) + '"'
