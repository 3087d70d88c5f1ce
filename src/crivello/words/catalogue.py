"""Write sentences in a language.

The English text is the key of a sentence. `locale/<language>/LC_MESSAGES/crivello.po` contains the
translations; `crivello.mo` beside it is the compiled form, which is read here (`words.po`). `make
generate WHAT=catalogue` updates the translations from the code.
"""

import os
from collections.abc import Callable, Mapping
from functools import cache

from crivello.model.sentence import Sayable, Template, Writer, written_decimal, written_points
from crivello.standard.typing_names import TYPE_CHECKING
from crivello.words.language import Language
from crivello.words.teams import OF_TEAMS

if TYPE_CHECKING:
    from gettext import GNUTranslations, NullTranslations

DOMAIN = "crivello"
LOCALE_FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "locale")

LETTERS_VARIABLE, LOCAL = "CRIVELLO_LETTERS", "local"
"""The variable, and its value, by which colours have the letters of the language."""

PlayerNames = Callable[[int], str | None]
"""The name of the player with an id; None if unknown."""


class Translator(Writer):
    """Writes sentences in one language; `translator` returns it."""

    def __init__(
        self,
        language: Language,
        catalogue: "NullTranslations | None",
        names: PlayerNames | None = None,
        teams: bool = False,
        local_letters: bool = False,
    ) -> None:
        self.language = language
        self.decimal_mark = language.decimal_mark
        self._catalogue = catalogue
        self._names = names
        self._teams = teams
        self._local_letters = local_letters

    def with_names(self, names: PlayerNames | None) -> "Translator":
        """Return the translator with a function that gives names for player ids."""
        if names is None:
            return self
        return Translator(self.language, self._catalogue, names, self._teams, self._local_letters)

    def of_teams(self, teams: bool = True) -> "Translator":
        """Return the translator for an event of teams, or for one of players; see `words.teams`."""
        if teams == self._teams:
            return self
        return Translator(self.language, self._catalogue, self._names, teams, self._local_letters)

    def player(self, player: int) -> str:
        name = None if self._names is None else self._names(player)
        return str(player) if name is None else name

    def colours(self, letters: str) -> str:
        """Return colours as letters: W and B, or the user's language's letters if the user asked
        for them.
        """
        return super().colours(letters) if self._local_letters else letters

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


def translator(language: Language) -> Translator:
    """Return the translator for a language; English, the language of the source, needs no file."""
    return _translator(language, os.environ.get(LETTERS_VARIABLE) == LOCAL)


@cache
def _translator(language: Language, local_letters: bool) -> Translator:
    catalogue = None if language is Language.EN else _translations(language.value)
    return Translator(language, catalogue, local_letters=local_letters)


def _translations(code: str) -> "GNUTranslations":
    from gettext import GNUTranslations  # not loaded where English is enough
    from io import BytesIO

    folder = os.path.join(LOCALE_FOLDER, code, "LC_MESSAGES")
    return GNUTranslations(BytesIO(compiled_form(os.path.join(folder, f"{DOMAIN}.po"))))


def compiled_form(po: str) -> bytes:
    """Return the compiled catalogue of a `.po` file: the `.mo` file beside it, compiled again if
    needed.

    It is up to date if it has the same time as the `.po` file. An installed package has only `.mo`
    files.
    """
    mo = f"{po.removesuffix('.po')}.mo"
    source = _time_of(po)
    if source is not None and source != _time_of(mo):
        from crivello.words.po import compile_po

        return compile_po(po)
    with open(mo, "rb") as file:
        return file.read()


def _time_of(file: str) -> int | None:
    """Return the time when a file was last changed; None if there is no such file."""
    try:
        return os.stat(file).st_mtime_ns
    except FileNotFoundError:
        return None


def say(
    what: Sayable, language: Language, names: PlayerNames | None = None, /, **values: object
) -> str:
    """Return a sentence in a language, with names in place of player ids."""
    return translator(language).with_names(names).say(what, **values)


def points(amount: int, unit: int, language: Language = Language.EN) -> str:
    """Return points as players write them; `unit` units make one point.

    >>> points(3, 2), points(13, 10, Language.IT)
    ('1½', '1,3')
    """
    return written_points(amount, unit, language.decimal_mark)


def decimal_points(amount: int, unit: int, language: Language, places: int = 0) -> str:
    """Return points as a decimal number with at least `places` decimals, for aligned columns.

    >>> decimal_points(3, 2, Language.EN), decimal_points(3, 2, Language.IT)
    ('1.5', '1,5')
    """
    return written_decimal(amount, unit, language.decimal_mark, places)
