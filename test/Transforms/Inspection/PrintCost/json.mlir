// The numbers of all functions, for programs.
// RUN: polymem-opt %s --polymem-print-cost="json=true output=%t.json machine=nvidia-h100 assume=N=3" -o /dev/null
// RUN: %python -c "import json; f, = json.load(open('%t.json'))['functions']; l, = f['launches']; print(f['function'], f['machine'], f['exact'], f['sizes'], l['counts']['launches'], l['counts']['blocks'], l['bound'])" | FileCheck %s

// CHECK: f nvidia-h100 True {'N': 3} 1 3 launch
func.func @f(%n: index {polymem.param = "N"}) {
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%nx = %c1, %ny = %c1, %nz = %c1) {
    gpu.terminator
  }
  return
}
