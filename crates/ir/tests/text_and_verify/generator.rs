//! Random valid modules: every kind of instruction, operand and terminator, in shapes that a front
//! end would not make, too. Valid by construction, so that the verifier has to accept all of them.

use crate::bodies::write_body;
use dunlin_ir::*;

/// A stream of decisions; once it is used up, every decision is the first possibility, which makes
/// modules small when proptest shrinks the stream.
pub struct Choices<'a> {
    stream: &'a [u32],
}

impl<'a> Choices<'a> {
    pub fn new(stream: &'a [u32]) -> Self {
        Choices { stream }
    }

    fn next(&mut self) -> u32 {
        match self.stream {
            [first, rest @ ..] => {
                self.stream = rest;
                *first
            }
            [] => 0,
        }
    }

    /// A number below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        self.next() as usize % bound
    }

    pub fn flag(&mut self) -> bool {
        self.below(2) == 1
    }

    pub fn word(&mut self) -> u64 {
        let high = u64::from(self.next());
        match self.below(4) {
            0 => high,
            1 => high % 16,
            2 => !(high % 16),
            _ => high << 32 | u64::from(self.next()),
        }
    }

    pub fn pick<'t, T>(&mut self, from: &'t [T]) -> &'t T {
        &from[self.below(from.len())]
    }

    pub fn maybe<T>(&mut self, make: impl FnOnce(&mut Self) -> T) -> Option<T> {
        if self.flag() { Some(make(self)) } else { None }
    }

    pub fn vec<T>(&mut self, bound: usize, mut make: impl FnMut(&mut Self) -> T) -> Vec<T> {
        (0..self.below(bound)).map(|_| make(self)).collect()
    }

    pub fn name(&mut self, unique: usize) -> String {
        let shapes =
            ["f", "π ∧ λ", "a b", "\"quoted\\\"", "tab\tnew\nline\u{7f}\u{85}", "#; // @f0"];
        format!("{}{unique}", self.pick(&shapes))
    }

    pub fn ty(&mut self) -> Type {
        let widths = [32, 1, 8, 16, 24, 64, 80, 128, 65, 300];
        match self.below(widths.len() + 2) {
            i if i < widths.len() => Type::Int(widths[i]),
            _ => Type::Ptr,
        }
    }

    pub fn passing(&mut self, args: usize, results: usize) -> Option<Box<Passing>> {
        let mut classes =
            |count| -> Vec<Class> { (0..count).map(|_| *self.pick(Class::ALL)).collect() };
        Passing::of(classes(args), classes(results))
    }

    pub fn align(&mut self) -> u32 {
        1 << self.below(7)
    }

    pub fn pos(&mut self, files: usize) -> Option<Pos> {
        if files == 0 || self.flag() {
            return None;
        }
        let line = 1 + self.below(1000) as u32;
        let column = self.below(100) as u32;
        Some(Pos { file: FileId::new(self.below(files)), line, column })
    }
}

pub fn random_module(c: &mut Choices) -> Module {
    let pointer_bits = *c.pick(&[64, 32]);
    let mut module = Module {
        name: c.name(0),
        target: Target { pointer_bits, triple: c.name(1) },
        files: c.vec(3, |c| SourceFile {
            name: c.name(0),
            directory: c.name(1),
            runtime: c.flag(),
            text: *c.pick(&[SourceText::InDirectory, SourceText::AsNamed, SourceText::Nowhere]),
        }),
        layouts: Vec::new(),
        globals: Vec::new(),
        funcs: Vec::new(),
        constructors: Vec::new(),
        destructors: Vec::new(),
    };
    if let Some(file) = module.files.first_mut() {
        file.directory.clear();
    }
    for _ in 0..c.below(6) {
        let layout = random_layout(c, &module);
        module.layouts.push(layout);
    }
    for i in 0..1 + c.below(4) {
        let func = signature(c, i, module.files.len());
        module.funcs.push(func);
    }
    for i in 0..c.below(4) {
        let global = random_global(c, i, &module);
        module.globals.push(global);
    }
    for id in module.func_ids() {
        if !module.func(id).is_declaration() {
            let body = write_body(c, &module, id);
            module.funcs[id.index()] = body;
        }
        let func = module.func(id);
        if func.params.is_empty() && func.returns.is_empty() && !func.variadic {
            let list = if c.flag() { &mut module.constructors } else { &mut module.destructors };
            list.push(id);
        }
    }
    module
}

fn random_layout(c: &mut Choices, module: &Module) -> Layout {
    let known = module.layouts.len();
    let align = c.align();
    let (kind, size) = match c.below(if known == 0 { 3 } else { 5 }) {
        0 => (LayoutKind::Scalar(1 + c.below(128) as u32), 16),
        1 => (LayoutKind::Pointer, module.target.pointer_bytes()),
        2 => (LayoutKind::Opaque, 0),
        3 => {
            let element = LayoutId::new(c.below(known));
            let count = c.below(10) as u64;
            (LayoutKind::Array { element, count }, module.layout(element).size * count)
        }
        _ => {
            let mut size = 0;
            let fields = c.vec(4, |c| {
                let layout = LayoutId::new(c.below(known));
                let offset = size + c.below(3) as u64;
                size = offset + module.layout(layout).size;
                Field { offset, layout }
            });
            (LayoutKind::Struct { name: c.maybe(|c| c.name(known)), fields }, size)
        }
    };
    Layout { kind, size, align }
}

/// A function with its final signature and its final number of blocks, which hold nothing yet.
fn signature(c: &mut Choices, index: usize, files: usize) -> Function {
    let mut func = Function {
        name: c.name(index),
        params: Vec::new(),
        returns: c.vec(3, Choices::ty),
        variadic: c.flag(),
        passing: None,
        pos: c.pos(files),
        runtime: c.flag(),
        regs: Vec::new(),
        vars: Vec::new(),
        blocks: Vec::new(),
        insts: Vec::new(),
    };
    for ty in c.vec(4, Choices::ty) {
        let reg = func.new_reg(ty);
        func.params.push(reg);
    }
    func.passing = c.passing(func.params.len(), func.returns.len());
    func.vars = c.vec(4, |c| Variable {
        name: c.name(0),
        pos: c.pos(files),
        param: c.maybe(|c| c.below(5) as u32),
        scalar: c.maybe(|c| *c.pick(&Scalar::ALL)),
        scope: c.maybe(|c| (c.below(9) as u32, c.below(99) as u32)),
    });
    if index == 0 || c.below(4) > 0 {
        for i in 0..1 + c.below(5) {
            let types = if i == 0 { vec![] } else { c.vec(3, Choices::ty) };
            let params = types.into_iter().map(|ty| func.new_reg(ty)).collect();
            let term = Terminator::Unreachable;
            func.blocks.push(Block { params, insts: vec![], term, term_pos: None, branch: None });
        }
    }
    func
}

/// An address of a block that may be taken, if `func` has one.
pub fn block_of(c: &mut Choices, module: &Module, func: FuncId) -> Option<BlockId> {
    let count = module.func(func).blocks.len();
    (count > 1).then(|| BlockId::new(1 + c.below(count - 1)))
}

fn random_global(c: &mut Choices, index: usize, module: &Module) -> Global {
    let pointer = module.target.pointer_bytes();
    let mut size = c.word() % 100;
    let init = match c.below(3) {
        0 => Init::External,
        1 => Init::Zero,
        _ => {
            let mut bytes = c.vec(100, |c| c.word() as u8);
            let zeros = c.below(80);
            bytes.resize(bytes.len() + zeros, 0);
            bytes.extend(c.vec(20, |c| c.word() as u8));
            size = bytes.len() as u64;
            let mut relocs = Vec::new();
            let mut offset = c.below(10) as u64;
            while offset + pointer <= size && c.flag() {
                let func = FuncId::new(c.below(module.funcs.len()));
                let target = match (c.below(3), block_of(c, module, func)) {
                    (0, _) => RelocTarget::Global(GlobalId::new(c.below(index + 1))),
                    (1, Some(block)) => RelocTarget::Block(func, block),
                    _ => RelocTarget::Func(func),
                };
                let addend = *c.pick(&[0, 1, -1, i64::MIN, i64::MAX]);
                relocs.push(Reloc { offset, target, addend });
                offset += pointer + c.below(5) as u64;
            }
            Init::Data { bytes, relocs }
        }
    };
    let layouts = module.layouts.len();
    Global {
        name: if c.flag() { c.name(index) } else { String::new() },
        size,
        align: c.align(),
        constant: c.flag(),
        thread_local: c.flag(),
        layout: if layouts > 0 { c.maybe(|c| LayoutId::new(c.below(layouts))) } else { None },
        init,
        pos: c.pos(module.files.len()),
        scalar: c.maybe(|c| *c.pick(&Scalar::ALL)),
    }
}
