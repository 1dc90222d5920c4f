//! A sheet that is being written, with its report; and the lines that the sheets of the family have alike.

use crate::gcs::Character;
use crate::report::Report;
use crate::text::{number, quoted};
use crate::traits;
use affray_3d6::attributes::{basic_move, speed_quarters, swing, thrust};
use affray_3d6::text::dice;

/// How a ruleset names the lines of a figure, and what it takes.
pub(crate) struct Figure {
    /// The keys of Basic Speed and Basic Move.
    pub(crate) keys: [&'static str; 2],
    /// The most HP, FP, and Will and Per.
    pub(crate) most: [i32; 3],
    /// The least Basic Move.
    pub(crate) least_move: i32,
    /// The greatest Size Modifier.
    pub(crate) largest: i32,
}

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

    /// Writes name, attributes, points, Basic Speed and Move, basic damage and size: what does not follow from what stands
    /// before. The attributes, and Basic Speed in quarters.
    pub(crate) fn figure(&mut self, one: &Character, figure: &Figure) -> ([i32; 4], i16) {
        self.line("name", quoted(&one.name));
        let mut scores = [0; 4];
        for (at, name) in ["st", "dx", "iq", "ht"].into_iter().enumerate() {
            scores[at] = self.within(&name.to_uppercase(), one.scores[at], 1, 100);
            self.line(name, scores[at]);
        }
        let [st, dx, iq, ht] = scores;
        traits::tell_points(one, &mut self.report);
        let is_tireless = one.fp.is_none_or(|fp| fp <= 0);
        if is_tireless {
            self.report.took("no FP: nothing tires it");
        }
        let [hp, fp, mind] = figure.most;
        for (key, name, value, usual, most) in [
            ("hp", "HP", one.hp, st, hp),
            ("will", "Will", one.will, iq, mind),
            ("per", "Per", one.per, iq, mind),
            ("fp", "FP", one.fp, ht, fp),
        ] {
            let value = match (value, key) {
                (_, "fp") if is_tireless => 0,
                _ => self.within(name, value.unwrap_or(usual), 1, most),
            };
            if value != usual {
                self.line(key, value);
            }
        }
        let usual = speed_quarters(dx as i16, ht as i16);
        let quarters = one.speed.map_or(usual, |speed| ((speed * 4.0).round() as i32).clamp(2, 200) as i16);
        let kept = f64::from(quarters) / 4.0;
        if let Some(speed) = one.speed.filter(|speed| *speed != kept) {
            self.report.changed(format!("Basic Speed {speed} became {kept}"));
        }
        if quarters != usual {
            self.line(figure.keys[0], number(kept));
        }
        let usual = i32::from(basic_move(quarters)).max(figure.least_move);
        let yards = self.within("Basic Move", one.basic_move.unwrap_or(usual), figure.least_move, 50);
        if yards != usual {
            self.line(figure.keys[1], yards);
        }
        for (key, given, usual) in [("thrust", &one.thrust, thrust(st as i16)), ("swing", &one.swing, swing(st as i16))]
        {
            match dice(given) {
                Ok(read) if read == usual => {}
                Ok(_) => self.line(key, quoted(given)),
                Err(_) if given.is_empty() => {}
                Err(_) => self.report.left_out(format!("{key} `{given}` is no dice: it goes by ST")),
            }
        }
        if one.sm != 0 {
            let sm = self.within("SM", one.sm, -10, figure.largest);
            self.line("sm", sm);
        }
        (scores, quarters)
    }
}
