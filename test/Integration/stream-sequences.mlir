// Along time: windows over a sequence, layers for each token, and attention, of
// which a row is a query. Keys and values exist as a whole, scores a row at a
// time: no tensor has 24 x 24 elements.
// DEFINE: %{planned} = mplan-pipeline{optimize=none poison red-zone=16},mplan-to-llvm{symbol-prefix=mplan_ assertions=abort aliasing=checked}
// RUN: mplan-opt %s --split-input-file --mplan-stream="uncut remarks" --canonicalize --verify-diagnostics | FileCheck %s
// RUN: mplan-equiv %s --split-input-file --import= --opt-level=0 --mode='cut:mplan-stream{io=arena},%{planned}' --mode='uncut:mplan-stream{uncut},%{planned}' | FileCheck %s --check-prefix=EQUAL
// EQUAL-COUNT-5: equal: 2 inputs, 2 calls each

// CHECK-LABEL: func.func @windows(
// CHECK-NOT: tensor<2x24x6xf32>
// CHECK: return
func.func @windows(%x: tensor<2x24x3xf32>, %w: tensor<3x3x6xf32>, %v: tensor<5x6x2xf32>) -> tensor<2x24x2xf32> {
  %zero = arith.constant 0.0 : f32
  %xp = tensor.pad %x low[0, 2, 0] high[0, 0, 0] {
  ^bb0(%i: index, %j: index, %k: index):
    tensor.yield %zero : f32
  } : tensor<2x24x3xf32> to tensor<2x26x3xf32>
  %e = tensor.empty() : tensor<2x24x6xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<2x24x6xf32>) -> tensor<2x24x6xf32>
  %a = linalg.conv_1d_nwc_wcf {dilations = dense<1> : vector<1xi64>, strides = dense<1> : vector<1xi64>} ins(%xp, %w : tensor<2x26x3xf32>, tensor<3x3x6xf32>) outs(%f : tensor<2x24x6xf32>) -> tensor<2x24x6xf32>
  %ap = tensor.pad %a low[0, 8, 0] high[0, 0, 0] {
  ^bb0(%i: index, %j: index, %k: index):
    tensor.yield %zero : f32
  } : tensor<2x24x6xf32> to tensor<2x32x6xf32>
  %g = tensor.empty() : tensor<2x24x2xf32>
  %h = linalg.fill ins(%zero : f32) outs(%g : tensor<2x24x2xf32>) -> tensor<2x24x2xf32>
  // expected-remark @below {{streamed: 6 ops in 24 rows, with 504 bytes of rings (3, 9 rows)}}
  %b = linalg.conv_1d_nwc_wcf {dilations = dense<2> : vector<1xi64>, strides = dense<1> : vector<1xi64>} ins(%ap, %v : tensor<2x32x6xf32>, tensor<5x6x2xf32>) outs(%h : tensor<2x24x2xf32>) -> tensor<2x24x2xf32>
  return %b : tensor<2x24x2xf32>
}

// -----

// Steps of two on the way in, and each result twice on the way out.
// CHECK-LABEL: func.func @windows_channels_first(
// CHECK-NOT: tensor<1x6x12xf32>
// CHECK: return
func.func @windows_channels_first(%x: tensor<1x3x25xf32>, %w: tensor<6x3x3xf32>, %v: tensor<2x6x3xf32>) -> tensor<1x2x22xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x6x12xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x6x12xf32>) -> tensor<1x6x12xf32>
  %a = linalg.conv_1d_ncw_fcw {dilations = dense<1> : vector<1xi64>, strides = dense<2> : vector<1xi64>} ins(%x, %w : tensor<1x3x25xf32>, tensor<6x3x3xf32>) outs(%f : tensor<1x6x12xf32>) -> tensor<1x6x12xf32>
  %u = tensor.empty() : tensor<1x6x24xf32>
  %t = linalg.generic {indexing_maps = [affine_map<(b, c, t) -> (b, c, t floordiv 2)>, affine_map<(b, c, t) -> (b, c, t)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%a : tensor<1x6x12xf32>) outs(%u : tensor<1x6x24xf32>) {
  ^bb0(%p: f32, %q: f32):
    linalg.yield %p : f32
  } -> tensor<1x6x24xf32>
  %g = tensor.empty() : tensor<1x2x22xf32>
  %h = linalg.fill ins(%zero : f32) outs(%g : tensor<1x2x22xf32>) -> tensor<1x2x22xf32>
  // expected-remark @below {{streamed: 5 ops in 22 rows, with 96 bytes of rings (1, 3 rows)}}
  %b = linalg.conv_1d_ncw_fcw {dilations = dense<1> : vector<1xi64>, strides = dense<1> : vector<1xi64>} ins(%t, %v : tensor<1x6x24xf32>, tensor<2x6x3xf32>) outs(%h : tensor<1x2x22xf32>) -> tensor<1x2x22xf32>
  return %b : tensor<1x2x22xf32>
}

// -----

// For each token: an expanded one exists, with the token itself for the sum.
// CHECK-LABEL: func.func @feed_forward(
// CHECK-NOT: tensor<24x32xf32>
// CHECK: return
func.func @feed_forward(%x: tensor<24x8xf32>, %p: tensor<8x8xf32>, %w: tensor<8x32xf32>, %v: tensor<32x8xf32>) -> tensor<24x8xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<24x8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<24x8xf32>) -> tensor<24x8xf32>
  %x1 = linalg.tanh ins(%x : tensor<24x8xf32>) outs(%e : tensor<24x8xf32>) -> tensor<24x8xf32>
  %x2 = linalg.exp ins(%x1 : tensor<24x8xf32>) outs(%e : tensor<24x8xf32>) -> tensor<24x8xf32>
  %x3 = linalg.sqrt ins(%x2 : tensor<24x8xf32>) outs(%e : tensor<24x8xf32>) -> tensor<24x8xf32>
  %y = linalg.matmul ins(%x3, %p : tensor<24x8xf32>, tensor<8x8xf32>) outs(%f : tensor<24x8xf32>) -> tensor<24x8xf32>
  %g = tensor.empty() : tensor<24x32xf32>
  %h = linalg.fill ins(%zero : f32) outs(%g : tensor<24x32xf32>) -> tensor<24x32xf32>
  %a = linalg.matmul ins(%y, %w : tensor<24x8xf32>, tensor<8x32xf32>) outs(%h : tensor<24x32xf32>) -> tensor<24x32xf32>
  %b = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<24x32xf32>) outs(%g : tensor<24x32xf32>) {
  ^bb0(%s: f32, %r: f32):
    %m = arith.mulf %s, %s : f32
    %n = arith.maximumf %m, %s : f32
    linalg.yield %n : f32
  } -> tensor<24x32xf32>
  %c = linalg.matmul ins(%b, %v : tensor<24x32xf32>, tensor<32x8xf32>) outs(%f : tensor<24x8xf32>) -> tensor<24x8xf32>
  // expected-remark @below {{streamed: 10 ops in 24 rows, with 32 bytes of rings (1 rows)}}
  %d = linalg.add ins(%c, %y : tensor<24x8xf32>, tensor<24x8xf32>) outs(%e : tensor<24x8xf32>) -> tensor<24x8xf32>
  return %d : tensor<24x8xf32>
}

// -----

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
// What queries, keys and values are made of is needed as a whole, and is there.
// CHECK-LABEL: func.func @attention(
// CHECK: linalg.sqrt
// CHECK: %[[N:.*]] = linalg.tanh {{.*}} -> tensor<24x8xf32>
// CHECK: linalg.matmul {{.*}} -> tensor<24x16xf32>
// CHECK: linalg.matmul {{.*}} -> tensor<24x8xf32>
// CHECK-NOT: linalg.matmul
// CHECK-NOT: 24x24
// CHECK: scf.for
// CHECK:   tensor.extract_slice %[[N]]
// CHECK-NOT: 24x24
// CHECK: return
func.func @attention(%in: tensor<24x8xf32>, %w: tensor<8x40xf32>) -> tensor<24x8xf32> {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<24x8xf32>
  %in1 = linalg.tanh ins(%in : tensor<24x8xf32>) outs(%e : tensor<24x8xf32>) -> tensor<24x8xf32>
  %in2 = linalg.exp ins(%in1 : tensor<24x8xf32>) outs(%e : tensor<24x8xf32>) -> tensor<24x8xf32>
  %x = linalg.sqrt ins(%in2 : tensor<24x8xf32>) outs(%e : tensor<24x8xf32>) -> tensor<24x8xf32>
  %wq = tensor.extract_slice %w[0, 0] [8, 16] [1, 1] : tensor<8x40xf32> to tensor<8x16xf32>
  %wk = tensor.extract_slice %w[0, 16] [8, 16] [1, 1] : tensor<8x40xf32> to tensor<8x16xf32>
  %wv = tensor.extract_slice %w[0, 32] [8, 8] [1, 1] : tensor<8x40xf32> to tensor<8x8xf32>
  %n = linalg.tanh ins(%x : tensor<24x8xf32>) outs(%e : tensor<24x8xf32>) -> tensor<24x8xf32>
  %e1 = tensor.empty() : tensor<24x16xf32>
  %f1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<24x16xf32>) -> tensor<24x16xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e : tensor<24x8xf32>) -> tensor<24x8xf32>
  %q = linalg.matmul ins(%n, %wq : tensor<24x8xf32>, tensor<8x16xf32>) outs(%f1 : tensor<24x16xf32>) -> tensor<24x16xf32>
  %k = linalg.matmul ins(%n, %wk : tensor<24x8xf32>, tensor<8x16xf32>) outs(%f1 : tensor<24x16xf32>) -> tensor<24x16xf32>
  %v = linalg.matmul ins(%n, %wv : tensor<24x8xf32>, tensor<8x8xf32>) outs(%f2 : tensor<24x8xf32>) -> tensor<24x8xf32>
  %e3 = tensor.empty() : tensor<24x24xf32>
  %f3 = linalg.fill ins(%zero : f32) outs(%e3 : tensor<24x24xf32>) -> tensor<24x24xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(i, j, c) -> (i, c)>, affine_map<(i, j, c) -> (j, c)>, affine_map<(i, j, c) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%q, %k : tensor<24x16xf32>, tensor<24x16xf32>) outs(%f3 : tensor<24x24xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %m = arith.mulf %a, %b : f32
    %r = arith.addf %c, %m : f32
    linalg.yield %r : f32
  } -> tensor<24x24xf32>
  %e4 = tensor.empty() : tensor<24xf32>
  %f4 = linalg.fill ins(%low : f32) outs(%e4 : tensor<24xf32>) -> tensor<24xf32>
  %max = linalg.reduce { arith.maximumf } ins(%s : tensor<24x24xf32>) outs(%f4 : tensor<24xf32>) dimensions = [1]
  %p = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%s, %max : tensor<24x24xf32>, tensor<24xf32>) outs(%e3 : tensor<24x24xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %m = arith.subf %a, %b : f32
    %r = math.exp %m : f32
    linalg.yield %r : f32
  } -> tensor<24x24xf32>
  %f5 = linalg.fill ins(%zero : f32) outs(%e4 : tensor<24xf32>) -> tensor<24xf32>
  %sum = linalg.reduce { arith.addf } ins(%p : tensor<24x24xf32>) outs(%f5 : tensor<24xf32>) dimensions = [1]
  %soft = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%p, %sum : tensor<24x24xf32>, tensor<24xf32>) outs(%e3 : tensor<24x24xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %m = arith.divf %a, %b : f32
    linalg.yield %m : f32
  } -> tensor<24x24xf32>
  %o = linalg.matmul ins(%soft, %v : tensor<24x24xf32>, tensor<24x8xf32>) outs(%f2 : tensor<24x8xf32>) -> tensor<24x8xf32>
  // expected-remark @below {{streamed: 13 ops in 24 rows, with 192 bytes of rings (1, 1 rows); not further: 'linalg.generic' reads all of a tensor for each row}}
  %y = linalg.add ins(%o, %x : tensor<24x8xf32>, tensor<24x8xf32>) outs(%e : tensor<24x8xf32>) -> tensor<24x8xf32>
  return %y : tensor<24x8xf32>
}

// -----

// A factor for each channel, of all rows: what it is multiplied with is there,
// and what follows is streamed.
// CHECK-LABEL: func.func @squeeze_and_excite(
// CHECK: linalg.reduce
// CHECK: scf.for
// CHECK: return
func.func @squeeze_and_excite(%x: tensor<24x8xf32>, %w: tensor<8x8xf32>, %v: tensor<8x16xf32>, %u: tensor<16x4xf32>) -> tensor<24x4xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<24x8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<24x8xf32>) -> tensor<24x8xf32>
  %y = linalg.matmul ins(%x, %w : tensor<24x8xf32>, tensor<8x8xf32>) outs(%f : tensor<24x8xf32>) -> tensor<24x8xf32>
  %e1 = tensor.empty() : tensor<8xf32>
  %f1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<8xf32>) -> tensor<8xf32>
  %s = linalg.reduce { arith.addf } ins(%y : tensor<24x8xf32>) outs(%f1 : tensor<8xf32>) dimensions = [0]
  %z = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%y, %s : tensor<24x8xf32>, tensor<8xf32>) outs(%e : tensor<24x8xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %m = arith.mulf %a, %b : f32
    linalg.yield %m : f32
  } -> tensor<24x8xf32>
  %g = tensor.empty() : tensor<24x16xf32>
  %h = linalg.fill ins(%zero : f32) outs(%g : tensor<24x16xf32>) -> tensor<24x16xf32>
  %a = linalg.matmul ins(%z, %v : tensor<24x8xf32>, tensor<8x16xf32>) outs(%h : tensor<24x16xf32>) -> tensor<24x16xf32>
  %e2 = tensor.empty() : tensor<24x4xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<24x4xf32>) -> tensor<24x4xf32>
  %b = linalg.matmul ins(%a, %u : tensor<24x16xf32>, tensor<16x4xf32>) outs(%f2 : tensor<24x4xf32>) -> tensor<24x4xf32>
  // expected-remark @below {{streamed: 6 ops in 24 rows, with 16 bytes of rings (1 rows); not further: 'linalg.generic' reads all of a tensor for each row}}
  %t = linalg.add ins(%b, %b : tensor<24x4xf32>, tensor<24x4xf32>) outs(%e2 : tensor<24x4xf32>) -> tensor<24x4xf32>
  return %t : tensor<24x4xf32>
}
