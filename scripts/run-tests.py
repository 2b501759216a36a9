#!/usr/bin/env python3
"""Runs the lit suite of a build directory and ends with `N passed, N failed`.

Extra arguments go to lit (`--filter REGEX`, `-v`, test paths). With --extended
only the tests that have a part that takes long (`%if extended`, `%entries(...)`,
`%seeds`, `%proofs`) are run, with that part.
"""
import argparse
import os
import re
import subprocess
import sys


def find_lit(build_dir):
    """The `lit` driver that comes with LLVM, as a command."""
    tools = None
    with open(os.path.join(build_dir, "CMakeCache.txt")) as cache:
        for line in cache:
            match = re.match(r"MLIR_DIR:.*=(.*)", line)
            if match:
                tools = os.path.normpath(os.path.join(match.group(1), "../../../bin"))
    if tools and os.path.exists(os.path.join(tools, "lit")):
        return [sys.executable, os.path.join(tools, "lit")]
    sys.exit("run-tests: no `lit` beside LLVM's tools; install llvm-22-tools")


def extended_tests(build_dir):
    """A regular expression for the names of tests that have extended parts."""
    with open(os.path.join(build_dir, "CMakeCache.txt")) as cache:
        source = re.search(r"^CMAKE_HOME_DIRECTORY:.*=(.*)$", cache.read(), re.M)[1]
    root = os.path.join(source, "test")
    found = []
    for folder, _, files in os.walk(root):
        for name in files:
            path = os.path.join(folder, name)
            if name.endswith((".mlir", ".py", ".test")) and name != "lit.cfg.py":
                with open(path) as file:
                    text = file.read()
                    if re.search(r"%if extended|%(more_)?entries\(|REQUIRES:.*extended|%seeds|%proofs", text):
                        found.append(re.escape(os.path.relpath(path, root)))
    return "|".join(sorted(found))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build-dir", default="build")
    parser.add_argument("--extended", action="store_true")
    args, rest = parser.parse_known_args()
    build_dir = os.path.abspath(args.build_dir)
    tests = [a for a in rest if os.path.exists(a)]
    options = [a for a in rest if a not in tests]
    command = find_lit(build_dir) + ["-sv", "--no-progress-bar", *options]
    if args.extended:
        command += ["--param=extended=1", "--filter", extended_tests(build_dir)]
    command += tests or [os.path.join(build_dir, "test")]
    run = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    output = run.stdout.strip()
    print(output)
    count = {}
    for label, number in re.findall(r"^\s*([A-Z][\w ]+?)\s*:\s*(\d+)", output, re.M):
        count[label] = int(number)
    passed = count.get("Passed", 0) + count.get("Passed With Retry", 0)
    failed = sum(
        n
        for label, n in count.items()
        if label in ("Failed", "Unresolved", "Timed Out", "Unexpectedly Passed")
    )
    skipped = count.get("Unsupported", 0) + count.get("Skipped", 0)
    if run.returncode != 0 and failed == 0:
        failed = 1
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed or passed == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
