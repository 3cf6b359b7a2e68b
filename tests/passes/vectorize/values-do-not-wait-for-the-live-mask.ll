; Where lanes that parted inside a loop meet again, each takes its value by the condition alone: who
; is still in the loop does not matter there, so that no iteration waits for that test of the last.
; RUN: %weft-opt -mtriple=x86_64 -mcpu=x86-64-v3 -passes=weft-vectorize -S %s | FileCheck %s

; CHECK-LABEL: @walk.w4(
; CHECK: %live = phi <4 x i1>
; CHECK: [[STAY:%.*]] = select <4 x i1> %live, <4 x i1> %again, <4 x i1> zeroinitializer
; CHECK: [[BIG:%.*]] = icmp sgt <4 x i32> [[STEPPED:%.*]], splat (i32 100)
; CHECK: [[DOWN:%.*]] = sub <4 x i32> [[STEPPED]]
; CHECK: select <4 x i1> [[BIG]], <4 x i32> [[DOWN]], <4 x i32>
define void @walk(i64 %lane, ptr %p, i32 %most) {
entry:
  %own = getelementptr i32, ptr %p, i64 %lane
  %start = load i32, ptr %own
  br label %head
head:
  %x = phi i32 [ %start, %entry ], [ %next, %latch ]
  %square = mul i32 %x, %x
  %again = icmp slt i32 %square, %most
  br i1 %again, label %body, label %exit
body:
  %stepped = mul i32 %x, 3
  %big = icmp sgt i32 %stepped, 100
  br i1 %big, label %down, label %latch
down:
  %less = sub i32 %stepped, 99
  br label %latch
latch:
  %next = phi i32 [ %stepped, %body ], [ %less, %down ]
  br label %head
exit:
  store i32 %x, ptr %own
  ret void
}
