//! The picture that lies under the cells of a map, where a map is shown with one.

use affray_files::value::FromValue;

/// The endings of pictures.
pub const PICTURE_ENDINGS: [&str; 4] = ["png", "jpg", "jpeg", "webp"];

/// The farthest that a picture may reach or be away, in widths of a cell.
const FARTHEST: f64 = 4096.0;

/// A picture under the cells: nothing is ruled by it.
///
/// Places are in widths of a cell from the center of the cell `[0, 0]`, to the right and downwards; rows of hexes lie 0.866
/// apart.
///
/// ```
/// use affray_grid::MapFile;
/// let text = "rows = ['...']\npicture = { file = 'hall.png', at = [-0.5, -0.5], size = [3, 1] }\n";
/// let file: MapFile = affray_files::read(&affray_files::Source::new("map.toml", text)).unwrap();
/// assert_eq!(file.picture.as_ref().unwrap().size, [3.0, 1.0]);
/// assert!(file.build().is_ok());
/// ```
#[derive(Debug, Clone, PartialEq, FromValue)]
pub struct PictureFile {
    /// The file, beside the encounter: PNG, JPEG or WebP.
    pub file: String,
    /// Its top left corner, `[x, y]`.
    pub at: [f64; 2],
    /// Its width and height.
    pub size: [f64; 2],
}

impl PictureFile {
    /// What is wrong with it: the key, the message and what would be right.
    pub(crate) fn problem(&self) -> Option<(&'static str, String, &'static str)> {
        let is_plain = !self.file.starts_with('.') && !self.file.contains(['/', '\\', ':']);
        let ending = self.file.rsplit_once('.').map_or("", |(_, ending)| ending);
        if !is_plain || !PICTURE_ENDINGS.iter().any(|known| known.eq_ignore_ascii_case(ending)) {
            let message = format!("`{}` is no picture beside the encounter", self.file);
            return Some(("file", message, "a plain name that ends in .png, .jpg, .jpeg or .webp"));
        }
        if !self.at.iter().all(|place| place.abs() <= FARTHEST) {
            return Some(("at", "is too far away".to_owned(), "two numbers from -4096 to 4096"));
        }
        if !self.size.iter().all(|side| (0.01..=FARTHEST).contains(side)) {
            return Some(("size", "is no size".to_owned(), "two numbers from 0.01 to 4096"));
        }
        None
    }
}
