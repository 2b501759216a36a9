// RUN: not polymem-opt %s --polymem-check=print -o /dev/null 2>&1 | FileCheck %s

// A division by zero, or one that overflows, is undefined: it may not be
// executed where the original does not, whether its result is used or not.

// CHECK: error: polymem-check: instances violated: with arg3 = 0: 'arith.divsi' is executed, which may be undefined, and which the original does not do
// CHECK-LABEL: check @hoisted{{$}}
// CHECK-NEXT: instances: VIOLATED
func.func @in_loop(%B: memref<?xi32>, %p: i32, %q: i32, %n: index) {
  affine.for %i = 0 to %n {
    %y = arith.divsi %p, %q : i32
    affine.store %y, %B[%i] : memref<?xi32>
  }
  return
}

func.func @hoisted(%B: memref<?xi32>, %p: i32, %q: i32, %n: index)
    attributes {polymem.origin = @in_loop} {
  %y = arith.divsi %p, %q : i32
  affine.for %i = 0 to %n {
    affine.store %y, %B[%i] : memref<?xi32>
  }
  return
}

// CHECK-LABEL: check @operand_hoisted{{$}}
// CHECK-NEXT: instances: VIOLATED: with arg3 = 0: 'arith.remui'
func.func @operand(%B: memref<?xi32>, %p: i32, %q: i32, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %B[%i] : memref<?xi32>
    %d = arith.remui %p, %q : i32
    %y = arith.addi %x, %d : i32
    %z = scratch.origin "S0"[%i] %y : i32
    affine.store %z, %B[%i] : memref<?xi32>
  }
  return
}

func.func @operand_hoisted(%B: memref<?xi32>, %p: i32, %q: i32, %n: index)
    attributes {polymem.origin = @operand} {
  %d = arith.remui %p, %q : i32
  affine.for %i = 0 to %n {
    %x = affine.load %B[%i] : memref<?xi32>
    %y = arith.addi %x, %d : i32
    %z = scratch.origin "S0"[%i] %y : i32
    affine.store %z, %B[%i] : memref<?xi32>
  }
  return
}

// CHECK-LABEL: check @guard_dropped{{$}}
// CHECK-NEXT: instances: VIOLATED: with arg3 = 0: 'arith.floordivsi'
func.func @guarded(%B: memref<?xi32>, %p: i32, %q: i32, %n: index) {
  affine.if affine_set<()[s0] : (s0 - 1 >= 0)>()[%n] {
    %y = arith.floordivsi %p, %q : i32
    affine.store %y, %B[0] : memref<?xi32>
  }
  return
}

func.func @guard_dropped(%B: memref<?xi32>, %p: i32, %q: i32, %n: index)
    attributes {polymem.origin = @guarded} {
  %y = arith.floordivsi %p, %q : i32
  affine.if affine_set<()[s0] : (s0 - 1 >= 0)>()[%n] {
    affine.store %y, %B[0] : memref<?xi32>
  }
  return
}

// One that nobody uses.
// CHECK-LABEL: check @added{{$}}
// CHECK-NEXT: instances: VIOLATED: 'arith.divui'
func.func @none(%B: memref<?xi32>, %p: i32, %q: i32, %n: index) {
  return
}

func.func @added(%B: memref<?xi32>, %p: i32, %q: i32, %n: index)
    attributes {polymem.origin = @none} {
  %y = arith.divui %p, %q : i32
  return
}

// Another divisor.
// CHECK-LABEL: check @other_divisor{{$}}
// CHECK-NEXT: instances: VIOLATED: 'arith.divui'
func.func @divisor(%B: memref<?xi32>, %p: i32, %q: i32, %n: index) {
  %y = arith.divui %p, %q : i32
  affine.store %y, %B[0] : memref<?xi32>
  return
}

func.func @other_divisor(%B: memref<?xi32>, %p: i32, %q: i32, %n: index)
    attributes {polymem.origin = @divisor} {
  %y = arith.divui %p, %q : i32
  affine.store %y, %B[0] : memref<?xi32>
  %w = arith.divui %q, %p : i32
  return
}

// One iteration more than the original has.
// CHECK-LABEL: check @further_iteration{{$}}
// CHECK-NEXT: instances: VIOLATED: with arg3 = 0: 'arith.ceildivsi'
func.func @iterations(%B: memref<?xi32>, %p: i32, %q: i32, %n: index) {
  affine.for %i = 0 to %n {
    %k = arith.index_cast %i : index to i32
    %y = arith.ceildivsi %p, %k : i32
    affine.store %y, %B[%i] : memref<?xi32>
  }
  return
}

func.func @further_iteration(%B: memref<?xi32>, %p: i32, %q: i32, %n: index)
    attributes {polymem.origin = @iterations} {
  affine.for %i = 0 to affine_map<()[s0] -> (s0 + 1)>()[%n] {
    %k = arith.index_cast %i : index to i32
    %y = arith.ceildivsi %p, %k : i32
    affine.if affine_set<(d0)[s0] : (s0 - d0 - 1 >= 0)>(%i)[%n] {
      affine.store %y, %B[%i] : memref<?xi32>
    }
  }
  return
}
