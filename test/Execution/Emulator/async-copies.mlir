// Asynchronous copies of 4, 8 and 16 bytes, in full and with zeros behind what
// is there, whenever they arrive.

// DEFINE: %{run} = polymem-run %s --compare --entry=plain --against=copies --sizes=N=11 --sizes=N=64
// RUN: %{run} --emulator-seed=1..4 | FileCheck %s
// CHECK-COUNT-4: N=11: emulator seed {{.}}: identical (2 arrays, 203 elements, 192 changed)
// CHECK-COUNT-4: N=64: emulator seed {{.}}: identical (2 arrays, 256 elements, 192 changed)
// RUN: %{run} --async=early
// RUN: %{run} --async=random --emulator-seed=1..16

// Without the wait late copies do not arrive.
// RUN: sed '/wait_group 0/d' %s > %t.mlir
// RUN: not polymem-run %t.mlir --compare --entry=plain --against=copies --sizes=N=11 --checked=false | FileCheck %s --check-prefix=LOST
// LOST: expected {{.*}}, got nan
// RUN: not polymem-run %t.mlir --compare --entry=plain --against=copies --sizes=N=11 | FileCheck %s --check-prefix=FLIGHT
// FLIGHT: copies_kernel: asynchronous copy in flight on

// B = A, with zeros from N on.
func.func @plain(%A: memref<?xf32> {polymem.shape = ["N"]}, %B: memref<3x64xf32>, %n: index {polymem.param = "N"}) {
  %zero = arith.constant 0.0 : f32
  affine.for %r = 0 to 3 {
    affine.for %i = 0 to 64 {
      affine.store %zero, %B[%r, %i] : memref<3x64xf32>
    }
    affine.for %i = 0 to %n {
      %a = affine.load %A[%i] : memref<?xf32>
      affine.store %a, %B[%r, %i] : memref<3x64xf32>
    }
  }
  return
}

// 64 threads; row r of B by copies of 4 << r bytes.
func.func @copies(%A: memref<?xf32> {polymem.shape = ["N"]}, %B: memref<3x64xf32>, %n: index {polymem.param = "N"}) {
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%t, %ty, %tz) in (%sx = %c64, %sy = %c1, %sz = %c1)
      workgroup(%w : memref<3x64xf32, #gpu.address_space<workgroup>>) {
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c16 = arith.constant 16 : index
    %c32 = arith.constant 32 : index
    // Elements that are there, from the start of the copy on.
    %left = arith.subi %n, %t : index
    %left0 = arith.maxsi %left, %c0 : index
    %some1 = arith.minsi %left0, %c1 : index
    %copy1 = nvgpu.device_async_copy %A[%t], %w[%c0, %t], 1, %some1 : memref<?xf32> to memref<3x64xf32, #gpu.address_space<workgroup>>
    %first32 = arith.cmpi ult, %t, %c32 : index
    scf.if %first32 {
      %t2 = arith.muli %t, %c2 : index
      %rest = arith.subi %n, %t2 : index
      %rest0 = arith.maxsi %rest, %c0 : index
      %some = arith.minsi %rest0, %c2 : index
      %copy = nvgpu.device_async_copy %A[%t2], %w[%c1, %t2], 2, %some : memref<?xf32> to memref<3x64xf32, #gpu.address_space<workgroup>>
    }
    %first16 = arith.cmpi ult, %t, %c16 : index
    scf.if %first16 {
      %t4 = arith.muli %t, %c4 : index
      %rest = arith.subi %n, %t4 : index
      %rest0 = arith.maxsi %rest, %c0 : index
      %some = arith.minsi %rest0, %c4 : index
      %copy = nvgpu.device_async_copy %A[%t4], %w[%c2, %t4], 4, %some : memref<?xf32> to memref<3x64xf32, #gpu.address_space<workgroup>>
    }
    nvvm.cp.async.commit.group
    nvvm.cp.async.wait.group 0 // wait_group 0
    gpu.barrier
    %other = arith.subi %c64, %c1 : index
    %i = arith.subi %other, %t : index
    affine.for %r = 0 to 3 {
      %x = memref.load %w[%r, %i] : memref<3x64xf32, #gpu.address_space<workgroup>>
      memref.store %x, %B[%r, %i] : memref<3x64xf32>
    }
    gpu.terminator
  }
  return
}
