"""The changes that can be made to a module: each is one node of its syntax tree, replaced.

A change is something a person could have written by mistake: another comparison, `and` for `or`,
one more or one less, `min` for `max`, a statement left out, two arguments the other way round.
Annotations, decorators, assertions, docstrings and sentences for users stay as they are.
"""

from __future__ import annotations

import ast
import copy
import hashlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType

Function = ast.FunctionDef | ast.AsyncFunctionDef

COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitAnd,
}
NAMES = {"min": "max", "max": "min", "any": "all", "all": "any", "sorted": "list"}
METHODS = {
    "ljust": "rjust",
    "rjust": "ljust",
    "startswith": "endswith",
    "endswith": "startswith",
    "append": "count",
    "add": "discard",
}
KEYWORDS = {"key", "reverse", "default", "start"}
MARKS = {"N_", "TypeVar", "NewType"}
"""Calls whose arguments are texts for users or for the type checker."""


@dataclass(frozen=True)
class Mutant:
    """One change of one module."""

    file: str
    place: int
    """The index of the node among those that can change, in the order of the source."""
    choice: int
    line: int
    lines: frozenset[int]
    """The lines of the node and the first line of its statement: tests that run one of them may
    notice.
    """
    function: str
    """The name of the outermost function around the node; empty at the level of the module."""
    before: str
    after: str
    names: frozenset[str]
    """For a node outside functions: the names whose value depends on it."""
    copy: int
    """The number of this change among equal changes in a function."""

    @property
    def key(self) -> str:
        """The name of the change, which edits elsewhere in the file do not alter."""
        return f"{self.file} {self.function} | {self.before} → {self.after} | {self.copy}"

    def order(self, seed: int) -> bytes:
        return hashlib.sha256(f"{seed} {self.key}".encode()).digest()


@dataclass(frozen=True)
class MutableNode:
    """A node that can change, with its statement, function and names."""

    node: ast.AST
    statement: ast.stmt
    function: str
    names: frozenset[str]


def mutable_nodes(tree: ast.Module) -> Iterator[MutableNode]:
    for statement in tree.body:
        yield from _statement(statement, "", "", frozenset())


def _statement(
    node: ast.stmt, scope: str, function: str, names: frozenset[str]
) -> Iterator[MutableNode]:
    if isinstance(node, ast.Import | ast.ImportFrom | ast.Assert | ast.Global | ast.Nonlocal):
        return
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return
    if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
        return
    if isinstance(node, Function):
        name = f"{scope}{node.name}"
        for default in (*node.args.defaults, *node.args.kw_defaults):
            if default is not None:
                yield from _expression(default, node, function, names | {node.name})
        for inner in node.body:
            yield from _statement(inner, f"{name}.", function or name, frozenset())
        return
    if isinstance(node, ast.ClassDef):
        for inner in node.body:
            yield from _statement(inner, f"{scope}{node.name}.", function, names | {node.name})
        return
    if not function:
        names |= _assigned(node)
    yield MutableNode(node, node, function, names)
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "type_comment"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.stmt):
                yield from _statement(child, scope, function, names)
            elif isinstance(child, ast.expr):
                yield from _expression(child, node, function, names)
            elif isinstance(child, ast.match_case | ast.ExceptHandler):
                if isinstance(child, ast.match_case) and child.guard is not None:
                    yield from _expression(child.guard, node, function, names)
                for inner in child.body:
                    yield from _statement(inner, scope, function, names)
            elif isinstance(child, ast.withitem):
                yield from _expression(child.context_expr, node, function, names)


def _assigned(node: ast.stmt) -> frozenset[str]:
    targets: list[ast.expr] = []
    if isinstance(node, ast.Assign):
        targets = node.targets
    elif isinstance(node, ast.AnnAssign | ast.AugAssign):
        targets = [node.target]
    return frozenset(
        inner.id for one in targets for inner in ast.walk(one) if isinstance(inner, ast.Name)
    )


def _expression(
    node: ast.AST, statement: ast.stmt, function: str, names: frozenset[str]
) -> Iterator[MutableNode]:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        if node.func.id in MARKS:
            return
        if node.func.id == "cast":
            yield from _expression(node.args[1], statement, function, names)
            return
    said = isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] == "say"
    yield MutableNode(node, statement, function, names)
    for child in ast.iter_child_nodes(node):
        if isinstance(node, ast.JoinedStr) and isinstance(child, ast.Constant):
            continue
        if isinstance(node, ast.FormattedValue) and child is node.format_spec:
            continue
        if said and isinstance(child, ast.Constant):
            continue
        yield from _expression(child, statement, function, names)


def alternatives(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes that can replace a node."""
    match node:
        case ast.Compare():
            for at, operator in enumerate(node.ops):
                for other in COMPARISONS[type(operator)]:
                    changed = copy.copy(node)
                    changed.ops = [*node.ops[:at], other(), *node.ops[at + 1 :]]
                    yield changed
        case ast.BoolOp():
            other_op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
            yield ast.BoolOp(other_op, node.values)
            for at in range(len(node.values)):
                rest = [*node.values[:at], *node.values[at + 1 :]]
                yield ast.BoolOp(node.op, rest) if len(rest) > 1 else rest[0]
        case ast.UnaryOp(op=ast.Not() | ast.USub()):
            yield node.operand
        case ast.BinOp() if type(node.op) in OPERATORS:
            yield ast.BinOp(node.left, OPERATORS[type(node.op)](), node.right)
        case ast.AugAssign() if type(node.op) in OPERATORS:
            yield ast.AugAssign(node.target, OPERATORS[type(node.op)](), node.value)
            yield ast.Pass()
        case ast.Constant(value=bool() as flag):
            yield ast.Constant(not flag)
        case ast.Constant(value=int() as number):
            yield ast.Constant(number + 1)
            yield ast.Constant(number - 1)
        case ast.Constant(value=str() as text) if text and " " not in text:
            yield ast.Constant(text + "?")
        case ast.Call():
            yield from _calls(node)
        case ast.If() | ast.IfExp():
            for value in (True, False):
                changed_if = copy.copy(node)
                changed_if.test = ast.Constant(value)
                yield changed_if
        case ast.While():
            yield ast.While(ast.Constant(value=False), node.body, node.orelse)
        case ast.comprehension() if node.ifs:
            yield ast.comprehension(node.target, node.iter, [], node.is_async)
        case ast.Return(value=ast.expr() as value) if not isinstance(value, ast.Constant):
            yield ast.Return(ast.Constant(None))
        case ast.Expr() | ast.Raise() | ast.Delete():
            yield ast.Pass()
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            yield ast.Pass()
        case ast.Break():
            yield ast.Continue()
        case ast.Continue():
            yield ast.Break()
        case _:
            return


def _calls(node: ast.Call) -> Iterator[ast.AST]:
    in_any_order = isinstance(node.func, ast.Name) and node.func.id in ("min", "max")
    plain = not in_any_order and not any(isinstance(one, ast.Starred) for one in node.args[:2])
    if len(node.args) >= 2 and plain and ast.dump(node.args[0]) != ast.dump(node.args[1]):
        one, other, *rest = node.args
        yield ast.Call(node.func, [other, one, *rest], node.keywords)
    if isinstance(node.func, ast.Name) and node.func.id in NAMES:
        name = ast.Name(NAMES[node.func.id], ast.Load())
        keywords = [] if name.id == "list" else node.keywords
        yield ast.Call(name, node.args, keywords)
    if isinstance(node.func, ast.Attribute) and node.func.attr in METHODS:
        method = ast.Attribute(node.func.value, METHODS[node.func.attr], ast.Load())
        yield ast.Call(method, node.args, node.keywords)
    for at, keyword in enumerate(node.keywords):
        if keyword.arg in KEYWORDS:
            kept = [*node.keywords[:at], *node.keywords[at + 1 :]]
            yield ast.Call(node.func, node.args, kept)


def mutants(file: Path, root: Path) -> Iterator[Mutant]:
    """Yield all changes of a module, in the order of its source."""
    name = file.relative_to(root).as_posix()
    seen: Counter[tuple[str, str, str]] = Counter()
    for place, node_ in enumerate(mutable_nodes(ast.parse(file.read_text(encoding="utf-8")))):
        for choice, other in enumerate(alternatives(node_.node)):
            before, after = _source_line(node_.node), _source_line(other)
            seen[node_.function, before, after] += 1
            yield Mutant(
                file=name,
                place=place,
                choice=choice,
                line=_first_line(node_.node, node_.statement),
                lines=_lines(node_.node, node_.statement),
                function=node_.function,
                before=before,
                after=after,
                names=frozenset() if node_.function else node_.names,
                copy=seen[node_.function, before, after],
            )


def _first_line(node: ast.AST, statement: ast.stmt) -> int:
    return node.lineno if isinstance(node, ast.expr | ast.stmt) else statement.lineno


def _lines(node: ast.AST, statement: ast.stmt) -> frozenset[int]:
    found = {statement.lineno}
    head = node.test if isinstance(node, ast.If | ast.While) else node
    if isinstance(head, ast.comprehension):
        head = head.ifs[0]
    if isinstance(head, ast.expr | ast.stmt):
        found |= set(range(head.lineno, (head.end_lineno or head.lineno) + 1))
    return frozenset(found)


def _source_line(node: ast.AST) -> str:
    """Return the source of a node in one line; for a statement with a body, its first line."""
    if isinstance(node, ast.comprehension):
        return " ".join(["for … in …", *(f"if {ast.unparse(one)}" for one in node.ifs)])
    if isinstance(node, ast.If | ast.While):
        word = "if" if isinstance(node, ast.If) else "while"
        return f"{word} {ast.unparse(node.test)}"
    return " ".join(ast.unparse(ast.fix_missing_locations(node)).split())


def mutated(source: str, mutant: Mutant) -> ast.Module:
    """Return the syntax tree of a module with the change made."""
    tree = ast.parse(source)
    for place, node_ in enumerate(mutable_nodes(tree)):
        if place == mutant.place:
            new = list(alternatives(node_.node))[mutant.choice]
            if isinstance(new, ast.expr | ast.stmt):
                ast.copy_location(new, node_.node)
            _Replace(node_.node, new).visit(tree)
            return ast.fix_missing_locations(tree)
    raise LookupError(mutant.key)


class _Replace(ast.NodeTransformer):
    def __init__(self, old: ast.AST, new: ast.AST) -> None:
        self.old, self.new = old, new

    def visit(self, node: ast.AST) -> ast.AST:
        if node is self.old:
            return self.new
        self.generic_visit(node)
        return node


def functions(module: CodeType) -> list[CodeType]:
    """Return the code of the functions of a module and its classes, except those inside
    functions.
    """
    found = []
    for one in module.co_consts:
        if isinstance(one, CodeType):
            # Only the bodies of classes keep their names in a dictionary.
            found += [one] if one.co_flags & 0x1 else functions(one)
    return found
