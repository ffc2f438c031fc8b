// Programs that differ are told apart, and how: the exit code is 1.
// RUN: split-file %s %t
// RUN: %exits 1 mplan-equiv %t/a.mlir --other=%t/result.mlir %heap \
// RUN:   | FileCheck %s --check-prefix=RESULT
// RUN: %exits 1 mplan-equiv %t/a.mlir --other=%t/late.mlir %heap \
// RUN:   | FileCheck %s --check-prefix=LATE
// RUN: %exits 1 mplan-equiv %t/a.mlir --other=%t/argument.mlir %heap \
// RUN:   | FileCheck %s --check-prefix=ARGUMENT
// RUN: %exits 1 mplan-equiv %t/a.mlir --other=%t/outside.mlir %heap \
// RUN:   | FileCheck %s --check-prefix=OUTSIDE
// RUN: %exits 1 mplan-equiv %t/a.mlir --other=%t/rounded.mlir %heap
// RUN: mplan-equiv %t/a.mlir --other=%t/rounded.mlir --tolerance=1e-5 %heap
// RUN: %exits 1 mplan-equiv %t/a.mlir --other=%t/result.mlir --tolerance=1e-5 \
// RUN:   %heap

//--- a.mlir
func.func @f(%a: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %n = arith.addf %a, %a : tensor<2x3xf32>
  return %n : tensor<2x3xf32>
}

// One element is another.
//--- result.mlir
// RESULT: seed 0, call 1: result #0: first at [1, 2]: reference
// RESULT-SAME: , mplan {{.*}}; 1 of 6 elements differ
// RESULT: seed 0, call 2: result #0: first at [1, 2]
// RESULT-NOT: seed 1
func.func @f(%a: memref<2x3xf32>, %out: memref<2x3xf32>) {
  %one = arith.constant 1 : index
  %two = arith.constant 2 : index
  linalg.add ins(%a, %a : memref<2x3xf32>, memref<2x3xf32>)
             outs(%out : memref<2x3xf32>)
  %x = memref.load %out[%one, %two] : memref<2x3xf32>
  %y = arith.addf %x, %x : f32
  memref.store %y, %out[%one, %two] : memref<2x3xf32>
  return
}

// The first call is right; the second sees what the first one left.
//--- late.mlir
// LATE-NOT: call 1
// LATE: seed 0, call 2: result #0: first at [0, 0]
// LATE-SAME: 6 of 6 elements differ
memref.global "private" @calls : memref<i32> = dense<0>
func.func @f(%a: memref<2x3xf32>, %out: memref<2x3xf32>) {
  %one = arith.constant 1 : i32
  %calls = memref.get_global @calls : memref<i32>
  %n = memref.load %calls[] : memref<i32>
  %m = arith.addi %n, %one : i32
  memref.store %m, %calls[] : memref<i32>
  %f = arith.sitofp %n : i32 to f32
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>,
                                   affine_map<(i, j) -> (i, j)>],
                  iterator_types = ["parallel", "parallel"]}
      ins(%a : memref<2x3xf32>) outs(%out : memref<2x3xf32>) {
  ^bb0(%x: f32, %old: f32):
    %y = arith.addf %x, %x : f32
    %z = arith.addf %y, %f : f32
    linalg.yield %z : f32
  }
  return
}

// The result is right, the argument is not what it was.
//--- argument.mlir
// ARGUMENT: seed 0, call 1: mplan changed argument #0: first at [0, 0]: before
func.func @f(%a: memref<2x3xf32>, %out: memref<2x3xf32>) {
  linalg.add ins(%a, %a : memref<2x3xf32>, memref<2x3xf32>)
             outs(%a : memref<2x3xf32>)
  memref.copy %a, %out : memref<2x3xf32> to memref<2x3xf32>
  return
}

// A write just behind the result.
//--- outside.mlir
// OUTSIDE: seed 0, call 1: mplan wrote outside a result's buffer
func.func @f(%a: memref<2x3xf32>, %out: memref<2x3xf32>) {
  %zero = arith.constant 0.0 : f32
  %behind = arith.constant 6 : index
  linalg.add ins(%a, %a : memref<2x3xf32>, memref<2x3xf32>)
             outs(%out : memref<2x3xf32>)
  %flat = memref.reinterpret_cast %out to offset: [0], sizes: [9], strides: [1]
      : memref<2x3xf32> to memref<9xf32>
  memref.store %zero, %flat[%behind] : memref<9xf32>
  return
}

// A last bit here and there.
//--- rounded.mlir
func.func @f(%a: memref<2x3xf32>, %out: memref<2x3xf32>) {
  %c = arith.constant 1.000001 : f32
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>,
                                   affine_map<(i, j) -> (i, j)>],
                  iterator_types = ["parallel", "parallel"]}
      ins(%a : memref<2x3xf32>) outs(%out : memref<2x3xf32>) {
  ^bb0(%x: f32, %old: f32):
    %y = arith.addf %x, %x : f32
    %z = arith.mulf %y, %c : f32
    linalg.yield %z : f32
  }
  return
}
