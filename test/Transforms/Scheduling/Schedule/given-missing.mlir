// A function without a file is scheduled by isl, and a remark says so; a folder
// that is not there, or a file that cannot be read, is an error.

// RUN: rm -rf %t && mkdir -p %t/given %t/unreadable/f.yaml
// RUN: polymem-opt %s --polymem-schedule=load-schedule=%t/given --remarks-filter=polymem-schedule --remark-format=emitRemark 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: remark: [Analysis] NoneGiven | {{.*}}Function=f | Remark="there is no '{{.*}}given{{.*}}f.yaml': the order is isl's"
// NONE: remark: [Passed] Scheduled
// NONE: scratch.loop

// RUN: not polymem-opt %s --polymem-schedule=load-schedule=%t/gone 2>&1 | FileCheck %s --check-prefix=GONE
// GONE: error: polymem-schedule: cannot read '{{.*}}gone{{.*}}f.yaml' (load-schedule): {{[Nn]}}o such file or directory

// RUN: not polymem-opt %s --polymem-schedule=load-schedule=%t/unreadable 2>&1 | FileCheck %s --check-prefix=UNREADABLE
// UNREADABLE: error: polymem-schedule: cannot read '{{.*}}unreadable{{.*}}f.yaml' (load-schedule): {{[Ii]}}s a directory

func.func @f(%A: memref<?xf32>, %n: index) {
  %x = arith.constant 1.0 : f32
  affine.for %i = 0 to %n {
    affine.store %x, %A[%i] : memref<?xf32>
  }
  return
}
