// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An open file or folder, closed at the end.
#ifndef WEFT_CPU_CODE_DESCRIPTOR_H
#define WEFT_CPU_CODE_DESCRIPTOR_H

#include <unistd.h>
#include <utility>

namespace weft {

class Descriptor {
public:
  // What open() returned; negative if it failed.
  explicit Descriptor(int number) : number(number) {}
  Descriptor(Descriptor &&other) noexcept : number(std::exchange(other.number, -1)) {}
  Descriptor &operator=(Descriptor &&other) noexcept {
    std::swap(number, other.number);
    return *this;
  }
  ~Descriptor() {
    if (number >= 0)
      close(number);
  }
  explicit operator bool() const { return number >= 0; }
  int get() const { return number; }
  // Closing is where some file systems report that they are full.
  bool finish() { return close(std::exchange(number, -1)) == 0; }

private:
  int number;
};

} // namespace weft
#endif
