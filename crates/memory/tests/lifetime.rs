//! Life, death and addresses over long histories.

use dunlin_memory::{AccessError, Class, Memory, ObjectKind, Site, Value};

/// So many later allocations end the remains of an object; half of them do not.
const REMEMBERED: u64 = 1 << 20;

#[test]
fn the_remains_of_an_object_are_forgotten_after_long() {
    let mut memory = Memory::new(64, 0, false);
    let keep = memory.allocate(16, 8, ObjectKind::Heap, Site(7), Class::named("block")).unwrap();
    let victim = memory.allocate(16, 8, ObjectKind::Heap, Site(1), Class::named("block")).unwrap();
    memory.free(victim, Site(2)).unwrap();
    let remains = |memory: &mut Memory, id| match memory.load(id, 0, 1) {
        Err(AccessError::Dead { tombstone, .. }) => tombstone,
        other => panic!("{other:?} from a dead object"),
    };
    let tombstone = remains(&mut memory, victim).unwrap();
    assert_eq!((tombstone.allocated, tombstone.freed, tombstone.size), (Site(1), Site(2), 16));
    let mut last = victim;
    for i in 0..REMEMBERED * 5 / 4 {
        if i == REMEMBERED / 2 {
            assert!(remains(&mut memory, victim).is_some());
        }
        last = memory.allocate(1, 1, ObjectKind::Stack, Site(3), Class::named("block")).unwrap();
        memory.free(last, Site(4)).unwrap();
    }
    assert_eq!(remains(&mut memory, victim), None);
    assert!(remains(&mut memory, last).is_some());
    assert_eq!(memory.load(keep, 0, 8), Ok(Value::int(0)));
    assert_eq!(memory.live(), 1);
    let double = memory.free(victim, Site(9));
    assert_eq!(double, Err(AccessError::Dead { object: victim, tombstone: None }));
}

#[test]
fn a_32_bit_space_is_used_again_around_what_lives() {
    const CHUNK: u64 = 48 << 20;
    let mut memory = Memory::new(32, 5, false);
    let mut kept = Vec::new();
    let mut seen = Vec::new();
    // 12 GiB in all.
    for i in 0..256u32 {
        let id = memory
            .allocate(CHUNK, 4096, ObjectKind::Heap, Site(i), Class::named("block"))
            .expect("room again");
        let address = memory.object(id).unwrap().info.address;
        assert_eq!(address % 4096, 0);
        assert!(address + CHUNK <= 1 << 32);
        for &(other, size) in kept.iter().chain(&seen) {
            let apart = address + CHUNK < other || other + size < address;
            assert!(apart, "{address:#x} overlaps {other:#x}");
        }
        // Small ones stay, and some whose address the program knows die.
        let small =
            memory.allocate(100, 1, ObjectKind::Heap, Site(i), Class::named("block")).unwrap();
        let place = memory.object(small).unwrap().info.address;
        kept.push((place, 100));
        if i % 64 == 3 {
            assert_eq!(memory.expose(id), address);
            seen.push((address, CHUNK));
        }
        memory.free(id, Site(i)).unwrap();
    }
    assert_eq!(memory.live(), 256);
    // Numbers still lead to the dead objects, not to others.
    for &(address, _) in &seen {
        let (id, offset) = memory.resolve_address(address + 5).unwrap();
        assert_eq!(offset, 5);
        assert!(matches!(memory.load(id, 5, 1), Err(AccessError::Dead { .. })));
    }
}

#[test]
fn what_does_not_fit_is_refused_and_changes_nothing() {
    let mut memory = Memory::new(32, 0, false);
    let first = memory.allocate(10, 1, ObjectKind::Heap, Site(0), Class::named("block")).unwrap();
    for size in [u64::MAX, 1 << 40, 0xffff_0000, (4 << 30) + 1] {
        assert_eq!(
            memory.allocate(size, 16, ObjectKind::Heap, Site(0), Class::named("block")),
            None
        );
    }
    for align in [1u64 << 63, 1 << 40, 1 << 32] {
        assert_eq!(
            memory.allocate(1, align, ObjectKind::Heap, Site(0), Class::named("block")),
            None
        );
    }
    assert_eq!(memory.live(), 1);
    let second = memory.allocate(10, 1, ObjectKind::Heap, Site(0), Class::named("block")).unwrap();
    assert_ne!(first, second);
    assert_eq!(memory.store(second, 0, 8, Value::int(1)), Ok(()));
    assert_eq!(memory.load(first, 0, 8), Ok(Value::int(0)));
}

#[test]
fn functions_are_no_data_but_have_addresses() {
    for bits in [32, 64] {
        let mut memory = Memory::new(bits, 3, false);
        let id = Memory::function(2);
        assert_eq!(memory.as_function(id), Some(2));
        let address = memory.expose(id);
        assert_eq!(memory.resolve_address(address), Some((id, 0)));
        assert_eq!(memory.resolve_address(address + 1), None);
        assert_eq!(memory.load(id, 0, 1), Err(AccessError::Function { index: 2 }));
        let stored = memory.store(id, 0, 1, Value::int(0));
        assert_eq!(stored, Err(AccessError::Function { index: 2 }));
        assert_eq!(memory.free(id, Site(0)), Err(AccessError::Function { index: 2 }));
        assert_eq!(memory.as_function(Memory::function(3)), None);
    }
}

#[test]
fn a_pointer_below_its_object_has_an_address_of_the_pointer_width() {
    let mut memory = Memory::new(32, 0, false);
    let object = memory.allocate(8, 8, ObjectKind::Heap, Site(0), Class::named("block")).unwrap();
    let place = memory.allocate(8, 8, ObjectKind::Heap, Site(0), Class::named("block")).unwrap();
    let below = Value::pointer(object, 0xffff_fffc);
    // As a 64-bit integer, zero-extended: the upper half is zero whatever the offset.
    memory.store(place, 0, 8, below).unwrap();
    assert_eq!(memory.load(place, 0, 4), Ok(below));
    assert_eq!(memory.load(place, 4, 4), Ok(Value::int(0)));
    let address = memory.expose(object);
    assert_eq!(memory.load(place, 0, 8), Ok(Value::int(address - 4)));
}
