//! V2 to V10 as far as they speak of the module itself: target, layouts, globals, names.

use super::{Checker, Invariant, MAX_WIDTH};
use crate::ids::{GlobalId, LayoutId};
use crate::module::{Global, Init, Pos, RelocTarget};
use crate::types::{Layout, LayoutKind, Type};
use rustc_hash::FxHashSet;

impl Checker<'_> {
    pub(super) fn check_module(&mut self) {
        let module = self.module;
        let bits = module.target.pointer_bits;
        self.require(matches!(bits, 32 | 64), Invariant::PointerWidth, || {
            format!("the target's pointers have {bits} bits")
        });
        for (i, layout) in module.layouts.iter().enumerate() {
            self.layout_parts(LayoutId::new(i), layout);
        }
        self.layout_cycles();
        for (i, global) in module.globals.iter().enumerate() {
            self.global_data(GlobalId::new(i), global);
        }
        self.unique_names("functions", module.funcs.iter().map(|f| f.name.as_str()));
        self.unique_names("globals", module.globals.iter().map(|g| g.name.as_str()));
        let given: &[Type] = &[Type::Int(32), Type::Ptr, Type::Ptr];
        let startup = [
            ("constructor", &module.constructors, given),
            ("destructor", &module.destructors, &[]),
        ];
        for (what, funcs, given) in startup {
            for &id in funcs {
                let func = module.func(id);
                let wanted: Vec<Type> = func.params.iter().map(|&reg| func.reg_type(reg)).collect();
                let plain = given.starts_with(&wanted) && func.returns.is_empty() && !func.variadic;
                self.require(plain, Invariant::StartupFunctions, || {
                    format!("the {what} {id} {:?} takes or returns what it cannot", func.name)
                });
            }
        }
    }

    fn layout_parts(&mut self, id: LayoutId, layout: &Layout) {
        self.alignment(layout.align, &format!("layout {id}"));
        match &layout.kind {
            LayoutKind::Scalar(bits) => self.width(*bits, &format!("layout {id}")),
            LayoutKind::Array { element, count } => {
                let end = self.module.layout(*element).size.checked_mul(*count);
                let inside = end.is_some_and(|end| end <= layout.size);
                self.require(inside, Invariant::Layouts, || {
                    format!(
                        "layout {id} of {} bytes is too small for {count} {element}",
                        layout.size
                    )
                });
            }
            LayoutKind::Struct { fields, .. } => {
                for (i, field) in fields.iter().enumerate() {
                    let end = field.offset.checked_add(self.module.layout(field.layout).size);
                    let inside = end.is_some_and(|end| end <= layout.size);
                    self.require(inside, Invariant::Layouts, || {
                        format!("field {i} of layout {id} ends after its {} bytes", layout.size)
                    });
                }
            }
            LayoutKind::Pointer | LayoutKind::Opaque => {}
        }
    }

    /// Takes away, again and again, the layouts all of whose parts are taken away; what is left
    /// contains itself or something that does.
    fn layout_cycles(&mut self) {
        let layouts = &self.module.layouts;
        let mut users = vec![Vec::new(); layouts.len()];
        let mut parts = vec![0usize; layouts.len()];
        for (i, layout) in layouts.iter().enumerate() {
            let mut part = |part: LayoutId| {
                users[part.index()].push(i);
                parts[i] += 1;
            };
            match &layout.kind {
                LayoutKind::Array { element, .. } => part(*element),
                LayoutKind::Struct { fields, .. } => fields.iter().for_each(|f| part(f.layout)),
                LayoutKind::Scalar(_) | LayoutKind::Pointer | LayoutKind::Opaque => {}
            }
        }
        let mut ready: Vec<usize> = (0..layouts.len()).filter(|&i| parts[i] == 0).collect();
        while let Some(layout) = ready.pop() {
            for &user in &users[layout] {
                parts[user] -= 1;
                if parts[user] == 0 {
                    ready.push(user);
                }
            }
        }
        for i in (0..layouts.len()).filter(|&i| parts[i] > 0) {
            let message = format!("layout {} has itself or such a layout inside", LayoutId::new(i));
            self.report(Invariant::Layouts, message);
        }
    }

    fn global_data(&mut self, id: GlobalId, global: &Global) {
        let what = format!("global {id} {:?}", global.name);
        self.alignment(global.align, &what);
        self.position(global.pos, &what);
        let Init::Data { bytes, relocs } = &global.init else { return };
        self.require(bytes.len() as u64 == global.size, Invariant::GlobalData, || {
            format!("{what} has {} bytes of data, but size {}", bytes.len(), global.size)
        });
        let mut free_from = 0;
        for reloc in relocs {
            let end = reloc.offset.checked_add(self.module.target.pointer_bytes());
            let inside = end.is_some_and(|end| end <= global.size);
            self.require(inside, Invariant::GlobalData, || {
                format!("the relocation at {} of {what} is not inside", reloc.offset)
            });
            self.require(reloc.offset >= free_from, Invariant::GlobalData, || {
                format!(
                    "the relocation at {} of {what} overlaps with or precedes the one before",
                    reloc.offset
                )
            });
            free_from = end.unwrap_or(u64::MAX);
            if let RelocTarget::Block(func, block) = reloc.target {
                self.require(block.0 != 0, Invariant::BlockAddresses, || {
                    format!("{what} has the address of {func}'s entry block")
                });
            }
        }
    }

    fn unique_names<'n>(&mut self, what: &str, names: impl Iterator<Item = &'n str>) {
        let mut seen = FxHashSet::default();
        for name in names.filter(|name| !name.is_empty()) {
            let new = seen.insert(name);
            self.require(new, Invariant::Names, || format!("two {what} are named {name:?}"));
        }
    }

    // ---- shared with the checks of functions ---------------------------------------------------

    pub(super) fn alignment(&mut self, align: u32, what: &str) {
        self.require(align.is_power_of_two(), Invariant::Alignments, || {
            format!("{what} has alignment {align}")
        });
    }

    pub(super) fn width(&mut self, width: u32, what: &str) {
        self.require((1..=MAX_WIDTH).contains(&width), Invariant::Widths, || {
            format!("{what} has {width} bits")
        });
    }

    pub(super) fn position(&mut self, pos: Option<Pos>, what: &str) {
        self.require(pos.is_none_or(|pos| pos.line > 0), Invariant::Positions, || {
            format!("the position of {what} is in line 0")
        });
    }
}
