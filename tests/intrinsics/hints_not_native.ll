; Hints that native code generation of plain programs does not take, and debug intrinsics in their old form.
; run: dunlin run
; replay: off the code generator for x86 does not have these operations
; exit-status: 12
target triple = "x86_64-pc-linux-gnu"

@counter = private constant [4 x i8] c"main"

define i32 @main() !dbg !4 {
  %place = alloca i32, !dbg !7
  call void @llvm.dbg.declare(metadata ptr %place, metadata !6, metadata !DIExpression()), !dbg !7
  %a = call i32 @llvm.ssa.copy.i32(i32 12), !dbg !7
  call void @llvm.dbg.value(metadata i32 %a, metadata !6, metadata !DIExpression()), !dbg !7
  call void @llvm.dbg.label(metadata !8), !dbg !7
  %e = call i32 @llvm.expect.with.probability.i32(i32 %a, i32 5, double 0.75), !dbg !7
  store i32 %e, ptr %place, !dbg !7, !DIAssignID !9
  call void @llvm.dbg.assign(metadata i32 %a, metadata !6, metadata !DIExpression(), metadata !9, metadata ptr %place, metadata !DIExpression()), !dbg !7
  %kept = call ptr @llvm.preserve.static.offset(ptr %place), !dbg !7
  call void @llvm.clear_cache(ptr %place, ptr %place), !dbg !7
  call void @llvm.codeview.annotation(metadata !10), !dbg !7
  call void @llvm.instrprof.increment(ptr @counter, i64 1, i32 1, i32 0), !dbg !7
  %r = call ptr @llvm.addressofreturnaddress.p0(), !dbg !7
  %s = call ptr @llvm.sponentry.p0(), !dbg !7
  call void (...) @llvm.fake.use(ptr %kept), !dbg !7
  %b = load i32, ptr %kept, !dbg !7
  ret i32 %b, !dbg !7
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "hints.c", directory: ".")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{i32 7, !"Dwarf Version", i32 4}
!4 = distinct !DISubprogram(name: "main", file: !1, line: 1, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !{null})
!6 = !DILocalVariable(name: "number", scope: !4, file: !1, line: 2)
!7 = !DILocation(line: 3, scope: !4)
!8 = !DILabel(scope: !4, name: "here", file: !1, line: 3)
!9 = distinct !DIAssignID()
!10 = !{!"text"}

declare i32 @llvm.expect.with.probability.i32(i32, i32, double)
declare i32 @llvm.ssa.copy.i32(i32)
declare ptr @llvm.preserve.static.offset(ptr)
declare void @llvm.fake.use(...)
declare void @llvm.clear_cache(ptr, ptr)
declare void @llvm.codeview.annotation(metadata)
declare void @llvm.instrprof.increment(ptr, i64, i32, i32)
declare ptr @llvm.addressofreturnaddress.p0()
declare ptr @llvm.sponentry.p0()
declare void @llvm.dbg.declare(metadata, metadata, metadata)
declare void @llvm.dbg.value(metadata, metadata, metadata)
declare void @llvm.dbg.label(metadata)
declare void @llvm.dbg.assign(metadata, metadata, metadata, metadata, metadata, metadata)
