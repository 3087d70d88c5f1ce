"""The Dutch solver that ships: brackets by matchings, without enumeration.

`walk` goes through the brackets as the editions say; `meetings` knows who may meet and keeps a
completion of the round at hand; `bracket` finds the first best candidate of one bracket, looking
only as far down the field as it must; `costs` and `order` turn criteria and generation order into
numbers; `exact` asks one weighted matching for the answer.
"""

from .walk import solve

__all__ = ["solve"]
