//! How much memory objects take. Alone in its file, because it watches the whole process.

use dunlin_memory::{Class, Memory, ObjectKind, Site, Value};

fn resident_bytes() -> u64 {
    let statm = std::fs::read_to_string("/proc/self/statm").expect("tests run on Linux");
    let pages = statm.split_whitespace().nth(1).expect("has a second number");
    pages.parse::<u64>().expect("is a number") * 4096
}

/// The promise is a million objects of 16 bytes below 1 GiB, a list of them included; objects
/// that have died are forgotten.
#[test]
fn a_million_small_objects_take_less_than_a_quarter_of_a_gibibyte() {
    const COUNT: u64 = 1_000_000;
    let before = resident_bytes();
    let mut memory = Memory::new(64, 0, false);
    let mut objects = Vec::new();
    let mut previous = Value::int(0);
    for i in 0..COUNT {
        let id = memory
            .allocate(16, 16, ObjectKind::Heap, Site(0), Class::named("block"))
            .expect("fits");
        memory.store(id, 0, 8, previous).expect("in bounds");
        memory.store(id, 8, 8, Value::int(i)).expect("in bounds");
        previous = Value::pointer(id, 0);
        objects.push(id);
    }
    let each = (resident_bytes() - before) / COUNT;
    println!("{each} bytes per object");
    assert!(each < 268, "{each} bytes per object");
    let full = resident_bytes();
    for id in objects {
        memory.free(id, Site(1)).expect("lives");
    }
    for _ in 0..4 * COUNT {
        let id = memory
            .allocate(16, 16, ObjectKind::Heap, Site(0), Class::named("block"))
            .expect("fits");
        memory.free(id, Site(1)).expect("lives");
    }
    assert_eq!(memory.live(), 0);
    let grown = resident_bytes().saturating_sub(full);
    assert!(grown < 16 << 20, "{grown} bytes more after objects that died");
}
