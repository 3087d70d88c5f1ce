"""Write the reference of settings from the table in the code: `make generate WHAT=fields`.

A test holds the page in `docs/reference` equal to what this makes.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from crivello.desk.setting_grammar import TABLE, Group, Setting
from crivello.words import Language, translator

ROOT = Path(__file__).resolve().parent.parent
SETTINGS = ROOT / "docs" / "reference" / "settings.md"

ABOUT_SETTINGS = """# Settings

Everything that is announced of a tournament, as `crivello new` and `crivello set` take it:
KEY=VALUE. Days are written `2026-03-01`; lists have commas between their values, or `;` if the
values have commas. The page *Settings* has the same, in the groups below, and `/api/v1` the fields
`settings` and `announced` of a section.

A further section that is opened on the page gets every setting that is not marked *own*; place and
times are common to all sections.
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


def made() -> Iterator[tuple[Path, str]]:
    yield SETTINGS, settings_page()


def main() -> int:
    for path, text in made():
        path.write_text(text, encoding="utf-8", newline="\n")
        print(path.relative_to(ROOT))
    return 0


if __name__ == "__main__":
    sys.exit(main())
