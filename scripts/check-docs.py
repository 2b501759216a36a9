#!/usr/bin/env python3
"""Runs the examples of Markdown pages and compares what they print.

    scripts/check-docs.py --work DIR PAGE.md...

The word after a fence's language says what a block is:

    ```mlir file=NAME    written to DIR/NAME
    ```sh run            run in DIR; must succeed (standard output and error
                         are kept for the next block)
    ```text output       must be what was just printed: the same lines in the
                         same order, amounts of space aside; a line `...`
                         stands for any number of lines, `...` inside a line
                         for any text. (Any language may have `output`.)

Other blocks are left alone.
"""
import argparse
import os
import re
import subprocess
import sys


def blocks(path):
    """Yields (line number, language, words, text) per fenced block."""
    fence, start, info, body = None, 0, "", []
    with open(path) as file:
        for number, line in enumerate(file, 1):
            match = re.match(r"^(\s*)(```+)\s*(.*?)\s*$", line)
            if fence is None and match:
                fence, start, info, body = match.group(2), number, match.group(3), []
            elif fence is not None and match and match.group(2) == fence:
                words = info.split()
                yield start, words[0] if words else "", words[1:], "".join(body)
                fence = None
            elif fence is not None:
                body.append(line)
    if fence is not None:
        sys.exit(f"{path}:{start}: block is never closed")


def matches(pattern, line):
    pattern, line = " ".join(pattern.split()), " ".join(line.split())
    parts = [re.escape(part) for part in pattern.split("...")]
    return re.fullmatch(".*".join(parts), line) is not None


def mismatch(expected, printed):
    """The first expected line that does not fit, or None."""
    lines = [l for l in printed.splitlines() if l.strip()]
    position, gap = 0, True
    for pattern in expected.splitlines():
        if not pattern.strip():
            continue
        if pattern.strip() == "...":
            gap = True
            continue
        while position < len(lines) and gap and not matches(pattern, lines[position]):
            position += 1
        if position == len(lines) or not matches(pattern, lines[position]):
            return pattern
        position += 1
        gap = False
    return None


def check(path, work):
    """Number of commands run; exits on the first failure."""
    printed, runs = None, 0
    for number, _, words, text in blocks(path):
        for word in words:
            if word.startswith("file="):
                with open(os.path.join(work, word[len("file=") :]), "w") as file:
                    file.write(text)
        if "run" in words:
            run = subprocess.run(
                ["bash", "-euo", "pipefail", "-c", text],
                cwd=work,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
            )
            printed, runs = run.stdout, runs + 1
            if run.returncode != 0:
                print(printed)
                sys.exit(f"{path}:{number}: the command failed")
        if "output" in words:
            if printed is None:
                sys.exit(f"{path}:{number}: output of no command")
            bad = mismatch(text, printed)
            if bad is not None:
                print(printed)
                sys.exit(f"{path}:{number}: not printed (in this place): {bad}")
    return runs


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--work", required=True, help="an existing directory")
    parser.add_argument("pages", nargs="+")
    args = parser.parse_args()
    for page in args.pages:
        print(f"{page}: {check(os.path.abspath(page), args.work)} commands ran")


if __name__ == "__main__":
    main()
