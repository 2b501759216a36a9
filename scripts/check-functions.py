#!/usr/bin/env python3
"""Checks that no function is longer than 80 lines, from its opening brace to its closing one.

    scripts/check-functions.py             check
    scripts/check-functions.py --most N    another bound
    scripts/check-functions.py --root DIR  another checkout

A reader should see a function as a whole. One that is long for a reason has a line in the
list "long functions" of docs/design/architecture.md; a line there that is not needed is
an error too. This reads the text, without a compiler: a function is what a brace opens
behind a parameter list, where only namespaces and classes are around it.
"""
import argparse
import os
import re
import sys

from cpp_text import blank

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PAGE = os.path.join("docs", "design", "architecture.md")
FOLDERS = ("include", "lib", "tools", "test/lib")

def functions(text):
    """Triples of a name, the line that it begins in, and the lines of its body."""
    text = blank(text)
    open_scopes, start = [], 0  # by open brace: what it is, name, position
    for match in re.finditer(r"[{};]", text):
        position = match.start()
        if match[0] == "{":
            head = text[start:position]
            if any(kind == "body" for kind, _, _ in open_scopes):
                kind, name = "inner", ""
            elif re.search(r"\b(namespace|class|struct|union|extern)\b[^()]*$", head):
                kind, name = "scope", ""
            else:
                called = re.search(r"([\w:~]+|operator\S+)\s*\(", head)
                kind, name = ("body", called[1]) if called else ("inner", "")
            open_scopes.append((kind, name, position))
        elif match[0] == "}" and open_scopes:
            kind, name, begin = open_scopes.pop()
            if kind == "body":
                yield name, text.count("\n", 0, begin) + 1, text.count("\n", begin, position) + 1
        start = position + 1


def long_functions(most):
    """"file: function" -> place and length of functions with more than `most` lines."""
    found = {}
    for base in FOLDERS:
        for folder, _, names in sorted(os.walk(os.path.join(ROOT, base))):
            for name in sorted(names):
                if not name.endswith((".h", ".c", ".cpp")):
                    continue
                path = os.path.relpath(os.path.join(folder, name), ROOT)
                with open(os.path.join(ROOT, path)) as file:
                    for function, line, lines in functions(file.read()):
                        if lines > most:
                            found[f"{path}: {function}"] = (line, lines)
    return found


def excused():
    """The lines of the page's list, without reasons."""
    with open(os.path.join(ROOT, PAGE)) as file:
        block = re.search(r"^```long functions\n(.*?)^```$", file.read(), re.M | re.S)
    lines = block[1].splitlines() if block else []
    return {line.split("#")[0].strip() for line in lines if "#" in line}


def main():
    global ROOT
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--most", type=int, default=80, help="lines (default: 80)")
    parser.add_argument("--root", default=ROOT, help="the checkout (default: this one)")
    args = parser.parse_args()
    ROOT = args.root
    found, reasons = long_functions(args.most), excused()
    messages = [f"{key.split(': ')[0]}:{line}: '{key.split(': ')[1]}' has {lines} lines, "
                f"more than {args.most}" for key, (line, lines) in found.items()
                if key not in reasons]
    messages += [f"{PAGE}: '{key}' is not longer than {args.most} lines"
                 for key in sorted(reasons - set(found))]
    for message in messages:
        print(message)
    sys.exit(1 if messages else 0)


if __name__ == "__main__":
    main()
