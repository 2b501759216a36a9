// RUN: not polymem-opt %s --convert-scratch-to-gpu="machine=pdp11" -o /dev/null 2>&1 | FileCheck %s --check-prefix=MACHINE
// RUN: not polymem-opt %s --convert-scratch-to-gpu="machine=cpu" -o /dev/null 2>&1 | FileCheck %s --check-prefix=CPU
// RUN: not polymem-opt %s --convert-scratch-to-gpu="block-size=1,2,3,4" -o /dev/null 2>&1 | FileCheck %s --check-prefix=AXES
// RUN: not polymem-opt %s --convert-scratch-to-gpu="block-size=32,0" -o /dev/null 2>&1 | FileCheck %s --check-prefix=ZERO
// RUN: not polymem-opt %s --convert-scratch-to-gpu="block-size=1,1,65" -o /dev/null 2>&1 | FileCheck %s --check-prefix=AXIS
// RUN: not polymem-opt %s --convert-scratch-to-gpu="block-size=64,32" -o /dev/null 2>&1 | FileCheck %s --check-prefix=THREADS
// RUN: not polymem-opt %s --convert-scratch-to-gpu="max-grid=1,65536" -o /dev/null 2>&1 | FileCheck %s --check-prefix=GRID
// RUN: not polymem-opt %s --convert-scratch-to-gpu="host-register device-copies" -o /dev/null 2>&1 | FileCheck %s --check-prefix=BOTH

// MACHINE: error: {{.*}}pdp11
// CPU: error: machine 'cpu' is not a GPU; convert-scratch-to-gpu needs one
// AXES: error: option 'block-size' has 4 values; there are three axes: x,y,z
// ZERO: error: option 'block-size' has value 0; give positive numbers
// AXIS: error: option 'block-size' asks for 65 on axis z, but 'nvidia-h200' allows at most 64
// THREADS: error: option 'block-size' asks for 2048 threads in a block, but 'nvidia-h200' allows at most 1024
// GRID: error: option 'max-grid' asks for 65536 on axis y, but 'nvidia-h200' allows at most 65535
// BOTH: error: options 'host-register' and 'device-copies' are two ways to the same end; give one
func.func @f() {
  return
}
