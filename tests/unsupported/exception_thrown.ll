; Where an exception is thrown, the path ends as unsupported; the way without one goes on.
; run: dunlin run
; unsupported: __cxa_throw
; paths: 1
target triple = "x86_64-pc-linux-gnu"

define internal void @may_throw(i32 %n) {
  %large = icmp sgt i32 %n, 3
  br i1 %large, label %throw, label %done
throw:
  call void @__cxa_throw(ptr null, ptr null, ptr null)
  unreachable
done:
  ret void
}

define i32 @main() personality ptr @personality {
  %n = call i32 @klee_int(ptr @name)
  invoke void @may_throw(i32 %n) to label %fine unwind label %thrown
fine:
  ret i32 0
thrown:
  %pad = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %pad
}

@name = internal constant [2 x i8] c"n\00"
declare i32 @klee_int(ptr)
declare void @__cxa_throw(ptr, ptr, ptr)
declare i32 @personality(...)
