//! Puts a state file into the state of a combatant, and says what does not fit.

use super::{FeintedKeys, GrabKeys, ItemKeys, OUT, StateFile, StateKeys, TakenKeys, find_own_item};
use crate::Dfrpg;
use crate::body::injury;
use crate::decision::NONE;
use crate::grapple::grab_modifier;
use crate::magic::casting::energy_range;
use crate::magic::casting_seconds;
use crate::scene::{Fight, Scene, Setup};
use crate::sheet::{ItemId, Location, ModeKind, Sheet, SpellClass};
use crate::state::{
    Casting, Doing, Feinted, Fighter, Flags, Grabbed, Grip, HeldSpell, ItemFlags, Place, Posture, State, Trigger,
};
use crate::turn::maneuver::HALTED;
use affray_files::names::nearest_of;
use affray_files::value::Partial;
use affray_files::{Diagnostic, Path, error};
use affray_kernel::referee::{CombatantId, EventSink};
use affray_session::choices::ChoiceFormat as _;
use affray_session::encounter::{StateText, Stated};
use serde_json::Value;

impl StateText<Dfrpg> for StateFile {
    fn apply(&self, setup: &Setup, state: &mut State, who: CombatantId) -> Result<(), Vec<Diagnostic>> {
        let mut patched = state.clone();
        let mut wrongs = StateText::<Dfrpg>::apply(&self.fighter, setup, &mut patched, who).err().unwrap_or_default();
        let mut fighter = patched[who];
        let scene = Scene { setup, state };
        let keys = match self.held.read(&Dfrpg::names(setup, Some(state)), Some(who)) {
            Ok(keys) => keys,
            Err(more) => {
                wrongs.extend(more);
                return Err(wrongs);
            }
        };
        let mut taken: Vec<ItemId> = scene.taken(who).collect();
        let (sheet, said) = (scene.sheet(who), &self.fighter);
        let mut apply = Apply { scene, setup, who, sheet, said, taken: &mut taken, wrongs: &mut wrongs };
        apply.all(&keys, &mut fighter);
        state[who] = fighter;
        // What it has no more nobody has; what it has nobody else has, and it does not lie on the ground.
        let before: Vec<ItemId> = Scene { setup, state }.taken(who).collect();
        for item in before.into_iter().filter(|item| !taken.contains(item)) {
            state.place_item(who, item, Place::Away);
        }
        for item in setup.combatants[who.index()].sheet.own_items().chain(taken) {
            let place = fighter.items.get(item.index()).map_or(Place::Held, |own| own.place);
            if place != Place::Away {
                state.place_item(who, item, place);
                state.pick_up(who, item);
            }
        }
        // A combatant that lies or crawls takes two hexes (DF-156), if the file does not say otherwise.
        if !self.fighter.has("second_hex") && fighter.posture.is_long() && fighter.second == NONE {
            state[who].second = Scene { setup, state }.second_hex_for(who);
        }
        if !fighter.posture.is_long() {
            state[who].second = NONE;
        }
        // DF-380, DF-R33
        if keys.hands.is_none() && fighter.flags.any(OUT) {
            Fight { setup, state, referee: &mut EventSink(&mut |_| {}) }.drop_everything(who, true);
        }
        if wrongs.is_empty() { Ok(()) } else { Err(wrongs) }
    }
}

/// The fewest HP that anybody can have, the dead included.
const LEAST_HP: i32 = -10_000;

/// What the sheet and the map limit.
pub(in crate::files) fn fit(setup: &Setup, state: &mut State, who: CombatantId, stated: &mut Stated<'_, State>) {
    let (sheet, fighter) = (&setup.combatants[who.index()].sheet, &state[who]);
    // FP never drop below their negative (DF-415).
    let least = LEAST_HP as i16;
    for (key, value, least, most) in [("hp", fighter.hp, least, sheet.hp), ("fp", fighter.fp, -sheet.fp, sheet.fp)] {
        if stated.has(key) && !(least..=most).contains(&value) {
            stated.wrong(key, "out of range", format!("{least} to {most}, the most that the sheet gives"));
        }
    }
    if stated.has("at") && setup.map.ground(fighter.at).is_none_or(|ground| ground.impassable) {
        stated.wrong("at", "nobody can stand there", "a passable cell of the map");
    }
    for (key, parts) in [("crippled", fighter.crippled), ("destroyed", fighter.destroyed)] {
        if stated.has(key) && !parts.iter().all(|part| crate::body::location::has(&sheet.body, part)) {
            let hint = "legs, wings and a tail are said in `body` of the sheet";
            stated.wrong(key, "that body has no such part", hint);
        }
    }
    if stated.has("busy_hands") && fighter.busy_hands >> sheet.body.hands.min(4) != 0 {
        stated.wrong("busy_hands", "there is no such hand", "0 is the main hand, 1 the off hand");
    }
    for (key, whom) in
        [("retreated_from", fighter.retreated), ("dropped_from", fighter.dropped), ("assists", fighter.assists)]
    {
        if whom == who.0 {
            stated.wrong(key, "that is the figure itself", "name somebody else");
        }
    }
}

struct Apply<'a> {
    scene: Scene<'a>,
    setup: &'a Setup,
    who: CombatantId,
    sheet: &'a Sheet,
    /// The keys of the fighter that are given.
    said: &'a Partial<Fighter>,
    /// What it has with it that is another's.
    taken: &'a mut Vec<ItemId>,
    wrongs: &'a mut Vec<Diagnostic>,
}

impl Apply<'_> {
    fn check(&mut self, ok: bool, path: Path, message: &str, hint: &str) {
        if !ok {
            self.wrongs.push(error(path, message, hint));
        }
    }

    fn items_as_bits(&mut self, items: &[ItemId], to: &Fighter, path: &Path) -> u16 {
        let mut bits = 0;
        for (at, &item) in items.iter().enumerate() {
            self.check(to.in_byte(item) != NONE, path.index(at), "no hand holds that", "say so in `hands`");
            bits |= to.bit(item);
        }
        bits
    }

    fn hands_as_bits(&mut self, hands: &[u8], path: &Path) -> u8 {
        let mut bits = 0;
        for (at, &hand) in hands.iter().enumerate() {
            self.check(
                hand < if self.sheet.grips_with_body() { 2 } else { self.sheet.body.hands.min(4) },
                path.index(at),
                "there is no such hand",
                "0 is the main hand, 1 the off hand",
            );
            if hand < 4 {
                bits |= 1 << hand;
            }
        }
        bits
    }

    fn all(&mut self, file: &StateKeys, to: &mut Fighter) {
        let root = Path::root();
        let conditions = self.said.keys().get("conditions");
        let is_said = |key: &str| conditions.and_then(|conditions| conditions.get(key)).and_then(Value::as_bool);
        // DF-R67: to be surprised is to be stunned in mind.
        if is_said("surprised") == Some(true) && is_said("mentally_stunned").is_none() {
            to.flags.set(Flags::MENTALLY_STUNNED);
        }
        // DF-R36: so is to be mortally wounded to be unconscious.
        if is_said("mortally_wounded") == Some(true) && is_said("unconscious").is_none() {
            to.flags.set(Flags::UNCONSCIOUS);
        }
        if let Some(shock) = file.shock {
            let per = if self.sheet.hp > 20 { self.sheet.hp / 10 } else { 1 } as u8;
            to.shock = shock.min(4).saturating_mul(per);
            // Beyond 4 it can only come from the groin, where points count double (DF-363).
            to.shock_groin = shock.saturating_sub(4).div_ceil(2).saturating_mul(per);
        }
        // DF-380, DF-R34: where no posture is said, it follows.
        let stays = !to.flags.any(OUT) && to.can_take(self.sheet, to.posture);
        if !self.said.has("posture") && !to.posture.is_lying() && !stays {
            to.posture = Posture::Prone;
        }
        if self.said.has("hp") && !self.said.has("death_rolls") {
            // Nobody stands at -15 of 14 HP without having rolled for it.
            to.deaths = crate::body::injury::negative_multiples(to.hp.into(), self.sheet.hp.into()).min(4) as u8;
        }
        if let Some(parries) = &file.parries {
            self.check(
                parries.len() <= 4,
                root.key("parries"),
                "too many hands",
                "at most four numbers, main hand first",
            );
            for (hand, &count) in parries.iter().take(4).enumerate() {
                to.parries[hand] = count;
            }
        }
        if let Some(things) = &file.taken {
            self.taken(things, to);
        }
        if let Some(hands) = &file.hands {
            let hands: Vec<ItemId> = hands.iter().map(|hand| hand.0).collect();
            self.hands(&hands, to);
        }
        if let Some(items) = &file.attacked_with {
            to.attacked = self.items_as_bits(items, to, &root.key("attacked_with"));
        }
        if let Some(items) = &file.parried_with {
            to.parried = self.items_as_bits(items, to, &root.key("parried_with"));
        }
        if self.said.has("entered_by") && !self.said.has("entered_as") && to.entered != NONE {
            to.entered_as = to.entered_as.max(1);
        }
        for (name, item) in &file.items {
            let path = root.key("items").key(name);
            match find_own_item(self.sheet, name) {
                Some(index) => self.item(item, index, to, &path),
                None => {
                    let hint = nearest_of(self.sheet.items.iter().map(|item| item.name.as_str()), name);
                    self.wrongs.push(error(path, format!("there is no item `{name}`"), hint));
                }
            }
        }
        self.doing(file, to);
        self.grips(file, to);
        self.fits(file, to);
    }

    /// What no combatant can be: up on a leg that does not carry it, alive where nobody is, in the middle of something
    /// that it cannot do.
    fn fits(&mut self, file: &StateKeys, to: &Fighter) {
        let root = Path::root();
        if self.said.has("posture") {
            let posture = to.posture;
            // DF-R34
            let hint = "sitting, kneeling, crawling, prone or face-up";
            self.check(to.can_take(self.sheet, posture), root.key("posture"), "a leg is crippled", hint);
            let lies = posture.is_lying() || !to.flags.any(OUT);
            let (message, hint) = ("who is unconscious, asleep or dead lies (DF-380)", "prone or face-up");
            self.check(lies, root.key("posture"), message, hint);
        }
        self.check(
            to.posture.is_long() || !self.said.has("second_hex") || to.second == NONE,
            root.key("second_hex"),
            "who stands, kneels or sits takes one hex",
            "a second hex is for the postures prone, face-up and crawling",
        );
        for (hand, &item) in to.hands.iter().enumerate().filter(|_| file.hands.is_some() && to.flags.any(OUT)) {
            let is_loose = self.setup.item(self.who, item).is_some_and(|item| !item.kind.is_strapped());
            let hint = "\"\", or what is strapped to the arm; an item beside it stands in `ground`";
            let path = root.key("hands").index(hand);
            self.check(!is_loose, path, "who is unconscious, asleep or dead holds nothing (DF-380)", hint);
        }
        if self.said.has("hp") {
            let max = i32::from(self.sheet.hp);
            let least = 1 - injury::DEADLY * max;
            let hint = format!("at least {least} HP, or conditions.dead = true");
            if injury::is_deadly(to.hp.into(), max) && !to.flags.has(Flags::DEAD) {
                self.wrongs.push(error(root.key("hp"), "nobody is alive with so few HP (DF-378)", hint));
            }
        }
        for (key, is_said) in
            [("aim", file.aim.is_some()), ("casting", file.casting.is_some()), ("waiting", file.waiting.is_some())]
        {
            let hint = "leave it out, or the condition that stops it";
            self.check(
                !is_said || !to.flags.any(HALTED),
                root.key(key),
                "who is stunned, asleep, unconscious or gone is in the middle of nothing",
                hint,
            );
        }
    }

    /// `DF-R116` What it has with it that is another's; what it has no more is in no hand either.
    fn taken(&mut self, things: &[TakenKeys], to: &mut Fighter) {
        self.taken.clear();
        for (at, thing) in things.iter().enumerate() {
            let path = Path::root().key("taken").index(at);
            let hint = "an item of its own stands in `hands`, or is `sheathed`";
            self.check(thing.owner != self.who, path.key("owner"), "that is nobody else's", hint);
            let item = ItemId::of(self.who, thing.owner, thing.item);
            if item.is_anothers() && self.setup.item(self.who, item).is_some() && !self.taken.contains(&item) {
                self.taken.push(item);
            }
        }
        for item in to.hands {
            if item.is_anothers() && !self.taken.contains(&item) {
                to.empty_of(item);
            }
        }
    }

    fn hands(&mut self, hands: &[ItemId], to: &mut Fighter) {
        let path = Path::root().key("hands");
        self.check(
            hands.len() <= usize::from(self.sheet.body.hands.min(4)),
            path.clone(),
            "more hands than the body has",
            "one entry a hand, main hand first",
        );
        for item in to.hands.into_iter().filter(|item| item.is_anothers()) {
            to.empty_of(item);
        }
        to.hands = [ItemId::NONE; 4];
        for item in &mut to.items {
            if item.place == Place::Held {
                item.place = Place::Sheathed;
            }
        }
        for (hand, &item) in hands.iter().take(4).enumerate().filter(|(_, item)| **item != ItemId::NONE) {
            self.check(
                self.setup.item(self.who, item).is_some_and(|item| item.hands == 2) || !to.hands.contains(&item),
                path.index(hand),
                "another hand holds that already",
                "only an item with `hands = 2` stands in two hands",
            );
            to.hands[hand] = item;
            match to.items.get_mut(item.index()) {
                Some(own) => own.place = Place::Held,
                None if !self.taken.contains(&item) => self.taken.push(item),
                None => {}
            }
        }
    }

    fn item(&mut self, file: &ItemKeys, index: u8, to: &mut Fighter, path: &Path) {
        if let Some(place) = file.place {
            let held = to.hands.contains(&ItemId::own(index));
            self.check(held || place != Place::Held, path.key("place"), "no hand holds it", "say so in `hands`");
            if place != Place::Held {
                to.empty_of(ItemId::own(index));
            }
            to.items[index as usize].place = place;
        }
        let known = &self.sheet.items[index as usize];
        for (said, most, key, what) in [
            (file.shots, known.shots, "shots", "does not hold so many shots"),
            (file.reloading, known.reload, "reloading", "is loaded by then"),
        ] {
            if said.is_some_and(|said| most < said) {
                let message = format!("{} {what}", known.name);
                self.wrongs.push(error(path.key(key), message, format!("0 to {most}")));
            }
        }
        let item = &mut to.items[index as usize];
        for (on, flag) in [
            (file.ready.map(|ready| !ready), ItemFlags::UNREADY),
            (file.broken, ItemFlags::BROKEN),
            (file.long_reach, ItemFlags::LONG_REACH),
        ] {
            if let Some(on) = on {
                item.flags.put(flag, on);
            }
        }
        set(&mut item.wear, file.hp_lost);
        set(&mut item.shots, file.shots);
        if let Some(spent) = file.reloading {
            item.shots = 0x80 | spent.min(0x7f);
        }
    }

    fn doing(&mut self, file: &StateKeys, to: &mut Fighter) {
        let root = Path::root();
        let several =
            [file.aim.is_some(), file.casting.is_some(), file.waiting.is_some()].iter().filter(|&&on| on).count();
        self.check(several <= 1, root.clone(), "aim, casting and waiting exclude each other", "set one of them");
        if let Some(aim) = file.aim {
            let is_ranged = self.setup.mode(self.who, aim.mode).is_none_or(|mode| mode.kind.is_ranged());
            let at = root.key("aim").key("with");
            self.check(is_ranged, at, "[DF-075] that cannot be aimed", "a mode that shoots or is thrown");
            to.doing = Doing::Aiming(aim);
        }
        if let Some(mut casting) = file.casting {
            self.cast_so_far(&mut casting);
            to.doing = Doing::Casting(casting);
        }
        if let Some(waiting) = file.waiting {
            // DF-094
            let contract = waiting.contract;
            let mode = self.scene.mode(self.who, contract.mode);
            let is_thrust = || mode.is_some_and(|mode| mode.kind == ModeKind::Thrust);
            let fits = contract.trigger != Trigger::Charges || is_thrust();
            let at = root.key("waiting").key("with");
            self.check(fits, at, "a Stop Thrust is made with a thrust", "name a weapon and its thrusting mode");
            to.doing = Doing::Waiting(contract);
        }
    }

    /// Whether a spell can have been begun so, with that energy, and is not finished yet.
    fn cast_so_far(&mut self, casting: &mut Casting) {
        let path = Path::root().key("casting");
        let known = &self.sheet.spells[usize::from(casting.spell)];
        let (least, most) = energy_range(known, self.sheet.traits.magery);
        if casting.energy == NONE {
            casting.energy = known.cost;
        } else if !(least..=most).contains(&casting.energy) {
            let message = format!("{} does not take that energy", known.name);
            self.wrongs.push(error(path.key("energy"), message, format!("{least} to {most}")));
        }
        // DF-448: of a search it is the penalty.
        let is_range = known.class != SpellClass::Information || casting.radius <= 2;
        self.check(is_range, path.key("radius"), "a search has a penalty for its range, no radius", "0 to 2");
        let takes = casting_seconds(known);
        if takes <= casting.seconds {
            let message = format!("{} is cast by then: it takes {takes} s", known.name);
            let hint = match takes {
                0 | 1 => String::from("what takes longer than a second is a spell that somebody is casting"),
                seconds => format!("0 to {}", seconds - 1),
            };
            self.wrongs.push(error(path.key("seconds"), message, hint));
        }
    }

    /// `DF-437` `DF-439` `DF-R52` Whether a hand can hold that spell, and so much of it.
    fn held_spell(&mut self, held: &HeldSpell, to: &Fighter, path: &Path) {
        let known = &self.sheet.spells[usize::from(held.spell)];
        let is_held = matches!(known.class, SpellClass::Melee | SpellClass::Missile);
        self.check(is_held, path.key("spell"), "no hand holds that spell", "a missile or melee spell is held");
        if known.class == SpellClass::Missile {
            let most = 3 * self.sheet.traits.magery;
            if !(1..=most).contains(&held.energy) {
                let message = format!("{} cannot be so large", known.name);
                let hint = format!("1 to {most}: three seconds of the caster's Magery");
                self.wrongs.push(error(path.key("energy"), message, hint));
            }
        }
        let item = to.hands.get(held.hand as usize).and_then(|&item| self.setup.item(self.who, item));
        let fits = item.is_none_or(|item| known.class == SpellClass::Melee && item.spell_focus == 2);
        let hint = "a missile is in an empty hand, a melee spell in one or in a staff";
        self.check(fits, path.key("hand"), "that hand holds something else", hint);
    }

    fn grips(&mut self, file: &StateKeys, to: &mut Fighter) {
        let root = Path::root();
        if let Some(feints) = &file.feints {
            let path = root.key("feints");
            self.check(feints.len() <= 2, path.clone(), "too many feints", "at most two stand at a time");
            to.feints = [Feinted::NOBODY; 2];
            for (at, feint) in feints.iter().take(2).enumerate() {
                let FeintedKeys { foe, penalty, ref with, turns } = *feint;
                self.check(foe != self.who.0, path.index(at).key("foe"), "nobody feints himself", "name somebody else");
                let item = with.map_or(NONE, |with| to.in_byte(with.0));
                to.feints[at] = Feinted { foe, penalty, item, turns };
            }
        }
        if let Some(grabs) = &file.grabs {
            let path = root.key("grabs");
            self.check(grabs.len() <= 2, path.clone(), "too many grabs", "at most two");
            to.grabs = [Grabbed::NOBODY; 2];
            for (at, grab) in grabs.iter().take(2).enumerate() {
                to.grabs[at] = self.grab(grab, &path.index(at));
            }
        }
        let held = to.held.into_iter().filter(|held| held.spell != NONE && self.said.has("held_spells"));
        for (at, held) in held.enumerate() {
            self.held_spell(&held, to, &root.key("held_spells").index(at));
        }
    }

    /// A grab, by what it can be and with hands that there are.
    fn grab(&mut self, grab: &GrabKeys, path: &Path) -> Grabbed {
        let victim = grab.victim;
        self.check(victim != self.who.0, path.key("victim"), "nobody grabs himself", "name somebody else");
        let is_grabbed = grab.item.is_some() || grab.part.is_none_or(|part| grab_modifier(part).is_some());
        let hint = "torso, arms, hands, legs, feet, neck, face and skull can";
        self.check(is_grabbed, path.key("part"), "that part cannot be grabbed", hint);
        let grip = match grab.item {
            None => Grip::body(grab.part.unwrap_or(Location::Torso)),
            Some(item) => {
                let is_alone = grab.part.is_none() && victim != NONE;
                let hint = "give one of `part` and `item`";
                self.check(is_alone, path.key("item"), "a grab holds a part or an item", hint);
                let foe = self.scene.state.fighters.get(usize::from(victim));
                let byte = foe.map_or(NONE, |foe| foe.in_byte(item));
                let hint = "say so in its `hands` first: in the state of an earlier combatant or step";
                self.check(!is_alone || byte != NONE, path.key("item"), "no hand of that one holds it", hint);
                Grip::on_item(byte)
            }
        };
        let hands = self.hands_as_bits(&grab.hands, &path.key("hands"));
        self.check(hands != 0, path.key("hands"), "a grab takes a hand", "0 is the main hand, 1 the off hand");
        let pins = grip.location() == Some(Location::Torso);
        let hint = "only a hold on the torso pins (DF-497)";
        self.check(pins || !grab.pinned, path.key("pinned"), "that hold does not pin", hint);
        let how = grab.how().into_iter().fold(0, |how, (on, bit)| if on { how | bit } else { how });
        Grabbed { victim, grip, hands, how }
    }
}

fn set<T>(field: &mut T, value: Option<T>) {
    if let Some(value) = value {
        *field = value;
    }
}
