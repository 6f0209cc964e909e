//! What only foreign solvers know: floating point, quantifiers and large arrays as a whole.

mod floats;
mod large_arrays;
mod quantifiers;
