// y[i] = 3 x[i], as examples/prem/triple.c.
func.func private @scale_segment0(%x: memref<1000xf32>, %y: memref<1000xf32>, %X: memref<10000xf32>, %Y: memref<10000xf32>, %origin: index) {
  %three = arith.constant 3.0 : f32
  affine.for %i = 0 to 1000 {
    %e = arith.addi %i, %origin : index
    prem.count load, 1
    prem.count float_mul, 1
    prem.count store, 1
    prem.count branch, 1
    prem.tell_access read %x[%i] of %X[%e] : memref<1000xf32>, memref<10000xf32>
    %a = affine.load %x[%i] : memref<1000xf32>
    %b = arith.mulf %a, %three : f32
    prem.tell_access write %y[%i] of %Y[%e] : memref<1000xf32>, memref<10000xf32>
    affine.store %b, %y[%i] : memref<1000xf32>
  }
  return
}
func.func private @scale_thread(%X: memref<10000xf32>, %Y: memref<10000xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %c4000 = arith.constant 4000 : index
  %c8000 = arith.constant 8000 : index
  %c12000 = arith.constant 12000 : index
  %c1000 = arith.constant 1000 : index
  %t = prem.thread_id
  %first = affine.apply affine_map<(d0) -> (d0 * 5000)>(%t)
  %second = affine.apply affine_map<(d0) -> (d0 * 5000 + 1000)>(%t)
  %x0 = prem.allocate_buffer ro at %c0 bytes 4000
  %x1 = prem.allocate_buffer ro at %c4000 bytes 4000
  %y0 = prem.allocate_buffer wo at %c8000 bytes 4000
  %y1 = prem.allocate_buffer wo at %c12000 bytes 4000
  prem.swap %x0, %X[%first] sizes [%c1000] shape [1000] : memref<10000xf32>
  prem.swap %y0, %Y[%first] sizes [%c1000] shape [1000] : memref<10000xf32>
  prem.dispatch
  prem.swap %x1, %X[%second] sizes [%c1000] shape [1000] : memref<10000xf32>
  prem.swap %y1, %Y[%second] sizes [%c1000] shape [1000] : memref<10000xf32>
  prem.end_segment
  scf.for %k = %c0 to %c5 step %c1 {
    %parity = arith.remsi %k, %c2 : index
    %odd = arith.cmpi eq, %parity, %c1 : index
    %xo = arith.select %odd, %c4000, %c0 : index
    %yo = arith.select %odd, %c12000, %c8000 : index
    %xid = arith.select %odd, %x1, %x0 : i32
    %yid = arith.select %odd, %y1, %y0 : i32
    %x = prem.view %xo : memref<1000xf32>
    %y = prem.view %yo : memref<1000xf32>
    %origin = affine.apply affine_map<(d0, d1) -> (d0 * 5000 + d1 * 1000)>(%t, %k)
    func.call @scale_segment0(%x, %y, %X, %Y, %origin) : (memref<1000xf32>, memref<1000xf32>, memref<10000xf32>, memref<10000xf32>, index) -> ()
    %more = arith.cmpi slt, %k, %c3 : index
    scf.if %more {
      %next = affine.apply affine_map<(d0, d1) -> (d0 * 5000 + d1 * 1000 + 2000)>(%t, %k)
      prem.swap %xid, %X[%next] sizes [%c1000] shape [1000] : memref<10000xf32>
      prem.swap %yid, %Y[%next] sizes [%c1000] shape [1000] : memref<10000xf32>
    } else {
      prem.deallocate_buffer %xid
      prem.deallocate_buffer %yid
    }
    prem.end_segment
  }
  prem.barrier
  return
}
func.func @scale(%X: memref<10000xf32>, %Y: memref<10000xf32>) {
  prem.launch @scale_thread(%X, %Y) cores 2 : memref<10000xf32>, memref<10000xf32>
  return
}
func.func @scale_loops(%X: memref<10000xf32>, %Y: memref<10000xf32>) {
  %three = arith.constant 3.0 : f32
  affine.for %i = 0 to 10000 {
    %a = affine.load %X[%i] : memref<10000xf32>
    %b = arith.mulf %a, %three : f32
    affine.store %b, %Y[%i] : memref<10000xf32>
  }
  return
}
