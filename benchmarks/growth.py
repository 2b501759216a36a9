#!/usr/bin/env python3
"""How compile time grows with the number of statements.

    benchmarks/growth.py                             # 1, 2, 4, ..., 64, to PTX
    benchmarks/growth.py --pipeline=polymem-schedule --most=128

The program is a chain of nests over matrices of symbolic size, each of which
reads the matrix that the one before writes. Single-threaded; the best of
--repeat runs counts. "exponent" is that of the growth from half as many
statements. Ends with an error if the exponent from an eighth of the most
statements to the most exceeds --bound.
"""
import math
import os

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


def main():
    parser = parser_for(__doc__, "polymem-opt", with_files=False)
    parser.add_argument("--pipeline", default="polymem-to-ptx=machine=nvidia-h200",
                        help="what to run, as after --")
    parser.add_argument("--most", type=int, default=64, help="statements, a power of two")
    parser.add_argument("--bound", type=float, default=2.0)
    parser.add_argument("--repeat", type=int, default=3)
    arguments = parser.parse_args()
    tool = find_tool("polymem-opt", arguments.tool)
    if arguments.most < 8 or arguments.most & (arguments.most - 1):
        parser.error("--most: give a power of two, 8 or more")

    command = [tool, "-", "--" + arguments.pipeline, "--mlir-disable-threading", "-o", os.devnull]
    seconds = {}
    print("seconds of --" + arguments.pipeline)
    print(f"{'statements':>10} {'seconds':>9} {'exponent':>9}")
    statements = 1
    while statements <= arguments.most:
        runs = [Run(command, chain(statements)) for _ in range(arguments.repeat)]
        for run in runs:
            run.require(f"{statements} statements")
        seconds[statements] = min(run.seconds for run in runs)
        half = seconds.get(statements // 2)
        exponent = f"{math.log2(seconds[statements] / half):.2f}" if half else ""
        print(f"{statements:>10} {seconds[statements]:>9.3f} {exponent:>9}".rstrip(), flush=True)
        statements *= 2
    exponent = math.log2(seconds[arguments.most] / seconds[arguments.most // 8]) / 3
    print(f"exponent from {arguments.most // 8} to {arguments.most} statements: {exponent:.2f}, "
          f"bound {arguments.bound}")
    if exponent > arguments.bound:
        raise SystemExit("growth: too fast")


if __name__ == "__main__":
    main()
