"""What sieve and solver put into the trace, each from its own computation."""

from __future__ import annotations

from crivello.model.trace import Trace, id_pairs, ids
from crivello.model.trace.matches import MatchBracketPaired
from crivello.systems.matches.bracket import MatchBracket
from crivello.systems.matches.editions import MatchEdition
from crivello.systems.upfloats import Pairs, by_number


def record_bracket(
    trace: Trace | None, edition: MatchEdition, bracket: MatchBracket, pairs: Pairs, following: int
) -> None:
    """`following`: what the bracket fails of C6."""
    if trace is None:
        return
    trace.append(
        MatchBracketPaired(
            bracket.score,
            ids(bracket.residents),
            ids(bracket.upfloaters),
            ids(sorted(bracket.players, key=by_number)),
            id_pairs(sorted(pairs, key=lambda pair: pair[0].number)),
            edition.failures(bracket, pairs, following),
        )
    )
