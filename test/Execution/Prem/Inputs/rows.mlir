// B[i][j] = A[i][j + 2] - A[i + 1][j + 2], rows dealt to two cores: tiles of 8 rows, the last one of 1.
func.func private @rows_segment0(%a: memref<9x20xf64>, %b: memref<8x20xf64>, %A: memref<34x23xf64>, %B: memref<33x20xf64>, %k: index) {
  affine.for %i = 0 to min affine_map<(d0) -> (8, d0 * -8 + 33)>(%k) {
    affine.for %j = 0 to 20 {
      %r = affine.apply affine_map<(d0, d1) -> (d0 + d1 * 8)>(%i, %k)
      %s = affine.apply affine_map<(d0, d1) -> (d0 + d1 * 8 + 1)>(%i, %k)
      %c = affine.apply affine_map<(d0) -> (d0 + 2)>(%j)
      prem.count load, 2
      prem.count store, 1
      prem.count float, 1
      prem.tell_access read %a[%i, %j] of %A[%r, %c] : memref<9x20xf64>, memref<34x23xf64>
      %x = affine.load %a[%i, %j] : memref<9x20xf64>
      %i1 = affine.apply affine_map<(d0) -> (d0 + 1)>(%i)
      prem.tell_access read %a[%i1, %j] of %A[%s, %c] : memref<9x20xf64>, memref<34x23xf64>
      %y = affine.load %a[%i + 1, %j] : memref<9x20xf64>
      %z = arith.subf %x, %y : f64
      prem.tell_access write %b[%i, %j] of %B[%r, %j] : memref<8x20xf64>, memref<33x20xf64>
      affine.store %z, %b[%i, %j] : memref<8x20xf64>
    }
  }
  return
}
func.func private @rows_thread(%A: memref<34x23xf64>, %B: memref<33x20xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c20 = arith.constant 20 : index
  %c1440 = arith.constant 1440 : index
  %t = prem.thread_id
  %first = affine.apply affine_map<(d0) -> (d0 * 3)>(%t)
  %last = affine.min affine_map<(d0) -> (d0 * 3 + 3, 5)>(%t)
  %aid = prem.allocate_buffer ro at %c0 bytes 1440
  %bid = prem.allocate_buffer wo at %c1440 bytes 1280
  %a = prem.view %c0 : memref<9x20xf64>
  %b = prem.view %c1440 : memref<8x20xf64>
  scf.for %k = %first to %last step %c1 {
    %n = affine.min affine_map<(d0) -> (8, d0 * -8 + 33)>(%k)
    %m = affine.apply affine_map<(d0) -> (d0 + 1)>(%n)
    %row = affine.apply affine_map<(d0) -> (d0 * 8)>(%k)
    prem.swap %aid, %A[%row, %c2] sizes [%m, %c20] shape [9, 20] : memref<34x23xf64>
    prem.swap %bid, %B[%row, %c0] sizes [%n, %c20] shape [8, 20] : memref<33x20xf64>
    prem.dispatch
    prem.end_segment
    func.call @rows_segment0(%a, %b, %A, %B, %k) : (memref<9x20xf64>, memref<8x20xf64>, memref<34x23xf64>, memref<33x20xf64>, index) -> ()
    prem.end_segment
  }
  prem.deallocate_buffer %aid
  prem.deallocate_buffer %bid
  prem.barrier
  return
}
func.func @rows(%A: memref<34x23xf64>, %B: memref<33x20xf64>) {
  prem.launch @rows_thread(%A, %B) cores 2 : memref<34x23xf64>, memref<33x20xf64>
  return
}
func.func @rows_loops(%A: memref<34x23xf64>, %B: memref<33x20xf64>) {
  affine.for %i = 0 to 33 {
    affine.for %j = 0 to 20 {
      %x = affine.load %A[%i, %j + 2] : memref<34x23xf64>
      %y = affine.load %A[%i + 1, %j + 2] : memref<34x23xf64>
      %z = arith.subf %x, %y : f64
      affine.store %z, %B[%i, %j] : memref<33x20xf64>
    }
  }
  return
}
