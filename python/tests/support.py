"""Runs kernels with polymem-run, and as the Python functions that they are."""
import builtins
import inspect
import itertools
import math
import os
import shutil
import subprocess
import types

import numpy as np
import pytest

import polymem as pm

# Before NumPy 2 a number of f32 and a literal make one of f64, which is not what a
# kernel's text means.
if np.__version__.startswith("1."):
    np._set_promotion_state("weak")

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
DTYPES = {pm.f16: np.float16, pm.f32: np.float32, pm.f64: np.float64, pm.i1: np.bool_,
          pm.i8: np.int8, pm.i16: np.int16, pm.i32: np.int32, pm.i64: np.int64,
          pm.index: int}


def tool(name):
    """A program of PolyMem: that of POLYMEM_BIN, or else of PATH."""
    folder = os.environ.get("POLYMEM_BIN")
    path = os.path.join(folder, name) if folder else shutil.which(name)
    if not path or not os.path.exists(path):
        pytest.skip(f"no {name}: set POLYMEM_BIN")
    return path


def run(directory, text, inputs, sizes, options=()):
    """The arguments by number after a run on `inputs`, which are arrays by number."""
    file = directory / "kernel.mlir"
    file.write_text(text)
    command = [tool("polymem-run"), str(file), "--check-bounds", *options]
    if sizes:
        command.append("--sizes=" + ",".join(f"{n}={v}" for n, v in sizes.items()))
    for number, array in inputs.items():
        np.save(directory / f"in{number}.npy", array)
        command += [f"--input={number}={directory}/in{number}.npy",
                    f"--output={number}={directory}/out{number}.npy"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, f"{done.stdout}{done.stderr}\n{text}"
    return {number: np.load(directory / f"out{number}.npy") for number in inputs}


def random_array(generator, dtype, shape):
    if dtype == np.bool_:
        return generator.integers(0, 2, shape).astype(dtype)
    if np.issubdtype(dtype, np.integer):
        return generator.integers(-100, 100, shape).astype(dtype)
    return generator.uniform(-2, 2, shape).astype(dtype)


def arguments(kernel, sizes, seed=1):
    """Random numbers and arrays for a kernel's parameters, by name."""
    generator = np.random.default_rng(seed)
    result = {}
    for name, (type_, _) in kernel.parameters.items():
        if type_ is pm.index:
            result[name] = sizes[name]
            continue
        shape = [eval(str(e), {}, dict(sizes)) for e in getattr(type_, "extents", ())]
        dtype = DTYPES[getattr(type_, "element", type_)]
        array = random_array(generator, dtype, shape)
        result[name] = array if hasattr(type_, "extents") else dtype(array)
    return result


#: What local arrays hold at first, which kernels should not show.
FIRST = [3]


def as_python(kernel, names):
    """The kernel's function with NumPy in the place of polymem."""
    def local(dtype, *extents):
        return np.full([eval(str(e), {}, dict(names)) for e in extents], FIRST[0], dtype)

    words = {type_.__repr__()[3:]: dtype for type_, dtype in DTYPES.items()}
    def parallel(*given):
        ranges = isinstance(given[0], range)
        return range(*given) if not ranges else given[0] if len(given) == 1 else \
            itertools.product(*given)

    words.update(local=local, parallel=parallel, exp=np.exp, sqrt=np.sqrt, fabs=np.abs, abs=abs,
                 floor=np.floor, ceil=np.ceil, sin=np.sin, cos=np.cos, log=np.log,
                 tanh=np.tanh, pow=np.power, minimum=np.minimum, maximum=np.maximum,
                 rsqrt=lambda x: 1 / np.sqrt(x))
    function = kernel.function
    scope = {**function.__globals__, **names, "pm": types.SimpleNamespace(**words),
             "__builtins__": builtins}
    for name, value in function.__globals__.items():
        if isinstance(value, pm.Kernel):
            scope[name] = python_function(value)
        if value is math:
            scope[name] = types.SimpleNamespace(**{**vars(math), "exp": np.exp,
                                                   "sqrt": np.sqrt, "fabs": np.abs})
    closure = tuple(types.CellType(DTYPES.get(c.cell_contents, c.cell_contents))
                    if isinstance(c.cell_contents, type(pm.f32)) else c
                    for c in function.__closure__ or ())
    return types.FunctionType(function.__code__, scope, kernel.name, None, closure)


def python_function(kernel):
    """A kernel as a function that other kernels call in Python."""
    def call(*given, **named):
        bound = inspect.signature(kernel.function).bind(*given, **named)
        call_python(kernel, list(bound.arguments.values()))
    return call


def call_python(kernel, given):
    """Calls a kernel as Python, with sizes from the arrays."""
    names = {}
    for value, (type_, _) in zip(given, kernel.parameters.values()):
        for extent, number in zip(getattr(type_, "extents", ()), np.shape(value)):
            if extent.name:
                names[extent.name] = number
    with np.errstate(all="ignore"):
        as_python(kernel, names)(*given)


def same_bits(a, b):
    a, b = np.asarray(a), np.asarray(b)
    if a.dtype != b.dtype or a.shape != b.shape:
        return False
    bits = {2: np.uint16, 4: np.uint32, 8: np.uint64}.get(a.dtype.itemsize, np.uint8)
    if a.dtype.kind != "f":
        return np.array_equal(a, b)
    both = np.isnan(a) & np.isnan(b)
    return bool(np.all((a.view(bits) == b.view(bits)) | both))


def check(directory, kernel, sizes, given=None, tolerance=0, options=()):
    """The kernel does the same as its function does in Python, to the bit unless there is
    a tolerance. Returns the arguments after the run, by name."""
    given = given or arguments(kernel, sizes)
    before = {name: np.array(value) for name, value in given.items()}
    inputs = {number: value for number, (name, value) in enumerate(before.items())
              if kernel.parameters[name][0] is not pm.index}
    found = run(directory, kernel.source_ir, inputs, sizes, options)
    call_python(kernel, list(given.values()))
    result = {}
    for number, name in enumerate(given):
        if number not in found:
            continue
        result[name] = found[number]
        if tolerance:
            np.testing.assert_allclose(found[number], given[name], rtol=tolerance,
                                       atol=tolerance, err_msg=name)
        else:
            assert same_bits(found[number], given[name]), \
                f"{name}: Python {given[name]}\nPolyMem {found[number]}\n{kernel.source_ir}"
    return result
