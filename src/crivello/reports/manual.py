"""The arbiter's manual that comes with the program; `tools.manual` makes it from `docs/`."""

from __future__ import annotations

from pathlib import Path

from crivello.words import Language

FOLDER = Path(__file__).resolve().parent.parent / "manual"
STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:52rem;margin:2rem auto;padding:0 1rem}"
    "table{border-collapse:collapse}th,td{border:1px solid #999;padding:.2rem .5rem;"
    "text-align:left;vertical-align:top}code,pre{background:#eee}.scroll{overflow-x:auto}"
)


def manual_language(language: Language) -> Language:
    """Return the language if there is a manual in it, else English."""
    return language if (FOLDER / f"{language.value}.md").exists() else Language.EN


def manual_text(language: Language) -> str:
    """Return the manual as Markdown, which reads well in a terminal."""
    return _read(language, "md")


def manual_html(language: Language) -> str:
    """Return the manual as HTML for the body of a page."""
    return _read(language, "htm")


def _read(language: Language, ending: str) -> str:
    return (FOLDER / f"{manual_language(language).value}.{ending}").read_text(encoding="utf-8")


def manual_page(language: Language) -> str:
    """Return the manual as a whole HTML page that loads nothing from elsewhere."""
    text = manual_html(language)
    title = text.split(">", 1)[1].split("</h1>", 1)[0]
    head = f'<meta charset="utf-8"><title>{title}</title><style>{STYLE}</style>'
    code = manual_language(language).value
    return (
        f'<!doctype html>\n<html lang="{code}"><head>{head}</head>\n<body>\n{text}</body></html>\n'
    )
