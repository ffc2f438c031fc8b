//===- Heap.cpp - Where compiled programs allocate ------------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See the header. Compiled code calls plain functions, hence the one global;
// programs run one at a time.
//
//===----------------------------------------------------------------------===//

#include "Heap.h"
#include "Program.h"

#include "llvm/ADT/DenseSet.h"
#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace {
struct Heap {
  llvm::DenseSet<void *> blocks;
  int64_t allocated = 0;
  uint8_t junk = 0;
};
} // namespace

static Heap &heap() {
  static Heap instance;
  return instance;
}

static void *heapAlignedAlloc(size_t alignment, size_t size) {
  // aligned_alloc may refuse sizes that are no multiple of the alignment, and
  // zero bytes need an address of their own too.
  alignment = std::max<size_t>(alignment, alignof(std::max_align_t));
  size_t rounded = (std::max<size_t>(size, 1) + alignment - 1) / alignment;
  void *block = std::aligned_alloc(alignment, rounded * alignment);
  if (!block)
    std::abort(); // compiled code does not look at the pointer
  std::memset(block, heap().junk, size);
  heap().blocks.insert(block);
  heap().allocated += size;
  return block;
}

static void *heapMalloc(size_t size) {
  return heapAlignedAlloc(alignof(std::max_align_t), size);
}

/// LLVM makes this of malloc and memset.
static void *heapCalloc(size_t count, size_t size) {
  return std::memset(heapMalloc(count * size), 0, count * size);
}

static void heapFree(void *block) {
  if (block && heap().blocks.erase(block))
    std::free(block);
}

void mplan::equiv::registerHeap(mlir::ExecutionEngine &engine) {
  registerFunctions(
      engine,
      {
          {"malloc", reinterpret_cast<void *>(&heapMalloc)},
          {"calloc", reinterpret_cast<void *>(&heapCalloc)},
          {"aligned_alloc", reinterpret_cast<void *>(&heapAlignedAlloc)},
          {"free", reinterpret_cast<void *>(&heapFree)},
      });
}

void mplan::equiv::setHeapJunk(uint8_t byte) { heap().junk = byte; }

int64_t mplan::equiv::heapAllocated() { return heap().allocated; }

void mplan::equiv::releaseHeap() {
  for (void *block : heap().blocks)
    std::free(block);
  heap().blocks.clear();
  heap().allocated = 0;
}
