//===- NeedSet.h - A persistent set of needed slots -------------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is needed at one point of a program: a set of (slot, root) pairs, where
// the root says through which buffer value the slot is meant. There is one
// such set at every branch of a program, and neighbours differ little, so the
// set is a persistent treap: a copy costs nothing, a change costs a path of
// O(log n) nodes (none where nobody else holds them), and a union or a
// comparison costs what the two differ by. Priorities are a hash of the key,
// so equal sets have equal shapes. Every node knows how far its subtree
// reaches, which finds the slots that share bytes with a given one.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_LIB_ANALYSIS_PROOF_NEEDSET_H
#define MPLAN_LIB_ANALYSIS_PROOF_NEEDSET_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace mplan::proof {

/// The bytes of a slot, as ranks of the arenas' sorted boundaries: half open,
/// comparable across arenas (which never meet).
struct ByteRange {
  unsigned lower = 0, upper = 0;

  bool empty() const { return lower == upper; }
  bool overlaps(ByteRange other) const {
    return lower < other.upper && other.lower < upper;
  }
};

class NeedSet {
public:
  /// One needed slot. `slot` numbers ascend with the lower end of `bytes`.
  struct Need {
    unsigned slot = 0, root = 0;
    ByteRange bytes;
    /// A read that the contents are needed for; not part of the set's identity.
    mlir::Operation *reader = nullptr;

    uint64_t key() const { return uint64_t(slot) << 32 | root; }
  };

  bool empty() const { return !root; }
  bool contains(unsigned slot, unsigned root) const {
    return find(slot, root) != nullptr;
  }
  /// The element, or null. The pointer holds until the set changes.
  const Need *find(unsigned slot, unsigned root) const;
  /// Adds `need`; one that is there already takes its reader.
  void insert(const Need &need);
  void erase(unsigned slot, unsigned root);
  /// Adds all of `other`; what is in both keeps the reader of either.
  void unite(const NeedSet &other);

  /// Calls `fn` with every element that shares bytes with `bytes`, in order.
  void forEachOverlap(ByteRange bytes,
                      llvm::function_ref<void(const Need &)> fn) const;
  /// Calls `fn` with every element of `slot`, in order.
  void forEachOfSlot(unsigned slot,
                     llvm::function_ref<void(const Need &)> fn) const;
  /// Calls `fn` with every element, in order.
  void forEach(llvm::function_ref<void(const Need &)> fn) const;
  /// Calls `fn` with every element that `other` has not.
  void forEachNotIn(const NeedSet &other,
                    llvm::function_ref<void(const Need &)> fn) const;

  /// The same pairs, whatever their readers.
  bool isEqualTo(const NeedSet &other) const;
  friend bool operator==(const NeedSet &a, const NeedSet &b) {
    return a.isEqualTo(b);
  }
  friend bool operator!=(const NeedSet &a, const NeedSet &b) {
    return !(a == b);
  }

  struct Node;
  using Ref = llvm::IntrusiveRefCntPtr<Node>;
  struct Node : llvm::RefCountedBase<Node> {
    Need need;
    /// The largest `bytes.upper` of the subtree.
    unsigned reach = 0;
    /// A hash of the subtree's keys: different sets rarely share it.
    uint64_t hash = 0;
    Ref left, right;
  };

private:
  Ref root;
};

} // namespace mplan::proof

#endif // MPLAN_LIB_ANALYSIS_PROOF_NEEDSET_H
