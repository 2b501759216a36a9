"""Every operation that prem-print-c prints, of every type, on values at their limits.

    arithmetic.py module             the program: @f launches @f_thread(inputs, outputs)
    arithmetic.py inputs DIR         ini8.npy, ...: its input arrays
    arithmetic.py run LIBRARY DIR    calls f_thread of a shared library; ci8.npy, ...
    arithmetic.py compare DIR        the outputs of polymem-run, outi8.npy, ..., and these
"""
import ctypes
import math
import random
import struct
import sys

COUNT = 64
TYPES = ["i8", "i16", "i32", "i64", "f32", "f64"]
CODES = {"i8": "b", "i16": "h", "i32": "i", "i64": "q", "f32": "f", "f64": "d"}
SIGNED = ["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"]
FLOAT = ["false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult",
         "ule", "une", "uno", "true"]
UNARY = ["absf", "acos", "acosh", "asin", "asinh", "atan", "atanh", "cbrt", "ceil", "cos", "cosh",
         "erf", "erfc", "exp", "exp2", "expm1", "floor", "log", "log10", "log1p", "log2", "round",
         "rsqrt", "sin", "sinh", "sqrt", "tan", "tanh", "trunc"]


class Rows:
    """The lines of the loop's body, and how many results of each type there are."""

    def __init__(self):
        self.lines, self.counts, self.names = [], {t: 0 for t in TYPES}, {}
        self.number = 0

    def op(self, text):
        self.number += 1
        self.lines.append(f"%v{self.number} = {text}")
        return f"%v{self.number}"

    def put(self, value, type, what):
        if type == "i1":
            value, type = self.op(f"arith.extui {value} : i1 to i8"), "i8"
        if type == "index":
            value, type = self.op(f"arith.index_cast {value} : index to i64"), "i64"
        row = self.counts[type]
        self.counts[type] += 1
        self.names[type, row] = what
        self.lines.append(f"affine.store {value}, %out{type}[{row}, %i] : memref<@{type}x{COUNT}x{type}>")


def integers(rows, t):
    a, b = f"%a{t}", f"%b{t}"
    width = int(t[1:])
    one = rows.op(f"arith.constant 1 : {t}")
    mask = rows.op(f"arith.constant {width - 1} : {t}")
    half = rows.op(f"arith.shrsi {a}, {one} : {t}")
    divisor = rows.op(f"arith.ori {b}, {one} : {t}")
    shift = rows.op(f"arith.andi {b}, {mask} : {t}")
    for name in ["addi", "subi", "muli", "andi", "ori", "xori", "minsi", "maxsi", "minui", "maxui"]:
        rows.put(rows.op(f"arith.{name} {a}, {b} : {t}"), t, name)
    for name in ["divsi", "divui", "remsi", "remui", "floordivsi", "ceildivsi"]:
        rows.put(rows.op(f"arith.{name} {half}, {divisor} : {t}"), t, name)
    for name in ["shli", "shrsi", "shrui"]:
        rows.put(rows.op(f"arith.{name} {a}, {shift} : {t}"), t, name)
    for predicate in SIGNED:
        flag = rows.op(f"arith.cmpi {predicate}, {a}, {b} : {t}")
        rows.put(flag, "i1", f"cmpi {predicate} {t}")
    rows.put(rows.op(f"arith.select {flag}, {a}, {b} : {t}"), t, "select")
    for to in TYPES[:4]:
        if int(to[1:]) > width:
            rows.put(rows.op(f"arith.extsi {a} : {t} to {to}"), to, f"extsi {t}")
            rows.put(rows.op(f"arith.extui {a} : {t} to {to}"), to, f"extui {t}")
        if int(to[1:]) < width:
            rows.put(rows.op(f"arith.trunci {a} : {t} to {to}"), to, f"trunci {t}")
    for to in TYPES[4:]:
        rows.put(rows.op(f"arith.sitofp {a} : {t} to {to}"), to, f"sitofp {t}")
        rows.put(rows.op(f"arith.uitofp {a} : {t} to {to}"), to, f"uitofp {t}")
    rows.put(rows.op(f"arith.trunci {a} : {t} to i1"), "i1", f"trunci {t} to i1")
    rows.put(rows.op(f"arith.extsi {flag} : i1 to {t}"), t, "extsi i1")


def floats(rows, t):
    a, b = f"%a{t}", f"%b{t}"
    for name in ["addf", "subf", "mulf", "divf", "remf", "maximumf", "minimumf", "maxnumf", "minnumf"]:
        rows.put(rows.op(f"arith.{name} {a}, {b} : {t}"), t, name)
    rows.put(rows.op(f"arith.negf {a} : {t}"), t, "negf")
    for predicate in FLOAT:
        rows.put(rows.op(f"arith.cmpf {predicate}, {a}, {b} : {t}"), "i1", f"cmpf {predicate} {t}")
    for name in UNARY:
        rows.put(rows.op(f"math.{name} {a} : {t}"), t, name)
    for name in ["atan2", "copysign", "powf"]:
        rows.put(rows.op(f"math.{name} {a}, {b} : {t}"), t, name)
    rows.put(rows.op(f"math.fma {a}, {b}, {b} : {t}"), t, "fma")
    # Products and sums must not be contracted.
    product = rows.op(f"arith.mulf {a}, {b} : {t}")
    rows.put(rows.op(f"arith.subf {product}, {a} : {t}"), t, "mulf, subf")
    for constant in ["0.1", "-0.0", "1.0e30", "-1.5"]:
        number = rows.op(f"arith.constant {constant} : {t}")
        rows.put(rows.op(f"arith.mulf {a}, {number} : {t}"), t, f"constant {constant}")
    infinity = rows.op(f"arith.constant {'0xFF800000' if t == 'f32' else '0xFFF0000000000000'} : {t}")
    rows.put(rows.op(f"arith.maximumf {a}, {infinity} : {t}"), t, "-infinity")
    to = "f64" if t == "f32" else "f32"
    cast = "extf" if t == "f32" else "truncf"
    rows.put(rows.op(f"arith.{cast} {a} : {t} to {to}"), to, cast)
    small = rows.op(f"arith.sitofp %ai8 : i8 to {t}")
    small = rows.op(f"arith.mulf {small}, {number} : {t}")
    for to in TYPES[1:4]:
        rows.put(rows.op(f"arith.fptosi {small} : {t} to {to}"), to, f"fptosi {t}")
    large = rows.op(f"arith.uitofp %ai16 : i16 to {t}")
    for to in TYPES[2:4]:
        rows.put(rows.op(f"arith.fptoui {large} : {t} to {to}"), to, f"fptoui {t}")


def indices(rows):
    a, b = rows.op("arith.index_cast %ai8 : i8 to index"), rows.op("arith.index_cast %bi8 : i8 to index")
    c = rows.op("arith.index_castui %ai8 : i8 to index")
    rows.put(c, "index", "index_castui")
    three = rows.op("arith.constant 3 : index")
    for name in ["addi", "subi", "muli", "minsi", "maxsi"]:
        rows.put(rows.op(f"arith.{name} {a}, {b} : index"), "index", f"index {name}")
    for name in ["floordivsi", "ceildivsi", "divsi", "remsi"]:
        rows.put(rows.op(f"arith.{name} {a}, {three} : index"), "index", f"index {name}")
    rows.put(rows.op(f"arith.cmpi slt, {a}, {b} : index"), "i1", "index slt")
    for expression in ["(d0 - 40) floordiv 7", "(d0 - 40) ceildiv 7", "(d0 - 40) mod 7",
                       "d0 * -3 + 2 * (d0 floordiv 2)", "-d0"]:
        rows.put(rows.op(f"affine.apply affine_map<(d0) -> ({expression})>(%i)"), "index", expression)
    rows.put(rows.op("affine.min affine_map<(d0) -> (d0, 20, 30 - d0)>(%i)"), "index", "min")
    rows.put(rows.op("affine.max affine_map<(d0) -> (d0, 20, 30 - d0)>(%i)"), "index", "max")


def control(rows):
    """Loops and ifs with results, and memory of the function's own."""
    zero, one, seven = (rows.op(f"arith.constant {n} : index") for n in (0, 1, 7))
    rows.lines += [
        f"%l:2 = scf.for %n = {zero} to {seven} step {one} iter_args(%x = %ai32, %y = %bi32) -> (i32, i32) {{",
        "  %s = arith.addi %x, %y : i32", "  scf.yield %y, %s : i32, i32", "}"]
    rows.put("%l#0", "i32", "scf.for")
    rows.put("%l#1", "i32", "scf.for")
    rows.lines += ["%m = affine.for %n = 0 to min affine_map<(d0) -> (5, d0)>(%i) iter_args(%x = %ai32) -> (i32) {",
                   "  %s = arith.addi %x, %bi32 : i32", "  affine.yield %s : i32", "}"]
    rows.put("%m", "i32", "affine.for")
    flag = rows.op("arith.cmpi slt, %ai32, %bi32 : i32")
    rows.lines += [f"%c:2 = scf.if {flag} -> (i32, f32) {{", "  scf.yield %ai32, %bf32 : i32, f32",
                   "} else {", "  scf.yield %bi32, %af32 : i32, f32", "}"]
    rows.put("%c#0", "i32", "scf.if")
    rows.put("%c#1", "f32", "scf.if")
    rows.lines += ["%d = affine.if affine_set<(d0) : (d0 - 10 >= 0, 20 - d0 >= 0)>(%i) -> i32 {",
                   "  affine.yield %ai32 : i32", "} else {", "  affine.yield %bi32 : i32", "}",
                   "%own = memref.alloca() : memref<2x3xi32>", "%cell = memref.alloca() : memref<i1>",
                   "affine.store %ai32, %own[1, %i mod 3] : memref<2x3xi32>",
                   f"memref.store {flag}, %cell[] : memref<i1>"]
    rows.put("%d", "i32", "affine.if")
    rows.put(rows.op("affine.load %own[1, %i mod 3] : memref<2x3xi32>"), "i32", "alloca")
    rows.put(rows.op("memref.load %cell[] : memref<i1>"), "i1", "alloca of i1")
    rows.put(rows.op("func.call @f_twice(%ai32) : (i32) -> i32"), "i32", "call")


def program():
    rows = Rows()
    for t in TYPES:
        for name, column in (("a", 0), ("b", 1)):
            rows.lines.append(f"%{name}{t} = affine.load %in{t}[{column}, %i] : memref<2x{COUNT}x{t}>")
    for t in TYPES[:4]:
        integers(rows, t)
    for t in TYPES[4:]:
        floats(rows, t)
    indices(rows)
    control(rows)
    return rows


def signature(rows):
    inputs = [(f"%in{t}", f"memref<2x{COUNT}x{t}>") for t in TYPES]
    return inputs + [(f"%out{t}", f"memref<{rows.counts[t]}x{COUNT}x{t}>") for t in TYPES]


def print_module(rows):
    arguments = signature(rows)
    listed = ", ".join(f"{name}: {type}" for name, type in arguments)
    print("func.func private @f_twice(%x: i32) -> i32 {\n  %y = arith.addi %x, %x : i32\n  return %y : i32\n}")
    print(f"func.func @f_thread({listed}) {{\n  affine.for %i = 0 to {COUNT} {{")
    for line in rows.lines:
        for t in TYPES:
            line = line.replace(f"@{t}x", f"{rows.counts[t]}x")
        print("    " + line)
    print("  }\n  return\n}")
    print(f"func.func @f({listed}) {{\n  prem.launch @f_thread({', '.join(n for n, _ in arguments)}) "
          f"cores 1 : {', '.join(t for _, t in arguments)}\n  return\n}}")


def input_of(t):
    """The bytes of an array of 2 x COUNT: all pairs of special values, and random ones."""
    generator = random.Random(TYPES.index(t))
    if t[0] == "i":
        limit = 2 ** (int(t[1:]) - 1)
        special = [0, 1, -1, -limit, limit - 1, limit - 2, 2, -7]
        values = [[generator.randrange(-limit, limit) for _ in range(COUNT)] for _ in range(2)]
    else:
        tiny, huge = (2.0 ** -126, 1.5 * 2.0 ** 127) if t == "f32" else (2.0 ** -1022, 1.5 * 2.0 ** 1023)
        special = [0.0, -0.0, math.inf, -math.inf, math.nan, tiny, huge, -1.5]
        values = [[generator.uniform(-3, 3) for _ in range(COUNT)] for _ in range(2)]
    pairs = [(x, y) for x in special for y in special]
    for number, (x, y) in enumerate(generator.sample(pairs, COUNT // 2)):
        values[0][number], values[1][number] = x, y
    for number, x in enumerate(special):
        values[0][COUNT // 2 + number] = x
    return pack(t, values[0] + values[1])


def pack(t, values):
    return struct.pack(f"<{len(values)}{CODES[t]}", *values)


def unpack(t, data):
    return struct.unpack(f"<{len(data) // struct.calcsize(CODES[t])}{CODES[t]}", data)


def save(path, t, rows, data):
    name = t[0] + str(int(t[1:]) // 8)
    header = f"{{'descr': '{'|' if t == 'i8' else '<'}{name}', 'fortran_order': False, 'shape': ({rows}, {COUNT})}}"
    header += " " * (-(len(header) + 11) % 64) + "\n"
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + data)


def load(path):
    with open(path, "rb") as file:
        content = file.read()
    return content[10 + struct.unpack("<H", content[8:10])[0]:]


def run(library, folder):
    rows = program()
    arrays = [ctypes.create_string_buffer(input_of(t)) for t in TYPES]
    sizes = [rows.counts[t] * COUNT * struct.calcsize(CODES[t]) for t in TYPES]
    # Elements of eight bytes are aligned, which a buffer of characters need not be.
    outputs = [(ctypes.c_int64 * (size // 8 + 1))() for size in sizes]
    inputs = [(ctypes.c_int64 * (len(a) // 8 + 1))() for a in arrays]
    for words, array in zip(inputs, arrays):
        ctypes.memmove(words, array, len(array))
    ctypes.CDLL(library).f_thread(*(ctypes.c_void_p(ctypes.addressof(x)) for x in inputs + outputs))
    for t, array, size in zip(TYPES, outputs, sizes):
        save(f"{folder}/c{t}.npy", t, rows.counts[t], bytes(array)[:size])


def agree(t, what, x, y):
    """Whether two values are the same; which NaN it is, and which zero maxnumf and minnumf take,
    is not said."""
    if t[0] == "f" and (x != x or y != y):
        return x != x and y != y
    return pack(t, [x]) == pack(t, [y]) or ("num" in what and x == y)


def compare(folder):
    rows, wrong, total = program(), 0, 0
    for t in TYPES:
        ours, theirs = (unpack(t, load(f"{folder}/{name}{t}.npy")) for name in ("c", "out"))
        assert len(ours) == len(theirs) == rows.counts[t] * COUNT
        for row in range(rows.counts[t]):
            what = rows.names[t, row]
            differ = [i for i in range(row * COUNT, (row + 1) * COUNT)
                      if not agree(t, what, ours[i], theirs[i])]
            total += COUNT
            if differ:
                wrong += 1
                print(f"{t} {what} at {differ[0] % COUNT}: C {ours[differ[0]]!r}, "
                      f"polymem-run {theirs[differ[0]]!r}")
    print(f"{total} results, {wrong} operations differ")


if __name__ == "__main__":
    command = sys.argv[1]
    if command == "module":
        print_module(program())
    elif command == "inputs":
        for name in TYPES:
            save(f"{sys.argv[2]}/in{name}.npy", name, 2, input_of(name))
    elif command == "run":
        run(*sys.argv[2:])
    else:
        compare(sys.argv[2])
