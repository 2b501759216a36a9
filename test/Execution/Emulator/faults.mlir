// What a kernel does to itself ends the launch with a message, not the process:
// the run that comes next is not disturbed.

// DEFINE: %{run} = not polymem-run %s --checked=false

// RUN: %{run} --entry=wild --entry=nothing | FileCheck %s --check-prefix=WILD
// WILD: wild: kernel wild_kernel, block 0: a thread was stopped by signal {{[0-9]+}} at address 64, outside all memory
// WILD: nothing: ran
// RUN: not polymem-run %s --entry=wild | FileCheck %s --check-prefix=CHECKED
// CHECKED: wild: wild_kernel: out of bounds

// RUN: %{run} --entry=overflow --entry=nothing | FileCheck %s --check-prefix=OVERFLOW
// OVERFLOW: overflow: kernel overflow_kernel, block (0,0,0), thread ({{[01]}},0,0): stack overflow: its private memory is larger than 262144 bytes
// OVERFLOW: nothing: ran

// RUN: %{run} --entry=asserts | FileCheck %s --check-prefix=ASSERT
// ASSERT: asserts: kernel asserts_kernel, block (0,0,0), thread (1,0,0): assertion failed: second thread

// RUN: %{run} --entry=lanes | FileCheck %s --check-prefix=LANES
// LANES: lanes: kernel lanes_kernel, block (0,0,0), thread (1,0,0): its lane is not in the mask of the operation (shuffle at {{.*}}faults.mlir:[[#]]:10)

// RUN: %{run} --entry=few | FileCheck %s --check-prefix=FEW
// FEW: few: kernel few_kernel, block (0,0,0), thread ({{[01]}},0,0): the operation needs all lanes of the warp (ldmatrix at

// RUN: %{run} --entry=odd_barrier | FileCheck %s --check-prefix=ODD
// ODD: a barrier for 33 threads, which is no multiple of the warp size (barrier at

// RUN: %{run} --entry=shared --machine=nvidia-gtx8800 | FileCheck %s --check-prefix=SHARED
// SHARED: launch of kernel shared_kernel: 16400 bytes of shared memory (16 static); the machine allows 16384
// RUN: polymem-run %s --entry=shared

func.func @wild() {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%t, %ty, %tz) in (%sx = %c2, %sy = %c1, %sz = %c1) {
    %address = llvm.mlir.constant(64 : i64) : i64
    %p = llvm.inttoptr %address : i64 to !llvm.ptr
    %x = llvm.mlir.constant(1.0 : f32) : f32
    llvm.store %x, %p : f32, !llvm.ptr
    gpu.terminator
  }
  return
}

func.func @overflow() {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%t, %ty, %tz) in (%sx = %c2, %sy = %c1, %sz = %c1)
      private(%p : memref<65536xf32, #gpu.address_space<private>>) {
    %x = arith.constant 1.0 : f32
    memref.store %x, %p[%t] : memref<65536xf32, #gpu.address_space<private>>
    gpu.terminator
  }
  return
}

func.func @nothing() {
  return
}

func.func @asserts() {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%t, %ty, %tz) in (%sx = %c2, %sy = %c1, %sz = %c1) {
    %first = arith.cmpi ult, %t, %c1 : index
    cf.assert %first, "second thread"
    gpu.terminator
  }
  return
}

func.func @lanes() {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%t, %ty, %tz) in (%sx = %c2, %sy = %c1, %sz = %c1) {
    %one = arith.constant 1 : i32
    %s = nvvm.shfl.sync idx %one, %one, %one, %one : i32 -> i32
    gpu.terminator
  }
  return
}

func.func @few() {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%t, %ty, %tz) in (%sx = %c2, %sy = %c1, %sz = %c1)
      workgroup(%w : memref<8x8xf16, #gpu.address_space<workgroup>>) {
    %c0 = arith.constant 0 : index
    %m = nvgpu.ldmatrix %w[%t, %c0] {numTiles = 1 : i32, transpose = false} : memref<8x8xf16, #gpu.address_space<workgroup>> -> vector<1x2xf16>
    %x = vector.extract %m[0, 0] : f16 from vector<1x2xf16>
    memref.store %x, %w[%t, %c0] : memref<8x8xf16, #gpu.address_space<workgroup>>
    gpu.terminator
  }
  return
}

func.func @odd_barrier() {
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%t, %ty, %tz) in (%sx = %c64, %sy = %c1, %sz = %c1) {
    %one = arith.constant 1 : i32
    %n = arith.constant 33 : i32
    nvvm.barrier id = %one number_of_threads = %n
    gpu.terminator
  }
  return
}

func.func @shared() {
  %c1 = arith.constant 1 : index
  %bytes = arith.constant 16384 : i32
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%t, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1)
      dynamic_shared_memory_size %bytes
      workgroup(%w : memref<4xf32, #gpu.address_space<workgroup>>) {
    %x = arith.constant 1.0 : f32
    memref.store %x, %w[%t] : memref<4xf32, #gpu.address_space<workgroup>>
    gpu.terminator
  }
  return
}
