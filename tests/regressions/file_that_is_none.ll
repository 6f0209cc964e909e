; LLVM's verifier accepts any node as the file of a lexical block.
; run: dunlin run
; replay: off clang itself crashes on this debug information
; exit-status: 3
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define i32 @main() !dbg !4 {
  %x = alloca i32, align 4
  call void @llvm.dbg.declare(metadata ptr %x, metadata !6, metadata !DIExpression()), !dbg !8
  store i32 3, ptr %x, align 4, !dbg !8
  %1 = load i32, ptr %x, align 4, !dbg !8
  ret i32 %1, !dbg !8
}

declare void @llvm.dbg.declare(metadata, metadata, metadata)

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, isOptimized: false, emissionKind: FullDebug)
!1 = !DIFile(filename: "none.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !5)
!4 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 1, type: !3, spFlags: DISPFlagDefinition, unit: !0)
!5 = !{null}
!6 = !DILocalVariable(name: "x", scope: !9, file: !1, line: 2, type: !7)
!7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = !DILocation(line: 3, column: 1, scope: !9)
!9 = distinct !DILexicalBlock(scope: !4, file: i32 3, line: 2, column: 1)
