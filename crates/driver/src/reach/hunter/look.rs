//! One hunt after the other: who has an answer already, how long each may take, and what is kept of it.

use super::{Hunter, TimeLimit, Wanted};
use crate::WORKER_STACK;
use crate::checkpoint::Stamp;
use crate::failure::Failure;
use crate::memory_limit::MemoryLimit;
use crate::reach::answer::Found;
use crate::reach::home::Home;
use crate::reach::saving::{Chosen, Saving, Standing, standings};
use crate::reach::watcher::HuntWatcher;
use crate::reach::why;
use crate::watcher::Discard;
use dunlin_report::Verdict;
use dunlin_target::marks::MarkedProgram;
use dunlin_target::place::Removed;
use dunlin_target::{Hunt, HuntOptions, Left, NotOfThisHunt, Passed, SavedHunt, Tally};
use std::time::Instant;

/// Of a hunt whose states were not written down.
const TOO_MUCH: &str =
    "note: there was no time to write its states down: --resume goes on from the last checkpoint";

/// What came of one hunt: the answer, other targets that it has passed, and what it takes to go on if a limit has ended
/// it.
type Looked = (Found, Vec<Passed>, Left);

impl<'h> Hunter<'h> {
    /// What is known already, and where more of it is kept.
    pub(super) fn saving(
        &self,
        home: &Home,
        marked: &MarkedProgram,
    ) -> Result<Saving<'h>, Failure> {
        let chosen = Chosen {
            arguments: &self.arguments,
            arguments_chosen: self.settings.arguments_chosen,
            entry: &self.load.entry,
            targets: self.targets.iter().map(|wanted| wanted.text.as_str()).collect(),
            condition: self.condition.as_deref(),
            exec: &self.exec,
            fold_conditions: self.settings.fold_conditions,
            strategy: self.settings.strategy.to_string(),
            drop: self.settings.drop,
        };
        let digest = dunlin_load::digest(&marked.program.module);
        let stamp = Stamp::new(home.command, digest, &chosen);
        let count = self.targets.len();
        let known = match &home.earlier {
            None => vec![Standing::Open; count],
            Some(earlier) => {
                let known = standings(earlier, &stamp, count).map_err(Failure::bad_input)?;
                home.forget_results()?;
                known
            }
        };
        let every = self.settings.checkpoint_every;
        Ok(Saving::new(home.folder.checkpoint(), stamp, known, every, self.watcher))
    }

    pub(super) fn look_for_all(
        &self,
        marked: &MarkedProgram,
        saving: &Saving<'_>,
    ) -> Result<Vec<Found>, Failure> {
        let count = self.targets.len();
        let mut found: Vec<Found> = Vec::new();
        for number in 0..count {
            let (earlier, hunt) = match saving.standing(number) {
                Standing::Answered(answer) => {
                    found.push(*answer);
                    continue;
                }
                Standing::Open => (None, None),
                Standing::Left { found, hunt } => (found, hunt.read()),
            };
            if let Some(removed) = self.targets[number].place.removed {
                let mut entry = self.entry(number);
                if removed == Removed::NoPath {
                    entry.verdict = Verdict::Unreachable;
                }
                entry.why = why::removed(removed).to_string();
                let answer = Found::new(entry, None);
                saving.answer(number, answer.clone());
                found.push(answer);
                continue;
            }
            if let Some(stop) = self.stop.why() {
                found.push(self.not_looked_for(number, stop));
                continue;
            }
            // Several targets share the time equally; what one does not use is left for the others.
            let left = dunlin_stop::time_left();
            let share = left.map(|left| TimeLimit {
                time: left / saving.unanswered_from(number) as u32,
                option: why::MAX_TIME,
            });
            let limits = [share, self.time_per_target].into_iter().flatten();
            let limit = limits.min_by_key(|limit| limit.time);
            let looked = self.look_for(marked, number, limit, hunt, saving);
            let (mut answer, others, left) = looked.map_err(|problem| {
                Failure::bad_input(format!("cannot resume the search: {problem}"))
            })?;
            if let Some(earlier) = &earlier {
                answer.add_earlier(&earlier.answer);
            }
            for passed in others {
                let other = passed.target;
                let mut answer = match saving.standing(other) {
                    Standing::Answered(known) if known.answer.entry.verdict != Verdict::Unknown => {
                        continue;
                    }
                    Standing::Answered(known) => *known,
                    _ => Found::new(self.entry(other), None),
                };
                if let Some(known) = found.get(other) {
                    answer = known.clone();
                }
                answer.pass(passed);
                if let Some(known) = found.get_mut(other) {
                    *known = answer.clone();
                }
                saving.answer(other, answer);
            }
            match &left {
                Left::Hunt(hunt) => saving.leave(number, answer.clone(), hunt),
                Left::Nothing => saving.answer(number, answer.clone()),
                // What is in the last checkpoint stays.
                Left::TooMuch => {}
            }
            found.push(answer);
            saving.tick();
        }
        Ok(found)
    }

    /// Looks for one target, on a thread with a large stack.
    fn look_for(
        &self,
        marked: &MarkedProgram,
        number: usize,
        limit: Option<TimeLimit>,
        earlier: Option<SavedHunt>,
        saving: &Saving<'_>,
    ) -> Result<Looked, NotOfThisHunt> {
        let Wanted { text, label, place } = &self.targets[number];
        // A time beyond what the clock can express is no limit.
        let deadline = limit.and_then(|limit| Instant::now().checked_add(limit.time));
        let before = earlier.as_ref().map_or_else(Tally::default, |earlier| earlier.tally);
        let more = |limit: Option<u64>, before: u64| {
            limit.map_or(u64::MAX, |limit| limit.saturating_add(before))
        };
        let memory = self.settings.max_memory.or_else(dunlin_stop::half_of_machine);
        let options = HuntOptions {
            strategy: self.settings.strategy,
            seed: self.settings.seed,
            drop: self.settings.drop,
            matching: self.settings.matching.within(memory),
            backward: self.settings.backward.clone(),
            bse: self.settings.bse.clone(),
            arguments: self.arguments.clone(),
            // Limits are for what this search does.
            max_cost: more(self.settings.max_cost, before.cost()),
            max_instructions: more(self.settings.max_instructions, before.instructions),
            deadline,
        };
        let started = Instant::now();
        let target = match (label, self.targets.len()) {
            (Some(label), _) => label.clone(),
            (None, 1) => text.clone(),
            (None, count) => format!("{} of {count}, {text}", number + 1),
        };
        let memory_limit = memory.map(MemoryLimit::calling_at_once);
        let looked = started;
        let hunt = || {
            let (watcher, stop) = (self.watcher, self.stop);
            let mut watcher = HuntWatcher {
                watcher,
                stop,
                target,
                deadline,
                memory_limit,
                looked,
                saving,
                number,
                save_begun: started,
            };
            let mut output = Discard;
            let chain = self.settings.solver.chain().expect("tried before");
            Hunt::new(marked, number, &self.exec, &options, chain, &mut output, &mut watcher)
                .run(earlier)
        };
        let answer = std::thread::scope(|scope| {
            let thread = std::thread::Builder::new().stack_size(WORKER_STACK);
            let thread = thread.spawn_scoped(scope, hunt).expect("the system has a thread");
            thread.join()
        });
        let mut entry = self.entry(number);
        entry.time_ms = started.elapsed().as_secs_f64() * 1e3;
        match answer {
            Ok(answer) => {
                let mut answer = answer?;
                let option = limit.map_or(why::MAX_TIME, |limit| limit.option);
                let left = std::mem::take(&mut answer.left);
                let (mut found, passed) = self.describe(marked, entry, place, answer, option);
                if matches!(left, Left::TooMuch) {
                    found.answer.entry.notes.push(TOO_MUCH.to_string());
                }
                Ok((found, passed, left))
            }
            Err(_) => {
                entry.why = "a bug of Dunlin ended the search".to_string();
                let mut found = Found::new(entry, None);
                found.answer.engine_bug = true;
                Ok((found, Vec::new(), Left::Nothing))
            }
        }
    }
}
