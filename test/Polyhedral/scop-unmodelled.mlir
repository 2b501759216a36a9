// RUN: polymem-opt %s --allow-unregistered-dialect --polymem-print-scop -split-input-file -verify-diagnostics \
// RUN:   --remarks-filter='polymem-print-scop' --remark-format=emitRemark

// What cannot be modelled gets a remark at the operation.

func.func @branches(%c: i1) {
  // expected-remark @below {{'cf.cond_br' cannot be modelled: control flow between blocks is not structured}}
  cf.cond_br %c, ^a, ^b
^a:
  cf.br ^b
^b:
  return
}

// -----

func.func @region(%A: memref<?xf32>) {
  affine.for %i = 0 to 10 {
    // expected-remark @below {{'test.region' cannot be modelled: an operation with regions and unknown effects}}
    "test.region"() ({
      "test.end"() : () -> ()
    }) : () -> ()
  }
  return
}

// -----

// Also when it is nested in a data-dependent condition.
func.func @nested(%A: memref<?xf32>, %c: i1) {
  affine.for %i = 0 to 10 {
    scf.if %c {
      // expected-remark @below {{'test.region' cannot be modelled: an operation with regions and unknown effects}}
      "test.region"() ({
        "test.end"() : () -> ()
      }) : () -> ()
    }
  }
  return
}
