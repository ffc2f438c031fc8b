//===- MplanDialect.td - The mplan dialect -----------------*- tablegen -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_IR_MPLANDIALECT_TD
#define MPLAN_IR_MPLANDIALECT_TD

include "mlir/IR/OpBase.td"

def Mplan_Dialect : Dialect {
  let name = "mplan";
  let cppNamespace = "::mplan";
  let summary = "Arenas and the buffers that lie in them";
  let description = [{
    What a static memory plan is, as IR: an *arena* is one contiguous stretch
    of memory whose size is known when compiling; a *slot* is a buffer at a
    fixed offset in it.

    A program enters with `memref.alloc` (or `mplan.alloc`, which can say more
    about where the buffer must go), `mplan-allocate` turns each into an
    `mplan.slot`, `mplan-verify` proves the plan right, and
    `mplan-materialize` replaces slots by `memref.view`s of one global, after
    which nothing of this dialect is left.

    **Pools.** A module may declare arenas before there is a plan, each with a
    capacity and a memory space. Which of them a buffer goes to is said

    * on tensors by `mplan.place %t in @sram`, with an alignment and an offset if
      wanted: what makes the value then writes to a buffer there;
    * on memrefs by `mplan.alloc in @sram`, or on a `memref.alloc` by the
      discardable attributes `mplan.pool = @sram` and `mplan.offset = 64`;
    * by the memory space of the memref alone: the first declared arena of that
      space. The arena that is named must have the space of the memref too.

    A buffer that says nothing goes to the first declared arena of its memory
    space, the default one as a rule; if there is none, one is made.

    ```mlir
    mplan.arena @arena size 96 alignment 4
    func.func @f(%in: memref<8xf32>, %out: memref<8xf32>) {
      %a = mplan.slot @arena[0] id 0 : memref<8xf32>
      %b = mplan.slot @arena[32] id 1 : memref<16xf32>
      ...
    }
    ```

    On arguments of functions the dialect has attributes, which it verifies:

    * `mplan.upper_bound = array<i64: 8, -1, -1, -1>`, on a tensor or memref:
      the most that each extent can be, -1 where nothing is promised. Dynamic
      buffers are planned for it.
    * `mplan.keeps` (unit), of a function without a body: it keeps the pointer
      after the call.
    * `mplan.result = 0 : i64`: the argument holds that result of the function
      as it was on tensors.

    On a public function, the unit attribute `mplan.concurrent` says that it may
    run while other entries of the module run (not while it runs itself).
  }];
  let hasRegionArgAttrVerify = 1;
  let hasOperationAttrVerify = 1;
}

#endif // MPLAN_IR_MPLANDIALECT_TD
