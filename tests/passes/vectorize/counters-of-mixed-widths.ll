; `for (uint i = get_global_id(0); i < n; i += get_global_size(0))`: the sum is 64 bits wide, what is read of
; it is not. Kept in 32 bits it is affine, and neighbours load neighbours unless it wraps; so it is with int.
; RUN: %weft-opt -mtriple=x86_64 -mcpu=x86-64-v4 -passes=weft-vectorize -S %s 2>&1 | FileCheck %s

; CHECK-NOT: load gathers
; CHECK-LABEL: define void @unsigned.w4(
; CHECK: %{{.*}} = phi i32
; CHECK: icmp ule i32 %{{.*}}, -4
; CHECK: call <4 x float> @llvm.masked.load
; CHECK: call <4 x float> @llvm.masked.gather
define void @unsigned(i64 %lane, ptr %data, ptr %out, i64 %size, i32 %n) {
entry:
  %first = trunc i64 %lane to i32
  %enter = icmp ult i32 %first, %n
  br i1 %enter, label %loop, label %done
loop:
  %counter = phi i64 [ %lane, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %index = and i64 %counter, 4294967295
  %at = getelementptr float, ptr %data, i64 %index
  %value = load float, ptr %at
  %more = fadd float %sum, %value
  %next = add i64 %index, %size
  %low = trunc i64 %next to i32
  %left = icmp ult i32 %low, %n
  br i1 %left, label %loop, label %done
done:
  %result = phi float [ 0.0, %entry ], [ %more, %loop ]
  %to = getelementptr float, ptr %out, i64 %lane
  store float %result, ptr %to
  ret void
}

; CHECK-LABEL: define void @signed.w4(
; CHECK: %{{.*}} = phi i32
; CHECK: icmp sle i32 %{{.*}}, 2147483644
; CHECK: call <4 x float> @llvm.masked.load
; CHECK: call <4 x float> @llvm.masked.gather
define void @signed(i64 %lane, ptr %data, ptr %out, i64 %size, i32 %n) {
entry:
  %first = trunc i64 %lane to i32
  %enter = icmp slt i32 %first, %n
  br i1 %enter, label %loop, label %done
loop:
  %counter = phi i64 [ %lane, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %high = shl i64 %counter, 32
  %index = ashr exact i64 %high, 32
  %at = getelementptr float, ptr %data, i64 %index
  %value = load float, ptr %at
  %more = fadd float %sum, %value
  %next = add i64 %index, %size
  %low = trunc i64 %next to i32
  %left = icmp slt i32 %low, %n
  br i1 %left, label %loop, label %done
done:
  %result = phi float [ 0.0, %entry ], [ %more, %loop ]
  %to = getelementptr float, ptr %out, i64 %lane
  store float %result, ptr %to
  ret void
}

; What is added to the index keeps the counter a second time, in 32 bits.
; CHECK-LABEL: define void @twice.w4(
; CHECK: call <4 x float> @llvm.masked.load
; CHECK: call <4 x float> @llvm.masked.gather
define void @twice(i64 %lane, ptr %data, ptr %out, i64 %size, i32 %row, i32 %n) {
entry:
  %first = trunc i64 %lane to i32
  %enter = icmp slt i32 %first, %n
  br i1 %enter, label %loop, label %done
loop:
  %again = phi i32 [ %first, %entry ], [ %low, %loop ]
  %counter = phi i64 [ %lane, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %place = add nsw i32 %again, %row
  %wide = sext i32 %place to i64
  %at = getelementptr float, ptr %data, i64 %wide
  %value = load float, ptr %at
  %more = fadd float %sum, %value
  %shifted = shl i64 %counter, 32
  %index = ashr exact i64 %shifted, 32
  %next = add i64 %index, %size
  %low = trunc i64 %next to i32
  %left = icmp slt i32 %low, %n
  br i1 %left, label %loop, label %done
done:
  %result = phi float [ 0.0, %entry ], [ %more, %loop ]
  %to = getelementptr float, ptr %out, i64 %lane
  store float %result, ptr %to
  ret void
}
