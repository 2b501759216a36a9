"""benchmarks/gpu_bundle.py: what it makes, and what it runs with a driver that is a stand-in.
Times are not tested."""
import json
import os
import subprocess
import sys

import pytest
from stand_in import DRIVER, PACKAGE, kernels_of
from support import ROOT

BENCHMARKS = os.path.join(ROOT, "benchmarks")
sys.path.append(BENCHMARKS)
import programs  # noqa: E402

BUNDLE = os.path.join(BENCHMARKS, "gpu_bundle.py")


def script(folder, *arguments, code=0, **environment):
    """What the script prints."""
    done = subprocess.run([sys.executable, BUNDLE, *arguments], capture_output=True, text=True,
                          cwd=folder,
                          env={**os.environ, "PYTHONPATH": PACKAGE, **environment})
    assert done.returncode == code, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    return done.stdout


def stand_in(folder, name, options=""):
    """The environment in which the stand-in runs the kernels of a kernel's bundle."""
    kernel = programs.polybench([name])[0]
    sizes = ",".join(f"{size}={value}" for size, value in kernel.datasets["SMALL"].items())
    module = kernel.functions[kernel.entry(("_f32", "_i32"))]
    # The interface of kernels is that of PTX with this option.
    return {"POLYMEM_CUDA_DRIVER": DRIVER, "POLYMEM_FAKE_CUDA_KERNELS": kernels_of(
        folder, module, f"machine=nvidia-h100 assume={sizes} warnings=false "
                        f"index-bitwidth=64 {options}")}


def made(folder, name, *more):
    """A bundle of one kernel at SMALL, as PTX."""
    script(folder, "make", "bundle", name, "--dataset=SMALL", "--ptx", *more)
    return json.loads((folder / "bundle" / "bundle.json").read_text())["entries"]


# A launch; two cooperative ones, with memory of the function's between them.
@pytest.mark.parametrize("name", ["gemm", "jacobi-1d"])
def test_same_results(tmp_path, name):
    entry, = made(tmp_path, name)
    assert entry["kernel"] == name and entry["variant"] == "default"
    assert len(entry["expected"]) == 2 and entry["cost"]["microseconds"] > 0
    text = script(tmp_path, "run", "bundle", "--no-torch", "--calls=2", "--json=out.json",
                  **stand_in(tmp_path, name))
    row, = json.loads((tmp_path / "out.json").read_text())["rows"]
    assert row["result"] == "same" and row["numbers"]["graph"], text
    assert int(row["launches"]) == sum(kind == "launch" for kind, *_ in row["numbers"]["steps"])


def test_other_results_are_an_error(tmp_path):
    made(tmp_path, "gemm")
    path = tmp_path / "bundle" / "bundle.json"
    text = path.read_text()
    wrong = json.loads(text)
    digest = wrong["entries"][0]["expected"][1]["hashes"]["C"]
    path.write_text(text.replace(digest, digest[::-1]))
    text = script(tmp_path, "run", "bundle", "--no-torch", code=1, **stand_in(tmp_path, "gemm"))
    assert "gemm default: C at {'NI': 60, 'NJ': 70, 'NK': 80}" in text
    # Which is not at an odd size.
    script(tmp_path, "run", "bundle", "--odd", **stand_in(tmp_path, "gemm"))


def test_variants(tmp_path):
    made(tmp_path, "gemm")
    entries = made(tmp_path, "gemm", "--variant=small=sizes=8,8,8", "--quick")
    assert [entry["variant"] for entry in entries] == ["default", "small"]
    # What is known of the other variant is known of this one.
    assert entries[0]["expected"] == entries[1]["expected"]
    text = script(tmp_path, "run", "bundle", "--variants=small", "--no-torch",
                  **stand_in(tmp_path, "gemm", "sizes=8,8,8"))
    assert "small" in text and "default" not in text
