"""Show a refused form again as it was sent: filled in, opened, with the wrong fields marked.

This is done to the finished page, so that no form needs code or a template for it. Files and
passwords cannot be filled in again: browsers do not allow it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from html import escape
from html.parser import HTMLParser
from urllib.parse import unquote, urlsplit

from crivello.standard.classes import frozen

Attributes = list[tuple[str, str | None]]

NOT_TYPED = ("hidden", "submit", "button", "reset", "image", "password")
"""Types of inputs that users do not fill in, or that a page must not fill in."""
TICKED = ("checkbox", "radio")
OUTCOME = "outcome"
"""The id of the element in which each page shows the answer of the desk."""


@frozen
class SentForm:
    """A form as a browser sent it."""

    path: str
    """The decoded path that the form was sent to."""
    values: tuple[tuple[str, str], ...]
    """The fields in their order, each with its values."""

    def by_name(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for name, value in self.values:
            found.setdefault(name, []).append(value)
        return found


def refill(html: str, sent: SentForm, marks: Mapping[str, str], file_again: str) -> str:
    """Return the page with its form filled in as sent; if it has no such form, the page itself.

    `marks`: what is wrong, by field. `file_again`: a remark beside a file that must be chosen
    again.
    """
    outlines = _Outlines(html)
    chosen = outlines.find(sent)
    if chosen is None:
        return html
    return _Filled(html, chosen, sent, marks, file_again).text()


def key_of(name: str) -> str:
    """Return the name of a field as errors use it; names of settings have hyphens."""
    return name.replace("_", "-")


class _Tags(HTMLParser):
    """A parser that reads a page tag by tag, and knows the position of each."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=False)
        self.html = html
        self._lines = [0]
        for line in html.split("\n")[:-1]:
            self._lines.append(self._lines[-1] + len(line) + 1)

    @property
    def place(self) -> int:
        line, column = self.getpos()
        return self._lines[line - 1] + column

    @property
    def after(self) -> int:
        """The position after the present start tag."""
        return self.place + len(self.get_starttag_text() or "")


@dataclass
class _Outline:
    """A form of the page that is sent by POST."""

    place: int
    paths: set[str]
    """The addresses that the form can be sent to: its own, and those of its buttons."""
    hidden: set[tuple[str, str]] = field(default_factory=set)
    first: int | None = None
    """The position of the first field to fill in, if there is any."""
    names: set[str] = field(default_factory=set)


class _Outlines(_Tags):
    """Finds the forms of a page."""

    def __init__(self, html: str) -> None:
        super().__init__(html)
        self.forms: list[_Outline] = []
        self._open = False
        self.feed(html)
        self.close()

    def find(self, sent: SentForm) -> _Outline | None:
        """Return the form that was sent; of several with its address, the one with most of its
        hidden fields.
        """
        fitting = [one for one in self.forms if sent.path in one.paths and one.first is not None]
        values = set(sent.values)
        return max(fitting, key=lambda one: len(one.hidden & values), default=None)

    def handle_starttag(self, tag: str, attrs: Attributes) -> None:
        given = dict(attrs)
        if tag == "form":
            self._open = (given.get("method") or "").lower() == "post"
            if self._open:
                self.forms.append(_Outline(self.place, {_path(given.get("action"))}))
        elif self._open:
            form = self.forms[-1]
            if path := given.get("formaction"):
                form.paths.add(_path(path))
            if given.get("type") == "hidden":
                form.hidden.add((given.get("name") or "", given.get("value") or ""))
            elif _is_field(tag, given):
                form.first = self.place if form.first is None else form.first
                form.names.add(key_of(given.get("name") or ""))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._open = False


class _Filled(_Tags):
    """Fills in a form of a page, and marks its fields."""

    def __init__(
        self,
        html: str,
        form: _Outline,
        sent: SentForm,
        marks: Mapping[str, str],
        file_again: str,
    ) -> None:
        super().__init__(html)
        self._form = form
        self._sent = sent.by_name()
        self._marks = {key_of(name): text for name, text in marks.items()}
        self._file_again = file_again
        self._changes: list[tuple[int, int, str]] = []
        self._details: list[tuple[int, int, Attributes]] = []
        self._inside = False
        self._focused = False
        self._select: str | None = None
        self._textarea: tuple[int, str] | None = None
        self._remark = ""
        """The text to write after the field that is open, such as a choice."""
        self.feed(html)
        self.close()

    def text(self) -> str:
        parts, done = [], 0
        for start, end, new in sorted(self._changes):
            parts += [self.html[done:start], new]
            done = end
        return "".join([*parts, self.html[done:]])

    def handle_starttag(self, tag: str, attrs: Attributes) -> None:
        given = dict(attrs)
        if tag == "form" and self.place == self._form.place:
            self._inside = True
            self._unfold()
            self._tag(tag, attrs, {"data-refused": ""})
        elif tag == "details":
            self._details.append((self.place, self.after, attrs))
        elif self._inside and tag == "option":
            self._option(attrs)
        elif self._inside and _is_field(tag, given):
            self._field(tag, attrs)
        elif "autofocus" in given:
            self._tag(tag, attrs, {"autofocus": None})

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._inside = False
        elif tag == "details" and self._details:
            self._details.pop()
        elif tag == "textarea" and self._textarea is not None:
            start, value = self._textarea
            self._changes.append((start, self.place, "\n" + escape(value)))
            self._textarea = None
        if tag in ("select", "textarea"):
            if tag == "select":
                self._select = None
            behind = self.html.index(">", self.place) + 1
            self._say_behind(behind)

    def _field(self, tag: str, attrs: Attributes) -> None:
        given = dict(attrs)
        name, kind = given.get("name") or "", (given.get("type") or "text").lower()
        change: dict[str, str | None] = {"autofocus": None}
        if tag == "select":
            self._select = name
        elif tag == "textarea":
            if self._sent.get(name):
                self._textarea = self.after, self._sent[name].pop(0)
        elif kind == "file":
            self._remark = f'<span class="hint">{escape(self._file_again)}</span>'
        elif kind in TICKED:
            ticked = (given.get("value") or "on") in self._sent.get(name, ())
            change["checked"] = "" if ticked else None
        elif self._sent.get(name):
            change["value"] = self._sent[name].pop(0)
        change |= self._mark(name, kind, given)
        self._tag(tag, attrs, change)
        if tag == "input":
            self._say_behind(self.after)

    def _option(self, attrs: Attributes) -> None:
        sent = self._sent.get(self._select or "")
        if sent is not None:
            chosen = dict(attrs).get("value") in sent
            self._tag("option", attrs, {"selected": "" if chosen else None})

    def _mark(self, name: str, kind: str, given: Mapping[str, str | None]) -> dict[str, str | None]:
        """Return the attributes that mark a wrong field; the cursor goes to the first such field.

        If the error is about none of the fields, the cursor goes to the first field of the form.
        """
        change: dict[str, str | None] = {}
        wrong = self._marks.pop(key_of(name), None)
        if wrong is not None:
            self._unfold()
            said = OUTCOME
            if kind not in TICKED:
                said = f"wrong-{escape(name)}"
                self._remark += f'<span class="wrong" id="{said}">{escape(wrong)}</span>'
            before = given.get("aria-describedby")
            change["aria-invalid"] = "true"
            change["aria-describedby"] = f"{said} {before}" if before else said
        unnamed = not self._marks.keys() & self._form.names and self.place == self._form.first
        if not self._focused and (wrong is not None or unnamed):
            change["autofocus"] = ""
            self._focused = True
        return change

    def _say_behind(self, place: int) -> None:
        if self._remark:
            self._changes.append((place, place, self._remark))
            self._remark = ""

    def _unfold(self) -> None:
        """Open all folded elements around this position."""
        for start, end, attrs in self._details:
            change = (start, end, _start_tag("details", attrs, {"open": ""}))
            if change not in self._changes:
                self._changes.append(change)

    def _tag(self, tag: str, attrs: Attributes, change: dict[str, str | None]) -> None:
        self._changes.append((self.place, self.after, _start_tag(tag, attrs, change)))


def _start_tag(tag: str, attrs: Attributes, change: Mapping[str, str | None]) -> str:
    """Return a start tag with some attributes changed; None removes one."""
    all_ = {name: value or "" for name, value in attrs} | dict(change)
    written = (f' {key}="{escape(text)}"' for key, text in all_.items() if text is not None)
    return f"<{tag}{''.join(written)}>"


def _is_field(tag: str, given: Mapping[str, str | None]) -> bool:
    if not given.get("name"):
        return False
    return tag in ("select", "textarea") or (
        tag == "input" and (given.get("type") or "text").lower() not in NOT_TYPED
    )


def _path(url: str | None) -> str:
    return unquote(urlsplit(url or "").path)
