// User errors: the message says what to do.
//
// RUN: not polymem-opt %s --scratch-promote="machine=abacus" 2>&1 | FileCheck %s --check-prefix=MACHINE
// RUN: not polymem-opt %s --scratch-promote="delta=-1" 2>&1 | FileCheck %s --check-prefix=DELTA
// RUN: not polymem-opt %s --scratch-promote="capacity=-5" 2>&1 | FileCheck %s --check-prefix=CAPACITY
// RUN: not polymem-opt %s --scratch-promote="partition=none" 2>&1 | FileCheck %s --check-prefix=PARTITION

// MACHINE: error: scratch-promote: {{.*}}abacus
// DELTA: error: scratch-promote: delta is a fraction of the volume and cannot be -1
// CAPACITY: error: scratch-promote: capacity is a number of bytes and cannot be -5; give -1 for the machine's
// PARTITION: there is no 'none'; give 'boxes', 'components' or 'hull'

func.func @f() {
  return
}
