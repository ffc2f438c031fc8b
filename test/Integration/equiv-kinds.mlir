// Every kind of argument and result that crosses an entry's boundary.
// RUN: mplan-equiv %s --entry=elements %heap | FileCheck %s
// RUN: mplan-equiv %s --entry=scalars --seeds=4 %heap | FileCheck %s --check-prefix=FOUR
// RUN: mplan-equiv %s --entry=memrefs %heap | FileCheck %s --check-prefix=TWO
// RUN: mplan-equiv %s --entry=empty %heap | FileCheck %s --check-prefix=TWO

// CHECK: equal: 2 inputs, 2 calls each, 11 outputs; heap bytes a call:
// FOUR: equal: 4 inputs, 2 calls each, 4 outputs
// TWO: equal: 2 inputs, 2 calls each, 2 outputs

func.func @elements(%a: tensor<3x5xf32>, %b: tensor<7xf64>, %c: tensor<4xf16>,
                    %d: tensor<4xbf16>, %e: tensor<9x3xi1>, %f: tensor<2xi8>,
                    %g: tensor<2xi16>, %h: tensor<6xi32>, %i: tensor<6xi64>,
                    %j: tensor<6xindex>, %k: tensor<3xcomplex<f32>>)
    -> (tensor<3x5xf32>, tensor<7xf64>, tensor<4xf16>, tensor<4xbf16>,
        tensor<9x3xi1>, tensor<2xi8>, tensor<2xi16>, tensor<6xi32>,
        tensor<6xi64>, tensor<6xindex>, tensor<3xcomplex<f32>>) {
  %n = arith.addf %a, %a : tensor<3x5xf32>
  return %n, %b, %c, %d, %e, %f, %g, %h, %i, %j, %k
      : tensor<3x5xf32>, tensor<7xf64>, tensor<4xf16>, tensor<4xbf16>,
        tensor<9x3xi1>, tensor<2xi8>, tensor<2xi16>, tensor<6xi32>,
        tensor<6xi64>, tensor<6xindex>, tensor<3xcomplex<f32>>
}

func.func @scalars(%a: f32, %b: index, %c: i8, %d: i1, %t: tensor<f32>)
    -> (f32, tensor<f32>, i8, i1) {
  %s = tensor.extract %t[] : tensor<f32>
  %sum = arith.addf %a, %s : f32
  %n = tensor.from_elements %sum : tensor<f32>
  %low = arith.index_cast %b : index to i8
  %e = arith.addi %c, %low : i8
  %f = arith.cmpi slt, %e, %c : i8
  %g = arith.xori %f, %d : i1
  return %sum, %n, %e, %g : f32, tensor<f32>, i8, i1
}

// A strided view of the caller's memory is written where the view is, only.
func.func @memrefs(%a: memref<4x4xf32>,
                   %b: memref<2x3xf32, strided<[8, 2], offset: 3>>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>],
                  iterator_types = ["parallel", "parallel"]}
      outs(%a : memref<4x4xf32>) {
  ^bb0(%x: f32):
    %y = arith.mulf %x, %x : f32
    linalg.yield %y : f32
  }
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>],
                  iterator_types = ["parallel", "parallel"]}
      outs(%b : memref<2x3xf32, strided<[8, 2], offset: 3>>) {
  ^bb0(%x: f32):
    %y = arith.mulf %x, %x : f32
    linalg.yield %y : f32
  }
  return
}

// A result without elements has nothing to compare and is none of the outputs.
func.func @empty(%a: tensor<0x4xf32>, %b: tensor<2xf32>)
    -> (tensor<0x4xf32>, tensor<2xf32>, f32) {
  %i = arith.constant 1 : index
  %c = tensor.extract %b[%i] : tensor<2xf32>
  return %a, %b, %c : tensor<0x4xf32>, tensor<2xf32>, f32
}
