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

#include "Frontiers.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

#include <map>
#include <set>

using namespace mlir;
using namespace mplan;

/// A segment has no more rings than this: each loop carries all rings that are
/// written within, and bufferization compares them all with each other.
static constexpr size_t maxRings = 16;

/// True if there are rows, of which several are needed at once or all are
/// summed up, and several ops that read more than what is at their own. Else
/// tiles do the same.
static bool isWorthIt(const StreamSegment &segment) {
  if (segment.graph.numRows < 2 ||
      (segment.graph.rings.empty() && segment.outputDim))
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
                                            const StreamCosts &costs,
                                            int64_t fedRows, std::string &why) {
  why.clear();
  std::optional<StreamCut> best;
  auto consider = [&](std::optional<unsigned> dim) {
    if (fedRows != 0 && best && isWorthIt(*best->segment))
      return; // the outermost
    std::string reason;
    std::unique_ptr<StreamSegment> segment =
        StreamSegment::find(input, output, dim, reason, fedRows != 0);
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
    std::optional<StreamTrace> trace = traceStream(segment->graph, costs.order);
    if (!trace) {
      if (why.empty())
        why = "of a tensor that is read on several ways, none is always ahead";
      return;
    }
    // Along a dimension without windows there are no rings, and no profit.
    const bool isWorse =
        best &&
        std::make_pair(!isWorthIt(*segment), trace->bytes) >=
            std::make_pair(!isWorthIt(*best->segment), best->trace.bytes);
    if (!isWorse)
      best = StreamCut{std::move(segment), std::move(*trace), {}, fedRows};
  };
  RankedTensorType type = getStaticTensor(output);
  for (int64_t dim = 0; dim != type.getRank(); ++dim)
    if (type.getDimSize(dim) > 1)
      consider(dim);
  consider(std::nullopt);
  return best;
}

/// The bytes of `value` at one place of a row: of all its channels.
static int64_t getPlaceBytes(Value value, unsigned dim) {
  RankedTensorType type = getStaticTensor(value);
  const int64_t next = dim + 1;
  return getTensorBytes(type) / type.getDimSize(dim) /
         (next < type.getRank() ? type.getDimSize(next) : 1);
}

/// What is needed beside the rings, in bytes, if all is done in tiles of one
/// place: what an op sums up, and what of its operands has no ring.
static int64_t getTileBytes(const StreamSegment &segment) {
  int64_t most = 0;
  for (auto &[op, rows] : segment.ops) {
    auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
    if (!linalgOp || linalgOp.getNumReductionLoops() == 0 || rows.reduces)
      continue;
    Value result = op->getResult(0);
    int64_t bytes = getPlaceBytes(result, segment.dims.lookup(result));
    for (OpOperand *operand : linalgOp.getDpsInputOperands())
      if (Value value = operand->get();
          segment.ops.contains(value.getDefiningOp()) &&
          !segment.places.contains(value))
        bytes += getPlaceBytes(value, segment.dims.lookup(value));
    most = std::max(most, bytes);
  }
  return most;
}

namespace {
/// The buffer that the value of a frontier lies in, in elements of it.
struct Hold {
  int64_t size = 0, at = 0;
};

/// How all before a frontier is computed.
struct Way {
  Hold hold; ///< Its value.
  int64_t most = 0, sum = 0;
  size_t from = 0;
  int64_t fromSize = 0; ///< The way to that.
  bool isStreamed = false;
  bool shares = false; ///< `hold` is that of `from`.

  bool isBelow(const Way &other) const {
    return std::make_tuple(most, sum, other.hold.at) <
           std::make_tuple(other.most, other.sum, hold.at);
  }
};

/// Finds the way to the last frontier with which least is needed.
class CutSearch {
public:
  CutSearch(FunctionOpInterface function, const StreamCosts &costs)
      : function(function), costs(costs),
        frontiers(findFrontiers(function.getFunctionBody().front())),
        segments(frontiers.size()), reasons(frontiers.size()),
        sizes(frontiers.size()), ways(frontiers.size()) {}

  std::vector<StreamCut> run(std::vector<std::string> &why);

private:
  void findSegments();
  void findSizes();
  void extend(size_t from, const Way &way, size_t to);
  void extendBySegment(size_t from, const Way &way, size_t to);
  void consider(size_t to, Way way, int64_t bytes);
  std::vector<StreamCut> collect(std::vector<std::string> &why);

  bool isResult(size_t i) const;
  bool mayBeOverwritten(size_t i);
  int64_t getElements(size_t i) const {
    return getStaticTensor(frontiers[i].value).getNumElements();
  }
  int64_t getBytes(size_t i, int64_t elements) const;
  std::optional<SharedRows> getRows(size_t from, size_t to) const;

  FunctionOpInterface function;
  const StreamCosts &costs;
  std::vector<Frontier> frontiers;
  /// By their ends: [to][to - 1 - from], as far as there is one.
  std::vector<std::vector<StreamCut>> segments;
  std::vector<std::string> reasons;
  /// How many elements a new buffer for each value can have with profit.
  std::vector<std::set<int64_t>> sizes;
  /// The best by the size of the buffer.
  std::vector<std::map<int64_t, Way>> ways;
};
} // namespace

bool CutSearch::isResult(size_t i) const {
  return llvm::any_of(frontiers[i].value.getUsers(), [](Operation *user) {
    return user->hasTrait<OpTrait::ReturnLike>();
  });
}

/// True if the buffer of frontier `i` is the function's to write to.
bool CutSearch::mayBeOverwritten(size_t i) {
  auto argument = dyn_cast<BlockArgument>(frontiers[i].value);
  if (!argument)
    return true;
  if (costs.fedRows != 0)
    return false;
  auto writable = function.getArgAttrOfType<BoolAttr>(
      argument.getArgNumber(),
      bufferization::BufferizationDialect::kWritableAttrName);
  return writable ? writable.getValue() : costs.countIo && !costs.inputsKept;
}

/// What a buffer for frontier `i` takes of the arena while it is needed.
int64_t CutSearch::getBytes(size_t i, int64_t elements) const {
  if ((i == 0 || isResult(i)) && !costs.countIo)
    return 0;
  RankedTensorType type = getStaticTensor(frontiers[i].value);
  return getTensorBytes(type) / type.getNumElements() * elements;
}

/// The rows of the ends of a segment, if each is of elements that lie after
/// each other, and of one type. Else nothing.
std::optional<SharedRows> CutSearch::getRows(size_t from, size_t to) const {
  const StreamSegment &segment = *segments[to][to - 1 - from].segment;
  if (!segment.outputDim || !segment.whole.empty())
    return std::nullopt;
  auto getRow = [&](Value value, unsigned dim) -> std::optional<int64_t> {
    ArrayRef<int64_t> shape = getStaticTensor(value).getShape();
    if (llvm::any_of(shape.take_front(dim),
                     [](int64_t extent) { return extent != 1; }))
      return std::nullopt;
    return ShapedType::getNumElements(shape.drop_front(dim + 1));
  };
  std::optional<int64_t> inputRow =
      getRow(segment.input, segment.dims.lookup(segment.input));
  std::optional<int64_t> resultRow = getRow(segment.output, *segment.outputDim);
  if (!inputRow || !resultRow ||
      getElementTypeOrSelf(segment.input) !=
          getElementTypeOrSelf(segment.output))
    return std::nullopt;
  return SharedRows{0, *inputRow, 0, *resultRow};
}

void CutSearch::findSegments() {
  for (size_t to = 1; to != frontiers.size(); ++to)
    for (size_t from = to; from-- != 0;) {
      std::optional<StreamCut> segment =
          findSegment(frontiers[from].value, frontiers[to].value, costs,
                      from == 0 ? costs.fedRows : 0, reasons[to]);
      // What is refused between stays between.
      if (!segment)
        break;
      // Of what is before, too, only more would be made before the rows.
      const bool isLast = !segment->segment->whole.empty();
      if (isLast)
        reasons[to] = segment->segment->whyWhole;
      segments[to].push_back(std::move(*segment));
      if (isLast)
        break;
    }
  if (costs.fedRows == 0)
    return;
  // Whoever gives rows expects those of the outermost dimension that has any.
  auto getFedDim = [](const StreamCut &cut) {
    return cut.segment->dims.lookup(cut.segment->input);
  };
  std::optional<unsigned> outermost;
  for (size_t to = 1; to != frontiers.size(); ++to)
    if (segments[to].size() == to && isWorthIt(*segments[to].back().segment))
      outermost =
          std::min(outermost.value_or(~0u), getFedDim(segments[to].back()));
  for (size_t to = 1; to != frontiers.size(); ++to) {
    if (segments[to].size() != to)
      continue;
    const int64_t rows = segments[to].back().segment->graph.numInputRows;
    const bool isOther = getFedDim(segments[to].back()) != outermost;
    if (!isOther && rows % costs.fedRows == 0)
      continue;
    segments[to].pop_back();
    if (!isOther)
      reasons[to] =
          "its " + std::to_string(rows) + " rows are no multiple of that";
  }
}

/// A buffer that is larger than its value has room for what is written over
/// that later.
void CutSearch::findSizes() {
  for (size_t i = 0; i != frontiers.size(); ++i)
    sizes[i].insert(getElements(i));
  for (size_t to = frontiers.size() - 1; to != 0; --to)
    for (size_t k = 0; k != segments[to].size(); ++k) {
      const size_t from = to - 1 - k;
      std::optional<SharedRows> rows = getRows(from, to);
      if (from == 0 || !rows || isResult(to))
        continue;
      const StreamCut &cut = segments[to][k];
      const int64_t distance = getSharedDistance(
          cut.segment->graph, cut.trace, rows->inputRow, rows->resultRow);
      for (int64_t size : sizes[to])
        sizes[from].insert(
            std::max(size, getElements(from) - std::min<int64_t>(distance, 0)));
    }
}

void CutSearch::consider(size_t to, Way way, int64_t bytes) {
  if (way.from != 0 && costs.countIo && costs.fedRows == 0 &&
      !mayBeOverwritten(0))
    bytes += getBytes(0, getElements(0));
  if (costs.uncut) // and what is not streamed is worse than any cut
    bytes = way.isStreamed ? 1 : 2;
  way.most = costs.uncut ? 0 : std::max(way.most, bytes);
  way.sum += bytes;
  auto [found, isNew] = ways[to].try_emplace(way.hold.size, way);
  if (!isNew && way.isBelow(found->second))
    found->second = way;
}

/// The ways to `to` by the segment from `from` on.
void CutSearch::extendBySegment(size_t from, const Way &way, size_t to) {
  const StreamCut &cut = segments[to][to - 1 - from];
  const int64_t own = getElements(to);
  int64_t input = getBytes(from, way.hold.size);
  if (cut.fedRows != 0)
    input = input / cut.segment->graph.numInputRows * cut.fedRows;
  // While what is whole is computed, there is no result.
  const int64_t bytes =
      input + std::max(cut.segment->wholeBytes + cut.trace.bytes +
                           getTileBytes(*cut.segment),
                       cut.segment->wholePeak - getBytes(to, own));
  Way next{{own, 0},           way.most, way.sum, from, way.hold.size,
           /*isStreamed=*/true};
  consider(to, next, bytes + getBytes(to, own));
  std::optional<SharedRows> rows = getRows(from, to);
  if (!rows || isResult(to))
    return;
  if (isWorthIt(*cut.segment))
    for (int64_t size : sizes[to]) {
      next.hold = {size, size - own};
      consider(to, next, bytes + getBytes(to, size));
    }
  next.shares = true;
  next.hold = {way.hold.size, way.hold.at};
  next.hold.at = std::min(
      way.hold.size - own,
      way.hold.at + getSharedDistance(cut.segment->graph, cut.trace,
                                      rows->inputRow, rows->resultRow));
  if (next.hold.at >= 0 && cut.segment->graph.numRows > 1 &&
      mayBeOverwritten(from))
    consider(to, next, bytes);
}

void CutSearch::extend(size_t from, const Way &way, size_t to) {
  if (from + 1 == to && (from != 0 || costs.fedRows == 0))
    consider(to, {{getElements(to), 0}, way.most, way.sum, from, way.hold.size},
             getBytes(from, way.hold.size) + getBytes(to, getElements(to)) +
                 frontiers[to].between);
  if (to - 1 - from < segments[to].size())
    extendBySegment(from, way, to);
}

/// The segments of the best way, from the last one on. None if there is no way,
/// which can be if the input is to be fed.
std::vector<StreamCut> CutSearch::collect(std::vector<std::string> &why) {
  std::vector<StreamCut> found;
  size_t to = frontiers.size() - 1;
  const Way *way = nullptr;
  for (auto &[size, other] : ways[to])
    if (!way || other.isBelow(*way))
      way = &other;
  while (way && to != 0) {
    const Way &before = ways[way->from].at(way->fromSize);
    if (way->isStreamed) {
      StreamCut &cut = segments[to][to - 1 - way->from];
      if (way->shares || way->hold.size != getElements(to)) {
        SharedRows rows = *getRows(way->from, to);
        rows.inputAt = before.hold.at;
        rows.resultAt = way->hold.at;
        cut.buffer = SharedBuffer{way->hold.size, way->shares, rows};
      }
      if (way->shares || cut.fedRows != 0 || isWorthIt(*cut.segment)) {
        found.push_back(std::move(cut));
        // The next one is refused, or would have been no better.
        const bool isRefused =
            way->from != 0 && segments[to].size() == to - way->from;
        why.push_back(isRefused ? reasons[to] : "");
      }
    }
    to = way->from;
    way = &before;
  }
  return found;
}

std::vector<StreamCut> CutSearch::run(std::vector<std::string> &why) {
  if (frontiers.size() < 2)
    return {};
  findSegments();
  findSizes();
  ways[0][getElements(0)].hold = {getElements(0), 0};
  for (size_t to = 1; to != frontiers.size(); ++to)
    for (size_t from = 0; from != to; ++from)
      for (auto &[size, way] : ways[from])
        extend(from, way, to);

  std::vector<StreamCut> found = collect(why);
  if (found.empty())
    for (const std::string &reason : reasons)
      if (!reason.empty() && why.empty())
        why.push_back(reason);
  std::reverse(found.begin(), found.end());
  std::reverse(why.begin(), why.end());
  return found;
}

std::vector<StreamCut> mplan::findStreamCuts(FunctionOpInterface function,
                                             const StreamCosts &costs,
                                             std::vector<std::string> &why) {
  if (function.isExternal())
    return {};
  return CutSearch(function, costs).run(why);
}
