"""PolyMem: loops in Python and MLIR to kernels with managed fast memory. See docs/python.md."""
from typing import TYPE_CHECKING

from . import functions as _functions
from .errors import ArgumentError, CompileError, PolyMemError, PolyMemWarning, RunError
from .frontend.errors import KernelError
from .kernel import Kernel, kernel
from .pipelines import ToCPU, ToEmulator, ToPrem, ToPTX
from .types import bf16, f16, f32, f64, i1, i8, i16, i32, i64, index

globals().update(_functions.words)

#: What needs the extension, which is loaded at its first use: the language does not.
_LAZY = {"compile": "modules", "compile_all": "modules", "run_pipeline": "modules",
         "machines": "modules", "describe_machine": "modules", "Transformed": "modules",
         "Compiled": "compiled", "Check": "compiled", "Timeline": "compiled"}
if TYPE_CHECKING:
    from .compiled import Check, Compiled, Timeline
    from .modules import (Transformed, compile, compile_all, describe_machine, machines,
                          run_pipeline)

__all__ = ["ArgumentError", "CompileError", "Kernel", "KernelError", "PolyMemError",
           "PolyMemWarning", "RunError", "ToCPU", "ToEmulator", "ToPrem", "ToPTX", "kernel", "bf16",
           "f16", "f32", "f64", "i1", "i8", "i16", "i32", "i64", "index", *_LAZY,
           *_functions.words]


def __getattr__(name):
    if name not in _LAZY:
        import sys

        from .frontend.annotations import located
        raise located(AttributeError(f"module 'polymem' has no attribute '{name}'", name=name),
                      sys._getframe(1))
    import importlib
    return getattr(importlib.import_module("." + _LAZY[name], __name__), name)


def __dir__():
    return sorted({*globals(), *_LAZY})
