//! How far the search for each target is, and when and how that is written into checkpoints.
//!
//! A target that is answered is not looked for again; one that was given up goes on with the states that its hunt had
//! left. All hunts of a command are in one checkpoint, those that are not running in their written form.

use super::answer::Found;
use crate::checkpoint::{self, Earlier, Pace, Stamp, take};
use crate::watcher::{Event, Watcher};
use dunlin_exec::ExecOptions;
use dunlin_target::SavedHunt;
use serde::{Deserialize, Serialize};
use std::io;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How far the search for a target is.
#[derive(Clone, Default, Serialize, Deserialize)]
pub enum Standing {
    /// Nobody has looked for it.
    #[default]
    Open,
    /// What was known when its hunt was left, and the hunt.
    Left {
        found: Option<Box<Found>>,
        hunt: WrittenHunt,
    },
    Answered(Box<Found>),
}

/// A hunt as it is written.
#[derive(Clone, Serialize, Deserialize)]
pub struct WrittenHunt(Vec<u8>);

impl WrittenHunt {
    pub fn new(hunt: &SavedHunt) -> WrittenHunt {
        WrittenHunt(postcard::to_stdvec(hunt).expect("memory takes everything"))
    }

    /// None if it is something else.
    pub fn read(&self) -> Option<SavedHunt> {
        postcard::from_bytes(&self.0).ok()
    }
}

/// The options of a hunt that must be the same when it goes on, under the names of the command line.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Chosen<'c> {
    #[serde(rename = "the program's command line")]
    pub arguments: &'c [String],
    #[serde(rename = "a `--` before the program's arguments")]
    pub arguments_chosen: bool,
    pub entry: &'c str,
    #[serde(rename = "the list of targets")]
    pub targets: Vec<&'c str>,
    pub condition: Option<&'c str>,
    #[serde(flatten)]
    pub exec: &'c ExecOptions,
    pub fold_conditions: bool,
    pub strategy: String,
    pub drop: bool,
}

/// By target: how far the search is, as an earlier command left it. The error is for the user.
pub fn standings(earlier: &Earlier, stamp: &Stamp, count: usize) -> Result<Vec<Standing>, String> {
    let mut content = earlier.content(stamp)?;
    let read: Option<Vec<Standing>> = take(&mut content);
    let understood = |standing: &Standing| match standing {
        Standing::Left { hunt, .. } => hunt.read().is_some(),
        _ => true,
    };
    read.filter(|all| content.is_empty() && all.len() == count && all.iter().all(understood))
        .ok_or_else(|| earlier.damaged())
}

/// What is written, and when. Hunts have threads of their own.
pub struct Saving<'s> {
    folder: PathBuf,
    stamp: Stamp,
    watcher: &'s dyn Watcher,
    standings: Mutex<Vec<Standing>>,
    pace: Mutex<Pace>,
    /// Why a checkpoint could not be written, the first time.
    problem: Mutex<Option<String>>,
}

/// Whoever panics does so outside: what is behind the locks stays consistent.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<'s> Saving<'s> {
    pub fn new(
        folder: PathBuf,
        stamp: Stamp,
        standings: Vec<Standing>,
        every: Option<Duration>,
        watcher: &'s dyn Watcher,
    ) -> Saving<'s> {
        let pace = Mutex::new(Pace::new(every, Instant::now()));
        let (standings, problem) = (Mutex::new(standings), Mutex::default());
        Saving { folder, stamp, watcher, standings, pace, problem }
    }

    pub fn standing(&self, target: usize) -> Standing {
        lock(&self.standings)[target].clone()
    }

    /// How many targets from this one on have no answer yet.
    pub fn unanswered_from(&self, target: usize) -> usize {
        let standings = lock(&self.standings);
        let open = |standing: &&Standing| !matches!(standing, Standing::Answered(_));
        standings[target..].iter().filter(open).count()
    }

    pub fn answer(&self, target: usize, found: Found) {
        lock(&self.standings)[target] = Standing::Answered(Box::new(found));
    }

    /// A hunt has ended before its end.
    pub fn leave(&self, target: usize, found: Found, hunt: &SavedHunt) {
        let found = Some(Box::new(found));
        lock(&self.standings)[target] = Standing::Left { found, hunt: WrittenHunt::new(hunt) };
    }

    pub fn is_due(&self) -> bool {
        lock(&self.pace).is_due(Instant::now())
    }

    /// A hunt is about to go on; it stands like this.
    pub fn save_running(&self, target: usize, hunt: &SavedHunt) {
        let hunt = WrittenHunt::new(hunt);
        let standing = &mut lock(&self.standings)[target];
        let found = match standing {
            Standing::Left { found, .. } => found.take(),
            _ => None,
        };
        *standing = Standing::Left { found, hunt };
    }

    /// A checkpoint, for which work began then, would have taken too long: the last one stays.
    pub fn put_off(&self, begun: Instant) {
        lock(&self.pace).tried(begun, false);
    }

    /// Writes a checkpoint if it is time for one.
    pub fn tick(&self) {
        if self.is_due() {
            self.write(Instant::now());
        }
    }

    /// Writes a checkpoint, for which work began then. The last one stays if it cannot be written.
    pub fn write(&self, begun: Instant) {
        let written = self.write_now();
        lock(&self.pace).tried(begun, written.is_ok());
        match written {
            Ok(()) => self.watcher.event(&Event::Checkpoint),
            Err(error) => {
                lock(&self.problem)
                    .get_or_insert_with(|| format!("cannot write the checkpoint: {error}"));
            }
        }
    }

    fn write_now(&self) -> io::Result<()> {
        let standings = lock(&self.standings);
        checkpoint::write(&self.folder, &self.stamp, |out| out.put(&*standings))
    }

    /// Why a checkpoint could not be written, if one could not.
    pub fn problem(&self) -> Option<String> {
        lock(&self.problem).take()
    }
}
