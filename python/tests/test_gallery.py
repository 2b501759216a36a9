"""The kernels of examples/python compute what their NumPy references do, on the CPU and on
the device emulator, and are proved to stay the same on the way there."""
import contextlib
import importlib.util
import io
import os

import numpy as np
import pytest
from support import ROOT, arguments, check

import polymem as pm

FOLDER = os.path.join(ROOT, "examples", "python")


def load(name):
    path = os.path.join(FOLDER, f"{name}.py")
    spec = importlib.util.spec_from_file_location(f"gallery_{name}", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


#: The sizes that each is run at, and the tolerance for numbers of the example's reference,
#: whose sums are in another order.
SIZES = {
    "softmax": ([dict(M=1, N=1), dict(M=7, N=33), dict(M=45, N=131)], 1e-5),
    "layer_norm": ([dict(M=3, N=2), dict(M=9, N=35), dict(M=33, N=129)], 1e-4),
    "attention_scores": ([dict(H=1, N=1, D=1), dict(H=3, N=13, D=5), dict(H=2, N=37, D=33)],
                         1e-4),
    "depthwise_convolution": ([dict(C=1, H=1, W=1, R=1, S=1), dict(C=3, H=9, W=35, R=3, S=5),
                               dict(C=2, H=17, W=67, R=7, S=1)], 1e-4),
    "heat_3d": ([dict(steps=1, N=1, M=2, L=3), dict(steps=2, N=5, M=7, L=9),
                 dict(steps=3, N=17, M=3, L=35)], 1e-4),
    "batched_gemm": ([dict(B=1), dict(B=7), dict(B=33)], 1e-4),
    "histogram": ([dict(N=1, K=1), dict(N=131, K=7), dict(N=515, K=33)], 0),
    "banded_solve": ([dict(N=1, M=1, W=0), dict(N=17, M=5, W=3), dict(N=35, M=33, W=9)], 1e-9),
    "lattice_boltzmann": ([dict(N=3, M=3), dict(N=9, M=35), dict(N=33, M=67)], 1e-3),
}
CASES = [(name, sizes) for name, (several, _) in SIZES.items() for sizes in several]
#: The second sizes are those of the default suite.
IDS = [f"{name}-{'-'.join(map(str, sizes.values()))}" +
       ("" if sizes is SIZES[name][0][1] else "-extended") for name, sizes in CASES]
#: What polymem-check does not decide: "all" of the first proof, for numbers that two loops
#: carry, one in the other; whether buffers that grow with sizes fit.
UNDECIDED = {"depthwise_convolution": {"all", "capacity"}, "heat_3d": {"capacity"},
             "banded_solve": {"capacity"}}


def inputs(name, kernel, sizes):
    """Random arguments by name; numbers that are divided by are not near zero."""
    given = arguments(kernel, sizes)
    if name == "histogram":
        given["label"] %= sizes["K"]
    if name == "banded_solve":
        given["L"][:, -1] = abs(given["L"][:, -1]) + 8
    if name == "lattice_boltzmann":
        given["f"][:] = abs(given["f"]) + 0.5
    if name in ("heat_3d", "layer_norm"):
        given["rate" if name == "heat_3d" else "epsilon"] = np.float32(0.1)
    return given


def compiled(kernel, given, on):
    """The arguments after a run of the compiled kernel, by name."""
    made = kernel.compile()
    check = made.check(on=on)
    assert set(check.undecided) <= UNDECIDED.get(kernel.name, set()), check
    assert check.proved or check.undecided, check
    values = {name: np.array(value) for name, value in given.items()}
    made(**values, on=on)
    return values


@pytest.mark.parametrize("on", ["cpu", "emulator"])
@pytest.mark.parametrize("name,sizes", CASES, ids=IDS)
def test_same_as_numpy(name, sizes, on):
    module, tolerance = load(name), SIZES[name][1]
    kernel = getattr(module, name)
    given = inputs(name, kernel, sizes)
    before = {key: np.array(value) for key, value in given.items()}
    found = compiled(kernel, given, on)
    module.reference(*given.values())
    changed = False
    for key, (type_, _) in kernel.parameters.items():
        if getattr(type_, "is_dead_out", True):
            continue
        assert np.all(np.isfinite(given[key])), "the inputs show nothing"
        np.testing.assert_allclose(found[key], given[key], rtol=tolerance, atol=tolerance)
        changed |= not np.array_equal(found[key], before[key])
    assert changed


@pytest.mark.parametrize("name,sizes", CASES, ids=IDS)
def test_same_as_python(tmp_path, name, sizes):
    """To the bit; functions that NumPy rounds in its own way are the exception."""
    kernel = getattr(load(name), name)
    rounded = name in ("softmax", "layer_norm", "attention_scores")
    check(tmp_path, kernel, sizes, inputs(name, kernel, sizes), 1e-5 if rounded else 0)


def test_sparse_matrix_vector_is_refused():
    module = load("sparse_matrix_vector")
    for make, what in ((module.csr, "bound 'begin[i]'"),
                       (module.ell, "subscript 'column[i, k]'")):
        with pytest.raises(pm.KernelError) as caught:
            make()
        assert f"the {what} is not affine" in caught.value.msg
    with contextlib.redirect_stdout(io.StringIO()) as shown:
        module.main()
    assert "csr: line" in shown.getvalue() and "ell: line" in shown.getvalue()


@pytest.mark.parametrize("name", SIZES)
def test_main_shows_it(name):
    with contextlib.redirect_stdout(io.StringIO()) as shown:
        load(name).main()
    assert shown.getvalue()


def test_all_are_tested():
    files = {file[:-3] for file in os.listdir(FOLDER) if file.endswith(".py")}
    assert files == {*SIZES, "sparse_matrix_vector"}
    for name in files:
        module = load(name)
        assert module.__doc__ and callable(module.main)
