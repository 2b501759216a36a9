"""Compiling and calling kernels: results, properties, the proof, the counts."""
import os
import subprocess
import sys
import threading
import warnings

import numpy as np
import pytest

import polymem as pm

#: The folder that this package is in.
PACKAGE = os.path.dirname(os.path.dirname(pm.__file__))


@pm.kernel
def gemm(A: pm.f32["M", "K"], B: pm.f32["K", "N"], C: pm.f32["M", "N"], alpha: pm.f32):
    for i in range(M):
        for j in range(N):
            for k in range(K):
                C[i, j] += alpha * A[i, k] * B[k, j]


@pm.kernel
def scale(A: pm.f64["N"], B: pm.f64["N"], x: pm.f64):
    for i in range(N):
        B[i] = A[i] * x


@pm.kernel
def fill(A: pm.i32["N"], n: pm.index, value: pm.i32):
    for i in range(min(n, N)):
        A[i] = value


def matrices(m, n, k, seed=0):
    generator = np.random.default_rng(seed)
    return [generator.integers(-4, 4, shape).astype(np.float32)
            for shape in ((m, k), (k, n), (m, n))]


@pytest.mark.parametrize("on", ["cpu", "emulator"])
@pytest.mark.parametrize("sizes", [(64, 64, 64), (1, 1, 1), (33, 47, 5), (0, 3, 4)])
def test_gemm(on, sizes):
    a, b, c = matrices(*sizes)
    # Small integers: no sum is rounded.
    wanted = c + np.float32(2) * (a @ b)
    gemm.compile(options=pm.ToPTX(sizes=(16, 16, 8)))(a, b, c, 2, on=on)
    assert np.array_equal(c, wanted)


def test_default_target_is_the_cpu():
    a, b = np.arange(5.0), np.zeros(5)
    scale(a, b, 3)
    assert np.array_equal(b, a * 3)


def test_keywords():
    a, b = np.arange(5.0), np.zeros(5)
    scale(x=2.5, B=b, A=a)
    assert np.array_equal(b, a * 2.5)


@pytest.mark.parametrize("value", [7, np.int64(7), np.int32(7), np.array(7)])
def test_sizes_and_integers(value):
    a = np.zeros(9, np.int32)
    fill(a, 4, value)
    assert a.tolist() == [7] * 4 + [0] * 5


def test_same_options_same_program():
    assert gemm.compile() is gemm.compile()
    assert gemm.compile() is not gemm.compile(options=pm.ToPTX(sizes=(8, 8, 8)))
    assert (gemm.compile(options=pm.ToPTX(sizes=(8, 8, 8)))
            is gemm.compile(options=pm.ToPTX(sizes=[8, 8, 8])))


def test_ptx_and_launches():
    k = gemm.compile(machine="nvidia-a100", options=pm.ToPTX(sizes=(32, 32, 8)))
    assert ".target sm_80" in k.ptx
    (launch,) = k.launches
    assert launch["kernel"] == "gemm_kernel" and launch["gridText"][0].startswith("min(")
    assert f".entry {launch['kernel']}" in k.ptx.replace(".visible ", "")


def test_remarks_are_about_lines():
    remark = next(r for r in gemm.compile().remarks if r.pass_name == "polymem-tile")
    assert remark.kind == "passed" and remark.name == "Tiled"
    assert remark.place.file == __file__
    first = gemm.function.__code__.co_firstlineno
    assert first < remark.place.line <= first + 5


def test_ir():
    k = gemm.compile()
    assert "affine.for" in k.source_ir
    assert "scratch.copy" in k.staged_ir and "workgroup" in k.staged_ir


@pytest.mark.parametrize("on", ["cpu", "cuda", "emulator"])
def test_check(on):
    check = gemm.compile().check(on=on)
    assert check.proved and bool(check)
    assert "dataflow" in check.obligations and check.assumptions and not check.reasons


def test_check_that_ends():
    check = gemm.compile().check(max_isl_operations=100)
    assert not check.proved and "isl operations" in str(check)


def test_counts():
    counts = gemm.compile(options=pm.ToPTX(sizes=(16, 16, 16))).counts(M=32, N=32, K=32)
    (kernel,) = counts["kernels"]
    assert kernel["launches"] == 1 and kernel["blocks"] == 4
    # A and B once for each of two rows or columns of blocks, C once.
    assert kernel["transfers"]["global load"]["bytes"] == 4 * (2 * 1024 + 2 * 1024 + 1024)


def test_cost():
    compiled = gemm.compile(options=pm.ToPTX(sizes=(16, 16, 16)))
    cost = compiled.cost(M=32, N=32, K=32)
    (kernel,) = compiled.counts(M=32, N=32, K=32)["kernels"]
    (launch,) = cost["launches"]
    assert cost["exact"] and cost["sizes"] == {"M": 32, "N": 32, "K": 32}
    assert launch["counts"]["transfers"]["global load"]["sectors"] \
        == kernel["transfers"]["global load"]["sectors"]
    assert compiled.cost(M=4096, N=4096, K=4096)["microseconds"] > 100 * cost["microseconds"]
    with pytest.raises(pm.ArgumentError, match="give a value for K"):
        compiled.cost(M=32, N=32)


def test_cost_of_loops_of_launches():
    """Calls launch each grid, so nothing is taken off for cooperative launches."""
    @pm.kernel
    def sweep(A: pm.f32["N", "M"]):
        for i in range(1, N):
            for j in range(M):
                A[i, j] = A[i - 1, (M - 1) - j] + A[i, j]

    cost = sweep.compile().cost(N=200, M=300)
    assert sum(launch["counts"]["launches"] for launch in cost["launches"]) == 199
    assert cost["cooperative-launches"] == 0
    assert cost["microseconds"] == pytest.approx(
        sum(launch["microseconds"] for launch in cost["launches"]))


def test_counts_do_not_depend_on_addresses():
    """Arrays begin where sectors do, as in a GPU's memory."""
    @pm.kernel
    def twice(A: pm.f32["N"], B: pm.f32["N"]):
        for i in range(N):
            B[i] = 2 * A[i]

    compiled = twice.compile()
    a, b = np.zeros((2, 1025), np.float32)
    for (kernel,) in (compiled.counts(N=1024)["kernels"],
                      compiled.counts(a[1:], b[1:])["kernels"]):
        for access in ("global load", "global store"):
            assert kernel["transfers"][access]["sectors"] == 128


def test_counts_of_arguments_change_nothing():
    a, b, c = matrices(8, 8, 8)
    before = c.copy()
    gemm.compile().counts(a, b, c, 1)
    assert np.array_equal(c, before)


def test_emulator_finds_what_nobody_wrote():
    @pm.kernel
    def reads_early(A: pm.f32["N"]):
        t = pm.local(pm.f32, "N")
        for i in range(N):
            A[i] = t[i]

    with pytest.raises(pm.RunError, match="kernel 'reads_early'.*"):
        reads_early(np.zeros(4, np.float32), on="emulator")


def test_out_of_bounds_on_the_cpu():
    @pm.kernel
    def beyond(A: pm.f32["N"]):
        for i in range(N):
            A[i + 1] = 1.0

    a = np.zeros(8, np.float32)[:4]
    with pytest.raises(pm.RunError, match="out-of-bounds"):
        beyond.compile()(a, on="cpu", checked=True)


def test_cannot_be_compiled():
    with pytest.raises(pm.CompileError) as raised:
        pm.compile("func.func @f(%A: memref<4xf32>) {\n  foo.bar\n  return\n}")
    assert "foo.bar" in str(raised.value)
    assert raised.value.diagnostics[0].place.line == 2


def test_wrong_options():
    with pytest.raises(pm.CompileError, match="unknown machine 'cray'"):
        gemm.compile(options=pm.ToPTX(machine="cray")).ptx
    with pytest.raises(ValueError, match="unknown machine 'cray'"):
        gemm.compile(machine="cray")
    with pytest.raises(TypeError, match="sizez"):
        pm.ToPTX(sizez=(1, 2))
    with pytest.raises(ValueError, match="no blanks"):
        pm.ToPTX(sizes="1 check=true")
    with pytest.raises(TypeError, match="another"):
        gemm.compile(machine="nvidia-a100", options=pm.ToPTX(machine="nvidia-h100"))


def test_warnings_are_pythons():
    @pm.kernel
    def chain(A: pm.f32["N"]):
        for i in range(1, N):
            A[i] = A[i - 1] * A[i]

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        chain.compile().ptx
    found = [w for w in caught if issubclass(w.category, pm.PolyMemWarning)]
    assert found and found[0].filename == __file__
    assert found[0].lineno > chain.function.__code__.co_firstlineno


def test_files_and_texts(tmp_path):
    path = tmp_path / "scale.mlir"
    path.write_text(scale.source_ir)
    for source in (path, str(path), scale.source_ir):
        a, b = np.arange(3.0), np.zeros(3)
        pm.compile(source)(a, b, 2)
        assert np.array_equal(b, a * 2)


def test_choice_of_a_function():
    text = "func.func @f() { return }\nfunc.func @g() { return }"
    with pytest.raises(pm.CompileError, match="2 functions: f, g"):
        pm.compile(text)
    with pytest.raises(pm.CompileError, match="no function 'h'; it has f, g"):
        pm.compile(text, function="h")
    assert pm.compile(text, function="g").name == "g"


def test_run_pipeline():
    made = pm.run_pipeline(scale.source_ir, "builtin.module(func.func(polymem-tile))")
    assert "scratch.tile" in made.text and str(made) == made.text
    assert any(r.name == "Tiled" for r in made.remarks)
    with pytest.raises(pm.CompileError, match="polymem-tyle"):
        pm.run_pipeline(scale.source_ir, "polymem-tyle")


def test_four_threads():
    failures = []

    def work(number):
        try:
            for k in range(3):
                a, b = np.arange(17.0), np.zeros(17)
                made = scale.compile(options=[pm.ToCPU(sizes=(number * 3 + k + 1,)),
                                              pm.ToEmulator(sizes=(number * 3 + k + 1,))])
                # Often: arrays may lie right behind the stacks of another call's kernels.
                for on in ("cpu", *["emulator"] * 20):
                    made(a, b, number, on=on)
                    assert np.array_equal(b, a * number)
        except Exception as error:
            failures.append(error)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures


def test_import_without_numpy():
    code = ("import sys, polymem as pm; assert 'numpy' not in sys.modules; "
            "assert 'polymem._core' not in sys.modules; pm.machines()")
    subprocess.run([sys.executable, "-c", code], check=True,
                   env={**os.environ, "PYTHONPATH": PACKAGE})


#: A program whose compilation takes minutes, and one whose run on the emulator does.
LONG = {
    "compile": """
text = "func.func @f(%A: memref<?x?xf32>, %n: index) {\\n affine.for %i = 1 to %n {\\n affine.for %j = 1 to %n {\\n"
for k in range(120):
    text += (f" %x{k} = affine.load %A[%i + {k}, %j - 1] : memref<?x?xf32>\\n"
             f" %z{k} = affine.load %A[%i - 1, %j + {k}] : memref<?x?xf32>\\n"
             f" %y{k} = arith.addf %x{k}, %z{k} : f32\\n"
             f" affine.store %y{k}, %A[%i, %j + {k}] : memref<?x?xf32>\\n")
text += " }\\n }\\n return\\n}\\n"
work = lambda: pm.compile(text, options=pm.ToPTX(max_isl_operations=0)).ptx
""",
    "emulate": """
import numpy as np
k = pm.compile("func.func @f(%A: memref<?xf32>, %m: index) {\\n affine.for %i = 0 to %m {\\n affine.for %t = 0 to 100000000 {\\n"
               " %a = affine.load %A[%i] : memref<?xf32>\\n %b = arith.addf %a, %a : f32\\n"
               " affine.store %b, %A[%i] : memref<?xf32>\\n }\\n }\\n return\\n}\\n",
               options=pm.ToPTX(schedule="never"))
a = np.ones(4096, np.float32)
work = lambda: k(a, 4096, on="emulator")
""",
}


@pytest.mark.parametrize("what", LONG)
def test_interrupt(what):
    """Ctrl-C ends long work soon, with KeyboardInterrupt; the process is well then."""
    code = "import polymem as pm, signal, sys, time, warnings\nwarnings.simplefilter('ignore')\n" + \
        LONG[what] + """
signal.signal(signal.SIGALRM, signal.default_int_handler)
signal.setitimer(signal.ITIMER_REAL, 1)
begin = time.time()
try:
    work()
    sys.exit("it was not long")
except KeyboardInterrupt:
    print(time.time() - begin)
pm.run_pipeline("func.func @g() { return }", "canonicalize")
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True,
                          timeout=120,
                          env={**os.environ, "PYTHONPATH": PACKAGE})
    assert done.returncode == 0, done.stderr
    # A second, and what a loaded machine may add.
    assert 1 <= float(done.stdout) < 11
