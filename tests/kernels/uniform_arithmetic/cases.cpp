// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cl_khr_work_group_uniform_arithmetic. Values are such that products are exact in any order.
#include "harness/corpus.h"

namespace weft::kernels {
namespace {

const Corpus::Extra Needs = {.needs = "cl_khr_work_group_uniform_arithmetic"};

Shapes allShapes() {
  return shapes::join(shapes::join(shapes::grouped(), shapes::planes()),
                      shapes::join(shapes::cubes(), shapes::remainders()));
}

std::string replaced(std::string text, const std::string &name, const std::string &value) {
  for (size_t at; (at = text.find(name)) != std::string::npos;)
    text.replace(at, name.size(), value);
  return text;
}

// Of each operation the reduction, the inclusive and the exclusive scan.
std::string kernelOf(const std::string &name, const std::string &type, const std::string &in,
                     const std::vector<std::string> &operations) {
  std::string text = "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n"
                     "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
                     "kernel void " +
                     name + "(global const " + in + " *in, global " + in +
                     " *out) {\n"
                     "  size_t i = get_global_linear_id() * COUNT;\n"
                     "  " +
                     type + " x = (" + type + ")in[get_global_linear_id()];\n";
  for (const std::string &operation : operations)
    text += "  out[i++] = work_group_reduce_" + operation + "(x);\n" +
            "  out[i++] = work_group_scan_inclusive_" + operation + "(x);\n" +
            "  out[i++] = work_group_scan_exclusive_" + operation + "(x);\n";
  return replaced(text + "}\n", "COUNT", std::to_string(3 * operations.size()));
}

template <typename T> struct Operation {
  T none;
  T (*apply)(T, T);
};

template <typename T>
void computeAll(Job &j, const std::vector<T> &in, std::vector<T> &out,
                const std::vector<Operation<T>> &operations) {
  const size_t count = 3 * operations.size();
  j.forEachGroup([&](const Group &g) {
    for (size_t k = 0; k < operations.size(); ++k) {
      T sum = operations[k].none;
      j.forEachItem(g, [&](const Item &item) {
        out[item.linear * count + 3 * k + 2] = sum;
        sum = operations[k].apply(sum, in[item.linear]);
        out[item.linear * count + 3 * k + 1] = sum;
      });
      j.forEachItem(g, [&](const Item &item) { out[item.linear * count + 3 * k] = sum; });
    }
  });
}

template <typename T> T product(T a, T b) { return T(a * b); }

template <typename T> void addIntegers(Corpus &c, const std::string &type) {
  c.add(
      "integers_" + type, kernelOf("integers_" + type, type, type, {"mul", "and", "or", "xor"}),
      allShapes(),
      [](Job &j) {
        auto &in = j.bits<T>(j.items());
        auto &out = j.output<T>(j.items() * 12);
        using U = std::make_unsigned_t<T>;
        computeAll<T>(j, in, out,
                      {{1, [](T a, T b) { return T(U(a) * U(b)); }},
                       {T(-1), [](T a, T b) { return T(a & b); }},
                       {0, [](T a, T b) { return T(a | b); }},
                       {0, [](T a, T b) { return T(a ^ b); }}});
      },
      Needs);
}

// Signs alone.
template <typename T> void addProducts(Corpus &c, const std::string &type, const std::string &in) {
  c.add(
      "products_" + type, kernelOf("products_" + type, type, in, {"mul"}), allShapes(),
      [](Job &j) {
        std::vector<T> signs(j.items());
        Random random(5);
        for (T &sign : signs)
          sign = random.next() & 1 ? T(1) : T(-1);
        auto &in = j.buffer(signs);
        auto &out = j.output<T>(j.items() * 3);
        computeAll<T>(j, in, out, {{1, product<T>}});
      },
      Needs);
}

} // namespace

void addUniformArithmetic(Corpus &c) {
  addIntegers<I32>(c, "int");
  addIntegers<U32>(c, "uint");
  addIntegers<I64>(c, "long");
  addIntegers<U64>(c, "ulong");
  addProducts<float>(c, "float", "float");
  addProducts<double>(c, "double", "double");
  addProducts<float>(c, "half", "float");

  // Any value but zero is true; what comes back is only said to be zero or not.
  c.add(
      "logical",
      replaced(kernelOf("logical", "int", "int", {"logical_and", "logical_or", "logical_xor"}),
               "(x);", "(x) != 0;"),
      allShapes(),
      [](Job &j) {
        auto &in = j.random<I32>(j.items(), -1, 1);
        auto &out = j.output<I32>(j.items() * 9);
        computeAll<I32>(j, in, out,
                        {{1, [](I32 a, I32 b) { return I32(a && b); }},
                         {0, [](I32 a, I32 b) { return I32(a || b); }},
                         {0, [](I32 a, I32 b) { return I32(!a != !b); }}});
      },
      Needs);
}

} // namespace weft::kernels
