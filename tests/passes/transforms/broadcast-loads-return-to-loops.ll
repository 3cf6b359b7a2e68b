; Elements for all lanes that code motion has taken out of a loop go back where no register holds their vectors, if
; nothing in the loop may write to them: of more than half of the registers, here 16.
; RUN: %weft-opt -mtriple=x86_64 -mcpu=x86-64-v3 -passes="weft-return-broadcast-loads,verify" -S %s | FileCheck %s

; CHECK-LABEL: define void @many(
; CHECK: entry:
; CHECK-NOT: load
; CHECK: loop:
; CHECK-COUNT-9: load float
; CHECK-LABEL: define void @overwritten(
; CHECK: entry:
; CHECK-COUNT-9: load float
; CHECK: loop:
; CHECK-LABEL: define void @few(
; CHECK: entry:
; CHECK-COUNT-8: load float
; CHECK: loop:
define void @many(ptr noalias %tile, ptr noalias %out, i64 %n) {
entry:
  %p0 = getelementptr float, ptr %tile, i64 0
  %e0 = load float, ptr %p0
  %i0 = insertelement <8 x float> poison, float %e0, i64 0
  %s0 = shufflevector <8 x float> %i0, <8 x float> poison, <8 x i32> zeroinitializer
  %p1 = getelementptr float, ptr %tile, i64 1
  %e1 = load float, ptr %p1
  %i1 = insertelement <8 x float> poison, float %e1, i64 0
  %s1 = shufflevector <8 x float> %i1, <8 x float> poison, <8 x i32> zeroinitializer
  %p2 = getelementptr float, ptr %tile, i64 2
  %e2 = load float, ptr %p2
  %i2 = insertelement <8 x float> poison, float %e2, i64 0
  %s2 = shufflevector <8 x float> %i2, <8 x float> poison, <8 x i32> zeroinitializer
  %p3 = getelementptr float, ptr %tile, i64 3
  %e3 = load float, ptr %p3
  %i3 = insertelement <8 x float> poison, float %e3, i64 0
  %s3 = shufflevector <8 x float> %i3, <8 x float> poison, <8 x i32> zeroinitializer
  %p4 = getelementptr float, ptr %tile, i64 4
  %e4 = load float, ptr %p4
  %i4 = insertelement <8 x float> poison, float %e4, i64 0
  %s4 = shufflevector <8 x float> %i4, <8 x float> poison, <8 x i32> zeroinitializer
  %p5 = getelementptr float, ptr %tile, i64 5
  %e5 = load float, ptr %p5
  %i5 = insertelement <8 x float> poison, float %e5, i64 0
  %s5 = shufflevector <8 x float> %i5, <8 x float> poison, <8 x i32> zeroinitializer
  %p6 = getelementptr float, ptr %tile, i64 6
  %e6 = load float, ptr %p6
  %i6 = insertelement <8 x float> poison, float %e6, i64 0
  %s6 = shufflevector <8 x float> %i6, <8 x float> poison, <8 x i32> zeroinitializer
  %p7 = getelementptr float, ptr %tile, i64 7
  %e7 = load float, ptr %p7
  %i7 = insertelement <8 x float> poison, float %e7, i64 0
  %s7 = shufflevector <8 x float> %i7, <8 x float> poison, <8 x i32> zeroinitializer
  %p8 = getelementptr float, ptr %tile, i64 8
  %e8 = load float, ptr %p8
  %i8 = insertelement <8 x float> poison, float %e8, i64 0
  %s8 = shufflevector <8 x float> %i8, <8 x float> poison, <8 x i32> zeroinitializer
  br label %loop
loop:
  %x = phi i64 [ 0, %entry ], [ %next, %loop ]
  %q = getelementptr <8 x float>, ptr %out, i64 %x
  %v = load <8 x float>, ptr %q
  %a0 = fadd <8 x float> %v, %s0
  %a1 = fadd <8 x float> %a0, %s1
  %a2 = fadd <8 x float> %a1, %s2
  %a3 = fadd <8 x float> %a2, %s3
  %a4 = fadd <8 x float> %a3, %s4
  %a5 = fadd <8 x float> %a4, %s5
  %a6 = fadd <8 x float> %a5, %s6
  %a7 = fadd <8 x float> %a6, %s7
  %a8 = fadd <8 x float> %a7, %s8
  store <8 x float> %a8, ptr %q
  %next = add i64 %x, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %done
done:
  ret void
}

define void @overwritten(ptr %tile, ptr %out, i64 %n) {
entry:
  %p0 = getelementptr float, ptr %tile, i64 0
  %e0 = load float, ptr %p0
  %i0 = insertelement <8 x float> poison, float %e0, i64 0
  %s0 = shufflevector <8 x float> %i0, <8 x float> poison, <8 x i32> zeroinitializer
  %p1 = getelementptr float, ptr %tile, i64 1
  %e1 = load float, ptr %p1
  %i1 = insertelement <8 x float> poison, float %e1, i64 0
  %s1 = shufflevector <8 x float> %i1, <8 x float> poison, <8 x i32> zeroinitializer
  %p2 = getelementptr float, ptr %tile, i64 2
  %e2 = load float, ptr %p2
  %i2 = insertelement <8 x float> poison, float %e2, i64 0
  %s2 = shufflevector <8 x float> %i2, <8 x float> poison, <8 x i32> zeroinitializer
  %p3 = getelementptr float, ptr %tile, i64 3
  %e3 = load float, ptr %p3
  %i3 = insertelement <8 x float> poison, float %e3, i64 0
  %s3 = shufflevector <8 x float> %i3, <8 x float> poison, <8 x i32> zeroinitializer
  %p4 = getelementptr float, ptr %tile, i64 4
  %e4 = load float, ptr %p4
  %i4 = insertelement <8 x float> poison, float %e4, i64 0
  %s4 = shufflevector <8 x float> %i4, <8 x float> poison, <8 x i32> zeroinitializer
  %p5 = getelementptr float, ptr %tile, i64 5
  %e5 = load float, ptr %p5
  %i5 = insertelement <8 x float> poison, float %e5, i64 0
  %s5 = shufflevector <8 x float> %i5, <8 x float> poison, <8 x i32> zeroinitializer
  %p6 = getelementptr float, ptr %tile, i64 6
  %e6 = load float, ptr %p6
  %i6 = insertelement <8 x float> poison, float %e6, i64 0
  %s6 = shufflevector <8 x float> %i6, <8 x float> poison, <8 x i32> zeroinitializer
  %p7 = getelementptr float, ptr %tile, i64 7
  %e7 = load float, ptr %p7
  %i7 = insertelement <8 x float> poison, float %e7, i64 0
  %s7 = shufflevector <8 x float> %i7, <8 x float> poison, <8 x i32> zeroinitializer
  %p8 = getelementptr float, ptr %tile, i64 8
  %e8 = load float, ptr %p8
  %i8 = insertelement <8 x float> poison, float %e8, i64 0
  %s8 = shufflevector <8 x float> %i8, <8 x float> poison, <8 x i32> zeroinitializer
  br label %loop
loop:
  %x = phi i64 [ 0, %entry ], [ %next, %loop ]
  %q = getelementptr <8 x float>, ptr %out, i64 %x
  %v = load <8 x float>, ptr %q
  %a0 = fadd <8 x float> %v, %s0
  %a1 = fadd <8 x float> %a0, %s1
  %a2 = fadd <8 x float> %a1, %s2
  %a3 = fadd <8 x float> %a2, %s3
  %a4 = fadd <8 x float> %a3, %s4
  %a5 = fadd <8 x float> %a4, %s5
  %a6 = fadd <8 x float> %a5, %s6
  %a7 = fadd <8 x float> %a6, %s7
  %a8 = fadd <8 x float> %a7, %s8
  store <8 x float> %a8, ptr %q
  %next = add i64 %x, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %done
done:
  ret void
}

define void @few(ptr noalias %tile, ptr noalias %out, i64 %n) {
entry:
  %p0 = getelementptr float, ptr %tile, i64 0
  %e0 = load float, ptr %p0
  %i0 = insertelement <8 x float> poison, float %e0, i64 0
  %s0 = shufflevector <8 x float> %i0, <8 x float> poison, <8 x i32> zeroinitializer
  %p1 = getelementptr float, ptr %tile, i64 1
  %e1 = load float, ptr %p1
  %i1 = insertelement <8 x float> poison, float %e1, i64 0
  %s1 = shufflevector <8 x float> %i1, <8 x float> poison, <8 x i32> zeroinitializer
  %p2 = getelementptr float, ptr %tile, i64 2
  %e2 = load float, ptr %p2
  %i2 = insertelement <8 x float> poison, float %e2, i64 0
  %s2 = shufflevector <8 x float> %i2, <8 x float> poison, <8 x i32> zeroinitializer
  %p3 = getelementptr float, ptr %tile, i64 3
  %e3 = load float, ptr %p3
  %i3 = insertelement <8 x float> poison, float %e3, i64 0
  %s3 = shufflevector <8 x float> %i3, <8 x float> poison, <8 x i32> zeroinitializer
  %p4 = getelementptr float, ptr %tile, i64 4
  %e4 = load float, ptr %p4
  %i4 = insertelement <8 x float> poison, float %e4, i64 0
  %s4 = shufflevector <8 x float> %i4, <8 x float> poison, <8 x i32> zeroinitializer
  %p5 = getelementptr float, ptr %tile, i64 5
  %e5 = load float, ptr %p5
  %i5 = insertelement <8 x float> poison, float %e5, i64 0
  %s5 = shufflevector <8 x float> %i5, <8 x float> poison, <8 x i32> zeroinitializer
  %p6 = getelementptr float, ptr %tile, i64 6
  %e6 = load float, ptr %p6
  %i6 = insertelement <8 x float> poison, float %e6, i64 0
  %s6 = shufflevector <8 x float> %i6, <8 x float> poison, <8 x i32> zeroinitializer
  %p7 = getelementptr float, ptr %tile, i64 7
  %e7 = load float, ptr %p7
  %i7 = insertelement <8 x float> poison, float %e7, i64 0
  %s7 = shufflevector <8 x float> %i7, <8 x float> poison, <8 x i32> zeroinitializer
  br label %loop
loop:
  %x = phi i64 [ 0, %entry ], [ %next, %loop ]
  %q = getelementptr <8 x float>, ptr %out, i64 %x
  %v = load <8 x float>, ptr %q
  %a0 = fadd <8 x float> %v, %s0
  %a1 = fadd <8 x float> %a0, %s1
  %a2 = fadd <8 x float> %a1, %s2
  %a3 = fadd <8 x float> %a2, %s3
  %a4 = fadd <8 x float> %a3, %s4
  %a5 = fadd <8 x float> %a4, %s5
  %a6 = fadd <8 x float> %a5, %s6
  %a7 = fadd <8 x float> %a6, %s7
  store <8 x float> %a7, ptr %q
  %next = add i64 %x, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %done
done:
  ret void
}
