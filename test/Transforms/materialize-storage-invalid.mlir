// RUN: not mplan-opt %s --mplan-materialize=storage=heap 2>&1 | FileCheck %s

// CHECK: error: unknown storage 'heap': it is one of global, argument and external
mplan.arena @arena size 32 alignment 4
