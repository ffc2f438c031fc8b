//===- Statements.h - All kinds of statements -------------------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each file adds its own. The order is part of what a seed means: new ones go
// behind, under features of their own.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_TOOLS_GEN_STATEMENTS_H
#define MPLAN_TOOLS_GEN_STATEMENTS_H

#include "Generator.h"

namespace mplan::gen {

using StatementList = std::vector<Statement>;

void addElementwise(StatementList &list); // Elementwise.cpp
void addNamed(StatementList &list);       // Named.cpp
void addTensors(StatementList &list);     // Tensors.cpp
void addViews(StatementList &list);       // Views.cpp
void addWrites(StatementList &list);      // Writes.cpp
void addBranches(StatementList &list);    // Branches.cpp
void addLoops(StatementList &list);       // Loops.cpp
void addBlocks(StatementList &list);      // Blocks.cpp
void addParallel(StatementList &list);    // Parallel.cpp
void addAffine(StatementList &list);      // Affine.cpp
void addCalls(StatementList &list);       // Calls.cpp
void addState(StatementList &list);       // State.cpp

const StatementList &getStatements();

/// Makes the private functions that statements may call.
void makeCallees(Generator &g);
/// Makes the globals that hold state.
void makeState(Generator &g);

} // namespace mplan::gen

#endif // MPLAN_TOOLS_GEN_STATEMENTS_H
