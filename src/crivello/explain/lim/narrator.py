"""Explain rounds of the Lim system."""

from __future__ import annotations

from collections.abc import Mapping

from crivello.explain.colours import ColourReason
from crivello.explain.procedure import ProcedureNarrator


class LimNarrator(ProcedureNarrator):
    colour_reasons: Mapping[str, ColourReason] = {
        "7.2": ColourReason.UPPER_HALF,
        "5.1": ColourReason.BOTH,
        "5.1.2": ColourReason.LIMIT_DIFFERENCE,
        "5.1.b": ColourReason.LIMIT_DIFFERENCE,
        "5.3": ColourReason.LIMIT_RUNNING,
        "5.5": ColourReason.WIDER,
        "5.6": ColourReason.WIDER,
        "5.4": ColourReason.ALTERNATE,
    }


NARRATOR = LimNarrator
