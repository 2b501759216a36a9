// A wrong description is an error that names the field.
// DEFINE: %{a100} = %polymem_src/machines/nvidia-a100.json
// DEFINE: %{cpu} = %polymem_src/machines/cpu.json
// DEFINE: %{print} = not polymem-opt %s --polymem-print-machine="machine=%t.json" 2>&1

// RUN: not polymem-opt %s --polymem-print-machine="machine=nvidia-h2000" 2>&1 | FileCheck %s --check-prefix=NAME
// NAME: error: unknown machine 'nvidia-h2000'; use one of cpu, nvidia-a100, nvidia-gtx8800, nvidia-h100, nvidia-h200, nvidia-rtx4090, prem-gu2023, snitch-cluster, or the path of a JSON description

// RUN: not polymem-opt %s --polymem-print-machine="machine=%t.absent.json" 2>&1 | FileCheck %s --check-prefix=FILE
// FILE: error: cannot read machine description '{{.*}}.absent.json': No such file or directory

// RUN: echo '{ "name": ' > %t.json
// RUN: %{print} | FileCheck %s --check-prefix=SYNTAX
// SYNTAX: error: machine description '{{.*}}.json': {{.*}}Unexpected EOF

// RUN: echo '[]' > %t.json
// RUN: %{print} | FileCheck %s --check-prefix=OBJECT
// OBJECT: error: machine description '{{.*}}.json': expected a JSON object

// RUN: echo '{"name": "old", "kind": "gpu", "units": 108, "scratchpad": {"bytes-per-block": 1}}' > %t.json
// RUN: %{print} | FileCheck %s --check-prefix=OLD
// OLD: error: machine description '{{.*}}.json': scratchpad: this is the layout before machines were a list 'memories' and a list 'units'; copy machines/nvidia-h200.json and fill it in again

// RUN: sed '/"bank-bytes"/d' %{a100} > %t.json
// RUN: %{print} | FileCheck %s --check-prefix=MISSING
// MISSING: error: machine description '{{.*}}.json': shared.bank-bytes: missing field

// RUN: sed 's/"default-per-block"/"usual-per-block": 32, "default-per-block"/' %{a100} > %t.json
// RUN: %{print} | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: thread.usual-per-block: unknown field

// A CPU has no banks that anything reads.
// RUN: sed 's/"bytes": 32768/"bytes": 32768, "banks": 1/' %{cpu} > %t.json
// RUN: %{print} | FileCheck %s --check-prefix=UNREAD
// UNREAD: scratchpad.banks: unknown field

// RUN: sed 's/"kind": "gpu"/"kind": "tpu"/' %{a100} > %t.json
// RUN: %{print} | FileCheck %s --check-prefix=KIND
// KIND: kind: expected "gpu", "cpu" or "multicore"

// RUN: sed 's/"chip": "sm_80"/"chip": 80/' %{a100} > %t.json
// RUN: %{print} | FileCheck %s --check-prefix=STRING
// STRING: chip: expected a string

// RUN: sed 's/"banks": 32/"banks": 0/' %{a100} > %t.json
// RUN: %{print} | FileCheck %s --check-prefix=POSITIVE
// POSITIVE: shared.banks: expected a positive integer

// RUN: sed 's/"banks": 32/"banks": 1e300/' %{a100} > %t.json
// RUN: %{print} | FileCheck %s --check-prefix=POSITIVE

// RUN: sed 's/"bytes": 65536/"bytes": -1/' %{a100} > %t.json
// RUN: %{print} | FileCheck %s --check-prefix=OPTIONAL
// OPTIONAL: constant.bytes: expected a positive integer

// RUN: sed 's/"direct-access": true/"direct-access": 1/' %{a100} > %t.json
// RUN: %{print} | FileCheck %s --check-prefix=BOOLEAN
// BOOLEAN: global.direct-access: expected true or false

// RUN: sed 's/\[1024, 1024, 64\]/[1024, 64]/' %{a100} > %t.json
// RUN: %{print} | FileCheck %s --check-prefix=TRIPLE
// TRIPLE: thread.max-dim: expected three positive integers (x, y, z)

// RUN: sed 's/"static-bytes": 49152/"static-bytes": 1000000/' %{a100} > %t.json
// RUN: %{print} | FileCheck %s --check-prefix=STATIC
// STATIC: shared.static-bytes: larger than bytes

// RUN: sed 's/"bytes-per-core": 167936/"bytes-per-core": 65536/' %{a100} > %t.json
// RUN: %{print} | FileCheck %s --check-prefix=PERCORE
// PERCORE: shared.bytes: larger than bytes-per-core

// RUN: sed 's/"default-per-block": 256/"default-per-block": 1025/' %{a100} > %t.json
// RUN: %{print} | FileCheck %s --check-prefix=DEFAULT
// DEFAULT: thread.default-per-block: larger than max-per-block

// RUN: sed 's/"tiles": {/"tiles": 4, "others": {/' %{a100} > %t.json
// RUN: %{print} | FileCheck %s --check-prefix=SECTION
// SECTION: tiles: expected an object

// RUN: sed 's/"units": \[/"units": 4, "others": [/' %{a100} > %t.json
// RUN: %{print} | FileCheck %s --check-prefix=LIST
// LIST: units: expected a list

// RUN: sed 's/"name": "core", "count": 108/"name": "sm", "count": 108/' %{a100} > %t.json
// RUN: %{print} | FileCheck %s --check-prefix=UNIT
// UNIT: units[0].name: expected "core", "block", "warp" or "thread"

// RUN: sed '/"name": "warp"/d' %{a100} > %t.json
// RUN: %{print} | FileCheck %s --check-prefix=NOUNIT
// NOUNIT: units: a gpu needs one with "name": "warp", and threads

// RUN: sed 's/"address-space": "private"/"address-space": "registers"/' %{a100} > %t.json
// RUN: %{print} | FileCheck %s --check-prefix=SPACE
// SPACE: registers.address-space: expected "global", "constant", "workgroup" or "private"

// RUN: sed 's/"address-space": "private"/"address-space": "workgroup"/' %{a100} > %t.json
// RUN: %{print} | FileCheck %s --check-prefix=TWICE
// TWICE: registers.address-space: 'shared' is for it

// RUN: sed 's/"scope": "block"/"scope": "core"/' %{a100} > %t.json
// RUN: %{print} | FileCheck %s --check-prefix=SCOPE
// SCOPE: shared.scope: the workgroup memory of a gpu is of scope "block"

// RUN: sed 's/"name": "registers"/"name": "shared"/' %{a100} > %t.json
// RUN: %{print} | FileCheck %s --check-prefix=NAMED
// NAMED: memories[3].name: expected a name without dots that no other memory and no unit has

// RUN: sed 's/"address-space": "private"/"address-space": "constant"/' %{cpu} > %t.json
// RUN: %{print} | FileCheck %s --check-prefix=NOSPACE
// NOSPACE: registers.address-space: a cpu has no memory for it

// RUN: %python %S/Inputs/without-memory.py %{a100} private > %t.json
// RUN: %{print} | FileCheck %s --check-prefix=NOMEMORY
// NOMEMORY: memories: a gpu needs one with "address-space": "private", "scope": "thread", and bytes
