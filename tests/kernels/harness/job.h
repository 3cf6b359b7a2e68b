// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A Job is one launch of one kernel: its arguments, and what the arguments' memory must hold
// afterwards. A case's reference adds the arguments in order and then computes, on the host copies,
// what the kernel computes; the harness runs the kernel on what the copies held when they were
// added and compares every byte of every buffer.
#ifndef WEFT_TESTS_KERNELS_JOB_H
#define WEFT_TESTS_KERNELS_JOB_H

#include "harness/shape.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <sstream>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace weft::kernels {

using U8 = uint8_t;
using I32 = int32_t;
using U32 = uint32_t;
using I64 = int64_t;
using U64 = uint64_t;

// Deterministic numbers (SplitMix64).
class Random {
public:
  explicit Random(uint64_t seed) : State(seed * 0x9e3779b97f4a7c15u + 0x1234567u) {}
  uint64_t next() {
    uint64_t z = (State += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  // In [low, high].
  int64_t within(int64_t low, int64_t high) {
    return low + int64_t(next() % (uint64_t(high) - uint64_t(low) + 1));
  }
  double unit() { return double(next() >> 11) * 0x1p-53; }

private:
  uint64_t State;
};

struct Item {
  Extent gid;    // get_global_id
  Extent lid;    // get_local_id
  size_t linear; // get_global_linear_id
  size_t local;  // get_local_linear_id
};

struct Group {
  Extent id;     // get_group_id
  Extent size;   // get_local_size
  Extent first;  // get_global_id of the first work-item, less the offset
  size_t offset; // get_global_offset(0)
  size_t linear; // of id, x fastest
  size_t items() const { return size[0] * size[1] * size[2]; }
  // One dimension: get_global_id of the first work-item.
  size_t base() const { return offset + first[0]; }
};

class Argument {
public:
  virtual ~Argument() = default;
  // Bytes the device's buffer starts with; null for values and local memory.
  virtual const void *initial() const { return nullptr; }
  virtual const void *value() const { return nullptr; }
  virtual size_t bytes() const = 0;
  virtual bool isLocal() const { return false; }
  // Empty if `actual` is what the reference holds.
  virtual std::string difference(const void *actual) const { return {}; }
};

std::string differenceText(size_t index, const std::string &expected, const std::string &actual,
                           size_t count, size_t size);

template <typename T> std::string show(const T &value) {
  std::ostringstream out;
  if constexpr (std::is_floating_point_v<T>)
    out << std::hexfloat << value << std::defaultfloat << " (" << value << ")";
  else if constexpr (std::is_integral_v<T>)
    out << +value;
  else {
    out << std::hex;
    for (size_t i = 0; i < sizeof(T); ++i)
      out << unsigned(reinterpret_cast<const unsigned char *>(&value)[i]) << ' ';
  }
  return out.str();
}

template <typename T> class BufferArgument final : public Argument {
public:
  explicit BufferArgument(std::vector<T> data) : Host(std::move(data)), Initial(Host) {}
  const void *initial() const override { return Initial.data(); }
  size_t bytes() const override { return Initial.size() * sizeof(T); }
  std::string difference(const void *actual) const override {
    if (Ignored)
      return {};
    const T *got = static_cast<const T *>(actual);
    size_t wrong = 0, first = 0;
    for (size_t i = 0; i < Initial.size(); ++i)
      if (!same(Host[i], got[i]) && wrong++ == 0)
        first = i;
    return wrong ? differenceText(first, show(Host[first]), show(got[first]), wrong, Initial.size())
                 : std::string();
  }

  std::vector<T> Host;
  double Ulps = 0;      // floating types: allowed distance; 0 is bit for bit
  double Absolute = 0;  // floating types: allowed absolute error besides
  bool Ignored = false; // contents are not compared

private:
  bool same(const T &a, const T &b) const {
    if (std::memcmp(&a, &b, sizeof(T)) == 0)
      return true;
    if constexpr (std::is_floating_point_v<T>) {
      if (std::isnan(a) && std::isnan(b))
        return true; // payloads are not specified
      if (Ulps == 0 && Absolute == 0)
        return false;
      double error = std::fabs(double(a) - double(b));
      T next = std::nextafter(std::fabs(a), std::numeric_limits<T>::infinity());
      return error <= Ulps * (double(next) - std::fabs(double(a))) || error <= Absolute;
    }
    return false;
  }
  std::vector<T> Initial;
};

template <typename T> class ValueArgument final : public Argument {
public:
  explicit ValueArgument(const T &value) : Value(value) {}
  const void *value() const override { return &Value; }
  size_t bytes() const override { return sizeof(T); }

private:
  T Value;
};

class LocalArgument final : public Argument {
public:
  explicit LocalArgument(size_t bytes) : Bytes(bytes) {}
  size_t bytes() const override { return Bytes; }
  bool isLocal() const override { return true; }

private:
  size_t Bytes;
};

class Job {
public:
  explicit Job(const Shape &shape) : Range(shape) {}

  const Shape &shape() const { return Range; }
  size_t items() const { return Range.items(); }
  // Elements of a buffer that get_global_id(0) of a one-dimensional range indexes.
  size_t n() const { return Range.items() + Range.offset[0]; }
  size_t localItems() const { return Range.groupItems(); } // of a full group
  size_t groups() const;

  // A __global or __constant pointer argument. The reference stays valid as long as the Job.
  template <typename T> std::vector<T> &buffer(std::vector<T> data) {
    auto argument = std::make_unique<BufferArgument<T>>(std::move(data));
    auto &host = argument->Host;
    if constexpr (std::is_floating_point_v<T>) {
      LastUlps = &argument->Ulps;
      LastAbsolute = &argument->Absolute;
    }
    LastIgnored = &argument->Ignored;
    Arguments.push_back(std::move(argument));
    return host;
  }
  // Random integers in [low, high], or multiples of 1/8 in it for floating types, so that short
  // sums and products are exact.
  template <typename T> std::vector<T> &random(size_t count, int64_t low, int64_t high) {
    Random random(Arguments.size() + 17);
    std::vector<T> data(count);
    for (T &x : data)
      x = std::is_floating_point_v<T> ? T(double(random.within(low * 8, high * 8)) / 8)
                                      : T(random.within(low, high));
    return buffer(std::move(data));
  }
  // Random bits in every byte; not for floating types.
  template <typename T> std::vector<T> &bits(size_t count) {
    Random random(Arguments.size() + 99);
    std::vector<T> data(count);
    for (T &x : data)
      x = T(random.next());
    return buffer(std::move(data));
  }
  // A result: holds `fill` first, so that what the kernel must not touch is checked too.
  template <typename T> std::vector<T> &output(size_t count, T fill = T(77)) {
    return buffer(std::vector<T>(count, fill));
  }
  // A __local pointer argument of `count` elements of T.
  template <typename T> void local(size_t count) {
    Arguments.push_back(std::make_unique<LocalArgument>(count * sizeof(T)));
  }
  template <typename T> T value(T v) {
    Arguments.push_back(std::make_unique<ValueArgument<T>>(v));
    return v;
  }

  // For the buffer of floating type added last.
  void allowUlps(double ulps) { *LastUlps = ulps; }
  void allowAbsolute(double error) { *LastAbsolute = error; }
  // For the buffer added last: its contents are free.
  void ignoreContents() { *LastIgnored = true; }

  // What the kernel prints, one string per line, in any order.
  void prints(std::string line) { Lines.push_back(std::move(line)); }

  template <typename F> void forEachGroup(F visit) const {
    Extent count = groupCount();
    size_t linear = 0;
    for (size_t z = 0; z < count[2]; ++z)
      for (size_t y = 0; y < count[1]; ++y)
        for (size_t x = 0; x < count[0]; ++x)
          visit(group({x, y, z}, linear++));
  }
  // x fastest; every work-item of a group.
  template <typename F> void forEachItem(const Group &g, F visit) const {
    size_t local = 0;
    for (size_t z = 0; z < g.size[2]; ++z)
      for (size_t y = 0; y < g.size[1]; ++y)
        for (size_t x = 0; x < g.size[0]; ++x)
          visit(item(g, {x, y, z}, local++));
  }
  template <typename F> void forEachItem(F visit) const {
    forEachGroup([&](const Group &g) { forEachItem(g, visit); });
  }
  Extent groupCount() const;

  const std::vector<std::unique_ptr<Argument>> &arguments() const { return Arguments; }
  const std::vector<std::string> &lines() const { return Lines; }

private:
  Group group(const Extent &id, size_t linear) const;
  Item item(const Group &g, const Extent &lid, size_t local) const;

  Shape Range;
  std::vector<std::unique_ptr<Argument>> Arguments;
  std::vector<std::string> Lines;
  double *LastUlps = nullptr, *LastAbsolute = nullptr;
  bool *LastIgnored = nullptr;
};

} // namespace weft::kernels
#endif
