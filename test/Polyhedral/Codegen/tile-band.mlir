// RUN: polymem-opt %s -allow-unregistered-dialect \
// RUN:   -test-polymem-ast-to-affine | FileCheck %s

// Tile and point bands: steps on the tile loops, clipped point loops.

// CHECK-LABEL: func @tiled
// CHECK-SAME: (%[[N:.*]]: index)
func.func @tiled(%n: index) {
  // CHECK: affine.for %[[I:.*]] = 0 to %[[N]] step 32 {
  // CHECK-NEXT: affine.for %[[J:.*]] = 0 to min #{{.*}}(%[[I]])[%[[N]]] step 32 {
  // CHECK-NEXT: affine.for %[[II:.*]] = #{{.*}}(%[[I]]) to min #{{.*}}(%[[I]])[%[[N]]] {
  // CHECK-NEXT: affine.for %[[JJ:.*]] = #{{.*}}(%[[J]]) to min #{{.*}}(%[[J]], %[[II]]) {
  // CHECK-NEXT: "test.run"(%[[II]], %[[JJ]]) {statement = "S"}
  "test.generate"(%n) {schedule = "{ domain: \"[p0] -> { S[i,j] : 0 <= i < p0 and 0 <= j <= i }\", child: { schedule: \"[{ S[i,j] -> [32*floor(i/32)] }, { S[i,j] -> [32*floor(j/32)] }]\", child: { schedule: \"[{ S[i,j] -> [i] }, { S[i,j] -> [j] }]\" } } }"} : (index) -> ()
  return
}
