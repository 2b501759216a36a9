#!/usr/bin/env python3
"""Runs pass pipelines on random affine programs and compares the results with
those of the unchanged programs.

    scripts/fuzz.py --count 100 --seed 7 --pipeline 'polymem-tile{sizes=4,3}'

Programs have imperfect nests with constant, parametric, triangular, min/max
and strided bounds, affine conditions, reductions carried in registers,
data-dependent conditions, several arrays and overlapping references. In a
pipeline, `$0`, `$1`, `$2` stand for the numbers of three additional index
arguments (run-time tile sizes, as in `sizes=arg$0,arg$1`). A failing program is
reduced and kept as a file that runs by itself.
"""
import argparse
import os
import random
import subprocess
import sys

SIZES = ["N=7,M=5", "N=1,M=3", "N=0,M=4", "N=13,M=10", "N=4,M=0"]
TILES = "T0=4,T1=3,T2=2"


class Loop:
    def __init__(self, iv, lower, upper, step, body):
        self.iv, self.lower, self.upper, self.step, self.body = (
            iv, lower, upper, step, body)


class If:
    def __init__(self, condition, body, otherwise):
        self.condition, self.body, self.otherwise = condition, body, otherwise


class DataIf:
    """`if (array[subscripts] > 0)`."""

    def __init__(self, load, body):
        self.load, self.body = load, body


class Store:
    """array[subscripts] = mix of the loads."""

    def __init__(self, target, loads):
        self.target, self.loads = target, loads


class Reduction:
    """A loop that carries a value in iter_args; the result is stored."""

    def __init__(self, loop, target, loads):
        self.loop, self.target, self.loads = loop, target, loads


class Generator:
    """Makes one random program. Every iv lies in [0, E) for an extent E that
    is N, M or a constant; so a subscript with coefficients >= 0 (or of
    E - 1 - iv) has a known bound, from which array extents follow."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.ranks = {"A": 2, "B": self.random.choice([1, 2]),
                      "C": self.random.choice([1, 2, 3])}
        self.count = 0

    def program(self):
        nests = [self.loop([], self.random.choice([1, 2, 2, 3]))
                 for _ in range(self.random.choice([1, 1, 1, 2]))]
        return nests

    def loop(self, outer, depth):
        iv = "%i" + str(self.count)
        self.count += 1
        extent = self.random.choice(["%N", "%N", "%M", "%M", "6", "3"])
        step = self.random.choice([1, 1, 1, 1, 1, 2, 3])
        lower, upper = ["0"], [extent]
        kind = self.random.random()
        if outer and kind < 0.35:
            other = self.random.choice(outer)[0]
            if self.random.random() < 0.5:
                lower = [f"{other}"] if kind < 0.15 else ["0", f"{other} - 1"]
            else:
                upper = [extent, f"{other} + {self.random.randint(1, 3)}"]
        elif kind < 0.5:
            lower = [str(self.random.randint(1, 2))]
        inner = outer + [(iv, extent)]
        body = []
        for _ in range(self.random.choice([1, 1, 2])):
            if depth > 1:
                body.append(self.loop(inner, depth - 1))
            if depth == 1 or self.random.random() < 0.4:
                body.append(self.statement(inner))
        self.random.shuffle(body)
        return Loop(iv, lower, upper, step, body)

    def statement(self, ivs):
        kind = self.random.random()
        if kind < 0.12:
            condition = self.random.choice([
                f"{self.iv(ivs)} - {self.iv(ivs)} - 1 >= 0",
                f"{self.iv(ivs)} mod 2 == 0",
                f"%N - {self.iv(ivs)} - 3 >= 0",
                f"{self.iv(ivs)} + {self.iv(ivs)} - 4 >= 0"])
            otherwise = [self.store(ivs)] if self.random.random() < 0.4 else []
            return If(condition, [self.store(ivs)], otherwise)
        if kind < 0.18:
            return DataIf(self.reference(ivs), [self.store(ivs)])
        if kind < 0.28:
            iv = "%i" + str(self.count)
            self.count += 1
            extent = self.random.choice(["%N", "%M", "4"])
            inner = ivs + [(iv, extent)]
            return Reduction(Loop(iv, ["0"], [extent], 1, []),
                             self.reference(ivs),
                             [self.reference(inner) for _ in range(2)])
        return self.store(ivs)

    def iv(self, ivs):
        return self.random.choice(ivs)[0]

    def store(self, ivs):
        target = self.reference(ivs)
        loads = [self.reference(ivs) for _ in range(self.random.choice([1, 2, 2, 3]))]
        if self.random.random() < 0.3:
            loads[0] = target
        return Store(target, loads)

    def reference(self, ivs):
        array = self.random.choice(list(self.ranks))
        return array, [self.subscript(ivs) for _ in range(self.ranks[array])]

    def subscript(self, ivs):
        """A list of (coefficient, iv, extent), and a constant; a coefficient
        of -1 means extent - 1 - iv."""
        terms = []
        for iv, extent in self.random.sample(ivs, min(len(ivs), self.random.choice([0, 1, 1, 1, 1, 2]))):
            coefficient = self.random.choice([1, 1, 1, 1, 1, 1, 2, -1])
            terms.append((coefficient, iv, extent))
        return terms, self.random.choice([0, 0, 0, 1, 2])


class Printer:
    def __init__(self, ranks, integer):
        self.ranks, self.type = ranks, "i64" if integer else "f32"
        self.integer, self.lines, self.values = integer, [], 0
        # Per array dimension, the coefficients of N, M and 1 of its extent.
        self.extents = {a: [[0, 0, 1] for _ in range(r)] for a, r in ranks.items()}

    def value(self):
        self.values += 1
        return f"%v{self.values}"

    def memref(self, array):
        return "memref<" + "?x" * self.ranks[array] + self.type + ">"

    def subscript(self, array, dim, terms, constant):
        need, text = [0, 0, constant + 1], []
        for coefficient, iv, extent in terms:
            size = abs(coefficient)
            if extent == "%N":
                need[0] += size
            elif extent == "%M":
                need[1] += size
            else:
                need[2] += size * int(extent)
            symbol = f"symbol({extent})" if extent[0] == "%" else extent
            text.append(f"{symbol} - 1 - {iv}" if coefficient < 0 else
                        iv if coefficient == 1 else f"{iv} * {coefficient}")
        known = self.extents[array][dim]
        known[:] = [max(a, b) for a, b in zip(known, need)]
        return " + ".join(text + ([str(constant)] if constant or not text else []))

    def reference(self, reference):
        array, subscripts = reference
        return f"%{array}[" + ", ".join(
            self.subscript(array, d, *s) for d, s in enumerate(subscripts)) + "]"

    def load(self, reference, indent):
        value = self.value()
        self.lines.append(f"{indent}{value} = affine.load {self.reference(reference)} : "
                          f"{self.memref(reference[0])}")
        return value

    def mix(self, operands, indent):
        """0.5 * a + 0.5 * b stays in range; 3 * a + b wraps around."""
        result = operands[0]
        for operand in operands[1:] or ["%half"]:
            scaled, total = self.value(), self.value()
            if self.integer:
                self.lines += [f"{indent}{scaled} = arith.muli {result}, %three : i64",
                               f"{indent}{total} = arith.addi {scaled}, {operand} : i64"]
            else:
                self.lines += [f"{indent}{scaled} = arith.subf {operand}, {result} : f32",
                               f"{indent}{total} = arith.mulf {scaled}, %half : f32"]
            result = total
        return result

    def bound(self, exprs, function):
        if len(exprs) == 1 and (exprs[0].isdigit() or exprs[0] in ("%N", "%M")):
            return exprs[0]
        names, dims = [], []
        maps = []
        for expr in exprs:
            words = expr.split()
            for i, word in enumerate(words):
                if word in ("%N", "%M"):
                    names.append(word) if word not in names else None
                    words[i] = word[1:]
                elif word.startswith("%"):
                    dims.append(word) if word not in dims else None
                    words[i] = word[1:]
            maps.append(" ".join(words))
        text = (f"affine_map<({', '.join(d[1:] for d in dims)})[{', '.join(n[1:] for n in names)}]"
                f" -> ({', '.join(maps)})>({', '.join(dims)})[{', '.join(names)}]")
        return f"{function} {text}" if len(exprs) > 1 else text

    def header(self, loop):
        step = f" step {loop.step}" if loop.step != 1 else ""
        return (f"affine.for {loop.iv} = {self.bound(loop.lower, 'max')} to "
                f"{self.bound(loop.upper, 'min')}{step}")

    def store(self, value, target, indent):
        self.lines.append(f"{indent}affine.store {value}, {self.reference(target)} : "
                          f"{self.memref(target[0])}")

    def items(self, items, indent):
        for item in items:
            getattr(self, "print_" + type(item).__name__)(item, indent)

    def print_Loop(self, loop, indent):
        self.lines.append(f"{indent}{self.header(loop)} {{")
        self.items(loop.body, indent + "  ")
        self.lines.append(indent + "}")

    def print_If(self, item, indent):
        words = item.condition.split()
        ivs = sorted({w for w in words if w.startswith("%i")})
        plain = " ".join(w.lstrip("%") for w in words)
        dims = ", ".join(v[1:] for v in ivs)
        self.lines.append(f"{indent}affine.if affine_set<({dims})[N] : ({plain})>"
                          f"({', '.join(ivs)})[%N] {{")
        self.items(item.body, indent + "  ")
        if item.otherwise:
            self.lines.append(indent + "} else {")
            self.items(item.otherwise, indent + "  ")
        self.lines.append(indent + "}")

    def print_DataIf(self, item, indent):
        loaded, condition = self.load(item.load, indent), self.value()
        compare = "cmpi sgt" if self.integer else "cmpf ogt"
        self.lines += [f"{indent}{condition} = arith.{compare}, {loaded}, %zero : {self.type}",
                       f"{indent}scf.if {condition} {{"]
        self.items(item.body, indent + "  ")
        self.lines.append(indent + "}")

    def print_Store(self, item, indent):
        loads = [self.load(reference, indent) for reference in item.loads]
        self.store(self.mix(loads, indent), item.target, indent)

    def print_Reduction(self, item, indent):
        result, carried = self.value(), self.value()
        self.lines.append(f"{indent}{result} = {self.header(item.loop)} "
                          f"iter_args({carried} = %zero) -> {self.type} {{")
        inner = indent + "  "
        loads = [self.load(reference, inner) for reference in item.loads]
        total = self.mix([carried] + loads, inner)
        self.lines += [f"{inner}affine.yield {total} : {self.type}", indent + "}"]
        self.store(result, item.target, indent)

    def module(self, nests):
        self.items(nests, "  ")
        arguments = []
        for array, extents in self.extents.items():
            shape = ", ".join(f'"{n} * N + {m} * M + {c}"' for n, m, c in extents)
            arguments.append(f"%{array}: {self.memref(array)} {{polymem.shape = [{shape}]}}")
        arguments += ['%N: index {polymem.param = "N"}', '%M: index {polymem.param = "M"}']
        zero, half = ("0", "7") if self.integer else ("0.0", "0.5")
        three = ["  %three = arith.constant 3 : i64"] if self.integer else []
        return "\n".join(
            ["func.func @f(" + ",\n    ".join(arguments) + ") {",
             f"  %zero = arith.constant {zero} : {self.type}",
             f"  %half = arith.constant {half} : {self.type}"] + three
            + self.lines + ["  return", "}", ""])


def variants(items):
    """Smaller versions of a list of items: one item left out or replaced by
    its body, or one item made smaller."""
    for i, item in enumerate(items):
        before, after = items[:i], items[i + 1:]
        if before or after:
            yield before + after
        if isinstance(item, Loop):
            for body in variants(item.body):
                yield before + [Loop(item.iv, item.lower, item.upper, item.step, body)] + after
            if item.step != 1 or item.lower != ["0"] or len(item.upper) > 1:
                yield before + [Loop(item.iv, ["0"], item.upper[:1], 1, item.body)] + after
        elif isinstance(item, If):
            yield before + item.body + after
            if item.otherwise:
                yield before + [If(item.condition, item.body, [])] + after
        elif isinstance(item, DataIf):
            yield before + item.body + after
        elif isinstance(item, Store) and len(item.loads) > 1:
            for j in range(len(item.loads)):
                yield before + [Store(item.target, item.loads[:j] + item.loads[j + 1:])] + after


class Tester:
    def __init__(self, arguments):
        self.pipelines, self.run_tool = arguments.pipeline, arguments.polymem_run
        self.check_bounds = not arguments.no_check_bounds

    def command(self, file):
        command = [self.run_tool, file, "--entry=f", "--compare"]
        command += ["--check-bounds"] if self.check_bounds else []
        command += [f"--sizes={s}" for s in SIZES]
        if any("$" in p for p in self.pipelines):
            command += ["--add-params=T0,T1,T2"] + [f"--arg={t}" for t in TILES.split(",")]
        for pipeline in self.pipelines:
            # Arguments: A, B, C, N, M, then the three sizes.
            for i in range(3):
                pipeline = pipeline.replace(f"${i}", str(5 + i))
            command.append(f"--pipeline={pipeline}")
        return command

    def run(self, text, file):
        """None if all is well, else the output."""
        with open(file, "w") as out:
            out.write(text)
        try:
            run = subprocess.run(self.command(file), stdout=subprocess.PIPE,
                                 stderr=subprocess.STDOUT, text=True, timeout=60)
        except subprocess.TimeoutExpired:
            return "timeout"
        return None if run.returncode == 0 else run.stdout or f"exit {run.returncode}"


def kind_of(output):
    """What a reduction must keep: the kind of failure, not its numbers."""
    for word in ("Assertion", "PLEASE submit a bug report", "LLVM ERROR", "timeout",
                 "Runtime op verification", "out-of-bounds", "pipeline failed",
                 "lowering to LLVM", "expected"):
        if word in output:
            return word
    return "other"


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=50, help="programs to try")
    parser.add_argument("--seed", type=int, default=1, help="number of the first program")
    parser.add_argument("--pipeline", action="append", required=True)
    parser.add_argument("--keep", default=".", help="folder for failing programs")
    parser.add_argument("--polymem-run", default="polymem-run", help="the tool")
    parser.add_argument("--no-check-bounds", action="store_true")
    parser.add_argument("--no-reduce", action="store_true")
    parser.add_argument("--show", action="store_true", help="only print the programs")
    arguments = parser.parse_args()
    tester, failures = Tester(arguments), 0
    os.makedirs(arguments.keep, exist_ok=True)
    for seed in range(arguments.seed, arguments.seed + arguments.count):
        generator = Generator(seed)
        nests = generator.program()
        integer = seed % 2 == 0
        text = Printer(generator.ranks, integer).module(nests)
        if arguments.show:
            print(text)
            continue
        file = os.path.join(arguments.keep, f"fuzz-{seed}.mlir")
        output = tester.run(text, file)
        if output is None:
            os.remove(file)
            continue
        failures += 1
        smaller = not arguments.no_reduce
        while smaller:
            smaller = False
            for candidate in variants(nests):
                candidate_text = Printer(generator.ranks, integer).module(candidate)
                candidate_output = tester.run(candidate_text, file)
                if candidate_output and kind_of(candidate_output) == kind_of(output):
                    nests, text, output, smaller = candidate, candidate_text, candidate_output, True
                    break
        command = " ".join(f"'{word}'" for word in tester.command("%s"))
        with open(file, "w") as out:
            out.write(f"// RUN: {command}\n\n{text}")
        print(f"program {seed} FAILED, see {file}:\n" + "\n".join(
            line for line in output.splitlines() if "identical" not in line)[:2000])
    print(f"{arguments.count - failures} of {arguments.count} programs agree")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
