// Executes the staged matrix product as a GPU would run it, thread by thread
// between barriers, against the plain one: buffers, copies and barriers.

// DEFINE: %{run} = polymem-run - --entry=staged --against=plain --compare --check-bounds --sizes=M=37,N=65,K=21 --sizes=M=1,N=1,K=1 --sizes=M=33,N=31,K=0 --sizes=M=0,N=5,K=3
// RUN: polymem-opt %s --convert-scratch-to-gpu="block-size=5,3" --test-polymem-launch-to-loops | %{run}
// RUN: polymem-opt %s --convert-scratch-to-gpu="block-size=5,3" --test-polymem-launch-to-loops=reverse=true | %{run}
// RUN: polymem-opt %s --convert-scratch-to-gpu="block-size=4,2,2 max-grid=1,1" --test-polymem-launch-to-loops | %{run}
// RUN: polymem-opt %s --convert-scratch-to-gpu="block-size=32,8" --test-polymem-launch-to-loops=reverse=true | %{run}

// Without its barriers it computes something else.
// RUN: polymem-opt %s --convert-scratch-to-gpu="block-size=5,3" | sed -e /gpu.barrier/d | polymem-opt --test-polymem-launch-to-loops | not %{run}

#bc = #scratch.mapping<(d0, d1)[s0, s1] -> (d0 - s0, d1 - s1), extents = ()[s0, s1] -> (32, 32)>
#ba = #scratch.mapping<(d0, d1)[s0, s1] -> (d0 - s0, d1 - s1), extents = ()[s0, s1] -> (32, 16)>
#bb = #scratch.mapping<(d0, d1)[s0, s1] -> (d0 - s0, d1 - s1), extents = ()[s0, s1] -> (16, 32)>
#ws = #gpu.address_space<workgroup>
#sc = affine_set<(d0, d1)[s0, s1, s2, s3] : (d0 - s0 >= 0, -d0 + s0 + 31 >= 0, -d0 + s2 - 1 >= 0, d1 - s1 >= 0, -d1 + s1 + 31 >= 0, -d1 + s3 - 1 >= 0)>
#sa = affine_set<(d0, d1)[s0, s1, s2, s3] : (d0 - s0 >= 0, -d0 + s0 + 31 >= 0, -d0 + s2 - 1 >= 0, d1 - s1 >= 0, -d1 + s1 + 15 >= 0, -d1 + s3 - 1 >= 0)>
#sb = affine_set<(d0, d1)[s0, s1, s2, s3] : (d0 - s0 >= 0, -d0 + s0 + 15 >= 0, -d0 + s2 - 1 >= 0, d1 - s1 >= 0, -d1 + s1 + 31 >= 0, -d1 + s3 - 1 >= 0)>
#min32 = affine_map<()[s0, s1] -> (s0 + 32, s1)>

func.func @plain(%A: memref<?x?xf32> {polymem.shape = ["M", "K"]}, %B: memref<?x?xf32> {polymem.shape = ["K", "N"]}, %C: memref<?x?xf32> {polymem.shape = ["M", "N"]}, %M: index {polymem.param = "M"}, %N: index {polymem.param = "N"}, %K: index {polymem.param = "K"}, %alpha: f32, %beta: f32) {
  affine.for %i = 0 to %M {
    affine.for %j = 0 to %N {
      %c = affine.load %C[%i, %j] : memref<?x?xf32>
      %x = arith.mulf %c, %beta : f32
      affine.store %x, %C[%i, %j] : memref<?x?xf32>
      affine.for %k = 0 to %K {
        %a = affine.load %A[%i, %k] : memref<?x?xf32>
        %b = affine.load %B[%k, %j] : memref<?x?xf32>
        %d = affine.load %C[%i, %j] : memref<?x?xf32>
        %ab = arith.mulf %a, %b : f32
        %t = arith.mulf %ab, %alpha : f32
        %s = arith.addf %d, %t : f32
        affine.store %s, %C[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}

func.func @staged(%A: memref<?x?xf32> {polymem.shape = ["M", "K"]}, %B: memref<?x?xf32> {polymem.shape = ["K", "N"]}, %C: memref<?x?xf32> {polymem.shape = ["M", "N"]}, %M: index {polymem.param = "M"}, %N: index {polymem.param = "N"}, %K: index {polymem.param = "K"}, %alpha: f32, %beta: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  scratch.tile (%i, %j) = (%c0, %c0) to (%M, %N) step (%c32, %c32) mapping [#gpu.block<y>, #gpu.block<x>] {
    %bC = scratch.alloc(%M, %N)[%i, %j] : memref<?x?xf32, #bc, #ws>
    scratch.copy_in %C to %bC over [#sc](%i, %j, %M, %N) : memref<?x?xf32> to memref<?x?xf32, #bc, #ws>
    %mi = affine.min #min32()[%i, %M]
    %mj = affine.min #min32()[%j, %N]
    scratch.tile (%ii, %jj) = (%i, %j) to (%mi, %mj) step (%c1, %c1) mapping [#gpu.thread<y>, #gpu.thread<x>] {
      %c = affine.load %bC[%ii, %jj] : memref<?x?xf32, #bc, #ws>
      %x = arith.mulf %c, %beta : f32
      affine.store %x, %bC[%ii, %jj] : memref<?x?xf32, #bc, #ws>
    }
    scratch.tile (%k) = (%c0) to (%K) step (%c16) {
      %bA = scratch.alloc(%M, %K)[%i, %k] : memref<?x?xf32, #ba, #ws>
      %bB = scratch.alloc(%K, %N)[%k, %j] : memref<?x?xf32, #bb, #ws>
      scratch.copy_in %A to %bA over [#sa](%i, %k, %M, %K) : memref<?x?xf32> to memref<?x?xf32, #ba, #ws>
      scratch.copy_in %B to %bB over [#sb](%k, %j, %K, %N) : memref<?x?xf32> to memref<?x?xf32, #bb, #ws>
      scratch.tile (%ii, %jj) = (%i, %j) to (%mi, %mj) step (%c1, %c1) mapping [#gpu.thread<y>, #gpu.thread<x>] {
        affine.for %kk = %k to min affine_map<()[s0, s1] -> (s0 + 16, s1)>()[%k, %K] {
          %a = affine.load %bA[%ii, %kk] : memref<?x?xf32, #ba, #ws>
          %b = affine.load %bB[%kk, %jj] : memref<?x?xf32, #bb, #ws>
          %c = affine.load %bC[%ii, %jj] : memref<?x?xf32, #bc, #ws>
          %ab = arith.mulf %a, %b : f32
          %t = arith.mulf %ab, %alpha : f32
          %s = arith.addf %c, %t : f32
          affine.store %s, %bC[%ii, %jj] : memref<?x?xf32, #bc, #ws>
        }
      }
    }
    scratch.copy_out %bC to %C over [#sc](%i, %j, %M, %N) : memref<?x?xf32, #bc, #ws> to memref<?x?xf32>
  }
  return
}
