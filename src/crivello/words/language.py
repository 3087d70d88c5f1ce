"""The languages of crivello, and the choice of one."""

from collections.abc import Mapping
from enum import Enum

from crivello.model.errors import CrivelloError
from crivello.model.sentence import N_


class Language(Enum):
    """A language of the catalogue; the value is its ISO 639 code.

    A member has its code, its own name, its decimal mark, and `draft=True` as long as its catalogue
    is incomplete or no native speaker has read it. Sentences that a draft lacks are shown in
    English.
    """

    __hash__ = object.__hash__  # quicker than by name (see `result`)

    EN = "en", "English", "."
    """English: the sentences as written in the source."""
    IT = "it", "Italiano", ","
    """Italian."""
    ES = "es", "Español", ",", True
    """Spanish, a draft: the answers to players."""

    own_name: str
    decimal_mark: str
    draft: bool

    def __new__(
        cls, code: str, own_name: str = "", decimal_mark: str = ".", draft: bool = False
    ) -> "Language":
        member = object.__new__(cls)
        member._value_ = code
        member.own_name = own_name
        member.decimal_mark = decimal_mark
        member.draft = draft
        return member

    @classmethod
    def parse(cls, text: str) -> "Language":
        """Return the language of a code or a locale name: `it`, `IT`, `it-IT`, `it_IT.UTF-8`."""
        code = text.strip().replace("-", "_").partition("_")[0].partition(".")[0].lower()
        for language in cls:
            if language.value == code:
                return language
        raise UnknownLanguageError(text)


COMPLETE_LANGUAGES = tuple(language for language in Language if not language.draft)
"""The languages in which every sentence is translated."""


class UnknownLanguageError(CrivelloError, ValueError, code="unknown-language-error"):
    """The requested language is not in the catalogue."""

    def __init__(self, found: str) -> None:
        super().__init__(
            N_("The language {found} is not known; choose one of: {known}."),
            found=found,
            known=", ".join(language.value for language in Language),
        )


def complete_language(text: str) -> Language | None:
    """Return the language of a code or a locale name; None if it is unknown or a draft.

    A draft is used only if the user asks for it, not because of settings of the system or browser.
    """
    try:
        language = Language.parse(text)
    except UnknownLanguageError:
        return None
    return None if language.draft else language


def choose_language(option: str | None, environ: Mapping[str, str]) -> Language:
    """Return the user's language: by the option `--lang`, by CRIVELLO_LANG, by the locale, or
    English.

    An unknown language in the option or CRIVELLO_LANG raises `UnknownLanguageError`. The locale is
    only a hint: the first of LC_ALL, LC_MESSAGES and LANG that is set decides, as in POSIX. If that
    language is unknown or a draft, English is used.
    """
    wanted = option or environ.get("CRIVELLO_LANG")
    if wanted:
        return Language.parse(wanted)
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if locale := environ.get(variable):
            return complete_language(locale) or Language.EN
    return Language.EN
