"""Wrong annotations: the error is a KernelError at the parameter, of a definition over several
lines too, although Python evaluates annotations before there is a kernel."""
import subprocess
import sys

import pytest
from support import ROOT
from test_refusals import load, refused

import polymem as pm

TEXT = """import polymem as pm
n = 3
@pm.kernel
def f(
    A: pm.f32["N"],
    größe: pm.f32, {wrong}, D: pm.f32,
    C: pm.f32["N", "M"],
):
    A[0] = 0
"""


@pytest.mark.parametrize("wrong, message", [
    ('pm.f32["M", 3.5]', r"""'pm.f32\['M', 3.5\]' cannot be evaluated: an extent is an integer or"""),
    ("pm.f32[None]", "an extent is an integer or a text such as .* not None"),
    ("pm.f32[True]", "not True"),
    ("pm.f32[-1]", "an extent is not negative: -1"),
    ('pm.f32["N * N"]', r"'N \* N' is not a size expression: sums of sizes"),
    ('pm.f32["N", "i j"]', "'i j' is not a size expression"),
    ("pm.f32[2 ** 70]", "numbers of 64 bits"),
    ('pm.f32["N"].within(0, 4)', r'pm.f32\["N"\] has no range'),
    ('pm.i32["N"].within(0)', "missing 1 required positional argument"),
    ('pm.i32["N"].within(4, n)', "no number is in within"),
    ("pm.f32(3)", "converts a value inside a kernel"),
    ('pm.f31["N"]', "module 'polymem' has no attribute 'f31'; did you mean 'f32'"),
    ("pm.something", "module 'polymem' has no attribute 'something'$"),
    ("int", "'int' is no type of a kernel's parameter"),
    ('"Unknown"', "'Unknown' cannot be evaluated: name 'Unknown' is not defined"),
    ("[pm.f32]", r"'\[pm.f32\]' is no type"),
    ('pm.f32["Q - 1"]', "nothing fixes the size 'Q'"),
])
@pytest.mark.parametrize("future", ["", "from __future__ import annotations\n"],
                         ids=["objects", "texts"])
def test_wrong(tmp_path, wrong, message, future):
    refused(tmp_path, future + TEXT.format(wrong=f"B: {wrong}"), wrong, message)


def test_missing(tmp_path):
    refused(tmp_path, TEXT.format(wrong="B"), "B,", "'B' has no type")


@pytest.mark.parametrize("wrong, line, place", [
    ('B: pm.f32[\n    "M",\n        3.5]', 6, "pm.f32["),
    ('B:\\\n  pm.f32[3.5]', 7, "pm.f32[3.5"),
    ('B: (pm.i32["M"]\n      .within("a b", 3))', 6, 'pm.i32["M"]')])
def test_annotations_on_several_lines(tmp_path, wrong, line, place):
    with pytest.raises(pm.KernelError) as caught:
        load(tmp_path, TEXT.format(wrong=wrong))
    assert caught.value.lineno == line
    assert caught.value.text[caught.value.offset - 1:].startswith(place)
    assert caught.value.end_lineno >= line


def test_end_of_the_place(tmp_path):
    with pytest.raises(pm.KernelError) as caught:
        load(tmp_path, TEXT.format(wrong='B: pm.f32["ü ü"]'))
    error = caught.value
    assert error.text[error.offset - 1:error.end_offset - 1] == 'pm.f32["ü ü"]'


@pytest.mark.parametrize("text, error", [
    ("T = pm.f32[3.5]\n", TypeError), ("pm.i8['N'].within(0, 999)\n", ValueError),
    ("pm.f31\n", AttributeError), ("def f(A=pm.f32[3.5]): pass\n", TypeError),
    ("def f() -> pm.f32[3.5]: pass\n", TypeError)])
def test_elsewhere(tmp_path, text, error):
    """What is not a parameter's annotation raises what Python's own types do."""
    with pytest.raises(error) as caught:
        load(tmp_path, "import polymem as pm\n" + text)
    assert not isinstance(caught.value, pm.KernelError)
    assert "cannot be evaluated" not in str(caught.value)


def test_without_source():
    """In exec and with -c, the type's own error says what is wrong."""
    for text in ("import polymem as pm\ndef f(A: pm.f32[3.5]): pass",
                 "exec('import polymem as pm\\ndef f(A: pm.f32[3.5]): pass')"):
        done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True,
                              env={"PYTHONPATH": f"{ROOT}/python"})
        assert "an extent is an integer" in done.stderr and done.returncode == 1


def test_without_columns(tmp_path):
    """Python can be told to keep no columns; where one annotation is on the line, it is it."""
    (tmp_path / "wrong.py").write_text(TEXT.format(wrong="B: pm.f32").replace('"M"', "3.5"))
    done = subprocess.run([sys.executable, "-X", "no_debug_ranges", "wrong.py"], cwd=tmp_path,
                          capture_output=True, text=True, env={"PYTHONPATH": f"{ROOT}/python"})
    assert 'wrong.py", line 7\n' in done.stderr and "KernelError: the annotation" in done.stderr


def test_names_that_are_not_there():
    assert not hasattr(pm, "f31")
    with pytest.raises(ImportError):
        from polymem import f31  # noqa: F401
