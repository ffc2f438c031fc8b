//===- MemoryPlanningOpInterface.td - What ops say to mplan -*- tablegen -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_IR_MEMORYPLANNINGOPINTERFACE
#define MPLAN_IR_MEMORYPLANNINGOPINTERFACE

include "mlir/IR/Interfaces.td"

def MemoryPlanningOpInterface : OpInterface<"MemoryPlanningOpInterface"> {
  let description = [{
    What an op of another dialect can tell mplan, so that it is planned as well
    as a linalg op. Nothing breaks without it: the op then gets a buffer of its
    own for each result.

    What an op says here is believed: by `mplan-inplace`, which gives a result
    the storage of an operand, and by the proof of `mplan-verify`.
  }];
  let cppNamespace = "::mplan";

  let methods = [
    InterfaceMethod<[{
      True if the operand `written` may lie in the very bytes of the operand
      `read`, element for element: in whatever order the op runs, it reads each
      element of `read` for the last time before it writes the element of
      `written` in the same place.

      Asked of tensors, where `written` is an init of an op in
      destination-passing style, and of the same op on memrefs. On tensors,
      the op's `BufferizableOpInterface` should say the same by
      `bufferizesToElementwiseAccess` or `isNotConflicting`: if it does not,
      one-shot bufferization puts a copy between the two, which is right, and
      gains nothing.
    }], "bool", "canOverwrite",
    (ins "::mlir::OpOperand &":$read, "::mlir::OpOperand &":$written),
    /*methodBody=*/"", /*defaultImplementation=*/"return false;">
  ];
}

#endif // MPLAN_IR_MEMORYPLANNINGOPINTERFACE
