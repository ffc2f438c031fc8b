//===- StreamCuts.cpp - What to compute row by row ------------------------===//
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

#include "mplan/Analysis/StreamCuts.h"

#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

#include <limits>

using namespace mlir;
using namespace mplan;

/// A segment has no more rings than this: each loop carries all rings that are
/// written within, and bufferization compares them all with each other.
static constexpr size_t maxRings = 16;

static RankedTensorType getStaticTensor(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && type.hasStaticShape() &&
                 type.getElementType().isIntOrIndexOrFloat()
             ? type
             : nullptr;
}

static int64_t getBytes(Value value) {
  return getTensorBytes(getStaticTensor(value));
}

/// True if `op` may write over what it reads, or only says it differently.
static bool isInPlace(Operation *op) {
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  return linalgOp ? linalgOp.getNumReductionLoops() == 0
                  : isa<tensor::CollapseShapeOp, tensor::ExpandShapeOp>(op);
}

namespace {
/// A value through which all goes, and the most that is alive at once from the
/// one before on if all is whole, in bytes, without the two.
struct Cut {
  Value value;
  int64_t between = 0;
};
} // namespace

/// The values of the block of `input` through which all goes that comes from
/// it, in order: after the op that makes one nothing else of it is read.
static std::vector<Cut> findCuts(Value input) {
  Block *block = input.getParentBlock();
  SetVector<Operation *> users;
  getForwardSlice(input, &users);
  // What is read later, and by which op last.
  llvm::DenseMap<Operation *, SmallVector<Value>> lastRead;
  llvm::SmallDenseSet<Value> alive;
  int64_t bytes = 0;
  auto begin = [&](Value value) {
    Operation *last = nullptr;
    for (Operation *user : value.getUsers()) {
      Operation *op = block->findAncestorOpInBlock(*user);
      if (op && (!last || last->isBeforeInBlock(op)))
        last = op;
    }
    if (!last || !getStaticTensor(value))
      return;
    lastRead[last].push_back(value);
    alive.insert(value);
    bytes += getBytes(value);
  };
  std::vector<Cut> cuts = {{input, 0}};
  begin(input);
  int64_t most = 0;
  for (Operation &op : *block) {
    const bool isUser = users.contains(&op);
    // An operand that dies is there still, unless it is written over.
    const int64_t before = bytes;
    for (Value value : lastRead.lookup(&op)) {
      alive.erase(value);
      bytes -= getBytes(value);
    }
    const int64_t left = bytes;
    if (!isUser)
      continue;
    for (Value result : op.getResults())
      begin(result);
    const bool isCut = alive.size() == 1 && op.getNumResults() == 1 &&
                       alive.contains(op.getResult(0));
    const int64_t now =
        isInPlace(&op) ? std::max(before, bytes) : before + bytes - left;
    if (!isCut) {
      most = std::max(most, now);
      continue;
    }
    const int64_t ends =
        getBytes(cuts.back().value) + getBytes(op.getResult(0));
    cuts.push_back({op.getResult(0), std::max(most, now) - ends});
    most = 0;
  }
  return cuts;
}

/// The cuts that follow from the entry argument from which most do.
static std::vector<Cut> findMainCuts(Block &entry) {
  std::vector<Cut> best;
  for (Value argument : entry.getArguments()) {
    if (!getStaticTensor(argument))
      continue;
    std::vector<Cut> cuts = findCuts(argument);
    if (cuts.size() > best.size())
      best = std::move(cuts);
  }
  return best;
}

/// True if there are rows, of which several are needed at once, and several ops
/// that read more than what is at their own. Else tiles do the same.
static bool isWorthIt(const StreamSegment &segment) {
  if (segment.graph.numRows < 2 || segment.graph.rings.empty())
    return false;
  int64_t count = 0;
  for (auto &[op, rows] : segment.ops)
    if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op))
      count += linalgOp.getNumReductionLoops() != 0;
  return count > 1;
}

/// The best segment from `input` to `output`; nothing if there is none, for the
/// reason `why` in the first dimension that has rows.
static std::optional<StreamCut> findSegment(Value input, Value output,
                                            std::string &why) {
  why.clear();
  std::optional<StreamCut> best;
  auto consider = [&](std::optional<unsigned> dim) {
    std::string reason;
    std::unique_ptr<StreamSegment> segment =
        StreamSegment::find(input, output, dim, reason);
    if (!segment) {
      if (why.empty())
        why = reason;
      return;
    }
    if (segment->graph.rings.size() > maxRings) {
      if (why.empty())
        why = "it would have more than " + std::to_string(maxRings) + " rings";
      return;
    }
    std::optional<StreamTrace> trace = traceStream(segment->graph);
    if (!trace) {
      if (why.empty())
        why = "of a tensor that is read on several ways, none is always ahead";
      return;
    }
    if (!best || trace->bytes < best->trace.bytes)
      best = StreamCut{std::move(segment), std::move(*trace)};
  };
  RankedTensorType type = getStaticTensor(output);
  for (int64_t dim = 0; dim != type.getRank(); ++dim)
    if (type.getDimSize(dim) > 1)
      consider(dim);
  consider(std::nullopt);
  return best;
}

namespace {
/// The best way to a cut.
struct Way {
  int64_t most = std::numeric_limits<int64_t>::max();
  int64_t sum = 0;
  size_t from = 0;
  std::optional<StreamCut> segment;

  bool isBelow(const Way &other) const {
    return std::make_pair(most, sum) < std::make_pair(other.most, other.sum);
  }
};
} // namespace

std::vector<StreamCut> mplan::findStreamCuts(FunctionOpInterface function,
                                             const StreamCosts &costs,
                                             std::vector<std::string> &why) {
  if (function.isExternal())
    return {};
  const std::vector<Cut> cuts =
      findMainCuts(function.getFunctionBody().front());
  if (cuts.size() < 2)
    return {};
  // What each cut takes of the arena while it is needed, and what is there all
  // the time.
  auto getCutBytes = [&](size_t cut) {
    bool isResult =
        llvm::any_of(cuts[cut].value.getUsers(), [](Operation *user) {
          return user->hasTrait<OpTrait::ReturnLike>();
        });
    bool isIo = cut == 0 || isResult;
    return isIo && !costs.countIo ? 0 : getBytes(cuts[cut].value);
  };
  const int64_t kept =
      costs.countIo && costs.inputsKept ? getBytes(cuts[0].value) : 0;
  std::vector<Way> ways(cuts.size());
  std::vector<std::string> reasons(cuts.size());
  ways[0].most = 0;
  for (size_t to = 1; to != cuts.size(); ++to) {
    auto consider = [&](size_t from, int64_t bytes,
                        std::optional<StreamCut> segment) {
      if (from != 0)
        bytes += kept;
      if (costs.uncut)
        bytes = 1;
      Way way{std::max(ways[from].most, bytes), ways[from].sum + bytes, from,
              std::move(segment)};
      if (way.isBelow(ways[to]))
        ways[to] = std::move(way);
    };
    const int64_t bytesTo = getCutBytes(to);
    consider(to - 1, getCutBytes(to - 1) + bytesTo + cuts[to].between,
             std::nullopt);
    for (size_t from = to; from-- != 0;) {
      std::optional<StreamCut> segment =
          findSegment(cuts[from].value, cuts[to].value, reasons[to]);
      // What is refused between stays between.
      if (!segment)
        break;
      const int64_t bytes = getCutBytes(from) + bytesTo + segment->trace.bytes;
      consider(from, bytes, std::move(segment));
    }
  }
  std::vector<StreamCut> found;
  for (size_t to = cuts.size() - 1; to != 0; to = ways[to].from)
    if (ways[to].segment && isWorthIt(*ways[to].segment->segment)) {
      found.push_back(std::move(*ways[to].segment));
      why.push_back(ways[to].from == 0 ? "" : reasons[to]);
    }
  if (found.empty())
    for (const std::string &reason : reasons)
      if (!reason.empty() && why.empty())
        why.push_back(reason);
  std::reverse(found.begin(), found.end());
  std::reverse(why.begin(), why.end());
  return found;
}
