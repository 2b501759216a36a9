// RUN: polymem-opt %s --polymem-split-reductions="radix=1" -verify-diagnostics
// RUN: not polymem-opt %s --polymem-split-reductions="row-partials=0" 2>&1 | FileCheck %s --check-prefix=ROWS
// RUN: not polymem-opt %s --polymem-split-reductions="block-partials=-2" 2>&1 | FileCheck %s --check-prefix=BLOCK
// RUN: not polymem-opt %s --polymem-split-reductions="grid-partials=4294967296" 2>&1 | FileCheck %s --check-prefix=HUGE
// RUN: not polymem-opt %s --polymem-split-reductions="grid-partials=1000" 2>&1 | FileCheck %s --check-prefix=GRID
// ROWS: polymem-split-reductions: option 'row-partials' is 0; give a number from 1 to 2^31 - 1
// BLOCK: polymem-split-reductions: option 'block-partials' is -2; give a number from 1 to 2^31 - 1
// HUGE: polymem-split-reductions: option 'grid-partials' is 4294967296; give a number from 1 to 2^31 - 1
// GRID: polymem-split-reductions: option 'grid-partials' is 1000; give a multiple of 'block-partials', 256

// expected-error @+1 {{polymem-split-reductions: option 'radix' is 1; give 2 or more}}
func.func @f() {
  return
}
