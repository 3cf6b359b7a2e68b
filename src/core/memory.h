// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory objects: what all have, buffers and sub-buffers. The device's memory is host memory, so a
// memory object is an address and mapping one is only bookkeeping.
#ifndef WEFT_CORE_MEMORY_H
#define WEFT_CORE_MEMORY_H

#include "core/context.h"
#include "core/external_memory.h"
#include "core/object.h"
#include "core/weak_ref.h"

#include <array>
#include <mutex>
#include <vector>

namespace weft {

class InfoWriter;

using MemoryCallback = void(CL_CALLBACK *)(cl_mem, void *);

// A box of a memory object: of bytes of a buffer (the other axes being 0 and 1), of pixels and
// layers of an image.
struct Region {
  std::array<size_t, 3> origin = {};
  std::array<size_t, 3> size = {1, 1, 1};
  size_t level = 0; // of a mipmapped image

  bool overlaps(const Region &other) const {
    if (level != other.level)
      return false;
    for (size_t axis = 0; axis < 3; ++axis)
      if (origin[axis] + size[axis] <= other.origin[axis] ||
          other.origin[axis] + other.size[axis] <= origin[axis])
        return false;
    return true;
  }
};

class Memory : public ApiObject<_cl_mem, Kind::Memory, CL_INVALID_MEM_OBJECT> {
public:
  Context &context() const { return *ctx; }
  cl_mem_object_type type() const { return object_type; }
  // As CL_MEM_FLAGS reports them: those inherited from parent() included.
  cl_mem_flags flags() const { return mem_flags; }
  // First byte and size in bytes; constant for the object's life.
  char *hostPointer() const { return bytes; }
  size_t size() const { return byte_count; }
  // The object whose bytes these are; null if they are its own.
  Memory *parent() const { return owner.get(); }
  // What it was made of, if that is external memory.
  const ExternalMemory *external() const { return external_memory.get(); }

  // It is never written to (cl_ext_immutable_memory_objects).
  bool immutable() const { return is_immutable; }
  // May the host read (write) it through clEnqueueRead* (Write*) and maps?
  bool hostReadable() const {
    return !(mem_flags & (CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS));
  }
  bool hostWritable() const {
    return !(mem_flags & (CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS)) && !is_immutable;
  }

  // Counts one more mapping of `region`, which begins at `address`, and returns its number.
  // CL_INVALID_OPERATION if that leaves two overlapping ones for writing.
  uint64_t map(void *address, const Region &region, bool writing);
  // Ends one; false if none begins at `address`.
  bool unmap(void *address);
  // The command that should have mapped it has failed. Nothing if it is unmapped already.
  void forgetMapping(uint64_t number);

  // Called in reverse order of registration when the object is destroyed, memory still in place.
  void addDestructorCallback(MemoryCallback callback, void *user_data);

  // For WeakRef.
  const std::shared_ptr<Life> &life() const { return life_token; }

  // clGetMemObjectInfo.
  virtual void writeInfo(cl_mem_info param, InfoWriter &out) const;

protected:
  // `properties` with the terminating 0, or empty.
  Memory(Ref<Context> context, cl_mem_object_type type, cl_mem_flags flags, size_t size,
         std::vector<cl_mem_properties> properties = {});
  // Frees what acquire() allocated.
  ~Memory() override;
  // The object's bytes: with CL_MEM_USE_HOST_PTR those at `host_ptr`, else allocated ones, into
  // which the first `filled` from `host_ptr` are copied if CL_MEM_COPY_HOST_PTR is set.
  void acquire(void *host_ptr, size_t filled);
  // The object's bytes are those of the file in `properties`.
  void import(const MemoryProperties &properties);
  // The object's bytes are those of `parent` from `offset` on.
  void share(Ref<Memory> parent, size_t offset);
  // For the most derived destructor: callbacks may still look at the object.
  void runDestructorCallbacks();
  cl_uint mapCount() const;

  void *host_pointer = nullptr; // what CL_MEM_HOST_PTR reports
  bool is_immutable = false;    // set before others have the object

private:
  void lastApiRelease() override;

  const std::shared_ptr<Life> life_token = std::make_shared<Life>(this);
  Ref<Context> ctx;
  Ref<Memory> owner;
  char *bytes = nullptr;
  bool allocated = false; // `bytes` came from the device and goes back to it
  std::unique_ptr<ExternalMemory> external_memory;
  const std::vector<cl_mem_properties> property_list;
  cl_mem_object_type object_type;
  cl_mem_flags mem_flags;
  size_t byte_count;
  mutable std::mutex mutex; // guards what is below
  struct Mapping {
    uint64_t number;
    void *address;
    Region region;
    bool writing;
  };
  std::vector<Mapping> mappings;
  uint64_t mappings_made = 0;
  std::vector<std::pair<MemoryCallback, void *>> destructor_callbacks;
};

class Buffer : public Memory {
public:
  // clCreateBuffer[WithProperties], with all of its checks.
  static Ref<Buffer> create(Ref<Context> context, MemoryProperties properties, cl_mem_flags flags,
                            size_t size, void *host_ptr);
  // clCreateSubBuffer for CL_BUFFER_CREATE_TYPE_REGION, with all of its checks.
  static Ref<Buffer> createRegion(Ref<Buffer> parent, cl_mem_flags flags,
                                  const cl_buffer_region &region);
  ~Buffer() override;

  // Bytes from the start of the parent; 0 for a buffer of its own.
  size_t origin() const { return offset; }

  void writeInfo(cl_mem_info param, InfoWriter &out) const override;

protected:
  Buffer(Ref<Context> context, std::vector<cl_mem_properties> properties, cl_mem_flags flags,
         size_t size);

private:
  size_t offset = 0;
  bool has_address = false; // that the application may ask for
};

} // namespace weft
#endif
