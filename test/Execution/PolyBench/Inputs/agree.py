"""Every kernel of PolyBench against itself behind a pass, at small odd sizes and at
one, with floating-point operations uninterpreted.

    agree.py BENCHMARKS PASS REMARK [--every=N] [--style=STYLE] [OPTION OF polymem-run]...

In single precision or integers; precisions.test says that double precision is the
same program. REMARK is what the pass says when it did its work. Kernels of which it
says something else are listed with that: of these, equal results prove nothing. With
--every, of N kernels one is run; with --style, as that front end writes it.
"""
import os
import re
import sys

sys.path.insert(0, sys.argv[1])
import front_ends
import programs


def remarks(text, passes):
    """Pairs of a remark's name and text, from the passes on this function."""
    run = programs.Run(["polymem-opt", "-", f"--{passes}", "--remarks-filter=.*",
                        "--remark-format=emitRemark", "-o", os.devnull], text)
    return re.findall(r"remark: \[\w+\] (\w+) .*?Function=\w+(?:.*?Remark=\"(.*?)\")?", run.stdout)


def main():
    passes, done, *options = sys.argv[2:]
    every, style = 1, None
    if options and options[0].startswith("--every="):
        every = int(options.pop(0).partition("=")[2])
    if options and options[0].startswith("--style="):
        style = options.pop(0).partition("=")[2]
    agreed = 0
    for kernel in programs.polybench()[::every]:
        entry, odd = kernel.entry(("_f32", "_i32")), kernel.odd_sizes()
        text = front_ends.front_end_text(kernel, style) if style else kernel.functions[entry]
        run = programs.Run(
            ["polymem-run", "-", f"--entry={entry}", "--compare", "--uninterpreted",
             "--check-bounds", f"--pipeline={passes}", programs.size_option(odd),
             programs.size_option(dict.fromkeys(odd, 1)), *options], text)
        if run.status != "ok" or run.stdout.count(": identical") != 2:
            print(f"{entry} differs\n{' '.join(run.command)}\n{run.stdout}")
            continue
        agreed += 1
        said = remarks(text, passes)
        if done not in [name for name, _ in said]:
            print(f"{entry} is left as it was:", *(f"{name}: {text}" for name, text in said))
    print(f"{agreed} kernels agree")


if __name__ == "__main__":
    main()
