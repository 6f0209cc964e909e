//! Bitcode inside of objects, executables, shared objects and archives.
//!
//! Three ways to carry it are known: `.llvmbc` (`clang -fembed-bitcode`; a linker concatenates the
//! modules of all objects), `.llvm.lto` (fat LTO objects), and `.llvm_bc` (wllvm and gllvm: the
//! paths of bitcode files, one per line). The bytes are not trusted.

use crate::error::LoadError;
use crate::input::{is_elf, reason};
use dunlin_llvm::{Form, ModuleBytes, is_bitcode, split_modules};
use object::read::archive::ArchiveFile;
use object::{Object, ObjectKind, ObjectSection};
use std::fs;
use std::io;
use std::path::Path;

const CONTENT_SECTIONS: [&str; 2] = [".llvmbc", ".llvm.lto"];
const PATHS_SECTION: &str = ".llvm_bc";

/// The modules in an ELF file; `path` is where it lies, for the relative paths it may contain.
pub(crate) fn modules_of_elf(
    name: &str,
    path: &Path,
    bytes: &[u8],
) -> Result<Vec<ModuleBytes>, LoadError> {
    let damaged = |error: object::Error| LoadError::DamagedObject {
        name: name.to_owned(),
        what: "ELF file".to_owned(),
        reason: error.to_string(),
    };
    let file = object::File::parse(bytes).map_err(damaged)?;
    let mut modules = Vec::new();
    for section in CONTENT_SECTIONS {
        if let Some(section) = file.section_by_name(section) {
            let data = section.uncompressed_data().map_err(damaged)?;
            modules = modules_of_section(name, &data);
        }
        if !modules.is_empty() {
            return Ok(modules);
        }
    }
    if let Some(section) = file.section_by_name(PATHS_SECTION) {
        let data = section.uncompressed_data().map_err(damaged)?;
        modules = modules_by_path(name, path, &data)?;
    }
    if modules.is_empty() {
        let what = match file.kind() {
            ObjectKind::Relocatable => "object file",
            ObjectKind::Executable => "executable",
            ObjectKind::Dynamic => "executable or shared object",
            _ => "ELF file",
        };
        return Err(LoadError::NoBitcode { name: name.to_owned(), what: what.to_owned() });
    }
    Ok(modules)
}

/// The modules in all members of an archive; members without bitcode (assembly sources) are left
/// out as long as others have some.
pub(crate) fn modules_of_archive(
    name: &str,
    path: &Path,
    bytes: &[u8],
) -> Result<Vec<ModuleBytes>, LoadError> {
    let damaged = |reason: String| LoadError::DamagedObject {
        name: name.to_owned(),
        what: "archive".to_owned(),
        reason,
    };
    let archive = ArchiveFile::parse(bytes).map_err(|error| damaged(error.to_string()))?;
    let directory = path.parent().unwrap_or(Path::new(""));
    let mut modules = Vec::new();
    for member in archive.members() {
        let member = member.map_err(|error| damaged(error.to_string()))?;
        let member_name = String::from_utf8_lossy(member.name()).into_owned();
        let full_name = format!("{name}({member_name})");
        let outside;
        let content: &[u8] = if member.is_thin() {
            let path = directory.join(&member_name);
            outside = fs::read(&path).map_err(|error| LoadError::MissingBitcode {
                name: name.to_owned(),
                path,
                reason: refusal(&error),
            })?;
            &outside
        } else {
            member.data(bytes).map_err(|error| damaged(error.to_string()))?
        };
        if is_bitcode(content) {
            let bytes = content.to_vec();
            modules.push(ModuleBytes { name: full_name, bytes, form: Form::Bitcode });
        } else if is_elf(content) {
            match modules_of_elf(&full_name, path, content) {
                Ok(found) => modules.extend(found),
                Err(LoadError::NoBitcode { .. }) => {}
                Err(error) => return Err(error),
            }
        }
    }
    if modules.is_empty() {
        let what = "archive".to_owned();
        return Err(LoadError::NoBitcode { name: name.to_owned(), what });
    }
    Ok(modules)
}

fn modules_of_section(name: &str, data: &[u8]) -> Vec<ModuleBytes> {
    let modules = split_modules(data);
    let only = modules.len() == 1;
    let numbered = modules.into_iter().enumerate().map(|(index, bytes)| ModuleBytes {
        name: if only { name.to_owned() } else { format!("{name}, module {}", index + 1) },
        bytes: bytes.to_vec(),
        form: Form::Bitcode,
    });
    numbered.collect()
}

/// A file that only an object names is read where the user has named it, too.
fn refusal(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::PermissionDenied => {
            format!(
                "{}; --allow-read PATH allows more than the folders of the inputs",
                reason(error)
            )
        }
        _ => reason(error),
    }
}

fn modules_by_path(name: &str, path: &Path, data: &[u8]) -> Result<Vec<ModuleBytes>, LoadError> {
    let directory = path.parent().unwrap_or(Path::new(""));
    let lines = data.split(|&byte| byte == b'\n' || byte == 0).filter(|line| !line.is_empty());
    let mut modules = Vec::new();
    for line in lines {
        // An absolute path, which is what wllvm writes, replaces the directory.
        let path = directory.join(String::from_utf8_lossy(line).as_ref());
        let unusable = |reason: String| LoadError::MissingBitcode {
            name: name.to_owned(),
            path: path.clone(),
            reason,
        };
        let bytes = fs::read(&path).map_err(|error| unusable(refusal(&error)))?;
        if !is_bitcode(&bytes) {
            return Err(unusable("it is not bitcode".to_owned()));
        }
        let name = path.display().to_string();
        modules.push(ModuleBytes { name, bytes, form: Form::Bitcode });
    }
    Ok(modules)
}
