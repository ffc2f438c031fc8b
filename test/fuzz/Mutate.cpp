//===- Mutate.cpp - How libFuzzer changes modules -------------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions that libFuzzer calls in place of its own mutations. Its own, of
// bytes, are used where nothing else gives anything: the parser that they
// exercise is upstream's, and crashes at too much.
//
//===----------------------------------------------------------------------===//

#include "Mutate.h"
#include "Program.h"

#include "mlir/IR/Verifier.h"
#include "llvm/ADT/StringExtras.h"

#include <cstdint>
#include <cstring>

using namespace mlir;
using namespace mplan::fuzz;

extern "C" size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t maxSize);

/// Writes `text` to `data` if it fits. Returns its size, 0 if it does not.
static size_t emit(StringRef text, uint8_t *data, size_t maxSize) {
  if (text.size() > maxSize)
    return 0;
  std::memcpy(data, text.data(), text.size());
  return text.size();
}

/// The options in the first line, one of them put in or taken out now and then,
/// and the module as text.
static std::string print(ModuleOp module, ArrayRef<StringRef> options,
                         Random &random) {
  SmallVector<StringRef> words(options);
  if (random.oneIn(16)) {
    StringRef word = random.pick(getKnownOptions());
    auto at = llvm::find(words, word);
    if (at != words.end())
      words.erase(at);
    else
      words.push_back(word);
  }
  std::string text;
  llvm::raw_string_ostream os(text);
  if (!words.empty())
    os << "// " << llvm::join(words, " ") << "\n";
  os << module << "\n";
  return text;
}

/// Applies `change` to the parsed text until it gives valid IR; a few times.
/// Empty if it does not.
static std::string changeModule(StringRef text, Random &random,
                                function_ref<bool(ModuleOp)> change) {
  // Types and attributes are only made, so the context need not be counted.
  Diagnostics diagnostics(getContext());
  OwningOpRef<ModuleOp> module = parse(text);
  if (!module)
    return {};
  for (unsigned attempt = 0; attempt < 8; ++attempt) {
    OwningOpRef<ModuleOp> changed = clone(*module);
    unsigned changes = 1 + random.below(3);
    bool isChanged = false;
    for (unsigned i = 0; i < changes; ++i)
      isChanged |= change(*changed);
    if (isChanged && succeeded(verify(*changed)))
      return print(*changed, getOptions(text), random);
  }
  return {};
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size,
                                          size_t maxSize, unsigned seed) {
  Random random(seed);
  StringRef text(reinterpret_cast<const char *>(data), size);
  std::string changed;
  if (!random.oneIn(3))
    changed = changeModule(text, random, [&](ModuleOp module) {
      return mutateOps(module, random);
    });
  if (changed.empty())
    changed = mutateText(text, random);
  size_t newSize = emit(changed, data, maxSize);
  return newSize ? newSize : LLVMFuzzerMutate(data, size, maxSize);
}

extern "C" size_t LLVMFuzzerCustomCrossOver(const uint8_t *data1, size_t size1,
                                            const uint8_t *data2, size_t size2,
                                            uint8_t *out, size_t maxSize,
                                            unsigned seed) {
  Random random(seed);
  StringRef text(reinterpret_cast<const char *>(data1), size1);
  StringRef other(reinterpret_cast<const char *>(data2), size2);
  Diagnostics diagnostics(getContext());
  OwningOpRef<ModuleOp> donor = parse(other);
  if (!donor)
    return 0;
  return emit(changeModule(text, random,
                           [&](ModuleOp module) {
                             return spliceOps(module, *donor, random);
                           }),
              out, maxSize);
}
