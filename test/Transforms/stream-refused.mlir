// RUN: mplan-opt %s --mplan-shrink="optimize=size stream=on" --split-input-file --verify-diagnostics

// Each of these is computed as it is, and says why.

#id = affine_map<(i, j) -> (i, j)>
// expected-error @below {{nothing is computed row by row, as stream=on wants it: 'linalg.generic' reads rows backwards}}
module {
  func.func @backwards(%x: tensor<8x4xf32>, %w: tensor<4x4xf32>) -> tensor<8x4xf32> {
    %e = tensor.empty() : tensor<8x4xf32>
    %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (-i + 7, j)>, #id], iterator_types = ["parallel", "parallel"]}
        ins(%x : tensor<8x4xf32>) outs(%e : tensor<8x4xf32>) {
    ^bb0(%a: f32, %b: f32):
      linalg.yield %a : f32
    } -> tensor<8x4xf32>
    return %0 : tensor<8x4xf32>
  }
}

// -----

#id = affine_map<(i, j) -> (i, j)>
// expected-error @below {{'linalg.generic' reads rows by an index that is no sum of multiples, of which one may be divided}}
module {
  func.func @cyclic(%x: tensor<4x4xf32>) -> tensor<8x4xf32> {
    %e = tensor.empty() : tensor<8x4xf32>
    %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i mod 4, j)>, #id], iterator_types = ["parallel", "parallel"]}
        ins(%x : tensor<4x4xf32>) outs(%e : tensor<8x4xf32>) {
    ^bb0(%a: f32, %b: f32):
      linalg.yield %a : f32
    } -> tensor<8x4xf32>
    return %0 : tensor<8x4xf32>
  }
}

// -----

// expected-error @below {{a tensor is read along two dimensions}}
module {
  func.func @two_dimensions(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %e = tensor.empty() : tensor<8x8xf32>
    %0 = linalg.transpose ins(%x : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) permutation = [1, 0]
    %f = tensor.empty() : tensor<8x8xf32>
    %1 = linalg.add ins(%x, %0 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%f : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %1 : tensor<8x8xf32>
  }
}

// -----

// expected-error @below {{'linalg.matmul' reads all of a tensor for each row}}
module {
  func.func @all_rows(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %w = arith.constant dense<2.0> : tensor<8x8xf32>
    %e = tensor.empty() : tensor<8x8xf32>
    %1 = linalg.matmul ins(%w, %x : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %1 : tensor<8x8xf32>
  }
}

// -----

// expected-error @below {{'tensor.expand_shape' makes rows of a part of one}}
module {
  func.func @reshaped(%x: tensor<32xf32>) -> tensor<8x4xf32> {
    %0 = tensor.expand_shape %x [[0, 1]] output_shape [8, 4] : tensor<32xf32> into tensor<8x4xf32>
    return %0 : tensor<8x4xf32>
  }
}

// -----

// expected-error @below {{no function leads from a tensor to another one}}
module {
  func.func @nothing(%x: f32) -> tensor<8xf32> {
    %e = tensor.empty() : tensor<8xf32>
    %0 = linalg.fill ins(%x : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
    return %0 : tensor<8xf32>
  }
}

// -----

// expected-error @below {{'linalg.generic' reads rows by an index that is computed}}
module {
  func.func @gathered(%x: tensor<8x4xf32>, %rows: tensor<8xindex>) -> tensor<8x4xf32> {
    %e = tensor.empty() : tensor<8x4xf32>
    %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
        ins(%rows : tensor<8xindex>) outs(%e : tensor<8x4xf32>) {
    ^bb0(%row: index, %b: f32):
      %j = linalg.index 1 : index
      %a = tensor.extract %x[%row, %j] : tensor<8x4xf32>
      linalg.yield %a : f32
    } -> tensor<8x4xf32>
    return %0 : tensor<8x4xf32>
  }
}

// -----

// A bilinear resize, as tosa-to-linalg makes it: of rows that are clamped.
// expected-error @below {{'linalg.generic' reads rows by an index that is computed}}
module {
  func.func @resized(%x: tensor<5x4xf32>) -> tensor<9x4xf32> {
    %two = arith.constant 2 : index
    %last = arith.constant 4 : index
    %one = arith.constant 1 : index
    %e = tensor.empty() : tensor<9x4xf32>
    %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<9x4xf32>) {
    ^bb0(%b: f32):
      %i = linalg.index 0 : index
      %j = linalg.index 1 : index
      %above = arith.divui %i, %two : index
      %next = arith.addi %above, %one : index
      %below = arith.minui %next, %last : index
      %p = tensor.extract %x[%above, %j] : tensor<5x4xf32>
      %q = tensor.extract %x[%below, %j] : tensor<5x4xf32>
      %a = arith.addf %p, %q : f32
      linalg.yield %a : f32
    } -> tensor<9x4xf32>
    return %0 : tensor<9x4xf32>
  }
}

// -----

// expected-error @below {{no function leads from a tensor to another one}}
module {
  func.func @dynamic(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
    %0 = linalg.exp ins(%x : tensor<?x4xf32>) outs(%x : tensor<?x4xf32>) -> tensor<?x4xf32>
    return %0 : tensor<?x4xf32>
  }
}

// -----

// expected-error @below {{'tensor.concat' puts rows after each other}}
module {
  func.func @rows_after_each_other(%x: tensor<8x4xf32>) -> tensor<16x4xf32> {
    %0 = tensor.concat dim(0) %x, %x : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<16x4xf32>
    return %0 : tensor<16x4xf32>
  }
}

// -----

#id = affine_map<(i, j) -> (i, j)>
#column = affine_map<(i, j) -> (j)>
// Softmax over rows: the largest one of all of them is needed for each.
// expected-error @below {{'linalg.generic' reads all of a tensor for each row}}
module {
  func.func @softmax_over_rows(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
    %low = arith.constant 0xFF800000 : f32
    %e1 = tensor.empty() : tensor<4xf32>
    %f1 = linalg.fill ins(%low : f32) outs(%e1 : tensor<4xf32>) -> tensor<4xf32>
    %max = linalg.reduce { arith.maximumf } ins(%x : tensor<8x4xf32>) outs(%f1 : tensor<4xf32>) dimensions = [0]
    %e = tensor.empty() : tensor<8x4xf32>
    %0 = linalg.generic {indexing_maps = [#id, #column, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %max : tensor<8x4xf32>, tensor<4xf32>) outs(%e : tensor<8x4xf32>) {
    ^bb0(%a: f32, %b: f32, %c: f32):
      %m = arith.subf %a, %b : f32
      %r = math.exp %m : f32
      linalg.yield %r : f32
    } -> tensor<8x4xf32>
    return %0 : tensor<8x4xf32>
  }
}

// -----

// Along channels all of the input would be read for each.
// expected-error @below {{reads all of a tensor for each row}}
module {
  func.func @channels(%x: tensor<1x8xf32>, %w: tensor<8x16xf32>, %v: tensor<16x4xf32>) -> tensor<1x4xf32> {
    %zero = arith.constant 0.0 : f32
    %e = tensor.empty() : tensor<1x16xf32>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x16xf32>) -> tensor<1x16xf32>
    %0 = linalg.matmul ins(%x, %w : tensor<1x8xf32>, tensor<8x16xf32>) outs(%f : tensor<1x16xf32>) -> tensor<1x16xf32>
    %e1 = tensor.empty() : tensor<1x4xf32>
    %f1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<1x4xf32>) -> tensor<1x4xf32>
    %1 = linalg.matmul ins(%0, %v : tensor<1x16xf32>, tensor<16x4xf32>) outs(%f1 : tensor<1x4xf32>) -> tensor<1x4xf32>
    return %1 : tensor<1x4xf32>
  }
}
