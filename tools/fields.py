"""Write the references of settings, players' fields and columns: `make generate WHAT=fields`.

They are made from the tables in the code; a test holds the pages in `docs/reference` equal to them.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from crivello.desk.setting_grammar import TABLE, Group, Setting
from crivello.model.player_fields import FIELDS, FieldKind, PlayerField, TableUse
from crivello.words import Language, translator
from tools.columns import COLUMNS, columns_page

ROOT = Path(__file__).resolve().parent.parent
SETTINGS = ROOT / "docs" / "reference" / "settings.md"
PLAYER_FIELDS = ROOT / "docs" / "reference" / "player-fields.md"

ABOUT_SETTINGS = """# Settings

Everything that is announced of a tournament, as `crivello new` and `crivello set` take it:
KEY=VALUE. Days are written `2026-03-01`; lists have commas between their values, or `;` if the
values have commas. The page *Settings* has the same, in the groups below, and `/api/v1` the fields
`settings` and `announced` of a section.

A further section begins with every setting that is not marked *own*, as the section at
hand has it (with `crivello section`: the first one). Place and times are common to all sections.
"""
KEPT = ("settings", "announced")


def settings_page() -> str:
    parts = [ABOUT_SETTINGS]
    for group in Group:
        parts.append(f"## {group.value}\n")
        parts.append("| key | on the page | values | in JSON |")
        parts.append("|---|---|---|---|")
        parts += [_setting(one) for one in TABLE if one.group is group]
        parts.append("")
    return "\n".join(parts)


def _setting(one: Setting) -> str:
    say = translator(Language.EN).say
    if one.is_switch:
        values = "`yes` or `no`"
    elif one.choices:
        values = "; ".join(f"`{word}`: {say(text)}" for word, text in one.choices.items())
    else:
        values = say(one.help)
    if one.own and one.group is not Group.SCHEDULE:
        values += "; *own*"
    kept = ", ".join(dict.fromkeys(f"`{KEPT[part]}.{name}`" for part, name in one.fields))
    article = f" ({_article(one)})" if one.article else ""
    return f"| `{one.key}` | {say(one.label)}{article} | {values} | {kept} |"


def _article(one: Setting) -> str:
    return one.article if isinstance(one.article, str) else one.article.value[-1]


ABOUT_FIELDS = """# Fields of a player

The columns of a table of players ([CSV](csv.md)), the words of `crivello add` and `crivello edit`
as KEY=VALUE (there `-` may stand for `_`), and the fields of the form of a player. Columns of an
imported table are recognised by their headings, in English and Italian, whatever their capitals,
accents and blanks; any other column can be taken as a group, `tag:KEY`.
"""
USES = {
    TableUse.ALWAYS: "always",
    TableUse.IF_ANY: "if any player has it",
    TableUse.IMPORT: "in imports and lists",
}


def fields_page() -> str:
    parts = [ABOUT_FIELDS, "| key | value | column | group | recognised headings |"]
    parts += ["|---|---|---|---|---|", *map(_field, FIELDS), ""]
    return "\n".join(parts)


KINDS = {
    FieldKind.TEXT: "",
    FieldKind.TITLE: "GM, IM, WGM, FM, WIM, CM, WFM or WCM",
    FieldKind.RATING: "up to four digits; 0: none",
    FieldKind.FACTOR: "a number",
    FieldKind.FIDE_ID: "a number",
    FieldKind.BIRTH: "a year or a day: `1990`, `1990-03-01`, `1.3.1990`, `1 March 1990`",
    FieldKind.SEX: "`m`, `w` or `f`",
    FieldKind.FEDERATION: "the code of a federation, or a country",
}


def _field(one: PlayerField) -> str:
    say = translator(Language.EN).say
    kind = KINDS[one.kind] and f": {KINDS[one.kind]}"
    headings = ", ".join(one.headings.split()) or "a second column of ratings"
    group = "yes" if one.grouping else ""
    return f"| `{one.key}` | {say(one.name)}{kind} | {USES[one.use]} | {group} | {headings} |"


def made() -> Iterator[tuple[Path, str]]:
    yield SETTINGS, settings_page()
    yield PLAYER_FIELDS, fields_page()
    yield COLUMNS, columns_page()


def main() -> int:
    for path, text in made():
        path.write_text(text, encoding="utf-8", newline="\n")
        print(path.relative_to(ROOT))
    return 0


if __name__ == "__main__":
    sys.exit(main())
