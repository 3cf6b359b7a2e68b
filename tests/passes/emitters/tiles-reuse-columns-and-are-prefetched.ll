; Of a kernel with barriers that asks for a place in y, vectors below each other come one after the other where
; they load the same column, and what the entry loads is asked for two groups ahead. Other regions, and other
; kernels, go along the rows.
; RUN: %weft-opt -passes=weft-emit-vector -S %s | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare void @weft.barrier() convergent noduplicate nounwind

; CHECK-LABEL: define {{.*}}@tile.item.region1.w4(
; CHECK: load <4 x i64>, ptr addrspace(1) %[[FROM:.*]],
; CHECK: %[[AHEAD:.*]] = mul i64 %{{.*}}, 16
; CHECK-NEXT: %[[NEXT:.*]] = getelementptr i8, ptr addrspace(1) %[[FROM]], i64 %[[AHEAD]]
; CHECK-NEXT: call void @llvm.prefetch.p1(ptr addrspace(1) %[[NEXT]], i32 0, i32 3, i32 1)

; CHECK-LABEL: define void @weft_kernel_tile(
; CHECK: {{^}}vectors{{[0-9]*}}:
; CHECK-NEXT: br label %[[ITEM:item[0-9]*]]
; CHECK: {{^}}[[ITEM]]:
; CHECK-NEXT: phi
; CHECK-NEXT: call i32 @tile.item.region1.w4({{.*}} splat (i1 true)
; CHECK: br i1 {{.*}}, label %[[ITEM]]
; CHECK: {{^}}vectors{{[0-9]+}}:
; CHECK-NEXT: br label %[[ITEM:item[0-9]*]]
; CHECK: {{^}}[[ITEM]]:
; CHECK: br label %[[ROW:row[0-9]*]]
; CHECK: {{^}}[[ROW]]:
; CHECK: call i32 @tile.item.region2.w4({{.*}} splat (i1 true)
; CHECK: br i1 {{.*}}, label %[[ROW]]
; CHECK: br i1 {{.*}}, label %[[ITEM]]
define internal void @tile.item(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy,
                                i64 %sz, i64 %lx, i64 %ly, i64 %lz, ptr addrspace(1) %out, ptr addrspace(3) %tile) {
  %start = mul i64 %gx, %sx
  %x = add i64 %start, %lx
  %below = mul i64 %ly, 1000
  %index = add i64 %x, %below
  %from = getelementptr i64, ptr addrspace(1) %out, i64 %index
  %value = load i64, ptr addrspace(1) %from
  %row = getelementptr [4 x i64], ptr addrspace(3) %tile, i64 %ly
  %own = getelementptr i64, ptr addrspace(3) %row, i64 %lx
  store i64 %value, ptr addrspace(3) %own
  call void @weft.barrier()
  %column = getelementptr i64, ptr addrspace(3) %tile, i64 %lx
  %same = load i64, ptr addrspace(3) %column
  %sum = add i64 %same, %ly
  store i64 %sum, ptr addrspace(1) %from
  ret void
}

; CHECK-LABEL: define {{.*}}@row.item.region1.w4(
; CHECK-NOT: call void @llvm.prefetch
; CHECK-LABEL: define void @weft_kernel_row(
; CHECK: {{^}}region1:
; CHECK: br label %[[ROW:row[0-9]*]]
; CHECK: {{^}}[[ROW]]:
; CHECK: br i1 {{.*}}, label %vectors
; CHECK: {{^}}[[ITEM:item[0-9]*]]:
; CHECK: call i32 @row.item.region1.w4({{.*}} splat (i1 true)
; CHECK: br i1 {{.*}}, label %[[ITEM]]
define internal void @row.item(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy,
                               i64 %sz, i64 %lx, i64 %ly, i64 %lz, ptr addrspace(1) %out) {
  %start = mul i64 %gx, %sx
  %x = add i64 %start, %lx
  %at = getelementptr i64, ptr addrspace(1) %out, i64 %x
  %old = load i64, ptr addrspace(1) %at
  %new = add i64 %old, %ly
  store i64 %new, ptr addrspace(1) %at
  ret void
}
