//===- MutateText.cpp - Changes to the text of a module -------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lines are moved, doubled and dropped; tokens are replaced by others of their
// kind: a name by a name, a type by a type. A type or a number is often changed
// wherever it stands, which keeps more modules valid than one place alone.
//
//===----------------------------------------------------------------------===//

#include "Mutate.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

#include <array>

using namespace mlir;
using namespace mplan;
using namespace mplan::fuzz;

int64_t fuzz::pickNumber(Random &random) {
  static constexpr int64_t numbers[] = {
      0,         1,         2,       3,         4,         7,
      8,         16,        63,      64,        65,        4096,
      INT32_MAX, 1ll << 32, 1 << 30, 1ll << 40, 1ll << 61, 1ll << 62,
      INT64_MAX, INT64_MIN, -1,      -2,        -64,       INT64_MAX / 4,
      100,       1000};
  return random.pick(numbers);
}

//===----------------------------------------------------------------------===//
// Tokens
//===----------------------------------------------------------------------===//

namespace {
enum class Kind { Value, Symbol, Block, Number, Type, Word, String, Other };

struct Token {
  Kind kind;
  size_t begin, end; ///< In the text.
};
} // namespace

static bool isWordChar(char c) {
  return llvm::isAlnum(c) || c == '_' || c == '.' || c == '$';
}

/// The end of a shaped type that begins at `begin`, whose "<...>" is to close.
static size_t findTypeEnd(StringRef text, size_t begin) {
  unsigned depth = 0;
  for (size_t i = begin; i < text.size() && text[i] != '\n'; ++i) {
    if (text[i] == '<')
      ++depth;
    // Not the arrow of "affine_map<(d0) -> (d0)>".
    else if (text[i] == '>' && text[i - 1] != '-' && --depth == 0)
      return i + 1;
  }
  return begin;
}

static SmallVector<Token, 0> tokenize(StringRef text) {
  SmallVector<Token, 0> tokens;
  for (size_t i = 0; i < text.size();) {
    size_t begin = i;
    Kind kind = Kind::Other;
    char c = text[i++];
    auto skipWord = [&] {
      while (i < text.size() && isWordChar(text[i]))
        ++i;
    };
    if (c == '%' || c == '@' || c == '^' || c == '!' || c == '#') {
      kind = c == '%'   ? Kind::Value
             : c == '@' ? Kind::Symbol
             : c == '^' ? Kind::Block
                        : Kind::Word;
      skipWord();
      if (kind == Kind::Value && i < text.size() && text[i] == '#') {
        ++i;
        skipWord();
      }
    } else if (c == '"') {
      kind = Kind::String;
      while (i < text.size() && text[i] != '"' && text[i] != '\n')
        ++i;
      if (i < text.size())
        ++i;
    } else if (llvm::isDigit(c) ||
               (c == '-' && i < text.size() && llvm::isDigit(text[i]))) {
      kind = Kind::Number;
      while (i < text.size() && llvm::isDigit(text[i]))
        ++i;
    } else if (isWordChar(c)) {
      kind = Kind::Word;
      skipWord();
      StringRef word = text.slice(begin, i);
      if (i < text.size() && text[i] == '<' &&
          (word == "memref" || word == "tensor" || word == "vector")) {
        size_t end = findTypeEnd(text, i);
        if (end != i) {
          i = end;
          kind = Kind::Type;
        }
      } else if (llvm::StringSwitch<bool>(word)
                     .Cases({"f16", "f32", "f64", "bf16", "i1", "i4", "i8",
                             "i16", "i32", "i64", "index"},
                            true)
                     .Default(false)) {
        kind = Kind::Type;
      }
    } else if (llvm::isSpace(c)) {
      continue;
    }
    tokens.push_back({kind, begin, i});
  }
  return tokens;
}

//===----------------------------------------------------------------------===//
// Replacements
//===----------------------------------------------------------------------===//

/// A type that programs rarely have.
static std::string makeType(Random &random) {
  static constexpr StringRef elements[] = {
      "f32",           "i1",    "i4",  "i8",   "f16",
      "f64",           "i64",   "i32", "i128", "complex<f32>",
      "vector<3xf32>", "index", "i65", "f80"};
  static constexpr StringRef layouts[] = {", 1",
                                          ", strided<[2]>",
                                          ", strided<[?], offset: ?>",
                                          ", strided<[4, 1], offset: 3>",
                                          ", affine_map<(d0) -> (d0 + 1)>",
                                          ", affine_map<(d0, d1) -> (d1, d0)>",
                                          ", \"space\"",
                                          ", affine_map<(d0) -> (d0)>, 2"};
  std::string type = random.oneIn(3) ? "tensor<" : "memref<";
  if (random.oneIn(24))
    type += "*x";
  else
    for (size_t rank = random.below(4); rank > 0; --rank) {
      if (random.oneIn(6))
        type += "?x";
      else
        type += llvm::utostr(uint64_t(random.oneIn(8) ? pickNumber(random)
                                                      : random.below(9))) +
                "x";
    }
  type += random.pick(elements);
  if (type[0] == 'm' && random.oneIn(4))
    type += random.pick(layouts);
  return type + ">";
}

/// Another token of the same kind.
static std::string makeToken(StringRef text, ArrayRef<Token> tokens,
                             const Token &old, Random &random) {
  if (old.kind == Kind::Number)
    return random.oneIn(2) ? llvm::itostr(random.below(9))
                           : llvm::itostr(pickNumber(random));
  if (old.kind == Kind::Type && random.oneIn(2))
    return makeType(random);
  SmallVector<const Token *> others;
  for (const Token &token : tokens)
    if (token.kind == old.kind)
      others.push_back(&token);
  const Token *other = random.pick(others);
  return text.slice(other->begin, other->end).str();
}

/// What may be said of an op, an argument or a function.
static std::string makeAttribute(Random &random) {
  static constexpr StringRef attributes[] = {
      "mplan.offset = ",
      "mplan.pool = @arena",
      "mplan.concurrent",
      "mplan.keeps",
      "mplan.upper_bound = array<i64: 4, 8>",
      "mplan.upper_bound = array<i64: -1>",
      "bufferization.writable = true",
      "alignment = ",
      "mplan.arena = @arena",
      "mplan.offset = \"x\"",
      "mplan.alignment = ",
      "llvm.noalias"};
  StringRef attribute = random.pick(attributes);
  std::string text = attribute.str();
  if (attribute.ends_with("= "))
    text += llvm::itostr(pickNumber(random)) +
            (random.oneIn(4) ? " : i32" : " : i64");
  return text;
}

static std::string replaceToken(StringRef text, Random &random) {
  SmallVector<Token, 0> tokens = tokenize(text);
  llvm::erase_if(tokens,
                 [](const Token &token) { return token.kind == Kind::Other; });
  if (tokens.empty())
    return text.str();
  const Token &token = random.pick(tokens);
  StringRef old = text.slice(token.begin, token.end);
  std::string replacement = makeToken(text, tokens, token, random);
  bool everywhere =
      token.kind == Kind::Type ? !random.oneIn(3) : random.oneIn(4);
  std::string result;
  size_t done = 0;
  for (const Token &each : tokens) {
    if (each.begin != token.begin && !(everywhere && each.kind == token.kind &&
                                       text.slice(each.begin, each.end) == old))
      continue;
    result += text.slice(done, each.begin);
    result += replacement;
    done = each.end;
  }
  return result + text.substr(done).str();
}

static std::string insertAttribute(StringRef text, Random &random) {
  SmallVector<size_t> places; // Behind a type of an argument, or an op's name.
  for (const Token &token : tokenize(text))
    if (token.kind == Kind::Type || token.kind == Kind::Value)
      places.push_back(token.end);
  // Into a dictionary that is there, or as a new one.
  SmallVector<size_t> inner;
  for (size_t i = 0; i + 1 < text.size(); ++i)
    if (text[i] == '{' && text[i + 1] != '\n')
      inner.push_back(i + 1);
  std::string attribute = makeAttribute(random);
  size_t at;
  if (!inner.empty() && random.oneIn(2)) {
    at = random.pick(inner);
    attribute += ", ";
  } else if (!places.empty()) {
    at = random.pick(places);
    attribute = " {" + attribute + "}";
  } else {
    return text.str();
  }
  return (text.take_front(at) + attribute + text.drop_front(at)).str();
}

static std::string changeLines(StringRef text, Random &random) {
  SmallVector<StringRef> lines;
  text.split(lines, '\n');
  size_t from = random.below(lines.size());
  size_t count = std::min(1 + random.below(3), lines.size() - from);
  SmallVector<StringRef> piece(lines.begin() + from,
                               lines.begin() + from + count);
  if (!random.oneIn(3)) // Else doubled.
    lines.erase(lines.begin() + from, lines.begin() + from + count);
  if (!random.oneIn(3)) { // Else dropped.
    size_t to = random.below(lines.size() + 1);
    lines.insert(lines.begin() + to, piece.begin(), piece.end());
  }
  return llvm::join(lines, "\n");
}

std::string fuzz::mutateText(StringRef text, Random &random) {
  std::string result = text.str();
  for (size_t changes = 1 + random.below(3); changes > 0; --changes) {
    switch (random.below(8)) {
    case 0:
      result = changeLines(result, random);
      break;
    case 1:
    case 2:
      result = insertAttribute(result, random);
      break;
    default:
      result = replaceToken(result, random);
      break;
    }
  }
  return result;
}
