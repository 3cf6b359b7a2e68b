; Behind a divergent branch both ways run one after the other; a uniform branch is kept.
; RUN: %weft-opt -passes="weft-prepare,print<weft-linearization>" -disable-output %s 2>&1 \
; RUN:   | FileCheck %s

; CHECK-LABEL: linearisation of diamond
; CHECK-NEXT: function
; CHECK-NEXT: entry: mask of the level; on to [[FIRST:b|c]]
; CHECK-NEXT: [[FIRST]]: mask of its edges; on to [[SECOND:b|c]]
; CHECK-NEXT: [[SECOND]]: mask of its edges; on to end
; CHECK-NEXT: end: mask of the level; on to exit
define void @diamond(i64 %lane, ptr %p) {
entry:
  %odd = icmp ult i64 %lane, 3
  br i1 %odd, label %b, label %c
b:
  br label %end
c:
  br label %end
end:
  ret void
}

; CHECK-LABEL: linearisation of kept
; CHECK-NEXT: function
; CHECK-NEXT: entry: mask of the level; branch to b or c
; CHECK: end: mask of the level; on to exit
define void @kept(i64 %lane, ptr %p, i1 %uniform) {
entry:
  br i1 %uniform, label %b, label %c
b:
  br label %end
c:
  br label %end
end:
  ret void
}
