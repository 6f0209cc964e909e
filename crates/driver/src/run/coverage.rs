//! Coverage of the source, from the marks of an exploration.

use dunlin_exec::Program;
use dunlin_exec::coverage::executed;
use dunlin_report::coverage::{BranchHit, CoverageData, FileCoverage, FunctionHit, LineHits};
use std::collections::BTreeMap;
use std::path::Path;

/// What paths that finished or erred have covered, and, marked so, what others have as far as they
/// were followed.
pub fn coverage(program: &Program, covered: &[bool], partly: &[bool]) -> CoverageData {
    let module = &program.module;
    let mut files: BTreeMap<u32, FileCoverage> = BTreeMap::new();
    let file_of = |files: &mut BTreeMap<u32, FileCoverage>, id: dunlin_ir::FileId| {
        files.entry(id.0).or_insert_with(|| {
            let file = module.file(id);
            let path = Path::new(&file.directory).join(&file.name);
            FileCoverage { path: path.display().to_string(), ..FileCoverage::default() }
        });
    };
    let either: Vec<bool> = covered
        .iter()
        .enumerate()
        .map(|(mark, &hit)| hit || partly.get(mark).copied().unwrap_or(false))
        .collect();
    for (function, partly) in executed(program, covered).into_iter().zip(executed(program, &either))
    {
        for ((pos, hit), (_, partial)) in function.lines.into_iter().zip(partly.lines) {
            if module.file(pos.file).runtime || pos.line == 0 {
                continue;
            }
            file_of(&mut files, pos.file);
            let file = files.get_mut(&pos.file.0).expect("made above");
            let line = file.lines.entry(pos.line).or_insert(LineHits { hits: 0, partial: 0 });
            line.hits = line.hits.max(u64::from(hit));
            line.partial = line.partial.max(u64::from(partial && !hit));
        }
        for (branch, partial) in function.branches.into_iter().zip(partly.branches) {
            if module.file(branch.pos.file).runtime {
                continue;
            }
            file_of(&mut files, branch.pos.file);
            let file = files.get_mut(&branch.pos.file.0).expect("made above");
            file.branches.push(BranchHit {
                line: branch.pos.line,
                // Blocks are numbered per function; functions keep them apart.
                block: function.func.0 << 16 | (branch.block & 0xffff),
                branch: branch.way,
                taken: branch.taken.map(u64::from),
                partial: match (branch.taken, partial.taken) {
                    (Some(true), _) | (_, None) => None,
                    (taken, Some(partial)) if taken == Some(partial) => None,
                    (_, Some(partial)) => Some(u64::from(partial)),
                },
            });
        }
        let func = module.func(function.func);
        if let Some(pos) = func.pos
            && !module.file(pos.file).runtime
        {
            file_of(&mut files, pos.file);
            let file = files.get_mut(&pos.file.0).expect("made above");
            file.functions.push(FunctionHit {
                name: func.name.clone(),
                line: pos.line,
                hits: u64::from(function.entered),
                partial: u64::from(partly.entered && !function.entered),
            });
        }
    }
    CoverageData { files: files.into_values().collect() }
}
