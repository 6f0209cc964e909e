//! What the names in a condition mean at a point of the program.
//!
//! A name means what it does in the source there: the variable of the innermost block that declares
//! it, a `static` of the function, or a global variable, of the same file first. Scopes are known as
//! lines, from the debug information.

use super::life::{Life, life_at};
use dunlin_ir::{
    FileId, Function, GlobalId, Init, InstKind, LayoutId, LayoutKind, Module, Operand, Point,
    Scalar, VarId, Variable,
};
use std::collections::BTreeSet;

/// Where a variable can be read, and what is there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Found {
    pub addr: Operand,
    pub align: u32,
    pub holds: Holds,
}

/// Why a variable cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct NotFound {
    pub why: String,
    /// It does not live at the point.
    pub dead: bool,
}

impl From<String> for NotFound {
    fn from(why: String) -> NotFound {
        NotFound { why, dead: false }
    }
}

/// What a variable holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Holds {
    Int { width: u32, signed: bool },
    Pointer,
}

pub(super) struct Variables<'m> {
    module: &'m Module,
    point: Point,
    func: &'m Function,
    /// The file and the line of the point.
    at: Option<(FileId, u32)>,
}

impl<'m> Variables<'m> {
    pub fn at(module: &'m Module, point: Point) -> Variables<'m> {
        let at = module.pos(point).map(|pos| (pos.file, pos.line));
        Variables { module, point, func: module.func(point.func), at }
    }

    /// The variable of this name, if there is one; or why it cannot be read.
    pub fn find(&self, name: &str) -> Result<Option<Found>, NotFound> {
        let named = self.func.vars.iter().enumerate().filter(|(_, var)| var.name == name);
        let mut inner: Vec<_> = named.filter(|(_, var)| self.in_scope(var)).collect();
        // The smallest scope is the innermost: one contains the other.
        let extent = |var: &Variable| var.scope.map_or(u32::MAX, |(first, last)| last - first);
        inner.sort_by_key(|(_, var)| extent(var));
        match inner[..] {
            [] => {}
            [(_, a), (_, b), ..] if extent(a) == extent(b) => {
                return Err(several(name, self.func).into());
            }
            [(id, _), ..] => {
                let found = self.local(VarId::new(id)).ok_or_else(|| unreadable(name))?;
                return self.living(name, found).map(Some);
            }
        }
        let own = format!("{}.{name}", self.func.name);
        for name in [&own[..], name] {
            let mut globals = self.globals_named(name);
            if globals.len() > 1 {
                globals.retain(|&id| self.is_of_this_file(id));
            }
            match globals[..] {
                [] => {}
                [id] => return Ok(Some(self.global(id).ok_or_else(|| unreadable(name))?)),
                _ => return Err(format!("`{name}` may be any of several variables here").into()),
            }
        }
        Ok(None)
    }

    /// The names of all variables that can be read.
    pub fn names(&self) -> Vec<String> {
        let locals = self.func.vars.iter().map(|var| var.name.clone());
        let prefix = format!("{}.", self.func.name);
        let is_plain = |name: &str| !name.is_empty() && !name.contains('.');
        let globals = self.module.globals.iter().map(|global| {
            let name = &global.name;
            name.strip_prefix(&prefix).unwrap_or(name).to_owned()
        });
        let names: BTreeSet<String> = locals.chain(globals).filter(|name| is_plain(name)).collect();
        let readable = |name: &String| matches!(self.find(name), Ok(Some(_)));
        names.into_iter().filter(readable).collect()
    }

    fn in_scope(&self, var: &Variable) -> bool {
        let (Some((file, line)), Some(declared)) = (self.at, var.pos) else { return true };
        if declared.file != file {
            return true;
        }
        let inside = var.scope.is_none_or(|(first, last)| (first..=last).contains(&line));
        // A parameter may be declared on a line after the first one with code.
        inside && (var.param.is_some() || declared.line <= line)
    }

    /// The object of a local variable, if it has one that exists at the point.
    fn local(&self, var: VarId) -> Option<Found> {
        let scalar = self.func.var(var).scalar?;
        let entry = &self.func.blocks.first()?.insts;
        // All variables whose sizes are known are made at the beginning.
        let before = match self.point.block.index() {
            0 => &entry[..self.point.index as usize],
            _ => &entry[..],
        };
        before.iter().find_map(|&inst| match &self.func.inst(inst).kind {
            InstKind::Alloca { dst, size: Operand::Int { .. }, align, var: of, layout, .. }
                if *of == Some(var) =>
            {
                let holds = self.holds(scalar, *layout)?;
                Some(Found { addr: Operand::Reg(*dst), align: *align, holds })
            }
            _ => None,
        })
    }

    /// A local variable, if it lives at the point.
    fn living(&self, name: &str, found: Found) -> Result<Found, NotFound> {
        let Operand::Reg(object) = found.addr else { return Ok(found) };
        let (what, dead) = match life_at(self.func, object, self.point) {
            Life::Lives => return Ok(found),
            Life::Dead => ("does not live where code of this line begins", true),
            Life::Unsure => ("may live or not where code of this line begins", false),
        };
        Err(NotFound { why: format!("`{name}` {what}"), dead })
    }

    fn global(&self, id: GlobalId) -> Option<Found> {
        let global = self.module.global(id);
        let holds = self.holds(global.scalar?, global.layout)?;
        let readable = global.init != Init::External;
        readable.then_some(Found { addr: Operand::Global(id), align: global.align, holds })
    }

    fn globals_named(&self, name: &str) -> Vec<GlobalId> {
        // The linker gives variables of other files with the same name a number.
        let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        let is_named = |full: &str| match full.strip_prefix(name) {
            Some("") => true,
            Some(rest) => rest.strip_prefix('.').is_some_and(is_number),
            None => false,
        };
        let globals = self.module.globals.iter().enumerate();
        globals
            .filter(|(_, global)| is_named(&global.name) && global.pos.is_some())
            .map(|(id, _)| GlobalId::new(id))
            .collect()
    }

    fn is_of_this_file(&self, id: GlobalId) -> bool {
        let file = self.module.global(id).pos.map(|pos| pos.file);
        file.is_some() && file == self.func.pos.map(|pos| pos.file)
    }

    fn holds(&self, scalar: Scalar, layout: Option<LayoutId>) -> Option<Holds> {
        match (scalar, &self.module.layout(layout?).kind) {
            (Scalar::Pointer, LayoutKind::Pointer) => Some(Holds::Pointer),
            (Scalar::Signed | Scalar::Unsigned, &LayoutKind::Scalar(width)) => {
                let whole = (8..=128).contains(&width) && width.is_power_of_two();
                whole.then_some(Holds::Int { width, signed: scalar == Scalar::Signed })
            }
            _ => None,
        }
    }
}

fn several(name: &str, func: &Function) -> String {
    let lines: Vec<String> = func
        .vars
        .iter()
        .filter(|var| var.name == name)
        .filter_map(|var| var.pos.map(|pos| pos.line.to_string()))
        .collect();
    let lines = lines.join(", ");
    format!("`{name}` may be any of several variables here, declared on lines {lines}")
}

fn unreadable(name: &str) -> String {
    format!("`{name}` cannot be read here: it is not an integer and not a pointer")
}
