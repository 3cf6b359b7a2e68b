; Where all work-items of a group take one of two ways at a region's start, the group chooses, and each way is a
; region of its own, with its own bounds. What all of them keep alike is written once. What one work-item of a
; row does is not widened.
; RUN: %weft-opt -passes=weft-emit-vector -S %s | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare void @weft.barrier() convergent noduplicate nounwind

; CHECK-LABEL: define {{.*}}i32 @tree.item.region2.else(
; CHECK: icmp eq i64 %lx, 0
; CHECK: store i32 {{.*}}, ptr addrspace(1) %out
; CHECK: ret i32 0

; CHECK-LABEL: define {{.*}}i1 @tree.item.region2.choice(
; CHECK-NEXT: {{^}}entry:
; CHECK-NEXT: %half = lshr i64 %stride, 1
; CHECK-NEXT: %more = icmp ne i64 %half, 0
; CHECK-NEXT: ret i1 %more

; CHECK-LABEL: define {{.*}}i32 @tree.item.region2.then(
; CHECK-NOT: store {{.*}}, ptr %uniforms
; CHECK: ret i32 2

; CHECK-LABEL: define {{.*}}void @tree.item.region2.then.keep(
; CHECK: %half = lshr i64 %stride, 1
; CHECK: store i64 %half, ptr
; CHECK-NEXT: ret void

; CHECK-NOT: @tree.item.region2.else.w4
; CHECK-LABEL: define void @weft_kernel_tree(
; CHECK: {{^}}region2:
; CHECK: %[[MORE:.*]] = call i1 @tree.item.region2.choice(
; CHECK-NEXT: br i1 %[[MORE]], label %[[THEN:region[0-9]*]], label %[[ELSE:region[0-9]*]]
; CHECK: call void @tree.item.region2.then.keep(
; CHECK-NEXT: br label %region2
; CHECK: call i32 @tree.item.region2.then.w4(
; CHECK: call i32 @tree.item.region2.else(
define internal void @tree.item(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy, i64 %sz,
                                i64 %lx, i64 %ly, i64 %lz, ptr addrspace(3) %sums, ptr addrspace(1) %out) {
entry:
  %own = getelementptr i32, ptr addrspace(3) %sums, i64 %lx
  store i32 1, ptr addrspace(3) %own
  br label %loop
loop:
  %stride = phi i64 [ 64, %entry ], [ %half, %next ]
  call void @weft.barrier()
  %half = lshr i64 %stride, 1
  %more = icmp ne i64 %half, 0
  br i1 %more, label %step, label %last
step:
  %adds = icmp ult i64 %lx, %half
  br i1 %adds, label %add, label %next
add:
  %index = add i64 %lx, %half
  %other = getelementptr i32, ptr addrspace(3) %sums, i64 %index
  %a = load i32, ptr addrspace(3) %own
  %b = load i32, ptr addrspace(3) %other
  %sum = add i32 %a, %b
  store i32 %sum, ptr addrspace(3) %own
  br label %next
next:
  br label %loop
last:
  %first = icmp eq i64 %lx, 0
  br i1 %first, label %write, label %done
write:
  %result = load i32, ptr addrspace(3) %own
  store i32 %result, ptr addrspace(1) %out
  br label %done
done:
  ret void
}

; Branches that work-items of a group need not take alike, or not by their arguments alone.
; CHECK-LABEL: define void @weft_kernel_others(
; CHECK-NOT: @others.item.region{{.*}}.choice
define internal void @others.item(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy, i64 %sz,
                                  i64 %lx, i64 %ly, i64 %lz, ptr addrspace(1) %out) {
entry:
  %own = getelementptr i32, ptr addrspace(1) %out, i64 %lx
  %below = icmp eq i64 %ly, 3
  br i1 %below, label %more, label %all
more:
  store i32 1, ptr addrspace(1) %own
  br label %all
all:
  call void @weft.barrier()
  %n = load i32, ptr addrspace(1) %out
  %zero = icmp eq i32 %n, 0
  br i1 %zero, label %then, label %done
then:
  store i32 2, ptr addrspace(1) %own
  br label %done
done:
  ret void
}
