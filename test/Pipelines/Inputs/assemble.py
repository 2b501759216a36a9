"""Compiles each kernel of PolyBench to PTX with default options and assembles it.

    assemble.py BENCHMARKS PTXAS FILE

FILE holds the PTX on the way. What spills is listed.
"""
import os
import re
import sys

sys.path.insert(0, sys.argv[1])
import programs


def main():
    ptxas, file = sys.argv[2:]
    assembled = 0
    for kernel in programs.polybench():
        entry = kernel.entry(("_f32", "_i32"))
        programs.Run(["polymem-opt", "-", f"--polymem-to-ptx=output={file}", "-o", os.devnull],
                     kernel.functions[entry]).require(entry)
        run = programs.Run([ptxas, "-v", "-arch=sm_90", file, "-o", os.devnull])
        run.require(entry)
        spilled = sum(int(n) for n in re.findall(r"(\d+) bytes spill", run.stdout))
        if spilled:
            print(f"{entry}: {spilled} bytes spilled")
        assembled += 1
    print(f"{assembled} kernels assembled")


if __name__ == "__main__":
    main()
