//! The modes that every program is explored in.

/// What the others are compared with: states fork, and the cache sees questions with their addresses.
pub const BASE: &str = "fork";
pub const SEGMENTS: &str = "segments";
pub const STATIC: &str = "static-segments";
pub const AUTO: &str = "auto";
/// The values of `--memory`, in the order of the tables.
pub const MODELS: [&str; 5] = [BASE, "ite", SEGMENTS, STATIC, AUTO];
pub const REUSE: &str = "segments, reuse";
/// Context-based resolution and reuse.
pub const BOTH: &str = "segments, K = 4, reuse";
pub const AWARE: &str = "fork, address-aware";
pub const SEGMENTS_AWARE: &str = "segments, address-aware";
pub const ITE_AWARE: &str = "ite, address-aware";
/// What a user gets who chooses nothing.
pub const DEFAULT: &str = "auto, address-aware";
/// The fixed models with the cache of [`DEFAULT`]. Static segments are far behind with any cache.
pub const FIXED: [&str; 4] = [AWARE, ITE_AWARE, SEGMENTS_AWARE, STATIC];
/// How many callers tell allocations apart.
pub const CONTEXTS: [u32; 5] = [0, 1, 2, 3, 4];
pub const MOST_CONTEXT: u32 = 4;
/// Bytes of the parts of large objects.
pub const PARTS: [u32; 5] = [512, 256, 128, 64, 32];
/// Objects of more bytes than this are split.
pub const THRESHOLD: u32 = 300;

#[derive(Debug)]
pub struct Mode {
    pub name: String,
    pub arguments: Vec<String>,
}

impl Mode {
    fn new(name: impl Into<String>, model: &str, cache: &str, more: &[&str]) -> Mode {
        // As in the thesis: which placements there are besides is another question.
        let fixed = ["--memory", model, "--cache", cache, "--addresses", "fixed"];
        let arguments = fixed.iter().chain(more).map(|argument| argument.to_string()).collect();
        Mode { name: name.into(), arguments }
    }
}

pub fn context(callers: u32) -> String {
    format!("segments, K = {callers}")
}

pub fn split(bytes: u32) -> String {
    format!("fork, parts of {bytes}")
}

/// All modes, [`BASE`] first.
pub fn all() -> Vec<Mode> {
    let mut modes: Vec<Mode> =
        MODELS.iter().map(|model| Mode::new(*model, model, "exact", &[])).collect();
    let callers = |callers: u32| callers.to_string();
    modes.extend(
        CONTEXTS.iter().map(|&k| {
            Mode::new(context(k), SEGMENTS, "exact", &["--resolve-context", &callers(k)])
        }),
    );
    modes.push(Mode::new(REUSE, SEGMENTS, "exact", &["--reuse-segments"]));
    let most = callers(MOST_CONTEXT);
    modes.push(Mode::new(
        BOTH,
        SEGMENTS,
        "exact",
        &["--resolve-context", &most, "--reuse-segments"],
    ));
    let threshold = THRESHOLD.to_string();
    modes.extend(PARTS.iter().map(|&bytes| {
        let size = bytes.to_string();
        let more = ["--split-objects", &size, "--split-threshold", &threshold];
        Mode::new(split(bytes), BASE, "exact", &more)
    }));
    modes.push(Mode::new(AWARE, BASE, "address-aware", &[]));
    modes.push(Mode::new(SEGMENTS_AWARE, SEGMENTS, "address-aware", &[]));
    modes.push(Mode::new(ITE_AWARE, "ite", "address-aware", &[]));
    modes.push(Mode::new(DEFAULT, AUTO, "address-aware", &[]));
    modes
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn modes_differ_in_name_and_options() {
        let modes = all();
        assert_eq!(modes[0].name, BASE);
        let names: BTreeSet<_> = modes.iter().map(|mode| &mode.name).collect();
        let options: BTreeSet<_> = modes.iter().map(|mode| &mode.arguments).collect();
        assert_eq!((names.len(), options.len()), (modes.len(), modes.len()));
    }
}
