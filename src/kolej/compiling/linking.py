"""Our own Numba pipeline: only functions that Python calls become machine code.

Numba optimises and translates every function by itself, again within its caller, and again within the
caller's caller; and it makes a wrapper for Python for each. Here only an *entry*, which Python calls, becomes
machine code. The others are typed and lowered once, linked into the entries that need them, and optimised
there.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterable
from pathlib import Path
from types import ModuleType
from typing import Any

from numba import types
from numba._dynfunc import make_function
from numba.core.caching import CompileResultCacheImpl, FunctionCache, UserProvidedCacheLocator
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import register_pass
from numba.core.registry import CPUDispatcher
from numba.core.typed_passes import NativeLowering

from kolej.compiling.cache import warn_not_kept


class _Library(JITCodeLibrary):  # type: ignore[misc]
    """The code of a function: only lowered or, for an entry, linked with everything that it calls."""

    is_entry = False

    def finalize(self) -> None:
        if self.is_entry:
            self._linking_libraries = self._all_parts()
            super().finalize()
        else:
            self._finalized = True

    def _all_parts(self) -> list[Any]:
        """All libraries to link: our own functions do not yet contain what they call."""
        found: dict[Any, None] = {}
        open_ends = list(self._linking_libraries)
        while open_ends:
            library = open_ends.pop()
            if library not in found:
                found[library] = None
                if isinstance(library, _Library) and not library.is_entry:
                    open_ends.extend(library._linking_libraries)
        return list(found)


@register_pass(mutates_CFG=True, analysis_only=False)
class _LowerInner(NativeLowering):  # type: ignore[misc]
    """Lower a function that only compiled code calls, and stop there."""

    _name = "kolej_lower_inner"

    def run_pass(self, state: Any) -> bool:
        state.library = _Library(state.targetctx.codegen(), state.func_id.func_qualname)
        state.flags.no_cpython_wrapper = state.flags.no_cfunc_wrapper = state.flags.no_compile = True
        super().run_pass(state)
        described, environment = state.cr.fndesc, state.cr.env
        name = described.qualname.rpartition(".")[2]
        # Numba requires something to call; Inner.__call__ makes sure that nobody calls it.
        nowhere = make_function(described.lookup_module(), name, "", 0, environment, (state.library,))
        state.cr = state.cr._replace(cfunc=nowhere)
        state.targetctx.insert_user_function(nowhere, described, [state.library])
        return True


@register_pass(mutates_CFG=True, analysis_only=False)
class _LowerEntry(NativeLowering):  # type: ignore[misc]
    """Lower a function that Python calls, and compile it with everything that it calls."""

    _name = "kolej_lower_entry"

    def run_pass(self, state: Any) -> bool:
        state.library = _Library(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.is_entry = True
        state.library.enable_object_caching()
        state.flags.no_cfunc_wrapper = True
        return bool(super().run_pass(state))


def _pipeline(lower: type) -> type:
    """Numba's passes, with our lowering in place of its own."""

    class Compiler(CompilerBase):  # type: ignore[misc]
        def define_pipelines(self) -> list[Any]:
            manager = DefaultPassBuilder.define_nopython_pipeline(self.state)
            manager.passes = [(lower if one is NativeLowering else one, why) for one, why in manager.passes]
            manager.finalize()
            return [manager]

    return Compiler


INNER, ENTRY = _pipeline(_LowerInner), _pipeline(_LowerEntry)


class _ByContent(UserProvidedCacheLocator):  # type: ignore[misc]
    """Finds a function's cached code in the folder given for it, wherever its source file is."""

    def __init__(self, function: Any, file: str) -> None:
        self._py_file = file
        self._lineno = function.__code__.co_firstlineno
        self._cache_path = function.kept_in

    def get_source_stamp(self) -> str:
        return Path(self._cache_path).name

    @classmethod
    def from_function(cls, function: Any, file: str) -> _ByContent:
        return cls(function, file)


class _Kept(CompileResultCacheImpl):  # type: ignore[misc]
    _locator_classes = (_ByContent,)


class _Cache(FunctionCache):  # type: ignore[misc]
    """The cache of one entry. If it cannot be written, every process compiles the entry."""

    _impl_class = _Kept

    def load_overload(self, signature: Any, context: Any) -> Any:
        try:
            return super().load_overload(signature, context)
        except OSError:  # a folder that cannot be read counts as empty
            return None

    def save_overload(self, signature: Any, compiled: Any) -> None:
        try:
            os.makedirs(self.cache_path, exist_ok=True)
            super().save_overload(signature, compiled)
        except OSError as error:
            warn_not_kept(self.cache_path, error)


_LOCK = threading.Lock()


class _Function(CPUDispatcher):  # type: ignore[misc]
    """A compiled function, which may be restricted to whole numbers."""

    without_floats = False

    def add_overload(self, compiled: Any) -> None:
        if self.without_floats:
            _refuse_floats(self.py_func, compiled.signature)
        super().add_overload(compiled)


def _refuse_floats(function: Any, signature: Any) -> None:
    """Refuse floats, which are always a mistake: a division, or mixing unsigned and signed numbers."""
    if any(isinstance(kind, types.Float) for kind in (*signature.args, signature.return_type)):
        raise TypeError(f"{function.__module__}.{function.__name__} takes or returns a float: {signature}")


class Inner(_Function):
    """A function that compiled code calls; compiled once, whatever the width of the numbers passed to it."""

    own: Any = None
    """The entry through which Python can also call it; made at the first such call."""

    def __init__(self, function: Any, folder: Path, without_floats: bool = False, **options: Any) -> None:
        self.kept_in = folder
        self.without_floats = without_floats
        self.options = options
        inner = {name: value for name, value in options.items() if name != "nogil"}
        super().__init__(function, targetoptions={"nopython": True, **inner}, pipeline_class=INNER)

    def get_call_template(self, given: Iterable[Any], named: Any) -> Any:
        return super().get_call_template(tuple(map(_widened, given)), named)

    def __call__(self, *given: Any) -> Any:
        if self.own is None:
            with _LOCK:
                self.own = self.own or entry(self.py_func, self.kept_in, self.without_floats, **self.options)
        return self.own(*given)


def _widened(kind: Any) -> Any:
    """The single width in which whole numbers are passed; Numba has a separate type for every constant."""
    plain = types.unliteral(kind)
    if isinstance(plain, types.Integer) and plain.signed:
        return types.int64
    return plain


def entry(function: Any, folder: Path, without_floats: bool = False, **options: Any) -> Any:
    """Compile a function for Python to call, and keep the result for the next process."""
    function.kept_in = str(folder)
    made = _Function(function, targetoptions={"nopython": True, **options}, pipeline_class=ENTRY)
    made.without_floats = without_floats
    made._cache = _Cache(function)
    return made


def is_entry(value: Any, module: str) -> bool:
    """Whether this is an entry point defined in this module."""
    ours = isinstance(value, CPUDispatcher) and not isinstance(value, Inner)
    return ours and bool(value.py_func.__module__ == module)


def reached(entries: Iterable[Any]) -> set[Any]:
    """The entries and all our functions that they call, directly or indirectly."""
    found: set[Any] = set()
    open_ends = list(entries)
    while open_ends:
        made = open_ends.pop()
        if made not in found:
            found.add(made)
            open_ends.extend(_called(made.py_func))
    return found


def _called(function: Callable[..., Any]) -> list[Any]:
    """Our functions that a function names, directly or as attributes of a module."""
    names, known = function.__code__.co_names, function.__globals__
    values = [known.get(name) for name in names]
    modules = [value for value in values if isinstance(value, ModuleType)]
    values += [vars(module).get(name) for module in modules for name in names]
    return [value for value in values if isinstance(value, Inner)]
