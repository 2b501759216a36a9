// What is no version of a function any more is an error.
// RUN: polymem-opt %s --polymem-join-versions -split-input-file -verify-diagnostics

// expected-error @below {{polymem-join-versions: a version of @g cannot be joined with it: there is no such function}}
func.func private @f(%n: index) attributes {polymem.assumed_size = 64 : i64, polymem.version_of = @g} {
  return
}

// -----

func.func @g(%n: index) {
  return
}
// expected-error @below {{a version of @g cannot be joined with it: it does not say for which sizes}}
func.func private @f(%n: index) attributes {polymem.version_of = @g} {
  return
}

// -----

func.func @g(%n: index) {
  return
}
// expected-error @below {{a version of @g cannot be joined with it: it has other arguments, or results}}
func.func private @f(%n: f32) attributes {polymem.assumed_size = 64 : i64, polymem.version_of = @g} {
  return
}

// -----

func.func @g(%n: index) {
  return
}
// expected-error @below {{a version of @g cannot be joined with it: there are several blocks}}
func.func private @f(%n: index) attributes {polymem.assumed_size = 64 : i64, polymem.version_of = @g} {
  cf.br ^end
^end:
  return
}

// -----

// expected-error @below {{there are versions for classes of sizes, but 'assume' names all sizes}}
func.func @g(%x: f32) {
  return
}
func.func private @f(%x: f32) attributes {polymem.assumed_size = 64 : i64, polymem.version_of = @g} {
  return
}

// -----

// expected-error @below {{a version of @f cannot be joined with it: there is no such function}}
func.func private @f(%n: index) attributes {polymem.assumed_size = 64 : i64, polymem.version_of = @f} {
  return
}
