"""Contracts temporary arrays of random programs with conditions that are data.

    may_writes.py BIN SEEDS [--print]

BIN is the folder of polymem-opt and polymem-run, SEEDS a range 1..8. In each program
loops store into one array and load from it, some of that in the branches of conditions
whose outcomes are elements of arrays. At small sizes it is executed here for all
outcomes: two elements conflict if one is written while the value of the other
is still to be read, in some execution. Then

- the mapping that polymem-contract-arrays reports keeps all of them apart, in no
  more cells than the array has elements;
- a number of cells that it says are needed is no more than the colours that the
  graph of conflicts needs;
- the contracted program has the results of the original (polymem-run), if
  these are defined.
"""
import itertools
import pathlib
import random
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parents[4] / "Inputs"))
from formulas import evaluate  # pylint: disable=wrong-import-position

FLAGS = 2
# The argument that is N.
SIZE = f"arg{2 + FLAGS}"
SIZES = (1, 2, 3, 4)
# More executions are not tried: only for bounds that begin at larger sizes.
MAX_OUTCOMES = 1 << 12


class Program:
    """Statements are tuples whose first part says what they are:
    ("store", subscripts), ("load", subscripts), ("if", flag, positive, statements,
    statements), ("inner", statements), ("first" or "later", statements)."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.rank = self.random.choice((1, 1, 2))
        self.type = f"memref<{'2x' * (self.rank - 1)}?xf32>"
        self.loops = [self.body(0) for _ in range(self.random.randint(1, 3))]
        self.names = itertools.count()

    def subscripts(self):
        """Each is a constant, or i or N - i and a constant; from 0 to N + 1."""
        last = self.random.choice((("i", 0), ("i", 0), ("i", 1), ("i", 2), ("r", 0), ("r", 1),
                                   ("c", 0), ("c", 1)))
        return (("c", self.random.randrange(2)), last)[2 - self.rank:]

    def access(self):
        return (self.random.choice(("store", "load")), self.subscripts())

    def accesses(self, least, most):
        return [self.access() for _ in range(self.random.randint(least, most))]

    def body(self, depth):
        statements = []
        for _ in range(self.random.randint(2, 4)):
            kind = self.random.random()
            if kind < 0.35 or depth > 1:
                statements.append(self.access())
            elif kind < 0.75:
                flag, positive = self.random.randrange(FLAGS), self.random.random() < 0.5
                statements.append(("if", flag, positive, self.accesses(1, 2), self.accesses(0, 2)))
                if self.random.random() < 0.4:
                    # The opposite condition, as a statement of its own.
                    statements.append(("if", flag, not positive, [self.access()], []))
            elif kind < 0.85:
                statements.append(("inner", self.body(depth + 1)))
            else:
                statements.append((self.random.choice(("first", "later")), self.body(depth + 1)))
        return statements

    def text(self):
        arrays = ["%in: memref<?xf32>", "%out: memref<?xf32>"]
        arrays += [f"%flag{k}: memref<?xi32>" for k in range(FLAGS)]
        lines = ["func.func @may(" + "".join(f'{array} {{polymem.shape = ["N"]}}, ' for array in arrays)
                 + '%n: index {polymem.param = "N"}) {',
                 "  %one = arith.constant 1 : i32",
                 "  %two = arith.constant 2 : index",
                 "  %m = arith.addi %n, %two : index",
                 f"  %T = memref.alloc(%m) : {self.type}"]
        for body in self.loops:
            lines += ["  affine.for %i = 0 to %n {", *self.emit(body, "    "), "  }"]
        return "\n".join(lines + [f"  memref.dealloc %T : {self.type}", "  return", "}"]) + "\n"

    def emit(self, statements, indent):
        lines = []
        for kind, *parts in statements:
            k = next(self.names)
            if kind == "store":
                lines += [f"%v{k} = affine.load %in[%i] : memref<?xf32>",
                          f"affine.store %v{k}, %T[{self.subscript_text(parts[0])}] : {self.type}"]
            elif kind == "load":
                lines += [f"%v{k} = affine.load %T[{self.subscript_text(parts[0])}] : {self.type}",
                          f"%o{k} = affine.load %out[%i] : memref<?xf32>",
                          f"%s{k} = arith.addf %o{k}, %v{k} : f32",
                          f"affine.store %s{k}, %out[%i] : memref<?xf32>"]
            elif kind == "if":
                flag, positive, first, second = parts
                lines += [f"%f{k} = affine.load %flag{flag}[%i] : memref<?xi32>",
                          f"%b{k} = arith.andi %f{k}, %one : i32",
                          f"%c{k} = arith.cmpi {'eq' if positive else 'ne'}, %b{k}, %one : i32",
                          f"scf.if %c{k} {{", *self.emit(first, "  ")]
                lines += ["} else {", *self.emit(second, "  ")] if second else []
                lines.append("}")
            else:
                head = {"inner": f"affine.for %j{k} = 0 to 2 {{",
                        "first": "affine.if affine_set<(d0) : (-d0 >= 0)>(%i) {",
                        "later": "affine.if affine_set<(d0) : (d0 - 1 >= 0)>(%i) {"}[kind]
                lines += [head, *self.emit(parts[0], "  "), "}"]
        return [indent + line for line in lines]

    @staticmethod
    def subscript_text(subscripts):
        return ", ".join({"c": f"{value}", "i": f"%i + {value}",
                          "r": f"symbol(%n) - %i + {value}"}[kind] for kind, value in subscripts)

    def trace(self, n, outcome):
        """(is a store, element) in the order of execution."""
        def run(statements, i):
            for kind, *parts in statements:
                if kind in ("store", "load"):
                    yield kind == "store", tuple({"c": value, "i": i + value, "r": n - i + value}[of]
                                                 for of, value in parts[0])
                elif kind == "if":
                    flag, positive, first, second = parts
                    yield from run(first if outcome[flag][i] == positive else second, i)
                elif kind == "inner":
                    yield from itertools.chain(run(parts[0], i), run(parts[0], i))
                elif (i == 0) == (kind == "first"):
                    yield from run(parts[0], i)

        for body in self.loops:
            for i in range(n):
                yield from run(body, i)


def executions(program, n):
    """All traces; nothing if there are too many."""
    used = sorted(set().union(*map(flags_used, program.loops)))
    if 2 ** (n * len(used)) <= MAX_OUTCOMES:
        for bits in itertools.product(itertools.product((False, True), repeat=n), repeat=len(used)):
            yield program.trace(n, dict(zip(used, bits)))


def reads_undefined(program, n):
    """Whether some execution reads what none has written."""
    for trace in executions(program, n):
        written = set()
        for is_store, element in trace:
            if is_store:
                written.add(element)
            elif element not in written:
                return True
    return False


def flags_used(statements):
    used = set()
    for kind, *parts in statements:
        if kind == "if":
            used.add(parts[0])
        elif kind not in ("store", "load"):
            used |= flags_used(parts[0])
    return used


def conflicts_of(program, n):
    """Pairs of elements; None if there are too many executions."""
    pairs = None
    for trace in executions(program, n):
        pairs = pairs or set()
        # What was written since each element was.
        since = {}
        for is_store, element in trace:
            if is_store:
                for others in since.values():
                    others.add(element)
                since[element] = set()
            else:
                pairs |= {frozenset((element, other)) for other in since.get(element, ())
                          if other != element}
    return pairs


def can_be_coloured(graph, colours):
    """Whether conflicting elements can have different colours: all ways are tried."""
    order = sorted(graph, key=lambda v: -len(graph[v]))

    def extend(colour, used):
        if len(colour) == len(order):
            return True
        element = order[len(colour)]
        taken = {colour[v] for v in graph[element] if v in colour}
        return any(extend({**colour, element: c}, max(used, c + 1))
                   for c in range(min(used + 1, colours)) if c not in taken)

    return extend({}, 0)


def fewest_cells(pairs):
    graph = {}
    for x, y in map(tuple, pairs):
        graph.setdefault(x, set()).add(y)
        graph.setdefault(y, set()).add(x)
    return next(c for c in itertools.count(1) if can_be_coloured(graph, c))


def cases_of(remark):
    """The mapping: [(rows, condition)], rows as texts of a dividend and a modulus."""
    text = re.search(r", by [\w-]+: (.*?)(?:; at least |$)", remark)[1]
    # At sizes so small that the array has fewer elements the buffer is no larger.
    text = re.sub(r", (or one for each element where these are fewer|"
                  r"fewer where the array is smaller)$", "", text)
    cases = []
    for part in text.split(", else "):
        mapping, _, condition = part.partition(", where ")
        rows = [tuple(row.split(" mod ")) for row in mapping.split(", ")[:-1] if row != "one cell"]
        if any(len(row) != 2 for row in rows):
            sys.exit(f"what mapping is this: {mapping}")
        inside = re.search(r": (.*) \}", condition)
        cases.append((rows, inside[1] if inside else None))
    return cases


def cells_at(cases, n, elements):
    """By element, and how many cells there are; None if no case is for N = n."""
    for rows, condition in cases:
        if condition and not evaluate(condition, {SIZE: n}):
            continue
        cells, count = {element: () for element in elements}, 1
        for dividend, text in rows:
            modulus = evaluate(text, {SIZE: n})
            count *= modulus
            for e in elements:
                numbers = {SIZE: n, **{f"i{k}": x for k, x in enumerate(e)}}
                cells[e] += (evaluate(dividend, numbers) % modulus,)
        return cells, count
    return None, 0


def bounds_of(remark):
    """[(formula, least or equal, value)]."""
    text = remark.partition("; at least ")[2]
    bounds = re.findall(rf"(?:^|, )([^,]*?) where {SIZE} (=|>=) (\d+)", text)
    if text and len(bounds) != text.count(",") + 1:
        sys.exit(f"what bounds are these: {text}")
    return [(formula, sign, int(value)) for formula, sign, value in bounds]


def compare(remark, program):
    """What is wrong with a remark."""
    cases = cases_of(remark) if "takes" in remark else None
    bounds = bounds_of(remark)
    for n in sorted({*SIZES, *(value for _, _, value in bounds)}):
        if n < 1 or (pairs := conflicts_of(program, n)) is None:
            continue
        fewest = fewest_cells(pairs)
        for formula, sign, value in bounds:
            if n == value or (sign == ">=" and n > value):
                if evaluate(formula, {SIZE: n}) > fewest:
                    return f"N = {n}: {formula} cells are said to be needed, {fewest} serve"
        if not cases:
            continue
        cells, count = cells_at(cases, n, {e for pair in pairs for e in pair})
        if count > (n + 2) * program.rank:
            return f"N = {n}: {count} cells for {(n + 2) * program.rank} elements"
        for x, y in map(tuple, pairs):
            if not cells or cells[x] == cells[y]:
                return f"N = {n}: {x} and {y} share a cell"
    return None


def check(folder, seed, verbose):
    """What is wrong, and the remark."""
    program = Program(seed)
    with tempfile.TemporaryDirectory() as temporary:
        file = pathlib.Path(temporary) / "may.mlir"
        file.write_text(program.text())
        run = subprocess.run([folder / "polymem-opt", file, "-o", "/dev/null",
                              "--pass-pipeline=builtin.module(func.func(polymem-contract-arrays))",
                              "--remarks-filter=polymem-contract-arrays"],
                             capture_output=True, text=True)
        remark = re.search(r'Remark="(.*?)"', run.stderr)
        if run.returncode or not remark:
            return f"no remark: {run.stderr}", ""
        remark = remark[1]
        if verbose:
            print(file.read_text(), remark)
        if "takes" in remark and not reads_undefined(program, 3):
            run = subprocess.run([folder / "polymem-run", file, "--compare", "--uninterpreted",
                                  "--check-bounds",
                                  "--pipeline=polymem-contract-arrays,convert-scratch-to-memref",
                                  *[f"--sizes=N={n}" for n in SIZES]], capture_output=True, text=True)
            if run.returncode:
                return f"results differ: {run.stdout}{run.stderr}", remark
    return compare(remark, program), remark


def main():
    folder = pathlib.Path(sys.argv[1])
    first, _, last = sys.argv[2].partition("..")
    seeds = range(int(first), int(last or first) + 1)
    contracted = bounded = 0
    for seed in seeds:
        problem, remark = check(folder, seed, "--print" in sys.argv)
        if problem:
            sys.exit(f"seed {seed}: {problem}\n{remark}\n{Program(seed).text()}")
        contracted += "takes" in remark
        bounded += "at least" in remark
    print(f"{len(seeds)} programs: no wrong mapping, no wrong bound; "
          f"{contracted} contracted, {bounded} with bounds")


if __name__ == "__main__":
    main()
