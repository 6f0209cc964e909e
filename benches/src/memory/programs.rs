//! The programs, and which of the techniques each was written for.

pub struct Program {
    pub name: &'static str,
    pub source: &'static str,
    /// What is asked about it depends on addresses, and states have different ones.
    pub address_dependent: bool,
}

macro_rules! program {
    ($name:literal, address_dependent: $dependent:literal) => {
        Program {
            name: $name,
            source: include_str!(concat!("../../memory/", $name, ".c")),
            address_dependent: $dependent,
        }
    };
}

pub const PROGRAMS: [Program; 9] = [
    program!("hash_table", address_dependent: true),
    program!("symbol_table", address_dependent: false),
    program!("trie", address_dependent: false),
    program!("intern", address_dependent: true),
    program!("macros", address_dependent: false),
    program!("json_object", address_dependent: true),
    program!("arena", address_dependent: false),
    program!("btree_page", address_dependent: false),
    program!("make_variables", address_dependent: false),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_small_libraries_that_say_what_they_are_for() {
        for program in &PROGRAMS {
            let lines = program.source.lines().count();
            assert!((80..=250).contains(&lines), "{}: {lines} lines", program.name);
            assert!(program.source.starts_with("/* "), "{}", program.name);
            assert!(program.source.contains("\n#define "), "{}", program.name);
        }
    }
}
