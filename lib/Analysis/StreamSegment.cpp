//===- StreamSegment.cpp - Ops that can be computed row by row ------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Backwards from the result. A tensor has a ring if somebody reads several of
// its rows for one of his, or several read it; a pad, too, for its rows above
// and below. Others are computed by whoever reads them.
//
//===----------------------------------------------------------------------===//

#include "mplan/Analysis/StreamSegment.h"

#include "Frontiers.h"
#include "mplan/Analysis/FusionGroup.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mplan;

bool mplan::isSpreadConstant(Operation *op) {
  if (isa<tensor::EmptyOp>(op))
    return true;
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  return linalgOp && getEmptyOfCheapInit(linalgOp, [](Value value) {
           return matchPattern(value, m_Constant());
         });
}

static std::string describe(Operation *op, StringRef reason) {
  return ("'" + op->getName().getStringRef() + "' " + reason).str();
}

bool StreamSegment::visit(Value value, std::optional<unsigned> dim,
                          std::string &why) {
  Operation *op = value.getDefiningOp();
  if (isa_and_present<tensor::EmptyOp>(op))
    return true; // everybody makes his own
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type || !type.hasStaticShape() ||
      !type.getElementType().isIntOrIndexOrFloat()) {
    why =
        "a tensor has an extent that is not known when compiling, or elements "
        "that are no numbers";
    return false;
  }
  if (dim) {
    auto [found, isNew] = dims.try_emplace(value, *dim);
    if (!isNew && found->second != *dim) {
      why = "a tensor is read along two dimensions";
      return false;
    }
    if (!isNew)
      return true;
  }
  // What is there as a whole: slices are taken of it.
  if (value == input || whole.contains(value) ||
      (!dependent.contains(value) && (!op || !isSpreadConstant(op))))
    return true;
  if (readsInRegion(op)) {
    why = describe(op, "reads rows by an index that is computed");
    return false;
  }
  RowAnalysis rows = dim ? analyzeRows(op, *dim) : analyzeReducedRows(op);
  if (!rows.dependence) {
    why = describe(op, rows.refusal);
    return false;
  }
  if (!visitOperands(op, *rows.dependence, why))
    return false;
  ops.insert({op, std::move(*rows.dependence)});
  return true;
}

/// True if a region of `op` reads what depends on the input.
bool StreamSegment::readsInRegion(Operation *op) const {
  WalkResult walked = op->walk([&](Operation *inner) {
    const bool reads =
        inner != op && llvm::any_of(inner->getOperands(), [&](Value value) {
          return value == input || dependent.contains(value);
        });
    return reads ? WalkResult::interrupt() : WalkResult::advance();
  });
  return walked.wasInterrupted();
}

bool StreamSegment::visitOperands(Operation *op, const RowDependence &rows,
                                  std::string &why) {
  bool readsRows = false;
  Value readWhole;
  for (auto [operand, read] :
       llvm::zip_equal(op->getOperands(), rows.operands)) {
    if (operand != input && !dependent.contains(operand))
      continue;
    if (read.dim)
      readsRows = true;
    else if (!readWhole || !whole.contains(operand))
      readWhole = operand;
  }
  // A row that reads rows of nothing is none of a window, but a channel.
  if (readWhole && (!readsRows || !whole.contains(readWhole))) {
    why = describe(op, "reads all of a tensor for each row");
    if (readsRows && readWhole != input)
      newWhole = readWhole;
    return false;
  }
  for (auto [operand, read] : llvm::zip_equal(op->getOperands(), rows.operands))
    if (read.dim && !visit(operand, read.dim, why))
      return false;
  return true;
}

/// Has `value` be computed before the rows, with all that it is made of.
void StreamSegment::addWhole(Value value) {
  if (value == input || !dependent.contains(value) || !whole.insert(value))
    return;
  value.getDefiningOp()->walk([&](Operation *op) {
    for (Value operand : op->getOperands())
      addWhole(operand);
  });
}

/// Visits all; anew, where a tensor turned out to be needed as a whole.
bool StreamSegment::visitAll(std::string &why) {
  while (!visit(output, outputDim, why)) {
    if (!newWhole)
      return false;
    whyWhole = why;
    addWhole(std::exchange(newWhole, Value()));
    dims.clear();
    ops.clear();
  }
  return true;
}

/// What takes memory of `whole`, op by op.
void StreamSegment::measureWhole() {
  if (whole.empty())
    return;
  llvm::DenseSet<Value> readByRows;
  for (auto &[op, rows] : ops)
    readByRows.insert_range(op->getOperands());
  SetVector<Operation *> makers;
  for (Value value : whole)
    makers.insert(value.getDefiningOp());
  SmallVector<Operation *> order(makers.begin(), makers.end());
  llvm::sort(order,
             [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  llvm::DenseMap<Operation *, SetVector<Value>> dying;
  llvm::DenseSet<Value> seen;
  for (Operation *op : llvm::reverse(order))
    op->walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        if (whole.contains(operand) && !readByRows.contains(operand) &&
            seen.insert(operand).second)
          dying[op].insert(operand);
    });
  auto sum = [](ValueRange values) {
    int64_t bytes = 0;
    for (Value value : values)
      if (getStaticTensor(value))
        bytes += getWholeBytes(value);
    return bytes;
  };
  for (Operation *op : order) {
    const int64_t made = sum(op->getResults());
    const int64_t lost = sum(dying.lookup(op).getArrayRef());
    wholePeak = std::max(
        wholePeak,
        wholeBytes + std::max<int64_t>(0, isInPlace(op) ? made - lost : made));
    wholeBytes += made - lost;
  }
}

tensor::PadOp mplan::getRowPad(Value value, unsigned dim) {
  auto pad = value.getDefiningOp<tensor::PadOp>();
  return pad && (pad.getStaticLow()[dim] != 0 || pad.getStaticHigh()[dim] != 0)
             ? pad
             : nullptr;
}

void StreamSegment::findRings() {
  // Producers first, as ops are.
  struct Reading {
    int64_t numReaders = 0;
    bool hasWindow = false;
    tensor::PadOp pad;
  };
  llvm::DenseMap<Value, Reading> readings;
  for (auto &[op, rows] : ops)
    for (auto [operand, read] :
         llvm::zip_equal(op->getOperands(), rows.operands)) {
      if (!read.dim)
        continue;
      Reading &reading = readings[operand];
      ++reading.numReaders;
      // More than one at once, or one for several: it is kept.
      reading.hasWindow |= read.rows.size() != 1 || read.rows.div != 1;
      if (!reading.pad)
        reading.pad =
            getRowPad(op->getResult(0), dims.lookup(op->getResult(0)));
    }
  auto addRing = [&](Value value) {
    places.try_emplace(value, RingPlace{unsigned(ringValues.size()), 0, {}});
    ringValues.push_back(value);
  };
  const Reading inputReading = readings.lookup(input);
  const bool inputHasRing =
      graph.isFed && (inputReading.numReaders > 1 || inputReading.hasWindow);
  if (inputHasRing && !inputReading.pad)
    addRing(input);
  for (auto &[op, rows] : ops) {
    Value value = op->getResult(0);
    if (value == output || isSpreadConstant(op))
      continue;
    const Reading &reading = readings[value];
    if (getRowPad(value, dims.lookup(value))) {
      addRing(value);
    } else if (reading.numReaders > 1 || reading.hasWindow) {
      // Its rows are in the ring of a pad that reads it, which is made now.
      if (!reading.pad)
        addRing(value);
    }
  }
  auto placeInRingOf = [&](tensor::PadOp pad) {
    RingPlace place = places.lookup(pad.getResult());
    place.pad = pad;
    place.top = pad.getStaticLow()[dims.lookup(pad.getSource())];
    places.try_emplace(pad.getSource(), place);
  };
  if (inputHasRing && inputReading.pad)
    placeInRingOf(inputReading.pad);
  for (auto &[op, rows] : ops) {
    Value value = op->getResult(0);
    const Reading reading = readings.lookup(value);
    if (value != output && !isSpreadConstant(op) && !places.contains(value) &&
        reading.numReaders > 1 && reading.pad)
      placeInRingOf(reading.pad);
  }
}

/// Notes which rows of rings and the input are read for row scale * t + offset
/// of `value`, which has no ring.
bool StreamSegment::collectReads(Value value, int64_t scale, int64_t offset,
                                 StreamSite &site, std::string &why) {
  if (value == input)
    site.inputReads.push_back({scale, offset, offset});
  auto found = ops.find(value.getDefiningOp());
  if (found == ops.end())
    return true; // there as a whole
  for (auto [operand, read] :
       llvm::zip_equal(found->first->getOperands(), found->second.operands)) {
    if (!read.dim)
      continue;
    const RowRange rows = read.rows.at(scale, offset);
    if (auto place = places.find(operand); place != places.end()) {
      site.reads.push_back({place->second.ring, rows.below(place->second.top)});
    } else if (operand == input) {
      site.inputReads.push_back(rows);
    } else if (!ops.contains(operand.getDefiningOp())) {
      continue;
    } else if (rows.lo != rows.hi || rows.div != 1) {
      why = describe(found->first, "reads several rows of what has no ring");
      return false;
    } else if (!collectReads(operand, rows.scale, rows.lo, site, why)) {
      return false;
    }
  }
  return true;
}

int64_t mplan::getTensorBytes(RankedTensorType type) {
  Type element = type.getElementType();
  const unsigned bits =
      element.isIndex() ? 64 : element.getIntOrFloatBitWidth();
  return llvm::divideCeil(bits, 8) * type.getNumElements();
}

bool StreamSegment::buildGraph(std::string &why) {
  for (Value value : ringValues) {
    const unsigned dim = dims.lookup(value);
    auto type = cast<RankedTensorType>(value.getType());
    StreamRing &ring = graph.rings.emplace_back();
    ring.numRows = type.getDimSize(dim);
    ring.rowBytes = getTensorBytes(type) / ring.numRows;
    StreamSite &site = graph.sites.emplace_back();
    auto pad = getRowPad(value, dim);
    if (!pad) {
      if (!collectReads(value, 1, 0, site, why))
        return false;
      continue;
    }
    ring.top = pad.getStaticLow()[dim];
    ring.bottom = pad.getStaticHigh()[dim];
    ring.numRows -= ring.top + ring.bottom;
    Value source = pad.getSource();
    if (auto place = places.find(source);
        place != places.end() && place->second.pad != pad)
      site.reads.push_back(
          {place->second.ring, {1, place->second.top, place->second.top}});
    else if (!collectReads(source, 1, 0, site, why))
      return false;
  }
  StreamSite &last = graph.sites.emplace_back();
  graph.numRows = ops.lookup(output.getDefiningOp()).numRows;
  graph.numInputRows =
      cast<RankedTensorType>(input.getType()).getDimSize(dims.lookup(input));
  return collectReads(output, 1, 0, last, why);
}

std::unique_ptr<StreamSegment> StreamSegment::find(Value input, Value output,
                                                   std::optional<unsigned> dim,
                                                   std::string &why,
                                                   bool isFed) {
  auto segment = std::make_unique<StreamSegment>();
  segment->graph.isFed = isFed;
  segment->input = input;
  segment->output = output;
  segment->outputDim = dim;
  if (dim && getRowPad(output, *dim)) {
    why = "'tensor.pad' has rows that nobody computes: it cannot be the last";
    return nullptr;
  }
  for (Operation *user : findDependents(input))
    segment->dependent.insert_range(user->getResults());
  if (!segment->dependent.contains(output)) {
    why = "it does not depend on the input";
    return nullptr;
  }
  if (!segment->visitAll(why))
    return nullptr;
  if (isFed)
    for (Operation *user : input.getUsers())
      if (!segment->ops.contains(user)) {
        why = describe(user, "reads the input, too");
        return nullptr;
      }
  segment->measureWhole();
  segment->findRings();
  if (!segment->buildGraph(why))
    return nullptr;
  return segment;
}
