"""Every kernel of PolyBench against itself behind a pipeline,
at small odd sizes and at one, with floating-point operations uninterpreted.

    agree.py BENCHMARKS --pipeline=PASS --done=REMARK

In single precision or integers; precisions.test says that double precision is the
same program. Lists the functions of which the pass does not remark that it did its
work, with what it said instead: of these, equal results prove nothing.
"""
import argparse
import os
import re
import subprocess
import sys


def remarks(text, pipeline):
    """Pairs of a remark's name and text, from the pass on this function."""
    result = subprocess.run(["polymem-opt", "-", f"--{pipeline}", "--remarks-filter=.*",
                             "--remark-format=emitRemark", "-o", os.devnull], input=text,
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return re.findall(r"remark: \[\w+\] (\w+) .*?Function=\w+(?:.*?Remark=\"(.*?)\")?",
                      result.stdout)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("benchmarks")
    parser.add_argument("--pipeline", required=True)
    parser.add_argument("--done", required=True, help="the remark of a pass that did its work")
    arguments = parser.parse_args()
    sys.path.insert(0, arguments.benchmarks)
    import programs

    agreed = 0
    for kernel in programs.polybench():
        entry, odd = kernel.entry(("_f32", "_i32")), kernel.odd_sizes()
        result = subprocess.run(
            ["polymem-run", kernel.file, f"--entry={entry}", "--compare", "--uninterpreted",
             "--check-bounds", f"--pipeline={arguments.pipeline}", programs.size_option(odd),
             programs.size_option(dict.fromkeys(odd, 1))],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if result.returncode != 0 or result.stdout.count(": identical") != 2:
            print(f"{entry} differs\n{' '.join(result.args)}\n{result.stdout}")
            continue
        agreed += 1
        said = remarks(kernel.functions[entry], arguments.pipeline)
        if arguments.done not in [name for name, _ in said]:
            print(f"{entry} is left as it was:", *(f"{name}: {text}" for name, text in said))
    print(f"{agreed} functions agree")


if __name__ == "__main__":
    main()
