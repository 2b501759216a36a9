// With --uninterpreted, inputs are any bits: NaN, infinities, both zeros, denormal
// numbers, integers of the full range. Integers that become subscripts, bounds,
// divisors or distances of shifts, also by way of other arrays, stay small, as do
// those with a range.

// RUN: polymem-run %s --entry=floats --uninterpreted --print --sizes=N=400 > %t
// RUN: FileCheck %s --check-prefix=NAN < %t
// RUN: FileCheck %s --check-prefix=INFINITE < %t
// RUN: FileCheck %s --check-prefix=MINUS < %t
// RUN: FileCheck %s --check-prefix=DENORMAL < %t
// NAN: input 0 = [400]{{.*}} nan(0x7fc00000)
// NAN: input 1 = [400]{{.*}} nan(0x7e00)
// INFINITE: input 0 = [400]{{.*}} -inf
// INFINITE: input 1 = [400]{{.*}} inf
// MINUS: input 0 = [400]{{.*}} -0 {{.*}}
// MINUS: input 1 = [400]{{.*}} -0 {{.*}}
// DENORMAL: input 0 = [400]{{.*}} {{[0-9.]+}}e-39

// RUN: polymem-run %s --entry=integers --uninterpreted --print --sizes=N=60 | FileCheck %s --check-prefix=INTEGERS
// INTEGERS: input 0 = [60] {{.*}}-2147483648
// INTEGERS: input 1 = [60] {{.*}}-128
// INTEGERS: input 2 = [60]{{( [0-4])+$}}

// RUN: polymem-run %s --entry=subscripts --uninterpreted --print --sizes=N=60 | FileCheck %s --check-prefix=SMALL
// SMALL: input 0 = [60]{{( -?[0-8])+$}}
// SMALL: input 1 = [60]{{( -?[0-8])+$}}
// SMALL: input 2 = {{-?[0-8]$}}
// SMALL: input 3 = [60]{{( -?[0-8])+$}}
// SMALL: input 4 = [60]{{( -?[0-8])+$}}
// SMALL: input 5 = [60] {{.*[0-9][0-9][0-9]}}

// Without it, they are numbers to compute with.
// RUN: polymem-run %s --entry=floats --print --sizes=N=400 | FileCheck %s --check-prefix=PLAIN
// PLAIN: input 0 = [400]{{( -?[0-9.]+(e-0[0-9])?)+$}}

func.func @floats(%A: memref<?xf32> {polymem.shape = ["N"]},
                  %B: memref<?xf16> {polymem.shape = ["N"]}) {
  return
}

func.func @integers(%A: memref<?xi32> {polymem.shape = ["N"]},
                    %B: memref<?xi8> {polymem.shape = ["N"]},
                    %C: memref<?xi32> {polymem.shape = ["N"], polymem.range = [0, 5]},
                    %N: index {polymem.param = "N"}) {
  affine.for %i = 0 to %N {
    %a = affine.load %A[%i] : memref<?xi32>
    %b = affine.load %B[%i] : memref<?xi8>
    %c = arith.extsi %b : i8 to i32
    %d = arith.muli %a, %c : i32
    %zero = arith.constant 0 : i32
    %less = arith.cmpi slt, %d, %zero : i32
    scf.if %less {
      affine.store %d, %A[%i] : memref<?xi32>
    }
  }
  return
}

func.func @subscripts(%A: memref<?xi32> {polymem.shape = ["N"]},
                      %B: memref<?xi32> {polymem.shape = ["N"]},
                      %n: i32,
                      %C: memref<?xi32> {polymem.shape = ["N"]},
                      %D: memref<?xi32> {polymem.shape = ["N"]},
                      %E: memref<?xi32> {polymem.shape = ["N"]},
                      %N: index {polymem.param = "N"}) {
  %one = arith.constant 1 : i32
  %nine = arith.constant 9 : i32
  %T = memref.alloc(%N) : memref<?xi32>
  affine.for %i = 0 to %N {
    // By way of another array.
    %b = affine.load %B[%i] : memref<?xi32>
    %sum = arith.addi %b, %nine : i32
    affine.store %sum, %T[%i] : memref<?xi32>
  }
  affine.for %i = 0 to %N {
    %a = affine.load %A[%i] : memref<?xi32>
    %t = affine.load %T[%i] : memref<?xi32>
    %least = arith.addi %a, %nine : i32
    %k = arith.index_cast %least : i32 to index
    %l = arith.index_cast %t : i32 to index
    %m = arith.addi %k, %l : index
    %e = memref.load %E[%m] : memref<?xi32>
    %c = affine.load %C[%i] : memref<?xi32>
    %square = arith.muli %c, %c : i32
    %divisor = arith.addi %square, %one : i32
    %q = arith.divsi %one, %divisor : i32
    affine.store %q, %T[%i] : memref<?xi32>
    %d = affine.load %D[%i] : memref<?xi32>
    %distance = arith.muli %d, %d : i32
    %half = arith.shrui %distance, %one : i32
    %x = arith.shrui %e, %half : i32
    %lower = arith.index_cast %n : i32 to index
    scf.for %r = %lower to %k step %m {
      affine.store %x, %E[%i] : memref<?xi32>
    }
  }
  memref.dealloc %T : memref<?xi32>
  return
}
