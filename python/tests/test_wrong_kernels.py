"""Kernels with random mistakes are refused with a message at a place in them, or do what
Python does."""
import importlib.util
import os
import re
import subprocess
import traceback
import warnings

import numpy as np
import pytest
import support
from support import arguments, call_python, same_bits, tool
from wrong_kernels import HEADER, mutant

import polymem as pm

SIZES = dict(M=6, N=7, K=5, T=2, H=6, R=3)
PACKAGE = os.path.dirname(pm.__file__)


class Wrong(Exception):
    """What is wrong with the package, in what it did with a mutant."""


def load(path):
    spec = importlib.util.spec_from_file_location("mutant", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def check_place(error, path, text):
    """The error has a place in the kernel, and says something."""
    lines = text.splitlines()
    if error.filename != str(path) or \
            not len(HEADER.splitlines()) < (error.lineno or 0) <= len(lines):
        raise Wrong(f"place {error.filename}:{error.lineno}")
    line = lines[error.lineno - 1]
    if (error.text or "").rstrip("\n") != line or not 1 <= error.offset <= len(line):
        raise Wrong(f"column {error.offset} of {line!r}")
    if len(error.msg) < 15 or "<" in error.msg and "object at" in error.msg:
        raise Wrong(f"message {error.msg!r}")


def judge(directory, seed):
    """How a mutant ended: 'no Python', 'refused', 'Python', 'bounds' or 'same'."""
    text, path = mutant(seed), directory / "mutant.py"
    path.write_text(text)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compile(text, str(path), "exec")
            kernel = getattr(load(path), "kernel", None)
    except pm.KernelError as error:
        check_place(error, path, text)
        return "refused"
    except SyntaxError:
        return "no Python"
    except Exception as error:
        place = traceback.extract_tb(error.__traceback__)[-1]
        if not place.filename.startswith(PACKAGE):
            return "Python"  # An annotation or a decorator that Python itself refuses.
        if isinstance(error, AttributeError) and "module 'polymem' has no" in str(error):
            return "Python"
        own = [os.path.join(PACKAGE, name) for name in ("types.py", "functions.py")]
        if isinstance(error, (TypeError, ValueError)) and place.filename in own or \
                isinstance(error, TypeError) and "is made from a function" in str(error):
            return "refused"
        raise Wrong("".join(traceback.format_exception(error))) from None
    if not isinstance(kernel, pm.Kernel):
        return "Python"
    return compare(directory, kernel)


def run_in_python(kernel, given, first):
    """Copies of the arguments after a run in Python, with `first` in local arrays before
    they are assigned."""
    copies = {name: np.copy(value) if np.ndim(value) else value for name, value in given.items()}
    before, support.FIRST[0] = support.FIRST[0], first
    try:
        call_python(kernel, list(copies.values()))
    finally:
        support.FIRST[0] = before
    return copies


def sizes_of(kernel):
    """The names of a kernel's sizes, sorted."""
    found = set()
    for name, (type_, _) in kernel.parameters.items():
        if type_ is pm.index:
            found.add(name)
        for extent in (*getattr(type_, "extents", ()), *(getattr(type_, "range", ()) or ())):
            found.update(extent.terms)
    return sorted(found)


def run_as_kernel(directory, kernel, given):
    """The arrays after a run, by name, or how the run ended."""
    numbers = {number: name for number, name in enumerate(given)
               if kernel.parameters[name][0] is not pm.index}
    command = [tool("polymem-run"), str(directory / "kernel.mlir"), "--check-bounds"]
    (directory / "kernel.mlir").write_text(kernel.source_ir)
    if names := sizes_of(kernel):
        command.append("--sizes=" + ",".join(f"{name}={SIZES.get(name, 4)}" for name in names))
    for number, name in numbers.items():
        np.save(directory / f"in{number}.npy", given[name])
        command += [f"--input={number}={directory}/in{number}.npy",
                    f"--output={number}={directory}/out{number}.npy"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=10)
    except subprocess.TimeoutExpired:
        return "not run"  # A loop of 2 ** 40 iterations, say.
    if "out-of-bounds access" in done.stderr + done.stdout:
        return "bounds"
    if done.returncode:
        raise Wrong(f"{done.stdout}{done.stderr}\n{kernel.source_ir}")
    return {name: np.load(directory / f"out{number}.npy") for number, name in numbers.items()
            if np.ndim(given[name])}


def compare(directory, kernel):
    """Runs a mutant that was taken, as a kernel and in Python."""
    if re.search(r"memref<[^>]*\d{6}|bf16", kernel.source_ir):
        return "not run"  # What is too large, and what NumPy does not have.
    given = arguments(kernel, {name: SIZES.get(name, 4) for name in sizes_of(kernel)})
    found = run_as_kernel(directory, kernel, given)
    if isinstance(found, str):
        return found
    try:
        results = [run_in_python(kernel, given, first) for first in (3, 0, -77)]
    except IndexError:
        return "bounds"  # Of an element that is read for nothing.
    except ZeroDivisionError:
        return "undefined"  # Of numbers of Python, which are NumPy's in a kernel.
    except Exception as error:
        raise Wrong(f"Python: {type(error).__name__}: {error}\n{kernel.source_ir}") from None
    if not all(all(map(same_bits, results[0].values(), one.values())) for one in results):
        return "undefined"
    # NumPy has exponentials and the like of its own, and what does not fit an integer has no
    # value.
    rounded = re.search(r"math\.(?!absf|sqrt|floor|ceil|trunc|absi)", kernel.source_ir)
    for name, array in found.items():
        expected = results[0][name]
        if same_bits(array, expected) or \
                rounded and np.allclose(array, expected, 1e-4, 1e-4, equal_nan=True):
            continue
        if "arith.fptosi" in kernel.source_ir:
            return "undefined"
        raise Wrong(f"{name}: Python {expected}\nPolyMem {array}\n{kernel.source_ir}")
    return "same"


#: How many mutants there are in the default suite.
NUMBER = 240


@pytest.mark.parametrize("first", range(0, NUMBER, 40))
def test_wrong_kernels(tmp_path, first):
    found = [judge(tmp_path, seed) for seed in range(first, first + 40)]
    assert found.count("refused") > 15 and found.count("same") > 2, found


@pytest.mark.parametrize("first", range(10000, 12000, 100))
def test_more_wrong_kernels_extended(tmp_path, first):
    for seed in range(first, first + 100):
        judge(tmp_path, seed)


def test_the_judge(tmp_path, monkeypatch):
    """It sees what it is there for: another result, another exception, another place."""
    from polymem.frontend import expressions, operations
    seeds = range(0, 60)

    def verdicts():
        found = []
        for seed in seeds:
            try:
                found.append(judge(tmp_path, seed))
            except Wrong as wrong:
                found.append(str(wrong))
        return found
    assert not any("\n" in one for one in verdicts())
    with monkeypatch.context() as patch:
        patch.setitem(operations.FLOAT_OPS, "+", "subf")
        assert any("Python [" in one for one in verdicts())
    with monkeypatch.context() as patch:
        patch.setattr(expressions, "Array", None)
        assert any("isinstance() arg 2" in one for one in verdicts())
    with monkeypatch.context() as patch:
        patch.setattr("polymem.frontend.source.Source.position", lambda *_: (1, 1))
        assert any(one.startswith("place ") for one in verdicts())
