//===- Values.h - Memory that programs are called with ----------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Buffers with guards on both sides, and what is put into them: seeded values,
// bytes of a file, or junk.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_TOOLS_EQUIV_VALUES_H
#define MPLAN_TOOLS_EQUIV_VALUES_H

#include "Options.h"
#include "Signature.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <memory>
#include <vector>

namespace mplan::equiv {

/// Bytes aligned to 64, with guard bytes before and behind that a program must
/// leave alone. A new buffer holds junk.
class Buffer {
public:
  explicit Buffer(int64_t bytes);

  uint8_t *data() { return storage.get() + guard; }
  const uint8_t *data() const { return storage.get() + guard; }
  int64_t size() const { return bytes; }
  llvm::ArrayRef<uint8_t> contents() const {
    return {data(), static_cast<size_t>(bytes)};
  }
  /// False once somebody has written outside.
  bool guardsIntact() const;

private:
  static constexpr int64_t guard = 64;
  struct Free {
    void operator()(uint8_t *memory) const;
  };
  int64_t bytes;
  std::unique_ptr<uint8_t, Free> storage;
};

/// The byte that unwritten memory is filled with.
constexpr uint8_t junk = 0xA5;

using Bytes = std::vector<uint8_t>;

/// The value of argument `index` for `seed`: the same on every machine. Where
/// `options` give a range it is drawn from there.
Bytes drawArgument(const Port &port, unsigned index, uint64_t seed,
                   const Options &options);

/// The bytes of a file of cases: its size must be a multiple of the port's.
/// Returns one element a case.
llvm::Expected<std::vector<Bytes>> readCases(llvm::StringRef file,
                                             const Port &port);

} // namespace mplan::equiv

#endif // MPLAN_TOOLS_EQUIV_VALUES_H
