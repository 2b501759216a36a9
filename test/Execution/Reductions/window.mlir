// Sums over a window, whose loops are executed in tiles of both: the same bits
// as in order, on the CPU and on the emulator that reports races.

// DEFINE: %{run} = polymem-run %s --compare --uninterpreted --sizes=Ni=9,Nj=7,WS=5 --sizes=Ni=3,Nj=2,WS=37 --sizes=Ni=1,Nj=1,WS=1 --sizes=Ni=2,Nj=3,WS=0 --sizes=Ni=0,Nj=3,WS=4
// RUN: %{run} --pipeline='func.func(polymem-split-reductions{tile-size=4})'
// RUN: %{run} --emulate --pipeline=polymem-to-emulator
// RUN: %if extended %{ %{run} --emulate --emulator-seed=%seeds --pipeline=polymem-to-emulator %}

// Buffers have a constant size: no extent depends on a symbol.
// RUN: polymem-opt %s --polymem-split-reductions --polymem-tile="mapping=gpu" --scratch-promote | FileCheck %s --check-prefix=STAGED
// STAGED-DAG: extents = ()[{{[s0-9, ]+}}] -> (32, 32)>
// STAGED-DAG: extents = ()[{{[s0-9, ]+}}] -> (63, 63)>
// STAGED-NOT: extents

// What follows the change of order is proved.
// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(polymem-split-reductions,polymem-mark-origin,polymem-tile{mapping=gpu},scratch-promote,polymem-check{strict}))' -o /dev/null

func.func @motion_estimation_i32(
    %cur: memref<?x?xi32> {polymem.shape = ["WS", "WS"]},
    %ref: memref<?x?xi32> {polymem.shape = ["Ni + WS", "Nj + WS"]},
    %sad: memref<?x?xi32> {polymem.shape = ["Ni", "Nj"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %Ni = memref.dim %sad, %c0 : memref<?x?xi32>
  %Nj = memref.dim %sad, %c1 : memref<?x?xi32>
  %WS = memref.dim %cur, %c0 : memref<?x?xi32>
  affine.for %i = 0 to %Ni {
    affine.for %j = 0 to %Nj {
      affine.for %k = 0 to %WS {
        affine.for %l = 0 to %WS {
          %c = affine.load %cur[%k, %l] : memref<?x?xi32>
          %r = affine.load %ref[%i + %k, %j + %l] : memref<?x?xi32>
          %sum = affine.load %sad[%i, %j] : memref<?x?xi32>
          %diff = arith.subi %c, %r : i32
          %abs = math.absi %diff : i32
          %next = arith.addi %sum, %abs : i32
          affine.store %next, %sad[%i, %j] : memref<?x?xi32>
        }
      }
    }
  }
  return
}

