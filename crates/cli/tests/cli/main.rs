//! The command line from outside: what it accepts, what it prints, and its exit codes.

mod bad_input;
mod closed_pipe;
mod confined;
mod deep;
mod distances;
mod doctor;
mod explore;
mod inputs;
mod klee_options;
mod mutated;
mod optimised;
mod reach;
mod reach_condition;
mod reach_portfolio;
mod reach_resume;
mod replay;
mod resume;
mod run;
mod seeds;
mod show;
mod solve;
mod solver_options;
mod support;
mod triage;
mod verify;
