"""The Burstein system: the older text (2016) and the rewritten one (2026)."""
