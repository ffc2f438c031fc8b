//===- AccessOrder.cpp - Which accesses keep their order ------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AccessOrder.h"

using namespace mlir;
using namespace mplan;

void AccessOrder::Touched::add(Access access, size_t step) {
  if (access == Access::Reads) {
    readsSince.push_back(step);
    return;
  }
  lastWrite = step;
  readsSince.clear();
}

void AccessOrder::orderAfter(const Touched &before, Access access,
                             size_t step) {
  if (before.lastWrite)
    precedences.push_back({*before.lastWrite, step});
  if (access == Access::Writes)
    for (size_t read : before.readsSince)
      precedences.push_back({read, step});
}

void AccessOrder::add(Access access, size_t step) {
  if (access == Access::None)
    return;
  orderAfter(anywhere, access, step);
  for (const auto &[name, touched] : globals)
    orderAfter(touched, access, step);
  if (access == Access::Writes)
    globals.clear();
  anywhere.add(access, step);
}

void AccessOrder::add(StringAttr global, Access access, size_t step) {
  if (access == Access::None)
    return;
  orderAfter(anywhere, access, step);
  Touched &touched = globals[global];
  orderAfter(touched, access, step);
  touched.add(access, step);
}
