// With -o, polymem-to-ptx writes PTX there and nothing to standard output; beside a
// .ptx file goes the launch metadata.

// RUN: rm -rf %t && mkdir -p "%t/a b"
// RUN: polymem-opt %s --polymem-to-ptx -o "%t/a b/k.ptx" > %t/out 2>&1
// RUN: count 0 < %t/out
// RUN: FileCheck %s --check-prefix=PTX --input-file="%t/a b/k.ptx"
// RUN: FileCheck %s --check-prefix=JSON --input-file="%t/a b/k.json"
// PTX: .version
// PTX: .visible .entry scale_kernel(
// PTX-NOT: module
// JSON: "format": "polymem-launch-metadata"
// JSON: "kernel": "scale_kernel"

// Options stay; the file of the metadata may be another.
// RUN: polymem-opt %s --polymem-to-ptx="machine=nvidia-a100 metadata=%t/m.txt" -o=%t/a.ptx | count 0
// RUN: FileCheck %s --check-prefix=A100 --input-file=%t/a.ptx
// RUN: FileCheck %s --check-prefix=JSON --input-file=%t/m.txt
// RUN: not ls %t/a.json
// A100: .target sm_80

// Other names say nothing of metadata, nor does the option `output`, with which the
// module goes to -o as ever.
// RUN: polymem-opt %s --polymem-to-ptx -o %t/k.s | count 0
// RUN: FileCheck %s --check-prefix=PTX --input-file=%t/k.s
// RUN: polymem-opt %s --polymem-to-ptx=output=%t/o.ptx -o %t/o.mlir | count 0
// RUN: FileCheck %s --check-prefix=PTX --input-file=%t/o.ptx
// RUN: FileCheck %s --check-prefix=MODULE --input-file=%t/o.mlir
// RUN: polymem-opt %s --polymem-to-ptx="emit=module metadata=%t/module.json" -o %t/module.mlir | count 0
// RUN: FileCheck %s --check-prefix=MODULE --input-file=%t/module.mlir
// RUN: FileCheck %s --check-prefix=JSON --input-file=%t/module.json
// MODULE: gpu.binary @kernels
// RUN: not ls %t/k.json %t/o.json

// Standard output is where PTX goes without -o, or with -o -.
// RUN: polymem-opt %s --polymem-to-ptx | FileCheck %s --check-prefix=PTX
// RUN: polymem-opt %s --polymem-to-ptx -o - | FileCheck %s --check-prefix=PTX

// RUN: not polymem-opt %s --polymem-to-ptx -o %t/missing/k.ptx 2>&1 | FileCheck %s --check-prefix=FILE
// FILE: error: cannot open output file '{{.*}}missing/k.
// RUN: not polymem-opt %s --polymem-to-ptx -o "%t/{k}.ptx" 2>&1 | FileCheck %s --check-prefix=BRACE
// BRACE: has quotes or braces, which pipelines cannot hold; give a file another name

func.func @scale(%A: memref<?xf32>, %n: index, %x: f32) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    %b = arith.mulf %a, %x : f32
    affine.store %b, %A[%i] : memref<?xf32>
  }
  return
}
