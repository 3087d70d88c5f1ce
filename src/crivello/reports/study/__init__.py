"""What a study found: as tables for programs, as figures, and as a page."""
