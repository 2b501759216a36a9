#!/usr/bin/env python3
"""Checks that every number in the text of a remark is an argument as well.

    scripts/check-remarks.py [--build-dir DIR] [--shard I/N] [FILE.mlir ...]
    scripts/check-remarks.py --read REMARKS.yaml ...

Runs the passes over programs, by default all that the repository ships as
examples and benchmarks, and reads what they remark. A number is a run of digits
that is no part of a word: `arg0` and `nvidia-h200` are names, and so is
`LLVM 22`. Each number of the text has to stand in an argument with a name, as
often as in the text; an argument may be a list or an expression.
"""
import argparse
import collections
import glob
import os
import re
import subprocess
import sys
import tempfile

import remarks

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

PROGRAMS = (
    "examples/*.mlir",
    "benchmarks/kernels/*.mlir",
    "benchmarks/polybench/*.mlir",
    "benchmarks/storage/*.mlir",
    "test/Execution/Programs/*.mlir",
)

# Between them, these run every pass that remarks anything.
PIPELINES = {
    "default": ["--polymem-to-ptx"],
    "everything": ["--polymem-to-ptx=time-tile=always schedule=always reassociate=true "
                   "promote-all=true movement=box device-copies=true"],
    "passes": ["--polymem-codegen", "--polymem-contract-arrays=share=true report-times=true",
               "--polymem-tile=sizes=8,8,8", "--scratch-promote=promote-all=true",
               "--scratch-hoist-copies",
               "--polymem-map-storage=powers-of-two=true max-isl-operations=10000",
               "--polymem-split-at-wraps", "--polymem-hoist-accumulators",
               "--convert-scratch-to-memref"],
    "check": ["--polymem-check=machine=nvidia-gtx8800"],
    "check-no-budget": ["--polymem-mark-origin", "--polymem-tile=sizes=8,8,8",
                        "--polymem-check=max-isl-operations=2000"],
    "no-budget": ["--polymem-to-ptx=max-isl-operations=2000 warnings=false"],
}

NUMBER = re.compile(r"(?<![\w.])\d+(?:\.\d+)?(?!\w)")
PRODUCT = re.compile(r"(?<=\d)x(?=\d)")  # 32x8 threads
NAMES = re.compile(r"\bLLVM 22\b")


def numbers(text):
    """How often each number stands in a text."""
    return collections.Counter(NUMBER.findall(PRODUCT.sub(" ", NAMES.sub("", text))))


def without_argument(remark):
    """The numbers of a remark's text that are in no argument."""
    named = sum((numbers(value) for _, value in remark.values()), collections.Counter())
    return numbers(remark.text()) - named


def check(found, where):
    """Prints what is wrong, one line for each kind of remark. Returns how many are."""
    wrong = {}
    for remark in found:
        missing = without_argument(remark)
        if missing:
            wrong.setdefault((remark.pass_name, remark.name), (remark, missing))
    for (pass_name, name), (remark, missing) in sorted(wrong.items()):
        print(f"{where}: {pass_name}: {name}: no argument has {', '.join(missing)}: "
              f"{remark.text()}")
    return len(wrong)


def run(tool, program, passes):
    """The remarks of `passes` on a program."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "remarks.yaml")
        command = [tool, program, *passes, "--remarks-filter=.*", "--remark-format=yaml",
                   f"--remarks-output-file={path}", "-o", os.devnull]
        result = subprocess.run(command, capture_output=True, text=True)
        # A program of which no kernel is made is an error; it has remarks all the same.
        if result.returncode not in (0, 1) or not os.path.exists(path):
            sys.exit(f"check-remarks: {' '.join(command)}\n{result.stderr}")
        return remarks.read(path)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build-dir", default=os.path.join(ROOT, "build"))
    parser.add_argument("--shard", default="0/1", help="of N parts of the programs only part I")
    parser.add_argument("--pipeline", choices=PIPELINES, action="append")
    parser.add_argument("--read", action="store_true", help="the files are remarks")
    parser.add_argument("files", nargs="*")
    args = parser.parse_args()
    failures = 0
    kinds = set()
    total = 0

    def take(found, where):
        nonlocal failures, total
        total += len(found)
        kinds.update((remark.pass_name, remark.name) for remark in found)
        failures += check(found, where)

    if args.read:
        for path in args.files:
            take(remarks.read(path), path)
    else:
        tool = os.path.join(args.build_dir, "bin", "polymem-opt")
        programs = args.files or sorted(
            path for pattern in PROGRAMS for path in glob.glob(os.path.join(ROOT, pattern)))
        part, parts = map(int, args.shard.split("/"))
        for program in programs[part::parts]:
            for name in args.pipeline or PIPELINES:
                take(run(tool, program, PIPELINES[name]),
                     f"{os.path.relpath(program, ROOT)}: {name}")
    print(f"check-remarks: {total} remarks of {len(kinds)} kinds, {failures} wrong")
    sys.exit(1 if failures or not total else 0)


if __name__ == "__main__":
    main()
