// Many modes are compared with one reference, and many programs in one process,
// whatever becomes of the others.
// RUN: %exits 1 mplan-equiv %s --split-input-file --opt-level=0 \
// RUN:   --mode=plain:mplan-pipeline,mplan-to-llvm \
// RUN:   --mode=poison:"mplan-pipeline{poison},mplan-to-llvm" \
// RUN:   --mode=heap:"%heap-passes" --mode=again:reference \
// RUN:   --mode=unread:mplan-pipeline,mplan-no-such-pass 2>&1 | FileCheck %s
// CHECK-LABEL: program 0
// CHECK: 'mplan-no-such-pass' does not refer to a registered pass
// CHECK: equal: 2 inputs, 2 calls each, 1 output; heap bytes a call: 16 reference, 0 plain, 0 poison, 16 heap, 16 again
// CHECK-NEXT: error: unread

// What is undefined is not the same in two ways of allocating, nor when the
// reference is made twice.
// CHECK-LABEL: program 1
// CHECK: seed 0, call 1: argument #1: first at [0]: reference {{.*}}, heap
// CHECK: seed 0, call 1: argument #1: first at [0]: reference {{.*}}, again
// CHECK: different: {{.*}}heap, again

// CHECK-LABEL: program 2
// CHECK: error: {{.*}}expected

// RUN: %exits 2 mplan-equiv %s --mode=plain 2>&1 | FileCheck %s --check-prefix=NAME
// NAME: --mode=plain: expected NAME:PASSES
// RUN: %exits 2 mplan-equiv %s --mode=a:cse --mode=a:canonicalize 2>&1 | FileCheck %s --check-prefix=TWICE
// TWICE: --mode=a:canonicalize: expected a name that is not taken
// RUN: %exits 2 mplan-equiv %s --mode=a:cse --pipeline=cse 2>&1 | FileCheck %s --check-prefix=BOTH
// BOTH: --pipeline is a mode without a name
// RUN: %exits 2 mplan-equiv %s --split-input-file --other=%s 2>&1 | FileCheck %s --check-prefix=OTHER
// OTHER: --other is one module, --split-input-file are many

func.func @f(%a: memref<4xf32>, %out: memref<4xf32>) {
  %b = memref.alloc() : memref<4xf32>
  linalg.exp ins(%a : memref<4xf32>) outs(%b : memref<4xf32>)
  linalg.exp ins(%b : memref<4xf32>) outs(%out : memref<4xf32>)
  return
}

// -----

func.func @f(%a: memref<4xf32>, %out: memref<4xf32>) {
  %b = memref.alloc() : memref<4xf32>
  linalg.add ins(%a, %b : memref<4xf32>, memref<4xf32>) outs(%out : memref<4xf32>)
  return
}

// -----

func.func @f(
