// MRI-Q: the Q matrix of non-Cartesian magnetic resonance image
// reconstruction. For every voxel (x, y, z), the sum over all sample points
// k of |phi_k|^2 * exp(i * 2 pi * (kx x + ky y + kz z)).

func.func @mri_q_f32(
    %kx: memref<?xf32> {polymem.shape = ["K"]},
    %ky: memref<?xf32> {polymem.shape = ["K"]},
    %kz: memref<?xf32> {polymem.shape = ["K"]},
    %phi: memref<?xf32> {polymem.shape = ["K"]},
    %x: memref<?xf32> {polymem.shape = ["X"]},
    %y: memref<?xf32> {polymem.shape = ["X"]},
    %z: memref<?xf32> {polymem.shape = ["X"]},
    %Qr: memref<?xf32> {polymem.shape = ["X"]},
    %Qi: memref<?xf32> {polymem.shape = ["X"]}) {
  %c0 = arith.constant 0 : index
  %two_pi = arith.constant 6.28318530717958648 : f32
  %K = memref.dim %kx, %c0 : memref<?xf32>
  %X = memref.dim %x, %c0 : memref<?xf32>
  affine.for %v = 0 to %X {
    affine.for %k = 0 to %K {
      %kxv = affine.load %kx[%k] : memref<?xf32>
      %kyv = affine.load %ky[%k] : memref<?xf32>
      %kzv = affine.load %kz[%k] : memref<?xf32>
      %phiv = affine.load %phi[%k] : memref<?xf32>
      %xv = affine.load %x[%v] : memref<?xf32>
      %yv = affine.load %y[%v] : memref<?xf32>
      %zv = affine.load %z[%v] : memref<?xf32>
      %tx = arith.mulf %kxv, %xv : f32
      %ty = arith.mulf %kyv, %yv : f32
      %tz = arith.mulf %kzv, %zv : f32
      %txy = arith.addf %tx, %ty : f32
      %txyz = arith.addf %txy, %tz : f32
      %angle = arith.mulf %two_pi, %txyz : f32
      %cos = math.cos %angle : f32
      %sin = math.sin %angle : f32
      %dr = arith.mulf %phiv, %cos : f32
      %di = arith.mulf %phiv, %sin : f32
      %qr = affine.load %Qr[%v] : memref<?xf32>
      %qi = affine.load %Qi[%v] : memref<?xf32>
      %qr1 = arith.addf %qr, %dr : f32
      %qi1 = arith.addf %qi, %di : f32
      affine.store %qr1, %Qr[%v] : memref<?xf32>
      affine.store %qi1, %Qi[%v] : memref<?xf32>
    }
  }
  return
}

//===----------------------------------------------------------------------===//
// The same in double precision (kept equal by test/Execution/precisions.test).
//===----------------------------------------------------------------------===//

func.func @mri_q_f64(
    %kx: memref<?xf64> {polymem.shape = ["K"]},
    %ky: memref<?xf64> {polymem.shape = ["K"]},
    %kz: memref<?xf64> {polymem.shape = ["K"]},
    %phi: memref<?xf64> {polymem.shape = ["K"]},
    %x: memref<?xf64> {polymem.shape = ["X"]},
    %y: memref<?xf64> {polymem.shape = ["X"]},
    %z: memref<?xf64> {polymem.shape = ["X"]},
    %Qr: memref<?xf64> {polymem.shape = ["X"]},
    %Qi: memref<?xf64> {polymem.shape = ["X"]}) {
  %c0 = arith.constant 0 : index
  %two_pi = arith.constant 6.28318530717958648 : f64
  %K = memref.dim %kx, %c0 : memref<?xf64>
  %X = memref.dim %x, %c0 : memref<?xf64>
  affine.for %v = 0 to %X {
    affine.for %k = 0 to %K {
      %kxv = affine.load %kx[%k] : memref<?xf64>
      %kyv = affine.load %ky[%k] : memref<?xf64>
      %kzv = affine.load %kz[%k] : memref<?xf64>
      %phiv = affine.load %phi[%k] : memref<?xf64>
      %xv = affine.load %x[%v] : memref<?xf64>
      %yv = affine.load %y[%v] : memref<?xf64>
      %zv = affine.load %z[%v] : memref<?xf64>
      %tx = arith.mulf %kxv, %xv : f64
      %ty = arith.mulf %kyv, %yv : f64
      %tz = arith.mulf %kzv, %zv : f64
      %txy = arith.addf %tx, %ty : f64
      %txyz = arith.addf %txy, %tz : f64
      %angle = arith.mulf %two_pi, %txyz : f64
      %cos = math.cos %angle : f64
      %sin = math.sin %angle : f64
      %dr = arith.mulf %phiv, %cos : f64
      %di = arith.mulf %phiv, %sin : f64
      %qr = affine.load %Qr[%v] : memref<?xf64>
      %qi = affine.load %Qi[%v] : memref<?xf64>
      %qr1 = arith.addf %qr, %dr : f64
      %qi1 = arith.addf %qi, %di : f64
      affine.store %qr1, %Qr[%v] : memref<?xf64>
      affine.store %qi1, %Qi[%v] : memref<?xf64>
    }
  }
  return
}
