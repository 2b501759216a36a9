"""The program as it is written: what it computes, and what it does not depend on."""
import numpy as np
import pytest

import polymem as pm
from polymem import targets


@pm.kernel
def sums(A: pm.f32["N"], S: pm.f32[1]):
    for i in range(N):
        S[0] += A[i]


@pm.kernel
def shift(A: pm.f32["N"], B: pm.f32["N"]):
    for i in range(1, N):
        B[i] = A[i - 1]


def numbers(n):
    return np.random.default_rng(1).uniform(-1, 1, n).astype(np.float32)


@pytest.mark.filterwarnings("ignore::polymem.PolyMemWarning")
def test_sums_are_in_the_order_of_the_text():
    """Where a pipeline sums in parts, the reference does not."""
    a = numbers(4096)
    wanted = np.float32(0)
    for x in a:
        wanted += x
    k = sums.compile(options=[pm.ToPTX(reassociate=True)])
    s = np.zeros(1, np.float32)
    k.reference(a, s)
    assert s[0] == wanted
    s[0] = 0
    k(a, s, on="emulator")
    assert s[0] != wanted and s[0] == pytest.approx(wanted, abs=1e-2)


def test_no_pipeline_runs(monkeypatch):
    """Options that no pipeline takes do not matter."""
    made = []
    original = targets._lowered
    monkeypatch.setattr(targets, "_lowered",
                        lambda *given: made.append(given[2]) or original(*given))
    k = sums.compile(options=[pm.ToPTX(machine="cray"), pm.ToCPU(machine="cray")])
    s = np.zeros(1, np.float32)
    k.reference(np.ones(3, np.float32), S=s)
    k.reference(np.ones(3, np.float32), s)
    assert s[0] == 6 and made == [""]
    with pytest.raises(pm.CompileError, match="cray"):
        k(np.ones(3, np.float32), s, on="cpu")


def test_files_in_mlir():
    a, s = np.ones(5, np.float32), np.zeros(1, np.float32)
    pm.compile(sums.source_ir).reference(a, s)
    assert s[0] == 5


def test_arguments_are_checked():
    k = shift.compile()
    a = numbers(6)
    with pytest.raises(pm.ArgumentError, match="argument 'B' .*extent 0 of 'B' is 5"):
        k.reference(a, a[:5].copy())
    with pytest.raises(pm.ArgumentError, match="overlap"):
        k.reference(a[:5], a[1:])


def test_overlap_is_in_the_order_of_the_text():
    """Each element that is read was written by the iteration before."""
    a = numbers(6)
    shift.compile().reference(a, a, overlap=True)
    assert np.array_equal(a, np.full(6, a[0]))


def test_out_of_bounds():
    @pm.kernel
    def beyond(A: pm.f32["N"]):
        for i in range(N):
            A[i + 1] = 1.0

    a = np.zeros(8, np.float32)[:4]
    with pytest.raises(pm.RunError, match="out-of-bounds"):
        beyond.compile().reference(a, checked=True)


@pm.kernel
def axpy(A: pm.f32["N"], B: pm.f32["N"], x: pm.f32):
    for i in range(N):
        B[i] += x * A[i]


@pytest.mark.filterwarnings("ignore::polymem.PolyMemWarning")
def test_products_and_sums_are_rounded_as_in_the_pipeline():
    a, b = numbers(999), numbers(999)[::-1].copy()

    def result(call, **how):
        mine = b.copy()
        call(a, mine, 0.7, **how)
        return mine

    k = axpy.compile(options=[pm.ToPTX(contract=True)])
    once, twice = result(k.reference), result(k.reference, on="cpu")
    assert not np.array_equal(once, twice)
    assert np.array_equal(once, result(k, on="emulator"))
    assert np.array_equal(twice, result(k, on="cpu"))
    assert k.check()


@pytest.mark.filterwarnings("ignore::polymem.PolyMemWarning")
def test_flags_of_operations_count():
    text = "\n".join(line.replace(" : f32", " fastmath<contract> : f32")
                     if "arith.mulf" in line or "arith.addf" in line else line
                     for line in axpy.source_ir.splitlines())
    k = pm.compile(text)
    a, b, c = numbers(999), numbers(999)[::-1].copy(), numbers(999)[::-1].copy()
    k.reference(a, b, 0.7)
    k(a, c, 0.7, on="emulator")
    assert np.array_equal(b, c)


def test_reference_of_no_target():
    with pytest.raises(pm.ArgumentError, match="on='gpu'"):
        axpy.compile().reference(numbers(3), numbers(3), 1.0, on="gpu")
