// Every built-in description parses and says what the hardware manuals say.
// RUN: polymem-opt %s --polymem-print-machine 2>&1 >/dev/null | FileCheck %s --check-prefix=ALL
// RUN: polymem-opt %s --polymem-print-machine="machine=nvidia-gtx8800" 2>&1 >/dev/null | FileCheck %s --check-prefix=G80
// RUN: polymem-opt %s --polymem-print-machine="machine=nvidia-h100" 2>&1 >/dev/null | FileCheck %s --check-prefix=H100
// RUN: polymem-opt %s --polymem-print-machine="machine=nvidia-h200" 2>&1 >/dev/null | FileCheck %s --check-prefix=H200
// RUN: polymem-opt %s --polymem-print-machine="machine=nvidia-rtx4090" 2>&1 >/dev/null | FileCheck %s --check-prefix=AD102
// RUN: polymem-opt %s --polymem-print-machine="machine=cpu" 2>&1 >/dev/null | FileCheck %s --check-prefix=CPU

// RUN: polymem-opt %s --polymem-print-machine="machine=prem-gu2023" 2>&1 >/dev/null | FileCheck %s --check-prefix=PREM
// RUN: polymem-opt %s --polymem-print-machine="machine=snitch-cluster" 2>&1 >/dev/null | FileCheck %s --check-prefix=SNITCH

// ALL:      machine cpu
// ALL:      machine nvidia-a100
// ALL:        chip: sm_80
// ALL:      machine nvidia-gtx8800
// ALL:      machine nvidia-h100
// ALL:      machine nvidia-h200
// ALL:      machine nvidia-rtx4090
// ALL:      machine prem-gu2023
// ALL:      machine snitch-cluster

// No unit of a CPU is read, nor banks.
// CPU:        kind: cpu
// CPU-NOT:    constant
// CPU:        scratchpad.address-space: workgroup
// CPU-NEXT:   scratchpad.scope: core
// CPU-NEXT:   scratchpad.bytes: 32768
// CPU-NEXT:   scratchpad.accesses-per-global-access: 8
// CPU-NEXT:   registers.address-space: private
// CPU-NEXT:   registers.scope: core
// CPU-NEXT:   registers.bytes: 64
// CPU-NEXT:   tiles.linear: 256
// CPU-NOT:    times

// The machine of the papers: 16 multiprocessors with 16 KB in 16 banks each.
// G80:      machine nvidia-gtx8800
// G80:        kind: gpu
// G80-NEXT:   chip: (none)
// G80-NEXT:   features: (none)
// G80:        shared.bytes: 16384
// G80:        shared.banks: 16
// G80:        registers.bytes: 512
// G80-NEXT:   registers.bytes-per-core: 32768
// G80-NEXT:   core.count: 16
// G80-NEXT:   core.max-threads: 768
// G80-NEXT:   block.max-dim: 65535, 65535, 1
// G80-NEXT:   warp.threads: 32
// G80-NEXT:   thread.max-per-block: 512

// H100:      machine nvidia-h100
// H100:        chip: sm_90
// H100:        shared.bytes: 232448
// H100:        core.count: 132

// H200:      machine nvidia-h200
// H200:        chip: sm_90
// H200-NEXT:   features: +ptx80
// H200-NEXT:   global.address-space: global
// H200-NEXT:   global.scope: grid
// H200-NEXT:   global.transaction-bytes: 32
// H200-NEXT:   global.direct-access: true
// H200-NEXT:   global.cached-bytes: 40000000
// H200-NEXT:   constant.address-space: constant
// H200-NEXT:   constant.scope: grid
// H200-NEXT:   constant.bytes: 65536
// H200-NEXT:   shared.address-space: workgroup
// H200-NEXT:   shared.scope: block
// H200-NEXT:   shared.bytes: 232448
// H200-NEXT:   shared.static-bytes: 49152
// H200-NEXT:   shared.bytes-per-core: 233472
// H200-NEXT:   shared.banks: 32
// H200-NEXT:   shared.bank-bytes: 4
// H200-NEXT:   shared.accesses-per-global-access: 8
// H200-NEXT:   registers.address-space: private
// H200-NEXT:   registers.scope: thread
// H200-NEXT:   registers.bytes: 1020
// H200-NEXT:   registers.bytes-per-core: 262144
// H200-NEXT:   core.count: 132
// H200-NEXT:   core.max-threads: 2048
// H200-NEXT:   block.max-dim: 2147483647, 65535, 65535
// H200-NEXT:   warp.threads: 32
// H200-NEXT:   thread.max-per-block: 1024
// H200-NEXT:   thread.default-per-block: 256
// H200-NEXT:   thread.max-dim: 1024, 1024, 64
// H200-NEXT:   tiles.linear: 256
// H200-NEXT:   tiles.parallel: 32, 32, 4
// H200-NEXT:   tiles.sequential: 32
// H200-NEXT:   times.clock-mhz: 1980
// H200-NEXT:   times.instructions-per-cycle: 128
// H200-NEXT:   times.core-bytes-per-cycle: 64
// H200-NEXT:   times.cache-bytes-per-cycle: 3100
// H200-NEXT:   times.memory-bytes-per-cycle: 2170
// H200-NEXT:   times.global-latency: 500
// H200-NEXT:   times.shared-latency: 30
// H200-NEXT:   times.compute-latency: 5
// H200-NEXT:   times.special-latency: 44
// H200-NEXT:   times.barrier-latency: 30
// H200-NEXT:   times.launch-nanoseconds: 1300
// H200-NEXT:   times.grid-barrier-nanoseconds: 1500

// AD102:      machine nvidia-rtx4090
// AD102:        chip: sm_89
// AD102:        shared.bytes: 101376
// AD102-NEXT:   shared.static-bytes: 49152
// AD102-NEXT:   shared.bytes-per-core: 102400
// AD102:        core.count: 128

// Gu 2023, 6.1 and Table 6.1.
// PREM:      machine prem-gu2023
// PREM:        kind: multicore
// PREM-NEXT:   chip: (none)
// PREM-NEXT:   features: (none)
// PREM-NEXT:   cores: 8
// PREM-NEXT:   clock-mhz: 1000
// PREM-NEXT:   scratchpad.bytes-per-core: 131072
// PREM-NEXT:   scratchpad.reserved-bytes: 8192
// PREM-NEXT:   scratchpad.alignment: 8
// PREM-NEXT:   dma.line-ns: 40
// PREM-NEXT:   dma.burst-bytes: 64
// PREM-NEXT:   dma.burst-ns: 4
// PREM-NEXT:   dma.max-dimensions: 4
// PREM-NEXT:   dma.alignment: 1
// PREM-NEXT:   dma.order: segment-core
// PREM-NEXT:   api-ns.allocate-buffer: 1139
// PREM-NEXT:   api-ns.allocate: 1503
// PREM-NEXT:   api-ns.allocate2d: 1103
// PREM-NEXT:   api-ns.deallocate: 861
// PREM-NEXT:   api-ns.deallocate-buffer: 776
// PREM-NEXT:   api-ns.dispatch: 861
// PREM-NEXT:   api-ns.end-segment: 1878
// PREM-NEXT:   api-ns.swap-buffer: 1914
// PREM-NEXT:   api-ns.swap2d-buffer: 1248
// PREM-NEXT:   api-ns.swapnd-buffer: 1248
// PREM-NEXT:   api-ns.barrier: 1878
// PREM-NEXT:   api-ns.dma-interrupt: 1187
// PREM-NEXT:   op-cycles.load: 1
// PREM-NEXT:   op-cycles.store: 1
// PREM-NEXT:   op-cycles.int: 1
// PREM-NEXT:   op-cycles.int-mul: 1
// PREM-NEXT:   op-cycles.int-div: 1
// PREM-NEXT:   op-cycles.float: 1
// PREM-NEXT:   op-cycles.float-mul: 1
// PREM-NEXT:   op-cycles.float-div: 1
// PREM-NEXT:   op-cycles.special: 1
// PREM-NEXT:   op-cycles.branch: 1
// PREM-NEXT:   tiles.linear: 256
// PREM-NEXT:   tiles.parallel: 32, 32, 4
// PREM-NEXT:   tiles.sequential: 32
// PREM-NOT:    {{.}}

// Its documentation: 128 KiB for eight cores, 512 bits in a cycle, boxes of two dimensions.
// SNITCH:      machine snitch-cluster
// SNITCH:        kind: multicore
// SNITCH:        cores: 8
// SNITCH:        scratchpad.bytes-per-core: 16384
// SNITCH:        dma.burst-bytes: 64
// SNITCH-NEXT:   dma.burst-ns: 1
// SNITCH-NEXT:   dma.max-dimensions: 2
