//! A sheet that is being written, with its report.

use crate::report::Report;

/// The text of a sheet and the report on it.
#[derive(Debug, Default)]
pub(crate) struct Draft {
    pub(crate) out: String,
    pub(crate) report: Report,
}

impl Draft {
    /// A key with its value.
    pub(crate) fn line(&mut self, name: &str, value: impl std::fmt::Display) {
        self.out += &format!("{name} = {value}\n");
    }

    /// A number within the range of the sheet; that it was another one is reported.
    pub(crate) fn within(&mut self, what: &str, value: i32, least: i32, most: i32) -> i32 {
        let kept = value.clamp(least, most);
        if kept != value {
            self.report.changed(format!("{what} {value} became {kept}: sheets have {least} to {most}"));
        }
        kept
    }
}
