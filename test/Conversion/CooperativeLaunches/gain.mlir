// On a machine whose launches take longer than its barriers, a loop is taken if the model says that it takes less time: here, launches that
// do little are, and one that takes long is not (a barrier instead of a launch of 4 us
// is less than a hundredth of it).

// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(polymem-cooperative-launches{machine=nvidia-a100}))' -o %t --remarks-filter=polymem-cooperative.* --remark-format=emitRemark 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=IR --input-file=%t

// CHECK: Cooperative | {{.*}}Function=short {{.*}}Launches=1024{{.*}}Remark="1024 launches of this loop are one with up to {{[0-9]+}} blocks on a core, which wait for each other: {{[0-9.]+}} microseconds in the model instead of {{[0-9.]+}}"
// IR-LABEL: func @short
// IR: scratch.grid_barrier
func.func @short(%A: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  scf.for %step = %c0 to %n step %c1 {
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %c32, %gy = %c1, %gz = %c1)
               threads(%tx, %ty, %tz) in (%sx = %c32, %sy = %c1, %sz = %c1) {
      %a = memref.load %A[%bx] : memref<?xf32>
      memref.store %a, %A[%bx] : memref<?xf32>
      gpu.terminator
    }
  }
  return
}

// CHECK: NoGain | {{.*}}Function=long {{.*}}Remark="1024 launches stay: they take {{[0-9.]+}} microseconds in the model, and {{[0-9.]+}} as one cooperative launch"
// IR-LABEL: func @long
// IR-NOT: scratch.grid_barrier
func.func @long(%A: memref<?x?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  scf.for %step = %c0 to %n step %c1 {
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %c32, %gy = %c1, %gz = %c1)
               threads(%tx, %ty, %tz) in (%sx = %c32, %sy = %c1, %sz = %c1) {
      scf.for %i = %c0 to %n step %c1 {
        %a = memref.load %A[%i, %bx] : memref<?x?xf32>
        %b = arith.addf %a, %a : f32
        memref.store %b, %A[%bx, %i] : memref<?x?xf32>
      }
      gpu.terminator
    }
  }
  return
}
