// Strips over tiles in each other, and strips in sequence of which all but the last need not store what they write: what the
// program computes is the same, and that is proved.
//
// DEFINE: %{strip} = 2
// DEFINE: %{check} = --check
// DEFINE: %{hoist} = scratch-hoist-copies,
// DEFINE: %{run} = polymem-run %s --compare %{check} --reference-pipeline=convert-scratch-to-memref --pipeline='scratch-promote{promote-all partition=hull memory-space=default},%{hoist}scratch-reuse{strip=%{strip} strict},convert-scratch-to-memref'
// RUN: %{run} --entry=grid --sizes=n=0,m=0 --sizes=n=1,m=1 --sizes=n=2,m=5 --sizes=n=4,m=3 --sizes=n=9,m=8 --sizes=n=17,m=11 | FileCheck %s
// RUN: %{run} --entry=inner_depends_on_outer | FileCheck %s
// REDEFINE: %{strip} = 1
// RUN: %{run} --entry=overwritten --entry=read_between --entry=read_by_the_next --sizes=n=0 --sizes=n=1 --sizes=n=3 --sizes=n=8 --sizes=n=9 --sizes=n=13 | FileCheck %s
// RUN: %{run} --entry=grid --sizes=n=1,m=1 --sizes=n=2,m=5 --sizes=n=17,m=11 | FileCheck %s
// REDEFINE: %{check} =
// REDEFINE: %{hoist} =
// RUN: %{run} --entry=sometimes --sizes=n=0 --sizes=n=1 --sizes=n=3 --sizes=n=8 --sizes=n=9 --sizes=n=13 | FileCheck %s
//
// CHECK: identical
// CHECK-NOT: different

#end = affine_map<()[s0, s1] -> (s0 + 4, s1)>

// Rows and columns of a halo.
func.func @grid(%A: memref<?x?xf32> {polymem.shape = ["n + 2", "m + 2"]}, %B: memref<?x?xf32> {polymem.shape = ["n", "m"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %n = memref.dim %B, %c0 : memref<?x?xf32>
  %m = memref.dim %B, %c1 : memref<?x?xf32>
  scratch.tile (%ti) = (%c0) to (%n) step (%c4) {
    scratch.tile (%tj) = (%c0) to (%m) step (%c4) {
      affine.for %i = %ti to min #end()[%ti, %n] {
        affine.for %j = %tj to min #end()[%tj, %m] {
          %x = affine.load %A[%i, %j] : memref<?x?xf32>
          %y = affine.load %A[%i + 2, %j + 1] : memref<?x?xf32>
          %z = affine.load %A[%i + 1, %j + 2] : memref<?x?xf32>
          %0 = arith.addf %x, %y : f32
          %1 = arith.addf %0, %z : f32
          affine.store %1, %B[%i, %j] : memref<?x?xf32>
        }
      }
    }
  }
  return
}

// A later strip begins at columns that are before all of those of the strips
// before it.
func.func @inner_depends_on_outer(%A: memref<65xf32>, %B: memref<64x64xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  scratch.tile (%ti) = (%c0) to (%c64) step (%c8) {
    %first = affine.apply affine_map<()[s0] -> (56 - s0)>()[%ti]
    scratch.tile (%tj) = (%first) to (%c64) step (%c8) {
      affine.for %i = %ti to affine_map<(d0) -> (d0 + 8)>(%ti) {
        affine.for %j = %tj to affine_map<(d0) -> (d0 + 8)>(%tj) {
          %x = affine.load %A[%j] : memref<65xf32>
          %y = affine.load %A[%j + 1] : memref<65xf32>
          %z = arith.addf %x, %y : f32
          affine.store %z, %B[%i, %j] : memref<64x64xf32>
        }
      }
    }
  }
  return
}

// Each strip writes what the next one writes again.
func.func @overwritten(%A: memref<?x64xf32> {polymem.shape = ["n", "64"]}, %B: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %n = memref.dim %A, %c0 : memref<?x64xf32>
  scratch.tile (%ti, %tj) = (%c0, %c0) to (%n, %c64) step (%c4, %c4) {
    affine.for %i = %ti to min #end()[%ti, %n] {
      affine.for %j = %tj to affine_map<(d0) -> (d0 + 4)>(%tj) {
        %x = affine.load %A[%i, %j] : memref<?x64xf32>
        affine.store %x, %B[%j] : memref<64xf32>
        affine.store %x, %B[63 - %j] : memref<64xf32>
      }
    }
  }
  return
}

// The same, but in the outer tile all is read between strips.
func.func @read_between(%A: memref<?x64xf32> {polymem.shape = ["n", "64"]}, %B: memref<64xf32>, %C: memref<?xf32> {polymem.shape = ["n"]}) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %n = memref.dim %A, %c0 : memref<?x64xf32>
  scratch.tile (%ti) = (%c0) to (%n) step (%c4) {
    scratch.tile (%tj) = (%c0) to (%c64) step (%c4) {
      affine.for %i = %ti to min #end()[%ti, %n] {
        affine.for %j = %tj to affine_map<(d0) -> (d0 + 4)>(%tj) {
          %x = affine.load %A[%i, %j] : memref<?x64xf32>
          affine.store %x, %B[%j] : memref<64xf32>
          affine.store %x, %B[63 - %j] : memref<64xf32>
        }
      }
    }
    affine.for %i = %ti to min #end()[%ti, %n] {
      %x = affine.load %B[5] : memref<64xf32>
      affine.store %x, %C[%i] : memref<?xf32>
    }
  }
  return
}

// What the first strip writes the second one reads, and the third one writes
// again.
func.func @read_by_the_next(%A: memref<?x64xf32> {polymem.shape = ["n", "64"]}, %B: memref<64xf32>, %C: memref<?x64xf32> {polymem.shape = ["n", "64"]}) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %n = memref.dim %A, %c0 : memref<?x64xf32>
  scratch.tile (%ti, %tj) = (%c0, %c0) to (%n, %c64) step (%c4, %c4) {
    affine.for %i = %ti to min #end()[%ti, %n] {
      affine.for %j = %tj to affine_map<(d0) -> (d0 + 4)>(%tj) {
        affine.if affine_set<(d0) : (3 - d0 >= 0)>(%i) {
          %x = affine.load %A[%i, %j] : memref<?x64xf32>
          affine.store %x, %B[%j] : memref<64xf32>
          affine.store %x, %B[63 - %j] : memref<64xf32>
        }
        affine.if affine_set<(d0) : (d0 - 4 >= 0, 7 - d0 >= 0)>(%i) {
          %x = affine.load %B[%j] : memref<64xf32>
          affine.store %x, %C[%i, %j] : memref<?x64xf32>
        }
        affine.if affine_set<(d0) : (d0 - 8 >= 0)>(%i) {
          %x = affine.load %A[%i, %j] : memref<?x64xf32>
          affine.store %x, %B[%j] : memref<64xf32>
          affine.store %x, %B[63 - %j] : memref<64xf32>
        }
      }
    }
  }
  return
}

// It is not sure that a later strip writes.
func.func @sometimes(%A: memref<?x64xf32> {polymem.shape = ["n", "64"]}, %B: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %half = arith.constant 0.5 : f32
  %n = memref.dim %A, %c0 : memref<?x64xf32>
  scratch.tile (%ti, %tj) = (%c0, %c0) to (%n, %c64) step (%c4, %c4) {
    affine.for %i = %ti to min #end()[%ti, %n] {
      affine.for %j = %tj to affine_map<(d0) -> (d0 + 4)>(%tj) {
        %x = affine.load %A[%i, %j] : memref<?x64xf32>
        %c = arith.cmpf olt, %x, %half : f32
        scf.if %c {
          affine.store %x, %B[%j] : memref<64xf32>
          affine.store %x, %B[63 - %j] : memref<64xf32>
        }
      }
    }
  }
  return
}
