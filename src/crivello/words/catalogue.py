"""How sentences are said in a language.

The English text is the key of a sentence; `locale/<language>/LC_MESSAGES/crivello.po` holds its
translations and `crivello.mo` beside it is the compiled form read here. `make catalogue` keeps
both in step with the code.
"""

import os
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING

from crivello.words.language import Language
from crivello.words.sentence import Sentence, Template

if TYPE_CHECKING:
    from gettext import NullTranslations

DOMAIN = "crivello"
LOCALE_FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "locale")


class Translator:
    """Says sentences in one language. Get it from `translator`."""

    def __init__(self, language: Language, catalogue: "NullTranslations | None") -> None:
        self.language = language
        self._catalogue = catalogue

    def say(self, sentence: Template | Sentence, /, **values: object) -> str:
        """The sentence in this language, its fields filled in."""
        if isinstance(sentence, Sentence):
            return self.say(sentence.template, **{**sentence.values, **values})
        said = {
            name: self.say(value) if isinstance(value, Sentence) else value
            for name, value in values.items()
        }
        return self._translate(sentence, values).format_map(said)

    def _translate(self, template: Template, values: Mapping[str, object]) -> str:
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
    import gettext  # here, so that a program that speaks English does not pay for it

    return Translator(language, gettext.translation(DOMAIN, LOCALE_FOLDER, [language.value]))


def say(sentence: Template | Sentence, language: Language, /, **values: object) -> str:
    """Say one sentence in a language."""
    return translator(language).say(sentence, **values)
