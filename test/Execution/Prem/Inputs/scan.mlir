func.func @scan(%a: memref<41xf32>) {
  affine.for %i = 1 to 41 {
    %p = affine.load %a[%i - 1] : memref<41xf32>
    %q = affine.load %a[%i] : memref<41xf32>
    %s = arith.addf %p, %q : f32
    affine.store %s, %a[%i] : memref<41xf32>
  } {prem.plan = #prem.plan<tile = [8]>}
  return
}
