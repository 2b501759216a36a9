// What the conversions have left is named: of kernels, before they are
// translated, and of the host's code.

// RUN: polymem-opt %s -split-input-file -verify-diagnostics --pass-pipeline='builtin.module(gpu.module(polymem-verify-lowered),polymem-verify-lowered)' -o %t

gpu.module @kernels {
  llvm.func @power(%a: i32, %x: f64, %p: !llvm.ptr) {
    // expected-error @+1 {{polymem-verify-lowered: 'math.ipowi' in a kernel cannot be lowered: no conversion to the NVVM dialect takes it}}
    %b = math.ipowi %a, %a : i32
    llvm.store %b, %p : i32, !llvm.ptr
    // expected-error @+1 {{'llvm.fpext' in a kernel cannot be lowered: a GPU computes with at most 64 bits}}
    %y = llvm.fpext %x : f64 to f80
    // expected-error @+1 {{'llvm.store' in a kernel cannot be lowered}}
    llvm.store %y, %p : f80, !llvm.ptr
    llvm.return
  }
  llvm.func @wide(%x: i128) -> f32 {
    %y = llvm.add %x, %x : i128
    // expected-error @+1 {{'llvm.sitofp' in a kernel cannot be lowered: integers of more than 64 bits are not converted to floating point or back there}}
    %z = llvm.sitofp %y : i128 to f32
    llvm.return %z : f32
  }
}

// -----

// expected-error @+1 {{polymem-verify-lowered: 'func.func' cannot be lowered: no conversion to the LLVM dialect takes it}}
func.func @host(%v: vector<2x2xf32>, %m: memref<4x4xf32>, %i: index) {
  // expected-error @+1 {{'vector.store' cannot be lowered}}
  vector.store %v, %m[%i, %i] : memref<4x4xf32>, vector<2x2xf32>
  // expected-error @+1 {{'func.return' cannot be lowered}}
  return
}

// -----

// Nothing else is wrong.
llvm.func @cast(%x: i64) -> i32 {
  // expected-error @+1 {{polymem-verify-lowered: a value of type 'i64' cannot be lowered to 'i32'}}
  %y = builtin.unrealized_conversion_cast %x : i64 to i32
  llvm.return %y : i32
}

// -----

// Of another dialect: someone else's work, and so is what it needs.
llvm.func @others(%x: i64) {
  %y = builtin.unrealized_conversion_cast %x : i64 to index
  %z = tensor.empty(%y) : tensor<?xf32>
  llvm.return
}
