; Where work-items run one at a time, each is a sub-group.
; RUN: %weft-opt -passes=weft-emit-loops -S %s | FileCheck %s
; RUN: %weft-opt -passes=weft-emit-fibers -S %s | FileCheck %s --check-prefix=NONE

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare i32 @weft.sub_group.lane()
declare i32 @weft.sub_group.max_size()
declare i64 @weft.sub_group.ballot(i1)
declare i32 @weft.sub_group.reduce.add.i32(i32)
declare i32 @weft.sub_group.exclusive.min.i32(i32)
declare i32 @weft.sub_group.shuffle.i32(i32, i32)
declare void @weft.sub_group.barrier()

; CHECK-LABEL: define internal i32 @k.item.region1(
; CHECK-NOT: call {{.*}}weft.sub_group
; CHECK: store volatile i32 0, ptr addrspace(1) %p
; CHECK: store volatile i32 1, ptr addrspace(1) %p
; CHECK: store volatile i64 1, ptr addrspace(1) %p
; CHECK: store volatile i32 %x, ptr addrspace(1) %p
; CHECK: store volatile i32 2147483647, ptr addrspace(1) %p
; CHECK: store volatile i32 %x, ptr addrspace(1) %p
; CHECK-NOT: call {{.*}}weft.sub_group
; NONE-NOT: call {{.*}}weft.sub_group
define internal void @k.item(ptr %launch, ptr %thread, i64 %group.id.x, i64 %group.id.y, i64 %group.id.z, i64 %local.size.x, i64 %local.size.y, i64 %local.size.z, i64 %local.id.x, i64 %local.id.y, i64 %local.id.z, ptr addrspace(1) %p, i32 %x) {
  %lane = call i32 @weft.sub_group.lane()
  store volatile i32 %lane, ptr addrspace(1) %p
  %size = call i32 @weft.sub_group.max_size()
  store volatile i32 %size, ptr addrspace(1) %p
  %votes = call i64 @weft.sub_group.ballot(i1 true)
  store volatile i64 %votes, ptr addrspace(1) %p
  %sum = call i32 @weft.sub_group.reduce.add.i32(i32 %x)
  store volatile i32 %sum, ptr addrspace(1) %p
  %least = call i32 @weft.sub_group.exclusive.min.i32(i32 %x)
  store volatile i32 %least, ptr addrspace(1) %p
  %own = call i32 @weft.sub_group.shuffle.i32(i32 %x, i32 %lane)
  store volatile i32 %own, ptr addrspace(1) %p
  call void @weft.sub_group.barrier()
  ret void
}
