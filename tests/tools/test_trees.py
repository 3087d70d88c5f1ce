"""Our traversal of syntax trees visits the same nodes as Python's."""

import ast
from pathlib import Path

from tools import catalogue
from tools.trees import walk


def test_it_is_the_walk_of_python_without_contexts() -> None:
    for name in (__file__, catalogue.__file__, ast.__file__):
        tree = ast.parse(Path(name).read_text(encoding="utf-8"))
        expected = [one for one in ast.walk(tree) if not isinstance(one, ast.expr_context)]
        assert walk(tree) == expected
