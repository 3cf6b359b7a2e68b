// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// References that do not keep their object alive. A kernel has such ones to its arguments:
// "Implementations shall not allow cl_kernel objects to hold reference counts to cl_kernel
// arguments".
#ifndef WEFT_CORE_WEAK_REF_H
#define WEFT_CORE_WEAK_REF_H

#include "core/object.h"
#include "support/spin_lock.h"

#include <memory>
#include <mutex>

namespace weft {

// Outlives its object and knows whether that still lives.
class Life {
public:
  explicit Life(Object *object) : object(object) {}
  // For the object's destructor.
  void end() {
    std::lock_guard lock(held);
    object = nullptr;
  }
  // Adds a reference; null if the application has given up its last one.
  Object *retain() {
    std::lock_guard lock(held);
    return object && object->retainIfHeld() ? object : nullptr;
  }

private:
  SpinLock held; // guards object; held by end(), so that nobody looks at a deleted one
  Object *object;
};

// T has `const std::shared_ptr<Life> &life() const`.
template <typename T> class WeakRef {
public:
  WeakRef() = default;
  WeakRef(const Ref<T> &object) : life(object ? object->life() : nullptr) {}
  // Was it made from an object, whether or not that lives?
  explicit operator bool() const { return life != nullptr; }
  // Null if the object is no more.
  Ref<T> lock() const { return Ref<T>::adopt(life ? static_cast<T *>(life->retain()) : nullptr); }

private:
  std::shared_ptr<Life> life;
};

} // namespace weft
#endif
