"""What the command line would be told to type, said as what to do on the pages."""

from __future__ import annotations

from collections.abc import Mapping

from crivello.lists.mapping import NO_NAME
from crivello.lists.opened import NOT_LOADED, NOT_OURS
from crivello.words import N_, Sayable, Sentence, Template

ON_PAGES: Mapping[Template, Template] = {
    NO_NAME: N_(
        "No column holds the names. Write under “Columns” which one does, such as "
        "name=Player; the table has: {columns}."
    ),
    NOT_LOADED: N_("The list {name!r} is not loaded. Load it on the page “Rating lists”."),
    NOT_OURS: N_(
        "The list {name!r} cannot be used by this version. Load it again on the page "
        "“Rating lists”."
    ),
}


def on_pages(what: Sayable) -> Sayable:
    """The sentence with the wording of the pages, where they have their own."""
    if isinstance(what, str | tuple):
        return ON_PAGES.get(what, what)
    found = what if isinstance(what, Sentence) else what.sentence
    return Sentence(ON_PAGES.get(found.template, found.template), **found.values)
