//! Which memory an access belongs to: one array for each group of objects that some pointer may lead to alike.
//!
//! The cells of an array are as wide as all accesses to the group allow. A group that holds pointers as well as numbers has one
//! bit more in each cell, which says that the cell is a part of a pointer: so the bytes of an address are never taken for a
//! number, which they are not (see [`crate::layout`]).

use dunlin_exec::{Builtin, Intrinsic};
use dunlin_ir::points_to::{Group, Object, PointsTo};
use dunlin_ir::{Call, Callee, FuncId, GlobalId, Init, InstKind, Module, Operand, Point, Type};

/// What a group holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Holds {
    Numbers,
    Pointers,
    /// Each cell says which of both.
    Both,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Class {
    /// Bytes, a power of two.
    pub cell: u64,
    pub holds: Holds,
}

impl Class {
    /// How many bits an element has.
    pub fn element(self) -> u32 {
        self.cell as u32 * 8 + u32::from(self.holds == Holds::Both)
    }
}

#[derive(Clone, Copy)]
struct Used {
    cell: u64,
    pointers: bool,
    numbers: bool,
}

pub struct Classes {
    points_to: PointsTo,
    classes: Vec<Class>,
}

/// No cells are wider.
const WIDEST: u64 = 8;

impl Classes {
    pub fn of(module: &Module) -> Classes {
        let points_to = PointsTo::of(module);
        let used = Used { cell: WIDEST, pointers: false, numbers: false };
        let mut found =
            Finder { module, points_to: &points_to, used: Vec::new(), copies: Vec::new() };
        found.used = vec![used; points_to.groups().count()];
        found.look();
        let classes = found.used.iter().map(|used| Class {
            cell: used.cell,
            holds: match (used.pointers, used.numbers) {
                (true, true) => Holds::Both,
                (true, false) => Holds::Pointers,
                (false, _) => Holds::Numbers,
            },
        });
        Classes { classes: classes.collect(), points_to }
    }

    pub fn class(&self, group: Group) -> Class {
        self.classes[group.0 as usize]
    }

    /// The group that an address leads into; none if nothing is known.
    pub fn group(&self, func: FuncId, address: &Operand) -> Option<Group> {
        group(&self.points_to, func, address)
    }

    /// The group of what an instruction allocates.
    pub fn of_site(&self, site: Point) -> Group {
        self.points_to.groups().of_site(site)
    }

    pub fn of_global(&self, global: GlobalId) -> Group {
        self.points_to.groups().of_global(global)
    }

    /// The variables of the program in a group.
    pub fn globals(&self, group: Group) -> Vec<GlobalId> {
        let members = self.points_to.groups().members(group).iter();
        let globals = members.filter_map(|object| match object {
            Object::Global(global) => Some(*global),
            _ => None,
        });
        globals.collect()
    }
}

fn group(points_to: &PointsTo, func: FuncId, address: &Operand) -> Option<Group> {
    let groups = points_to.groups();
    let of = |object: Object| match object {
        Object::Global(global) => Some(groups.of_global(global)),
        Object::Function(_) | Object::Outside => None,
        Object::Stack(at) | Object::Arguments(at) | Object::Heap(at) | Object::Fixed(at) => {
            Some(groups.of_site(at))
        }
        Object::EngineStrings | Object::EngineVectors | Object::Lazy => Some(groups.of_engine()),
    };
    match address {
        Operand::Global(global) => Some(groups.of_global(*global)),
        Operand::Reg(reg) => points_to.pointees(func, *reg).into_iter().find_map(of),
        _ => None,
    }
}

struct Finder<'m> {
    module: &'m Module,
    points_to: &'m PointsTo,
    used: Vec<Used>,
    /// Pairs of groups between which bytes are copied.
    copies: Vec<(Group, Group)>,
}

impl Finder<'_> {
    fn look(&mut self) {
        for global in (0..self.module.globals.len()).map(GlobalId::new) {
            let group = self.points_to.groups().of_global(global);
            let used = &mut self.used[group.0 as usize];
            if let Init::Data { bytes, relocs } = &self.module.global(global).init {
                used.pointers |= !relocs.is_empty();
                used.numbers |= bytes.iter().any(|&byte| byte != 0);
            }
        }
        for id in self.module.func_ids().filter(|&id| self.points_to.is_called(id)) {
            let func = self.module.func(id);
            for inst in &func.insts {
                self.instruction(id, &inst.kind);
            }
        }
        // What is copied is held by both; cells of both can be split alike.
        loop {
            let before: Vec<(bool, bool)> =
                self.used.iter().map(|used| (used.pointers, used.numbers)).collect();
            for &(x, y) in &self.copies {
                let (x, y) = (x.0 as usize, y.0 as usize);
                let pointers = self.used[x].pointers | self.used[y].pointers;
                let numbers = self.used[x].numbers | self.used[y].numbers;
                for group in [x, y] {
                    (self.used[group].pointers, self.used[group].numbers) = (pointers, numbers);
                }
            }
            if self.used.iter().map(|used| (used.pointers, used.numbers)).eq(before) {
                return;
            }
        }
    }

    fn instruction(&mut self, func: FuncId, kind: &InstKind) {
        let target = &self.module.target;
        match kind {
            InstKind::Load { ty, addr, align, .. } | InstKind::Store { ty, addr, align, .. } => {
                let bytes = ty.store_size(target);
                self.used_at(func, addr, bytes | u64::from(*align), Some(*ty));
            }
            InstKind::MemCopy { dst, src, len, .. } => self.copied(func, dst, src, len),
            InstKind::MemSet { dst, value, len } => self.filled(func, dst, value, len),
            InstKind::VaStart { list } => self.used_at(func, list, 1, None),
            InstKind::VaCopy { dst, src } => {
                self.used_at(func, dst, 1, None);
                self.used_at(func, src, 1, None);
            }
            InstKind::Call(call) => self.call(func, call),
            _ => {}
        }
    }

    fn call(&mut self, func: FuncId, call: &Call) {
        let Callee::Direct(callee) = call.callee else { return };
        let callee = self.module.func(callee);
        let builtin = match callee.is_declaration() {
            true => Builtin::named(&callee.name),
            false => return,
        };
        match (builtin, &call.args[..]) {
            (Some(Builtin::MemCopy | Builtin::MemMove), [to, from, len, ..]) => {
                self.copied(func, to, from, len);
            }
            (Some(Builtin::MemSet), [to, value, len, ..]) => self.filled(func, to, value, len),
            (
                Some(Builtin::Intrinsic(Intrinsic::MakeSymbolic | Intrinsic::NondetMemory)),
                [to, len, ..],
            ) => {
                let bytes = len.as_bits().map_or(1, |len| len.low_u64());
                self.used_at(func, to, bytes, Some(Type::Int(8)));
            }
            _ => {
                // Whatever else is done to memory is done byte by byte.
                for argument in &call.args {
                    if matches!(argument, Operand::Reg(_) | Operand::Global(_))
                        && !matches!(builtin, Some(Builtin::Free))
                    {
                        self.used_at(func, argument, 1, None);
                    }
                }
            }
        }
    }

    fn copied(&mut self, func: FuncId, to: &Operand, from: &Operand, len: &Operand) {
        let bytes = len.as_bits().map_or(1, |len| len.low_u64());
        self.used_at(func, to, bytes, None);
        self.used_at(func, from, bytes, None);
        let pair = (group(self.points_to, func, to), group(self.points_to, func, from));
        if let (Some(to), Some(from)) = pair {
            self.copies.push((to, from));
        }
    }

    fn filled(&mut self, func: FuncId, to: &Operand, value: &Operand, len: &Operand) {
        let bytes = len.as_bits().map_or(1, |len| len.low_u64());
        let is_zero = value.as_bits().is_some_and(|value| value.low_u64() == 0);
        self.used_at(func, to, bytes, (!is_zero).then_some(Type::Int(8)));
    }

    /// An access whose place and length are multiples of `measure`'s lowest bit.
    fn used_at(&mut self, func: FuncId, address: &Operand, measure: u64, ty: Option<Type>) {
        let Some(group) = group(self.points_to, func, address) else { return };
        let used = &mut self.used[group.0 as usize];
        if measure != 0 {
            used.cell = used.cell.min(1 << measure.trailing_zeros());
        }
        match ty {
            Some(Type::Ptr) => used.pointers = true,
            Some(Type::Int(_)) => used.numbers = true,
            None => {}
        }
    }
}
