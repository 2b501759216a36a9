// RUN: polymem-opt %s --polymem-carry-accumulators=registers=2 | FileCheck %s --implicit-check-not="-> (f32"
// RUN: polymem-opt %s --polymem-carry-accumulators=registers=2 -o /dev/null --remarks-filter=polymem-carry-accumulators --remark-policy=all 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=Carried

// What stays in memory from step to step: cells that others may access in the same loop, cells or
// conditions that change, memory that is not shared, what takes too many registers, and loops that carry others.

#ws = #gpu.address_space<workgroup>

gpu.module @kernels {
  // In one step, behind a barrier, another thread may have this cell.
  // CHECK-LABEL: gpu.func @other_access(
  // REMARK: [[#@LINE+12]]:12: {{.*}}OtherAccess {{.*}} Function=other_access {{.*}}this access of the loop may be to one of the same cells
  gpu.func @other_access(%n: index, %t: index, %full: i1) workgroup(%C: memref<64xf32, #ws>) kernel {
    %c0 = arith.constant 0 : index
    %c32 = arith.constant 32 : index
    scf.for %k = %c0 to %n step %c32 {
      gpu.barrier
      scf.if %full {
        %p = memref.load %C[%t] : memref<64xf32, #ws>
        %v = arith.addf %p, %p : f32
        memref.store %v, %C[%t] : memref<64xf32, #ws>
      }
      gpu.barrier
      %q = memref.load %C[%c32] : memref<64xf32, #ws>
      %w = arith.addf %q, %q : f32
    }
    gpu.return
  }

  // CHECK-LABEL: gpu.func @other_cells(
  gpu.func @other_cells(%n: index, %t: index, %full: i1) workgroup(%C: memref<64xf32, #ws>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %k = %c0 to %n step %c1 {
      gpu.barrier
      scf.if %full {
        %p = memref.load %C[%k] : memref<64xf32, #ws>
        %v = arith.addf %p, %p : f32
        memref.store %v, %C[%k] : memref<64xf32, #ws>
      }
    }
    gpu.return
  }

  // Whether a thread stores the cell changes: it may be another one's in the next step.
  // CHECK-LABEL: gpu.func @other_condition(
  gpu.func @other_condition(%n: index, %t: index) workgroup(%C: memref<64xf32, #ws>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %k = %c0 to %n step %c1 {
      gpu.barrier
      %now = arith.cmpi slt, %t, %k : index
      scf.if %now {
        %p = memref.load %C[%t] : memref<64xf32, #ws>
        %v = arith.addf %p, %p : f32
        memref.store %v, %C[%t] : memref<64xf32, #ws>
      }
    }
    gpu.return
  }

  // Two names, perhaps for one cell.
  // CHECK-LABEL: gpu.func @perhaps_the_same(
  // REMARK: [[#@LINE+9]]:14: {{.*}}OtherAccess {{.*}} Function=perhaps_the_same
  gpu.func @perhaps_the_same(%n: index, %t: index, %u: index, %full: i1)
      workgroup(%C: memref<64xf32, #ws>) kernel {
    %c0 = arith.constant 0 : index
    %c32 = arith.constant 32 : index
    scf.for %k = %c0 to %n step %c32 {
      gpu.barrier
      scf.if %full {
        %p = memref.load %C[%t] : memref<64xf32, #ws>
        %q = memref.load %C[%u] : memref<64xf32, #ws>
        memref.store %q, %C[%t] : memref<64xf32, #ws>
        memref.store %p, %C[%u] : memref<64xf32, #ws>
      }
    }
    gpu.return
  }

  // Only loaded: nothing shows that no other thread stores it.
  // CHECK-LABEL: gpu.func @never_stored(
  gpu.func @never_stored(%A: memref<?xf32>, %n: index, %t: index, %full: i1)
      workgroup(%C: memref<64xf32, #ws>) kernel {
    %c0 = arith.constant 0 : index
    %c32 = arith.constant 32 : index
    scf.for %k = %c0 to %n step %c32 {
      gpu.barrier
      scf.if %full {
        %p = memref.load %C[%t] : memref<64xf32, #ws>
        memref.store %p, %A[%t] : memref<?xf32>
      }
    }
    gpu.return
  }

  // CHECK-LABEL: gpu.func @global(
  gpu.func @global(%A: memref<?xf32>, %n: index, %t: index, %full: i1) kernel {
    %c0 = arith.constant 0 : index
    %c32 = arith.constant 32 : index
    scf.for %k = %c0 to %n step %c32 {
      gpu.barrier
      scf.if %full {
        %p = memref.load %A[%t] : memref<?xf32>
        %v = arith.addf %p, %p : f32
        memref.store %v, %A[%t] : memref<?xf32>
      }
    }
    gpu.return
  }

  // Without a barrier in the loop threads are not in the same step.
  // CHECK-LABEL: gpu.func @no_steps(
  gpu.func @no_steps(%n: index, %t: index, %full: i1) workgroup(%C: memref<64xf32, #ws>) kernel {
    %c0 = arith.constant 0 : index
    %c32 = arith.constant 32 : index
    scf.for %k = %c0 to %n step %c32 {
      scf.if %full {
        %p = memref.load %C[%t] : memref<64xf32, #ws>
        %v = arith.addf %p, %p : f32
        memref.store %v, %C[%t] : memref<64xf32, #ws>
      }
    }
    gpu.return
  }

  // Whoever has the address may access the array.
  // CHECK-LABEL: gpu.func @address(
  gpu.func @address(%A: memref<?xindex>, %n: index, %t: index, %full: i1)
      workgroup(%C: memref<64xf32, #ws>) kernel {
    %c0 = arith.constant 0 : index
    %c32 = arith.constant 32 : index
    %address = memref.extract_aligned_pointer_as_index %C : memref<64xf32, #ws> -> index
    %behind = arith.addi %address, %c32 : index
    memref.store %behind, %A[%t] : memref<?xindex>
    scf.for %k = %c0 to %n step %c32 {
      gpu.barrier
      scf.if %full {
        %p = memref.load %C[%t] : memref<64xf32, #ws>
        %v = arith.addf %p, %p : f32
        memref.store %v, %C[%t] : memref<64xf32, #ws>
      }
    }
    gpu.return
  }

  // CHECK-LABEL: gpu.func @carries(
  // REMARK: CarriesOthers {{.*}} Function=carries {{.*}}stays in memory from step to step: the loop carries 1 other values
  gpu.func @carries(%A: memref<?xi32>, %n: index, %t: index, %full: i1)
      workgroup(%C: memref<64xf32, #ws>) kernel {
    %c0 = arith.constant 0 : index
    %c32 = arith.constant 32 : index
    %first = memref.load %A[%c0] : memref<?xi32>
    %last = scf.for %k = %c0 to %n step %c32 iter_args(%x = %first) -> (i32) {
      gpu.barrier
      scf.if %full {
        %p = memref.load %C[%t] : memref<64xf32, #ws>
        %v = arith.addf %p, %p : f32
        memref.store %v, %C[%t] : memref<64xf32, #ws>
      }
      %next = memref.load %A[%k] : memref<?xi32>
      scf.yield %next : i32
    }
    memref.store %last, %A[%t] : memref<?xi32>
    gpu.return
  }

  // CHECK-LABEL: gpu.func @too_many(
  // REMARK: Registers {{.*}} Function=too_many {{.*}}what a thread accumulates stays in memory from step to step: it takes 4 registers, of 2 ('registers')
  gpu.func @too_many(%n: index, %t: index, %full: i1) workgroup(%C: memref<64xf64, #ws>) kernel {
    %c0 = arith.constant 0 : index
    %c32 = arith.constant 32 : index
    scf.for %k = %c0 to %n step %c32 {
      gpu.barrier
      scf.if %full {
        %at = arith.addi %t, %c32 : index
        %p = memref.load %C[%t] : memref<64xf64, #ws>
        %q = memref.load %C[%at] : memref<64xf64, #ws>
        memref.store %q, %C[%t] : memref<64xf64, #ws>
        memref.store %p, %C[%at] : memref<64xf64, #ws>
      }
    }
    gpu.return
  }
}
