// RUN: polymem-opt %s -test-polymem-dependences | FileCheck %s

// Random programs: domains, dependences and live-in elements are those of
// executions with several values of the parameters.

// CHECK: 60 executions compared
func.func @random_1002(%A: memref<?xf32>, %B: memref<?x?xf32>, %x: f32, %n: index, %m: index) attributes {test.values = [[3, 2], [1, 5], [0, -1]]} {
  affine.for %i0 = max affine_map<(d0, d1) -> (d1 * 1 + -2)>(%n, %m) to min affine_map<(d0, d1) -> (-3 + 6, d0 * 2 + -3 + 6)>(%n, %m) step 3 {
    affine.parallel (%i1) = (max(%i0 * 1 + 1)) to (min(%i0 * 1 + -2 + 2)) step (2) {
      affine.for %i2 = max affine_map<(d0, d1, d2, d3) -> (d0 * 1 + -2)>(%i0, %i1, %n, %m) to min affine_map<(d0, d1, d2, d3) -> (-2 + 2)>(%i0, %i1, %n, %m) step 2 {
        affine.if affine_set<(d0, d1, d2, d3, d4) : (d0 * 1 + d2 * 3 + d3 * 1 + -2 >= 0)>(%i0, %i1, %i2, %n, %m) {
          affine.store %x, %A[%i1 * 3 + %i2 * -1 + %m * 2 + 4] : memref<?xf32>
        }
      }
      affine.for %i3 = max affine_map<(d0, d1, d2, d3) -> (d0 * 1 + d3 * -1 + 3, d1 * 1 + -3)>(%i0, %i1, %n, %m) to min affine_map<(d0, d1, d2, d3) -> (d0 * 1 + d1 * 1 + d2 * 1 + 1 + 2)>(%i0, %i1, %n, %m) step 1 {
        %v0 = affine.load %B[%i1 * 3 + %i3 * 2 + 1, %i0 * 1 + %i1 * 2 + 1] : memref<?x?xf32>
      }
      affine.store %x, %B[%i0 * 2 + %m * -1 + 3, %i0 * 1 + %i1 * 1 + %m * -1 + 0] : memref<?x?xf32>
    }
    affine.store %x, %A[(-2) floordiv 3] : memref<?xf32>
    %v1 = affine.load %A[(%i0 * 1 + 3) mod 3] : memref<?xf32>
  }
  affine.for %i4 = max affine_map<(d0, d1) -> (d0 * -1 + 3)>(%n, %m) to min affine_map<(d0, d1) -> (1 + 5, 3 + 5)>(%n, %m) step 1 {
    %v2 = affine.load %B[-2, %i4 * 1 + -1] : memref<?x?xf32>
    affine.for %i5 = max affine_map<(d0, d1, d2) -> (d0 * 1 + 0)>(%i4, %n, %m) to min affine_map<(d0, d1, d2) -> (d0 * 1 + d1 * -1 + 1 + 3)>(%i4, %n, %m) step 3 {
      %v3 = affine.load %A[%i4 * 3 + 4] : memref<?xf32>
      %v4 = affine.load %A[%i4 * 3 + %i5 * -1 + 3] : memref<?xf32>
    }
  }
  affine.store %x, %B[-3, 3] : memref<?x?xf32>
  return
}

func.func @random_1003(%A: memref<?xf32>, %B: memref<?x?xf32>, %x: f32, %n: index, %m: index) attributes {test.values = [[3, 2], [1, 5], [0, -1]]} {
  %l1 = affine.max affine_map<(d0, d1) -> (4)>(%n, %m)
  %u1 = affine.min affine_map<(d0, d1) -> (d1 * 1 + 4 + 6)>(%n, %m)
  %s1 = arith.constant 2 : index
  scratch.tile (%i0) = (%l1) to (%u1) step (%s1) {
    affine.for %i2 = max affine_map<(d0, d1, d2) -> (-3)>(%i0, %n, %m) to min affine_map<(d0, d1, d2) -> (-3 + 3)>(%i0, %n, %m) step 2 {
      affine.for %i3 = max affine_map<(d0, d1, d2, d3) -> (d0 * 1 + d2 * -1 + 3, d0 * 1 + d3 * 2 + 0)>(%i0, %i2, %n, %m) to min affine_map<(d0, d1, d2, d3) -> (1 + 4, 0 + 4)>(%i0, %i2, %n, %m) step 2 {
        affine.if affine_set<(d0, d1, d2, d3, d4) : ((d0 * 1 + d1 * 1 + d2 * 3 + -2) floordiv 4 >= 0)>(%i0, %i2, %i3, %n, %m) {
          affine.if affine_set<(d0, d1, d2, d3, d4) : (d1 * -1 + d2 * 1 + 2 == 0)>(%i0, %i2, %i3, %n, %m) {
            %v0 = affine.load %A[(%i0 * 1 + %i2 * -1 + %i3 * 2 + 4) ceildiv 3] : memref<?xf32>
            affine.if affine_set<(d0, d1, d2, d3, d4) : (d0 * 1 + d1 * 1 + d2 * 1 + 4 >= 0)>(%i0, %i2, %i3, %n, %m) {
              affine.store %x, %B[%i0 * 2 + %i2 * 1 + %i3 * 1 + -1, (%i0 * 3 + %i2 * 1 + 2) mod 3] : memref<?x?xf32>
            }
            %v1 = affine.load %A[%i2 * 1 + %i3 * 1 + %n * 2 + 2] : memref<?xf32>
          }
          %v2 = affine.load %B[%i2 * 1 + %m * 1 + 3, (%i0 * 3 + %i2 * 1 + 3) floordiv 4] : memref<?x?xf32>
          %v3 = affine.load %B[%i0 * -1 + %i2 * 3 + %i3 * -1 + %m * 1 + -1, %i2 * 3 + %n * 1 + -2] : memref<?x?xf32>
        }
        %v4 = affine.load %A[(%i0 * -1 + %i2 * 1 + %i3 * -1 + 2) mod 2] : memref<?xf32>
        %v5 = affine.load %A[%i0 * 1 + %i3 * 2 + 3] : memref<?xf32>
      }
      %v6 = affine.load %A[(%i0 * 1 + %i2 * 1 + -3) ceildiv 2] : memref<?xf32>
    }
    %v7 = affine.load %B[%i0 * 2 + %m * -1 + 0, (%i0 * 2 + %n * 1 + -1) floordiv 4] : memref<?x?xf32>
    %v8 = affine.load %B[2, 1] : memref<?x?xf32>
  }
  %v9 = affine.load %B[-2, -2] : memref<?x?xf32>
  %v10 = affine.load %A[2] : memref<?xf32>
  return
}

func.func @random_1023(%A: memref<?xf32>, %B: memref<?x?xf32>, %x: f32, %n: index, %m: index) attributes {test.values = [[3, 2], [1, 5], [0, -1]]} {
  %v0 = affine.load %A[-3] : memref<?xf32>
  affine.store %v0, %B[2, %m * 2 + -2] : memref<?x?xf32>
  %l1 = affine.max affine_map<(d0, d1) -> (d1 * -1 + 4)>(%n, %m)
  %u1 = affine.min affine_map<(d0, d1) -> (4 + 6)>(%n, %m)
  %s1 = arith.constant 3 : index
  scratch.tile (%i0) = (%l1) to (%u1) step (%s1) {
    affine.for %i2 = max affine_map<(d0, d1, d2) -> (d0 * 1 + 4)>(%i0, %n, %m) to min affine_map<(d0, d1, d2) -> (d0 * 1 + 3 + 3)>(%i0, %n, %m) step 1 {
      %v1 = affine.load %A[%i0 * 3 + %i2 * -1 + -3] : memref<?xf32>
      %v2 = affine.load %B[3, %i0 * 3 + 4] : memref<?x?xf32>
      affine.store %v0, %A[%i0 * -1 + %i2 * 1 + 2] : memref<?xf32>
    }
  }
  return
}

func.func @random_1035(%A: memref<?xf32>, %B: memref<?x?xf32>, %x: f32, %n: index, %m: index) attributes {test.values = [[3, 2], [1, 5], [0, -1]]} {
  affine.for %i0 = max affine_map<(d0, d1) -> (0)>(%n, %m) to min affine_map<(d0, d1) -> (d1 * 2 + 1 + 6)>(%n, %m) step 1 {
    %v0 = affine.load %B[(%i0 * 3 + -3) ceildiv 4, %n * 1 + -1] : memref<?x?xf32>
  }
  return
}

func.func @random_1042(%A: memref<?xf32>, %B: memref<?x?xf32>, %x: f32, %n: index, %m: index) attributes {test.values = [[3, 2], [1, 5], [0, -1]]} {
  affine.for %i0 = max affine_map<(d0, d1) -> (1)>(%n, %m) to min affine_map<(d0, d1) -> (-1 + 4)>(%n, %m) step 1 {
    affine.if affine_set<(d0, d1, d2) : (d0 * 1 + d1 * -1 + 1 == 0)>(%i0, %n, %m) {
      affine.for %i1 = max affine_map<(d0, d1, d2) -> (d0 * 1 + d1 * -1 + 3)>(%i0, %n, %m) to min affine_map<(d0, d1, d2) -> (d2 * 2 + -3 + 6, 2 + 6)>(%i0, %n, %m) step 3 {
        affine.for %i2 = max affine_map<(d0, d1, d2, d3) -> (d0 * 1 + d2 * -1 + 1)>(%i0, %i1, %n, %m) to min affine_map<(d0, d1, d2, d3) -> (0 + 3)>(%i0, %i1, %n, %m) step 1 {
          affine.store %x, %A[%i2 * -1 + 4] : memref<?xf32>
          %v0 = affine.load %B[%i0 * 1 + %i1 * 2 + %i2 * 1 + 2, %i1 * 2 + %i2 * 2 + -1] : memref<?x?xf32>
        }
      }
      affine.store %x, %B[%i0 * 1 + %n * 1 + -1, %i0 * 3 + 0] : memref<?x?xf32>
      %v1 = affine.load %A[(%m * 1 + 0) mod 4] : memref<?xf32>
    } else {
      %v2 = affine.load %B[(%i0 * 1 + %m * -1 + 1) mod 3, (%i0 * 1 + %m * 1 + -1) ceildiv 4] : memref<?x?xf32>
      %v3 = affine.load %B[2, 1] : memref<?x?xf32>
    }
    %v4 = affine.load %B[0, (%i0 * 1 + 3) floordiv 2] : memref<?x?xf32>
    %v5 = affine.load %B[%i0 * 2 + 4, %m * 2 + 4] : memref<?x?xf32>
  }
  return
}

func.func @random_1050(%A: memref<?xf32>, %B: memref<?x?xf32>, %x: f32, %n: index, %m: index) attributes {test.values = [[3, 2], [1, 5], [0, -1]]} {
  affine.for %i0 = max affine_map<(d0, d1) -> (-1)>(%n, %m) to min affine_map<(d0, d1) -> (3 + 5)>(%n, %m) step 3 {
    %v0 = affine.load %A[%i0 * 2 + %m * 2 + 4] : memref<?xf32>
    affine.for %i1 = max affine_map<(d0, d1, d2) -> (3)>(%i0, %n, %m) to min affine_map<(d0, d1, d2) -> (d0 * 1 + -1 + 4)>(%i0, %n, %m) step 1 {
      affine.store %x, %A[%i0 * 1 + %i1 * 1 + -2] : memref<?xf32>
      %v1 = affine.load %B[%i0 * -1 + 2, (%i0 * 1 + %i1 * 1 + %m * 2 + 1) ceildiv 3] : memref<?x?xf32>
    }
  }
  affine.for %i2 = max affine_map<(d0, d1) -> (0, 1)>(%n, %m) to min affine_map<(d0, d1) -> (d0 * -1 + -1 + 5)>(%n, %m) step 1 {
    %v2 = affine.load %A[%i2 * 3 + -1] : memref<?xf32>
    affine.parallel (%i3) = (max(%n * 2 + 3, %i2 * 1 + 2)) to (min(%i2 * 1 + %n * -1 + -1 + 6, %n * 1 + -3 + 6)) step (1) {
      %v3 = affine.load %B[%i2 * 2 + %i3 * 2 + %m * 1 + 4, %i2 * 3 + %i3 * 1 + %m * 1 + 4] : memref<?x?xf32>
      %v4 = affine.load %B[(%i2 * 1 + %i3 * 3 + 4) floordiv 3, %i3 * 3 + -3] : memref<?x?xf32>
      affine.for %i4 = max affine_map<(d0, d1, d2, d3) -> (d0 * 1 + 2)>(%i2, %i3, %n, %m) to min affine_map<(d0, d1, d2, d3) -> (d0 * 1 + d1 * 1 + 1 + 2)>(%i2, %i3, %n, %m) step 1 {
        %v5 = affine.load %B[(%i2 * 3 + %i4 * 1 + %n * 1 + 0) floordiv 2, %i3 * 1 + %i4 * 1 + -2] : memref<?x?xf32>
        %v6 = affine.load %B[%i4 * -1 + %n * 2 + 4, (%i2 * 2 + %i3 * -1 + %i4 * 1 + -3) mod 4] : memref<?x?xf32>
      }
    }
    affine.store %x, %A[%i2 * 2 + 1] : memref<?xf32>
  }
  %v7 = affine.load %B[(%n * 2 + -3) floordiv 3, %n * 1 + -3] : memref<?x?xf32>
  return
}

func.func @random_1061(%A: memref<?xf32>, %B: memref<?x?xf32>, %x: f32, %n: index, %m: index) attributes {test.values = [[3, 2], [1, 5], [0, -1]]} {
  %r1 = affine.for %i0 = max affine_map<(d0, d1) -> (-3)>(%n, %m) to min affine_map<(d0, d1) -> (2 + 4)>(%n, %m) step 2 iter_args(%a1 = %x) -> f32 {
    affine.if affine_set<(d0, d1, d2) : (4 == 0)>(%i0, %n, %m) {
      affine.for %i2 = max affine_map<(d0, d1, d2) -> (d0 * 1 + -3)>(%i0, %n, %m) to min affine_map<(d0, d1, d2) -> (-2 + 5)>(%i0, %n, %m) step 1 {
        affine.store %x, %A[(%i2 * 2 + 3) mod 4] : memref<?xf32>
      }
      affine.parallel (%i3) = (max(%i0 * 1 + -2)) to (min(-2 + 5, %i0 * 1 + 0 + 5)) step (3) {
        %r5 = affine.for %i4 = max affine_map<(d0, d1, d2, d3) -> (d0 * 1 + -3)>(%i0, %i3, %n, %m) to min affine_map<(d0, d1, d2, d3) -> (d3 * 2 + -3 + 2)>(%i0, %i3, %n, %m) step 2 iter_args(%a5 = %x) -> f32 {
          affine.if affine_set<(d0, d1, d2, d3, d4) : (d0 * 1 + d1 * 1 + d2 * 3 + 3 == 0)>(%i0, %i3, %i4, %n, %m) {
            %v0 = affine.load %A[%i0 * 1 + %i3 * -1 + %i4 * 2 + 1] : memref<?xf32>
            affine.if affine_set<(d0, d1, d2, d3, d4) : (d0 * 1 + d1 * -1 + d2 * 2 + 0 == 0)>(%i0, %i3, %i4, %n, %m) {
              %v1 = affine.load %A[%i0 * 1 + %i3 * -1 + 0] : memref<?xf32>
              %v2 = affine.load %A[%i0 * 1 + %i3 * 3 + %i4 * 2 + %n * 1 + 4] : memref<?xf32>
            } else {
              %v3 = affine.load %B[%i0 * 3 + %i4 * 1 + 1, (%i0 * 1 + %i3 * 2 + %i4 * 1 + -2) mod 2] : memref<?x?xf32>
              %v4 = affine.load %B[%i0 * 3 + %i3 * -1 + %i4 * 1 + 1, (%i0 * 3 + %i3 * 1 + %n * 1 + 1) ceildiv 4] : memref<?x?xf32>
            }
            %v5 = affine.load %B[%i0 * -1 + %n * 1 + 0, %i3 * 3 + %i4 * 1 + -3] : memref<?x?xf32>
          } else {
            %v6 = affine.load %B[%i4 * 1 + %n * 1 + 2, %i0 * 1 + %i3 * 3 + %i4 * 1 + 4] : memref<?x?xf32>
            %v7 = affine.load %A[%i0 * 3 + %i3 * -1 + %i4 * 3 + %m * 2 + 4] : memref<?xf32>
          }
          %v8 = affine.load %B[%i0 * 1 + %i4 * 1 + -2, %i0 * 1 + %i4 * 3 + %m * -1 + -3] : memref<?x?xf32>
          %v9 = affine.load %B[(%i3 * 3 + %i4 * 3 + 3) ceildiv 3, %i3 * 1 + 4] : memref<?x?xf32>
          affine.yield %a5 : f32
        }
        %v10 = affine.load %A[%i3 * 3 + 2] : memref<?xf32>
        %v11 = affine.load %A[%i0 * -1 + 2] : memref<?xf32>
      }
      %v12 = affine.load %B[-2, %i0 * 2 + 0] : memref<?x?xf32>
    } else {
      %v13 = affine.load %A[%i0 * 1 + -2] : memref<?xf32>
    }
    %v14 = affine.load %B[(%i0 * 2 + %m * 1 + -2) mod 3, %i0 * 1 + -3] : memref<?x?xf32>
    affine.yield %v14 : f32
  }
  affine.store %x, %A[(0) mod 2] : memref<?xf32>
  return
}

func.func @random_1062(%A: memref<?xf32>, %B: memref<?x?xf32>, %x: f32, %n: index, %m: index) attributes {test.values = [[3, 2], [1, 5], [0, -1]]} {
  %l1 = affine.max affine_map<(d0, d1) -> (-3)>(%n, %m)
  %u1 = affine.min affine_map<(d0, d1) -> (-2 + 4, d0 * 1 + 3 + 4)>(%n, %m)
  %s1 = arith.constant 3 : index
  scratch.tile (%i0) = (%l1) to (%u1) step (%s1) {
    affine.parallel (%i2) = (max(%i0 * 1 + -2, 1)) to (min(4 + 4)) step (1) {
      %v0 = affine.load %A[%i0 * 3 + %i2 * 1 + %m * 2 + 1] : memref<?xf32>
      affine.for %i3 = max affine_map<(d0, d1, d2, d3) -> (d3 * 2 + 1, d0 * 1 + d1 * 1 + -3)>(%i0, %i2, %n, %m) to min affine_map<(d0, d1, d2, d3) -> (d1 * 1 + 3 + 3)>(%i0, %i2, %n, %m) step 2 {
        %v1 = affine.load %A[%i0 * 1 + %i2 * 1 + %i3 * 3 + 4] : memref<?xf32>
      }
    }
    %v2 = affine.load %A[-1] : memref<?xf32>
  }
  return
}

func.func @random_1064(%A: memref<?xf32>, %B: memref<?x?xf32>, %x: f32, %n: index, %m: index) attributes {test.values = [[3, 2], [1, 5], [0, -1]]} {
  affine.parallel (%i0) = (max(-1)) to (min(%m * -1 + 4 + 4)) step (1) {
    affine.store %x, %A[-1] : memref<?xf32>
    %v0 = affine.load %B[%i0 * 1 + %n * 2 + 2, -1] : memref<?x?xf32>
  }
  %v1 = affine.load %A[(-2) ceildiv 4] : memref<?xf32>
  affine.for %i1 = max affine_map<(d0, d1) -> (3)>(%n, %m) to min affine_map<(d0, d1) -> (4 + 3)>(%n, %m) step 2 {
    affine.if affine_set<(d0, d1, d2) : ((d0 * -1 + d1 * 1 + 3) ceildiv 2 == 0)>(%i1, %n, %m) {
      %v2 = affine.load %A[%i1 * -1 + -1] : memref<?xf32>
      affine.store %x, %A[1] : memref<?xf32>
      affine.for %i2 = max affine_map<(d0, d1, d2) -> (d0 * 1 + -3)>(%i1, %n, %m) to min affine_map<(d0, d1, d2) -> (d0 * 1 + 3 + 6)>(%i1, %n, %m) step 3 {
        %v3 = affine.load %B[%i2 * 1 + %n * 2 + -2, (%i1 * 1 + %m * -1 + -1) mod 4] : memref<?x?xf32>
        %v4 = affine.load %A[(%i1 * 2 + %i2 * 3 + 1) mod 3] : memref<?xf32>
      }
    }
    %v5 = affine.load %B[(3) floordiv 2, %i1 * 1 + 4] : memref<?x?xf32>
    %v6 = affine.load %B[(%i1 * -1 + %n * 1 + -2) floordiv 2, %i1 * 1 + 1] : memref<?x?xf32>
  }
  return
}

func.func @random_1065(%A: memref<?xf32>, %B: memref<?x?xf32>, %x: f32, %n: index, %m: index) attributes {test.values = [[3, 2], [1, 5], [0, -1]]} {
  affine.store %x, %A[(%m * 1 + 4) ceildiv 3] : memref<?xf32>
  affine.for %i0 = max affine_map<(d0, d1) -> (d1 * 1 + -2)>(%n, %m) to min affine_map<(d0, d1) -> (4 + 4)>(%n, %m) step 1 {
    affine.store %x, %B[(%i0 * 1 + -2) floordiv 3, %i0 * -1 + -3] : memref<?x?xf32>
    affine.for %i1 = max affine_map<(d0, d1, d2) -> (d0 * 1 + d2 * 1 + 4, d0 * 1 + d2 * 2 + -1)>(%i0, %n, %m) to min affine_map<(d0, d1, d2) -> (d0 * 1 + -1 + 5, -1 + 5)>(%i0, %n, %m) step 1 {
      %v0 = affine.load %B[(%i1 * -1 + -1) floordiv 3, %i0 * 1 + 3] : memref<?x?xf32>
      affine.for %i2 = max affine_map<(d0, d1, d2, d3) -> (d1 * 1 + 0)>(%i0, %i1, %n, %m) to min affine_map<(d0, d1, d2, d3) -> (d0 * 1 + d3 * -1 + -1 + 2)>(%i0, %i1, %n, %m) step 1 {
        affine.store %v0, %A[%i0 * -1 + %i2 * 1 + 4] : memref<?xf32>
        %v1 = affine.load %B[%i0 * 3 + %i1 * 1 + %i2 * 1 + %m * 2 + 0, %i0 * 2 + %n * -1 + -1] : memref<?x?xf32>
        %v2 = affine.load %A[(%i0 * -1 + %i1 * 1 + %n * 1 + 0) mod 2] : memref<?xf32>
      }
    }
    %v3 = affine.load %A[-3] : memref<?xf32>
  }
  return
}

func.func @random_1072(%A: memref<?xf32>, %B: memref<?x?xf32>, %x: f32, %n: index, %m: index) attributes {test.values = [[3, 2], [1, 5], [0, -1]]} {
  %l1 = affine.max affine_map<(d0, d1) -> (d0 * 2 + -1)>(%n, %m)
  %u1 = affine.min affine_map<(d0, d1) -> (4 + 6)>(%n, %m)
  %s1 = arith.constant 2 : index
  scratch.tile (%i0) = (%l1) to (%u1) step (%s1) {
    affine.for %i2 = max affine_map<(d0, d1, d2) -> (3)>(%i0, %n, %m) to min affine_map<(d0, d1, d2) -> (d0 * 1 + 4 + 3)>(%i0, %n, %m) step 1 {
      affine.store %x, %A[(%i0 * 2 + %i2 * 1 + 3) floordiv 3] : memref<?xf32>
      affine.for %i3 = max affine_map<(d0, d1, d2, d3) -> (d1 * 1 + 1, d1 * 1 + d3 * 2 + 2)>(%i0, %i2, %n, %m) to min affine_map<(d0, d1, d2, d3) -> (d0 * 1 + -2 + 2)>(%i0, %i2, %n, %m) step 1 {
        affine.store %x, %B[%i0 * 3 + %i3 * 1 + -3, %i2 * 1 + 4] : memref<?x?xf32>
        affine.if affine_set<(d0, d1, d2, d3, d4) : (d0 * 1 + d1 * 2 + d2 * 3 + d3 * 2 + 2 >= 0)>(%i0, %i2, %i3, %n, %m) {
          %v0 = affine.load %A[%i0 * -1 + %i2 * 2 + %i3 * -1 + 1] : memref<?xf32>
        }
      }
    }
    %r5 = affine.for %i4 = max affine_map<(d0, d1, d2) -> (d0 * 1 + -3, d0 * 1 + 1)>(%i0, %n, %m) to min affine_map<(d0, d1, d2) -> (0 + 2, d2 * 1 + -3 + 2)>(%i0, %n, %m) step 2 iter_args(%a5 = %x) -> f32 {
      affine.for %i6 = max affine_map<(d0, d1, d2, d3) -> (d0 * 1 + d1 * 1 + -2)>(%i0, %i4, %n, %m) to min affine_map<(d0, d1, d2, d3) -> (d1 * 1 + d3 * 1 + 0 + 6, 0 + 6)>(%i0, %i4, %n, %m) step 1 {
        %v1 = affine.load %B[(%i0 * 3 + %i6 * 2 + 0) ceildiv 4, %i4 * 1 + -2] : memref<?x?xf32>
        %v2 = affine.load %B[%i0 * 2 + %i6 * 1 + %n * -1 + -1, %i0 * -1 + %i4 * 1 + %i6 * 1 + 2] : memref<?x?xf32>
      }
      %v3 = affine.load %B[(%i0 * 1 + 1) mod 4, (%i0 * 1 + 4) floordiv 2] : memref<?x?xf32>
      affine.yield %v3 : f32
    }
    affine.store %r5, %B[%n * 1 + -1, 3] : memref<?x?xf32>
  }
  %v4 = affine.load %B[-1, %n * 1 + -2] : memref<?x?xf32>
  return
}

func.func @random_1074(%A: memref<?xf32>, %B: memref<?x?xf32>, %x: f32, %n: index, %m: index) attributes {test.values = [[3, 2], [1, 5], [0, -1]]} {
  affine.for %i0 = max affine_map<(d0, d1) -> (-2, -2)>(%n, %m) to min affine_map<(d0, d1) -> (-1 + 5)>(%n, %m) step 2 {
    %r2 = affine.for %i1 = max affine_map<(d0, d1, d2) -> (d0 * 1 + 4, d0 * 1 + d1 * 2 + -3)>(%i0, %n, %m) to min affine_map<(d0, d1, d2) -> (d0 * 1 + 0 + 2)>(%i0, %n, %m) step 2 iter_args(%a2 = %x) -> f32 {
      affine.if affine_set<(d0, d1, d2, d3) : ((d0 * 3 + d1 * 3 + 4) ceildiv 3 == 0)>(%i0, %i1, %n, %m) {
        affine.for %i3 = max affine_map<(d0, d1, d2, d3) -> (d0 * 1 + d1 * 1 + d3 * 2 + 0, d0 * 1 + d1 * 1 + d2 * 1 + -1)>(%i0, %i1, %n, %m) to min affine_map<(d0, d1, d2, d3) -> (d1 * 1 + 1 + 2)>(%i0, %i1, %n, %m) step 1 {
          affine.if affine_set<(d0, d1, d2, d3, d4) : (d0 * -1 + d1 * 2 + d2 * 1 + 3 == 0)>(%i0, %i1, %i3, %n, %m) {
            affine.if affine_set<(d0, d1, d2, d3, d4) : (d0 * -1 + d1 * 3 + 1 == 0)>(%i0, %i1, %i3, %n, %m) {
              affine.store %x, %A[%i0 * 2 + %i1 * -1 + -2] : memref<?xf32>
              %v0 = affine.load %B[%i0 * 1 + %i1 * 1 + %i3 * 2 + -1, %i1 * -1 + 4] : memref<?x?xf32>
            } else {
              %v1 = affine.load %B[%i1 * -1 + %m * 1 + -3, %i0 * 3 + %i3 * -1 + -1] : memref<?x?xf32>
            }
            %v2 = affine.load %A[%i0 * 2 + %i1 * 1 + %i3 * 3 + -3] : memref<?xf32>
          }
          %v3 = affine.load %A[(%i0 * 1 + 0) mod 4] : memref<?xf32>
          %v4 = affine.load %B[(%i1 * 1 + 4) mod 4, %i0 * 1 + %i3 * 2 + 1] : memref<?x?xf32>
        }
      } else {
        %v5 = affine.load %A[%i1 * -1 + 4] : memref<?xf32>
        affine.store %x, %A[%i0 * 1 + %i1 * 1 + %n * -1 + 4] : memref<?xf32>
      }
      %v6 = affine.load %A[%i0 * 1 + %i1 * 3 + 2] : memref<?xf32>
      affine.store %v6, %B[(%i1 * -1 + 1) floordiv 4, %i0 * 2 + %i1 * -1 + -1] : memref<?x?xf32>
      affine.yield %v6 : f32
    }
    affine.store %r2, %B[2, %i0 * -1 + %m * 1 + 0] : memref<?x?xf32>
    %v7 = affine.load %A[%i0 * 2 + 0] : memref<?xf32>
  }
  affine.store %x, %A[-2] : memref<?xf32>
  return
}

func.func @random_1081(%A: memref<?xf32>, %B: memref<?x?xf32>, %x: f32, %n: index, %m: index) attributes {test.values = [[3, 2], [1, 5], [0, -1]]} {
  affine.store %x, %A[4] : memref<?xf32>
  affine.for %i0 = max affine_map<(d0, d1) -> (-3)>(%n, %m) to min affine_map<(d0, d1) -> (0 + 4, 1 + 4)>(%n, %m) step 1 {
    affine.if affine_set<(d0, d1, d2) : (d0 * 2 + d2 * -1 + -3 >= 0)>(%i0, %n, %m) {
      affine.store %x, %A[%m * -1 + 1] : memref<?xf32>
    } else {
      %v0 = affine.load %B[%i0 * -1 + 2, (%m * 1 + 3) ceildiv 2] : memref<?x?xf32>
      affine.store %v0, %A[%i0 * 2 + %n * 1 + -2] : memref<?xf32>
      %v1 = affine.load %A[%i0 * 2 + %n * -1 + 0] : memref<?xf32>
    }
    affine.if affine_set<(d0, d1, d2) : (d0 * 1 + 0 == 0)>(%i0, %n, %m) {
      affine.store %x, %A[%i0 * -1 + 3] : memref<?xf32>
      affine.store %x, %A[%i0 * 1 + 0] : memref<?xf32>
    } else {
      %v2 = affine.load %B[%i0 * 3 + -2, (%i0 * 3 + -1) floordiv 3] : memref<?x?xf32>
      %v3 = affine.load %B[%i0 * 1 + %n * 1 + 1, (%i0 * 2 + %n * 2 + 0) mod 3] : memref<?x?xf32>
    }
  }
  return
}

func.func @random_1086(%A: memref<?xf32>, %B: memref<?x?xf32>, %x: f32, %n: index, %m: index) attributes {test.values = [[3, 2], [1, 5], [0, -1]]} {
  %l1 = affine.max affine_map<(d0, d1) -> (2)>(%n, %m)
  %u1 = affine.min affine_map<(d0, d1) -> (0 + 5, 1 + 5)>(%n, %m)
  %s1 = arith.constant 3 : index
  scratch.tile (%i0) = (%l1) to (%u1) step (%s1) {
    %v0 = affine.load %B[-3, (%i0 * 1 + -3) mod 3] : memref<?x?xf32>
    affine.for %i2 = max affine_map<(d0, d1, d2) -> (d1 * -1 + 3, 2)>(%i0, %n, %m) to min affine_map<(d0, d1, d2) -> (d0 * 1 + 2 + 5)>(%i0, %n, %m) step 2 {
      affine.parallel (%i3) = (max(%i0 * 1 + 0)) to (min(4 + 3)) step (3) {
        affine.if affine_set<(d0, d1, d2, d3, d4) : (d0 * 3 + d1 * 3 + d2 * 1 + -3 >= 0)>(%i0, %i2, %i3, %n, %m) {
          affine.if affine_set<(d0, d1, d2, d3, d4) : (d2 * 3 + 4 == 0)>(%i0, %i2, %i3, %n, %m) {
            affine.if affine_set<(d0, d1, d2, d3, d4) : (d0 * 2 + d1 * 1 + d4 * 1 + 3 == 0)>(%i0, %i2, %i3, %n, %m) {
              %v1 = affine.load %A[(%i2 * 2 + %i3 * 3 + 2) ceildiv 2] : memref<?xf32>
            } else {
              affine.store %x, %A[(%i0 * 1 + %i2 * 1 + %i3 * -1 + %m * 2 + 1) floordiv 2] : memref<?xf32>
              %v2 = affine.load %A[%i0 * 2 + %i2 * 3 + -3] : memref<?xf32>
            }
            affine.if affine_set<(d0, d1, d2, d3, d4) : (d0 * -1 + d2 * 2 + d3 * 1 + 4 >= 0)>(%i0, %i2, %i3, %n, %m) {
              %v3 = affine.load %A[%i0 * 1 + %i2 * 1 + 1] : memref<?xf32>
              %v4 = affine.load %A[%i2 * -1 + %i3 * -1 + %n * 1 + -3] : memref<?xf32>
            } else {
              %v5 = affine.load %A[%i0 * 1 + %i2 * 3 + 1] : memref<?xf32>
            }
          }
          %v6 = affine.load %B[%i0 * -1 + %i2 * -1 + %i3 * 1 + %n * 2 + 1, %i2 * 1 + %i3 * 1 + -2] : memref<?x?xf32>
        }
      }
    }
    %v7 = affine.load %B[%i0 * 3 + -1, %m * 2 + 4] : memref<?x?xf32>
  }
  %v8 = affine.load %B[3, -1] : memref<?x?xf32>
  affine.store %x, %A[0] : memref<?xf32>
  return
}

func.func @random_1087(%A: memref<?xf32>, %B: memref<?x?xf32>, %x: f32, %n: index, %m: index) attributes {test.values = [[3, 2], [1, 5], [0, -1]]} {
  %r1 = affine.for %i0 = max affine_map<(d0, d1) -> (2)>(%n, %m) to min affine_map<(d0, d1) -> (d1 * 1 + 4 + 5)>(%n, %m) step 1 iter_args(%a1 = %x) -> f32 {
    affine.store %a1, %B[%i0 * 1 + 3, %n * 2 + 3] : memref<?x?xf32>
    affine.yield %a1 : f32
  }
  return
}

func.func @random_1088(%A: memref<?xf32>, %B: memref<?x?xf32>, %x: f32, %n: index, %m: index) attributes {test.values = [[3, 2], [1, 5], [0, -1]]} {
  %v0 = affine.load %B[-1, 2] : memref<?x?xf32>
  affine.for %i0 = max affine_map<(d0, d1) -> (d0 * 1 + -3)>(%n, %m) to min affine_map<(d0, d1) -> (0 + 4)>(%n, %m) step 2 {
    %r2 = affine.for %i1 = max affine_map<(d0, d1, d2) -> (1, d0 * 1 + -2)>(%i0, %n, %m) to min affine_map<(d0, d1, d2) -> (d1 * -1 + 4 + 6)>(%i0, %n, %m) step 3 iter_args(%a2 = %x) -> f32 {
      affine.for %i3 = max affine_map<(d0, d1, d2, d3) -> (d1 * 1 + 2, d3 * 1 + -2)>(%i0, %i1, %n, %m) to min affine_map<(d0, d1, d2, d3) -> (d0 * 1 + 2 + 4)>(%i0, %i1, %n, %m) step 1 {
        affine.if affine_set<(d0, d1, d2, d3, d4) : ((d0 * 2 + d1 * 1 + 0) mod 4 == 0)>(%i0, %i1, %i3, %n, %m) {
          affine.if affine_set<(d0, d1, d2, d3, d4) : (d0 * 1 + d1 * -1 + -1 >= 0)>(%i0, %i1, %i3, %n, %m) {
            affine.if affine_set<(d0, d1, d2, d3, d4) : ((d0 * 1 + d1 * -1 + d2 * 1 + -3) floordiv 3 >= 0)>(%i0, %i1, %i3, %n, %m) {
              affine.store %a2, %B[(%i0 * 2 + %i1 * 1 + %i3 * 1 + -2) mod 3, %i0 * -1 + %i1 * 1 + -3] : memref<?x?xf32>
              affine.if affine_set<(d0, d1, d2, d3, d4) : (d0 * 3 + d2 * 1 + 4 >= 0)>(%i0, %i1, %i3, %n, %m) {
                %v1 = affine.load %B[%i1 * 1 + %i3 * 1 + 2, (%i0 * 3 + %i1 * 1 + -2) ceildiv 4] : memref<?x?xf32>
              } else {
                %v2 = affine.load %A[%i0 * -1 + %i1 * 1 + %i3 * 3 + 3] : memref<?xf32>
                %v3 = affine.load %B[%i0 * -1 + %i1 * 1 + %i3 * 1 + 2, (%i0 * 2 + %i1 * 1 + %i3 * 1 + %n * -1 + -2) ceildiv 4] : memref<?x?xf32>
              }
              %v4 = affine.load %A[%i0 * -1 + %i1 * 1 + %i3 * -1 + 4] : memref<?xf32>
            }
            %v5 = affine.load %B[(%i0 * 1 + %i1 * 2 + %i3 * 1 + -1) floordiv 3, %i1 * 3 + %i3 * 1 + 2] : memref<?x?xf32>
          } else {
            affine.store %a2, %A[(%i0 * 3 + 4) mod 4] : memref<?xf32>
            %v6 = affine.load %B[%i0 * 1 + %i1 * 1 + %i3 * -1 + 3, %i1 * 3 + 1] : memref<?x?xf32>
            affine.store %a2, %A[(%i0 * 1 + %i1 * 1 + 0) floordiv 4] : memref<?xf32>
          }
        } else {
          %v7 = affine.load %A[%i0 * 3 + %i1 * 1 + %i3 * 2 + 0] : memref<?xf32>
        }
      }
      affine.store %v0, %B[%i0 * 3 + %i1 * 1 + 4, %i0 * -1 + %i1 * 2 + %n * 2 + 0] : memref<?x?xf32>
      affine.yield %a2 : f32
    }
  }
  %v8 = affine.load %B[3, 1] : memref<?x?xf32>
  return
}

func.func @random_1092(%A: memref<?xf32>, %B: memref<?x?xf32>, %x: f32, %n: index, %m: index) attributes {test.values = [[3, 2], [1, 5], [0, -1]]} {
  %v0 = affine.load %A[%m * 1 + 3] : memref<?xf32>
  affine.store %x, %B[-1, %m * -1 + 0] : memref<?x?xf32>
  %l1 = affine.max affine_map<(d0, d1) -> (1)>(%n, %m)
  %u1 = affine.min affine_map<(d0, d1) -> (1 + 6)>(%n, %m)
  %s1 = arith.constant 1 : index
  scratch.tile (%i0) = (%l1) to (%u1) step (%s1) {
    %v1 = affine.load %A[-1] : memref<?xf32>
    %v2 = affine.load %B[%i0 * 3 + 1, %i0 * 3 + 0] : memref<?x?xf32>
  }
  return
}

func.func @random_1094(%A: memref<?xf32>, %B: memref<?x?xf32>, %x: f32, %n: index, %m: index) attributes {test.values = [[3, 2], [1, 5], [0, -1]]} {
  %v0 = affine.load %B[(%m * -1 + 3) floordiv 3, 4] : memref<?x?xf32>
  %v1 = affine.load %B[-2, %n * 1 + -2] : memref<?x?xf32>
  affine.for %i0 = max affine_map<(d0, d1) -> (d0 * 1 + -3)>(%n, %m) to min affine_map<(d0, d1) -> (4 + 5, 0 + 5)>(%n, %m) step 1 {
    affine.if affine_set<(d0, d1, d2) : (d0 * 1 + -1 >= 0)>(%i0, %n, %m) {
      affine.for %i1 = max affine_map<(d0, d1, d2) -> (d2 * -1 + 4, d0 * 1 + 1)>(%i0, %n, %m) to min affine_map<(d0, d1, d2) -> (d0 * 1 + 2 + 3, d0 * 1 + -1 + 3)>(%i0, %n, %m) step 2 {
        %v2 = affine.load %A[%i0 * 1 + %i1 * -1 + -1] : memref<?xf32>
      }
      affine.for %i2 = max affine_map<(d0, d1, d2) -> (d0 * 1 + d2 * 2 + -2, d1 * 1 + 3)>(%i0, %n, %m) to min affine_map<(d0, d1, d2) -> (3 + 5)>(%i0, %n, %m) step 1 {
        affine.store %v0, %A[%i0 * 1 + %i2 * 1 + -2] : memref<?xf32>
        affine.store %v1, %A[%i0 * 1 + 2] : memref<?xf32>
      }
      affine.store %v1, %B[%i0 * 1 + -3, %i0 * 2 + -2] : memref<?x?xf32>
    }
    affine.for %i3 = max affine_map<(d0, d1, d2) -> (d0 * 1 + 1)>(%i0, %n, %m) to min affine_map<(d0, d1, d2) -> (d0 * 1 + d2 * 2 + 3 + 3)>(%i0, %n, %m) step 1 {
      affine.for %i4 = max affine_map<(d0, d1, d2, d3) -> (d0 * 1 + d1 * 1 + 4)>(%i0, %i3, %n, %m) to min affine_map<(d0, d1, d2, d3) -> (-2 + 6)>(%i0, %i3, %n, %m) step 3 {
        affine.if affine_set<(d0, d1, d2, d3, d4) : (d0 * 2 + d1 * 2 + d2 * 1 + 3 == 0)>(%i0, %i3, %i4, %n, %m) {
          %v3 = affine.load %A[%i0 * 1 + %i3 * 1 + %i4 * 1 + -3] : memref<?xf32>
          affine.store %v3, %B[%i0 * 2 + %i4 * -1 + -2, %i0 * 1 + %i3 * 2 + %i4 * 2 + -1] : memref<?x?xf32>
        }
      }
      affine.store %v0, %A[(%i0 * 3 + %i3 * 3 + %m * 1 + 0) ceildiv 2] : memref<?xf32>
    }
  }
  return
}

func.func @random_1098(%A: memref<?xf32>, %B: memref<?x?xf32>, %x: f32, %n: index, %m: index) attributes {test.values = [[3, 2], [1, 5], [0, -1]]} {
  %v0 = affine.load %B[(3) ceildiv 2, 1] : memref<?x?xf32>
  affine.for %i0 = max affine_map<(d0, d1) -> (-1)>(%n, %m) to min affine_map<(d0, d1) -> (d1 * 2 + 0 + 4)>(%n, %m) step 3 {
    affine.parallel (%i1) = (max(-2)) to (min(0 + 6, 1 + 6)) step (1) {
      affine.store %x, %B[%i0 * 2 + %i1 * 3 + -3, %i0 * 3 + %i1 * 1 + 0] : memref<?x?xf32>
      %v1 = affine.load %A[(%i0 * 3 + 4) floordiv 4] : memref<?xf32>
    }
    affine.store %x, %B[%m * -1 + -2, %i0 * -1 + %m * 1 + -2] : memref<?x?xf32>
    affine.for %i2 = max affine_map<(d0, d1, d2) -> (-2, 2)>(%i0, %n, %m) to min affine_map<(d0, d1, d2) -> (-1 + 6)>(%i0, %n, %m) step 2 {
      affine.for %i3 = max affine_map<(d0, d1, d2, d3) -> (d1 * 1 + 1, d0 * 1 + 3)>(%i0, %i2, %n, %m) to min affine_map<(d0, d1, d2, d3) -> (d0 * 1 + 0 + 3)>(%i0, %i2, %n, %m) step 1 {
        %v2 = affine.load %A[%n * -1 + 3] : memref<?xf32>
        %v3 = affine.load %B[%i0 * 1 + %i2 * 1 + 2, %i0 * 1 + %i2 * -1 + %i3 * 2 + 4] : memref<?x?xf32>
      }
      %v4 = affine.load %A[%i0 * 1 + %i2 * -1 + 3] : memref<?xf32>
    }
  }
  return
}

func.func @random_1118(%A: memref<?xf32>, %B: memref<?x?xf32>, %x: f32, %n: index, %m: index) attributes {test.values = [[3, 2], [1, 5], [0, -1]]} {
  affine.store %x, %A[-2] : memref<?xf32>
  affine.for %i0 = max affine_map<(d0, d1) -> (2)>(%n, %m) to min affine_map<(d0, d1) -> (d1 * 1 + 2 + 5)>(%n, %m) step 2 {
    affine.store %x, %B[(%i0 * 2 + 4) mod 2, %i0 * -1 + 3] : memref<?x?xf32>
    %v0 = affine.load %B[%i0 * 2 + 1, -2] : memref<?x?xf32>
    affine.store %v0, %A[%i0 * 3 + -2] : memref<?xf32>
  }
  affine.store %x, %B[2, %m * 1 + 2] : memref<?x?xf32>
  return
}

