"""Executes strips of tiles and looks whether two elements meet in one cell.

    simulate.py POLYMEM-OPT DIRECTORY KERNEL VALUES SIZES [--shrink] [--symbolic[=NAMES]] [--strip=N]

The pass gets numbers, as n=9 and s=2,3, for parameters and tile sizes, and
prints numbers for moduli; each strip is then executed here, for every place
where its first tile may begin, with its loads and stores. With --shrink, each
modulus in turn is made one less, and then two elements must meet in a cell
somewhere. The cells must not be more than those of the table in Isoard's thesis.

With --order=NAME,STAGES,LAG the loads, computations and stores of tiles overlap as
far as that pipeline allows: two elements must not meet in any of its executions. The
table, which is for tiles one after another, is not looked at.

With --symbolic the pass is run as KERNEL's own test runs it, and the formulas
that it prints are evaluated for the numbers. NAMES replace those of the sizes. With --strip, the
strips have N dimensions, and the table, which is for one, is not looked at.
"""
import itertools
import pathlib
import re
import subprocess
import sys
from collections import defaultdict

sys.path.insert(0, str(pathlib.Path(__file__).parents[4] / "Inputs"))
from formulas import evaluate  # pylint: disable=wrong-import-position


def jacobi_1d(n, m):
    for t in range(m):
        for i in range(1, n - 1):
            yield (t, 2 * t + i, 0), [("arg0", (i + d,)) for d in (-1, 0, 1)], [("arg1", (i,))]
            yield (t, 2 * t + i + 1, 1), [("arg1", (i,))], [("arg0", (i,))]


def poly(n):
    for i, j in itertools.product(range(n), repeat=2):
        yield ((-j, i), [("arg0", (i,)), ("arg1", (j,)), ("arg2", (i + j,))], [("arg2", (i + j,))])


def gemm(ni, nj, nk):
    for i, j in itertools.product(range(ni), range(nj)):
        yield (i, j, 0, 0), [("arg2", (i, j))], [("arg2", (i, j))]
        for k in range(nk):
            yield ((i, j, k, 1), [("arg0", (i, k)), ("arg1", (k, j)), ("arg2", (i, j))],
                   [("arg2", (i, j))])


def jacobi_2d(n, m):
    for t, i, j in itertools.product(range(m), range(1, n - 1), range(1, n - 1)):
        around = [(i, j), (i, j - 1), (i, j + 1), (i - 1, j), (i + 1, j)]
        yield ((t, 2 * t + i, 2 * t + i + j, 0), [("arg0", e) for e in around], [("arg1", (i, j))])
        yield ((t, 2 * t + i + 1, 2 * t + i + j + 1, 1), [("arg1", (i, j))], [("arg0", (i, j))])


def seidel_2d(n, m):
    for t, i, j in itertools.product(range(m), range(1, n - 1), range(1, n - 1)):
        around = [(i + a, j + b) for a in (-1, 0, 1) for b in (-1, 0, 1)]
        yield (t, t + i, 2 * t + i + j), [("arg0", e) for e in around], [("arg0", (i, j))]


def floyd_warshall(n, k):
    for i, j in itertools.product(range(n), repeat=2):
        yield (k, i, j), [("arg0", (i, j)), ("arg0", (i, k)), ("arg0", (k, j))], [("arg0", (i, j))]


def doitgen(nr, nq, np):
    for r, q, p in itertools.product(range(nr), range(nq), range(np)):
        yield (r, q, p, 0, 0), [], [("arg1", (r, q, p))]
        for s in range(np):
            yield ((r, q, p + s, s, 1), [("arg1", (r, q, p)), ("arg0", (r, q, s)), ("arg2", (s, p))],
                   [("arg1", (r, q, p))])
        yield (r, q, np + p, np, 2), [("arg1", (r, q, p))], [("arg0", (r, q, p))]


def trisolv(n):
    for i in range(n):
        yield (0, i, 0), [("arg2", (i,))], [("arg1", (i,))]
        for j in range(i):
            yield ((j, i, 1), [("arg1", (i,)), ("arg0", (i, j)), ("arg1", (j,))], [("arg1", (i,))])
        yield (i, i, 2), [("arg1", (i,)), ("arg0", (i, i))], [("arg1", (i,))]


def trmm(ni, i):
    for j, k in itertools.product(range(ni), range(i)):
        yield (i, j + k, j), [("arg0", (i, k)), ("arg1", (j, k)), ("arg1", (i, j))], [("arg1", (i, j))]


def dynprog(length, steps, iteration):
    del steps
    t = (iteration,)
    for i, j in itertools.product(range(length), repeat=2):
        yield t + (i, 0, j, 4), [], [("arg2", (i, j))]
    for i in range(length - 1):
        for j in range(i + 1, length):
            yield t + (i, 0, j, 3), [], [("arg0", (i, j, i))]
            for k in range(i + 1, j):
                yield (t + (k, j, i + j, 1),
                       [("arg0", (i, j, k - 1)), ("arg2", (i, k)), ("arg2", (k, j))],
                       [("arg0", (i, j, k))])
            yield (t + (j, j, i + j, 2), [("arg0", (i, j, j - 1)), ("arg1", (i, j))],
                   [("arg2", (i, j))])
    yield t + (length, length, length, 0), [("arg3", ()), ("arg2", (0, length - 1))], [("arg3", ())]


def reg_detect(grid, length, niter):
    for t, i in itertools.product(range(niter), range(grid)):
        for j in range(i + 1):
            at = (t, j - i, t + i)
            for cnt in range(length):
                yield at + (t + cnt, 2), [("arg3", (j, i))], [("arg0", (j, i, cnt))]
                before = [("arg4", (j, i, cnt - 1))] if cnt else []
                yield (at + (t + cnt, 3 if cnt else 4), [("arg0", (j, i, cnt))] + before,
                       [("arg4", (j, i, cnt))])
            yield at + (length + t, 0), [("arg4", (j, i, length - 1))], [("arg2", (j, i))]
            if j == 0:
                yield at + (length + t, 5), [("arg2", (0, i))], [("arg1", (0, i))]
            else:
                yield (at + (length + t, 1), [("arg1", (j - 1, i - 1)), ("arg2", (j, i))],
                       [("arg1", (j, i))])


# Instances, names of the parameters, loops around the tiles, and the table's cells.
KERNELS = {
    "jacobi-1d": (jacobi_1d, ("arg2", "arg3"), 0, lambda n, m, s1, s2: {
        "arg0": min(n, 2 * m + s2, 2 * s1 + s2),
        "arg1": min(n - 2, 2 * m + s2 - 1, 2 * s1 + s2 - 1)}),
    "poly": (poly, ("arg3",), 0, lambda n, b, _: {
        "arg0": min(b, n), "arg1": min(b, n), "arg2": 2 * min(b, n) - 1}),
    "gemm": (gemm, ("arg4", "arg5", "arg6"), 0, lambda ni, nj, nk, s1, s2, s3: {
        "arg0": s1 * s3, "arg1": s3 * s2, "arg2": s1 * s2}),
    "jacobi-2d": (jacobi_2d, ("arg2", "arg3"), 0, lambda n, m, s1, s2, s3: {
        "arg0": (2 * s1 + s2) * (min(2 * s1, s2 + 1) + s3),
        "arg1": (2 * s1 + s2 - 1) * (min(2 * s1, s2) + s3 - 1)}),
    "seidel-2d": (seidel_2d, ("arg1", "arg2"), 0, lambda n, m, s1, s2, s3: {
        "arg0": (s1 + s2 + 1) * (min(2 * s1 + 2, s1 + s2, 2 * s2 + 2) + s3)}),
    "floyd-warshall": (floyd_warshall, ("arg1", "o0"), 1, lambda n, k, s1, s2: {
        "arg0": max(k + 1, n - k) ** 2}),
    "doitgen": (doitgen, ("arg3", "arg4", "arg5"), 0, lambda nr, nq, np, s1, s2, s3, s4: {
        "arg0": s1 * s2 * np, "arg1": s1 * s2 * (s3 + s4 - 1), "arg2": s4 * s3}),
    "trisolv": (trisolv, ("arg3",), 0, lambda n, s1, s2: {
        "arg0": s2 * s1, "arg1": n, "arg2": s2}),
    "trmm": (trmm, ("arg2", "o0"), 1, lambda ni, i, s1, s2: {
        "arg0": min(i, s1 + s2 - 1), "arg1": max(ni - i, i + 1) * min(ni, s1 + i, s2 + i)}),
    "dynprog": (dynprog, ("arg4", "arg5", "o0"), 1, lambda n, _, o0, s1, s2, s3: {
        "arg0": min(s1, s2 + s3 - 1) * (s2 + s3 - 2) * s1,
        "arg1": (min(s1, s2) + s3 - 1) * min(s1, s2, s3), "arg2": (n - 1) * (n - 2)}),
    # As corrected in reg-detect.mlir, and arrays that are stored.
    "reg-detect": (reg_detect, ("arg5", "arg6", "arg7"), 0, lambda g, n, t, s1, s2, s3, s4: {
        "arg0": (s1 + s2 + s3 - 2) * min(s1 + s3 - 1, s2) * (min(s1, s3) + s4 - 1),
        "arg1": (min(s1, s4) + s2 + s3 - 1) * min(s1 + s3 - 1, s2, s3 + s4),
        "arg2": (min(s1, s4) + s3 - 1) * s2,
        "arg3": (s1 + s2 + s3 - 2) * min(s1 + s3 - 1, s2),
        "arg4": (s1 + s2 + s3 - 2) * min(s1 + s3 - 1, s2) * (min(s1, s3) + s4)}),
}


def run_pass(tool, directory, kernel, change):
    """What the pass prints with the options of the kernel's own test, changed."""
    with open(f"{directory}/{kernel}.mlir") as file:
        run = " ".join(re.findall(r"// RUN: (.*)", file.read()))
    options = dict(re.findall(r'(\w+)=("[^"]*"|\S+)', re.search(r"tile-storage\{(.*?)\}\)\)'", run)[1]))
    options.pop("assume", None)
    change(options)
    text = " ".join(f"{name}={value}" for name, value in options.items())
    run = subprocess.run([tool, f"{directory}/{kernel}.mlir", "-o", "/dev/null",
                          "--pass-pipeline=builtin.module(func.func("
                          f"polymem-print-tile-storage{{{text}}}))"],
                         capture_output=True, text=True)
    if run.returncode:
        sys.exit(run.stderr)
    return run.stderr


def order_options(order, options):
    if order:
        name, stages, lag = order.split(",")
        options |= {"order": name, "stages": stages, "store-lag": lag}


def moduli(tool, directory, kernel, values, sizes, along, order):
    """The rows of each array's mapping, as dimension and modulus, by array."""
    names = KERNELS[kernel][1]
    known = " and ".join(f"{name} = {value}" for name, value in zip(names, values))

    def change(options):
        options["sizes"] = ",".join(map(str, sizes))
        options["context"] = f'"[{", ".join(names)}] -> {{ : {known} }}"'
        options["strip"] = str(along)
        order_options(order, options)

    mappings = {}
    for array, mapping in re.findall(r"^  (arg\d): (.*), \d+ cells$",
                                     run_pass(tool, directory, kernel, change), re.M):
        if re.search(r"mod [^0-9]", mapping):
            sys.exit(f"not a number: {mapping}")
        mappings[array] = [(int(d), int(m)) for d, m in re.findall(r"i(\d) mod (\d+)", mapping)]
    return mappings


def evaluated_moduli(tool, directory, kernel, values, sizes, size_names, along, order):
    """As `moduli`, by the formulas for all numbers."""
    numbers = dict(zip(KERNELS[kernel][1], values))

    def change(options):
        old = options["sizes"].split(",")
        new = size_names or old
        for name, number in zip(new, sizes, strict=True):
            if numbers.setdefault(name, number) != number:
                sys.exit(f"{name} is {number} and {numbers[name]}")
        options["sizes"] = ",".join(new)
        names = dict(zip(old, new))
        options["context"] = re.sub(r"[A-Za-z_]\w*", lambda word: names.get(word[0], word[0]),
                                    options["context"])
        if not evaluate(re.search(r": (.*) \}", options["context"])[1], numbers):
            sys.exit(f"not in the context: {numbers}")
        options["strip"] = str(along)
        order_options(order, options)

    printed = run_pass(tool, directory, kernel, change)
    mappings = {}
    line = r"^  (arg\d): (.*), ([^,\n]*) cells(?:, where \[.*?\] -> \{ *: (.*) \})?$"
    for array, mapping, cells, condition in re.findall(line, printed, re.M):
        if condition and not evaluate(condition, numbers):
            continue
        if array in mappings:
            sys.exit(f"{array} has two mappings")
        rows = re.findall(r"i(\d)(?: mod (\([^)]*\)|[\w*]+))?(?:, |$)", mapping)
        mappings[array] = [(int(d), evaluate(m, numbers)) for d, m in rows]
        product = 1
        for _, modulus in mappings[array]:
            product *= modulus
        if product != evaluate(cells, numbers):
            sys.exit(f"{array}: {mapping} has {product} cells, not {cells}")
    return mappings


def strips(instances, outer, sizes, strip):
    """The instances of each strip, at all places of tiles in the tiled dimensions."""
    last = outer + len(sizes) - strip
    ranges = [range(min(t[d] for t, _, _ in instances) - sizes[d - outer] + 1,
                    max(t[d] for t, _, _ in instances) + 1) for d in range(outer, last)]
    loops = [range(max(t[d] for t, _, _ in instances) + 1) for d in range(outer)]
    for around in itertools.product(*loops):
        for origin in itertools.product(*ranges):
            inside = [x for x in instances if x[0][:outer] == around and all(
                o <= x[0][d] < o + sizes[d - outer] for d, o in zip(range(outer, last), origin))]
            for begins in itertools.product(*map(range, sizes[last - outer:])):
                yield sorted(((tuple((t - b) // s for t, b, s in
                                     zip(x[0][last:], begins, sizes[last - outer:])),) + x[0],
                              x[1], x[2]) for x in inside)


def lives(strip):
    """When each element is kept: from a load or a write to a store or a read."""
    life = {}
    for number, (time, reads, writes) in enumerate(strip):
        tile = time[0]
        for element in reads:
            begin = life[element][0] if element in life else (tile, 0, 0)
            end = max(life[element][1], (tile, 1, 2 * number)) if element in life else \
                (tile, 1, 2 * number)
            life[element] = begin, end
        for element in writes:
            begin = life[element][0] if element in life else (tile, 1, 2 * number + 1)
            life[element] = begin, (tile, 2, 0)
    return life


def direct_order(kind, stages, lag, count):
    """What of `count` tiles directly follows what: L loads, C computes, S stores."""
    after = defaultdict(list)
    for t in range(count):
        after["L", t] += [("C", t)]
        after["C", t] += [("S", t), ("C", t + 1)]
        if kind == "sequential":
            after["S", t] += [("L", t + 1)]
        elif kind != "barrier":
            after["S", t] += [("S", t + 1), ("L", t + stages), ("C", t + lag + 1)]
            after["L", t] += [("L", t + 1)]
            if kind == "double":  # One channel: the loads of a step are before its stores.
                after["L", t] += [("S", t - stages + 1)]
    if kind == "barrier":  # Everything in a step is before everything in the next one.
        step = {}
        for t in range(count):
            step |= {("L", t): t - stages + 1, ("C", t): t, ("S", t): t + lag}
        for one, other in itertools.permutations(step, 2):
            if step[one] < step[other]:
                after[one].append(other)
    return after


def sure_order(kind, stages, lag, count):
    """Pairs of which the first surely comes before the second."""
    after = direct_order(kind, stages, lag, count)
    pairs = set()
    for start in list(after):
        reached, work = set(), list(after[start])
        while work:
            node = work.pop()
            if node not in reached and 0 <= node[1] < count:
                reached.add(node)
                work += after[node]
        pairs |= {(start, node) for node in reached}
    return pairs


def surely_before(end, begin, sure):
    """Whether what ends is over when the other begins; both (tile, kind, place)."""
    if end[1] == begin[1] == 1:
        return end < begin
    kinds = "LCS"
    return ((kinds[end[1]], end[0]), (kinds[begin[1]], begin[0])) in sure


def clash(instances, outer, sizes, mappings, along, order=None):
    """Two elements that meet in a cell of strips of `along` dimensions."""
    kind, stages, lag = order.split(",") if order else ("sequential", 1, 0)
    for strip in strips(instances, outer, sizes, along):
        cells = defaultdict(list)
        tiles = sorted({time[0] for time, _, _ in strip})
        if along == 1 and tiles:  # Tiles without instances are in the pipeline, too.
            tiles = [(t,) for t in range(tiles[0][0], tiles[-1][0] + 1)]
        numbers = {tile: number for number, tile in enumerate(tiles)}
        sure = sure_order(kind, int(stages), int(lag), len(tiles))
        for (array, element), (begin, end) in lives(strip).items():
            cell = tuple(element[d] % m for d, m in mappings[array])
            life = [(numbers[tile], *rest) for tile, *rest in (begin, end)]
            for other, other_element in cells[array, cell]:
                if not (surely_before(other[1], life[0], sure)
                        or surely_before(life[1], other[0], sure)):
                    return f"{array}{list(other_element)} and {array}{list(element)} in {cell}"
            cells[array, cell].append((life, element))
    return None


def main():
    arguments = [a for a in sys.argv[1:] if not a.startswith("--")]
    symbolic = [a for a in sys.argv[1:] if a.startswith("--symbolic")]
    along = max([1] + [int(a.partition("=")[2]) for a in sys.argv if a.startswith("--strip=")])
    order = next((a.partition("=")[2] for a in sys.argv if a.startswith("--order=")), None)
    tool, directory, kernel = arguments[:3]
    values = [int(v) for v in arguments[3].split(",")]
    sizes = [int(v) for v in arguments[4].split(",")]
    generate, _, outer, table = KERNELS[kernel]
    instances = list(generate(*values))
    if symbolic:
        names = symbolic[0].partition("=")[2]
        mappings = evaluated_moduli(tool, directory, kernel, values, sizes,
                                    names.split(",") if names else None, along, order)
    else:
        mappings = moduli(tool, directory, kernel, values, sizes, along, order)
    place = f"{kernel} {arguments[3]} tiles {arguments[4]}"
    for array in table(*values, *sizes):
        if array not in mappings:
            sys.exit(f"{place}: {array} has no mapping")
    if "--shrink" in sys.argv:
        for array, rows in mappings.items():
            for k, (d, m) in enumerate(rows):
                fewer = dict(mappings)
                fewer[array] = rows[:k] + [(d, m - 1)] + rows[k + 1:]
                if m > 1 and not clash(instances, outer, sizes, fewer, along, order):
                    sys.exit(f"{place}: {array} needs only {m - 1} of {m} in dimension {d}")
        print(f"{place}: no modulus can be less")
        return
    found = clash(instances, outer, sizes, mappings, along, order)
    if found:
        sys.exit(f"{place}: {found}")
    for array, most in table(*values, *sizes).items() if along == 1 and not order else ():
        cells = 1
        for _, m in mappings[array]:
            cells *= m
        if cells > most:
            sys.exit(f"{place}: {array} takes {cells} cells, in the table {most}")
    print(f"{place}: valid")


if __name__ == "__main__":
    main()
