//===- MplanOps.cpp - Operations of the mplan dialect ---------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Verifiers, and the assembly that tablegen does not write.
//
//===----------------------------------------------------------------------===//

#include "mplan/IR/Mplan.h"

#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mplan;

/// Checks a user-given alignment: a power of two.
static LogicalResult verifyAlignment(Operation *op,
                                     std::optional<int64_t> alignment) {
  if (alignment && (*alignment <= 0 || !llvm::isPowerOf2_64(*alignment)))
    return op->emitOpError("needs an alignment that is a power of two, got ")
           << *alignment;
  return success();
}

/// Checks an offset against the alignment that the buffer at it needs.
static LogicalResult verifyOffset(Operation *op, int64_t offset,
                                  int64_t alignment) {
  if (offset < 0)
    return op->emitOpError("has a negative offset ") << offset;
  if (offset % alignment != 0)
    return op->emitOpError("is at offset ")
           << offset << ", which is not a multiple of its alignment "
           << alignment;
  return success();
}

/// Bytes of the buffer that `op` makes; an error where it has no constant size.
static FailureOr<int64_t> verifyBufferType(Operation *op, MemRefType type,
                                           const DataLayout &layout) {
  FailureOr<int64_t> bytes = getBufferBytes(type, layout);
  if (failed(bytes))
    return op->emitOpError("has type ")
           << type
           << ", whose size in bytes is not a constant of 64 bits: it needs a "
              "static shape, an identity or static strided layout, and "
              "elements with a size";
  return bytes;
}

/// The arena named `symbol`; an error at `op` if there is none.
static FailureOr<ArenaOp> lookupArena(Operation *op, FlatSymbolRefAttr symbol,
                                      SymbolTableCollection &symbols) {
  auto arena = symbols.lookupNearestSymbolFrom<ArenaOp>(op, symbol);
  if (!arena)
    return op->emitOpError("names ")
           << symbol << ", which is not an 'mplan.arena' of this module";
  return arena;
}

/// Checks that `op`'s buffer of `type` may lie in the arena named `symbol`.
static FailureOr<ArenaOp> verifyArena(Operation *op, FlatSymbolRefAttr symbol,
                                      MemRefType type,
                                      SymbolTableCollection &symbols) {
  FailureOr<ArenaOp> found = lookupArena(op, symbol, symbols);
  if (failed(found))
    return failure();
  ArenaOp arena = *found;
  if (!isSameMemorySpace(arena.getMemorySpaceAttr(), type.getMemorySpace())) {
    InFlightDiagnostic diag = op->emitOpError("has type ")
                              << type << ", whose memory space is not that of "
                              << symbol;
    diag.attachNote(arena.getLoc()) << "the arena is declared here";
    return diag;
  }
  return arena;
}

/// Checks what makes a buffer one of an entry's interface.
static LogicalResult verifyRole(Operation *op, std::optional<Role> role,
                                std::optional<int64_t> argument,
                                std::optional<int64_t> resultNumber) {
  if (!role) {
    if (argument || resultNumber)
      return op->emitOpError("names an argument or a result but has no role");
    return success();
  }
  if (!argument || *argument < 0 || resultNumber.value_or(0) < 0)
    return op->emitOpError("has a role and needs the number of the argument "
                           "that it was; numbers are not negative");
  if (resultNumber && (*role == Role::Input || *role == Role::Kept))
    return op->emitOpError("is an input and cannot be result ")
           << *resultNumber;
  auto function = dyn_cast<FunctionOpInterface>(op->getParentOp());
  if (!function || !op->getBlock()->isEntryBlock())
    return op->emitOpError("has a role: it must stand in the first block of "
                           "a function");
  return success();
}

std::optional<Role> mplan::getRole(Operation *op) {
  if (auto alloc = dyn_cast<AllocOp>(op))
    return alloc.getRole();
  if (auto slot = dyn_cast<SlotOp>(op))
    return slot.getRole();
  return std::nullopt;
}

bool mplan::isFilledBefore(Role role) { return role != Role::Output; }

bool mplan::isReadAfter(Role role) { return role != Role::Input; }

//===----------------------------------------------------------------------===//
// ArenaOp
//===----------------------------------------------------------------------===//

LogicalResult ArenaOp::verify() {
  if (failed(verifyAlignment(*this, getAlignment())))
    return failure();
  if (getSize() && static_cast<int64_t>(*getSize()) < 0)
    return emitOpError("has a negative size ")
           << static_cast<int64_t>(*getSize());
  if (getCapacity() && static_cast<int64_t>(*getCapacity()) < 0)
    return emitOpError("has a negative capacity ")
           << static_cast<int64_t>(*getCapacity());
  if (getSize() && getCapacity() && *getSize() > *getCapacity())
    return emitOpError("has a size of ")
           << *getSize() << " bytes, above its capacity of " << *getCapacity()
           << " bytes";
  if (getPeak() && (static_cast<int64_t>(*getPeak()) < 0 || !getSize() ||
                    *getPeak() > *getSize()))
    return emitOpError("has a peak of ")
           << static_cast<int64_t>(*getPeak())
           << " bytes, which is negative or above its size";
  if (getUnplanned() && getUnplanned()->size() != 2)
    return emitOpError("needs two numbers as 'unplanned' (total and largest "
                       "sum alive), got ")
           << getUnplanned()->size();
  if (getState() && (getStateBytes() < 0 || !getSize() ||
                     getStateBytes() > int64_t(*getSize())))
    return emitOpError("has ")
           << getStateBytes()
           << " bytes of state, which is negative or above its size";
  if (getRedZoneBytes() < 0 || getRedZoneBytes() > maxRedZoneBytes)
    return emitOpError("has red zones of ")
           << getRedZoneBytes() << " bytes: they have from 0 to "
           << maxRedZoneBytes;
  return success();
}

//===----------------------------------------------------------------------===//
// AllocOp
//===----------------------------------------------------------------------===//

LogicalResult AllocOp::verify() {
  if (failed(verifyAlignment(*this, getAlignment())))
    return failure();
  DataLayout layout = DataLayout::closest(*this);
  if (failed(verifyBufferType(*this, getType(), layout)))
    return failure();
  if (getOffset() && !getArena())
    return emitOpError("has a fixed offset but names no arena");
  if (failed(verifyRole(*this, getRole(), getArgument(), getResultNumber())))
    return failure();
  int64_t alignment = std::max<int64_t>(getAlignment().value_or(1),
                                        getNaturalAlignment(getType(), layout));
  return getOffset() ? verifyOffset(*this, *getOffset(), alignment) : success();
}

LogicalResult AllocOp::verifySymbolUses(SymbolTableCollection &symbols) {
  return !getArena() ? success()
                     : LogicalResult(verifyArena(*this, getArenaAttr(),
                                                 getType(), symbols));
}

//===----------------------------------------------------------------------===//
// SlotOp
//===----------------------------------------------------------------------===//

ArenaOp SlotOp::getArenaOp(SymbolTableCollection &symbols) {
  return symbols.lookupNearestSymbolFrom<ArenaOp>(*this, getArenaAttr());
}

void SlotOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  setName(getResult(), "slot" + std::to_string(getId()));
}

LogicalResult SlotOp::verify() {
  if (failed(verifyAlignment(*this, getAlignment())))
    return failure();
  if (static_cast<int64_t>(getId()) < 0)
    return emitOpError("has a negative id ") << static_cast<int64_t>(getId());
  if (getLive() && getLive()->size() % 2 != 0)
    return emitOpError("needs a lower and an upper tick for each live range, "
                       "got ")
           << getLive()->size() << " numbers";
  if (failed(verifyRole(*this, getRole(), getArgument(), getResultNumber())))
    return failure();
  if (getState() && (getRole() || getLive()))
    return emitOpError("is state: it is always needed, and has no role");
  DataLayout layout = DataLayout::closest(*this);
  if (failed(verifyBufferType(*this, getType(), layout)))
    return failure();
  int64_t alignment = std::max<int64_t>(getAlignment().value_or(1),
                                        getNaturalAlignment(getType(), layout));
  return verifyOffset(*this, getOffset(), alignment);
}

LogicalResult SlotOp::verifySymbolUses(SymbolTableCollection &symbols) {
  FailureOr<ArenaOp> arena =
      verifyArena(*this, getArenaAttr(), getType(), symbols);
  if (failed(arena))
    return failure();
  auto attachArena = [&](InFlightDiagnostic diag) -> LogicalResult {
    diag.attachNote(arena->getLoc()) << "the arena is declared here";
    return diag;
  };
  if (!arena->getSize())
    return attachArena(emitOpError("lies in ")
                       << getArenaAttr() << ", which has no size yet");
  DataLayout layout = DataLayout::closest(*this);
  int64_t bytes = *getBufferBytes(getType(), layout);
  int64_t end;
  if (llvm::AddOverflow(int64_t(getOffset()), bytes, end))
    return emitOpError("of ") << bytes << " bytes at offset " << getOffset()
                              << " ends beyond 64 bits";
  if (end > int64_t(*arena->getSize()))
    return attachArena(emitOpError("of ")
                       << bytes << " bytes at offset " << getOffset()
                       << " ends at byte " << end << ", beyond the "
                       << *arena->getSize() << " bytes of " << getArenaAttr());
  int64_t zone = arena->getRedZoneBytes();
  if (zone > int64_t(getOffset()) || zone > int64_t(*arena->getSize()) - end)
    return attachArena(emitOpError("of ")
                       << bytes << " bytes at offset " << getOffset()
                       << " leaves no room for the red zones of " << zone
                       << " bytes on either side in the " << *arena->getSize()
                       << " bytes of " << getArenaAttr());
  if (getState() && end > arena->getStateBytes())
    return attachArena(emitOpError("is state and ends at byte ")
                       << end << ", beyond the " << arena->getStateBytes()
                       << " bytes of state of " << getArenaAttr());
  int64_t alignment = std::max<int64_t>(getAlignment().value_or(1),
                                        getNaturalAlignment(getType(), layout));
  if (arena->getAlignmentOrOne() % alignment != 0)
    return attachArena(emitOpError("needs an alignment of ")
                       << alignment << " bytes, more than the "
                       << arena->getAlignmentOrOne() << " of "
                       << getArenaAttr());
  return success();
}

//===----------------------------------------------------------------------===//
// PlaceOp and EmptyOp
//===----------------------------------------------------------------------===//

/// Checks what is asked of the place of a tensor of `type`.
static LogicalResult verifyPlace(Operation *op, RankedTensorType type,
                                 std::optional<int64_t> alignment,
                                 std::optional<int64_t> offset) {
  if (failed(verifyAlignment(op, alignment)))
    return failure();
  if (!BaseMemRefType::isValidElementType(type.getElementType()))
    return op->emitOpError("has type ")
           << type << ", which cannot be in memory";
  auto buffer = MemRefType::get(type.getShape(), type.getElementType());
  DataLayout layout = DataLayout::closest(op);
  // An element without a size has no alignment: the buffer will be refused.
  int64_t natural = succeeded(getBufferBytes(buffer, layout))
                        ? getNaturalAlignment(buffer, layout)
                        : 1;
  return offset ? verifyOffset(op, *offset,
                               std::max(alignment.value_or(1), natural))
                : success();
}

/// Memory space of the arena named `symbol`, null if there is none.
static Attribute findMemorySpace(Operation *op, FlatSymbolRefAttr symbol) {
  auto arena = SymbolTable::lookupNearestSymbolFrom<ArenaOp>(op, symbol);
  return arena ? arena.getMemorySpaceAttr() : Attribute();
}

LogicalResult PlaceOp::verify() {
  return verifyPlace(*this, getType(), getAlignment(), getOffset());
}

LogicalResult PlaceOp::verifySymbolUses(SymbolTableCollection &symbols) {
  return LogicalResult(lookupArena(*this, getArenaAttr(), symbols));
}

Attribute PlaceOp::getMemorySpace() {
  return findMemorySpace(*this, getArenaAttr());
}

LogicalResult EmptyOp::verify() {
  return verifyPlace(*this, getType(), getAlignment(), getOffset());
}

LogicalResult EmptyOp::verifySymbolUses(SymbolTableCollection &symbols) {
  return LogicalResult(lookupArena(*this, getArenaAttr(), symbols));
}

Attribute EmptyOp::getMemorySpace() {
  return findMemorySpace(*this, getArenaAttr());
}

/// `[2, 9), [12, 20)`: half-open ranges, as the mathematics writes them.
static ParseResult parseLiveRange(OpAsmParser &parser,
                                  DenseI64ArrayAttr &live) {
  SmallVector<int64_t> ticks;
  SMLoc loc = parser.getCurrentLocation();
  do {
    int64_t lower = 0, upper = 0;
    if (parser.parseLSquare() || parser.parseInteger(lower) ||
        parser.parseComma() || parser.parseInteger(upper) ||
        parser.parseRParen())
      return failure();
    if (lower >= upper || (!ticks.empty() && lower < ticks.back()))
      return parser.emitError(loc, "expected live ranges that are not empty "
                                   "and ascend without overlap");
    ticks.append({lower, upper});
  } while (succeeded(parser.parseOptionalComma()));
  live = parser.getBuilder().getDenseI64ArrayAttr(ticks);
  return success();
}

static void printLiveRange(OpAsmPrinter &printer, Operation *,
                           DenseI64ArrayAttr live) {
  ArrayRef<int64_t> ticks = live.asArrayRef();
  for (size_t i = 0; i + 1 < ticks.size(); i += 2)
    printer << (i ? ", " : "") << '[' << ticks[i] << ", " << ticks[i + 1]
            << ')';
}

#define GET_OP_CLASSES
#include "mplan/IR/MplanOps.cpp.inc"
