// RUN: polymem-opt %s --polymem-expand-arrays=max-bytes=39999 --remarks-filter=polymem-expand-arrays 2>&1 | FileCheck %s --check-prefix=LESS
// RUN: polymem-opt %s --polymem-expand-arrays=max-bytes=40000 --remarks-filter=polymem-expand-arrays 2>&1 | FileCheck %s --check-prefix=FITS
// RUN: polymem-opt %s --polymem-expand-arrays --remarks-filter=polymem-expand-arrays 2>&1 | FileCheck %s --check-prefix=DEFAULT
// RUN: polymem-opt %s --polymem-expand-arrays=assume=S=10 --remarks-filter=polymem-expand-arrays 2>&1 | FileCheck %s --check-prefix=SMALL

// The rows of 100 iterations take 100 * 100 * 4 bytes. By default they must not
// take more than twice what the arguments do; the second function would need
// S * S elements beside some vectors of S.

// LESS:  arg1 is not indexed by 1 loops: new arrays would have more than 39999 bytes
// LESS:  func @constant(
// LESS-NOT: memref.alloc
// LESS:  return

// FITS:  arg1 is indexed by 1 loops around, too, with 40000 bytes
// FITS:  memref.alloc() : memref<100x100xf32>

// DEFAULT:  func @constant(
// DEFAULT:  memref.alloc() : memref<100x100xf32>
// DEFAULT:  func @symbolic(
// DEFAULT-NOT: memref.alloc
// DEFAULT:  return

// SMALL:  func @symbolic(
// SMALL:  memref.alloc(
func.func @constant(%a: memref<100xf32>, %v: memref<100xf32> {polymem.dead_out}, %b: memref<100xf32>) {
  affine.for %i = 0 to 100 {
    affine.for %j = 0 to 100 {
      %x = affine.load %a[%i] : memref<100xf32>
      affine.store %x, %v[%j] : memref<100xf32>
    }
    affine.for %j = 0 to 100 {
      %x = affine.load %v[99 - %j] : memref<100xf32>
      %y = affine.load %b[%i] : memref<100xf32>
      %z = arith.addf %x, %y : f32
      affine.store %z, %b[%i] : memref<100xf32>
    }
  }
  return
}

func.func @symbolic(%a: memref<?xf32> {polymem.shape = ["S"]}, %v: memref<?xf32> {polymem.shape = ["S"], polymem.dead_out}, %b: memref<?xf32> {polymem.shape = ["S"]}) {
  %c0 = arith.constant 0 : index
  %s = memref.dim %a, %c0 : memref<?xf32>
  affine.for %i = 0 to %s {
    affine.for %j = 0 to %s {
      %x = affine.load %a[%i] : memref<?xf32>
      affine.store %x, %v[%j] : memref<?xf32>
    }
    affine.for %j = 0 to %s {
      %x = affine.load %v[symbol(%s) - 1 - %j] : memref<?xf32>
      %y = affine.load %b[%i] : memref<?xf32>
      %z = arith.addf %x, %y : f32
      affine.store %z, %b[%i] : memref<?xf32>
    }
  }
  return
}
