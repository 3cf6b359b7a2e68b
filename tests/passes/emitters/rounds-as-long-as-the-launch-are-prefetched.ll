; A loop whose rounds are as far apart as the launch is long asks for what it loads four rounds ahead, where the
; CPU's prefetchers do not look: whether it steps by the global size, or by what the groups make of it. Other steps
; are left to them, and so are loads of a single value.
; RUN: %weft-opt -passes=weft-emit-vector -S %s | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define {{.*}}@sizes.item.region1.w4(
; CHECK: %[[INDEX:.*]] = phi i64
; CHECK: getelementptr i32, ptr addrspace(1) %in, i64 %[[INDEX]]
; CHECK: load <4 x i32>, ptr addrspace(1)
; CHECK-NEXT: %[[FAR:.*]] = mul i64 %size, 4
; CHECK-NEXT: %[[AHEAD:.*]] = add i64 %[[INDEX]], %[[FAR]]
; CHECK-NEXT: %[[PLACE:.*]] = getelementptr i32, ptr addrspace(1) %in, i64 %[[AHEAD]]
; CHECK-NEXT: call void @llvm.prefetch.p1(ptr addrspace(1) %[[PLACE]], i32 0, i32 3, i32 1)
; CHECK-NOT: call void @llvm.prefetch
; CHECK-LABEL: define void @weft_kernel_sizes(
define internal void @sizes.item(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy,
                                 i64 %sz, i64 %lx, i64 %ly, i64 %lz, ptr addrspace(1) %in, ptr addrspace(1) %out,
                                 i64 %n) {
entry:
  %size = load i64, ptr %launch
  %first = mul i64 %gx, %sx
  %start = add i64 %first, %lx
  br label %round
round:
  %index = phi i64 [ %start, %entry ], [ %next, %round ]
  %sum = phi i32 [ 0, %entry ], [ %more, %round ]
  %from = getelementptr i32, ptr addrspace(1) %in, i64 %index
  %value = load i32, ptr addrspace(1) %from
  %more = add i32 %sum, %value
  %next = add i64 %index, %size
  %again = icmp ult i64 %next, %n
  br i1 %again, label %round, label %done
done:
  %at = getelementptr i32, ptr addrspace(1) %out, i64 %start
  store i32 %more, ptr addrspace(1) %at
  ret void
}

; An index of 32 bits, and a step made of the number of groups.
; CHECK-LABEL: define {{.*}}@groups.item.region1.w4(
; CHECK: %[[INDEX:.*]] = phi i32
; CHECK: %[[FAR:.*]] = mul i32 %step, 4
; CHECK: %[[AHEAD:.*]] = add i32 %[[INDEX]], %[[FAR]]
; CHECK: call void @llvm.prefetch.p1(
; CHECK-LABEL: define void @weft_kernel_groups(
define internal void @groups.item(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy,
                                  i64 %sz, i64 %lx, i64 %ly, i64 %lz, ptr addrspace(1) %in, ptr addrspace(1) %out,
                                  i32 %n) {
entry:
  %field = getelementptr i8, ptr %launch, i64 72
  %groups = load i64, ptr %field
  %size = mul i64 %groups, %sx
  %step = trunc i64 %size to i32
  %first = mul i64 %gx, %sx
  %start = add i64 %first, %lx
  %begin = trunc i64 %start to i32
  br label %round
round:
  %index = phi i32 [ %begin, %entry ], [ %next, %round ]
  %sum = phi double [ 0.0, %entry ], [ %more, %round ]
  %wide = zext i32 %index to i64
  %from = getelementptr double, ptr addrspace(1) %in, i64 %wide
  %value = load double, ptr addrspace(1) %from
  %more = fadd double %sum, %value
  %next = add i32 %index, %step
  %again = icmp ult i32 %next, %n
  br i1 %again, label %round, label %done
done:
  %at = getelementptr double, ptr addrspace(1) %out, i64 %start
  store double %more, ptr addrspace(1) %at
  ret void
}

; Rows of a parameter's length, and a local size, which is a few lines at most; and one number for all.
; CHECK-LABEL: define {{.*}}@others.item.region1.w4(
; CHECK-NOT: call void @llvm.prefetch
; CHECK-LABEL: define void @weft_kernel_others(
define internal void @others.item(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy,
                                  i64 %sz, i64 %lx, i64 %ly, i64 %lz, ptr addrspace(1) %in, ptr addrspace(1) %out,
                                  i64 %n) {
entry:
  %size = load i64, ptr %launch
  %first = mul i64 %gx, %sx
  %start = add i64 %first, %lx
  br label %round
round:
  %row = phi i64 [ %start, %entry ], [ %below, %round ]
  %piece = phi i64 [ %lx, %entry ], [ %behind, %round ]
  %number = phi i64 [ %gx, %entry ], [ %next, %round ]
  %sum = phi i32 [ 0, %entry ], [ %all, %round ]
  %from = getelementptr i32, ptr addrspace(1) %in, i64 %row
  %value = load i32, ptr addrspace(1) %from
  %other = getelementptr i32, ptr addrspace(1) %in, i64 %piece
  %second = load i32, ptr addrspace(1) %other
  %one = getelementptr i32, ptr addrspace(1) %in, i64 %number
  %same = load i32, ptr addrspace(1) %one
  %more = add i32 %sum, %value
  %both = add i32 %more, %second
  %all = add i32 %both, %same
  %below = add i64 %row, %n
  %behind = add i64 %piece, %sx
  %next = add i64 %number, %size
  %again = icmp ult i64 %next, %n
  br i1 %again, label %round, label %done
done:
  %at = getelementptr i32, ptr addrspace(1) %out, i64 %start
  store i32 %all, ptr addrspace(1) %at
  ret void
}
