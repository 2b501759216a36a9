// The model has the cycles that the simulator counts of the calls that are made:
// with remainders, boxes that stay, boxes that are there already, and lines that
// do not begin at the boundary of a burst.
// RUN: sed 's/ROWS/10/;s/COLUMNS/200/' %s | polymem-run - --pipeline='polymem-to-prem{emit=host hooks=true}' | grep cycles > %t
// RUN: polymem-makespan-test product 10 200 | diff %t -
// RUN: sed 's/ROWS/7/;s/COLUMNS/130/' %s | polymem-run - --pipeline='polymem-to-prem{emit=host hooks=true}' | grep cycles > %t
// RUN: polymem-makespan-test product 7 130 | diff %t -
// A loop that is not cut is no dimension of tiles.
// RUN: sed 's/ROWS, COLUMNS/30/;s/2, 1/2/' %s | polymem-run - --pipeline='polymem-to-prem{emit=host hooks=true}' | grep cycles > %t
// RUN: polymem-makespan-test product 30 400 | diff %t -
// RUN: sed 's/ROWS/13/;s/COLUMNS/37/' %s | polymem-run - --pipeline='polymem-to-prem{emit=host hooks=true}' | grep cycles > %t
// RUN: polymem-makespan-test product 13 37 | diff %t -
// RUN: sed 's/ROWS/60/;s/COLUMNS/11/' %s | polymem-run - --pipeline='polymem-to-prem{emit=host hooks=true}' | grep cycles > %t
// RUN: polymem-makespan-test product 60 11 | diff %t -
// RUN: sed 's/ROWS/3/;s/COLUMNS/399/' %s | polymem-run - --pipeline='polymem-to-prem{emit=host hooks=true}' | grep cycles > %t
// RUN: polymem-makespan-test product 3 399 | diff %t -
// RUN: sed 's/ROWS/30/;s/COLUMNS/100/' %s | polymem-run - --pipeline='polymem-to-prem{emit=host hooks=true}' | grep cycles > %t
// RUN: polymem-makespan-test product 30 100 | diff %t -
// RUN: sed 's/ROWS/29/;s/COLUMNS/11/' %s | polymem-run - --pipeline='polymem-to-prem{emit=host hooks=true}' | grep cycles > %t
// RUN: polymem-makespan-test product 29 11 | diff %t -

// On a slow bus cores wait.
// RUN: sed 's/"burst-ns": 4/"burst-ns": 256/' %S/../../../machines/prem-gu2023.json > %t.json
// RUN: sed 's/ROWS/10/;s/COLUMNS/200/' %s | polymem-run - --machine=%t.json --pipeline='polymem-to-prem{machine=%t.json emit=host hooks=true}' | grep cycles > %t
// RUN: polymem-makespan-test slow-product 10 200 | diff %t -
// RUN: sed 's/ROWS/13/;s/COLUMNS/37/' %s | polymem-run - --machine=%t.json --pipeline='polymem-to-prem{machine=%t.json emit=host hooks=true}' | grep cycles > %t
// RUN: polymem-makespan-test slow-product 13 37 | diff %t -
// RUN: sed 's/ROWS/29/;s/COLUMNS/11/' %s | polymem-run - --machine=%t.json --pipeline='polymem-to-prem{machine=%t.json emit=host hooks=true}' | grep cycles > %t
// RUN: polymem-makespan-test slow-product 29 11 | diff %t -

func.func @rows(%A: memref<60x400xf32>, %x: memref<400xf32>, %y: memref<60xf32>) {
  affine.for %i = 0 to 60 {
    affine.for %j = 0 to 400 {
      %a = affine.load %A[%i, %j] : memref<60x400xf32>
      %b = affine.load %x[%j] : memref<400xf32>
      %c = affine.load %y[%i] : memref<60xf32>
      %p = arith.mulf %a, %b : f32
      %s = arith.addf %c, %p : f32
      affine.store %s, %y[%i] : memref<60xf32>
    }
  } {prem.plan = #prem.plan<tile = [ROWS, COLUMNS], groups = [2, 1]>}
  return
}
