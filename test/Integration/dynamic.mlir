// Programs of unknown extents with a declared bound: compiled once, run with
// several extents up to the bound, they give the bytes of the unplanned program
// and take nothing from the heap.
// RUN: mplan-equiv %s --entry=chain --extent=0:0=1,8,3 | FileCheck %s
// RUN: mplan-equiv %s --entry=loop --extent=0:0=8,1 --int-range=1:0..5 --seeds=4 | FileCheck %s
// RUN: mplan-equiv %s --entry=branches --extent=0:0=5,8 --extent=0:1=3,1 --seeds=4 | FileCheck %s
// RUN: mplan-equiv %s --entry=calls --extent=0:0=2,8 --extent=1:0=8,3 | FileCheck %s
// RUN: mplan-equiv %s --entry=reshapes --extent=0:0=1,8 | FileCheck %s
// RUN: mplan-equiv %s --entry=tiles --extent=0:0=21,4,1 --extent=1:0=21,4,1 | FileCheck %s
// RUN: mplan-equiv %s --entry=update --extent=0:0=7,8 | FileCheck %s
// CHECK: equal: {{.*}} reference, 0 mplan

func.func @chain(%x: tensor<?x4xf32> {mplan.upper_bound = array<i64: 8, -1>})
    -> tensor<?x4xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x4xf32>
  %e = tensor.empty(%n) : tensor<?x4xf32>
  %0 = linalg.exp ins(%x : tensor<?x4xf32>) outs(%e : tensor<?x4xf32>) -> tensor<?x4xf32>
  %1 = linalg.abs ins(%0 : tensor<?x4xf32>) outs(%e : tensor<?x4xf32>) -> tensor<?x4xf32>
  %2 = linalg.add ins(%0, %1 : tensor<?x4xf32>, tensor<?x4xf32>)
                  outs(%e : tensor<?x4xf32>) -> tensor<?x4xf32>
  return %2 : tensor<?x4xf32>
}

// Two carried values, of which one is the other of the iteration before.
func.func @loop(%x: tensor<?xf32> {mplan.upper_bound = array<i64: 8>}, %k: index)
    -> (tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %k step %c1 iter_args(%a = %x, %b = %x)
      -> (tensor<?xf32>, tensor<?xf32>) {
    %n = tensor.dim %a, %c0 : tensor<?xf32>
    %e = tensor.empty(%n) : tensor<?xf32>
    %0 = linalg.exp ins(%b : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
    %1 = linalg.sub ins(%a, %0 : tensor<?xf32>, tensor<?xf32>)
                    outs(%e : tensor<?xf32>) -> tensor<?xf32>
    scf.yield %1, %a : tensor<?xf32>, tensor<?xf32>
  }
  return %r#0, %r#1 : tensor<?xf32>, tensor<?xf32>
}

// A branch by the data makes its own tensor, or hands on another.
func.func @branches(%x: tensor<?x?xf32> {mplan.upper_bound = array<i64: 8, 3>})
    -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %n = tensor.dim %x, %c0 : tensor<?x?xf32>
  %m = tensor.dim %x, %c1 : tensor<?x?xf32>
  %e = tensor.empty(%n, %m) : tensor<?x?xf32>
  %y = linalg.exp ins(%x : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %first = tensor.extract %x[%c0, %c0] : tensor<?x?xf32>
  %c = arith.cmpf olt, %first, %zero : f32
  %r = scf.if %c -> tensor<?x?xf32> {
    %0 = linalg.negf ins(%x : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
    scf.yield %0 : tensor<?x?xf32>
  } else {
    scf.yield %y : tensor<?x?xf32>
  }
  %s = linalg.sub ins(%r, %y : tensor<?x?xf32>, tensor<?x?xf32>)
                  outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %s : tensor<?x?xf32>
}

// One function for two extents; its buffers are planned for the larger.
func.func @calls(%x: tensor<?xf32> {mplan.upper_bound = array<i64: 8>},
                 %y: tensor<?xf32> {mplan.upper_bound = array<i64: 8>}) -> f32 {
  %a = call @sum(%x) : (tensor<?xf32>) -> f32
  %b = call @sum(%y) : (tensor<?xf32>) -> f32
  %0 = arith.subf %a, %b : f32
  return %0 : f32
}
func.func private @sum(%x: tensor<?xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %e = tensor.empty(%n) : tensor<?xf32>
  %0 = linalg.exp ins(%x : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %f = tensor.empty() : tensor<f32>
  %init = linalg.fill ins(%zero : f32) outs(%f : tensor<f32>) -> tensor<f32>
  %1 = linalg.reduce {arith.addf} ins(%0 : tensor<?xf32>) outs(%init : tensor<f32>)
       dimensions = [0]
  %2 = tensor.extract %1[] : tensor<f32>
  return %2 : f32
}

// Computed under another shape than it is returned in.
func.func @reshapes(%x: tensor<?x4xf32> {mplan.upper_bound = array<i64: 8, -1>})
    -> (tensor<?xf32>, tensor<?x2x2xf32>) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x4xf32>
  %e = tensor.empty(%n) : tensor<?x4xf32>
  %0 = linalg.exp ins(%x : tensor<?x4xf32>) outs(%e : tensor<?x4xf32>) -> tensor<?x4xf32>
  %1 = tensor.collapse_shape %0 [[0, 1]] : tensor<?x4xf32> into tensor<?xf32>
  %2 = linalg.abs ins(%0 : tensor<?x4xf32>) outs(%e : tensor<?x4xf32>) -> tensor<?x4xf32>
  %3 = tensor.expand_shape %2 [[0], [1, 2]] output_shape [%n, 2, 2]
       : tensor<?x4xf32> into tensor<?x2x2xf32>
  return %1, %3 : tensor<?xf32>, tensor<?x2x2xf32>
}

// No bound is declared: tiles of at most 8, the last one shorter.
func.func @tiles(%x: memref<?xf32>, %y: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  scf.for %i = %c0 to %n step %c8 {
    %m = affine.min affine_map<(d0)[s0] -> (8, s0 - d0)>(%i)[%n]
    %a = memref.alloc(%m) : memref<?xf32>
    %in = memref.subview %x[%i] [%m] [1] : memref<?xf32> to memref<?xf32, strided<[1], offset: ?>>
    %out = memref.subview %y[%i] [%m] [1] : memref<?xf32> to memref<?xf32, strided<[1], offset: ?>>
    linalg.exp ins(%in : memref<?xf32, strided<[1], offset: ?>>) outs(%a : memref<?xf32>)
    linalg.sub ins(%a, %in : memref<?xf32>, memref<?xf32, strided<[1], offset: ?>>)
               outs(%out : memref<?xf32, strided<[1], offset: ?>>)
    memref.dealloc %a : memref<?xf32>
  }
  return
}

// A writable argument of unknown extent, updated in place.
func.func @update(%x: tensor<?xf32> {mplan.upper_bound = array<i64: 8>,
                                     bufferization.writable = true})
    -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %e = tensor.empty(%n) : tensor<?xf32>
  %0 = linalg.exp ins(%x : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %1 = linalg.add ins(%0, %x : tensor<?xf32>, tensor<?xf32>)
                  outs(%x : tensor<?xf32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}
