// Classes ascend, and there is one.
// RUN: not polymem-opt %s --polymem-make-versions=sizes=16,16 2>&1 | FileCheck %s --check-prefix=ORDER
// RUN: not polymem-opt %s --polymem-make-versions=sizes=0,16 2>&1 | FileCheck %s --check-prefix=ZERO
// RUN: not polymem-opt %s --polymem-make-versions 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not polymem-opt %s --polymem-to-ptx="size-classes=16,8" 2>&1 | FileCheck %s --check-prefix=PIPELINE
// RUN: not polymem-opt %s --polymem-to-ptx="size-classes=16,32 sizes=4" 2>&1 | FileCheck %s --check-prefix=GIVEN

// ORDER: polymem-make-versions: option 'sizes' has 16 behind 16; give positive sizes in ascending order
// ZERO: option 'sizes' has 0 behind 0
// NONE: option 'sizes' is empty; give the largest size of each class, as in sizes=256,2048
// PIPELINE: option 'sizes' has 8 behind 16
// GIVEN: option 'size-classes' is for sizes that the cost model chooses: give it without 'sizes', 'block-sizes' and 'thread-sizes'
func.func @f() {
  return
}
