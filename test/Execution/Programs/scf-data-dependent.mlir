// RUN: polymem-opt %s --polymem-to-ptx -o /dev/null 2>&1 >%t.ptx | FileCheck %s
// RUN: polymem-run %s --compare --uninterpreted --emulate --pipeline=polymem-to-emulator --sizes=N=20,M=9 2>/dev/null | FileCheck %s --check-prefix=EQUAL

// How often a loop runs depends on data: it is not raised, and one thread runs it.
// CHECK: scf-data-dependent.mlir:[[#@LINE+8]]:3: warning: this nest runs on one thread, {{.*}}: it has scf loops, of which nothing is known to be parallel; 'polymem-raise-to-affine' makes affine loops of them, or says in remarks what is in the way
// CHECK-NOT: warning
// EQUAL: rows: M=9 N=20: identical

func.func @rows(%length: memref<?xindex> {polymem.shape = ["N"], polymem.range = [0, "M"]}, %A: memref<?x?xf32> {polymem.shape = ["N", "M"]},
                %s: memref<?xf32> {polymem.shape = ["N"]}, %N: index {polymem.param = "N"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %N step %c1 {
    %end = memref.load %length[%i] : memref<?xindex>
    scf.for %j = %c0 to %end step %c1 {
      %a = memref.load %A[%i, %j] : memref<?x?xf32>
      %b = memref.load %s[%c0] : memref<?xf32>
      %c = arith.addf %a, %b : f32
      memref.store %c, %s[%c0] : memref<?xf32>
    }
  }
  return
}
