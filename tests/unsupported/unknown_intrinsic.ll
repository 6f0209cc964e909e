; Intrinsics without a meaning here end the path that executes them, with their name; others run on.
; run: dunlin run
; replay: off the code generator does not have this intrinsic
; unsupported: llvm.x86.sse42.crc32.32.8
; stdout: before
target triple = "x86_64-pc-linux-gnu"

@text = internal constant [7 x i8] c"before\00"

define i32 @main() {
  %printed = call i32 @puts(ptr @text)
  %crc = call i32 @llvm.x86.sse42.crc32.32.8(i32 1, i8 2)
  ret i32 %crc
}

declare i32 @puts(ptr)
declare i32 @llvm.x86.sse42.crc32.32.8(i32, i8)
