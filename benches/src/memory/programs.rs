//! The programs, and which of the techniques each was written for.

pub struct Program {
    pub name: &'static str,
    pub source: &'static str,
    /// It has an object of more than 300 bytes that is accessed at symbolic places.
    pub large_array: bool,
    /// What is asked about it depends on addresses, and states have different ones.
    pub address_dependent: bool,
}

macro_rules! program {
    ($name:literal, large_array: $large:literal, address_dependent: $dependent:literal) => {
        Program {
            name: $name,
            source: include_str!(concat!("../../memory/", $name, ".c")),
            large_array: $large,
            address_dependent: $dependent,
        }
    };
}

pub const PROGRAMS: [Program; 9] = [
    program!("hash_table", large_array: false, address_dependent: true),
    program!("symbol_table", large_array: false, address_dependent: false),
    program!("trie", large_array: false, address_dependent: false),
    program!("intern", large_array: false, address_dependent: true),
    program!("macros", large_array: false, address_dependent: false),
    program!("json_object", large_array: false, address_dependent: true),
    program!("arena", large_array: true, address_dependent: false),
    program!("btree_page", large_array: true, address_dependent: false),
    program!("make_variables", large_array: true, address_dependent: false),
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
