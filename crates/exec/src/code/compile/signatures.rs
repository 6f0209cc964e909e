//! Numbers for what calls through pointers pass and what functions take, so that a call that fits is seen by
//! one comparison.

use crate::code::Signature;
use dunlin_ir::{Class, Function, Module, Passing, Type};
use rustc_hash::FxHashMap;

/// Widths and classes of arguments and of results.
type Shape = (Vec<(u32, Class)>, Vec<(u32, Class)>);

#[derive(Default)]
pub struct Signatures {
    known: FxHashMap<Shape, Signature>,
}

impl Signatures {
    pub fn of_function(&mut self, module: &Module, func: &Function) -> Signature {
        let params: Vec<Type> = func.params.iter().map(|&reg| func.reg_type(reg)).collect();
        self.of(module, &params, &func.returns, &func.passing)
    }

    pub fn of(
        &mut self,
        module: &Module,
        args: &[Type],
        results: &[Type],
        passing: &Option<Box<Passing>>,
    ) -> Signature {
        let shape = |types: &[Type], class: fn(&Option<Box<Passing>>, usize) -> Class| {
            let classes = (0..).map(|index| class(passing, index).register());
            types.iter().map(|ty| ty.bits(&module.target)).zip(classes).collect()
        };
        let shape = (shape(args, Passing::arg), shape(results, Passing::result));
        let next = Signature(self.known.len() as u32);
        *self.known.entry(shape).or_insert(next)
    }
}
