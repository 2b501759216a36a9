"""Random programs with temporary arrays: no buffer is larger than its array.

    random-sizes.py POLYMEM-OPT FIRST-SEED COUNT

An array of one or two dimensions is written in the order of a nest and read there,
some elements further back. The sizes of the buffers that
polymem-contract-arrays allocates are computed here, from the operations before
the allocation, for all small sizes.
"""
import itertools
import random
import re
import subprocess
import sys

OPERATIONS = {
    "addi": lambda a, b: a + b, "subi": lambda a, b: a - b, "muli": lambda a, b: a * b,
    "maxsi": max, "minsi": min, "floordivsi": lambda a, b: a // b,
    "andi": lambda a, b: a and b, "ori": lambda a, b: a or b,
}
COMPARISONS = {"sge": lambda a, b: a >= b, "eq": lambda a, b: a == b}


def program(seed):
    """A function whose arguments 2 and 3 are the sizes, and the array's rank."""
    rng = random.Random(seed)
    rank = rng.choice((1, 2, 2, 2))
    sizes = ["%n", "%m"][:rank] if rng.random() < 0.7 else ["%n"] * rank
    array = f"memref<{'?x' * rank}f32>"
    loops = ["%i", "%j"][:rank]
    lines = [
        f"func.func @f(%in: {array}, %out: {array}, %n: index, %m: index) {{",
        f"  %t = memref.alloc({', '.join(sizes)}) : {array}",
    ]
    lines += [f"  affine.for {loop} = 0 to {size} {{" for loop, size in zip(loops, sizes)]
    here = ", ".join(loops)
    lines += [f"    %v = affine.load %in[{here}] : {array}",
              f"    affine.store %v, %t[{here}] : {array}"]
    for number in range(rng.randint(1, 2)):
        back = [rng.randint(0, 4) for _ in loops]
        subscripts = [f"{loop} - {b}" for loop, b in zip(loops, back)]
        conditions = [f"d{d} - {b} >= 0" for d, b in enumerate(back)]
        if rank == 2 and rng.random() < 0.4:
            ahead = rng.randint(1, 2)
            subscripts[1] = f"%j + {ahead}"
            conditions[1] = f"s0 - d1 - {ahead + 1} >= 0"
            conditions[0] = f"d0 - {max(back[0], 1)} >= 0"
            subscripts[0] = f"%i - {max(back[0], 1)}"
        elif rng.random() < 0.2:
            subscripts[0] = "%i floordiv 2"
        dims = ", ".join(f"d{d}" for d in range(rank))
        lines += [
            f"    affine.if affine_set<({dims})[s0] : ({', '.join(conditions)})>({here})[{sizes[-1]}] {{",
            f"      %l{number} = affine.load %t[{', '.join(subscripts)}] : {array}",
            f"      affine.store %l{number}, %out[{here}] : {array}", "    }"]
    lines += ["  }"] * rank + [f"  memref.dealloc %t : {array}", "  return", "}"]
    return "\n".join(lines), len(set(sizes)), sizes


def cellsAt(text, sizes):
    """How many cells the buffer has; None if there is none."""
    values = {"%arg2": sizes[0], "%arg3": sizes[-1]}
    maps = dict(re.findall(r"^(#\w+) = #scratch\.mapping<.*extents = \(\)(.*)>$", text, re.M))
    for line in text.splitlines():
        if found := re.match(r"\s*(%\S+) = arith\.constant (-?\d+|true|false)", line):
            values[found[1]] = {"true": 1, "false": 0}.get(found[2]) if found[2] in (
                "true", "false") else int(found[2])
        elif found := re.match(r"\s*(%\S+) = arith\.cmpi (\w+), (\S+), (\S+) :", line):
            values[found[1]] = COMPARISONS[found[2]](values[found[3]], values[found[4]])
        elif found := re.match(r"\s*(%\S+) = arith\.select (\S+), (\S+), (\S+) :", line):
            values[found[1]] = values[found[3] if values[found[2]] else found[4]]
        elif found := re.match(r"\s*(%\S+) = arith\.(\w+) (\S+), (\S+) : (?:index|i1)", line):
            values[found[1]] = OPERATIONS[found[2]](values[found[3]], values[found[4]])
        elif "scratch.alloc(" in line:
            found = re.search(r"scratch\.alloc\([^)]*\)(?:\[([^\]]*)\])? .*, (#\w+)>", line)
            symbols, extents = re.match(r"(?:\[(.*)\])? -> \((.*)\)", maps[found[2]]).groups()
            given = [values[name.strip()] for name in found[1].split(",")] if found[1] else []
            names = [name.strip() for name in symbols.split(",")] if symbols else []
            count = 1
            for extent in filter(None, extents.split(",")):
                count *= eval(extent, dict(zip(names, given)))
            return count
    return None


def main():
    tool, first, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    contracted = larger = 0
    for seed in range(first, first + count):
        source, _, names = program(seed)
        result = subprocess.run([tool, "--polymem-contract-arrays"], input=source,
                                capture_output=True, text=True)
        if result.returncode != 0:
            sys.exit(f"seed {seed}: {result.stderr}")
        if "scratch.alloc" not in result.stdout:
            continue
        contracted += 1
        for n, m in itertools.product(range(1, 8), repeat=2):
            elements = 1
            for name in names:
                elements *= n if name == "%n" else m
            cells = cellsAt(result.stdout, (n, m))
            if cells > elements:
                larger += 1
                print(f"seed {seed}: {cells} cells for {elements} elements at n = {n}, m = {m}")
                break
    print(f"{count} programs, {contracted} arrays contracted, {larger} of them larger somewhere")
    sys.exit(larger > 0)


main()
