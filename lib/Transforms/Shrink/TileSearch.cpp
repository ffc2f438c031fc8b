//===- TileSearch.cpp - Which ops to tile, and how finely -----------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TileSearch.h"

#include "Measure.h"
#include "mplan/Analysis/FusionGroup.h"
#include "mplan/Transforms/TileAndFuse.h"

using namespace mlir;
using namespace mplan;

/// How far from the op at the peak an op may be whose tiles could take it in.
static constexpr int maxDistance = 8;

TileSearch::TileSearch(ModuleOp module, const ShrinkOptions &options,
                       Footprint current, int64_t &steps)
    : module(module), numbers(module), options(options),
      current(std::move(current)), steps(steps) {}

Footprint TileSearch::run() {
  // Where the peak is, in the numbers.
  steps -= numbers.size();
  if (FailureOr<Footprint> footprint =
          measureTiled(module.clone(), options.plan);
      succeeded(footprint))
    current = std::move(*footprint);
  while (steps > 0 && !options.isEnough(current) && improve())
    ;
  coarsen();
  return current;
}

static bool isWhole(ArrayRef<int64_t> sizes) {
  return llvm::all_of(sizes, [](int64_t size) { return size == 0; });
}

static bool isMarked(Operation *op) { return op->hasAttr(kTileAttrName); }

/// True if `op` is marked to be computed as a whole.
static bool isEnd(Operation *op) {
  auto mark = op->getAttrOfType<DenseI64ArrayAttr>(kTileAttrName);
  return mark && isWhole(mark.asArrayRef());
}

/// Marks `op`, or takes the mark away if `sizes` is empty. What is then
/// computed in its tiles is not tiled itself.
static void mark(linalg::LinalgOp op, ArrayRef<int64_t> sizes) {
  op->removeAttr(kTileAttrName);
  if (sizes.empty())
    return;
  for (Operation *inside : findFusionGroup(op, sizes, isEnd))
    inside->removeAttr(kTileAttrName);
  op->setAttr(kTileAttrName, DenseI64ArrayAttr::get(op->getContext(), sizes));
}

FailureOr<Footprint> TileSearch::measure(const Choice &choice) {
  steps -= numbers.size();
  IRMapping mapping;
  OwningOpRef<ModuleOp> copy(cast<ModuleOp>(module->clone(mapping)));
  linalg::LinalgOp op = choice.op;
  mark(cast<linalg::LinalgOp>(mapping.lookup(op.getOperation())), choice.sizes);
  return measureTiled(std::move(copy), options.plan);
}

void TileSearch::accept(const Choice &choice, Footprint footprint) {
  linalg::LinalgOp op = choice.op;
  mark(op, choice.sizes);
  if (options.remarks) {
    InFlightDiagnostic remark = emitRemark(numbers.getLocation(op), "'")
                                << op->getName() << "' is computed ";
    if (choice.sizes.empty())
      remark << "as a whole";
    else if (isEnd(op))
      remark << "as a whole, before the tiles that read it";
    else
      remark << "in tiles of " << op->getAttr(kTileAttrName);
    remark << ": footprint " << current.size << " to " << footprint.size
           << " bytes";
  }
  current = std::move(footprint);
}

/// From coarse to fine: one loop after another, outermost first, each in tiles
/// of about half the extent, then half of that.
static SmallVector<SmallVector<int64_t>> getLadder(linalg::LinalgOp root) {
  SmallVector<SmallVector<int64_t>> ladder;
  SmallVector<int64_t> sizes(root.getNumLoops(), 0);
  if (!isTiling(root, sizes))
    return ladder;
  SmallVector<int64_t> extents = root.getStaticLoopRanges();
  for (auto [loop, extent] : llvm::enumerate(extents)) {
    if (ShapedType::isDynamic(extent) || extent == 1 ||
        root.getIteratorTypesArray()[loop] != utils::IteratorType::parallel)
      continue;
    for (int64_t size = extent; size > 1;) {
      int64_t next = size / 2;
      while (extent % next != 0)
        --next;
      size = next;
      sizes[loop] = size;
      ladder.push_back(sizes);
    }
  }
  return ladder;
}

/// The ops that may be tiled, `op` among them, inside whose tiles it could be.
static SmallVector<linalg::LinalgOp> findRoots(Operation *op) {
  SmallVector<linalg::LinalgOp> roots;
  for (int distance = 0; op && distance != maxDistance; ++distance) {
    auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
    // A tile of a fill is made where it is used.
    if (linalgOp && !isCheapInit(op) && !getLadder(linalgOp).empty())
      roots.push_back(linalgOp);
    if (op->getNumResults() != 1)
      break;
    // All users may be in the tiles of the last of them.
    Operation *last = nullptr;
    for (Operation *user : op->getUsers())
      if (user->getBlock() == op->getBlock() &&
          (!last || last->isBeforeInBlock(user)))
        last = user;
    op = last;
  }
  return roots;
}

/// How many of the places in `ladder` are no finer than the mark of `root`.
static size_t getPosition(linalg::LinalgOp root,
                          ArrayRef<SmallVector<int64_t>> ladder) {
  auto mark = root->getAttrOfType<DenseI64ArrayAttr>(kTileAttrName);
  if (!mark)
    return 0;
  const auto *place = llvm::find_if(ladder, [&](ArrayRef<int64_t> sizes) {
    return sizes == mark.asArrayRef();
  });
  return place == ladder.end() ? 0 : place - ladder.begin() + 1;
}

bool TileSearch::improve() {
  if (!current.where)
    return false;
  // The op at the peak, and those whose results are needed there.
  llvm::SetVector<Operation *> roots;
  SmallVector<Operation *> places = numbers.findAlive(current);
  if (Operation *peak = numbers.find(*current.where))
    places.insert(places.begin(), peak);
  for (Operation *place : places)
    for (linalg::LinalgOp root : findRoots(place))
      roots.insert(root);

  // The first that helps: it is nearest to the peak.
  auto helps = [&](bool (TileSearch::*tryOne)(linalg::LinalgOp)) {
    return llvm::any_of(roots, [&](Operation *op) {
      return (this->*tryOne)(cast<linalg::LinalgOp>(op));
    });
  };
  return helps(&TileSearch::tryRoot) || helps(&TileSearch::tryEnds);
}

void TileSearch::consider(const Choice &choice) {
  if (steps <= 0)
    return;
  FailureOr<Footprint> footprint = measure(choice);
  if (succeeded(footprint) && footprint->isBelow(best ? best->second : current))
    best.emplace(choice, std::move(*footprint));
}

bool TileSearch::acceptBest() {
  if (!best)
    return false;
  accept(best->first, std::move(best->second));
  best.reset();
  return true;
}

void TileSearch::considerTiles(linalg::LinalgOp root) {
  SmallVector<Sizes> ladder = getLadder(root);
  for (size_t i = getPosition(root, ladder); i < ladder.size(); ++i) {
    // Each loop at its finest; what is between comes when all is done.
    bool isFinest = i + 1 == ladder.size() ||
                    llvm::count(ladder[i], 0) != llvm::count(ladder[i + 1], 0);
    if (isFinest)
      consider({root, ladder[i]});
  }
}

bool TileSearch::tryRoot(linalg::LinalgOp root) {
  considerTiles(root);
  return acceptBest();
}

bool TileSearch::tryEnds(linalg::LinalgOp root) {
  auto sizes = root->getAttrOfType<DenseI64ArrayAttr>(kTileAttrName);
  if (!sizes)
    return false;
  for (Operation *op : findFusionGroup(root, sizes.asArrayRef(), isMarked)) {
    auto inside = dyn_cast<linalg::LinalgOp>(op);
    if (!inside || isCheapInit(inside))
      continue;
    consider({inside, Sizes(inside.getNumLoops(), 0)});
    considerTiles(inside);
  }
  return acceptBest();
}

void TileSearch::coarsen() {
  int64_t limit = std::max(current.size, options.arenaLimit);
  for (Operation *op : numbers.getOps()) {
    auto root = dyn_cast<linalg::LinalgOp>(op);
    if (!root || !isMarked(root) || isEnd(root))
      continue;
    SmallVector<Sizes> ladder = getLadder(root);
    // Not at all is the coarsest.
    ladder.insert(ladder.begin(), Sizes());
    size_t low = 0, high = getPosition(root, ladder) - 1;
    std::optional<Footprint> found;
    while (low < high && steps > 0) {
      size_t middle = (low + high) / 2;
      FailureOr<Footprint> footprint = measure({root, ladder[middle]});
      if (succeeded(footprint) && footprint->size <= limit) {
        high = middle;
        found = std::move(*footprint);
      } else {
        low = middle + 1;
      }
    }
    if (found)
      accept({root, ladder[high]}, std::move(*found));
  }
}
