//! Regions with larger and larger bounds, until one answers.

use crate::conjunctions::Conjunctions;
use crate::disjuncts::Disjuncts;
use crate::goal::Goal;
use crate::graph::{Graph, Role};
use crate::loss::Loss;
use crate::options::{Form, Options};
use crate::question::{Question, Reply, Solver};
use crate::unroll::{Source, unroll};
use crate::walk::{End, Made, walk};
use dunlin_solver::backend::Budget;
use dunlin_solver::chain::Portfolio;
use dunlin_term::Terms;
use serde::{Deserialize, Serialize};

/// What is known of a goal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// No execution gets there.
    Unreachable,
    /// With these inputs it may be reached: whoever claims it executes the program forward.
    Candidate(Vec<Made>),
    /// Nothing, for these reasons.
    Unknown(Vec<Loss>),
}

/// What was done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Tally {
    /// Commands and edges of all regions.
    pub size: u64,
    pub queries: u64,
    pub regions: u64,
    /// The bound of the last one.
    pub unwind: u32,
}

/// Bounds that are tried if the user names none.
const BOUNDS: [u32; 6] = [0, 1, 2, 4, 8, 16];

pub struct Search<'a> {
    source: Source<'a>,
    options: Options,
    goal: Goal,
    bounds: std::vec::IntoIter<u32>,
    pub tally: Tally,
}

impl<'a> Search<'a> {
    pub fn new(source: Source<'a>, goal: Goal, options: Options) -> Search<'a> {
        let bounds = match options.unwind {
            Some(bound) => vec![bound],
            None => BOUNDS.to_vec(),
        };
        Search { source, options, goal, bounds: bounds.into_iter(), tally: Tally::default() }
    }

    /// Tries the next bound. None if there is none, or a larger one would not help.
    pub fn step(
        &mut self,
        terms: &mut Terms,
        portfolio: &mut Portfolio,
        budget: Budget,
    ) -> Option<Answer> {
        let bound = self.bounds.next()?;
        self.tally.unwind = bound;
        let Ok(graph) = unroll(terms, &self.source, &self.goal, &self.options, bound) else {
            // It was made up to there.
            self.tally.size += self.options.largest as u64;
            self.bounds = Vec::new().into_iter();
            return Some(Answer::Unknown(Vec::new()));
        };
        self.tally.regions += 1;
        self.tally.size += graph.size() as u64;
        let mut solver = Solver::new(portfolio, budget);
        let answer = self.answer(terms, &mut solver, &graph);
        self.tally.queries += solver.queries;
        if let Answer::Unknown(losses) = &answer
            && !losses.iter().any(|loss| loss.is_bound())
        {
            self.bounds = Vec::new().into_iter();
        }
        Some(answer)
    }

    fn answer(&self, terms: &mut Terms, solver: &mut Solver<'_>, graph: &Graph) -> Answer {
        let mut losses: Vec<Loss> = losses(graph);
        match ask(terms, solver, graph, &self.options, Question::TargetOrLoss) {
            Reply::Impossible => return Answer::Unreachable,
            // A path to the target on which nothing is lost answers the other question, too.
            Reply::Possible(model) => {
                let walked = walk(terms, graph, &model);
                if walked.end == End::Target {
                    return Answer::Candidate(walked.inputs);
                }
            }
            Reply::Unknown => {}
        }
        match ask(terms, solver, graph, &self.options, Question::Target) {
            Reply::Possible(model) => {
                let walked = walk(terms, graph, &model);
                debug_assert_eq!(walked.end, End::Target, "a solution leads to the target");
                Answer::Candidate(walked.inputs)
            }
            // Nothing but what was lost is left.
            Reply::Impossible => Answer::Unknown(losses),
            Reply::Unknown => {
                losses.retain(|loss| !loss.is_bound());
                Answer::Unknown(losses)
            }
        }
    }
}

/// Asks one question of a region, in the form that was chosen.
pub fn ask(
    terms: &mut Terms,
    solver: &mut Solver<'_>,
    graph: &Graph,
    options: &Options,
    question: Question,
) -> Reply {
    match options.form {
        Form::Conjunctions => {
            Conjunctions::new(graph, question, options.heap).run(terms, solver, options.check)
        }
        form => Disjuncts::new(graph, question, form).run(terms, solver, options.check),
    }
}

/// Where the region has lost something, or may.
pub fn losses(graph: &Graph) -> Vec<Loss> {
    let mut losses: Vec<Loss> = Vec::new();
    for node in &graph.nodes {
        if let Role::Lost(loss) = node.role {
            losses.push(loss);
        }
        for command in &node.commands {
            use crate::graph::Command::{Blur, Lose};
            if let Lose(_, loss) | Blur(loss) = command {
                losses.push(*loss);
            }
        }
    }
    losses.sort_unstable();
    losses.dedup();
    losses
}
