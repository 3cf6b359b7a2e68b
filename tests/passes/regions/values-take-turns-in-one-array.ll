; Values that never live at the same start share an array. A sum that goes through the barriers of a loop stays where
; it is: the region that only hands it on does not write it.
; RUN: %weft-opt -passes='print<weft-form-regions>' -S %s 2>&1 | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare void @weft.barrier() convergent noduplicate nounwind

; CHECK: plan of 'sum.item': 4 bytes per work-item
; CHECK: plan of 'swap.item': 8 bytes per work-item

; CHECK-LABEL: define internal i32 @sum.item.region2(
; CHECK: %sum = load i32, ptr [[PLACE:%.*]], align 4
; CHECK: store i32 %more, ptr %{{.*}}, align 4
; CHECK: ret i32 3
; CHECK-LABEL: define internal i32 @sum.item.region3(
; CHECK: %more = load i32, ptr
; CHECK-NOT: store i32 {{.*}}, ptr %{{[0-9]+}}
; CHECK: ret i32
define internal void @sum.item(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy, i64 %sz,
                               i64 %lx, i64 %ly, i64 %lz, ptr addrspace(3) %tile, ptr addrspace(1) %out, i1 %again) {
entry:
  br label %loop
loop:
  %sum = phi i32 [ 0, %entry ], [ %more, %turn ]
  %own = getelementptr i32, ptr addrspace(3) %tile, i64 %lx
  store i32 1, ptr addrspace(3) %own
  call void @weft.barrier()
  %value = load i32, ptr addrspace(3) %own
  %more = add i32 %sum, %value
  call void @weft.barrier()
  br i1 %again, label %turn, label %done
turn:
  br label %loop
done:
  %at = getelementptr i32, ptr addrspace(1) %out, i64 %lx
  store i32 %more, ptr addrspace(1) %at
  ret void
}

; What lives at the same time has its own, and what is exchanged is written.
; CHECK-LABEL: define internal i32 @swap.item.region2(
; CHECK-DAG: %a = load i32
; CHECK-DAG: %b = load i32
; CHECK: store i32 %b
; CHECK: store i32 %a
; CHECK: ret i32
define internal void @swap.item(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy, i64 %sz,
                                i64 %lx, i64 %ly, i64 %lz, ptr addrspace(1) %out, i1 %again) {
entry:
  %at = getelementptr i32, ptr addrspace(1) %out, i64 %lx
  %first = load i32, ptr addrspace(1) %at
  %second = mul i32 %first, %first
  br label %loop
loop:
  %a = phi i32 [ %first, %entry ], [ %b, %turn ]
  %b = phi i32 [ %second, %entry ], [ %a, %turn ]
  call void @weft.barrier()
  br i1 %again, label %turn, label %done
turn:
  br label %loop
done:
  store i32 %a, ptr addrspace(1) %at
  %next = getelementptr i32, ptr addrspace(1) %at, i64 1000
  store i32 %b, ptr addrspace(1) %next
  ret void
}
