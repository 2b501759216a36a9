"""The command `polymem`."""
import json
import os
import re
import subprocess
import sys

import numpy as np
import pytest
from support import ROOT

import polymem as pm
from polymem.__main__ import parser

PACKAGE = os.path.dirname(os.path.dirname(pm.__file__))
FILE = '''import polymem as pm

@pm.kernel
def scale(A: pm.f32["N"], x: pm.f32):
    for i in range(N):
        A[i] *= x

@pm.kernel
def chain(A: pm.f32["N"]):
    for i in range(1, N):
        A[i] = A[i - 1] * A[i]
'''


@pytest.fixture
def polymem(tmp_path):
    (tmp_path / "kernels.py").write_text(FILE)

    def run(*arguments, code=0):
        done = subprocess.run([sys.executable, "-m", "polymem", *arguments], text=True,
                              capture_output=True, cwd=tmp_path,
                              env={**os.environ, "PYTHONPATH": PACKAGE})
        assert done.returncode == code, done.stderr
        assert "Traceback" not in done.stderr
        return done

    run.folder = tmp_path
    return run


def test_compile(polymem):
    done = polymem("compile", "kernels.py:scale", "-o", "k.ptx", "--metadata", "k.json",
                   "--machine=nvidia-a100", "-O", "sizes=128", "--remarks")
    assert ".target sm_80" in (polymem.folder / "k.ptx").read_text()
    assert json.loads((polymem.folder / "k.json").read_text())["functions"]
    assert "polymem-tile: nest tiled" in done.stderr
    both = polymem("compile", "kernels.py").stdout
    assert "scale_kernel" in both and "chain_kernel" in both


def test_warnings_name_the_line(polymem):
    assert "kernels.py:10: warning: " in polymem("compile", "kernels.py:chain").stderr


def test_texts(polymem):
    assert "affine.for" in polymem("compile", "kernels.py:scale", "--emit=source").stdout
    (polymem.folder / "k.mlir").write_text(
        polymem("compile", "kernels.py:scale", "--emit=source").stdout)
    assert "gpu" in polymem("compile", "k.mlir", "--emit=staged").stdout


def test_check(polymem):
    assert polymem("check", "kernels.py:scale").stdout.startswith("scale: proved: instances")
    assert "chain: proved" in polymem("check", "kernels.py", "--on=cpu").stdout


def test_count(polymem):
    counts = json.loads(polymem("count", "kernels.py:scale", "N=1000").stdout)
    assert counts["kernels"][0]["transfers"]["global store"]["bytes"] == 4000


def test_run(polymem):
    given = np.arange(5, dtype=np.float32)
    np.save(polymem.folder / "a.npy", given)
    for on in ("cpu", "emulator"):
        done = polymem("run", "kernels.py:scale", "--on", on, "x=3", "--input=A=a.npy",
                       "--output=A=b.npy")
        assert np.array_equal(np.load(polymem.folder / "b.npy"), 3 * given)
        assert "A: float32[5], sum 30" in done.stdout
    assert "float32[7]" in polymem("run", "kernels.py:scale", "N=7").stdout


def test_machines(polymem):
    assert polymem("machines").stdout.splitlines() == pm.machines()
    assert "multiprocessors" in polymem("machines", "nvidia-h200").stdout


@pytest.mark.parametrize("arguments, message", [
    (["compile", "none.py"], "no file 'none.py'"),
    (["compile", "kernels.py:foo"], "no kernel 'foo'; it has scale, chain"),
    (["compile", "kernels.py", "-o", "x"], "has 2 kernels: name one, as in kernels.py:scale"),
    (["compile", "kernels.py:scale", "-O", "sizez=1"], "no option 'sizez'; there are align_rounds"),
    (["compile", "kernels.py:scale", "--machine=cray"], "unknown machine 'cray'"),
    (["count", "kernels.py:scale"], "give a value for N"),
    (["count", "kernels.py:scale", "N=x"], "'N=x' is not NAME=NUMBER"),
    (["count", "kernels.py:scale", "N"], "'N' is not NAME=NUMBER"),
    (["run", "kernels.py:scale", "--input=A=none.npy"], "none.npy"),
    (["run", "kernels.py:scale", "N=2", "--output=B=b.npy"], "'B' is no array of the kernel"),
    (["machines", "cray"], "unknown machine 'cray'"),
])
def test_errors(polymem, arguments, message):
    done = polymem(*arguments, code=1)
    assert done.stderr.startswith("polymem: ") and message in done.stderr


def test_nobody_reads(polymem):
    done = subprocess.run(f"{sys.executable} -m polymem compile kernels.py | head -1", text=True,
                          shell=True, capture_output=True, cwd=polymem.folder,
                          env={**os.environ, "PYTHONPATH": PACKAGE})
    assert "Broken pipe" not in done.stderr and "Traceback" not in done.stderr


def test_kernel_error(polymem):
    (polymem.folder / "bad.py").write_text(FILE.replace("A[i] *= x", "A[i * i] = x"))
    assert "bad.py, line 6" in polymem("compile", "bad.py", code=1).stderr


def test_page_of_the_docs(tmp_path):
    """The first program of docs/python.md prints what the page says, and its commands are
    commands."""
    with open(os.path.join(ROOT, "docs", "python.md")) as page:
        text = page.read()
    (tmp_path / "first.py").write_text(re.search(r"```python file=first.py\n(.*?)```", text,
                                                 re.S)[1])
    done = subprocess.run([sys.executable, "first.py"], capture_output=True, text=True,
                          cwd=tmp_path, env={**os.environ, "PYTHONPATH": PACKAGE})
    assert done.stdout.strip() == re.search(r"^prints `(.*?)`", text, re.M)[1], done.stderr
    commands = re.findall(r"^polymem ([^#\n]*)", text, re.M)
    assert len(commands) == 5
    for command in commands:
        assert parser().parse_known_args(command.split())[1] in ([], ["M=96", "N=96", "K=96"])


def test_benchmark_of_the_start(tmp_path):
    script = os.path.join(ROOT, "benchmarks", "python-start.py")
    done = subprocess.run([sys.executable, script, "--repeat=1"], text=True, capture_output=True,
                          env={**os.environ, "PYTHONPATH": PACKAGE})
    assert done.returncode == 0, done.stderr
    assert re.findall(r"^cache (\w+), ([\w ]+): \d", done.stdout, re.M) == [
        ("empty", "from import"), ("empty", "with NumPy"), ("kept", "from import"),
        ("kept", "with NumPy")]
