// RUN: mplan-opt %s --mplan-fuse --split-input-file --verify-diagnostics

// A mark says a tile for each loop, which must be parallel and of known extent,
// and the tile must divide it.

func.func @reduction(%a: tensor<8x4xf32>, %b: tensor<4x6xf32>,
                     %c: tensor<8x6xf32>) -> tensor<8x6xf32> {
  // expected-error @+1 {{'linalg.matmul' cannot be computed in tiles of array<i64: 0, 0, 2>: for each of its loops that is the extent of a tile, as an i64 array, or 0; only a parallel loop of known extent can be tiled, by what divides its extent. Its loops are parallel 8 parallel 6 reduction 4}}
  %0 = linalg.matmul {mplan.tile = array<i64: 0, 0, 2>}
      ins(%a, %b : tensor<8x4xf32>, tensor<4x6xf32>)
      outs(%c : tensor<8x6xf32>) -> tensor<8x6xf32>
  return %0 : tensor<8x6xf32>
}

// -----

func.func @remainder(%a: tensor<8x4xf32>, %b: tensor<8x4xf32>)
    -> tensor<8x4xf32> {
  // expected-error @+1 {{cannot be computed in tiles of array<i64: 3, 0>}}
  %0 = linalg.exp {mplan.tile = array<i64: 3, 0>}
      ins(%a : tensor<8x4xf32>) outs(%b : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

// -----

func.func @too_few(%a: tensor<8x4xf32>, %b: tensor<8x4xf32>)
    -> tensor<8x4xf32> {
  // expected-error @+1 {{cannot be computed in tiles of array<i64: 2>}}
  %0 = linalg.exp {mplan.tile = array<i64: 2>}
      ins(%a : tensor<8x4xf32>) outs(%b : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

// -----

func.func @negative(%a: tensor<8x4xf32>, %b: tensor<8x4xf32>)
    -> tensor<8x4xf32> {
  // expected-error @+1 {{cannot be computed in tiles of array<i64: -2, 0>}}
  %0 = linalg.exp {mplan.tile = array<i64: -2, 0>}
      ins(%a : tensor<8x4xf32>) outs(%b : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

// -----

func.func @no_array(%a: tensor<8x4xf32>, %b: tensor<8x4xf32>)
    -> tensor<8x4xf32> {
  // expected-error @+1 {{cannot be computed in tiles of 2 : i64}}
  %0 = linalg.exp {mplan.tile = 2}
      ins(%a : tensor<8x4xf32>) outs(%b : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

// -----

func.func @unknown(%a: tensor<?x4xf32>, %b: tensor<?x4xf32>)
    -> tensor<?x4xf32> {
  // expected-error @+1 {{Its loops are parallel ? parallel 4}}
  %0 = linalg.exp {mplan.tile = array<i64: 2, 0>}
      ins(%a : tensor<?x4xf32>) outs(%b : tensor<?x4xf32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// -----

func.func @on_memrefs(%a: memref<8x4xf32>, %b: memref<8x4xf32>) {
  // expected-error @+1 {{cannot be computed in tiles}}
  linalg.exp {mplan.tile = array<i64: 2, 0>}
      ins(%a : memref<8x4xf32>) outs(%b : memref<8x4xf32>)
  return
}
