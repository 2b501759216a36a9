"""What the benchmarks share: the tool they run and the programs they run it on."""
import argparse
import glob
import os
import re
import shutil
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
KERNELS = os.path.join(ROOT, "benchmarks", "kernels")


def parser_for(doc, tool, with_files=True):
    """An argument parser with what all benchmarks take."""
    parser = argparse.ArgumentParser(description=doc,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    if with_files:
        parser.add_argument("files", nargs="*", help="default: all of benchmarks/kernels")
    parser.add_argument(f"--{tool}", dest="tool", help="default: that of build/bin or of PATH")
    return parser


def find_tool(name, given):
    """The tool that was given, or else that of the build directory or of PATH."""
    built = os.path.join(ROOT, "build", "bin", name)
    tool = given or (built if os.path.exists(built) else shutil.which(name))
    if not tool:
        sys.exit(f"{os.path.basename(sys.argv[0])}: no {name}; build it or give --{name}")
    return tool


def functions(files, suffix=""):
    """The text of each function whose name ends so, by name, of files in order."""
    result = {}
    for file in files or sorted(glob.glob(f"{KERNELS}/*.mlir")):
        with open(file) as source:
            text = source.read()
        for function in re.findall(r"^func\.func .*?^\}", text, re.M | re.S):
            name = re.search(r"@(\w+)", function).group(1)
            if name.endswith(suffix):
                result[name] = function
    return result
