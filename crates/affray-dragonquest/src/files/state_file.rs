//! The state of a combatant in files: as it begins, what follows from what is set of it, and what it is compared with.

use crate::DragonQuest;
use crate::scene::{Scene, Setup};
use crate::sheet::{Arm, MOST_ITEMS, Sheet};
use crate::state::{Bond, Dose, Fighter, ItemFlags, Lodged, NONE, State};
use affray_files::value::{FromValue, Partial, Patch, ToValue};
use affray_files::{Diagnostic, Path, error};
use affray_grid::{Cell, Facing};
use affray_kernel::referee::CombatantId;
use affray_kernel::tally::{Sum, Tally as _};
use affray_prove::cases::view_of;
use affray_session::choices::ChoiceFormat as _;
use affray_session::encounter::{StateText, Stated};
use serde_json::{Value, json};

/// What can be set of a combatant's state. Everything that is left out stays as it is.
#[derive(Debug, Clone, Default, PartialEq, FromValue)]
pub struct StateFile {
    /// What changes of it alone.
    #[value(flatten)]
    pub fighter: Partial<Fighter>,
    /// What follows from its sheet, and what of others it has with it.
    #[value(flatten)]
    pub others: Partial<Others>,
}

/// Keys that are no field of a [`Fighter`].
#[derive(Debug, Patch)]
pub struct Others {
    /// EN lost to attacks so far, for the infection after the fight.
    pub en_lost: u8,
    /// Weapons that are stuck in it.
    pub stuck: Vec<Thing>,
    /// Things of others that it has taken up and has with it, in hand or not, exactly these.
    pub taken: Vec<Thing>,
}

/// Something that is with somebody whose it is not: a weapon that is stuck in him, or a thing that he has taken up.
#[derive(Debug, Clone, FromValue, ToValue)]
#[value(rename = "StuckFile")]
pub struct Thing {
    /// Whose it is.
    pub owner: CombatantId,
    /// The item; of what is stuck, the weapon that loosed it.
    #[value(of = owner, named = "own item")]
    pub item: u8,
}

impl Others {
    fn of(scene: Scene<'_>, who: CombatantId) -> Self {
        let things = |bond: Bond| {
            let all = scene.state.lodged.iter().filter(move |one| one.target == who && one.bond == bond);
            all.map(|one| Thing { owner: one.owner, item: one.item }).collect()
        };
        let en_lost = scene.fighter(who).en_lost(scene.sheet(who));
        Self { en_lost, stuck: things(Bond::Stuck), taken: things(Bond::Taken) }
    }
}

/// The item of a name on a sheet.
pub fn find_item(sheet: &Sheet, name: &str) -> Option<u8> {
    sheet.find_arm(name).filter(|arm| arm.0 < u16::from(sheet.items)).map(|arm| arm.0 as u8)
}

/// A fighter as the fight begins.
pub fn initial(sheet: &Sheet, at: Cell, facing: Facing) -> Fighter {
    let mut fighter = Fighter { at, facing, en: sheet.en, ft: sheet.ft, ..Fighter::default() };
    for (number, item) in sheet.arms.iter().take(MOST_ITEMS).enumerate() {
        fighter.items[number].shots = item.shots.unwrap_or(NONE);
        fighter.items[number].flags.set(ItemFlags::LOADED);
        if let Some(poison) = item.poison
            && let Some(free) = fighter.doses.iter_mut().find(|dose| dose.item == NONE)
        {
            *free = Dose { item: number as u8, poison, pulses: crate::body::poison::GOOD_FOR };
        }
        if !item.ready {
            continue;
        }
        let shield = item.kind == crate::sheet::ItemKind::Shield;
        let order = if shield { [1, 0] } else { [0, 1] };
        let mut left = item.grip;
        for hand in order {
            if left != 0 && fighter.hands[hand] == Arm::NONE {
                fighter.hands[hand] = Arm::own(number as u8);
                left -= 1;
            }
        }
    }
    fighter
}

impl StateText<DragonQuest> for StateFile {
    fn apply(&self, setup: &Setup, state: &mut State, who: CombatantId) -> Result<(), Vec<Diagnostic>> {
        let mut said = Others::default();
        let mut wrongs = self.others.patch(&mut said, &DragonQuest::names(setup, Some(state)), Some(who));
        if self.others.has("taken") {
            let had: Vec<Arm> = Scene { setup, state }.taken(who).collect();
            for (owner, item) in had.into_iter().filter_map(|arm| arm.thing(who)) {
                state.take_away(owner, item);
            }
            for (at, &Thing { owner, item }) in said.taken.iter().enumerate() {
                if owner == who {
                    let path = Path::root().key("taken").index(at);
                    wrongs.push(error(path, "that is its own", "what is another's"));
                } else {
                    state.give(who, Arm::of(who, owner, item));
                }
            }
        }
        let fighter = StateText::<DragonQuest>::apply(&self.fighter, setup, state, who);
        wrongs.extend(fighter.err().into_iter().flatten());
        if self.others.has("en_lost") {
            state[who].set_en_lost(&setup.combatants[who.index()].sheet, said.en_lost);
        }
        if self.others.has("stuck") {
            state.lodged.retain(|one| one.target != who || one.bond != Bond::Stuck);
            state[who].stuck = 0;
            for Thing { owner, item } in said.stuck {
                let arm = &setup.combatants[owner.index()].sheet.arms[usize::from(item)];
                state[who].stuck = state[who].stuck.saturating_add(crate::arms::stuck::hindrance(arm).1);
                state.lodged.push(Lodged { target: who, owner, item, bond: Bond::Stuck });
            }
        }
        if wrongs.is_empty() { Ok(()) } else { Err(wrongs) }
    }
}

/// What the sheet limits, and what follows from the keys that were set.
pub(super) fn fit(setup: &Setup, state: &mut State, who: CombatantId, stated: &mut Stated<'_, State>) {
    let sheet = &setup.combatants[who.index()].sheet;
    stated.within("en", 0, sheet.en);
    stated.within("ft", 0, sheet.ft);
    let before = &stated.before[who];
    state[who].set_en_lost(sheet, before.en_lost(sheet));
    // Whatever is put into a hand is nowhere else any more.
    let said = state[who];
    for item in 0..sheet.items {
        let at = usize::from(item);
        let (was, is) = (before.items[at].flags.has(ItemFlags::AWAY), said.items[at].flags.has(ItemFlags::AWAY));
        match (was, is) {
            (false, true) => state.take_away(who, item),
            (true, false) => state.give(who, Arm::own(item)),
            _ => {}
        }
    }
    if stated.has("hands") {
        for item in said.hands {
            state.give(who, item);
        }
        state[who].hands = said.hands;
    }
    // Rider and mount are in one hex and face one way (DQ-R30).
    let (at, facing) = (said.at, said.facing);
    for partner in [said.mount, said.rider].into_iter().filter(|&partner| partner != NONE) {
        let partner = &mut state.fighters[partner as usize];
        (partner.at, partner.facing) = (at, facing);
    }
}

/// The state of a combatant, and what follows from it.
pub fn view(scene: Scene<'_>, who: CombatantId) -> Value {
    let fighter = scene.fighter(who);
    let combatant = |who: u8| scene.setup.combatants.get(who as usize).map(|one| one.name.as_str());
    let follows = json!({
        "mount": combatant(fighter.mount),
        "rider": combatant(fighter.rider),
        "restrains": combatant(fighter.restrains),
        // Consequences.
        "infection": scene.infection_of_injuries(who),
        "mod_ag": scene.mod_ag(who),
        "mod_md": scene.mod_md(who),
        "perception": scene.perception(who),
        "protection": scene.protection(who),
        "tmr": scene.tmr(who),
        "initiative": scene.initiative::<Sum>(who).total(),
        "engaged": scene.is_engaged(who),
        "has_zone": scene.has_melee_zone(who),
        "body": scene.body(who).iter().map(|cell| json!([cell.q, cell.r])).collect::<Vec<_>>(),
    });
    view_of::<DragonQuest>(scene.setup, scene.state, who, &[&Others::of(scene, who)], follows)
}
