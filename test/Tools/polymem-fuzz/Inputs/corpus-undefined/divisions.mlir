// Defined at all sizes.
func.func @defined(%A: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : i32
  %a = memref.load %A[%c0] : memref<8xi32>
  %q = arith.divsi %a, %c2 : i32
  memref.store %q, %A[%c0] : memref<8xi32>
  return
}

// -----

func.func @by_zero() -> i32 {
  %c6 = arith.constant 6 : i32
  %c0 = arith.constant 0 : i32
  %q = arith.divsi %c6, %c0 : i32
  return %q : i32
}

// -----

func.func @out_of_range() -> i32 {
  %least = arith.constant -2147483648 : i32
  %m = arith.constant -1 : i32
  %q = arith.floordivsi %least, %m : i32
  return %q : i32
}

// -----

func.func @shift() -> i8 {
  %c = arith.constant dense<[1, 8]> : vector<2xi8>
  %s = arith.shli %c, %c : vector<2xi8>
  %e = vector.extract %s[1] : i8 from vector<2xi8>
  return %e : i8
}

// -----

// The second size that is tried divides by zero.
func.func @at_a_size(%n: index) -> index {
  %c4 = arith.constant 4 : index
  %d = arith.subi %n, %c4 : index
  %q = affine.apply affine_map<(i)[s] -> (i floordiv s)>(%n)[%d]
  return %q : index
}
