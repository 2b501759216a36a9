// A chain of one thread (or a few, up to 16) in shared memory takes, of each 64 rounds, the latency of one (a load, 30 cycles, and an
// addition, 4) and 63 times that of the addition: 16 groups of 286 cycles are 2.6 microseconds at 1755 MHz. Of the
// rounds that are left, 16 are such a group, and then 4: 1118 are 17 of 286 cycles, one of 94, three of 46, and two
// rounds of 34 each. Run by 17 threads it is a loop like others, of which four rounds are under way at a time, and so it
// is if 8 threads run it that are all of a block along x.
//
// RUN: polymem-opt %s --polymem-print-cost -o /dev/null 2>&1 | FileCheck %s

// CHECK: cost of @chain
// CHECK: latency 2.8,
// CHECK: cost of @rest
// CHECK: latency 3.2,
// CHECK: cost of @seventeen
// CHECK: latency 4.5,
// CHECK: cost of @narrow
// CHECK: latency 4.5,
func.func @chain(%r: memref<f32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %n = arith.constant 1024 : index
  %x = arith.constant 0.0 : f32
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c32, %sy = %c1, %sz = %c1)
      workgroup(%b: memref<2048xf32, #gpu.address_space<workgroup>>) {
    %first = arith.cmpi slt, %tx, %c1 : index
    scf.if %first {
      %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> f32 {
        %v = memref.load %b[%i] : memref<2048xf32, #gpu.address_space<workgroup>>
        %u = arith.addf %s, %v : f32
        scf.yield %u : f32
      }
      memref.store %sum, %r[] : memref<f32>
    }
    gpu.terminator
  }
  return
}

func.func @rest(%r: memref<f32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %n = arith.constant 1118 : index
  %x = arith.constant 0.0 : f32
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c32, %sy = %c1, %sz = %c1)
      workgroup(%b: memref<2048xf32, #gpu.address_space<workgroup>>) {
    %first = arith.cmpi slt, %tx, %c1 : index
    scf.if %first {
      %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> f32 {
        %v = memref.load %b[%i] : memref<2048xf32, #gpu.address_space<workgroup>>
        %u = arith.addf %s, %v : f32
        scf.yield %u : f32
      }
      memref.store %sum, %r[] : memref<f32>
    }
    gpu.terminator
  }
  return
}

func.func @seventeen(%r: memref<f32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c17 = arith.constant 17 : index
  %c32 = arith.constant 32 : index
  %n = arith.constant 1024 : index
  %x = arith.constant 0.0 : f32
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c32, %sy = %c1, %sz = %c1)
      workgroup(%b: memref<2048xf32, #gpu.address_space<workgroup>>) {
    %first = arith.cmpi slt, %tx, %c17 : index
    scf.if %first {
      %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> f32 {
        %v = memref.load %b[%i] : memref<2048xf32, #gpu.address_space<workgroup>>
        %u = arith.addf %s, %v : f32
        scf.yield %u : f32
      }
      memref.store %sum, %r[] : memref<f32>
    }
    gpu.terminator
  }
  return
}

func.func @narrow(%r: memref<f32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %n = arith.constant 1024 : index
  %x = arith.constant 0.0 : f32
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c8, %sy = %c1, %sz = %c1)
      workgroup(%b: memref<2048xf32, #gpu.address_space<workgroup>>) {
    %first = arith.cmpi slt, %tx, %c8 : index
    scf.if %first {
      %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> f32 {
        %v = memref.load %b[%i] : memref<2048xf32, #gpu.address_space<workgroup>>
        %u = arith.addf %s, %v : f32
        scf.yield %u : f32
      }
      memref.store %sum, %r[] : memref<f32>
    }
    gpu.terminator
  }
  return
}
