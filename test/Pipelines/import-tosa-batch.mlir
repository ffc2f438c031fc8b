// RUN: mplan-opt %s --mplan-import-tosa="batch=1" -split-input-file | FileCheck %s
// RUN: mplan-opt %s --mplan-import-tosa="batch=3" -split-input-file | FileCheck %s --check-prefix=THREE

// The batch that a converter left open is given, through reshapes that only
// say -1 for it, to the result.

// CHECK-LABEL: func.func @main(%{{.*}}: tensor<1x4xi8>) -> tensor<1x4xi8>
//   CHECK-NOT:   tensor<?
// THREE-LABEL: func.func @main(%{{.*}}: tensor<3x4xi8>) -> tensor<3x4xi8>
//   THREE-NOT:   tensor<?
func.func @main(%x: tensor<?x4xi8>) -> tensor<?x4xi8> {
  %wide = tosa.const_shape {values = dense<[-1, 1, 1, 4]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %flat = tosa.const_shape {values = dense<[-1, 4]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %0 = tosa.reshape %x, %wide : (tensor<?x4xi8>, !tosa.shape<4>) -> tensor<?x1x1x4xi8>
  %1 = tosa.clamp %0 {max_val = 127 : i8, min_val = 0 : i8} : (tensor<?x1x1x4xi8>) -> tensor<?x1x1x4xi8>
  %2 = tosa.reshape %1, %flat : (tensor<?x1x1x4xi8>, !tosa.shape<2>) -> tensor<?x4xi8>
  return %2 : tensor<?x4xi8>
}
