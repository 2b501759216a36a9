// Subscripts, bounds, conditions and values of a launch may divide by a size.

// RUN: polymem-opt %s --polymem-to-ptx=machine=nvidia-h200 | FileCheck %s
// CHECK: .visible .entry mod_symbol_kernel(
// CHECK: rem.s64
// RUN: polymem-run %s --entry=mod_symbol --entry=bound --entry=condition --entry=values --compare --emulate \
// RUN:   --machine=nvidia-h200 --sizes=n=0,w=3 --sizes=n=1,w=1 --sizes=n=37,w=5 --sizes=n=300,w=64
// RUN: polymem-run %s --entry=mod_symbol --entry=bound --entry=condition --entry=values --compare --emulate \
// RUN:   --machine=nvidia-h200 --sizes=n=1,w=1 --sizes=n=37,w=5 --pipeline='polymem-to-emulator{machine=nvidia-h200 promote-all=true}'

func.func @mod_symbol(%n: index {polymem.param = "n"}, %w: index {polymem.param = "w"},
    %A: memref<?xf32> {polymem.shape = ["n"]}, %T: memref<?xf32> {polymem.shape = ["w"]},
    %B: memref<?xf32> {polymem.shape = ["n"]}) {
  affine.for %i = 0 to %n {
    %t = affine.load %T[%i mod symbol(%w)] : memref<?xf32>
    %a = affine.load %A[%i] : memref<?xf32>
    %s = arith.addf %a, %t : f32
    affine.store %s, %B[%i] : memref<?xf32>
  }
  return
}

func.func @bound(%n: index {polymem.param = "n"}, %w: index {polymem.param = "w"},
    %A: memref<?x?xf32> {polymem.shape = ["n", "n"]}, %B: memref<?xf32> {polymem.shape = ["n"]}) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to affine_map<()[s0, s1] -> (s0 floordiv s1)>()[%n, %w] {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %b = affine.load %B[%i] : memref<?xf32>
      %s = arith.addf %a, %b : f32
      affine.store %s, %B[%i] : memref<?xf32>
    }
  }
  return
}

func.func @condition(%n: index {polymem.param = "n"}, %w: index {polymem.param = "w"},
    %A: memref<?xf32> {polymem.shape = ["n"]}, %B: memref<?xf32> {polymem.shape = ["n"]}) {
  affine.for %i = 0 to %n {
    affine.if affine_set<(d0)[s0] : (d0 mod s0 == 0)>(%i)[%w] {
      %a = affine.load %A[%i] : memref<?xf32>
      affine.store %a, %B[%i] : memref<?xf32>
    }
  }
  return
}

func.func @values(%n: index {polymem.param = "n"}, %w: index {polymem.param = "w"},
    %A: memref<?xi64> {polymem.shape = ["n"]}, %T: memref<?xi64> {polymem.shape = ["n"]}) {
  affine.for %i = 0 to %n {
    %v = affine.apply affine_map<(d0)[s0] -> (d0 mod s0 + d0 ceildiv s0)>(%i)[%w]
    %m = affine.min affine_map<(d0)[s0] -> (d0 mod s0, d0 floordiv s0)>(%i)[%w]
    %x = arith.index_cast %v : index to i64
    %t = memref.load %T[%m] : memref<?xi64>
    %z = arith.addi %x, %t : i64
    affine.store %z, %A[%i] : memref<?xi64>
  }
  return
}
