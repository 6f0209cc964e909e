; Vectors whose length only the machine knows.
; run: dunlin run
; unsupported: scalable
; stdout: before
target triple = "x86_64-pc-linux-gnu"

@text = internal constant [7 x i8] c"before\00"

define i32 @main() {
  %printed = call i32 @puts(ptr @text)
  %v = add <vscale x 4 x i32> zeroinitializer, zeroinitializer
  %r = extractelement <vscale x 4 x i32> %v, i32 0
  ret i32 %r
}

declare i32 @puts(ptr)
