//! Which memory an access belongs to: to a group of objects that some pointer may lead to alike, and there to the arrays
//! of some [`fields`](crate::fields).
//!
//! A field that holds pointers as well as numbers has one bit more in each cell, which says that the cell is a part of a pointer: so
//! the bytes of an address are never taken for a number, which they are not (see [`crate::layout`]).

use crate::fields::{Fields, Uses, Way, places};
use dunlin_exec::{Builtin, Intrinsic};
use dunlin_ir::points_to::{Group, Object, PERIOD, PointsTo};
use dunlin_ir::{Call, Callee, FuncId, GlobalId, Init, InstKind, Module, Operand, Point, Type};
use rustc_hash::FxHashSet;

pub struct Classes {
    points_to: PointsTo,
    /// By group.
    fields: Vec<Fields>,
}

impl Classes {
    pub fn of(module: &Module) -> Classes {
        let points_to = PointsTo::of(module);
        let uses = vec![Uses::default(); points_to.groups().count()];
        let mut finder = Finder { module, points_to: &points_to, uses, copies: Vec::new() };
        finder.look();
        let fields = finder.uses.iter().map(Uses::fields).collect();
        Classes { fields, points_to }
    }

    pub fn fields(&self, group: Group) -> &Fields {
        &self.fields[group.0 as usize]
    }

    /// The group that an address leads into, with the places at which it may; none if nothing is known.
    pub fn leads(&self, func: FuncId, address: &Operand) -> Option<(Group, u64)> {
        leads(&self.points_to, func, address)
    }

    /// All groups that an address may lead into. There is more than one in the library, which is looked at once for each call of
    /// the program.
    pub fn leads_all(&self, func: FuncId, address: &Operand) -> Vec<(Group, u64)> {
        leads_all(&self.points_to, func, address)
    }

    /// The group that an address leads into; none if nothing is known.
    pub fn group(&self, func: FuncId, address: &Operand) -> Option<Group> {
        self.leads(func, address).map(|(group, _)| group)
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

/// The first group that an address may lead into.
fn leads(points_to: &PointsTo, func: FuncId, address: &Operand) -> Option<(Group, u64)> {
    leads_all(points_to, func, address).into_iter().next()
}

fn leads_all(points_to: &PointsTo, func: FuncId, address: &Operand) -> Vec<(Group, u64)> {
    let groups = points_to.groups();
    let of = |object: Object| match object {
        Object::Global(global) => Some(groups.of_global(global)),
        Object::Function(_) | Object::Outside => None,
        Object::Stack(at) | Object::Arguments(at) | Object::Heap(at) | Object::Fixed(at) => {
            Some(groups.of_site(at))
        }
        Object::EngineStrings | Object::EngineVectors | Object::Lazy => Some(groups.of_engine()),
    };
    let mut all: Vec<(Group, u64)> = Vec::new();
    match address {
        Operand::Global(global) => all.push((groups.of_global(*global), 1)),
        Operand::Reg(reg) => {
            for (object, at) in points_to.places(func, *reg) {
                let Some(group) = of(object) else { continue };
                match all.iter_mut().find(|(known, _)| *known == group) {
                    Some((_, places)) => *places |= at,
                    None => all.push((group, at)),
                }
            }
        }
        _ => {}
    }
    all
}

/// Bytes are copied from one group to another, or inside of one.
#[derive(Clone, Copy)]
struct Copied {
    to: (Group, u64),
    from: (Group, u64),
    bytes: u64,
}

/// What lies in one field comes to another one.
#[derive(PartialEq, Eq, Hash)]
struct Carried {
    to: (Group, u64),
    from: (Group, u64),
}

struct Finder<'m> {
    module: &'m Module,
    points_to: &'m PointsTo,
    /// By group.
    uses: Vec<Uses>,
    copies: Vec<Copied>,
}

impl Finder<'_> {
    fn look(&mut self) {
        for global in (0..self.module.globals.len()).map(GlobalId::new) {
            self.global(global);
        }
        for id in self.module.func_ids().filter(|&id| self.points_to.is_called(id)) {
            let func = self.module.func(id);
            for inst in &func.insts {
                self.instruction(id, &inst.kind);
            }
        }
        (0..self.copies.len()).for_each(|copy| self.narrow(copy));
        let copies: FxHashSet<Carried> =
            self.copies.iter().flat_map(|copy| self.carried(copy)).collect();
        while copies.iter().fold(false, |news, copy| self.carry(copy) | news) {}
    }

    /// What a variable holds first.
    fn global(&mut self, global: GlobalId) {
        let Init::Data { bytes, relocs } = &self.module.global(global).init else { return };
        let uses = &mut self.uses[self.points_to.groups().of_global(global).0 as usize];
        for reloc in relocs {
            for byte in 0..self.module.target.pointer_bytes() {
                uses.mark(reloc.offset + byte, Way { pointers: true, ..Way::default() });
            }
        }
        for (place, _) in (0..).zip(bytes).filter(|(_, byte)| **byte != 0) {
            uses.mark(place, Way { numbers: true, ..Way::default() });
        }
    }

    /// From which fields to which ones a copy leads, by a place of each.
    fn carried(&self, copy: &Copied) -> FxHashSet<Carried> {
        let (to, from) = (copy.to.0, copy.from.0);
        let [here, there] = [to, from].map(|group| &self.uses[group.0 as usize]);
        let bytes = copy.bytes.min(PERIOD);
        let ways = pairs(copy.to.1, copy.from.1).flat_map(|(to, from)| {
            (0..bytes).map(move |offset| (here.find(to + offset), there.find(from + offset)))
        });
        ways.map(|(here, there)| Carried { to: (to, here), from: (from, there) }).collect()
    }

    /// What is read where it was copied to is read where it comes from, and held there. Whether that is news.
    fn carry(&mut self, copy: &Carried) -> bool {
        let ((to, here), (from, there)) = (copy.to, copy.from);
        if !self.uses[to.0 as usize].way(here).reads {
            return false;
        }
        let source = &mut self.uses[from.0 as usize];
        let news = source.also(there, Way { reads: true, ..Way::default() });
        let held = Way { reads: false, ..source.way(there) };
        self.uses[to.0 as usize].also(here, held) || news
    }

    fn instruction(&mut self, func: FuncId, kind: &InstKind) {
        match kind {
            InstKind::Load { ty, addr, align, .. } => self.value(func, addr, *ty, *align, true),
            InstKind::Store { ty, addr, align, .. } => self.value(func, addr, *ty, *align, false),
            InstKind::MemCopy { dst, src, len, .. } => self.copied(func, dst, src, len),
            InstKind::MemSet { dst, value, len } => self.filled(func, dst, value, len),
            InstKind::Call(call) => self.call(func, call),
            _ => {}
        }
    }

    /// A load or a store.
    fn value(&mut self, func: FuncId, address: &Operand, ty: Type, align: u32, reads: bool) {
        let bytes = ty.store_size(&self.module.target);
        let pointers = ty == Type::Ptr;
        let way = Way { reads, pointers, numbers: !pointers };
        for (group, at) in leads_all(self.points_to, func, address) {
            self.uses[group.0 as usize].value(at, bytes, align.into(), way);
        }
    }

    /// What the library does to memory, as far as there are models of it.
    fn call(&mut self, func: FuncId, call: &Call) {
        let Callee::Direct(callee) = call.callee else { return };
        let callee = self.module.func(callee);
        if !callee.is_declaration() {
            return;
        }
        match (Builtin::named(&callee.name), &call.args[..]) {
            (Some(Builtin::MemCopy | Builtin::MemMove), [to, from, len, ..]) => {
                self.copied(func, to, from, len);
            }
            (Some(Builtin::MemSet), [to, value, len, ..]) => self.filled(func, to, value, len),
            (
                Some(Builtin::Intrinsic(Intrinsic::MakeSymbolic | Intrinsic::NondetMemory)),
                [to, len, ..],
            ) => self.row(func, to, len, Way { numbers: true, ..Way::default() }),
            _ => {}
        }
    }

    fn copied(&mut self, func: FuncId, to: &Operand, from: &Operand, len: &Operand) {
        for end in [to, from] {
            self.row(func, end, len, Way::default());
        }
        let bytes = len.as_bits().map_or(PERIOD, |len| len.low_u64());
        let [to, from] = [to, from].map(|end| leads_all(self.points_to, func, end));
        for &to in &to {
            for &from in &from {
                self.copies.push(Copied { to, from, bytes });
            }
        }
    }

    /// Cells that do not begin alike are not copied whole.
    fn narrow(&mut self, copy: usize) {
        let Copied { to, from, bytes } = self.copies[copy];
        let apart = pairs(to.1, from.1).map(|(here, there)| here.abs_diff(there));
        if let Some(cell) = apart.filter(|&by| by != 0).map(|by| 1 << by.trailing_zeros()).min() {
            self.uses[to.0.0 as usize].narrow_row(to.1, bytes, cell);
            self.uses[from.0.0 as usize].narrow_row(from.1, bytes, cell);
        }
    }

    fn filled(&mut self, func: FuncId, to: &Operand, value: &Operand, len: &Operand) {
        let is_zero = value.as_bits().is_some_and(|value| value.low_u64() == 0);
        self.row(func, to, len, Way { numbers: !is_zero, ..Way::default() });
    }

    /// Bytes that are filled or copied. If they may be any number they are in one field.
    fn row(&mut self, func: FuncId, address: &Operand, len: &Operand, way: Way) {
        for (group, at) in leads_all(self.points_to, func, address) {
            let uses = &mut self.uses[group.0 as usize];
            match len.as_bits() {
                Some(len) => uses.row(at, len.low_u64(), way),
                None => uses.anyhow(way),
            }
        }
    }
}

/// All pairs of a place of the one set and one of the other.
fn pairs(one: u64, other: u64) -> impl Iterator<Item = (u64, u64)> {
    places(one).flat_map(move |here| places(other).map(move |there| (here, there)))
}
