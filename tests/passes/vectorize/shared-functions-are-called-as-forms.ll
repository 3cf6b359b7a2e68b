; Calls of the library's large functions become calls of forms, which a program has once: what is
; constant is part of the name, what lanes share a scalar, the place along the row lane 0's.
; RUN: %weft-opt -passes=weft-vectorize -S %s 2>&1 | FileCheck %s

declare <4 x float> @weft_shared_read_float(ptr, i32, i32, i32, i32, i32) memory(read) nounwind
declare void @weft_shared_write_float(ptr, i32, i32, i32, <4 x float>, i32) nounwind

; CHECK-NOT: runs lane by lane
; CHECK-LABEL: define void @scale.w8(
; CHECK: %[[READ:.*]] = call { <8 x float>, <8 x float>, <8 x float>, <8 x float> } @weft.form.8.u.c18.a.u.c0.c2.weft_shared_read_float(ptr %in, i32 %x, i32 %y, i8 %{{.*}})
; CHECK: %[[RED:.*]] = extractvalue {{.*}} %[[READ]], 0
; CHECK: call void @weft.form.8.u.a.u.c0.v.c2.weft_shared_write_float(ptr %out, i32 %x, i32 %y, <8 x float> {{.*}}, <8 x float> {{.*}}, <8 x float> {{.*}}, <8 x float> {{.*}}, i8 %{{.*}})
define void @scale(i64 %lane, ptr %in, ptr %out, i32 %y) "weft-width"="8" {
  %x = trunc i64 %lane to i32
  %color = call <4 x float> @weft_shared_read_float(ptr %in, i32 18, i32 %x, i32 %y, i32 0, i32 2)
  %double = fmul <4 x float> %color, splat (float 2.0)
  call void @weft_shared_write_float(ptr %out, i32 %x, i32 %y, i32 0, <4 x float> %double, i32 2)
  ret void
}

; Each lane's own place, and a mask that may be empty: the call is jumped over then. One place for
; all lanes is read by one of them.
; CHECK-LABEL: define void @branches.w8(
; CHECK: call <4 x float> @weft_shared_read_float(ptr %in, i32 0, i32 %y, i32 %y, i32 0, i32 2)
; CHECK: icmp ne i8
; CHECK: br i1
; CHECK: call {{.*}} @weft.form.8.u.c0.v.a.c0.c2.weft_shared_read_float(ptr %in, <8 x i32> %{{.*}}, i32 %x, i8 %{{.*}})
define void @branches(i64 %lane, ptr %in, ptr %places, ptr %out, i32 %y) "weft-width"="8" {
entry:
  %x = trunc i64 %lane to i32
  %same = call <4 x float> @weft_shared_read_float(ptr %in, i32 0, i32 %y, i32 %y, i32 0, i32 2)
  %own = getelementptr i32, ptr %places, i64 %lane
  %place = load i32, ptr %own
  %reads = icmp sgt i32 %place, 7
  br i1 %reads, label %read, label %end
read:
  %color = call <4 x float> @weft_shared_read_float(ptr %in, i32 0, i32 %place, i32 %x, i32 0, i32 2)
  br label %end
end:
  %result = phi <4 x float> [ %color, %read ], [ %same, %entry ]
  %to = getelementptr <4 x float>, ptr %out, i64 %lane
  store <4 x float> %result, ptr %to
  ret void
}
