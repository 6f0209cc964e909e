//! The checkpoint that an earlier command left in a folder, and why it cannot be gone on with, in words for the user.

use super::file::{self, Unreadable};
use super::stamp::{Stamp, other_command};
use std::path::{Path, PathBuf};

/// What a user hears if there is none yet.
pub const NO_CHECKPOINT: &str = "that run left no checkpoint: it starts from its beginning";

/// A checkpoint that was left by the same command.
pub struct Earlier {
    folder: PathBuf,
    stamp: Stamp,
    content: Vec<u8>,
}

impl Earlier {
    /// What the command has put there; an error if program or options are not the same.
    pub fn content(&self, stamp: &Stamp) -> Result<&[u8], String> {
        match stamp.difference(&self.stamp) {
            None => Ok(&self.content),
            Some(difference) => Err(self.refusal(&difference)),
        }
    }

    /// That it cannot be gone on with, and why.
    pub fn refusal(&self, why: &str) -> String {
        format!("cannot resume {}: {why}", self.folder.display())
    }

    /// The content is not what the command puts there.
    pub fn damaged(&self) -> String {
        unreadable(&self.folder, &Unreadable::Damaged)
    }
}

fn unreadable(folder: &Path, problem: &Unreadable) -> String {
    let shown = folder.display();
    format!("cannot resume {shown}: checkpoint/state.bin cannot be read: {problem}")
}

/// The checkpoint that `command` left in a folder; none if it ended before its first one. The error is for the user.
pub fn find(folder: &Path, command: &str) -> Result<Option<Earlier>, String> {
    let shown = folder.display();
    if !folder.is_dir() {
        return Err(format!("there is no folder {shown} to resume"));
    }
    let checkpoints = folder.join("checkpoint");
    match file::read(&checkpoints) {
        Ok((stamp, _)) if stamp.command != command => {
            Err(format!("cannot resume {shown}: {}", other_command(&stamp.command, command)))
        }
        Ok((stamp, content)) => Ok(Some(Earlier { folder: folder.to_path_buf(), stamp, content })),
        Err(Unreadable::Missing) if checkpoints.is_dir() => Ok(None),
        Err(Unreadable::Missing) if folder.join("summary.json").exists() => {
            Err(format!("cannot resume {shown}: that run is finished, nothing is left to do"))
        }
        Err(Unreadable::Missing) => {
            Err(format!("cannot resume {shown}: it has no checkpoint/state.bin"))
        }
        Err(problem) => Err(unreadable(folder, &problem)),
    }
}
