//! What debug information says about variables beside their names: whether they are signed, and
//! where they are in scope.
//!
//! LLVM's types do not tell `int` from `unsigned`. Debug information is not checked by LLVM as its
//! code is: a node of a kind that does not belong here is as good as none.

use super::ffi::{BasicBlock, LLVMMetadataKind as Kind, Metadata, ModuleRef, Value};
use dunlin_ir::Scalar;
use rustc_hash::FxHashMap;

/// So many names for one type are followed: damaged debug information may go in circles.
const MOST_NAMES: usize = 64;
/// So many blocks inside each other are followed.
const MOST_SCOPES: usize = 1024;

/// DWARF's numbers of the tags that matter here.
mod tag {
    pub const ENUMERATION: u16 = 0x04;
    pub const POINTER: u16 = 0x0f;
    pub const TYPEDEF: u16 = 0x16;
    pub const CONST: u16 = 0x26;
    pub const VOLATILE: u16 = 0x35;
    pub const RESTRICT: u16 = 0x37;
    pub const ATOMIC: u16 = 0x47;
}

/// The operand of a variable that is its type, and of a type that is the one it is made of.
const TYPE_OPERAND: usize = 3;
/// The operand of a scope that is the scope around it.
const SCOPE_OPERAND: usize = 1;

pub struct SourceTypes {
    module: ModuleRef,
    scalars: FxHashMap<Metadata, Option<Scalar>>,
    outer_scopes: FxHashMap<Metadata, Option<Metadata>>,
}

impl SourceTypes {
    pub fn new(module: ModuleRef) -> SourceTypes {
        SourceTypes { module, scalars: FxHashMap::default(), outer_scopes: FxHashMap::default() }
    }

    /// What a variable, local or global, holds; none if that is no integer and no pointer.
    pub fn scalar(&mut self, variable: Metadata) -> Option<Scalar> {
        let ty = variable.operand(self.module, TYPE_OPERAND)?;
        if let Some(&known) = self.scalars.get(&ty) {
            return known;
        }
        let scalar = self.scalar_of_type(ty);
        self.scalars.insert(ty, scalar);
        scalar
    }

    fn scalar_of_type(&self, mut ty: Metadata) -> Option<Scalar> {
        for _ in 0..MOST_NAMES {
            match ty.node_kind() {
                Kind::LLVMDIBasicTypeMetadataKind => return encoding(&ty.print(self.module)),
                Kind::LLVMDIDerivedTypeMetadataKind => match ty.tag() {
                    tag::POINTER => return Some(Scalar::Pointer),
                    tag::TYPEDEF | tag::CONST | tag::VOLATILE | tag::RESTRICT | tag::ATOMIC => {}
                    _ => return None,
                },
                Kind::LLVMDICompositeTypeMetadataKind if ty.tag() == tag::ENUMERATION => {}
                _ => return None,
            }
            ty = ty.operand(self.module, TYPE_OPERAND)?;
        }
        None
    }

    /// The first and the last line with code of every scope of a function, in the scope's own file.
    pub fn scope_lines(&mut self, func: Value) -> FxHashMap<Metadata, (u32, u32)> {
        let mut lines: FxHashMap<Metadata, (u32, u32)> = FxHashMap::default();
        let mut last = None;
        for inst in func.blocks().into_iter().flat_map(BasicBlock::instructions) {
            let Some(location) = inst.debug_location() else { continue };
            if last.replace(location) == Some(location) {
                continue;
            }
            let (line, _, file) = location.location();
            let mut next = location.location_scope().filter(|_| line > 0);
            for _ in 0..MOST_SCOPES {
                let Some(scope) = next else { break };
                if scope.scope_file() == file {
                    let (first, last) = lines.entry(scope).or_insert((line, line));
                    (*first, *last) = ((*first).min(line), (*last).max(line));
                }
                next = self.outer_scope(scope);
            }
        }
        lines
    }

    /// The scope around a block; functions are the outermost ones here.
    fn outer_scope(&mut self, scope: Metadata) -> Option<Metadata> {
        let module = self.module;
        *self.outer_scopes.entry(scope).or_insert_with(|| match scope.node_kind() {
            Kind::LLVMDILexicalBlockMetadataKind | Kind::LLVMDILexicalBlockFileMetadataKind => {
                let outer = scope.operand(module, SCOPE_OPERAND)?;
                let is_scope = matches!(
                    outer.node_kind(),
                    Kind::LLVMDILexicalBlockMetadataKind
                        | Kind::LLVMDILexicalBlockFileMetadataKind
                        | Kind::LLVMDISubprogramMetadataKind
                );
                is_scope.then_some(outer)
            }
            _ => None,
        })
    }
}

/// What the printed form of a basic type says; LLVM's C interface has no other way to ask.
fn encoding(printed: &str) -> Option<Scalar> {
    let (_, rest) = printed.rsplit_once("encoding: ")?;
    match rest.trim_end_matches(')').split(',').next()? {
        "DW_ATE_signed" | "DW_ATE_signed_char" => Some(Scalar::Signed),
        "DW_ATE_unsigned" | "DW_ATE_unsigned_char" | "DW_ATE_boolean" | "DW_ATE_UTF" => {
            Some(Scalar::Unsigned)
        }
        _ => None,
    }
}
