; A pipe is the address of its ring, a reservation 64 bits, queues and events pointers; also within
; structures, arrays and variables. The launch's children are a field of the thread.
; RUN: %weft-opt -passes=weft-lower-kernels -S %s | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%held = type { i32, target("spirv.ReserveId"), [2 x target("spirv.DeviceEvent")] }

; CHECK-NOT: target(
; CHECK: define void @take.cl(ptr byval({ i32, i64, [2 x ptr] }) %held)
define void @take(ptr byval(%held) %held) noinline {
  %place = getelementptr %held, ptr %held, i32 0, i32 1
  call void @escape(ptr %place)
  ret void
}

; CHECK: define internal void @k.item(
; CHECK-SAME: ptr addrspace(1) %pipe, ptr %queue)
; CHECK: %held = alloca { i32, i64, [2 x ptr] }
; CHECK: call void @take.cl(ptr byval({ i32, i64, [2 x ptr] }) %held)
; CHECK: call void @look(ptr addrspace(1) %pipe, i64 5, ptr %queue)
define spir_kernel void @k(target("spirv.Pipe", 0) %pipe, target("spirv.Queue") %queue) {
  %held = alloca %held
  call void @take(ptr byval(%held) %held)
  %id = call target("spirv.ReserveId") @__weft_reserve_id_of(i64 5)
  %ring = call ptr addrspace(1) @__weft_ring_of_read_pipe(target("spirv.Pipe", 0) %pipe)
  %bits = call i64 @__weft_bits_of_reserve_id(target("spirv.ReserveId") %id)
  %address = call ptr @__weft_pointer_of_queue(target("spirv.Queue") %queue)
  call void @look(ptr addrspace(1) %ring, i64 %bits, ptr %address)
  ret void
}

; CHECK: define internal void @enqueues.item(
; CHECK: [[PLACE:%.*]] = getelementptr inbounds i8, ptr %thread, i64 104
; CHECK: [[CHILDREN:%children.*]] = load ptr addrspace(4), ptr [[PLACE]]
; CHECK: [[CALLEE:%.*]] = addrspacecast ptr addrspace(4) %{{.*}} to ptr
; CHECK: call i32 [[CALLEE]](ptr addrspace(4) [[CHILDREN]])
define spir_kernel void @enqueues() {
  %children = call ptr addrspace(4) @__weft_children()
  %function = load ptr addrspace(4), ptr addrspace(4) %children
  %code = call addrspace(4) i32 %function(ptr addrspace(4) %children)
  ret void
}

declare target("spirv.ReserveId") @__weft_reserve_id_of(i64)
declare i64 @__weft_bits_of_reserve_id(target("spirv.ReserveId"))
declare ptr addrspace(1) @__weft_ring_of_read_pipe(target("spirv.Pipe", 0))
declare ptr @__weft_pointer_of_queue(target("spirv.Queue"))
declare ptr addrspace(4) @__weft_children()
declare void @escape(ptr)
declare void @look(ptr addrspace(1), i64, ptr)
