//! What became what, line by line.

/// What happened to something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Something to know before the fight: an attack that is missing, a way that is walled up.
    Note,
    /// It stands in the sheet as in the file.
    Took,
    /// It stands in the sheet, but not as in the file.
    Changed,
    /// It does not stand in the sheet.
    LeftOut,
    /// A number that the sheet comes to is another one than that of the file.
    Differs,
}

impl Kind {
    /// All of them, in the order in which reports show them.
    pub const ALL: [Self; 5] = [Self::Note, Self::Took, Self::Changed, Self::LeftOut, Self::Differs];

    /// In words.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Took => "took",
            Self::Changed => "changed",
            Self::LeftOut => "left out",
            Self::Differs => "differs",
        }
    }
}

/// A line of a report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// What happened.
    pub kind: Kind,
    /// To what, and why.
    pub text: String,
}

/// What became what.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Report {
    /// The lines, in the order of the sheet.
    pub lines: Vec<Line>,
}

impl Report {
    fn add(&mut self, kind: Kind, text: String) {
        // One line is enough for what comes of several weapons alike.
        let line = Line { kind, text };
        if !self.lines.contains(&line) {
            self.lines.push(line);
        }
    }

    /// Something to know before the fight.
    pub(crate) fn note(&mut self, text: impl Into<String>) {
        self.add(Kind::Note, text.into());
    }

    /// Something stands in the sheet as in the file.
    pub(crate) fn took(&mut self, text: impl Into<String>) {
        self.add(Kind::Took, text.into());
    }

    /// Something stands in the sheet, but not as in the file.
    pub(crate) fn changed(&mut self, text: impl Into<String>) {
        self.add(Kind::Changed, text.into());
    }

    /// Something does not stand in the sheet.
    pub(crate) fn left_out(&mut self, text: impl Into<String>) {
        self.add(Kind::LeftOut, text.into());
    }

    /// A number that the sheet comes to, if it is another one than that of the file, and why that may be so.
    pub(crate) fn compare<T: PartialEq + std::fmt::Display>(&mut self, what: &str, file: T, sheet: T, why: &str) {
        if file != sheet {
            self.add(Kind::Differs, format!("{what}: {file} in the file, {sheet} by the sheet: {why}"));
        }
    }

    /// How many lines are of a kind.
    pub fn count(&self, kind: Kind) -> usize {
        self.of(kind).count()
    }

    /// The lines of a kind.
    pub fn of(&self, kind: Kind) -> impl Iterator<Item = &str> {
        self.lines.iter().filter(move |line| line.kind == kind).map(|line| line.text.as_str())
    }
}
