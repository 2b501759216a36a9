"""What benchmarks have in common that run all kernels on the device emulator and print a table."""
import re
import sys
import tempfile

from programs import find_tool, functions, parser_for, polybench, print_table


def campaign_parser(doc):
    """An argument parser with what all campaigns take."""
    parser = parser_for(doc, "polymem-run", with_files=False)
    parser.add_argument("--polymem-opt", dest="opt")
    parser.add_argument("--only", default="", help="functions in whose name this is found")
    parser.add_argument("--seeds", type=int, default=8)
    parser.add_argument("--prove", action="store_true")
    parser.add_argument("--limit", type=float, default=300, help="seconds for one run or proof")
    return parser


def chosen_kernels(only):
    """The functions in single precision or on integers, by name."""
    kernels = functions([])
    for kernel in polybench():
        kernels |= {f"polybench_{name}": text for name, text in kernel.functions.items()}
    return {name: text for name, text in kernels.items()
            if name.endswith(("_f32", "_i32")) and re.search(only, name)}


def run_campaign(name, heads, arguments, examine, shown, idle_text):
    """Prints the rows that `examine(tools, name, text, arguments, directory)` returns for each kernel, those
    that are `shown`, and ends with an error if it returns anything that is wrong, too."""
    tools = find_tool("polymem-opt", arguments.opt), find_tool("polymem-run", arguments.tool)
    kernels = chosen_kernels(arguments.only)
    rows, problems = [], []
    with tempfile.TemporaryDirectory() as directory:
        for kernel, text in kernels.items():
            more, wrong = examine(tools, kernel, text, arguments, directory)
            rows += more
            problems += wrong
            for row in more:
                print(*row.values(), *wrong, file=sys.stderr, flush=True)
    rows = [row for row in rows if shown(row)]
    print_table(heads, rows)
    idle = sorted(set(kernels) - {row["function"] for row in rows})
    print(f"{idle_text}: {', '.join(idle) or 'in none'}")
    if problems:
        sys.exit("\n".join([f"{name}:", *problems]))
