"""Plans of kernels, compiled and run: the same bits, and the simulator's cycles are not above the
model's, which are within 5 % of them.

    kernels.py TOOLS FILE... [--machine=FILE]
"""
import json
import os
import re
import subprocess
import sys
import tempfile


def without_plans(text):
    """The program without the plans that it has by hand."""
    lines = [line for line in text.splitlines() if not re.match(r"(//|#\w+ = #prem)", line)]
    return re.sub(r" \{prem\.plan = [^}]*\}", "", "\n".join(lines) + "\n")


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}:\n{done.stdout}{done.stderr}")
    return done.stdout


def cycles_of(tools, path, machine, plan):
    """The simulated cycles; the results are those of the loops."""
    pipeline = f"polymem-to-prem{{emit=host hooks=true plan={plan} machine={machine}}}"
    text = run(f"{tools}/polymem-run", path, "--compare", "--uninterpreted",
               f"--machine={machine}", f"--pipeline={pipeline}")
    if ": identical" not in text or "different" in text:
        sys.exit(f"{path}: {text}")
    return int(re.search(r": (\d+) cycles", text)[1])


def main():
    machine = "prem-gu2023"
    files = []
    for argument in sys.argv[2:]:
        if argument.startswith("--machine="):
            machine = argument.split("=")[1]
        else:
            files.append(argument)
    tools, wrong = sys.argv[1], 0
    with tempfile.TemporaryDirectory() as folder:
        for file in files:
            name = os.path.splitext(os.path.basename(file))[0]
            path, report = os.path.join(folder, name + ".mlir"), os.path.join(folder, "report")
            with open(file) as source, open(path, "w") as target:
                target.write(without_plans(source.read()))
            run(f"{tools}/polymem-opt", path, "-o", os.devnull,
                f"--polymem-prem-optimize=machine={machine} report={report}")
            with open(report) as source:
                nests = json.load(source)["nests"]
            model = sum(nest["total"] for nest in nests)
            simulated = cycles_of(tools, path, machine, "optimize")
            greedy = cycles_of(tools, path, machine, "greedy")
            proved = sum(nest["proved"] for nest in nests)
            good = simulated <= model <= 1.05 * simulated and simulated <= greedy
            wrong += not good
            print(f"{name}: model {model}, simulator {simulated}, greedy {greedy}, "
                  f"{proved} of {len(nests)} proved{'' if good else ': wrong'}", flush=True)
    print(f"{wrong} wrong")


main()
