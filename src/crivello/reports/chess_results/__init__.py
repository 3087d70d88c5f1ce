"""Publish a tournament on chess-results.com: its XML file, a check of the file, and the upload.

The format is described by the site's author; the description and what rests on it at second hand
are in docs/run/chess-results.md.
"""
