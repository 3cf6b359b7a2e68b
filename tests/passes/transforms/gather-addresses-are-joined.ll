; What the lanes of a gather have in common is computed where it was. Their distances stand beside it:
; as vectors of 32-bit numbers if they are constants, and with the extension that shows it otherwise.
; RUN: %weft-opt -passes=weft-join-gather-addresses,dce -S %s | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; CHECK-LABEL: @constant_distances(
; CHECK:       entry:
; CHECK-NEXT:    [[START:%.*]] = getelementptr i8, ptr addrspace(3) %base, i64 8
; CHECK-NEXT:    br label %loop
; CHECK:       loop:
; CHECK:         [[X:%.*]] = mul i64 %x, 68
; CHECK-NEXT:    [[COMMON:%.*]] = getelementptr i8, ptr addrspace(3) [[START]], i64 [[X]]
; CHECK-NEXT:    [[LANES:%.*]] = getelementptr i8, ptr addrspace(3) [[COMMON]], <4 x i32> <i32 0, i32 -68, i32 136, i32 204>
; CHECK-NEXT:    call <4 x float> @llvm.masked.gather.v4f32.v4p3(<4 x ptr addrspace(3)> align 4 [[LANES]],
define void @constant_distances(ptr addrspace(3) %base, ptr %out, i64 %n) {
entry:
  %start = getelementptr { i64, [17 x float] }, ptr addrspace(3) %base, <4 x i32> zeroinitializer, i32 1, <4 x i64> <i64 0, i64 -17, i64 34, i64 51>
  br label %loop

loop:
  %x = phi i64 [ 0, %entry ], [ %next, %loop ]
  %lanes = getelementptr [17 x float], <4 x ptr addrspace(3)> %start, i64 %x
  %value = call <4 x float> @llvm.masked.gather.v4f32.v4p3(<4 x ptr addrspace(3)> align 4 %lanes, <4 x i1> splat (i1 true), <4 x float> poison)
  store <4 x float> %value, ptr %out
  %next = add i64 %x, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done

done:
  ret void
}

; CHECK-LABEL: @distances_of_32_bits(
; CHECK:       loop:
; CHECK:         [[X:%.*]] = mul i64 %x, 256
; CHECK-NEXT:    [[COMMON:%.*]] = getelementptr i8, ptr %base, i64 [[X]]
; CHECK-NEXT:    [[WIDE:%.*]] = sext <4 x i32> %places to <4 x i64>
; CHECK-NEXT:    [[LANES:%.*]] = getelementptr i32, ptr [[COMMON]], <4 x i64> [[WIDE]]
; CHECK-NEXT:    call void @llvm.masked.scatter.v4f32.v4p0(<4 x float> zeroinitializer, <4 x ptr> align 4 [[LANES]],
define void @distances_of_32_bits(ptr %base, <4 x i32> %places, i64 %n) {
entry:
  %wide = sext <4 x i32> %places to <4 x i64>
  %start = getelementptr float, ptr %base, <4 x i64> %wide
  br label %loop

loop:
  %x = phi i64 [ 0, %entry ], [ %next, %loop ]
  %lanes = getelementptr [64 x float], <4 x ptr> %start, i64 %x
  call void @llvm.masked.scatter.v4f32.v4p0(<4 x float> zeroinitializer, <4 x ptr> align 4 %lanes, <4 x i1> splat (i1 true))
  %next = add i64 %x, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done

done:
  ret void
}

; Lanes far apart in two ways, or by what no address can scale, stay as they are.
; CHECK-LABEL: @left_alone(
; CHECK:         %two = getelementptr float, <4 x ptr> %one, <4 x i64> %b
; CHECK:         @llvm.masked.gather.v4f32.v4p0(<4 x ptr> align 4 %two,
; CHECK:         %rows = getelementptr [17 x float], ptr %base, <4 x i64> %a, i64 %x
; CHECK:         @llvm.masked.gather.v4f32.v4p0(<4 x ptr> align 4 %rows,
define <4 x float> @left_alone(ptr %base, <4 x i64> %a, <4 x i64> %b, i64 %x) {
  %one = getelementptr float, ptr %base, <4 x i64> %a
  %two = getelementptr float, <4 x ptr> %one, <4 x i64> %b
  %value = call <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr> align 4 %two, <4 x i1> splat (i1 true), <4 x float> poison)
  %rows = getelementptr [17 x float], ptr %base, <4 x i64> %a, i64 %x
  %other = call <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr> align 4 %rows, <4 x i1> splat (i1 true), <4 x float> poison)
  %sum = fadd <4 x float> %value, %other
  ret <4 x float> %sum
}
