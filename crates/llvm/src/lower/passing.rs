//! How the arguments and results of functions and calls are passed natively: see [`dunlin_ir::passing`].

use super::ModuleLowering;
use super::ffi::{LLVMTypeKind as Kind, Ty, Value};
use dunlin_ir::{Class, Passing};

/// Of a function or a call: attributes that put an argument somewhere else than where its type goes.
const ELSEWHERE: [&str; 5] = ["byval", "inreg", "nest", "inalloca", "preallocated"];

impl ModuleLowering<'_> {
    /// How `value`, a function or a call, passes arguments of the given types, and its result. One class
    /// per scalar; types without scalars of their own were refused before.
    pub fn passing(&mut self, value: Value, args: &[Ty], result: Ty) -> Option<Box<Passing>> {
        let mut classes = Vec::new();
        for (place, &ty) in (1..).zip(args) {
            let class = match ELSEWHERE.iter().any(|name| value.passes_with(place, name)) {
                true => Class::Other,
                false => self.class(value, place, ty),
            };
            classes.extend(self.one_each(ty, class));
        }
        let results = match result.kind() {
            // Each field has a register of its own.
            Kind::LLVMStructTypeKind => {
                let fields = result.fields().into_iter();
                fields
                    .flat_map(|ty| {
                        let class = self.class(value, 0, ty);
                        self.one_each(ty, class)
                    })
                    .collect()
            }
            _ => {
                let class = self.class(value, 0, result);
                self.one_each(result, class)
            }
        };
        Passing::of(classes, results)
    }

    fn one_each(&mut self, ty: Ty, class: Class) -> Vec<Class> {
        vec![class; self.types.scalars(ty).map_or(0, |scalars| scalars.len())]
    }

    fn class(&self, value: Value, place: u32, ty: Ty) -> Class {
        match ty.kind() {
            Kind::LLVMFloatTypeKind | Kind::LLVMDoubleTypeKind => Class::Float,
            Kind::LLVMPointerTypeKind => Class::Integer,
            Kind::LLVMIntegerTypeKind if ty.int_width() > 64 => Class::Other,
            Kind::LLVMIntegerTypeKind if value.passes_with(place, "signext") => Class::SignExtended,
            Kind::LLVMIntegerTypeKind if value.passes_with(place, "zeroext") => Class::ZeroExtended,
            Kind::LLVMIntegerTypeKind => Class::Integer,
            _ => Class::Other,
        }
    }
}
