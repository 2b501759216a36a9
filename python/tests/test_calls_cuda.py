"""Calls on a GPU, whose driver is a stand-in that runs kernels on the emulator: arrays of the
host and of the device, streams, graphs, errors."""
import os
import subprocess
import sys

import pytest
from stand_in import DRIVER, PACKAGE, kernels_of

HEAD = '''
import ctypes, os, sys
import numpy as np
import polymem as pm

@pm.kernel
def scale(A: pm.f32["N"], B: pm.f32["N"], x: pm.f32):
    for i in range(N):
        B[i] = A[i] * x

k = scale.compile(options=pm.ToPTX(sizes=(8,)))
if sys.argv[1:] == ["source"]:
    print(k.source_ir)
    sys.exit()
driver = ctypes.CDLL(os.environ["POLYMEM_CUDA_DRIVER"])
made = []

def context():
    from polymem import cuda
    cuda.device(0)
    handle = ctypes.c_void_p()
    assert driver.cuDevicePrimaryCtxRetain(ctypes.byref(handle), 0) == 0
    assert driver.cuCtxSetCurrent(handle) == 0

class DeviceArray:
    """An array in the device's memory, as torch and cupy show theirs."""
    def __init__(self, array):
        if not made:
            context()
        address = ctypes.c_uint64()
        assert driver.cuMemAlloc_v2(ctypes.byref(address), ctypes.c_size_t(array.nbytes)) == 0
        made.append(self)
        self.address, self.like = address.value, array
        self.copy(array)
    def copy(self, array):
        assert driver.cuMemcpyHtoD_v2(ctypes.c_uint64(self.address), array.ctypes.data_as(
            ctypes.c_void_p), ctypes.c_size_t(array.nbytes)) == 0
    @property
    def __cuda_array_interface__(self):
        return {**self.like.__array_interface__, "data": (self.address, False), "version": 3}
    def numpy(self):
        assert driver.cuCtxSynchronize() == 0
        result = np.empty_like(self.like)
        assert driver.cuMemcpyDtoH_v2(result.ctypes.data_as(ctypes.c_void_p), ctypes.c_uint64(
            self.address), ctypes.c_size_t(result.nbytes)) == 0
        return result

def check(name, error, message, work):
    try:
        work()
    except error as caught:
        assert message in str(caught), str(caught)
        return
    raise AssertionError(name)

a = np.arange(21, dtype=np.float32)
b = np.zeros(21, np.float32)
'''


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """Runs a script behind HEAD; returns what the driver was asked for."""
    folder = tmp_path_factory.mktemp("cuda")
    (folder / "head.py").write_text(HEAD)
    environment = {**os.environ, "PYTHONPATH": PACKAGE}
    module = subprocess.run([sys.executable, "head.py", "source"], check=True, text=True,
                            capture_output=True, env=environment, cwd=folder).stdout
    kernels = kernels_of(folder, module, "sizes=8")

    def run_script(text, code=0, **more):
        (folder / "script.py").write_text(HEAD + text)
        done = subprocess.run(
            [sys.executable, "script.py"], capture_output=True, text=True, cwd=folder,
            env={**environment, "POLYMEM_CUDA_DRIVER": DRIVER,
                 "POLYMEM_FAKE_CUDA_KERNELS": kernels, **more})
        assert done.returncode == code, done.stderr
        return done.stderr
    return run_script


def test_arrays_of_the_host_are_copied(run):
    log = run("k(a, b, 3, on='cuda')\nassert np.array_equal(b, 3 * a)")
    assert "cuLaunchKernel scale_kernel" in log and "cuMemcpy 84 bytes to memory" in log


def test_arrays_of_the_device_stay(run):
    log = run("""
A, B = DeviceArray(a), DeviceArray(b)
sys.stderr.write("--- call\\n")
k(A, B, 3)
sys.stderr.write("--- end\\n")
assert np.array_equal(B.numpy(), 3 * a)
""")
    call = log.partition("--- call")[2].partition("--- end")[0]
    assert "cuLaunchKernel scale_kernel" in call
    assert "cuMemAlloc" not in call and "cuMemcpy" not in call
    assert "Synchronize" not in call


def test_both(run):
    run("B = DeviceArray(b)\nk(a, B, 2)\nassert np.array_equal(B.numpy(), 2 * a)")


def test_wait_and_stream(run):
    log = run("""
A, B = DeviceArray(a), DeviceArray(b)
stream = ctypes.c_void_p()
assert driver.cuStreamCreate(ctypes.byref(stream), 1) == 0
sys.stderr.write("--- call\\n")
k(A, B, 3, stream=stream, wait=True)
sys.stderr.write("--- end\\n")
assert np.array_equal(B.numpy(), 3 * a)
""")
    call = log.partition("--- call")[2].partition("--- end")[0]
    assert "Synchronize" in call and "stream 1" in call


def test_graph(run):
    log = run("""
A, B = DeviceArray(a), DeviceArray(b)
graph = k.graph(A, B, 5)
assert np.array_equal(B.numpy(), b)
for factor in (1, 2):
    A.copy(factor * a)
    graph.launch()
    assert np.array_equal(B.numpy(), 5 * factor * a)
check("host", pm.ArgumentError, "a graph needs arrays in a GPU's memory",
      lambda: k.graph(a, b, 1))
""")
    assert log.count("cuGraphLaunch") == 2


def test_errors(run):
    run("""
A, B = DeviceArray(a), DeviceArray(b)
check("cpu", pm.ArgumentError, "on='cpu', but arrays are in the memory of a GPU: 'A'",
      lambda: k(A, b, 1, on="cpu"))
check("reference", pm.ArgumentError, "reference(), but arrays are in the memory of a GPU: 'A'",
      lambda: k.reference(A, b, 1))
check("stream", pm.ArgumentError, "stream='s'", lambda: k(A, B, 1, stream="s"))
""")
    run("check('launch', pm.RunError, 'scale_kernel', lambda: k(a, b, 1, on='cuda', wait=True))",
        POLYMEM_FAKE_CUDA_FAIL="cuLaunchKernel=700")


def test_no_driver(run):
    run("os.environ['POLYMEM_CUDA_DRIVER'] = '/no/driver'\n"
        "check('driver', pm.RunError, '/no/driver', lambda: k(a, b, 1, on='cuda'))")
