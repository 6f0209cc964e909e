//! Source positions and files from debug information.

use super::LowerOptions;
use super::ffi::{Metadata, ModuleRef, Value};
use dunlin_ir::{FileId, Pos, SourceFile};
use rustc_hash::{FxHashMap, FxHashSet};

/// The source files that were mentioned so far, and positions that were already looked up.
#[derive(Default)]
pub struct Positions {
    pub files: Vec<SourceFile>,
    file_ids: FxHashMap<(String, String), FileId>,
    file_of_node: FxHashMap<Metadata, FileId>,
    pos_of_node: FxHashMap<Metadata, Option<Pos>>,
    runtime_files: FxHashSet<(String, String)>,
}

impl Positions {
    /// Finds the files that functions of the runtime and none of the program are written in.
    pub fn find_runtime_files(&mut self, llvm: ModuleRef, options: &LowerOptions) {
        if options.runtime_functions.is_empty() {
            return;
        }
        let mut program_files = FxHashSet::default();
        for func in llvm.functions() {
            let Some(file) = func.subprogram().and_then(Metadata::scope_file) else { continue };
            if options.runtime_functions.contains(&func.name()) {
                self.runtime_files.insert(file.file_name());
            } else {
                program_files.insert(file.file_name());
            }
        }
        self.runtime_files.retain(|file| !program_files.contains(file));
    }

    /// The position of an instruction; compiler-generated ones have none.
    pub fn instruction_pos(&mut self, inst: Value) -> Option<Pos> {
        let node = inst.debug_location()?;
        if let Some(&known) = self.pos_of_node.get(&node) {
            return known;
        }
        let (line, column, file) = node.location();
        let pos = self.pos(file, line, column);
        self.pos_of_node.insert(node, pos);
        pos
    }

    pub fn function_pos(&mut self, func: Value) -> Option<Pos> {
        let subprogram = func.subprogram()?;
        self.pos(subprogram.scope_file(), subprogram.subprogram_line(), 0)
    }

    /// The position of the declaration of a local or global variable.
    pub fn variable_pos(&mut self, variable: Metadata) -> Option<Pos> {
        let (line, file) = variable.variable_position();
        self.pos(file, line, 0)
    }

    fn pos(&mut self, file: Option<Metadata>, line: u32, column: u32) -> Option<Pos> {
        if line == 0 {
            return None;
        }
        Some(Pos { file: self.file(file?), line, column })
    }

    fn file(&mut self, node: Metadata) -> FileId {
        if let Some(&known) = self.file_of_node.get(&node) {
            return known;
        }
        let key = node.file_name();
        let id = *self.file_ids.entry(key.clone()).or_insert_with(|| {
            let runtime = self.runtime_files.contains(&key);
            let (name, directory) = key;
            self.files.push(SourceFile { name, directory, runtime, text: Default::default() });
            FileId::new(self.files.len() - 1)
        });
        self.file_of_node.insert(node, id);
        id
    }
}
