; Elements for all lanes that code motion has taken out of a loop go back where no register holds their vectors, if
; nothing in the loop may write to them.
; RUN: %weft-opt -mtriple=x86_64 -mcpu=x86-64-v4 -passes="weft-return-broadcast-loads,verify" -S %s | FileCheck %s

; CHECK-LABEL: define void @many(
; CHECK: entry:
; CHECK-NOT: load
; CHECK: loop:
; CHECK-COUNT-20: load float
; CHECK-LABEL: define void @overwritten(
; CHECK: entry:
; CHECK-COUNT-20: load float
; CHECK: loop:
; CHECK-LABEL: define void @few(
; CHECK: entry:
; CHECK-COUNT-3: load float
; CHECK: loop:
define void @many(ptr noalias %tile, ptr noalias %out, i64 %n) #0 {
entry:
  %p0 = getelementptr float, ptr %tile, i64 0
  %e0 = load float, ptr %p0
  %i0 = insertelement <16 x float> poison, float %e0, i64 0
  %s0 = shufflevector <16 x float> %i0, <16 x float> poison, <16 x i32> zeroinitializer
  %p1 = getelementptr float, ptr %tile, i64 1
  %e1 = load float, ptr %p1
  %i1 = insertelement <16 x float> poison, float %e1, i64 0
  %s1 = shufflevector <16 x float> %i1, <16 x float> poison, <16 x i32> zeroinitializer
  %p2 = getelementptr float, ptr %tile, i64 2
  %e2 = load float, ptr %p2
  %i2 = insertelement <16 x float> poison, float %e2, i64 0
  %s2 = shufflevector <16 x float> %i2, <16 x float> poison, <16 x i32> zeroinitializer
  %p3 = getelementptr float, ptr %tile, i64 3
  %e3 = load float, ptr %p3
  %i3 = insertelement <16 x float> poison, float %e3, i64 0
  %s3 = shufflevector <16 x float> %i3, <16 x float> poison, <16 x i32> zeroinitializer
  %p4 = getelementptr float, ptr %tile, i64 4
  %e4 = load float, ptr %p4
  %i4 = insertelement <16 x float> poison, float %e4, i64 0
  %s4 = shufflevector <16 x float> %i4, <16 x float> poison, <16 x i32> zeroinitializer
  %p5 = getelementptr float, ptr %tile, i64 5
  %e5 = load float, ptr %p5
  %i5 = insertelement <16 x float> poison, float %e5, i64 0
  %s5 = shufflevector <16 x float> %i5, <16 x float> poison, <16 x i32> zeroinitializer
  %p6 = getelementptr float, ptr %tile, i64 6
  %e6 = load float, ptr %p6
  %i6 = insertelement <16 x float> poison, float %e6, i64 0
  %s6 = shufflevector <16 x float> %i6, <16 x float> poison, <16 x i32> zeroinitializer
  %p7 = getelementptr float, ptr %tile, i64 7
  %e7 = load float, ptr %p7
  %i7 = insertelement <16 x float> poison, float %e7, i64 0
  %s7 = shufflevector <16 x float> %i7, <16 x float> poison, <16 x i32> zeroinitializer
  %p8 = getelementptr float, ptr %tile, i64 8
  %e8 = load float, ptr %p8
  %i8 = insertelement <16 x float> poison, float %e8, i64 0
  %s8 = shufflevector <16 x float> %i8, <16 x float> poison, <16 x i32> zeroinitializer
  %p9 = getelementptr float, ptr %tile, i64 9
  %e9 = load float, ptr %p9
  %i9 = insertelement <16 x float> poison, float %e9, i64 0
  %s9 = shufflevector <16 x float> %i9, <16 x float> poison, <16 x i32> zeroinitializer
  %p10 = getelementptr float, ptr %tile, i64 10
  %e10 = load float, ptr %p10
  %i10 = insertelement <16 x float> poison, float %e10, i64 0
  %s10 = shufflevector <16 x float> %i10, <16 x float> poison, <16 x i32> zeroinitializer
  %p11 = getelementptr float, ptr %tile, i64 11
  %e11 = load float, ptr %p11
  %i11 = insertelement <16 x float> poison, float %e11, i64 0
  %s11 = shufflevector <16 x float> %i11, <16 x float> poison, <16 x i32> zeroinitializer
  %p12 = getelementptr float, ptr %tile, i64 12
  %e12 = load float, ptr %p12
  %i12 = insertelement <16 x float> poison, float %e12, i64 0
  %s12 = shufflevector <16 x float> %i12, <16 x float> poison, <16 x i32> zeroinitializer
  %p13 = getelementptr float, ptr %tile, i64 13
  %e13 = load float, ptr %p13
  %i13 = insertelement <16 x float> poison, float %e13, i64 0
  %s13 = shufflevector <16 x float> %i13, <16 x float> poison, <16 x i32> zeroinitializer
  %p14 = getelementptr float, ptr %tile, i64 14
  %e14 = load float, ptr %p14
  %i14 = insertelement <16 x float> poison, float %e14, i64 0
  %s14 = shufflevector <16 x float> %i14, <16 x float> poison, <16 x i32> zeroinitializer
  %p15 = getelementptr float, ptr %tile, i64 15
  %e15 = load float, ptr %p15
  %i15 = insertelement <16 x float> poison, float %e15, i64 0
  %s15 = shufflevector <16 x float> %i15, <16 x float> poison, <16 x i32> zeroinitializer
  %p16 = getelementptr float, ptr %tile, i64 16
  %e16 = load float, ptr %p16
  %i16 = insertelement <16 x float> poison, float %e16, i64 0
  %s16 = shufflevector <16 x float> %i16, <16 x float> poison, <16 x i32> zeroinitializer
  %p17 = getelementptr float, ptr %tile, i64 17
  %e17 = load float, ptr %p17
  %i17 = insertelement <16 x float> poison, float %e17, i64 0
  %s17 = shufflevector <16 x float> %i17, <16 x float> poison, <16 x i32> zeroinitializer
  %p18 = getelementptr float, ptr %tile, i64 18
  %e18 = load float, ptr %p18
  %i18 = insertelement <16 x float> poison, float %e18, i64 0
  %s18 = shufflevector <16 x float> %i18, <16 x float> poison, <16 x i32> zeroinitializer
  %p19 = getelementptr float, ptr %tile, i64 19
  %e19 = load float, ptr %p19
  %i19 = insertelement <16 x float> poison, float %e19, i64 0
  %s19 = shufflevector <16 x float> %i19, <16 x float> poison, <16 x i32> zeroinitializer
  br label %loop
loop:
  %x = phi i64 [ 0, %entry ], [ %next, %loop ]
  %q = getelementptr <16 x float>, ptr %out, i64 %x
  %v = load <16 x float>, ptr %q
  %a0 = fadd <16 x float> %v, %s0
  %a1 = fadd <16 x float> %a0, %s1
  %a2 = fadd <16 x float> %a1, %s2
  %a3 = fadd <16 x float> %a2, %s3
  %a4 = fadd <16 x float> %a3, %s4
  %a5 = fadd <16 x float> %a4, %s5
  %a6 = fadd <16 x float> %a5, %s6
  %a7 = fadd <16 x float> %a6, %s7
  %a8 = fadd <16 x float> %a7, %s8
  %a9 = fadd <16 x float> %a8, %s9
  %a10 = fadd <16 x float> %a9, %s10
  %a11 = fadd <16 x float> %a10, %s11
  %a12 = fadd <16 x float> %a11, %s12
  %a13 = fadd <16 x float> %a12, %s13
  %a14 = fadd <16 x float> %a13, %s14
  %a15 = fadd <16 x float> %a14, %s15
  %a16 = fadd <16 x float> %a15, %s16
  %a17 = fadd <16 x float> %a16, %s17
  %a18 = fadd <16 x float> %a17, %s18
  %a19 = fadd <16 x float> %a18, %s19
  store <16 x float> %a19, ptr %q
  %next = add i64 %x, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %done
done:
  ret void
}

define void @overwritten(ptr  %tile, ptr  %out, i64 %n) #0 {
entry:
  %p0 = getelementptr float, ptr %tile, i64 0
  %e0 = load float, ptr %p0
  %i0 = insertelement <16 x float> poison, float %e0, i64 0
  %s0 = shufflevector <16 x float> %i0, <16 x float> poison, <16 x i32> zeroinitializer
  %p1 = getelementptr float, ptr %tile, i64 1
  %e1 = load float, ptr %p1
  %i1 = insertelement <16 x float> poison, float %e1, i64 0
  %s1 = shufflevector <16 x float> %i1, <16 x float> poison, <16 x i32> zeroinitializer
  %p2 = getelementptr float, ptr %tile, i64 2
  %e2 = load float, ptr %p2
  %i2 = insertelement <16 x float> poison, float %e2, i64 0
  %s2 = shufflevector <16 x float> %i2, <16 x float> poison, <16 x i32> zeroinitializer
  %p3 = getelementptr float, ptr %tile, i64 3
  %e3 = load float, ptr %p3
  %i3 = insertelement <16 x float> poison, float %e3, i64 0
  %s3 = shufflevector <16 x float> %i3, <16 x float> poison, <16 x i32> zeroinitializer
  %p4 = getelementptr float, ptr %tile, i64 4
  %e4 = load float, ptr %p4
  %i4 = insertelement <16 x float> poison, float %e4, i64 0
  %s4 = shufflevector <16 x float> %i4, <16 x float> poison, <16 x i32> zeroinitializer
  %p5 = getelementptr float, ptr %tile, i64 5
  %e5 = load float, ptr %p5
  %i5 = insertelement <16 x float> poison, float %e5, i64 0
  %s5 = shufflevector <16 x float> %i5, <16 x float> poison, <16 x i32> zeroinitializer
  %p6 = getelementptr float, ptr %tile, i64 6
  %e6 = load float, ptr %p6
  %i6 = insertelement <16 x float> poison, float %e6, i64 0
  %s6 = shufflevector <16 x float> %i6, <16 x float> poison, <16 x i32> zeroinitializer
  %p7 = getelementptr float, ptr %tile, i64 7
  %e7 = load float, ptr %p7
  %i7 = insertelement <16 x float> poison, float %e7, i64 0
  %s7 = shufflevector <16 x float> %i7, <16 x float> poison, <16 x i32> zeroinitializer
  %p8 = getelementptr float, ptr %tile, i64 8
  %e8 = load float, ptr %p8
  %i8 = insertelement <16 x float> poison, float %e8, i64 0
  %s8 = shufflevector <16 x float> %i8, <16 x float> poison, <16 x i32> zeroinitializer
  %p9 = getelementptr float, ptr %tile, i64 9
  %e9 = load float, ptr %p9
  %i9 = insertelement <16 x float> poison, float %e9, i64 0
  %s9 = shufflevector <16 x float> %i9, <16 x float> poison, <16 x i32> zeroinitializer
  %p10 = getelementptr float, ptr %tile, i64 10
  %e10 = load float, ptr %p10
  %i10 = insertelement <16 x float> poison, float %e10, i64 0
  %s10 = shufflevector <16 x float> %i10, <16 x float> poison, <16 x i32> zeroinitializer
  %p11 = getelementptr float, ptr %tile, i64 11
  %e11 = load float, ptr %p11
  %i11 = insertelement <16 x float> poison, float %e11, i64 0
  %s11 = shufflevector <16 x float> %i11, <16 x float> poison, <16 x i32> zeroinitializer
  %p12 = getelementptr float, ptr %tile, i64 12
  %e12 = load float, ptr %p12
  %i12 = insertelement <16 x float> poison, float %e12, i64 0
  %s12 = shufflevector <16 x float> %i12, <16 x float> poison, <16 x i32> zeroinitializer
  %p13 = getelementptr float, ptr %tile, i64 13
  %e13 = load float, ptr %p13
  %i13 = insertelement <16 x float> poison, float %e13, i64 0
  %s13 = shufflevector <16 x float> %i13, <16 x float> poison, <16 x i32> zeroinitializer
  %p14 = getelementptr float, ptr %tile, i64 14
  %e14 = load float, ptr %p14
  %i14 = insertelement <16 x float> poison, float %e14, i64 0
  %s14 = shufflevector <16 x float> %i14, <16 x float> poison, <16 x i32> zeroinitializer
  %p15 = getelementptr float, ptr %tile, i64 15
  %e15 = load float, ptr %p15
  %i15 = insertelement <16 x float> poison, float %e15, i64 0
  %s15 = shufflevector <16 x float> %i15, <16 x float> poison, <16 x i32> zeroinitializer
  %p16 = getelementptr float, ptr %tile, i64 16
  %e16 = load float, ptr %p16
  %i16 = insertelement <16 x float> poison, float %e16, i64 0
  %s16 = shufflevector <16 x float> %i16, <16 x float> poison, <16 x i32> zeroinitializer
  %p17 = getelementptr float, ptr %tile, i64 17
  %e17 = load float, ptr %p17
  %i17 = insertelement <16 x float> poison, float %e17, i64 0
  %s17 = shufflevector <16 x float> %i17, <16 x float> poison, <16 x i32> zeroinitializer
  %p18 = getelementptr float, ptr %tile, i64 18
  %e18 = load float, ptr %p18
  %i18 = insertelement <16 x float> poison, float %e18, i64 0
  %s18 = shufflevector <16 x float> %i18, <16 x float> poison, <16 x i32> zeroinitializer
  %p19 = getelementptr float, ptr %tile, i64 19
  %e19 = load float, ptr %p19
  %i19 = insertelement <16 x float> poison, float %e19, i64 0
  %s19 = shufflevector <16 x float> %i19, <16 x float> poison, <16 x i32> zeroinitializer
  br label %loop
loop:
  %x = phi i64 [ 0, %entry ], [ %next, %loop ]
  %q = getelementptr <16 x float>, ptr %out, i64 %x
  %v = load <16 x float>, ptr %q
  %a0 = fadd <16 x float> %v, %s0
  %a1 = fadd <16 x float> %a0, %s1
  %a2 = fadd <16 x float> %a1, %s2
  %a3 = fadd <16 x float> %a2, %s3
  %a4 = fadd <16 x float> %a3, %s4
  %a5 = fadd <16 x float> %a4, %s5
  %a6 = fadd <16 x float> %a5, %s6
  %a7 = fadd <16 x float> %a6, %s7
  %a8 = fadd <16 x float> %a7, %s8
  %a9 = fadd <16 x float> %a8, %s9
  %a10 = fadd <16 x float> %a9, %s10
  %a11 = fadd <16 x float> %a10, %s11
  %a12 = fadd <16 x float> %a11, %s12
  %a13 = fadd <16 x float> %a12, %s13
  %a14 = fadd <16 x float> %a13, %s14
  %a15 = fadd <16 x float> %a14, %s15
  %a16 = fadd <16 x float> %a15, %s16
  %a17 = fadd <16 x float> %a16, %s17
  %a18 = fadd <16 x float> %a17, %s18
  %a19 = fadd <16 x float> %a18, %s19
  store <16 x float> %a19, ptr %q
  %next = add i64 %x, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %done
done:
  ret void
}

define void @few(ptr noalias %tile, ptr noalias %out, i64 %n) #0 {
entry:
  %p0 = getelementptr float, ptr %tile, i64 0
  %e0 = load float, ptr %p0
  %i0 = insertelement <16 x float> poison, float %e0, i64 0
  %s0 = shufflevector <16 x float> %i0, <16 x float> poison, <16 x i32> zeroinitializer
  %p1 = getelementptr float, ptr %tile, i64 1
  %e1 = load float, ptr %p1
  %i1 = insertelement <16 x float> poison, float %e1, i64 0
  %s1 = shufflevector <16 x float> %i1, <16 x float> poison, <16 x i32> zeroinitializer
  %p2 = getelementptr float, ptr %tile, i64 2
  %e2 = load float, ptr %p2
  %i2 = insertelement <16 x float> poison, float %e2, i64 0
  %s2 = shufflevector <16 x float> %i2, <16 x float> poison, <16 x i32> zeroinitializer
  br label %loop
loop:
  %x = phi i64 [ 0, %entry ], [ %next, %loop ]
  %q = getelementptr <16 x float>, ptr %out, i64 %x
  %v = load <16 x float>, ptr %q
  %a0 = fadd <16 x float> %v, %s0
  %a1 = fadd <16 x float> %a0, %s1
  %a2 = fadd <16 x float> %a1, %s2
  store <16 x float> %a2, ptr %q
  %next = add i64 %x, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %done
done:
  ret void
}

attributes #0 = { "prefer-vector-width"="512" }
