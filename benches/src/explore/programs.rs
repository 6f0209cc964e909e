//! The programs that are explored, and what is known about them.

pub struct Program {
    pub name: &'static str,
    pub source: &'static str,
    /// How many paths it has, where that can be told from the program.
    pub paths: Option<u64>,
    /// Explored with several workers, too.
    pub large: bool,
}

pub const CALIBRATION: &str = include_str!("../../explore/calibrate.c");

/// The counts were checked against the distinct native branch traces of all inputs, or follow from
/// the comment at the top of the program.
pub const PROGRAMS: [Program; 13] = [
    Program {
        name: "bubble-sort",
        source: include_str!("../../explore/bubble_sort.c"),
        paths: Some(720),
        large: false,
    },
    Program {
        name: "insertion-sort",
        source: include_str!("../../explore/insertion_sort.c"),
        paths: Some(5_040),
        large: true,
    },
    Program {
        name: "regexp",
        source: include_str!("../../explore/regexp.c"),
        paths: Some(3_524),
        large: true,
    },
    Program {
        name: "json",
        source: include_str!("../../explore/json.c"),
        paths: Some(118_650),
        large: true,
    },
    Program {
        name: "strchr",
        source: include_str!("../../explore/strchr.c"),
        paths: Some(571),
        large: false,
    },
    Program {
        name: "maze",
        source: include_str!("../../explore/maze.c"),
        paths: Some(309),
        large: false,
    },
    Program {
        name: "loop",
        source: include_str!("../../explore/loop.c"),
        paths: Some(1_002),
        large: false,
    },
    Program {
        name: "loop-two",
        source: include_str!("../../explore/loop_two.c"),
        paths: Some(2_002),
        large: false,
    },
    Program {
        name: "hash-tables",
        source: include_str!("../../explore/hash_tables.c"),
        paths: Some(21),
        large: false,
    },
    Program {
        name: "checksum",
        source: include_str!("../../explore/checksum.c"),
        paths: Some(27),
        large: false,
    },
    Program {
        name: "state-machine",
        source: include_str!("../../explore/state_machine.c"),
        // Without folding 10,393, as counted natively; the parts of the assertion are one condition.
        paths: Some(10_161),
        large: true,
    },
    Program {
        name: "bitmap",
        source: include_str!("../../explore/bitmap.c"),
        paths: Some(166),
        large: false,
    },
    Program {
        name: "float-routine",
        source: include_str!("../../explore/float_routine.c"),
        paths: None,
        large: false,
    },
];
