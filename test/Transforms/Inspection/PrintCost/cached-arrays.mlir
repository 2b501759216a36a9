// What all launches of a loop access stays in the cache that all cores share, if it fits there: each array comes from memory once,
// and not once for each launch. The model says so of arrays as wholes.
// RUN: polymem-opt %s --polymem-print-cost=machine=nvidia-h100 -o /dev/null 2>&1 | FileCheck %s
// RUN: polymem-opt %s --polymem-print-cost="machine=nvidia-h100 json=true" -o /dev/null 2>&1 | FileCheck %s --check-prefix=JSON
// The field may be left out: then each launch takes its arrays from memory.
// RUN: sed -e '/"cached-bytes"/d' -e 's/"direct-access": true,/"direct-access": true/' %polymem_src/machines/nvidia-h100.json > %t.json
// RUN: polymem-opt %s --polymem-print-cost=machine=%t.json -o /dev/null 2>&1 | FileCheck %s --check-prefix=NONE

// JSON: "bytes-from-memory":8388608

// 8 MB, ten times.
// CHECK: cost of @again
// CHECK:   launch 1: {{.*}}; 10 launches
// CHECK:   from memory: 8388608 bytes
// NONE: cost of @again
// NONE:   launch 1: {{.*}}; 10 launches
// NONE:   from memory: 83886080 bytes
func.func @again(%A: memref<1048576xf32>, %B: memref<1048576xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %c256 = arith.constant 256 : index
  %b1048576 = arith.constant 4096 : index
  scf.for %t = %c0 to %c10 step %c1 {
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %b1048576, %gy = %c1, %gz = %c1)
        threads(%tx, %ty, %tz) in (%sx = %c256, %sy = %c1, %sz = %c1) {
      %0 = arith.muli %bx, %c256 : index
      %i = arith.addi %0, %tx : index
      %v = memref.load %A[%i] : memref<1048576xf32>
      memref.store %v, %B[%i] : memref<1048576xf32>
      gpu.terminator
    }
  }
  return
}

// 128 MB do not fit.
// CHECK: cost of @too_large
// CHECK:   launch 1: {{.*}}; 10 launches
// CHECK:   from memory: 1342177280 bytes
func.func @too_large(%A: memref<16777216xf32>, %B: memref<16777216xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %c256 = arith.constant 256 : index
  %b16777216 = arith.constant 65536 : index
  scf.for %t = %c0 to %c10 step %c1 {
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %b16777216, %gy = %c1, %gz = %c1)
        threads(%tx, %ty, %tz) in (%sx = %c256, %sy = %c1, %sz = %c1) {
      %0 = arith.muli %bx, %c256 : index
      %i = arith.addi %0, %tx : index
      %v = memref.load %A[%i] : memref<16777216xf32>
      memref.store %v, %B[%i] : memref<16777216xf32>
      gpu.terminator
    }
  }
  return
}

// The second launch finds what the first one has stored.
// CHECK: cost of @handed_on
// CHECK:   from memory: 8388608 bytes
// CHECK:   from memory: 4194304 bytes
func.func @handed_on(%A: memref<1048576xf32>, %B: memref<1048576xf32>, %C: memref<1048576xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %c256 = arith.constant 256 : index
  %b1048576 = arith.constant 4096 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %b1048576, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c256, %sy = %c1, %sz = %c1) {
    %0 = arith.muli %bx, %c256 : index
    %i = arith.addi %0, %tx : index
    %v = memref.load %A[%i] : memref<1048576xf32>
    memref.store %v, %B[%i] : memref<1048576xf32>
    gpu.terminator
  }
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %b1048576, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c256, %sy = %c1, %sz = %c1) {
    %0 = arith.muli %bx, %c256 : index
    %i = arith.addi %0, %tx : index
    %v = memref.load %B[%i] : memref<1048576xf32>
    memref.store %v, %C[%i] : memref<1048576xf32>
    gpu.terminator
  }
  return
}

// In each iteration of the outer loop, whose arrays do not fit, those of the inner loop come anew.
// CHECK: cost of @inner
// CHECK:   launch 1: {{.*}} 100 launches
// CHECK:   from memory: 83886080 bytes
// CHECK:   launch 2: {{.*}} 10 launches
// CHECK:   from memory: 1342177280 bytes
func.func @inner(%A: memref<1048576xf32>, %B: memref<1048576xf32>, %C: memref<16777216xf32>, %D: memref<16777216xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %c256 = arith.constant 256 : index
  %b1048576 = arith.constant 4096 : index
  %b16777216 = arith.constant 65536 : index
  scf.for %t = %c0 to %c10 step %c1 {
    scf.for %s = %c0 to %c10 step %c1 {
      gpu.launch blocks(%bx, %by, %bz) in (%gx = %b1048576, %gy = %c1, %gz = %c1)
          threads(%tx, %ty, %tz) in (%sx = %c256, %sy = %c1, %sz = %c1) {
        %0 = arith.muli %bx, %c256 : index
        %i = arith.addi %0, %tx : index
        %v = memref.load %A[%i] : memref<1048576xf32>
        memref.store %v, %B[%i] : memref<1048576xf32>
        gpu.terminator
      }
    }
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %b16777216, %gy = %c1, %gz = %c1)
        threads(%tx, %ty, %tz) in (%sx = %c256, %sy = %c1, %sz = %c1) {
      %0 = arith.muli %bx, %c256 : index
      %i = arith.addi %0, %tx : index
      %v = memref.load %C[%i] : memref<16777216xf32>
      memref.store %v, %D[%i] : memref<16777216xf32>
      gpu.terminator
    }
  }
  return
}

memref.global @G : memref<1048576xf32>

// Both launches mean the same global.
// CHECK: cost of @global
// CHECK:   from memory: 8388608 bytes
// CHECK:   from memory: 4194304 bytes
func.func @global(%A: memref<1048576xf32>, %B: memref<1048576xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %c256 = arith.constant 256 : index
  %b1048576 = arith.constant 4096 : index
  %G = memref.get_global @G : memref<1048576xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %b1048576, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c256, %sy = %c1, %sz = %c1) {
    %0 = arith.muli %bx, %c256 : index
    %i = arith.addi %0, %tx : index
    %v = memref.load %A[%i] : memref<1048576xf32>
    memref.store %v, %G[%i] : memref<1048576xf32>
    gpu.terminator
  }
  %H = memref.get_global @G : memref<1048576xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %b1048576, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c256, %sy = %c1, %sz = %c1) {
    %0 = arith.muli %bx, %c256 : index
    %i = arith.addi %0, %tx : index
    %v = memref.load %H[%i] : memref<1048576xf32>
    memref.store %v, %B[%i] : memref<1048576xf32>
    gpu.terminator
  }
  return
}
