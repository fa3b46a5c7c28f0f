"""Reads the documentation of structs in their sources: class docstrings and strings under fields."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from itertools import pairwise

import msgspec


class Source(msgspec.Struct, frozen=True):
    """A module's first line, its names in order, and the strings under them."""

    title: str
    order: tuple[str, ...]
    docs: dict[tuple[str, str], str]


@cache
def source(name: str) -> Source:
    tree = ast.parse(inspect.getsource(import_module(name)))
    title = (ast.get_docstring(tree) or name).splitlines()[0]
    docs = dict(_strings("", tree.body))
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            docs |= _strings(node.name, node.body)
            docs[node.name, ""] = ast.get_docstring(node) or ""
    order = [found for node in tree.body for found in _named(node)]
    return Source(title, tuple(order), docs)


def _named(node: ast.stmt) -> Iterator[str]:
    if isinstance(node, ast.ClassDef):
        yield node.name
    elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
        yield node.targets[0].id


def _strings(owner: str, body: list[ast.stmt]) -> Iterator[tuple[tuple[str, str], str]]:
    for node, below in pairwise(body):
        match node, below:
            case (
                ast.AnnAssign(target=ast.Name(id=name)) | ast.Assign(targets=[ast.Name(id=name)]),
                ast.Expr(value=ast.Constant(value=str(text))),
            ):
                yield (owner, name), inspect.cleandoc(text)


def class_doc(struct: type) -> str:
    return source(struct.__module__).docs[struct.__name__, ""]


def field_doc(struct: type, field: str) -> str:
    for kind in struct.__mro__:
        if kind.__module__.startswith("kolej.") and (kind.__name__, field) in source(kind.__module__).docs:
            return source(kind.__module__).docs[kind.__name__, field]
    return ""
