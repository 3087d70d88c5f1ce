"""Tie-breaks chosen on a form: lists that FIDE recommended, a choice for each place, or codes."""

from __future__ import annotations

from crivello.desk import Section
from crivello.model.errors import CrivelloError
from crivello.model.grammar import read_codes
from crivello.model.keys import has_two_games, is_round_robin, pairs_matches
from crivello.model.quick import frozen
from crivello.standings.tie_breaks import (
    PICKED,
    RECOMMENDED,
    TEAMS_BY_CODE,
    TieBreak,
    recommended_list,
)
from crivello.standings.wording import meaning_of, name_of
from crivello.web.forms import Fields
from crivello.web.view import View
from crivello.words import N_, Template, Translator

PLACES = 8
"""Places to choose for; there is always a free one."""
OF_ROUND_ROBINS: tuple[str, Template, tuple[str, ...]] = (
    "round-robin",
    N_("For round robins"),
    ("DE", "WIN", "SB", "KS"),
)
"""Buchholz is not for them."""
OF_TEAMS: tuple[str, Template, tuple[str, ...]] = (
    "teams",
    N_("For teams"),
    ("MPTS", "GPTS", "BH:MP", "EDE"),
)
NO_LIST: tuple[str, Template] = ("none", N_("none: players with equal points share the rank"))


@frozen
class TieBreakOption:
    """One tie-break to choose."""

    code: str
    name: str
    meaning: str
    article: str


@frozen
class TieBreakChoice:
    """What the form shows."""

    chosen: list[str]
    """For each place the code, empty for none."""
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
    picked = (*TEAMS_BY_CODE, *PICKED) if teams else PICKED
    known = [_option(code, words, teams) for code in dict.fromkeys((*picked, *announced))]
    free = max(PLACES - len(announced), 1)
    players = [one.player for one in section.registrations.values()]
    return TieBreakChoice(
        [*announced, *[""] * free], known, recommended_lists(view), recommended_list(players).key
    )


def recommended_lists(view: View) -> list[tuple[str, str]]:
    """Key and text of each list, with its codes; the last is none."""
    lists = [(one.key, f"{view.say(one.title)}: {', '.join(one.codes)}") for one in RECOMMENDED]
    for key, title, codes in (OF_ROUND_ROBINS, OF_TEAMS):
        lists.append((key, f"{view.say(title)}: {', '.join(codes)}"))
    return [*lists, (NO_LIST[0], view.say(NO_LIST[1]))]


def listed_codes(key: str) -> tuple[str, ...] | None:
    """The codes of a recommended list, or of none; None if there is no such list."""
    lists = {one.key: one.codes for one in RECOMMENDED} | {NO_LIST[0]: ()}
    lists |= {one[0]: one[2] for one in (OF_ROUND_ROBINS, OF_TEAMS)}
    return lists.get(key)


def opening_codes(key: str, system: str) -> tuple[str, ...]:
    """The codes for a new tournament: teams and round robins take no list that is for others."""
    if pairs_matches(system) and not has_two_games(system):
        return () if key == NO_LIST[0] else OF_TEAMS[2]
    if key == OF_TEAMS[0]:
        return ()
    if is_round_robin(system) and key in {one.key for one in RECOMMENDED}:
        return OF_ROUND_ROBINS[2]
    return listed_codes(key) or ()


def chosen_codes(form: Fields) -> str | None:
    """What was chosen, as codes: typed, else a list, else place by place; None: not on the form."""
    if typed := read_codes(form.text("tie_breaks")):
        return " ".join(typed)
    codes = listed_codes(form.text("tie_break_list"))
    if codes is not None:
        return " ".join(codes)
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
    return TieBreakOption(
        code, name_of(key, words), meaning_of(key, words), f"C.07: {key.rule.article}"
    )
