"""Write the OpenAPI descriptions of the engine and the desk, for clients to be made from.

    python -m tools.openapi FOLDER

`make release` puts them next to the wheel.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any


def descriptions() -> dict[str, dict[str, Any]]:
    """Return the descriptions by the names of their files."""
    from crivello.web.api.description import describe
    from crivello.web.service.app import create_service
    from crivello.web.service.middleware import ServiceLimits

    return {
        "openapi-desk.json": describe(),
        "openapi-engine.json": create_service(1, ServiceLimits()).openapi(),
    }


def write(folder: Path) -> list[Path]:
    """Write the files; return their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for name, found in descriptions().items():
        path = folder / name
        text = json.dumps(found, indent=1, sort_keys=True, ensure_ascii=False) + "\n"
        path.write_text(text, encoding="utf-8", newline="\n")
        paths.append(path)
    return paths


def main() -> int:
    for path in write(Path(sys.argv[1] if len(sys.argv) > 1 else "dist")):
        print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
