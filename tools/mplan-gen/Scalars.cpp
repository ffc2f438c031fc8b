//===- Scalars.cpp - Constants, indices and arithmetic --------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Arithmetic whose result is defined for all inputs: integers wrap, shifts are
// by constants, nothing is divided but by constants; floats stay in [-16, 16],
// so that none becomes infinite or NaN, and all may be converted to integers.
//
//===----------------------------------------------------------------------===//

#include "Generator.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mplan::gen;

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

/// At the entry of the function, each once.
Value Generator::constant(TypedAttr value) {
  Value &known = constants[value];
  if (known)
    return known;
  OpBuilder::InsertionGuard guard(b);
  if (constants.size() == 1)
    b.setInsertionPointToStart(constantBlock);
  else
    b.setInsertionPointAfterValue((constants.end() - 2)->second);
  known = arith::ConstantOp::create(b, loc, value);
  return known;
}

Value Generator::constantIndex(int64_t value) {
  return constant(b.getIndexAttr(value));
}

Value Generator::constantOf(Type type, int64_t value) {
  if (isa<FloatType>(type))
    return constant(b.getFloatAttr(type, value));
  return constant(b.getIntegerAttr(type, value));
}

TypedAttr Generator::randomAttr(Type type) {
  if (isa<FloatType>(type))
    return b.getFloatAttr(type, 0.25 * random.between(-12, 12));
  if (type.isIndex())
    return b.getIndexAttr(random.below(7));
  if (type.isInteger(1))
    return b.getBoolAttr(random.chance(50));
  return b.getIntegerAttr(type, random.between(-5, 6));
}

//===----------------------------------------------------------------------===//
// Values from data
//===----------------------------------------------------------------------===//

Value Generator::loadElement(const Item &item) {
  Value value = item.value;
  SmallVector<int64_t> shape(item.shape());
  bool isMemref = item.isMemref();
  if (llvm::is_contained(shape, 0))
    return {};
  SmallVector<Value> indices;
  for (int64_t extent : shape)
    indices.push_back(random.chance(85) ? constantIndex(random.below(extent))
                                        : pickIndex(extent));
  if (isMemref)
    return memref::LoadOp::create(b, loc, value, indices);
  return tensor::ExtractOp::create(b, loc, value, indices);
}

Value Generator::pickIndex(int64_t bound) {
  if (bound == 1 || random.chance(40))
    return constantIndex(random.below(bound));
  return pickDataIndex(bound);
}

Value Generator::pickDataIndex(int64_t bound) {
  Value index;
  SmallVector<Value> known;
  for (Value scalar : scope.scalars)
    if (scalar.getType().isIndex())
      known.push_back(scalar);
  if (!known.empty() && random.chance(60)) {
    index = random.pick(known);
  } else {
    Item *item = pickReadable(
        [](const Item &item) { return item.type().getNumElements() > 0; });
    if (!item)
      return constantIndex(random.below(bound));
    markRead(item->id);
    index = convert(loadElement(*item), b.getIndexType());
  }
  Value modulus = constantIndex(bound);
  return arith::RemUIOp::create(b, loc, index, modulus);
}

Value Generator::pickBool() {
  SmallVector<Value> known;
  for (Value scalar : scope.scalars)
    if (scalar.getType().isInteger(1))
      known.push_back(scalar);
  if (!known.empty() && random.chance(40))
    return random.pick(known);
  Value index = pickDataIndex(random.between(2, 4));
  Value limit = constantIndex(1);
  return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, index, limit);
}

Value Generator::pickScalar(Type type) {
  if (random.chance(35))
    return constant(randomAttr(type));
  SmallVector<Value> inputs;
  unsigned count = random.between(1, 2);
  for (unsigned i = 0; i < count; ++i) {
    Item *item = pickReadable(
        [](const Item &item) { return item.type().getNumElements() > 0; });
    if (!item)
      return constant(randomAttr(type));
    markRead(item->id);
    inputs.push_back(loadElement(*item));
  }
  return expression(type, inputs);
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

static bool isFloat(Type type) { return isa<FloatType>(type); }

/// x if it compares with y as the predicate says, else y. Not arith.maximumf
/// and minimumf, whose lowerings do not agree on the sign of zero.
static Value makeChoice(Generator &g, arith::CmpFPredicate predicate, Value x,
                        Value y) {
  Value isFirst = arith::CmpFOp::create(g.b, g.loc, predicate, x, y);
  return arith::SelectOp::create(g.b, g.loc, isFirst, x, y);
}

Value Generator::clamp(Value value) {
  Value high = constantOf(value.getType(), 16);
  Value low = constantOf(value.getType(), -16);
  value = makeChoice(*this, arith::CmpFPredicate::OLT, value, high);
  return makeChoice(*this, arith::CmpFPredicate::OGT, value, low);
}

Value Generator::convert(Value value, Type type) {
  Type from = value.getType();
  if (from == type)
    return value;
  if (isFloat(from) && isFloat(type)) {
    if (from.getIntOrFloatBitWidth() < type.getIntOrFloatBitWidth())
      return arith::ExtFOp::create(b, loc, type, value);
    return arith::TruncFOp::create(b, loc, type, value);
  }
  if (isFloat(from)) {
    if (type.isInteger(1)) {
      Value zero = constantOf(from, 0);
      return arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OGT, value,
                                   zero);
    }
    Value integer = arith::FPToSIOp::create(
        b, loc, type.isIndex() ? b.getI32Type() : type, value);
    return convert(integer, type);
  }
  if (isFloat(type)) {
    if (from.isInteger(1))
      return arith::UIToFPOp::create(b, loc, type, value);
    value = convert(value, b.getI32Type());
    value = arith::SIToFPOp::create(b, loc, type, value);
    return clamp(value);
  }
  if (from.isIndex() || type.isIndex())
    return arith::IndexCastOp::create(b, loc, type, value);
  if (from.getIntOrFloatBitWidth() > type.getIntOrFloatBitWidth())
    return arith::TruncIOp::create(b, loc, type, value);
  if (from.isInteger(1))
    return arith::ExtUIOp::create(b, loc, type, value);
  return arith::ExtSIOp::create(b, loc, type, value);
}

/// One operation on two values of a type.
static Value makeBinary(Generator &g, Value x, Value y) {
  OpBuilder &b = g.b;
  Location loc = g.loc;
  size_t choice = g.random.below(7);
  if (isFloat(x.getType())) {
    switch (choice) {
    case 0:
    case 1:
      return arith::AddFOp::create(b, loc, x, y);
    case 2:
      return makeChoice(g, arith::CmpFPredicate::OGT, x, y);
    case 3: {
      Value less =
          arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OLT, x, y);
      Value negative = arith::NegFOp::create(b, loc, y);
      return arith::SelectOp::create(b, loc, less, x, negative);
    }
    case 4:
      return arith::MulFOp::create(b, loc, x, y);
    default:
      return arith::SubFOp::create(b, loc, x, y);
    }
  }
  switch (choice) {
  case 0:
    return arith::AddIOp::create(b, loc, x, y);
  case 1:
    return arith::MulIOp::create(b, loc, x, y);
  case 2:
    return arith::XOrIOp::create(b, loc, x, y);
  case 3: {
    Value less = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt, x, y);
    Value sum = arith::AddIOp::create(b, loc, x, y);
    return arith::SelectOp::create(b, loc, less, y, sum);
  }
  case 4:
    return arith::MaxSIOp::create(b, loc, x, y);
  default:
    return arith::SubIOp::create(b, loc, x, y);
  }
}

Value Generator::expression(Type type, ArrayRef<Value> inputs) {
  Value result = convert(inputs.front(), type);
  for (Value input : inputs.drop_front())
    result = makeBinary(*this, result, convert(input, type));
  // Else one input would be copied.
  if (inputs.size() == 1 || random.chance(30))
    result = makeBinary(*this, result, constant(randomAttr(type)));
  return isFloat(type) ? clamp(result) : result;
}

//===----------------------------------------------------------------------===//
// The sum of all that is observed
//===----------------------------------------------------------------------===//

Value Generator::toBits(Value value) {
  Type type = value.getType();
  if (isFloat(type)) {
    type = b.getIntegerType(type.getIntOrFloatBitWidth());
    value = arith::BitcastOp::create(b, loc, type, value);
  }
  if (type.isIndex())
    return arith::IndexCastOp::create(b, loc, b.getI64Type(), value);
  if (type.isInteger(64))
    return value;
  return arith::ExtUIOp::create(b, loc, b.getI64Type(), value);
}

void Generator::addToSum(Value bits) {
  Value factor = constantOf(b.getI64Type(), 31);
  if (isTensors) {
    Value scaled = arith::MulIOp::create(b, loc, sum, factor);
    sum = arith::AddIOp::create(b, loc, scaled, bits);
    return;
  }
  Value which = constantIndex(random.below(sums));
  Value old = memref::LoadOp::create(b, loc, sum, which);
  Value scaled = arith::MulIOp::create(b, loc, old, factor);
  Value both = arith::AddIOp::create(b, loc, scaled, bits);
  memref::StoreOp::create(b, loc, both, sum, which);
}
