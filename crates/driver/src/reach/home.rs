//! Where the results of a hunt go, and what an earlier one left there.

use crate::checkpoint::{Earlier, NO_CHECKPOINT, find};
use crate::failure::Failure;
use crate::options::HuntSettings;
use crate::run::new_folder;
use crate::watcher::{Event, Watcher};
use dunlin_report::{OutputFolder, own_files};

/// The output folder of a command that looks for targets.
pub struct Home {
    pub folder: OutputFolder,
    /// The command that has it, as its checkpoints say it.
    pub command: &'static str,
    /// The checkpoint to go on from.
    pub earlier: Option<Earlier>,
}

impl Home {
    /// The folder of the settings. Nothing in one that is resumed is touched yet.
    pub fn open(
        command: &'static str,
        settings: &HuntSettings,
        watcher: &dyn Watcher,
    ) -> Result<Home, Failure> {
        let mut chosen = settings.output.as_deref();
        if let Some(path) = settings.resume.as_deref() {
            let earlier = find(path, command).map_err(Failure::bad_input)?;
            if earlier.is_some() {
                let folder = OutputFolder::reopen(path).map_err(|error| {
                    Failure::bad_input(format!("cannot resume {}: {error}", path.display()))
                })?;
                return Ok(Home { folder, command, earlier });
            }
            watcher.event(&Event::Note(NO_CHECKPOINT));
            chosen = Some(path);
        }
        let folder = new_folder(chosen)?;
        // That it is there says that the search is not finished.
        std::fs::create_dir_all(folder.checkpoint()).map_err(|error| {
            Failure::bad_input(format!("cannot write to {}: {error}", folder.path().display()))
        })?;
        Ok(Home { folder, command, earlier: None })
    }

    /// Removes what an earlier search has said at its end.
    pub fn forget_results(&self) -> Result<(), Failure> {
        for name in ["summary.json", "triaged.sarif"] {
            own_files::remove_result(self.folder.path(), "", name).map_err(|error| {
                let folder = self.folder.path().display();
                Failure::bad_input(format!("cannot resume {folder}: {error}"))
            })?;
        }
        Ok(())
    }

    /// Nothing is left to go on with. What cannot be removed does no harm.
    pub fn finish(&self) {
        let _ = own_files::clear(self.folder.path(), "checkpoint");
    }
}
