"""The tie-breaks in a form: recommended lists, a choice for each place, or typed codes."""

from __future__ import annotations

from crivello.desk import Section
from crivello.model.errors import CrivelloError
from crivello.model.grammar import read_codes
from crivello.standard.classes import frozen
from crivello.standings.recommended import RECOMMENDED, opening_list, recommended_list
from crivello.standings.tie_breaks import PICKED, TEAMS_BY_CODE, TieBreak, plug_ins
from crivello.standings.wording import meaning_of, name_of, source_of
from crivello.web.forms import Fields
from crivello.web.view import View
from crivello.words import N_, Template, Translator

PLACES = 8
"""Places to choose for; there is always a free one."""
NO_LIST: tuple[str, Template] = ("none", N_("none: players with equal points share the rank"))


@frozen
class TieBreakOption:
    """A tie-break that the form offers."""

    code: str
    name: str
    meaning: str
    article: str


@frozen
class TieBreakChoice:
    """The choice of tie-breaks, as the form shows it."""

    chosen: list[str]
    """The code of each place, empty for none."""
    options: list[TieBreakOption]
    lists: list[tuple[str, str]]
    recommended: str
    """The key of the list for these players."""

    def meaning(self, code: str) -> str:
        return next((one.meaning for one in self.options if one.code == code), "")


def tie_break_choice(section: Section, view: View) -> TieBreakChoice:
    teams = section.has_teams
    words = view.words.of_teams(teams)
    announced = [_normal(code, teams) for code in section.settings.tie_breaks]
    picked = (*(TEAMS_BY_CODE if teams else ()), *PICKED, *plug_ins())
    known = [_option(code, words, teams) for code in dict.fromkeys((*picked, *announced))]
    free = max(PLACES - len(announced), 1)
    players = [one.player for one in section.registrations.values()]
    return TieBreakChoice(
        [*announced, *[""] * free], known, recommended_lists(view), recommended_list(players).key
    )


def recommended_lists(view: View) -> list[tuple[str, str]]:
    """Return the key and text of each recommended list; the last choice is to have no
    tie-breaks.
    """
    lists = [(one.key, f"{view.say(one.title)}: {', '.join(one.codes)}") for one in RECOMMENDED]
    return [*lists, (NO_LIST[0], view.say(NO_LIST[1]))]


def opening_codes(key: str, system: str) -> tuple[str, ...]:
    """Return the codes of the list that was chosen for a new tournament."""
    if key == NO_LIST[0]:
        return ()
    opening = opening_list(system, next((one for one in RECOMMENDED if one.key == key), None))
    return () if opening is None else opening.codes


def chosen_codes(form: Fields) -> str | None:
    """Return the chosen codes; None if the form has no tie-breaks.

    Typed codes come first, then a list, then the choices for single places.
    """
    if typed := read_codes(form.text("tie_breaks")):
        return " ".join(typed)
    lists = {one.key: one.codes for one in RECOMMENDED} | {NO_LIST[0]: ()}
    if (key := form.text("tie_break_list")) in lists:
        return " ".join(lists[key])
    places = [name for number in range(1, 100) if form.has(name := f"tie_break{number}")]
    return " ".join(filter(None, map(form.text, places))) if places else None


def _normal(code: str, teams: bool = False) -> str:
    try:
        return TieBreak.parse(code, teams).code
    except CrivelloError:  # a file may announce what is not known here
        return code


def _option(code: str, words: Translator, teams: bool = False) -> TieBreakOption:
    try:
        key = TieBreak.parse(code, teams)
    except CrivelloError:
        return TieBreakOption(code, code, "", "")
    return TieBreakOption(code, name_of(key, words), meaning_of(key, words), source_of(key, words))
