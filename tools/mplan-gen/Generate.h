//===- Generate.h - A random program from a seed ----------------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The interface of the library: many seeds can be made in one process.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_TOOLS_GEN_GENERATE_H
#define MPLAN_TOOLS_GEN_GENERATE_H

#include "Features.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include <map>

namespace mplan::gen {

struct GenerateOptions {
  FeatureSet features = FeatureSet::getDefault();
  /// Statements, those of bodies and functions counted too; about.
  unsigned size = 20;
  /// Largest extent of a dimension, at least 2; padded and concatenated ones
  /// may be larger.
  unsigned maxExtent = 5;
};

/// How many statements of each feature a program has.
using FeatureCounts = std::map<Feature, unsigned>;

/// The dialects that programs are made of.
void registerDialects(mlir::DialectRegistry &registry);

/// Makes the program of `seed`: a module with one public function, `@main`,
/// that passes the verifier and has defined behaviour for all inputs whose
/// floats lie in [-16, 16]. The same seed and options give the same module
/// always. Null, after an error, if what was made does not verify: a bug of the
/// generator. `context` must have the dialects registered. The statements made
/// are added to `counts`.
mlir::OwningOpRef<mlir::ModuleOp> generate(mlir::MLIRContext &context,
                                           uint64_t seed,
                                           const GenerateOptions &options = {},
                                           FeatureCounts *counts = nullptr);

} // namespace mplan::gen

#endif // MPLAN_TOOLS_GEN_GENERATE_H
