//===- ImportPasses.td - From models to linalg on tensors --*- tablegen -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_TRANSFORMS_IMPORTPASSES_TD
#define MPLAN_TRANSFORMS_IMPORTPASSES_TD

include "mlir/Pass/PassBase.td"

def MplanSeedWeightsPass : Pass<"mplan-seed-weights", "::mlir::ModuleOp"> {
  let summary = "replace splat weights by seeded random values";
  let description = [{
    Gives a network whose weights were replaced by splats, so that all outputs
    are alike, weights to tell errors by. To be run before the import: constant
    folding of splats changes the graph.

    A weight is a constant that a convolution takes as its filter, or a
    contraction as either side: TOSA's and linalg's, named or generic, with
    whatever moves, repeats or converts elements in between. If it is a splat of
    more than one element, it is replaced: floats are uniform with mean 0 and
    standard deviation 1/sqrt(fan-in), where the fan-in is the number of products
    that the first op to use it sums up; integers have the full range of their
    type, wider ones than 8 bits that of 8 bits.

    Guarantees: the same module and seed give the same values, on every machine.
    A constant with other uses (a zero that is also a padding) keeps its value
    there, and the weight operands share a copy.
    Never: touches zero points, multipliers, shifts, tables, biases, variances,
    constants that are no splat, splats in a global (`memref.global`,
    `ml_program.global`), resources, or constants passed to a function.

    Example, with `seed=1`:

    ```mlir
    %w = arith.constant dense<0.5> : tensor<2x2xf32>
    %0 = linalg.matmul ins(%x, %w : tensor<1x2xf32>, tensor<2x2xf32>) ...
    ```

    becomes

    ```mlir
    %w = arith.constant dense<[[..., ...], [..., ...]]> : tensor<2x2xf32>
    %0 = linalg.matmul ins(%x, %w : tensor<1x2xf32>, tensor<2x2xf32>) ...
    ```
  }];
  let options = [
    Option<"seed", "seed", "uint64_t", "0", "Seed of the values">
  ];
}

def MplanStaticBatchPass : Pass<"mplan-static-batch", "::mlir::ModuleOp"> {
  let summary = "give the unknown batch of a network an extent";
  let description = [{
    Sets every unknown leading dimension of a tensor argument of a public
    function with a body to `batch`, and carries what follows from it through
    the bodies (upstream's TOSA shape inference, canonicalisation for all
    else), through results, and through private functions that are called.

    Needs: functions that are called and nothing else, where a leading
    dimension is unknown.
    Guarantees: with `batch=0` (the default) and where no leading dimension is
    unknown, the module is untouched. Types only get more static.
    Never: guesses another dimension. What does not follow from the batch
    stays unknown, and is not an error here. Results of bodyless functions stay.

    Example, with `batch=1`:

    ```mlir
    func.func @main(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
      %0 = tosa.exp %x : (tensor<?x4xf32>) -> tensor<?x4xf32>
      return %0 : tensor<?x4xf32>
    }
    ```

    becomes

    ```mlir
    func.func @main(%x: tensor<1x4xf32>) -> tensor<1x4xf32> {
      %0 = tosa.exp %x : (tensor<1x4xf32>) -> tensor<1x4xf32>
      return %0 : tensor<1x4xf32>
    }
    ```
  }];
  let options = [
    Option<"batch", "batch", "int64_t", "0",
           "Extent given to unknown leading dimensions; 0 leaves them">
  ];
  let dependentDialects = [
    "::mlir::func::FuncDialect", "::mlir::tensor::TensorDialect",
    "::mlir::tosa::TosaDialect"
  ];
}

def MplanMaxBatchPass : Pass<"mplan-max-batch", "::mlir::ModuleOp"> {
  let summary = "declare the largest batch that a network is called with";
  let description = [{
    Puts `mplan.upper_bound` on every tensor or memref argument of a public
    function with a body whose leading dimension is unknown: it is at most
    `max-batch`. A bound that the argument has already stays. The types stay,
    too: the network takes any batch up to that, in an arena for the largest.

    Guarantees: with `max-batch=0` (the default) the module is untouched.

    Example, with `max-batch=8`:

    ```mlir
    func.func @main(%x: tensor<?x4xf32>) -> tensor<?x4xf32>
    ```

    becomes

    ```mlir
    func.func @main(%x: tensor<?x4xf32> {mplan.upper_bound = array<i64: 8, -1>})
        -> tensor<?x4xf32>
    ```
  }];
  let options = [
    Option<"maxBatch", "max-batch", "int64_t", "0",
           "Bound of unknown leading dimensions; 0 declares none">
  ];
}

def MplanDecomposePass : Pass<"mplan-decompose"> {
  let summary = "rewrite tensor ops that have no way to loops as they are";
  let description = [{
    `linalg.softmax` and whatever else is an aggregate by interface, the
    Winograd transforms, `linalg.pack` and `linalg.unpack`, `tensor.gather` and
    `tensor.bitcast` become structured ops, reshapes and slices on tensors.

    Needs: ops on tensors; the same ops on memrefs are left alone.
    Guarantees: no linalg op on tensors is left but structured ones; one that
    cannot be decomposed (a pack of unknown shape) is an error.
    Never: touches an op that bufferizes and lowers as it is.

    Example:

    ```mlir
    %0 = tensor.gather %table[%rows] gather_dims([0])
       : (tensor<8x4xf32>, tensor<2x1xi32>) -> tensor<2x4xf32>
    ```

    becomes

    ```mlir
    %e = tensor.empty() : tensor<2x4xf32>
    %0 = linalg.generic {...} outs(%e : tensor<2x4xf32>) {
    ^bb0(%out: f32):
      %i = linalg.index 0 : index
      %j = linalg.index 1 : index
      %r = tensor.extract %rows[%i, %c0] : tensor<2x1xi32>
      %row = arith.index_cast %r : i32 to index
      %v = tensor.extract %table[%row, %j] : tensor<8x4xf32>
      linalg.yield %v : f32
    } -> tensor<2x4xf32>
    ```
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::math::MathDialect",
    "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect"
  ];
}

def MplanFoldWeightsPass : Pass<"mplan-fold-weights"> {
  let summary = "transposes and reshapes of constants become constants";
  let description = [{
    What permutes the dimensions of a constant (`linalg.transpose`, or a
    `linalg.generic` that does no more, but for dimensions of one element that
    it adds), reshapes in between included, is done now. So are reshapes of a
    constant that nothing else uses. Constants may be dense or resources.

    Guarantees: the same values. A constant that is also used as it was is then
    there twice: its bytes are read-only, while the transposed copy that is
    saved would be the arena's.
    Never: repeats elements (a broadcast stays), computes with them, or touches
    elements that are not kept in whole bytes.

    Example:

    ```mlir
    %w = arith.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
    %e = tensor.empty() : tensor<2x2xf32>
    %t = linalg.transpose ins(%w : tensor<2x2xf32>) outs(%e : tensor<2x2xf32>) permutation = [1, 0]
    ```

    becomes

    ```mlir
    %t = arith.constant dense<[[1.0, 3.0], [2.0, 4.0]]> : tensor<2x2xf32>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def MplanFoldBroadcastsPass : Pass<"mplan-fold-broadcasts"> {
  let summary = "drop run-time broadcasts of an extent to itself";
  let description = [{
    Where an extent is unknown, upstream lowers an elementwise TOSA op to one
    that asks at run time whether the extent of an operand is 1, and then copies
    it to the extent of the result. If that is, provably, the operand's own
    extent, the operand is taken as it is. So that this can be seen, the larger
    of two extents that are equal is either.

    Needs: canonical IR, as `mplan-import-tosa` has it at this point.
    Guarantees: the same values. An extent that may differ from the result's is
    broadcast as before.

    Example:

    ```mlir
    %d = tensor.dim %x, %c0 : tensor<?x4xf32>
    %is_one = arith.cmpi eq, %d, %c1 : index
    %0 = scf.if %is_one -> (tensor<?x4xf32>) {
      %e = tensor.empty(%d) : tensor<?x4xf32>
      %copy = linalg.generic {...} ins(%x) outs(%e) ... // (d0, d1) -> (0, d1)
      scf.yield %copy : tensor<?x4xf32>
    } else {
      scf.yield %x : tensor<?x4xf32>
    }
    %1 = linalg.exp ins(%0 : tensor<?x4xf32>) ...
    ```

    becomes

    ```mlir
    %1 = linalg.exp ins(%x : tensor<?x4xf32>) ...
    ```
  }];
}

def MplanVerifyImportPass : Pass<"mplan-verify-import", "::mlir::ModuleOp"> {
  let summary = "fail if a TOSA op is left";
  let description = [{
    The last pass of `mplan-import-tosa`: an error at the first op of each kind
    that is still TOSA. The conversions before it refuse what they know to be
    without a lowering; this finds what they did not visit, such as the
    functions of a nested module. Changes nothing.
  }];
}

#endif // MPLAN_TRANSFORMS_IMPORTPASSES_TD
