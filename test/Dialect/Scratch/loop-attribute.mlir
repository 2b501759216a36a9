// RUN: polymem-opt %s | polymem-opt | FileCheck %s
// RUN: polymem-opt %s --emit-bytecode | polymem-opt | FileCheck %s

// CHECK: scratch.loop = #scratch.loop<band = 2, member = 1, permutable = true, parallel = true>
// CHECK: scratch.loop = #scratch.loop<band = 2, member = 0>
func.func @facts(%n: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
    } {scratch.loop = #scratch.loop<band = 2, member = 1, permutable = true, parallel = true>}
  } {scratch.loop = #scratch.loop<band = 2, member = 0>}
  return
}
