"""What the developers of crivello run; no part of the package."""
