; Nothing below this `invoke` throws: what the handler calls is proved unreachable, and what comes behind
; is reached.
; run: dunlin reach --target handler --target behind
; verdict: handler unreachable
; verdict: behind reachable
target triple = "x86_64-pc-linux-gnu"

define internal void @handler() {
  ret void
}

define internal void @behind() {
  ret void
}

define internal i32 @harmless(i32 %x) {
  %y = add i32 %x, 1
  ret i32 %y
}

define i32 @main() personality ptr @personality {
  %r = invoke i32 @harmless(i32 1) to label %fine unwind label %thrown
fine:
  %status = sub i32 %r, 2
  call void @behind()
  ret i32 %status
thrown:
  %pad = landingpad { ptr, i32 } catch ptr null
  call void @handler()
  ret i32 1
}

declare i32 @personality(...)
