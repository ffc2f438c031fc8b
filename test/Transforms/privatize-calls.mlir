// RUN: mplan-opt %s --mplan-privatize=parallel=sequential | FileCheck %s

// A loop that calls, at any depth, a function that makes a buffer is made
// sequential too; one that calls another stays parallel.

func.func private @makes(%out: memref<4xf32>, %x: f32) {
  %a = memref.alloc() : memref<f32>
  memref.store %x, %a[] : memref<f32>
  %y = memref.load %a[] : memref<f32>
  linalg.fill ins(%y : f32) outs(%out : memref<4xf32>)
  return
}

func.func private @calls(%out: memref<4xf32>, %x: f32) {
  func.call @makes(%out, %x) : (memref<4xf32>, f32) -> ()
  return
}

func.func private @other(%out: memref<4xf32>, %x: f32) {
  linalg.fill ins(%x : f32) outs(%out : memref<4xf32>)
  return
}

// CHECK-LABEL: func @main
func.func @main(%out: memref<4xf32>, %x: f32) {
  // CHECK: scf.for
  scf.forall (%i) in (4) {
    // CHECK: call @calls
    func.call @calls(%out, %x) : (memref<4xf32>, f32) -> ()
  }
  // CHECK: scf.forall
  scf.forall (%i) in (4) {
    // CHECK: call @other
    func.call @other(%out, %x) : (memref<4xf32>, f32) -> ()
  }
  return
}
