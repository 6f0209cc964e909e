//! The programs that are explored, and what is known about them.

use serde::Serialize;

/// CPU seconds of KLEE 3.2 with its fastest settings (STP in the process, depth first), measured on
/// another machine of this kind: for orientation.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Klee {
    pub seconds: f64,
    /// Otherwise it was stopped then.
    pub finished: bool,
}

pub struct Program {
    pub name: &'static str,
    pub source: &'static str,
    /// How many paths it has, where that can be told from the program.
    pub paths: Option<u64>,
    pub klee: Option<Klee>,
    /// Explored with several workers, too.
    pub large: bool,
}

const fn finished(seconds: f64) -> Option<Klee> {
    Some(Klee { seconds, finished: true })
}

pub const CALIBRATION: &str = include_str!("../../explore/calibrate.c");

/// The counts were checked against the distinct native branch traces of all inputs, or follow from
/// the comment at the top of the program.
pub const PROGRAMS: [Program; 13] = [
    Program {
        name: "bubble-sort",
        source: include_str!("../../explore/bubble_sort.c"),
        paths: Some(720),
        klee: finished(3.7),
        large: false,
    },
    Program {
        name: "insertion-sort",
        source: include_str!("../../explore/insertion_sort.c"),
        paths: Some(5_040),
        klee: finished(19.4),
        large: true,
    },
    Program {
        name: "regexp",
        source: include_str!("../../explore/regexp.c"),
        paths: Some(3_524),
        klee: finished(1.2),
        large: true,
    },
    Program {
        name: "json",
        source: include_str!("../../explore/json.c"),
        paths: Some(118_650),
        klee: finished(17.0),
        large: true,
    },
    Program {
        name: "strchr",
        source: include_str!("../../explore/strchr.c"),
        paths: Some(571),
        klee: finished(0.16),
        large: false,
    },
    Program {
        name: "maze",
        source: include_str!("../../explore/maze.c"),
        paths: Some(309),
        klee: finished(0.06),
        large: false,
    },
    Program {
        name: "loop",
        source: include_str!("../../explore/loop.c"),
        paths: Some(1_002),
        klee: finished(19.5),
        large: false,
    },
    Program {
        name: "loop-two",
        source: include_str!("../../explore/loop_two.c"),
        paths: Some(2_002),
        klee: Some(Klee { seconds: 120.0, finished: false }),
        large: false,
    },
    Program {
        name: "hash-tables",
        source: include_str!("../../explore/hash_tables.c"),
        paths: Some(21),
        klee: finished(97.0),
        large: false,
    },
    Program {
        name: "checksum",
        source: include_str!("../../explore/checksum.c"),
        paths: Some(27),
        klee: None,
        large: false,
    },
    Program {
        name: "state-machine",
        source: include_str!("../../explore/state_machine.c"),
        // Without folding 10,393, as counted natively; the parts of the assertion are one condition.
        paths: Some(10_161),
        klee: None,
        large: true,
    },
    Program {
        name: "bitmap",
        source: include_str!("../../explore/bitmap.c"),
        paths: Some(166),
        klee: None,
        large: false,
    },
    Program {
        name: "float-routine",
        source: include_str!("../../explore/float_routine.c"),
        paths: None,
        klee: None,
        large: false,
    },
];
