"""Times of segments from samples: no sample is above the estimate, and no time that is a
little less everywhere would do; bad samples are named.

    samples.py TOOLS FILE.mlir
"""
import json
import os
import random
import subprocess
import sys
import tempfile


def optimize(tools, program, samples, folder):
    """The report, or what was said."""
    path, report = os.path.join(folder, "samples.json"), os.path.join(folder, "report.json")
    with open(path, "w") as file:
        file.write(samples if isinstance(samples, str) else json.dumps(samples))
    done = subprocess.run([f"{tools}/polymem-opt", program, "-o", os.devnull,
                           f"--polymem-prem-optimize=samples={path} report={report}",
                           "--remarks-filter=polymem-prem-optimize",
                           "--remark-format=emitRemark"], capture_output=True, text=True)
    if done.returncode != 0 or "BadSamples" in done.stderr:
        return done.stderr
    with open(report) as file:
        return json.load(file)["nests"][0]


def estimate(times, tile):
    """The cycles of a tile."""
    cycles, product = times["segment"], 1
    for time, size in zip(times["loops"], tile):
        product *= size
        cycles += time * product
    return cycles / times["scale"]


def main():
    tools, program = sys.argv[1:]
    draw = random.Random(7)
    with tempfile.TemporaryDirectory() as folder:
        above, slack, worst = 0, 0, 0
        for _ in range(20):
            work = [draw.randrange(0, 200), draw.randrange(0, 50), draw.randrange(1, 20)]
            samples = []
            for _ in range(draw.randrange(3, 30)):
                i, j = draw.randrange(1, 61), draw.randrange(1, 401)
                cycles = work[0] + work[1] * i + work[2] * i * j
                samples.append({"tile": [i, j], "cycles": cycles * draw.uniform(0.95, 1)})
            nest = optimize(tools, program, samples, folder)
            rest = [estimate(nest["times"], s["tile"]) - s["cycles"] for s in samples]
            above += any(r < 0 for r in rest)
            slack += nest["times"]["segment"] > 0 and min(rest) > 1
            worst = max([worst] + [r / (s["cycles"] + 1) for r, s in zip(rest, samples)
                                   if s["cycles"] > 10000])
            assert nest["samples"] == len(samples)
        print(f"{above} above, {slack} loose, at most {100 * worst:.0f} % too much")
        for bad in ('[{"tile": [1, 1], "cycles": NaN}]', [{"tile": [1, 1], "cycles": -3}],
                    [{"tile": [1, 0], "cycles": 3}], [{"tile": [1, 1]}], [],
                    [{"tile": [1, 1], "cycles": 3}, {"tile": [1], "cycles": 3}],
                    [{"tile": [1, 1], "cycles": 3}, {"tile": [2, 2], "cycles": 3}],
                    [{"tile": [k], "cycles": 3} for k in range(1, 9)],
                    [{"tile": [k, 2 * k], "cycles": 3} for k in (1, 1, 1)],
                    '[{"tile": [1, 1], "cycles": 1e400}]', "[", "{}"):
            text = optimize(tools, program, bad, folder)
            print([line for line in str(text).splitlines() if "amples" in line][0])


main()
