"""Mistakes in the order in which the engine serves requests, each in a copy of Engine.c.

Builds a program with the copy, and runs it at some seeds, on several cores: a finding or a result
that differs has to tell. Prints a line a mistake.
"""
import os
import subprocess
import sys

#: As lib/Runtime/Prem/CMakeLists.txt has them.
OF_HOST = ["-D_POSIX_C_SOURCE=200809L", "-DPREM_OBSERVED", "-DPREM_MAX_CORES=64",
           "-DPREM_MAX_BUFFERS=256", "-DPREM_MAX_DIMENSIONS=8", "-DPREM_MAX_BOXES=16"]

#: What is wrong, the text, and what is there instead.
MISTAKES = [
    ("none", "", ""),
    ("a segment begins before its data are there",
     "(core->served[WAITING] < core->segment)) {", "(core->served[WAITING] + 1 < core->segment)) {"),
    ("dispatched requests are not waited for",
     "(core->served[DISPATCHED] <= core->segment)) ||", "(core->served[DISPATCHED] < core->segment)) ||"),
    ("dispatched requests are served with the others",
     "((engine.stage == DISPATCHED) ? batch->dispatched : batch->count)",
     "((engine.stage == DISPATCHED) ? 0 : batch->count)"),
    ("the last request of a segment is not served",
     ": batch->count)) {", ": batch->count - 1)) {"),
    ("the first request is served twice",
     "engine.request = batch->dispatched;", "engine.request = 0;"),
    ("requests of a segment in the reverse order",
     "start_transfer(&batch->requests[engine.request]);",
     "start_transfer(&batch->requests[((engine.stage == DISPATCHED) ? batch->dispatched : "
     "batch->count) - 1 - engine.request + ((engine.stage == WAITING) ? batch->dispatched : 0)]);"),
    ("the batch of the other segment",
     "core->batches[engine.segment % 2]", "core->batches[(engine.segment + 1) % 2]"),
    ("a barrier does not wait for transfers",
     "if ((prem_cores[i].ended > engine.segment) ||", "if ("),
    ("the last core has no turn",
     "if (engine.core < engine.cores) {", "if (engine.core < engine.cores - 1) {"),
]


def main():
    compiler, source, program, folder, *library = sys.argv[1:]
    with open(f"{source}/lib/Runtime/Prem/Engine.c") as file:
        engine = file.read()
    missed = 0
    for number, (what, text, instead) in enumerate(MISTAKES):
        assert engine.count(text) == 1 or not text, what
        copy = os.path.join(folder, f"Engine{number}.c")
        with open(copy, "w") as file:
            file.write(engine.replace(text, instead, 1) if text else engine)
        binary = os.path.join(folder, f"run{number}")
        subprocess.run([compiler, "-std=c99", "-O1", f"-I{source}/include",
                        f"-I{source}/lib/Runtime/Prem", *OF_HOST, "-c", copy, "-o",
                        binary + ".o"], check=True)
        subprocess.run([compiler, "-std=c99", "-O1", "-ffp-contract=off", f"-I{source}/include",
                        "-DPREM_HOOKS", binary + ".o", program, *library, "-o", binary],
                       check=True)
        found = ""
        # Threads of a busy machine may be too slow to show a mistake; another seed sleeps elsewhere.
        for seed in range(4 if number == 0 else 120):
            try:
                run = subprocess.run([binary, "3", str(seed)], capture_output=True, text=True,
                                     timeout=20)
            except subprocess.TimeoutExpired:
                found = "it does not end"
                break
            if ": 0 findings, equal" not in run.stdout:
                found = run.stdout.splitlines()[0] if run.stdout else f"status {run.returncode}"
                break
        missed += not found and number > 0
        print(f"{what}: {found or 'nothing found'}", flush=True)
    print(f"{len(MISTAKES) - 1} mistakes, {missed} not found")


if __name__ == "__main__":
    main()
