// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reference-counted objects and the handles that applications hold. A handle is standard-layout:
// dispatch pointer first (ICD 1), loader word second (ICD 2), then the kind tag that get<T>()
// checks. The API count holds one internal reference; inside the driver there is only Ref<T>.
#ifndef WEFT_CORE_OBJECT_H
#define WEFT_CORE_OBJECT_H

#include "check/kinds.h"
#include "check/objects.h"
#include "core/error.h"

#include <CL/cl_icd.h>
#include <atomic>
#include <cstdint>
#include <utility>

namespace weft {

enum class Kind : uint32_t {
  Dead = 0,
  Platform = 0x57454601,
  Device,
  Context,
  Queue,
  Memory,
  Program,
  Kernel,
  Event,
  Sampler,
  DeviceQueue,
  CommandBuffer,
  MutableCommand,
  Semaphore,
};

struct Handle {
  const cl_icd_dispatch *dispatch;
  void *loader_data = nullptr;
  Kind kind;
};

// Set once by icd/ before any object exists.
void setDispatchTable(const cl_icd_dispatch *table);
const cl_icd_dispatch *dispatchTable();

// The word that an ICD 2 loader gives to the platform; every object made later carries it.
void setLoaderData(void *data);
void *loaderData();

} // namespace weft

struct _cl_platform_id : weft::Handle {};
struct _cl_device_id : weft::Handle {};
struct _cl_context : weft::Handle {};
struct _cl_command_queue : weft::Handle {};
struct _cl_mem : weft::Handle {};
struct _cl_program : weft::Handle {};
struct _cl_kernel : weft::Handle {};
struct _cl_event : weft::Handle {};
struct _cl_sampler : weft::Handle {};
struct _cl_command_buffer_khr : weft::Handle {};
struct _cl_mutable_command_khr : weft::Handle {};
struct _cl_semaphore_khr : weft::Handle {};

namespace weft {

class Object {
public:
  Object(const Object &) = delete;
  Object &operator=(const Object &) = delete;

  void retain() { refs.fetch_add(1, std::memory_order_relaxed); }
  // The same, while no other thread knows of the object.
  void retainUnshared() {
    refs.store(refs.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  }
  // Destructors never wait: the last reference may die on a worker.
  void release() {
    if (refs.fetch_sub(1, std::memory_order_acq_rel) == 1)
      delete this;
  }

  // clRetain*, clRelease*; the count that *_REFERENCE_COUNT reports.
  void apiRetain() { api_refs.fetch_add(1, std::memory_order_relaxed); }
  void apiRelease() {
    if (api_refs.fetch_sub(1, std::memory_order_acq_rel) == 1) {
      lastApiRelease();
      if (check::anyEnabled()) [[unlikely]]
        check::noteGone(this);
      release();
    }
  }
  // retain(), but false if the application has given up its last reference. See WeakRef.
  bool retainIfHeld() {
    uint32_t count = refs.load(std::memory_order_relaxed);
    while (apiRefs() && count)
      if (refs.compare_exchange_weak(count, count + 1, std::memory_order_acquire,
                                     std::memory_order_relaxed))
        return true;
    return false;
  }
  // apiRetain(), but false if the application has given up its last reference.
  bool apiRetainIfHeld() {
    uint32_t count = apiRefs();
    while (count)
      if (api_refs.compare_exchange_weak(count, count + 1, std::memory_order_relaxed))
        return true;
    return false;
  }
  uint32_t apiRefs() const { return api_refs.load(std::memory_order_relaxed); }

protected:
  Object() = default;
  // release() for classes that nobody has a WeakRef to: who holds the last reference then knows
  // that no other thread can make one more, and counts nothing down.
  void releaseStrong() {
    if (refs.load(std::memory_order_acquire) == 1)
      delete this;
    else
      release();
  }
  virtual ~Object() = default;
  // Called once when the application gives up its last reference; the object lives on while the
  // driver needs it.
  virtual void lastApiRelease() {}

private:
  std::atomic<uint32_t> refs{1};
  std::atomic<uint32_t> api_refs{1};
};

template <typename T> class Ref {
public:
  Ref() = default;
  Ref(std::nullptr_t) {}
  explicit Ref(T *object) : ptr(object) {
    if (ptr)
      ptr->retain();
  }
  // Takes over the reference that a new object is born with.
  static Ref adopt(T *object) {
    Ref ref;
    ref.ptr = object;
    return ref;
  }
  Ref(const Ref &other) : Ref(other.ptr) {}
  template <typename U> Ref(const Ref<U> &other) : Ref(other.get()) {}
  Ref(Ref &&other) noexcept : ptr(std::exchange(other.ptr, nullptr)) {}
  Ref &operator=(Ref other) noexcept {
    std::swap(ptr, other.ptr);
    return *this;
  }
  ~Ref() {
    if (ptr)
      ptr->release();
  }
  T *get() const { return ptr; }
  T *operator->() const { return ptr; }
  T &operator*() const { return *ptr; }
  explicit operator bool() const { return ptr != nullptr; }
  bool operator==(const Ref &other) const { return ptr == other.ptr; }
  // Gives the reference away (to the application).
  T *leak() { return std::exchange(ptr, nullptr); }

private:
  T *ptr = nullptr;
};

template <typename T, typename... Args> Ref<T> make(Args &&...args) {
  return Ref<T>::adopt(new T(std::forward<Args>(args)...));
}

// Base of every object class: Context is ApiObject<_cl_context, Kind::Context, CL_INVALID_CONTEXT>.
template <typename H, Kind K, cl_int InvalidCode> class ApiObject : public Object, public H {
public:
  using HandleType = H;
  static constexpr Kind ObjectKind = K;
  static constexpr cl_int Invalid = InvalidCode;
  H *handle() { return this; }

protected:
  ApiObject() : H{{dispatchTable(), loaderData(), K}} {}
  ~ApiObject() override { this->H::kind = Kind::Dead; }
};

// The only road from a handle to an object: validates and converts in one step.
template <typename T> T &get(typename T::HandleType *handle) {
  if (!handle || handle->kind != T::ObjectKind) [[unlikely]]
    throw Error{T::Invalid, "not a valid handle of this kind"};
  return *static_cast<T *>(handle);
}

} // namespace weft
#endif
