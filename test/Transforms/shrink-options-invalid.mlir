// Options that mean nothing are errors.
// RUN: not mplan-opt %s --mplan-shrink=io=heap 2>&1 | FileCheck %s --check-prefix=IO
// RUN: not mplan-opt %s --mplan-shrink=inputs=lost 2>&1 | FileCheck %s --check-prefix=INPUTS
// RUN: not mplan-opt %s --mplan-shrink=arena-limit=-1 2>&1 | FileCheck %s --check-prefix=LIMIT
// RUN: not mplan-opt %s --mplan-shrink=optimize=best 2>&1 | FileCheck %s --check-prefix=OPTIMIZE
// RUN: not mplan-opt %s --mplan-shrink=arena-limit=100 2>&1 | FileCheck %s --check-prefix=SPEED
// SPEED: error: arena-limit means nothing without optimize=size
// IO: error: unknown 'io' option 'heap': it is one of pointers and arena
// INPUTS: error: unknown 'inputs' option 'lost': it is one of kept and dies
// LIMIT: error: buffer-alignment, arena-limit and max-steps cannot be negative
// OPTIMIZE: best
module {}
