// The outermost loops with statements that only the host can execute stay as they
// are; what is before and after them is ordered by itself.

// RUN: polymem-opt %s --polymem-schedule --remarks-filter=polymem-schedule --remark-format=emitRemark 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t
// RUN: polymem-run %s --entry=local --compare --sizes=N=1 --sizes=N=7 --pipeline=polymem-schedule

func.func private @host(%x: f32) {
  return
}

// REMARK: HostOperation {{.*}}Function=local {{.*}}'func.call' is for the host: it calls a function; loops around it stay as they are, and those before and after it share none
// CHECK-LABEL: func.func @local
// CHECK:      affine.for
// CHECK-NEXT:   affine.store
// CHECK-NEXT: } {scratch.loop
// CHECK-NEXT: affine.load
// CHECK-NEXT: call @host
// CHECK-NEXT: affine.for
// CHECK:      } {scratch.loop
// CHECK-NEXT: memref.dealloc
func.func @local(%B: memref<?xf32> {polymem.shape = ["N"]}, %N: index {polymem.param = "N"}) {
  %A = memref.alloc(%N) : memref<?xf32>
  %c = arith.constant 7.0 : f32
  affine.for %i = 0 to %N {
    affine.store %c, %A[%i] : memref<?xf32>
  }
  %v = affine.load %A[0] : memref<?xf32>
  call @host(%v) : (f32) -> ()
  affine.for %i = 0 to %N {
    %x = affine.load %A[%i] : memref<?xf32>
    affine.store %x, %B[%i] : memref<?xf32>
  }
  memref.dealloc %A : memref<?xf32>
  return
}

// REMARK: HostOperation {{.*}}Function=in_loop {{.*}}'vector.print' is for the host: it has effects beyond the memory that it is given
// CHECK-LABEL: func.func @in_loop
// CHECK-SAME: (%[[A:[^:]+]]: memref<?xf32>, %[[B:[^:]+]]: memref<?xf32>
// CHECK:      affine.for
// CHECK-NEXT:   affine.store {{.*}} %[[A]]
// CHECK-NEXT:   affine.load
// CHECK-NEXT:   affine.store {{.*}} %[[B]]
// CHECK-NEXT: } {scratch.loop
// CHECK-NEXT: affine.for
// CHECK-NEXT:   affine.for
// CHECK-NEXT:     affine.store {{.*}} %[[A]]
// CHECK-NEXT:   } {scratch.loop
// CHECK-NEXT:   vector.print
// CHECK-NEXT:   affine.for
// CHECK-NEXT:     affine.store {{.*}} %[[B]]
// CHECK-NEXT:   } {scratch.loop
// CHECK-NEXT: } {scratch.loop
func.func @in_loop(%A: memref<?xf32>, %B: memref<?xf32>, %N: index) {
  %c = arith.constant 7.0 : f32
  affine.for %i = 0 to %N {
    affine.store %c, %A[%i] : memref<?xf32>
  }
  affine.for %i = 0 to %N {
    %x = affine.load %A[%i] : memref<?xf32>
    affine.store %x, %B[%i] : memref<?xf32>
  }
  affine.for %t = 0 to 10 {
    affine.for %i = 0 to %N {
      affine.store %c, %A[%i] : memref<?xf32>
    }
    vector.print %c : f32
    affine.for %i = 0 to %N {
      affine.store %c, %B[%i] : memref<?xf32>
    }
  }
  return
}

// REMARK: HostOperation {{.*}}Function=assertion {{.*}}'cf.assert' is for the host
// CHECK-LABEL: func.func @assertion
// CHECK:      affine.for
// CHECK:      } {scratch.loop
// CHECK-NEXT: cf.assert
// CHECK-NEXT: affine.for
func.func @assertion(%A: memref<?xf32>, %N: index, %ok: i1) {
  %c = arith.constant 7.0 : f32
  affine.for %i = 0 to %N {
    affine.store %c, %A[%i] : memref<?xf32>
  }
  cf.assert %ok, "not ok"
  affine.for %i = 0 to %N {
    affine.store %c, %A[%i] : memref<?xf32>
  }
  return
}

// `gpu.printf` is the device's.
// REMARK-NOT: Function=printed {{.*}}is for the host
// CHECK-LABEL: func.func @printed
// CHECK: gpu.printf
func.func @printed(%A: memref<?xf32>, %N: index) {
  %c = arith.constant 7.0 : f32
  affine.for %i = 0 to %N {
    affine.store %c, %A[%i] : memref<?xf32>
  }
  gpu.printf "%f", %c : f32
  return
}
