"""Mistakes put into components, and what polymem-check says of them.

Compiles programs of loops to components, changes a box by one face, a mode, a group of cores, or
takes a load away, and asks polymem-check. What it still proves is executed, with all checks, and
compared with the loops: it must be right. Prints how many mistakes were refuted, not decided, and
proved, and each that was proved and is wrong.
"""
import os
import re
import subprocess
import sys
import tempfile


CHECK = ("builtin.module(polymem-check{machine=prem-gu2023 print "
         "max-isl-operations=20000000})")
EXPAND = "builtin.module(func.func(prem-tell-accesses),prem-expand-components,canonicalize,cse)"


def command(*words):
    return subprocess.run(words, capture_output=True, text=True, check=False, timeout=120)


def replaced(text, match, new, group=0):
    return text[:match.start(group)] + new + text[match.end(group):]


def mutants(text):
    """(what, text) of each mistake."""
    for box in re.finditer(r"#prem\.box<lower = \[(.*?)\], upper = \[(.*?)\]>(?=[,\s])", text):
        for side, name in ((1, "lower"), (2, "upper")):
            for n, result in enumerate(re.finditer(r"-> \((.*?)\)(?=,|$|\])", box[side])):
                for sign in ("+", "-"):
                    moved = ", ".join(f"{part} {sign} 1" for part in result[1].split(", "))
                    at = box.start(side)
                    yield (f"box: {name} {n} {sign} 1",
                           text[:at + result.start(1)] + moved + text[at + result.end(1):])
    for stream in re.finditer(r"prem\.stream (\w+) (\w+) %", text):
        for mode in {"stream", "resident", "serial"} - {stream[2]}:
            yield f"{stream[2]} is {mode}", replaced(text, stream, mode, 2)
    for stream in re.finditer(r"prem\.stream rw (\w+) %.*?( load #prem\.box<.*?>)(?= store)", text):
        without = replaced(text, stream, "", 2)
        yield "load dropped", without[:stream.start()] + without[stream.start():].replace(
            "prem.stream rw", "prem.stream wo", 1)
    for flag in re.finditer(r" \{(mayBeEmpty|mayRepeat)\}", text):
        yield f"{flag[1]} dropped", replaced(text, flag, "")
    for groups in re.finditer(r"groups \[(.*?)\]", text):
        numbers = groups[1].split(", ")
        for n, number in enumerate(numbers):
            for other in {"1", "2", "3", "8"} - {number}:
                changed = numbers[:n] + [other] + numbers[n + 1:]
                yield f"groups {n} {number} is {other}", replaced(text, groups, ", ".join(changed), 1)


def is_right(tools, plan, path, entry):
    """Whether the program of a plan computes what the loops do, and keeps the rules."""
    made = command(f"{tools}/polymem-opt", plan, f"--pass-pipeline={EXPAND}")
    if made.returncode:
        return True  # refused, which is no wrong program
    plain = command(f"{tools}/polymem-opt", path).stdout
    loops = re.search(r"(?ms)^  func\.func @" + entry + r"\(.*?^  }$", plain)[0]
    aliases = "\n".join(re.sub(r"#(\w+)", r"#plain_\1", line)
                        for line in plain.splitlines() if line.startswith("#"))
    loops = re.sub(r"#((?:map|set|layer|prem)\w*)", r"#plain_\1", loops)
    loops = loops.replace("#plain_prem", "#prem").replace(f"@{entry}(", "@plain(")
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
        file.write(aliases.replace("#plain_prem.", "#prem.") + "\n" + made.stdout.rstrip()[:-1] + loops
                   + "\n}\n")
        file.flush()
        run = command(f"{tools}/polymem-run", file.name, "--entry=plain", f"--against={entry}",
                      "--compare", "--prem-seed=1")
    return run.returncode == 0


def main():
    tools, *programs = sys.argv[1:]
    wrong = 0
    for program in programs:
        path, entry = program.split("=")
        plan = command(f"{tools}/polymem-opt", path,
                       "--polymem-to-prem=emit=plan", "--mlir-print-local-scope").stdout
        counts = {"refuted": 0, "not decided": 0, "proved": 0, "not parsed": 0}
        for number, (what, text) in enumerate([("none", plan), *mutants(plan)]):
            with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
                file.write(text)
                file.flush()
                said = command(f"{tools}/polymem-opt", file.name, f"--pass-pipeline={CHECK}", "-o",
                               os.devnull)
                if "VIOLATED" in said.stderr:
                    verdict = "refuted"
                elif "check @" not in said.stderr:
                    verdict = "not parsed"
                elif "not decided" in said.stderr:
                    verdict = "not decided"
                else:
                    verdict = "proved"
                if number == 0:
                    if verdict != "proved":
                        sys.exit(f"{entry}: without a mistake: {said.stderr[-800:]}")
                    continue
                counts[verdict] += 1
                if verdict == "proved" and not is_right(tools, file.name, path, entry):
                    wrong += 1
                    print(f"{entry}: proved, but wrong: {what}", flush=True)
        print(f"{entry}: {sum(counts.values())} mistakes:",
              ", ".join(f"{count} {verdict}" for verdict, count in counts.items()), flush=True)
    sys.exit(int(wrong > 0))


if __name__ == "__main__":
    main()
