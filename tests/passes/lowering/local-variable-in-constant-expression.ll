; Constant expressions on a __local variable become instructions, also below phi nodes.
; RUN: %weft-opt -passes=weft-lower-kernels -S %s | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@k.array = internal addrspace(3) global [64 x i32] undef, align 4

; CHECK-LABEL: define internal void @k.item(
; CHECK-NOT: @k.array
; CHECK: [[BASE:%.*]] = addrspacecast ptr %local.memory to ptr addrspace(3)
; CHECK: left:
; CHECK: [[A:%.*]] = getelementptr {{.*}}, ptr addrspace(3) [[BASE]], i64 16
; CHECK: right:
; CHECK: [[B:%.*]] = addrspacecast ptr addrspace(3) [[BASE]] to ptr addrspace(4)
; CHECK: join:
; CHECK: phi ptr addrspace(3) [ [[A]], %left ], [ [[BASE]], %right ]
; CHECK-NOT: @k.array
define spir_kernel void @k(i32 %n) {
  %c = icmp eq i32 %n, 0
  br i1 %c, label %left, label %right
left:
  store i32 1, ptr addrspace(3) @k.array
  br label %join
right:
  store volatile i32 1, ptr addrspace(4) addrspacecast (ptr addrspace(3) @k.array to ptr addrspace(4))
  br label %join
join:
  %p = phi ptr addrspace(3) [ getelementptr inbounds (i8, ptr addrspace(3) @k.array, i64 16), %left ], [ @k.array, %right ]
  store volatile i32 2, ptr addrspace(3) %p
  ret void
}
