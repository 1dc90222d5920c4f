//! Logs: one JSON value on each line.

use super::FileError;
use super::limits::MAX_BYTES;
use serde::de::DeserializeOwned;
use std::io::{BufRead, Read as _};
use std::marker::PhantomData;

/// Reads one JSON value from each line, and tells the number of the line with it.
///
/// Blank lines are passed over. A line that is no value of the type is an error, after which the
/// lines behind it can still be read; a line of more than [`MAX_BYTES`], or a reader that fails,
/// ends the iteration. The length of the whole is not limited.
///
/// ```
/// use affray_files::json_lines;
/// let log = "1\n\n2\nthree\n".as_bytes();
/// let lines: Vec<_> = json_lines::<u32>("fight.jsonl", log).collect();
/// assert_eq!(*lines[1].as_ref().unwrap(), (3, 2));
/// assert_eq!(lines[2].as_ref().unwrap_err().to_string(), "fight.jsonl:4:2: expected ident");
/// ```
pub fn json_lines<T: DeserializeOwned>(name: impl Into<String>, reader: impl BufRead) -> JsonLines<impl BufRead, T> {
    JsonLines { name: name.into(), reader, line: 0, ended: false, value: PhantomData }
}

/// The iterator of [`json_lines`].
#[derive(Debug)]
pub struct JsonLines<R, T> {
    name: String,
    reader: R,
    line: usize,
    ended: bool,
    value: PhantomData<fn() -> T>,
}

impl<R: BufRead, T: DeserializeOwned> Iterator for JsonLines<R, T> {
    type Item = Result<(usize, T), FileError>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.ended {
            let mut bytes = Vec::new();
            let limit = MAX_BYTES as u64 + 1;
            let read = self.reader.by_ref().take(limit).read_until(b'\n', &mut bytes);
            self.line += 1;
            match read {
                Err(error) => {
                    self.ended = true;
                    return Some(Err(self.error(String::new(), 0, error.to_string(), None)));
                }
                Ok(0) => self.ended = true,
                Ok(_) => {
                    let cut_off = bytes.pop_if(|&mut last| last == b'\n').is_none();
                    if MAX_BYTES < bytes.len() {
                        self.ended = true;
                        let message = format!("the line has more than {MAX_BYTES} bytes");
                        return Some(Err(self.error(String::new(), 0, message, None)));
                    }
                    if !bytes.trim_ascii().is_empty() {
                        return Some(self.value(bytes, cut_off));
                    }
                }
            }
        }
        None
    }
}

impl<R, T: DeserializeOwned> JsonLines<R, T> {
    fn value(&self, bytes: Vec<u8>, cut_off: bool) -> Result<(usize, T), FileError> {
        let text = String::from_utf8(bytes).map_err(|error| {
            let start = error.utf8_error().valid_up_to();
            let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
            self.error(text, start, "this is not UTF-8 text".to_owned(), None)
        })?;
        match serde_json::from_str(&text) {
            Ok(value) => Ok((self.line, value)),
            Err(error) => {
                let start = error.column().saturating_sub(1);
                let place = format!(" at line {} column {}", error.line(), error.column());
                let message = error.to_string();
                let (message, hint) = super::explain::explain(message.strip_suffix(&place).unwrap_or(&message));
                let cut = (cut_off && error.is_eof()).then(|| "the file ends in the middle of this line".to_owned());
                Err(self.error(text, start, message, cut.or(hint)))
            }
        }
    }

    fn error(&self, text: String, start: usize, message: String, hint: Option<String>) -> FileError {
        let problem = (Some(start..start + 1), message, hint);
        FileError::at_line(self.name.clone(), text, self.line.saturating_sub(1), [problem])
    }
}
