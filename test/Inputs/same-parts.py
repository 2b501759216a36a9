"""Fails unless the functions named are the same in two outputs of polymem-opt --split-input-file:

    same-parts.py BEFORE AFTER FUNCTION ...

What is compared is the part of the module that a function is in, with what it needs from outside of it.
"""
import re
import sys


def parts(path):
    """The parts of a file by the names of their functions."""
    with open(path) as source:
        pieces = source.read().split("// -----\n")
    return {name: piece.strip() for piece in pieces for name in re.findall(r"func\.func @(\w+)", piece)}


before, after = map(parts, sys.argv[1:3])
for name in sys.argv[3:]:
    if name not in before or before[name] != after.get(name):
        sys.exit(f"@{name} is not what it was:\n{before.get(name)}\n{after.get(name)}")
