#!/usr/bin/env python3
"""Runs the suite of an instrumented build and lists the messages no test sees.

    cmake --preset coverage && ninja -C build-coverage
    scripts/coverage.py [--all] [lit options]

A diagnostic or a remark is a line of lib/ or tools/ with a string in it that
follows a call that reports. With --all, every uncovered line is listed.
"""
import argparse
import glob
import json
import os
import re
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
REPORTS = re.compile(
    r"emit(Error|OpError|Warning)|remark(Missed|Failed|Passed|Analysis)"
    r"|create(String)?Error|errs\(\)|failure\(|[Rr]efus|[Rr]eason|[Ww]hy"
)


def llvm_tool(build, name):
    with open(os.path.join(build, "CMakeCache.txt")) as cache:
        found = re.search(r"MLIR_DIR:.*=(.*)", cache.read()).group(1)
    path = os.path.normpath(os.path.join(found, "../../../bin", name))
    return path if os.path.exists(path) else shutil.which(name) or name


def uncovered_lines(segments):
    """Lines of a file that hold code and no executed region."""
    count_at = {}
    current = None
    previous = None
    for line, column, count, has_count, entry, gap in segments:
        if previous is not None and current is not None:
            for inner in range(previous + 1, line):
                count_at.setdefault(inner, []).append(current)
            if column > 1:
                count_at.setdefault(line, []).append(current)
        current = count if has_count and not gap else None
        if current is not None:
            count_at.setdefault(line, []).append(current)
        previous = line
    return {line for line, counts in count_at.items() if min(counts) == 0}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build-dir", default="build-coverage")
    parser.add_argument("--all", action="store_true", help="every uncovered line")
    parser.add_argument("--no-run", action="store_true", help="use the last run")
    args, lit_options = parser.parse_known_args()
    build = os.path.abspath(args.build_dir)
    profiles = os.path.join(build, "profiles")
    if not args.no_run:
        shutil.rmtree(profiles, ignore_errors=True)
        env = dict(os.environ, LLVM_PROFILE_FILE=os.path.join(profiles, "%4m.profraw"))
        run = [sys.executable, os.path.join(ROOT, "scripts/run-tests.py")]
        subprocess.run([*run, "--build-dir", build, *lit_options], env=env)
    raw = glob.glob(os.path.join(profiles, "*.profraw"))
    if not raw:
        sys.exit("coverage: no profiles; is this an instrumented build?")
    data = os.path.join(build, "coverage.profdata")
    subprocess.run(
        [llvm_tool(build, "llvm-profdata"), "merge", "-o", data, *raw], check=True
    )
    tools = glob.glob(os.path.join(build, "bin", "polymem-*"))
    plugin = os.path.join(build, "lib", "PolyMemPlugin.so")
    objects = [o for t in [*tools, plugin] for o in ("-object", t)][1:]
    export = [llvm_tool(build, "llvm-cov"), "export", "-instr-profile", data]
    report = subprocess.run([*export, *objects], stdout=subprocess.PIPE, check=True)
    found = 0
    for file in json.loads(report.stdout)["data"][0]["files"]:
        path = os.path.relpath(file["filename"], ROOT)
        if not path.startswith(("lib/", "tools/", "include/")):
            continue
        with open(file["filename"]) as source:
            text = source.read().splitlines()
        for line in sorted(uncovered_lines(file["segments"])):
            code = text[line - 1].strip() if line <= len(text) else ""
            near = " ".join(text[max(0, line - 4) : line])
            if args.all or ('"' in code and REPORTS.search(near)):
                print(f"{path}:{line}: {code}")
                found += 1
    print(f"{found} uncovered {'lines' if args.all else 'messages'}")


if __name__ == "__main__":
    main()
