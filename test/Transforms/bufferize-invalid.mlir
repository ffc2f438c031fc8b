// RUN: mplan-opt %s --mplan-bufferize -verify-diagnostics -split-input-file

// Nobody knows the extents before the call of a function that cannot be
// inlined.

// expected-error @below {{result #0 of 'unknown_extent' is a 'tensor<?xf32>': a result is written to a buffer of the caller, whose extents must be known}}
func.func private @unknown_extent(%x: tensor<?xf32>) -> tensor<?xf32>
    attributes {no_inline} {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %f = arith.constant 0.0 : f32
  %e = tensor.empty(%n) : tensor<?xf32>
  %0 = linalg.fill ins(%f : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func @caller(%x: tensor<?xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %0 = call @unknown_extent(%x) : (tensor<?xf32>) -> tensor<?xf32>
  %1 = tensor.extract %0[%c0] : tensor<?xf32>
  return %1 : f32
}

// -----

// expected-error @below {{result #0 of 'unknown_rank' is a 'tensor<*xf32>': a result is written to a buffer of the caller, whose extents must be known}}
func.func @unknown_rank(%x: tensor<*xf32>) -> tensor<*xf32> {
  return %x : tensor<*xf32>
}

// -----

func.func private @a(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-note @below {{'b' is called here}}
  %0 = call @b(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @b(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{recursion: 'a' calls 'b' calls 'a'}}
  %0 = call @a(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// expected-error @below {{'ext' has no body and returns a tensor, so nobody knows whose the buffer would be}}
func.func private @ext(tensor<4xf32>) -> tensor<4xf32>
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @ext(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @gather(%x: tensor<4xf32>, %i: tensor<2x1xindex>) -> tensor<2x1xf32> {
  // expected-error @below {{'tensor.gather' works on tensors and cannot be bufferized: lower it to linalg, tensor or scf first}}
  %0 = tensor.gather %x[%i] gather_dims([0]) : (tensor<4xf32>, tensor<2x1xindex>) -> tensor<2x1xf32>
  return %0 : tensor<2x1xf32>
}

// -----

func.func @grow(%x: tensor<?xf32>, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %f = arith.constant 1.0 : f32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> tensor<?xf32> {
    %p = tensor.pad %a low[0] high[1] {
    ^bb0(%k: index):
      tensor.yield %f : f32
    } : tensor<?xf32> to tensor<?xf32>
    // expected-error @below {{the loop carries value #0, a 'tensor<?xf32>', as a new tensor in each iteration whose extents may be others than before: its buffer cannot be made before the loop; take its sizes from what is carried in, or give it the largest and carry them beside it}}
    scf.yield %p : tensor<?xf32>
  }
  %v = tensor.extract %r[%c0] : tensor<?xf32>
  return %v : f32
}

// -----

// expected-error @below {{a global of type 'tensor<?xf32>' cannot be given a place: its extents must be known}}
ml_program.global private mutable @g(dense<0.0> : tensor<4xf32>) : tensor<?xf32>
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// -----

// Upstream's verifier does not compare them.
// expected-error @below {{a global of type 'tensor<0x3xi64>' has a value that is no tensor of that type}}
ml_program.global private mutable @other(dense<1> : tensor<1x3xi64>) : tensor<0x3xi64>
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// -----

// expected-error @below {{a global of type 'tensor<3xi64>' has a value that is no tensor of that type}}
ml_program.global private mutable @scalar(3 : i64) : tensor<3xi64>
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// -----

// Nor these.
func.func @expand(%x: tensor<4xf32>) -> tensor<2x2xf32> {
  // expected-error @below {{'tensor.expand_shape' gives a 'tensor<2x2xf32>', but says that the extent of dimension 0 is 3}}
  %e = tensor.expand_shape %x [[0, 1]] output_shape [3, 2] : tensor<4xf32> into tensor<2x2xf32>
  return %e : tensor<2x2xf32>
}

// -----

// A value of a function's type would have to change with it.
// expected-error @below {{'taken' takes or returns tensors and is not only called, so that its type cannot change: call it directly, or give it memrefs}}
func.func @taken(%x: tensor<4xf32>) {
  return
}
func.func @other() -> ((tensor<4xf32>) -> ()) {
  // expected-note @below {{referred to here}}
  %0 = func.constant @taken : (tensor<4xf32>) -> ()
  return %0 : (tensor<4xf32>) -> ()
}
