"""How points are written. They are integers in the tournament's unit, and stay exact on paper."""

from math import gcd

from crivello.words.language import Language

DECIMAL_MARK = {Language.EN: ".", Language.IT: ","}


def points(amount: int, unit: int, language: Language = Language.EN) -> str:
    """Points as players write them; `unit` is how many units make one point.

    >>> points(3, 2), points(1, 2), points(0, 2), points(-1, 2)
    ('1½', '½', '0', '-½')
    >>> points(13, 10), points(4, 3)
    ('1.3', '1 1/3')
    """
    whole, rest = divmod(abs(amount), unit)
    if rest * 2 != unit:
        return decimal_points(amount, unit, language)
    return f"{'-' if amount < 0 else ''}{whole or ''}½"


def decimal_points(amount: int, unit: int, language: Language, places: int = 0) -> str:
    """Points as a decimal number with at least `places` places, for columns that line up.

    >>> decimal_points(3, 2, Language.EN), decimal_points(3, 2, Language.IT)
    ('1.5', '1,5')
    >>> decimal_points(4, 2, Language.EN, places=1), decimal_points(5, 4, Language.EN)
    ('2.0', '1.25')

    A unit that has no finite decimal (a third of a point) is written as a fraction.
    """
    sign = "-" if amount < 0 else ""
    whole, rest = divmod(abs(amount), unit)
    divisor = gcd(rest, unit)
    rest, parts = rest // divisor, unit // divisor
    # 10**n holds n twos and n fives, and no number has more of them than bits.
    length = next((n for n in range(parts.bit_length()) if 10**n % parts == 0), None)
    if length is None:
        return f"{sign}{whole} {rest}/{parts}" if whole else f"{sign}{rest}/{parts}"
    length = max(length, places)
    if length == 0:
        return f"{sign}{whole}"
    digits = str(rest * 10**length // parts).zfill(length)
    return f"{sign}{whole}{DECIMAL_MARK[language]}{digits}"
