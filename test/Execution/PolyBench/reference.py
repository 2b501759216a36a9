# RUN: rm -rf %t && mkdir %t
# RUN: %python %s %polymem_src/benchmarks %t | FileCheck %s
# CHECK-COUNT-30: agrees
# CHECK-NOT: {{.}}
"""Each kernel of PolyBench, in double precision or integers, computes what it
is defined to compute (Inputs/definitions.py), at the sizes of MINI. Integers
are equal, real numbers agree to nine digits."""
import math
import os
import random
import re
import sys
import types

sys.path[:0] = [sys.argv[1], os.path.join(os.path.dirname(os.path.abspath(__file__)), "Inputs")]
import definitions
import npy
import programs

TOLERANCE = 1e-9
DTYPES = {"f64": "<f8", "i32": "<i4"}


class Argument:
    """An argument that is a number or an array of numbers (not a size)."""

    def __init__(self, number, name, type_, attributes, sizes):
        self.number, self.name = number, name
        self.dtype = DTYPES[type_.rstrip(">")[-3:]]
        shape = re.search(r"polymem\.shape = \[(.*?)\]", attributes)
        names = re.findall(r'"(\w+)"', shape.group(1)) if shape else []
        self.shape = tuple(sizes[size] for size in names)
        self.dead = "polymem.dead_out" in attributes


def arguments_of(function, sizes):
    header = function[: function.index(") {\n")]
    found = re.findall(r"%(\w+): ([\w<>?]+)(?: \{(.*)\})?", header)
    return [Argument(number, *text, sizes) for number, text in enumerate(found)
            if text[1] != "index"]


def random_value(generator, shape):
    if shape:
        return [random_value(generator, shape[1:]) for _ in range(shape[0])]
    return generator.uniform(-1, 1)


def close(a, b):
    if isinstance(a, int) and isinstance(b, int):
        return a == b
    return (math.isnan(a) and math.isnan(b)) or \
        abs(a - b) <= TOLERANCE * max(1.0, abs(a), abs(b))


def compare(what, expected, found):
    assert npy.shape_of(expected) == npy.shape_of(found), what
    for index, (a, b) in enumerate(zip(npy.flatten(expected), npy.flatten(found))):
        if not close(a, b):
            sys.exit(f"{what}: element {index} of {npy.shape_of(expected)}: expected {a}, got {b}")


def check(kernel, directory):
    sizes = kernel.datasets["MINI"]
    entry = kernel.entry(("_f64", "_i32"))
    arguments = arguments_of(kernel.functions[entry], sizes)
    name = entry[:-4]
    generator = random.Random(name)
    before = types.SimpleNamespace(**sizes)
    for argument in arguments:
        setattr(before, argument.name, random_value(generator, argument.shape))
    definitions.prepare(name, before, generator)

    command = ["polymem-run", kernel.file, f"--entry={entry}", programs.size_option(sizes)]
    path = lambda kind, argument: f"{directory}/{name}-{kind}-{argument.number}.npy"
    for argument in arguments:
        npy.save(path("input", argument), getattr(before, argument.name), argument.dtype)
        command += [f"--input={argument.number}={path('input', argument)}",
                    f"--output={argument.number}={path('output', argument)}"]
    programs.Run(command).require(name)
    after = types.SimpleNamespace(**sizes)
    for argument in arguments:
        setattr(after, argument.name, npy.load(path("output", argument)))

    changed = set()
    for array, expected, found in getattr(definitions, name)(before, after):
        changed.add(array)
        compare(f"{name}: {array}", expected, found)
    assert changed, name
    for argument in arguments:
        if argument.name not in changed and not argument.dead:
            compare(f"{name}: {argument.name}, which is only read",
                    getattr(before, argument.name), getattr(after, argument.name))
    print(f"{name} agrees")


for kernel in programs.polybench():
    check(kernel, sys.argv[2])
