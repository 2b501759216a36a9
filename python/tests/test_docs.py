"""The example of docs/python.md prints what the page says."""
import os
import re
import subprocess
import sys

from support import ROOT
from test_text import plain


def test_page(tmp_path):
    with open(os.path.join(ROOT, "docs", "python.md")) as page:
        text = page.read()
    program = re.search(r"```python file=gemm.py\n(.*?)```", text, re.S)[1]
    expected = re.search(r"```mlir output\n(.*?)```", text, re.S)[1]
    (tmp_path / "gemm.py").write_text(program)
    done = subprocess.run([sys.executable, str(tmp_path / "gemm.py")], capture_output=True,
                          text=True, env={**os.environ,
                                          "PYTHONPATH": os.path.join(ROOT, "python")})
    assert done.returncode == 0, done.stderr
    assert plain(done.stdout).rstrip("\n") == expected.rstrip("\n")
