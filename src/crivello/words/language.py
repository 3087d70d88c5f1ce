"""The languages of crivello, and the choice of one."""

from collections.abc import Mapping
from enum import Enum

from crivello.model.errors import CrivelloError
from crivello.model.sentence import N_


class Language(Enum):
    """A language of the catalogue; the value is its ISO 639 code."""

    __hash__ = object.__hash__  # quicker than by name (see `result`)

    EN = "en"
    """English: the sentences as written in the source."""
    IT = "it"
    """Italian."""

    @classmethod
    def parse(cls, text: str) -> "Language":
        """The language of a code or a locale name: `it`, `IT`, `it-IT`, `it_IT.UTF-8`."""
        code = text.strip().replace("-", "_").partition("_")[0].partition(".")[0].lower()
        for language in cls:
            if language.value == code:
                return language
        raise UnknownLanguageError(text)


class DraftLanguage(Enum):
    """A language that has only the answers to players, and that no native speaker has read."""

    ES = "es"
    """Spanish."""


class UnknownLanguageError(CrivelloError, ValueError, code="unknown-language-error"):
    """Somebody asked for a language that is not in the catalogue."""

    def __init__(self, found: str) -> None:
        super().__init__(
            N_("The language {found} is not known; choose one of: {known}."),
            found=found,
            known=", ".join(language.value for language in Language),
        )


def choose_language(option: str | None, environ: Mapping[str, str]) -> Language:
    """The user's language: the `--lang` option, else CRIVELLO_LANG, else the locale, else English.

    An option or CRIVELLO_LANG with an unknown language raises `UnknownLanguageError`. The locale is
    only a hint: the first of LC_ALL, LC_MESSAGES and LANG that is set decides, as in POSIX, and an
    unknown language means English.
    """
    wanted = option or environ.get("CRIVELLO_LANG")
    if wanted:
        return Language.parse(wanted)
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if locale := environ.get(variable):
            try:
                return Language.parse(locale)
            except UnknownLanguageError:
                return Language.EN
    return Language.EN
