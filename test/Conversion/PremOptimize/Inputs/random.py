"""Random nests on random machines, compiled with the plans that are chosen, and with random ones.

    random.py TOOLS COUNT [SEED] [triangles]

Each program is compiled with the chosen plan and runs under the checker: it computes what its loops
compute, bit by bit, and the simulator's cycles are not above the model's, which are within 5 %
of them ("below"), unless the engine has fewer dimensions than an array ("far": the model counts all
interrupts between the transfers of a box, the simulator those that do not come while the core
waits anyway). With "triangles", bounds of loops depend on other loops, and there may be a statement
between two of them: where cycles are upper bounds, they may be more ("bound"). Where it is not known
what nests without a plan take, all run with greedy tiles ("greedy"), unless they are refused.
Each is compiled and run with a random plan as well, unless that one is refused ("unobeyed").
Prints what is wrong, and counts.
"""
import json
import os
import random
import re
import subprocess
import sys
import tempfile

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), *[os.pardir] * 4))


def machine_of(chance):
    """A machine description."""
    name = chance.choice(["prem-gu2023", "snitch-cluster"])
    with open(os.path.join(ROOT, "machines", name + ".json"), encoding="utf-8") as file:
        machine = json.load(file)
    machine["name"] = "random"
    machine["cores"] = chance.randint(1, 8)
    machine["scratchpad"].update({"bytes-per-core": chance.choice([256, 1024, 4096]),
                                  "reserved-bytes": chance.choice([0, 64])})
    machine["dma"].update({"line-ns": chance.choice([1, 40, 200]),
                           "burst-ns": chance.choice([1, 4, 64, 512]),
                           "burst-bytes": chance.choice([16, 64]),
                           "max-dimensions": chance.randint(1, 4)})
    if chance.random() < 0.5:
        machine["api-ns"] = {call: chance.randint(1, 300) for call in machine["api-ns"]}
    return machine


def subscripts(chance, trips):
    """What an array is accessed at, and its sizes: loops, sums of two, with offsets."""
    texts, sizes = [], []
    loops = chance.sample(range(len(trips)), chance.randint(1, len(trips)))
    for loop in loops:
        text, size = f"%i{loop}", trips[loop]
        others = [other for other in range(len(trips)) if other not in loops]
        if others and chance.random() < 0.3:
            other = chance.choice(others)
            text, size = f"{text} + %i{other}", size + trips[other] - 1
        offset = chance.choice([0, 0, 0, 1, 2])
        texts.append(f"{text} + {offset}" if offset else text)
        sizes.append(size + offset)
    return texts, sizes


def triangle_of(chance, trips):
    """Loops whose bounds depend on loops around; a loop that there may be a statement before."""
    lines = ["affine.for %i0 = 0 to {trips[0]} {{".format(trips=trips)]
    for loop in range(1, len(trips)):
        around, first = chance.randrange(loop), chance.choice([0, 0, 1, -1])
        kind = chance.choice(["lower", "upper", "constant"])
        if kind == "upper":
            trips[loop] = max(trips[around] + first, 1)
            bounds = f"0 to affine_map<(d0) -> (d0 + {first + 1})>(%i{around})"
        elif kind == "lower":
            bounds = f"affine_map<(d0) -> (d0 + {max(first, 0)})>(%i{around}) to {trips[loop]}"
        else:
            bounds = f"0 to {trips[loop]}"
        lines.append(f"affine.for %i{loop} = {bounds} {{")
    return lines, chance.randrange(1, len(trips)) if len(trips) > 1 and chance.random() < 0.4 else 0


def program_of(chance, triangles=False):
    """A function @f: a nest that adds products of what it reads to an array."""
    trips = [chance.randint(1, 14) for _ in range(chance.randint(1, 4))]
    nest, statement = triangle_of(chance, trips) if triangles else (None, 0)
    reads = [subscripts(chance, trips) for _ in range(chance.randint(1, 3))]
    kept = sorted(chance.sample(range(len(trips)), chance.randint(1, len(trips))))
    stored = [f"%i{loop}" for loop in kept], [trips[loop] for loop in kept]
    between = ["%i0"], [trips[0]]
    types = ["memref<" + "x".join(map(str, sizes)) + "xf32>"
             for _, sizes in reads + [stored] + ([between] if statement else [])]
    lines = [f"func.func @f({', '.join(f'%A{a}: {text}' for a, text in enumerate(types))}) {{"]
    if not triangles:
        nest = [f"affine.for %i{loop} = 0 to {trip} {{" for loop, trip in enumerate(trips)]
    if statement:
        nest.insert(statement, "\n".join([
            f"%old = affine.load %A{len(types) - 1}[%i0] : {types[-1]}",
            "%new = arith.addf %old, %old : f32",
            f"affine.store %new, %A{len(types) - 1}[%i0] : {types[-1]}"]))
    lines += nest
    last = len(reads)
    adds = len(kept) < len(trips) or chance.random() < 0.5
    lines += [f"%v{a} = affine.load %A{a}[{', '.join(texts)}] : {types[a]}"
              for a, (texts, _) in enumerate(reads)]
    value = "%v0"
    for a in range(1, last):
        lines.append(f"%p{a} = arith.mulf {value}, %v{a} : f32")
        value = f"%p{a}"
    target = f"%A{last}[{', '.join(stored[0])}] : {types[last]}"
    if adds:
        lines += [f"%o = affine.load {target}", f"%s = arith.addf %o, {value} : f32"]
        value = "%s"
    lines += [f"affine.store {value}, {target}"] + ["}"] * len(trips) + ["return", "}"]
    return "\n".join(lines) + "\n"


def run_with(tools, folder, passes, way):
    """The run of a program through `passes` and segments: its output, or what is wrong, or
    "refused"."""
    machine = os.path.join(folder, "m.json")
    run = subprocess.run(
        [f"{tools}/polymem-run", os.path.join(folder, "f.mlir"), "--compare", "--uninterpreted",
         f"--machine={machine}", f"--pipeline={passes}polymem-to-prem"
         f"{{emit=host hooks=true plan={way} machine={machine}}}"],
        capture_output=True, text=True, check=False)
    if run.returncode == 1 and "error: pipeline failed" in run.stderr:
        return "refused"
    if run.returncode or ": identical" not in run.stdout or "different" in run.stdout:
        return f"wrong: {run.stdout}{run.stderr}"
    return run.stdout


def check_random_plan(tools, folder, seed):
    """What a random plan of a program came to."""
    with open(os.path.join(folder, "m.json"), encoding="utf-8") as file:
        cores = json.load(file)["cores"]
    plans = f"test-polymem-random-plans{{seed={seed} cores={cores} share=100}},"
    result = run_with(tools, folder, plans, "greedy")
    return {"refused": "unobeyed"}.get(result, result if result.startswith("wrong") else "obeyed")


def check(tools, folder, seed, triangles):
    """What a program came to: a word, or what is wrong."""
    chance = random.Random(seed)
    path, machine, report = (os.path.join(folder, name) for name in ("f.mlir", "m.json", "r.json"))
    with open(machine, "w", encoding="utf-8") as file:
        json.dump(machine_of(chance), file)
    with open(path, "w", encoding="utf-8") as file:
        file.write(program_of(chance, triangles))
    plan = subprocess.run([f"{tools}/polymem-opt", path, "-o", os.devnull,
                           f"--polymem-prem-optimize=machine={machine} report={report}"],
                          capture_output=True, text=True, check=False)
    if plan.returncode:
        return f"wrong: {plan.stderr.strip()}"
    with open(report, encoding="utf-8") as file:
        made = json.load(file)
    way = "optimize" if made["complete"] else "greedy"
    result = run_with(tools, folder, "", way)
    if way == "optimize" and result == "refused":
        return "wrong: the chosen plan is refused"
    if result == "refused" or result.startswith("wrong"):
        return result
    if way == "greedy":
        return "greedy"
    simulated = int(result.split()[-2])
    model = made["other-total"] + sum(nest["total"] for nest in made["nests"])
    with open(machine, encoding="utf-8") as file:
        dimensions = json.load(file)["dma"]["max-dimensions"]
    exact = made["other-exact"] and all(nest["exact"] for nest in made["nests"])
    with open(path, encoding="utf-8") as file:
        rank = max(text.count("x") for text in re.findall(r"memref<([\dx]*)f32>", file.read()))
    if simulated > model or (exact and model > 1.05 * simulated and dimensions >= rank):
        return f"wrong: model {model}, simulator {simulated}"
    if not exact:
        return "bound"
    if model > 1.05 * simulated:
        return "far"
    proved = all(nest["proved"] for nest in made["nests"])
    return ("equal" if simulated == model else "below") if proved else "unproved"


def main():
    tools, count = sys.argv[1], int(sys.argv[2])
    first = int(sys.argv[3]) if len(sys.argv) > 3 else 0
    results = {}
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(first, first + count):
            for result in (check(tools, folder, seed, sys.argv[4:] == ["triangles"]),
                           check_random_plan(tools, folder, seed)):
                if result.startswith("wrong"):
                    print(f"seed {seed}: {result}", flush=True)
                    result = "wrong"
                results[result] = results.get(result, 0) + 1
    print(", ".join(f"{results.get(word, 0)} {word}" for word in (
        "equal", "below", "far", "bound", "unproved", "greedy", "refused", "obeyed", "unobeyed",
        "wrong")))


main()
