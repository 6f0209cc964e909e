//! A whole program: the module, its derived form, and what analyses say of it.

use super::compile::compile;
use super::local_sites::LocalSites;
use super::operations::{Code, Op, Pc};
use super::start::{EntryError, Start, Starter};
use crate::options::ExecOptions;
use dunlin_ir::points_to::{Groups, PointsTo};
use dunlin_ir::{FuncId, Module, Numbering, Point, PointNumber, pass};
use std::sync::OnceLock;

/// Everything about a program that does not change while it runs.
pub struct Program {
    pub module: Module,
    pub code: Code,
    numbering: Numbering,
    /// By operation: the number of the point in the module that it comes from.
    pub(crate) places: Vec<PointNumber>,
    /// Where it makes local memory.
    pub(crate) sites: LocalSites,
    /// Where it begins.
    pub start: FuncId,
    lazy: bool,
    /// Where it can begin as well: by function, the start function that calls it.
    origins: Vec<Option<FuncId>>,
    /// Made when it is first asked for.
    points_to: OnceLock<PointsTo>,
}

impl Program {
    /// Which objects may be meant together, by an analysis of the whole program.
    pub fn groups(&self) -> &Groups {
        self.points_to.get_or_init(|| PointsTo::of(&self.module)).groups()
    }

    pub fn new(module: Module, entry: &str, options: &ExecOptions) -> Result<Program, EntryError> {
        Program::with_origins(module, entry, &[], options)
    }

    /// A program that can also begin in other functions, with lazily symbolic input. Those that cannot
    /// be called so (see [`EntryError`]) are left out.
    pub fn with_origins(
        mut module: Module,
        entry: &str,
        origins: &[FuncId],
        options: &ExecOptions,
    ) -> Result<Program, EntryError> {
        let (Start { func: start, lazy }, starts) =
            pass("start functions", &mut module, |module| {
                let mut starter = Starter::new(module);
                let start = starter.entry(entry).and_then(|entry| starter.add(entry))?;
                let mut starts =
                    vec![None; origins.iter().map(|func| func.index() + 1).max().unwrap_or(0)];
                for &origin in origins {
                    starts[origin.index()] = starter.add(origin).ok().map(|start| start.func);
                }
                Ok((start, starts))
            })?;
        let code = compile(&module, options);
        let numbering = Numbering::of(&module);
        let operations = 0..code.ops.len() as Pc;
        let places = operations.map(|pc| numbering.number(code.point(pc))).collect();
        let sites = LocalSites::of(&module, &code);
        code.check();
        let points_to = OnceLock::new();
        Ok(Program {
            module,
            code,
            numbering,
            places,
            sites,
            start,
            lazy,
            origins: starts,
            points_to,
        })
    }

    /// The point with a number, if there is one.
    pub fn point(&self, number: PointNumber) -> Option<Point> {
        self.numbering.point(number)
    }

    /// The number of a point.
    pub fn number(&self, point: Point) -> PointNumber {
        self.numbering.number(point)
    }

    /// Whether it starts in the middle, with arguments that nobody has computed (see `lazy`).
    pub fn starts_lazily(&self) -> bool {
        self.lazy
    }

    /// The function that begins with a call of this one.
    pub fn start_of(&self, origin: FuncId) -> Option<FuncId> {
        self.origins.get(origin.index()).copied().flatten()
    }

    /// A state that has taken an edge stands before the moves of its arguments, which count as part of
    /// the branch: where it is on its way to says more.
    pub fn behind_moves(&self, mut pc: Pc) -> Pc {
        let func = self.module.func(self.code.func_at(pc));
        loop {
            let point = self.code.points[pc as usize];
            let of_edge = point.index as usize == func.block(point.block).insts.len();
            match self.code.ops[pc as usize] {
                Op::Move { .. } | Op::Int { .. } | Op::Address { .. } if of_edge => pc += 1,
                Op::Jump { to, .. } | Op::MarkedJump { to, .. } if of_edge => return to,
                _ => return pc,
            }
        }
    }

    /// Functions that are declared, but neither defined nor provided by the engine.
    pub fn unknown_functions(&self) -> Vec<FuncId> {
        let unknown = |func: &FuncId| {
            let known = self.code.funcs[func.index()].builtin.is_some();
            self.module.func(*func).is_declaration() && !known
        };
        self.module.func_ids().filter(unknown).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The pass checks that every argument has the type of its function's parameter.
    #[test]
    fn functions_of_different_types_can_all_be_origins() {
        let text = "module \"m\"\ntarget 64 \"t\"\n\n\
            define @f0 \"main\"() -> (i32) {\nb0:\n  return 0\n}\n\n\
            define @f1 \"number\"(%0: i128) {\nb0:\n  return\n}\n\n\
            define @f2 \"address\"(%0: ptr, %1: i128) {\nb0:\n  return\n}\n\n\
            define @f3 \"open\"(%0: i32, ...) {\nb0:\n  return\n}\n";
        let module = dunlin_ir::parse::parse(text).expect("a module");
        let origins = [FuncId(1), FuncId(2), FuncId(3)];
        let options = ExecOptions::default();
        let program = Program::with_origins(module, "main", &origins, &options).expect("a main");
        let name = |func| program.start_of(func).map(|start| &program.module.func(start).name[..]);
        assert_eq!(program.module.func(program.start).name, "__dunlin_start");
        assert_eq!(name(FuncId(1)), Some("__dunlin_start.number"));
        assert_eq!(name(FuncId(2)), Some("__dunlin_start.address"));
        // Variable arguments cannot be made up.
        assert_eq!((name(FuncId(3)), name(FuncId(0))), (None, None));
    }
}
