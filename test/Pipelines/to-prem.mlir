// RUN: polymem-opt %s --polymem-to-prem -o %t.mlir > %t.c
// RUN: FileCheck %s --check-prefix=C --input-file=%t.c
// RUN: polymem-opt %s --polymem-to-prem=output=%t.file.c -o /dev/null
// RUN: diff %t.c %t.file.c
// RUN: polymem-opt %s --polymem-to-prem=emit=host | FileCheck %s --check-prefix=HOST
// RUN: polymem-opt %s --polymem-to-prem="emit=host hooks=true" | FileCheck %s --check-prefixes=HOST,HOOKS
// RUN: polymem-opt %s --polymem-to-prem="emit=host machine=%polymem_src/machines/prem-gu2023.json" | FileCheck %s --check-prefix=HOST
// RUN: polymem-opt %s --polymem-to-prem=emit=plan | FileCheck %s --check-prefix=PLAN
// RUN: polymem-opt %s --polymem-to-prem="emit=plan sizes=50" | FileCheck %s --check-prefix=SIZES
// RUN: not polymem-opt %s --polymem-to-prem=machine=nvidia-h100 2>&1 | FileCheck %s --check-prefix=GPU
// RUN: not polymem-opt %s --polymem-to-prem=emit=ptx 2>&1 | FileCheck %s --check-prefix=EMIT

// C: static void f_segment0(
// C: void f_thread(
// C: prem_barrier();
// HOOKS: call @prem_read(
// HOST: call @prem_barrier()
// HOST: call @polymem_prem_launch(
// PLAN: prem.component (%{{.*}}) to (%{{.*}}) groups [8]
// SIZES: memref<800xf32> to memref<50xf32>
// GPU: machine 'nvidia-h100' is not a multicore with scratchpads: polymem-to-prem needs one
// EMIT: ptx

func.func @f(%A: memref<800xf32>) {
  affine.for %i = 0 to 800 {
    %x = affine.load %A[%i] : memref<800xf32>
    %y = arith.addf %x, %x : f32
    affine.store %y, %A[%i] : memref<800xf32>
  }
  return
}
