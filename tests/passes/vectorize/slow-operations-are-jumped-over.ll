; Roots and divisions keep the unit busy for as long as a dozen other operations: where no lane wants
; one, it is jumped over.
; RUN: %weft-opt -mtriple=x86_64 -mcpu=x86-64-v3 -passes=weft-vectorize -S %s | FileCheck %s

declare float @llvm.sqrt.f32(float)

; CHECK-LABEL: @root.w4(
; CHECK: [[BITS:%.*]] = bitcast <4 x i1> %{{.*}} to i4
; CHECK: [[ANY:%.*]] = icmp ne i4 [[BITS]], 0
; CHECK: br i1 [[ANY]], label %[[GO:.*]], label %{{.*}}
; CHECK: [[GO]]:
; CHECK-NEXT: call <4 x float> @llvm.sqrt
define void @root(i64 %lane, ptr %p) {
entry:
  %at = getelementptr float, ptr %p, i64 %lane
  %x = load float, ptr %at
  %positive = fcmp ogt float %x, 0.0
  br i1 %positive, label %b, label %end
b:
  %root = call float @llvm.sqrt.f32(float %x)
  %one = fsub float %root, 1.0
  %two = fmul float %one, 3.0
  br label %end
end:
  %y = phi float [ %x, %entry ], [ %two, %b ]
  store float %y, ptr %at
  ret void
}

; CHECK-LABEL: @sum.w4(
; CHECK-NOT: br i1
; CHECK: ret void
define void @sum(i64 %lane, ptr %p) {
entry:
  %at = getelementptr float, ptr %p, i64 %lane
  %x = load float, ptr %at
  %positive = fcmp ogt float %x, 0.0
  br i1 %positive, label %b, label %end
b:
  %root = fadd float %x, 5.0
  %one = fsub float %root, 1.0
  %two = fmul float %one, 3.0
  br label %end
end:
  %y = phi float [ %x, %entry ], [ %two, %b ]
  store float %y, ptr %at
  ret void
}
