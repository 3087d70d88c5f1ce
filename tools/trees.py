"""Traversal of syntax trees in a third of the time of `ast.walk`."""

import ast


def walk(tree: ast.AST) -> list[ast.AST]:
    """Return all nodes in the order of `ast.walk`, except `Load`, `Store` and `Del`, a third of
    them.
    """
    found = [tree]
    for node in found:  # it grows
        kind = node.__class__
        names = _FIELDS.get(kind)
        if names is None:
            names = _FIELDS[kind] = tuple(name for name in kind._fields if name != "ctx")
        for name in names:
            value = getattr(node, name, None)
            if value.__class__ is list:
                found += [one for one in value if isinstance(one, ast.AST)]
            elif isinstance(value, ast.AST):
                found.append(value)
    return found


_FIELDS: dict[type[ast.AST], tuple[str, ...]] = {ast.Constant: (), ast.Name: ()}
"""The fields of each class of nodes that can contain nodes."""
