// A path instead of a name reads a description of the user's own, whose
// memories may have other names.
// RUN: sed -e 's/nvidia-a100/mine/' -e 's/"count": 108/"count": 7/' -e 's/"name": "shared"/"name": "lds"/' %polymem_src/machines/nvidia-a100.json > %t.json
// RUN: polymem-opt %s --polymem-print-machine="machine=%t.json" 2>&1 >/dev/null | FileCheck %s

// CHECK: machine mine
// CHECK: chip: sm_80
// CHECK: lds.bytes: 166912
// CHECK: core.count: 7
