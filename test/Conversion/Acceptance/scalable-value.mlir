// A scalable vector that comes into a kernel as a value, of which LLVM's back end
// makes no code.
// RUN: polymem-opt %s -verify-diagnostics --polymem-to-ptx=warnings=false -o %t

func.func @f(%n: index) -> vector<[4]xi1> {
  // expected-error @below {{a GPU has no vectors of a length that is known at run time only}}
  %mask = vector.create_mask %n : vector<[4]xi1>
  return %mask : vector<[4]xi1>
}
