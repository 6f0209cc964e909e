//! Random steps of a history.

use proptest::prelude::*;

/// Bytes of input.
pub const INPUT: u64 = 64;

pub const FUNCTIONS: u64 = 2;

#[derive(Clone, Debug)]
pub enum Stored {
    Int(u64),
    /// So many bytes of the input, from a place on, plus a number.
    Input {
        at: u64,
        bytes: u32,
        plus: u64,
    },
    Pointer {
        object: usize,
        offset: u64,
    },
    Function(u64),
    /// Into an object, as far as an input byte says.
    InputPointer {
        object: usize,
        at: u64,
        scale: u64,
    },
    /// One of two objects, as an input byte says.
    Either {
        objects: (usize, usize),
        at: u64,
    },
}

#[derive(Clone, Debug)]
pub enum Place {
    Known(u64),
    /// A multiple of the access' size, by an input byte.
    Element(u64),
    /// Any, by an input byte.
    Byte(u64),
    /// One of two known ones.
    Either(u64, u64, u64),
    /// A multiple of the access' size and one more element, as in `a[i + 1]`.
    Next(u64),
}

#[derive(Clone, Debug)]
pub enum Long {
    Known(u64),
    Input(u64),
}

#[derive(Clone, Debug)]
pub enum Step {
    Load {
        object: usize,
        place: Place,
        size: u32,
    },
    Store {
        object: usize,
        place: Place,
        size: u32,
        value: Stored,
    },
    Copy {
        to: (usize, u64),
        from: (usize, u64),
        length: Long,
    },
    Fill {
        to: (usize, u64),
        byte: Stored,
        length: Long,
    },
    /// Goes on with a copy of the memory.
    Fork,
    /// Makes all bytes of an object input, from a place of the input on.
    Input {
        object: usize,
        at: u64,
    },
    /// Brings the contents of two objects together.
    Merge(usize, usize),
    Split {
        object: usize,
        step: u64,
    },
}

pub fn stored() -> impl Strategy<Value = Stored> {
    let object = 0..3usize;
    prop_oneof![
        3 => prop_oneof![0..300u64, any::<u64>()].prop_map(Stored::Int),
        4 => (0..INPUT - 8, 1..9u32, prop_oneof![Just(0u64), 0..300u64])
            .prop_map(|(at, bytes, plus)| Stored::Input { at, bytes, plus }),
        2 => (object.clone(), 0..40u64)
            .prop_map(|(object, offset)| Stored::Pointer { object, offset }),
        1 => (0..FUNCTIONS).prop_map(Stored::Function),
        1 => (object.clone(), 0..INPUT, 1..9u64)
            .prop_map(|(object, at, scale)| Stored::InputPointer { object, at, scale }),
        1 => ((object.clone(), object), 0..INPUT)
            .prop_map(|(objects, at)| Stored::Either { objects, at }),
    ]
}

pub fn place() -> impl Strategy<Value = Place> {
    prop_oneof![
        3 => any::<u64>().prop_map(Place::Known),
        3 => (0..INPUT).prop_map(Place::Element),
        1 => (0..INPUT).prop_map(Place::Byte),
        1 => (0..INPUT, any::<u64>(), any::<u64>()).prop_map(|(at, x, y)| Place::Either(at, x, y)),
        1 => (0..INPUT).prop_map(Place::Next),
    ]
}

pub fn size() -> impl Strategy<Value = u32> {
    prop_oneof![6 => prop_oneof![Just(1u32), Just(2), Just(4), Just(8)], 1 => 1..9u32]
}

pub fn length() -> impl Strategy<Value = Long> {
    prop_oneof![(0..80u64).prop_map(Long::Known), (0..INPUT).prop_map(Long::Input)]
}

pub fn step() -> impl Strategy<Value = Step> {
    let object = 0..3usize;
    let at = (object.clone(), any::<u64>());
    prop_oneof![
        4 => (object.clone(), place(), size())
            .prop_map(|(object, place, size)| Step::Load { object, place, size }),
        5 => (object.clone(), place(), size(), stored())
            .prop_map(|(object, place, size, value)| Step::Store { object, place, size, value }),
        2 => (at.clone(), at.clone(), length())
            .prop_map(|(to, from, length)| Step::Copy { to, from, length }),
        1 => (at, stored(), length()).prop_map(|(to, byte, length)| Step::Fill { to, byte, length }),
        1 => Just(Step::Fork),
        1 => (object.clone(), 0..INPUT).prop_map(|(object, at)| Step::Input { object, at }),
        1 => (object.clone(), object.clone()).prop_map(|(x, y)| Step::Merge(x, y)),
        1 => (object, prop_oneof![1..80u64, (1..5u64).prop_map(|n| n * 8)])
            .prop_map(|(object, step)| Step::Split { object, step }),
    ]
}
