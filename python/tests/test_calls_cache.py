"""The cache on disk: several processes, damaged entries, no place, a bound."""
import os
import subprocess
import sys

import pytest

import polymem as pm
from polymem import cache, targets

PACKAGE = os.path.dirname(os.path.dirname(pm.__file__))
TEXT = """func.func @twice(%A: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    %b = arith.addf %a, %a : f32
    affine.store %b, %A[%i] : memref<?xf32>
  }
  return
}
"""
#: Compiles and runs on the CPU and the emulator; prints whether anything was compiled.
RUN = """
import array, sys
import polymem as pm
from polymem import _core, targets
made = []
for name in ("compile_program", "compile_to_ptx"):
    def note(*given, call=getattr(_core, name), name=name, **how):
        made.append(name)
        return call(*given, **how)
    setattr(_core, name, note)
""" + f"text = '''{TEXT}'''\n" + """
k = pm.compile(text)
for on in ("cpu", "emulator"):
    a = memoryview(array.array("f", [1, 2, 3]))
    k(a, 2, on=on)
    assert a.tolist() == [2, 4, 3], a.tolist()
assert ".entry" in k.ptx
print(len(made))
"""


def start(folder, before="", **environment):
    return subprocess.Popen([sys.executable, "-c", before + RUN], stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, text=True,
                            env={**os.environ, "PYTHONPATH": PACKAGE,
                                 "POLYMEM_CACHE_DIR": str(folder), **environment})


def compiled(process):
    """How many programs a process has compiled."""
    out, err = process.communicate(timeout=120)
    assert process.returncode == 0, err
    return int(out)


def entries(folder):
    return sorted(os.path.join(where, name) for where, _, names in os.walk(folder)
                  for name in names)


def test_second_process_compiles_nothing(tmp_path):
    assert compiled(start(tmp_path)) == 3
    assert compiled(start(tmp_path)) == 0


def test_eight_processes_at_once(tmp_path):
    processes = [start(tmp_path) for _ in range(8)]
    assert all(0 <= compiled(process) <= 3 for process in processes)
    assert len(entries(tmp_path)) == 3
    assert compiled(start(tmp_path)) == 0


@pytest.mark.parametrize("damage", ["truncated", "empty", "flipped", "other"])
def test_damaged_entries(tmp_path, damage):
    compiled(start(tmp_path))
    for path in entries(tmp_path):
        with open(path, "rb") as file:
            data = file.read()
        changed = {"truncated": data[:len(data) // 2], "empty": b"", "other": b"x" * 100,
                   "flipped": data[:-20] + bytes([data[-20] ^ 1]) + data[-19:]}[damage]
        with open(path, "wb") as file:
            file.write(changed)
    assert compiled(start(tmp_path)) == 3
    assert compiled(start(tmp_path)) == 0


def test_no_place(tmp_path):
    """Writing fails as on a full disk: programs are compiled, nothing is left."""
    full = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))\n"
    assert compiled(start(tmp_path, full)) == 3
    assert entries(tmp_path) == []


def test_no_permission(tmp_path):
    file = tmp_path / "a file"
    file.write_text("")
    assert compiled(start(file)) == 3


def test_switched_off(tmp_path):
    assert compiled(start("")) == 3


def test_killed(tmp_path):
    """What a process that was killed left is no entry."""
    folder = tmp_path / "ab"
    folder.mkdir()
    (folder / "half.tmp").write_bytes(cache.MAGIC)
    assert compiled(start(tmp_path)) == 3
    assert compiled(start(tmp_path)) == 0


def test_bound(tmp_path, monkeypatch):
    monkeypatch.setenv("POLYMEM_CACHE_DIR", str(tmp_path))
    monkeypatch.setenv("POLYMEM_CACHE_BYTES", "5000")
    for number in range(8):
        cache.store(cache.key_of(f"entry {number}"), {}, bytes(1500))
        os.utime(cache._path(cache.key_of(f"entry {number}")), (number, number))
    assert sum(os.path.getsize(path) for path in entries(tmp_path)) <= 5000
    # The last ones are there.
    assert [number for number in range(8) if cache.load(cache.key_of(f"entry {number}"))] \
        == [5, 6, 7]
    cache.store(cache.key_of("large"), {}, bytes(6000))
    assert cache.load(cache.key_of("large")) is None
    cache.clear()
    assert entries(tmp_path) == []


def test_what_a_key_depends_on(tmp_path, monkeypatch):
    monkeypatch.setenv("POLYMEM_CACHE_DIR", str(tmp_path))
    count = 0

    def made(text=TEXT, **how):
        nonlocal count
        pm.compile(text, **how).ptx
        count += 1
        return len(entries(tmp_path))

    assert made() == 1
    assert made() == 1
    assert made(options=pm.ToPTX(sizes=64)) == 2
    assert made(machine="nvidia-a100") == 3
    assert made(TEXT.replace("addf", "mulf")) == 4
    monkeypatch.setattr(targets, "versions", lambda: "another")
    assert made() == 5


def test_machine_files_are_read(tmp_path, monkeypatch):
    monkeypatch.setenv("POLYMEM_CACHE_DIR", str(tmp_path / "cache"))
    source = os.path.join(os.path.dirname(__file__), "..", "..", "machines", "nvidia-h200.json")
    with open(source) as file:
        text = file.read()
    machine = tmp_path / "mine.json"
    machine.write_text(text)
    before = pm.compile(TEXT, machine=machine).ptx
    machine.write_text(text.replace("sm_90", "sm_80"))
    assert ".target sm_90" in before and ".target sm_80" in pm.compile(TEXT, machine=machine).ptx
