// RUN: not mplan-opt %s --mplan-io-to-arena=inputs=stay 2>&1 | FileCheck %s

// CHECK: error: unknown fate of inputs 'stay': it is kept or dies
func.func @f() {
  return
}
