//===- Values.cpp - Memory that programs are called with ------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See the header. Values come from SplitMix64, whose stream is fixed by its
// definition; the standard library's distributions differ between versions.
//
//===----------------------------------------------------------------------===//

#include "Values.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MemoryBuffer.h"
#include <algorithm>
#include <cstdlib>
#include <cstring>

using namespace mplan::equiv;

Buffer::Buffer(int64_t bytes) : bytes(bytes) {
  // aligned_alloc wants a multiple of the alignment.
  int64_t total = (bytes + 2 * guard + 63) / 64 * 64;
  storage.reset(static_cast<uint8_t *>(std::aligned_alloc(64, total)));
  if (!storage)
    llvm::report_bad_alloc_error("no memory for the arguments");
  std::memset(storage.get(), junk, bytes + 2 * guard);
}

void Buffer::Free::operator()(uint8_t *memory) const { std::free(memory); }

bool Buffer::guardsIntact() const {
  auto intact = [](const uint8_t *begin) {
    return std::all_of(begin, begin + guard,
                       [](uint8_t byte) { return byte == junk; });
  };
  return intact(storage.get()) && intact(data() + bytes);
}

namespace {
class Random {
public:
  /// The state is a hash of both numbers: seeds that follow each other must not
  /// give streams that follow each other.
  Random(uint64_t seed, uint64_t stream) : state(seed) {
    state = next() ^ (stream << 32);
    state = next();
  }

  uint64_t next() {
    uint64_t z = state += 0x9E3779B97F4A7C15ull;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    return z ^ (z >> 31);
  }

  /// In [0, 1).
  double unit() { return double(next() >> 11) * 0x1p-53; }

  /// In [low, high], both included.
  int64_t between(int64_t low, int64_t high) {
    uint64_t span = uint64_t(high) - uint64_t(low) + 1;
    uint64_t value = next();
    return int64_t(uint64_t(low) + (span ? value % span : value));
  }

private:
  uint64_t state;
};
} // namespace

static IntRange defaultRange(const Element &element, unsigned index) {
  if (element.kind == Element::Kind::Index || element.bits > 16)
    return {index, 0, 3};
  if (element.bits == 1)
    return {index, 0, 1};
  int64_t half = int64_t(1) << (element.bits - 1);
  return {index, -half, half - 1};
}

Bytes mplan::equiv::drawArgument(const Port &port, unsigned index,
                                 uint64_t seed, const Options &options) {
  const Element &element = port.element;
  Bytes bytes(port.bytes());
  Random random(seed, index);
  int64_t count = port.extent() * element.parts;

  if (element.kind != Element::Kind::Float) {
    IntRange range = defaultRange(element, index);
    for (const IntRange &given : options.intRanges)
      if (given.argument == index)
        range = given;
    uint64_t mask =
        element.bits == 64 ? ~uint64_t(0) : (uint64_t(1) << element.bits) - 1;
    for (int64_t i = 0; i < count; ++i) {
      uint64_t value = uint64_t(random.between(range.low, range.high)) & mask;
      // Little-endian hosts only, as is the just-in-time compiler's data.
      std::memcpy(&bytes[i * element.bytes], &value, element.bytes);
    }
    return bytes;
  }

  FloatRange range = {index, -1, 1};
  for (const FloatRange &given : options.floatRanges)
    if (given.argument == index)
      range = given;
  for (int64_t i = 0; i < count; ++i) {
    double value = range.low + random.unit() * (range.high - range.low);
    uint8_t *place = &bytes[i * element.bytes];
    if (element.semantics == &llvm::APFloat::IEEEsingle()) {
      float single = value;
      std::memcpy(place, &single, sizeof(single));
      continue;
    }
    llvm::APFloat number(value);
    bool losesInfo;
    number.convert(*element.semantics, llvm::APFloat::rmNearestTiesToEven,
                   &losesInfo);
    llvm::APInt bits = number.bitcastToAPInt();
    std::memcpy(place, bits.getRawData(),
                std::min<size_t>(element.bytes, bits.getNumWords() * 8));
  }
  return bytes;
}

llvm::Expected<std::vector<Bytes>> mplan::equiv::readCases(llvm::StringRef file,
                                                           const Port &port) {
  auto buffer = llvm::MemoryBuffer::getFile(file, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false);
  if (std::error_code error = buffer.getError())
    return llvm::createStringError(error, "cannot read '%s': %s",
                                   file.str().c_str(), error.message().c_str());
  llvm::StringRef contents = (*buffer)->getBuffer();
  int64_t size = port.bytes();
  if (size == 0 || contents.empty() || contents.size() % size != 0)
    return llvm::createStringError(
        std::errc::invalid_argument,
        "'%s' holds %zu bytes, not a multiple of the %lld of one case",
        file.str().c_str(), contents.size(), (long long)size);
  std::vector<Bytes> cases;
  for (size_t at = 0; at < contents.size(); at += size)
    cases.emplace_back(contents.begin() + at, contents.begin() + at + size);
  return cases;
}
