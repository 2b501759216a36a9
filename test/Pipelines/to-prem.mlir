// RUN: polymem-opt %s --polymem-to-prem -o %t.mlir > %t.c
// RUN: FileCheck %s --check-prefix=C --input-file=%t.c
// RUN: polymem-opt %s --polymem-to-prem=output=%t.file.c -o /dev/null
// RUN: diff %t.c %t.file.c
// RUN: polymem-opt %s --polymem-to-prem=emit=host | FileCheck %s --check-prefix=HOST
// RUN: polymem-opt %s --polymem-to-prem="emit=host machine=%polymem_src/machines/prem-gu2023.json" | FileCheck %s --check-prefix=HOST
// RUN: polymem-opt %s --polymem-to-prem=emit=plan | FileCheck %s --check-prefix=PLAN
// RUN: not polymem-opt %s --polymem-to-prem=machine=nvidia-h100 2>&1 | FileCheck %s --check-prefix=GPU
// RUN: not polymem-opt %s --polymem-to-prem=emit=ptx 2>&1 | FileCheck %s --check-prefix=EMIT

// C: void f_thread(void) {
// C-NEXT: prem_barrier();
// HOST: call @prem_barrier()
// HOST: call @polymem_prem_launch(
// PLAN: prem.barrier
// PLAN: prem.launch @f_thread() cores 2
// GPU: machine 'nvidia-h100' is not a multicore with scratchpads: polymem-to-prem needs one
// EMIT: ptx

func.func @f_thread() {
  prem.barrier
  return
}
func.func @f() {
  prem.launch @f_thread() cores 2
  return
}
