"""The kernels of PolyBench as front ends write them: `scf` and `memref` instead of affine.

    benchmarks/front_ends.py c gemm lu > FILE     # text, of all kernels if none is named

The functions of benchmarks/polybench in single precision or integers are rewritten. What is in
a loop, and in which order, stays, so that each computes the same bits. Sizes are arguments of
type i32 in all styles, scalars that loops carry are cells on the stack, one of each name, in
front of all loops. What else there is in a style:

  c        as Polygeist has C: scf.for over index, bounds like n - 1 in i32, scalars
           memref<1xT>, temporaries memref.alloc in the function
  while    as ClangIR has C: for is scf.while over i32, scalars memref<T>
  fortran  as Flang has Fortran: scf.for over i32 from 1, subscripts in i64 less 1
  flat     C with arrays of rank 1, subscripts i * m + j
"""
import re
import sys
from dataclasses import dataclass

from programs import polybench


@dataclass(frozen=True)
class Style:
    counter: str  #: the type of loops' variables
    base: int = 0  #: the number of the first element
    loops: str = "for"
    cell: str = ""  #: the shape of a scalar
    makes_temporaries: bool = False
    is_flat: bool = False


STYLES = {
    "c": Style("index", cell="1x", makes_temporaries=True),
    "while": Style("i32", loops="while"),
    "fortran": Style("i32", base=1),
    "flat": Style("index", cell="1x", is_flat=True),
}


class Sum:
    """A sum of names, each with a sign, and a constant."""

    def __init__(self, text, names):
        """Of an affine expression; `names` has the operands of what it calls so."""
        text = re.sub(r"symbol\((%\w+)\)", r"\1", text).replace("%", "")
        self.constant, self.terms = 0, []
        for sign, term in re.findall(r"([+-]?)\s*(\w+)", text):
            sign = -1 if sign == "-" else 1
            if term.isdigit():
                self.constant += sign * int(term)
            else:
                self.terms.append((sign, names.get(term, term)))


def operands_of(head, operands):
    """What the dimensions and symbols of a map or set are called, by their names in it."""
    names = re.findall(r"\w+", re.match(r"\((.*?)\)(?:\[(.*?)\])?", head)[0])
    return dict(zip(names, re.findall(r"%(\w+)", operands)))


class Writer:
    """Rewrites one function."""

    def __init__(self, text, style):
        self.style = style
        self.counters, self.sizes, self.shapes = [], [], {}
        self.lines, self.head, self.cells, self.made = [], [], {}, []
        self.loops, self.number = [], 0
        self.text = text

    def new(self):
        self.number += 1
        return f"%_{self.number}"

    def emit(self, line):
        self.lines.append("  " * (1 + len(self.loops)) + line)

    def define(self, line):
        name = self.new()
        self.emit(f"{name} = {line}")
        return name

    def constant(self, value, kind):
        name = f"%_c{value}_{kind}".replace("-", "m")
        line = f"  {name} = arith.constant {value} : {kind}"
        if line not in self.head:
            self.head.append(line)
        return name

    # Sums.

    def value(self, total, one_more=0):
        """`total`, counted from the base and with `one_more`, as a counter."""
        style = self.style
        in_sizes = all(name in self.sizes for _, name in total.terms)
        kind = "i32" if in_sizes else style.counter
        constant, result = total.constant + style.base + one_more, None
        # Counters count from the base as well.
        constant -= sum(style.base * sign for sign, name in total.terms if name in self.counters)
        for sign, name in sorted(total.terms, key=lambda term: -term[0]):
            value = f"%{name}"
            if name in self.sizes and kind == "index":
                value = self.define(f"arith.index_cast {value} : i32 to index")
            result = value if result is None and sign > 0 else self.add(
                result or self.constant(0, kind), value, sign, kind)
        if result is None:
            return self.constant(constant, style.counter)
        if constant:
            result = self.add(result, self.constant(abs(constant), kind),
                              1 if constant > 0 else -1, kind)
        if kind != style.counter:
            result = self.define(f"arith.index_cast {result} : {kind} to {style.counter}")
        return result

    def add(self, a, b, sign, kind):
        flags = " overflow<nsw>" if kind == "i32" else ""
        return self.define(f"arith.{'addi' if sign > 0 else 'subi'} {a}, {b}{flags} : {kind}")

    def subscript(self, text):
        value = self.value(Sum(text, {}))
        if self.style.counter == "index":
            return value
        value = self.define(f"arith.extsi {value} : i32 to i64")
        if self.style.base:
            base = self.constant(self.style.base, "i64")
            value = self.define(f"arith.subi {value}, {base} overflow<nsw> : i64")
        return self.define(f"arith.index_cast {value} : i64 to index")

    def element(self, array, subscripts):
        """`A[..]`, and the type of A."""
        values = [self.subscript(text) for text in subscripts.split(",")]
        shape, kind = self.shapes[array]
        if self.style.is_flat and len(shape) > 1:
            total = values[0]
            for value, extent in zip(values[1:], shape[1:]):
                width = self.define(f"arith.index_cast %{extent} : i32 to index")
                total = self.define(f"arith.muli {total}, {width} : index")
                total = self.define(f"arith.addi {total}, {value} : index")
            values = [total]
        rank = "?x" * len(values)
        return f"%{array}[{', '.join(values)}] : memref<{rank}{kind}>"

    # Scalars.

    def cell(self, name, kind):
        line = f"  %_cell_{name} = memref.alloca() : memref<{self.style.cell}{kind}>"
        if line not in self.cells.values():
            self.cells[name] = line
        index = f"[{self.constant(0, 'index')}]" if self.style.cell else "[]"
        return f"%_cell_{name}{index} : memref<{self.style.cell}{kind}>"

    # Operations.

    def bound(self, text, one_more=0):
        if found := re.match(r"affine_map<(.*?) -> \((.*)\)>(.*)", text):
            return self.value(Sum(found[2], operands_of(found[1], found[3])), one_more)
        return self.value(Sum(text, {}), one_more)

    def begin_loop(self, line):
        found = re.match(r"(?:%(\w+)(?::\d+)? = )?affine.for %(\w+) = (.*?) to (.*?)"
                         r"(?: iter_args\((.*?)\) -> \(?(.*?)\)?)? {$", line)
        results, counter, lower, upper, carried, kinds = found.groups()
        lower, upper = self.bound(lower), self.bound(upper)
        carried = list(zip(re.findall(r"%(\w+) = (%[\w#]+)", carried or ""),
                           (kinds or "").split(", ")))
        for (name, initial), kind in carried:
            self.emit(f"memref.store {initial}, {self.cell(name, kind)}")
        kind, one = self.style.counter, self.constant(1, self.style.counter)
        if self.style.loops == "while":
            self.emit(f"scf.while (%_{counter} = {lower}) : (i32) -> i32 {{")
            self.emit(f"  %_go_{counter} = arith.cmpi slt, %_{counter}, {upper} : i32")
            self.emit(f"  scf.condition(%_go_{counter}) %_{counter} : i32")
            self.emit("} do {")
            self.emit(f"^bb0(%{counter}: i32):")
        else:
            of = "" if kind == "index" else f" : {kind}"
            self.emit(f"scf.for %{counter} = {lower} to {upper} step {one}{of} {{")
        self.counters.append(counter)
        self.loops.append((results, counter, carried))
        for (name, _), kind in carried:
            self.emit(f"%{name} = memref.load {self.cell(name, kind)}")

    def end(self):
        if self.loops[-1] is None:
            self.loops.pop()
            self.emit("}")
            return
        results, counter, carried = self.loops[-1]
        if self.style.loops == "while":
            following = self.add(f"%{counter}", self.constant(1, "i32"), 1, "i32")
            self.emit(f"scf.yield {following} : i32")
        self.loops.pop()
        self.counters.remove(counter)
        self.emit("}")
        for number, ((name, _), kind) in enumerate(carried):
            result = results if len(carried) == 1 else f"{results}_{number}"
            self.emit(f"%{result} = memref.load {self.cell(name, kind)}")

    def carry(self, line):
        values, kinds = line.removeprefix("affine.yield ").split(" : ")
        carried = self.loops[-1][2]
        for value, ((name, _), kind) in zip(values.split(", "), carried):
            self.emit(f"memref.store {value}, {self.cell(name, kind)}")

    def begin_if(self, line):
        head, constraints, operands = re.match(
            r"affine.if affine_set<(.*?) : \((.*)\)>(.*) {$", line).groups()
        names, kind, all_of = operands_of(head, operands), self.style.counter, None
        for constraint in constraints.split(", "):
            total = Sum(constraint.removesuffix(" >= 0"), names)
            value = self.value(total)
            zero = self.constant(self.style.base, kind)
            holds = self.define(f"arith.cmpi sge, {value}, {zero} : {kind}")
            all_of = holds if all_of is None else self.define(
                f"arith.andi {all_of}, {holds} : i1")
        self.emit(f"scf.if {all_of} {{")
        self.loops.append(None)

    def line(self, line):
        line = re.sub(r"(%\w+)#(\d)", r"\1_\2", line)
        if re.match(r"(%[\w:]+ = )?affine.for", line):
            self.begin_loop(line)
        elif line.startswith("affine.if"):
            self.begin_if(line)
        elif line.startswith("affine.yield"):
            self.carry(line)
        elif line == "}":
            self.end()
        elif line == "} else {":
            self.loops.pop()
            self.emit(line)
            self.loops.append(None)
        elif found := re.match(r"(%\w+ = )affine.load %(\w+)\[(.*)\]", line):
            self.emit(f"{found[1]}memref.load {self.element(found[2], found[3])}")
        elif found := re.match(r"affine.store (%\w+), %(\w+)\[(.*)\]", line):
            self.emit(f"memref.store {found[1]}, {self.element(found[2], found[3])}")
        elif found := re.match(r"%(\w+) = memref.alloc\((.*)\) : memref<(?:\?x)*(\w+)>", line):
            self.shapes[found[1]] = (re.findall(r"%(\w+)", found[2]), found[3])
            self.make(found[1])
        elif found := re.match(r"(%\w+ = )arith.index_cast (%\w+) : index to i64", line):
            self.emit(f"{found[1]}arith.extsi {found[2]} : i32 to i64")
        elif line == "return":
            for array in self.made:
                self.emit(f"memref.dealloc %{array} : {self.type_of(array)}")
            self.emit(line)
        elif not re.match(r"//|memref.dealloc|%c\d = |%\w+ = memref.dim", line):
            self.emit(line)

    # The function.

    def type_of(self, array):
        shape, kind = self.shapes[array]
        return f"memref<{'?x' * (1 if self.style.is_flat else len(shape))}{kind}>"

    def make(self, array):
        extents = [self.define(f"arith.index_cast %{size} : i32 to index")
                   for size in self.shapes[array][0]]
        self.emit(f"%{array} = memref.alloc({', '.join(extents)}) : {self.type_of(array)}")
        self.made.append(array)

    def write(self):
        head, body = self.text.split(") {\n", 1)
        name = re.search(r"@(\w+)\(", head)[1]
        arguments, temporaries = [], []
        for argument, kind, about in re.findall(r"%(\w+): ([^ ,]+)(?: \{(.*)\})?", head):
            if kind == "index":
                continue
            if not kind.startswith("memref"):
                arguments.append(f"%{argument}: {kind}")
                continue
            shape = re.findall(r'"(\w+)"', re.search(r"shape = \[(.*?)\]", about)[1])
            self.shapes[argument] = (shape, re.search(r"([a-z]\d+)>", kind)[1])
            if self.style.makes_temporaries and "dead_out" in about:
                temporaries.append(argument)
                continue
            if self.style.is_flat:
                about = re.sub(r"shape = \[.*?\]", f'shape = ["{" * ".join(shape)}"]', about)
            arguments.append(f"%{argument}: {self.type_of(argument)} {{{about}}}")
        self.sizes = list(dict.fromkeys(
            [size for shape, _ in self.shapes.values() for size in shape]
            + re.findall(r'param = "(\w+)"', head)))
        sizes = [f'%{size}: i32 {{polymem.param = "{size}"}}' for size in self.sizes]
        for array in temporaries:
            self.make(array)
        for line in filter(None, map(str.strip, body.splitlines()[:-1])):
            self.line(line)
        return "\n".join([f"func.func @{name}(", ",\n".join(
            f"    {argument}" for argument in sizes + arguments) + ") {",
            *self.head, *self.cells.values(), *self.lines, "}"]) + "\n"


def front_end_text(kernel, style):
    """The kernel, in single precision or integers, as a front end writes it."""
    return Writer(kernel.functions[kernel.entry(("_f32", "_i32"))], STYLES[style]).write()


def main():
    if len(sys.argv) < 2 or sys.argv[1] not in STYLES:
        sys.exit(__doc__)
    for kernel in polybench(sys.argv[2:]):
        print(front_end_text(kernel, sys.argv[1]))


if __name__ == "__main__":
    main()
