#!/usr/bin/env python3
"""Checks that what includes what goes down only, and who may call isl.

    scripts/check-layers.py            check
    scripts/check-layers.py --edges    print which room includes which, and how often
    scripts/check-layers.py --root DIR another checkout

A room is a folder of include/PolyMem and lib of the same name. The order is that
of the list "layers" in docs/design/architecture.md, lowest first; rooms on one line do
not know each other. C functions of isl are called in Polyhedral only, and in
sources of test/lib. A folder of lib has
at most 20 sources; files of include, lib, tools and test/lib have at most 600 lines.
"""
import argparse
import collections
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PAGE = os.path.join("docs", "design", "architecture.md")
MAX_SOURCES, MAX_LINES = 20, 600


def fenced(name):
    """The lines of the page's block ```name, without comments behind #."""
    with open(os.path.join(ROOT, PAGE)) as file:
        block = re.search(rf"^```{name}\n(.*?)^```$", file.read(), re.M | re.S)
    if not block:
        sys.exit(f"check-layers: {PAGE} has no block '{name}'")
    lines = (line.split("#")[0].strip() for line in block[1].splitlines())
    return [line for line in lines if line]


def sources():
    """Pairs of a room and a file, of all headers and sources."""
    for base in ("include/PolyMem", "lib"):
        for folder, _, names in sorted(os.walk(os.path.join(ROOT, base))):
            room = os.path.relpath(folder, os.path.join(ROOT, base))
            for name in sorted(names):
                if room != "." and name.endswith((".h", ".c", ".cpp")):
                    yield room, os.path.join(folder, name)


def include_edges():
    """Room -> room -> places of includes."""
    edges = collections.defaultdict(lambda: collections.defaultdict(list))
    for room, path in sources():
        with open(path) as file:
            for number, line in enumerate(file, 1):
                match = re.match(r'#include "PolyMem/(.*)/[^/]*"', line)
                if match and match[1] != room:
                    place = f"{os.path.relpath(path, ROOT)}:{number}"
                    edges[room][match[1]].append(place)
    return edges


def check_order(edges):
    """Messages about includes that go up or sideways, and unknown rooms."""
    level = {}
    for height, line in enumerate(fenced("layers")):
        for room in line.split():
            level[room] = height
    messages = []
    rooms = {room for room, _ in sources()}
    messages += [f"{PAGE}: there is no room '{room}'" for room in level if room not in rooms]
    messages += [f"{PAGE}: room '{room}' is not in the order" for room in sorted(rooms)
                 if room not in level]
    for room, targets in sorted(edges.items()):
        for target, places in sorted(targets.items()):
            if room in level and target in level and level[target] >= level[room]:
                messages += [f"{place}: '{room}' is not above '{target}'" for place in places]
    return messages


def check_isl():
    """Messages about C functions of isl outside Polyhedral, also in tools."""
    messages = []
    paths = [path for room, path in sources() if room.split("/")[0] != "Polyhedral"]
    for folder, _, names in sorted(os.walk(os.path.join(ROOT, "tools"))):
        paths += [os.path.join(folder, name) for name in sorted(names)
                  if name.endswith((".h", ".c", ".cpp"))]
    for path in paths:
        with open(path) as file:
            for number, line in enumerate(file, 1):
                # Types and enumerations are no calls.
                if re.search(r"\bisl_\w+\(", line.split("//")[0]):
                    messages.append(f"{os.path.relpath(path, ROOT)}:{number}: a C function of isl: "
                                    "use the C++ interface or a helper of Polyhedral")
    return messages


def check_sizes():
    """Messages about folders with too many sources, and about files that are too long."""
    messages = []
    for base in ("include", "lib", "tools", "test/lib"):
        for folder, _, names in sorted(os.walk(os.path.join(ROOT, base))):
            names = sorted(name for name in names if name.endswith((".h", ".c", ".cpp", ".td")))
            place = os.path.relpath(folder, ROOT)
            if base == "lib" and len(names) > MAX_SOURCES:
                messages.append(f"{place}: {len(names)} sources, more than {MAX_SOURCES}: "
                                "split it by topic")
            for name in names:
                with open(os.path.join(folder, name)) as file:
                    lines = sum(1 for _ in file)
                if lines > MAX_LINES:
                    messages.append(f"{place}/{name}: {lines} lines, more than {MAX_LINES}")
    return messages


def main():
    global ROOT
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--edges", action="store_true")
    parser.add_argument("--root", default=ROOT, help="the checkout (default: this one)")
    args = parser.parse_args()
    ROOT = args.root
    edges = include_edges()
    if args.edges:
        for room, targets in sorted(edges.items()):
            for target, places in sorted(targets.items()):
                print(f"{room} -> {target}: {len(places)}")
        return
    messages = check_order(edges) + check_isl() + check_sizes()
    for message in messages:
        print(message)
    sys.exit(1 if messages else 0)


if __name__ == "__main__":
    main()
