"""Launches as the metadata says, against those of the compiled host code.

    same_launches.py SOURCE FAKE_CUDA WORK [OPTIONS [KERNEL...]]

For each kernel of PolyBench, or those named, compiled with options of polymem-to-ptx: the metadata beside its PTX follows the schema; its kernels
have the parameters that the PTX declares; and at two choices of sizes its launches are
those that arrive at the stand-in for the driver when polymem-run runs host code: kernels,
order, grids, blocks, shared memory and every parameter. Arrays are told apart by numbers
in the order of their first use.
"""
import json
import os
import re
import sys

import interpret
import launch_metadata
import validate

SOURCE, FAKE_CUDA, WORK = sys.argv[1:4]
OPTIONS = sys.argv[4] if len(sys.argv) > 4 else ""
KERNELS = sys.argv[5:]
sys.path.insert(0, os.path.join(SOURCE, "benchmarks"))
import programs

BYTES = {"u8": 1, "u16": 2, "u32": 4, "u64": 8, "b8": 1, "b16": 2, "b32": 4, "b64": 8,
         "f32": 4, "f64": 8}


def declared(ptx):
    """The bytes of the parameters of each kernel of a PTX text, whether they are
    pointers, its version and its target."""
    kernels = {}
    for name, text in re.findall(r"\.entry (\w+)\((.*?)\)", ptx, re.S):
        kernels[name] = [(BYTES[kind], bool(pointer))
                         for kind, pointer in re.findall(r"\.param \.(\w+) (\.ptr)?", text)]
    version = re.search(r"\.version (\S+)", ptx).group(1)
    return kernels, version, re.search(r"\.target (\w+)", ptx).group(1)


def described(metadata):
    """The same, as the metadata says."""
    module, = metadata["modules"]
    kernels = {kernel["name"]: [(p["bytes"], p["type"] == "pointer")
                                for p in kernel["parameters"]]
               for kernel in module["kernels"]}
    return kernels, module["ptxVersion"], module["chip"]


def numbered(lines):
    """Lines in which each "memory X + N" is a number, the first array's being 1."""
    numbers = {}

    def number(match):
        return f"memory {numbers.setdefault(match.group(1), len(numbers) + 1)}"

    return [re.sub(r"memory (\w+)( \+ \d+)?", number, line) for line in lines]


def launched(output):
    """Launches in what the stand-in for the driver printed."""
    lines = re.findall(r"^cuLaunchKernel (.*)", output, re.M)
    return numbered([re.sub(r"\b[a-z]\d+ (?=memory|-?\d)", "", line) for line in lines])


def interpreted(metadata, entry, names):
    lines = []
    for launch in interpret.launches(metadata, entry, names):
        grid, block = (",".join(map(str, launch[key])) for key in ("grid", "block"))
        lines.append(f"{launch['kernel']} grid {grid} block {block} shared "
                     f"{launch['shared']} parameters {', '.join(launch['arguments'])}")
    return numbered(lines)


def names_of(metadata, entry, sizes, output):
    """Values of the names of a function's arguments: extents as `polymem.shape` says,
    and what polymem-run printed of scalars."""
    function = next(f for f in metadata["functions"] if f["name"] == entry)
    names = launch_metadata.extents_of(function["arguments"], sizes)
    for number, argument in enumerate(function["arguments"]):
        if argument["kind"] == "scalar":
            text = re.search(rf"^  input {number} = (\S+)$", output, re.M).group(1)
            is_real = argument["type"].startswith("f")
            names[argument["name"]] = float(text) if is_real else int(text)
            if argument["type"] == "f32":
                names[argument["name"]] = launch_metadata.to_f32(float(text))
    return names


def check(kernel, schema):
    """What is wrong with the metadata of a kernel, or nothing, and its launches."""
    ptx = os.path.join(WORK, kernel.name + ".ptx")
    programs.Run(["polymem-opt", kernel.file, "--polymem-to-ptx=" + OPTIONS, "-o", ptx]).require(
        "compiling " + kernel.name)
    with open(ptx) as file:
        text = file.read()
    with open(ptx.replace(".ptx", ".json")) as file:
        metadata = json.load(file)
    wrong = validate.errors(schema, metadata)
    if wrong:
        return wrong[0], 0
    if declared(text) != described(metadata):
        return "the parameters are others than those of the PTX", 0
    # The driver compares nothing of arrays: small ones are quick.
    entry, odd = kernel.entry(("_f32", "_i32")), kernel.odd_sizes()
    large = {name: 4 * value + 41 for name, value in odd.items()}
    count = 0
    for sizes in (odd, large):
        run = programs.Run(["polymem-run", kernel.file, f"--entry={entry}", "--cuda", "--print",
                            f"--cuda-library={FAKE_CUDA}", programs.size_option(sizes),
                            f"--pipeline=polymem-to-ptx{{emit=module {OPTIONS}}}"])
        run.require("running " + kernel.name)
        expected = launched(run.stdout)
        given = interpreted(metadata, entry, names_of(metadata, entry, sizes, run.stdout))
        count += len(given)
        if not expected:
            return "no launches", 0
        if given != expected:
            pairs = [pair for pair in zip(given, expected) if pair[0] != pair[1]]
            return "\n".join((f"{sizes}: {len(given)} for {len(expected)} launches",
                              *(pairs[0] if pairs else ()))), 0
    return None, count


def main():
    with open(os.path.join(SOURCE, "share", "launch-metadata.schema.json")) as file:
        schema = json.load(file)
    agreed = launches = 0
    for kernel in programs.polybench(KERNELS):
        wrong, count = check(kernel, schema)
        if wrong:
            print(f"{kernel.name}: {wrong}")
            continue
        agreed += 1
        launches += count
    print(f"{agreed} kernels agree in {launches} launches")


if __name__ == "__main__":
    main()
