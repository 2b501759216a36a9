// What is written to a local array matters only where it is read later.
func.func @f(%N: index) {
  %T = memref.alloc(%N) : memref<?xf64>
  affine.for %i = 1 to %N {
    affine.for %j = affine_map<(d) -> (d floordiv 2)>(%i) to %N {
      affine.for %k = 0 to %N step 3 {
        %0 = affine.load %T[%j floordiv 4 + %k mod 2] : memref<?xf64>
        %1 = affine.load %T[%j floordiv 4 + %k mod 2] : memref<?xf64>
        %2 = arith.minimumf %0, %1 : f64
        %3 = affine.load %T[%j floordiv 4 + %k mod 2] : memref<?xf64>
        %4 = arith.mulf %2, %3 : f64
        affine.store %4, %T[%j floordiv 4 + %k mod 2] : memref<?xf64>
      }
    }
  }
  return
}
