"""Catalogues in the formats of gettext: read and write `.po` files, and compile them to `.mo`.

Compiled catalogues are not in the repository. They are made when the package is built
(`hatch_build.py` loads this file alone, so it imports nothing of ours) and when the program is run
from a clone (`words.catalogue`).
"""

import os
import re
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from threading import get_ident

Key = tuple[str, str | None]
"""A sentence in English: its one form, or the forms for one and for many."""

ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t"}
UNESCAPES = {escaped: plain for plain, escaped in ESCAPES.items()}

LINE = re.compile(r'(?:(?P<word>msgid_plural|msgid|msgstr(?:\[(?P<form>\d)\])?) )?"(?P<text>.*)"')
PREVIOUS = re.compile(r'#\| (?:msgid )?"(?P<text>.*)"')
TEXT = re.compile(r'(?:[^"\\]|\\[\\"nt])*')


class PoError(ValueError):
    """A line of a `.po` file is invalid, or repeats an entry."""


@dataclass(frozen=True, slots=True)
class Translation:
    """The translation of one sentence."""

    forms: tuple[str, ...]
    """One text, or one per plural form; empty while it is not translated."""
    notes: tuple[str, ...] = ()
    """The translator's own comments."""
    places: tuple[str, ...] = ()
    """The files that say it, for the translator."""
    fuzzy: bool = False
    """The English sentence has changed; it is shown in English until a person confirms this."""
    previous: str = ""
    """The English sentence that a fuzzy translation was made for."""


def read_po(text: str) -> dict[Key, Translation]:
    """Return the entries of a `.po` file by their English sentences, without the header."""
    entries: dict[Key, Translation] = {}
    block: list[tuple[int, str]] = []
    for number, line in enumerate([*text.split("\n"), ""], start=1):
        if line.strip():
            block.append((number, line.strip()))
        elif block:
            _read_block(block, entries)
            block = []
    return entries


def read_header(text: str) -> dict[str, str]:
    """Return the header of a `.po` file: language, plural forms and other fields."""
    first = text.partition("\n\n")[0]
    header = _unescape("".join(re.findall(r'^"(.*)"$', first, re.M)))
    return dict(re.findall(r"^([\w-]+): (.*)$", header, re.M))


def _read_block(block: list[tuple[int, str]], entries: dict[Key, Translation]) -> None:
    words: dict[str, str] = {}
    notes: list[str] = []
    previous: list[str] = []
    places: list[str] = []
    fuzzy = False
    word = ""
    for number, line in block:
        if line.startswith("#"):
            if line.startswith("#,"):
                fuzzy = fuzzy or "fuzzy" in line
            elif before := PREVIOUS.fullmatch(line):
                previous.append(_unescape(before["text"]))
            elif line.startswith("#:"):
                places += line[2:].split()
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
        words[word] += _unescape(match["text"])
    if not words or words.get("msgid") == "":
        return  # comments only, or the header
    if "msgid" not in words:
        raise PoError(f"line {block[0][0]}: an entry without msgid")
    key = (words.pop("msgid"), words.pop("msgid_plural", None))
    if key in entries:
        raise PoError(f"line {block[0][0]}: {key[0]!r} is there twice")
    forms = tuple(words[name] for name in sorted(words))
    entries[key] = Translation(
        forms, tuple(notes), tuple(places), fuzzy=fuzzy, previous="".join(previous)
    )


def write_po(header: Mapping[str, str], entries: Mapping[Key, Translation]) -> str:
    """Return the text of a `.po` file, sorted and without dates or line numbers.

    So the text changes only when a sentence does.
    """
    lines = ['msgid ""', 'msgstr ""']
    lines += [_quote(f"{name}: {value}\n") for name, value in header.items()]
    for (one, many), entry in sorted(entries.items(), key=lambda item: (item[0][0], str(item[0]))):
        lines.append("")
        lines += [f"# {note}".rstrip() for note in entry.notes]
        lines += [f"#: {place}" for place in entry.places]
        if entry.fuzzy:
            lines.append("#, fuzzy")
        if entry.previous:
            lines.append(f"#| msgid {_quote(entry.previous)}")
        lines.append(f"msgid {_quote(one)}")
        if many is None:
            lines += [f"msgstr {_quote(form)}" for form in entry.forms]
        else:
            lines.append(f"msgid_plural {_quote(many)}")
            lines += [f"msgstr[{n}] {_quote(form)}" for n, form in enumerate(entry.forms)]
    return "\n".join(lines) + "\n"


def _unescape(text: str) -> str:
    return re.sub(r"\\.", lambda found: UNESCAPES.get(found[0], found[0]), text)


def _quote(text: str) -> str:
    return '"' + "".join(ESCAPES.get(character, character) for character in text) + '"'


def compile_mo(header: Mapping[str, str], entries: Mapping[Key, Translation]) -> bytes:
    """Return the binary catalogue that `gettext` reads: two tables of strings, sorted by key.

    A translation that is fuzzy or lacks a form is left out; its sentence is shown in English.
    """
    about = "".join(f"{name}: {value}\n" for name, value in header.items())
    strings = {b"": about.encode()}
    for (one, many), entry in entries.items():
        if entry.forms and all(entry.forms) and not entry.fuzzy:
            name = one if many is None else f"{one}\0{many}"
            strings[name.encode()] = "\0".join(entry.forms).encode()
    ordered = sorted(strings.items())
    keys_at, texts_at = 28, 28 + 8 * len(ordered)
    offset = texts_at + 8 * len(ordered)
    tables: list[bytes] = []
    data: list[bytes] = []
    for column in (0, 1):
        for pair in ordered:
            tables.append(struct.pack("<II", len(pair[column]), offset))
            data.append(pair[column] + b"\0")
            offset += len(pair[column]) + 1
    # Magic number, revision, number of strings, the two tables, and no hash table.
    start = struct.pack("<7I", 0x950412DE, 0, len(ordered), keys_at, texts_at, 0, 0)
    return b"".join([start, *tables, *data])


def compile_po(po: str) -> bytes:
    """Compile a `.po` file, store the `.mo` file beside it with the same time, and return its
    content.

    Other programs never read an incomplete file. If the folder cannot be written, nothing is
    stored.
    """
    with open(po, encoding="utf-8") as source:
        changed = os.stat(source.fileno()).st_mtime_ns
        text = source.read()
    content = compile_mo(read_header(text), read_po(text))
    stem = po.removesuffix(".po")
    unfinished = f"{stem}-{os.getpid()}-{get_ident()}.mo"
    try:
        try:
            with open(unfinished, "wb") as file:
                file.write(content)
            os.utime(unfinished, ns=(changed, changed))
            os.replace(unfinished, f"{stem}.mo")
        except OSError:
            if os.path.exists(unfinished):
                os.remove(unfinished)
    except OSError:
        pass  # the next process compiles it again
    return content
