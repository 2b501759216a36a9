#!/usr/bin/env python3
"""Kernels of PolyBench compiled on one machine, run and timed on another that has a GPU.

    benchmarks/gpu_bundle.py make DIR                     # here: compile, and compute results
    benchmarks/gpu_bundle.py make DIR gemm lu --variant=fused=contract=true
    benchmarks/gpu_bundle.py make DIR kernels-conv2d --variant=with=reuse=always
    benchmarks/gpu_bundle.py run DIR --json=FILE          # there: only Python, NumPy, the driver

A bundle has, for each kernel and variant (a name, and options of polymem-to-ptx), its code, its
launch metadata, what the cost model says of it, and hashes of the results that the original has
on the CPU, bit for bit, at odd sizes and at those that are timed (--dataset). With `ptxas` code
is machine code, else PTX, which the driver compiles.

  result   same: the same bits as the original, at both sizes; close: options change the order of
           operations, and results are within --tolerance of those of the variant `default`
  ms       median time of a call, recorded as a CUDA graph, arrays restored before it
  model    what the cost model says of the call, and the time over it
  launches of the call; `sum` is what they take one after the other, not recorded
  library  PyTorch's time for the same, as in benchmarks/gpu.py

Loops of launches are cooperative launches here, as launch metadata says them; benchmarks/gpu.py,
which compiles and runs in one process, launches each grid.
"""
import argparse
import concurrent.futures
import hashlib
import json
import os
import re
import shutil
import sys

from programs import Run, find_tool, large_kernels, polybench, print_table

HEADS = ("kernel", "variant", "result", "ms", "quartiles", "model", "time/model", "launches", "sum",
         "library", "ratio")
BUNDLE = "bundle.json"


def parameters_of(text):
    """The parameters of a function: name, "array" or "scalar", type, extents, and whether
    it is a size, or no result."""
    head = text[: text.index(") {\n")]
    result = []
    for name, type_, given in re.findall(r"%(\w+): ([^{,\n]*?) ?(\{[^}]*\})?(?:,|$|\n)", head):
        size = re.search(r'polymem\.param = "(\w+)"', given)
        shape = re.search(r"polymem\.shape = \[([^\]]*)\]", given)
        result.append({"name": name, "kind": "array" if "memref" in type_ else "scalar",
                       "type": re.search(r"([fi]\d+|index)>?$", type_)[1],
                       "size": size[1] if size else None,
                       "shape": re.findall(r'"(.+?)"', shape[1]) if shape else [],
                       "dead": "polymem.dead_out" in given})
    return result


def inputs(title, parameters, sizes, np):
    """Arguments by name: numbers that are the same on every machine."""
    from gpu_cases import _NUMBERS, _prepare
    result = {}
    for position, parameter in enumerate(parameters):
        name, type_ = parameter["name"], parameter["type"]
        if parameter["kind"] == "array":
            extents = [eval(extent, {}, dict(sizes)) for extent in parameter["shape"]]
            count = int(np.prod(extents, dtype=np.int64))
            # A mix of the bits of the position (splitmix64).
            bits = np.arange(1, count + 1, dtype=np.uint64) + np.uint64(position << 40)
            bits *= np.uint64(0x9E3779B97F4A7C15)
            for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
                bits = (bits ^ (bits >> np.uint64(shift))) * np.uint64(factor)
            bits >>= np.uint64(40)
            if type_.startswith("f"):
                values = (bits.astype(np.float64) / 2**23 - 1)
                result[name] = values.astype({"f32": np.float32, "f64": np.float64}[type_])
            else:
                result[name] = (bits % np.uint64(1000)).astype({"i32": np.int32}[type_])
            result[name] = result[name].reshape(extents)
        elif parameter["size"]:
            result[name] = sizes[parameter["size"]]
        else:
            result[name] = float(sizes["N"]) if name == "float_n" else \
                0.25 if title == "deriche" else _NUMBERS.get(name, 1.5)
    _prepare(title, {name: value for name, value in result.items()
                     if isinstance(value, np.ndarray)}, np)
    return result


def hash_of(array):
    return hashlib.sha256(array.tobytes()).hexdigest()


def expected(kernel, entry, parameters, sizes, contract, np):
    """Hashes of the results of the original on the CPU, by name."""
    import polymem as pm
    values = inputs(kernel.name, parameters, sizes, np)
    compiled = pm.compile(kernel.functions[entry], function=entry,
                          options=pm.ToPTX(contract=contract))
    compiled.reference(*values.values())
    return {parameter["name"]: hash_of(values[parameter["name"]]) for parameter in parameters
            if parameter["kind"] == "array" and not parameter["dead"]}


def compile_variant(tool, ptxas, kernel, entry, sizes, options, stem):
    """Writes code and metadata; what the model says of the function, and the files."""
    assume = ",".join(f"{name}={value}" for name, value in sizes.items())
    text = kernel.functions[entry]
    Run([tool, "-", f"--polymem-to-ptx=assume={assume} warnings=false {options}", "-o",
         stem + ".ptx"], text).require(f"compiling {kernel.name} {options}")
    Run([tool, "-", f"--pass-pipeline=builtin.module(polymem-to-ptx{{emit=cost warnings=false "
         f"{options} output={stem}.cost.json assume={assume}}})", "-o", os.devnull],
        text).require(f"the cost of {kernel.name} {options}")
    with open(stem + ".cost.json") as file:
        cost = json.load(file)["functions"][0]
    os.remove(stem + ".cost.json")
    code = os.path.basename(stem) + ".ptx"
    if ptxas:
        with open(stem + ".ptx") as file:
            chip = re.search(r"^\.target (\w+)", file.read(), re.M)[1]
        Run([ptxas, f"-arch={chip}", "-o", stem + ".cubin", stem + ".ptx"]).require("ptxas")
        os.remove(stem + ".ptx")
        code = os.path.basename(stem) + ".cubin"
    return {"code": code, "metadata": os.path.basename(stem) + ".json", "cost": cost}


def make(arguments):
    import numpy as np
    opt = find_tool("polymem-opt", None)
    ptxas = None if arguments.ptx else shutil.which("ptxas")
    os.makedirs(arguments.directory, exist_ok=True)
    variants = [variant.partition("=")[::2] for variant in arguments.variant] or [("default", "")]

    def one(work):
        kernel, (label, options) = work
        entry, sizes = kernel.entry(("_f32", "_i32")), kernel.datasets[arguments.dataset]
        options = f"machine={arguments.machine} {options}"
        stem = os.path.join(arguments.directory, f"{kernel.name}.{label}")
        made = compile_variant(opt, ptxas, kernel, entry, sizes, options, stem)
        parameters = parameters_of(kernel.functions[entry])
        exact, contract = "reassociate" not in options, "contract=true" in options
        wanted = []
        if exact:
            timed = not arguments.quick or (entry, contract, tuple(sizes.items())) in cache
            wanted = [kernel.odd_sizes()] + [sizes] * timed
        print(f"{kernel.name} {label}", file=sys.stderr)
        return {"kernel": kernel.name, "variant": label, "options": options, "function": entry,
                "parameters": parameters, "sizes": sizes, "exact": exact, **made,
                "expected": [{"sizes": checked, "hashes": known(kernel, entry, parameters, checked,
                                                               contract)}
                             for checked in wanted]}

    cache = {}

    def known(kernel, entry, parameters, sizes, contract):
        key = (entry, contract, tuple(sizes.items()))
        if key not in cache:
            cache[key] = expected(kernel, entry, parameters, sizes, contract, np)
        return cache[key]
    path = os.path.join(arguments.directory, BUNDLE)
    entries = []
    if os.path.exists(path):
        with open(path) as file:
            entries = json.load(file)["entries"]
        cache.update({(entry["function"], "contract=true" in entry["options"],
                       tuple(found["sizes"].items())): found["hashes"]
                      for entry in entries for found in entry["expected"]})
    own = large_kernels()
    kernels = [own.get(name) or polybench([name])[0] for name in arguments.kernels] or polybench()
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        made = list(pool.map(one, [(kernel, variant) for kernel in kernels
                                   for variant in variants]))
    again = {(entry["kernel"], entry["variant"]) for entry in made}
    entries = [entry for entry in entries if (entry["kernel"], entry["variant"]) not in again]
    with open(path, "w") as file:
        json.dump({"dataset": arguments.dataset, "entries": entries + made}, file, indent=1)


def run(arguments):
    import gpu_bundle_run
    with open(os.path.join(arguments.directory, BUNDLE)) as file:
        bundle = json.load(file)
    rows, device = gpu_bundle_run.run(bundle["entries"], arguments)
    print(f"{device}, {bundle['dataset']}, {arguments.calls} rounds")
    print_table(HEADS, rows, left=3)
    for row in rows:
        if row.get("note"):
            print(f"{row['kernel']} {row['variant']}: {row['note']}")
    if arguments.json:
        with open(arguments.json, "w") as file:
            json.dump({"device": device, "dataset": bundle["dataset"], "rows": rows}, file, indent=1)
    wrong = [f"{row['kernel']} {row['variant']}" for row in rows
             if row["result"] not in ("same", "close")]
    if wrong:
        sys.exit(f"gpu_bundle: {', '.join(wrong)}")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    making = commands.add_parser("make", help="compile")
    making.add_argument("directory")
    making.add_argument("kernels", nargs="*", help="default: all of benchmarks/polybench; "
                        "kernels-NAME: one of benchmarks/kernels/datasets.json")
    making.add_argument("--variant", action="append", default=[], metavar="NAME=OPTIONS",
                        help="repeatable; default: 'default=', PolyMem's default options")
    making.add_argument("--machine", default="nvidia-h100")
    making.add_argument("--dataset", default="LARGE")
    making.add_argument("--jobs", type=int, default=2)
    making.add_argument("--ptx", action="store_true", help="leave PTX to the driver")
    making.add_argument("--quick", action="store_true", 
                        help="compare at odd sizes only, unless results are known")
    running = commands.add_parser("run", help="time")
    running.add_argument("directory")
    running.add_argument("kernels", nargs="*", help="default: all of the bundle")
    running.add_argument("--variants", help="those whose names match")
    running.add_argument("--calls", type=int, default=10, help="that are timed: rounds")
    running.add_argument("--seconds", type=float, default=1.0, help="at most, of the rounds")
    running.add_argument("--tolerance", type=float, default=1e-3)
    running.add_argument("--odd", action="store_true", help="only compare, at odd sizes")
    running.add_argument("--no-torch", action="store_true")
    running.add_argument("--json", metavar="FILE", help="write all numbers")
    arguments = parser.parse_args()
    {"make": make, "run": run}[arguments.command](arguments)


if __name__ == "__main__":
    main()
