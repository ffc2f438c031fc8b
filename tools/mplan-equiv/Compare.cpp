//===- Compare.cpp - Are two values the same ------------------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See the header.
//
//===----------------------------------------------------------------------===//

#include "Compare.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APInt.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>
#include <cstring>

using namespace mplan::equiv;
using llvm::ArrayRef;

/// The bits of the part that begins at `place`.
static llvm::APInt readBits(const Element &element, const uint8_t *place) {
  uint64_t words[2] = {0, 0};
  std::memcpy(words, place, element.bytes);
  return llvm::APInt(element.bits, words);
}

/// As a double, near enough for tolerances and messages.
static double readDouble(const Element &element, const uint8_t *place) {
  llvm::APFloat value(*element.semantics, readBits(element, place));
  bool losesInfo;
  value.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven,
                &losesInfo);
  return value.convertToDouble();
}

static void print(llvm::raw_ostream &os, const Element &element,
                  const uint8_t *place) {
  for (unsigned part = 0; part < element.parts; ++part) {
    const uint8_t *at = place + part * element.bytes;
    llvm::APInt bits = readBits(element, at);
    llvm::SmallString<32> hex;
    bits.toStringUnsigned(hex, 16);
    if (part)
      os << ", ";
    if (element.kind != Element::Kind::Float) {
      bits.print(os, /*isSigned=*/element.bits != 1);
      continue;
    }
    os << llvm::format("%.9g", readDouble(element, at)) << " (0x" << hex << ")";
  }
}

static bool partDiffers(const Element &element, const uint8_t *a,
                        const uint8_t *b, double tolerance) {
  if (std::memcmp(a, b, element.bytes) == 0)
    return false;
  if (tolerance == 0 || element.kind != Element::Kind::Float)
    return true;
  double x = readDouble(element, a), y = readDouble(element, b);
  if (std::isnan(x) || std::isnan(y))
    return std::isnan(x) != std::isnan(y);
  return x != y && !(std::fabs(x - y) <= tolerance * (1 + std::fabs(x)));
}

std::optional<std::string>
mplan::equiv::describeDifference(const Element &element,
                                 ArrayRef<int64_t> shape, View a, View b,
                                 double tolerance) {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (a.bytes.size() != b.bytes.size()) {
    os << a.who << " has " << a.bytes.size() << " bytes, " << b.who << " "
       << b.bytes.size();
    return text;
  }
  if (a.bytes == b.bytes)
    return std::nullopt;
  int64_t size = element.size(), count = a.bytes.size() / size;
  int64_t first = -1, differing = 0;
  for (int64_t i = 0; i < count; ++i)
    for (unsigned part = 0; part < element.parts; ++part) {
      int64_t at = i * size + part * element.bytes;
      if (!partDiffers(element, &a.bytes[at], &b.bytes[at], tolerance))
        continue;
      if (differing++ == 0)
        first = i;
      break;
    }
  if (differing == 0)
    return std::nullopt;

  llvm::SmallVector<int64_t> index(shape.size());
  int64_t rest = first;
  for (size_t dim = shape.size(); dim-- > 0;) {
    index[dim] = rest % shape[dim];
    rest /= shape[dim];
  }
  os << "first at [";
  llvm::interleaveComma(index, os);
  os << "]: " << a.who << " ";
  print(os, element, &a.bytes[first * size]);
  os << ", " << b.who << " ";
  print(os, element, &b.bytes[first * size]);
  os << "; " << differing << " of " << count << " elements differ";
  return text;
}

bool mplan::equiv::isAllNaN(const Element &element, ArrayRef<uint8_t> bytes) {
  if (element.kind != Element::Kind::Float || bytes.empty())
    return false;
  for (size_t at = 0; at < bytes.size(); at += element.bytes)
    if (!std::isnan(readDouble(element, &bytes[at])))
      return false;
  return true;
}
