"""The arbiter's manual that comes with the program; made from `docs/` by `tools.manual`."""

from __future__ import annotations

from pathlib import Path

from crivello.words import Language

FOLDER = Path(__file__).resolve().parent.parent / "manual"
STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:52rem;margin:2rem auto;padding:0 1rem}"
    "table{border-collapse:collapse}th,td{border:1px solid #999;padding:.2rem .5rem;"
    "text-align:left;vertical-align:top}code,pre{background:#eee}.scroll{overflow-x:auto}"
)


def manual_text(language: Language) -> str:
    """As Markdown, which reads well in a terminal."""
    return (FOLDER / f"{language.value}.md").read_text(encoding="utf-8")


def manual_html(language: Language) -> str:
    """The inside of a page."""
    return (FOLDER / f"{language.value}.htm").read_text(encoding="utf-8")


def manual_page(language: Language) -> str:
    """A whole page that needs nothing else."""
    text = manual_html(language)
    title = text.split(">", 1)[1].split("</h1>", 1)[0]
    head = f'<meta charset="utf-8"><title>{title}</title><style>{STYLE}</style>'
    code = language.value
    return (
        f'<!doctype html>\n<html lang="{code}"><head>{head}</head>\n<body>\n{text}</body></html>\n'
    )
