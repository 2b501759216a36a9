#!/usr/bin/env python3
"""Checks that no two classes have the same full name.

    scripts/check-names.py             check
    scripts/check-names.py --root DIR  another checkout

Two classes of one name in one namespace are one class to a linker: it keeps one of
the functions that compilers make of both, such as their copies, and says nothing. A name
in an anonymous namespace belongs to its file. This reads the text, without a compiler.
"""
import argparse
import collections
import os
import re
import sys

from cpp_text import blank

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FOLDERS = ("include", "lib", "tools", "test/lib")
# The parameters of a template, and the name of a class in front of its bases.
TEMPLATE = re.compile(r"\btemplate\s*<[^{;]*?>\s*(?=class\b|struct\b|union\b)")
CLASS = re.compile(r"\b(?:enum\s+class|enum|class|struct|union)\s+(?:\[\[\w+\]\]\s+)?"
                   r"(\w(?:[^{;():]|::)*?)(?:\s+final)?\s*(?::(?!:)[^{;()]*)?$")


def classes(text, path):
    """Pairs of the full name of a class that is defined, and the line."""
    text = blank(text)
    around, start = [], 0  # by open brace: a part of names, or nothing
    for match in re.finditer(r"[{};]", text):
        head = text[start:match.start()]
        start = match.end()
        if match[0] == "}" and around:
            around.pop()
        if match[0] != "{":
            continue
        space = re.search(r"\bnamespace\s*([\w:]*)\s*$", head)
        defined = CLASS.search(TEMPLATE.sub("", head))
        if space:
            around.append(space[1] or f"(anonymous in {path})")
        elif defined:
            own = re.sub(r"\s+", "", defined[1])
            name = "::".join([part for part in around if part] + [own])
            # In the body of a function it belongs to that.
            if None not in around:
                yield name, text.count("\n", 0, match.start()) + 1
            around.append(own)
        elif re.search(r'\bextern\s*"?\s*"?\s*$', head):
            around.append("")
        else:
            around.append(None)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", default=ROOT, help="the checkout (default: this one)")
    root = parser.parse_args().root
    places = collections.defaultdict(list)
    for base in FOLDERS:
        for folder, _, names in sorted(os.walk(os.path.join(root, base))):
            for name in sorted(names):
                if name.endswith((".h", ".cpp")):
                    path = os.path.relpath(os.path.join(folder, name), root)
                    with open(os.path.join(root, path)) as file:
                        for full, line in classes(file.read(), path):
                            places[full].append(f"{path}:{line}")
    twice = [(name, found) for name, found in sorted(places.items()) if len(found) > 1]
    for name, found in twice:
        print(f"{found[1]}: '{name}' is a class at {found[0]}, too")
    sys.exit(1 if twice else 0)


if __name__ == "__main__":
    main()
