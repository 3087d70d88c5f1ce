"""The page without an installation: crivello runs in the visitor's browser.

`answers` answers the questions of the page, which the browser's Python (Pyodide) calls with JSON.
`index.html` is the template of the page, and `assets` has its scripts and its style sheet.
`tools/page.py` puts everything into a folder: `make page`.
"""
