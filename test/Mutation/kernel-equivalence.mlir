// Faults in kernels that make no difference are known by proof: a barrier between
// accesses that each thread makes to elements of its own, a guard that always
// holds, a remainder that is always 0.

// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(test-polymem-mutate{list equivalent only=drop-barrier,drop-guard,overlap-stages}))' -o /dev/null \
// RUN:   | FileCheck %s

// The first barrier: stores to element 8 * step + t before it, of the previous
// step too, are to the same thread's element or to one that no thread reads
// behind it. The second: t and 7 - t. The last: nothing comes after it.
// CHECK: drop-barrier 0: {{.*}} = own elements only
// CHECK: drop-barrier 1: {{.*}}: dropped{{$}}
// CHECK: drop-barrier 2: {{.*}} = own elements only
// CHECK: drop-guard 0: {{.*}} = always true
// CHECK: drop-guard 1: {{.*}}: always taken{{$}}
// CHECK: overlap-stages 0: {{.*}} = always 0
// CHECK: overlap-stages 1: {{.*}}: stage 0{{$}}
func.func @f(%A: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%t, %ty, %tz) in (%sx = %c8, %sy = %c1, %sz = %c1)
      workgroup(%w : memref<8xf32, #gpu.address_space<workgroup>>) {
    %one = arith.constant 1.0 : f32
    scf.for %step = %c0 to %n step %c1 {
      %first = arith.muli %step, %c8 : index
      %i = arith.addi %first, %t : index
      %stage = arith.remui %first, %c8 : index
      %own = arith.remui %i, %c8 : index
      memref.store %one, %A[%i] : memref<?xf32>
      gpu.barrier
      %below = arith.cmpi ult, %own, %c8 : index
      scf.if %below {
        %a = memref.load %A[%i] : memref<?xf32>
        memref.store %a, %w[%own] : memref<8xf32, #gpu.address_space<workgroup>>
      }
    }
    gpu.barrier
    %other = arith.subi %c7, %t : index
    %inside = arith.cmpi slt, %other, %n : index
    scf.if %inside {
      %b = memref.load %w[%other] : memref<8xf32, #gpu.address_space<workgroup>>
      memref.store %b, %A[%other] : memref<?xf32>
    }
    gpu.barrier
    gpu.terminator
  }
  return
}
