# RUN: python3 %s %polymem_src

"""Every kernel and example can be generated again from its polyhedral view.

That the result computes the same is checked by the tests in test/Execution.
"""

import pathlib
import re
import subprocess
import sys

root = pathlib.Path(sys.argv[1])
files = sorted((root / "benchmarks/kernels").glob("*.mlir"))
files += sorted((root / "examples").glob("*.mlir"))
assert files, "no kernels found"
refused = []
for file in files:
    defined = re.findall(r"func\.func @(\w+)", file.read_text())
    run = subprocess.run(
        [
            "polymem-opt",
            str(file),
            "-polymem-codegen",
            "--remarks-filter=polymem-codegen",
            "--remark-format=emitRemark",
        ],
        capture_output=True,
        text=True,
        check=True,
    )
    generated = re.findall(r"Generated .*Function=(\w+)", run.stderr)
    refused += [f"{file.name}: @{name}" for name in set(defined) - set(generated)]
if refused:
    sys.exit("not generated: " + ", ".join(sorted(refused)))
