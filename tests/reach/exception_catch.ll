; A `catch` is reached by an exception that a function below throws. Unwinding is not executed, so that
; nothing is claimed: neither of what the handler calls nor of what comes behind it, where the function
; that throws never returns.
; run: dunlin reach --target handler
; run: dunlin reach --target behind
; run: dunlin reach --target handler --strategy sdse
; run: dunlin reach --target behind --strategy ccbse:sdse
; verdict: unknown
; reason: __cxa_throw
target triple = "x86_64-pc-linux-gnu"

define internal void @handler() {
  ret void
}

define internal void @behind() {
  ret void
}

define internal void @thrower() {
  call void @__cxa_throw(ptr null, ptr null, ptr null)
  unreachable
}

define internal void @catches() personality ptr @personality {
  invoke void @thrower() to label %fine unwind label %thrown
fine:
  ret void
thrown:
  %pad = landingpad { ptr, i32 } catch ptr null
  call void @handler()
  ret void
}

define i32 @main() {
  call void @catches()
  call void @behind()
  ret i32 0
}

declare void @__cxa_throw(ptr, ptr, ptr)
declare i32 @personality(...)
