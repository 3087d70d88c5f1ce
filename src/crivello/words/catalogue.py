"""Saying sentences in a language.

The English text is the key of a sentence; `locale/<language>/LC_MESSAGES/crivello.po` holds the
translations, and `crivello.mo` next to it the compiled form that is read here.
`make generate WHAT=catalogue` keeps both in step with the code.
"""

import os
from collections.abc import Callable, Mapping
from functools import cache
from typing import TYPE_CHECKING

from crivello.model.sentence import Sayable, Template, Writer, written_decimal, written_points
from crivello.words.language import DraftLanguage, Language
from crivello.words.teams import OF_TEAMS

if TYPE_CHECKING:
    from gettext import NullTranslations

DOMAIN = "crivello"
LOCALE_FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "locale")
DECIMAL_MARK = {Language.EN: ".", Language.IT: ","}

PlayerNames = Callable[[int], str | None]
"""The name of the player with an id; None if unknown."""


class Translator(Writer):
    """Says sentences in one language. Get it from `translator`."""

    def __init__(
        self,
        language: Language,
        catalogue: "NullTranslations | None",
        names: PlayerNames | None = None,
        teams: bool = False,
    ) -> None:
        self.language = language
        self.decimal_mark = DECIMAL_MARK[language]
        self._catalogue = catalogue
        self._names = names
        self._teams = teams

    def with_names(self, names: PlayerNames | None) -> "Translator":
        """The same, with names of players instead of ids."""
        if names is None:
            return self
        return Translator(self.language, self._catalogue, names, self._teams)

    def of_teams(self, teams: bool = True) -> "Translator":
        """The same, for an event of teams: see `words.teams`."""
        if teams == self._teams:
            return self
        return Translator(self.language, self._catalogue, self._names, teams)

    def player(self, player: int) -> str:
        name = None if self._names is None else self._names(player)
        return str(player) if name is None else name

    def translate(self, template: Template, values: Mapping[str, object]) -> str:
        if self._teams:
            template = OF_TEAMS.get(template, template)
        if isinstance(template, str):
            return template if self._catalogue is None else self._catalogue.gettext(template)
        one, many = template
        count = values["count"]
        if not isinstance(count, int):
            raise TypeError(f"count decides between {one!r} and {many!r}: an int, not {count!r}")
        if self._catalogue is None:
            return one if count == 1 else many
        return self._catalogue.ngettext(one, many, count)


@cache
def translator(language: Language) -> Translator:
    """The translator of a language; English, the language of the source, needs no file."""
    if language is Language.EN:
        return Translator(language, None)
    import gettext  # not loaded where English is enough

    return Translator(language, gettext.translation(DOMAIN, LOCALE_FOLDER, [language.value]))


@cache
def draft_translator(language: DraftLanguage) -> Translator:
    """What a draft does not have it says in English."""
    import gettext

    catalogue = gettext.translation(DOMAIN, LOCALE_FOLDER, [language.value])
    found = Translator(Language.EN, catalogue)
    found.decimal_mark = ","
    return found


def say(
    what: Sayable, language: Language, names: PlayerNames | None = None, /, **values: object
) -> str:
    """Say a sentence in a language, with names for the players it refers to by id."""
    return translator(language).with_names(names).say(what, **values)


def points(amount: int, unit: int, language: Language = Language.EN) -> str:
    """Points as players write them; `unit` units make one point.

    >>> points(3, 2), points(13, 10, Language.IT)
    ('1½', '1,3')
    """
    return written_points(amount, unit, DECIMAL_MARK[language])


def decimal_points(amount: int, unit: int, language: Language, places: int = 0) -> str:
    """Points as a decimal number with at least `places` places, for aligned columns.

    >>> decimal_points(3, 2, Language.EN), decimal_points(3, 2, Language.IT)
    ('1.5', '1,5')
    """
    return written_decimal(amount, unit, DECIMAL_MARK[language], places)
