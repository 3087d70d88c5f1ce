"""Write the arbiter's manual that comes with the program: `make generate WHAT=manual`.

docs/run/manual.md is its source in English, docs/run/manual.it.md in Italian; a language without
one shows the English manual. The package has each as text, for a terminal, and as HTML, for the
desk; a test holds them equal to what this makes.
"""

import re
import sys
from pathlib import Path

from markdown import Markdown

from crivello.words import Language

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "src" / "crivello" / "manual"


def sources() -> dict[Language, Path]:
    """Return the source of each existing manual, by language."""
    folder = ROOT / "docs" / "run"
    others = {one: folder / f"manual.{one.value}.md" for one in Language}
    found = {language: path for language, path in others.items() if path.exists()}
    return {Language.EN: folder / "manual.md"} | found


def made() -> dict[Path, str]:
    """Return the files of the package with the content that they should have."""
    files = {}
    for language, source in sources().items():
        text = source.read_text(encoding="utf-8")
        files[TARGET / f"{language.value}.md"] = text
        files[TARGET / f"{language.value}.htm"] = as_html(text)
    return files


def as_html(text: str) -> str:
    """Return the manual as HTML with its contents below the title; tables can be scrolled on a
    phone.
    """
    converter = Markdown(extensions=["tables", "toc"], extension_configs={"toc": {"toc_depth": 2}})
    body = converter.convert(text)
    title, rest = body.split("</h1>", 1)
    contents: str = converter.toc
    links = re.findall(r'<li><a href="([^"]+)">(.*?)</a></li>', contents)
    nav = "".join(f'<li><a href="{where}">{name}</a></li>' for where, name in links)
    rest = rest.replace("<table>", '<div class="scroll" tabindex="0"><table>')
    rest = rest.replace("</table>", "</table></div>")
    return f'{title}</h1>\n<nav class="contents"><ul>{nav}</ul></nav>{rest}\n'


def main() -> int:
    TARGET.mkdir(exist_ok=True)
    for path, text in made().items():
        path.write_text(text, encoding="utf-8", newline="\n")
        print(path.relative_to(ROOT))
    return 0


if __name__ == "__main__":
    sys.exit(main())
