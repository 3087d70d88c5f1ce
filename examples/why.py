"""Why a player has this opponent: python examples/why.py FILE ROUND PLAYER [LANGUAGE]"""

import sys

import crivello as cv

path, number, player, *rest = sys.argv[1:]
try:
    t = cv.read(path, tolerant=True)
    print(cv.explain(t, int(number), player, language=rest[0] if rest else "en"))
except cv.CrivelloError as error:
    sys.exit(str(error))
