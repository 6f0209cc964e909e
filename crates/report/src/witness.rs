//! Witnesses of the verification competition, format 2.0: why a verdict holds, as YAML for validators.
//!
//! A violation is a sequence of waypoints, here one: the place of the violation. A proof has a set of invariants, which
//! is empty here.

use crate::testcomp::{iso_time, sha256_of};
use dunlin_results::Position;
use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::io;
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// What a witness is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Task<'t> {
    pub program: &'t Path,
    /// The property, as it was given.
    pub specification: &'t str,
    /// 32 or 64.
    pub pointer_bits: u32,
}

/// A program's violation of a property.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation<'v> {
    /// The statement that violates the property.
    pub target: &'v Position,
    /// The function that has it.
    pub function: &'v str,
}

/// The witness of a violation.
pub fn violation_witness(task: &Task<'_>, violation: &Violation<'_>) -> io::Result<String> {
    let mut yaml = metadata("violation_sequence", task)?;
    yaml.push_str("  content:\n    - segment:\n        - waypoint:\n");
    yaml.push_str(&target(violation.target, violation.function));
    Ok(yaml)
}

/// The witness of a proof. It claims no invariants.
pub fn correctness_witness(task: &Task<'_>) -> io::Result<String> {
    Ok(metadata("invariant_set", task)? + "  content: []\n")
}

fn metadata(kind: &str, task: &Task<'_>) -> io::Result<String> {
    let hash = sha256_of(task.program)?;
    let now = SystemTime::now();
    let file = quoted(&task.program.display().to_string());
    let model = if task.pointer_bits == 32 { "ILP32" } else { "LP64" };
    Ok(format!(
        "- entry_type: {}\n  metadata:\n    format_version: \"2.0\"\n    uuid: {}\n    creation_time: {}\n    \
         producer:\n      name: \"Dunlin\"\n      version: {}\n    task:\n      input_files:\n        - {file}\n      \
         input_file_hashes:\n        {file}: {}\n      specification: {}\n      data_model: \"{model}\"\n      \
         language: \"C\"\n",
        quoted(kind),
        quoted(&uuid(kind, &hash, now)),
        quoted(&iso_time(now)),
        quoted(env!("CARGO_PKG_VERSION")),
        quoted(&hash),
        quoted(task.specification),
    ))
}

/// An identifier that no other witness has: it follows from the program, the moment and the process (RFC 9562,
/// version 8).
fn uuid(kind: &str, hash: &str, now: SystemTime) -> String {
    let moment = now.duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO).as_nanos();
    let digest = Sha256::digest(format!("{kind} {hash} {moment} {}", std::process::id()));
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&digest[..16]);
    bytes[6] = bytes[6] & 0x0f | 0x80;
    bytes[8] = bytes[8] & 0x3f | 0x80;
    let mut text = String::new();
    for (number, byte) in bytes.iter().enumerate() {
        let dash = if matches!(number, 4 | 6 | 8 | 10) { "-" } else { "" };
        let _ = write!(text, "{dash}{byte:02x}");
    }
    text
}

fn target(at: &Position, function: &str) -> String {
    let mut yaml = format!(
        "            type: \"target\"\n            action: \"follow\"\n            location:\n              \
         file_name: {}\n              line: {}\n",
        quoted(&at.file),
        at.line
    );
    if at.column > 0 {
        let _ = writeln!(yaml, "              column: {}", at.column);
    }
    let _ = writeln!(yaml, "              function: {}", quoted(function));
    yaml
}

/// Strings of JSON are strings of YAML.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_have_their_version_and_differ() {
        let at = |seconds| uuid("kind", "hash", UNIX_EPOCH + Duration::from_secs(seconds));
        let parts: Vec<usize> = at(1).split('-').map(str::len).collect();
        assert_eq!(parts, [8, 4, 4, 4, 12]);
        assert_eq!(&at(1)[14..15], "8");
        assert_ne!(at(1), at(2));
    }

    #[test]
    fn a_witness_names_its_task_and_its_place() {
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("a \"b\".c");
        std::fs::write(&program, "abc").unwrap();
        let specification = "CHECK( init(main()), LTL(G valid-free) )";
        let task = Task { program: &program, specification, pointer_bits: 32 };
        let proof = correctness_witness(&task).unwrap();
        assert!(proof.starts_with("- entry_type: \"invariant_set\"\n"), "{proof}");
        assert!(proof.contains("a \\\"b\\\".c\": \"ba7816bf8f01cfea"), "{proof}");
        assert!(proof.contains("data_model: \"ILP32\"") && proof.ends_with("  content: []\n"));
        let at = Position { file: "a.c".into(), line: 7, column: 3 };
        let violation = Violation { target: &at, function: "main" };
        let witness = violation_witness(&task, &violation).unwrap();
        let expected = "file_name: \"a.c\"\n              line: 7\n              column: 3\n              \
                        function: \"main\"\n";
        assert!(witness.ends_with(expected), "{witness}");
    }
}
