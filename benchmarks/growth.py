#!/usr/bin/env python3
"""How compile time grows with the number of statements.

    benchmarks/growth.py                             # 1, 2, 4, ..., 64, to PTX
    benchmarks/growth.py --shape=one-nest --most=256
    benchmarks/growth.py --pipeline=polymem-schedule --most=128
    benchmarks/growth.py --shape=independent --print=100    # the program

The programs are on matrices of symbolic size:

    chain        a nest for each statement, which reads what the one before writes
    independent  one nest; each statement reads one matrix and writes another, at
                 a distance of its own
    one-nest     one nest; each statement reads what others have written

Single-threaded; the best of --repeat runs counts. "exponent" is that of the
growth from half as many statements, "threads" the least in a block of a kernel.
Ends with an error if a run takes longer than --limit seconds, if a kernel of
one thread comes without a warning, or if the exponent from an eighth of the
most statements to the most exceeds --bound.
"""
import math
import os
import re

from programs import Run, find_tool, parser_for

NEST = """  affine.for %i = 0 to %N {{
    affine.for %j = 0 to %M {{
      %a = affine.load %A{0}[%i, %j] : memref<?x?xf32>
      %b = affine.load %A{1}[%i, %j] : memref<?x?xf32>
      %c = arith.mulf %a, %b : f32
      affine.store %c, %A{1}[%i, %j] : memref<?x?xf32>
    }}
  }}
"""


def chain(statements):
    """A function of so many statements."""
    arrays = ", ".join(f"%A{k}: memref<?x?xf32>" for k in range(statements + 1))
    nests = "".join(NEST.format(k, k + 1) for k in range(statements))
    return f"func.func @chain({arrays}, %N: index, %M: index) {{\n{nests}  return\n}}\n"


INDEPENDENT = """      %x{0} = affine.load %A[%i + {1}, %j + {2}] : memref<?x?xf32>
      %y{0} = arith.addf %x{0}, %x{0} : f32
      affine.store %y{0}, %B[%i + {0}, %j] : memref<?x?xf32>
"""

DEPENDENT = """      %x{0} = affine.load %A[%i + {0}, %j - 1] : memref<?x?xf32>
      %z{0} = affine.load %A[%i - 1, %j + {0}] : memref<?x?xf32>
      %y{0} = arith.addf %x{0}, %z{0} : f32
      affine.store %y{0}, %A[%i, %j + {0}] : memref<?x?xf32>
"""


def one_body(name, arrays, statements):
    """A function of one nest with these statements."""
    arrays = ", ".join(f"%{array}: memref<?x?xf32>" for array in arrays)
    return (f"func.func @{name}({arrays}, %N: index, %M: index) {{\n"
            "  affine.for %i = 1 to %N {\n    affine.for %j = 1 to %M {\n"
            + "".join(statements) + "    }\n  }\n  return\n}\n")


def independent(statements):
    return one_body("independent", "AB",
                    [INDEPENDENT.format(k, k % 17, k % 23) for k in range(statements)])


def one_nest(statements):
    return one_body("one_nest", "A", [DEPENDENT.format(k) for k in range(statements)])


SHAPES = {"chain": chain, "independent": independent, "one-nest": one_nest}


def fewest_threads(remarks):
    """The least number of threads in a block of a kernel; None if there is no kernel."""
    sizes = re.findall(r"(\d+)x(\d+)x(\d+) threads", remarks)
    return min((math.prod(map(int, size)) for size in sizes), default=None)


def main():
    parser = parser_for(__doc__, "polymem-opt", with_files=False)
    parser.add_argument("--pipeline", default="polymem-to-ptx=machine=nvidia-h200",
                        help="what to run, as after --")
    parser.add_argument("--shape", choices=SHAPES, default="chain")
    parser.add_argument("--print", type=int, metavar="STATEMENTS", help="print that program only")
    parser.add_argument("--most", type=int, default=64, help="statements, a power of two")
    parser.add_argument("--bound", type=float, default=2.0)
    parser.add_argument("--limit", type=float, default=30.0, help="seconds per run")
    parser.add_argument("--repeat", type=int, default=3)
    arguments = parser.parse_args()
    program = SHAPES[arguments.shape]
    if arguments.print is not None:
        print(program(arguments.print), end="")
        return
    tool = find_tool("polymem-opt", arguments.tool)
    if arguments.most < 8 or arguments.most & (arguments.most - 1):
        parser.error("--most: give a power of two, 8 or more")

    command = [tool, "-", "--" + arguments.pipeline, "--mlir-disable-threading",
               "--remarks-filter=convert-scratch-to-gpu", "-o", os.devnull]
    seconds = {}
    print(f"seconds of --{arguments.pipeline}, {arguments.shape}")
    print(f"{'statements':>10} {'seconds':>9} {'exponent':>9} {'threads':>8}")
    statements = 1
    while statements <= arguments.most:
        runs = [Run(command, program(statements), timeout=arguments.limit)
                for _ in range(arguments.repeat)]
        for run in runs:
            run.require(f"{statements} statements")
        seconds[statements] = min(run.seconds for run in runs)
        half = seconds.get(statements // 2)
        exponent = f"{math.log2(seconds[statements] / half):.2f}" if half else ""
        threads = fewest_threads(runs[0].stdout)
        shown = "" if threads is None else threads
        print(f"{statements:>10} {seconds[statements]:>9.3f} {exponent:>9} {shown:>8}".rstrip(),
              flush=True)
        if threads == 1 and "warning: " not in runs[0].stdout:
            raise SystemExit("growth: a kernel of one thread, and no warning")
        statements *= 2
    exponent = math.log2(seconds[arguments.most] / seconds[arguments.most // 8]) / 3
    print(f"exponent from {arguments.most // 8} to {arguments.most} statements: {exponent:.2f}, "
          f"bound {arguments.bound}")
    if exponent > arguments.bound:
        raise SystemExit("growth: too fast")


if __name__ == "__main__":
    main()
