"""Usage errors in our own words, and numeric options."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from typing import Any

import typer
from rich.markup import escape
from typer.core import TyperCommand, TyperGroup

from kolej.boards.errors import inline, nearest
from kolej.cli.output import SAY

USAGE = 2
"""The exit code for usage errors."""
STOPPED = 130
UsageError: Any = typer.BadParameter.__base__
"""From the library that Typer is built on: a separate package, or a part of Typer."""


class BadNumber(typer.BadParameter):
    """A value is not a number that the option takes; the message follows the option's name."""


def whole(about: str, least: int, most: int | None = None) -> Any:
    """An option that is a whole number within bounds."""

    def number(text: str) -> int:
        return int(_within(text, int, "a whole number", least, most))

    return typer.Option(help=about, parser=number, metavar="N")


def real(about: str, least: float, most: float | None = None) -> Any:
    """An option that is a number within bounds, whole or with a fraction."""

    def number(text: str) -> float:
        return float(_within(text, float, "a number", least, most))

    return typer.Option(help=about, parser=number, metavar="N")


def _within(text: str, kind: Callable[[str], Any], what: str, least: float, most: float | None) -> Any:
    try:
        value = kind(text)
        fits = least <= value and (most is None or value <= most)
    except ValueError:
        fits = False
    if not fits:
        shown = "2**63 - 1" if most == 2**63 - 1 else most
        bounds = f"of at least {least}" if most is None else f"from {least} to {shown}"
        raise BadNumber(f'takes {what} {bounds}, not "{str(text)[:40]}"')
    return value


class Program(TyperGroup):
    """A group of commands whose usage errors are a sentence and a hint."""

    def get_params(self, ctx: Any) -> Any:
        """The options; those that install completion are hidden, so that the help fits on a screen."""
        params: Any = super().get_params(ctx)
        for param in params:
            if param.name in ("install_completion", "show_completion"):
                param.hidden = True
        return params

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if args and not args[0].startswith("-") and self.get_command(ctx, args[0]) is None:
            there = [name for name, command in self.commands.items() if not command.hidden]
            hint = nearest(args[0], there) or f"; there are {', '.join(there)}"
            raise UsageError(f'there is no command "{args[0][:40]}"{hint}', ctx)
        return super().resolve_command(ctx, args)

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        given = (args, prog_name, complete_var)
        if not standalone_mode:
            return super().main(*given, False, windows_expand_args, **extra)
        try:
            code = super().main(*given, False, windows_expand_args, **extra)
        except UsageError as error:
            told(error)
            sys.exit(USAGE)
        except typer.Abort:
            SAY.print("[red]error:[/red] stopped")
            sys.exit(STOPPED)
        sys.exit(code if isinstance(code, int) else 0)


class OldJson(TyperCommand):
    """A command whose ``--json`` used to take a file, before ``-o`` did; the old form still works."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        return super().parse_args(ctx, _as_output(args))


def _as_output(args: list[str]) -> list[str]:
    """``--json FILE`` as ``-o FILE``; the command takes no arguments, so the next word can only be a file."""
    found: list[str] = []
    for place, word in enumerate(args):
        following = args[place + 1 : place + 2]
        if word.startswith("--json="):
            found += ["-o", word.partition("=")[2]]
        elif word == "--json" and following and not following[0].startswith("-"):
            found.append("-o")
        else:
            found.append(word)
    return found


def told(error: Any) -> None:
    """Print what was typed wrong, and where to read more."""
    if type(error).__name__ == "NoArgsIsHelpError":
        error.show()
        return
    SAY.print(f"[red]error:[/red] {escape(sentence(error))}", soft_wrap=True)
    if error.ctx is not None:
        SAY.print(f"[dim]{escape(error.ctx.command_path)} --help has more[/dim]", soft_wrap=True)


def sentence(error: Any) -> str:
    """A usage error in our words, or in the library's if we do not know its kind."""
    option, param = getattr(error, "option_name", None), getattr(error, "param", None)
    name = "" if param is None else max(param.opts, key=len) if param.opts[0][:1] == "-" else param.metavar
    if isinstance(error, BadNumber):
        return f"{name} {error.message}"
    if type(error).__name__ == "MissingParameter" and param is not None:
        return f"{name or param.name} is missing: {inline(param.help or 'it must be given').rstrip('.')}"
    if option and hasattr(error, "possibilities"):
        hint = nearest(option, param_names(error.ctx)) if error.ctx is not None else ""
        return f"there is no option {option}{hint}"
    if option:
        return f"{option} needs a value" if "requires" in error.message else inline(error.message)
    extra = re.fullmatch(r"Got unexpected extra arguments?(?:\(s\))? \((.*)\)", error.message)
    if extra:
        return f'"{extra[1][:60]}" is more than this command takes'
    message = re.sub(r"'([\w-]*)'", r'"\1"', inline(error.message.removeprefix("Value error, ")).rstrip("."))
    return f"{name}: {message}" if name else message


def param_names(ctx: Any) -> list[str]:
    return [name for param in ctx.command.params for name in param.opts if name.startswith("--")]


def board_names(incomplete: str) -> list[str]:
    """Boards whose names begin with this text, for shell completion."""
    from kolej.boards.load import own, shipped

    return [name for name in shipped() | own() if name.startswith(incomplete)]


def bot_names(incomplete: str) -> list[str]:
    """Lists of bots that begin with this text, for shell completion: the last name is completed."""
    from kolej.bots import BOTS

    before, comma, last = incomplete.rpartition(",")
    return [f"{before}{comma}{name}" for name in BOTS if name.startswith(last)]
