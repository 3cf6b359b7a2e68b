// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Unions, pointers, vectors in arrays, structures with pointers, images, and atomics of a
// work-item's own.
#include "images.h"
#include "interpreter_state.h"

#include <algorithm>
#include <cstring>

namespace weft::fuzz {

unsigned WorkItem::pointed(unsigned table, const Expr &which) {
  const std::vector<unsigned> &arrays = frame->pointers[table].arrays;
  return arrays[size_t(integer(which)) & (arrays.size() - 1)];
}

Value WorkItem::node(const Expr &e) {
  const Input &input = launch.input;
  uint32_t at = uint32_t(integer(e.args[0])) & (NodeStarts - 1);
  if (e.value == 3) {
    uint32_t sum = 0;
    for (uint32_t steps = uint32_t(integer(e.args[1])) & 7; steps > 0; --steps) {
      sum += uint32_t(input.nodes[at].number) * steps;
      at = input.nodes[at].next;
    }
    return makeValue(e.type, uint64_t(int64_t(int32_t(sum))));
  }
  for (unsigned step = 0; step < e.index; ++step)
    at = input.nodes[at].next;
  const Node &node = input.nodes[at];
  if (e.value == 0)
    return makeValue(e.type, uint64_t(int64_t(node.number)));
  if (e.value == 1)
    return makeValue(
        e.type,
        uint64_t(int64_t(
            input.values[node.values + (uint32_t(integer(e.args[1])) & (NodeValues - 1))])));
  Value result;
  result.type = e.type;
  result.setNumber(0, double(node.weight));
  return result;
}

Value WorkItem::memoryValue(const Expr &e) {
  const Type t = e.type;
  Value result;
  result.type = t;
  switch (e.op) {
  case Op::View: {
    const unsigned size = t.bits() / 8;
    const size_t at = (size_t(integer(e.args[0])) & (ViewBytes / size - 1)) * size;
    uint64_t bits = 0;
    std::memcpy(&bits, frame->views[e.index].data() + at, size);
    return makeValue(t, bits);
  }
  case Op::Through: {
    size_t at;
    const unsigned one = pointed(e.index, e.args[0]);
    Storage &storage = array(e.args[1], one, at);
    return element(storage, at);
  }
  case Op::Pack: {
    const Storage &storage = *frame->arrays[e.index];
    const size_t places = std::bit_floor(storage.bits.size() - t.width + 1);
    const size_t at = size_t(integer(e.args[0])) & (places - 1);
    std::copy_n(storage.bits.begin() + std::ptrdiff_t(at), t.width, result.bits);
    return result;
  }
  case Op::Node:
    return node(e);
  case Op::Pixel: {
    int64_t any[3] = {};
    double texel[4];
    for (size_t i = 0; i < e.args.size(); ++i)
      any[i] = integer(e.args[i]);
    const unsigned way = e.value == ArgumentSampler ? launch.program.sampler : unsigned(e.value);
    readImage(launch.program.seed, e.index, way, any, texel);
    for (unsigned i = 0; i < 4; ++i)
      if (t.isFloat())
        result.setNumber(i, texel[i]);
      else
        result.bits[i] = wrapped(t, uint64_t(int64_t(texel[i])));
    return result;
  }
  default: {
    const uint8_t *from = pixel(ReadWriteImage, unsigned(integer(e.args[0])) & (OwnPixels - 1));
    for (unsigned i = 0; i < 4; ++i)
      result.bits[i] = from[i];
    return result;
  }
  }
}

uint8_t *WorkItem::pixel(unsigned image, unsigned row) {
  size_t at = 0;
  for (unsigned i = ReadImages; i < image; ++i)
    at += texelCount(imageShape(i)) * texelBytes(imageShape(i));
  const ImageShape &shape = imageShape(image);
  at += (size_t(row) * shape.size[0] + size_t(gid)) * texelBytes(shape);
  return launch.memory.images.data() + at;
}

void WorkItem::setPixel(const Stmt &s) {
  const ImageShape &shape = imageShape(s.index);
  const Value value = evaluate(s.exprs[0]);
  uint8_t *to = pixel(s.index, unsigned(s.value));
  for (unsigned i = 0; i < 4; ++i) {
    if (shape.stored == Base::I16) {
      const int16_t element = int16_t(std::clamp<int64_t>(int64_t(value.bits[i]), -32768, 32767));
      std::memcpy(to + 2 * i, &element, 2);
    } else if (shape.stored == Base::U8) {
      to[i] = uint8_t(std::min<uint64_t>(value.bits[i], 255));
    } else {
      const uint32_t bits = uint32_t(value.bits[i]);
      std::memcpy(to + 4 * i, &bits, 4);
    }
  }
}

void WorkItem::update(const Stmt &s) {
  const Variable &variable = frame->function.vars[s.index];
  const Type one = variable.type.element();
  const Value value = variable.type.isFloat() ? stored(s.exprs[0]) : evaluate(s.exprs[0]);
  Value result = frame->vars[s.index];
  const Parts &named = parts(variable.type.width)[s.to];
  for (size_t k = 0; k < named.components.size(); ++k) {
    uint64_t &bits = result.bits[named.components[k]];
    const uint64_t operand = value.bits[value.type.width > 1 ? k : 0];
    static const Op ops[] = {Op::Add, Op::Sub, Op::Mul, Op::Shl, Op::Shr,
                             Op::Add, Op::Add, Op::And, Op::Or,  Op::Xor};
    bits =
        s.value == 5 || s.value == 6 ? operand : integerOperator(ops[s.value], one, bits, operand);
  }
  assign(s.index, result);
}

void WorkItem::ownAtomic(const Stmt &s) {
  uint32_t &word = launch.memory.output[launch.program.slotPlace(size_t(gid), s.to)];
  const uint32_t old = word, operand = uint32_t(integer(s.exprs[0]));
  const uint32_t other = uint32_t(integer(s.exprs[1]));
  switch (s.value) {
  case 0:
    word += operand;
    break;
  case 1:
    word -= operand;
    break;
  case 2:
    word = operand;
    break;
  case 3:
    ++word;
    break;
  case 4:
    --word;
    break;
  case 5:
    word = old == (other & 7) ? operand : old;
    break;
  case 6:
    word = std::min(old, operand);
    break;
  case 7:
    word = std::max(old, operand);
    break;
  case 8:
    word &= operand;
    break;
  case 9:
    word |= operand;
    break;
  case 10:
    word ^= operand;
    break;
  default:
    // Compared with what is there: it always succeeds.
    word = operand;
    break;
  }
  assign(s.index, makeValue({Base::U32, 1}, old));
}

void WorkItem::memoryStatement(const Stmt &s) {
  switch (s.kind) {
  case Kind::Update:
    update(s);
    break;
  case Kind::SetView: {
    const Value value = evaluate(s.exprs[1]);
    const unsigned size = value.type.bits() / 8;
    const size_t at = (size_t(integer(s.exprs[0])) & (ViewBytes / size - 1)) * size;
    std::memcpy(frame->views[s.index].data() + at, value.bits, size);
    break;
  }
  case Kind::CopyView:
    frame->views[s.index] = frame->views[size_t(s.value)];
    break;
  case Kind::SetPointer: {
    std::vector<unsigned> &arrays = frame->pointers[s.index].arrays;
    arrays[size_t(integer(s.exprs[0])) & (arrays.size() - 1)] = unsigned(s.value);
    break;
  }
  case Kind::SetThrough: {
    const Value value = stored(s.exprs[2]);
    size_t at;
    Storage &storage = array(s.exprs[1], pointed(s.index, s.exprs[0]), at);
    std::copy_n(value.bits, value.type.width,
                storage.bits.begin() + std::ptrdiff_t(at * value.type.width));
    break;
  }
  case Kind::SetPack: {
    const Value value = stored(s.exprs[1]);
    Storage &storage = *frame->arrays[s.index];
    const size_t places = std::bit_floor(storage.bits.size() - value.type.width + 1);
    const size_t at = size_t(integer(s.exprs[0])) & (places - 1);
    std::copy_n(value.bits, value.type.width, storage.bits.begin() + std::ptrdiff_t(at));
    break;
  }
  case Kind::SetSlabPack: {
    const Value value = stored(s.exprs[0]);
    const unsigned size = value.type.bits() / 8;
    uint8_t *to = launch.memory.slab.data() + size_t(gid) * launch.program.slab_bytes +
                  size_t(s.value) * size;
    for (unsigned i = 0; i < value.type.width; ++i)
      std::memcpy(to + i * size, &value.bits[i], size);
    break;
  }
  case Kind::RowInPlace: {
    const Type type = s.exprs[1].type;
    const unsigned size = type.bits() / 8;
    uint8_t *row = launch.memory.slab.data() + size_t(gid) * launch.program.slab_bytes;
    const auto element = [&](int64_t k) {
      uint64_t bits = 0;
      std::memcpy(&bits, row + size_t(k) * size, size);
      return makeValue(type, bits).bits[0];
    };
    const int64_t last = std::min<int64_t>(integer(s.exprs[0]) & (MostInRow - 1),
                                           launch.program.elementsOfSlab(type) - 1);
    const uint64_t more = evaluate(s.exprs[1]).bits[0];
    for (int64_t round = s.value; round <= last; ++round) {
      const int64_t k = s.to ? last - round : round;
      const uint64_t bits = element(s.to ? k + s.value : k - s.value) * 31 + element(k) + more;
      std::memcpy(row + size_t(k) * size, &bits, size);
      const uint64_t sum = frame->vars[s.index].bits[0] * 7 + element(k);
      assign(s.index, makeValue(frame->function.vars[s.index].type, sum));
    }
    break;
  }
  case Kind::AlongRow: {
    const int64_t elements = integer(s.exprs[0]) & (MostInRow - 1);
    for (int64_t round = 0; round < elements; ++round) {
      Expr at = s.exprs[1];
      at.index += unsigned(s.to & 1 ? elements - 1 - round : round);
      const Value element = evaluate(at);
      const uint64_t sum = frame->vars[s.index].bits[0] * 31 + element.bits[0];
      assign(s.index, makeValue(frame->function.vars[s.index].type, sum));
      if (s.value)
        mix(s.value, element);
    }
    break;
  }
  case Kind::OwnAtomic:
    ownAtomic(s);
    break;
  case Kind::SetPixel:
    setPixel(s);
    break;
  case Kind::SetTyped:
  case Kind::TypedAtomic:
  case Kind::ReadStructure:
    typedStatement(s);
    break;
  default:
    break;
  }
}

} // namespace weft::fuzz
