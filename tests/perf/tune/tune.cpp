// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Measures what passes/target holds as data, on this machine: the rules of tuning.def and those
// costs of costs.def that a short loop shows. Prints JSON:
//   {"arch": ..., "cpu": LLVM's name, "cycle_ns": of one clock cycle, "rules": {rule: ratio},
//   "costs": {cost: value}}
// A rule holds where its ratio is below 1. The unit of costs is one of two chains of additions that
// run side by side, about what code has between two accesses. tune.py repeats it and compares.
#include "passes/target/x86/presumed_cpu.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/TargetParser/Host.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace {

constexpr size_t Count = 4096; // elements: all arrays together stay in the first cache, or near
constexpr int Tries = 40, Passes = 20;
constexpr double CheapGatherLoads = 1.75; // tuning.def

uint32_t Words[2 * Count], Index[Count], Out[Count];
alignas(64) uint32_t Bins[2][256];

// What the compiler is to know nothing of.
template <typename T> T opaque(T Value) {
  asm volatile("" : "+r"(Value));
  return Value;
}
void clobber() { asm volatile("" ::: "memory"); }

// Nanoseconds of one of `Operations` in each call of `Body`, the best of several tries.
double nanoseconds(size_t Operations, const std::function<void()> &Body) {
  using Clock = std::chrono::steady_clock;
  double Best = 1e300;
  for (int Try = 0; Try < Tries; ++Try) {
    const auto Start = Clock::now();
    for (int Pass = 0; Pass < Passes; ++Pass)
      Body();
    const std::chrono::duration<double, std::nano> Took = Clock::now() - Start;
    Best = std::min(Best, Took.count());
  }
  return Best / Passes / double(Operations);
}

// Updates of two histograms by two bytes of a loaded word.
double fieldsOfOneLoad() {
  return nanoseconds(Count, [] {
#pragma clang loop unroll_count(8)
    for (size_t I = 0; I < Count; ++I) {
      const uint32_t Word = opaque(Words[I]);
      ++Bins[0][Word & 255];
      ++Bins[1][Word >> 16 & 255];
    }
    clobber();
  });
}

double fieldsOfTwoLoads() {
  return nanoseconds(Count, [] {
    auto *Bytes = reinterpret_cast<const uint8_t *>(Words);
#pragma clang loop unroll_count(8)
    for (size_t I = 0; I < Count; ++I) {
      ++Bins[0][opaque(uint32_t(Bytes[4 * I]))];
      ++Bins[1][opaque(uint32_t(Bytes[4 * I + 2]))];
    }
    clobber();
  });
}

double addition() {
  return nanoseconds(2 * Count, [] {
    uint32_t A = 1, B = 2;
#pragma clang loop unroll_count(8)
    for (size_t I = 0; I < Count; ++I) {
      asm volatile("" : "+r"(A), "+r"(B));
      A += 3;
      B += 5;
    }
    Out[0] = A + B;
    clobber();
  });
}

double access() {
  return nanoseconds(Count, [] {
#pragma clang loop unroll_count(8)
    for (size_t I = 0; I < Count; ++I)
      opaque(Words[I]);
  });
}

double division() {
  const uint32_t Divisor = opaque(uint32_t(7));
  return nanoseconds(Count, [=] {
#pragma clang loop unroll_count(8)
    for (size_t I = 0; I < Count; ++I)
      opaque(opaque(Words[I]) / Divisor);
  });
}

double floatDivision() {
  return nanoseconds(Count, [] {
#pragma clang loop unroll_count(8)
    for (size_t I = 0; I < Count; ++I) {
      float Value = 3.0f;
      asm volatile("" : "+x"(Value));
      Value = 1.0f / Value;
      asm volatile("" : "+x"(Value));
    }
  });
}

double atomicAddition() {
  return nanoseconds(Count, [] {
#pragma clang loop unroll_count(8)
    for (size_t I = 0; I < Count; ++I)
      __atomic_fetch_add(&Out[I], 1, __ATOMIC_RELAXED);
  });
}

#if defined(__AVX2__)
double gatherLane() {
  return nanoseconds(Count, [] {
#pragma clang loop unroll_count(8)
    for (size_t I = 0; I < Count; I += 8) {
      __m256i Places = _mm256_loadu_si256(reinterpret_cast<const __m256i *>(Index + I));
      __m256i Loaded = _mm256_i32gather_epi32(reinterpret_cast<const int *>(Words), Places, 4);
      asm volatile("" : "+x"(Loaded));
    }
  });
}

// Of an operation on registers of 32 bytes, in two chains.
template <typename OperationT> double vectorOperation(OperationT Operation) {
  return nanoseconds(Count / 8, [=] {
    __m256i A = _mm256_setzero_si256(), B = A;
#pragma clang loop unroll_count(8)
    for (size_t I = 0; I < Count; I += 16) {
      asm volatile("" : "+x"(A), "+x"(B));
      A = Operation(A);
      B = Operation(B);
    }
    asm volatile("" : "+x"(A), "+x"(B));
  });
}

double vectorAddition() {
  return vectorOperation([](__m256i Value) { return _mm256_add_epi32(Value, Value); });
}

double shuffle() {
  return vectorOperation([](__m256i Value) { return _mm256_shuffle_epi32(Value, 0x1b); });
}
#endif
#if defined(__AVX512F__)
double scatterLane() {
  return nanoseconds(Count, [] {
#pragma clang loop unroll_count(8)
    for (size_t I = 0; I < Count; I += 16)
      _mm512_i32scatter_epi32(Out, _mm512_loadu_si512(Index + I), _mm512_set1_epi32(int(I)), 4);
    clobber();
  });
}
#endif

struct Value {
  const char *Name;
  double (*Measure)();
};
const std::vector<Value> Costs = {
    {"access", access},
    {"division", division},
    {"float_division", floatDivision},
    {"atomic", atomicAddition},
#if defined(__AVX2__)
    {"gather_lane", gatherLane},
    {"vector", vectorAddition},
    {"shuffle", shuffle},
#endif
#if defined(__AVX512F__)
    {"scatter_lane", scatterLane},
#endif
};

} // namespace

int main() {
  uint64_t Random = 88172645463325252;
  for (uint32_t &Word : Words) {
    Random ^= Random << 13, Random ^= Random >> 7, Random ^= Random << 17;
    Word = uint32_t(Random);
  }
  for (size_t I = 0; I < Count; ++I)
    Index[I] = Words[I] % Count;
#if defined(__x86_64__)
  const char *Arch = "x86_64";
#else
  const char *Arch = "aarch64";
#endif
  const double Unit = addition();
  std::printf(
      "{\"arch\": \"%s\", \"cpu\": \"%s\", \"cycle_ns\": %.4f,\n"
      " \"rules\": {\"loads_are_cheap\": %.3f",
      Arch,
      weft::x86::presumedCpu(llvm::sys::getHostCPUName(), llvm::sys::getHostCPUFeatures()).c_str(),
      2 * Unit, fieldsOfTwoLoads() / fieldsOfOneLoad());
#if defined(__AVX2__)
  std::printf(", \"gathers_are_cheap\": %.3f", gatherLane() / (CheapGatherLoads * access()));
#endif
  std::printf("},\n \"costs\": {");
  const char *Separator = "";
  for (const Value &One : Costs) {
    std::printf("%s\"%s\": %.2f", Separator, One.Name, One.Measure() / Unit);
    Separator = ", ";
  }
  std::printf("}}\n");
}
