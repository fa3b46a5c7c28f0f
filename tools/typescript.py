"""Generates the protocol as TypeScript: every struct that crosses the wire, and what each endpoint takes.

``make types`` runs it; ``--check`` only reports whether the file is up to date. It is not called
``types``, because a program's own folder comes first in Python's search for modules.
"""

from __future__ import annotations

import json
import re
import sys
import tempfile
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

import msgspec
from annotations import UNIONS, Type, alias_in, has_default, hints, kind, limits, members, reached, structs
from litestar import Litestar
from sources import class_doc, field_doc, source

from kolej.boards.drawing.printed import Printed
from kolej.boards.schema import LETTERS, Board
from kolej.server import protocol
from kolej.server.app import litestar
from kolej.server.http import bodies
from kolej.server.http.site import Site
from kolej.server.notify.reminders import YourTurn
from kolej.server.settings import Settings

FILE = Path(__file__).parent.parent / "web" / "src" / "protocol" / "index.ts"

MODULES = (
    "kolej.game.actions",
    "kolej.server.protocol.values",
    "kolej.server.protocol.client_messages",
    "kolej.server.protocol.server_messages",
    "kolej.server.http.bodies",
    "kolej.game.choices",
    "kolej.game.events",
    "kolej.game.view",
    "kolej.game.outlook",
    "kolej.game.odds",
    "kolej.game.score",
    "kolej.game.record",
    "kolej.bots",
    "kolej.server.notify.reminders",
    "kolej.boards.schema",
    "kolej.boards.layout.layout",
    "kolej.boards.drawing.terrain",
    "kolej.boards.drawing.waters",
    "kolej.boards.drawing.plaques",
    "kolej.boards.drawing.printed",
)
"""Modules whose types are written, in this order."""

OTHERWISE = {
    ("kolej.game.actions", "Reason"): "ActionReason",
    ("kolej.game.score", "Why"): "PointsFor",
    ("kolej.game.record", "Record"): "GameRecord",
    ("kolej.server.http.bodies", "PushSubscription"): "NewPush",
    ("kolej.boards.schema", "Colour"): "RouteColour",
    ("kolej.boards.schema", "Kind"): "RouteKind",
    ("kolej.boards.schema", "Map"): "BoardMap",
    ("kolej.boards.layout.layout", "Line"): "LabelLine",
}
"""New names for types that exist in two modules, or mean something else in JavaScript."""

BASES = {"_Command": "Command", "_Event": "Numbered"}
"""Structs from which others inherit their first fields."""

LISTS = {
    "Colour": "COLOURS",
    "Emote": "EMOTES",
    "Phase": "PHASES",
    "ActionReason": "ACTION_REASONS",
    "RefusalReason": "REFUSAL_REASONS",
    "ProblemReason": "PROBLEM_REASONS",
}
"""Literal types that a client also needs as a list."""

ANSWERS = {"/api/boards/{name}": Board, "/api/boards/{name}/drawing": Printed}
"""What the signature of an endpoint does not say."""


def main() -> None:
    text = written()
    if "--check" not in sys.argv[1:]:
        FILE.parent.mkdir(parents=True, exist_ok=True)
        FILE.write_text(text, encoding="utf-8")
        print(f"{FILE.name}: {len(text.splitlines())} lines")
    elif not FILE.is_file() or FILE.read_text(encoding="utf-8") != text:
        sys.exit("web/src/protocol/index.ts is not what the protocol says now; run: make types")


def written() -> str:
    """The whole file."""
    endpoints = list(_endpoints())
    sent = [protocol.ClientMessage, protocol.TableCommand, *(each.body for each in endpoints)]
    told = [protocol.ServerMessage, bodies.Problem, YourTurn, *(each.answer for each in endpoints)]
    words = Words(sent, told)
    head = "// Written by `make types` from kolej.server.protocol and bodies; do not change it by hand."
    letters = [f"{name}: {json.dumps(letter)}" for name, letter in LETTERS.items()]
    constants = [
        _doc(source(protocol.values.__name__).docs[("", "PROTOCOL")])
        + f"export const PROTOCOL = {protocol.PROTOCOL};",
        _doc("The socket of a table.") + 'export const SOCKET = "/api/tables/{place}/socket";',
        _doc("The letters of cards, in the order in which sets are written.")
        + f"export const LETTERS = {_lines('{', letters, ',', '}')} as const;",
    ]
    parts = [head, *constants, *words.all(), words.api(endpoints)]
    return "\n\n".join(parts) + "\n"


class Endpoint(msgspec.Struct, frozen=True):
    """What an endpoint takes and returns."""

    call: str
    summary: str
    path: tuple[str, ...]
    query: dict[str, tuple[Type, bool]]
    """Types, and whether they are optional."""
    body: Type
    answer: Type


class Words:
    """Names and texts of all types, in the form that clients send and in the form that they receive."""

    def __init__(self, sent: Iterable[Type], told: Iterable[Type]) -> None:
        self.sent = reached(sent)
        self.told = reached(told)
        self.structs = self.sent | self.told
        self.aliases = {key: value for name in MODULES for key, value in _aliases(name)}

    def all(self) -> Iterator[str]:
        for name in MODULES:
            module = source(name)
            texts = [text for found in module.order for text in self._texts(name, found)]
            if texts:
                yield f"// {module.title.replace('``', '`')}"
                yield from texts

    def _texts(self, module: str, name: str) -> Iterator[str]:
        thing = getattr(import_module(module), name)
        if isinstance(thing, type) and issubclass(thing, msgspec.Struct):
            if name in BASES and any(issubclass(struct, thing) for struct in self.structs):
                yield self._struct(thing, sent=name == "_Command")
            if thing in self.told:
                yield self._struct(thing, sent=False)
            if thing in self.sent and (thing not in self.told or self._differs(thing)):
                yield self._struct(thing, sent=True)
        elif kind(thing) in (Literal, *UNIONS) and self._used(thing):
            yield from self._alias(module, name, thing)

    def _used(self, alias: Type) -> bool:
        """Whether a named type is one of these, or made of them."""
        parts = members(alias)
        if all(kind(part) is Literal for part in parts):
            return any(alias_in(alias, hint) for struct in self.structs for hint in hints(struct).values())
        return all(part in self.structs for part in parts)

    # ---- declarations

    def _alias(self, module: str, name: str, alias: Type) -> Iterator[str]:
        called = _called(module, name)
        doc = _doc(source(module).docs.get(("", name), ""))
        if called in LISTS:
            values = [text for part in members(alias) for text in self._list_part(part, alias)]
            yield f"{doc}export const {LISTS[called]} = {_lines('[', values, ',', ']')} as const;"
            yield f"export type {called} = (typeof {LISTS[called]})[number];"
            return
        parts = [part for part in members(alias) if isinstance(part, type)]
        forms = [False, True] if any(map(self._differs, parts)) else [False]
        if parts and not any(part in self.told for part in parts):
            forms = [True]
        for sent in forms:
            again = sent and len(forms) == 2
            note = _doc(f"{called}, as a client may send it.") if again else doc
            text = _lines("", self._choices(alias, sent, whole=alias), " |", "")
            yield f"{note}export type {called}{'Given' if again else ''} ={text};"

    def _list_part(self, part: Type, whole: Type) -> list[str]:
        known = self.aliases.get(frozenset(members(part)), "")
        if known in LISTS and part is not whole:
            return [f"...{LISTS[known]}"]
        return [json.dumps(value) for value in get_args(part)]

    def _struct(self, struct: type[msgspec.Struct], *, sent: bool) -> str:
        info, types = struct.__struct_config__, hints(struct)
        base = struct.__bases__[0]
        beyond = f" extends {BASES[base.__name__]}" if base.__name__ in BASES else ""
        inherited = base.__struct_fields__ if issubclass(base, msgspec.Struct) and beyond else ()
        lines = [f"export interface {self._name(struct, sent)}{beyond} {{"]
        if isinstance(info.tag, str) and struct.__name__ not in BASES:
            lines.append(f"  {info.tag_field}: {json.dumps(info.tag)};")
        for field in msgspec.structs.fields(struct):
            if field.name in inherited:
                continue
            optional = has_default(field) and (sent or info.omit_defaults)
            hint = types[field.name]
            doc = field_doc(struct, field.name)
            if sent:
                doc = " ".join(filter(None, [doc, *limits(hint)]))
            lines.append(_doc(doc, "  ") + f"  {field.encode_name}{'?' * optional}: {self.text(hint, sent)};")
        again = sent and struct in self.told
        doc = f"{self._name(struct, False)}, as a client may send it." if again else class_doc(struct)
        return _doc(doc) + "\n".join([*lines, "}"])

    def _name(self, struct: type, sent: bool) -> str:
        given = sent and struct in self.told and self._differs(struct)
        name = BASES.get(struct.__name__) or _called(struct.__module__, struct.__name__)
        return name + "Given" * given

    def _differs(self, struct: type) -> bool:
        """Whether a client may send less than it receives."""
        if struct not in self.sent or struct not in self.told:
            return False
        own = not struct.__struct_config__.omit_defaults and any(  # type: ignore[attr-defined]
            map(has_default, msgspec.structs.fields(struct))
        )
        return own or any(self._differs(part) for hint in hints(struct).values() for part in structs(hint))

    # ---- types in place

    def text(self, hint: Type, sent: bool) -> str:
        """A type as TypeScript."""
        origin, inner = kind(hint), get_args(hint)
        if origin is Annotated:
            return self.text(inner[0], sent)
        if origin in (Literal, *UNIONS):
            return " | ".join(self._choices(hint, sent))
        if origin is tuple and inner[-1] is not Ellipsis:
            return f"readonly [{', '.join(self.text(part, sent) for part in inner)}]"
        if origin in (tuple, list):
            part = self.text(inner[0], sent)
            return f"readonly ({part})[]" if " " in part else f"readonly {part}[]"
        if origin is dict:
            return f"{{ readonly [key: string]: {self.text(inner[1], sent)} }}"
        if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
            return self._name(hint, sent)
        return {str: "string", int: "number", float: "number", bool: "boolean", type(None): "null"}[hint]

    def _choices(self, hint: Type, sent: bool, whole: Type = None) -> list[str]:
        """The members of a union; members that have a common name are replaced by it."""
        left = dict.fromkeys(members(hint))
        found: list[str] = []
        for key, name in sorted(self.aliases.items(), key=lambda known: -len(known[0])):
            if key <= left.keys() and not (whole is not None and key == frozenset(left)):
                given = sent and any(isinstance(part, type) and self._differs(part) for part in key)
                found.append(name + "Given" * given)
                left = {part: None for part in left if part not in key}
        for part in left:
            if kind(part) is Literal:
                found += [json.dumps(value) for value in get_args(part)]
            else:
                found.append(self.text(part, sent))
        return sorted(dict.fromkeys(found), key=lambda text: text == "null")

    def api(self, endpoints: list[Endpoint]) -> str:
        lines = []
        for each in endpoints:
            path = "; ".join(f"{name}: string" for name in each.path)
            query = "; ".join(
                f"{name}{'?' * left_out}: {self.text(hint, True)}"
                for name, (hint, left_out) in each.query.items()
            )
            parts = [
                f"path: {f'{{ {path} }}' if path else 'null'}",
                f"query: {f'{{ {query} }}' if query else 'null'}",
                f"body: {self.text(each.body, True)}",
                f"answer: {self.text(each.answer, False)}",
            ]
            lines.append(_doc(each.summary, "  ") + f"  {json.dumps(each.call)}: {{ {'; '.join(parts)} }};")
        return _doc("Every endpoint. Errors are a Problem.") + "\n".join(
            ["export interface Api {", *lines, "}"]
        )


def _endpoints() -> Iterator[Endpoint]:
    with tempfile.TemporaryDirectory() as folder:
        site = Site(Settings(data=folder))
        app: Litestar = litestar(site)
        order = ["GET", "POST", "PUT", "DELETE"]
        for route in app.routes:
            handlers = [h for h in getattr(route, "route_handlers", ()) if h.include_in_schema is not False]
            if route.path.startswith("/api/schema") or not hasattr(route, "path_format"):
                continue
            for handler in sorted(handlers, key=lambda h: order.index(next(iter(h.http_methods)))):
                yield _endpoint(route.path_format, handler)
        site.store.close()


def _endpoint(path: str, handler: Any) -> Endpoint:
    signature = handler.parsed_fn_signature
    query = {
        name: (found.annotation, found.has_default)
        for name, found in signature.parameters.items()
        if "QueryParameter" in str(found.raw)
    }
    body = signature.parameters["data"].annotation if "data" in signature.parameters else type(None)
    answer = signature.return_type.annotation
    if hasattr(answer, "__origin__") and answer.__origin__.__name__ == "Response":
        (answer,) = get_args(answer)
    inside = tuple(part[1:-1] for part in path.split("/") if part.startswith("{"))
    (method,) = handler.http_methods
    return Endpoint(f"{method} {path}", handler.summary, inside, query, body, ANSWERS.get(path, answer))


def _aliases(module: str) -> Iterator[tuple[frozenset[Type], str]]:
    """Literals and unions that have a name."""
    for name in source(module).order:
        thing = getattr(import_module(module), name)
        if kind(thing) in (Literal, *UNIONS):
            yield frozenset(members(thing)), _called(module, name)


def _called(module: str, name: str) -> str:
    return OTHERWISE.get((module, name), name)


def _doc(text: str, indent: str = "") -> str:
    if not text:
        return ""
    lines = re.sub(r"\bNone\b", "null", text).replace("``", "`").replace("*/", "* /").splitlines()
    if len(lines) == 1:
        return f"{indent}/** {lines[0]} */\n"
    inside = "\n".join(f"{indent} * {line}".rstrip() for line in lines)
    return f"{indent}/**\n{inside}\n{indent} */\n"


def _lines(first: str, parts: list[str], between: str, last: str) -> str:
    """On one line if it fits, else one item per line."""
    flat = f"{between} ".join(parts)
    if len(flat) <= 90:
        return f"{first}{flat}{last}" if first else f" {flat}"
    if not first:
        return "".join(f"\n  | {part}" for part in parts)
    return f"{first}\n" + "".join(f"  {part}{between}\n" for part in parts) + last


if __name__ == "__main__":
    main()
