//===- PTXPasses.td - kernels to PTX -*- tablegen -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_CONVERSION_PTXPASSES_TD
#define POLYMEM_CONVERSION_PTXPASSES_TD

include "mlir/Pass/PassBase.td"

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
    Option<"machine", "machine", "std::string", "::polymem::kDefaultMachine.str()",
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
    nothing, `ptxas` spills rather than use more registers than suit four blocks; told
    that one shall fit, it uses up to 255 for what a few less would do. So many blocks are
    asked for as have `min-threads` threads together, 512, which leaves each of them half of
    the registers that it could have, or as many as shared memory has room for, if that is
    known and less, but `min-blocks` at least; and not more than these if a loop carries
    more than a third of the registers that would be left, or, where copies are asynchronous
    and hold addresses, more than a quarter.

    With `record-shapes`, writes down the shapes of the workgroup buffers, which
    the lowering to NVVM flattens: `convert-gpu-to-emulator` names elements by
    them. It also numbers barriers and operations of warps, so that equal ones in
    different branches are not made one: on which of them a thread waits matters.

    A loop with barriers or operations of warps gets an empty `llvm.loop_annotation`,
    unless it has one: its back edge is then not taken for a branch into the loop,
    and the two made one, which would be a loop with two entries.

    ```mlir
    gpu.func @k(%A: memref<?xf16>) workgroup(%b : memref<64xf16, 3>) kernel { ... }
    // becomes
    gpu.func @k(%A: memref<?xf16>) workgroup(%b : memref<64xf16, 3> {llvm.align = 16 : i64})
        kernel attributes {nvvm.minctasm = 1 : i32} { ... }
    ```
  }];
  let options = [
    Option<"alignment", "alignment", "uint64_t", /*default=*/"::polymem::kWidestAccess",
           "Alignment in bytes, a power of two (1: leave it)">,
    Option<"machine", "machine", "std::string", "::polymem::kDefaultMachine.str()",
           "Machine whose shared memory blocks share: a name or a JSON file">,
    Option<"minBlocks", "min-blocks", "unsigned", /*default=*/"1",
           "Blocks that shall fit on a multiprocessor at least (0: leave it to ptxas)">,
    Option<"minThreads", "min-threads", "unsigned", /*default=*/"512",
           "Threads for which registers shall do, where more blocks than min-blocks fit "
           "otherwise">,
    Option<"recordShapes", "record-shapes", "bool", /*default=*/"false",
           "Record the shapes of workgroup buffers in the attribute "
           "`polymem.workgroup_shapes`, and number synchronisations by "
           "`polymem.synchronisation`">
  ];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect",
                           "::mlir::NVVM::NVVMDialect"];
}

//===----------------------------------------------------------------------===//
// polymem-narrow-indices
//===----------------------------------------------------------------------===//

def NarrowIndicesPass
    : Pass<"polymem-narrow-indices", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Compute indices of kernels with 32 bits where they fit";
  let description = [{
    An index has 64 bits, of which a GPU computes 32 at a time. This pass writes
    index values as sums of wide values, as sizes and origins of tiles are, and of
    narrow ones, whose ranges MLIR's analysis knows to be small: numbers of threads
    and of iterations in a tile, or all of them where sizes are constants. With `W`
    and `n` for the two parts,

    - a loop from `W + a` to `W + b` counts from `a` to `b`, with 32 bits. The bounds
      may also be maxima and minima of which one operand is of that form;
    - a comparison of `W + n` with 0 is one of `n` with `-W`, which is computed, and
      cut off to 32 bits, before the loops in which it does not change;
    - the address of `A[W + n]` begins with that of `A[W]`, which is computed before
      these loops. Where the number of elements is constant, the whole subscript is
      computed with 32 bits;
    - minima, maxima, quotients and remainders of narrow values are narrow.

    Nothing is assumed of sizes: numbers of 32 bits are used only where they are
    in range for each size, or where, of a number known to be in range in
    the end, only the lowest 32 bits matter. Index arithmetic itself must not exceed
    64 bits, as everywhere in affine programs.

    ```mlir
    // with %origin = 32 * %block
    scf.for %i = %origin to %end step %c1 {        // %end = %origin + 32
      %x = memref.load %A[%i] : memref<?xf32>
    // becomes
    %row = memref.reinterpret_cast %A to offset: [%origin], sizes: [%n], strides: [1]
        : memref<?xf32> to memref<?xf32, strided<[1], offset: ?>>
    scf.for %j = %c0_i32 to %c32_i32 step %c1_i32 : i32 {
      %0 = arith.index_cast %j : i32 to index
      %x = memref.load %row[%0] : memref<?xf32, strided<[1], offset: ?>>
    ```

    What is done before a loop has to be worth it: the loops around it have eight
    rounds at least, as far as is known.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect"];
  let statistics = [
    Statistic<"numLoops", "loops", "Loops that count with 32 bits">,
    Statistic<"numComparisons", "comparisons", "Comparisons of 32 bits">,
    Statistic<"numAccesses", "accesses", "Accesses with narrow subscripts">
  ];
}

//===----------------------------------------------------------------------===//
// polymem-unroll-loops
//===----------------------------------------------------------------------===//

def UnrollLoopsPass : Pass<"polymem-unroll-loops", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Say how often LLVM unrolls loops of much arithmetic";
  let description = [{
    LLVM leaves loops of many operations as they are. Those of register tiles have
    many, and gain by being unrolled: loads of neighbours in a row become one of 8 or
    16 bytes, and addresses are constants beside one. This pass annotates loops of which

    - something is carried from round to round,
    - nothing but loads, arithmetic and mathematical functions is inside,
    - at least `min-operations` operations, not counting loads and indices, are in a
      round. `rounds` of them become one, or half as many, or a quarter and so on, so that
      there are at most `max-operations` in it.

    A loop that at most 16 threads of a block along x run while the others, at least as many, wait, and that loads from
    shared memory only (a chain, see `chains` of `polymem-tile`), is annotated with fewer operations, too,
    and 64 of its rounds become one: the loads of these do not wait for its sums. Where the step is 1, the rounds that
    are left are a loop of their own, of which 16 become one, and what that leaves one of which 4 do.

    What a loop computes does not change. `polymem-loop-metadata` hands the annotation to
    LLVM, which executes rounds that are left over in a loop of their own.

    ```mlir
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%s = %zero) -> f32 { ... }
    // becomes
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%s = %zero) -> f32 { ... }
        {llvm.loop_annotation = #llvm.loop_annotation<unroll = <count = 4 : i32>>}
    ```
  }];
  let options = [
    Option<"rounds", "rounds", "int64_t", /*default=*/"::polymem::kUnrolledRounds",
           "Rounds that become one, at most">,
    Option<"minOperations", "min-operations", "int64_t", /*default=*/"8",
           "Operations in a round from which on a loop is annotated">,
    Option<"maxOperations", "max-operations", "int64_t", /*default=*/"512",
           "Operations in unrolled rounds, at most">
  ];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect", "::mlir::arith::ArithDialect"];
  let statistics = [
    Statistic<"numLoops", "loops", "Loops annotated">
  ];
}

//===----------------------------------------------------------------------===//
// polymem-hide-inductions
//===----------------------------------------------------------------------===//

def HideInductionsPass
    : Pass<"polymem-hide-inductions", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Keep LLVM from carrying addresses through outer loops";
  let description = [{
    LLVM's loop strength reduction gives each address of a loop that it cannot say as a
    constant beside another one a register of 64 bits, which is added to in each round;
    in a loop over blocks or tiles, too, whose rounds are few and long: what copies and
    register tiles address takes dozens of registers then, all the time. This pass puts
    a move, as inline PTX, between the induction variable of each loop with loops in it
    and its uses. Addresses are computed from it in each round, and those of innermost
    loops are left to LLVM as they are. Where bounds and steps are constants with zero
    bits at the end, these bits are shifted out before the move and in behind it, so that
    the alignment of addresses is still seen.

    ```mlir
    scf.for %i = %c0 to %n step %c1 {
      // uses of %i, and loops
    }
    // becomes
    scf.for %i = %c0 to %n step %c1 {
      %0 = arith.index_cast %i : index to i64
      %1 = llvm.inline_asm "mov.b64 $0, $1;", "=l,l" %0 : (i64) -> i64
      %2 = arith.index_cast %1 : i64 to index
      // uses of %2, and loops
    }
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
  let statistics = [
    Statistic<"numHidden", "hidden", "Induction variables hidden">
  ];
}

//===----------------------------------------------------------------------===//
// polymem-lower-grid-barriers
//===----------------------------------------------------------------------===//

def LowerGridBarriersPass
    : Pass<"polymem-lower-grid-barriers", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Barriers of the grid to atomic operations";
  let description = [{
    Replaces each `scratch.grid_barrier` of a module of kernels, behind
    `convert-gpu-to-nvvm`, by a call of a function that the pass adds. There, the
    threads of a block meet; the first one adds to the counter and waits until all
    blocks have, with loads that acquire at the scope of the device; and the threads
    meet again. The counter is left as the next barrier needs it.

    The emulator and launch metadata know a cooperative kernel by its calls of that
    function.

    ```mlir
    scratch.grid_barrier %counter : memref<1xi32>
    // becomes
    llvm.call @polymem_grid_barrier(%pointer) : (!llvm.ptr) -> ()
    // with
    llvm.func internal @polymem_grid_barrier(%counter: !llvm.ptr) {
      nvvm.barrier0
      // by one thread:
      llvm.fence syncscope("device") acq_rel
      %found = llvm.atomicrmw add %counter, %addend syncscope("device") monotonic : !llvm.ptr, i32
      ...
      // until the sign bits of %found and %now differ:
      %now = llvm.load %counter atomic syncscope("device") acquire {alignment = 4 : i64} : !llvm.ptr -> i32
      ...
      llvm.fence syncscope("device") acq_rel
      nvvm.barrier0
      llvm.return
    }
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect",
                           "::mlir::NVVM::NVVMDialect"];
  let statistics = [
    Statistic<"numBarriers", "barriers", "Barriers lowered">
  ];
}

//===----------------------------------------------------------------------===//
// polymem-relax-addresses
//===----------------------------------------------------------------------===//

def RelaxAddressesPass
    : Pass<"polymem-relax-addresses", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Let addresses be outside of their arrays on the way";
  let description = [{
    MLIR lowers an access to pointer arithmetic that promises to stay in the array
    (`inbounds`) and not to go backwards (`nuw`). A base of `polymem-narrow-indices`
    may lie before its array where a tile begins there, and distances from it lead
    back. This pass takes the promises from the pointer arithmetic of kernels.

    ```mlir
    %1 = llvm.getelementptr inbounds|nuw %0[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    // becomes
    %1 = llvm.getelementptr %0[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    ```
  }];
  let statistics = [
    Statistic<"numRelaxed", "relaxed", "Addresses that promise nothing any more">
  ];
}

//===----------------------------------------------------------------------===//
// polymem-shuffle-segments
//===----------------------------------------------------------------------===//

def ShuffleSegmentsPass : Pass<"polymem-shuffle-segments"> {
  let summary = "Shuffles of parts of a warp, for all of its lanes";
  let description = [{
    `convert-gpu-to-nvvm` lets the first `width` lanes of a warp take part in a
    `gpu.shuffle`, and leaves the others undefined. This pass lowers shuffles of less
    than a warp, or of a width that is no constant, itself: each `width` lanes (a
    power of two) form a segment, of which all lanes must take part, and lanes exchange
    values within their segment. The second result says whether the source lane lies
    in the segment. Of widths that are no powers of two only the first segment
    exists. Values of any size are moved in words of 32 bits.

    ```mlir
    %b, %valid = gpu.shuffle xor %a, %c4, %c16 : f32
    // becomes
    %lane = nvvm.read.ptx.sreg.laneid : i32
    %first = arith.andi %lane, %c16 : i32
    %mask = arith.shli %c65535, %first : i32
    %r = nvvm.shfl.sync bfly %mask, %bits, %c4, %clamp {return_value_and_is_valid}
        : i32 -> !llvm.struct<(i32, i1)>
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::NVVM::NVVMDialect", "::mlir::vector::VectorDialect"
  ];
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
    unroll them to the last round, and loops over the tiles of a block, so that it
    does not move all that they share out of them, into registers.

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
    Option<"machine", "machine", "std::string", "::polymem::kDefaultMachine.str()",
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

#endif // POLYMEM_CONVERSION_PTXPASSES_TD
