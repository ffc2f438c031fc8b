//===- Replay.h - Is a plan harmful, going by a trace -----------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The oracle: it knows where a plan puts buffers and what the program did, and
// nothing of lifetimes, aliases, or control flow.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_TOOLS_MUTATE_REPLAY_H
#define MPLAN_TOOLS_MUTATE_REPLAY_H

#include "Trace.h"

#include "llvm/ADT/ArrayRef.h"
#include <optional>

namespace mplan::mutate {

/// Where all instances of an allocation are put.
struct Place {
  unsigned arena = 0;
  int64_t offset = 0; ///< In bytes.
};

/// A read that finds somebody else's bytes.
struct Harm {
  unsigned readSite, writtenSite;
  int64_t byte; ///< Of the buffer that is read.
};

/// Runs through `trace` with the buffers of site i at `places[i]`: each byte
/// remembers which instance wrote it last, and each read of a byte that an
/// instance has written must find itself there. What is copied in an order that
/// is not said must not meet where it goes. The first that does not hold.
std::optional<Harm> findHarm(const Trace &trace, llvm::ArrayRef<Place> places);

} // namespace mplan::mutate

#endif // MPLAN_TOOLS_MUTATE_REPLAY_H
