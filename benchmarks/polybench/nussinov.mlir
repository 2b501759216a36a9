// nussinov: table[i, j] = the most pairs that the bases i to j of an RNA sequence
// can form: dynamic programming over the upper triangle. Bases are 0 to 3; two
// match if their sum is 3. The rows are computed from the last to the first: row
// counts from the other end, i = N - 1 - row.

func.func @nussinov_i32(
    %seq: memref<?xi32> {polymem.shape = ["N"], polymem.range = ["0", "4"]},
    %table: memref<?x?xi32> {polymem.shape = ["N", "N"]}) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %three = arith.constant 3 : i32
  %N = memref.dim %seq, %c0 : memref<?xi32>
  affine.for %row = 0 to %N {
    affine.for %j = affine_map<(row)[N] -> (N - row)>(%row)[%N] to %N {
      affine.if affine_set<(row, j) : (j - 1 >= 0)>(%row, %j) {
        %here = affine.load %table[symbol(%N) - 1 - %row, %j] : memref<?x?xi32>
        %there = affine.load %table[symbol(%N) - 1 - %row, %j - 1] : memref<?x?xi32>
        %best = arith.maxsi %here, %there : i32
        affine.store %best, %table[symbol(%N) - 1 - %row, %j] : memref<?x?xi32>
      }
      affine.if affine_set<(row, j) : (row - 1 >= 0)>(%row, %j) {
        %here = affine.load %table[symbol(%N) - 1 - %row, %j] : memref<?x?xi32>
        %there = affine.load %table[symbol(%N) - %row, %j] : memref<?x?xi32>
        %best = arith.maxsi %here, %there : i32
        affine.store %best, %table[symbol(%N) - 1 - %row, %j] : memref<?x?xi32>
      }
      affine.if affine_set<(row, j) : (j - 1 >= 0, row - 1 >= 0)>(%row, %j) {
        // Neighbours do not pair.
        affine.if affine_set<(row, j)[N] : (row + j - N - 1 >= 0)>(%row, %j)[%N] {
          %here = affine.load %table[symbol(%N) - 1 - %row, %j] : memref<?x?xi32>
          %there = affine.load %table[symbol(%N) - %row, %j - 1] : memref<?x?xi32>
          %first = affine.load %seq[symbol(%N) - 1 - %row] : memref<?xi32>
          %second = affine.load %seq[%j] : memref<?xi32>
          %sum = arith.addi %first, %second : i32
          %match = arith.cmpi eq, %sum, %three : i32
          %pair = arith.select %match, %one, %zero : i32
          %with = arith.addi %there, %pair : i32
          %best = arith.maxsi %here, %with : i32
          affine.store %best, %table[symbol(%N) - 1 - %row, %j] : memref<?x?xi32>
        } else {
          %here = affine.load %table[symbol(%N) - 1 - %row, %j] : memref<?x?xi32>
          %there = affine.load %table[symbol(%N) - %row, %j - 1] : memref<?x?xi32>
          %best = arith.maxsi %here, %there : i32
          affine.store %best, %table[symbol(%N) - 1 - %row, %j] : memref<?x?xi32>
        }
      }
      affine.for %k = affine_map<(row)[N] -> (N - row)>(%row)[%N] to affine_map<(j) -> (j)>(%j) {
        %here = affine.load %table[symbol(%N) - 1 - %row, %j] : memref<?x?xi32>
        %first = affine.load %table[symbol(%N) - 1 - %row, %k] : memref<?x?xi32>
        %second = affine.load %table[%k + 1, %j] : memref<?x?xi32>
        %both = arith.addi %first, %second : i32
        %best = arith.maxsi %here, %both : i32
        affine.store %best, %table[symbol(%N) - 1 - %row, %j] : memref<?x?xi32>
      }
    }
  }
  return
}
