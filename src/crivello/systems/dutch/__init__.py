"""The FIDE (Dutch) system: editions 2017 and 2026 (and, as a procedure of its own, 2011)."""
