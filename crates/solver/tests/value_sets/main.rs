//! Value sets against enumeration: every operation at widths 4 to 8, spot checks at width 64, the
//! examples of the paper, and whole paths of decisions.

mod examples;
mod expressions;
mod paths;
mod rules;
mod sampler;
mod sets;
mod steps;
