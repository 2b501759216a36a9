"""What a kernel says of its arrays besides their types: numbers in a range, and contents
that nobody needs afterwards."""
import re
import subprocess

import numpy as np
import pytest
from support import tool

import polymem as pm


@pm.kernel
def smooth(A: pm.f32["N"], B: pm.f32["N"], T: pm.f32["N"].dead_out()):
    for i in range(1, N - 1):
        T[i] = A[i - 1] + A[i + 1]
    for i in range(1, N - 1):
        B[i] = T[i] * 0.5


@pm.kernel
def kept(A: pm.f32["N"], B: pm.f32["N"], T: pm.f32["N"]):
    smooth(A, B, T)


@pm.kernel
def classes(label: pm.i32["N"].within(2, "K + 1"), weight: pm.f32["N"], S: pm.f32["K"],
            other: pm.i32["N"]):
    for k in range(K):
        for i in range(N):
            if label[i] == pm.i32(k):
                S[k] += weight[i]


def test_text():
    assert '%T: memref<?xf32> {polymem.shape = ["N"], polymem.dead_out}' in smooth.source_ir
    assert "dead_out" not in kept.source_ir, "what a called kernel says is not the caller's"
    assert '%label: memref<?xi32> {polymem.shape = ["N"], polymem.range = [2, "K + 1"]}' in \
        classes.source_ir
    assert repr(pm.i8[3].within(-4, "2 * N").dead_out()) == \
        'pm.i8[3].within(-4, "2 * N").dead_out()'
    array = pm.i32["N"]
    array.within(0, 4).dead_out()
    assert not array.range and not array.is_dead_out, "an array type changes nothing of itself"


def opt(kernel, *options):
    done = subprocess.run([tool("polymem-opt"), "-", *options], input=kernel.source_ir,
                          capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout + done.stderr


@pytest.mark.parametrize("kernel,is_live", [(smooth, False), (kept, True)],
                         ids=["dead", "live"])
def test_dead_arrays_are_not_live_out(kernel, is_live):
    live, = re.findall(r"live-out: (.*)", opt(kernel, "--polymem-print-scop=dependences"))
    assert "B[" in live
    assert ("T[" in live) == is_live


@pytest.mark.parametrize("kernel,is_live", [(smooth, False), (kept, True)],
                         ids=["dead", "live"])
def test_dead_arrays_are_not_copied_back(kernel, is_live):
    text = opt(kernel, "--polymem-to-ptx=device-copies", "--remarks-filter=convert-scratch-to-gpu",
               "--remark-format=emitRemark")
    copied = dict(re.findall(r'argument (\d) has a counterpart in device memory, (.*)"', text))
    assert copied.pop("0") == "copied in"
    # Nothing but tiles in shared memory is left of a dead array.
    assert copied == dict.fromkeys("12" if is_live else "1", "copied in and out")


def test_numbers_are_in_the_range(tmp_path):
    """polymem-run makes up numbers of the range; without one, of -8 to 8."""
    file = tmp_path / "kernel.mlir"
    file.write_text(classes.source_ir)
    done = subprocess.run([tool("polymem-run"), str(file), "--sizes=N=400,K=20", "--print",
                           f"--output=0={tmp_path}/label.npy",
                           f"--output=3={tmp_path}/other.npy"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert set(np.load(tmp_path / "label.npy")) == set(range(2, 21))
    assert set(np.load(tmp_path / "other.npy")) == set(range(-8, 9))


@pytest.mark.parametrize("make,error,message", [
    (lambda: pm.f32["N"].within(0, 4), TypeError, r'pm.f32\["N"\] has no range'),
    (lambda: pm.i1["N"].within(0, 1), TypeError, "has no range"),
    (lambda: pm.i32["N"].within(4, 4), ValueError, "no number is in"),
    (lambda: pm.i8["N"].within(0, 129), ValueError, "that i8 does not have"),
    (lambda: pm.i8["N"].within(-129, "K"), ValueError, "that i8 does not have"),
    (lambda: pm.i32["N"].within(0.5, 4), TypeError, "the bound of a range is an integer or"),
    (lambda: pm.i32["N"].within(0, "K * K"), ValueError, "not a size expression"),
    (lambda: pm.i64["N"].within(0, 2 ** 70), ValueError, "64 bits"),
], ids=["float", "i1", "empty", "above", "below", "0.5", "product", "large"])
def test_refusals(make, error, message):
    with pytest.raises(error, match=message):
        make()


def test_sizes_of_ranges_are_fixed():
    with pytest.raises(pm.KernelError, match="nothing fixes the size 'K' in 'K': give another"):
        @pm.kernel
        def f(label: pm.i32["N"].within(0, "K")):
            label[0] = 0


def test_dead_out_is_called():
    with pytest.raises(pm.KernelError, match="is no type of a kernel's parameter"):
        @pm.kernel
        def f(A: pm.i32["N"].dead_out):
            A[0] = 0
