//===- MplanOps.td - Operations of the mplan dialect -------*- tablegen -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_IR_MPLANOPS_TD
#define MPLAN_IR_MPLANOPS_TD

include "mplan/IR/MplanDialect.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class Mplan_Op<string mnemonic, list<Trait> traits = []>
    : Op<Mplan_Dialect, mnemonic, traits>;

//===----------------------------------------------------------------------===//
// arena
//===----------------------------------------------------------------------===//

def Mplan_Storage : I32EnumAttr<"Storage", "where an arena's bytes come from", [
    I32EnumAttrCase<"Global", 0, "global">,
    I32EnumAttrCase<"Argument", 1, "argument">,
    I32EnumAttrCase<"External", 2, "external">
  ]> {
  let cppNamespace = "::mplan";
}

def Mplan_ArenaOp : Mplan_Op<"arena", [
    Symbol, HasParent<"::mlir::ModuleOp">]> {
  let summary = "one contiguous stretch of memory that buffers are planned into";
  let description = [{
    Without `size` it is a *pool*: a declaration that buffers may be planned
    into it, up to `capacity` bytes if that is given. `mplan-allocate` sets
    `size` and `alignment`; a module that declares no arena gets one.

    * `size`: bytes that the plan needs (the footprint).
    * `alignment`: of the first byte, in bytes, a power of two; that of the
      most demanding slot. 1 if not given.
    * `capacity`: the most bytes that the plan may take.
    * `memory_space`: of the memrefs that lie in it; the default space if not
      given.
    * `storage`: `global` (the default), `argument` (the caller of each
      public function passes it) or `external` (a symbol defined elsewhere).
    * `peak`: the largest sum of bytes alive at one tick: no plan of the same
      buffers can be smaller.
    * `unplanned`: what the same buffers need without a plan: the sum of all,
      and the largest sum allocated at one tick.
    * `state`: so many bytes from the first on hold what the program keeps
      between calls. They must be zero before the first call, and nobody else
      may write to them; 0 if not given.
    * `red_zone`: so many bytes before each slot and behind it are nobody's
      while the slot is needed; 0 if not given. `mplan-poison` fills and checks
      them.

    ```mlir
    mplan.arena @sram capacity 65536 memory_space 1
    mplan.arena @arena size 16896 alignment 4 peak 16896 unplanned [48000, 30000]
    ```
  }];
  let arguments = (ins
    SymbolNameAttr:$sym_name,
    OptionalAttr<I64Attr>:$size,
    OptionalAttr<I64Attr>:$alignment,
    OptionalAttr<I64Attr>:$capacity,
    OptionalAttr<AnyAttr>:$memory_space,
    OptionalAttr<Mplan_Storage>:$storage,
    OptionalAttr<I64Attr>:$peak,
    OptionalAttr<DenseI64ArrayAttr>:$unplanned,
    OptionalAttr<I64Attr>:$state,
    OptionalAttr<I64Attr>:$red_zone);
  let assemblyFormat = [{
    $sym_name (`size` $size^)? (`alignment` $alignment^)?
    (`capacity` $capacity^)? (`memory_space` $memory_space^)?
    (`storage` $storage^)? (`peak` $peak^)? (`unplanned` $unplanned^)?
    (`state` $state^)? (`red_zone` $red_zone^)? attr-dict
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// Alignment of the first byte, in bytes; 1 where none is given.
    int64_t getAlignmentOrOne() { return getAlignment().value_or(1); }
    /// Where the bytes come from; `Global` where nothing is said.
    Storage getStorageOrGlobal() {
      return getStorage().value_or(Storage::Global);
    }
    /// Bytes from the first on that hold state.
    int64_t getStateBytes() { return getState().value_or(0); }
    /// Bytes before and behind each slot that are nobody's.
    int64_t getRedZoneBytes() { return getRedZone().value_or(0); }
    /// The most that they can be: far more than anybody overflows by.
    static constexpr int64_t maxRedZoneBytes = 1 << 30;
  }];
}

//===----------------------------------------------------------------------===//
// Buffers of an entry's interface
//===----------------------------------------------------------------------===//

def Mplan_Role : I32EnumAttr<"Role", "what a buffer is to whoever calls the entry", [
    I32EnumAttrCase<"Input", 0, "input">,
    I32EnumAttrCase<"Kept", 1, "kept">,
    I32EnumAttrCase<"Output", 2, "output">,
    I32EnumAttrCase<"InOut", 3, "inout">
  ]> {
  let cppNamespace = "::mplan";
}

//===----------------------------------------------------------------------===//
// alloc
//===----------------------------------------------------------------------===//

def Mplan_AllocOp : Mplan_Op<"alloc", [
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "a buffer not yet placed, with what was asked of its place";
  let description = [{
    Like `memref.alloc` of a static shape, but it can name the arena that the
    buffer must go to, its alignment in bytes, and a fixed offset. (On
    `memref.alloc` these would be discardable attributes, which
    canonicalisation drops.) `mplan-allocate` takes both.

    With a `role` it is a buffer through which an entry and its caller
    exchange data; it stands in the entry's first block, and nothing in the
    module calls the entry. `argument` is the number of the entry's argument
    that it was, `result` that of the result that it holds, if any:

    * `input`: the caller has filled it when the entry begins; nobody reads it
      after the entry's last read;
    * `kept`: the same, but it holds the same data when the entry returns: the
      entry never writes to it;
    * `output`: what the entry wrote is read after it returns;
    * `inout`: filled before, read after.

    ```mlir
    %0 = mplan.alloc : memref<8xf32>
    %1 = mplan.alloc in @sram alignment 16 offset 64 : memref<8xf32, 1>
    %2 = mplan.alloc role output argument 1 result 0 : memref<8xf32>
    ```
  }];
  let arguments = (ins
    OptionalAttr<FlatSymbolRefAttr>:$arena,
    OptionalAttr<I64Attr>:$alignment,
    OptionalAttr<I64Attr>:$offset,
    OptionalAttr<Mplan_Role>:$role,
    OptionalAttr<I64Attr>:$argument,
    OptionalAttr<I64Attr>:$result_number);
  let results = (outs
    Res<AnyStaticShapeMemRef, "", [MemAlloc<DefaultResource>]>:$result);
  let assemblyFormat = [{
    (`in` $arena^)? (`alignment` $alignment^)? (`offset` $offset^)?
    (`role` $role^)? (`argument` $argument^)? (`result` $result_number^)?
    attr-dict `:` type($result)
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    ::mlir::MemRefType getType() {
      return ::llvm::cast<::mlir::MemRefType>(getResult().getType());
    }
  }];
}

//===----------------------------------------------------------------------===//
// slot
//===----------------------------------------------------------------------===//

def Mplan_SlotOp : Mplan_Op<"slot", [
    Pure, DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>,
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "a buffer at a fixed offset in an arena";
  let description = [{
    The planned form of an allocation. Slots may share bytes: the plan
    promises that no two of them are needed at the same time.

    * `offset`: bytes from the arena's first byte; a multiple of the slot's
      alignment.
    * `id`: one number for each planned allocation, so that no rewrite takes
      two buffers that share an address for one.
    * `alignment`: in bytes, where more was asked than the element type's
      own.
    * `live`: the half-open ranges of ticks in which the plan takes the
      contents to be needed, for people to read; written on request.
    * `state`: it is what the global of this name was: it lies in the arena's
      state, keeps its contents for ever and shares bytes with no other slot
      but those of the same name, which are the same buffer and have the same
      id.
    * `role`, `argument`, `result`: as of `mplan.alloc`.
    * The type has a static shape and an identity or static strided layout.

    It has no side effect: where it stands says nothing about its lifetime.

    ```mlir
    %0 = mplan.slot @arena[128] id 3 : memref<8xf32>
    %1 = mplan.slot @arena[0] id 4 alignment 16 live [2, 9), [12, 20) : memref<8xf32>
    %2 = mplan.slot @arena[160] id 5 role kept argument 0 live [0, 30) : memref<8xf32>
    %3 = mplan.slot @arena[0] id 6 state "hidden" : memref<4xf32>
    ```
  }];
  let arguments = (ins
    FlatSymbolRefAttr:$arena,
    I64Attr:$offset,
    I64Attr:$id,
    OptionalAttr<I64Attr>:$alignment,
    OptionalAttr<StrAttr>:$state,
    OptionalAttr<Mplan_Role>:$role,
    OptionalAttr<I64Attr>:$argument,
    OptionalAttr<I64Attr>:$result_number,
    OptionalAttr<DenseI64ArrayAttr>:$live);
  let results = (outs AnyStaticShapeMemRef:$result);
  let assemblyFormat = [{
    $arena `[` $offset `]` `id` $id (`alignment` $alignment^)?
    (`state` $state^)? (`role` $role^)? (`argument` $argument^)?
    (`result` $result_number^)? (`live` custom<LiveRange>($live)^)?
    attr-dict `:` type($result)
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    ::mlir::MemRefType getType() {
      return ::llvm::cast<::mlir::MemRefType>(getResult().getType());
    }
    /// The arena, or null if the symbol is not one.
    ArenaOp getArenaOp(::mlir::SymbolTableCollection &symbols);
  }];
}

//===----------------------------------------------------------------------===//
// place
//===----------------------------------------------------------------------===//

/// What a tensor's buffer is asked for.
class Mplan_PoolOp<string mnemonic, list<Trait> traits = []>
    : Mplan_Op<mnemonic, !listconcat(traits, [
        DeclareOpInterfaceMethods<SymbolUserOpInterface>])> {
  let results = (outs AnyRankedTensor:$result);
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    ::mlir::RankedTensorType getType() {
      return ::llvm::cast<::mlir::RankedTensorType>(getResult().getType());
    }
    /// Memory space of the arena; null for the default, and if there is none.
    ::mlir::Attribute getMemorySpace();
  }];
}

def Mplan_PlaceOp : Mplan_PoolOp<"place", [
    Pure, AllTypesMatch<["source", "result"]>]> {
  let summary = "a tensor, and the arena that its buffer must be in";
  let description = [{
    The value is that of `source`. An operation, since rewrites of tensors drop
    the attributes of what they replace; nothing folds it. Two that are equal
    may become one, and one whose result is not used goes.

    `mplan-bufferize` has what makes the value write to the arena. The value is
    copied only where it must be in another place too: an argument, a constant,
    a value placed twice, a result (see there). Upstream's One-Shot Bufferize
    makes a buffer there and copies. Both make an `mplan.alloc`, with the
    alignment and the offset that are given here, in bytes.

    ```mlir
    mplan.arena @sram capacity 65536 memory_space 1
    ...
    %1 = linalg.exp ins(%x : tensor<8xf32>) outs(%0 : tensor<8xf32>) -> tensor<8xf32>
    %2 = mplan.place %1 in @sram alignment 16 offset 64 : tensor<8xf32>
    ```
  }];
  let arguments = (ins
    AnyRankedTensor:$source,
    FlatSymbolRefAttr:$arena,
    OptionalAttr<I64Attr>:$alignment,
    OptionalAttr<I64Attr>:$offset);
  let assemblyFormat = [{
    $source `in` $arena (`alignment` $alignment^)? (`offset` $offset^)?
    attr-dict `:` type($result)
  }];
}

def Mplan_EmptyOp : Mplan_PoolOp<"empty"> {
  let summary = "a tensor of undefined contents whose buffer is in an arena";
  let description = [{
    To `mplan.alloc` what `tensor.empty` is to `memref.alloc`, save that each is
    a buffer of its own. `mplan-bufferize` makes it of `mplan.place`, as a
    destination for what the value is computed by.

    ```mlir
    %0 = mplan.empty in @sram alignment 16 : tensor<8xf32>
    ```
  }];
  let arguments = (ins
    FlatSymbolRefAttr:$arena,
    OptionalAttr<I64Attr>:$alignment,
    OptionalAttr<I64Attr>:$offset);
  let results = (outs
    Res<AnyStaticShapeTensor, "", [MemAlloc<DefaultResource>]>:$result);
  let assemblyFormat = [{
    `in` $arena (`alignment` $alignment^)? (`offset` $offset^)? attr-dict
    `:` type($result)
  }];
}

def Mplan_PlacedOp : Mplan_Op<"placed", [
    Pure, AllTypesMatch<["source", "result"]>]> {
  let summary = "a tensor that is in its place by now";
  let description = [{
    The value and the buffer are those of `source`. `mplan-bufferize` leaves it
    where an `mplan.place` was, so that nothing that comes before is computed
    elsewhere on account of what comes after; it is gone with the tensors.
  }];
  let arguments = (ins AnyRankedTensor:$source);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = "$source attr-dict `:` type($result)";
}

#endif // MPLAN_IR_MPLANOPS_TD
