// Without the option 'sizes', sizes are chosen where all lengths of loops are constant or given;
// with sizes=default and with tile sizes they are not.
// DEFINE: %{choose} = polymem-opt %s --remarks-filter='polymem-choose-sizes.*' --remark-format=emitRemark -mlir-disable-threading -o /dev/null
// RUN: %{choose} --polymem-to-ptx="emit=staged assume=M=2000,N=2000" 2>&1 | FileCheck %s --check-prefixes=SYMBOLIC,CONSTANT
// RUN: %{choose} --polymem-to-ptx="emit=staged assume=M=2000" 2>&1 | FileCheck %s --check-prefixes=CONSTANT --implicit-check-not=Function=symbolic
// RUN: %{choose} --polymem-to-ptx="emit=staged" 2>&1 | FileCheck %s --check-prefixes=CONSTANT --implicit-check-not=Function=symbolic
// RUN: %{choose} --polymem-to-ptx="emit=staged sizes=auto" 2>&1 | FileCheck %s --check-prefixes=SYMBOLIC,CONSTANT
// RUN: %{choose} --polymem-to-ptx="emit=staged sizes=default assume=M=2000,N=2000" 2>&1 | FileCheck %s --check-prefix=NONE --allow-empty
// RUN: %{choose} --polymem-to-ptx="emit=staged sizes=32,32 assume=M=2000,N=2000" 2>&1 | FileCheck %s --check-prefix=NONE --allow-empty

// SYMBOLIC: Chosen {{.*}} Function=symbolic
// CONSTANT: Chosen {{.*}} Function=constant
// NONE-NOT: Chosen
func.func @symbolic(%A: memref<?x?xf32> {polymem.shape = ["M", "N"]},
                    %y: memref<?xf32> {polymem.shape = ["M"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %M = memref.dim %A, %c0 : memref<?x?xf32>
  %N = memref.dim %A, %c1 : memref<?x?xf32>
  affine.for %i = 0 to %M {
    affine.for %j = 0 to %N {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %s = affine.load %y[%i] : memref<?xf32>
      %t = arith.addf %s, %a : f32
      affine.store %t, %y[%i] : memref<?xf32>
    }
  }
  return
}

func.func @constant(%A: memref<2000x2000xf32>, %y: memref<2000xf32>) {
  affine.for %i = 0 to 2000 {
    affine.for %j = 0 to 2000 {
      %a = affine.load %A[%i, %j] : memref<2000x2000xf32>
      %s = affine.load %y[%i] : memref<2000xf32>
      %t = arith.addf %s, %a : f32
      affine.store %t, %y[%i] : memref<2000xf32>
    }
  }
  return
}
