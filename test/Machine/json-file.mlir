// A path instead of a name reads a description of the user's own.
// RUN: sed -e 's/nvidia-a100/mine/' -e 's/"units": 108/"units": 7/' %polymem_src/machines/nvidia-a100.json > %t.json
// RUN: polymem-opt %s --polymem-print-machine="machine=%t.json" 2>&1 >/dev/null | FileCheck %s

// CHECK: machine mine
// CHECK: chip: sm_80
// CHECK: units: 7
