"""The FIDE (Dutch) system, editions 2017 and 2026 (2011 is a procedure of its own)."""
