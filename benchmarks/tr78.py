#!/usr/bin/env python3
"""The kernels of TR78 ("A compiler framework for optimization of affine loop nests for general
purpose computations on GPUs", 2007): what the tool finds, computes and chooses for each.

    benchmarks/tr78.py                  # all, as Markdown: section "TR78" of docs/performance.md
    benchmarks/tr78.py mv mm --json=FILE

For each kernel two tables. The first has the directions that neighbouring threads may go along
(`polymem-print-axes`; section 5.2 of the paper), the second what the cost model counts for
variants of the program (section 5.6), at the paper's sizes where it has some:

  loaded, stored   millions of bytes of global memory that move, whole transactions
  times the least  these transactions over the fewest for the elements that are asked for
  wavefronts       of shared memory, over the fewest
  model            GFLOP/s on the paper's machine, a GeForce 8800 GTX, by the cost model
  paper            what the paper prints for it
  default          microseconds on the default machine, by the cost model

All but the last is for the paper's machine, with tiles that the cost model chooses for it. Nothing
is run.
"""
import json
import os
import re
import sys
import tempfile

from programs import Run, find_tool, functions, parser_for

PAPERS_MACHINE = "nvidia-gtx8800"
#: Of the paper's machine.
TRANSACTION_BYTES = 64
AS_IS = "as chosen"
#: Variants and the options of the pipeline that make them; what the paper prints for each.
KERNELS = {
    "mv": {"function": "mv_f32", "sizes": {"M": 4096, "N": 4096},
           "flops": lambda M, N: 2 * M * N,
           "variants": {"direct from global memory": ("promote=false", 0.43),
                        "staged, not padded": ("pad=false", 5.61),
                        "staged and padded (as chosen)": ("", 13.18)}},
    "tmv": {"function": "tmv_f32", "sizes": {"M": 4096, "N": 4096},
            "flops": lambda M, N: 2 * M * N,
            "variants": {"8 columns in a row for a thread":
                         ("promote=false schedule=always sizes=256,32 thread-sizes=8 "
                          "block-size=32", 4.22),
                         "columns in turns": ("promote=false", 25.21),
                         AS_IS: ("", None)}},
    "mvt": {"function": "mvt_f32", "sizes": {"N": 4096}, "flops": lambda N: 4 * N * N,
            "variants": {"direct from global memory": ("promote=false", None),
                         "staged, not padded": ("pad=false", None), AS_IS: ("", None)}},
    "mm": {"function": "gemm_f32", "sizes": {"M": 4096, "N": 4096, "K": 4096},
           "flops": lambda M, N, K: 2 * M * N * K,
           "variants": {"direct from global memory": ("promote=false", None),
                        **{f"tiles of {tile} x {tile}":
                           (f"schedule=always sizes={tile},{tile},16 block-size=16,16", None)
                           for tile in (16, 32, 64, 128)},
                        AS_IS: ("", 97)}},
    "conv": {"function": "conv2d_f32",
             "sizes": {"N": 16, "K": 64, "C": 64, "P": 56, "Q": 56, "R": 3, "S": 3},
             "flops": lambda N, K, C, P, Q, R, S: 2 * N * K * C * P * Q * R * S,
             "variants": {"direct from global memory": ("promote=false", None),
                          AS_IS: ("", None)}},
    "MRI-Q": {"function": "mri_q_f32", "sizes": {"X": 32768, "K": 2048},
              # A sine or cosine counts as one.
              "flops": lambda X, K: 14 * X * K,
              "variants": {"direct from global memory": ("promote=false", 9.62),
                           AS_IS: ("", 159.79)}},
    "MRI-FHD": {"function": "mri_fhd_f32", "sizes": {"X": 32768, "K": 2048},
                "flops": lambda X, K: 16 * X * K,
                "variants": {"direct from global memory": ("promote=false", 10.14),
                             AS_IS: ("", 154.93)}},
    "fdtd-2d": {"function": "fdtd_2d_f32", "sizes": {"T": 64, "N": 2048, "M": 2048},
                "flops": lambda T, N, M: 11 * T * N * M,
                "variants": {"direct from global memory":
                             ("promote=false time-tile=never", None),
                             "staged": ("time-tile=never", None),
                             "tiles in time (as chosen)": ("", None)}},
}


def cost(tool, text, sizes, options, directory):
    """What the model says of the launches of a function, as JSON."""
    found = os.path.join(directory, "cost.json")
    assume = ",".join(f"{name}={value}" for name, value in sizes.items())
    Run([tool, "-", f"--pass-pipeline=builtin.module(polymem-to-ptx{{emit=cost warnings=false "
         f"output={found} assume={assume} {options}}})", "-o", os.devnull],
        text).require("the cost")
    with open(found) as file:
        function, = json.load(file)["functions"]
    return function


def numbers(tool, kernel, text, options, directory):
    """What is in a row of the second table."""
    sizes = kernel["sizes"]
    function = cost(tool, text, sizes, f"machine={PAPERS_MACHINE} {options}", directory)
    default = cost(tool, text, sizes, options, directory)
    work = kernel["flops"](**sizes)
    counts = [launch["counts"]["transfers"] for launch in function["launches"]]

    def total(kind, field):
        return sum(count[kind][field] for count in counts)

    def ratio(memory, field):
        least = sum(total(f"{memory} {kind}", f"minimum-{field}") for kind in ("load", "store"))
        all_of = sum(total(f"{memory} {kind}", field) for kind in ("load", "store"))
        return all_of / least if least else None
    return {"loaded": total("global load", "sectors") * TRANSACTION_BYTES,
            "stored": total("global store", "sectors") * TRANSACTION_BYTES,
            "sectors": ratio("global", "sectors"), "wavefronts": ratio("shared", "wavefronts"),
            "gflops": work / function["microseconds"] / 1e3, "exact": function["exact"],
            "default_microseconds": default["microseconds"]}


def loops_of(text):
    """Names of the loops of a function, in their order, and how many each has inside."""
    names, inside, around = [], [], []
    for line in text.splitlines():
        loop = re.match(r"\s*affine\.for %(\w+) =", line)
        if loop:
            around.append(len(names))
            names.append(loop[1])
            inside.append(0)
            for outer in around:
                inside[outer] += 1
        elif line.strip() == "}" and around:
            around.pop()
    return names, inside


def axes(tool, text):
    """Rows of the directions of each nest, with the names that the source has."""
    run = Run([tool, "-", "--pass-pipeline=builtin.module(polymem-print-axes)", "-o", os.devnull],
              text)
    run.require("the axes")
    arrays = re.findall(r"%(\w+): ", text.split(") {\n", 1)[0])
    names, inside = loops_of(text)
    rows, here, first = [], [], 0

    def named(part):
        part = re.sub(r"\barg(\d+)\b", lambda match: arrays[int(match[1])], part)
        return re.sub(r"\bi(\d+)\b", lambda match: here[int(match[1])], part)
    for line in run.stdout.splitlines():
        if loops := re.match(r"  loops (.*)", line):
            count = len(loops[1].split(", "))
            first = next(k for k in range(first, len(names)) if inside[k] == count)
            here = names[first:first + count]
            first += count
            nest = named(loops[1])
        elif found := re.match(r"    threads along (.*?): (.*)", line):
            kinds = {}
            for part in found[2].split("; "):
                kind, _, elements = part.partition(" of ")
                kinds[kind] = ", ".join(dict.fromkeys(named(elements).split(", ")))
            rows.append({"nest": nest, "along": named(found[1]),
                         "neighbours": kinds.get("neighbours", ""),
                         "one element": kinds.get("one element", ""),
                         "scattered": kinds.get("scattered elements", "")})
    return rows


def measure(tool, name, directory):
    kernel = KERNELS[name]
    text = functions([])[kernel["function"]]
    variants = {variant: {**numbers(tool, kernel, text, options, directory), "paper": paper}
                for variant, (options, paper) in kernel["variants"].items()}
    return {"function": kernel["function"], "sizes": kernel["sizes"], "axes": axes(tool, text),
            "variants": variants}


def print_rows(heads, rows):
    print("| " + " | ".join(heads) + " |")
    print("|" + "---|" * len(heads))
    for row in rows:
        print("| " + " | ".join(row) + " |")
    print()


def show(name, found):
    sizes = ", ".join(f"{size} = {value}" for size, value in found["sizes"].items())
    print(f"**{name}** (`{found['function']}`, {sizes})\n")
    print_rows(("loops", "threads along", "neighbours of", "one element of", "scattered"),
               [(row["nest"], row["along"], row["neighbours"], row["one element"],
                 row["scattered"]) for row in found["axes"]])
    variants = found["variants"]
    heads = ("variant", "loaded", "stored", "times the least", "wavefronts", "model", "paper",
             "default")
    rows = []
    for variant, cells in variants.items():
        row = [variant, f"{cells['loaded'] / 1e6:.1f}", f"{cells['stored'] / 1e6:.1f}",
               *("-" if cells[part] is None else f"{cells[part]:.2f}"
                 for part in ("sectors", "wavefronts")), f"{cells['gflops']:.1f}",
               str(cells["paper"] or "-"), f"{cells['default_microseconds']:.0f}"]
        rows.append(row)
    print_rows(heads, rows)


def main():
    parser = parser_for(__doc__, "polymem-opt", with_files=False)
    parser.add_argument("kernels", nargs="*", help="default: " + " ".join(KERNELS))
    parser.add_argument("--json", metavar="FILE", help="write the numbers")
    arguments = parser.parse_args()
    unknown = set(arguments.kernels) - set(KERNELS)
    if unknown:
        sys.exit("tr78: no kernel " + ", ".join(sorted(unknown)))
    tool = find_tool("polymem-opt", arguments.tool)
    results = {}
    with tempfile.TemporaryDirectory() as directory:
        for name in arguments.kernels or KERNELS:
            results[name] = measure(tool, name, directory)
            show(name, results[name])
    if arguments.json:
        with open(arguments.json, "w") as file:
            json.dump(results, file, indent=1)


if __name__ == "__main__":
    main()
