// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "baselines.h"
#include "case.h"
#include "data.h"

#include <bit>

namespace weft::perf {
namespace {

class Aes final : public Case {
public:
  void makeInput(Scale scale) override {
    blocks = scale == Scale::Tiny ? 512 : 1 << 18;
    in = randomWords(blocks * 4);
    out.resize(in.size());
    makeTables();
    makeKeys();
  }
  void runBaseline() override {
    aesBaseline(in.data(), out.data(), keys.data(), tables.data(), blocks);
  }

  void prepare(Device &device) override {
    kernel = device.kernel("encrypt");
    bufferIn = device.buffer(in);
    bufferOut = device.buffer(in.size() * sizeof(cl_uint));
    bufferKeys = device.buffer(keys);
    bufferTables = device.buffer(tables);
  }
  void launch(Device &device) override {
    device.run(kernel, blocks, 256, bufferIn, bufferOut, bufferKeys, bufferTables);
  }
  std::string check(Device &device) override {
    return compareWords(device.read<uint32_t>(bufferOut, out.size()), out);
  }

private:
  static uint8_t multiply(uint8_t a, uint8_t b) {
    uint8_t product = 0;
    for (; b; b >>= 1, a = uint8_t(a << 1 ^ (a & 0x80 ? 0x1b : 0)))
      product ^= b & 1 ? a : 0;
    return product;
  }

  /// The S-box times the columns of MixColumns (FIPS 197, 5.1.1 and 5.1.3).
  void makeTables() {
    tables.resize(4 * 256);
    for (unsigned x = 0; x < 256; ++x) {
      uint8_t inverse = 0;
      for (unsigned y = 1; y < 256; ++y)
        if (multiply(uint8_t(x), uint8_t(y)) == 1)
          inverse = uint8_t(y);
      uint8_t s = uint8_t(inverse ^ std::rotl(inverse, 1) ^ std::rotl(inverse, 2) ^
                          std::rotl(inverse, 3) ^ std::rotl(inverse, 4) ^ 0x63);
      uint32_t column =
          uint32_t(multiply(s, 2)) << 24 | uint32_t(s) << 16 | uint32_t(s) << 8 | multiply(s, 3);
      for (int t = 0; t < 4; ++t)
        tables[size_t(t) * 256 + x] = std::rotr(column, 8 * t);
    }
  }

  uint32_t substitute(uint32_t word) const {
    uint32_t result = 0;
    for (int shift = 0; shift < 32; shift += 8)
      result |= (tables[word >> shift & 255] >> 8 & 255) << shift;
    return result;
  }

  /// The key expansion (FIPS 197, 5.2).
  void makeKeys() {
    keys = randomWords(4, 2);
    uint8_t constant = 1;
    for (size_t i = 4; i < 44; ++i) {
      uint32_t last = keys[i - 1];
      if (i % 4 == 0) {
        last = substitute(std::rotl(last, 8)) ^ uint32_t(constant) << 24;
        constant = multiply(constant, 2);
      }
      keys.push_back(keys[i - 4] ^ last);
    }
  }

  size_t blocks = 0;
  HostArray<uint32_t> in, out, keys, tables;
  cl_kernel kernel = nullptr;
  cl_mem bufferIn = nullptr, bufferOut = nullptr, bufferKeys = nullptr, bufferTables = nullptr;
};

const Registration<Aes> entry({"aes", Bound::Compute});

} // namespace
} // namespace weft::perf
