"""Files of Swiss-Manager (.TUNX, .TURX, .TUMX), read only: see docs/reference/swiss-manager.md."""

MAGIC = b"\x93\xff\x89\x44"
"""The first bytes of such a file, whatever its name."""
