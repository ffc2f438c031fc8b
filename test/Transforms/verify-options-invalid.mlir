// RUN: not mplan-opt %s --mplan-verify=arenas=arena:many 2>&1 | FileCheck %s
// CHECK: error: 'arena:many' is no arena: it is a name, or a name, a colon, and the bytes of state
module {}
