// RUN: mplan-opt %s --mplan-fold-broadcasts --split-input-file | FileCheck %s

#row = affine_map<(d0, d1) -> (0, d1)>
#id = affine_map<(d0, d1) -> (d0, d1)>

// The copy that is made where the extent is 1 has the extents of its source.

// CHECK-LABEL: func @same
func.func @same(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  // CHECK-NOT: scf.if
  // CHECK: linalg.exp ins(%arg0 : tensor<?x4xf32>)
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d = tensor.dim %x, %c0 : tensor<?x4xf32>
  %e = tensor.empty(%d) : tensor<?x4xf32>
  %d2 = tensor.dim %e, %c0 : tensor<?x4xf32>
  %max = arith.maxui %d, %d2 : index
  %is_one = arith.cmpi eq, %d, %c1 : index
  %0 = scf.if %is_one -> (tensor<?x4xf32>) {
    %b = tensor.empty(%max) : tensor<?x4xf32>
    %copy = linalg.generic {indexing_maps = [#row, #id],
                            iterator_types = ["parallel", "parallel"]}
        ins(%x : tensor<?x4xf32>) outs(%b : tensor<?x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x4xf32>
    scf.yield %copy : tensor<?x4xf32>
  } else {
    scf.yield %x : tensor<?x4xf32>
  }
  %1 = linalg.exp ins(%0 : tensor<?x4xf32>) outs(%e : tensor<?x4xf32>) -> tensor<?x4xf32>
  return %1 : tensor<?x4xf32>
}

// -----

#row = affine_map<(d0, d1) -> (0, d1)>
#id = affine_map<(d0, d1) -> (d0, d1)>

// The extent of the result is another's: it may be a broadcast.

// CHECK-LABEL: func @other_extent
func.func @other_extent(%x: tensor<?x4xf32>, %n: index) -> tensor<?x4xf32> {
  // CHECK: arith.maxui
  // CHECK: scf.if
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d = tensor.dim %x, %c0 : tensor<?x4xf32>
  %max = arith.maxui %d, %n : index
  %is_one = arith.cmpi eq, %d, %c1 : index
  %0 = scf.if %is_one -> (tensor<?x4xf32>) {
    %b = tensor.empty(%max) : tensor<?x4xf32>
    %copy = linalg.generic {indexing_maps = [#row, #id],
                            iterator_types = ["parallel", "parallel"]}
        ins(%x : tensor<?x4xf32>) outs(%b : tensor<?x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x4xf32>
    scf.yield %copy : tensor<?x4xf32>
  } else {
    scf.yield %x : tensor<?x4xf32>
  }
  return %0 : tensor<?x4xf32>
}

// -----

#row = affine_map<(d0, d1) -> (0, d1)>
#id = affine_map<(d0, d1) -> (d0, d1)>

// The condition does not say that the extent is 1: the first row is repeated.

// CHECK-LABEL: func @other_condition
func.func @other_condition(%x: tensor<?x4xf32>, %c: i1) -> tensor<?x4xf32> {
  // CHECK: scf.if
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?x4xf32>
  %0 = scf.if %c -> (tensor<?x4xf32>) {
    %b = tensor.empty(%d) : tensor<?x4xf32>
    %copy = linalg.generic {indexing_maps = [#row, #id],
                            iterator_types = ["parallel", "parallel"]}
        ins(%x : tensor<?x4xf32>) outs(%b : tensor<?x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x4xf32>
    scf.yield %copy : tensor<?x4xf32>
  } else {
    scf.yield %x : tensor<?x4xf32>
  }
  return %0 : tensor<?x4xf32>
}

// -----

#row = affine_map<(d0, d1) -> (0, d1)>
#id = affine_map<(d0, d1) -> (d0, d1)>

// It is no copy.

// CHECK-LABEL: func @other_body
func.func @other_body(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  // CHECK: scf.if
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d = tensor.dim %x, %c0 : tensor<?x4xf32>
  %is_one = arith.cmpi eq, %d, %c1 : index
  %0 = scf.if %is_one -> (tensor<?x4xf32>) {
    %b = tensor.empty(%d) : tensor<?x4xf32>
    %copy = linalg.generic {indexing_maps = [#row, #id],
                            iterator_types = ["parallel", "parallel"]}
        ins(%x : tensor<?x4xf32>) outs(%b : tensor<?x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %neg = arith.negf %in : f32
      linalg.yield %neg : f32
    } -> tensor<?x4xf32>
    scf.yield %copy : tensor<?x4xf32>
  } else {
    scf.yield %x : tensor<?x4xf32>
  }
  return %0 : tensor<?x4xf32>
}
