"""The command line, which contains no rules of chess; modules are loaded when they are needed."""

import os
import sys
from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command of the arguments and return its exit code (see `cli.errors.Exit`)."""
    if argv is None and sys.getfilesystemencoding() == "ascii":
        _restart_in_utf8()
    arguments = list(sys.argv[1:] if argv is None else argv)
    if arguments == ["--version"]:
        from crivello import __version__

        print("crivello", __version__)
        return 0
    if argv is None and (path := os.environ.get("CRIVELLO_ENGINE")) and _may_call(arguments):
        from crivello.cli.engine_client import call_engine

        found = call_engine(path, arguments)
        if found is not None:
            os._exit(found)
    if calls_engine(arguments):
        code = answer(arguments)
        if argv is None:
            _leave(code)
        return code
    from crivello.cli.dispatch import run

    return run(arguments)


def _restart_in_utf8() -> None:
    """Start again in UTF-8 if Python was set up to read every text as ASCII.

    Python does so itself in the locale C, unless PYTHONUTF8=0 or PYTHONCOERCECLOCALE=0 is set.
    """
    if os.environ.get("PYTHONUTF8") != "1":
        os.environ["PYTHONUTF8"] = "1"
        os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])


def answer(words: list[str]) -> int:
    import gc

    gc.disable()  # one answer, then the process ends: there is nothing to collect
    from crivello.engine import run

    try:
        return run(words)
    except (Exception, KeyboardInterrupt) as error:  # noqa: BLE001  `main` reports it
        from crivello.cli.dispatch import report_failure

        return report_failure(error, words)
    finally:
        gc.enable()


def _leave(code: int) -> None:
    """End the process at once: all files are closed, and clearing up would cost a tenth of a short
    call.
    """
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except OSError:
        return  # let the interpreter say so
    os._exit(code)


def _may_call(words: list[str]) -> bool:
    """Return True if this may be an engine call, False if it is a command; nothing is loaded to
    decide.
    """
    return bool(words) and (words[0][:1] == "-" or not {".", os.sep}.isdisjoint(words[0]))


def calls_engine(words: list[str]) -> bool:
    """Return True for a call that another program makes as to an engine, instead of one of our
    commands.
    """
    if not words or None in (sys.stdin, sys.stdout, sys.stderr):
        return False
    from crivello.engine.call import BY_NAME, is_meant

    long = [word.partition("=")[0] for word in words if word.startswith("--")]
    if not is_meant(words) or any(word not in BY_NAME for word in long):
        return False
    return words[0] in BY_NAME or not {".", os.sep}.isdisjoint(words[0])
