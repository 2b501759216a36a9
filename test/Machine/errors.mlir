// A wrong description is an error that names the field.
// DEFINE: %{a100} = %polymem_src/machines/nvidia-a100.json
// DEFINE: %{print} = not polymem-opt %s --polymem-print-machine="machine=%t.json" 2>&1

// RUN: not polymem-opt %s --polymem-print-machine="machine=nvidia-h2000" 2>&1 | FileCheck %s --check-prefix=NAME
// NAME: error: unknown machine 'nvidia-h2000'; use one of cpu, nvidia-a100, nvidia-gtx8800, nvidia-h200, or the path of a JSON description

// RUN: not polymem-opt %s --polymem-print-machine="machine=%t.absent.json" 2>&1 | FileCheck %s --check-prefix=FILE
// FILE: error: cannot read machine description '{{.*}}.absent.json': No such file or directory

// RUN: echo '{ "name": ' > %t.json
// RUN: %{print} | FileCheck %s --check-prefix=SYNTAX
// SYNTAX: error: machine description '{{.*}}.json': {{.*}}Unexpected EOF

// RUN: echo '[]' > %t.json
// RUN: %{print} | FileCheck %s --check-prefix=OBJECT
// OBJECT: error: machine description '{{.*}}.json': expected a JSON object

// RUN: sed '/"warp-size"/d' %{a100} > %t.json
// RUN: %{print} | FileCheck %s --check-prefix=MISSING
// MISSING: error: machine description '{{.*}}.json': threads.warp-size: missing field

// RUN: sed 's/"warp-size"/"wave-size": 32, "warp-size"/' %{a100} > %t.json
// RUN: %{print} | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: threads.wave-size: unknown field

// RUN: sed 's/"kind": "gpu"/"kind": "tpu"/' %{a100} > %t.json
// RUN: %{print} | FileCheck %s --check-prefix=KIND
// KIND: kind: expected "gpu" or "cpu"

// RUN: sed 's/"chip": "sm_80"/"chip": 80/' %{a100} > %t.json
// RUN: %{print} | FileCheck %s --check-prefix=STRING
// STRING: chip: expected a string

// RUN: sed 's/"banks": 32/"banks": 0/' %{a100} > %t.json
// RUN: %{print} | FileCheck %s --check-prefix=POSITIVE
// POSITIVE: scratchpad.banks: expected a positive integer

// RUN: sed 's/"banks": 32/"banks": 1e300/' %{a100} > %t.json
// RUN: %{print} | FileCheck %s --check-prefix=POSITIVE

// RUN: sed 's/"constant-memory-bytes": 65536/"constant-memory-bytes": -1/' %{a100} > %t.json
// RUN: %{print} | FileCheck %s --check-prefix=OPTIONAL
// OPTIONAL: constant-memory-bytes: expected a positive integer

// RUN: sed 's/"async-copies": true/"async-copies": 1/' %{a100} > %t.json
// RUN: %{print} | FileCheck %s --check-prefix=BOOLEAN
// BOOLEAN: async-copies: expected true or false

// RUN: sed 's/\[1024, 1024, 64\]/[1024, 64]/' %{a100} > %t.json
// RUN: %{print} | FileCheck %s --check-prefix=TRIPLE
// TRIPLE: threads.max-block-dim: expected three positive integers (x, y, z)

// RUN: sed 's/"static-bytes-per-block": 49152/"static-bytes-per-block": 1000000/' %{a100} > %t.json
// RUN: %{print} | FileCheck %s --check-prefix=STATIC
// STATIC: scratchpad.static-bytes-per-block: larger than bytes-per-block

// RUN: sed 's/"bytes-per-unit": 167936/"bytes-per-unit": 65536/' %{a100} > %t.json
// RUN: %{print} | FileCheck %s --check-prefix=PERUNIT
// PERUNIT: scratchpad.bytes-per-block: larger than bytes-per-unit

// RUN: sed 's/"per-thread": 255/"per-thread": 100000/' %{a100} > %t.json
// RUN: %{print} | FileCheck %s --check-prefix=REGISTERS
// REGISTERS: registers.per-thread: larger than per-unit

// RUN: sed 's/"max-per-unit": 2048/"max-per-unit": 512/' %{a100} > %t.json
// RUN: %{print} | FileCheck %s --check-prefix=THREADS
// THREADS: threads.max-per-block: larger than max-per-unit

// RUN: sed 's/"default-per-block": 256/"default-per-block": 1025/' %{a100} > %t.json
// RUN: %{print} | FileCheck %s --check-prefix=DEFAULT
// DEFAULT: threads.default-per-block: larger than max-per-block

// RUN: sed 's/"threads": {/"threads": 4, "others": {/' %{a100} > %t.json
// RUN: %{print} | FileCheck %s --check-prefix=SECTION
// SECTION: threads: expected an object
