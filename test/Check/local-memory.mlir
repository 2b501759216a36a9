// RUN: polymem-opt %s --polymem-check='strict machine=nvidia-gtx8800' -o /dev/null

// Memory that programs allocate, use within its extents and free once.

#box = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (8)>
#tile = affine_set<(d0)[s0, s1] : (d0 - s0 >= 0, -d0 + s0 + 7 >= 0, -d0 + s1 - 1 >= 0)>
memref.global "private" @g : memref<4xf32> = dense<1.0>

func.func @before(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<?xf32>
  }
  return
}

func.func @heap(%A: memref<?xf32>, %B: memref<?xf32>, %n: index)
    attributes {polymem.origin = @before} {
  %t = memref.alloc(%n) : memref<?xf32>
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %t[-%i + symbol(%n) - 1] : memref<?xf32>
  }
  affine.for %i = 0 to %n {
    %u = affine.load %t[-%i + symbol(%n) - 1] : memref<?xf32>
    affine.store %u, %B[%i] : memref<?xf32>
  }
  memref.dealloc %t : memref<?xf32>
  return
}

func.func @halves(%A: memref<?xf32>, %B: memref<?xf32>, %n: index)
    attributes {polymem.origin = @before} {
  %m = affine.apply affine_map<()[s0] -> ((s0 + 1) floordiv 2)>()[%n]
  %t = memref.alloca(%m) : memref<?x2xf32>
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %t[%i floordiv 2, %i mod 2] : memref<?x2xf32>
  }
  affine.for %i = 0 to %n {
    %u = affine.load %t[%i floordiv 2, %i mod 2] : memref<?x2xf32>
    affine.store %u, %B[%i] : memref<?xf32>
  }
  return
}

// Small enough where it is used.
func.func @guarded(%A: memref<?xf32>, %B: memref<?xf32>, %n: index)
    attributes {polymem.origin = @before} {
  affine.if affine_set<()[s0] : (-s0 + 1000 >= 0)>()[%n] {
    %t = memref.alloca() : memref<1000xf32>
    affine.for %i = 0 to %n {
      %x = affine.load %A[%i] : memref<?xf32>
      %y = arith.mulf %x, %x : f32
      %z = scratch.origin "S0"[%i] %y : f32
      affine.store %z, %t[%i] : memref<1000xf32>
    }
    affine.for %i = 0 to %n {
      %u = affine.load %t[%i] : memref<1000xf32>
      affine.store %u, %B[%i] : memref<?xf32>
    }
  } else {
    affine.for %i = 0 to %n {
      %x = affine.load %A[%i] : memref<?xf32>
      %y = arith.mulf %x, %x : f32
      %z = scratch.origin "S0"[%i] %y : f32
      affine.store %z, %B[%i] : memref<?xf32>
    }
  }
  return
}

func.func @triangle(%A: memref<?xf32>, %B: memref<?xf32>, %n: index)
    attributes {polymem.origin = @before} {
  affine.for %i = 0 to %n {
    %s = affine.apply affine_map<(d0) -> (d0 + 1)>(%i)
    %t = memref.alloc(%s) : memref<?xf32>
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %t[%i] : memref<?xf32>
    %u = affine.load %t[%i] : memref<?xf32>
    affine.store %u, %B[%i] : memref<?xf32>
    memref.dealloc %t : memref<?xf32>
  }
  return
}

func.func @largest(%A: memref<?xf32>, %B: memref<?xf32>, %n: index)
    attributes {polymem.origin = @before} {
  %c0 = arith.constant 0 : index
  %m = arith.maxsi %n, %c0 : index
  %t = memref.alloc(%m) : memref<?xf32>
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %t[%i] : memref<?xf32>
  }
  affine.for %i = 0 to %n {
    %u = affine.load %t[%i] : memref<?xf32>
    affine.store %u, %B[%i] : memref<?xf32>
  }
  return
}

func.func @view(%A: memref<?xf32>, %B: memref<?xf32>, %n: index)
    attributes {polymem.origin = @before} {
  %t = memref.alloc(%n) : memref<?xf32>
  %v = memref.subview %t[0] [%n] [1] : memref<?xf32> to memref<?xf32, strided<[1]>>
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %v[%i] : memref<?xf32, strided<[1]>>
  }
  affine.for %i = 0 to %n {
    %u = affine.load %t[%i] : memref<?xf32>
    affine.store %u, %B[%i] : memref<?xf32>
  }
  return
}

func.func @cast(%A: memref<?xf32>, %B: memref<?xf32>, %n: index)
    attributes {polymem.origin = @before} {
  %t = memref.alloc() : memref<4xf32>
  %v = memref.cast %t : memref<4xf32> to memref<?xf32>
  %w = memref.cast %v : memref<?xf32> to memref<4xf32>
  memref.dealloc %w : memref<4xf32>
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<?xf32>
  }
  return
}

func.func @global(%A: memref<?xf32>, %B: memref<?xf32>, %n: index)
    attributes {polymem.origin = @before} {
  %g = memref.get_global @g : memref<4xf32>
  %c = affine.load %g[3] : memref<4xf32>
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<?xf32>
  }
  return
}

// Freed once, in one of two places.
func.func @either(%A: memref<?xf32>, %B: memref<?xf32>, %n: index)
    attributes {polymem.origin = @before} {
  %t = memref.alloc(%n) : memref<?xf32>
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %t[%i] : memref<?xf32>
  }
  affine.for %i = 0 to %n {
    %u = affine.load %t[%i] : memref<?xf32>
    affine.store %u, %B[%i] : memref<?xf32>
  }
  affine.if affine_set<()[s0] : (s0 - 5 >= 0)>()[%n] {
    memref.dealloc %t : memref<?xf32>
  } else {
    memref.dealloc %t : memref<?xf32>
  }
  return
}

func.func @run_time_tile(%A: memref<?xf32>, %B: memref<?xf32>, %n: index, %T: index)
    attributes {polymem.origin = @before} {
  %c0 = arith.constant 0 : index
  scratch.tile (%o) = (%c0) to (%n) step (%T) {
    %t = memref.alloca(%T) : memref<?xf32>
    affine.for %i = %o to min affine_map<()[s0, s1, s2] -> (s0 + s1, s2)>()[%o, %T, %n] {
      %x = affine.load %A[%i] : memref<?xf32>
      %y = arith.mulf %x, %x : f32
      %z = scratch.origin "S0"[%i] %y : f32
      affine.store %z, %t[%i - symbol(%o)] : memref<?xf32>
      %u = affine.load %t[%i - symbol(%o)] : memref<?xf32>
      affine.store %u, %B[%i] : memref<?xf32>
    }
  }
  return
}

func.func @waits(%A: memref<?xf32>, %B: memref<?xf32>, %n: index)
    attributes {polymem.origin = @before} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  scratch.tile (%o) = (%c0) to (%n) step (%c8) {
    %b = scratch.alloc(%n)[%o] : memref<?xf32, #box>
    // Waited for on all ways.
    %k = scratch.copy_in %A to %b over [#tile](%o, %n) : memref<?xf32> to memref<?xf32, #box> -> !scratch.token
    affine.if affine_set<()[s0] : (s0 - 8 >= 0)>()[%o] {
      scratch.wait %k
    } else {
      scratch.wait %k
    }
  }
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<?xf32>
  }
  return
}

// Never more than there is.
func.func @one_after_the_other(%A: memref<?xf32>, %B: memref<?xf32>, %n: index)
    attributes {polymem.origin = @before} {
  affine.for %q = 0 to 5 {
    %t = memref.alloc() : memref<4096xf32, #gpu.address_space<workgroup>>
    memref.dealloc %t : memref<4096xf32, #gpu.address_space<workgroup>>
  }
  %s = memref.alloc() : memref<4000xf32, #gpu.address_space<workgroup>>
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<?xf32>
  }
  return
}

// The original is taken to be within bounds: there are at most ten elements.
func.func @before_ten(%A: memref<10xf32>, %B: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<10xf32>
    %y = arith.mulf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<?xf32>
  }
  return
}

func.func @ten(%A: memref<10xf32>, %B: memref<?xf32>, %n: index)
    attributes {polymem.origin = @before_ten} {
  %t = memref.alloca() : memref<10xf32>
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<10xf32>
    %y = arith.mulf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %t[%i] : memref<10xf32>
  }
  affine.for %i = 0 to %n {
    %u = affine.load %t[%i] : memref<10xf32>
    affine.store %u, %B[%i] : memref<?xf32>
  }
  return
}
