// RUN: polymem-opt %s -split-input-file -o %t.before
// RUN: polymem-opt %s -split-input-file --polymem-tile="mapping=prem machine=prem-gu2023" -o %t.after \
// RUN:   --remarks-filter=polymem-tile --remark-format=emitRemark 2>%t.remarks
// RUN: diff %t.before %t.after
// RUN: FileCheck %s --input-file=%t.remarks
// RUN: polymem-opt %s -split-input-file --polymem-tile="mapping=prem machine=prem-gu2023 strict" -verify-diagnostics

// A plan that cannot be obeyed is refused, with the entry and the reason, and
// nothing changes. With `strict` it is an error.

// CHECK: remark: [Missed] IllegalTile {{.*}}loop 1, of tile size 2, may not be tiled with the loops around it, for a dependence runs against it: flow dependence on arg0
func.func @against(%A: memref<9x9xf32>) {
  affine.for %i = 1 to 9 {
    // expected-error-re @below {{nest not tiled: its plan cannot be obeyed: loop 1, of tile size 2, may not be tiled with the loops around it, for a dependence runs against it: {{.*}} dependence on arg0}}
    affine.for %j = 0 to 8 {
      %a = affine.load %A[%i - 1, %j + 1] : memref<9x9xf32>
      affine.store %a, %A[%i, %j] : memref<9x9xf32>
    }
  } {prem.plan = #prem.plan<tile = [2, 2]>}
  return
}

// -----

// Different cores would write a[i] and read it: also where reads come first.

// CHECK: remark: [Missed] IllegalGroups {{.*}}loop 0 may not be dealt to 2 groups of cores, for its iterations depend on each other: anti dependence on arg0
func.func @anti(%A: memref<9xf32>) {
  // expected-error @below {{nest not tiled: its plan cannot be obeyed: loop 0 may not be dealt to 2 groups of cores, for its iterations depend on each other: anti dependence on arg0}}
  affine.for %i = 0 to 8 {
    %a = affine.load %A[%i + 1] : memref<9xf32>
    affine.store %a, %A[%i] : memref<9xf32>
  } {prem.plan = #prem.plan<tile = [4], groups = [2]>}
  return
}

// -----

// Nor where only one value is written again and again.

// CHECK: remark: [Missed] IllegalGroups {{.*}}loop 1 may not be dealt to 3 groups of cores, for its iterations depend on each other: output dependence on arg0
func.func @output(%A: memref<9xf32>, %x: f32) {
  affine.for %i = 0 to 9 {
    // expected-error @below {{nest not tiled: its plan cannot be obeyed: loop 1 may not be dealt to 3 groups of cores, for its iterations depend on each other: output dependence on arg0}}
    affine.for %j = 0 to 9 {
      affine.store %x, %A[%i] : memref<9xf32>
    }
  } {prem.plan = #prem.plan<tile = [4, 3], groups = [1, 3]>}
  return
}

// -----

// CHECK: remark: [Missed] TooManyGroups {{.*}}its groups need 9 cores, but the machine has 8
func.func @cores(%A: memref<9x9xf32>, %x: f32) {
  // expected-error @below {{nest not tiled: its plan cannot be obeyed: its groups need 9 cores, but the machine has 8}}
  affine.for %i = 0 to 9 {
    affine.for %j = 0 to 9 {
      affine.store %x, %A[%i, %j] : memref<9x9xf32>
    }
  } {prem.plan = #prem.plan<tile = [3, 3], groups = [3, 3]>}
  return
}

// -----

// CHECK: remark: [Missed] PlanTooLong {{.*}}it is about 2 loops, but the perfect nest that begins here has 1
func.func @depth(%A: memref<9x9xf32>, %B: memref<9xf32>, %x: f32) {
  // expected-error @below {{nest not tiled: its plan cannot be obeyed: it is about 2 loops, but the perfect nest that begins here has 1}}
  affine.for %i = 0 to 9 {
    affine.store %x, %B[%i] : memref<9xf32>
    affine.for %j = 0 to 9 {
      affine.store %x, %A[%i, %j] : memref<9x9xf32>
    }
  } {prem.plan = #prem.plan<tile = [3, 3]>}
  return
}

// -----

// CHECK: remark: [Missed] PlanTooShort {{.*}}it is about 1 loops, which are not all of an affine.parallel
func.func @parallel(%A: memref<9x9xf32>, %x: f32) {
  // expected-error @below {{nest not tiled: its plan cannot be obeyed: it is about 1 loops, which are not all of an affine.parallel}}
  affine.parallel (%i, %j) = (0, 0) to (9, 9) {
    affine.store %x, %A[%i, %j] : memref<9x9xf32>
  } {prem.plan = #prem.plan<tile = [3]>}
  return
}
