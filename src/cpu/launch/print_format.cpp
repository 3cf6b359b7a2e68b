// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each conversion is checked, rebuilt from the parts that C knows too, and given to snprintf once
// per element.
#include "cpu/launch/print_format.h"

#include <algorithm>
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <locale.h>
#include <new>
#include <span>
#include <string_view>
#include <vector>
#include <weft/ending_abi.h>

namespace weft {

namespace {

// One argument of a record that was found well-formed.
struct PrintArg {
  weft_print_arg head;
  const char *data;

  uint64_t bits(uint32_t element) const {
    uint64_t value = 0;
    std::memcpy(&value, data + uint64_t(element) * head.element_bytes, head.element_bytes);
    return value;
  }
};

enum class Length { None, Char, Short, Int, Long };

struct Conversion {
  std::string flags;
  unsigned width = 0;
  int precision = -1;  // none
  unsigned vector = 0; // elements; 0: no vector specifier
  Length length = Length::None;
  char specifier = 0;
};

// Far above the 4095 characters that C asks for, far below what a typing error could ask for.
constexpr unsigned most_width = 1 << 16;

class Cursor {
public:
  explicit Cursor(const char *at) : at(at) {}
  bool take(char c) {
    if (*at != c)
      return false;
    ++at;
    return true;
  }
  bool takeNumber(unsigned &value) {
    if (*at < '0' || *at > '9')
      return false;
    for (value = 0; *at >= '0' && *at <= '9'; ++at)
      value = std::min(value * 10 + unsigned(*at - '0'), most_width);
    return true;
  }
  const char *at; // never past the terminating NUL
};

// Parses what follows a '%'. False if it is not a valid conversion specification.
bool parseConversion(Cursor &in, Conversion &out) {
  while (*in.at && std::strchr("-+ #0", *in.at)) {
    if (out.flags.find(*in.at) == std::string::npos)
      out.flags += *in.at;
    ++in.at;
  }
  in.takeNumber(out.width);
  if (in.take('.')) {
    unsigned precision = 0;
    in.takeNumber(precision);
    out.precision = int(precision);
  }
  if (in.take('v')) {
    if (!in.takeNumber(out.vector))
      return false;
    if (out.vector != 2 && out.vector != 3 && out.vector != 4 && out.vector != 8 &&
        out.vector != 16)
      return false;
  }
  if (in.take('h')) {
    out.length = in.take('h') ? Length::Char : in.take('l') ? Length::Int : Length::Short;
    if (out.length == Length::Int && !out.vector)
      return false;
  } else if (in.take('l')) {
    out.length = Length::Long;
    in.take('l'); // reserved; programs that write it mean what C means
  } else if (in.take('z') || in.take('t')) {
    out.length = Length::Long; // OpenCL C 3.1
  }
  if (!*in.at || !std::strchr("diouxXfFeEgGaAcsp", *in.at))
    return false;
  out.specifier = *in.at++;
  return !out.vector || !std::strchr("csp", out.specifier);
}

// printf text in the style of C, whatever the application's locale is: a decimal comma could not be
// told from the separator of vector elements.
class CLocale {
public:
  CLocale() : old(uselocale(cLocale())) {}
  ~CLocale() { uselocale(old); }

private:
  static locale_t cLocale() {
    static const locale_t c = newlocale(LC_ALL_MASK, "C", nullptr);
    return c ? c : LC_GLOBAL_LOCALE;
  }
  locale_t old;
};

template <typename T>
void append(std::string &text, const Conversion &conversion, const char *c_specifier, T value) {
  char format[64];
  const int width = int(conversion.width);
  std::string flags = conversion.flags;
  if (conversion.precision >= 0)
    std::snprintf(format, sizeof format, "%%%s*.*%s", flags.c_str(), c_specifier);
  else
    std::snprintf(format, sizeof format, "%%%s*%s", flags.c_str(), c_specifier);
  auto print = [&](char *to, size_t room) {
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wformat-nonliteral"
#pragma clang diagnostic ignored "-Wformat-security"
    return conversion.precision >= 0
               ? std::snprintf(to, room, format, width, conversion.precision, value)
               : std::snprintf(to, room, format, width, value);
#pragma clang diagnostic pop
  };
  char small[128];
  const int length = print(small, sizeof small);
  if (length < 0)
    return;
  if (size_t(length) < sizeof small) {
    text.append(small, size_t(length));
    return;
  }
  const size_t before = text.size();
  text.resize(before + size_t(length) + 1);
  print(text.data() + before, size_t(length) + 1);
  text.resize(before + size_t(length));
}

double halfToDouble(uint16_t half) {
  const uint32_t exponent = half >> 10 & 31, fraction = half & 1023;
  uint64_t bits = uint64_t(half >> 15) << 63;
  if (exponent == 31)
    bits |= uint64_t(2047) << 52 | uint64_t(fraction) << 42;
  else if (exponent)
    bits |= uint64_t(exponent + 1023 - 15) << 52 | uint64_t(fraction) << 42;
  else
    bits |= std::bit_cast<uint64_t>(double(fraction) * 0x1p-24);
  return std::bit_cast<double>(bits);
}

double asDouble(const PrintArg &arg, uint32_t element) {
  const uint64_t bits = arg.bits(element);
  switch (arg.head.element_bytes) {
  case 8:
    return std::bit_cast<double>(bits);
  case 4:
    return double(std::bit_cast<float>(uint32_t(bits)));
  case 2:
    return halfToDouble(uint16_t(bits));
  default:
    return double(bits);
  }
}

int64_t signExtend(uint64_t bits, unsigned bytes) {
  const unsigned shift = 64 - 8 * bytes;
  return int64_t(bits << shift) >> shift;
}

// Bytes that the length modifier leaves of an integer stored in `stored` bytes.
unsigned integerBytes(Length length, unsigned stored) {
  switch (length) {
  case Length::Char:
    return 1;
  case Length::Short:
    return std::min(stored, 2u);
  case Length::Int:
    return std::min(stored, 4u);
  case Length::None: // a 64-bit argument here is an error that is best shown whole
  case Length::Long:
    break;
  }
  return stored;
}

void appendElement(std::string &text, const Conversion &conversion, const PrintArg &arg,
                   uint32_t element) {
  const char specifier = conversion.specifier;
  const unsigned bytes = integerBytes(conversion.length, arg.head.element_bytes);
  const int64_t value = signExtend(arg.bits(element), bytes);
  if (std::strchr("di", specifier)) {
    append(text, conversion, "lld", static_cast<long long>(value));
  } else if (std::strchr("ouxX", specifier)) {
    const char c_specifier[] = {'l', 'l', specifier, 0};
    const uint64_t mask = bytes == 8 ? ~uint64_t(0) : (uint64_t(1) << 8 * bytes) - 1;
    append(text, conversion, c_specifier, static_cast<unsigned long long>(uint64_t(value) & mask));
  } else {
    const char c_specifier[] = {specifier, 0};
    append(text, conversion, c_specifier, asDouble(arg, element));
  }
}

void appendString(std::string &text, const Conversion &conversion, const char *string) {
  size_t length = 6;
  if (!string)
    string = "(null)";
  else
    length = conversion.precision >= 0 ? ::strnlen(string, size_t(conversion.precision))
                                       : std::strlen(string);
  const size_t pad = conversion.width > length ? conversion.width - length : 0;
  const bool left = conversion.flags.find('-') != std::string::npos;
  text.append(left ? 0 : pad, ' ').append(string, length).append(left ? pad : 0, ' ');
}

// False if the argument does not suit the conversion.
bool appendConversion(std::string &text, const Conversion &conversion, const PrintArg &arg) {
  const bool pointer = arg.head.kind == WEFT_PRINT_POINTER;
  switch (conversion.specifier) {
  case 's':
    if (!pointer)
      return false; // any other number is no address
    appendString(text, conversion, reinterpret_cast<const char *>(arg.bits(0)));
    return true;
  case 'p':
    append(text, conversion, "p", reinterpret_cast<const void *>(arg.bits(0)));
    return true;
  case 'c': {
    // Not by snprintf: the character may be NUL.
    const size_t pad = conversion.width > 1 ? conversion.width - 1 : 0;
    const bool left = conversion.flags.find('-') != std::string::npos;
    text.append(left ? 0 : pad, ' ').append(1, char(arg.bits(0))).append(left ? pad : 0, ' ');
    return true;
  }
  default:
    break;
  }
  // Without a specifier a vector is shown whole, too; with one too long, as far as it goes.
  const uint32_t elements =
      conversion.vector ? std::min(conversion.vector, arg.head.elements) : arg.head.elements;
  for (uint32_t i = 0; i < elements; ++i) {
    if (i)
      text += ',';
    appendElement(text, conversion, arg, i);
  }
  return true;
}

// Checks the whole record before anything of it is used.
bool parseRecord(const void *record, uint64_t bytes, weft_print_record &head,
                 std::vector<PrintArg> &args) {
  if (!record || bytes < sizeof head)
    return false;
  std::memcpy(&head, record, sizeof head);
  if (!head.format)
    return false;
  const char *at = static_cast<const char *>(record) + sizeof head;
  uint64_t left = bytes - sizeof head;
  for (uint32_t i = 0; i < head.arg_count; ++i) {
    PrintArg arg;
    if (left < sizeof arg.head)
      return false;
    std::memcpy(&arg.head, at, sizeof arg.head);
    arg.data = at + sizeof arg.head;
    left -= sizeof arg.head;
    const uint32_t size = arg.head.element_bytes, elements = arg.head.elements;
    if (arg.head.kind > WEFT_PRINT_POINTER || size > 8 || !std::has_single_bit(size))
      return false;
    if (elements != 3 && (elements > 16 || !std::has_single_bit(elements)))
      return false;
    if (arg.head.kind == WEFT_PRINT_POINTER && (size != 8 || elements != 1))
      return false;
    const uint64_t padded = (uint64_t(size) * elements + 7) / 8 * 8;
    if (left < padded)
      return false;
    left -= padded;
    at = arg.data + padded;
    args.push_back(arg);
  }
  return true;
}

} // namespace

std::string formatPrintRecord(const void *record, uint64_t bytes, bool &ok) {
  weft_print_record head;
  std::vector<PrintArg> args;
  ok = parseRecord(record, bytes, head, args);
  std::string text;
  if (!ok)
    return text;
  const CLocale c_locale;
  std::span<const PrintArg> rest(args);
  for (const char *at = head.format; *at;) {
    const char *percent = std::strchr(at, '%');
    if (!percent) {
      text += at;
      break;
    }
    text.append(at, percent);
    if (percent[1] == '%') {
      text += '%';
      at = percent + 2;
      continue;
    }
    Cursor cursor(percent + 1);
    Conversion conversion;
    const bool valid = parseConversion(cursor, conversion);
    if (valid && !rest.empty()) {
      if (!appendConversion(text, conversion, rest.front()))
        text.append(percent, cursor.at);
      rest = rest.subspan(1);
    } else {
      text.append(percent, cursor.at);
    }
    at = cursor.at;
  }
  return text;
}

int32_t printRecord(const void *record, uint64_t bytes) {
  try {
    bool ok = false;
    const std::string text = formatPrintRecord(record, bytes, ok);
    if (ok && static_cast<const weft_print_record *>(record)->reserved & WEFT_PRINT_ABORTS) {
      std::fflush(stdout); // what was printed before
      std::fputs(text.c_str(), stderr);
      std::abort();
    }
    // fwrite holds the stream's lock throughout, so texts are not mixed.
    return ok && std::fwrite(text.data(), 1, text.size(), stdout) == text.size() ? 0 : -1;
  } catch (const std::bad_alloc &) {
    return -1;
  }
}

} // namespace weft
