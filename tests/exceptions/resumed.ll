; An exception that passes a cleanup, which resumes it, and arrives two calls above. What the cleanup calls, what
; the handler calls and what is behind the outer call are not proved unreachable; the rest goes on.
; run: dunlin reach --target cleaned --target handled --target behind --target after
; verdict: cleaned unknown
; verdict: handled unknown
; verdict: behind unknown
; verdict: after reachable
; run: dunlin run
; unsupported: __cxa_throw
; paths: 1
target triple = "x86_64-pc-linux-gnu"

@name = internal constant [2 x i8] c"n\00"

define internal void @cleaned() {
  ret void
}

define internal void @handled() {
  ret void
}

define internal void @behind() {
  ret void
}

define internal void @after() {
  ret void
}

define internal void @throws(i32 %n) {
  %small = icmp slt i32 %n, 3
  br i1 %small, label %fine, label %bad
fine:
  ret void
bad:
  call void @__cxa_throw(ptr null, ptr null, ptr null)
  unreachable
}

define internal void @cleans(i32 %n) personality ptr @personality {
  invoke void @throws(i32 %n) to label %fine unwind label %clean
fine:
  ret void
clean:
  %pad = landingpad { ptr, i32 } cleanup
  call void @cleaned()
  resume { ptr, i32 } %pad
}

define internal i32 @catches(i32 %n) personality ptr @personality {
  invoke void @cleans(i32 %n) to label %fine unwind label %catch
fine:
  ret i32 0
catch:
  %pad = landingpad { ptr, i32 } catch ptr null
  call void @handled()
  ret i32 1
}

define i32 @main() {
  %n = call i32 @klee_int(ptr @name)
  %caught = call i32 @catches(i32 %n)
  %was = icmp eq i32 %caught, 1
  br i1 %was, label %yes, label %no
yes:
  call void @behind()
  ret i32 1
no:
  call void @after()
  ret i32 0
}

declare i32 @klee_int(ptr)
declare void @__cxa_throw(ptr, ptr, ptr)
declare i32 @personality(...)
