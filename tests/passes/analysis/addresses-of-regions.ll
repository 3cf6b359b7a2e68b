; What addresses of a region are made of: what does not move, and how they move with the ids.
; RUN: %weft-opt -passes='print<weft-addresses>' -disable-output %s 2>&1 | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; out[(y + 1) * pitch + x - 1]: a row lies further on by more than the source says.
; CHECK-LABEL: addresses of 'rows'
; CHECK-NEXT: %at: %out + 4*%pitch + far*local.id.y + 4*local.id.x + -4{{$}}
; CHECK-NEXT: %tile.at: %tile + 68*local.id.y + 4*local.id.x + 68{{$}}
; CHECK-NEXT: %field: %out + 16*group.id.x + 12{{$}}
define void @rows(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy, i64 %sz, i64 %lx, i64 %ly, i64 %lz, ptr %out, i64 %pitch, ptr %tile) {
  %next = add i64 %ly, 1
  %row = mul i64 %next, %pitch
  %x = add i64 %lx, -1
  %i = add i64 %row, %x
  %at = getelementptr i32, ptr %out, i64 %i
  store i32 7, ptr %at
  %tile.at = getelementptr [17 x i32], ptr %tile, i64 %next, i64 %lx
  store i32 7, ptr %tile.at
  %field = getelementptr { i64, { i32, i32 } }, ptr %out, i64 %gx, i32 1, i32 1
  %field.at = load i32, ptr %field
  ret void
}

; What is narrow is a sum only as long as it does not wrap.
; CHECK-LABEL: addresses of 'narrow'
; CHECK-NEXT: %signed: %p + 4*%n + 4*local.id.x, if %i fits 32 signed bits{{$}}
; CHECK-NEXT: %unsigned: %p + 4*%n + 4*local.id.x, if %i fits 32 bits{{$}}
; CHECK-NEXT: %low: %p + local.id.x, if %lx fits 16 signed bits{{$}}
; CHECK-NEXT: %index: %p + 4*%n + 4*local.id.x, if %i fits 32 signed bits{{$}}
; CHECK-NEXT: %same: %p + %wide{{$}}
define void @narrow(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy, i64 %sz, i64 %lx, i64 %ly, i64 %lz, ptr %p, i32 %n) {
  %x = trunc i64 %lx to i32
  %i = add i32 %x, %n
  %s = sext i32 %i to i64
  %signed = getelementptr i32, ptr %p, i64 %s
  store i32 7, ptr %signed
  %z = zext i32 %i to i64
  %unsigned = getelementptr i32, ptr %p, i64 %z
  store i32 7, ptr %unsigned
  %left = shl i64 %lx, 48
  %right = ashr i64 %left, 48
  %low = getelementptr i8, ptr %p, i64 %right
  store i8 7, ptr %low
  %index = getelementptr i32, ptr %p, i32 %i
  store i32 7, ptr %index
  %m = add i32 %n, 3
  %wide = sext i32 %m to i64
  %same = getelementptr i8, ptr %p, i64 %wide
  store i8 7, ptr %same
  ret void
}

; What is not linear moves, who knows how; what both ids are factors of is linear along each.
; CHECK-LABEL: addresses of 'others'
; CHECK-NEXT: %bits.at: %p + %bits + ?*local.id.x{{$}}
; CHECK-NEXT: %area.at: %p + ... + far*local.id.x + far*local.id.y{{$}}
; CHECK-NEXT: %square.at: %p + ... + ?*local.id.x{{$}}
; CHECK-NEXT: %twice.at: %p + 2*local.id.x{{$}}
; CHECK-NEXT: %none.at: %p{{$}}
; CHECK-NEXT: %bits.at: {{.*}}
; CHECK-NEXT: %loaded.at: %p + %loaded + ?*local.id.x, if %loaded reads the same{{$}}
define void @others(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy, i64 %sz, i64 %lx, i64 %ly, i64 %lz, ptr %p) {
  %bits = and i64 %lx, 7
  %bits.at = getelementptr i8, ptr %p, i64 %bits
  store i8 7, ptr %bits.at
  %area = mul i64 %lx, %ly
  %area.at = getelementptr i8, ptr %p, i64 %area
  store i8 7, ptr %area.at
  %square = mul i64 %lx, %lx
  %square.at = getelementptr i8, ptr %p, i64 %square
  store i8 7, ptr %square.at
  %four = shl i64 %lx, 2
  %minus = mul i64 -2, %lx
  %twice = or disjoint i64 %four, %minus
  %twice.at = getelementptr i8, ptr %p, i64 %twice
  store i8 7, ptr %twice.at
  %none = sub i64 %lx, %lx
  %none.at = getelementptr i8, ptr %p, i64 %none
  store i8 7, ptr %none.at
  %loaded = load i64, ptr %bits.at
  %loaded.at = getelementptr i8, ptr %p, i64 %loaded
  store i8 7, ptr %loaded.at
  ret void
}

; Where one of two is meant, as at borders, what moves is.
; CHECK-LABEL: addresses of 'chosen'
; CHECK-NEXT: %limited.at: %p + ... + local.id.x, if %limited is not limited{{$}}
; CHECK-NEXT: %selected.at: %p + ... + local.id.x, if %selected is what moves{{$}}
; CHECK-NEXT: %either.at: %p + ... + ?*local.id.x, if %either is what moves{{$}}
; CHECK-NEXT: %joined.at: %p + ... + local.id.y, if %joined is what moves{{$}}
define void @chosen(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy, i64 %sz, i64 %lx, i64 %ly, i64 %lz, ptr %p, i64 %n) {
  %limited = call i64 @llvm.smin(i64 %lx, i64 %n)
  %limited.at = getelementptr i8, ptr %p, i64 %limited
  store i8 7, ptr %limited.at
  %low = icmp ult i64 %lx, 3
  %selected = select i1 %low, i64 %n, i64 %lx
  %selected.at = getelementptr i8, ptr %p, i64 %selected
  store i8 7, ptr %selected.at
  %twice = mul i64 %lx, 2
  %either = select i1 %low, i64 %twice, i64 %lx
  %either.at = getelementptr i8, ptr %p, i64 %either
  store i8 7, ptr %either.at
  br i1 %low, label %then, label %end
then:
  br label %end
end:
  %joined = phi i64 [ %n, %0 ], [ %ly, %then ]
  %joined.at = getelementptr i8, ptr %p, i64 %joined
  store i8 7, ptr %joined.at
  ret void
}

; What chooses may be read from memory, where it may be something else for another work-item.
; CHECK-LABEL: addresses of 'chosen_by_memory'
; CHECK: %chosen.at: %p + ... + local.id.x, if %read reads the same and %chosen is what moves{{$}}
define void @chosen_by_memory(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy, i64 %sz, i64 %lx, i64 %ly, i64 %lz, ptr %p, i64 %n) {
  %read = load i64, ptr %p
  %is_zero = icmp eq i64 %read, 0
  %chosen = select i1 %is_zero, i64 %lx, i64 %n
  %chosen.at = getelementptr i8, ptr %p, i64 %chosen
  store i8 7, ptr %chosen.at
  ret void
}
