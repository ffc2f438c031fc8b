//===- ImportTosa.cpp -----------------------------------------------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mplan/Pipelines/Pipelines.h"

using namespace mlir;

void mplan::buildImportTosaPipeline(OpPassManager &pm, const ImportTosaOptions &options) {
}
