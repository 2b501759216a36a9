// fdtd-2d: T steps of the 2-D finite-difference time-domain method, a source
// along one border: four nests in a time loop, each with other bounds.

func.func @fdtd_2d_f32(
    %ex: memref<?x?xf32> {polymem.shape = ["N", "M"]},
    %ey: memref<?x?xf32> {polymem.shape = ["N", "M"]},
    %hz: memref<?x?xf32> {polymem.shape = ["N", "M"]},
    %source: memref<?xf32> {polymem.shape = ["T"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %half = arith.constant 0.5 : f32
  %rate = arith.constant 0.7 : f32
  %T = memref.dim %source, %c0 : memref<?xf32>
  %N = memref.dim %hz, %c0 : memref<?x?xf32>
  %M = memref.dim %hz, %c1 : memref<?x?xf32>
  affine.for %t = 0 to %T {
    affine.for %j = 0 to %M {
      %s = affine.load %source[%t] : memref<?xf32>
      affine.store %s, %ey[0, %j] : memref<?x?xf32>
    }
    affine.for %i = 1 to %N {
      affine.for %j = 0 to %M {
        %e = affine.load %ey[%i, %j] : memref<?x?xf32>
        %h = affine.load %hz[%i, %j] : memref<?x?xf32>
        %g = affine.load %hz[%i - 1, %j] : memref<?x?xf32>
        %d = arith.subf %h, %g : f32
        %hd = arith.mulf %half, %d : f32
        %next = arith.subf %e, %hd : f32
        affine.store %next, %ey[%i, %j] : memref<?x?xf32>
      }
    }
    affine.for %i = 0 to %N {
      affine.for %j = 1 to %M {
        %e = affine.load %ex[%i, %j] : memref<?x?xf32>
        %h = affine.load %hz[%i, %j] : memref<?x?xf32>
        %g = affine.load %hz[%i, %j - 1] : memref<?x?xf32>
        %d = arith.subf %h, %g : f32
        %hd = arith.mulf %half, %d : f32
        %next = arith.subf %e, %hd : f32
        affine.store %next, %ex[%i, %j] : memref<?x?xf32>
      }
    }
    affine.for %i = 0 to affine_map<()[N] -> (N - 1)>()[%N] {
      affine.for %j = 0 to affine_map<()[M] -> (M - 1)>()[%M] {
        %h = affine.load %hz[%i, %j] : memref<?x?xf32>
        %x1 = affine.load %ex[%i, %j + 1] : memref<?x?xf32>
        %x0 = affine.load %ex[%i, %j] : memref<?x?xf32>
        %y1 = affine.load %ey[%i + 1, %j] : memref<?x?xf32>
        %y0 = affine.load %ey[%i, %j] : memref<?x?xf32>
        %dx = arith.subf %x1, %x0 : f32
        %dxy = arith.addf %dx, %y1 : f32
        %curl = arith.subf %dxy, %y0 : f32
        %rc = arith.mulf %rate, %curl : f32
        %next = arith.subf %h, %rc : f32
        affine.store %next, %hz[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}

//===----------------------------------------------------------------------===//
// The same in double precision (kept equal by test/Execution/precisions.test).
//===----------------------------------------------------------------------===//

func.func @fdtd_2d_f64(
    %ex: memref<?x?xf64> {polymem.shape = ["N", "M"]},
    %ey: memref<?x?xf64> {polymem.shape = ["N", "M"]},
    %hz: memref<?x?xf64> {polymem.shape = ["N", "M"]},
    %source: memref<?xf64> {polymem.shape = ["T"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %half = arith.constant 0.5 : f64
  %rate = arith.constant 0.7 : f64
  %T = memref.dim %source, %c0 : memref<?xf64>
  %N = memref.dim %hz, %c0 : memref<?x?xf64>
  %M = memref.dim %hz, %c1 : memref<?x?xf64>
  affine.for %t = 0 to %T {
    affine.for %j = 0 to %M {
      %s = affine.load %source[%t] : memref<?xf64>
      affine.store %s, %ey[0, %j] : memref<?x?xf64>
    }
    affine.for %i = 1 to %N {
      affine.for %j = 0 to %M {
        %e = affine.load %ey[%i, %j] : memref<?x?xf64>
        %h = affine.load %hz[%i, %j] : memref<?x?xf64>
        %g = affine.load %hz[%i - 1, %j] : memref<?x?xf64>
        %d = arith.subf %h, %g : f64
        %hd = arith.mulf %half, %d : f64
        %next = arith.subf %e, %hd : f64
        affine.store %next, %ey[%i, %j] : memref<?x?xf64>
      }
    }
    affine.for %i = 0 to %N {
      affine.for %j = 1 to %M {
        %e = affine.load %ex[%i, %j] : memref<?x?xf64>
        %h = affine.load %hz[%i, %j] : memref<?x?xf64>
        %g = affine.load %hz[%i, %j - 1] : memref<?x?xf64>
        %d = arith.subf %h, %g : f64
        %hd = arith.mulf %half, %d : f64
        %next = arith.subf %e, %hd : f64
        affine.store %next, %ex[%i, %j] : memref<?x?xf64>
      }
    }
    affine.for %i = 0 to affine_map<()[N] -> (N - 1)>()[%N] {
      affine.for %j = 0 to affine_map<()[M] -> (M - 1)>()[%M] {
        %h = affine.load %hz[%i, %j] : memref<?x?xf64>
        %x1 = affine.load %ex[%i, %j + 1] : memref<?x?xf64>
        %x0 = affine.load %ex[%i, %j] : memref<?x?xf64>
        %y1 = affine.load %ey[%i + 1, %j] : memref<?x?xf64>
        %y0 = affine.load %ey[%i, %j] : memref<?x?xf64>
        %dx = arith.subf %x1, %x0 : f64
        %dxy = arith.addf %dx, %y1 : f64
        %curl = arith.subf %dxy, %y0 : f64
        %rc = arith.mulf %rate, %curl : f64
        %next = arith.subf %h, %rc : f64
        affine.store %next, %hz[%i, %j] : memref<?x?xf64>
      }
    }
  }
  return
}
