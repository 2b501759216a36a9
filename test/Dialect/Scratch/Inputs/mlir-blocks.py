"""Prints the ```mlir blocks of a Markdown page, separated for
--split-input-file."""
import re
import sys

with open(sys.argv[1]) as page:
    blocks = re.findall(r"^```mlir\n(.*?)^```", page.read(), re.M | re.S)
print("\n// -----\n".join(blocks))
