// DEFINE: %{remarks} = --remarks-filter=polymem-register-tile --remark-format=emitRemark 2>&1
// RUN: polymem-opt %s --polymem-register-tile=block-size=2,2 -o /dev/null %{remarks} | FileCheck %s --check-prefix=FITS
// RUN: sed 's/: f32/: f64/; s/xf32/xf64/' %s | polymem-opt --polymem-register-tile=block-size=2,2 -o /dev/null %{remarks} | FileCheck %s --check-prefix=F64
// RUN: polymem-opt %s --polymem-register-tile="block-size=2,2 max-copies=20" -o /dev/null %{remarks} | FileCheck %s --check-prefix=COPIES
// RUN: polymem-opt %s --polymem-register-tile="block-size=2,2 max-operations=200" -o /dev/null %{remarks} | FileCheck %s --check-prefix=OPERATIONS

// As much as registers hold: 64 cells, 8 + 8 operands, two values of an
// iteration, and addresses.

// FITS: jammed: 8 of 8 in dimension 1, 8 of 8 in dimension 0; 80 loads in innermost loops instead of 192, {{[0-9]+}} operations, about {{[45][0-9][0-9]}} bytes of registers; 4 along x are neighbours; partial tiles in parts"
// F64: jammed: 4 of 8 in dimension 1, 8 of 8 in dimension 0; {{.*}}; more would have about {{8[0-9][0-9]}} bytes of registers, of 765 that there are for them
// COPIES: jammed: 4 of 8 in dimension 1, 4 of 8 in dimension 0; {{.*}}; more would have 32 iterations, of 20 that max-copies allows
// OPERATIONS: jammed: 4 of 8 in dimension 1, 8 of 8 in dimension 0; {{.*}}; more would have {{[0-9]+}} operations, of 200 that there may be (max-operations)

// Less of them, as the module says.
// RUN: sed 's/^module/module attributes {dlti.target_system_spec = #dlti.target_system_spec<"GPU" = #dlti.target_device_spec<"polymem.registers.bytes" = 400>>}/' %s | polymem-opt --polymem-register-tile=block-size=2,2 -o /dev/null %{remarks} | FileCheck %s --check-prefix=FEW
// FEW: jammed: {{.*}} of 300 that there are for them

module {
func.func @mm(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %C: memref<?x?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  scratch.tile (%bi, %bj) = (%c0, %c0) to (%n, %n) step (%c16, %c16) mapping [#gpu.block<y>, #gpu.block<x>] {
    %hi = affine.min affine_map<()[s0, s1] -> (s0 + 16, s1)>()[%bi, %n]
    %hj = affine.min affine_map<()[s0, s1] -> (s0 + 16, s1)>()[%bj, %n]
    %a = scratch.alloc(%n, %n)[%bi] : memref<?x?xf32, #scratch.mapping<(d0, d1)[s0] -> (d0 - s0, d1), extents = ()[s0] -> (16, 64)>, #gpu.address_space<workgroup>>
    %b = scratch.alloc(%n, %n)[%bj] : memref<?x?xf32, #scratch.mapping<(d0, d1)[s0] -> (d0, d1 - s0), extents = ()[s0] -> (64, 16)>, #gpu.address_space<workgroup>>
    %c = scratch.alloc(%n, %n)[%bi, %bj] : memref<?x?xf32, #scratch.mapping<(d0, d1)[s0, s1] -> (d0 - s0, d1 - s1), extents = ()[s0, s1] -> (16, 16)>, #gpu.address_space<workgroup>>
    scratch.tile (%i, %j) = (%bi, %bj) to (%hi, %hj) step (%c1, %c1) mapping [#gpu.thread<y>, #gpu.thread<x>] {
      affine.for %k = 0 to 64 {
        %x = affine.load %a[symbol(%i), %k] : memref<?x?xf32, #scratch.mapping<(d0, d1)[s0] -> (d0 - s0, d1), extents = ()[s0] -> (16, 64)>, #gpu.address_space<workgroup>>
        %y = affine.load %b[%k, symbol(%j)] : memref<?x?xf32, #scratch.mapping<(d0, d1)[s0] -> (d0, d1 - s0), extents = ()[s0] -> (64, 16)>, #gpu.address_space<workgroup>>
        %z = affine.load %c[symbol(%i), symbol(%j)] : memref<?x?xf32, #scratch.mapping<(d0, d1)[s0, s1] -> (d0 - s0, d1 - s1), extents = ()[s0, s1] -> (16, 16)>, #gpu.address_space<workgroup>>
        %p = arith.mulf %x, %y : f32
        %s = arith.addf %z, %p : f32
        affine.store %s, %c[symbol(%i), symbol(%j)] : memref<?x?xf32, #scratch.mapping<(d0, d1)[s0, s1] -> (d0 - s0, d1 - s1), extents = ()[s0, s1] -> (16, 16)>, #gpu.address_space<workgroup>>
      }
    }
  }
  return
}
}
