// Which thread runs an iteration and which one copies an element: what is
// emitted does as the isl relations say by which barriers are elided.

// DEFINE: %{size} = 4,2
// DEFINE: %{in} = false
// DEFINE: %{convert} = convert-scratch-to-gpu{block-size=%{size} vectors=never},func.func(test-polymem-thread-numbers{copies-in=%{in}}),func.func(test-polymem-launch-to-loops)
// DEFINE: %{expect} = func.func(test-polymem-expected-threads{block-size=%{size} copies-in=%{in}}),convert-scratch-to-memref
// DEFINE: %{entries} = --entry=two_axes --entry=one_axis --entry=slow_axis --entry=three_axes --entry=copy_box --entry=copy_triangle --entry=copy_diagonal --entry=copy_parts --entry=copy_wide --entry=copy_cube
// DEFINE: %{run} = polymem-run %s --compare %{entries} --pipeline='%{convert}' --reference-pipeline='%{expect}'

// RUN: %{run}
// REDEFINE: %{size} = 3,2,2
// RUN: %{run}
// REDEFINE: %{size} = 1,5
// RUN: %{run}
// REDEFINE: %{size} = 32
// RUN: %{run}
// REDEFINE: %{size} = 32,8
// RUN: %{run}
// REDEFINE: %{size} = 7,3
// RUN: %{run}
// REDEFINE: %{size} = 1,1,1
// RUN: %{run}

// Into a buffer.
// REDEFINE: %{in} = true
// REDEFINE: %{entries} = --entry=copy_in
// REDEFINE: %{size} = 4,2
// RUN: %{run}
// REDEFINE: %{size} = 3,2,2
// RUN: %{run}

#ws = #gpu.address_space<workgroup>
#b1 = #scratch.mapping<(d0) -> (d0), extents = () -> (64)>
#b2 = #scratch.mapping<(d0, d1) -> (d0, d1), extents = () -> (12, 16)>
#b3 = #scratch.mapping<(d0, d1, d2) -> (d0, d1, d2), extents = () -> (5, 9, 17)>
#wide = #scratch.mapping<(d0, d1) -> (d0, d1), extents = () -> (13, 87)>
#row = affine_set<(d0, d1) : (d0 >= 0, -d0 + 12 >= 0, d1 >= 0, -d1 + 86 >= 0)>
#cube = affine_set<(d0, d1, d2) : (d0 >= 0, -d0 + 4 >= 0, d1 - 1 >= 0, -d1 + 8 >= 0, d2 - 2 >= 0, -d2 + 16 >= 0, d2 - d0 - d1 >= 0)>
#box = affine_set<(d0, d1)[s0, s1] : (d0 - s0 >= 0, -d0 + s0 + 6 >= 0, d1 - s1 >= 0, -d1 + s1 + 10 >= 0)>
#triangle = affine_set<(d0, d1) : (d0 - 1 >= 0, -d0 + 9 >= 0, d1 - d0 >= 0, -d1 + 11 >= 0)>
#diagonal = affine_set<(d0, d1) : (d1 - d0 - 3 == 0, d0 - 2 >= 0, -d0 + 11 >= 0)>
#low = affine_set<(d0) : (d0 >= 0, -d0 + 12 >= 0)>
#high = affine_set<(d0) : (d0 - 20 >= 0, -d0 + 63 >= 0)>

func.func @two_axes(%A: memref<32x32xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c14 = arith.constant 14 : index
  %c26 = arith.constant 26 : index
  %x = arith.constant -1 : i32
  scratch.tile (%b) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    scratch.tile (%i, %j) = (%c3, %c0) to (%c14, %c26) step (%c2, %c1) mapping [#gpu.thread<y>, #gpu.thread<x>] {
      memref.store %x, %A[%i, %j] : memref<32x32xi32>
    }
  }
  return
}

func.func @one_axis(%A: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c53 = arith.constant 53 : index
  %x = arith.constant -1 : i32
  scratch.tile (%b) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    scratch.tile (%i) = (%c0) to (%c53) step (%c1) mapping [#gpu.thread<x>] {
      memref.store %x, %A[%i] : memref<64xi32>
    }
  }
  return
}

// Threads of x take part.
func.func @slow_axis(%A: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c61 = arith.constant 61 : index
  %x = arith.constant -1 : i32
  scratch.tile (%b) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    scratch.tile (%i) = (%c5) to (%c61) step (%c1) mapping [#gpu.thread<y>] {
      memref.store %x, %A[%i] : memref<64xi32>
    }
  }
  return
}

func.func @three_axes(%A: memref<5x6x7xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %c7 = arith.constant 7 : index
  %x = arith.constant -1 : i32
  scratch.tile (%b) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    scratch.tile (%i, %j, %k) = (%c0, %c0, %c0) to (%c5, %c6, %c7) step (%c1, %c1, %c1) mapping [#gpu.thread<x>, #gpu.thread<z>, #gpu.thread<y>] {
      memref.store %x, %A[%i, %j, %k] : memref<5x6x7xi32>
    }
  }
  return
}

func.func @copy_box(%A: memref<12x16xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scratch.tile (%b) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    %buffer = scratch.alloc() : memref<12x16xi32, #b2, #ws>
    scratch.copy_out %buffer to %A over [#box](%c4, %c1) : memref<12x16xi32, #b2, #ws> to memref<12x16xi32>
  }
  return
}

// Part of the box that is scanned is not copied.
func.func @copy_triangle(%A: memref<12x16xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scratch.tile (%b) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    %buffer = scratch.alloc() : memref<12x16xi32, #b2, #ws>
    scratch.copy_out %buffer to %A over [#triangle]() : memref<12x16xi32, #b2, #ws> to memref<12x16xi32>
  }
  return
}

// One coordinate is not scanned.
func.func @copy_diagonal(%A: memref<12x16xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scratch.tile (%b) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    %buffer = scratch.alloc() : memref<12x16xi32, #b2, #ws>
    scratch.copy_out %buffer to %A over [#diagonal]() : memref<12x16xi32, #b2, #ws> to memref<12x16xi32>
  }
  return
}

func.func @copy_parts(%A: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scratch.tile (%b) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    %buffer = scratch.alloc() : memref<64xi32, #b1, #ws>
    scratch.copy_out %buffer to %A over [#low, #high]() : memref<64xi32, #b1, #ws> to memref<64xi32>
  }
  return
}

// Rows are cut, or not, by how many threads there are.
func.func @copy_wide(%A: memref<13x87xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scratch.tile (%b) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    %buffer = scratch.alloc() : memref<13x87xi32, #wide, #ws>
    scratch.copy_out %buffer to %A over [#row]() : memref<13x87xi32, #wide, #ws> to memref<13x87xi32>
  }
  return
}

func.func @copy_cube(%A: memref<5x9x17xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scratch.tile (%b) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    %buffer = scratch.alloc() : memref<5x9x17xi32, #b3, #ws>
    scratch.copy_out %buffer to %A over [#cube]() : memref<5x9x17xi32, #b3, #ws> to memref<5x9x17xi32>
  }
  return
}

func.func @copy_in(%A: memref<12x16xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scratch.tile (%b) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    %buffer = scratch.alloc() : memref<12x16xi32, #b2, #ws>
    scratch.copy_in %A to %buffer over [#box](%c4, %c1) : memref<12x16xi32> to memref<12x16xi32, #b2, #ws>
    scratch.copy_out %buffer to %A over [#box](%c4, %c1) : memref<12x16xi32, #b2, #ws> to memref<12x16xi32>
  }
  return
}
