// Loops of launches are one where the model says so, and not in host code that is compiled;
// the cost has it, too.

// RUN: polymem-opt %s --polymem-to-ptx -o /dev/null --dump-pass-pipeline 2>&1 | FileCheck %s --check-prefix=AUTO
// RUN: polymem-opt %s --polymem-to-ptx='cooperative=always assume=N=77' -o /dev/null --dump-pass-pipeline 2>&1 | FileCheck %s --check-prefix=ALWAYS
// RUN: polymem-opt %s --polymem-to-emulator=cooperative=never -o /dev/null --dump-pass-pipeline 2>&1 | FileCheck %s --check-prefix=NEVER
// RUN: polymem-opt %s --polymem-to-ptx=emit=module -o /dev/null --dump-pass-pipeline 2>&1 | FileCheck %s --check-prefix=NEVER
// RUN: not polymem-opt %s --polymem-to-ptx='emit=module cooperative=always' 2>&1 | FileCheck %s --check-prefix=HOST
// RUN: polymem-opt %s --polymem-to-ptx='emit=cost machine=nvidia-a100' 2>&1 >/dev/null | FileCheck %s --check-prefix=COST
// RUN: polymem-opt %s --polymem-to-ptx='emit=cost cooperative=never' 2>&1 >/dev/null | FileCheck %s --check-prefix=EACH
// RUN: polymem-run %s --emulate --compare --count --sizes=N=40 --pipeline='polymem-to-emulator{machine=nvidia-a100}' 2>&1 | FileCheck %s --check-prefix=ONE

// AUTO: polymem-cooperative-launches{{.*}}mode=auto
// ALWAYS: polymem-cooperative-launches{{.*}}assume={{.*}}N=77{{.*}}mode=always
// NEVER-NOT: polymem-cooperative-launches
// NEVER: gpu-kernel-outlining
// HOST: cooperative=always is for launch metadata and for the emulator: launches in compiled host code cannot be cooperative ones
// COST: cost of @f
// COST: launch 1: {{.*}}; 1023 launches
// COST: {{[0-9.]+}} us less than as 1023 launches, which are cooperative ones together
// EACH: launch 1: {{.*}}; 1023 launches
// EACH-NOT: cooperative
// ONE: identical
// ONE: f_kernel: 1 launch, {{.*}} 39 grid barriers
func.func @f(%A: memref<?x?xf32> {polymem.shape = ["N", "N"]}, %N: index {polymem.param = "N"}) {
  affine.for %i = 1 to %N {
    affine.for %j = 0 to %N {
      affine.for %k = 0 to %N {
        %a = affine.load %A[%i - 1, %k] : memref<?x?xf32>
        %b = affine.load %A[%i, %j] : memref<?x?xf32>
        %c = arith.addf %a, %b : f32
        affine.store %c, %A[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}
