// MRI-FHD: the F^H d vector of non-Cartesian magnetic resonance image
// reconstruction. For every voxel (x, y, z), the sum over all sample points k
// of conj(phi_k) d_k * exp(i * 2 pi * (kx x + ky y + kz z)).

func.func @mri_fhd_f32(
    %kx: memref<?xf32> {polymem.shape = ["K"]},
    %ky: memref<?xf32> {polymem.shape = ["K"]},
    %kz: memref<?xf32> {polymem.shape = ["K"]},
    %rrho: memref<?xf32> {polymem.shape = ["K"]},
    %irho: memref<?xf32> {polymem.shape = ["K"]},
    %x: memref<?xf32> {polymem.shape = ["X"]},
    %y: memref<?xf32> {polymem.shape = ["X"]},
    %z: memref<?xf32> {polymem.shape = ["X"]},
    %Fr: memref<?xf32> {polymem.shape = ["X"]},
    %Fi: memref<?xf32> {polymem.shape = ["X"]}) {
  %c0 = arith.constant 0 : index
  %two_pi = arith.constant 6.28318530717958648 : f32
  %K = memref.dim %kx, %c0 : memref<?xf32>
  %X = memref.dim %x, %c0 : memref<?xf32>
  affine.for %v = 0 to %X {
    affine.for %k = 0 to %K {
      %kxv = affine.load %kx[%k] : memref<?xf32>
      %kyv = affine.load %ky[%k] : memref<?xf32>
      %kzv = affine.load %kz[%k] : memref<?xf32>
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
      %r = affine.load %rrho[%k] : memref<?xf32>
      %i = affine.load %irho[%k] : memref<?xf32>
      %rc = arith.mulf %r, %cos : f32
      %is = arith.mulf %i, %sin : f32
      %dr = arith.subf %rc, %is : f32
      %fr = affine.load %Fr[%v] : memref<?xf32>
      %fr1 = arith.addf %fr, %dr : f32
      affine.store %fr1, %Fr[%v] : memref<?xf32>
      %ic = arith.mulf %i, %cos : f32
      %rs = arith.mulf %r, %sin : f32
      %di = arith.addf %ic, %rs : f32
      %fi = affine.load %Fi[%v] : memref<?xf32>
      %fi1 = arith.addf %fi, %di : f32
      affine.store %fi1, %Fi[%v] : memref<?xf32>
    }
  }
  return
}

//===----------------------------------------------------------------------===//
// The same in double precision (kept equal by test/Execution/precisions.test).
//===----------------------------------------------------------------------===//

func.func @mri_fhd_f64(
    %kx: memref<?xf64> {polymem.shape = ["K"]},
    %ky: memref<?xf64> {polymem.shape = ["K"]},
    %kz: memref<?xf64> {polymem.shape = ["K"]},
    %rrho: memref<?xf64> {polymem.shape = ["K"]},
    %irho: memref<?xf64> {polymem.shape = ["K"]},
    %x: memref<?xf64> {polymem.shape = ["X"]},
    %y: memref<?xf64> {polymem.shape = ["X"]},
    %z: memref<?xf64> {polymem.shape = ["X"]},
    %Fr: memref<?xf64> {polymem.shape = ["X"]},
    %Fi: memref<?xf64> {polymem.shape = ["X"]}) {
  %c0 = arith.constant 0 : index
  %two_pi = arith.constant 6.28318530717958648 : f64
  %K = memref.dim %kx, %c0 : memref<?xf64>
  %X = memref.dim %x, %c0 : memref<?xf64>
  affine.for %v = 0 to %X {
    affine.for %k = 0 to %K {
      %kxv = affine.load %kx[%k] : memref<?xf64>
      %kyv = affine.load %ky[%k] : memref<?xf64>
      %kzv = affine.load %kz[%k] : memref<?xf64>
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
      %r = affine.load %rrho[%k] : memref<?xf64>
      %i = affine.load %irho[%k] : memref<?xf64>
      %rc = arith.mulf %r, %cos : f64
      %is = arith.mulf %i, %sin : f64
      %dr = arith.subf %rc, %is : f64
      %fr = affine.load %Fr[%v] : memref<?xf64>
      %fr1 = arith.addf %fr, %dr : f64
      affine.store %fr1, %Fr[%v] : memref<?xf64>
      %ic = arith.mulf %i, %cos : f64
      %rs = arith.mulf %r, %sin : f64
      %di = arith.addf %ic, %rs : f64
      %fi = affine.load %Fi[%v] : memref<?xf64>
      %fi1 = arith.addf %fi, %di : f64
      affine.store %fi1, %Fi[%v] : memref<?xf64>
    }
  }
  return
}
