"""Small faults that somebody might make in a source file, one at a time.

Each replaces a piece of the text, so that the rest of the file stays as it is. Left out are texts
for people, types, imports, and indices that are 0 (most address the only number of a compiled field).
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import NamedTuple

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
}
SQL = re.compile(r"\s*(SELECT|INSERT|UPDATE|DELETE)\b")
SQL_FAULTS = (
    (r" < ", " <= "),
    (r" <= ", " < "),
    (r" <> ", " = "),
    (r" AND ", " OR "),
    (r" IS NULL", " IS NOT NULL"),
    (r" DESC", " ASC"),
    (r" \+ 1", " + 2"),
    (r" ON CONFLICT DO NOTHING", ""),
    (r"\w+ = excluded\.\w+, ", ""),
)
"""Possible faults in an SQL statement."""


class Mutant(NamedTuple):
    """A file with one fault in it."""

    file: str
    function: str
    line: int
    last: int
    """The changed lines of the original file."""
    old: str
    new: str
    """These lines, before and after, with white space normalized."""
    text: str
    """The text of the whole file."""

    @property
    def key(self) -> tuple[str, str, str, str]:
        """What identifies it, even if its lines have moved."""
        return self.file, self.function, self.old, self.new


def mutants_of(file: str, text: str) -> list[Mutant]:
    """All single faults of a source file, in the order of its lines."""
    found: dict[tuple[int, str], Mutant] = {}
    source = text.encode()
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    for function, node, new in _faults(ast.parse(text)):
        first, last = node.lineno, node.end_lineno or node.lineno
        begin, end = starts[first - 1] + node.col_offset, starts[last - 1] + (node.end_col_offset or 0)
        changed = source[:begin] + new.encode() + source[end:]
        before = source[starts[first - 1] : starts[last]]
        after = changed[starts[first - 1] : starts[last] + len(changed) - len(source)]
        one = Mutant(file, function, first, last, _plain(before), _plain(after), changed.decode())
        if one.old != one.new:
            found.setdefault((one.line, one.new), one)
    return sorted(found.values(), key=lambda one: (one.line, one.new))


def _plain(lines: bytes) -> str:
    return " ".join(lines.decode().split())


Fault = tuple[str, ast.stmt | ast.expr, str]
"""The function, the node, and what replaces it."""


def _faults(tree: ast.Module) -> Iterator[Fault]:
    yield from _of_body(tree.body, "")


def _of_body(body: list[ast.stmt], function: str) -> Iterator[Fault]:
    for statement in body:
        if isinstance(statement, (ast.Import, ast.ImportFrom)) or _is_text(statement) or _is_list(statement):
            continue
        if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef)):
            inner = f"{function}.{statement.name}".lstrip(".")
            for default in (*statement.args.defaults, *statement.args.kw_defaults):
                if default is not None:
                    yield from _of_expression(default, inner)
            yield from _of_body(statement.body, inner)
        elif isinstance(statement, ast.ClassDef):
            yield from _of_body(statement.body, f"{function}.{statement.name}".lstrip("."))
        else:
            yield from _of_statement(statement, function)


def _is_text(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _is_list(statement: ast.stmt) -> bool:
    """A module's list of public names: only linters read it."""
    return isinstance(statement, ast.Assign) and ast.unparse(statement.targets[0]) == "__all__"


def _of_statement(statement: ast.stmt, function: str) -> Iterator[Fault]:
    for old, new in _instead(statement):
        yield function, old, new
    for name, value in ast.iter_fields(statement):
        if name in ("annotation", "target", "targets") and not isinstance(value, list):
            continue
        if isinstance(value, ast.expr) and name != "msg":
            yield from _of_expression(value, function)
        elif isinstance(value, list):
            for part in value:
                if isinstance(part, ast.stmt):
                    yield from _of_body([part], function)
                else:
                    yield from _of_part(part, function)


def _of_part(part: object, function: str) -> Iterator[Fault]:
    """Cases of a match, exception handlers, context managers."""
    if isinstance(part, ast.match_case):
        yield from _of_body(part.body, function)
        if part.guard is not None:
            yield from _of_expression(part.guard, function)
    elif isinstance(part, ast.ExceptHandler):
        yield from _of_body(part.body, function)
    elif isinstance(part, ast.withitem):
        yield from _of_expression(part.context_expr, function)


def _instead(statement: ast.stmt) -> Iterator[tuple[ast.stmt | ast.expr, str]]:
    """The statement omitted, its result dropped, its condition negated."""
    match statement:
        case ast.Return(value=ast.expr() as value) if not _is_none(value):
            yield statement, "return None"
        case ast.Expr(value=ast.Call() | ast.Await() | ast.Yield() | ast.YieldFrom()) | ast.Raise():
            yield statement, "pass"
        case ast.Continue() | ast.Break():
            yield statement, "pass"
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript(), *_]):
            yield statement, "pass"
        case ast.AugAssign(op=op):
            yield statement, "pass"
            if other := ARITHMETIC.get(type(op)):
                changed = ast.AugAssign(statement.target, other(), statement.value)
                yield statement, ast.unparse(changed)
        case ast.If(test=test) | ast.While(test=test):
            if isinstance(test, (ast.Name, ast.Call, ast.Attribute, ast.Subscript)):
                yield test, f"not {ast.unparse(test)}"


def _is_none(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant) and value.value is None


def _of_expression(node: ast.expr, function: str) -> Iterator[Fault]:
    if isinstance(node, ast.JoinedStr):
        return  # an f-string; its parts have no positions of their own before Python 3.12
    for new in _others(node):
        yield function, node, new
    for child in ast.iter_child_nodes(node):
        if isinstance(node, ast.Subscript) and child is node.slice and _is_zero(child):
            continue
        if isinstance(child, ast.expr):
            yield from _of_expression(child, function)
        elif isinstance(child, ast.comprehension):
            for inner in (child.iter, *child.ifs):
                yield from _of_expression(inner, function)
        elif isinstance(child, ast.keyword):
            yield from _of_expression(child.value, function)


def _is_zero(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and node.value == 0


def _others(node: ast.expr) -> Iterator[str]:
    """Wrong replacements for an expression."""
    match node:
        case ast.Compare(left, ops, comparators):
            for i, op in enumerate(ops):
                changed = [*ops[:i], COMPARISONS[type(op)](), *ops[i + 1 :]]
                yield ast.unparse(ast.Compare(left, changed, comparators))
        case ast.BoolOp(op, values):
            other = ast.And() if isinstance(op, ast.Or) else ast.Or()
            yield f"({ast.unparse(ast.BoolOp(other, values))})"
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield f"({ast.unparse(operand)})"
        case ast.BinOp(left, op, right):
            if (wrong := ARITHMETIC.get(type(op))) and not _is_str(left) and not _is_str(right):
                yield f"({ast.unparse(ast.BinOp(left, wrong(), right))})"
        case ast.Constant(value=bool() as value):
            yield str(not value)
        case ast.Constant(value=int() as value):
            yield str(value + 1)
        case ast.Constant(value=str() as value) if SQL.match(value):
            yield from (repr(sql) for sql in _other_sql(value))
        case ast.Tuple(elts=parts) | ast.List(elts=parts) if len(parts) > 2 and all(map(_is_str, parts)):
            for i in range(len(parts)):
                yield f"({', '.join(ast.unparse(part) for part in (*parts[:i], *parts[i + 1 :]))})"


def _is_str(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def _other_sql(sql: str) -> Iterator[str]:
    for pattern, new in SQL_FAULTS:
        for found in re.finditer(pattern, sql):
            yield sql[: found.start()] + new + sql[found.end() :]
