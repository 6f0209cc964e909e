//! Random steps of a history.

use proptest::prelude::*;

pub const FUNCTIONS: u64 = 3;

#[derive(Clone, Debug)]
pub enum Stored {
    Int(u64),
    /// To object number and offset.
    Pointer(usize, u64),
    Function(u64, u64),
    Undefined(u64, u64),
}

#[derive(Clone, Debug)]
pub enum Step {
    Allocate {
        size: u64,
        align: u64,
        kind: u8,
        site: u32,
    },
    Free {
        object: usize,
        site: u32,
    },
    Protect {
        object: usize,
    },
    Load {
        object: usize,
        offset: u64,
        size: u32,
    },
    Store {
        object: usize,
        offset: u64,
        size: u32,
        value: Stored,
    },
    Copy {
        to: usize,
        to_offset: u64,
        from: usize,
        from_offset: u64,
        len: u64,
    },
    Fill {
        object: usize,
        offset: u64,
        byte: Stored,
        len: u64,
    },
    Fork,
    /// Goes on with another state.
    Switch(usize),
    Expose {
        object: usize,
    },
    Resolve {
        object: usize,
        offset: u64,
    },
    Drop(usize),
    /// Brings the contents of objects together in a segment.
    Merge(Vec<usize>),
    Split {
        object: usize,
        step: u64,
    },
    Relocate {
        object: usize,
    },
}

pub fn offset() -> impl Strategy<Value = u64> {
    prop_oneof![
        6 => 0u64..40,
        3 => (0u64..5).prop_map(|word| word * 8),
        1 => any::<u64>(),
        1 => (0u64..10).prop_map(|back| u64::MAX - back),
    ]
}

pub fn stored() -> impl Strategy<Value = Stored> {
    prop_oneof![
        3 => any::<u64>().prop_map(Stored::Int),
        3 => (any::<usize>(), prop_oneof![0u64..30, Just(u64::MAX - 3)])
            .prop_map(|(object, offset)| Stored::Pointer(object, offset)),
        1 => (0..FUNCTIONS, 0u64..3).prop_map(|(index, offset)| Stored::Function(index, offset)),
        2 => (any::<u64>(), prop_oneof![any::<u64>(), Just(0xff00), Just(0x0f), Just(u64::MAX)])
            .prop_map(|(bits, mask)| Stored::Undefined(bits, mask)),
    ]
}

/// Whole words often, since those have a form of their own.
pub fn access_size() -> impl Strategy<Value = u32> {
    prop_oneof![1u32..=8, Just(4), Just(8)]
}

pub fn step() -> impl Strategy<Value = Step> {
    let object = || any::<usize>();
    prop_oneof![
        2 => (prop_oneof![0u64..40, Just(16), Just(300)], 0u32..8, 0u8..3, any::<u32>()).prop_map(
            |(size, align, kind, site)| Step::Allocate { size, align: 1 << align, kind, site }
        ),
        1 => (object(), any::<u32>()).prop_map(|(object, site)| Step::Free { object, site }),
        1 => object().prop_map(|object| Step::Protect { object }),
        8 => (object(), offset(), access_size())
            .prop_map(|(object, offset, size)| Step::Load { object, offset, size }),
        12 => (object(), offset(), access_size(), stored()).prop_map(
            |(object, offset, size, value)| Step::Store { object, offset, size, value }
        ),
        6 => (object(), offset(), object(), offset(), 0u64..30).prop_map(
            |(to, to_offset, from, from_offset, len)| Step::Copy {
                to, to_offset, from, from_offset, len
            }
        ),
        // Within one object, so that ranges overlap.
        4 => (object(), 0u64..20, 0u64..20, 0u64..30).prop_map(
            |(to, to_offset, from_offset, len)| Step::Copy {
                to, to_offset, from: to, from_offset, len
            }
        ),
        4 => (object(), offset(), stored(), 0u64..40)
            .prop_map(|(object, offset, byte, len)| Step::Fill { object, offset, byte, len }),
        1 => Just(Step::Fork),
        3 => any::<usize>().prop_map(Step::Switch),
        2 => object().prop_map(|object| Step::Expose { object }),
        3 => (object(), prop_oneof![0u64..40, Just(u64::MAX)])
            .prop_map(|(object, offset)| Step::Resolve { object, offset }),
        1 => any::<usize>().prop_map(Step::Drop),
        2 => prop::collection::vec(object(), 1..5).prop_map(Step::Merge),
        2 => (object(), 1u64..20).prop_map(|(object, step)| Step::Split { object, step }),
        1 => object().prop_map(|object| Step::Relocate { object }),
    ]
}
