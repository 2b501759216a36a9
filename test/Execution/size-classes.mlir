// Versions for classes of sizes compute the same bits on both sides of each border, with copies to the device
// and without, with a size that is an argument, and with one that is known.
//
// RUN: polymem-run %s --entry=product --compare --emulate --check --sizes=N=0 --sizes=N=1 --sizes=N=16 --sizes=N=17 --sizes=N=33 --sizes=N=70 --pipeline=polymem-to-emulator{size-classes=16,32,64}
// RUN: polymem-run %s --entry=product --compare --emulate --sizes=N=16 --sizes=N=17 --pipeline=polymem-to-emulator{size-classes=16,32\ device-copies=true\ check=true}
// RUN: polymem-run %s --entry=steps --compare --emulate --check --sizes=N=9,T=5 --sizes=N=9,T=17 --sizes=N=40,T=3 --pipeline=polymem-to-emulator{size-classes=16,32}
// RUN: polymem-run %s --entry=steps --compare --emulate --sizes=N=9,T=5 --sizes=N=20,T=5 --pipeline=polymem-to-emulator{size-classes=16,32\ assume=T=5}
func.func @product(%A: memref<?x?xf32> {polymem.shape = ["N", "N"]},
                   %B: memref<?x?xf32> {polymem.shape = ["N", "N"]},
                   %C: memref<?x?xf32> {polymem.shape = ["N", "N"]}) {
  %c0 = arith.constant 0 : index
  %N = memref.dim %A, %c0 : memref<?x?xf32>
  affine.for %i = 0 to %N {
    affine.for %j = 0 to %N {
      affine.for %k = 0 to %N {
        %a = affine.load %A[%i, %k] : memref<?x?xf32>
        %b = affine.load %B[%k, %j] : memref<?x?xf32>
        %c = affine.load %C[%i, %j] : memref<?x?xf32>
        %p = arith.mulf %a, %b : f32
        %s = arith.addf %c, %p : f32
        affine.store %s, %C[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}

func.func @steps(%A: memref<?xf32> {polymem.shape = ["N"]}, %T: index {polymem.param = "T"}) {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f32
  %N = memref.dim %A, %c0 : memref<?xf32>
  affine.for %t = 0 to %T {
    affine.for %i = 1 to %N {
      %a = affine.load %A[%i - 1] : memref<?xf32>
      %b = affine.load %A[%i] : memref<?xf32>
      %s = arith.addf %a, %b : f32
      affine.store %s, %A[%i] : memref<?xf32>
    }
  }
  return
}
