"""Answer calls of Gacrux line by line, so that its interpreter is started only once.

Runs in the environment of Gacrux and needs nothing of ours. Each input line has the name of a
module and its arguments, as JSON; each output line is what the module prints.
"""

from __future__ import annotations

import contextlib
import io
import json
import runpy
import sys


def call(module: str, arguments: list[str]) -> str:
    """Return the output of ``python -m gacrux.MODULE ARGUMENTS``."""
    out = io.StringIO()
    sys.argv = [module, *arguments]
    with contextlib.redirect_stdout(out), contextlib.suppress(SystemExit):
        runpy.run_module(f"gacrux.{module}", run_name="__main__")
    return out.getvalue()


def main() -> None:
    answers = sys.stdout
    for line in sys.stdin:
        module, *arguments = json.loads(line)
        try:
            answer = call(module, arguments)
        except Exception as error:  # noqa: BLE001 - whatever is wrong there is told here
            answer = json.dumps({"status": {"code": -1, "error": [repr(error)]}})
        print(json.dumps(answer), file=answers, flush=True)


if __name__ == "__main__":
    main()
