//===- Csv.h - Problems and plans as text -----------------------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The CSV format of MiniMalloc, so that problems and plans can be exchanged
// with other allocators. One header line, then one line for each buffer:
//
//     id,lower,upper,size,alignment,gaps,offset
//     weights,0,40,1024,16,,
//     acc,3,20,256,4,7-9 12-15,
//
// Columns are known by their names and may stand in any order:
//
//   id, buffer, buffer_id   the name; optional
//   lower, begin, start     first tick of the lifetime
//   upper                   the tick after the last; or
//   end                     the last tick itself; ends of gaps as well are then
//                           meant to be included
//   size                    in bytes
//   alignment               optional; 1 where empty
//   gaps                    optional: stretches of the lifetime in which the
//                           buffer is not alive, "lower-upper", separated by
//                           spaces, ascending. MiniMalloc's gaps with a window
//                           ("lower-upper@from:to") are refused
//   offset                  optional: in a problem the fixed offset, none where
//                           empty; in a plan the answer
//   hint                    ignored
//
// Lines end in LF or CRLF; empty ones are skipped; so are blanks around a
// cell. A cell may be quoted ("a,b", a quote in it doubled), which MiniMalloc
// does not know: we write quotes only around names that need them.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_SOLVER_CSV_H
#define MPLAN_SOLVER_CSV_H

#include "mplan/Solver/Problem.h"

#include <string_view>

namespace mplan::solver {

/// Where and why a text is not a problem.
struct CsvError {
  size_t line = 1;   ///< Of the text, from 1.
  size_t column = 1; ///< The byte in the line, from 1: where a cell begins.
  std::string message;
};

/// "file:line:column: error: message".
std::string describe(std::string_view file, const CsvError &error);

/// Reads a problem, which then passes `check` and has no capacity. Any text at
/// all is either read, or is an error that says where: at the cell at fault,
/// or at the buffer's line if it is at odds with others.
///
/// If `plan` is given, the offset column is required, a cell in each line, and
/// is read into it instead of into fixed offsets: any integers, for `validate`
/// to judge.
std::optional<Problem> parseCsv(std::string_view text, CsvError &error,
                                std::vector<Bytes> *plan = nullptr);

/// Writes a problem, and the offsets of its buffers: those given, or the fixed
/// ones if `offsets` is empty. There are columns for alignment, gaps and
/// offset only where needed. Expects a problem that passes `check`.
/// `parseCsv` reads it back as the same problem, except that nameless buffers
/// have their index as name.
std::string formatCsv(const Problem &problem,
                      const std::vector<Bytes> &offsets = {});

} // namespace mplan::solver

#endif // MPLAN_SOLVER_CSV_H
