// RUN: polymem-opt %s --convert-gpu-to-emulator -split-input-file -verify-diagnostics

// An error names the operation.
module attributes {gpu.container_module} {
  gpu.module @m {
    llvm.func @k() attributes {gpu.kernel, nvvm.kernel} {
      // expected-error@+1 {{cannot be emulated: 'nvvm.wgmma.fence.aligned' is not supported}}
      nvvm.wgmma.fence.aligned
      llvm.return
    }
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.module @m {
    llvm.func @elsewhere(f32) -> f32
    llvm.func @k(%x: f32) attributes {gpu.kernel, nvvm.kernel} {
      // expected-error@+1 {{cannot be emulated: 'llvm.call' of the external function 'elsewhere'}}
      %y = llvm.call @elsewhere(%x) : (f32) -> f32
      llvm.return
    }
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.module @m {
    // expected-error@+1 {{'gpu.func' inside a kernel is not supported: lower it to the LLVM and NVVM dialects first (convert-gpu-to-nvvm)}}
    gpu.func @k() kernel {
      gpu.return
    }
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.module @m {
    llvm.func @k(%x: i32) attributes {gpu.kernel, nvvm.kernel} {
      // expected-error@+1 {{'llvm.inline_asm' is not supported}}
      llvm.inline_asm has_side_effects "bar.sync 0;", "r" %x : (i32) -> ()
      llvm.return
    }
  }
}

// -----

module attributes {gpu.container_module} {
  func.func @host(%n: index) {
    // expected-error@+1 {{the kernel 'k' takes 2 arguments, which its operands do not give}}
    gpu.launch_func @m::@k blocks in (%n, %n, %n) threads in (%n, %n, %n) args(%n : index)
    return
  }
  gpu.module @m {
    llvm.func @k(%x: i32, %y: i32) attributes {gpu.kernel, nvvm.kernel} {
      llvm.return
    }
  }
}

// -----

module attributes {gpu.container_module} {
  func.func @host(%n: index, %v: vector<4xf32>) {
    // expected-error@+1 {{cannot be emulated: kernel operand of type 'vector<4xf32>'}}
    gpu.launch_func @m::@k blocks in (%n, %n, %n) threads in (%n, %n, %n) args(%v : vector<4xf32>)
    return
  }
  gpu.module @m {
    llvm.func @k(%v: vector<4xf32>) attributes {gpu.kernel, nvvm.kernel} {
      llvm.return
    }
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.module @m {
  }
  func.func @f(%n: index) {
    // expected-error@+1 {{cannot be emulated: 'gpu.alloc' on an array whose elements are no numbers is not supported}}
    %A = gpu.alloc(%n) : memref<?xmemref<4xf32>>
    return
  }
}
