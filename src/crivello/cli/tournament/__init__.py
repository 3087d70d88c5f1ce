"""Commands about a tournament file: its settings, its log, its copies, and other formats."""
