// RUN: not polymem-opt %s --polymem-tile="sizes=-4" 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// RUN: not polymem-opt %s --polymem-tile="sizes=8,x" 2>&1 | FileCheck %s --check-prefix=TEXT
// RUN: not polymem-opt %s --polymem-tile="sizes=1000000000000" 2>&1 | FileCheck %s --check-prefix=LARGE
// RUN: not polymem-opt %s --polymem-tile="sizes=arg7" 2>&1 | FileCheck %s --check-prefix=RANGE
// RUN: not polymem-opt %s --polymem-tile="block-sizes=arg0" 2>&1 | FileCheck %s --check-prefix=TYPE
// RUN: not polymem-opt %s --polymem-tile="thread-sizes=2" 2>&1 | FileCheck %s --check-prefix=THREADS
// RUN: not polymem-opt %s --polymem-tile="mapping=gpu thread-sizes=0" 2>&1 | FileCheck %s --check-prefix=ZERO

// NEGATIVE: error: polymem-tile: '-4' in option 'sizes' is not a tile size; write a number of iterations below 2^31, 0 (not tiled) or argN
// TEXT: error: polymem-tile: 'x' in option 'sizes' is not a tile size
// LARGE: error: polymem-tile: '1000000000000' in option 'sizes' is not a tile size; write a number of iterations below {{2\^31}}
// RANGE: error: polymem-tile: 'arg7' in option 'sizes': function 'f' has 2 arguments
// TYPE: error: polymem-tile: 'arg0' in option 'block-sizes': argument 0 must be of type index, but is 'memref<?xf32>'
// THREADS: error: polymem-tile: option 'thread-sizes' needs 'mapping=gpu'
// ZERO: error: polymem-tile: a thread size must not be 0; write 1 for one iteration per thread
func.func @f(%A: memref<?xf32>, %N: index) {
  return
}
