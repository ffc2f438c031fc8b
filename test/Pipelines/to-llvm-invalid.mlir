// RUN: mplan-opt %s --mplan-to-llvm -split-input-file -verify-diagnostics

func.func @heap(%out: memref<4xf32>) {
  // expected-error @below {{'memref.alloc' op allocates memory, and there is no allocator to call: run 'mplan-pipeline' first}}
  %0 = memref.alloc() : memref<4xf32>
  memref.copy %0, %out : memref<4xf32> to memref<4xf32>
  return
}

// -----

func.func @no_loops_for_it(%x: memref<4xf32>, %out: memref<4xf32>) {
  // expected-error @below {{'linalg.softmax' op has no lowering to the LLVM dialect here}}
  linalg.softmax dimension(0) ins(%x : memref<4xf32>) outs(%out : memref<4xf32>)
  return
}

// -----

// expected-error @below {{'func.func' op @main would be the program's own 'main' when linked}}
func.func @main() {
  return
}
