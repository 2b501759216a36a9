// What back ends save, of each of 32 threads. In `row`: of eight rounds, each with a comparison and an
// addition, two are left (8 * 2 - 2 * 2 = 12); the address moves once in four rounds (-2); four loads are
// one (8 * 3/4 = 6); the store's address is computed (-1): 15. In `column`, what is loaded is not side by
// side. The two addresses of a round are 16 elements apart, so that one moves once in four rounds (-2) instead
// of a product and a product and a sum a round (24): 12 - 2 + 24 - 1 = 33. In `invariant`, an argument's
// square is computed before the loop: 12 + 8 - 1 = 19.
// RUN: polymem-opt %s --polymem-print-cost 2>&1 >/dev/null | FileCheck %s

#w = #gpu.address_space<workgroup>

// CHECK: cost of @row
// CHECK: instructions of threads: 256 float, 544 integer, 0 special, 480 saved;
func.func @row(%r: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant 0.0 : f32
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%nx = %c32, %ny = %c1, %nz = %c1)
             workgroup(%b : memref<8xf32, #w>) {
    %sum = scf.for %k = %c0 to %c8 step %c1 iter_args(%s = %zero) -> f32 {
      %x = memref.load %b[%k] : memref<8xf32, #w>
      %t = arith.addf %s, %x : f32
      scf.yield %t : f32
    }
    memref.store %sum, %r[%tx] : memref<32xf32>
    gpu.terminator
  }
  return
}

// CHECK: cost of @column
// CHECK: instructions of threads: 512 float, 1056 integer, 0 special, 800 saved;
func.func @column(%r: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant 0.0 : f32
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%nx = %c32, %ny = %c1, %nz = %c1)
             workgroup(%b : memref<8x32xf32, #w>) {
    %sum = scf.for %k = %c0 to %c8 step %c1 iter_args(%s = %zero) -> f32 {
      %x = memref.load %b[%k, %c0] : memref<8x32xf32, #w>
      %t = arith.addf %s, %x : f32
      %y = memref.load %b[%k, %c16] : memref<8x32xf32, #w>
      %u = arith.addf %t, %y : f32
      scf.yield %u : f32
    }
    memref.store %sum, %r[%tx] : memref<32xf32>
    gpu.terminator
  }
  return
}

// CHECK: cost of @invariant
// CHECK: instructions of threads: 0 float, 1056 integer, 0 special, 608 saved;
func.func @invariant(%n: i32, %r: memref<32xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant 0 : i32
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%nx = %c32, %ny = %c1, %nz = %c1) {
    %sum = scf.for %k = %c0 to %c8 step %c1 iter_args(%s = %zero) -> i32 {
      %x = arith.muli %n, %n : i32
      %t = arith.addi %s, %x : i32
      scf.yield %t : i32
    }
    memref.store %sum, %r[%tx] : memref<32xi32>
    gpu.terminator
  }
  return
}
