"""PolyMem's language in Python: functions as affine programs. See docs/python.md."""
from . import functions as _functions
from .frontend.errors import KernelError
from .kernel import Kernel, kernel
from .types import bf16, f16, f32, f64, i1, i8, i16, i32, i64, index

globals().update(_functions.words)

__all__ = ["Kernel", "KernelError", "kernel", "bf16", "f16", "f32", "f64", "i1", "i8", "i16",
           "i32", "i64", "index", *_functions.words]
