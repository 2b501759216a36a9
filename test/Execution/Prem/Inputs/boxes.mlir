// C[i][j] = w[j] * (6 i + j) in a local array, j < i on core 0, others on core 1, each in boxes of
// rows, of which some are empty; then, behind a barrier, D[k][i][j] = C[i][j] * k, in boxes of three
// dimensions. w and n stay for all segments.
func.func private @boxes_segment0(%c: memref<4x6xf32>, %w: memref<6xf32>, %s: memref<6xf32>, %W: memref<6xf32>, %C: memref<4x6xf32>, %t: index) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 6 {
      affine.if affine_set<(d0, d1)[s0] : ((d0 - d1 - 1) * 1 - s0 * 64 >= 0)>(%i, %j)[%t] {
        func.call @boxes_element(%c, %w, %s, %W, %C, %i, %j) : (memref<4x6xf32>, memref<6xf32>, memref<6xf32>, memref<6xf32>, memref<4x6xf32>, index, index) -> ()
      }
      affine.if affine_set<(d0, d1)[s0] : (d1 - d0 + s0 * 64 - 64 >= 0)>(%i, %j)[%t] {
        func.call @boxes_element(%c, %w, %s, %W, %C, %i, %j) : (memref<4x6xf32>, memref<6xf32>, memref<6xf32>, memref<6xf32>, memref<4x6xf32>, index, index) -> ()
      }
    }
  }
  return
}
func.func private @boxes_element(%c: memref<4x6xf32>, %w: memref<6xf32>, %s: memref<6xf32>, %W: memref<6xf32>, %C: memref<4x6xf32>, %i: index, %j: index) {
  %n = affine.apply affine_map<(d0, d1) -> (d0 * 6 + d1)>(%i, %j)
  %n32 = arith.index_cast %n : index to i32
  %x = arith.sitofp %n32 : i32 to f32
  prem.tell_access read %w[%j] of %W[%j] : memref<6xf32>, memref<6xf32>
  %y = memref.load %w[%j] : memref<6xf32>
  prem.tell_access write %s[%j] : memref<6xf32>
  memref.store %y, %s[%j] : memref<6xf32>
  prem.tell_access read %s[%j] : memref<6xf32>
  %y2 = memref.load %s[%j] : memref<6xf32>
  %z = arith.mulf %x, %y2 : f32
  prem.tell_access write %c[%i, %j] of %C[%i, %j] : memref<4x6xf32>, memref<4x6xf32>
  memref.store %z, %c[%i, %j] : memref<4x6xf32>
  return
}
func.func private @boxes_segment1(%c: memref<4x6xf32>, %d: memref<1x2x6xf32>, %C: memref<4x6xf32>, %D: memref<3x4x6xf32>, %k: index, %i0: index) {
  %k32 = arith.index_cast %k : index to i32
  %f = arith.sitofp %k32 : i32 to f32
  affine.for %i = 0 to 2 {
    affine.for %j = 0 to 6 {
      %r = arith.addi %i, %i0 : index
      %c0 = arith.constant 0 : index
      prem.tell_access read %c[%r, %j] of %C[%r, %j] : memref<4x6xf32>, memref<4x6xf32>
      %x = memref.load %c[%r, %j] : memref<4x6xf32>
      %y = arith.mulf %x, %f : f32
      prem.tell_access write %d[%c0, %i, %j] of %D[%k, %r, %j] : memref<1x2x6xf32>, memref<3x4x6xf32>
      affine.store %y, %d[0, %i, %j] : memref<1x2x6xf32>
    }
  }
  return
}
func.func private @boxes_thread(%W: memref<6xf32>, %D: memref<3x4x6xf32>, %C: memref<4x6xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c6 = arith.constant 6 : index
  %c96 = arith.constant 96 : index
  %c120 = arith.constant 120 : index
  %c144 = arith.constant 144 : index
  %t = prem.thread_id
  %is1 = arith.cmpi eq, %t, %c1 : index
  %cid = prem.allocate_buffer wo at %c0 bytes 96
  %wid = prem.allocate_buffer ro at %c96 bytes 24
  %sid = prem.allocate_buffer rw at %c120 bytes 24
  %c = prem.view %c0 : memref<4x6xf32>
  %w = prem.view %c96 : memref<6xf32>
  %s = prem.view %c120 : memref<6xf32>
  prem.swap %wid, %W[%c0] sizes [%c6] shape [6] : memref<6xf32>
  // Of row i, the first i elements, or the others.
  %f1 = arith.select %is1, %c1, %c0 : index
  %f2 = arith.select %is1, %c2, %c0 : index
  %f3 = arith.select %is1, %c3, %c0 : index
  %n0 = arith.select %is1, %c6, %c0 : index
  %c5 = arith.constant 5 : index
  %n1 = arith.select %is1, %c5, %c1 : index
  %n2 = arith.select %is1, %c4, %c2 : index
  prem.swap_boxes %cid, %C[%c0, %c0, %c1, %f1, %c2, %f2, %c3, %f3]
      places [%c0, %c0, %c1, %f1, %c2, %f2, %c3, %f3]
      sizes [%c1, %n0, %c1, %n1, %c1, %n2, %c1, %c3] usages [2, 2, 2, 2] shape [4, 6] : memref<4x6xf32>
  prem.dispatch
  prem.end_segment
  func.call @boxes_segment0(%c, %w, %s, %W, %C, %t) : (memref<4x6xf32>, memref<6xf32>, memref<6xf32>, memref<6xf32>, memref<4x6xf32>, index) -> ()
  // Without boxes: unloads only.
  prem.swap_boxes %cid, %C[] places [] sizes [] usages [] shape [4, 6] : memref<4x6xf32>
  prem.dispatch
  prem.end_segment
  prem.deallocate_buffer %cid
  prem.deallocate_buffer %wid
  prem.deallocate_buffer %sid
  prem.barrier
  %cid2 = prem.allocate_buffer ro at %c0 bytes 96
  %did = prem.allocate_buffer wo at %c144 bytes 48
  %d = prem.view %c144 : memref<1x2x6xf32>
  prem.swap %cid2, %C[%c0, %c0] sizes [%c4, %c6] shape [4, 6] : memref<4x6xf32>
  %i0 = affine.apply affine_map<(d0) -> (d0 * 2)>(%t)
  scf.for %k = %c0 to %c3 step %c1 {
    prem.swap %did, %D[%k, %i0, %c0] sizes [%c1, %c2, %c6] shape [1, 2, 6] : memref<3x4x6xf32>
    prem.dispatch
    prem.end_segment
    func.call @boxes_segment1(%c, %d, %C, %D, %k, %i0) : (memref<4x6xf32>, memref<1x2x6xf32>, memref<4x6xf32>, memref<3x4x6xf32>, index, index) -> ()
    prem.end_segment
  }
  prem.deallocate_buffer %cid2
  prem.deallocate_buffer %did
  prem.barrier
  return
}
func.func @boxes(%W: memref<6xf32>, %D: memref<3x4x6xf32>) {
  %C = memref.alloc() : memref<4x6xf32>
  prem.launch @boxes_thread(%W, %D, %C) cores 2 : memref<6xf32>, memref<3x4x6xf32>, memref<4x6xf32>
  memref.dealloc %C : memref<4x6xf32>
  return
}
func.func @boxes_loops(%W: memref<6xf32>, %D: memref<3x4x6xf32>) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 6 {
      %n = affine.apply affine_map<(d0, d1) -> (d0 * 6 + d1)>(%i, %j)
      %n32 = arith.index_cast %n : index to i32
      %x = arith.sitofp %n32 : i32 to f32
      %y = memref.load %W[%j] : memref<6xf32>
      %z = arith.mulf %x, %y : f32
      affine.for %k = 0 to 3 {
        %k32 = arith.index_cast %k : index to i32
        %f = arith.sitofp %k32 : i32 to f32
        %r = arith.mulf %z, %f : f32
        affine.store %r, %D[%k, %i, %j] : memref<3x4x6xf32>
      }
    }
  }
  return
}
