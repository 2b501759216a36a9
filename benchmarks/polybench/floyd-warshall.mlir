// floyd-warshall: path[i, j] becomes the length of the shortest path from i to j.

func.func @floyd_warshall_i32(
    %path: memref<?x?xi32> {polymem.shape = ["N", "N"]}) {
  %c0 = arith.constant 0 : index
  %N = memref.dim %path, %c0 : memref<?x?xi32>
  affine.for %k = 0 to %N {
    affine.for %i = 0 to %N {
      affine.for %j = 0 to %N {
        %direct = affine.load %path[%i, %j] : memref<?x?xi32>
        %first = affine.load %path[%i, %k] : memref<?x?xi32>
        %second = affine.load %path[%k, %j] : memref<?x?xi32>
        %through = arith.addi %first, %second : i32
        %shorter = arith.cmpi slt, %direct, %through : i32
        %next = arith.select %shorter, %direct, %through : i32
        affine.store %next, %path[%i, %j] : memref<?x?xi32>
      }
    }
  }
  return
}
