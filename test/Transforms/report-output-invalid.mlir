// An unknown format, and files that cannot be written.

// RUN: not mplan-opt %s --mplan-report=format=yaml 2>&1 | FileCheck %s --check-prefix=FORMAT
// RUN: not mplan-opt %s --mplan-report=output=%t.absent/report 2>&1 | FileCheck %s --check-prefix=OPEN
// RUN: not mplan-opt %s --mplan-report=output=/dev/full 2>&1 | FileCheck %s --check-prefix=WRITE

// FORMAT: error: 'mplan-report' knows the formats 'text' and 'json', not 'yaml'
// OPEN: error: cannot write the report to '{{.*}}.absent/report': No such file or directory
// WRITE: error: cannot write the report to '/dev/full': No space left on device

mplan.arena @arena size 0
