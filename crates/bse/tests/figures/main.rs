//! Figures 1 to 5 of Handling Heap Data Structures in Backward Symbolic Execution: a test for each operation.

mod conjunctions;
mod conjunctions_heap;
mod disjuncts;
mod disjuncts_heap;
mod order;
mod world;
