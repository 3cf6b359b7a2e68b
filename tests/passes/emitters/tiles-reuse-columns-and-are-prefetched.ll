; Of a kernel with barriers that asks for a place in y, vectors below each other come one after the other where
; they load the same column. What the entry loads before a barrier is asked for two lines ahead, and so are rows
; that any region stores. Other regions, and other kernels, go along the rows.
; RUN: %weft-opt -passes=weft-emit-vector -S %s | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare void @weft.barrier() convergent noduplicate nounwind

; CHECK-LABEL: define {{.*}}@tile.item.region1.w4(
; CHECK: %[[BELOW:.*]] = mul i64 %ly, 1000
; CHECK: load <4 x i64>, ptr addrspace(1)
; CHECK: %[[AHEAD:.*]] = add i64 %gx, 4
; CHECK-NEXT: %[[START:.*]] = mul i64 %[[AHEAD]], %sx
; CHECK-NEXT: %[[X:.*]] = add i64 %[[START]], %lx
; CHECK-NEXT: %[[INDEX:.*]] = add i64 %[[X]], %[[BELOW]]
; CHECK-NEXT: %[[NEXT:.*]] = getelementptr i64, ptr addrspace(1) %out, i64 %[[INDEX]]
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

; Each group takes the next 2 * %sx elements. An index out of memory is not that of a group to come.
; CHECK-LABEL: define {{.*}}@sums.item.region1.w4(
; CHECK: load <4 x i32>, ptr addrspace(1)
; CHECK: %[[AHEAD:.*]] = add i64 %gx, 4
; CHECK: %[[TWICE:.*]] = shl i64 %[[AHEAD]], 1
; CHECK: %[[START:.*]] = mul i64 %[[TWICE]], %sx
; CHECK: call void @llvm.prefetch.p1(
; CHECK-NOT: call void @llvm.prefetch
; CHECK-LABEL: define {{.*}}@sums.item.region2.w4(
define internal void @sums.item(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy,
                                i64 %sz, i64 %lx, i64 %ly, i64 %lz, ptr addrspace(1) %in, ptr addrspace(1) %at,
                                ptr addrspace(3) %sums) {
  %twice = shl nuw i64 %gx, 1
  %start = mul nuw i64 %twice, %sx
  %index = add nuw i64 %start, %lx
  %from = getelementptr i32, ptr addrspace(1) %in, i64 %index
  %value = load i32, ptr addrspace(1) %from
  %place = getelementptr i64, ptr addrspace(1) %at, i64 %gx
  %elsewhere = load i64, ptr addrspace(1) %place
  %more = add i64 %elsewhere, %lx
  %other = getelementptr i32, ptr addrspace(1) %in, i64 %more
  %second = load i32, ptr addrspace(1) %other
  %sum = add i32 %value, %second
  %own = getelementptr i32, ptr addrspace(3) %sums, i64 %lx
  store i32 %sum, ptr addrspace(3) %own
  call void @weft.barrier()
  store i32 0, ptr addrspace(3) %own
  ret void
}

; Each group stores rows of %n elements that lie behind those of the one before.
; CHECK-LABEL: define {{.*}}@turned.item.region2.w4(
; CHECK: store <4 x i64> {{.*}}, ptr addrspace(1)
; CHECK-NEXT: %[[AHEAD:.*]] = add i64 %gx, 4
; CHECK: call void @llvm.prefetch.p1({{.*}}, i32 1, i32 3, i32 1)
; CHECK-NOT: call void @llvm.prefetch
; CHECK-LABEL: define void @weft_kernel_turned(
define internal void @turned.item(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy,
                                  i64 %sz, i64 %lx, i64 %ly, i64 %lz, ptr addrspace(1) %out, ptr addrspace(3) %tile,
                                  i64 %n) {
  %own = getelementptr i64, ptr addrspace(3) %tile, i64 %lx
  store i64 %ly, ptr addrspace(3) %own
  call void @weft.barrier()
  %value = load i64, ptr addrspace(3) %own
  %start = mul i64 %gx, %sx
  %row = add i64 %start, %ly
  %below = mul i64 %row, %n
  %index = add i64 %below, %lx
  %to = getelementptr i64, ptr addrspace(1) %out, i64 %index
  store i64 %value, ptr addrspace(1) %to
  ret void
}
