// RUN: mplan-opt %s --mplan-privatize=parallel=sequential --split-input-file \
// RUN:   --verify-diagnostics

func.func @tensors(%t: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{'scf.forall' makes buffers and cannot be made sequential: it works on tensors; run 'mplan-bufferize' first}}
  %r = scf.forall (%i) in (4) shared_outs(%o = %t) -> tensor<4xf32> {
    %a = memref.alloc() : memref<1xf32>
    %s = bufferization.to_tensor %a : memref<1xf32> to tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%i] [1] [1] : tensor<1xf32> into tensor<4xf32>
    }
  }
  return %r : tensor<4xf32>
}

// -----

func.func @recursive(%x: f32) {
  scf.forall (%i) in (4) {
    %a = memref.alloc() : memref<f32>
    memref.store %x, %a[] : memref<f32>
  }
  // expected-error @below {{recursion: 'recursive' calls 'recursive'}}
  call @recursive(%x) : (f32) -> ()
  return
}
