// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Setting arguments, and the snapshot of a launch.
#include "core/kernel_args.h"

#include "check/kinds.h"
#include "core/allocations.h"
#include "core/checked_launch.h"
#include "core/device_queue.h"
#include "core/image.h"
#include "core/sampler.h"
#include "support/opencl_version.h"

#include <algorithm>
#include <cstring>

namespace weft {

KernelArgs::KernelArgs(const KernelInfo &info)
    : info(&info), buffer(info.args_size), args(info.args.size()) {}
KernelArgs::KernelArgs(const KernelArgs &) = default;
KernelArgs &KernelArgs::operator=(const KernelArgs &) = default;
KernelArgs::~KernelArgs() = default;

void MemoryRefs::push_back(Ref<Memory> memory) {
  if (count < in_place) {
    first[count++] = std::move(memory);
    return;
  }
  if (!more) {
    auto all = std::make_unique<std::vector<Ref<Memory>>>();
    all->reserve(2 * in_place);
    for (Ref<Memory> &earlier : first)
      all->push_back(std::move(earlier));
    more = std::move(all);
  }
  more->push_back(std::move(memory));
  ++count;
}

void MemoryRefs::clear() {
  for (size_t i = 0; i < std::min(count, in_place); ++i)
    first[i] = nullptr;
  more = nullptr;
  count = 0;
}

KernelArgs::Snapshot::Snapshot(const ArgBuffer &args, uint64_t local_bytes)
    : args(args), local_bytes(local_bytes) {}
KernelArgs::Snapshot::Snapshot(Snapshot &&) noexcept = default;
KernelArgs::Snapshot &KernelArgs::Snapshot::operator=(Snapshot &&) noexcept = default;
KernelArgs::Snapshot::~Snapshot() = default;

// The type of the image objects that a parameter takes.
static cl_mem_object_type objectType(ImageType parameter) {
  switch (parameter) {
  case ImageType::Image1D:
    return CL_MEM_OBJECT_IMAGE1D;
  case ImageType::Image1DBuffer:
    return CL_MEM_OBJECT_IMAGE1D_BUFFER;
  case ImageType::Image1DArray:
    return CL_MEM_OBJECT_IMAGE1D_ARRAY;
  case ImageType::Image2D:
  case ImageType::Image2DDepth:
    return CL_MEM_OBJECT_IMAGE2D;
  case ImageType::Image2DArray:
  case ImageType::Image2DArrayDepth:
    return CL_MEM_OBJECT_IMAGE2D_ARRAY;
  case ImageType::Image3D:
    return CL_MEM_OBJECT_IMAGE3D;
  case ImageType::None:
    break;
  }
  return 0;
}

static void checkImageArg(const ArgInfo &declared, const Memory &memory) {
  require(isImageType(memory.type()), CL_INVALID_MEM_OBJECT, "not an image");
  const auto &image = static_cast<const Image &>(memory);
  // "CL_INVALID_MEM_OBJECT [...] if arg_value points to a valid memory object, but the memory
  // object is not valid for the kernel argument": "if the kernel argument is a 2D image, then the
  // image memory object must be of image type CL_MEM_OBJECT_IMAGE2D", and so on
  const bool depth = declared.image_type == ImageType::Image2DDepth ||
                     declared.image_type == ImageType::Image2DArrayDepth;
  require(image.type() == objectType(declared.image_type) &&
              (!depth || image.format().image_channel_order == CL_DEPTH),
          CL_INVALID_MEM_OBJECT, "an image of another type than the kernel's parameter");
  cl_mem_flags excluded = 0;
  if (declared.access != AccessQualifier::WriteOnly)
    excluded |= CL_MEM_WRITE_ONLY;
  if (declared.access == AccessQualifier::WriteOnly ||
      declared.access == AccessQualifier::ReadWrite)
    excluded |= CL_MEM_READ_ONLY;
  // "CL_INVALID_ARG_VALUE if the argument is an image declared with the read_only qualifier and
  // arg_value points to an image object created with the memory flag CL_MEM_WRITE_ONLY", and for
  // write_only and CL_MEM_READ_ONLY
  require(!(image.flags() & excluded), CL_INVALID_ARG_VALUE,
          "the image's flags do not allow what the kernel does with it");
}

// What `value` points to; null if it is.
template <typename Handle> static Handle handleAt(const void *value) {
  Handle handle = nullptr;
  if (value)
    std::memcpy(&handle, value, sizeof handle);
  return handle;
}

void KernelArgs::set(const Context &context, cl_uint index, size_t size, const void *value) {
  require(index < args.size(), CL_INVALID_ARG_INDEX, "the kernel has no such argument");
  const ArgInfo &declared = info->args[index];
  Arg &arg = args[index];
  switch (declared.kind) {
  case ArgKind::LocalPointer:
    // "CL_INVALID_ARG_VALUE if arg_value [...] is not NULL for an argument declared with the local
    // qualifier"; "CL_INVALID_ARG_SIZE [...] if the kernel argument is a pointer to the local
    // address space and arg_size is zero. This error condition does not apply if the platform
    // [...] is OpenCL 3.1 or newer."
    require(!value, CL_INVALID_ARG_VALUE, "a local argument takes a size, not a value");
    require(size || OpenCLVersion >= 310, CL_INVALID_ARG_SIZE, "a local argument of size zero");
    arg.local_size = size;
    break;
  case ArgKind::GlobalPointer:
  case ArgKind::ConstantPointer: {
    // "CL_INVALID_ARG_SIZE [...] if the argument is a memory object and arg_size !=
    // sizeof(cl_mem)"; a NULL value, or a pointer to NULL, is a null pointer in the kernel.
    require(size == sizeof(cl_mem), CL_INVALID_ARG_SIZE, "a pointer argument takes a cl_mem");
    const auto memory = handleAt<cl_mem>(value);
    Ref<Memory> object = memory ? Ref<Memory>(&get<Memory>(memory)) : Ref<Memory>();
    // "CL_INVALID_CONTEXT if the context associated with kernel and an OpenCL object pointed to by
    // arg_value are not the same"
    require(!object || &object->context() == &context, CL_INVALID_CONTEXT,
            "a memory object of another context");
    // "CL_INVALID_MEM_OBJECT [...] if arg_value points to a valid memory object, but the memory
    // object is not valid for the kernel argument specified by arg_index"
    require(!object || object->type() == CL_MEM_OBJECT_BUFFER, CL_INVALID_MEM_OBJECT,
            "a pointer argument takes a buffer");
    // As of images, which their flags keep from being written to.
    require(!object || !object->immutable() || declared.kind == ArgKind::ConstantPointer ||
                declared.type_qualifiers & TypeQualifierConst,
            CL_INVALID_ARG_VALUE, "the kernel may write to an immutable buffer");
    arg.memory = object;
    arg.address = 0;
    break;
  }
  case ArgKind::Image: {
    // "CL_INVALID_ARG_SIZE if arg_value points to a memory object and arg_size is not equal to
    // sizeof(cl_mem)"; "CL_INVALID_MEM_OBJECT if arg_value is NULL [or] points to NULL"
    require(size == sizeof(cl_mem), CL_INVALID_ARG_SIZE, "an image argument takes a cl_mem");
    Memory &object = get<Memory>(handleAt<cl_mem>(value));
    checkImageArg(declared, object);
    require(&object.context() == &context, CL_INVALID_CONTEXT, "an image of another context");
    arg.memory = Ref<Memory>(&object);
    break;
  }
  case ArgKind::Pipe: {
    // "If the kernel argument being set is a pipe, then arg_value must point to a pipe memory
    // object": CL_INVALID_ARG_SIZE and CL_INVALID_MEM_OBJECT as for an image
    require(size == sizeof(cl_mem), CL_INVALID_ARG_SIZE, "a pipe argument takes a cl_mem");
    Memory &object = get<Memory>(handleAt<cl_mem>(value));
    require(object.type() == CL_MEM_OBJECT_PIPE, CL_INVALID_MEM_OBJECT, "not a pipe");
    require(&object.context() == &context, CL_INVALID_CONTEXT, "a pipe of another context");
    arg.memory = Ref<Memory>(&object);
    break;
  }
  case ArgKind::Queue: {
    // "CL_INVALID_DEVICE_QUEUE if the kernel argument is a device queue, but arg_value does not
    // point to a valid device queue object"
    require(size == sizeof(cl_command_queue), CL_INVALID_ARG_SIZE,
            "a device queue takes a cl_command_queue");
    const auto handle = handleAt<cl_command_queue>(value);
    require(handle && handle->kind == Kind::DeviceQueue, CL_INVALID_DEVICE_QUEUE,
            "not a device queue");
    auto &queue = get<DeviceQueue>(handle);
    require(&queue.context() == &context, CL_INVALID_CONTEXT, "a queue of another context");
    arg.queue = Ref<DeviceQueue>(&queue);
    break;
  }
  case ArgKind::Sampler: {
    // "CL_INVALID_SAMPLER if the kernel argument is a sampler, but arg_value does not point to a
    // valid sampler object"
    require(size == sizeof(cl_sampler), CL_INVALID_ARG_SIZE, "a sampler takes a cl_sampler");
    const Sampler &sampler = get<Sampler>(handleAt<cl_sampler>(value));
    require(&sampler.context() == &context, CL_INVALID_CONTEXT, "a sampler of another context");
    const uint64_t bits = sampler.bits();
    std::memcpy(buffer.data() + declared.offset, &bits, sizeof bits);
    break;
  }
  case ArgKind::Value:
    require(value, CL_INVALID_ARG_VALUE, "null for an argument by value");
    require(size == declared.size, CL_INVALID_ARG_SIZE,
            "the size differs from that of the argument's type");
    std::memcpy(buffer.data() + declared.offset, value, size);
    break;
  }
  arg.is_set = true;
}

void KernelArgs::setPointer(cl_uint index, const void *value) {
  require(index < args.size(), CL_INVALID_ARG_INDEX, "the kernel has no such argument");
  const ArgKind kind = info->args[index].kind;
  // "The SVM pointer can only be used for arguments that are declared to be a pointer to global or
  // constant memory."
  require(kind == ArgKind::GlobalPointer || kind == ArgKind::ConstantPointer, CL_INVALID_ARG_VALUE,
          "the argument is no pointer to global or constant memory");
  Arg &arg = args[index];
  arg.memory = {};
  arg.address = reinterpret_cast<uintptr_t>(value);
  arg.is_set = true;
}

void KernelArgs::setDevicePointer(cl_uint index, cl_mem_device_address_ext value) {
  // "CL_INVALID_ARG_INDEX if arg_index is not a valid argument index", or "corresponds to an
  // argument that is not a pointer to the global address space". "It's legal to pass invalid
  // pointers".
  require(index < args.size() && info->args[index].kind == ArgKind::GlobalPointer,
          CL_INVALID_ARG_INDEX, "the argument is no pointer to global memory");
  setPointer(index, reinterpret_cast<const void *>(value));
}

bool IndirectAccess::mayUse(const Allocation &allocation) const {
  return (host && allocation.kind == AllocationKind::Host) ||
         (device && allocation.kind == AllocationKind::Device) ||
         (shared && allocation.kind == AllocationKind::Shared) ||
         std::ranges::any_of(pointers,
                             [&](const void *pointer) { return allocation.has(pointer); });
}

void KernelArgs::setExecInfo(cl_kernel_exec_info what, size_t size, const void *value) {
  // "CL_INVALID_VALUE if param_name is not valid, if param_value is NULL and param_value_size is
  // greater than zero, or if the size specified by param_value_size is not valid."
  require(value || !size, CL_INVALID_VALUE, "a size without a value");
  auto changed = std::make_shared<IndirectAccess>(indirect ? *indirect : IndirectAccess());
  const auto setFlag = [&](bool &flag) {
    require(size == sizeof(cl_bool), CL_INVALID_VALUE, "not a cl_bool");
    cl_bool given;
    std::memcpy(&given, value, sizeof given);
    flag = given != CL_FALSE;
  };
  switch (what) {
  // A kernel can reach all memory of the process, whatever is listed, and buffers and shared
  // virtual memory are not freed while it is said that somebody waits for that.
  case CL_KERNEL_EXEC_INFO_SVM_PTRS:
    return require(size % sizeof(void *) == 0, CL_INVALID_VALUE, "half a pointer");
  case CL_KERNEL_EXEC_INFO_DEVICE_PTRS_EXT:
    return require(size % sizeof(cl_mem_device_address_ext) == 0, CL_INVALID_VALUE,
                   "half an address");
  case CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM:
    return require(size == sizeof(cl_bool), CL_INVALID_VALUE, "not a cl_bool");
  case CL_KERNEL_EXEC_INFO_INDIRECT_HOST_ACCESS_INTEL:
    setFlag(changed->host);
    break;
  case CL_KERNEL_EXEC_INFO_INDIRECT_DEVICE_ACCESS_INTEL:
    setFlag(changed->device);
    break;
  case CL_KERNEL_EXEC_INFO_INDIRECT_SHARED_ACCESS_INTEL:
    setFlag(changed->shared);
    break;
  case CL_KERNEL_EXEC_INFO_USM_PTRS_INTEL:
    // "The new set replaces any previously specified set"; any pointer value is valid.
    require(size % sizeof(void *) == 0, CL_INVALID_VALUE, "half a pointer");
    changed->pointers.resize(size / sizeof(void *));
    if (size)
      std::memcpy(changed->pointers.data(), value, size);
    break;
  default:
    throw Error{CL_INVALID_VALUE, "unknown execution information"};
  }
  indirect = std::move(changed);
}

static uint64_t aligned(uint64_t bytes) {
  return (bytes + WEFT_ABI_ALIGNMENT - 1) / WEFT_ABI_ALIGNMENT * WEFT_ABI_ALIGNMENT;
}

namespace {

// Where pointer arguments lead.
class ArgRanges {
public:
  void add(const ArgInfo &declared, const void *first, size_t bytes) {
    const auto address = reinterpret_cast<uintptr_t>(first);
    ranges.push_back({address, address + bytes, declared.is_written});
  }
  void addUnknown() { all_known = false; }
  // What the kernel writes through one of them, no other one leads to.
  bool areSeparate() {
    std::ranges::sort(ranges, {}, &Range::first);
    uintptr_t end = 0, end_written = 0; // of what begins further down
    for (const Range &range : ranges) {
      if (range.first < (range.is_written ? end : end_written))
        return false;
      end = std::max(end, range.end);
      if (range.is_written)
        end_written = std::max(end_written, range.end);
    }
    return all_known;
  }

private:
  struct Range {
    uintptr_t first, end;
    bool is_written;
  };
  std::vector<Range> ranges;
  bool all_known = true;
};

} // namespace

// What the snapshot's arguments lead to.
std::unique_ptr<CheckedLaunch> KernelArgs::checkedLaunch(const Snapshot &snapshot,
                                                         const Allocations &known) const {
  auto result = std::make_unique<CheckedLaunch>(known);
  const Ref<Memory> *memory = snapshot.memory.begin(); // in the order of the arguments
  for (size_t i = 0; i < args.size(); ++i) {
    const ArgInfo &declared = info->args[i];
    const bool is_pointer =
        declared.kind == ArgKind::GlobalPointer || declared.kind == ArgKind::ConstantPointer;
    const void *address = nullptr;
    if (declared.kind != ArgKind::Value)
      std::memcpy(&address, snapshot.args.data() + declared.offset, sizeof address);
    const bool has_memory = bool(args[i].memory) && declared.kind != ArgKind::LocalPointer;
    if (declared.kind == ArgKind::LocalPointer)
      result->addLocal(args[i].local_size, declared.name);
    else if (is_pointer && has_memory)
      result->addMemory(**memory, declared.name, declared.is_written);
    else if (is_pointer)
      result->addPointer(address, declared.name, declared.is_written);
    else
      result->addOther(address, declared.name);
    if (has_memory)
      ++memory;
  }
  return result;
}

KernelArgs::Snapshot KernelArgs::snapshot(const Allocations &known) const {
  Snapshot result(buffer, info->local_bytes);
  ArgRanges ranges;
  auto store = [&](const ArgInfo &declared, uint64_t word) {
    std::memcpy(result.args.data() + declared.offset, &word, sizeof word);
  };
  for (size_t i = 0; i < args.size(); ++i) {
    const ArgInfo &declared = info->args[i];
    require(args[i].is_set, CL_INVALID_KERNEL_ARGS, "an argument is not set");
    if (declared.kind == ArgKind::LocalPointer) {
      uint64_t offset = aligned(result.local_bytes);
      store(declared, offset);
      // No wrap-around: the launch compares the sum with the device's local memory.
      require(args[i].local_size <= UINT64_MAX / 2 - offset, CL_OUT_OF_RESOURCES,
              "more local memory than there can be");
      result.local_bytes = offset + args[i].local_size;
    } else if (args[i].memory) {
      Ref<Memory> memory = args[i].memory.lock();
      // "Users may not rely on a kernel object to retain objects specified as argument values".
      require(bool(memory), CL_INVALID_KERNEL_ARGS, "an argument has been released");
      // An image's descriptor lives as long as the image, which the snapshot keeps.
      const void *address = declared.kind == ArgKind::Image
                                ? &static_cast<const Image &>(*memory).descriptor()
                                : static_cast<const void *>(memory->hostPointer());
      store(declared, reinterpret_cast<uintptr_t>(address));
      if (info->asks_for_separate_buffers && declared.kind != ArgKind::Image)
        ranges.add(declared, address, memory->size());
      result.memory.push_back(std::move(memory));
    } else if (args[i].address) {
      store(declared, args[i].address);
      result.has_pointers = true;
      if (info->asks_for_separate_buffers) {
        const auto whole = known.find(reinterpret_cast<const void *>(args[i].address));
        whole ? ranges.add(declared, whole->base, whole->size) : ranges.addUnknown();
      }
    } else if (declared.kind == ArgKind::Queue) {
      Ref<DeviceQueue> queue = args[i].queue.lock();
      require(bool(queue), CL_INVALID_KERNEL_ARGS, "a queue argument has been released");
      store(declared, reinterpret_cast<uintptr_t>(queue.get()));
      if (!result.queues)
        result.queues = std::make_unique<std::vector<Ref<DeviceQueue>>>();
      result.queues->push_back(std::move(queue));
    }
  }
  if (check::anyEnabled()) [[unlikely]]
    result.checked = checkedLaunch(result, known);
  result.indirect = indirect;
  result.separate_buffers = info->asks_for_separate_buffers && ranges.areSeparate();
  return result;
}

static uint64_t blockOffset(const KernelInfo &info) { return aligned(info.args_size); }

KernelArgs::Snapshot KernelArgs::ofBlock(const KernelInfo &info, const void *block,
                                         size_t block_bytes,
                                         std::span<const uint64_t> local_sizes) {
  ArgBuffer buffer(blockOffset(info) + block_bytes);
  std::memcpy(buffer.data() + blockOffset(info), block, block_bytes);
  uint64_t local_bytes = info.local_bytes;
  for (size_t i = 0; i < local_sizes.size(); ++i) {
    const uint64_t offset = aligned(local_bytes);
    std::memcpy(buffer.data() + info.args[i + 1].offset, &offset, sizeof offset);
    require(local_sizes[i] <= UINT64_MAX / 2 - offset, CL_OUT_OF_RESOURCES,
            "more local memory than there can be");
    local_bytes = offset + local_sizes[i];
  }
  return Snapshot(buffer, local_bytes);
}

void KernelArgs::placeBlock(const KernelInfo &info, Snapshot &snapshot) {
  const auto address = reinterpret_cast<uintptr_t>(snapshot.args.data() + blockOffset(info));
  std::memcpy(snapshot.args.data() + info.args[0].offset, &address, sizeof address);
}

std::optional<uint32_t> KernelArgs::firstUnset() const {
  const auto unset = std::ranges::find(args, false, &Arg::is_set);
  return unset == args.end() ? std::nullopt : std::optional(uint32_t(unset - args.begin()));
}

uint64_t KernelArgs::dynamicLocalBytes() const {
  uint64_t bytes = 0;
  for (const Arg &arg : args)
    bytes += aligned(arg.local_size);
  return bytes;
}

} // namespace weft
