"""Random conflict sets: what polymem-storage says of them against brute force.

    random-conflicts.py POLYMEM-STORAGE FIRST-SEED COUNT [--verbose]

Each seed is a bounded conflict set with sizes as parameters, of one to three
dimensions: boxes, triangles, bands, strides and unions of them; differences that
are constant, oblique, of a remainder, of half the size. At several sizes, the
least ones included, all elements and conflicts are enumerated here. Each mapping
that is printed must keep conflicting elements apart, and elements that all
conflict must be as many as a bound says. What the best mapping has more than
the smallest of all integer lattices is counted.
"""
import itertools
import random
import re
import subprocess
import sys
import tempfile

DIMS = ("x", "y")


def name(element, d):
    return f"{DIMS[element]}{d}"


class Generator:
    """One conflict set, as constraints that isl and Python both read."""

    def __init__(self, seed):
        rng = self.rng = random.Random(seed)
        self.rank = rng.choice((1, 1, 2, 2, 2, 2, 3, 3))
        self.parameters = ["N", "M"][: rng.choice((1, 1, 1, 2))]
        self.sizes = [rng.choice(self.parameters) for _ in range(self.rank)]
        self.shapes = [self.shape() for _ in range(rng.choice((1, 1, 1, 2)))]
        self.pieces = [self.piece() for _ in range(rng.choice((1, 1, 2, 3)))]

    def shape(self):
        """Constraints of an element whose coordinates are {0}, {1}, ..."""
        rng = self.rng
        result = [f"0 <= {{{d}}}" for d in range(self.rank)]
        for d, size in enumerate(self.sizes):
            result.append(f"{{{d}}} < {size}" + rng.choice(("", "", "", " - 1", " + 1")))
        kind = rng.choice(("box", "box", "box", "triangle", "band", "stride", "half"))
        if kind == "triangle" and self.rank > 1:
            result.append(f"{{0}} + {{1}} < {self.sizes[0]}")
        elif kind == "band" and self.rank > 1:
            result.append(f"{{1}} - {{0}} <= {rng.randint(0, 3)}")
        elif kind == "stride":
            result.append(f"({{0}}) mod {rng.randint(2, 3)} = 0")
        elif kind == "half":
            result.append(f"2 * {{0}} <= {self.sizes[0]}")
        return result

    def piece(self):
        rng = self.rng
        d = rng.randrange(self.rank)
        first, other = f"(y{d} - x{d})", None
        if self.rank > 1:
            e = rng.choice([k for k in range(self.rank) if k != d])
            other = f"(y{e} - x{e})"
        constant = rng.randint(1, 5)
        kinds = ["constant", "window", "remainder", "half", "live", "size"]
        if other:
            kinds += ["oblique", "behind", "row", "border", "crossed"]
        kind = rng.choice(kinds)
        result = []
        if kind == "constant":
            result = [f"{first} = {constant}"]
        elif kind == "window":
            result = [f"1 <= {first}", f"{first} <= {constant}"]
        elif kind == "remainder":
            result = [f"{first} > 0", f"{first} mod {rng.randint(2, 3)} = {rng.randint(0, 1)}"]
        elif kind == "half":
            result = [f"{first} > 0", f"2 * x{d} + {constant} >= y{d}"]
        elif kind == "live":
            result = [f"{first} > 0", f"{first} <= x{d} + {constant}"]
        elif kind == "size":
            result = [f"2 * {first} <= {self.sizes[d]}", f"{first} > 0"]
        elif kind == "oblique":
            result = [f"{other} = {rng.choice((-2, -1, 1, 2, 3))} * {first}", f"{first} > 0"]
        elif kind == "behind":
            result = [f"{first} = {constant}", f"{other} >= {rng.randint(-1, 1)}"]
        elif kind == "row":
            result = [f"{first} = 0", f"{other} > 0"]
        elif kind == "border":
            result = [f"{first} > 0", f"x{e} = {self.sizes[e]} - 1"]
        elif kind == "crossed":
            result = [f"{first} > 0", f"{other} < 0", f"{first} - {other} <= {constant + 1}"]
        # Elsewhere coordinates are equal, or anything.
        for k in range(self.rank):
            if not any(f"x{k}" in text for text in result) and rng.random() < 0.6:
                result.append(f"y{k} = x{k}")
        return result

    def text(self):
        parameters = f"[{', '.join(self.parameters)}]"
        elements, pairs = [], []
        coordinates = [", ".join(name(e, d) for d in range(self.rank)) for e in (0, 1)]
        for shape in self.shapes:
            constraints = [text.format(*(name(0, d) for d in range(self.rank))) for text in shape]
            elements.append(f"A[{coordinates[0]}] : {' and '.join(constraints)}")
        for piece in self.pieces:
            pairs.append(f"A[{coordinates[0]}] -> A[{coordinates[1]}] : {' and '.join(piece)}")
        # Without bounds conflicts have none, but only elements count.
        return (f"elements: {parameters} -> {{ {'; '.join(elements)} }}\n"
                f"conflicts: {parameters} -> {{ {'; '.join(pairs)} }}\n")

    def compiled(self, pieces, arguments):
        text = " or ".join(
            "(" + " and ".join(toPython(c) for c in piece) + ")" for piece in pieces)
        return eval(f"lambda {', '.join(arguments)}: {text}")

    def enumerate(self, values):
        """The elements, and the conflicts as pairs of their numbers."""
        names = [name(0, d) for d in range(self.rank)]
        shapes = [[text.format(*names) for text in shape] for shape in self.shapes]
        isElement = self.compiled(shapes, self.parameters + names)
        largest = max(values) + 1
        elements = [x for x in itertools.product(range(largest + 1), repeat=self.rank)
                    if isElement(*values, *x)]
        both = names + [name(1, d) for d in range(self.rank)]
        conflict = self.compiled(self.pieces, self.parameters + both)
        pairs = [(a, b) for a, x in enumerate(elements) for b, y in enumerate(elements)
                 if a != b and conflict(*values, *x, *y)]
        return elements, pairs


def toPython(text):
    text = re.sub(r"floor\(", "(", text).replace("/", "//").replace(" mod ", " % ")
    text = re.sub(r"(?<![<>=!])=(?!=)", "==", text)
    # 2N and 2(N + 1) are products.
    return re.sub(r"(\d)([A-Za-z(])", r"\1 * \2", text)


def splitTop(text, separator):
    parts, depth, start = [], 0, 0
    for k, c in enumerate(text):
        depth += (c in "([") - (c in ")]")
        if depth == 0 and text.startswith(separator, k):
            parts.append(text[start:k])
            start = k + len(separator)
    return parts + [text[start:]]


def contextOf(text):
    """`[N] -> { : ... }` as a condition of Python's."""
    body = text[text.index(":") + 1 : text.rindex("}")].strip()
    while True:
        found = re.search(r"exists \((\w+) = (floor\([^:]*\)): ", body)
        if not found:
            break
        rest = body[found.end():]
        depth = end = 0
        for end, c in enumerate(rest):
            depth += (c == "(") - (c == ")")
            if depth < 0:
                break
        inner = re.sub(rf"(\d*)\b{found[1]}\b",
                       lambda m: (m[1] + "*" if m[1] else "") + f"({found[2]})", rest[:end])
        inner = re.sub(rf"(\d){found[1]}\b", rf"\1*({found[2]})", inner)
        body = body[: found.start()] + "(" + inner + ")" + rest[end + 1 :]
    return toPython(body) if body else "True"


class Candidate:
    def __init__(self, method):
        self.method, self.cases, self.printed = method, [], None

    def add(self, line):
        text, _, where = line.partition(" cells where ")
        text = text.removesuffix(" cells")
        mapping, _, cells = text.rpartition(": ")
        rows = []
        if mapping != "one cell":
            for row in splitTop(mapping, ", "):
                left, modulus = splitTop(row, " mod ")
                rows.append((toPython(left), toPython(modulus)))
        self.cases.append((contextOf(where) if where else "True", rows, toPython(cells)))

    def at(self, rank, values):
        """A function from elements to cells, and their number; None if no case holds."""
        for context, rows, cells in self.cases:
            if not eval(context, dict(values)):
                continue
            moduli = [max(1, eval(modulus, dict(values))) for _, modulus in rows]
            arguments = ", ".join(f"i{d}" for d in range(rank))
            sums = [eval(f"lambda {arguments}: {left}", dict(values)) for left, _ in rows]
            return (lambda x: tuple(s(*x) % m for s, m in zip(sums, moduli)),
                    eval(cells, dict(values)))
        return None


def parse(output):
    candidates, bounds = [], []
    for line in output.splitlines():
        if found := re.match(r"  (?:mapping|also) by (.*)", line):
            candidates.append(Candidate(found[1]))
        elif found := re.match(r"  at least (.*) cells are needed(?: where ([^:]*))?(: .*)?$", line):
            claim = ("mapping" if "no mapping is smaller" in line else
                     "table" if "the best table" in line else None)
            bounds.append((toPython(found[1]), toPython((found[2] or "True").replace(",", " and")),
                           claim, line.strip()))
        elif re.match(r"    \d+ cells where \w+ = ", line):
            pass
        elif line.startswith("    "):
            candidates[-1].add(line.strip())
    return candidates, bounds


def largestClique(count, pairs, wanted):
    """A clique of `wanted` elements if there is one that is found soon."""
    near = [set() for _ in range(count)]
    for a, b in pairs:
        near[a].add(b)
        near[b].add(a)
    best, steps = 0, 0

    def extend(size, candidates, excluded):
        nonlocal best, steps
        steps += 1
        best = max(best, size)
        if best >= wanted or steps > 20000 or size + len(candidates) <= best:
            return
        if not candidates:
            return
        pivot = max(candidates | excluded, key=lambda v: len(near[v] & candidates))
        for v in sorted(candidates - near[pivot], key=lambda v: -len(near[v])):
            extend(size + 1, candidates & near[v], excluded & near[v])
            candidates = candidates - {v}
            excluded = excluded | {v}

    extend(0, set(range(count)), set())
    return best, near


def greedyColours(near):
    """How many cells are enough for elements that need no formula."""
    colours = {}
    for v in sorted(range(len(near)), key=lambda v: -len(near[v])):
        taken = {colours[w] for w in near[v] if w in colours}
        colours[v] = next(c for c in itertools.count() if c not in taken)
    return len(set(colours.values()))


def lattices(rank, index):
    """All integer lattices of this index, as rows of a triangle."""
    if rank == 0:
        if index == 1:
            yield []
        return
    for last in range(1, index + 1):
        if index % last:
            continue
        for smaller in lattices(rank - 1, index // last):
            for offsets in itertools.product(range(last), repeat=rank - 1):
                yield [row + [o] for row, o in zip(smaller, offsets)] + [[0] * (rank - 1) + [last]]


def contains(lattice, difference):
    rest = list(difference)
    for d, row in enumerate(lattice):
        if rest[d] % row[d]:
            return False
        times = rest[d] // row[d]
        rest = [r - times * c for r, c in zip(rest, row)]
    return True


def bestLattice(rank, differences, atMost):
    differences = list(differences)
    for index in range(1, atMost):
        for lattice in lattices(rank, index):
            for k, d in enumerate(differences):
                if contains(lattice, d):
                    # What excludes much comes first.
                    differences[0], differences[k] = differences[k], differences[0]
                    break
            else:
                return index
    return atMost


class Campaign:
    def __init__(self, tool, verbose):
        self.tool, self.verbose = tool, verbose
        self.counts = dict.fromkeys(
            ("sets", "mappings", "bounds", "tables", "invalid", "false bounds", "no mapping found",
             "undecided bounds", "above the best lattice"), 0)

    def wrong(self, what, seed, detail):
        self.counts[what] += 1
        print(f"seed {seed}: {what}: {detail}")

    def run(self, seed):
        problem = Generator(seed)
        sizes = range(1, 10 if self.isSmall(problem) else 6)
        points = [p for p in itertools.product(sizes, repeat=len(problem.parameters))
                  if len(p) == 1 or (p[0] + p[1]) % 3 == seed % 3 or min(p) == 1]
        with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
            file.write(problem.text())
            file.flush()
            result = subprocess.run([self.tool, file.name], capture_output=True, text=True)
        if "no elements are given" in result.stderr:
            return
        self.counts["sets"] += 1
        if result.returncode != 0:
            return self.wrong("no mapping found", seed, result.stderr.strip() + "\n" + problem.text())
        candidates, bounds = parse(result.stdout)
        self.counts["mappings"] += len(candidates)
        self.counts["bounds"] += len(bounds)
        last = None
        for point in points:
            values = dict(zip(problem.parameters, point))
            elements, pairs = problem.enumerate(point)
            if not elements:
                continue
            for candidate in candidates:
                self.check(seed, problem, candidate, values, elements, pairs)
            self.checkBounds(seed, bounds, candidates[0], problem, values, elements, pairs)
            last = (values, elements, pairs)
        if last:
            self.compare(seed, problem, candidates[0], *last)

    @staticmethod
    def isSmall(problem):
        return problem.rank + len(problem.parameters) <= 3

    def check(self, seed, problem, candidate, values, elements, pairs):
        found = candidate.at(problem.rank, values)
        if found is None:
            return self.wrong("invalid", seed, f"{candidate.method} has no case for {values}")
        cellOf, number = found
        cells = [cellOf(x) for x in elements]
        if len(set(cells)) > number:
            return self.wrong("invalid", seed, f"{candidate.method} has more cells at {values}")
        for a, b in pairs:
            if cells[a] == cells[b]:
                return self.wrong("invalid", seed,
                                  f"{candidate.method} at {values}: {elements[a]} {elements[b]}")

    def checkBounds(self, seed, bounds, candidate, problem, values, elements, pairs):
        for cells, where, claim, line in bounds:
            if not eval(where, dict(values)):
                continue
            wanted = eval(cells, dict(values))
            # As many as a table has, and not one more.
            clique, near = largestClique(len(elements), pairs, wanted + (claim == "table"))
            if claim == "table":
                self.counts["tables"] += 1
                if clique > wanted or not line.endswith(f"the best table of cells {wanted}"):
                    self.wrong("false bounds", seed, f"{line}, at {values}: {clique}")
            if clique < wanted:
                what = "false bounds" if greedyColours(near) < wanted else "undecided bounds"
                self.wrong(what, seed, f"{line}, at {values}: {clique}")
            if claim == "mapping" and candidate.at(problem.rank, values)[1] > wanted:
                self.wrong("false bounds", seed, f"{line}, at {values}: it has more")

    def compare(self, seed, problem, candidate, values, elements, pairs):
        number = candidate.at(problem.rank, values)[1]
        differences = {tuple(b - a for a, b in zip(elements[i], elements[j])) for i, j in pairs}
        best = bestLattice(problem.rank, differences, min(number, 40))
        if best < min(number, 40):
            self.counts["above the best lattice"] += 1
            if self.verbose:
                print(f"seed {seed}: {number} cells, a lattice has {best} at {values}\n"
                      + problem.text())


def main():
    tool, first, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    campaign = Campaign(tool, "--verbose" in sys.argv)
    seed = first
    while campaign.counts["sets"] < count:
        campaign.run(seed)
        seed += 1
    for what, number in campaign.counts.items():
        print(f"{number} {what}")
    bad = ("invalid", "false bounds", "no mapping found", "undecided bounds")
    sys.exit(any(campaign.counts[what] for what in bad))


main()
