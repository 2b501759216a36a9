// RUN: not polymem-opt %s --polymem-register-tile=machine=cpu 2>&1 | FileCheck %s --check-prefix=MACHINE
// RUN: not polymem-opt %s --polymem-register-tile=block-size=2048 2>&1 | FileCheck %s --check-prefix=BLOCK
// RUN: not polymem-opt %s --polymem-register-tile=sizes=1,2,3,4 2>&1 | FileCheck %s --check-prefix=SIZES
// RUN: not polymem-opt %s --polymem-register-tile=sizes=-1 2>&1 | FileCheck %s --check-prefix=SIZES

// MACHINE: error: machine 'cpu' is not a GPU; polymem-register-tile needs one
// BLOCK: error: option 'block-size' asks for 2048 on axis x
// SIZES: error: option 'sizes' of polymem-register-tile takes up to three numbers, of axes x,y,z; 0 is no limit
func.func @f() {
  return
}
