// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "printer.h"

#include "images.h"
#include "ranges.h"
#include "typed_memory.h"

#include <bit>

namespace weft::fuzz {
namespace {

class ExprPrinter {
public:
  ExprPrinter(const Program &program, const Function &function)
      : program(program), function(function) {}

  // `place`: to be assigned to.
  std::string text(const Expr &e, bool place = false) const {
    const Type &t = e.type;
    auto arg = [&](unsigned i) { return text(e.args[i]); };
    switch (e.op) {
    case Op::Const:
      return constant(e);
    case Op::Var: {
      const std::string name = variableName(function, e.index);
      return function.vars[e.index].boolean ? "(" + t.name() + ")" + name : name;
    }
    case Op::Arg: {
      static const char *names[] = {"n0", "n1", "n2", "f0"};
      return names[e.index];
    }
    case Op::Item:
      if (t.base == Base::U64 && e.index >= 1)
        return e.index == 1 ? "ROW" : placeQuery(true, e.index).substr(std::string("(int)").size());
      return e.index == 0 ? "lid" : e.index == 1 ? "gid" : placeQuery(true, e.index);
    case Op::Group:
      return e.index == 0   ? "group"
             : e.index == 1 ? "lsize"
             : e.index == 2 ? "groups"
                            : placeQuery(false, e.index);
    case Op::In:
      return std::string(t.isFloat() ? "in_f" : "in_i") + "[(" + arg(0) + ") & " +
             std::to_string(InputElements - 1) + "]";
    case Op::Table:
      return "table" + std::to_string(e.index) + "[(" + arg(0) + ") & " +
             std::to_string(constantTable(e.index).length - 1) + "]";
    case Op::Pointed:
      return "pointers" + std::to_string(e.index) + "[(" + arg(0) + ") & " +
             std::to_string(TablePointers - 1) + "][(" + arg(1) + ") & " +
             std::to_string(constantTable(e.index).length / 2 - 1) + "]";
    case Op::Named: {
      const std::string one =
          "named[(" + arg(0) + ") & " + std::to_string(NamedConstants - 1) + "]";
      const unsigned bytes = e.index == 2 ? NamedWordBytes : NamedTextBytes;
      return e.index == 1 ? one + ".number"
                          : one + (e.index == 2 ? ".word[(" : ".text[(") + arg(1) + ") & " +
                                std::to_string(bytes - 1) + "]";
    }
    case Op::Element: {
      const Array &array = function.arrays[e.index];
      std::string at = arrayName(e.index);
      // The last dimension is the first index.
      for (size_t i = e.args.size(); i-- > 0;)
        at += "[(" + arg(unsigned(i)) + ") & " +
              std::to_string((i == 0   ? array.length / array.rows / array.planes
                              : i == 1 ? array.rows
                                       : array.planes) -
                             1) +
              "]";
      return array.boolean && !place ? "(uchar)" + at : at;
    }
    case Op::ElementOf:
      return "(" + arg(0) + " ? " + arrayName(e.index) + " : " + arrayName(unsigned(e.value)) +
             ")" + subscript(e.index, arg(1));
    case Op::Shared: {
      std::string place = "(uint)(" + arg(0) + ") % lsize";
      return sharedName(program, e.index) + (sharedIsGlobal(e.index) ? "[first + " : "[") + place +
             "]";
    }
    case Op::InItem:
      return "((__global const " + t.name() + " *)in_i)[" + (e.value & 256 ? "ROW" : "gid") +
             " * " + std::to_string(e.value & 255) + " + " + std::to_string(e.index) + "]";
    case Op::InRow: {
      static const char *types[] = {"uint", "int", "size_t"};
      const std::string type = types[e.value >> 1], id = "(" + type + ")gid",
                        one = "(" + type + ")1";
      const std::string bits = "(n2 & 3u)", row = "(" + one + " << " + bits + ")",
                        any_row = "(n0 + " + one + ")", low = id + " & (" + row + " - 1)",
                        twice = "(" + id + " % (2 * " + row + "))";
      const std::string places[RowPlaces] = {
          id + " / " + row + " * 2 * " + row + " + " + id + " % " + row,
          "(" + id + " >> " + bits + " << (" + bits + " + 1)) + (" + low + ")",
          "(" + id + " >> " + bits + " << (" + bits + " + 1)) | (" + low + ")",
          id + " / " + any_row + " * 2 * " + any_row + " + " + id + " % " + any_row,
          id + " / " + any_row + " * (1 + (n1 & 3)) + " + id + " % " + any_row,
          twice + " / " + row + " * 2 * " + row + " + " + twice + " % " + row};
      const std::string &other = e.index == 3 || e.index == 4 ? any_row : row;
      return "((__global const " + t.name() + " *)in_i)[(" + places[e.index] + ")" +
             (e.value & 1 ? " + " + other : "") + "]";
    }
    case Op::InBorder:
      return "((__global const " + t.name() + " *)in_i)[" + borderPlace(e) + "]";
    case Op::Slab: {
      std::string element = e.args.empty() ? std::to_string(e.value) + "u" : arg(0);
      return slabElement(t, e.index, element, !e.args.empty());
    }
    case Op::Truth:
      return "((" + t.name() + ")(bool)" + arg(0) + ")";
    case Op::Saturate:
      return "convert_" + t.name() + "_sat" + roundingMode(e.index) + "(" + arg(0) + ")";
    case Op::Not:
      return "(" + t.name() + ")(~" + arg(0) + ")";
    case Op::Neg:
      return t.isFloat() ? "(-" + arg(0) + ")" : wrap(t, zero(t), " - ", arg(0));
    case Op::Abs:
      return t.isFloat() ? "fabs(" + arg(0) + ")" : as(t, "abs(" + arg(0) + ")");
    case Op::Floor:
      return "floor(" + arg(0) + ")";
    case Op::Add:
    case Op::Sub: {
      const char *sign = e.op == Op::Add ? " + " : " - ";
      if (!t.isFloat() && e.value == 1)
        return plain(e, sign);
      if (t.isFloat() && keepsSmall(e))
        return "(" + factor(e.args[0]) + sign + factor(e.args[1]) + ")";
      return t.isFloat() ? "(" + arg(0) + sign + arg(1) + ")" : wrap(t, arg(0), sign, arg(1));
    }
    case Op::Mul:
      if (!t.isFloat() && e.value == 1)
        return plain(e, " * ");
      return t.isFloat() ? "(" + factor(e.args[0]) + " * " + factor(e.args[1]) + ")"
                         : wrap(t, arg(0), " * ", arg(1));
    case Op::Fma:
      return "fma(" + factor(e.args[0]) + ", " + factor(e.args[1]) + ", " +
             (t.base == Base::F16 ? factor(e.args[2]) : arg(2)) + ")";
    case Op::Div:
      return "(" + t.name() + ")(" + arg(0) + " / (" + t.name() + ")((" + arg(1) + " & (" +
             t.name() + ")15) | (" + t.name() + ")1))";
    case Op::And:
      return bitwise(t, arg(0), " & ", arg(1));
    case Op::Or:
      return bitwise(t, arg(0), " | ", arg(1));
    case Op::Xor:
      return bitwise(t, arg(0), " ^ ", arg(1));
    case Op::Shl:
      if (e.value == 1)
        return plain(e, " << ");
      return t.isVector() ? as(t, "(as_" + t.unsignedName() + "(" + arg(0) + ") << (" +
                                      t.unsignedName() + ")(" + amount(e.args[1], t) + "))")
                          : "(" + t.name() + ")((" + t.arithmeticName() + ")" + arg(0) + " << " +
                                amount(e.args[1], t) + ")";
    case Op::Shr:
      return t.isVector()
                 ? "(" + arg(0) + " >> (" + t.unsignedName() + ")(" + amount(e.args[1], t) + "))"
                 : "(" + t.name() + ")(" + arg(0) + " >> " + amount(e.args[1], t) + ")";
    case Op::Rotate:
      return "rotate(" + arg(0) + ", (" + t.name() + ")(" + amount(e.args[1], t) + "))";
    case Op::Library: {
      std::string call = std::string(libraryFunction(e.index).name) + "(";
      for (size_t i = 0; i < e.args.size(); ++i)
        call += (i ? ", " : "") + arg(unsigned(i));
      call += ")";
      return call.starts_with("abs_diff") ? "as_" + t.name() + "(" + call + ")" : call;
    }
    case Op::Load: {
      // Each place is a vector further; all of them together are the buffer's first half.
      std::string places = std::to_string(InputElements / (t.width == 3 ? 4 : t.width) - 1);
      std::string from = t.isFloat() ? "in_f" : "in_i";
      if (!t.isFloat() && t.base != Base::I32)
        from = "(__global const " + t.element().name() + " *)in_i";
      if (e.value)
        from += " + " + std::to_string(e.value);
      return "vload" + std::to_string(t.width) + "((" + arg(0) + ") & " + places + ", " + from +
             ")";
    }
    case Op::Min:
    case Op::Max: {
      std::string name = e.op == Op::Min ? "min(" : "max(";
      std::string call = (t.isFloat() ? "f" : "") + name + arg(0) + ", " + arg(1) + ")";
      // Which zero comes out is not specified; the sum has one.
      return t.isFloat() ? "(" + call + " + (" + t.name() + ")0.0f)" : call;
    }
    case Op::Less:
      return "(" + arg(0) + " < " + arg(1) + ")";
    case Op::Equal:
      return "(" + arg(0) + " == " + arg(1) + ")";
    case Op::Both:
      return "(" + arg(0) + " && " + arg(1) + ")";
    case Op::Either:
      return "(" + arg(0) + " || " + arg(1) + ")";
    case Op::Choose:
      // Narrow operands are promoted.
      return "((" + t.name() + ")(" + arg(0) + " ? " + arg(1) + " : " + arg(2) + "))";
    case Op::Select:
      return "select(" + arg(0) + ", " + arg(1) + ", " + arg(2) + " < " + arg(3) + ")";
    case Op::Cast:
      return cast(e);
    case Op::Bits:
      return "as_" + t.name() + "(" + arg(0) + ")";
    case Op::Make: {
      std::string list = "(" + t.name() + ")(";
      for (size_t i = 0; i < e.args.size(); ++i)
        list += (i ? ", " : "") + arg(unsigned(i));
      return list + ")";
    }
    case Op::Component:
      return "(" + arg(0) + ").s" + digit(e.value);
    case Op::Swizzle: {
      std::string digits;
      for (unsigned i = 0; i < t.width; ++i)
        digits += digit((e.value >> (4 * i)) & 15);
      return "(" + arg(0) + ").s" + digits;
    }
    case Op::Call: {
      const Function &callee = program.helpers[e.index];
      std::string call = callee.boolean_result && !place ? "(" + t.name() + ")" : "";
      call += "h" + std::to_string(e.index) + "(ENVIRONMENT";
      if (!callee.arrays.empty() && callee.arrays[0].parameter)
        call += ", " + arrayName(unsigned(e.value));
      if (callee.record != Function::Passed::No)
        call += (callee.record == Function::Passed::ByPointer ? ", &" : ", ") +
                recordName(function, recordPassed(function, e.index));
      for (size_t i = 0; i < e.args.size(); ++i)
        call += ", " + (e.args[i].type.isFloat() ? factor(e.args[i]) : arg(unsigned(i)));
      return call + ")";
    }
    case Op::Upsample:
      return "upsample(" + arg(0) + ", " + arg(1) + ")";
    case Op::Shuffle:
      return (e.args.size() > 2 ? "shuffle2(" + arg(0) + ", " + arg(1) + ", " + arg(2)
                                : "shuffle(" + arg(0) + ", " + arg(1)) +
             ")";
    case Op::Compare:
      return "(" + arg(0) + " " + comparison(e.index) + " " + arg(1) + ")";
    case Op::Relational:
      return std::string(relation(e.index).name) + "(" + arg(0) +
             (e.args.size() > 1 ? ", " + arg(1) : "") + ")";
    case Op::AnyAll:
      return (e.index == 0 ? "any(" : "all(") + arg(0) + ")";
    case Op::Logic:
      return e.index == 2 ? "(!" + arg(0) + ")"
                          : "(" + arg(0) + " " + logic(e.index) + " " + arg(1) + ")";
    case Op::ChooseEach:
      return "(" + arg(0) + " ? " + arg(1) + " : " + arg(2) + ")";
    case Op::SelectBy:
      return "select(" + arg(0) + ", " + arg(1) + ", " + arg(2) + ")";
    case Op::ShiftBy: {
      const bool left = e.index == 0;
      // Bits that leave a signed number are not defined.
      const std::string value = !left          ? arg(0)
                                : t.isVector() ? "as_" + t.unsignedName() + "(" + arg(0) + ")"
                                               : "(" + t.arithmeticName() + ")" + arg(0);
      const std::string amount =
          left && t.isVector() ? "as_" + t.unsignedName() + "(" + arg(1) + ")" : arg(1);
      return as(t, "(" + value + (left ? " << " : " >> ") + amount + ")");
    }
    case Op::Round: {
      std::string inner = arg(0);
      if (e.args[0].type.isFloat())
        inner = clamped(e.args[0].type, inner);
      return "convert_" + t.name() + roundingMode(e.index) + "(" + inner + ")";
    }
    case Op::FromBits:
      return "as_" + t.name() + "((" + e.args[0].type.name() + ")(" + arg(0) + " & (" +
             e.args[0].type.name() + ")" +
             std::to_string(~(uint64_t(1) << (t.bits() - 2)) & (~uint64_t(0) >> (64 - t.bits()))) +
             (t.bits() == 64 ? "ul" : "u") + "))";
    case Op::View:
      return (e.value ? "((__private " + t.name() + " *)&w" + std::to_string(e.index) + ")"
                      : "w" + std::to_string(e.index) + "." + viewMember(t)) +
             "[(" + arg(0) + ") & " + std::to_string(ViewBytes * 8 / t.bits() - 1) + "]";
    case Op::Through: {
      const std::string number = std::to_string(e.index);
      const std::string mask = std::to_string(function.pointers[e.index].arrays.size() - 1);
      const std::string which = "(" + arg(0) + ") & " + mask;
      const std::string at =
          "(" + arg(1) + ") & " +
          std::to_string(function.arrays[function.pointers[e.index].arrays[0]].length - 1);
      return e.value ? "(*(*(z" + number + " + (" + which + ")) + (" + at + ")))"
                     : "t" + number + "[" + which + "][" + at + "]";
    }
    case Op::Pack:
      return "vload" + std::to_string(t.width) + "(0, " + packPlace(e.index, t, arg(0)) + ")";
    case Op::Node: {
      const std::string start = "nodes[(" + arg(0) + ") & " + std::to_string(NodeStarts - 1) + "]";
      if (e.value == 3)
        return "walk(&" + start + ", (int)(" + arg(1) + ") & 7)";
      std::string path = start;
      for (unsigned step = 0; step < e.index; ++step)
        path += step == 0 ? ".next" : "->next";
      path += e.index ? "->" : ".";
      return path + (e.value == 0 ? "number"
                     : e.value == 1
                         ? "values[(" + arg(1) + ") & " + std::to_string(NodeValues - 1) + "]"
                         : "weight");
    }
    case Op::Typed:
      return typedText(program.accesses[e.index], e.args[0]);
    case Op::Pixel:
      return pixel(e);
    case Op::OwnPixel:
      return std::string("read_imageui(") + imageShape(ReadWriteImage).name +
             ", (int2)(gid, (int)(" + arg(0) + ") & " + std::to_string(OwnPixels - 1) + "))";
    }
    return "?";
  }

  std::string typedText(const Access &access, const Expr &index) const {
    const Type type = accessType(access);
    std::string element;
    if (access.form == Access::Form::Pack) {
      const auto [pointer, at] = typedPack(access, index);
      element = "vload" + std::to_string(type.width) + "(" + at + ", " + pointer + ")";
    } else {
      element = typedElement(access, index);
    }
    return memoryType(access).isFloat() ? "as_" + type.name() + "(" + element + ")" : element;
  }

  std::string typedElement(const Access &access, const Expr &index) const {
    // What is written as one type may be read as another. The rest nobody writes.
    const bool aliases = access.row >= 0 || access.area == Area::Private;
    const AreaKind &kind = areaKind(access.area);
    const std::string type =
        access.structure ? structure(access.structure - 1).name : access.element.name();
    const auto [bytes, at] = typedPlace(access, index);
    std::string text = "((" + std::string(kind.space) + (aliases ? " any_" : " const ") + type +
                       " *)" + bytes + ")[" + at + "]";
    if (access.structure) {
      const Structure &of = structure(access.structure - 1);
      return access.field < of.fields.size() ? text + "." + of.fields[access.field].name : text;
    }
    return access.form == Access::Form::Component ? text + ".s" + digit(access.component) : text;
  }

  // Pointer and index of a vector at any element.
  std::pair<std::string, std::string> typedPack(const Access &access, const Expr &index) const {
    const bool aliases = access.row >= 0 || access.area == Area::Private;
    const auto [bytes, at] = typedPlace(access, index);
    return {"(" + std::string(areaKind(access.area).space) + (aliases ? " " : " const ") +
                access.element.element().name() + " *)" + bytes,
            at};
  }

  // Of as many elements as the vector has, in a row.
  std::string packPlace(unsigned array, const Type &t, const std::string &index) const {
    const Array &of = function.arrays[array];
    const unsigned places = std::bit_floor(of.length * of.type.width - t.width + 1);
    return arrayName(array) + " + ((" + index + ") & " + std::to_string(places - 1) + ")";
  }

private:
  std::string pixel(const Expr &e) const {
    const ImageShape &shape = imageShape(e.index);
    const unsigned way = e.value == ArgumentSampler ? program.sampler : unsigned(e.value);
    const bool whole = way == NoSampler || way == WholeSampler;
    std::string list;
    for (unsigned d = 0; d < shape.dims + shape.layers; ++d) {
      const std::string any = text(e.args[d]);
      std::string at;
      if (way == NoSampler)
        at = "(int)(" + any + ") & " + std::to_string(shape.size[d] - 1);
      else if (way == WholeSampler)
        at = "WHOLE(" + any + ")";
      else if (d < shape.dims && sampler(way).normalized)
        at = "AT(" + any + ") * " + std::to_string(1.0 / shape.size[d]) + "f";
      else
        at = "AT(" + any + ")";
      list += (d ? ", " : "") + at;
    }
    const unsigned sides = shape.dims + shape.layers;
    if (sides == 3)
      list += whole ? ", 0" : ", 0.0f";
    const std::string width = sides == 1 ? "" : sides == 2 ? "2" : "4";
    const std::string call = Type{shape.result, 1}.isFloat()    ? "read_imagef("
                             : Type{shape.result, 1}.isSigned() ? "read_imagei("
                                                                : "read_imageui(";
    const std::string by = way == NoSampler             ? ""
                           : e.value == ArgumentSampler ? ", sampler"
                                                        : ", sampler" + std::to_string(way);
    return call + shape.name + by + ", (" + (whole ? "int" : "float") + width + ")(" + list + "))";
  }

  // Where the elements begin, and the element's number.
  std::pair<std::string, std::string> typedPlace(const Access &access, const Expr &index) const {
    const unsigned stride = accessStride(access);
    const std::string name = areaKind(access.area).name;
    unsigned offset = access.offset;
    std::string at = text(index);
    if (access.row >= 0) {
      const Row &row = program.rows[unsigned(access.row)];
      const unsigned step = row.stride / stride;
      offset += row.start;
      const std::string by = std::to_string(step);
      if (access.style == 1 && std::has_single_bit(step) && step > 1)
        at = "(" + at + " << " + std::to_string(std::countr_zero(step)) + ")";
      else if (access.style == 2)
        at = "(size_t)" + at + " * " + by;
      else if (access.style == 3)
        at = "(uint)" + at + " * " + by + "u";
      else if (step > 1)
        at = access.style == 4 ? by + " * " + at : at + " * " + by;
    } else if (const uint64_t mask = accessMask(program, function, access, index)) {
      at = "(" + at + " & " + std::to_string(mask) + ")";
    }
    if (!offset)
      return {name, at};
    if (!access.by_index)
      return {"(" + name + " + " + std::to_string(offset) + ")", at};
    const std::string more = std::to_string(offset / stride);
    return {name, access.style == 5 ? more + " + " + at : at + " + " + more};
  }

  // Where nothing overflows.
  std::string plain(const Expr &e, const char *sign) const {
    const std::string text = "(" + this->text(e.args[0]) + sign + this->text(e.args[1]) + ")";
    return e.type.bits() < 32 ? "(" + e.type.name() + ")" + text : text;
  }

  static std::string digit(int64_t value) { return std::string(1, "0123456789abcdef"[value & 15]); }

  static std::string constant(const Expr &e) {
    const Type &t = e.type;
    if (t.isFloat())
      return "(" + t.name() + ")(" + std::to_string(double(e.value) / 8) + "f)";
    std::string bits = std::to_string(
        uint64_t(e.value) & (t.bits() == 64 ? ~uint64_t(0) : (uint64_t(1) << t.bits()) - 1));
    return "(" + t.name() + ")" + bits + (t.bits() == 64 ? "ul" : "u");
  }

  static std::string zero(const Type &t) { return "(" + t.name() + ")0"; }

  static std::string as(const Type &t, const std::string &text) {
    return t.isVector() ? "as_" + t.name() + "(" + text + ")" : "(" + t.name() + ")" + text;
  }

  static std::string wrap(const Type &t, const std::string &a, const char *sign,
                          const std::string &b) {
    if (t.isVector())
      return "as_" + t.name() + "(as_" + t.unsignedName() + "(" + a + ")" + sign + "as_" +
             t.unsignedName() + "(" + b + "))";
    return "(" + t.name() + ")((" + t.arithmeticName() + ")" + a + sign + "(" + t.arithmeticName() +
           ")" + b + ")";
  }

  static std::string bitwise(const Type &t, const std::string &a, const char *sign,
                             const std::string &b) {
    return "(" + t.name() + ")(" + a + sign + b + ")";
  }

  // A shift's amount is a scalar of any type.
  std::string amount(const Expr &e, const Type &shifted) const {
    return "((uint)" + text(e) + " & " + std::to_string(shifted.bits() - 1) + "u)";
  }

  // Keeps products finite.
  std::string factor(const Expr &e) const {
    bool small = e.op == Op::Const || e.op == Op::Var || e.op == Op::In || e.op == Op::Arg;
    return small ? text(e) : clamped(e.type, text(e));
  }

  std::string cast(const Expr &e) const {
    const Type &t = e.type, &from = e.args[0].type;
    std::string inner = text(e.args[0]);
    std::string prefix = t.isVector() ? "convert_" + t.name() : "(" + t.name() + ")";
    if (t.isFloat() && !from.isFloat()) {
      // Few bits, so that it stays small.
      Type narrow{Base::I16, t.width};
      return prefix + "(" + (t.isVector() ? "convert_" : "(") + narrow.name() +
             (t.isVector() ? "(" : ")(") + inner + ") >> (" + narrow.name() + ")4)";
    }
    if (t.isFloat() && from.base == Base::F16)
      return prefix + "(" + clamped(from, inner) + ")";
    if (!t.isFloat() && from.isFloat()) {
      // In the target's range: 0 to 127.
      return prefix + "(fmin(fabs(" + inner + "), (" + from.name() + ")127.0f))";
    }
    return prefix + "(" + inner + ")";
  }

  // Each way gives the same place: some pass 2^31 or 2^32 on the way.
  std::string slabElement(const Type &t, unsigned style, const std::string &element,
                          bool computed) const {
    const unsigned elements = program.slab_bytes / (t.bits() / 8);
    const std::string slab = program.volatiles & VolatileSlab ? "volatile __global " : "__global ";
    std::string place =
        computed ? "((uint)" + element + " & " + std::to_string(std::bit_floor(elements) - 1) + "u)"
                 : element;
    std::string x = "((uint)gid * " + std::to_string(elements) + "u + " + place + ")";
    if (style == NodeSlabStyle)
      return "((__global any_" + t.name() + " *)nodes[ROW].own)[" + place + "]";
    if (isPackedSlab(style))
      return "((" + slab + "packed_" + t.name() + " *)(slab + ROW * SLAB + " + element + "))->x";
    if (style >= WrappingSlabStyles)
      return "((" + slab + "any_" + t.name() + " *)slab)[ROW * " + std::to_string(elements) +
             " + " + place + "]";
    static const char *before[WrappingSlabStyles] = {"",        "(int)",           "(size_t)",
                                                     "(uint)(", "(ulong)((ulong)", "(long)(int)(",
                                                     "(uint)(", "(size_t)("};
    static const char *behind[WrappingSlabStyles] = {"",
                                                     "",
                                                     "",
                                                     " + 0xfffffff0u) + 16u",
                                                     " + 0x100000000ul) - 0x100000000ul",
                                                     " ^ 0x80000000u) + 0x80000000l",
                                                     " + n2) - n2",
                                                     " + 0x7ffffff0u) - 0x7ffffff0u"};
    return "((" + slab + "any_" + t.name() + " *)slab)[" + before[style] + x + behind[style] + "]";
  }

  std::string subscript(unsigned array, const std::string &index) const {
    return "[(" + index + ") & " + std::to_string(function.arrays[array].length - 1) + "]";
  }
  std::string element(const std::string &name, unsigned array, const std::string &index) const {
    return name + subscript(array, index);
  }

  const Program &program;
  const Function &function;
};

} // namespace

std::string recordName(const Function &function, unsigned index) {
  const bool pointer = index == 0 && function.record == Function::Passed::ByPointer;
  return pointer ? "(*q0)" : "s" + std::to_string(index);
}

std::string variableName(const Function &function, unsigned index) {
  const Variable &var = function.vars[index];
  if (var.record >= 0)
    return recordName(function, unsigned(var.record)) + "." + recordField(var.field).place;
  const char *prefix = index < function.params ? "p" : var.counter ? "i" : var.uniform ? "u" : "v";
  return prefix + std::to_string(index);
}

std::string clamped(const Type &type, const std::string &text) {
  return "CLAMP(" + type.element().name() + ", " + text + ")";
}

std::string arrayName(unsigned index) { return "a" + std::to_string(index); }

std::string sharedName(const Program &program, unsigned memory) {
  const std::string name = "x" + std::to_string(memory);
  if (!(program.volatiles >> memory & 1))
    return name;
  return std::string("((volatile ") + (sharedIsGlobal(memory) ? "__global " : "__local ") +
         sharedType(memory).name() + " *)" + name + ")";
}

std::string printTyped(const Access &access, const Expr &index, const Program &program,
                       const Function &function) {
  return ExprPrinter(program, function).typedElement(access, index);
}

std::pair<std::string, std::string> printTypedPack(const Access &access, const Expr &index,
                                                   const Program &program,
                                                   const Function &function) {
  return ExprPrinter(program, function).typedPack(access, index);
}

std::string print(const Expr &expr, const Program &program, const Function &function) {
  return ExprPrinter(program, function).text(expr);
}

std::string printPlace(const Expr &expr, const Program &program, const Function &function) {
  return ExprPrinter(program, function).text(expr, true);
}

std::string printPack(const Expr &pack, const Program &program, const Function &function) {
  return ExprPrinter(program, function)
      .packPlace(pack.index, pack.type, print(pack.args[0], program, function));
}

} // namespace weft::fuzz
