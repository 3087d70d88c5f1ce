"""Compile the catalogues of sentences when the package is built or installed."""

import runpy
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompiledCatalogues(BuildHookInterface):
    """Writes a `.mo` file beside each `.po` file; the wheel holds the first and not the second."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        words = Path(self.root, "src", "crivello", "words")
        compile_po = runpy.run_path(str(words / "po.py"))["compile_po"]
        for po in sorted(words.glob("locale/*/LC_MESSAGES/*.po")):
            po.with_suffix(".mo").unlink(missing_ok=True)
            compile_po(str(po))
            if not po.with_suffix(".mo").exists():
                raise OSError(f"{po.with_suffix('.mo')} cannot be written")
