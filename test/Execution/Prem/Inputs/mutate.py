"""Mistakes put into the thread programs that polymem-to-prem makes.

Compiles a program of loops, makes one mistake after another in its calls (a swap, a dispatch,
the end of a segment or a barrier dropped, the other buffer, a box moved or grown by one, another
pitch, a condition that is true at another time), and runs each beside the loops: the checker of the run-time has to find
something, or the results have to differ. Prints what is not found, and a summary.
"""
import concurrent.futures
import os
import re
import subprocess
import sys
import tempfile

CALL = re.compile(r"prem\.(swap|swap_boxes|dispatch|end_segment|deallocate_buffer|barrier)\b")


def mutants(lines):
    """(what, lines) for each mistake."""
    for n, line in enumerate(lines):
        def instead(*new):
            return lines[:n] + list(new) + lines[n + 1:]
        if call := CALL.search(line):
            yield f"line {n + 1}: {call.group(1)} dropped", instead()
        if select := re.match(r"(.*= arith\.select %\S+, )(%\S+), (%\S+)( : (?:i32|index).*)", line):
            yield (f"line {n + 1}: the other buffer",
                   instead(f"{select.group(1)}{select.group(3)}, {select.group(2)}{select.group(4)}"))
        if compare := re.match(r"(.*= arith\.cmpi )(\w+)(, .*)", line):
            others = {"eq": ["ne"], "sle": ["slt", "sgt"], "slt": ["sle", "sge"]}
            for other in others.get(compare.group(2), []):
                yield (f"line {n + 1}: {compare.group(2)} is {other}",
                       instead(compare.group(1) + other + compare.group(3)))
        if "prem.swap" not in line:
            continue
        for kind, pattern in (("corner", r"\[([^\]]*)\]"), ("size", r"sizes ?\[([^\]]*)\]")):
            found = re.search(pattern, line)
            values = found.group(1).split(", ")
            for v, value in enumerate(values):
                for name, op in (("more", "addi"), ("less", "subi")):
                    changed = values[:v] + ["%moved"] + values[v + 1:]
                    yield (f"line {n + 1}: {kind} {v} one {name}",
                           instead(f"%oneless = arith.constant 1 : index",
                                   f"%moved = arith.{op} {value}, %oneless : index",
                                   line[:found.start(1)] + ", ".join(changed) + line[found.end(1):]))
        shape = re.search(r"shape \[(.*)\]", line)
        sizes = shape.group(1).split(", ")
        if len(sizes) > 1:
            wider = sizes[:-1] + [str(int(sizes[-1]) + 1)]
            yield (f"line {n + 1}: pitch",
                   instead(line[:shape.start(1)] + ", ".join(wider) + line[shape.end(1):]))


def expand(tools, path, entry, options):
    """The loops, as a function of another name, and the text of what the thread does."""
    stage = (f"builtin.module(func.func(polymem-tile{{mapping=prem machine=prem-gu2023 strict {options}}},"
             "scratch-promote{machine=prem-gu2023 promote-all strict memory-space=default},"
             "convert-scratch-to-prem{strict},prem-tell-accesses),prem-expand-components,canonicalize,cse)")
    made = subprocess.run([f"{tools}/polymem-opt", path, f"--pass-pipeline={stage}"],
                          capture_output=True, text=True, check=True).stdout
    plain = subprocess.run([f"{tools}/polymem-opt", path], capture_output=True, text=True, check=True).stdout
    loops = re.search(r"(?ms)^  func\.func @" + entry + r"\(.*?^  }$", plain).group(0)
    aliases = "\n".join(re.sub(r"#(\w+)", r"#plain_\1", line) for line in plain.splitlines() if line.startswith("#"))
    loops = re.sub(r"#((?:map|set|layer|prem)\w*)", r"#plain_\1", loops).replace(f"@{entry}(", "@plain(")
    loops = loops.replace("#plain_prem", "#prem")
    made = made.rstrip()
    assert made.endswith("}")
    return aliases + "\n" + made[:-1] + loops + "\n}\n"


def is_found(tools, entry, lines, seed):
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
        file.write("\n".join(lines))
        file.flush()
        try:
            run = subprocess.run([f"{tools}/polymem-run", file.name, "--entry=plain", f"--against={entry}",
                                  "--compare", f"--prem-seed={seed}"],
                                 capture_output=True, text=True, check=False, timeout=60)
        except subprocess.TimeoutExpired:
            return "hangs"
    if run.returncode < 0:
        return f"signal {-run.returncode}"
    return run.returncode != 0, run.stdout + run.stderr


def main():
    tools, path, entry, options = sys.argv[1:5]
    text = expand(tools, path, entry, options)
    lines = text.splitlines()
    first = next(n for n, line in enumerate(lines) if f"@{entry}_thread(" in line)
    last = next(n for n in range(first, len(lines)) if lines[n] == "  }")
    found = is_found(tools, entry, lines, 0)
    if found[0] is not False:
        sys.exit(f"without a mistake: {found}")
    every = [(what, lines[:first] + part + lines[last:]) for what, part in mutants(lines[first:last])]
    missed = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = pool.map(lambda m: is_found(tools, entry, m[1], 1), every)
        for (what, _), result in zip(every, results):
            if isinstance(result, str) or not result[0]:
                missed += 1
                print(f"not found: {what} {result if isinstance(result, str) else ''}: "
                      f"{lines[first + int(re.match(r'line ([0-9]+)', what).group(1)) - 1].strip()}")
    print(f"{entry}: {len(every)} mistakes, {missed} not found")


if __name__ == "__main__":
    main()
