//! The spells of a sheet, and the sample spells of `DF-R56`.

use super::Compiler;
use crate::files::sheet::text;
use crate::files::sheet::{SheetFile, SpellFile};
use crate::sheet::{
    Damage, DamageType, MOST_SPELLS, MissileSpell, ResistedBy, Sheet, Spell, SpellClass, SpellCondition, SpellEffect,
    SpellScore,
};
use affray_files::{Diagnostic, Path, plain};
use affray_kernel::dice::Dice;
use std::collections::BTreeSet;

/// The names of the spells of `DF-R56`, which every sheet may list with a score alone.
pub const SAMPLE_SPELLS: [&str; 8] = ["ember", "sting", "lull", "fumble", "gloom", "mend", "ward", "seek"];

/// `DF-R56` A sample spell, before its caster's Magery is known.
#[rustfmt::skip]
fn sample_spell(name: &str, score: i16) -> Option<Spell> {
    let spell = |class, cost, most_cost, resisted, effect| Spell {
        name: name.to_owned(), class, score, healing: false, cost, most_cost, seconds: 1, resisted,
        needs_concentration: false, upkeep: 0, effect, missile: None,
    };
    let burn = |number, per_energy| SpellEffect::Damage {
        damage: Damage { dice: Dice::d6(number), add: 0 }, per_energy, kind: DamageType::Burning,
    };
    Some(match name {
        "ember" => Spell {
            missile: Some(MissileSpell { acc: 1, half_range: 25, max_range: 50, bulk: -2 }),
            ..spell(SpellClass::Missile, 1, 1, None, burn(1, true))
        },
        "sting" => spell(SpellClass::Melee, 3, 3, None, burn(2, false)),
        "lull" => spell(SpellClass::Regular, 4, 4, Some(ResistedBy::Will),
            SpellEffect::Condition { condition: SpellCondition::Sleep, seconds: 0 }),
        "fumble" => spell(SpellClass::Regular, 1, 5, Some(ResistedBy::Ht),
            SpellEffect::Modifier { score: SpellScore::Dx, by: -1, per_energy: true, seconds: 60 }),
        "gloom" => spell(SpellClass::Area, 2, 2, Some(ResistedBy::Will),
            SpellEffect::Modifier { score: SpellScore::Attack, by: -2, per_energy: false, seconds: 60 }),
        "mend" => Spell { healing: true, ..spell(SpellClass::Regular, 1, 3, None, SpellEffect::Heal { most: 3 }) },
        "ward" => Spell { seconds: 0, ..spell(SpellClass::Blocking, 2, 2, None, SpellEffect::StopAttack) },
        "seek" => Spell { seconds: 10, ..spell(SpellClass::Information, 3, 3, None, SpellEffect::Report) },
        _ => return None,
    })
}

impl Compiler {
    pub(super) fn spells(&mut self, file: &SheetFile, sheet: &mut Sheet) {
        let root = Path::root();
        let mut names = BTreeSet::new();
        let magery = sheet.traits.magery;
        for (name, &score) in &file.spells {
            let path = root.key("spells").key(name);
            let Some(spell) = sample_spell(&plain(name), score) else {
                let message = format!("there is no sample spell `{name}`");
                let complaint = Diagnostic::new(path, message);
                self.complaints.push(complaint.did_you_mean(name, SAMPLE_SPELLS));
                continue;
            };
            if !names.insert(plain(name)) {
                self.complain(path, "this spell is listed twice", "keep one of the two");
                continue;
            }
            let spell = self.with_magery(&path, spell, magery);
            sheet.spells.push(spell);
        }
        self.few(root.key("spell"), &file.spell, MOST_SPELLS, "spells");
        if sheet.fp == 0 && !(file.spells.is_empty() && file.spell.is_empty()) {
            self.complain(
                root.key("fp"),
                "spells are paid for in FP, and it has none",
                "leave `fp` out, or the spells",
            );
        }
        for (index, spell) in file.spell.iter().enumerate().take(MOST_SPELLS) {
            let path = root.key("spell").index(index);
            self.fit_name(&path, &spell.name);
            if !names.insert(plain(&spell.name)) {
                self.complain(
                    path.key("name"),
                    format!("there are two spells called `{}`", spell.name),
                    "every spell has a name of its own",
                );
            }
            let spell = self.spell(&path, spell, sheet.st);
            let spell = self.with_magery(&path.key("class"), spell, magery);
            sheet.spells.push(spell);
        }
        if sheet.spells.len() > MOST_SPELLS {
            self.complain(root.key("spells"), "these are too many spells", format!("list at most {MOST_SPELLS}"));
        }
    }

    /// `DF-R52` A missile takes up to the caster's Magery in energy each second.
    fn with_magery(&mut self, path: &Path, spell: Spell, magery: u8) -> Spell {
        if spell.class != SpellClass::Missile {
            return spell;
        }
        if magery == 0 {
            self.complain(path.clone(), "a missile spell takes Magery", "add `Magery 1` or more to the traits");
        }
        let most_cost = spell.cost.max(magery);
        Spell { most_cost, ..spell }
    }

    fn spell(&mut self, path: &Path, file: &SpellFile, st: i16) -> Spell {
        let cost = file.cost;
        let most_cost = file.most_cost.unwrap_or(cost);
        if most_cost < cost {
            self.complain(
                path.key("most_cost"),
                "the most energy is less than the least",
                format!("write {cost} or more"),
            );
        }
        let effect = self.text(path.key("effect"), &file.effect, text::effect(&file.effect));
        let misfit = effect.as_ref().and_then(|effect| misfit(file.class, effect));
        let effect = effect.unwrap_or(SpellEffect::Report);
        let is_missile = file.class == SpellClass::Missile;
        if let Some(message) = misfit {
            self.complain(path.key("effect"), message, "change the `class` or the `effect`");
        }
        let missile = if is_missile {
            let range = match &file.range {
                Some(range) => self.text(path.key("range"), range, text::range(range, st)),
                None => {
                    self.complain(
                        path.clone(),
                        "a missile spell needs its range",
                        "add `range = \"25/50\"`: half-damage and greatest range in yards",
                    );
                    None
                }
            };
            let (half_range, max_range) = range.unwrap_or((0, 1));
            Some(MissileSpell { acc: file.acc.unwrap_or(0), half_range, max_range, bulk: file.bulk.unwrap_or(0) })
        } else {
            let stray = [("acc", file.acc.is_some()), ("range", file.range.is_some()), ("bulk", file.bulk.is_some())];
            if let Some((key, _)) = stray.into_iter().find(|(_, is_there)| *is_there) {
                self.complain(
                    path.key(key),
                    format!("only a missile has `{key}`"),
                    "leave it out, or write `class = \"missile\"`",
                );
            }
            None
        };
        Spell {
            name: file.name.clone(),
            class: file.class,
            score: file.skill,
            healing: file.healing.unwrap_or(matches!(effect, SpellEffect::Heal { .. })),
            cost,
            most_cost,
            seconds: file.seconds.unwrap_or(u16::from(file.class != SpellClass::Blocking)),
            resisted: file.resisted,
            needs_concentration: file.concentration,
            upkeep: file.upkeep,
            effect,
            missile,
        }
    }
}

/// Why an effect is none for a class of spells.
fn misfit(class: SpellClass, effect: &SpellEffect) -> Option<&'static str> {
    let stops = matches!(effect, SpellEffect::StopAttack);
    let reports = matches!(effect, SpellEffect::Report);
    let damages = matches!(effect, SpellEffect::Damage { .. });
    let (is_misfit, message) = match class {
        SpellClass::Blocking => (!stops, "a blocking spell does `stop_attack`"),
        SpellClass::Information => (!reports, "an information spell does `report`"),
        SpellClass::Missile => (!damages, "a missile does `damage`"),
        _ => (stops, "only a blocking spell does `stop_attack`"),
    };
    is_misfit.then_some(message)
}
