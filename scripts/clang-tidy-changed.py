#!/usr/bin/env python3
"""Runs clang-tidy on the sources that changed.

    scripts/clang-tidy-changed.py [--base COMMIT] [--seconds N] [--all]

Changed: since --base; by default since the merge base with origin/main, or,
when that is HEAD itself, since the previous commit. Without history (a shallow
clone): every source. A changed header stands for the source of the same name.
Files that do not fit into --seconds are named and not checked.
"""
import argparse
import concurrent.futures
import json
import os
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def git(*arguments):
    """Output of a git command as lines; None if it fails."""
    run = subprocess.run(
        ["git", *arguments], cwd=ROOT, capture_output=True, text=True
    )
    return run.stdout.split("\n")[:-1] if run.returncode == 0 else None


def find_base(base):
    """The commit to compare with, or None when there is no history."""
    if base:
        commit = git("rev-parse", "--verify", base + "^{commit}")
        if not commit:
            sys.exit(f"clang-tidy-changed: no commit '{base}'")
        return commit[0]
    head = git("rev-parse", "HEAD")
    for branch in ("origin/main", "main"):
        common = git("merge-base", "HEAD", branch)
        if common and common != head:
            return common[0]
    previous = git("rev-parse", "--verify", "HEAD~1")
    return previous[0] if previous else None


def changed_sources(base):
    """Tracked .cpp files that changed since `base`, or whose header did."""
    sources = git("ls-files", "--", "*.cpp") or []
    if base is None:
        return sources
    changed = git("diff", "--name-only", "--diff-filter=d", base, "--") or []
    stems = {
        os.path.splitext(os.path.basename(f))[0] for f in changed if f.endswith(".h")
    }
    return [
        f
        for f in sources
        if f in changed or os.path.splitext(os.path.basename(f))[0] in stems
    ]


def compiled(files, build_dir):
    """Those that the build compiles: an example for users, which a test builds
    elsewhere, has no command here."""
    with open(os.path.join(build_dir, "compile_commands.json")) as database:
        known = {
            os.path.realpath(os.path.join(entry["directory"], entry["file"]))
            for entry in json.load(database)
        }
    return [f for f in files if os.path.realpath(os.path.join(ROOT, f)) in known]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--base", default="")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--seconds", type=int, default=300)
    parser.add_argument("--build-dir", default=os.path.join(ROOT, "build"))
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count())
    parser.add_argument("files", nargs="*", help="check these instead")
    args = parser.parse_args()
    if args.files:
        files = args.files
    else:
        files = changed_sources(None if args.all else find_base(args.base))
        files = compiled(files, args.build_dir)
    deadline = time.monotonic() + args.seconds

    def run(file):
        left = deadline - time.monotonic()
        command = ["clang-tidy-22", "-p", args.build_dir, "--quiet", file]
        try:
            return subprocess.run(
                command,
                cwd=ROOT,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                timeout=max(left, 0.01),
            )
        except subprocess.TimeoutExpired:
            return None

    bad, late = [], []
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for file, result in zip(files, pool.map(run, files)):
            if result is None:
                late.append(file)
            elif result.returncode != 0:
                bad.append(file)
                print(result.stdout)
    print(
        f"clang-tidy-changed: {len(files) - len(late)} files checked,"
        f" {len(bad)} with findings"
    )
    for file in late:
        print(f"  not checked within {args.seconds} s: {file}")
    for file in bad:
        print(f"  findings: {file}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
