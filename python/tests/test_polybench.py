"""Kernels of PolyBench written in Python compute what those of benchmarks/polybench do,
to the bit."""
import glob
import os
import re

import numpy as np
import polybench_kernels
import pytest
from support import ROOT, arguments, run, same_bits

import polymem as pm

TYPES = {"f32": pm.f32, "f64": pm.f64}
CASES = [(f"{name}_{suffix}", kernel) for suffix, type_ in TYPES.items()
         for name, kernel in polybench_kernels.kernels(type_).items()]
CASES += [(f"{name}_i32", kernel) for name, kernel in polybench_kernels.INTEGERS.items()]


def reference(name):
    """The function of this name in benchmarks/polybench."""
    for file in glob.glob(os.path.join(ROOT, "benchmarks", "polybench", "*.mlir")):
        with open(file) as text:
            found = re.search(rf"^func\.func @{name}\(.*?^}}", text.read(), re.M | re.S)
        if found:
            return found[0]
    raise AssertionError(f"no {name}")


def sizes_of(text):
    names = set(re.findall(r'"(\w+)"', " ".join(re.findall(r"polymem\.(?:shape|param) = [^}]*",
                                                           text))))
    odd = iter((7, 9, 5, 11, 13))
    return {name: 3 if name in ("TSTEPS", "TMAX") else next(odd)
            for name in sorted(names - {"0", "4"})}


def inputs_of(kernel, sizes):
    """Positive numbers, with a strong diagonal in square arrays: no NaN comes of them."""
    result = {}
    for name, value in arguments(kernel, sizes).items():
        value = np.array(value)
        if value.dtype.kind == "f":
            value = (abs(value) + 0.1).astype(value.dtype)
            if value.ndim == 2 and value.shape[0] == value.shape[1]:
                value = (value + value.T + 40 * np.eye(len(value))).astype(value.dtype)
        elif name == "seq":
            value = (value % 4).astype(value.dtype)
        result[name] = value
    return result


@pytest.mark.parametrize("name,kernel", CASES, ids=[name for name, _ in CASES])
def test_same_as_mlir(tmp_path, name, kernel):
    text = reference(name)
    sizes = sizes_of(text)
    values = inputs_of(kernel, sizes)
    inputs = {number: value for number, (key, value) in enumerate(values.items())
              if kernel.parameters[key][0] is not pm.index}
    expected = run(tmp_path, text, inputs, sizes)
    found = run(tmp_path, kernel.source_ir, inputs, sizes)
    for number in inputs:
        assert not np.any(np.isnan(expected[number])), "the inputs show nothing"
        assert same_bits(expected[number], found[number]), list(values)[number]
    assert any(not np.array_equal(expected[n], inputs[n]) for n in inputs)


def test_all_are_there():
    names = set()
    for file in glob.glob(os.path.join(ROOT, "benchmarks", "polybench", "*.mlir")):
        with open(file) as text:
            names.update(re.findall(r"^func\.func @(\w+)", text.read(), re.M))
    assert names == {name for name, _ in CASES}
