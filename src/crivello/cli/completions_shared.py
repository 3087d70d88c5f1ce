"""What both shells are told: the words that fit an option or an operand."""

from __future__ import annotations

from crivello.cli.options import Operand, Option

SYSTEM, SETTING, DATA, FILE, DESK_FILE = "system", "setting", "player-data", "file", "desk-file"


def kind_of(what: Option | Operand) -> str:
    """`-t` wants files of the desk, other options and operands files of any kind."""
    if what.name == "-t":
        return DESK_FILE
    return what.completes


def words_of(what: Option | Operand) -> tuple[str, ...]:
    """Fixed words that fit."""
    if what.choices:
        return what.choices
    if what.completes == SYSTEM:
        from crivello.model.keys import SYSTEMS

        return (*SYSTEMS.families, *SYSTEMS)
    if isinstance(what, Option) and "|" in what.value and what.value.islower():
        return tuple(what.value.split("|"))
    return ()


def pairs_of(what: Operand) -> dict[str, tuple[str, ...]]:
    """Keys of KEY=VALUE words, each with the values that fit, if they are few."""
    if what.completes == SETTING:
        from crivello.desk.setting_grammar import SECOND_PLACE, TABLE
        from crivello.model.keys import SYSTEMS

        values = {setting.key: setting.choices for setting in TABLE}
        return {**values, "system": tuple(SYSTEMS), SECOND_PLACE: ()}
    if what.completes == DATA:
        from crivello.desk.player_data import DATA_KEYS
        from crivello.model.player import Sex, Title

        return dict.fromkeys((key.replace("_", "-") for key in DATA_KEYS), ()) | {
            "title": tuple(title.value for title in Title),
            "sex": tuple(sex.value for sex in Sex),
        }
    return {}
