//! What is too large to be read, judged before it is read.

/// The size of the largest file, in bytes: 4 MiB.
pub const MAX_BYTES: usize = 4 << 20;

/// How deep tables and lists may lie within each other.
pub const MAX_DEPTH: usize = 64;

/// How many values a file may hold in all its tables and lists together.
pub const MAX_ENTRIES: usize = 200_000;

/// What is wrong with a file of this size, if anything.
pub(super) fn size(bytes: usize) -> Option<String> {
    (bytes > MAX_BYTES).then(|| format!("the file has more than {MAX_BYTES} bytes, the largest that is read"))
}

/// The first place at which a TOML text goes too deep or holds too much.
///
/// The parser has a limit of its own for brackets and another for dotted keys, but none for both
/// together, and what is read is dropped again by recursion. So this counts beforehand, in a pass
/// that knows strings, comments and brackets and takes any text.
pub(super) fn excess(text: &str) -> Option<(usize, String)> {
    let bytes = text.as_bytes();
    // For each open bracket: whether it is a table's, and the depth outside of it.
    let mut open: Vec<(bool, usize)> = Vec::new();
    let (mut header, mut depth, mut entries) = (0, 0, 0usize);
    let (mut in_key, mut line_starts) = (true, true);
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let start = at;
        at += 1;
        match byte {
            b'"' | b'\'' => at = string_end(bytes, start),
            b'#' => at = line_end(bytes, start),
            b'\n' if open.is_empty() => {
                (depth, in_key, line_starts) = (header, true, true);
                continue;
            }
            b' ' | b'\t' | b'\r' | b'\n' => continue,
            b'[' if line_starts && open.is_empty() => {
                header = 1 + usize::from(bytes.get(at) == Some(&b'['));
                at = start + header;
                while let Some(&byte) = bytes.get(at).filter(|&&b| b != b'\n') {
                    header += usize::from(byte == b'.');
                    at = if matches!(byte, b'"' | b'\'') { string_end(bytes, at) } else { at + 1 };
                }
                depth = header;
                entries += 1;
            }
            b'[' | b'{' => {
                open.push((byte == b'{', depth));
                depth += 1;
                in_key = byte == b'{';
                entries += 1;
            }
            b']' | b'}' => {
                depth = open.pop().map_or(header, |(_, outside)| outside);
                in_key = false;
            }
            b'.' if in_key => depth += 1,
            b'=' => {
                in_key = false;
                entries += 1;
            }
            b',' => {
                entries += 1;
                if let Some(&(is_table, outside)) = open.last() {
                    in_key = is_table;
                    depth = outside + 1;
                }
            }
            _ => {}
        }
        line_starts = false;
        if depth > MAX_DEPTH {
            return Some((start, format!("this lies more than {MAX_DEPTH} tables and lists deep")));
        }
        if entries > MAX_ENTRIES {
            return Some((start, format!("the file holds more than {MAX_ENTRIES} values")));
        }
    }
    None
}

fn line_end(bytes: &[u8], start: usize) -> usize {
    bytes[start..].iter().position(|&b| b == b'\n').map_or(bytes.len(), |length| start + length)
}

/// The offset behind a string, which is one of four kinds; one that is not closed ends with its
/// line, or with the text if it may have many lines.
fn string_end(bytes: &[u8], start: usize) -> usize {
    let quote = bytes[start];
    let long = bytes[start..].starts_with(&[quote; 3]);
    let close: &[u8] = if long { &[quote; 3] } else { &[quote] };
    let mut at = start + close.len();
    while at < bytes.len() {
        if bytes[at..].starts_with(close) {
            at += close.len();
            // Up to two quotes may stand directly before the three that close.
            while long && bytes.get(at) == Some(&quote) {
                at += 1;
            }
            return at;
        }
        match bytes[at] {
            b'\n' if !long => return at,
            b'\\' if quote == b'"' => at += 2,
            _ => at += 1,
        }
    }
    bytes.len()
}
