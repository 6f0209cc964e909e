//! Something that a benchmark was to show, and what it measured.

use serde::Serialize;

#[derive(Debug, PartialEq, Serialize)]
pub struct Check {
    pub what: String,
    pub measured: String,
    pub met: bool,
}

impl Check {
    pub fn text(&self) -> String {
        format!("{:<6}  {}: {}", if self.met { "ok" } else { "MISSED" }, self.what, self.measured)
    }
}
