// RUN: not polymem-opt %s --scratch-pipeline=order=sideways 2>&1 | FileCheck %s --check-prefix=ORDER
// RUN: not polymem-opt %s --scratch-pipeline=stages=0 2>&1 | FileCheck %s --check-prefix=STAGES
// RUN: not polymem-opt %s --scratch-pipeline=store-lag=2 2>&1 | FileCheck %s --check-prefix=LAG

// What the attribute cannot say is an error, not an attribute that its verifier
// refuses.

// ORDER: error: scratch-pipeline: order: 'sideways' is none of double, duplex, barrier
// STAGES: error: scratch-pipeline: stages: '0' is neither 'auto' nor a number of tiles, at least one
// LAG: error: scratch-pipeline: store-lag: 2 is neither 0 nor 1
func.func @f() {
  return
}
