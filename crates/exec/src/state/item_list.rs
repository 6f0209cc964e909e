//! Many work items in little room: sorted by their traces, each says how much of its trace is that of the one
//! before it, and the rest.

use crate::state::WorkItem;
use crate::state::work_item::{NextItem, shared_start};
use serde::de::{Error, SeqAccess, Visitor};
use serde::ser::SerializeSeq;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Borrow;
use std::fmt;

/// Work items in the order of their traces. They are written one by one: there may be as many as memory holds.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SortedItems<I = WorkItem>(Vec<I>);

impl<I: Borrow<WorkItem>> SortedItems<I> {
    pub fn new(mut items: Vec<I>) -> SortedItems<I> {
        items.sort_by(|a, b| a.borrow().trace().cmp(b.borrow().trace()));
        SortedItems(items)
    }

    pub fn into_vec(self) -> Vec<I> {
        self.0
    }
}

impl<I: Borrow<WorkItem>> Serialize for SortedItems<I> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut list = to.serialize_seq(Some(self.0.len()))?;
        let mut last: &[u8] = &[];
        for item in &self.0 {
            let item = item.borrow();
            list.serialize_element(&item.after(shared_start(last, item.trace().bytes())))?;
            last = item.trace().bytes();
        }
        list.end()
    }
}

impl<'d> Deserialize<'d> for SortedItems {
    fn deserialize<D: Deserializer<'d>>(from: D) -> Result<SortedItems, D::Error> {
        struct Items;
        impl<'d> Visitor<'d> for Items {
            type Value = SortedItems;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("work items in the order of their traces")
            }

            fn visit_seq<A: SeqAccess<'d>>(self, mut list: A) -> Result<SortedItems, A::Error> {
                let mut items: Vec<WorkItem> = Vec::new();
                while let Some(next) = list.next_element::<NextItem>()? {
                    let last = items.last().map_or(&[][..], |item| item.trace().bytes());
                    items.push(next.after(last).map_err(A::Error::custom)?);
                }
                Ok(SortedItems(items))
            }
        }
        from.deserialize_seq(Items)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::{Decision, DecisionKind};
    use dunlin_ir::PointNumber;
    use proptest::prelude::*;

    fn item(choices: &[u64]) -> WorkItem {
        let (at, kind) = (PointNumber(7), DecisionKind::Branch);
        let decision = |&choice: &u64| Decision { choice, at, kind, implied: false };
        WorkItem::new(&choices.iter().map(decision).collect::<Vec<_>>(), &[])
    }

    fn written(items: Vec<WorkItem>) -> Vec<u8> {
        postcard::to_stdvec(&SortedItems::new(items)).expect("plain data")
    }

    #[test]
    fn what_items_have_in_common_is_written_once() {
        let many = |first: u64| {
            let mut choices = vec![1; 1000];
            choices.push(first);
            item(&choices)
        };
        let items: Vec<WorkItem> = (0..50).map(many).collect();
        let one = written(items[..1].to_vec()).len();
        assert!(written(items).len() < 2 * one);
    }

    proptest! {
        #[test]
        fn a_list_comes_back_sorted(
            list in proptest::collection::vec(proptest::collection::vec(0..3u64, 0..6), 0..8)
        ) {
            let items: Vec<WorkItem> = list.iter().map(|choices| item(choices)).collect();
            let read: SortedItems = postcard::from_bytes(&written(items.clone())).expect("written so");
            prop_assert_eq!(read, SortedItems::new(items));
        }

        #[test]
        fn any_bytes_are_understood_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..80)) {
            if let Ok(items) = postcard::from_bytes::<SortedItems>(&bytes) {
                let again = written(items.clone().into_vec());
                prop_assert_eq!(postcard::from_bytes::<SortedItems>(&again).expect("written so"), SortedItems::new(items.into_vec()));
            }
        }

        #[test]
        fn changed_lists_are_understood_or_refused(at in 0..200usize, change in 1..=255u8) {
            let mut bytes = written(vec![item(&[]), item(&[1, 0]), item(&[1, 0, 9]), item(&[1, 1])]);
            let at = at % bytes.len();
            bytes[at] ^= change;
            if let Ok(items) = postcard::from_bytes::<SortedItems>(&bytes) {
                prop_assert!(items.into_vec().iter().all(|item| item.trace().decisions().len() < 100));
            }
        }
    }
}
