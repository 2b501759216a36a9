// RUN: polymem-opt %s --polymem-to-ptx="contract=true" | FileCheck %s --check-prefix=FMA --implicit-check-not=mul.rn
// RUN: polymem-opt %s --polymem-to-ptx | FileCheck %s --check-prefix=TWO --implicit-check-not=fma.rn
// FMA: fma.rn.f32
// TWO: mul.rn.f32
// TWO: add.rn.f32

// On the CPU and on the emulator it is one rounding as well, not the processor's
// choice.
// RUN: polymem-opt %s --polymem-to-cpu="contract=true" | FileCheck %s --check-prefix=LLVM --implicit-check-not=fmuladd
// RUN: polymem-opt %s --polymem-to-emulator="contract=true" | FileCheck %s --check-prefix=LLVM --implicit-check-not=fmuladd
// LLVM: llvm.intr.fma

// Before what is proved is marked; with flags it needs no option.
// RUN: polymem-opt %s --polymem-to-cpu="contract=true check" -o /dev/null --dump-pass-pipeline 2>&1 | FileCheck %s --check-prefix=ORDER
// RUN: polymem-opt %s --polymem-to-ptx="check" -o /dev/null --dump-pass-pipeline 2>&1 | FileCheck %s --check-prefix=DEFAULT
// ORDER: polymem-form-fma{contract=true}
// ORDER: polymem-mark-origin
// DEFAULT: polymem-form-fma{contract=false}
// DEFAULT: polymem-mark-origin

// RUN: sed '/arith/s/: f32/fastmath<contract> : f32/' %s | polymem-opt --polymem-to-ptx | FileCheck %s --check-prefix=FMA --implicit-check-not=mul.rn

func.func @axpy(%A: memref<?xf32>, %B: memref<?xf32>, %x: f32, %n: index) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    %b = affine.load %B[%i] : memref<?xf32>
    %p = arith.mulf %a, %x : f32
    %s = arith.addf %b, %p : f32
    affine.store %s, %B[%i] : memref<?xf32>
  }
  return
}
