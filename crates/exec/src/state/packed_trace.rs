//! A trace in little room, as it is kept in work items and written to disk.
//!
//! The packed form of the start of a trace is the start of its packed form ([`pack`]).

use crate::state::{Decision, pack, unpack};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// Decisions, packed. What is in it was packed, or understood when it was read.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct PackedTrace(Box<[u8]>);

impl PackedTrace {
    pub fn new(decisions: &[Decision]) -> PackedTrace {
        PackedTrace(pack(decisions).into())
    }

    /// None if these bytes are no trace.
    pub fn from_bytes(bytes: Vec<u8>) -> Option<PackedTrace> {
        unpack(&bytes).map(|_| PackedTrace(bytes.into()))
    }

    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    pub fn decisions(&self) -> Vec<Decision> {
        unpack(&self.0).expect("checked when it was made")
    }
}

impl Serialize for PackedTrace {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(to)
    }
}

impl<'d> Deserialize<'d> for PackedTrace {
    fn deserialize<D: Deserializer<'d>>(from: D) -> Result<PackedTrace, D::Error> {
        let bytes = Vec::<u8>::deserialize(from)?;
        PackedTrace::from_bytes(bytes).ok_or_else(|| de::Error::custom("not a trace"))
    }
}
