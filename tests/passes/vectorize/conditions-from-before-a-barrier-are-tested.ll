; What a region reads of the context as a condition was worked out before a barrier, and is a bound of
; the group's data as a rule: a load and a store behind it are worth a test whether any lane wants
; them. The same condition from the program's memory is not.
; RUN: %weft-opt -passes="weft-prepare,print<weft-linearization>" -disable-output %s 2>&1 \
; RUN:   | FileCheck %s

; CHECK-LABEL: linearisation of kept
; CHECK: then: mask of its edges; without a lane to end; on to end
define void @kept(i64 %lane, ptr %context, ptr %from, ptr %to) {
entry:
  %flag = getelementptr inbounds i8, ptr %context, i64 %lane
  %byte = load i8, ptr %flag, !alias.scope !0
  %in = trunc i8 %byte to i1
  br i1 %in, label %then, label %end
then:
  %source = getelementptr inbounds i32, ptr %from, i64 %lane
  %value = load i32, ptr %source
  %target = getelementptr inbounds i32, ptr %to, i64 %lane
  store i32 %value, ptr %target
  br label %end
end:
  ret void
}

; CHECK-LABEL: linearisation of of_the_program
; CHECK: then: mask of its edges; on to end
define void @of_the_program(i64 %lane, ptr %flags, ptr %from, ptr %to) {
entry:
  %flag = getelementptr inbounds i8, ptr %flags, i64 %lane
  %byte = load i8, ptr %flag
  %in = trunc i8 %byte to i1
  br i1 %in, label %then, label %end
then:
  %source = getelementptr inbounds i32, ptr %from, i64 %lane
  %value = load i32, ptr %source
  %target = getelementptr inbounds i32, ptr %to, i64 %lane
  store i32 %value, ptr %target
  br label %end
end:
  ret void
}

!0 = !{!1}
!1 = distinct !{!1, !2, !"context"}
!2 = distinct !{!2, !"kernel"}
