//! What tells programs apart that work is kept for.

use dunlin_ir::Module;
use sha2::{Digest, Sha256};

/// A digest of all but where the texts of sources are: other files may be readable when a run goes on.
pub fn digest(module: &Module) -> [u8; 32] {
    let Module { name, target, files, layouts, globals, funcs, constructors, destructors } = module;
    let files: Vec<_> =
        files.iter().map(|file| (&file.name, &file.directory, file.runtime)).collect();
    let parts = (name, target, files, layouts, globals, funcs, constructors, destructors);
    let bytes = postcard::to_allocvec(&parts).expect("modules can be written");
    Sha256::digest(&bytes).into()
}
