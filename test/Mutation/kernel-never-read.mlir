// A copy into a buffer that a guard lets be made is not read where the guard is false: that is
// proved of copies of several rounds, and by vectors, too. A remainder that nothing uses makes no
// difference.

// RUN: polymem-opt %s --mlir-disable-threading --pass-pipeline='builtin.module(func.func(test-polymem-mutate{list equivalent only=drop-guard,overlap-stages}))' -o /dev/null | FileCheck %s

// Both are read for `n > 0` only.
// CHECK: drop-guard 0: {{.*}} = never read
// CHECK: drop-guard 1: {{.*}} = never read
// The loads themselves are not to be made without their guard.
// CHECK: drop-guard 2: {{.*}}: always taken{{$}}
// CHECK: overlap-stages 0: {{.*}} = not used
func.func @guarded(%A: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%t, %ty, %tz) in (%sx = %c4, %sy = %c1, %sz = %c1)
      workgroup(%v : memref<8xf32, #gpu.address_space<workgroup>>, %w : memref<8xf32, #gpu.address_space<workgroup>>) {
    %runs = arith.cmpi sgt, %n, %c0 : index
    %unused = arith.remui %n, %c2 : index
    scf.if %runs {
      scf.for %round = %c0 to %c8 step %c4 {
        %i = arith.addi %round, %t : index
        %a = memref.load %A[%i] : memref<?xf32>
        memref.store %a, %v[%i] : memref<8xf32, #gpu.address_space<workgroup>>
      }
    }
    scf.if %runs {
      %i = arith.muli %t, %c2 : index
      %a = vector.load %A[%i] : memref<?xf32>, vector<2xf32>
      vector.store %a, %w[%i] : memref<8xf32, #gpu.address_space<workgroup>>, vector<2xf32>
    }
    gpu.barrier
    scf.if %runs {
      %x = memref.load %v[%t] : memref<8xf32, #gpu.address_space<workgroup>>
      %y = vector.load %w[%t] : memref<8xf32, #gpu.address_space<workgroup>>, vector<1xf32>
      memref.store %x, %A[%t] : memref<?xf32>
      vector.store %y, %A[%t] : memref<?xf32>, vector<1xf32>
    }
    gpu.terminator
  }
  return
}

// Here a vector is read whatever `n` is.
// CHECK: drop-guard 0: {{.*}}: always taken{{$}}
func.func @read(%A: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%t, %ty, %tz) in (%sx = %c4, %sy = %c1, %sz = %c1)
      workgroup(%w : memref<8xf32, #gpu.address_space<workgroup>>) {
    %runs = arith.cmpi sgt, %n, %c0 : index
    scf.if %runs {
      %i = arith.muli %t, %c2 : index
      %a = vector.load %A[%i] : memref<?xf32>, vector<2xf32>
      vector.store %a, %w[%i] : memref<8xf32, #gpu.address_space<workgroup>>, vector<2xf32>
    }
    gpu.barrier
    %y = vector.load %w[%t] : memref<8xf32, #gpu.address_space<workgroup>>, vector<1xf32>
    vector.store %y, %A[%t] : memref<?xf32>, vector<1xf32>
    gpu.terminator
  }
  return
}
