"""The text of small kernels."""
import re
import subprocess

import pytest
from support import tool

import polymem as pm


@pm.kernel
def gemm(A: pm.f32["M", "K"], B: pm.f32["K", "N"], C: pm.f32["M", "N"], alpha: pm.f32):
    for i in range(M):
        for j in range(N):
            for k in range(K):
                C[i, j] += alpha * A[i, k] * B[k, j]


@pm.kernel
def total(A: pm.f64[4, "N + 1"], S: pm.f64[4], N: pm.index):
    for i in range(4):
        s = pm.f64(0)
        for j in range(N + 1):
            if j < N - i:
                s += A[i, j]
        S[i] = s


@pm.kernel
def zero(x: pm.f32["n"]):
    for i in pm.parallel(0, n, 2):
        x[i] = 0


@pm.kernel
def grid(x: pm.f32["n", "m"], s: pm.index):
    for i, j in pm.parallel(range(1, n), range(min(m, n - 2))):
        x[i, j] = 0
    for i, j in pm.parallel(range(0, n, 4), range(2, m, s)):
        x[i, j] = 1


@pm.kernel
def caller(A: pm.f32["N"]):
    zero(A)


def plain(text):
    """The text without locations."""
    lines = [re.sub(r" loc\((?:[^()]|\([^()]*\))*\)", "", line) for line in text.splitlines()
             if not line.startswith("#")]
    return "\n".join(lines) + "\n"


def test_gemm():
    assert plain(gemm.source_ir) == """\
func.func @gemm(
    %A: memref<?x?xf32> {polymem.shape = ["M", "K"]},
    %B: memref<?x?xf32> {polymem.shape = ["K", "N"]},
    %C: memref<?x?xf32> {polymem.shape = ["M", "N"]},
    %alpha: f32) {
  %c0 = arith.constant 0 : index
  %M = memref.dim %A, %c0 : memref<?x?xf32>
  %c1 = arith.constant 1 : index
  %N = memref.dim %B, %c1 : memref<?x?xf32>
  %K = memref.dim %A, %c1 : memref<?x?xf32>
  affine.for %i = 0 to %M {
    affine.for %j = 0 to %N {
      affine.for %k = 0 to %K {
        %c = affine.load %C[%i, %j] : memref<?x?xf32>
        %a = affine.load %A[%i, %k] : memref<?x?xf32>
        %prod = arith.mulf %alpha, %a : f32
        %b = affine.load %B[%k, %j] : memref<?x?xf32>
        %prod_1 = arith.mulf %prod, %b : f32
        %sum = arith.addf %c, %prod_1 : f32
        affine.store %sum, %C[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}
"""


def test_scalars_are_carried():
    assert plain(total.source_ir) == """\
func.func @total(
    %A: memref<4x?xf64> {polymem.shape = [4, "N + 1"]},
    %S: memref<4xf64>,
    %N: index {polymem.param = "N"}) {
  %c0.0_f64 = arith.constant 0.0 : f64
  affine.for %i = 0 to 4 {
    %s_end = affine.for %j = 0 to affine_map<()[s0] -> (s0 + 1)>()[%N] iter_args(%s = %c0.0_f64) -> (f64) {
      %s_1 = affine.if affine_set<(d0, d1)[s0] : (s0 - d0 - d1 - 1 >= 0)>(%i, %j)[%N] -> (f64) {
        %a = affine.load %A[%i, %j] : memref<4x?xf64>
        %sum = arith.addf %s, %a : f64
        affine.yield %sum : f64
      } else {
        affine.yield %s : f64
      }
      affine.yield %s_1 : f64
    }
    affine.store %s_end, %S[%i] : memref<4xf64>
  }
  return
}
"""


def test_inlined_and_parallel():
    assert """\
  affine.parallel (%i) = (0) to (symbol(%N)) step (2) {
    affine.store %c0.0_f32, %A[%i] : memref<?xf32>
  }
""" in plain(caller.source_ir)


def first_line(kernel):
    return kernel.function.__code__.co_firstlineno + 1


def test_locations():
    """Every operation has the place in Python that it is from, and MLIR reads it."""
    line = first_line(gemm) + 4
    assert f'#loc_{line}_17 = loc("{__file__}":{line}:17)' in gemm.source_ir
    assert f'loc("A"("{__file__}":{first_line(gemm)}:10))' in gemm.source_ir
    for kernel in (gemm, total, zero, caller):
        for text in kernel.source_ir.splitlines():
            assert "loc(" in text or text.endswith(("{", "(")), text


def test_parallel_loop_over_several():
    """One loop of MLIR; a variable whose step is a size is computed from a counter."""
    text = plain(grid.source_ir)
    assert "  affine.parallel (%i, %j) = (1, 0) to (symbol(%n), " \
        "min(symbol(%m), symbol(%n) - 2)) {\n" in text
    assert "  affine.parallel (%i, %j) = (0, 0) to (symbol(%n), " \
        "((symbol(%m) - 2) ceildiv symbol(%s))) step (4, 1) {\n" \
        "    %j_offset = affine.apply affine_map<(d0)[s0] -> (d0 * s0)>(%j)[%s]\n" \
        "    affine.store %c1.0_f32, %x[%i, %j_offset + 2] : memref<?x?xf32>\n" in text


def test_locations_of_calls():
    line, inner = first_line(caller) + 1, first_line(zero) + 2
    assert f'loc(callsite("{__file__}":{inner}:9 at "{__file__}":{line}:5))' in caller.source_ir


@pytest.mark.parametrize("kernel", [gemm, total, zero, caller], ids=lambda k: k.name)
def test_mlir_takes_it(kernel):
    done = subprocess.run([tool("polymem-opt"), "-", "--mlir-print-debuginfo"],
                          input=kernel.source_ir, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    # Arguments of loops have no place in their syntax; operations do.
    assert not re.search(r"-> .*loc\(\"<stdin>", done.stdout)
    places = dict(re.findall(r"^(#loc\d*) = loc\((.*)\)$", done.stdout, re.M))
    for line in done.stdout.splitlines():
        alias = re.search(r" loc\((#loc\d*)\)$", line)
        if alias and line.startswith(" "):
            assert "<stdin>" not in places[alias[1]], line


def test_representation():
    assert repr(gemm).startswith('<kernel gemm(A: pm.f32["M", "K"], B: pm.f32["K", "N"]')
    assert repr(pm.f32[4, "2 * N - 1 + M", 3]) == 'pm.f32[4, "2 * N + M - 1", 3]'
