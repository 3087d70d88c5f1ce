"""`python -m crivello` is the command `crivello`."""

import sys

from crivello.cli import main

if __name__ == "__main__":
    sys.exit(main())
