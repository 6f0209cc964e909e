//! The programs: each family at two sizes, true and with a bug.

use serde::Serialize;

/// One source of `benches/matching`.
#[derive(Debug)]
pub struct Family {
    pub name: &'static str,
    pub source: &'static str,
    /// The smaller and the larger one.
    pub sizes: [u32; 2],
    /// The kinds of the errors that the bug leads to.
    pub errors: &'static [&'static str],
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Version {
    /// No input leads to an error.
    True,
    /// Some input does.
    False,
}

#[derive(Debug)]
pub struct Case {
    pub family: &'static Family,
    pub size: u32,
    pub version: Version,
}

macro_rules! family {
    ($name:literal, $sizes:expr, $errors:expr) => {
        Family {
            name: $name,
            source: include_str!(concat!("../../matching/", $name, ".c")),
            sizes: $sizes,
            errors: &$errors,
        }
    };
}

pub const FAMILIES: [Family; 10] = [
    family!("locks", [4, 8], ["assertion-failure"]),
    family!("handshake", [1, 3], ["assertion-failure"]),
    family!("token_ring", [3, 8], ["assertion-failure"]),
    family!("elevator", [3, 4], ["assertion-failure"]),
    family!("ring_buffer", [3, 8], ["assertion-failure"]),
    family!("rules", [2, 6], ["assertion-failure"]),
    family!("alternating_bit", [1, 2], ["assertion-failure"]),
    family!("pump", [3, 6], ["assertion-failure"]),
    family!("driver", [2, 4], ["use-after-free", "double-free"]),
    family!("parser", [1, 2], ["assertion-failure"]),
];

pub fn all() -> Vec<Case> {
    let mut all = Vec::new();
    for family in &FAMILIES {
        for version in [Version::True, Version::False] {
            all.extend(family.sizes.map(|size| Case { family, size, version }));
        }
    }
    all
}

impl Version {
    pub fn name(self) -> &'static str {
        match self {
            Version::True => "true",
            Version::False => "false",
        }
    }
}

impl Case {
    /// As in `locks 6, true`.
    pub fn name(&self) -> String {
        format!("{} {}, {}", self.family.name, self.size, self.version.name())
    }

    pub fn file(&self) -> String {
        format!("{}.c", self.family.name)
    }

    pub fn defines(&self) -> Vec<String> {
        let mut defines = vec![format!("N={}", self.size)];
        defines.extend((self.version == Version::False).then(|| "BUG".to_string()));
        defines
    }

    pub fn is_larger(&self) -> bool {
        self.size == self.family.sizes[1]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_program_has_a_name_of_its_own_a_size_and_a_bug() {
        let all = all();
        let mut names: Vec<String> = all.iter().map(Case::name).collect();
        names.sort();
        names.dedup();
        assert_eq!((names.len(), all.len()), (40, 40));
        for family in &FAMILIES {
            assert!(family.sizes[0] < family.sizes[1], "{}", family.name);
            assert!(family.source.contains("#ifndef N\n"), "{}", family.name);
            let bugs = ["#ifdef BUG\n", "#ifndef BUG\n"];
            assert!(bugs.iter().any(|bug| family.source.contains(bug)), "{}", family.name);
        }
    }
}
