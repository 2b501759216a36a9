//===- Passes.td - lowering passes -*- tablegen -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_CONVERSION_PASSES_TD
#define POLYMEM_CONVERSION_PASSES_TD

include "PolyMem/Conversion/AcceptancePasses.td"
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
    Option<"warnings", "warnings", "bool", /*default=*/"true",
           "Warn where a budget of isl operations ends">,
    Option<"maxIslOperations", "max-isl-operations", "unsigned long",
           "20000000",
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
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect",
    "::mlir::vector::VectorDialect"
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
    - **Block.** `block-size`, or the constant trip counts of the tiles mapped to
      threads, cut to the machine's default number of threads.
    - **Threads.** A tile mapped to threads is distributed cyclically: iteration
      `o` runs on thread `((o - lower) / step) mod size`. Thread axes that the
      tile does not use work on its slowest axis that is used. Copies are
      distributed over all threads, consecutive threads on consecutive elements
      of the array's last dimension, each element once. Side effects outside
      tiles mapped to threads are one thread's.
    - **Barriers** separate all conflicting accesses of different threads, also
      around loops; accesses that each thread is seen to make to elements
      of its own, in tiles or copies, need none.
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
      written (and the argument is not `polymem.dead_out`). Views made outside a
      launch, arrays with a layout and arrays that host code uses as well are
      errors. Arrays in a memory space are left alone.
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

    Innermost loops over the points of a full tile get a constant number of
    iterations, for the back end to unroll. Copies of more than four rounds are
    annotated to be unrolled by four (see `polymem-loop-metadata`). The order of operations on each
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
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect",
    "::mlir::vector::VectorDialect"
  ];
  let options = [
    Option<"machine", "machine", "std::string", /*default=*/"\"nvidia-h200\"",
           "Machine description: a built-in name or a JSON file">,
    ListOption<"blockSize", "block-size", "int64_t",
               "Threads of a block on axes x,y,z (default: from the tiles)">,
    ListOption<"maxGrid", "max-grid", "int64_t",
               "Blocks of a grid at most, on axes x,y,z (default: the "
               "machine's limits)">,
    Option<"threadLocality", "thread-locality", "bool", /*default=*/"true",
           "Elide barriers for data that each thread keeps to itself">,
    Option<"kernelModule", "kernel-module", "std::string", /*default=*/"",
           "Name of one gpu.module for all kernels (default: gpu-kernel-outlining makes one "
           "for each)">,
    Option<"maxFullExtent", "full-tile-loops", "int64_t", /*default=*/"64",
           "Innermost loops of at most so many iterations that are cut by the "
           "end of a partial tile get a version of constant length for full "
           "tiles (0: none)">,
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
           "20000000", "Budget of isl operations for what 'device-copies' need "
           "not copy (0: unbounded)">
  ];
  let statistics = [
    Statistic<"numLaunches", "launches", "Launches made">,
    Statistic<"numBarriers", "barriers", "Barriers inserted">,
    Statistic<"numConstantArrays", "constant-arrays",
              "Arrays for constant memory">
  ];
}

//===----------------------------------------------------------------------===//
// polymem-warn-launches
//===----------------------------------------------------------------------===//

def WarnLaunchesPass
    : Pass<"polymem-warn-launches", "::mlir::func::FuncOp"> {
  let summary = "Warn about launches that are hopeless";
  let description = [{
    Looks at tiles right before `convert-scratch-to-gpu`, and warns, in one line
    each at the loop, of

    - a nest that runs on one thread (`OneThread`), unless it has no more
      iterations than a warp has threads;
    - a launch that has fewer blocks than the machine has parallel units, though
      it has enough iterations for a block of the default size on each
      (`FewBlocks`);
    - buffers that grow with sizes, and the largest sizes for which a block of the
      machine has room for them (`Capacity`);
    - accesses of the host to arguments, which are in the device's memory
      (`HostAccess`);
    - a function with loops, tensors or operations of linalg of which no kernel is
      made, with upstream's pass to run first (`NoKernel`).

    The names are those of remarks of the same text. Nothing is changed.

    Numbers are upper bounds at assumed sizes: those of `assume`, by the names
    that `polymem.param` and `polymem.shape` give them (else `arg1` for an argument,
    `arg0_dim1` for an extent), and `assumed-size` for all others. With `assume`,
    the largest sizes are those of the others.

    ```mlir
    affine.for %i = 1 to %N {      // warning: this nest runs on one thread, ...
      %a = affine.load %A[%i - 1] : memref<?xf32>
      %b = affine.load %A[%i] : memref<?xf32>
      %c = arith.addf %a, %b : f32
      affine.store %c, %A[%i] : memref<?xf32>
    }
    ```
  }];
  let options = [
    Option<"machine", "machine", "std::string", /*default=*/"\"nvidia-h200\"",
           "Machine description: a built-in name or a JSON file">,
    ListOption<"assume", "assume", "std::string",
               "Sizes for which launches are judged: N=1000,M=20">,
    Option<"assumedSize", "assumed-size", "int64_t", /*default=*/"1024",
           "What sizes that 'assume' does not name are taken to be">,
    Option<"hostArrays", "host-arrays", "bool", /*default=*/"false",
           "Arguments are host memory that the device can access: the host may "
           "use them">,
    Option<"maxIslOperations", "max-isl-operations", "unsigned long",
           "1000000", "Budget of isl operations for a function (0: unbounded)">
  ];
}

//===----------------------------------------------------------------------===//
// polymem-require-kernels
//===----------------------------------------------------------------------===//

def RequireKernelsPass
    : Pass<"polymem-require-kernels", "::mlir::ModuleOp"> {
  let summary = "An error if there is no launch";
  let description = [{
    Fails for a module that launches nothing, so that a program of which no kernel
    was made is not taken for a compiled one. `polymem-warn-launches` says why
    there is none. The IR is not changed.

    ```mlir
    func.func @f() {   // error: no function of this module has a kernel
      return
    }
    ```
  }];
}

//===----------------------------------------------------------------------===//
// polymem-place-constants
//===----------------------------------------------------------------------===//

def PlaceConstantsPass
    : Pass<"polymem-place-constants", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Put constant arrays of kernels into constant memory";
  let description = [{
    Moves the constant globals of a `gpu.module` that `convert-scratch-to-gpu`
    has chosen (`polymem.constant_memory`) to NVPTX's constant address space, 4,
    as long as the machine's constant memory lasts: the smallest first, over all
    kernels of the module. One that does not fit stays an initialised variable in
    the device's global memory. So does one that a kernel does more with than
    load elements from it.

    Global arrays of kernels are aligned to 16 bytes, as LLVM takes them to be.

    ```mlir
    gpu.module @kernels {
      memref.global "private" constant @W : memref<2xf32> = dense<[1.0, 2.0]>
      gpu.func @k(%i: index) kernel {
        %w = memref.get_global @W : memref<2xf32> {polymem.constant_memory}
        %x = memref.load %w[%i] : memref<2xf32>
        ...
    // becomes
    gpu.module @kernels {
      memref.global "private" constant @W : memref<2xf32, 4> = dense<[1.0, 2.0]> {alignment = 16 : i64}
      gpu.func @k(%i: index) kernel {
        %w = memref.get_global @W : memref<2xf32, 4>
        %x = memref.load %w[%i] : memref<2xf32, 4>
        ...
    ```
  }];
  let options = [
    Option<"machine", "machine", "std::string", /*default=*/"\"nvidia-h200\"",
           "Machine description: a built-in name or a JSON file">
  ];
  let statistics = [
    Statistic<"numPlaced", "placed", "Arrays in constant memory">,
    Statistic<"numBytes", "bytes", "Their bytes">
  ];
}

//===----------------------------------------------------------------------===//
// polymem-annotate-kernels
//===----------------------------------------------------------------------===//

def AnnotateKernelsPass : Pass<"polymem-annotate-kernels"> {
  let summary = "Align buffers of kernels, and say how many blocks must fit";
  let description = [{
    Sets the alignment of each workgroup buffer of a `gpu.func` that has none.
    By default a buffer is aligned as its element type is, and vector or
    asynchronous copies of 16 bytes to it fault.

    Sets the number of blocks that shall fit on a multiprocessor at once. Told
    nothing, `ptxas` spills rather than use more registers than suit four blocks.

    With `record-shapes`, writes down the shapes of the workgroup buffers, which
    the lowering to NVVM flattens: `convert-gpu-to-emulator` names elements by
    them.

    ```mlir
    gpu.func @k(%A: memref<?xf16>) workgroup(%b : memref<64xf16, 3>) kernel { ... }
    // becomes
    gpu.func @k(%A: memref<?xf16>) workgroup(%b : memref<64xf16, 3> {llvm.align = 16 : i64})
        kernel attributes {nvvm.minctasm = 1 : i32} { ... }
    ```
  }];
  let options = [
    Option<"alignment", "alignment", "uint64_t", /*default=*/"16",
           "Alignment in bytes, a power of two (1: leave it)">,
    Option<"minBlocks", "min-blocks", "unsigned", /*default=*/"1",
           "Blocks that shall fit on a multiprocessor (0: leave it to ptxas)">,
    Option<"recordShapes", "record-shapes", "bool", /*default=*/"false",
           "Record the shapes of workgroup buffers in the attribute "
           "`polymem.workgroup_shapes`">
  ];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect",
                           "::mlir::NVVM::NVVMDialect"];
}

//===----------------------------------------------------------------------===//
// polymem-loop-metadata
//===----------------------------------------------------------------------===//

def LoopMetadataPass : Pass<"polymem-loop-metadata"> {
  let summary = "Show annotations of loops to LLVM";
  let description = [{
    `convert-scf-to-cf` and the conversion to the LLVM dialect keep an annotation
    of an `scf.for` on the branch back to its header, but as an attribute that
    the translation to LLVM IR does not know. This pass makes it the branch's
    own. `convert-scratch-to-gpu` annotates long copies, so that LLVM does not
    unroll them to the last round.

    ```mlir
    llvm.br ^header(%i : i64) {llvm.loop_annotation = #annotation}
    // becomes
    llvm.br ^header(%i : i64) {loop_annotation = #annotation}
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
  let statistics = [
    Statistic<"numLoops", "num-loops", "Loops with an annotation">
  ];
}

//===----------------------------------------------------------------------===//
// polymem-refuse-host-calls
//===----------------------------------------------------------------------===//

def RefuseHostCallsPass : Pass<"polymem-refuse-host-calls"> {
  let summary = "Refuse kernels that call functions of the host";
  let description = [{
    Runs on a `gpu.module`, after its lowering to the LLVM dialect. A call of a
    function that is only declared is an error: PTX would be made from it, and
    fail where it is loaded. What the driver and libdevice define may be called:
    `__nv_*`, `vprintf`, `__assertfail`, `malloc` and `free`.

    ```mlir
    gpu.module @kernels {
      llvm.func @host(f32)
      llvm.func @k(%x: f32) attributes {gpu.kernel, nvvm.kernel} {
        llvm.call @host(%x) : (f32) -> ()   // error
        llvm.return
      }
    }
    ```
  }];
}

//===----------------------------------------------------------------------===//
// polymem-exact-math
//===----------------------------------------------------------------------===//

def ExactMathPass : Pass<"polymem-exact-math", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Use exact instructions for math where there are some";
  let description = [{
    PTX has instructions for square roots, absolute values, rounding to integers,
    copied signs and fused multiplications and additions in `f32` and `f64` whose
    results are those of IEEE 754, as a CPU computes them.
    `convert-gpu-to-nvvm` makes calls of libdevice of them: without CUDA these
    stay external symbols, and with it the square root in `f32` is an
    approximation. This pass, behind that one, makes them LLVM's intrinsics. The
    reciprocal of a square root becomes a square root and a division.

    ```mlir
    %1 = llvm.call @__nv_sqrtf(%0) : (f32) -> f32
    // becomes, and with it sqrt.rn.f32
    %1 = llvm.intr.sqrt(%0) : (f32) -> f32
    ```

    Other functions of libdevice, as of `math.exp`, stay calls, and so do
    functions of these names that have a body.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
  let statistics = [
    Statistic<"numCalls", "num-calls", "Calls replaced">
  ];
}

//===----------------------------------------------------------------------===//
// polymem-launch-stack
//===----------------------------------------------------------------------===//

def LaunchStackPass : Pass<"polymem-launch-stack"> {
  let summary = "Give stack memory of launches back";
  let description = [{
    The translation of a `gpu.launch_func` to LLVM IR takes stack memory for the
    kernel's parameters where the launch is. In a loop it piles up until the
    function returns: some ten thousand launches and the stack is full. This pass,
    the last one before the translation, gives it back behind each launch.

    ```mlir
    gpu.launch_func <%stream : !llvm.ptr> @kernels::@f ...
    // becomes
    %0 = llvm.intr.stacksave : !llvm.ptr
    gpu.launch_func <%stream : !llvm.ptr> @kernels::@f ...
    llvm.intr.stackrestore %0 : !llvm.ptr
    ```

    Launches outside of functions of the LLVM dialect are left alone.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
  let statistics = [
    Statistic<"numLaunches", "num-launches", "Launches that give stack back">
  ];
}

//===----------------------------------------------------------------------===//
// polymem-launch-metadata
//===----------------------------------------------------------------------===//

def LaunchMetadataPass
    : Pass<"polymem-launch-metadata", "::mlir::ModuleOp"> {
  let summary = "Write how kernels are launched as JSON";
  let description = [{
    Writes what a program needs to launch the kernels of PTX itself: their
    parameters, and as a tree what the host does in each function with launches,
    with formulas of the sizes for grids, blocks, shared memory and parameters.
    The format is described in `docs/launch-metadata.md` and by the schema
    `share/launch-metadata.schema.json`. The IR does not change.

    Runs behind `convert-gpu-to-nvvm`, which decides what the parameters of a
    kernel are, and before host code is lowered.

    ```mlir
    func.func @f(%A: memref<?xf32>) {
      %n = memref.dim %A, %c0 : memref<?xf32>
      %0 = arith.addi %n, %c255 : index
      %blocks = arith.divui %0, %c256 : index
      gpu.launch_func @kernels::@f_kernel blocks in (%blocks, %c1, %c1)
          threads in (%c256, %c1, %c1) args(%A : memref<?xf32>)
      return
    }
    gpu.module @kernels {
      llvm.func @f_kernel(%0: !llvm.ptr, %1: !llvm.ptr, %2: i64, %3: i64, %4: i64)
          attributes {gpu.kernel, nvvm.kernel} { ... }
    }
    ```
    gives, of the launch,
    ```json
    {"kind": "launch", "kernel": "f_kernel",
     "grid": [["ceildiv", "arg0.size0", 256], 1, 1], "block": [256, 1, 1],
     "dynamicSharedBytes": 0,
     "arguments": [
       {"kind": "pointer", "array": "arg0", "type": "pointer", "bytes": 8},
       {"kind": "pointer", "array": "arg0", "type": "pointer", "bytes": 8},
       {"kind": "offset", "array": "arg0", "value": 0, "type": "i64", "bytes": 8},
       {"kind": "size", "array": "arg0", "dimension": 0, "value": "arg0.size0", ...},
       {"kind": "stride", "array": "arg0", "dimension": 0, "value": 1, ...} ],
     "conditions": [{"condition": [">=", ["ceildiv", "arg0.size0", 256], 1],
                     "reason": "a grid has blocks"} ]}
    ```

    Where the host does what the format has no words for, the function's tree is
    `"unsupported"`, with the reasons, and a warning says so.
  }];
  let options = [
    Option<"output", "output", "std::string", /*default=*/"\"-\"",
           "File to write ('-': standard output)">,
    Option<"machine", "machine", "std::string", /*default=*/"\"nvidia-h200\"",
           "Machine whose limits launches have to keep: a built-in name or a "
           "JSON file">
  ];
  let statistics = [
    Statistic<"numFunctions", "functions", "Functions described">
  ];
}

//===----------------------------------------------------------------------===//
// polymem-print-ptx
//===----------------------------------------------------------------------===//

def PrintPTXPass : Pass<"polymem-print-ptx"> {
  let summary = "Print the PTX text of compiled kernels";
  let description = [{
    Prints the assembly of each `gpu.binary` that holds text, as made by
    `gpu-module-to-binary{format=isa}`. The IR does not change.

    ```mlir
    gpu.binary @kernels [#gpu.object<#nvvm.target<chip = "sm_90">, assembly = ".version 8.0 ...">]
    ```

    prints `.version 8.0 ...`. A module without such a binary gets a warning.
  }];
  let options = [
    Option<"output", "output", "std::string", /*default=*/"\"-\"",
           "File to write ('-': standard output)">
  ];
}

//===----------------------------------------------------------------------===//
// convert-gpu-to-emulator
//===----------------------------------------------------------------------===//

def ConvertGPUToEmulatorPass
    : Pass<"convert-gpu-to-emulator", "::mlir::ModuleOp"> {
  let summary = "Turn GPU kernels into host code for the device emulator";
  let description = [{
    Takes the kernels as they go to PTX, after `convert-gpu-to-nvvm`, and makes
    ordinary functions of them that run on the host with the emulator's run-time
    library (`PolyMem/Runtime/Emulator`): each NVVM operation becomes a call of a
    function `polymem_emu_*`, pointers lose their address space, workgroup
    buffers become places in the block's shared memory, and private memory is
    poisoned. A launch becomes a call of `polymem_emu_launch`, with pointers to
    the kernel's arguments; GPU memory operations of the host become those of
    `memref`.

    With `instrument`, every access that may touch memory of other threads is
    reported before it happens, with the number of its *site*: the place in the
    program, which is found in a table of the module. Accesses to memory from an
    `llvm.alloca` are private, and not reported.

    ```mlir
    gpu.module @m {
      llvm.func @k(%A: !llvm.ptr) attributes {gpu.kernel, nvvm.kernel} {
        %i = nvvm.read.ptx.sreg.tid.x : i32
        %p = llvm.getelementptr %A[%i] : (!llvm.ptr, i32) -> !llvm.ptr, f32
        %a = llvm.load %p : !llvm.ptr -> f32
        nvvm.barrier0
        llvm.return
      }
    }
    // becomes
    llvm.func @m_k(%thread: !llvm.ptr, %A: !llvm.ptr) {
      %t = llvm.getelementptr %thread[0] : (!llvm.ptr) -> !llvm.ptr, i8
      %i = llvm.load %t : !llvm.ptr -> i32
      %p = llvm.getelementptr %A[%i] : (!llvm.ptr, i32) -> !llvm.ptr, f32
      llvm.call @polymem_emu_access(%thread, %p, %bytes, %alignment, %kind, %site0) : ...
      %a = llvm.load %p : !llvm.ptr -> f32
      llvm.call @polymem_emu_barrier(%thread, %site1, %id, %count) : ...
      llvm.return
    }
    ```

    An operation that the emulator does not know is an error, and the module
    stays as it is.
  }];
  let options = [
    Option<"instrument", "instrument", "bool", /*default=*/"true",
           "Report every access to memory that threads may share">,
    Option<"countInstructions", "count-instructions", "bool",
           /*default=*/"false",
           "Report the arithmetic of each basic block, too">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::LLVM::LLVMDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
}

#endif // POLYMEM_CONVERSION_PASSES_TD
