// RUN: not polymem-opt %s --scratch-pad="machine=cpu" 2>&1 | FileCheck %s --check-prefix=CPU
// CPU: error: machine 'cpu' is not a GPU; scratch-pad needs one
// RUN: not polymem-opt %s --scratch-pad="machine=nowhere" 2>&1 | FileCheck %s --check-prefix=MACHINE
// MACHINE: error: scratch-pad: unknown machine 'nowhere'
// RUN: not polymem-opt %s --scratch-pad="capacity=-2" 2>&1 | FileCheck %s --check-prefix=CAPACITY
// CAPACITY: error: scratch-pad: capacity is a number of bytes and cannot be -2; give -1 for the machine's
// RUN: not polymem-opt %s --scratch-pad="assumed-trips=0" 2>&1 | FileCheck %s --check-prefix=TRIPS
// TRIPS: error: scratch-pad: assumed-trips cannot be 0; give 1 or more
// RUN: not polymem-opt %s --scratch-pad="block-size=64,64" 2>&1 | FileCheck %s --check-prefix=BLOCK
// BLOCK: error: option 'block-size' asks for 4096 threads in a block, but 'nvidia-h200' allows at most 1024

func.func @f() {
  return
}
