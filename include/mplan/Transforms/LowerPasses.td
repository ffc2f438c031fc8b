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

def MplanFinishLLVMPass : Pass<"mplan-finish-llvm", "::mlir::ModuleOp"> {
  let summary = "internal linkage, and a check that all is LLVM dialect";
  let description = [{
    The end of `--mplan-to-llvm`. Globals with private linkage get internal
    linkage: their names and sizes are then in the object's symbol table, and
    clash with nobody's. Argument attributes that are not LLVM's are dropped.
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
}

#endif // MPLAN_TRANSFORMS_LOWERPASSES_TD
