; What work-items of a row share is not counted as each one's: y * width + x of global ids is computed
; again, so that the vectoriser still sees neighbours in it.
; RUN: %weft-opt -passes="print<weft-form-regions>" -disable-output %s 2>&1 | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare void @weft.barrier() convergent noduplicate nounwind

; CHECK: plan of 'k.item': 0 bytes per work-item
define void @k.item(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy, i64 %sz,
                    i64 %lx, i64 %ly, i64 %lz, i32 %width, ptr addrspace(1) %out) {
entry:
  %start.x = mul i64 %gx, %sx
  %id.x = add i64 %start.x, %lx
  %start.y = mul i64 %gy, %sy
  %id.y = add i64 %start.y, %ly
  %row = trunc i64 %id.y to i32
  %from = mul i32 %row, %width
  %upside.down = sub i32 %width, %from
  %column = trunc i64 %id.x to i32
  %index = add i32 %upside.down, %column
  %wide = sext i32 %index to i64
  store i64 %wide, ptr addrspace(1) %out
  call void @weft.barrier()
  store i64 %wide, ptr addrspace(1) %out
  ret void
}

; CHECK: plan of 'too_long.item': 8 bytes per work-item
define void @too_long.item(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy, i64 %sz,
                           i64 %lx, i64 %ly, i64 %lz, ptr addrspace(1) %out) {
entry:
  %a = mul i64 %lx, %lx
  %b = xor i64 %a, %lx
  %c = mul i64 %b, 3
  %d = add i64 %c, %lx
  %e = mul i64 %d, %lx
  %f = xor i64 %e, 5
  %g = mul i64 %f, 7
  store i64 %g, ptr addrspace(1) %out
  call void @weft.barrier()
  store i64 %g, ptr addrspace(1) %out
  ret void
}
