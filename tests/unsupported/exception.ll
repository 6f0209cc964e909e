; A program may contain exception handling; only a path that throws or resumes ends.
; run: dunlin run
; unsupported: exception handling
; stdout: before
target triple = "x86_64-pc-linux-gnu"

@text = internal constant [7 x i8] c"before\00"

define internal void @rethrow({ ptr, i32 } %exception) personality ptr @personality {
  resume { ptr, i32 } %exception
}

define i32 @main() personality ptr @personality {
  %printed = invoke i32 @puts(ptr @text) to label %fine unwind label %thrown
fine:
  call void @rethrow({ ptr, i32 } zeroinitializer)
  ret i32 0
thrown:
  %pad = landingpad { ptr, i32 } catch ptr null
  ret i32 1
}

declare i32 @puts(ptr)
declare i32 @personality(...)
