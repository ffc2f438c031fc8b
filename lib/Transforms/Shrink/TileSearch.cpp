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
  if (FailureOr<Footprint> footprint =
          measureTiled(module.clone(), options.plan, steps);
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
  IRMapping mapping;
  OwningOpRef<ModuleOp> copy(cast<ModuleOp>(module->clone(mapping)));
  linalg::LinalgOp op = choice.op;
  mark(cast<linalg::LinalgOp>(mapping.lookup(op.getOperation())), choice.sizes);
  return measureTiled(std::move(copy), options.plan, steps);
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

SmallVector<unsigned> mplan::getTileable(linalg::LinalgOp op) {
  SmallVector<unsigned> loops;
  if (!isTiling(op, SmallVector<int64_t>(op.getNumLoops(), 0)))
    return loops;
  SmallVector<utils::IteratorType> iterators = op.getIteratorTypesArray();
  for (auto [loop, extent] : llvm::enumerate(op.getStaticLoopRanges()))
    if (!ShapedType::isDynamic(extent) && extent > 1 &&
        iterators[loop] == utils::IteratorType::parallel)
      loops.push_back(loop);
  return loops;
}

static SmallVector<int64_t> getMark(linalg::LinalgOp op) {
  if (auto mark = op->getAttrOfType<DenseI64ArrayAttr>(kTileAttrName))
    return SmallVector<int64_t>(mark.asArrayRef());
  return SmallVector<int64_t>(op.getNumLoops(), 0);
}

/// Tiles to try for `op`, each loop whole or as fine as it can be: one loop
/// more than is tiled, which may be channels alone, where windows of rows would
/// overlap; and the first loops together.
static SmallVector<SmallVector<int64_t>> getFiner(linalg::LinalgOp op) {
  SmallVector<SmallVector<int64_t>> finer;
  const SmallVector<int64_t> mark = getMark(op);
  SmallVector<int64_t> first(op.getNumLoops(), 0);
  auto add = [&](ArrayRef<int64_t> sizes) {
    if (sizes != ArrayRef(mark) && !llvm::is_contained(finer, sizes))
      finer.emplace_back(sizes);
  };
  for (unsigned loop : getTileable(op)) {
    SmallVector<int64_t> more = mark;
    more[loop] = first[loop] = 1;
    add(more);
    add(first);
  }
  return finer;
}

/// The tiles that a loop of `extent` can be cut into, from all of it (0) to
/// `finest`, each about half of the one before.
static SmallVector<int64_t> getCoarser(int64_t extent, int64_t finest) {
  SmallVector<int64_t> sizes = {0};
  for (int64_t size = extent / 2; size > finest; size /= 2) {
    while (extent % size != 0)
      --size;
    if (size > finest)
      sizes.push_back(size);
  }
  sizes.push_back(finest);
  return sizes;
}

/// The ops that may be tiled, `op` among them, inside whose tiles it could be.
static SmallVector<linalg::LinalgOp> findRoots(Operation *op) {
  SmallVector<linalg::LinalgOp> roots;
  for (int distance = 0; op && distance != maxDistance; ++distance) {
    auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
    // A tile of a fill is made where it is used.
    if (linalgOp && !isCheapInit(op) && !getTileable(linalgOp).empty())
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

bool TileSearch::tryRoot(linalg::LinalgOp root) {
  // What is between comes when all is done.
  for (const Sizes &sizes : getFiner(root))
    consider({root, sizes});
  return acceptBest();
}

bool TileSearch::tryEnds(linalg::LinalgOp root) {
  if (!isMarked(root))
    return false;
  for (Operation *op : findFusionGroup(root, getMark(root), isMarked)) {
    auto inside = dyn_cast<linalg::LinalgOp>(op);
    if (!inside || isCheapInit(inside))
      continue;
    // As a whole, or by its first loop. Finer comes once that has helped.
    Sizes tiles(inside.getNumLoops(), 0);
    consider({inside, tiles});
    if (SmallVector<unsigned> loops = getTileable(inside); !loops.empty()) {
      tiles[loops.front()] = 1;
      consider({inside, tiles});
    }
  }
  return acceptBest();
}

void TileSearch::coarsen() {
  for (Operation *op : numbers.getOps()) {
    auto root = dyn_cast<linalg::LinalgOp>(op);
    if (!root || !isMarked(root) || isEnd(root))
      continue;
    // What is tiled last costs the most, and goes first.
    const SmallVector<unsigned> loops = getTileable(root);
    for (unsigned loop : llvm::reverse(loops))
      coarsen(root, loop);
  }
}

void TileSearch::coarsen(linalg::LinalgOp root, unsigned loop) {
  Sizes sizes = getMark(root);
  if (sizes[loop] == 0)
    return;
  const SmallVector<int64_t> tiles =
      getCoarser(root.getStaticLoopRanges()[loop], sizes[loop]);
  const int64_t limit = std::max(current.size, options.arenaLimit);
  // Finer tiles need less.
  size_t low = 0, high = tiles.size() - 1;
  std::optional<std::pair<Choice, Footprint>> found;
  while (low < high && steps > 0) {
    const size_t middle = (low + high) / 2;
    sizes[loop] = tiles[middle];
    Choice choice{root, isWhole(sizes) ? Sizes() : sizes};
    FailureOr<Footprint> footprint = measure(choice);
    if (succeeded(footprint) && footprint->size <= limit) {
      high = middle;
      found.emplace(choice, std::move(*footprint));
    } else {
      low = middle + 1;
    }
  }
  if (found)
    accept(found->first, std::move(found->second));
}
