//! Tables that states share: a copy is made when one of them changes it, and the copy should be no
//! larger than it has to be. A plain `Vec` that was cloned doubles at the first push.

use std::rc::Rc;

/// Of a shared table: puts an element at a place.
pub(crate) fn insert<T: Clone>(table: &mut Rc<Vec<T>>, at: usize, element: T) {
    if let Some(own) = Rc::get_mut(table) {
        if own.len() == own.capacity() {
            // A path that does not fork still grows in few steps.
            own.reserve_exact(own.len() / 4 + 1);
        }
        own.insert(at, element);
        return;
    }
    let mut copy = Vec::with_capacity(table.len() + 1);
    copy.extend_from_slice(&table[..at]);
    copy.push(element);
    copy.extend_from_slice(&table[at..]);
    *table = Rc::new(copy);
}

/// Of a shared table: puts an element at the end.
pub(crate) fn push<T: Clone>(table: &mut Rc<Vec<T>>, element: T) {
    insert(table, table.len(), element);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_are_tight_and_others_keep_theirs() {
        let mut first = Rc::new(vec![1, 2, 4]);
        let second = first.clone();
        insert(&mut first, 2, 3);
        assert_eq!((&*first, &*second), (&vec![1, 2, 3, 4], &vec![1, 2, 4]));
        assert_eq!(first.capacity(), 4);
        for number in 5..100 {
            push(&mut first, number);
        }
        assert_eq!(*first, (1..100).collect::<Vec<i32>>());
    }
}
