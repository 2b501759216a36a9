// RUN: polymem-opt %s --polymem-check=machine=nosuch -verify-diagnostics

// expected-error@+1 {{polymem-check: }}
module {
  func.func @f() {
    return
  }
}
