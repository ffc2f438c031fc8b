// RUN: mplan-opt %s --mplan-prepare-llvm=assertions=abort --verify-diagnostics

func.func @asserts(%ok: i1) {
  cf.assert %ok, "must hold"
  return
}

// expected-error @below {{@puts is what a failed assertion calls in the C library: rename it, or lower assertions to traps}}
func.func private @puts(%x: i32) {
  return
}
