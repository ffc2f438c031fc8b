//===- Csv.cpp - Problems and plans as text -------------------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads and writes the CSV format that Csv.h describes: first text into cells
// that know their place, then cells into buffers.
//
//===----------------------------------------------------------------------===//

#include "mplan/Solver/Csv.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

using namespace mplan::solver;

namespace {
/// A cell without the blanks around it or its quotes, and where it begins.
struct Cell {
  std::string text;
  size_t line, column;
};

/// Cuts the text into lines of cells.
class Lexer {
public:
  explicit Lexer(std::string_view text) : text(text) {
    constexpr std::string_view byteOrderMark = "\xEF\xBB\xBF";
    if (text.substr(0, byteOrderMark.size()) == byteOrderMark)
      position = lineStart = byteOrderMark.size();
  }

  /// Reads the next line that is not empty. False at the end of the text, or
  /// with an error set.
  bool readLine(std::vector<Cell> &cells, std::optional<CsvError> &error);

private:
  bool atEnd() const { return position == text.size(); }
  bool atLineEnd() const {
    return atEnd() || text[position] == '\n' ||
           (text[position] == '\r' &&
            (position + 1 == text.size() || text[position + 1] == '\n'));
  }
  bool atBlank() const {
    return !atEnd() && (text[position] == ' ' || text[position] == '\t');
  }
  size_t column() const { return position - lineStart + 1; }
  void skipBlanks() {
    while (atBlank())
      ++position;
  }
  void skipLineEnd();

  bool readCell(Cell &cell, std::optional<CsvError> &error);
  bool readQuoted(Cell &cell, std::optional<CsvError> &error);

  std::string_view text;
  size_t position = 0;
  size_t lineStart = 0;
  size_t line = 1;
};
} // namespace

void Lexer::skipLineEnd() {
  while (!atEnd() && text[position] == '\r')
    ++position;
  if (atEnd())
    return;
  ++position;
  ++line;
  lineStart = position;
}

/// Reads from behind the opening quote to behind the closing one.
bool Lexer::readQuoted(Cell &cell, std::optional<CsvError> &error) {
  for (; !atEnd(); ++position) {
    if (text[position] == '"') {
      ++position;
      if (atEnd() || text[position] != '"')
        return true;
    }
    cell.text += text[position];
    if (text[position] == '\n') {
      ++line;
      lineStart = position + 1;
    }
  }
  error = CsvError{cell.line, cell.column, "the quoted cell is not closed"};
  return false;
}

bool Lexer::readCell(Cell &cell, std::optional<CsvError> &error) {
  skipBlanks();
  cell = {"", line, column()};
  if (!atEnd() && text[position] == '"') {
    ++position;
    if (!readQuoted(cell, error))
      return false;
    skipBlanks();
    if (!atLineEnd() && text[position] != ',') {
      error = CsvError{line, column(), "expected ',' after the quoted cell"};
      return false;
    }
    return true;
  }
  while (!atLineEnd() && text[position] != ',')
    cell.text += text[position++];
  while (!cell.text.empty() &&
         (cell.text.back() == ' ' || cell.text.back() == '\t'))
    cell.text.pop_back();
  return true;
}

bool Lexer::readLine(std::vector<Cell> &cells, std::optional<CsvError> &error) {
  for (;;) {
    skipBlanks();
    if (!atLineEnd())
      break;
    if (atEnd())
      return false;
    skipLineEnd();
  }
  cells.clear();
  for (;;) {
    if (!readCell(cells.emplace_back(), error))
      return false;
    if (atLineEnd())
      break;
    ++position; // The comma.
  }
  skipLineEnd();
  return true;
}

namespace {
enum Column { Id, Lower, Upper, Size, Alignment, Gaps, Offset, Hint };
constexpr size_t numColumns = Hint + 1;

struct ColumnName {
  std::string_view name;
  Column column;
};
constexpr ColumnName columnNames[] = {
    {"id", Id},       {"buffer", Id},           {"buffer_id", Id},
    {"lower", Lower}, {"begin", Lower},         {"start", Lower},
    {"upper", Upper}, {"end", Upper},           {"size", Size},
    {"gaps", Gaps},   {"alignment", Alignment}, {"offset", Offset},
    {"hint", Hint},
};

/// Makes buffers of lines.
class Reader {
public:
  Reader(std::string_view text, std::vector<Bytes> *plan)
      : lexer(text), plan(plan) {}

  std::optional<Problem> read();

  std::optional<CsvError> error;

private:
  /// Sets the error, and returns false for the caller to return.
  bool fail(const Cell &cell, std::string message, size_t shift = 0) {
    error = CsvError{cell.line, cell.column + shift, std::move(message)};
    return false;
  }

  bool readHeader();
  bool readBuffer(const std::vector<Cell> &cells, Buffer &buffer);
  bool readSegments(const std::vector<Cell> &cells, Buffer &buffer);
  bool readGap(const Cell &cell, size_t begin, size_t end, Segment &gap);
  bool readOffset(const std::vector<Cell> &cells, Buffer &buffer);
  bool readInteger(const Cell &cell, std::string_view what, int64_t &value);
  bool checkAll(const Problem &problem);

  /// Makes an included end an excluded one, if the file has that kind.
  bool adjustUpper(const Cell &cell, Tick &upper);

  /// The cell of a column, or null if there is none or it is empty.
  const Cell *find(const std::vector<Cell> &cells, Column column) const {
    if (!place[column] || cells[*place[column]].text.empty())
      return nullptr;
    return &cells[*place[column]];
  }

  Lexer lexer;
  std::vector<Bytes> *plan;
  std::vector<Cell> header;
  std::array<std::optional<size_t>, numColumns> place; ///< In the line.
  bool endIsIncluded = false;
  std::vector<Cell> starts; ///< The first cell of each buffer's line.
};
} // namespace

static std::string quote(std::string_view text) {
  return "'" + std::string(text) + "'";
}

static std::string print(Segment segment) {
  return "[" + std::to_string(segment.lower) + ", " +
         std::to_string(segment.upper) + ")";
}

bool Reader::readHeader() {
  if (!lexer.readLine(header, error)) {
    if (!error)
      error = CsvError{1, 1, "there is no header line"};
    return false;
  }
  for (size_t i = 0; i < header.size(); ++i) {
    const Cell &cell = header[i];
    const auto *known = std::find_if(
        std::begin(columnNames), std::end(columnNames),
        [&](const ColumnName &entry) { return entry.name == cell.text; });
    if (known == std::end(columnNames))
      return fail(cell, "unknown column " + quote(cell.text) +
                            "; known are id, lower, upper, size, alignment, "
                            "gaps, offset and hint");
    if (place[known->column])
      return fail(cell, "column " + quote(cell.text) + " repeats column " +
                            quote(header[*place[known->column]].text));
    place[known->column] = i;
    if (cell.text == "end")
      endIsIncluded = true;
  }
  std::vector<ColumnName> required = {
      {"lower", Lower}, {"upper", Upper}, {"size", Size}};
  if (plan)
    required.push_back({"offset", Offset});
  for (const ColumnName &entry : required)
    if (!place[entry.column])
      return fail(header.front(),
                  "column " + quote(entry.name) + " is missing in the header");
  return true;
}

bool Reader::readInteger(const Cell &cell, std::string_view what,
                         int64_t &value) {
  const char *begin = cell.text.data(), *end = begin + cell.text.size();
  auto [stop, code] = std::from_chars(begin, end, value);
  if (code == std::errc::result_out_of_range && stop == end)
    return fail(cell, std::string(what) + " " + cell.text +
                          " does not fit in 64 bits");
  if (code != std::errc() || stop != end)
    return fail(cell, std::string(what) + " must be an integer, got " +
                          quote(cell.text));
  return true;
}

bool Reader::adjustUpper(const Cell &cell, Tick &upper) {
  if (!endIsIncluded)
    return true;
  if (upper == std::numeric_limits<Tick>::max())
    return fail(cell, "tick " + std::to_string(upper) +
                          " cannot be included: there is none after it");
  ++upper;
  return true;
}

/// Reads the gap in the cell's text from `begin` to `end`.
bool Reader::readGap(const Cell &cell, size_t begin, size_t end, Segment &gap) {
  const std::string text = cell.text.substr(begin, end - begin);
  const char *at = text.data(), *stop = at + text.size();
  if (text.find('@') != std::string::npos)
    return fail(cell,
                "gap " + quote(text) +
                    " has a window ('@'), which is not supported: the whole "
                    "buffer must be free in a gap",
                begin);
  auto malformed = [&] {
    return fail(cell,
                "gap " + quote(text) +
                    " must be two integers, 'lower-upper', of 64 bits",
                begin);
  };
  auto lower = std::from_chars(at, stop, gap.lower);
  if (lower.ec != std::errc() || lower.ptr == stop || *lower.ptr != '-')
    return malformed();
  auto upper = std::from_chars(lower.ptr + 1, stop, gap.upper);
  if (upper.ec != std::errc() || upper.ptr != stop)
    return malformed();
  if (!adjustUpper(cell, gap.upper))
    return false;
  if (gap.lower >= gap.upper)
    return fail(cell, "gap " + quote(text) + " is empty", begin);
  return true;
}

bool Reader::readSegments(const std::vector<Cell> &cells, Buffer &buffer) {
  const Cell &lowerCell = cells[*place[Lower]];
  const Cell &upperCell = cells[*place[Upper]];
  Segment life;
  if (!readInteger(lowerCell, header[*place[Lower]].text, life.lower) ||
      !readInteger(upperCell, header[*place[Upper]].text, life.upper) ||
      !adjustUpper(upperCell, life.upper))
    return false;
  if (life.lower >= life.upper)
    return fail(upperCell, "the lifetime " + print(life) + " is empty");

  Tick begin = life.lower; // Of the segment under construction.
  if (const Cell *cell = find(cells, Gaps)) {
    const char *blanks = " \t";
    std::optional<Segment> last;
    for (size_t at = cell->text.find_first_not_of(blanks);
         at != std::string::npos;) {
      const size_t end =
          std::min(cell->text.find_first_of(blanks, at), cell->text.size());
      Segment gap;
      if (!readGap(*cell, at, end, gap))
        return false;
      if (gap.lower < life.lower || gap.upper > life.upper)
        return fail(*cell,
                    "the gap " + print(gap) + " is not within the lifetime " +
                        print(life),
                    at);
      if (last && gap.lower < last->upper)
        return fail(*cell,
                    "the gap " + print(gap) +
                        " begins before the end of the one before it, " +
                        print(*last),
                    at);
      if (gap.lower > begin)
        buffer.segments.push_back({begin, gap.lower});
      begin = gap.upper;
      last = gap;
      at = cell->text.find_first_not_of(blanks, end);
    }
    if (buffer.segments.empty() && begin == life.upper)
      return fail(*cell,
                  "the gaps leave nothing of the lifetime " + print(life));
  }
  if (begin < life.upper)
    buffer.segments.push_back({begin, life.upper});
  return true;
}

bool Reader::readOffset(const std::vector<Cell> &cells, Buffer &buffer) {
  const Cell *cell = find(cells, Offset);
  if (plan) {
    Bytes offset = 0;
    if (!readInteger(cells[*place[Offset]], "offset", offset))
      return false;
    plan->push_back(offset);
    return true;
  }
  if (!cell)
    return true;
  Bytes offset = 0;
  if (!readInteger(*cell, "offset", offset))
    return false;
  if (offset < 0)
    return fail(*cell, "offset must not be negative, got " + cell->text);
  if (offset % buffer.alignment != 0)
    return fail(*cell, "offset " + cell->text +
                           " is not a multiple of the alignment " +
                           std::to_string(buffer.alignment));
  buffer.fixedOffset = offset;
  return true;
}

bool Reader::readBuffer(const std::vector<Cell> &cells, Buffer &buffer) {
  if (cells.size() != header.size())
    return fail(cells[std::min(cells.size() - 1, header.size())],
                "expected " + std::to_string(header.size()) + " cells, got " +
                    std::to_string(cells.size()));
  if (std::equal(cells.begin(), cells.end(), header.begin(),
                 [](const Cell &a, const Cell &b) { return a.text == b.text; }))
    return fail(cells.front(), "the header is repeated");

  if (const Cell *cell = find(cells, Id))
    buffer.name = cell->text;
  const Cell &size = cells[*place[Size]];
  if (!readInteger(size, "size", buffer.size))
    return false;
  if (buffer.size < 0)
    return fail(size, "size must not be negative, got " + size.text);
  if (const Cell *cell = find(cells, Alignment)) {
    if (!readInteger(*cell, "alignment", buffer.alignment))
      return false;
    if (buffer.alignment < 1)
      return fail(*cell, "alignment must be at least 1, got " + cell->text);
  }
  return readSegments(cells, buffer) && readOffset(cells, buffer);
}

/// The rules that no line breaks by itself.
bool Reader::checkAll(const Problem &problem) {
  std::optional<ProblemError> broken = check(problem);
  if (!broken)
    return true;
  std::string message = describe(problem, *broken);
  if (broken->other != ProblemError::none)
    message += "; the other one is in line " +
               std::to_string(starts[broken->other].line);
  return fail(starts[broken->buffer], message);
}

std::optional<Problem> Reader::read() {
  if (plan)
    plan->clear();
  if (!readHeader())
    return std::nullopt;
  Problem problem;
  std::vector<Cell> cells;
  while (lexer.readLine(cells, error)) {
    if (!readBuffer(cells, problem.buffers.emplace_back()))
      return std::nullopt;
    starts.push_back({"", cells.front().line, cells.front().column});
  }
  if (error || !checkAll(problem))
    return std::nullopt;
  return problem;
}

std::optional<Problem> mplan::solver::parseCsv(std::string_view text,
                                               CsvError &error,
                                               std::vector<Bytes> *plan) {
  Reader reader(text, plan);
  std::optional<Problem> problem = reader.read();
  if (!problem)
    error = *reader.error;
  return problem;
}

std::string mplan::solver::describe(std::string_view file,
                                    const CsvError &error) {
  return std::string(file) + ":" + std::to_string(error.line) + ":" +
         std::to_string(error.column) + ": error: " + error.message;
}

/// A name as a cell, quoted if a reader would take it for something else.
static std::string printName(const std::string &name, size_t index) {
  if (name.empty())
    return std::to_string(index);
  const std::string_view blanks = " \t";
  const bool blankAround = blanks.find(name.front()) != blanks.npos ||
                           blanks.find(name.back()) != blanks.npos;
  if (!blankAround && name.find_first_of(",\"\n\r") == name.npos)
    return name;
  std::string quoted = "\"";
  for (char c : name) {
    if (c == '"')
      quoted += '"';
    quoted += c;
  }
  return quoted + "\"";
}

std::string mplan::solver::formatCsv(const Problem &problem,
                                     const std::vector<Bytes> &offsets) {
  bool aligned = false, gaps = false, placed = !offsets.empty();
  for (const Buffer &buffer : problem.buffers) {
    aligned |= buffer.alignment != 1;
    gaps |= buffer.segments.size() > 1;
    placed |= buffer.fixedOffset.has_value();
  }
  std::string text = "id,lower,upper,size";
  text += aligned ? ",alignment" : "";
  text += gaps ? ",gaps" : "";
  text += placed ? ",offset\n" : "\n";
  for (size_t i = 0; i < problem.buffers.size(); ++i) {
    const Buffer &buffer = problem.buffers[i];
    text += printName(buffer.name, i);
    text += "," + std::to_string(buffer.segments.front().lower);
    text += "," + std::to_string(buffer.segments.back().upper);
    text += "," + std::to_string(buffer.size);
    if (aligned)
      text += "," + std::to_string(buffer.alignment);
    if (gaps) {
      text += ",";
      for (size_t s = 1; s < buffer.segments.size(); ++s) {
        text += s > 1 ? " " : "";
        text += std::to_string(buffer.segments[s - 1].upper) + "-" +
                std::to_string(buffer.segments[s].lower);
      }
    }
    if (placed) {
      text += ",";
      if (!offsets.empty())
        text += std::to_string(offsets[i]);
      else if (buffer.fixedOffset)
        text += std::to_string(*buffer.fixedOffset);
    }
    text += "\n";
  }
  return text;
}
