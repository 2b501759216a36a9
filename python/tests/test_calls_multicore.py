"""Kernels as segments of a multicore: C, plan, runs, timelines, proofs, and what is refused."""
import json
import os
import shutil
import subprocess
import xml.dom.minidom

import numpy as np
import pytest

import polymem as pm


@pm.kernel
def rows(A: pm.f32[60, 400], x: pm.f32[400], y: pm.f32[60]):
    for i in range(60):
        for j in range(400):
            y[i] += A[i, j] * x[j]


@pm.kernel
def named(A: pm.f32["N"], B: pm.f32["N"]):
    for i in range(N):
        B[i] = A[i] + A[i]


#: Two cores, by a plan.
PLANNED = """
func.func @scale(%A: memref<1000xf32>) {
  affine.for %i = 0 to 1000 {
    %x = affine.load %A[%i] : memref<1000xf32>
    %y = arith.addf %x, %x : f32
    affine.store %y, %A[%i] : memref<1000xf32>
  } {prem.plan = #prem.plan<tile = [100], groups = [2]>}
  return
}
"""


def compiled(**options):
    return rows.compile(machine="prem-gu2023", options=pm.ToPrem(**options) if options else None)


def arguments():
    generator = np.random.default_rng(3)
    return [generator.uniform(-1, 1, shape).astype(np.float32) for shape in ((60, 400), 400, 60)]


@pytest.mark.parametrize("seed", [0, 1, 2])
@pytest.mark.parametrize("checked", [True, False])
def test_run_is_the_reference(seed, checked):
    k = compiled(sizes=(10, 200))
    a, x, y = arguments()
    wanted = y.copy()
    k.reference(a, x, wanted, on="multicore")
    before = y.copy()
    assert k(a, x, y, on="multicore", seed=seed, checked=checked) is None
    assert np.array_equal(y, wanted) and not np.array_equal(y, before)


def test_c(tmp_path):
    text = compiled(sizes=(10, 200)).c
    assert "prem_end_segment()" in text and "rows_thread" in text
    compiler = shutil.which("gcc") or shutil.which("clang-22")
    if not compiler:
        pytest.skip("no C compiler")
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
    (tmp_path / "rows.c").write_text(text)
    subprocess.run([compiler, "-std=c99", "-Wall", "-Werror", f"-I{root}/include", "-c", "rows.c"],
                   cwd=tmp_path, check=True)
    # Another plan is another program.
    assert compiled(sizes=(20, 400)).c != text


def test_plan():
    text = compiled(sizes=(10, 200)).plan
    assert "prem.component" in text and "prem.stream ro stream" in text
    assert "groups [2]" in pm.compile(PLANNED, machine="prem-gu2023").plan


def test_timeline():
    k = compiled(sizes=(10, 200))
    a, x, y = arguments()
    before = y.copy()
    given = k.timeline(a, x, y)
    assert np.array_equal(y, before), "arguments stay as they are"
    assert given.json["format"] == "polymem-prem-timeline"
    assert given.cycles == given.json["makespan"] > 0
    kinds = {event["kind"] for event in given.json["events"]}
    assert {"execute", "wait"} < kinds
    assert xml.dom.minidom.parseString(given.svg).documentElement.tagName == "svg"
    # Of arrays of zeros: this program's control flow does not depend on data.
    assert k.timeline().json == json.loads(json.dumps(given.json))
    assert f"{given.cycles} cycles on" in str(given)


def test_timeline_follows_the_plan():
    one = pm.compile(PLANNED.replace("groups = [2]", "groups = [1]"), machine="prem-gu2023")
    two = pm.compile(PLANNED, machine="prem-gu2023")
    assert one.timeline().json["cores"] == 1 and two.timeline().json["cores"] == 2
    assert two.timeline().cycles < one.timeline().cycles


def test_check():
    found = compiled(sizes=(10, 200)).check(on="multicore")
    assert found.proved, str(found)
    assert {"phases", "transfers", "cores", "capacity"} <= set(found.obligations)


def test_machine_file(tmp_path):
    machine = json.loads(open(os.path.join(os.path.dirname(os.path.realpath(__file__)), "..", "..",
                                           "machines", "prem-gu2023.json")).read())
    machine["cores"] = 3
    path = tmp_path / "three.json"
    path.write_text(json.dumps(machine))
    a, x, y = arguments()
    k = rows.compile(machine=path)
    assert k.timeline(a, x, y).json["cores"] == 3


def test_dynamic_sizes_are_refused():
    k = named.compile(machine="prem-gu2023")
    for make in (lambda: k.c, lambda: k(np.zeros(5, np.float32), np.zeros(5, np.float32),
                                        on="multicore")):
        with pytest.raises(pm.CompileError):
            make()


def test_wrong_machine():
    with pytest.raises(pm.CompileError, match="multicore"):
        rows.compile(options=pm.ToPrem(machine="nvidia-h200")).c


def test_bad_plan_is_named():
    bad = PLANNED.replace("tile = [100], groups = [2]", "tile = [100, 3], groups = [2, 1]")
    with pytest.raises(pm.CompileError, match="plan"):
        pm.compile(bad, machine="prem-gu2023").c
    with pytest.raises(pm.CompileError, match="2 tile sizes, but 1 groups"):
        pm.compile(PLANNED.replace("[100]", "[100, 3]"), machine="prem-gu2023")
    with pytest.raises(pm.CompileError, match="-2"):
        pm.compile(PLANNED.replace("groups = [2]", "groups = [-2]"), machine="prem-gu2023")


def test_cache():
    first = compiled(sizes=(6, 100)).c
    assert pm.Compiled is type(compiled(sizes=(6, 100)))
    again = rows.compile(machine="prem-gu2023", options=[pm.ToPrem(sizes=(6, 100))])
    assert again.c == first
