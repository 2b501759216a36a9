"""Where the text of kernels comes from: files of all kinds, cells of notebooks, and what has
none."""
import importlib.util
import linecache
import subprocess
import sys

import pytest
from support import ROOT, check
from test_refusals import refused

import polymem as pm

KERNEL = '@pm.kernel\ndef f(A: pm.f32["N"]):\n    for i in range(N):\n        A[i] += 1\n'
IMPORT = "import polymem as pm\n"


def load(tmp_path, text, encoding="utf-8", newline="\n", name="user_kernels"):
    path = tmp_path / f"{name}.py"
    path.write_bytes(text.replace("\n", newline).encode(encoding))
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def works(tmp_path, kernel, **sizes):
    check(tmp_path, kernel, sizes or dict(N=5))


# Files.


@pytest.mark.parametrize("newline", ["\n", "\r\n"], ids=["lf", "crlf"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1"])
def test_encodings(tmp_path, newline, encoding):
    text = f"# -*- coding: {encoding.replace('-sig', '')} -*-\n# Größe\n{IMPORT}{KERNEL}" \
           f"@pm.kernel\ndef g(größe: pm.f32['N']):\n    größe[0] = 1.5  # für später\n"
    module = load(tmp_path, text, encoding, newline)
    works(tmp_path, module.f)
    works(tmp_path, module.g)


def test_places_behind_letters_that_are_not_ascii(tmp_path):
    text = f"# coding: latin-1\n{IMPORT}@pm.kernel\ndef f(A: pm.f32['N']):\n" \
           f"\tfür = A[0]; A[1] = für + größe\n"
    path = tmp_path / "user_kernels.py"
    with pytest.raises(pm.KernelError) as caught:
        load(tmp_path, text, "latin-1", "\r\n")
    error = caught.value
    assert error.filename == str(path) and error.lineno == 5
    assert error.text[error.offset - 1:].startswith("größe")


def test_tabs_and_lines_that_go_on(tmp_path):
    text = f"{IMPORT}@pm.kernel\ndef f(A: pm.f32['N'],\n      x: pm.f32,\n):\n" \
           "\tfor i in range(\n\t\tN\n\t):\n\t\tA[i] = \\\n\t\t\tx; A[i] *= (\n2\n)\n"
    works(tmp_path, load(tmp_path, text).f)


def test_no_newline_at_the_end(tmp_path):
    works(tmp_path, load(tmp_path, (IMPORT + KERNEL).rstrip("\n")).f)


def test_decorator_on_several_lines(tmp_path):
    text = IMPORT + KERNEL.replace("@pm.kernel\n",
                                   "@(\n    pm\n    .kernel  # here\n)\n# and a comment\n\n")
    works(tmp_path, load(tmp_path, text).f)


def test_made_later(tmp_path):
    """A function is a kernel after its definition as well, also as another name."""
    module = load(tmp_path, IMPORT + KERNEL.replace("@pm.kernel\n", "") + "g = pm.kernel(f)\n")
    assert module.g.name == "f"
    works(tmp_path, module.g)


def test_same_name_twice(tmp_path):
    text = f"{IMPORT}{KERNEL}first = f\n{KERNEL.replace('+= 1', '-= 3')}"
    module = load(tmp_path, text)
    assert "arith.addf" in module.first.source_ir and "arith.subf" in module.f.source_ir


# Notebooks, prompts and exec.


def cell(text, name, scope):
    """Runs text as IPython does."""
    linecache.cache[name] = (len(text), None, text.splitlines(True), name)
    exec(compile(text, name, "exec"), scope)


def test_notebook(tmp_path):
    scope = {}
    cell(f"{IMPORT}factor = 3.0\n", "<ipython-input-1-0>", scope)
    cell(KERNEL.replace("+= 1", "+= factor"), "<ipython-input-2-0>", scope)
    first = scope["f"]
    cell(KERNEL.replace("+= 1", "-= factor"), "<ipython-input-3-0>", scope)
    cell('@pm.kernel\ndef g(A: pm.f32["M"]):\n    f(A)\n', "/cells/ipykernel_1/2.py", scope)
    assert "arith.addf" in first.source_ir and "arith.subf" in scope["f"].source_ir
    works(tmp_path, scope["g"], M=4)
    with pytest.raises(pm.KernelError) as caught:
        cell("@pm.kernel\ndef f(A: pm.f32['N']):\n    A[0] = nothing\n", "<ipython-input-4-0>",
             scope)
    assert (caught.value.filename, caught.value.lineno, caught.value.offset,
            caught.value.text) == ("<ipython-input-4-0>", 3, 12, "    A[0] = nothing\n")


@pytest.mark.parametrize("arguments,text", [
    (["-i", "-q"], IMPORT + KERNEL + "\n"), (["-"], IMPORT + KERNEL),
    (["-c", IMPORT + KERNEL], "")], ids=["prompt", "stdin", "command"])
def test_no_source(arguments, text):
    done = subprocess.run([sys.executable, *arguments], input=text, capture_output=True,
                          text=True, env={"PYTHONPATH": f"{ROOT}/python"})
    if sys.version_info < (3, 13):
        assert "KernelError: the source of 'f' is not available, as in" in done.stderr


def test_exec_with_the_name_of_a_file(tmp_path):
    """The text is not that of the file which it claims to be from."""
    path = tmp_path / "other.py"
    path.write_text("# nothing\n")
    for text, message in ((KERNEL, "not in its file any more"),
                          ("\n" + KERNEL, "is not that of the function")):
        with pytest.raises(pm.KernelError, match=message):
            exec(compile(text, str(path), "exec"), {"pm": pm})
        path.write_text("\n" + KERNEL.replace("+= 1", "+= 2"))


def test_file_is_no_python_any_more(tmp_path):
    module = load(tmp_path, IMPORT + KERNEL.replace("@pm.kernel", "#"))
    (tmp_path / "user_kernels.py").write_text("def f(:\n")
    with pytest.raises(pm.KernelError, match="not in its file any more"):
        pm.kernel(module.f)


# What is no function with a text of its own.


@pytest.mark.parametrize("text,place,message", [
    ("f = pm.kernel(lambda A: 0)\n", "lambda A", "not with 'lambda'"),
    (KERNEL.replace("def", "async def"), "async def", "not with 'async def'"),
    ('class C:\n    @pm.kernel\n    def f(self, A: pm.f32["N"]):\n        A[0] = 0\n',
     "self", "'self' has no type"),
    ('class C:\n    @staticmethod\n    @pm.kernel\n    def f(A: pm.f32["N"]):\n        A[0] = 0\n',
     "pm.kernel", "one decorator"),
    ('class C:\n    @pm.kernel\n    def f(__A: pm.f32["N"]):\n        __A[0] = 0\n',
     "__A: pm", "without '__'"),
    ('@pm.kernel\ndef f(A: pm.f32["N"]):\n    yield A\n', "yield A", "no effect"),
    (f"def other(f):\n    return f\n@other\n{KERNEL}", "pm.kernel", "one decorator"),
], ids=["lambda", "async", "self", "staticmethod", "__", "yield", "decorators"])
def test_refusals(tmp_path, text, place, message):
    refused(tmp_path, IMPORT + text, place, message)


@pytest.mark.parametrize("thing", [3, "f", len, print, pm, pm.f32, staticmethod(works),
                                   "text".upper, type("C", (), {})], ids=repr)
def test_no_functions(thing):
    with pytest.raises(TypeError, match="a kernel is made from a function, not from"):
        pm.kernel(thing)


def test_parameters_for_types(monkeypatch):
    """`def f[T](...)` is syntax of Python 3.12."""
    import ast

    from polymem.frontend.source import Source

    def f(A: pm.f32["N"]):
        A[0] = 0
    tree = Source(f).tree
    tree.type_params = [ast.Pass()]
    try:
        with pytest.raises(pm.KernelError, match="no parameters for types"):
            pm.kernel(f)
    finally:
        tree.type_params = []


# Classes and closures.


def test_in_a_class(tmp_path):
    text = f"{IMPORT}class C:\n    T = pm.f64\n    @pm.kernel\n    def f(A: T['N'], x: T):\n" \
           "        A[0] = x\n"
    works(tmp_path, load(tmp_path, text).C.f)


CLOSURES = """import polymem as pm
def make(T, n, unused):
    m = n + 1
    @pm.kernel
    def inner(A: T["N", n]):
        for i in range(N):
            A[i, 0] *= m
    def deeper():
        @pm.kernel
        def outer(B: T["K", n], x: T):
            inner(B)
            B[0, m - n] += n * x
        return outer
    return deeper()
def late():
    @pm.kernel
    def f(A: pm.f32["N"]):
        A[0] = value
    value = 4
"""


@pytest.mark.parametrize("future", ["", "from __future__ import annotations\n"],
                         ids=["objects", "texts"])
def test_closures(tmp_path, future):
    module = load(tmp_path, future + CLOSURES)
    for T in (pm.f32, pm.f64):
        kernel = module.make(T, 3, None)
        assert kernel.parameters["B"][0].element is T
        assert "memref<?x3x" in kernel.source_ir and "4.0" in kernel.source_ir
    with pytest.raises(pm.KernelError, match="there is no 'value'"):
        module.late()


def test_annotations_that_are_texts(tmp_path):
    text = f"from __future__ import annotations\n{IMPORT}{KERNEL}" \
           "@pm.kernel\ndef g(A: 'pm.f32[4]', n: pm.index, B: pm.i32['n'].within(0, 'n')):\n" \
           "    for i in range(n):\n        B[i] += pm.i32(i)\n"
    module = load(tmp_path, text)
    works(tmp_path, module.f)
    assert repr(module.g.parameters["B"][0]) == 'pm.i32["n"].within(0, "n")'


@pytest.mark.parametrize("annotation,message", [
    ("pm.f31['N']", "cannot be evaluated: module 'polymem' has no attribute 'f31'"),
    ("Unknown", "cannot be evaluated: name 'Unknown' is not defined"),
    ("pm.f32['N * N']", "cannot be evaluated: 'N \\* N' is not a size expression"),
    ("pm.f32['N'].within(0, 1)", "cannot be evaluated: .* has no range"),
    ("int", "'int' is no type of a kernel's parameter")])
def test_texts_that_are_no_types(tmp_path, annotation, message):
    text = f"from __future__ import annotations\n{IMPORT}" \
           f"@pm.kernel\ndef g(A: {annotation}):\n    pass\n"
    refused(tmp_path, text, annotation, message)


# Size.


def test_deep_expressions(tmp_path):
    sum_ = " + ".join(["A[0]"] * 1500)
    with pytest.raises(pm.KernelError, match="nested too deeply") as caught:
        load(tmp_path, f"{IMPORT}@pm.kernel\ndef f(A: pm.f32['N']):\n    A[0] = {sum_}\n")
    assert caught.value.lineno == 4


def test_deep_conditions(tmp_path):
    chain = "    if A[0] == 0:\n        A[0] = 1\n" + \
        "".join(f"    elif A[0] == {n}:\n        A[0] = 1\n" for n in range(1, 900))
    with pytest.raises(pm.KernelError, match="nested too deeply"):
        load(tmp_path, f"{IMPORT}@pm.kernel\ndef f(A: pm.f32['N']):\n{chain}")


def test_long_functions(tmp_path):
    body = "".join(f"    A[{n}] = A[{n + 1}] + {n}\n" for n in range(2000))
    module = load(tmp_path, f"{IMPORT}@pm.kernel\ndef f(A: pm.f32[2001]):\n{body}")
    assert module.f.source_ir.count("affine.store") == 2000


def test_warnings_of_python_come_once(tmp_path):
    text = f"{IMPORT}{KERNEL}def g(x):\n    return x is 3\n"
    with pytest.warns(SyntaxWarning) as caught:
        load(tmp_path, text)
    assert len(caught) == 1
