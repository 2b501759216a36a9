"""Programs whose loops depend on sizes, planned for ranges of them, run with some of these sizes.

    sizes.py TOOLS FILE ASSUME

Prints "ASSUME: RUNS runs, at most CYCLES of MODEL", or what is wrong: the results of a run are not those
of the loops, or the simulator is above the model.
"""
import itertools
import json
import os
import re
import subprocess
import sys
import tempfile


def some_of(text):
    """The name of a size, and some of its values, the first and the last among them."""
    name, _, values = text.partition("=")
    first, _, last = values.partition("..")
    first, last = int(first), int(last or first)
    return name, sorted({*range(first, last, max(1, (last - first) // 3)), last})


def main():
    tools, path, assume = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        planned, report = os.path.join(folder, "p.mlir"), os.path.join(folder, "r.json")
        subprocess.run([f"{tools}/polymem-opt", path, "-o", planned,
                        f"--polymem-prem-optimize=assume={assume} report={report}"],
                       capture_output=True, check=True)
        with open(report, encoding="utf-8") as file:
            model = sum(nest["total"] for nest in json.load(file)["nests"])
        names, values = zip(*map(some_of, assume.split(",")))
        most = runs = 0
        for sizes in itertools.product(*values):
            given = ",".join(f"{name}={value}" for name, value in zip(names, sizes))
            run = subprocess.run([f"{tools}/polymem-run", planned, "--compare", f"--sizes={given}",
                                  "--pipeline=polymem-to-prem{emit=host hooks=true}"],
                                 capture_output=True, text=True, check=False)
            cycles = re.findall(r"(\d+) cycles", run.stdout)
            if run.returncode or ": identical" not in run.stdout or not cycles:
                sys.exit(f"wrong: {given}: {run.stdout}{run.stderr}")
            runs += 1
            most = max(most, int(cycles[-1]))
        if most > model:
            sys.exit(f"wrong: model {model}, simulator {most}")
        print(f"{assume}: {runs} runs, at most {most} of {model}")


main()
