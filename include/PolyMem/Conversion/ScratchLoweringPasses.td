//===- ScratchLoweringPasses.td - out of the scratch dialect -*- tablegen -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_CONVERSION_SCRATCHLOWERINGPASSES_TD
#define POLYMEM_CONVERSION_SCRATCHLOWERINGPASSES_TD

include "mlir/Pass/PassBase.td"

//===----------------------------------------------------------------------===//
// convert-scratch-to-memref
//===----------------------------------------------------------------------===//

def ConvertScratchToMemRefPass
    : Pass<"convert-scratch-to-memref", "::mlir::func::FuncOp"> {
  let summary = "Lower the scratch dialect to loops and plain memrefs";
  let description = [{
    Runs a staged program anywhere: everything is in the default memory space
    and runs in order.

    - `scratch.tile` becomes `affine.for` loops where its steps are constants
      and its bounds are valid affine operands, `scf.for` loops elsewhere;
      mapped dimensions run one iteration after the other. Affine operations
      inside that depended on the tile being an affine scope are repaired, or
      lowered to `scf`, `arith` and `memref`.
    - `scratch.alloc` becomes an allocation of the physical extents; accesses go
      through the storage mapping. `e mod m` is dropped where the loops around
      prove `0 <= e < m`, and is a mask where it is computed with `arith` and
      `m` is a power of two.
    - `scratch.copy_in` and `scratch.copy_out` become loops that visit each
      element of the union of their sets once. An asynchronous copy is done
      where it is issued; `scratch.wait` disappears.

    With `async-copies`, asynchronous copies are done by other threads: such a copy is an
    `async.execute`, `scratch.wait` awaits it, and a tile that carries tokens is an `scf.for`
    that does. After `scratch-pipeline` and `scratch-expand-pipeline`, copies of the next tiles
    are then made while this one computes.

    ```mlir
    %t = scratch.copy_in %A to %b over [#set](%i) : memref<64xf32> to memref<64xf32, #box> -> !scratch.token
    ...
    scratch.wait %t
    ```
    becomes
    ```mlir
    %t = async.execute {
      affine.for %e = #id(%i) to #end(%i) { ... }
      async.yield
    }
    ...
    async.await %t : !async.token
    ```

    A buffer that is used by any other operation (a call, `memref.subview`, ...)
    is an error that names the operation; the function is left as it was.

    ```mlir
    #box = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (16)>
    #set = affine_set<(d0)[s0, s1] : (d0 - s0 >= 0, -d0 + s0 + 15 >= 0,
                                      -d0 + s1 - 1 >= 0)>
    scratch.tile (%i) = (%c0) to (%n) step (%c16) {
      %b = scratch.alloc(%n)[%i] : memref<?xf32, #box>
      scratch.copy_in %A to %b over [#set](%i, %n)
          : memref<?xf32> to memref<?xf32, #box>
      affine.for %ii = %i to min affine_map<()[s0, s1] -> (s0 + 16, s1)>()[%i, %n] {
        %x = affine.load %b[%ii] : memref<?xf32, #box>
        ...
      }
    }
    ```
    becomes
    ```mlir
    %b = memref.alloca() : memref<16xf32>
    affine.for %i = 0 to %n step 16 {
      affine.for %e = #id(%i) to min affine_map<(d0)[s0] -> (d0 + 16, s0)>(%i)[%n] {
        %0 = affine.load %A[%e] : memref<?xf32>
        affine.store %0, %b[%e - %i] : memref<16xf32>
      }
      affine.for %ii = #id(%i) to min affine_map<(d0)[s0] -> (d0 + 16, s0)>(%i)[%n] {
        %x = affine.load %b[%ii - %i] : memref<16xf32>
        ...
      }
    }
    ```
  }];
  let options = [
    Option<"maxStackBytes", "max-stack-bytes", "uint64_t", "4096",
           "Buffers with constant extents of at most this many bytes are put "
           "on the stack, others on the heap">,
    Option<"reverseMapped", "reverse-mapped", "bool", "false",
           "Run mapped dimensions from the last origin to the first, as "
           "parallel hardware might: shows up iterations that are not "
           "independent">,
    Option<"asyncCopies", "async-copies", "bool", "false",
           "Other threads do the asynchronous copies (async.execute); else they "
           "are done where they stand">,
    Option<"warnings", "warnings", "bool", /*default=*/"true",
           "Warn where a budget of isl operations ends">,
    Option<"maxIslOperations", "max-isl-operations", "unsigned long",
           "::polymem::kDefaultIslOperations",
           "Budget of isl operations for the loops of one copy (0: unbounded); "
           "beyond it, the copy tests each element of the array for "
           "membership">
  ];
  let statistics = [
    Statistic<"numTiles", "tiles", "Tiles lowered to loops">,
    Statistic<"numBuffers", "buffers", "Buffers lowered to memrefs">,
    Statistic<"numCopies", "copies", "Copies lowered to loops">
  ];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::async::AsyncDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect"
  ];
}

//===----------------------------------------------------------------------===//
// convert-scratch-to-gpu
//===----------------------------------------------------------------------===//

def ConvertScratchToGPUPass
    : Pass<"convert-scratch-to-gpu", "::mlir::func::FuncOp"> {
  let summary = "Lower tiles, buffers and copies to GPU launches";
  let description = [{
    Replaces each outermost `scratch.tile` that is mapped to blocks by one
    `gpu.launch`. Sequential tiles and loops around it stay on the host, so a
    function may launch several kernels, in loops too. A tile with nothing mapped
    to blocks becomes a launch of one block.

    - **Grid.** Dimensions mapped to `x`, `y`, `z` get that axis; `linear_dim_N`
      dimensions share axis x, in ascending N behind the dimension mapped to
      `x`. The grid has one block per tile, at most the machine's limit; a block
      then strides over the tiles. A grid without tiles is not launched.
      Where the tiles that do something are a triangle or a trapezoid of two dimensions
      with one step, by the condition around the body (`polymem.tile_domain`, of
      `scratch-trim-tiles`), the grid of these has no idle blocks but for half a row: two
      rows of tiles as far from both ends are one row of blocks (`fold-grid=false`: it is
      a box; a remark, `Folded`, has the numbers).

      ```mlir
      // tiles 0 <= b <= a < 5           blocks: 5 x 3
      //   0                             3 3 3 3 0
      //   1 1                           2 2 2 1 1
      //   2 2 2                         4 4 4 4 4
      //   3 3 3 3
      //   4 4 4 4 4
      ```
    - **Block.** `block-size`, or the constant trip counts of the tiles mapped to
      threads, cut to the machine's default number of threads.
    - **Threads.** A tile mapped to threads is distributed cyclically: iteration
      `o` runs on thread `((o - lower) / step) mod size`. Thread axes that the
      tile does not use work on its slowest axis that is used. Side effects outside
      tiles mapped to threads are one thread's.
    - **Copies** are distributed over all threads, consecutive threads on
      consecutive elements of the array's last dimension, each element once: as
      many threads to a row, and rows at a time, as leave few threads idle. A
      thread divides its number once, and then steps through the box around the
      set by constants. What is outside the set is clipped by bounds of the
      loops where it can be. Where the whole box may be in the set, that is
      asked once, and such a box is copied without further tests:

      ```mlir
      // 256 threads, a box of 34 x 34 of which an array has a part
      scf.if %whole_box_in_array {
        scf.for %i = %c0 to %c28 step %c7 {  // 7 rows of 34 threads, and the last 6
          %row = arith.addi %thread_row, %i : index
          ...
        }
      } else {
        scf.if %column_in_array {
          scf.for %row = %thread_row to %end step %c7 {
            ...
          }
        }
      }
      ```
    - **Vectors.** A thread copies 4, 8 or 16 bytes at once between global and shared memory where
      the whole box is copied, its rows and those of the buffer are multiples of that (elements of 1, 2,
      4 or 8 bytes), and a thread then has fewer rounds. Nothing is assumed of arrays: whether
      the box and its rows begin at multiples of a vector is asked when the kernel runs, once
      for all threads, and elements are copied one by one where they do not. Remarks (`Vectors`)
      say how wide the vectors are, or why there are none. `vectors=never`: none.

      ```mlir
      // 256 threads, a box of 64 x 64 elements of 4 bytes
      %start = memref.extract_aligned_pointer_as_index %A : memref<?x?xf32> -> index
      ... // and the length of a row, in bytes, and where the buffer begins
      %aligned = arith.cmpi eq, %last_four_bits_of_all, %c0 : index
      scf.if %whole_box_in_array {
        scf.if %aligned {
          scf.for %i = %c0 to %c64 step %c16 {  // 16 rows of 16 threads
            %row = arith.addi %thread_row, %i : index
            %x = vector.load %A[%array_row, %array_column] {alignment = 16 : i64} : memref<?x?xf32>, vector<4xf32>
            vector.store %x, %b[%row, %column] {alignment = 16 : i64} : memref<64x64xf32, #gpu.address_space<workgroup>>, vector<4xf32>
          }
        } else {
          ...
      ```
    - **Barriers** separate all conflicting accesses of different threads, also
      around loops; accesses that each thread is seen to make to elements
      of its own, in tiles or copies, need none; such copies have no vectors, which other threads would
      copy. Where `max-isl-operations` does
      not suffice to see it, barriers stay, with a remark (`BarrierBudget`).
    - **Buffers** in workgroup memory become static shared memory of the launch
      if all sizes are constant and their sum is within the machine's static
      limit, and views of dynamic shared memory if not. Buffers in private
      memory (inside a tile mapped to threads) become private memory. More than
      the machine has is an error.
    - **Arrays** that are arguments are taken to be device memory. With
      `host-register` they are host memory that the device can read and write
      itself while the function runs. With `device-copies` the function gives each array that its
      launches use, be it an argument or allocated here, a counterpart in device
      memory, once for all launches: it is copied in if an element may be read
      before it is written or stay unwritten, and out if an element may be
      written (and the argument is not `polymem.dead_out`); an array that is
      allocated here and that only launches use is not copied. Views made outside a
      launch, arrays with a layout and arrays that host code uses as well are
      errors. Arguments in global memory, by their type (memory space 1 or
      `#gpu.address_space<global>`), are left alone; arrays in other spaces, which
      no kernel reaches, are errors.
    - **Arrays allocated here and globals**, without `device-copies`: one that only launches
      use becomes a `gpu.alloc`; one that the host uses as well is registered
      with the device while it lives. So is a global, unless it is constant: it
      is copied to the device. A scalar (rank 0) that launches only read
      is loaded by the host before each launch and passed by value.
    - **Constant memory.** A constant global that launches load elements from at
      subscripts that do not depend on the thread (TR78, section 5.4) is no
      argument: each launch gets it inside, so that `gpu-kernel-outlining` copies
      it to the module of the kernel, where `polymem-place-constants` puts it into
      constant memory. The globals of a function may take the bytes that the
      machine has, the smallest first (`constant-memory=false`: none).

      ```mlir
      %w = memref.get_global @W : memref<9xf32>
      gpu.launch ... {
        %x = memref.load %w[%k] : memref<9xf32>
      // becomes
      gpu.launch ... {
        %w = memref.get_global @W : memref<9xf32> {polymem.constant_memory}
        %x = memref.load %w[%k] : memref<9xf32>
      ```
    - Asynchronous copies are done at once.

    With `async-copies`, a thread issues the elements of an asynchronous `scratch.copy_in` of
    an array into shared memory by `nvgpu.device_async_copy`, 4, 8 or 16 bytes at once; other
    elements are copied at once. Each such copy is one group, also where it has nothing to
    copy, so that `scratch.wait` can say how many later groups may still be under way: the
    least number on all paths from the copies of its tokens, which tiles may carry. A barrier
    between the copy and those who read what other threads copied is behind the wait.

    Innermost loops over the points of a full tile get a constant number of
    iterations, for the back end to unroll. Copies of more than four rounds are
    annotated to be unrolled by at most four, and loops of a block over several
    tiles to keep inside what does not change in them (see `polymem-loop-metadata`). The order of operations on each
    element is unchanged.

    ```mlir
    // Before
    scratch.tile (%i) = (%c0) to (%N) step (%c32) mapping [#gpu.block<x>] {
      %b = scratch.alloc(%N)[%i] : memref<?xf32, #box, #gpu.address_space<workgroup>>
      scratch.copy_in %A to %b over [#set](%i, %N) : ...
      %end = affine.min affine_map<()[s0, s1] -> (s0 + 32, s1)>()[%i, %N]
      scratch.tile (%t) = (%i) to (%end) step (%c1) mapping [#gpu.thread<x>] {
        %x = affine.load %b[%t] : ...
        affine.store %x, %B[%t] : memref<?xf32>
      }
    }
    // After
    %tiles = ... // ceil(N / 32)
    %some = arith.cmpi sgt, %tiles, %c0 : index
    scf.if %some {
      gpu.launch blocks(...) in (%tiles, %c1, %c1) threads(%tx, ...) in (%c32, %c1, %c1)
          workgroup(%cells : memref<32xf32, #gpu.address_space<workgroup>>) {
        // copy element %i + %tx if it is below %N
        gpu.barrier
        // iteration %i + %tx if it is below %end
      }
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::gpu::GPUDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::memref::MemRefDialect", "::mlir::nvgpu::NVGPUDialect",
    "::mlir::NVVM::NVVMDialect", "::mlir::scf::SCFDialect",
    "::mlir::vector::VectorDialect"
  ];
  let options = [
    Option<"machine", "machine", "std::string", "::polymem::kDefaultMachine.str()",
           "Machine description: a built-in name or a JSON file">,
    ListOption<"blockSize", "block-size", "int64_t",
               "Threads of a block on axes x,y,z (default: from the tiles)">,
    ListOption<"maxGrid", "max-grid", "int64_t",
               "Blocks of a grid at most, on axes x,y,z (default: the "
               "machine's limits)">,
    Option<"foldGrid", "fold-grid", "bool", /*default=*/"true",
           "Give triangles of tiles grids without idle blocks">,
    Option<"threadLocality", "thread-locality", "bool", /*default=*/"true",
           "Elide barriers for data that each thread keeps to itself">,
    Option<"kernelModule", "kernel-module", "std::string", /*default=*/"",
           "Name of one gpu.module for all kernels (default: gpu-kernel-outlining makes one "
           "for each)">,
    Option<"maxFullExtent", "full-tile-loops", "int64_t", /*default=*/"64",
           "Innermost loops of at most so many iterations that are cut by the "
           "end of a partial tile get a version of constant length for full "
           "tiles (0: none)">,
    Option<"asyncCopies", "async-copies", "bool", /*default=*/"false",
           "Asynchronous copies into shared memory are cp.async instructions, which devices "
           "have from sm_80 on (default: they are done where they stand)">,
    Option<"vectors", "vectors", "::polymem::VectorCopies",
           "::polymem::VectorCopies::Auto",
           "Copies of 4, 8 or 16 bytes at once by a thread",
           [{::polymem::vectorCopies()}]>,
    Option<"hostRegister", "host-register", "bool", /*default=*/"false",
           "Arrays given as arguments are host memory: register them with the "
           "device">,
    Option<"deviceCopies", "device-copies", "bool", /*default=*/"false",
           "Arrays are host memory: the launches work on copies in device "
           "memory">,
    Option<"constantMemory", "constant-memory", "bool", /*default=*/"true",
           "Constant globals whose elements all threads read alike go to the "
           "machine's constant memory">,
    Option<"warnings", "warnings", "bool", /*default=*/"true",
           "Warn where a budget of isl operations ends">,
    Option<"maxIslOperations", "max-isl-operations", "unsigned long",
           "::polymem::kDefaultIslOperations", "Budget of isl operations for the barriers of each launch, and "
           "for what 'device-copies' need not copy (0: unbounded)">
  ];
  let statistics = [
    Statistic<"numLaunches", "launches", "Launches made">,
    Statistic<"numBarriers", "barriers", "Barriers inserted">,
    Statistic<"numConstantArrays", "constant-arrays",
              "Arrays for constant memory">,
    Statistic<"numVectorCopies", "vector-copies",
              "Sets copied several elements at once">
  ];
}

#endif // POLYMEM_CONVERSION_SCRATCHLOWERINGPASSES_TD
