// Every built-in description parses and says what the hardware manuals say.
// RUN: polymem-opt %s --polymem-print-machine 2>&1 >/dev/null | FileCheck %s --check-prefix=ALL
// RUN: polymem-opt %s --polymem-print-machine="machine=nvidia-gtx8800" 2>&1 >/dev/null | FileCheck %s --check-prefix=G80
// RUN: polymem-opt %s --polymem-print-machine="machine=nvidia-h200" 2>&1 >/dev/null | FileCheck %s --check-prefix=H200

// ALL:      machine cpu
// ALL:        kind: cpu
// ALL:        constant-memory-bytes: 0
// ALL:      machine nvidia-a100
// ALL:        chip: sm_80
// ALL:      machine nvidia-gtx8800
// ALL:      machine nvidia-h200

// The machine of the papers: 16 multiprocessors with 16 KB in 16 banks each.
// G80:      machine nvidia-gtx8800
// G80:        kind: gpu
// G80-NEXT:   chip: (none)
// G80-NEXT:   features: (none)
// G80-NEXT:   units: 16
// G80-NEXT:   scratchpad.bytes-per-block: 16384
// G80:        scratchpad.banks: 16
// G80:        registers.per-unit: 8192
// G80-NEXT:   threads.warp-size: 32
// G80-NEXT:   threads.max-per-block: 512
// G80-NEXT:   threads.max-per-unit: 768
// G80:        async-copies: false

// H200:      machine nvidia-h200
// H200:        chip: sm_90
// H200-NEXT:   features: +ptx80
// H200-NEXT:   units: 132
// H200-NEXT:   scratchpad.bytes-per-block: 232448
// H200-NEXT:   scratchpad.static-bytes-per-block: 49152
// H200-NEXT:   scratchpad.bytes-per-unit: 233472
// H200-NEXT:   scratchpad.banks: 32
// H200-NEXT:   scratchpad.bank-bytes: 4
// H200-NEXT:   registers.per-thread: 255
// H200-NEXT:   registers.per-unit: 65536
// H200:        threads.max-block-dim: 1024, 1024, 64
// H200-NEXT:   threads.max-grid-dim: 2147483647, 65535, 65535
// H200-NEXT:   global-memory.transaction-bytes: 32
// H200-NEXT:   global-memory.direct-access: true
// H200-NEXT:   constant-memory-bytes: 65536
// H200-NEXT:   async-copies: true
