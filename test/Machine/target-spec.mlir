// A DLTI spec of the target replaces numbers of the description.
// RUN: split-file %s %t
// RUN: polymem-opt %t/print.mlir --polymem-print-machine="machine=nvidia-h200" -o /dev/null 2>&1 | FileCheck %t/print.mlir
// RUN: polymem-opt %t/tile.mlir --polymem-tile="mapping=gpu" | FileCheck %t/tile.mlir
// RUN: not polymem-opt %t/unknown.mlir --polymem-tile 2>&1 | FileCheck %t/unknown.mlir
// RUN: not polymem-opt %t/wrong.mlir --polymem-tile 2>&1 | FileCheck %t/wrong.mlir
// RUN: not polymem-opt %t/text.mlir --polymem-tile 2>&1 | FileCheck %t/text.mlir
// RUN: not polymem-opt %t/contradiction.mlir --polymem-tile 2>&1 | FileCheck %t/contradiction.mlir

// RUN: polymem-opt %t/multicore.mlir --polymem-print-machine="machine=prem-gu2023" -o /dev/null 2>&1 | FileCheck %t/multicore.mlir
// RUN: not polymem-opt %t/order.mlir --polymem-tile="machine=prem-gu2023" 2>&1 | FileCheck %t/order.mlir
// RUN: not polymem-opt %t/none-left.mlir --polymem-tile="machine=prem-gu2023" 2>&1 | FileCheck %t/none-left.mlir

//--- print.mlir
// Entries of others are not looked at.
// CHECK: global.direct-access: false
// CHECK: shared.bytes: 16384
// CHECK: shared.static-bytes: 8192
// CHECK: core.count: 4
// CHECK: tiles.parallel: 16, 8, 2
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "CPU" = #dlti.target_device_spec<"L1_cache_size_in_bytes" = 4096 : i32>,
  "GPU" = #dlti.target_device_spec<
    "polymem.shared.static-bytes" = 8192 : i64,
    "polymem.shared.bytes" = 16384 : i64,
    "polymem.global.direct-access" = false,
    "polymem.core.count" = 4 : i32,
    "polymem.tiles.parallel" = [16, 8, 2]>>} {
}

//--- tile.mlir
// CHECK: %[[SIZE:.*]] = arith.constant 64 : index
// CHECK: scratch.tile ({{.*}}) to ({{.*}}) step (%[[SIZE]]) mapping [#gpu.block<x>]
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "GPU" = #dlti.target_device_spec<"polymem.tiles.linear" = 64 : i64>>} {
  func.func @f(%A: memref<1000xf32>, %x: f32) {
    affine.for %i = 0 to 1000 {
      affine.store %x, %A[%i] : memref<1000xf32>
    }
    return
  }
}

//--- unknown.mlir
// CHECK: error: polymem-tile: dlti.target_system_spec: polymem.scratch.bytes: 'nvidia-h200' has no such field; it has global.transaction-bytes, global.direct-access, global.cached-bytes, constant.bytes, shared.bytes,
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "GPU" = #dlti.target_device_spec<"polymem.scratch.bytes" = 64 : i64>>} {
  func.func @f() {
    return
  }
}

//--- wrong.mlir
// CHECK: error: polymem-tile: dlti.target_system_spec: polymem.shared.bytes: expected a positive integer
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "GPU" = #dlti.target_device_spec<"polymem.shared.bytes" = 0 : i64>>} {
  func.func @f() {
    return
  }
}

//--- text.mlir
// CHECK: error: polymem-tile: dlti.target_system_spec: polymem.shared.bytes: expected an integer, or an array of three
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "GPU" = #dlti.target_device_spec<"polymem.shared.bytes" = "64 KB">>} {
  func.func @f() {
    return
  }
}

//--- contradiction.mlir
// CHECK: error: polymem-tile: dlti.target_system_spec: polymem.shared.static-bytes: larger than bytes
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "GPU" = #dlti.target_device_spec<"polymem.shared.bytes" = 4096 : i64>>} {
  func.func @f() {
    return
  }
}

//--- multicore.mlir
// CHECK: cores: 3
// CHECK: scratchpad.bytes-per-core: 4096
// CHECK: scratchpad.reserved-bytes: 0
// CHECK: dma.burst-ns: 64
// CHECK: api-ns.swap2d-buffer: 1300
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "board" = #dlti.target_device_spec<
    "polymem.cores" = 3 : i64,
    "polymem.scratchpad.bytes-per-core" = 4096 : i64,
    "polymem.scratchpad.reserved-bytes" = 0 : i64,
    "polymem.dma.burst-ns" = 64 : i64,
    "polymem.api-ns.swap2d-buffer" = 1300 : i64>>} {
}

//--- order.mlir
// CHECK: error: polymem-tile: dlti.target_system_spec: polymem.dma.order: is a word, which only a description gives
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "board" = #dlti.target_device_spec<"polymem.dma.order" = 1 : i64>>} {
  func.func @f() {
    return
  }
}

//--- none-left.mlir
// CHECK: error: polymem-tile: dlti.target_system_spec: polymem.scratchpad.reserved-bytes: leaves nothing of bytes-per-core
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "board" = #dlti.target_device_spec<"polymem.scratchpad.bytes-per-core" = 8192 : i64>>} {
  func.func @f() {
    return
  }
}
