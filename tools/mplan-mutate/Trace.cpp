//===- Trace.cpp - Which buffer each load and store touches ---------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See the header. Compiled code calls plain functions, hence the one global.
//
//===----------------------------------------------------------------------===//

#include "Trace.h"
#include "Program.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MathExtras.h"
#include <cstring>
#include <sys/mman.h>

using namespace mplan::mutate;

/// Addresses, of which the system backs those that are used.
static constexpr size_t reserved = size_t(1) << 36;
static constexpr int64_t alignment = 64;
static constexpr uint32_t none = ~uint32_t(0);

static Recorder *current = nullptr;

Recorder::Recorder(bool whole) : whole(whole), writer(none) {
  if (current)
    llvm::report_fatal_error("two recorders at once");
  void *mapped = mmap(nullptr, reserved, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapped == MAP_FAILED)
    llvm::report_bad_alloc_error("no addresses for the traced program");
  memory = next = static_cast<uint8_t *>(mapped);
  current = this;
}

Recorder::~Recorder() {
  munmap(memory, reserved);
  current = nullptr;
}

void Recorder::clear() {
  madvise(memory, reserved, MADV_DONTNEED);
  next = memory;
  trace = Trace();
  live.clear();
  pending.clear();
  run = 1;
  writer = none;
  time = 0;
  lastFound = 0;
}

Trace Recorder::take() {
  endRun();
  Trace result = std::move(trace);
  clear();
  return result;
}

void *Recorder::allocate(int64_t bytes, int64_t site) {
  // A gap behind each, so that its end is no other's begin.
  int64_t taken = llvm::alignTo(bytes, alignment) + alignment;
  if (bytes < 0 || bytes >= none || taken > memory + reserved - next)
    llvm::report_bad_alloc_error("the traced program allocates too much");
  uint8_t *result = next;
  next += taken;
  std::memset(result, 0xC3, bytes);
  trace.instances.push_back({unsigned(site), bytes});
  live.push_back({result, std::vector<Byte>(bytes)});
  return result;
}

/// The instance that holds `address`, or none: the program's other memory.
uint32_t Recorder::find(const uint8_t *address) {
  if (address < memory || address >= next)
    return none;
  auto holds = [&](uint32_t index) {
    return index < live.size() && address >= live[index].begin &&
           address < live[index].begin + live[index].bytes.size();
  };
  if (holds(lastFound))
    return lastFound;
  auto it = llvm::upper_bound(live, address,
                              [](const uint8_t *value, const Live &each) {
                                return value < each.begin;
                              });
  uint32_t index = it - live.begin() - 1;
  if (!holds(index))
    return none;
  return lastFound = index;
}

void Recorder::access(const void *address, int64_t bytes, bool isStore) {
  const uint8_t *first = static_cast<const uint8_t *>(address);
  if (bytes <= 0)
    return;
  uint32_t instance = find(first);
  if (instance == none)
    return;
  uint32_t begin = first - live[instance].begin;
  if (bytes > int64_t(live[instance].bytes.size()) - begin)
    llvm::report_fatal_error("the traced program runs over a buffer's end");
  ++time;
  if (whole)
    recordAll(instance, begin, begin + bytes, isStore);
  else
    record(instance, begin, begin + bytes, isStore);
}

void Recorder::copy(const void *to, const void *from, int64_t bytes) {
  const auto *source = static_cast<const uint8_t *>(from);
  const auto *target = static_cast<const uint8_t *>(to);
  uint32_t read = find(source), written = find(target);
  if (bytes > 0 && read != none && written != none) {
    uint32_t begin = source - live[read].begin;
    // What was never written holds nothing that could be lost.
    bool isWritten = llvm::any_of(
        llvm::seq<int64_t>(
            begin, std::min<int64_t>(begin + bytes, live[read].bytes.size())),
        [&](int64_t i) { return live[read].bytes[i].storedIn != 0; });
    if (isWritten)
      trace.copies.insert({read, begin, written,
                           uint32_t(target - live[written].begin),
                           uint32_t(bytes)});
  }
  access(from, bytes, /*isStore=*/false);
  access(to, bytes, /*isStore=*/true);
}

void Recorder::append(uint32_t instance, uint32_t begin, uint32_t end,
                      bool isStore) {
  trace.events.push_back({instance, begin, end, isStore});
}

void Recorder::recordAll(uint32_t instance, uint32_t begin, uint32_t end,
                         bool isStore) {
  std::vector<Byte> &bytes = live[instance].bytes;
  if (isStore) {
    for (uint32_t i = begin; i < end; ++i)
      bytes[i].storedIn = run;
    return append(instance, begin, end, isStore);
  }
  // What was never written holds nothing that could be lost.
  for (uint32_t i = begin; i < end; ++i) {
    if (bytes[i].storedIn == 0)
      continue;
    uint32_t from = i;
    while (i < end && bytes[i].storedIn != 0)
      ++i;
    append(instance, from, i, isStore);
  }
}

void Recorder::record(uint32_t instance, uint32_t begin, uint32_t end,
                      bool isStore) {
  std::vector<Byte> &bytes = live[instance].bytes;
  if (isStore && writer != instance) {
    endRun();
    writer = instance;
  }
  for (uint32_t i = begin; i < end; ++i) {
    Byte &byte = bytes[i];
    if (isStore) {
      if (byte.storedIn == run)
        continue;
      byte.storedIn = run;
      pending.push_back({time, instance, i, isStore});
      continue;
    }
    if (byte.storedIn == 0 || byte.storedIn == run)
      continue;
    if (byte.loadedIn != run) {
      byte.loadedIn = run;
      byte.entry = pending.size();
      pending.push_back({time, instance, i, isStore});
    } else if (instance != writer) {
      pending[byte.entry].time = time;
    }
  }
}

/// Writes what is pending to the trace, in order, stretches of bytes as one.
void Recorder::endRun() {
  // Of one access, by byte.
  llvm::sort(pending, [](const Pending &a, const Pending &b) {
    return std::make_pair(a.time, a.byte) < std::make_pair(b.time, b.byte);
  });
  for (size_t i = 0; i < pending.size();) {
    const Pending &first = pending[i];
    uint32_t end = first.byte;
    for (; i < pending.size() && pending[i].time == first.time &&
           pending[i].byte == end;
         ++i)
      ++end;
    append(first.instance, first.byte, end, first.isStore);
  }
  pending.clear();
  ++run;
  writer = none;
}

//===----------------------------------------------------------------------===//
// What compiled programs call
//===----------------------------------------------------------------------===//

static void *traceAllocate(int64_t bytes, int64_t site) {
  return current->allocate(bytes, site);
}

static void traceLoad(const void *address, int64_t bytes) {
  current->access(address, bytes, /*isStore=*/false);
}

static void traceStore(const void *address, int64_t bytes) {
  current->access(address, bytes, /*isStore=*/true);
}

static void traceCopy(const void *to, const void *from, int64_t bytes) {
  current->copy(to, from, bytes);
}

void mplan::mutate::registerRecorder(mlir::ExecutionEngine &engine) {
  equiv::registerFunctions(
      engine, {
                  {kAllocateName, reinterpret_cast<void *>(&traceAllocate)},
                  {kLoadName, reinterpret_cast<void *>(&traceLoad)},
                  {kStoreName, reinterpret_cast<void *>(&traceStore)},
                  {kCopyName, reinterpret_cast<void *>(&traceCopy)},
              });
}
