#!/usr/bin/env python3
"""The kernels of PolyBench on the GPU, without one: results and resources.

    benchmarks/polybench.py                                  # all, at MINI
    benchmarks/polybench.py gemm lu --dataset=SMALL --type=f64
    benchmarks/polybench.py --pipeline='polymem-to-emulator{sizes=16,16,8}'
    benchmarks/polybench.py --pipeline='polymem-schedule,polymem-to-emulator'

Each kernel is compiled by the pipeline, executed on the device emulator, every
access checked, and compared with the original; floating-point operations are
uninterpreted. MINI is smaller for floyd-warshall, which is slow on the emulator.
Passes on functions may stand before polymem-to-emulator. With
polymem-to-ptx in its place, the same pipeline gives PTX and its compile time,
and ptxas, if there is one, registers and spills.

  result    same; or how it fails: differs, crash, timeout, error, not mapped (no
            loop is on the GPU)
  kernels   kernels in the program, and how many launches ran
  blocks    of the largest launch, and threads of a block
  shared    bytes of shared memory of a block, the most of all kernels; with a
            +, there are buffers besides whose size depends on the program's
  fits      the largest dataset that meets the conditions on sizes under which
            scratch-promote says that buffers fit; '-': all do
  host      accesses to arrays that stay on the host, as written in the program;
            on a GPU, they would need the arrays there
  regs      registers of a thread, the most of all kernels
  spills    bytes spilled, stores and loads, of all kernels
  ptx       seconds of polymem-opt from MLIR to PTX

What tools say of failures follows the table.
Ends with an error if a kernel that is mapped has a wrong result, or does not
compile, or if with --all-mapped a kernel is not mapped.
"""
import json
import os
import re
import shutil
import sys
import tempfile

from programs import Run, find_tool, parser_for, polybench, print_table, size_option

EMULATOR = "polymem-to-emulator"
# What the emulator takes minutes for at MINI: a launch for each of the 2 N - 1
# diagonals in each of N steps, where polymem-schedule is in the pipeline.
SMALLER = {"floyd-warshall": {"N": 30}}
HEADS = ("kernel", "sizes", "result", "run", "kernels", "launches", "blocks", "threads",
         "shared", "fits", "host", "regs", "spills", "ptx")


def split_pipeline(pipeline):
    """The passes before polymem-to-emulator, and its options."""
    match = re.fullmatch(rf"(?:(.*),)?{EMULATOR}(?:\{{(.*)\}})?", pipeline)
    if not match:
        sys.exit(f"polybench: --pipeline does not end in {EMULATOR}: {pipeline}")
    before, options = match.group(1) or "", match.group(2) or ""
    if "(" in before:
        sys.exit(f"polybench: give passes on functions without an anchor: {before}")
    return before, options


def to_ptx(pipeline):
    """The same pipeline, to PTX, for --pass-pipeline."""
    before, options = split_pipeline(pipeline)
    options = re.sub(r"\b(instrument|count-instructions)=\w+ ?", "", options)
    before = f"func.func({before})," if before else ""
    return f"builtin.module({before}polymem-to-ptx{{{options}}})"


def first_message(output):
    """The first error in it, else its last line that is not of a backtrace."""
    lines = [line for line in output.splitlines() if re.match(r"[^\s#]", line)] or [""]
    return next((line.split("error: ", 1)[1] for line in lines if "error: " in line), lines[-1])


def execute(tool, kernel, entry, sizes, arguments):
    """The cells result, run, kernels, launches, blocks and threads; notes."""
    with tempfile.TemporaryDirectory() as directory:
        counts = os.path.join(directory, "counts.json")
        # The pipeline canonicalizes, which makes fewer operations out of exact
        # ones (x * 1.0); the hashes of both sides agree only if both do.
        run = Run([tool, kernel.file, f"--entry={entry}", "--compare", "--uninterpreted",
                   "--reference-pipeline=canonicalize", "--emulate",
                   f"--pipeline={arguments.pipeline}", f"--count-json={counts}",
                   size_option(sizes)], timeout=arguments.timeout)
        cells = {"result": run.status, "run": f"{run.seconds:.1f}"}
        if run.status == "failed":
            if "no loop was mapped to the GPU" in run.stdout:
                cells["result"] = "not mapped"
            elif re.search(r"expected .*, got ", run.stdout):
                cells["result"] = "differs"
            else:
                cells["result"] = "error"
        if cells["result"] in ("error", "differs") or run.status.startswith("crash"):
            cells["notes"] = [first_message(run.stdout)]
        elif run.status == "ok" and ": identical" in run.stdout:
            cells["result"] = "same"
            with open(counts) as file:
                kernels = json.load(file)["kernels"]
            largest = max(kernels, key=lambda k: k["blocks"] / k["launches"])
            cells.update(kernels=len(kernels), launches=sum(k["launches"] for k in kernels),
                         blocks=largest["blocks"] // largest["launches"],
                         threads=max(k["threads"] // k["blocks"] for k in kernels))
    return cells


def largest_that_fits(kernel, text, remarks):
    """The largest dataset that meets all conditions of capacity; '-' if all do."""
    shapes = [re.findall(r'"(\w+)"', shape)
              for shape in re.findall(r"%\w+: (?!.*%\w+: )(.*)", text[: text.index(") {\n")])]
    conditions = re.findall(r"the buffers fit if (.*?) bytes", remarks)
    fits = None
    for dataset, sizes in kernel.datasets.items():
        values = {f"arg{a}_dim{d}": sizes.get(size) for a, shape in enumerate(shapes)
                  for d, size in enumerate(shape)}
        for condition in conditions:
            names = set(re.findall(r"[a-z]\w*", condition)) - {"and", "or", "min", "max"}
            if not names <= set(values):
                return "?"
            if not eval(condition, {"min": min, "max": max}, values):
                return fits or "none"
        fits = dataset
    return "-"


def compile_to_ptx(tool, ptxas, kernel, entry, arguments):
    """The cells shared, fits, host, regs, spills and ptx; notes."""
    text = kernel.functions[entry]
    command = [tool, "-", f"--pass-pipeline={to_ptx(arguments.pipeline)}", "-o", os.devnull]
    run = min((Run(command, text, timeout=arguments.timeout, merged=False)
               for _ in range(arguments.repeat)), key=lambda run: run.seconds)
    cells = {"ptx": f"{run.seconds:.3f}"}
    if run.status == "failed" and "no function of this module has a kernel" in run.stderr:
        return {"ptx": "-"}
    if run.status != "ok":
        cells["ptx"] = "error" if run.status == "failed" else run.status
        cells["notes"] = [first_message(run.stderr)]
        return cells
    remarks = Run(command + ["--remarks-filter=.*", "--remark-format=emitRemark"], text,
                  timeout=arguments.timeout, merged=False).stderr
    cells["host"] = len(re.findall(r"\] HostAccess ", remarks))
    if ".entry" not in run.stdout:
        return cells
    cells["fits"] = largest_that_fits(kernel, text, remarks)
    launches = re.findall(r"(\d+) bytes of constant size in \w+ workgroup memory", remarks)
    cells["shared"] = str(max(map(int, launches), default=0)) + "+" * ("buffers fit if" in remarks)
    if not ptxas:
        return cells
    chip = re.search(r"^\.target (\w+)", run.stdout, re.M)[1]
    with tempfile.NamedTemporaryFile("w", suffix=".ptx") as file:
        file.write(run.stdout)
        file.flush()
        assembled = Run([ptxas, "-v", f"-arch={chip}", file.name, "-o", os.devnull])
    if assembled.status != "ok":
        cells["regs"] = "error"
        cells["notes"] = [first_message(assembled.stdout)]
        return cells
    most = lambda pattern: max((int(n) for n in re.findall(pattern, assembled.stdout)), default=0)
    cells["regs"] = most(r"Used (\d+) registers")
    cells["spills"] = sum(int(n) for n in re.findall(r"(\d+) bytes spill", assembled.stdout))
    return cells


def find_ptxas():
    """ptxas, where lit looks for it as well."""
    roots = [os.environ[v] for v in ("CUDA_HOME", "CUDA_PATH", "CUDA_ROOT") if v in os.environ]
    return shutil.which("ptxas") or next(
        filter(os.path.exists, (os.path.join(root, "bin", "ptxas") for root in roots)), None)


def main():
    parser = parser_for(__doc__, "polymem-run", with_files=False)
    parser.add_argument("kernels", nargs="*", help="default: all of benchmarks/polybench")
    parser.add_argument("--polymem-opt", help="default: that of build/bin or of PATH")
    parser.add_argument("--ptxas", help="default: that of PATH or of CUDA_HOME")
    parser.add_argument("--pipeline", default=EMULATOR)
    parser.add_argument("--dataset", default="MINI")
    parser.add_argument("--type", choices=("f32", "f64"), default="f32")
    parser.add_argument("--repeat", type=int, default=1, help="compilations; the best counts")
    parser.add_argument("--timeout", type=float, default=60.0, help="seconds per command")
    parser.add_argument("--all-mapped", action="store_true",
                        help="fail if a kernel has no loop on the GPU")
    arguments = parser.parse_args()
    split_pipeline(arguments.pipeline)
    run_tool = find_tool("polymem-run", arguments.tool)
    opt_tool = find_tool("polymem-opt", arguments.polymem_opt)
    ptxas = arguments.ptxas or find_ptxas()

    rows = []
    for kernel in polybench(arguments.kernels):
        entry = kernel.entry(("_" + arguments.type, "_i32"))
        if arguments.dataset not in kernel.datasets:
            sys.exit(f"polybench: no dataset {arguments.dataset}")
        sizes = kernel.datasets[arguments.dataset]
        if arguments.dataset == "MINI":
            sizes = SMALLER.get(kernel.name, sizes)
        row = {"kernel": kernel.name, "sizes": "x".join(map(str, sizes.values()))}
        row.update(execute(run_tool, kernel, entry, sizes, arguments))
        compiled = compile_to_ptx(opt_tool, ptxas, kernel, entry, arguments)
        notes = dict.fromkeys(row.pop("notes", []) + compiled.pop("notes", []))
        row.update(compiled, notes=notes)
        rows.append(row)
    print(f"{arguments.pipeline}, {arguments.dataset}, {arguments.type}")
    print_table(HEADS, rows)
    for row in rows:
        for note in filter(None, row["notes"]):
            print(f"{row['kernel']}: {note}")
    count = lambda result: sum(row["result"] == result for row in rows)
    compiled = [float(row["ptx"]) for row in rows if re.fullmatch(r"[\d.]+", row["ptx"])]
    print(f"{count('same')} of {len(rows)} on the GPU with the same results, "
          f"{count('not mapped')} not mapped; "
          f"{sum(compiled):.2f} s for {len(compiled)} of them from MLIR to PTX")
    allowed = {"same"} if arguments.all_mapped else {"same", "not mapped"}
    wrong = [row["kernel"] for row in rows
             if row["result"] not in allowed or "error" in (row["ptx"], row.get("regs"))
             or not re.fullmatch(r"-|[\d.]+", row["ptx"])]
    if wrong:
        sys.exit(f"polybench: {', '.join(wrong)}")


if __name__ == "__main__":
    main()
