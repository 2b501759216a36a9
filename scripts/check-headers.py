#!/usr/bin/env python3
"""Compiles every public header on its own, so that users may include any of
them first. (PolyMem's own sources share a precompiled header, which hides what
a header forgot.) Needs a finished build for the generated headers.
"""
import argparse
import concurrent.futures
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LLVM_PREFIX = os.environ.get("LLVM_PREFIX", "/usr/lib/llvm-22")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build-dir", default=os.path.join(ROOT, "build"))
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count())
    parser.add_argument("headers", nargs="*", help="only these")
    args = parser.parse_args()
    headers = args.headers or sorted(
        os.path.join(folder, name)
        for folder, _, names in os.walk(os.path.join(ROOT, "include"))
        for name in names
        if name.endswith(".h")
    )
    include = os.path.join(LLVM_PREFIX, "include")
    command = [
        *("clang++-22", "-fsyntax-only", "-std=c++17", "-fno-exceptions"),
        *("-Wall", "-Wextra", "-Werror", "-Wno-unused-parameter"),
        *("-Wno-pragma-once-outside-header", "-x", "c++"),
        *("-I" + os.path.join(ROOT, "include"),),
        *("-I" + os.path.join(args.build_dir, "include"),),
        *("-isystem", include, "-isystem", os.path.join(include, "polly")),
    ]

    def check(header):
        return subprocess.run(
            command + [header], stderr=subprocess.PIPE, text=True
        )

    bad = []
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for header, run in zip(headers, pool.map(check, headers)):
            if run.returncode != 0:
                bad.append(header)
                print("\n".join(run.stderr.splitlines()[:12]))
    for header in bad:
        print(f"check-headers: not self-contained: {os.path.relpath(header, ROOT)}")
    print(f"check-headers: {len(headers)} headers, {len(bad)} not self-contained")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
