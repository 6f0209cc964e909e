; A `catch`, what its exception passes on the way, and what comes behind. From this C++:
;
;   extern "C" int klee_int(const char *);
;   struct guard {
;       int *count;
;       ~guard() { ++*count; }
;   };
;   static int parse(int n) {
;       int count = 0;
;       guard g{&count};
;       if (n == 7)
;           throw n;
;       return count;
;   }
;   int main() {
;       int n = klee_int("n");
;       int result = 0;
;       try {
;           result = parse(n);
;       } catch (int caught) {
;           result = caught;
;       }
;       if (result == 7)
;           return 1;
;       return 0;
;   }
;
; The handler (19), what only it leads to (22) and the cleanup (12, which is reached without an exception, too) have
; their ways; where an exception leads is not executed, so that nothing is proved.
; run: dunlin reach --target catch.cpp:19 --target catch.cpp:22
; run: dunlin reach --target catch.cpp:19 --target catch.cpp:22 --strategy sdse
; verdict: catch.cpp:19 unknown
; verdict: catch.cpp:22 unknown
; run: dunlin reach --target catch.cpp:10 --target catch.cpp:12 --target catch.cpp:23
; verdict: catch.cpp:10 reachable
; verdict: catch.cpp:12 reachable
; verdict: catch.cpp:23 reachable
; run: dunlin run
; unsupported: __cxa_allocate_exception
; paths: 1
target triple = "x86_64-pc-linux-gnu"

%struct.guard = type { ptr }

$_ZN5guardD2Ev = comdat any

@.str = private unnamed_addr constant [2 x i8] c"n\00"
@_ZTIi = internal constant ptr null

define noundef i32 @main() personality ptr @__gxx_personality_v0 !dbg !18 {
entry:
  %retval = alloca i32, align 4
  %n = alloca i32, align 4
  %result = alloca i32, align 4
  %exn.slot = alloca ptr, align 8
  %ehselector.slot = alloca i32, align 4
  %caught = alloca i32, align 4
  store i32 0, ptr %retval, align 4
  %call = call i32 @klee_int(ptr noundef @.str), !dbg !25
  store i32 %call, ptr %n, align 4, !dbg !24
  store i32 0, ptr %result, align 4, !dbg !27
  %0 = load i32, ptr %n, align 4, !dbg !28
  %call1 = invoke noundef i32 @_ZL5parsei(i32 noundef %0)
          to label %invoke.cont unwind label %lpad, !dbg !30

invoke.cont:
  store i32 %call1, ptr %result, align 4, !dbg !31
  br label %try.cont, !dbg !32

lpad:
  %1 = landingpad { ptr, i32 }
          catch ptr @_ZTIi, !dbg !33
  %2 = extractvalue { ptr, i32 } %1, 0, !dbg !33
  store ptr %2, ptr %exn.slot, align 8, !dbg !33
  %3 = extractvalue { ptr, i32 } %1, 1, !dbg !33
  store i32 %3, ptr %ehselector.slot, align 4, !dbg !33
  br label %catch.dispatch, !dbg !33

catch.dispatch:
  %sel = load i32, ptr %ehselector.slot, align 4, !dbg !32
  %4 = call i32 @llvm.eh.typeid.for.p0(ptr @_ZTIi), !dbg !32
  %matches = icmp eq i32 %sel, %4, !dbg !32
  br i1 %matches, label %catch, label %eh.resume, !dbg !32

catch:
  %exn = load ptr, ptr %exn.slot, align 8, !dbg !32
  %5 = call ptr @__cxa_begin_catch(ptr %exn), !dbg !32
  %6 = load i32, ptr %5, align 4, !dbg !32
  store i32 %6, ptr %caught, align 4, !dbg !32
  %7 = load i32, ptr %caught, align 4, !dbg !36
  store i32 %7, ptr %result, align 4, !dbg !38
  call void @__cxa_end_catch(), !dbg !39
  br label %try.cont, !dbg !39

try.cont:
  %8 = load i32, ptr %result, align 4, !dbg !40
  %cmp = icmp eq i32 %8, 7, !dbg !42
  br i1 %cmp, label %if.then, label %if.end, !dbg !43

if.then:
  store i32 1, ptr %retval, align 4, !dbg !44
  br label %return, !dbg !44

if.end:
  store i32 0, ptr %retval, align 4, !dbg !45
  br label %return, !dbg !45

return:
  %9 = load i32, ptr %retval, align 4, !dbg !46
  ret i32 %9, !dbg !46

eh.resume:
  %exn2 = load ptr, ptr %exn.slot, align 8, !dbg !32
  %sel3 = load i32, ptr %ehselector.slot, align 4, !dbg !32
  %lpad.val = insertvalue { ptr, i32 } poison, ptr %exn2, 0, !dbg !32
  %lpad.val4 = insertvalue { ptr, i32 } %lpad.val, i32 %sel3, 1, !dbg !32
  resume { ptr, i32 } %lpad.val4, !dbg !32
}

declare i32 @klee_int(ptr noundef)

define internal noundef i32 @_ZL5parsei(i32 noundef %n) personality ptr @__gxx_personality_v0 !dbg !47 {
entry:
  %n.addr = alloca i32, align 4
  %count = alloca i32, align 4
  %g = alloca %struct.guard, align 8
  %exn.slot = alloca ptr, align 8
  %ehselector.slot = alloca i32, align 4
  store i32 %n, ptr %n.addr, align 4
  store i32 0, ptr %count, align 4, !dbg !53
  %count1 = getelementptr inbounds %struct.guard, ptr %g, i32 0, i32 0, !dbg !64
  store ptr %count, ptr %count1, align 8, !dbg !64
  %0 = load i32, ptr %n.addr, align 4, !dbg !65
  %cmp = icmp eq i32 %0, 7, !dbg !67
  br i1 %cmp, label %if.then, label %if.end, !dbg !68

if.then:
  %exception = call ptr @__cxa_allocate_exception(i64 4), !dbg !69
  %1 = load i32, ptr %n.addr, align 4, !dbg !70
  store i32 %1, ptr %exception, align 16, !dbg !69
  invoke void @__cxa_throw(ptr %exception, ptr @_ZTIi, ptr null)
          to label %unreachable unwind label %lpad, !dbg !69

lpad:
  %2 = landingpad { ptr, i32 }
          cleanup, !dbg !71
  %3 = extractvalue { ptr, i32 } %2, 0, !dbg !71
  store ptr %3, ptr %exn.slot, align 8, !dbg !71
  %4 = extractvalue { ptr, i32 } %2, 1, !dbg !71
  store i32 %4, ptr %ehselector.slot, align 4, !dbg !71
  call void @_ZN5guardD2Ev(ptr noundef nonnull align 8 dereferenceable(8) %g), !dbg !72
  br label %eh.resume, !dbg !72

if.end:
  %5 = load i32, ptr %count, align 4, !dbg !73
  call void @_ZN5guardD2Ev(ptr noundef nonnull align 8 dereferenceable(8) %g), !dbg !72
  ret i32 %5, !dbg !72

eh.resume:
  %exn = load ptr, ptr %exn.slot, align 8, !dbg !72
  %sel = load i32, ptr %ehselector.slot, align 4, !dbg !72
  %lpad.val = insertvalue { ptr, i32 } poison, ptr %exn, 0, !dbg !72
  %lpad.val2 = insertvalue { ptr, i32 } %lpad.val, i32 %sel, 1, !dbg !72
  resume { ptr, i32 } %lpad.val2, !dbg !72

unreachable:
  unreachable
}

declare i32 @__gxx_personality_v0(...)

declare i32 @llvm.eh.typeid.for.p0(ptr)

declare ptr @__cxa_begin_catch(ptr)

declare void @__cxa_end_catch()

declare ptr @__cxa_allocate_exception(i64)

declare void @__cxa_throw(ptr, ptr, ptr)

define linkonce_odr void @_ZN5guardD2Ev(ptr noundef nonnull align 8 dereferenceable(8) %this) unnamed_addr comdat align 2 !dbg !74 {
entry:
  %this.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8
  %this1 = load ptr, ptr %this.addr, align 8
  %count = getelementptr inbounds %struct.guard, ptr %this1, i32 0, i32 0, !dbg !78
  %0 = load ptr, ptr %count, align 8, !dbg !78
  %1 = load i32, ptr %0, align 4, !dbg !80
  %inc = add nsw i32 %1, 1, !dbg !80
  store i32 %inc, ptr %0, align 4, !dbg !80
  ret void, !dbg !81
}

!llvm.dbg.cu = !{!8}
!llvm.module.flags = !{!11}
!2 = !DIFile(filename: "catch.cpp", directory: "")
!8 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !2, producer: "clang", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, splitDebugInlining: false, nameTableKind: None)
!11 = !{i32 2, !"Debug Info Version", i32 3}
!18 = distinct !DISubprogram(name: "main", scope: !2, file: !2, line: 13, type: !19, scopeLine: 13, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !8)
!19 = !DISubroutineType(types: !20)
!20 = !{}
!24 = !DILocation(line: 14, column: 9, scope: !18)
!25 = !DILocation(line: 14, column: 13, scope: !18)
!27 = !DILocation(line: 15, column: 9, scope: !18)
!28 = !DILocation(line: 17, column: 24, scope: !29)
!29 = distinct !DILexicalBlock(scope: !18, file: !2, line: 16, column: 9)
!30 = !DILocation(line: 17, column: 18, scope: !29)
!31 = !DILocation(line: 17, column: 16, scope: !29)
!32 = !DILocation(line: 18, column: 5, scope: !29)
!33 = !DILocation(line: 24, column: 1, scope: !29)
!36 = !DILocation(line: 19, column: 18, scope: !37)
!37 = distinct !DILexicalBlock(scope: !18, file: !2, line: 18, column: 26)
!38 = !DILocation(line: 19, column: 16, scope: !37)
!39 = !DILocation(line: 20, column: 5, scope: !37)
!40 = !DILocation(line: 21, column: 9, scope: !41)
!41 = distinct !DILexicalBlock(scope: !18, file: !2, line: 21, column: 9)
!42 = !DILocation(line: 21, column: 16, scope: !41)
!43 = !DILocation(line: 21, column: 9, scope: !18)
!44 = !DILocation(line: 22, column: 9, scope: !41)
!45 = !DILocation(line: 23, column: 5, scope: !18)
!46 = !DILocation(line: 24, column: 1, scope: !18)
!47 = distinct !DISubprogram(name: "parse", linkageName: "_ZL5parsei", scope: !2, file: !2, line: 6, type: !19, scopeLine: 6, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !8)
!53 = !DILocation(line: 7, column: 9, scope: !47)
!64 = !DILocation(line: 8, column: 12, scope: !47)
!65 = !DILocation(line: 9, column: 9, scope: !66)
!66 = distinct !DILexicalBlock(scope: !47, file: !2, line: 9, column: 9)
!67 = !DILocation(line: 9, column: 11, scope: !66)
!68 = !DILocation(line: 9, column: 9, scope: !47)
!69 = !DILocation(line: 10, column: 9, scope: !66)
!70 = !DILocation(line: 10, column: 15, scope: !66)
!71 = !DILocation(line: 12, column: 1, scope: !66)
!72 = !DILocation(line: 12, column: 1, scope: !47)
!73 = !DILocation(line: 11, column: 12, scope: !47)
!74 = distinct !DISubprogram(name: "~guard", linkageName: "_ZN5guardD2Ev", scope: !2, file: !2, line: 4, type: !19, scopeLine: 4, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !8)
!78 = !DILocation(line: 4, column: 19, scope: !79)
!79 = distinct !DILexicalBlock(scope: !74, file: !2, line: 4, column: 14)
!80 = !DILocation(line: 4, column: 16, scope: !79)
!81 = !DILocation(line: 4, column: 26, scope: !74)
