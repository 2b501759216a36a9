// emit=cost runs the model on the launches that PTX is made of.
// RUN: polymem-opt %s --polymem-to-ptx="emit=cost assume=N=1000" 2>&1 >/dev/null | FileCheck %s
// RUN: polymem-opt %s --polymem-to-ptx="emit=cost assume=N=1000 output=%t.json" -o /dev/null
// RUN: %python -m json.tool %t.json | FileCheck %s --check-prefix=JSON
// RUN: not polymem-opt %s --polymem-to-ptx="emit=cost metadata=%t.x" 2>&1 | FileCheck %s --check-prefix=METADATA

// CHECK: cost of @scale on nvidia-h200: {{[0-9.]+}} us (N = 1000)
// CHECK: global: 125 sectors loaded, 125 stored, 1.00 times the least
// JSON:  "function": "scale"
// METADATA: option 'metadata': with emit=staged and emit=cost there are no kernels to describe
func.func @scale(%A: memref<?xf32> {polymem.shape = ["N"]}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?xf32>
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    %b = arith.addf %a, %a : f32
    affine.store %b, %A[%i] : memref<?xf32>
  }
  return
}
