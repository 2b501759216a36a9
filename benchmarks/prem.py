"""Programs as segments of a multicore, run by threads at many sleeps.

The networks of test/Execution/Prem, with their plans by hand, and PolyBench's kernels, with the
compiler's plans, at small odd sizes, go through polymem-to-prem for 1, 2, 3 and 8 cores. Each is
run with --uninterpreted, so that results are equal only if they are computed by the same
operations, under the checker of the run-time, which is told of all accesses, and compared bit by
bit with the loops, with threads that sleep as some seeds say. With --random-plans, each seed draws
plans for all nests as well, of which some are refused. With --large, the programs of
benchmarks/prem run once each on 8 cores, with their plans; segments tell nothing, so that the
checker looks at calls and bytes. Prints a line a program, and ends with 1 if one is wrong.
"""
import argparse
import concurrent.futures
import glob
import json
import os
import re
import sys
import tempfile

from programs import ROOT, Run, find_tool, polybench, with_constant_sizes

CORES = (1, 2, 3, 8)
NETWORKS = os.path.join(ROOT, "test", "Execution", "Prem")


def networks():
    """(name, text for so many cores) of those with plans by hand."""
    for path in sorted(glob.glob(f"{NETWORKS}/*.mlir")):
        with open(path) as file:
            text = file.read()
        if "// 1 cores:" in text:
            name = os.path.splitext(os.path.basename(path))[0]
            yield name, lambda cores, text=text: text.replace(f"// {cores} cores: ", "")


def large():
    """(name, text) of the programs whose sizes are those of LARGE."""
    for path in sorted(glob.glob(os.path.join(ROOT, "benchmarks", "prem", "*.mlir"))):
        with open(path) as file:
            text = file.read()
        yield os.path.splitext(os.path.basename(path))[0], lambda cores, text=text: text


def kernels():
    """(name, text) of PolyBench's, in single precision."""
    for kernel in polybench():
        name = kernel.entry(("_f32", "_i32", ""))
        text = with_constant_sizes(kernel.functions[name], kernel.odd_sizes())
        yield kernel.name, lambda cores, text=text: text


def folded(tool, text):
    """The program with its constants folded, as the pipeline does: the operations of a fold
    would not be those of --uninterpreted."""
    run = Run([os.path.join(os.path.dirname(tool), "polymem-opt"), "-", "--canonicalize"], text)
    run.require("canonicalization")
    return run.stdout


def machine_for(cores, folder):
    """A file with the machine of Gu 2023 that has so many cores."""
    with open(os.path.join(ROOT, "machines", "prem-gu2023.json")) as file:
        machine = json.load(file)
    machine["cores"] = cores
    path = os.path.join(folder, f"cores{cores}.json")
    with open(path, "w") as file:
        json.dump(machine, file)
    return path


def outcome_of(tool, path, machine, seed, plans, hooks):
    """"identical", "refused: ..." or what is wrong. `plans` are passes that make plans."""
    pipeline = f"{plans}polymem-to-prem{{emit=host hooks={hooks} machine={machine}}}"
    run = Run([tool, path, "--compare", "--uninterpreted", f"--prem-seed={seed}", f"--seed={seed}",
               f"--machine={machine}", f"--pipeline={pipeline}"], timeout=900)
    if refused := re.findall(r"error: ((?:polymem|scratch|convert-scratch)-[\w-]+: .*)", run.stdout):
        return "refused: " + refused[0]
    if run.status == "ok" and ": identical" in run.stdout and "different" not in run.stdout:
        return "identical"
    return f"wrong ({run.status}): {run.stdout[-400:]}"


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", nargs="*", help="names; default: all")
    parser.add_argument("--seeds", type=int, default=8, help="of each program and number of cores")
    parser.add_argument("--cores", type=int, nargs="*", default=CORES)
    parser.add_argument("--random-plans", action="store_true",
                        help="of programs without plans by hand")
    parser.add_argument("--large", action="store_true",
                        help="the programs of benchmarks/prem, once")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--polymem-run", dest="tool")
    arguments = parser.parse_args()
    tool = find_tool("polymem-run", arguments.tool)
    if arguments.large:
        arguments.seeds, arguments.cores = 1, [8]
    wrong = False
    with tempfile.TemporaryDirectory() as folder, \
            concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        machines = {cores: machine_for(cores, folder) for cores in arguments.cores}
        programs = [*networks(), *kernels()]
        if arguments.large or arguments.random_plans:
            programs = [*(large() if arguments.large else kernels())]
        for name, text in programs:
            if arguments.programs and name not in arguments.programs:
                continue
            runs = []
            for cores in arguments.cores:
                path = os.path.join(folder, f"{name}.{cores}.mlir")
                with open(path, "w") as file:
                    file.write(folded(tool, text(cores)))
                plans = "test-polymem-random-plans{{seed={} cores={} share=100}}," \
                    if arguments.random_plans else ""
                runs += [pool.submit(outcome_of, tool, path, machines[cores], seed,
                                     plans.format(seed, cores), str(not arguments.large).lower())
                         for seed in range(1, arguments.seeds + 1)]
            found = [run.result() for run in runs]
            others = sorted(set(found) - {"identical"})
            wrong |= any(other.startswith("wrong") for other in others)
            if arguments.random_plans:
                refused = [other for other in others if other.startswith("refused")]
                others = [f"{sum(map(found.count, refused))} refused",
                          *(other for other in others if other not in refused)]
            print(f"{name}: {found.count('identical')} of {len(found)} identical",
                  *others, sep="; ", flush=True)
    sys.exit(int(wrong))


if __name__ == "__main__":
    main()
