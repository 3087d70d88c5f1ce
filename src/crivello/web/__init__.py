"""The arbiter's desk in the browser; `docs/web.md` says how its pages are made.

    start -> server -> app: guard -> permissions -> pages -> desks -> crivello.desk

A door without rules inside: what may happen to a tournament is decided by `crivello.desk`, who
may ask for it by `permissions`, and what reaches us at all by `guard`.
"""
