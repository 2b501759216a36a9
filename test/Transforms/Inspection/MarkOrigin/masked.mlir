// What a mask is for is one operation: no marker inside.

// RUN: polymem-opt %s --polymem-mark-origin | FileCheck %s
// CHECK: vector.mask %{{.+}} { vector.reduction <add>, %{{.+}} : vector<16xf32> into f32 }
func.func @f(%v: vector<16xf32>, %mask: vector<16xi1>) -> f32 {
  %s = vector.mask %mask { vector.reduction <add>, %v : vector<16xf32> into f32 } : vector<16xi1> -> f32
  return %s : f32
}
