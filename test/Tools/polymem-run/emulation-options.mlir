// Options of emulation that make no sense, and programs that have none.

// RUN: not polymem-run %s --emulate --emulator-seed=abc 2>&1 | FileCheck %s --check-prefix=SEED
// SEED: in --emulator-seed: 'abc' is neither a number nor a range as in 1..8
// RUN: not polymem-run %s --emulate --emulator-seed=5..2 2>&1 | FileCheck %s --check-prefix=RANGE
// RANGE: in --emulator-seed: the range '5..2' is empty or has more than 10000 seeds
// RUN: not polymem-run %s --emulate --machine=cpu 2>&1 | FileCheck %s --check-prefix=MACHINE
// MACHINE: --machine: 'cpu' is not a GPU
// RUN: sed -e 's/"threads": 32/"threads": 64/' %polymem_src/machines/nvidia-a100.json > %t.json
// RUN: not polymem-run %s --entry=f --emulate --machine=%t.json 2>&1 | FileCheck %s --check-prefix=WARP
// WARP: the emulator has warps of 1 to 32 threads, not of 64
// RUN: not polymem-run %s --entry=f --emulate --count-json=%t/none/counts.json 2>&1 | FileCheck %s --check-prefix=COUNT
// COUNT: cannot write '{{.*}}counts.json'
// RUN: not polymem-run %s --entry=sequential --emulate --pipeline='polymem-to-emulator{map-sequential=false}' 2>&1 | FileCheck %s --check-prefix=MAPPED
// MAPPED: sequential: --emulate: no loop was mapped to the GPU
// RUN: not polymem-run %s --entry=bf16 --output=0=%t.npy 2>&1 | FileCheck %s --check-prefix=TYPE
// TYPE: output 0: NumPy has no such type
// RUN: polymem-run %s --entry=f --output=0=%t.npy
// RUN: not polymem-run %s --entry=bf16 --input=0=%t.npy 2>&1 | FileCheck %s --check-prefix=INPUT
// INPUT: input 0: has elements '<f4', the argument a type that NumPy has not

func.func @f(%A: memref<64xf32>) {
  affine.for %i = 0 to 64 {
    %x = affine.load %A[%i] : memref<64xf32>
    %y = arith.addf %x, %x : f32
    affine.store %y, %A[%i] : memref<64xf32>
  }
  return
}

func.func @sequential(%A: memref<64xf32>) {
  %x = affine.load %A[0] : memref<64xf32>
  affine.store %x, %A[1] : memref<64xf32>
  return
}

func.func @bf16(%A: memref<4xbf16>) {
  return
}
