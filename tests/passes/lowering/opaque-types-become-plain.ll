; Images become addresses of constant memory, samplers integers and events pointers, in kernels and
; in functions that remain; what only turns one into the other disappears.
; RUN: %weft-opt -passes=weft-lower-kernels -S %s | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-NOT: target(
; CHECK: define ptr @use.cl(ptr addrspace(2) %image, i64 %sampler, ptr %event)
; CHECK: %events = alloca [2 x ptr]
; CHECK: %element = getelementptr [2 x ptr], ptr %events, i64 0, i64 1
; CHECK: call void @look(ptr addrspace(2) %image, i64 %sampler)
; CHECK: ret ptr
define target("spirv.Event") @use(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %image,
                                  target("spirv.Sampler") %sampler,
                                  target("spirv.Event") %event) noinline {
  %events = alloca [2 x target("spirv.Event")]
  call void @escape(ptr %events)
  %element = getelementptr [2 x target("spirv.Event")], ptr %events, i64 0, i64 1
  store target("spirv.Event") %event, ptr %element
  %descriptor = call ptr addrspace(2) @_Z15weft_descriptor14ocl_image2d_ro(
      target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %image)
  %bits = call i64 @_Z17weft_sampler_bits11ocl_sampler(target("spirv.Sampler") %sampler)
  call void @look(ptr addrspace(2) %descriptor, i64 %bits)
  ret target("spirv.Event") %event
}

; A kernel's image is there for as long as the kernel runs.
; CHECK: define internal void @k.item(
; CHECK-SAME: ptr addrspace(2) noundef nonnull readonly align 8 dereferenceable(56) %image
; CHECK-SAME: i64 %sampler
; CHECK-SAME: ptr addrspace(2) noundef nonnull readonly align 8 dereferenceable(56) %written
; CHECK: call ptr @use.cl(ptr addrspace(2) %image, i64 %sampler, ptr null)
; CHECK: call ptr @use.cl(ptr addrspace(2) %image, i64 39, ptr %{{.*}})
; CHECK: call void @look(ptr addrspace(2) %written, i64 0)
; CHECK-NOT: target(
define spir_kernel void @k(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %image,
                           target("spirv.Sampler") %sampler,
                           target("spirv.Image", void, 2, 0, 0, 0, 0, 0, 1) %written) {
  %first = call target("spirv.Event") @use(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %image,
      target("spirv.Sampler") %sampler, target("spirv.Event") zeroinitializer)
  %literal = call target("spirv.Sampler") @__translate_sampler_initializer(i32 39)
  %second = call target("spirv.Event") @use(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %image,
      target("spirv.Sampler") %literal, target("spirv.Event") %first)
  %descriptor = call ptr addrspace(2) @_Z15weft_descriptor14ocl_image3d_wo(
      target("spirv.Image", void, 2, 0, 0, 0, 0, 0, 1) %written)
  %none = call i64 @_Z17weft_sampler_bits11ocl_sampler(target("spirv.Sampler") zeroinitializer)
  call void @look(ptr addrspace(2) %descriptor, i64 %none)
  ret void
}

declare target("spirv.Sampler") @__translate_sampler_initializer(i32)
declare ptr addrspace(2) @_Z15weft_descriptor14ocl_image2d_ro(
    target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0))
declare ptr addrspace(2) @_Z15weft_descriptor14ocl_image3d_wo(
    target("spirv.Image", void, 2, 0, 0, 0, 0, 0, 1))
declare i64 @_Z17weft_sampler_bits11ocl_sampler(target("spirv.Sampler"))
declare void @escape(ptr)
declare void @look(ptr addrspace(2), i64)
