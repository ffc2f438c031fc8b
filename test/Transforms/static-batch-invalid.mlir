// RUN: mplan-opt %s --mplan-static-batch="batch=1" -split-input-file -verify-diagnostics

// expected-error @below {{the argument types of 'taken' cannot change, since it is not only called; import without a batch, or drop the reference}}
func.func @taken(%x: tensor<?x4xf32>) {
  return
}
func.func @other() -> ((tensor<?x4xf32>) -> ()) {
  // expected-remark @below {{the reference is here}}
  %0 = func.constant @taken : (tensor<?x4xf32>) -> ()
  return %0 : (tensor<?x4xf32>) -> ()
}
