//===- LowerPasses.td - From planned memrefs to LLVM -------*- tablegen -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_TRANSFORMS_LOWERPASSES_TD
#define MPLAN_TRANSFORMS_LOWERPASSES_TD

include "mlir/Pass/PassBase.td"

def MplanExpandCopiesPass : Pass<"mplan-expand-copies"> {
  let summary = "turn copies of strided buffers into linalg.copy";
  let description = [{
    Upstream lowers a `memref.copy` whose source or target is not contiguous to
    a call of `memrefCopy`, a function of MLIR's run-time library. This pass
    makes it a `linalg.copy`, which becomes loops, and removes copies of no
    elements. Copies of contiguous buffers stay, and become a `memcpy`; so do
    copies of unranked ones, of which nothing is known.

    A `memref.subview` that drops dimensions and has steps other than 1, at
    which upstream's lowering of views crashes, becomes a subview that drops
    none and a `memref.reinterpret_cast` of it.
    A `memref.collapse_shape` of known extents that makes one of several becomes
    a `memref.reinterpret_cast`: upstream would divide every index into it.

    Needs nothing: it takes any memref IR. It never changes which bytes are
    copied where.

    Before:

    ```mlir
    memref.copy %a, %b : memref<2x4xf32> to memref<2x4xf32, strided<[8, 1]>>
    ```

    After:

    ```mlir
    linalg.copy ins(%a : memref<2x4xf32>) outs(%b : memref<2x4xf32, strided<[8, 1]>>)
    ```
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect"];
}

def MplanPrepareLLVMPass : Pass<"mplan-prepare-llvm", "::mlir::ModuleOp"> {
  let summary = "decide conventions and symbols of the object to be";
  let description = [{
    On memref IR without slots, what must be decided before memrefs become
    pointers:

    * *Entries* (public functions with a body) take bare pointers
      (`llvm.bareptr`); an entry with `llvm.emit_c_interface` keeps descriptors.
      Other functions with a body get internal linkage. Functions without a
      body are called as they say: by descriptors, or, with `llvm.bareptr`, by
      bare pointers.
    * *Names*: `symbol-prefix` is put before the names of entries, public
      globals and mutable globals (the arenas). Not so the name of a mutable
      global that is defined elsewhere, as of an external arena: that is its
      owner's, and several models may share it. An entry may not end up as
      `main`.
    * *Memory spaces*: integers are LLVM's address spaces and stay; any other
      attribute names a place that only a linker knows: it is dropped.
    * *Arena arguments*: `mplan.alignment` becomes `llvm.align`.
    * *Arguments*: with `arguments=apart` the bare pointers of an entry that the
      module itself does not call are `llvm.noalias`: the caller promises that no
      buffer that the entry writes shares a byte with another that it is given,
      or with the arena. `mplan.bytes` says how many bytes a pointer is for.
    * *Assertions*: a `cf.assert` that fails traps (`llvm.intr.trap`), without
      its message, since a C library is not everywhere. With
      `assertions=abort` it writes its message to the standard output (`puts`,
      `fflush`) and calls `abort`.

    Fails, with the IR untouched, where something would need a run-time library:
    an op that allocates or frees memory elsewhere than on the stack (unless
    `allow-heap` is given: it becomes `malloc` or `free`), a copy of an unranked
    memref; on an entry that a bare pointer cannot serve; on a slot
    or arena that is left; on a new name that is taken.

    Before, with `symbol-prefix=net_`:

    ```mlir
    memref.global "private" @arena : memref<96xi8> = uninitialized
    func.func @run(%x: memref<4xf32, "sram">) { ... }
    func.func private @layer(%x: memref<4xf32, "sram">) { ... }
    ```

    After:

    ```mlir
    memref.global "private" @net_arena : memref<96xi8> = uninitialized
    func.func @net_run(%x: memref<4xf32>) attributes {llvm.bareptr} { ... }
    func.func private @layer(%x: memref<4xf32>)
        attributes {llvm.linkage = #llvm.linkage<internal>} { ... }
    ```
  }];
  let options = [
    Option<"symbolPrefix", "symbol-prefix", "std::string", "\"\"",
           "Put before the names of entries, arenas and external constants">,
    Option<"assertions", "assertions", "std::string", "\"trap\"",
           "What a failed assertion does: trap, or abort with its message">,
    Option<"arguments", "arguments", "std::string", "\"any\"",
           "What the caller promises of buffers: any (nothing) or apart (none "
           "that is written shares a byte with another)">,
    Option<"allowHeap", "allow-heap", "bool", "false",
           "Lower allocations that are left to malloc and free">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect",
    "::mlir::LLVM::LLVMDialect"
  ];
}

def MplanLowerVectorsPass : Pass<"mplan-lower-vectors"> {
  let summary = "break vector ops down to those that LLVM has";
  let description = [{
    Contractions, transposes, reductions over several dimensions, gathers,
    masked and permuted transfers become what `convert-to-llvm` takes: ops on
    rows, loads, stores and shuffles. Transfers of several dimensions are left to
    `convert-vector-to-scf`, which runs before. Unlike `convert-vector-to-llvm`
    it converts no type, so that an index keeps the width that the module gives
    it.

    Needs nothing, and leaves IR without vectors alone.

    Before:

    ```mlir
    %0 = vector.multi_reduction <add>, %v, %acc [0, 1] : vector<2x4xf32> to f32
    ```

    After:

    ```mlir
    %row = vector.shape_cast %v : vector<2x4xf32> to vector<8xf32>
    %0 = vector.reduction <add>, %row, %acc : vector<8xf32> into f32
    ```
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect",
    "::mlir::ub::UBDialect", "::mlir::vector::VectorDialect"
  ];
}

def MplanShareKernelsPass : Pass<"mplan-share-kernels", "::mlir::ModuleOp"> {
  let summary = "one function for what is done several times";
  let description = [{
    Layers of a network differ in their weights more often than in their shapes.
    Loops and linalg ops on memrefs that are the same but for the buffers they
    touch, and for integer and float constants, become calls of one private
    function (`llvm.bareptr`, internal, `mplan.kernel`, which
    `mplan-finish-llvm` keeps LLVM from inlining). Outer loops are compared
    before what is within them. Constants that are the same in all calls stay in
    the function.

    A buffer that shares no byte with any other of the call is `llvm.noalias`,
    and has the alignment (`llvm.align`) that it has in all calls; ops of which
    one has an operand in place of its result, and one not, are different.

    Left alone: loops with results; what touches a buffer of dynamic shape or
    offset that is not a view made within it, since that is no bare pointer.

    Takes memref IR on which everything is placed and entries have their
    conventions (`mplan-prepare-llvm`).

    Before:

    ```mlir
    linalg.add ins(%a, %weights : memref<8xf32>, memref<8xf32>) outs(%b : memref<8xf32>)
    linalg.add ins(%b, %others : memref<8xf32>, memref<8xf32>) outs(%c : memref<8xf32>)
    ```

    After:

    ```mlir
    call @kernel(%a, %weights, %b) : (memref<8xf32>, memref<8xf32>, memref<8xf32>) -> ()
    call @kernel(%b, %others, %c) : (memref<8xf32>, memref<8xf32>, memref<8xf32>) -> ()
    ```
  }];
  let dependentDialects = [
    "::mlir::func::FuncDialect", "::mlir::LLVM::LLVMDialect"
  ];
}

def MplanNotePlacesPass
    : InterfacePass<"mplan-note-places", "::mlir::FunctionOpInterface"> {
  let summary = "note which bytes of the arena every access is in";
  let description = [{
    For `mplan-claim-aliases`, which runs when there are no memrefs any more:
    writes into the location of every load, store and copy within a loop in
    which bytes of which global or argument it is, if that is known. It is known
    of buffers at a constant offset (`memref.view` with a constant shift), and of
    all views of them, whatever their offsets: then it is the whole buffer. It
    is not known of a buffer that may be one of several: an argument of a loop
    or block, the result of a branch, a select, a call.

    Takes memref IR on which everything is placed and linalg ops are loops. It
    changes locations alone. IR that is printed without locations in between
    loses the notes, and so the claims.

    Before:

    ```mlir
    %a = memref.view %arena[%c64][] : memref<96xi8> to memref<8xf32>
    scf.for %i = %c0 to %c8 step %c1 {
      %x = memref.load %a[%i] : memref<8xf32> loc("net.mlir":3:1)
    ```

    After:

    ```mlir
      %x = memref.load %a[%i] : memref<8xf32>
          loc(fused<{mplan.nest = 0 : i64, mplan.places = [["arena", 64, 96]]}>["net.mlir":3:1])
    ```
  }];
}

def MplanCheckClaimsPass : Pass<"mplan-check-claims", "::mlir::ModuleOp"> {
  let summary = "check when running what mplan-claim-aliases claims";
  let description = [{
    For tests, and whoever does not believe a plan: before each access that
    `mplan-note-places` has noted, compares its address with the range of bytes
    that it is in; all that `mplan-claim-aliases` claims follows from that. At the
    begin of a function with `llvm.noalias` arguments that say how many bytes
    they are (`mplan.bytes`), compares each with the others, unless both are only
    read, and with the mutable globals. A check that fails writes to the standard
    output what met what, and calls `abort` (`puts`, `fflush` and `abort` of the
    C library).

    Takes the LLVM dialect, before `mplan-claim-aliases`. Fails where `puts`,
    `fflush` or `abort` is something other than a function.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def MplanClaimAliasesPass
    : Pass<"mplan-claim-aliases", "::mlir::LLVM::LLVMFuncOp"> {
  let summary = "tell LLVM which accesses never meet";
  let description = [{
    LLVM does not know that two buffers in one arena do not overlap, and so
    neither keeps values in registers nor vectorizes. This pass gives every
    access that `mplan-note-places` has noted an alias scope for its bytes, and
    says that it does not alias the scopes of all bytes in the same nest of
    loops that are apart from them. Buffers that share a byte, at whatever
    times, are never claimed to be apart: so not an operand and the result that
    is written over it. What is claimed of ranges of one global is true for ever;
    scopes of ranges of an argument are declared at the start of the function.

    Takes the LLVM dialect. Takes the notes out of the locations.
  }];
  let options = [
    Option<"remarks", "remarks", "bool", "false",
           "Say of each function how much is claimed, and how much is not">
  ];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def MplanFinishLLVMPass : Pass<"mplan-finish-llvm", "::mlir::ModuleOp"> {
  let summary = "internal linkage, and a check that all is LLVM dialect";
  let description = [{
    The end of `--mplan-to-llvm`. Globals with private linkage get internal
    linkage: their names and sizes are then in the object's symbol table, and
    clash with nobody's. Argument attributes that are not LLVM's are dropped.
    Functions of `mplan-share-kernels` are kept from being inlined, and from
    taking up what a caller passes them: they are `noinline` and in
    `@llvm.compiler.used`. With `optimize-size` all functions are `optsize`.
    Fails, with the IR untouched, at the first op that is not of the LLVM
    dialect.

    Before:

    ```mlir
    llvm.mlir.global private @arena() : !llvm.array<96 x i8> { ... }
    ```

    After:

    ```mlir
    llvm.mlir.global internal @arena() : !llvm.array<96 x i8> { ... }
    ```
  }];
  let options = [
    Option<"optimizeSize", "optimize-size", "bool", "false",
           "Mark all functions as to be small rather than fast">
  ];
}

#endif // MPLAN_TRANSFORMS_LOWERPASSES_TD
