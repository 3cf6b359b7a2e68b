// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Images: creation with its checks, queries.

#include "core/image.h"

#include "core/image_levels.h"
#include "core/info_writer.h"
#include "core/memory_flags.h"

#include <algorithm>

namespace weft {

bool isImageType(cl_mem_object_type type) {
  return type >= CL_MEM_OBJECT_IMAGE2D && type <= CL_MEM_OBJECT_IMAGE1D_BUFFER;
}

static bool isArray(cl_mem_object_type type) {
  return type == CL_MEM_OBJECT_IMAGE1D_ARRAY || type == CL_MEM_OBJECT_IMAGE2D_ARRAY;
}

static bool hasSlices(cl_mem_object_type type) {
  return isArray(type) || type == CL_MEM_OBJECT_IMAGE3D;
}

static bool hasRows(cl_mem_object_type type) {
  return type == CL_MEM_OBJECT_IMAGE2D || type == CL_MEM_OBJECT_IMAGE2D_ARRAY ||
         type == CL_MEM_OBJECT_IMAGE3D;
}

static uint64_t product(uint64_t a, uint64_t b) {
  uint64_t result;
  require(!__builtin_mul_overflow(a, b, &result), CL_INVALID_IMAGE_SIZE,
          "the image exceeds the address space");
  return result;
}

// The memory object that the image is to be made of; null if it gets memory of its own.
static Ref<Memory> sourceOf(const Context &context, const cl_image_desc &desc) {
  // A 1D image buffer is made of a buffer, any other image may be (cl_ext_image_from_buffer), and a
  // 2D image of a 2D image. "Otherwise it must be NULL."
  const bool of_buffer = desc.image_type == CL_MEM_OBJECT_IMAGE1D_BUFFER;
  require(!of_buffer || desc.mem_object, CL_INVALID_IMAGE_DESCRIPTOR,
          "a 1D image buffer without a buffer");
  if (!desc.mem_object)
    return nullptr;
  require(desc.mem_object->kind == Kind::Memory, CL_INVALID_IMAGE_DESCRIPTOR,
          "mem_object is not valid");
  Ref<Memory> source(&get<Memory>(desc.mem_object));
  const bool is_buffer = source->type() == CL_MEM_OBJECT_BUFFER;
  require(is_buffer ||
              (desc.image_type == CL_MEM_OBJECT_IMAGE2D && source->type() == CL_MEM_OBJECT_IMAGE2D),
          CL_INVALID_IMAGE_DESCRIPTOR, "mem_object cannot be the source of this type of image");
  require(&source->context() == &context, CL_INVALID_CONTEXT, "mem_object is of another context");
  return source;
}

static void checkDimensions(const Context &context, const cl_image_desc &desc) {
  const cl_mem_object_type type = desc.image_type;
  const bool is_3d = type == CL_MEM_OBJECT_IMAGE3D;
  size_t max_width = is_3d ? ImageLimits::Side3D : ImageLimits::Side2D;
  if (type == CL_MEM_OBJECT_IMAGE1D_BUFFER) {
    max_width = 0;
    for (const Ref<Device> &device : context.devices())
      max_width = std::max(max_width, device->properties().max_image_buffer);
  }
  const size_t max_height = is_3d ? ImageLimits::Side3D : ImageLimits::Side2D;
  auto check = [](bool used, size_t value, size_t most) {
    // "CL_INVALID_IMAGE_SIZE if the image dimensions specified in image_desc are not valid or
    // exceed the maximum image dimensions"
    require(!used || (value >= 1 && value <= most), CL_INVALID_IMAGE_SIZE,
            "a dimension is zero or exceeds the device's limit");
  };
  check(true, desc.image_width, max_width);
  check(hasRows(type), desc.image_height, max_height);
  check(is_3d, desc.image_depth, ImageLimits::Side3D);
  check(isArray(type), desc.image_array_size, ImageLimits::ArraySize);
}

size_t pitchAlignment(const cl_image_format &format) {
  static_assert(ImageLimits::PitchAlignment == 1 && ImageLimits::AddressAlignment == 1); // a pixel
  const PixelGroup group = pixelGroup(format);
  return group.pixels == 1 ? group.bytes : 1;
}

// The image's geometry, without the address: all rules of pitches. `pitched`: the application may
// give pitches.
static weft_image layOut(const cl_image_format &format, const cl_image_desc &desc, bool pitched) {
  const cl_mem_object_type type = desc.image_type;
  weft_image view = {};
  view.width = uint32_t(desc.image_width);
  view.height = hasRows(type) ? uint32_t(desc.image_height) : 1;
  view.depth = type == CL_MEM_OBJECT_IMAGE3D ? uint32_t(desc.image_depth) : 1;
  view.array_size = isArray(type) ? uint32_t(desc.image_array_size) : 1;
  view.channel_order = format.image_channel_order;
  view.channel_data_type = format.image_channel_data_type;
  const PixelGroup group = pixelGroup(format);
  view.element_bytes = uint32_t(group.bytes);
  // "The image width must be a multiple of 4 for images [of] CL_UNSIGNED_INT_RAW10_EXT", of 2 of
  // CL_UNSIGNED_INT_RAW12_EXT
  require(view.width % group.pixels == 0, CL_INVALID_IMAGE_SIZE,
          "the width is no multiple of the pixels that share bytes");
  const uint64_t packed_row = view.width / group.pixels * group.bytes;
  // "The image_row_pitch must be zero if host_ptr is NULL and the image is not a 2D image created
  // from a buffer. [...] If image_row_pitch is non-zero, then it must be greater than or equal to
  // the image_width times the size of an image element in bytes, and must be a multiple of the size
  // of an image element in bytes."
  require(pitched || (!desc.image_row_pitch && !desc.image_slice_pitch),
          CL_INVALID_IMAGE_DESCRIPTOR, "a pitch without a host pointer");
  require(!desc.image_row_pitch || (desc.image_row_pitch >= packed_row &&
                                    desc.image_row_pitch % pitchAlignment(format) == 0),
          CL_INVALID_IMAGE_DESCRIPTOR, "the row pitch is too small or no multiple of the pixel");
  view.row_pitch = desc.image_row_pitch ? desc.image_row_pitch : packed_row;
  const uint64_t packed_slice = product(view.row_pitch, view.height);
  view.slice_pitch = packed_slice;
  if (hasSlices(type) && desc.image_slice_pitch) {
    // "The image slice pitch must be >= the image row pitch * image_height for a 2D image array or
    // a 3D image, must be >= the image row pitch for a 1D image array, and must be a multiple of
    // the image row pitch."
    require(desc.image_slice_pitch >= packed_slice && desc.image_slice_pitch % view.row_pitch == 0,
            CL_INVALID_IMAGE_DESCRIPTOR,
            "the slice pitch is too small or no multiple of the row's");
    view.slice_pitch = desc.image_slice_pitch;
  }
  return view;
}

static uint64_t bytesOf(const std::vector<weft_image> &levels) {
  const weft_image &last = levels.back();
  const uint64_t bytes = product(last.slice_pitch, std::max(last.depth, last.array_size));
  return reinterpret_cast<uintptr_t>(last.data) + bytes;
}

size_t imageBytes(const cl_image_format &format, const cl_image_desc &desc) {
  if (desc.num_mip_levels > 1)
    checkLevels(format, desc);
  const weft_image first = layOut(format, desc, /*pitched=*/true);
  return bytesOf(makeLevels(first, desc.image_type, desc.num_mip_levels));
}

// An image over the bytes of a buffer, with rows and slices.
static weft_image layOutOnBuffer(const cl_image_format &format, const cl_image_desc &desc) {
  // "CL_INVALID_IMAGE_FORMAT_DESCRIPTOR if an image is created from a buffer and the row pitch, or
  // slice pitch [...], or base address alignment do not follow the rules described for creating an
  // image from a buffer".
  const PixelGroup group = pixelGroup(format);
  const size_t pixel = pitchAlignment(format);
  require(desc.image_row_pitch % pixel == 0 &&
              (!desc.image_row_pitch ||
               desc.image_row_pitch / group.bytes >= desc.image_width / group.pixels),
          CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
          "the row pitch is too small or no multiple of CL_DEVICE_IMAGE_PITCH_ALIGNMENT");
  require(desc.image_slice_pitch % pixel == 0, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
          "the slice pitch is no multiple of CL_IMAGE_REQUIREMENTS_SLICE_PITCH_ALIGNMENT_EXT");
  require(!desc.image_slice_pitch || hasSlices(desc.image_type), CL_INVALID_IMAGE_DESCRIPTOR,
          "a slice pitch for an image without slices");
  return layOut(format, desc, /*pitched=*/true);
}

// "The image channel order specified in image_format must be compatible with the image channel
// order associated with mem_object"
static bool compatibleOrders(cl_channel_order wanted, cl_channel_order source) {
  static constexpr std::pair<cl_channel_order, cl_channel_order> Twins[] = {{CL_sBGRA, CL_BGRA},
                                                                            {CL_sRGBA, CL_RGBA}};
  return (wanted == CL_DEPTH && source == CL_R) || std::ranges::any_of(Twins, [&](auto twins) {
           return (twins.first == wanted && twins.second == source) ||
                  (twins.first == source && twins.second == wanted);
         });
}

// A 2D image over the pixels of another.
static weft_image layOutOnImage(const cl_image_format &format, const cl_image_desc &desc,
                                const Image &source) {
  require(source.levelCount() == 1, CL_INVALID_IMAGE_DESCRIPTOR, "an image of one with levels");
  weft_image view = source.descriptor();
  // "All of the values specified in image_desc must match the image descriptor information
  // associated with mem_object, except for mem_object." Zero is what the descriptor says where the
  // pitch was not given.
  require(desc.image_width == view.width && desc.image_height == view.height &&
              (!desc.image_row_pitch || desc.image_row_pitch == view.row_pitch) &&
              !desc.image_slice_pitch,
          CL_INVALID_IMAGE_DESCRIPTOR, "the dimensions differ from those of the source");
  require(format.image_channel_data_type == view.channel_data_type &&
              compatibleOrders(format.image_channel_order, view.channel_order),
          CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, "the format does not go with that of the source");
  view.channel_order = format.image_channel_order;
  return view;
}

Ref<Image> Image::create(Ref<Context> context, MemoryProperties properties, cl_mem_flags flags,
                         const cl_image_format *format, const cl_image_desc *desc, void *host_ptr) {
  properties.check(flags, host_ptr);
  properties.checkForImages();
  // "CL_INVALID_IMAGE_FORMAT_DESCRIPTOR if image_format is NULL [or] if values specified in
  // image_format are not valid"
  require(format && isValidFormat(*format), CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
          "no format or one that the specification does not know");
  require(desc && isImageType(desc->image_type), CL_INVALID_IMAGE_DESCRIPTOR,
          "no descriptor or an unknown type");
  // "num_samples must be 0."
  require(!desc->num_samples, CL_INVALID_IMAGE_DESCRIPTOR, "samples are not supported");

  const Ref<Memory> source = sourceOf(*context, *desc);
  require(!source || !properties.isExternal(), CL_INVALID_PROPERTY,
          "external memory for an image of another memory object");
  bool is_immutable = isImmutable(flags, properties.isExternal());
  if (source) {
    // "If the image being created is created from another memory object and that memory object is
    // an immutable memory object, then CL_MEM_IMMUTABLE_EXT must be set in flags."
    require(!source->immutable() || flags & CL_MEM_IMMUTABLE_EXT, CL_INVALID_VALUE,
            "an image that can be written to of an immutable object");
    is_immutable = source->immutable();
    flags = inheritMemoryFlags(flags, source->flags(), is_immutable);
    checkHostPointer(0, host_ptr);
  } else {
    checkMemoryFlags(flags, KernelAccess | HostAccess | HostPointer);
    checkHostPointer(flags, host_ptr);
  }
  // "CL_IMAGE_FORMAT_NOT_SUPPORTED if there are no devices in context that support image_format"
  require(isSupported(*format, desc->image_type), CL_IMAGE_FORMAT_NOT_SUPPORTED,
          "the format is not supported for this type of image");
  require(!isReadOnly(*format) || (flags & KernelAccess) == CL_MEM_READ_ONLY,
          CL_IMAGE_FORMAT_NOT_SUPPORTED, "CL_MEM_READ_ONLY has to be set for this format");
  flags = withKernelAccess(flags, is_immutable);
  checkDimensions(*context, *desc);
  if (desc->num_mip_levels > 1) {
    checkLevels(*format, *desc);
    // "The host_ptr argument to clCreateImage must be a NULL value."
    require(!host_ptr, CL_INVALID_HOST_PTR, "a host pointer for an image with levels");
  }

  weft_image view;
  if (source && source->type() == CL_MEM_OBJECT_IMAGE2D)
    view = layOutOnImage(*format, *desc, static_cast<const Image &>(*source));
  else if (source && desc->image_type != CL_MEM_OBJECT_IMAGE1D_BUFFER)
    view = layOutOnBuffer(*format, *desc);
  else
    // An image of one row made of a buffer: the conformance tests give it a pitch, though the
    // specification has it zero.
    view = layOut(*format, *desc,
                  host_ptr || properties.isExternal() || (source && !desc->image_slice_pitch));
  std::vector<weft_image> levels = makeLevels(view, desc->image_type, desc->num_mip_levels);
  const uint64_t size = bytesOf(levels);
  require(!source || source->type() != CL_MEM_OBJECT_BUFFER ||
              reinterpret_cast<uintptr_t>(source->hostPointer()) % pitchAlignment(*format) == 0,
          CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
          "the buffer is not aligned to CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT");
  // "the image_width * size of element in bytes must be <= size of the buffer object", for 2D
  // images "image_row_pitch * image_height", for arrays and 3D images the slice pitch times the
  // number of slices
  require(!source || size <= source->size(), CL_INVALID_IMAGE_SIZE, "the image exceeds its buffer");

  Ref<Image> image = Ref<Image>::adopt(new Image(std::move(context), std::move(properties.list),
                                                 flags, desc->image_type, *format,
                                                 std::move(levels), desc->num_mip_levels, size));
  image->is_immutable = is_immutable;
  if (source) {
    image->share(source, 0);
  } else if (properties.isExternal()) {
    image->import(properties);
  } else {
    // The application's last row need not be followed by the rest of the pitch.
    const uint64_t behind = (view.slice_pitch - view.height * view.row_pitch) +
                            (view.row_pitch - image->rowBytes(view.width));
    image->acquire(host_ptr, size - behind);
  }
  for (weft_image &level : image->levels)
    level.data = image->hostPointer() + reinterpret_cast<uintptr_t>(level.data);
  return image;
}

Image::Image(Ref<Context> context, std::vector<cl_mem_properties> properties, cl_mem_flags flags,
             cl_mem_object_type type, const cl_image_format &format, std::vector<weft_image> levels,
             cl_uint asked_levels, size_t size)
    : Memory(std::move(context), type, flags, size, std::move(properties)), pixel_format(format),
      levels(std::move(levels)), asked_levels(asked_levels) {}

Image::~Image() { runDestructorCallbacks(); }

size_t Image::rowBytes(size_t pixels) const {
  const PixelGroup group = pixelGroup(pixel_format);
  return pixels / group.pixels * group.bytes;
}

bool Image::hasSlices() const { return weft::hasSlices(type()); }

std::array<size_t, 3> Image::extent(size_t number) const {
  const weft_image &view = levels[number];
  if (type() == CL_MEM_OBJECT_IMAGE1D_ARRAY)
    return {view.width, view.array_size, 1};
  return {view.width, view.height, std::max(view.depth, view.array_size)};
}

void Image::writeImageInfo(cl_image_info param, InfoWriter &out) const {
  const weft_image &view = levels.front();
  switch (param) {
  case CL_IMAGE_FORMAT:
    return out.write<cl_image_format>(pixel_format);
  case CL_IMAGE_ELEMENT_SIZE:
    return out.write<size_t>(elementBytes(pixel_format));
  case CL_IMAGE_ROW_PITCH:
    return out.write<size_t>(view.row_pitch);
  case CL_IMAGE_SLICE_PITCH:
    return out.write<size_t>(hasSlices() ? view.slice_pitch : 0);
  case CL_IMAGE_WIDTH:
    return out.write<size_t>(view.width);
  case CL_IMAGE_HEIGHT:
    return out.write<size_t>(hasRows(type()) ? view.height : 0);
  case CL_IMAGE_DEPTH:
    return out.write<size_t>(type() == CL_MEM_OBJECT_IMAGE3D ? view.depth : 0);
  case CL_IMAGE_ARRAY_SIZE:
    return out.write<size_t>(isArray(type()) ? view.array_size : 0);
  case CL_IMAGE_BUFFER:
    return out.write<cl_mem>(
        parent() && parent()->type() == CL_MEM_OBJECT_BUFFER ? parent()->handle() : nullptr);
  case CL_IMAGE_NUM_MIP_LEVELS:
    return out.write<cl_uint>(asked_levels);
  case CL_IMAGE_NUM_SAMPLES:
    return out.write<cl_uint>(0);
  default:
    // "CL_INVALID_VALUE if param_name is not one of the supported values"
    throw Error{CL_INVALID_VALUE, "unknown image query"};
  }
}

} // namespace weft
