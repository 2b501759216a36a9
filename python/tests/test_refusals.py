"""What is no kernel is refused, with a message and the place that is meant."""
import importlib.util
import re

import pytest

import polymem as pm

HEADER = """import math
import polymem as pm
import numpy as np
THREE = 3
WORD = "word"
@pm.kernel
def helper(x: pm.f32["n"], a: pm.f32):
    for h in range(n):
        x[h] = a
@pm.kernel
def square(x: pm.f32["n", "n"]):
    x[0, 0] = 0
@pm.kernel
def sized(x: pm.f32["n"], m: pm.index):
    x[0] = 0
"""
DEFAULT = 'A: pm.f32["M", "N"], B: pm.f32["N"], I: pm.i32["N"], D: pm.f64["N"], x: pm.f32, n: pm.i32'


def load(tmp_path, text):
    path = tmp_path / "user_kernels.py"
    path.write_text(text)
    spec = importlib.util.spec_from_file_location("user_kernels", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def refused(tmp_path, text, place, message):
    """The last line with `place`, in which `place` begins where the error is."""
    with pytest.raises(pm.KernelError) as caught:
        load(tmp_path, text)
    error = caught.value
    assert isinstance(error, SyntaxError)
    assert re.search(message, error.msg), error.msg
    assert error.filename == str(tmp_path / "user_kernels.py")
    line = text.splitlines()[error.lineno - 1]
    assert error.text.rstrip("\n") == line
    assert line[error.offset - 1:].startswith(place), \
        f"{error.msg}\n{line}\n{' ' * (error.offset - 1)}^"


BODIES = [
    # Subscripts and names.
    ("for i in range(N):\n  B[i * i] = 0", "i * i", "not affine: it multiplies"),
    ("for i in range(N):\n  B[I[i]] = 0", "I[i]", r"not affine: 'I\[i\]' is data"),
    ("for i in range(N):\n  B[M * i] = 0", "M * i", "not affine: it multiplies"),
    ("for i in range(N):\n  B[n] = 0", "n]", "not affine: 'n' is i32"),
    ("for i in range(N):\n  B[i / 2] = 0", "i / 2", "not affine: it has '/'"),
    ("for i in range(N):\n  B[7 // (i + 1)] = 0", "7 // (i", "divides by what is not a constant"),
    ("for i in range(N):\n  B[i % 0] = 0", "i % 0", "not affine: it divides by zero"),
    ("B[-1] = 0", "-1", "subscript -1 is negative.*size minus 1"),
    ("A[0] = 0", "A[0]", "'A' has 2 dimensions, and 1 subscript is given"),
    ("B[0, 1] = 0", "B[0, 1]", "'B' has 1 dimension, and 2 subscripts are"),
    ("A[0][1] = 0", "A[0][1]", "write A\\[i, j\\]"),
    ("B[1:3] = 0", "1:3", "a slice is not taken"),
    ("B = 0", "B =", "'B' is an array, which is not assigned as a whole"),
    ("x[0] = 1", "x[0]", "'x' is no array"),
    ("B[0] = y", "y", "there is no 'y'"),
    ("B[0] = WORD", "WORD", "'WORD' is of type str"),
    ("B[0] = helper", "helper", "'helper' is a function"),
    ("B[0] = B + 1", "B + 1", "'B' is an array of 1 dimensions"),
    ("B[0] = math.nothing", "math.nothing", "not a value"),
    ("t = pm.local(pm.f32, 4)\nt[4] = 0", "4] = 0", "out of bounds.*4 elements"),
    ("I[0] = pm.i32(-(N * (-2 ** 63)))", "I[0]", "does not fit 64 bits"),
    # Types.
    ("B[0] = D[0]", "D[0]", r"'D\[0\]' is f64, and f32 is needed here: convert it, pm.f32"),
    ("B[0] = x + D[0]", "x + D", "mixes f32 and f64"),
    ("B[0] = n", "n", "'n' is i32, and f32 is needed"),
    ("for i in range(N):\n  B[i] = i", "i", "'i' is index, and f32 is needed"),
    ("I[0] = 0.5", "0.5", "0.5 is no i32"),
    ("I[0] = n * 1.5", "1.5", "1.5 is no i32"),
    ("I[0] = n / 2", "n / 2", "'/' on integers"),
    ("I[0] /= 2", "I[0]", "'/=' on integers"),
    ("I[0] = n // n", "n // n", "divides by a constant or a size"),
    ("I[0] = n // 0", "n // 0", "divides by zero"),
    ("I[0] = n % (2 - 2)", "n % (", "divides by zero"),
    ("B[0] = 1 / 0", "1 / 0", "cannot be evaluated"),
    ("B[0] = x // 2", "x // 2", r"'//' is for integers.*pm.floor"),
    ("B[0] = x ** 3", "x ** 3", "exponent 2 only"),
    ("B[0] = x << 2", "x << 2", "is for integers"),
    ("I[0] = n << n", "n << n", "shifts by a constant"),
    ("I[0] = 3000000000", "3000000000", "does not fit i32"),
    ("B[0] = 1e39", "1e39", "does not fit f32"),
    ("B[0] = True", "True", "True is no f32"),
    ("B[0] = -(n > 1)", "-(n", "is not for conditions"),
    ("B[0] = 'a'", "'a'", "is no number"),
    ("B[0] = 1j", "1j", "is no number"),
    ("B[0] = [1]", "[1]", "a list is not taken"),
    ("if x:\n  B[0] = 0", "x:", "'x' is f32, not a condition"),
    ("if n > 0.5:\n  B[0] = 0", "n > 0.5", "0.5 is no i32"),
    ("if x < n:\n  B[0] = 0", "x < n", "mixes f32 and i32"),
    ("if x is n:\n  B[0] = 0", "x is n", "'is' and 'in'"),
    ("B[0] = x and 1.0", "x and", "not a condition"),
    ("s = 0", "0", "the type of 's' is not known"),
    ("s = x\ns = n", "n", "'n' is i32, and f32 is needed"),
    ("s, s = x, x", "s, s", "'s' is assigned twice here"),
    ("s: float = 0", "float", "no type of a number"),
    ("B[0] = float(n)", "float(n)", "how many bits"),
    ("B[0] = math.sqrt(n)", "math.sqrt(n)", "for floating point, and its argument is i32"),
    ("B[0] = math.floor(x)", "math.floor(x)", r"write pm.floor\(x\), which keeps"),
    ("B[0] = math.ceil(x)", "math.ceil(x)", r"or pm.i32\(pm.ceil\(x\)\)"),
    ("B[0] = np.exp(x)", "np.exp", "cannot be called in a kernel"),
    ("B[0] = nothing(x)", "nothing", "no function 'nothing'"),
    ("B[0] = math.sqrt(x, x)", "math.sqrt", "takes 1 argument"),
    ("B[0] = pm.minimum(1.0, 2.0)", "pm.minimum", "two literals has no type"),
    ("B[0] = sum(B)", "sum", "cannot be called"),
    ("B[0] = x @ x", "x @ x", "no operations on whole arrays"),
    # Values that may not be there.
    ("for i in range(N):\n  s = x\nB[0] = s", "s", "'s' has no value here: it is assigned in the loop"),
    ("for i in range(N):\n  B[i] = s\n  s = x", "s", "'s' has no value here"),
    ("if n > 0:\n  s = x\nB[0] = s", "s", "only one branch"),
    ("for i in range(N):\n  pass\nB[0] = pm.f32(i)", "i)", "'i' has no value here: it is the variable"),
    ("THREE += 1", "THREE", "'THREE' has no value here"),
    ("if n > 0:\n  s = x\nelse:\n  s = n\nB[0] = s", "if n", "f32 in one branch and i32"),
    # Loops.
    ("for i in range(N, 0, -1):\n  pass", "-1", "the step is -1.*positive"),
    ("for i in range(0, N, 0):\n  pass", "0)", "the step is 0"),
    ("for i in range(n):\n  pass", "n)", "bound 'n' is not affine: 'n' is i32"),
    ("for i in range(I[0]):\n  pass", "I[0]", "is data"),
    ("for i in range(max(M, N)):\n  pass", "max(M, N)", "a min of affine"),
    ("for i in range(min(M, N), N):\n  pass", "min(M, N)", "a max of affine"),
    ("for i in range(N):\n  for i in range(M):\n    pass", "i in", "variable of a loop around"),
    ("for i in range(N):\n  i = 0", "i = 0", "'i' is a loop variable, which is read-only"),
    ("N = 4", "N =", "'N' is a size, which is read-only"),
    ("for N in range(4):\n  pass", "N in", "'N' is a size"),
    ("for x in range(4):\n  pass", "x in", "'x' has a value already"),
    ("for i in B:\n  pass", "B:", r"over range\(\.\.\.\)"),
    ("for i, j in range(N):\n  pass", "i, j", "one variable"),
    ("for i, in pm.parallel(range(N)):\n  pass", "i,", "one variable"),
    ("for i, j in pm.parallel(0, N):\n  pass", "i, j", "one variable"),
    ("for i in pm.parallel(range(N), range(M)):\n  pass", "i in", "2 ranges need as many variables, and there is 1"),
    ("for i, j, k in pm.parallel(range(N), range(M)):\n  pass", "i, j, k", "there are 3"),
    ("for i, j in pm.parallel(range(N), M):\n  pass", "M)", "a range for each variable"),
    ("for i, i in pm.parallel(range(N), range(M)):\n  pass", "i in", "two variables of this loop"),
    ("for i, x in pm.parallel(range(N), range(M)):\n  pass", "x in", "'x' has a value already"),
    ("for i, (j, k) in pm.parallel(range(N), range(M)):\n  pass", "(j, k", "cannot be a loop variable"),
    ("for i, j in pm.parallel(range(N), range(i)):\n  pass", "i)):", "'i' has no value here: a loop variable has one in its loop"),
    ("for i, j in pm.parallel(range(N), range(0, M, -1)):\n  pass", "-1", "the step is -1"),
    ("for i, j in pm.parallel(range(N), range(0, M, N + 1)):\n  pass", "N + 1", "constant or a size as it is"),
    ("for B[0] in range(N):\n  pass", "B[0]", "cannot be a loop variable"),
    ("for i in range(N):\n  pass\nelse:\n  B[0] = 0", "B[0]", "'else' of a loop"),
    ("for i in range(N):\n  for j in range(0, N, i):\n    pass", "i):", "changes with a loop"),
    ("for i in range(N):\n  for j in range(0, N, M + 1):\n    pass", "M + 1", "a constant or a size as it is"),
    ("for i in range(max(1, M), N, M):\n  pass", "M):", "a lower bound without max"),
    ("s = x\nfor i in pm.parallel(N):\n  s += B[i]", "for i", "parallel loop change 's'"),
    # Statements.
    ("while n > 0:\n  pass", "while", "'while' is not taken"),
    ("for i in range(N):\n  break", "break", "'break' is not taken"),
    ("return x", "return", "returns nothing"),
    ("assert n > 0", "assert", "'assert' is not taken"),
    ("print(x)", "print", "no effect"),
    ("x", "x", "no effect"),
    ("kernel(A, B, I, D, x, n)", "kernel(", "calls itself"),
    ("import os", "import", "'import' is not taken"),
    ("s = t = pm.local(pm.f32, 4)", "s = t", "assigned to one name"),
    ("B[0] = pm.local(pm.f32, 4)", "B[0] =", "assigned to one name"),
    ("t = pm.local(pm.f32, 'Q')", "'Q'", "'Q' in the extent 'Q' is no size"),
    ("for i in range(N):\n  t = pm.local(pm.f32, i)", "i)", "changes with a loop"),
    ("t = pm.local(4)", "4)", "no type of elements"),
    ("x.y = 1", "x.y", "cannot be assigned to"),
    # Calls of kernels.
    ("helper(B)", "helper(B)", "the argument 'a' of 'helper' is missing"),
    ("helper(B, x, x)", "helper", "takes 2 arguments, not 3"),
    ("helper(A, x)", "A, x", "an array of 1 dimensions of f32, and 'A' one of 2"),
    ("helper(x, x)", "x, x", "is an array: give the name"),
    ("helper(B, n)", "n)", "'n' is i32, and f32 is needed"),
    ("square(A)", "A)", "dimension 1 of 'A' is 'N'"),
    ("sized(B, pm.index(n))", "pm.index(n)", "is not affine, and 'm' is a size"),
    ("B[0] = helper(B, x)", "helper", "gives no value"),
    ("helper(B, b=x)", "x)", "takes no argument 'b'"),
]


@pytest.mark.parametrize("body,place,message", BODIES, ids=[b[0].replace("\n", ";") for b in BODIES])
def test_bodies(tmp_path, body, place, message):
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    refused(tmp_path, f"{HEADER}@pm.kernel\ndef kernel({DEFAULT}):\n{lines}", place, message)


HEADS = [
    ("A", "A", "'A' has no type"),
    ("A: int", "int", "'int' is no type of a kernel's parameter"),
    ('A: pm.f32["N + 1"]', "pm.f32", "nothing fixes the size 'N'"),
    ('A: pm.f32["N"], N: pm.i32', "pm.f32", "is of type pm.index"),
    ("x: pm.f32 = 1", "1", "no default"),
    ("*A: pm.f32", "A: pm", "are positional"),
]


@pytest.mark.parametrize("head,place,message", HEADS, ids=[h[0] for h in HEADS])
def test_heads(tmp_path, head, place, message):
    refused(tmp_path, f"{HEADER}@pm.kernel\ndef kernel({head}):\n    pass\n", place, message)


@pytest.mark.parametrize("extent", ["N * M", "N // 2", "1 +", "", "f(N)", "lambda"])
def test_extents(extent):
    with pytest.raises(ValueError):
        pm.f32[extent]


def test_types_are_no_sequences():
    with pytest.raises(TypeError, match="not iterable"):
        list(pm.f32)


def test_columns_count_characters(tmp_path):
    text = f'{HEADER}@pm.kernel\ndef kernel({DEFAULT}):\n    größe = x; B[0] = größe + D[0]\n'
    refused(tmp_path, text, "größe + D[0]", "mixes f32 and f64")


def test_not_in_a_file():
    scope = {"pm": pm}
    with pytest.raises(pm.KernelError, match="source of 'f' is not available"):
        exec("@pm.kernel\ndef f(A: pm.f32['N']):\n    A[0] = 0\n", scope)


def test_changed_file(tmp_path):
    module = load(tmp_path, f"{HEADER}def f(A: pm.f32['N']):\n    A[0] = 0\n")
    path = tmp_path / "user_kernels.py"
    path.write_text(path.read_text().replace("A[0] = 0\n", "A[0] = 1\n"))
    with pytest.raises(pm.KernelError, match="changed after it was loaded"):
        pm.kernel(module.f)


def test_another_decorator(tmp_path):
    text = f"{HEADER}def other(f):\n    return f\n@pm.kernel\n@other\n" \
           f"def kernel({DEFAULT}):\n    pass\n"
    refused(tmp_path, text, "other", "one decorator")


def test_traceback_shows_the_place(tmp_path):
    """As errors of syntax do, with the line and a mark below it."""
    import traceback
    with pytest.raises(pm.KernelError) as caught:
        load(tmp_path, f"{HEADER}@pm.kernel\ndef kernel({DEFAULT}):\n    B[-1] = 0\n")
    shown = "".join(traceback.format_exception_only(caught.type, caught.value))
    assert "user_kernels.py" in shown and "    B[-1] = 0\n      ^" in shown


def test_calls_from_python():
    with pytest.raises(TypeError, match="inside a kernel"):
        pm.f32(1)
