"""The results of a study: tables for programs, figures, and a page."""
