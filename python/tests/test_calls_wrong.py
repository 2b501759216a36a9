"""Wrong calls: each is an ArgumentError that names the argument, and nothing runs."""
import random
import re

import numpy as np
import pytest

import polymem as pm


@pm.kernel
def gemm(A: pm.f32["M", "K"], B: pm.f32["K", "N"], C: pm.f32["M", "N"], alpha: pm.f32):
    for i in range(M):
        for j in range(N):
            for k in range(K):
                C[i, j] += alpha * A[i, k] * B[k, j]


@pm.kernel
def mixed(X: pm.i32["2 * N + 1"], Y: pm.f64["N", 3], flag: pm.i1, n: pm.i8, h: pm.f16,
          S: pm.f32[()]):
    for i in range(N):
        Y[i, 1] = Y[i, 0]
        X[2 * i] = X[2 * i] + 1
    S[()] = 1.0


def right_gemm():
    return {"A": np.ones((3, 4), np.float32), "B": np.ones((4, 5), np.float32),
            "C": np.zeros((3, 5), np.float32), "alpha": 1.5}


def right_mixed():
    return {"X": np.ones(9, np.int32), "Y": np.ones((4, 3)), "flag": True, "n": -5, "h": 0.5,
            "S": np.zeros((), np.float32)}



def test_right_ones_run():
    for kernel, right in ((gemm, right_gemm), (mixed, right_mixed)):
        kernel(**right())


def read_only(array):
    array.flags.writeable = False
    return array


@pytest.mark.parametrize("name, value, message", [
    ("A", np.ones((3, 4)), "elements of type f32 are wanted, not f64"),
    ("A", np.ones((3, 4), np.complex64), "elements of type f32 are wanted, not complex64"),
    ("A", np.ones((3, 4), ">f4"), "elements of type f32 are wanted, not big-endian f32"),
    ("A", np.ones((3, 4, 1), np.float32), "an array of 2 dimensions is wanted.*(3, 4, 1)"),
    ("A", np.ones(12, np.float32), "an array of 2 dimensions is wanted"),
    ("A", np.ones((3, 8), np.float32)[:, ::2], "not contiguous (strides (8, 2) in elements)"),
    ("A", np.ones((4, 3), np.float32).T, "not contiguous"),
    ("A", np.ones((3, 4), np.float32)[::-1], "not contiguous"),
    ("A", np.zeros(49, np.int8)[1:].view(np.float32).reshape(3, 4), "unaligned f32"),
    ("A", [[1.0] * 4] * 3, "an array is wanted, pm.f32[\"M\", \"K\"], not list"),
    ("A", None, "an array is wanted.*NoneType"),
    ("A", 1.0, "an array is wanted.*float"),
    ("B", np.ones((5, 5), np.float32), "extent 0 of 'B' is 5, but K is 4, from extent 1 of 'A'"),
    ("C", np.ones((3, 4), np.float32), "extent 1 of 'C' is 4, but N is 5, from extent 1 of 'B'"),
    ("C", read_only(np.zeros((3, 5), np.float32)), "read-only, and the kernel writes it"),
    ("alpha", "1", "a number of type f32 is wanted, not str"),
    ("alpha", None, "a number of type f32 is wanted, not NoneType"),
    ("alpha", 1j, "a number of type f32 is wanted, not complex"),
    ("alpha", True, "a number of type f32 is wanted, not bool"),
    ("alpha", 1e300, "1e+300 does not fit f32"),
    ("alpha", [1.0], "a number of type f32 is wanted, not list"),
    ("alpha", np.ones(3), "a number of type f32 is wanted, not an array of"),
])
def test_gemm(name, value, message):
    check(gemm, right_gemm(), name, value, message)


@pytest.mark.parametrize("name, value, message", [
    ("X", np.ones(8, np.int32), "extent 0 is 8, but 2 * N + 1 is 9 (N = 4 from extent 0 of 'Y')"),
    ("X", np.ones(9, np.uint32), "elements of type i32 are wanted, not uint32"),
    ("X", np.ones(9, np.int64), "elements of type i32 are wanted, not i64"),
    ("Y", np.ones((4, 2)), "extent 1 is 2, but 3 is 3"),
    ("flag", 2, "2 does not fit i1: it is not from 0 to 1"),
    ("flag", 0.5, "an integer of type i1 is wanted, not float 0.5"),
    ("n", 128, "128 does not fit i8: it is not from -128 to 127"),
    ("n", 1.0, "an integer of type i8 is wanted, not float 1.0"),
    ("n", np.float32(1), "an integer of type i8 is wanted"),
    ("h", 70000, "70000 does not fit f16"),
    ("S", np.zeros(1, np.float32), "an array of 0 dimensions is wanted"),
    ("S", 1.0, "an array is wanted"),
])
def test_mixed(name, value, message):
    check(mixed, right_mixed(), name, value, message)


def check(kernel, given, name, value, message):
    given[name] = value
    before = {n: np.array(v, copy=True) for n, v in given.items() if isinstance(v, np.ndarray)}
    pattern = ".*".join(map(re.escape, message.split(".*")))
    with pytest.raises(pm.ArgumentError, match=pattern) as raised:
        kernel(**given)
    assert raised.value.argument == name
    line = kernel.function.__code__.co_firstlineno + 1
    assert re.search(rf"argument '{name}' \({re.escape(__file__)}:({line}|{line + 1}):\d+\)",
                     str(raised.value))
    for n, array in before.items():
        assert np.array_equal(array, given[n])


def test_number_of_arguments():
    values = list(right_gemm().values())
    for wrong, message in [
            (lambda: gemm(*values[:3]), "lacks 'alpha': its arguments are A, B, C, alpha"),
            (lambda: gemm(*values, 1), "takes 4 arguments (A, B, C, alpha), not 5"),
            (lambda: gemm(*values, alpha=1), "gets 'alpha' twice"),
            (lambda: gemm(*values, beta=1), "no parameter 'beta'; its parameters are A, B, C"),
            (lambda: gemm(*values, on="gpu"), "on='gpu': one of cuda, emulator, cpu"),
            (lambda: gemm(*values, stream="x", on="cuda"), "stream='x': a number, or")]:
        with pytest.raises(pm.ArgumentError, match=re.escape(message)):
            wrong()


def test_overlap():
    whole = np.zeros(30, np.float32)
    given = right_gemm()
    given["A"] = whole[:12].reshape(3, 4)
    given["C"] = whole[11:26].reshape(3, 5)
    with pytest.raises(pm.ArgumentError, match="overlaps 'A', and one of them is written"):
        gemm(**given)
    given["C"] = whole[12:27].reshape(3, 5)
    gemm(**given)
    # What is only read may overlap.
    given["B"] = whole[4:24].reshape(4, 5)
    given["C"] = np.zeros((3, 5), np.float32)
    gemm(**given)


def test_counts():
    k = gemm.compile()
    for wrong, message in [
            (lambda: k.counts(M=3, N=4), "give a value for K"),
            (lambda: k.counts(M=3, N=4, K=-1), "an extent is -1 at these sizes"),
            (lambda: k.counts(M=3, N=4, K=2, L=5), "no size or number 'L'"),
            (lambda: k.counts(M=3, N=4, K=2.5), "the size 'K' is an integer, not 2.5")]:
        with pytest.raises(pm.ArgumentError, match=re.escape(message)):
            wrong()


WRONG_VALUES = [
    None, "x", b"x", [], {}, (1, 2), 1j, object(), 1e400, float("nan"), 10 ** 30, -1, 0.5, True,
    range(3), lambda: 0, np.ones(3), np.ones((3, 4)), np.ones((4, 3), np.float32),
    np.ones((3, 4, 5), np.float32), np.array("text"), np.array([None]), np.zeros((0, 4), np.float32),
    np.ones((3, 4), np.float16), np.ones((3, 4), np.uint8), np.ma.masked_array([1.0]),
    np.datetime64("2020-01-01"), np.float64(2), np.int64(2), np.bool_(True),
    np.broadcast_to(np.float32(1), (3, 4)), np.ones((6, 8), np.float32)[::2, ::2],
    memoryview(b"abcd"), bytearray(48), type, pm.f32, gemm,
]


def test_random_wrong_calls():
    """A thousand calls with random arguments: they run, and are right, or raise
    ArgumentError."""
    generator = random.Random(7)
    ran = 0
    for _ in range(1000):
        kernel, right = generator.choice([(gemm, right_gemm), (mixed, right_mixed)])
        given = right()
        for _ in range(generator.randint(1, 3)):
            name = generator.choice(list(given))
            kind = generator.randrange(4)
            if kind == 0:
                given.pop(name)
            elif kind == 1:
                given[generator.choice(["x", "on", "seed2", "alpha_"])] = 1
            else:
                given[name] = generator.choice(WRONG_VALUES)
        before = {name: np.array(value) for name, value in given.items()}
        order = list(given.items())
        positional = generator.randint(0, len(order))
        try:
            kernel(*[value for _, value in order[:positional]], **dict(order[positional:]))
        except pm.ArgumentError as error:
            assert str(error)
            continue
        ran += 1
        check_run(kernel, before, given)
    assert 0 < ran < 500


def check_run(kernel, before, given):
    if kernel is mixed:
        assert given["S"] == 1 and np.array_equal(given["Y"][:, 1], before["Y"][:, 0])
        return
    with np.errstate(all="ignore"):
        wanted = before["C"] + before["alpha"].astype(np.float32) * (before["A"] @ before["B"])
    np.testing.assert_allclose(given["C"], wanted, rtol=1e-5, equal_nan=True)


def test_array_that_cannot_be_read():
    class Stubborn:
        def __dlpack__(self, **_):
            raise RuntimeError("it requires grad")

        def __dlpack_device__(self):
            return (1, 0)

    given = right_gemm()
    given["B"] = Stubborn()
    with pytest.raises(pm.ArgumentError, match="argument 'B'.*cannot be read"):
        gemm(**given)
