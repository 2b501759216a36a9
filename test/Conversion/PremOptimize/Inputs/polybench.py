"""PolyBench's kernels, at small odd sizes, with the plans that are chosen.

    polybench.py TOOLS [KERNEL...]

Each one computes what its loops do, under the checker of the run-time. The simulator's cycles are
the model's, or not above them, if these are an upper bound. Prints a line a kernel: "NAME:
identical, CYCLES of MODEL (exact|bound)", or "unknown" where it is not known what a part takes, or
what is wrong.
"""
import json
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), *[os.pardir] * 4))
sys.path.insert(0, os.path.join(ROOT, "benchmarks"))
from programs import polybench, with_constant_sizes  # noqa: E402


def check(tools, folder, text):
    """What is to be said of a kernel."""
    path, planned, report = (os.path.join(folder, name) for name in ("k.mlir", "p.mlir", "r.json"))
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    plan = subprocess.run([f"{tools}/polymem-opt", path, "-o", planned, "--canonicalize",
                           f"--polymem-prem-optimize=report={report}"],
                          capture_output=True, text=True, check=False)
    if plan.returncode:
        return f"wrong: {plan.stderr[-400:]}"
    run = subprocess.run([f"{tools}/polymem-run", planned, "--compare", "--uninterpreted",
                          "--pipeline=polymem-to-prem{emit=host hooks=true}"],
                         capture_output=True, text=True, check=False)
    if run.returncode or ": identical" not in run.stdout or "different" in run.stdout:
        return f"wrong: {(run.stdout + run.stderr)[-400:]}"
    with open(report, encoding="utf-8") as file:
        made = json.load(file)
    if not made["complete"]:
        return "identical, unknown"
    simulated = int(re.findall(r"(\d+) cycles", run.stdout)[-1])
    model = made["other-total"] + sum(nest["total"] for nest in made["nests"])
    exact = made["other-exact"] and all(nest["exact"] for nest in made["nests"])
    if simulated > model or (exact and simulated != model):
        return f"wrong: model {model}, simulator {simulated}"
    return f"identical, {simulated} of {model} ({'exact' if exact else 'bound'})"


def main():
    tools, *names = sys.argv[1:]
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        for kernel in polybench(names):
            name = kernel.entry(("_f32", "_i32", ""))
            said = check(tools, folder, with_constant_sizes(kernel.functions[name], kernel.odd_sizes()))
            wrong += said.startswith("wrong")
            print(f"{kernel.name}: {said}", flush=True)
    sys.exit(int(wrong > 0))


main()
