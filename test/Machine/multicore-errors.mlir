// A wrong description of a multicore is an error that names the field.
// DEFINE: %{gu} = %polymem_src/machines/prem-gu2023.json
// DEFINE: %{print} = not polymem-opt %s --polymem-print-machine="machine=%t.json" 2>&1

// RUN: sed '/"burst-ns"/d' %{gu} > %t.json
// RUN: %{print} | FileCheck %s --check-prefix=MISSING
// MISSING: error: machine description '{{.*}}.json': dma.burst-ns: missing field

// RUN: sed '/"clock-mhz"/d' %{gu} > %t.json
// RUN: %{print} | FileCheck %s --check-prefix=CLOCK
// CLOCK: clock-mhz: missing field

// RUN: sed 's/"api-ns"/"api-cycles"/' %{gu} > %t.json
// RUN: %{print} | FileCheck %s --check-prefix=SECTION
// SECTION: api-ns: missing field

// RUN: sed 's/"dispatch": 861/"dispatch": 861, "threadID": 0/' %{gu} > %t.json
// RUN: %{print} | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: api-ns.threadID: unknown field

// A multicore has no list of memories: they follow.
// RUN: sed 's/"cores": 8/"cores": 8, "memories": []/' %{gu} > %t.json
// RUN: %{print} | FileCheck %s --check-prefix=MEMORIES
// MEMORIES: memories: unknown field

// RUN: sed 's/"cores": 8/"cores": 0/' %{gu} > %t.json
// RUN: %{print} | FileCheck %s --check-prefix=CORES
// CORES: cores: expected a positive integer

// RUN: sed 's/"float-mul": 1/"float-mul": 0.5/' %{gu} > %t.json
// RUN: %{print} | FileCheck %s --check-prefix=WHOLE
// WHOLE: op-cycles.float-mul: expected a positive integer

// Nothing may be reserved, but less than nothing may not.
// RUN: sed 's/"reserved-bytes": 8192/"reserved-bytes": 0/' %{gu} > %t.json
// RUN: polymem-opt %s --polymem-print-machine="machine=%t.json" 2>&1 | FileCheck %s --check-prefix=ZERO
// ZERO: scratchpad.reserved-bytes: 0
// RUN: sed 's/"reserved-bytes": 8192/"reserved-bytes": -8/' %{gu} > %t.json
// RUN: %{print} | FileCheck %s --check-prefix=NEGATIVE
// NEGATIVE: scratchpad.reserved-bytes: expected zero or a positive integer

// RUN: sed 's/"reserved-bytes": 8192/"reserved-bytes": 131072/' %{gu} > %t.json
// RUN: %{print} | FileCheck %s --check-prefix=NOTHING
// NOTHING: scratchpad.reserved-bytes: leaves nothing of bytes-per-core

// RUN: sed 's/"segment-core"/"first-come"/' %{gu} > %t.json
// RUN: %{print} | FileCheck %s --check-prefix=ORDER
// ORDER: dma.order: expected "segment-core"

// RUN: sed 's/"order": "segment-core"/"order": 1/' %{gu} > %t.json
// RUN: %{print} | FileCheck %s --check-prefix=WORD
// WORD: dma.order: expected a string

// RUN: sed 's/"tiles"/"tile-sizes"/' %{gu} > %t.json
// RUN: %{print} | FileCheck %s --check-prefix=TILES
// TILES: tiles: missing field
