#!/usr/bin/env python3
"""Compares what scratch-pad says with what the emulator counts.

    predict.py FILE ENTRY SIZES TILES [--block=X,Y]
               [--machine=NAME] [--extra=OPTIONS of polymem-tile]
               [--pad=OPTIONS of scratch-pad]

The kernel is tiled, promoted and padded; with sizes of one tile each buffer
lives once, so the wavefronts in the remarks must add up to those of the
emulated kernel, before padding and after, to the last one. Prints both.
"""
import argparse
import json
import os
import re
import subprocess
import sys
import tempfile


def run(command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}\n{done.stdout}{done.stderr}")
    return done.stdout + done.stderr


def predicted(arguments, stage, pad):
    text = run(["polymem-opt", arguments.file,
                f"--pass-pipeline=builtin.module(func.func({stage},{pad}))",
                "--remarks-filter=scratch-pad", "--remark-format=emitRemark", "-o", os.devnull])
    before = after = 0
    for line in text.splitlines():
        if f"Function={arguments.entry} " not in line:
            continue
        if changed := re.search(r"(\d+) wavefronts while the buffer lives instead of (\d+)", line):
            after += int(changed.group(1))
            before += int(changed.group(2))
        elif same := re.search(r"a hundredth of the (\d+) wavefronts while", line):
            after += int(same.group(1))
            before += int(same.group(1))
        else:
            sys.exit(f"a buffer is not modelled: {line}")
    return before, after


def counted(arguments, passes):
    with tempfile.TemporaryDirectory() as folder:
        counts = os.path.join(folder, "counts.json")
        run(["polymem-run", arguments.file, f"--entry={arguments.entry}", "--compare",
             "--uninterpreted", f"--sizes={arguments.sizes}", "--emulate", "--check",
             f"--machine={arguments.machine}", f"--count-json={counts}", f"--pipeline={passes}"])
        with open(counts) as file:
            kernels = json.load(file)["kernels"]
    return sum(transfers["wavefronts"]
               for kernel in kernels
               for name, transfers in kernel["transfers"].items()
               if name.startswith("shared"))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file")
    parser.add_argument("entry")
    parser.add_argument("sizes")
    parser.add_argument("tiles")
    parser.add_argument("--machine", default="nvidia-h200")
    parser.add_argument("--block", default="")
    parser.add_argument("--extra", default="")
    parser.add_argument("--pad", default="", help="options of scratch-pad")
    arguments = parser.parse_args()
    block = f" block-size={arguments.block}" if arguments.block else ""
    stage = (f"polymem-tile{{mapping=gpu sizes={arguments.tiles} {arguments.extra}}},"
             f"scratch-promote{{promote-all machine={arguments.machine}}},scratch-hoist-copies")
    pad = f"scratch-pad{{machine={arguments.machine}{block} assumed-trips=1 {arguments.pad}}}"
    convert = f"convert-scratch-to-gpu{{machine={arguments.machine}{block}}}"
    expected = predicted(arguments, stage, pad)
    actual = (counted(arguments, f"{stage},{convert}"),
              counted(arguments, f"{stage},{pad},{convert}"))
    print(f"{arguments.entry} {arguments.tiles}: predicted {expected[0]} -> {expected[1]}, "
          f"counted {actual[0]} -> {actual[1]}")
    if expected != actual:
        sys.exit("the prediction is wrong")


if __name__ == "__main__":
    main()
