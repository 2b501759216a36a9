// RUN: polymem-run %s --compare --uninterpreted --check-bounds \
// RUN:   --pipeline='builtin.module(func.func(func.func(affine-expand-index-ops-as-affine,polymem-tile))'

module {
  func.func @f() {
    return
  }
}
