// reuse=auto hands buffers on where launches take less time in the model, and compares nothing where none can be handed on.
// RUN: polymem-opt %s --polymem-to-ptx="emit=staged block-sizes=64,32 sizes=8,32" --remarks-filter=polymem-choose-passes --remark-format=emitRemark 2>&1 | FileCheck %s --check-prefix=AUTO
// RUN: polymem-opt %s --polymem-to-ptx="emit=staged block-sizes=64,32 sizes=8,32 reuse=never" | FileCheck %s --check-prefix=NEVER
// RUN: polymem-opt %s --polymem-to-ptx="emit=staged block-sizes=64,512 sizes=8,512 reuse=always" | FileCheck %s --check-prefix=ALWAYS
// RUN: polymem-opt %s --polymem-to-ptx="emit=staged" --remarks-filter=polymem-choose-passes --remark-format=emitRemark 2>&1 | FileCheck %s --check-prefix=NOTHING
// RUN: polymem-opt %s --polymem-to-cpu="emit=loops sizes=8,8" | FileCheck %s --check-prefix=CPU
// RUN: polymem-opt %s --polymem-to-ptx="reuse=always reuse-movement=vector reuse-strip=2" -o /dev/null --dump-pass-pipeline 2>&1 | FileCheck %s --check-prefix=HOW
//
// HOW: scratch-reuse{{{.*}}movement=vector{{.*}}strip=2
// AUTO: remark: [Analysis] Chosen {{.*}}alternative 2 of 2
// AUTO: (d0 mod 10, d1 - s0 + 1)
// NEVER-NOT: {{ mod }}
// ALWAYS: (d0 mod 10, d1 - s0 + 1)
// NOTHING: remark: [Analysis] Same {{.*}}2 alternatives make the same function
// CPU-NOT: {{ mod }}
func.func @five_point(%A: memref<4096x4096xf32>, %B: memref<4096x4096xf32>) {
  affine.for %i = 1 to 4095 {
    affine.for %j = 1 to 4095 {
      %n = affine.load %A[%i - 1, %j] : memref<4096x4096xf32>
      %s = affine.load %A[%i + 1, %j] : memref<4096x4096xf32>
      %w = affine.load %A[%i, %j - 1] : memref<4096x4096xf32>
      %e = affine.load %A[%i, %j + 1] : memref<4096x4096xf32>
      %c = affine.load %A[%i, %j] : memref<4096x4096xf32>
      %0 = arith.addf %n, %s : f32
      %1 = arith.addf %w, %e : f32
      %2 = arith.addf %0, %1 : f32
      %3 = arith.addf %2, %c : f32
      affine.store %3, %B[%i, %j] : memref<4096x4096xf32>
    }
  }
  return
}
