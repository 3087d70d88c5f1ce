"""Who may meet whom by the absolute rules of each system, said before the results are known.

Whom somebody has met and which colours he had does not depend on results. The exceptions that some
systems make in the last round do: they are for top scorers, or for players of equal score.
"""

from __future__ import annotations

from crivello.model.field import Entrant
from crivello.systems.burstein.groups import may_meet_2016, may_meet_2026
from crivello.systems.dubov.bracket import may_meet as dubov
from crivello.systems.dubov.procedure_1997_players import Players
from crivello.systems.dutch.bracket import may_meet as dutch
from crivello.systems.lim.compatible import compatible
from crivello.systems.verify import MayMeet

_NOBODY: frozenset[int] = frozenset()


def _dutch(a: Entrant, b: Entrant) -> bool:
    return dutch(a, b, _NOBODY)


_BY_RULES: dict[str, MayMeet] = {
    "dutch-2026": _dutch,
    "dutch-2017": _dutch,
    "dutch-2011": _dutch,
    "dubov-2026": dubov,
    "dubov-2018": dubov,
    "dubov-1997": Players.may_meet,
    "burstein-2026": may_meet_2026,
    "burstein-2016": may_meet_2016,
    "lim-1999": compatible,
}
_EXCEPTIONS = ("dutch-2026", "dutch-2017", "dutch-2011", "lim-1999")
"""Systems whose colour rules have exceptions in the last round."""


def by_rules(key: str) -> MayMeet:
    """Who may meet in any round, whatever the results."""
    return _BY_RULES[key]


def at_best(key: str, last_round: bool) -> MayMeet:
    """Who may meet if the results make every exception of the round apply."""
    return strangers if last_round and key in _EXCEPTIONS else _BY_RULES[key]


def strangers(a: Entrant, b: Entrant) -> bool:
    """They have not met, and are not forbidden to."""
    return b.id not in a.avoid
