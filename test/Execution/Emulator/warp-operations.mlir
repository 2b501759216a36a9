// Shuffles, votes, matches, reductions and elections against loops that compute
// the same lane by lane. The second warp is a partial one: its lanes do not
// wait for those that do not exist.

// RUN: polymem-run %s --compare --entry=plain --against=warps --emulator-seed=1..8 | FileCheck %s
// CHECK-COUNT-8: identical (2 arrays, 480 elements, 425 changed)

// Row r of B, lane by lane, of warps of 32 and of 8 lanes: values are A[l].
func.func @plain(%A: memref<40xi32> {polymem.range = [0, 3]}, %B: memref<11x40xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c31 = arith.constant 31 : index
  %c32 = arith.constant 32 : index
  %c40 = arith.constant 40 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  scf.for %t = %c0 to %c40 step %c1 {
    %lane = arith.remui %t, %c32 : index
    %first = arith.subi %t, %lane : index
    %end0 = arith.addi %first, %c32 : index
    %end = arith.minui %end0, %c40 : index
    %a = memref.load %A[%t] : memref<40xi32>

    // Butterfly with distance 1.
    %other = arith.xori %lane, %c1 : index
    %otherT = arith.addi %first, %other : index
    %r0 = memref.load %A[%otherT] : memref<40xi32>
    memref.store %r0, %B[%c0, %t] : memref<11x40xi32>

    // Up by 3 in segments of 8: lanes 0, 1, 2 of a segment keep their own.
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %c5 = arith.constant 5 : index
    %c6 = arith.constant 6 : index
    %c7 = arith.constant 7 : index
    %c8 = arith.constant 8 : index
    %c9 = arith.constant 9 : index
    %c10 = arith.constant 10 : index
    %inSegment = arith.remui %lane, %c8 : index
    %low = arith.cmpi ult, %inSegment, %c3 : index
    %upT = arith.subi %t, %c3 : index
    %up = arith.select %low, %t, %upT : index
    %r1 = memref.load %A[%up] : memref<40xi32>
    memref.store %r1, %B[%c1, %t] : memref<11x40xi32>
    // Whether the source was inside.
    %inside = arith.select %low, %zero, %one : i32
    memref.store %inside, %B[%c2, %t] : memref<11x40xi32>

    // From lane 5.
    %t5 = arith.addi %first, %c5 : index
    %r3 = memref.load %A[%t5] : memref<40xi32>
    memref.store %r3, %B[%c3, %t] : memref<11x40xi32>

    // Ballot of A == 1, any, all, sum, maximum; lanes with the same value.
    %results:5 = scf.for %u = %first to %end step %c1 iter_args(%ballot = %zero, %n = %zero, %sum = %zero, %max = %zero, %same = %zero) -> (i32, i32, i32, i32, i32) {
      %v = memref.load %A[%u] : memref<40xi32>
      %l = arith.subi %u, %first : index
      %l32 = arith.index_cast %l : index to i32
      %bit = arith.shli %one, %l32 : i32
      %is1 = arith.cmpi eq, %v, %one : i32
      %b = arith.select %is1, %bit, %zero : i32
      %ballot2 = arith.ori %ballot, %b : i32
      %n1 = arith.addi %n, %one : i32
      %sum2 = arith.addi %sum, %v : i32
      %max2 = arith.maxsi %max, %v : i32
      %equal = arith.cmpi eq, %v, %a : i32
      %s = arith.select %equal, %bit, %zero : i32
      %same2 = arith.ori %same, %s : i32
      scf.yield %ballot2, %n1, %sum2, %max2, %same2 : i32, i32, i32, i32, i32
    }
    memref.store %results#0, %B[%c4, %t] : memref<11x40xi32>
    %isAny = arith.cmpi ne, %results#0, %zero : i32
    %any = arith.extui %isAny : i1 to i32
    memref.store %any, %B[%c5, %t] : memref<11x40xi32>
    memref.store %results#2, %B[%c6, %t] : memref<11x40xi32>
    memref.store %results#3, %B[%c7, %t] : memref<11x40xi32>
    memref.store %results#4, %B[%c8, %t] : memref<11x40xi32>
    // One lane is elected; all lanes count how many.
    memref.store %one, %B[%c9, %t] : memref<11x40xi32>
    // Threads of the block for which A == 1 (barrier with a count).
    %total = scf.for %u = %c0 to %c40 step %c1 iter_args(%n = %zero) -> i32 {
      %v = memref.load %A[%u] : memref<40xi32>
      %is1 = arith.cmpi eq, %v, %one : i32
      %b = arith.extui %is1 : i1 to i32
      %n1 = arith.addi %n, %b : i32
      scf.yield %n1 : i32
    }
    memref.store %total, %B[%c10, %t] : memref<11x40xi32>
  }
  return
}

func.func @warps(%A: memref<40xi32> {polymem.range = [0, 3]}, %B: memref<11x40xi32>) {
  %c1 = arith.constant 1 : index
  %c40 = arith.constant 40 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%t, %ty, %tz) in (%sx = %c40, %sy = %c1, %sz = %c1) {
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %c5 = arith.constant 5 : index
    %c6 = arith.constant 6 : index
    %c7 = arith.constant 7 : index
    %c8 = arith.constant 8 : index
    %c9 = arith.constant 9 : index
    %c10 = arith.constant 10 : index
    %one = arith.constant 1 : i32
    %three = arith.constant 3 : i32
    %five = arith.constant 5 : i32
    %mask = arith.constant -1 : i32
    %clamp = arith.constant 31 : i32
    // Segments of 8 lanes, 0x18 << 8; up clamps at the first.
    %segments = arith.constant 6144 : i32
    %a = memref.load %A[%t] : memref<40xi32>
    %r0 = nvvm.shfl.sync bfly %mask, %a, %one, %clamp : i32 -> i32
    memref.store %r0, %B[%c0, %t] : memref<11x40xi32>
    %r1 = nvvm.shfl.sync up %mask, %a, %three, %segments {return_value_and_is_valid} : i32 -> !llvm.struct<(i32, i1)>
    %value = llvm.extractvalue %r1[0] : !llvm.struct<(i32, i1)>
    %valid = llvm.extractvalue %r1[1] : !llvm.struct<(i32, i1)>
    memref.store %value, %B[%c1, %t] : memref<11x40xi32>
    %valid32 = arith.extui %valid : i1 to i32
    memref.store %valid32, %B[%c2, %t] : memref<11x40xi32>
    %f = arith.bitcast %a : i32 to f32
    %r3 = nvvm.shfl.sync idx %mask, %f, %five, %clamp : f32 -> f32
    %r3i = arith.bitcast %r3 : f32 to i32
    memref.store %r3i, %B[%c3, %t] : memref<11x40xi32>
    %is1 = arith.cmpi eq, %a, %one : i32
    %ballot = nvvm.vote.sync ballot %mask, %is1 -> i32
    memref.store %ballot, %B[%c4, %t] : memref<11x40xi32>
    %any = nvvm.vote.sync any %mask, %is1 -> i1
    %any32 = arith.extui %any : i1 to i32
    memref.store %any32, %B[%c5, %t] : memref<11x40xi32>
    %sum = nvvm.redux.sync add %a, %mask : i32 -> i32
    memref.store %sum, %B[%c6, %t] : memref<11x40xi32>
    %max = nvvm.redux.sync max %a, %mask : i32 -> i32
    memref.store %max, %B[%c7, %t] : memref<11x40xi32>
    %same = nvvm.match.sync any %mask, %a : i32 -> i32
    memref.store %same, %B[%c8, %t] : memref<11x40xi32>
    %leader = nvvm.elect.sync -> i1
    %leader32 = arith.extui %leader : i1 to i32
    %leaders = nvvm.redux.sync add %leader32, %mask : i32 -> i32
    memref.store %leaders, %B[%c9, %t] : memref<11x40xi32>
    %is1i = arith.extui %is1 : i1 to i32
    %total = nvvm.barrier #nvvm.reduction<popc> %is1i -> i32
    memref.store %total, %B[%c10, %t] : memref<11x40xi32>
    gpu.terminator
  }
  return
}
