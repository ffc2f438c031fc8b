//===- Trace.h - Which buffer each load and store touches -------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a program did to its buffers while it ran on a heap: each execution of
// an allocation is an instance of its own, at an address that no other ever
// had. From that alone it follows whether a plan, any plan, is harmful.
//
// Most of what a program does says nothing new. A *run* is a stretch in which
// one instance alone is written. In it
// * a byte of that instance needs to be known read only if it is read before it
//   is written there, and then once; and written once: afterwards its place
//   holds it whatever the plan is;
// * a byte of another instance needs to be known read once, the last time: if
//   its place holds something else by then, it does so when the run ends.
// So a trace keeps few events of each run, in the order in which they were.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_TOOLS_MUTATE_TRACE_H
#define MPLAN_TOOLS_MUTATE_TRACE_H

#include "mlir/ExecutionEngine/ExecutionEngine.h"
#include <cstdint>
#include <set>
#include <tuple>
#include <vector>

namespace mplan::mutate {

/// Bytes [begin, end) of an instance are read or written. Those read have been
/// written before.
struct Event {
  uint32_t instance;
  uint32_t begin, end;
  bool isStore;
};

/// So many bytes of an instance are copied to another, in an order that is not
/// said: wherever both are put, they must not meet, unless they are the same.
struct Copy {
  uint32_t from, fromBegin, to, toBegin, bytes;

  friend bool operator<(const Copy &a, const Copy &b) {
    return std::tie(a.from, a.fromBegin, a.to, a.toBegin, a.bytes) <
           std::tie(b.from, b.fromBegin, b.to, b.toBegin, b.bytes);
  }
};

/// One execution of an allocation.
struct Instance {
  unsigned site; ///< Which allocation of the program.
  int64_t bytes;
};

struct Trace {
  std::vector<Instance> instances;
  std::vector<Event> events;
  std::set<Copy> copies; ///< Of bytes that have been written.
};

/// Records what compiled programs do while it exists; one at a time.
class Recorder {
public:
  /// With `whole`, each access is an event of the trace.
  explicit Recorder(bool whole);
  ~Recorder();
  Recorder(const Recorder &) = delete;

  /// Starts from nothing, and gives what has been recorded.
  Trace take();

  /// What compiled programs call.
  void *allocate(int64_t bytes, int64_t site);
  void access(const void *address, int64_t bytes, bool isStore);
  void copy(const void *to, const void *from, int64_t bytes);

private:
  /// What is known of one byte of an instance; runs count from 1 on.
  struct Byte {
    uint32_t storedIn = 0; ///< The last run that wrote it.
    uint32_t loadedIn = 0; ///< The last run that read it.
    uint32_t entry = 0;    ///< Of that read, in `pending`.
  };
  struct Live {
    const uint8_t *begin;
    std::vector<Byte> bytes;
  };
  /// One byte read or written in the current run.
  struct Pending {
    uint64_t time;
    uint32_t instance, byte;
    bool isStore;
  };

  uint32_t find(const uint8_t *address);
  void recordAll(uint32_t instance, uint32_t begin, uint32_t end, bool isStore);
  void record(uint32_t instance, uint32_t begin, uint32_t end, bool isStore);
  void endRun();
  void append(uint32_t instance, uint32_t begin, uint32_t end, bool isStore);
  void clear();

  bool whole;
  uint8_t *memory; ///< Addresses are given out from its begin on, once each.
  uint8_t *next;
  Trace trace;
  std::vector<Live> live; ///< By instance, hence by address.
  std::vector<Pending> pending;
  uint32_t run = 1;
  uint32_t writer; ///< The instance that the current run writes.
  uint64_t time = 0;
  uint32_t lastFound = 0;
};

/// What the functions that `instrument` (Instrument.h) puts into programs are
/// called.
constexpr llvm::StringLiteral kAllocateName = "mplanTraceAllocate";
constexpr llvm::StringLiteral kLoadName = "mplanTraceLoad";
constexpr llvm::StringLiteral kStoreName = "mplanTraceStore";
constexpr llvm::StringLiteral kCopyName = "mplanTraceCopy";

/// Makes `engine` resolve these to the recorder that exists when they are
/// called. Before the first lookup.
void registerRecorder(mlir::ExecutionEngine &engine);

} // namespace mplan::mutate

#endif // MPLAN_TOOLS_MUTATE_TRACE_H
