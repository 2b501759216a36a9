#!/usr/bin/env python3
"""Kernels on a GPU: results and times, beside a library's and a roofline.

    benchmarks/gpu.py                                # PolyBench, timed at LARGE
    benchmarks/gpu.py gemm lu --dataset=EXTRALARGE --type=f64
    benchmarks/gpu.py kernels gallery/softmax -O sizes=16,16,8
    benchmarks/gpu.py mine.py:smooth --sizes=N=1000,M=1000
    benchmarks/gpu.py --emulate gemm                 # counters, without a GPU

KERNEL is a group (polybench, kernels, gallery), a kernel of one (gemm, kernels/gemm,
gallery/softmax), or FILE[:KERNEL] in MLIR or Python, with --sizes. It needs the package
polymem with its extension (PYTHONPATH=build/python), NumPy, and an NVIDIA GPU.

Each kernel is compared, bit for bit, with the original on the CPU, at a small dataset and at odd
sizes; then, at the size that is timed, with PyTorch (cuBLAS, cuSOLVER, without TF32), where it is
installed and has the kernel. Then kernel, library and a copy of memory have a turn each in every
round. What launches are recorded as is a CUDA graph, on both sides.

  result    same; or how it fails: differs, error, not mapped (no loop is on the GPU), host (its
            arrays would have to be in memory that the host reaches, too)
  MB        of the arrays that it gets, in millions of bytes
  ms        median time of a call: kernels and launches; then its quartiles and the least
  how       graph; or calls, where a call takes so long that launches do not count
  library   the same of the library; "calls" behind it where it cannot be recorded
  ratio     of the medians: less is faster
  roof      ms that moving each array once would take at the speed of the copy, or the operations
            at --peak, if that is more; and its share of the time. What caches hold is faster.

Without a GPU, or with --emulate, it prints what the emulator counts at --dataset (there: SMALL):

  sectors, wavefronts    of global and shared memory, and their ratio to the least possible
  int/float              instructions, by threads
  MB, MB least           of the arrays; of what the kernels ask for at least, in sectors

What tools say of failures follows the table.
Ends with an error if a result differs or a kernel does not compile or run.
"""
import argparse
import concurrent.futures
import json
import sys
import warnings

import gpu_cases
import gpu_checks
import gpu_counters
import gpu_devices
import gpu_measured
from programs import print_table

HEADS = ("kernel", "sizes", "result", "MB", "ms", "quartiles", "least", "how", "library",
         "library quartiles", "ratio", "roof", "of time")

def on_gpu(case, compiled, device, arguments, np):
    """The row of a kernel."""
    import polymem as pm
    sizes = case.sizes(arguments.dataset)
    row = {"kernel": case.title, "sizes": "x".join(map(str, sizes.values())) or "-",
           "MB": f"{gpu_cases.array_bytes(compiled, sizes) / 1e6:.1f}", "result": "same"}
    try:
        for checked in (case.sizes(arguments.check or arguments.dataset), case.odd):
            wrong = gpu_checks.check(case, compiled, checked, arguments.tolerance, np)
            if wrong:
                return {**row, "result": "differs", "notes": [wrong]}
    except pm.PolyMemError as error:
        result = gpu_checks.failure(error)
        return {**row, "result": result,
                "notes": [] if result == "not mapped" else str(error).splitlines()[:3]}
    try:
        row.update(gpu_measured.Measured(case, compiled, device, arguments, np).measure())
    except gpu_measured.WrongResult as error:
        row.update(result="differs", notes=[str(error)])
    except (pm.PolyMemError, RuntimeError) as error:
        # At this size; of what fits at a smaller one.
        row.update(ms="error", notes=str(error).splitlines()[:3])
    return row


def compiled_cases(found, arguments):
    """Each case with what it is compiled to, or the row that says why it is not."""
    import polymem as pm
    from polymem import __main__ as command
    options = command.options_of(arguments)

    def compile_(case):
        try:
            compiled = case.compile(options=options, machine=arguments.machine)
            compiled.ptx
            return case, compiled, None
        except pm.CompileError as error:
            result = gpu_checks.failure(error)
            return case, None, {"kernel": case.title, "result": result,
                                "notes": str(error).splitlines()[:3]}
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        return list(pool.map(compile_, found))


def print_rows(heads, rows, footer, left):
    print_table(heads, rows, left)
    for row in rows:
        for note in row.get("notes", []):
            print(f"{row['kernel']}: {note}")
    print(footer)


def emulate(made, arguments):
    """Prints counters; returns the rows."""
    import polymem as pm
    machine = arguments.machine or "nvidia-h200"

    def count(entry):
        case, compiled, failed = entry
        try:
            return failed or gpu_counters.row(case, compiled, case.sizes(arguments.dataset),
                                              machine)
        except pm.PolyMemError as error:
            return {"kernel": case.title, "kernels": gpu_checks.failure(error), "result": "error",
                    "notes": str(error).splitlines()[:3]}
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        rows = list(pool.map(count, made))
    print(f"emulator, {machine}, {arguments.dataset}, {arguments.type}")
    done = sum("counters" in row for row in rows)
    print_rows(gpu_counters.HEADS, rows, f"{done} of {len(rows)} counted", left=2)
    return rows


def measure(made, device, arguments, np):
    """Prints times; returns the rows."""
    rows = []
    for case, compiled, failed in made:
        rows.append(failed or on_gpu(case, compiled, device, arguments, np))
        print(f"{case.title}: {rows[-1]['result']} {rows[-1].get('ms', '')}", file=sys.stderr)
    print(f"{device.name}, {device.library or 'no library'}, {arguments.dataset}, "
          f"{arguments.type}, {arguments.calls} rounds")
    count = lambda result: sum(row["result"] == result for row in rows)
    print_rows(HEADS, rows,
               f"{count('same')} of {len(rows)} on the GPU with the same results, "
               f"{count('not mapped')} not mapped, {count('host')} with arrays on the host",
               left=3)
    return rows


def sizes_of(text):
    """N=10,M=20 as numbers by name."""
    try:
        return {name: int(value) for name, _, value in
                (part.partition("=") for part in text.split(",") if part)}
    except ValueError:
        raise argparse.ArgumentTypeError(f"'{text}' is not NAME=NUMBER,...") from None


def positive(text):
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError(f"{text} is less than 1")
    return value


def parse():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("kernels", nargs="*", metavar="KERNEL", help="default: polybench")
    add("--option", "-O", action="append", default=[], metavar="NAME=VALUE",
        help="of polymem-to-ptx, as sizes=16,16,8; repeatable")
    add("--passes", default="", help="a pipeline that runs before that")
    add("--machine", help="a built-in machine or a JSON file, that code is made for")
    add("--dataset", help="that is timed (default: LARGE) or counted (SMALL)")
    add("--check", help="the dataset that is compared (default: SMALL)")
    add("--sizes", type=sizes_of, help="of a kernel in a file")
    add("--type", choices=("f32", "f64"), default="f32")
    add("--tolerance", type=float, default=0,
        help="of the comparison, for options that change the order of operations")
    add("--calls", type=positive, default=10, help="that are timed: rounds")
    add("--limit", type=float, default=5.0,
        help="seconds: what takes longer is called once and not again")
    add("--peak", type=float, help="floating-point operations a second, in 10^12, for the roof")
    add("--copy-mb", type=positive, default=256, help="size of the copy that is timed")
    add("--jobs", type=positive, default=4, help="that compile or count at a time")
    add("--no-torch", action="store_true", help="no library, and memory of the driver")
    add("--emulate", action="store_true", help="print the emulator's counters")
    add("--json", metavar="FILE", help="write all numbers and samples")
    return parser.parse_args()


def choose_device(arguments):
    """NumPy and a GPU, or a line that says why the emulator counts instead."""
    import polymem as pm
    if arguments.emulate:
        return None, None
    try:
        import numpy as np
        return np, gpu_devices.open_device(np, arguments.copy_mb * 1000000,
                                           not arguments.no_torch)
    except pm.RunError as error:
        print(f"no GPU, so the emulator counts: {error}")
    except ImportError as error:
        print(f"timing needs NumPy, so the emulator counts: {error}")
    return None, None


def main():
    arguments = parse()
    try:
        import polymem as pm
        from polymem import _core
        del _core
    except ImportError as error:
        sys.exit(f"gpu: {error}: build the package, and set PYTHONPATH=build/python")
    # What tools say of kernels is for their users.
    warnings.simplefilter("ignore", pm.PolyMemWarning)
    np, device = choose_device(arguments)
    given = arguments.sizes is not None
    arguments.dataset = arguments.dataset or ("given" if given else "LARGE" if device else "SMALL")
    arguments.check = arguments.check or ("given" if given else "SMALL")
    from polymem.__main__ import UserError
    try:
        found = gpu_cases.cases(arguments.kernels, arguments.type, arguments.sizes,
                                arguments.passes)
        for case in found:
            case.sizes(arguments.dataset)
        made = compiled_cases(found, arguments)
        rows = measure(made, device, arguments, np) if device else emulate(made, arguments)
    except (gpu_cases.Unknown, UserError, pm.ArgumentError, TypeError, ValueError) as error:
        sys.exit(f"gpu: {error}")
    if arguments.json:
        with open(arguments.json, "w", encoding="utf-8") as file:
            json.dump({"device": device.name if device else "emulator",
                       "library": device.library if device else None,
                       "arguments": vars(arguments), "kernels": rows}, file, indent=2)
    good = ("same", "not mapped", "host")
    wrong = [row["kernel"] for row in rows if row.get("result", "same") not in good]
    if wrong:
        sys.exit(f"gpu: {', '.join(wrong)}")


if __name__ == "__main__":
    main()
