//! Universal VTT: `.uvtt`, `.dd2vtt`, `.df2vtt`.

use super::{Kind, LARGEST_PICTURE, LARGEST_SIDE, MOST_LINES, Picture, Plan};
use crate::json::{Json, Numbers};
use crate::report::Report;
use base64::Engine as _;
use serde_json::Value;

/// Reads a map.
pub(super) fn read(json: &Value, report: &mut Report) -> Result<Plan, String> {
    let mut numbers = Numbers::default();
    let resolution = json.table("resolution");
    let origin = point(resolution.table("map_origin"), &mut numbers);
    let size = point(resolution.table("map_size"), &mut numbers);
    if let Some(problem) = numbers.problem {
        return Err(problem.replace("a character", "a map"));
    }
    let most = LARGEST_SIDE as f64;
    if !size.iter().all(|side| (1.0..=most).contains(side)) {
        return Err(format!("`map_size` is {} x {} squares: 1 to {LARGEST_SIDE} are read", size[0], size[1]));
    }
    let mut at = |value: &Value| {
        let [x, y] = point(value, &mut numbers);
        [x - origin[0], y - origin[1]]
    };
    let mut plan = Plan { size, ..Plan::default() };
    for key in ["line_of_sight", "objects_line_of_sight", "portals", "lights"] {
        if json.get(key).is_some_and(|value| !value.is_array() && !value.is_null()) {
            report.left_out(format!("`{key}`: it is no list"));
        }
    }
    for (key, kind) in [("line_of_sight", Kind::Wall), ("objects_line_of_sight", Kind::Object)] {
        for line in json.list(key) {
            let points: Vec<[f64; 2]> = line.as_array().map_or(&[][..], Vec::as_slice).iter().map(&mut at).collect();
            plan.lines.extend(points.windows(2).map(|two| (kind, two[0], two[1])));
        }
    }
    let mut endless = 0;
    for portal in json.list("portals") {
        let shut = portal.get("closed").and_then(Value::as_bool) != Some(false);
        if let [one, other] = portal.list("bounds") {
            plan.lines.push((if shut { Kind::Door } else { Kind::OpenDoor }, at(one), at(other)));
        } else {
            endless += 1;
        }
    }
    if endless > 0 {
        let doors = if endless == 1 { "a door".to_owned() } else { format!("{endless} doors") };
        report.left_out(format!("{doors} without two ends (`bounds`)"));
    }
    for light in json.list("lights") {
        plan.lights.push((at(light.table("position")), 0.0));
    }
    for (light, (_, range)) in json.list("lights").iter().zip(&mut plan.lights) {
        *range = numbers.number(light, "range").max(0.0);
    }
    plan.dark = darkness(json.table("environment").text("ambient_light"));
    if plan.lines.len() > MOST_LINES {
        return Err(format!("the map has {} lines of walls: at most {MOST_LINES} are read", plan.lines.len()));
    }
    if let Some(problem) = numbers.problem {
        return Err(problem.replace("a character", "a map"));
    }
    let lights = plan.lights.len();
    if lights > 0 && plan.dark == 0 {
        let s = if lights == 1 { "" } else { "s" };
        report.left_out(format!(
            "{lights} light{s}: the map says nothing of darkness (`ambient_light`), so that all is bright"
        ));
        plan.lights.clear();
    }
    plan.picture = picture(json.text("image"), report);
    Ok(plan)
}

/// How dark it is by the color of the light that is everywhere, `ffRRGGBB` or `RRGGBB`: black is -9.
fn darkness(color: &str) -> i32 {
    let color = color.trim_start_matches('#');
    let Some(rgb) = color.len().checked_sub(6).and_then(|from| color.get(from..)) else { return 0 };
    let parts = [0, 2, 4].map(|at| rgb.get(at..at + 2).and_then(|two| u8::from_str_radix(two, 16).ok()));
    let [Some(red), Some(green), Some(blue)] = parts else { return 0 };
    let bright = i32::from(red.max(green).max(blue));
    -((255 - bright) * 9 + 127) / 255
}

/// A point.
fn point(value: &Value, numbers: &mut Numbers) -> [f64; 2] {
    [numbers.number(value, "x"), numbers.number(value, "y")]
}

/// The picture, if it is one.
pub(super) fn picture(text: &str, report: &mut Report) -> Option<Picture> {
    let text = text.rsplit_once("base64,").map_or(text, |(_, text)| text);
    if text.is_empty() {
        report.left_out("a picture: the file has none");
        return None;
    }
    if text.len() / 4 * 3 > LARGEST_PICTURE {
        report.left_out(format!("the picture: it has more than {} MB", LARGEST_PICTURE >> 20));
        return None;
    }
    let squeezed: Vec<u8> = text.bytes().filter(|byte| !byte.is_ascii_whitespace()).collect();
    let Ok(bytes) = base64::engine::general_purpose::STANDARD.decode(squeezed) else {
        report.left_out("the picture: it is no base64");
        return None;
    };
    let ending = match bytes.as_slice() {
        [0x89, b'P', b'N', b'G', ..] => "png",
        [0xff, 0xd8, 0xff, ..] => "jpg",
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => "webp",
        _ => {
            report.left_out("the picture: it is neither PNG nor WebP nor JPEG");
            return None;
        }
    };
    Some(Picture { ending, bytes })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colors_of_the_light() {
        for (color, dark) in
            [("ffffffff", 0), ("ff000000", -9), ("#808080", -4), ("ff202830", -7), ("", 0), ("fog", 0), ("äöüäöü", 0)]
        {
            assert_eq!(darkness(color), dark, "{color}");
        }
    }
}
