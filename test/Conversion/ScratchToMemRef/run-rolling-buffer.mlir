// RUN: polymem-opt %s --convert-scratch-to-memref -o %t.mlir
// RUN: polymem-run %t.mlir --entry=smooth --compare --check-bounds \
// RUN:   --against=rolling --against=run_time \
// RUN:   --sizes=N=33,S=8 --sizes=N=1,S=4 --sizes=N=0,S=1 --sizes=N=16,S=3 --sizes=N=7,S=1

// Storage that is used in turn: a window of three rows that rolls (row mod 3),
// and a window of run-time length (element mod length).

func.func @smooth(%A: memref<?x?xf64> {polymem.shape = ["N", "N"]}, %B: memref<?x?xf64> {polymem.shape = ["N", "N"]},
                  %n: index {polymem.param = "N"}, %s: index {polymem.param = "S"}) {
  affine.for %i = 2 to %n {
    affine.for %j = 0 to %n {
      %a = affine.load %A[%i, %j] : memref<?x?xf64>
      %b = affine.load %A[%i - 1, %j] : memref<?x?xf64>
      %c = affine.load %A[%i - 2, %j] : memref<?x?xf64>
      %0 = arith.addf %a, %b : f64
      %1 = arith.mulf %0, %c : f64
      affine.store %1, %B[%i, %j] : memref<?x?xf64>
    }
  }
  return
}

#three = #scratch.mapping<(d0, d1)[s0] -> (d0 mod 3, d1 - s0), extents = ()[s0] -> (3, 8)>
#row = affine_set<(d0, d1)[s0, s1, s2] : (d0 - s2 == 0, d1 - s0 >= 0, s1 - d1 - 1 >= 0)>
#rows = affine_set<(d0, d1)[s0, s1, s2] : (d0 >= 0, -d0 + 1 >= 0, s2 - d0 - 1 >= 0, d1 - s0 >= 0, s1 - d1 - 1 >= 0)>

func.func @rolling(%A: memref<?x?xf64> {polymem.shape = ["N", "N"]}, %B: memref<?x?xf64> {polymem.shape = ["N", "N"]},
                   %n: index {polymem.param = "N"}, %s: index {polymem.param = "S"}) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  scratch.tile (%j) = (%c0) to (%n) step (%c8) mapping [#gpu.block<x>] {
    %a = scratch.alloc(%n, %n)[%j] : memref<?x?xf64, #three, #gpu.address_space<workgroup>>
    %end = affine.min affine_map<()[s0, s1] -> (s0 + 8, s1)>()[%j, %n]
    scratch.copy_in %A to %a over [#rows](%j, %end, %n) : memref<?x?xf64> to memref<?x?xf64, #three, #gpu.address_space<workgroup>>
    affine.for %i = 2 to %n {
      %t = scratch.copy_in %A to %a over [#row](%j, %end, %i)
          : memref<?x?xf64> to memref<?x?xf64, #three, #gpu.address_space<workgroup>> -> !scratch.token
      scratch.wait %t
      affine.for %jj = %j to %end {
        %x = affine.load %a[%i, %jj] : memref<?x?xf64, #three, #gpu.address_space<workgroup>>
        %y = affine.load %a[%i - 1, %jj] : memref<?x?xf64, #three, #gpu.address_space<workgroup>>
        %z = affine.load %a[%i - 2, %jj] : memref<?x?xf64, #three, #gpu.address_space<workgroup>>
        %0 = arith.addf %x, %y : f64
        %1 = arith.mulf %0, %z : f64
        affine.store %1, %B[%i, %jj] : memref<?x?xf64>
      }
    }
  }
  return
}

#four = #scratch.mapping<(d0, d1)[s0, s1] -> ((d0 + 1) mod 4, (d1 - s0 + 1) mod s1), extents = ()[s0, s1] -> (4, s1)>

func.func @run_time(%A: memref<?x?xf64> {polymem.shape = ["N", "N"]}, %B: memref<?x?xf64> {polymem.shape = ["N", "N"]},
                    %n: index {polymem.param = "N"}, %s: index {polymem.param = "S"}) {
  %c0 = arith.constant 0 : index
  scratch.tile (%j) = (%c0) to (%n) step (%s) {
    %a = scratch.alloc(%n, %n)[%j, %s] : memref<?x?xf64, #four>
    %end = affine.min affine_map<()[s0, s1, s2] -> (s0 + s1, s2)>()[%j, %s, %n]
    scratch.copy_in %A to %a over [#rows](%j, %end, %n) : memref<?x?xf64> to memref<?x?xf64, #four>
    affine.for %i = 2 to %n {
      scratch.copy_in %A to %a over [#row](%j, %end, %i) : memref<?x?xf64> to memref<?x?xf64, #four>
      affine.for %jj = %j to %end {
        %x = affine.load %a[%i, %jj] : memref<?x?xf64, #four>
        %y = affine.load %a[%i - 1, %jj] : memref<?x?xf64, #four>
        %z = affine.load %a[%i - 2, %jj] : memref<?x?xf64, #four>
        %0 = arith.addf %x, %y : f64
        %1 = arith.mulf %0, %z : f64
        affine.store %1, %B[%i, %jj] : memref<?x?xf64>
      }
    }
  }
  return
}
