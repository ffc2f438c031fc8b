//===- Features.cpp - What a program may be made of -----------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See the header.
//
//===----------------------------------------------------------------------===//

#include "Features.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace mplan::gen;
using llvm::StringRef;

// The third column is part of what a seed means: it never changes, and new
// features are not on by default.
static constexpr FeatureInfo features[] = {
    {Feature::Tensor, "tensor", "programs on tensors", true},
    {Feature::Memref, "memref", "programs on memrefs", true},
    {Feature::Types, "types",
     "elements other than f32 and i32: f64, i1, i8, i16, i64, index", true},
    {Feature::Generic, "generic",
     "linalg.generic: chains, broadcasts, transposed reads, in place", true},
    {Feature::Named, "named", "named linalg ops", true},
    {Feature::Constants, "constants", "dense constants", true},
    {Feature::Slices, "slices",
     "tensor.extract_slice, insert_slice, insert, with offsets from data",
     true},
    {Feature::Pad, "pad", "tensor.pad", true},
    {Feature::Concat, "concat", "tensor.concat", true},
    {Feature::Reshape, "reshape",
     "tensor.expand_shape, collapse_shape, reshape", true},
    {Feature::Reduce, "reduce", "reductions", true},
    {Feature::Select, "select", "arith.select of tensors or buffers", true},
    {Feature::If, "if", "scf.if", true},
    {Feature::For, "for", "scf.for", true},
    {Feature::While, "while", "scf.while", true},
    {Feature::Switch, "switch", "scf.index_switch", true},
    {Feature::Execute, "execute", "scf.execute_region", true},
    {Feature::Joins, "joins", "buffers as results of branches", true},
    {Feature::Carried, "carried",
     "buffers carried by loops: kept, swapped, rotated, made anew", true},
    {Feature::Calls, "calls", "private functions", true},
    {Feature::Returns, "returns", "functions that return buffers", true},
    {Feature::State, "state",
     "state between calls: memref.global, ml_program.global", true},
    {Feature::Blocks, "blocks", "cf branches and loops, on memrefs", true},
    {Feature::Irreducible, "irreducible",
     "cf loops with two entries, on memrefs", true},
    {Feature::Views, "views",
     "memref.subview, cast, expand_shape, collapse_shape, reinterpret_cast, "
     "transpose, view",
     true},
    {Feature::Copies, "copies", "memref.copy", true},
    {Feature::Partial, "partial", "buffers written part by part", true},
    {Feature::Stores, "stores", "memref.load and store, loops of them", true},
    {Feature::Dealloc, "dealloc", "memref.dealloc", true},
    {Feature::Parallel, "parallel",
     "scf.forall and scf.parallel with disjoint writes", true},
    {Feature::ParallelAlloc, "parallel-alloc", "buffers made in parallel loops",
     true},
    {Feature::Affine, "affine", "affine.for, if, parallel, load, store", true},
    // One-Shot Bufferize, the unplanned side of most comparisons, writes over
    // tensors that another block still reads.
    {Feature::TensorBlocks, "tensor-blocks",
     "cf branches and loops on tensors; what upstream makes of them is wrong "
     "at "
     "times",
     false},
    {Feature::Spaces, "spaces", "buffers in other memory spaces, on memrefs",
     false},
};

llvm::ArrayRef<FeatureInfo> mplan::gen::getFeatures() { return features; }

FeatureSet FeatureSet::getDefault() {
  FeatureSet set;
  for (const FeatureInfo &info : features)
    if (info.isDefault)
      set.add(info.feature);
  return set;
}

llvm::Expected<FeatureSet> FeatureSet::parse(StringRef list) {
  FeatureSet set;
  llvm::SmallVector<StringRef> names;
  list.split(names, ',');
  for (StringRef name : names) {
    if (name == "default") {
      set.bits |= getDefault().bits;
      continue;
    }
    const FeatureInfo *found = llvm::find_if(
        features, [&](const FeatureInfo &info) { return info.name == name; });
    if (found == std::end(features))
      return llvm::createStringError(("unknown feature '" + name + "'").str());
    set.add(found->feature);
  }
  if (!set.has(Feature::Tensor) && !set.has(Feature::Memref))
    return llvm::createStringError(
        "the features name neither 'tensor' nor 'memref', one of which a "
        "program is made of");
  return set;
}
