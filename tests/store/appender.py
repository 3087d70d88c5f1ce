"""A child process that appends to a file until it is killed: `python -m tests.store.appender FILE`.

Each append is told on standard output when it is acknowledged, and only then.
"""

import sys

from crivello.store import LogFile, NewEntry


def main() -> None:
    with LogFile.open(sys.argv[1]) as log:
        last = log.last()
        while True:
            # Some events are long, so that a commit touches many pages.
            payload = f'{{"n": {last + 1}, "text": "{"x" * (7000 if last % 5 == 0 else 40)}"}}'
            entry = log.append(NewEntry("now", "child", "", "Test", payload), last)
            last = entry.sequence
            sys.stdout.write(f"{last}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
