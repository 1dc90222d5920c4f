//! Defenses as they are declared.

use super::{Asked, Formed};
use crate::decision::{Defense, DefenseKind, NONE};
use crate::sheet::{ItemId, ItemKind};
use affray_files::value::{FromValue, ToValue};
use affray_files::{Diagnostic, Path, error};
use affray_grid::Facing;
use affray_kernel::referee::CombatantId;

/// A defense: a word, or with options.
#[derive(FromValue, ToValue)]
#[value(rename = "DefendFile", word = "with", expected = "a defense, as a word or a table")]
pub(super) struct DefendKeys {
    /// Who defends, as a check: the case fails if somebody else is asked.
    who: Option<CombatantId>,
    /// How: `"dodge"`, `"parry"`, `"block"`, `"none"`, `"block-with-foe"` or `"spell"`.
    #[value(default, shown)]
    with: DefendWord,
    /// The parrying weapon. Default: the first hand that can parry.
    weapon: Option<ItemId>,
    /// The parrying hand: 0 is the main hand.
    hand: Option<u8>,
    /// The Blocking spell.
    #[value(named = "spell", none)]
    spell: u8,
    /// Retreat: the side, or `true` for straight away from the attacker.
    retreat: Option<RetreatForm>,
    /// Acrobatic Dodge.
    #[value(default)]
    acrobatic: bool,
    /// Dodge and Drop.
    #[value(default)]
    drop: bool,
    /// The game master's modifier, -10 to +10.
    #[value(default)]
    situational: i8,
}

/// The kinds of defense.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, FromValue, ToValue)]
enum DefendWord {
    /// None.
    #[default]
    None,
    /// Dodge.
    Dodge,
    /// Parry.
    Parry,
    /// Block.
    Block,
    /// Block with a lifted foe.
    BlockWithFoe,
    /// A Blocking spell.
    Spell,
}

/// Where a Retreat leads.
#[derive(FromValue, ToValue)]
#[value(rename = "RetreatFile", expected = "true, false, or a side of the hex")]
enum RetreatForm {
    /// Straight away, or not.
    #[value(flag)]
    Away(bool),
    /// To that side.
    #[value(text)]
    To(Facing),
}

impl DefendKeys {
    /// The hand that parries: the one that is said, or the first that can, or else that is empty.
    fn parrying_hand(&self, Asked { scene, who }: Asked<'_>) -> Result<u8, Diagnostic> {
        let fighter = scene.fighter(who);
        if let Some(hand) = self.hand {
            return Ok(hand);
        }
        if let Some(item) = self.weapon {
            let name = scene.item(who, item).map_or("that", |item| item.name.as_str());
            let wrong = || error(Path::root().key("weapon"), format!("no hand holds {name}"), "name what is held");
            return scene.hand_with(who, item).ok_or_else(wrong);
        }
        let mut hands = 0..scene.sheet(who).body.hands.min(4);
        let held = |hand: u8| fighter.hands[usize::from(hand)];
        let parries = |&hand: &u8| {
            let item = scene.item(who, held(hand));
            item.is_some_and(|item| item.parry.is_some() && !matches!(item.kind, ItemKind::Shield | ItemKind::Cloak))
        };
        let first = hands.clone().find(parries);
        Ok(first.or_else(|| hands.find(|&hand| held(hand) == ItemId::NONE)).unwrap_or(0))
    }
}

impl Formed for Defense {
    type Form = Box<DefendKeys>;
    const UNKNOWN: Self = Self::NONE;

    fn made(form: Box<DefendKeys>, asked: Asked<'_>) -> Result<Self, Diagnostic> {
        let Asked { scene, who } = asked;
        if form.who.is_some_and(|said| said != who) {
            let asked = &scene.setup.combatants[who.index()].name;
            let message = format!("it is {asked} who is asked to defend");
            return Err(error(Path::root().key("who"), message, "list defenses in the order of the attacks"));
        }
        let kind = match form.with {
            DefendWord::None => DefenseKind::None,
            DefendWord::Dodge => DefenseKind::Dodge,
            DefendWord::Block => DefenseKind::Block,
            DefendWord::BlockWithFoe => DefenseKind::BlockWithFoe,
            DefendWord::Spell if form.spell == NONE => {
                return Err(error(Path::root().key("spell"), "which Blocking spell?", "name it in `spell`"));
            }
            DefendWord::Spell => DefenseKind::Spell { spell: form.spell },
            DefendWord::Parry => DefenseKind::Parry { hand: form.parrying_hand(asked)? },
        };
        let retreat = match form.retreat {
            None | Some(RetreatForm::Away(false)) => None,
            Some(RetreatForm::To(side)) => Some(side),
            Some(RetreatForm::Away(true)) => Some(scene.straight_back(who, who)),
        };
        Ok(Self { kind, retreat, acrobatic: form.acrobatic, drop: form.drop, situational: form.situational })
    }

    fn form(&self, _: CombatantId) -> Box<DefendKeys> {
        let (mut hand, mut blocking) = (None, NONE);
        let with = match self.kind {
            DefenseKind::None => DefendWord::None,
            DefenseKind::Dodge => DefendWord::Dodge,
            DefenseKind::Block => DefendWord::Block,
            DefenseKind::BlockWithFoe => DefendWord::BlockWithFoe,
            DefenseKind::Parry { hand: parries } => {
                hand = Some(parries);
                DefendWord::Parry
            }
            DefenseKind::Spell { spell } => {
                blocking = spell;
                DefendWord::Spell
            }
        };
        Box::new(DefendKeys {
            who: None,
            with,
            weapon: None,
            hand,
            spell: blocking,
            retreat: self.retreat.map(RetreatForm::To),
            acrobatic: self.acrobatic,
            drop: self.drop,
            situational: self.situational,
        })
    }
}

super::formed!(Defense);
