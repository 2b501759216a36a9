// RUN: polymem-opt %s --polymem-contract-arrays --split-input-file --remarks-filter=polymem-contract-arrays --remark-format=emitRemark -verify-diagnostics -o /dev/null

// Which elements conflict depends on the order. A row is computed from the row
// before it.

// In order: what is read last by the instance that writes may have its cell.
func.func @sequential(%out: memref<?xf32>, %n: index) {
  // expected-remark@below {{mem0 takes 63 cells instead of 4096 where arg1 = 64, by hyperplanes: (-i0 + i1) mod (arg1 - 1), arg1 - 1 cells}}
  %t = memref.alloc(%n, %n) : memref<?x?xf32>
  affine.for %i = 1 to %n {
    affine.for %j = 1 to affine_map<()[s0] -> (s0 - 1)>()[%n] {
      %a = affine.load %t[%i - 1, %j - 1] : memref<?x?xf32>
      %b = affine.load %t[%i - 1, %j] : memref<?x?xf32>
      %c = affine.load %t[%i - 1, %j + 1] : memref<?x?xf32>
      %ab = arith.addf %a, %b : f32
      %abc = arith.addf %ab, %c : f32
      affine.store %abc, %t[%i, %j] : memref<?x?xf32>
    }
  }
  affine.for %j = 1 to affine_map<()[s0] -> (s0 - 1)>()[%n] {
    %a = affine.load %t[symbol(%n) - 1, %j] : memref<?x?xf32>
    affine.store %a, %out[%j] : memref<?xf32>
  }
  memref.dealloc %t : memref<?x?xf32>
  return
}

// -----

// Iterations in any order: two rows.
func.func @parallel(%out: memref<?xf32>, %n: index) {
  // expected-remark@below {{mem0 takes 124 cells instead of 4096 where arg1 = 64, by}}
  %t = memref.alloc(%n, %n) : memref<?x?xf32>
  affine.for %i = 1 to %n {
    affine.parallel (%j) = (1) to (symbol(%n) - 1) {
      %a = affine.load %t[%i - 1, %j - 1] : memref<?x?xf32>
      %b = affine.load %t[%i - 1, %j] : memref<?x?xf32>
      %c = affine.load %t[%i - 1, %j + 1] : memref<?x?xf32>
      %ab = arith.addf %a, %b : f32
      %abc = arith.addf %ab, %c : f32
      affine.store %abc, %t[%i, %j] : memref<?x?xf32>
    }
  }
  affine.for %j = 1 to affine_map<()[s0] -> (s0 - 1)>()[%n] {
    %a = affine.load %t[symbol(%n) - 1, %j] : memref<?x?xf32>
    affine.store %a, %out[%j] : memref<?xf32>
  }
  memref.dealloc %t : memref<?x?xf32>
  return
}

// -----

// In one instance, the read before the write: one cell for both.
func.func @read_first(%A: memref<?xf32>, %n: index) {
  // expected-remark@below {{mem0 takes 1 cells instead of 64 where arg1 = 64, by}}
  %t = memref.alloc(%n) : memref<?xf32>
  %x = affine.load %A[0] : memref<?xf32>
  affine.store %x, %t[0] : memref<?xf32>
  affine.for %i = 1 to %n {
    %a = affine.load %t[%i - 1] : memref<?xf32>
    affine.store %a, %t[%i] : memref<?xf32>
    affine.store %a, %A[%i] : memref<?xf32>
  }
  memref.dealloc %t : memref<?xf32>
  return
}

// -----

// The write before the read: two cells.
func.func @write_first(%A: memref<?xf32>, %n: index) {
  // expected-remark@below {{mem0 takes 2 cells instead of 64 where arg1 = 64, by}}
  %t = memref.alloc(%n) : memref<?xf32>
  %x = affine.load %A[0] : memref<?xf32>
  affine.store %x, %t[0] : memref<?xf32>
  affine.for %i = 1 to %n {
    %b = affine.load %A[%i] : memref<?xf32>
    affine.store %b, %t[%i] : memref<?xf32>
    %a = affine.load %t[%i - 1] : memref<?xf32>
    affine.store %a, %A[%i] : memref<?xf32>
  }
  memref.dealloc %t : memref<?xf32>
  return
}

// -----

// A write that is never read needs a cell that nobody else needs meanwhile.
func.func @dead_write(%A: memref<?xf32>, %n: index) {
  // expected-remark@below {{mem0 takes 2 cells instead of 64 where arg1 = 64, by}}
  %t = memref.alloc(%n) : memref<?xf32>
  affine.for %i = 1 to %n {
    %b = affine.load %A[%i] : memref<?xf32>
    affine.store %b, %t[%i] : memref<?xf32>
    affine.store %b, %t[%i - 1] : memref<?xf32>
    %a = affine.load %t[%i] : memref<?xf32>
    affine.store %a, %A[%i] : memref<?xf32>
  }
  memref.dealloc %t : memref<?xf32>
  return
}

// -----

// A write that may not happen leaves the value before it alive.
func.func @may_write(%A: memref<?xf32>, %n: index, %c: f32) {
  // expected-remark@below {{mem0 stays as it is: no mapping is known to fewer cells than its 64 elements}}
  %t = memref.alloc(%n) : memref<?xf32>
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    affine.store %a, %t[%i] : memref<?xf32>
  }
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    %less = arith.cmpf olt, %a, %c : f32
    scf.if %less {
      affine.store %c, %t[%i] : memref<?xf32>
    }
    %b = affine.load %t[%i] : memref<?xf32>
    affine.store %b, %A[%i] : memref<?xf32>
  }
  memref.dealloc %t : memref<?xf32>
  return
}

// -----

// An array for each iteration of a loop: what one of them needs.
func.func @in_loop(%A: memref<?x?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    // expected-remark@below {{mem0 takes 2 cells instead of 64 where arg1 = 64, by}}
    %t = memref.alloc(%n) : memref<?xf32>
    affine.for %j = 0 to %n {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      affine.store %a, %t[%j] : memref<?xf32>
      affine.if affine_set<(d0) : (d0 - 1 >= 0)>(%j) {
        %b = affine.load %t[%j - 1] : memref<?xf32>
        affine.store %b, %A[%i, %j] : memref<?x?xf32>
      }
    }
    memref.dealloc %t : memref<?xf32>
  }
  return
}
