// Two versions of a program, of which a number that the program computes chooses one, are proved
// one after the other, each with a budget of its own: together they would need more.
// RUN: polymem-opt %s --polymem-check="strict print max-isl-operations=70000" -o /dev/null 2>&1 | FileCheck %s

func.func @before(%A: memref<?x?xf32>, %B: memref<?xf32>, %n: index, %m: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      %b = affine.load %B[%i] : memref<?xf32>
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %sum = arith.addf %b, %a : f32
      %z = scratch.origin "S0"[%i, %j] %sum : f32
      affine.store %z, %B[%i] : memref<?xf32>
    }
  }
  return
}

// CHECK-LABEL: check @chosen{{$}}
// CHECK-NEXT: instances: proved
// CHECK-NEXT: expressions: proved
// CHECK-NEXT: dataflow: proved
// CHECK-NEXT: live-out: proved
func.func @chosen(%A: memref<?x?xf32>, %B: memref<?xf32>, %n: index, %m: index)
    attributes {polymem.origin = @before} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c500 = arith.constant 500 : index
  %cells = arith.muli %n, %m : index
  %few = arith.cmpi sle, %cells, %c500 : index
  %choice = arith.select %few, %c1, %c0 : index
  affine.if affine_set<()[s0] : (s0 - 1 >= 0)>()[%choice] {
    affine.for %t = 0 to %n step 8 {
      affine.for %u = 0 to %m step 4 {
        affine.for %i = affine_map<(d0) -> (d0)>(%t) to min affine_map<(d0)[s0] -> (d0 + 8, s0)>(%t)[%n] {
          affine.for %j = affine_map<(d0) -> (d0)>(%u) to min affine_map<(d0)[s0] -> (d0 + 4, s0)>(%u)[%m] {
            %b = affine.load %B[%i] : memref<?xf32>
            %a = affine.load %A[%i, %j] : memref<?x?xf32>
            %sum = arith.addf %b, %a : f32
            %z = scratch.origin "S0"[%i, %j] %sum : f32
            affine.store %z, %B[%i] : memref<?xf32>
          }
        }
      }
    }
  } else {
    affine.for %t = 0 to %n step 32 {
      affine.for %u = 0 to %m step 16 {
        affine.for %i = affine_map<(d0) -> (d0)>(%t) to min affine_map<(d0)[s0] -> (d0 + 32, s0)>(%t)[%n] {
          affine.for %j = affine_map<(d0) -> (d0)>(%u) to min affine_map<(d0)[s0] -> (d0 + 16, s0)>(%u)[%m] {
            %b = affine.load %B[%i] : memref<?xf32>
            %a = affine.load %A[%i, %j] : memref<?x?xf32>
            %sum = arith.addf %b, %a : f32
            %z = scratch.origin "S0"[%i, %j] %sum : f32
            affine.store %z, %B[%i] : memref<?xf32>
          }
        }
      }
    }
  }
  return
}
