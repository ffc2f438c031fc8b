// RUN: not mplan-opt %s --mplan-static-batch="batch=-2" 2>&1 | FileCheck %s

// CHECK: error: batch must be at least 1, or 0 to leave unknown leading dimensions, got -2
func.func @main(%x: tensor<?x4xf32>) {
  return
}
