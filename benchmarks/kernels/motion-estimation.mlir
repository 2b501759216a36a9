// MPEG-4 motion estimation: the sum of absolute differences between a block of
// the current frame and the reference frame, for every displacement (i, j),
// added to what %sad holds. FORALL i, j; FOR k, l inside a small window
// (Baskaran et al., PPoPP 2008, figure 2).

func.func @motion_estimation_f32(
    %cur: memref<?x?xf32> {polymem.shape = ["WS", "WS"]},
    %ref: memref<?x?xf32> {polymem.shape = ["Ni + WS", "Nj + WS"]},
    %sad: memref<?x?xf32> {polymem.shape = ["Ni", "Nj"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %Ni = memref.dim %sad, %c0 : memref<?x?xf32>
  %Nj = memref.dim %sad, %c1 : memref<?x?xf32>
  %WS = memref.dim %cur, %c0 : memref<?x?xf32>
  affine.for %i = 0 to %Ni {
    affine.for %j = 0 to %Nj {
      affine.for %k = 0 to %WS {
        affine.for %l = 0 to %WS {
          %c = affine.load %cur[%k, %l] : memref<?x?xf32>
          %r = affine.load %ref[%i + %k, %j + %l] : memref<?x?xf32>
          %sum = affine.load %sad[%i, %j] : memref<?x?xf32>
          %diff = arith.subf %c, %r : f32
          %abs = math.absf %diff : f32
          %next = arith.addf %sum, %abs : f32
          affine.store %next, %sad[%i, %j] : memref<?x?xf32>
        }
      }
    }
  }
  return
}

// The same, with the parallel loops of the figure marked as such.
func.func @motion_estimation_forall_f32(
    %cur: memref<?x?xf32> {polymem.shape = ["WS", "WS"]},
    %ref: memref<?x?xf32> {polymem.shape = ["Ni + WS", "Nj + WS"]},
    %sad: memref<?x?xf32> {polymem.shape = ["Ni", "Nj"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %Ni = memref.dim %sad, %c0 : memref<?x?xf32>
  %Nj = memref.dim %sad, %c1 : memref<?x?xf32>
  %WS = memref.dim %cur, %c0 : memref<?x?xf32>
  affine.parallel (%i, %j) = (0, 0) to (symbol(%Ni), symbol(%Nj)) {
    affine.for %k = 0 to %WS {
      affine.for %l = 0 to %WS {
        %c = affine.load %cur[%k, %l] : memref<?x?xf32>
        %r = affine.load %ref[%i + %k, %j + %l] : memref<?x?xf32>
        %sum = affine.load %sad[%i, %j] : memref<?x?xf32>
        %diff = arith.subf %c, %r : f32
        %abs = math.absf %diff : f32
        %next = arith.addf %sum, %abs : f32
        affine.store %next, %sad[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}

//===----------------------------------------------------------------------===//
// The same in double precision (kept equal by test/Execution/precisions.test).
//===----------------------------------------------------------------------===//

func.func @motion_estimation_f64(
    %cur: memref<?x?xf64> {polymem.shape = ["WS", "WS"]},
    %ref: memref<?x?xf64> {polymem.shape = ["Ni + WS", "Nj + WS"]},
    %sad: memref<?x?xf64> {polymem.shape = ["Ni", "Nj"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %Ni = memref.dim %sad, %c0 : memref<?x?xf64>
  %Nj = memref.dim %sad, %c1 : memref<?x?xf64>
  %WS = memref.dim %cur, %c0 : memref<?x?xf64>
  affine.for %i = 0 to %Ni {
    affine.for %j = 0 to %Nj {
      affine.for %k = 0 to %WS {
        affine.for %l = 0 to %WS {
          %c = affine.load %cur[%k, %l] : memref<?x?xf64>
          %r = affine.load %ref[%i + %k, %j + %l] : memref<?x?xf64>
          %sum = affine.load %sad[%i, %j] : memref<?x?xf64>
          %diff = arith.subf %c, %r : f64
          %abs = math.absf %diff : f64
          %next = arith.addf %sum, %abs : f64
          affine.store %next, %sad[%i, %j] : memref<?x?xf64>
        }
      }
    }
  }
  return
}

// The same, with the parallel loops of the figure marked as such.
func.func @motion_estimation_forall_f64(
    %cur: memref<?x?xf64> {polymem.shape = ["WS", "WS"]},
    %ref: memref<?x?xf64> {polymem.shape = ["Ni + WS", "Nj + WS"]},
    %sad: memref<?x?xf64> {polymem.shape = ["Ni", "Nj"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %Ni = memref.dim %sad, %c0 : memref<?x?xf64>
  %Nj = memref.dim %sad, %c1 : memref<?x?xf64>
  %WS = memref.dim %cur, %c0 : memref<?x?xf64>
  affine.parallel (%i, %j) = (0, 0) to (symbol(%Ni), symbol(%Nj)) {
    affine.for %k = 0 to %WS {
      affine.for %l = 0 to %WS {
        %c = affine.load %cur[%k, %l] : memref<?x?xf64>
        %r = affine.load %ref[%i + %k, %j + %l] : memref<?x?xf64>
        %sum = affine.load %sad[%i, %j] : memref<?x?xf64>
        %diff = arith.subf %c, %r : f64
        %abs = math.absf %diff : f64
        %next = arith.addf %sum, %abs : f64
        affine.store %next, %sad[%i, %j] : memref<?x?xf64>
      }
    }
  }
  return
}
