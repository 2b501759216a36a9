#!/usr/bin/env python3
"""Shows the whole way of a matrix product and a stencil (see demo.sh).

For each program of examples/: PTX text from `polymem-to-ptx`, what was staged
according to the passes' own remarks, and a run of the same tiles and buffers on
the CPU (`polymem-to-cpu`) against the original on random inputs.
"""
import argparse
import os
import re
import shutil
import subprocess
import sys

import remarks

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

# Program -> sizes to run with: tiles that fit, that do not, one element, none.
PROGRAMS = {
    "gemm": ["M=64,N=64,K=64", "M=130,N=70,K=45", "M=1,N=1,K=1", "M=33,N=0,K=5"],
    "jacobi-2d": ["N=66,M=66,T=4", "N=67,M=35,T=3", "N=3,M=3,T=1", "N=2,M=9,T=2"],
}

class Failure(Exception):
    pass


def run(command):
    """Standard output of a command of this build."""
    command = [os.path.join(ARGS.build_dir, "bin", command[0]), *command[1:]]
    result = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    if result.returncode != 0:
        output = (result.stdout + result.stderr).strip()
        raise Failure(f"{' '.join(command)}\n{output}")
    return result.stdout


def argument_names(path):
    """{"arg2": "A", ...} for the first function of a file."""
    with open(path) as file:
        text = re.sub(r"//.*", "", file.read())
    signature = text[text.index("func.func") :]
    signature = signature[: re.search(r"\)\s*(->[^{]*)?\{\n", signature).start()]
    names = re.findall(r"%(\w+)\s*:", signature)
    return {f"arg{i}": name for i, name in enumerate(names)}


def table(rows):
    """Prints rows, the first a heading; numbers to the right."""
    widths = [max(len(row[c]) for row in rows) for c in range(len(rows[0]))]
    for number, row in enumerate(rows):
        cells = [
            cell.rjust(width) if cell[:1].isdigit() else cell.ljust(width)
            for cell, width in zip(row, widths)
        ]
        print(("    " + "  ".join(cells)).rstrip())
        if number == 0:
            print("    " + "  ".join("-" * width for width in widths))


def compile_to_ptx(name, source, output):
    """Writes the PTX; returns the remarks of the passes."""
    yaml = os.path.join(output, name + ".remarks.yaml")
    ptx = run(
        [
            "polymem-opt",
            source,
            f"--polymem-to-ptx=machine={ARGS.machine}",
            "--remarks-filter=polymem-tile|polymem-time-tile|scratch-.*",
            "--remark-format=yaml",
            f"--remarks-output-file={yaml}",
        ]
    )
    path = os.path.join(output, name + ".ptx")
    with open(path, "w") as file:
        file.write(ptx)
    kernels = re.findall(r"\.entry\s+(\w+)", ptx)
    if not kernels:
        raise Failure(f"no kernel in {path}")
    counts = {
        "loads from global memory": len(re.findall(r"\bld\.global", ptx)),
        "stores to global memory": len(re.findall(r"\bst\.global", ptx)),
        "loads from shared memory": len(re.findall(r"\bld\.shared", ptx)),
        "stores to shared memory": len(re.findall(r"\bst\.shared", ptx)),
        "barriers": len(re.findall(r"\bbar\.sync|\bbarrier\.sync", ptx)),
    }
    if not counts["loads from shared memory"]:
        raise Failure(f"{path} stages nothing in shared memory")
    print(f"  PTX: {os.path.relpath(path, ROOT)}")
    print(f"    kernels: {', '.join(kernels)}")
    print("    " + ", ".join(f"{n} {what}" for what, n in counts.items()))
    assemble(path)
    return remarks.read(yaml)


def assemble(path):
    """What ptxas says of a PTX file, where there is a ptxas."""
    ptxas = shutil.which("ptxas")
    if not ptxas:
        print("    (no ptxas here: not assembled)")
        return
    chip = re.search(r"^\.target\s+(\w+)", open(path).read(), re.M).group(1)
    result = subprocess.run(
        [ptxas, "-v", f"-arch={chip}", path, "-o", os.devnull],
        capture_output=True,
        text=True,
    )
    if result.returncode != 0:
        raise Failure(f"ptxas: {result.stderr}")
    for line in result.stderr.splitlines():
        if "registers" in line or "spill" in line:
            print("    " + line.split(":", 1)[-1].strip())


def is_tiled(remark):
    """Whether tiles of several time steps were made, which bring their own buffers."""
    return remark.pass_name == "polymem-time-tile" and remark.name == "Tiled"


def show_staging(source, found):
    """The table of buffers; what was hoisted or stays, and why."""
    names = argument_names(source)
    rows = [["tile at", "array", "buffer", "bytes", "in", "out", "accesses"]]
    notes = []
    for remark in found:
        if remark.name == "Promoted":
            rows.append(
                [
                    f"line {remark.line}",
                    names.get(remark["Array"], remark["Array"]),
                    remark["Extents"],
                    remark["Bytes"],
                    remark["CopiedIn"],
                    remark["CopiedOut"],
                    remark["Accesses"],
                ]
            )
        elif remark.pass_name.startswith("scratch-") or is_tiled(remark):
            text = re.sub(r" \(counted at .*?\)", "", remark.text())
            text = re.sub(r"\barg\d+\b", lambda m: names.get(m[0], m[0]), text)
            notes.append(f"    line {remark.line}: {remark.pass_name}: {text}")
    tiled = any(is_tiled(remark) for remark in found)
    if len(rows) == 1 and not tiled:
        raise Failure("nothing was staged")
    if len(rows) > 1:
        print("  Staged, per full tile: elements copied in and out, and the accesses")
        print("  that use the buffer instead of global memory:")
        table(rows)
    for note in dict.fromkeys(notes):
        print(note)


def check_on_cpu(source, sizes):
    """Runs the staged program against the original."""
    output = run(
        [
            "polymem-run",
            source,
            "--compare",
            f"--pipeline=polymem-to-cpu{{machine={ARGS.machine} mapping=gpu}}",
            *[f"--sizes={s}" for s in sizes],
        ]
    )
    lines = output.strip().splitlines()
    if len(lines) < len(sizes) or not all("identical" in l for l in lines):
        raise Failure(f"results differ:\n{output}")
    print("  The same tiles on this CPU, against the original, on random inputs:")
    for line in lines:
        print("    " + line)


def main():
    output = os.path.join(ARGS.build_dir, "demo")
    os.makedirs(output, exist_ok=True)
    failures = 0
    for name, sizes in PROGRAMS.items():
        print(f"== examples/{name}.mlir for {ARGS.machine}")
        source = os.path.join(ROOT, "examples", name + ".mlir")
        try:
            show_staging(source, compile_to_ptx(name, source, output))
            check_on_cpu(source, sizes)
        except Failure as failure:
            failures += 1
            print(f"  FAILED: {failure}")
        print()
    if failures:
        print(f"demo: FAILED: {failures} of {len(PROGRAMS)} programs")
        return 1
    print("demo: OK: every staged program computes what the original does, to the bit")
    return 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build-dir", default=os.path.join(ROOT, "build"))
    parser.add_argument("--machine", default="nvidia-h200")
    ARGS = parser.parse_args()
    sys.exit(main())
