//! Landlock for what a confined process may open.

use super::Access;
use crate::landlock::{EVERYTHING, EXECUTE, READ, Ruleset, WRITE_FILE};
use std::io;
use std::path::Path;

pub(super) struct Rules {
    ruleset: Ruleset,
}

impl Rules {
    pub(super) fn new(access: &Access) -> io::Result<Rules> {
        let ruleset = Ruleset::new()?;
        let places =
            [(&access.read, READ), (&access.execute, READ | EXECUTE), (&access.write, EVERYTHING)];
        for (paths, rights) in places {
            for path in paths {
                ruleset.allow(path, rights)?;
            }
        }
        ruleset.allow(Path::new("/dev/null"), READ | WRITE_FILE)?;
        Ok(Rules { ruleset })
    }

    pub(super) fn enter(&self) -> io::Result<()> {
        if self.ruleset.apply() { Ok(()) } else { Err(io::Error::last_os_error()) }
    }
}
