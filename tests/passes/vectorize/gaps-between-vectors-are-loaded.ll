; A gap between elements that are loaded may be at the start of one of the vectors that they become: it is loaded,
; too, as a gap within a vector is, and no lane loads by itself.
; RUN: %weft-opt -mtriple=x86_64 -mcpu=x86-64-v3 -passes=weft-vectorize -S %s | FileCheck %s

; CHECK-LABEL: define void @row_with_a_gap.w4(
; CHECK-NOT: call {{.*}}masked.load{{.*}}<i1 false, i1 true
; CHECK-NOT: llvm.cttz
; CHECK: ret void
define void @row_with_a_gap(i64 %lane, ptr %from, ptr %out) {
  %row = getelementptr inbounds [34 x float], ptr %from, i64 %lane
  %p0 = getelementptr inbounds float, ptr %row, i64 0
  %v0 = load float, ptr %p0, align 4
  %p1 = getelementptr inbounds float, ptr %row, i64 1
  %v1 = load float, ptr %p1, align 4
  %s1 = fadd float %v0, %v1
  %p2 = getelementptr inbounds float, ptr %row, i64 2
  %v2 = load float, ptr %p2, align 4
  %s2 = fadd float %s1, %v2
  %p3 = getelementptr inbounds float, ptr %row, i64 3
  %v3 = load float, ptr %p3, align 4
  %s3 = fadd float %s2, %v3
  %p4 = getelementptr inbounds float, ptr %row, i64 4
  %v4 = load float, ptr %p4, align 4
  %s4 = fadd float %s3, %v4
  %p5 = getelementptr inbounds float, ptr %row, i64 5
  %v5 = load float, ptr %p5, align 4
  %s5 = fadd float %s4, %v5
  %p6 = getelementptr inbounds float, ptr %row, i64 6
  %v6 = load float, ptr %p6, align 4
  %s6 = fadd float %s5, %v6
  %p7 = getelementptr inbounds float, ptr %row, i64 7
  %v7 = load float, ptr %p7, align 4
  %s7 = fadd float %s6, %v7
  %p9 = getelementptr inbounds float, ptr %row, i64 9
  %v9 = load float, ptr %p9, align 4
  %s9 = fadd float %s7, %v9
  %p10 = getelementptr inbounds float, ptr %row, i64 10
  %v10 = load float, ptr %p10, align 4
  %s10 = fadd float %s9, %v10
  %p11 = getelementptr inbounds float, ptr %row, i64 11
  %v11 = load float, ptr %p11, align 4
  %s11 = fadd float %s10, %v11
  %p12 = getelementptr inbounds float, ptr %row, i64 12
  %v12 = load float, ptr %p12, align 4
  %s12 = fadd float %s11, %v12
  %p13 = getelementptr inbounds float, ptr %row, i64 13
  %v13 = load float, ptr %p13, align 4
  %s13 = fadd float %s12, %v13
  %p14 = getelementptr inbounds float, ptr %row, i64 14
  %v14 = load float, ptr %p14, align 4
  %s14 = fadd float %s13, %v14
  %p15 = getelementptr inbounds float, ptr %row, i64 15
  %v15 = load float, ptr %p15, align 4
  %s15 = fadd float %s14, %v15
  %p16 = getelementptr inbounds float, ptr %row, i64 16
  %v16 = load float, ptr %p16, align 4
  %s16 = fadd float %s15, %v16
  %p17 = getelementptr inbounds float, ptr %row, i64 17
  %v17 = load float, ptr %p17, align 4
  %s17 = fadd float %s16, %v17
  %p18 = getelementptr inbounds float, ptr %row, i64 18
  %v18 = load float, ptr %p18, align 4
  %s18 = fadd float %s17, %v18
  %p19 = getelementptr inbounds float, ptr %row, i64 19
  %v19 = load float, ptr %p19, align 4
  %s19 = fadd float %s18, %v19
  %p20 = getelementptr inbounds float, ptr %row, i64 20
  %v20 = load float, ptr %p20, align 4
  %s20 = fadd float %s19, %v20
  %p21 = getelementptr inbounds float, ptr %row, i64 21
  %v21 = load float, ptr %p21, align 4
  %s21 = fadd float %s20, %v21
  %p22 = getelementptr inbounds float, ptr %row, i64 22
  %v22 = load float, ptr %p22, align 4
  %s22 = fadd float %s21, %v22
  %out.p = getelementptr inbounds float, ptr %out, i64 %lane
  store float %s22, ptr %out.p, align 4
  ret void
}
