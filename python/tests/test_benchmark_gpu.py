"""benchmarks/gpu.py: what it prints without a GPU, and with one whose driver is a stand-in; its
arithmetic. Times are not tested."""
import json
import os
import re
import subprocess
import sys

import numpy as np
import pytest
from stand_in import DRIVER, kernels_of
from support import ROOT

import polymem as pm

BENCHMARKS = os.path.join(ROOT, "benchmarks")
sys.path.append(BENCHMARKS)
import gpu_cases  # noqa: E402
import gpu_checks  # noqa: E402
import gpu_counters  # noqa: E402
import gpu_library  # noqa: E402
import gpu_times  # noqa: E402

PACKAGE = os.path.dirname(os.path.dirname(pm.__file__))


def gpu(folder, *arguments, code=0, **environment):
    """What the script prints, and what it writes as JSON."""
    done = subprocess.run(
        [sys.executable, os.path.join(BENCHMARKS, "gpu.py"), *arguments, "--json=out.json"],
        capture_output=True, text=True, cwd=folder,
        env={**os.environ, "PYTHONPATH": PACKAGE, **environment})
    assert done.returncode == code, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    written = folder / "out.json"
    found = json.loads(written.read_text()) if written.exists() else None
    return done.stdout + done.stderr, found


# The arithmetic.

def test_quartiles():
    assert gpu_times.quartiles([3.0]) == (3, 3, 3)
    assert gpu_times.quartiles([5, 1, 4, 2, 3]) == (2, 3, 4)
    assert gpu_times.quartiles([1, 2]) == (1.25, 1.5, 1.75)


def test_summary_is_in_milliseconds():
    found = gpu_times.summary([0.003, 0.001, 0.002])
    assert found["median"] == 2 and found["least"] == 1
    assert found["quartiles"] == [1.5, 2.5] and found["samples"] == [3, 1, 2]


def test_roofline():
    assert gpu_times.roofline(100, 50) == (2, "memory")
    assert gpu_times.roofline(100, 50, 30, 10) == (3, "compute")
    assert gpu_times.roofline(100, 50, 10, 10) == (2, "memory")
    assert gpu_times.roofline(100, 50, 30) == (2, "memory")


def test_rounds_are_interleaved():
    turns = []
    found = gpu_times.interleaved({"a": 1, "b": 2, "c": 3}, 3,
                                  lambda contender: turns.append(contender) or contender)
    assert turns == [1, 2, 3, 2, 3, 1, 3, 1, 2]
    assert found == {"a": [1] * 3, "b": [2] * 3, "c": [3] * 3}


def test_repeats():
    assert gpu_times.repeats(1) == 1 and gpu_times.repeats(0) == 1000
    assert gpu_times.repeats(1e-4, wanted=1e-2) == 100 and gpu_times.repeats(1e-9) == 1000


@pytest.mark.parametrize("expected, found, tolerance, same", [
    ([1, np.nan], [1, np.nan], 0, True), ([1, 2], [1, 2.5], 0, False),
    ([0.0], [-0.0], 0, False), ([1, np.nan], [1, 3], 1e-2, False),
    ([1000], [1001], 1e-2, True), ([1000], [1011], 1e-2, False),
    ([0.001], [0.002], 1e-2, True), ([np.inf], [np.inf], 1e-2, True)])
def test_difference(expected, found, tolerance, same):
    wrong = gpu_checks.difference("A", np.array(expected, np.float32),
                                  np.array(found, np.float32), tolerance, np)
    assert (wrong is None) == same
    if not same:
        assert wrong.startswith("argument A, element [")


def test_counters_are_sums():
    one = {"launches": 2, "blocks": 3, "block-barriers": 4, "grid-barriers": 3,
           "transfers": {"global load": {"sectors": 5, "minimum-sectors": 4},
                         "global store": {"sectors": 6, "minimum-sectors": 5},
                         "shared load": {"wavefronts": 7, "minimum-wavefronts": 6}},
           "instructions": {"integer": {"threads": 8}}}
    found = gpu_counters.counters({"kernels": [one, one]}, 32)
    assert found == {"kernels": 2, "launches": 4, "blocks": 6, "barriers": 8, "grid_barriers": 6,
                     "sectors": 22, "least_sectors": 18, "wavefronts": 14, "least_wavefronts": 12,
                     "integer": 16, "float": 0, "bytes": 704, "least_bytes": 576}


# The kernels.

ALL = gpu_cases.cases(["polybench", "kernels", "gallery"], "f32")


def test_groups_are_whole():
    functions = gpu_cases.functions([], "_f32")
    assert {f"{name}_f32" for name in gpu_cases.KERNEL_SIZES} == set(functions)
    files = {file[:-3] for file in os.listdir(gpu_cases.GALLERY) if file.endswith(".py")}
    assert set(gpu_cases.GALLERY_SIZES) == files - {"sparse_matrix_vector"}
    assert set(gpu_library.LIBRARY) <= {case.title for case in ALL}


@pytest.mark.parametrize("case", ALL, ids=[case.title for case in ALL])
def test_inputs(case):
    """Inputs fit, and the results of the original are numbers that the reference has, too."""
    compiled = case.compile()
    values = gpu_cases.inputs(case, compiled, case.odd, np)
    assert sum(value.nbytes for value in values.values() if isinstance(value, np.ndarray)) == \
        gpu_cases.array_bytes(compiled, case.odd)
    before = gpu_checks._copies(values, np)
    compiled.reference(**values)
    results = gpu_checks._results(case, compiled)
    assert any(not np.array_equal(values[key], before[key]) for key, _ in results)
    assert all(np.isfinite(values[key]).all() for key, _ in results)
    if case.title in gpu_library.LIBRARY and gpu_library.LIBRARY[case.title].flops:
        assert gpu_library.flops_of(case.title, case.odd) > 0


@pytest.mark.parametrize("title", gpu_library.LIBRARY)
def test_library_computes_the_same(title):
    torch = pytest.importorskip("torch")
    library = gpu_library.LIBRARY[title]
    if title == "lu":
        pytest.skip("without pivots on a GPU only")
    (case,) = gpu_cases.cases([title], "f32")
    compiled = case.compile()
    values = gpu_cases.inputs(case, compiled, case.sizes("SMALL"), np)
    tensors = {name: torch.from_numpy(value.copy()) if isinstance(value, np.ndarray) else value
               for name, value in values.items()}
    library.run(torch, *tensors.values())
    compiled.reference(**values)
    expected = {name: value.numpy() for name, value in tensors.items()
                if isinstance(value, torch.Tensor)}
    assert gpu_checks.against_library(case, compiled, library, values, expected, np) is None


def test_against_library():
    """What is not compared, and what is wrong."""
    (case,) = gpu_cases.cases(["syrk"], "f32")
    compiled = case.compile()
    library = gpu_library.LIBRARY["syrk"]
    name = compiled.parameters[case.names.index("C")].name
    ours = np.ones((3, 3), np.float32)
    theirs = ours + np.triu(ours, 1)
    assert not gpu_checks.against_library(case, compiled, library, {name: ours}, {name: theirs},
                                          np)
    for wrong in (1.1, np.nan):
        theirs[2, 0] = wrong
        assert "argument C: differs from the library by" in gpu_checks.against_library(
            case, compiled, library, {name: ours}, {name: theirs}, np)


# The command, without a GPU.

NO_DRIVER = {"POLYMEM_CUDA_DRIVER": "/no/driver"}


def test_counts_without_a_gpu(tmp_path):
    text, found = gpu(tmp_path, "mvt", "gallery/softmax", "--dataset=SMALL", **NO_DRIVER)
    assert text.startswith("no GPU, so the emulator counts: GPU 0: ") and "/no/driver" in text
    assert re.search(r"^mvt +120 +2 ", text, re.M)
    assert re.search(r"^gallery/softmax +45x131 +1 ", text, re.M)
    assert "2 of 2 counted" in text
    assert found["device"] == "emulator"
    (row,) = [row for row in found["kernels"] if row["kernel"] == "mvt"]
    assert row["counters"]["array_bytes"] == 4 * (120 * 120 + 4 * 120)
    assert row["counters"]["sectors"] >= row["counters"]["least_sectors"] > 0


def test_options_and_passes(tmp_path):
    _, one = gpu(tmp_path, "gemm", "--emulate", "--dataset=MINI")
    _, two = gpu(tmp_path, "gemm", "--emulate", "--dataset=MINI", "-O", "sizes=8,8,8",
                 "--machine=nvidia-a100")
    assert two["kernels"][0]["counters"]["blocks"] > one["kernels"][0]["counters"]["blocks"]
    _, three = gpu(tmp_path, "gemm", "--emulate", "--dataset=MINI", "--passes",
                   "canonicalize,func.func(polymem-schedule)", "--type=f64")
    assert three["kernels"][0]["counters"]["array_bytes"] == \
        2 * one["kernels"][0]["counters"]["array_bytes"]


def test_files(tmp_path):
    (tmp_path / "mine.py").write_text(
        "import polymem as pm\n@pm.kernel\ndef double(A: pm.f32['N']):\n"
        "    for i in range(N):\n        A[i] *= 2\n")
    text, _ = gpu(tmp_path, "mine.py", "--emulate", "--sizes=N=100", "--jobs=1")
    assert re.search(r"^file/double +100 +1 ", text, re.M)


@pytest.mark.parametrize("arguments, message", [
    (["nonsense"], "gpu: no kernel nonsense"),
    (["kernels/nonsense"], "gpu: no kernel kernels/nonsense"),
    (["kernels/mv", "--dataset=MINI"], "kernels/mv has no dataset MINI; it has SMALL, LARGE"),
    (["none.py:f", "--sizes=N=1"], "gpu: no file 'none.py'"),
    (["none.py:f"], "none.py:f: give its sizes"),
    (["mvt", "-O", "sizez=1"], "no option 'sizez'"),
    (["mvt", "--machine=cray"], "unknown machine 'cray'"),
])
def test_wrong_arguments(tmp_path, arguments, message):
    assert message in gpu(tmp_path, *arguments, "--emulate", code=1)[0]


@pytest.mark.parametrize("wrong", ["--option=sizes=x", "--passes=nonsense"])
def test_a_kernel_that_does_not_compile(tmp_path, wrong):
    text, _ = gpu(tmp_path, "mvt", "gemm", "--emulate", "--dataset=MINI", wrong, code=1)
    assert "0 of 2 counted" in text and "gpu: mvt, gemm" in text


# The command, with a stand-in for the driver.

@pytest.fixture(scope="module")
def driver(tmp_path_factory):
    """What the environment has for a driver that has the kernels of `mvt` and `batched_gemm`."""
    folder = tmp_path_factory.mktemp("gpu")
    module = "\n".join(case.text for case in gpu_cases.cases(["mvt", "gallery/batched_gemm"], "f32"))
    return {"POLYMEM_CUDA_DRIVER": DRIVER,
            "POLYMEM_FAKE_CUDA_KERNELS": kernels_of(folder, module)}


FAST = ("--no-torch", "--dataset=SMALL", "--calls=3", "--copy-mb=1")


def test_times_on_a_gpu(tmp_path, driver):
    text, found = gpu(tmp_path, "mvt", "gallery/batched_gemm", *FAST, **driver)
    assert "2 of 2 on the GPU with the same results, 0 not mapped" in text
    assert "no library, SMALL, f32, 3 rounds" in text
    for row in found["kernels"]:
        assert row["result"] == "same" and row["how"] == "graph"
        assert len(row["numbers"]["kernel"]["samples"]) == 3
        assert len(row["numbers"]["copy"]["samples"]) == 3
        bandwidth = 2e9 / row["numbers"]["copy"]["median"]
        assert row["numbers"]["copy_bandwidth"] == pytest.approx(bandwidth)
        assert row["numbers"]["roof"] == pytest.approx(
            1e3 * row["numbers"]["array_bytes"] / bandwidth)
    # Before each turn of mvt, two in advance, two to warm up and three rounds, its matrix.
    assert text.count("cuMemcpyAsync 57600 bytes") == 7
    assert "cuGraphLaunch" in text


def test_a_long_call_is_not_repeated(tmp_path, driver):
    text, found = gpu(tmp_path, "mvt", *FAST, "--limit=0", **driver)
    assert len(found["kernels"][0]["numbers"]["kernel"]["samples"]) == 1


def test_wrong_results_are_an_error(tmp_path):
    """The kernels that the driver has subtract where the program adds."""
    (case,) = gpu_cases.cases(["mvt"], "f32")
    kernels = kernels_of(tmp_path, case.text.replace("arith.addf", "arith.subf"))
    text, found = gpu(tmp_path, "mvt", *FAST, code=1, POLYMEM_CUDA_DRIVER=DRIVER,
                      POLYMEM_FAKE_CUDA_KERNELS=kernels)
    assert found["kernels"][0]["result"] == "differs"
    assert "mvt: argument x1, element [0]: expected" in text and "gpu: mvt" in text


def test_an_error_of_the_driver_is_a_row(tmp_path, driver):
    text, found = gpu(tmp_path, "mvt", "gallery/batched_gemm", *FAST, code=1,
                      POLYMEM_FAKE_CUDA_FAIL="cuLaunchKernel=700", **driver)
    assert [row["result"] for row in found["kernels"]] == ["error", "error"]
    assert "gpu: mvt, gallery/batched_gemm" in text


def test_an_error_at_the_timed_size_is_a_cell(tmp_path, driver):
    text, found = gpu(tmp_path, "mvt", *FAST, POLYMEM_FAKE_CUDA_FAIL="cuGraphInstantiate=2",
                      **driver)
    assert found["kernels"][0]["result"] == "same" and found["kernels"][0]["ms"] == "error"
    assert "mvt: function 'mvt_f32': " in text


def test_not_mapped(tmp_path, driver):
    (tmp_path / "chain.py").write_text(
        "import polymem as pm\n@pm.kernel\ndef chain(A: pm.f32['N']):\n"
        "    for i in range(1, N):\n        A[i] *= A[i - 1]\n")
    text, _ = gpu(tmp_path, "chain.py", "--sizes=N=9", "-O", "map-sequential=false",
                  *FAST, "--dataset=given", **driver)
    assert "0 of 1 on the GPU with the same results, 1 not mapped" in text
