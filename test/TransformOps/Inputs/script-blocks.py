"""Prints each ```mlir block of a Markdown page as a named sequence, with the
handles that it only uses as arguments, separated for --split-input-file."""
import re
import sys

with open(sys.argv[1]) as page:
    blocks = re.findall(r"^```mlir\n(.*?)^```", page.read(), re.M | re.S)
modules = []
for block in blocks:
    results = set()
    for line in re.findall(r"^\s*(%.*?)=", block, re.M):
        results.update(re.findall(r"%\w+", line))
    used = sorted(set(re.findall(r"%[a-z]\w*", block)) - results)
    arguments = ", ".join(f"{name}: !transform.any_op {{transform.consumed}}" for name in used)
    modules.append(
        "module attributes {transform.with_named_sequence} {\n"
        f"transform.named_sequence @script({arguments}) {{\n"
        f"{block}transform.yield\n}}\n}}\n"
    )
print("\n// -----\n".join(modules))
