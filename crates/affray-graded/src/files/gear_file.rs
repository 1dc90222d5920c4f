//! Weapons, shields and armor of a sheet file: rows of the lists, what differs from them, and what is in no list.
//!
//! Rules `GR-002`, `GR-003`, `GR-015` to `GR-017`, `GR-024`, `GR-025`, `GR-030`; rulings `GR-R32`, `GR-R72`, `GR-R74`,
//! `GR-R98`, `GR-R111` to `GR-R114`.

use super::sheet_file::Compile;
use crate::body::location::{LOCATIONS, Location};
use crate::gear::tables::{ARMOR, Armor, Base, MELEE, Melee, SHIELDS, SHOTS, Shot, base_damage};
use crate::sheet::{Class, DamageType, Item, ItemKind, ItemTraits, MOST_ITEMS, Protection, Ranged, Rate, Shield, Size};
use crate::state::NONE;
use crate::strike::damage::NO_CAP;
use affray_files::value::FromValue;
use affray_files::{Path, plain};
use affray_session::names::one_of;

/// Armor or a helm.
#[derive(Debug, Clone, PartialEq, FromValue)]
#[value(expected = "the name of a piece of armor, or a table")]
pub enum ArmorRef {
    /// By name.
    #[value(text)]
    Named(String),
    /// In place.
    #[value(table)]
    Here(Box<ArmorFile>),
}

/// Armor of one's own, or what differs from a row of the list.
#[derive(Debug, Clone, PartialEq, FromValue)]
pub struct ArmorFile {
    /// The row of the list that it is. Default: none.
    #[value(rename = "as")]
    pub like: Option<String>,
    /// PD against crushing, cutting and impaling, 0 to 20 each. Default: the row's.
    #[value(range = 0..=20)]
    pub pd: Option<[i8; 3]>,
    /// DR against crushing, cutting and impaling, 0 to 60 each. Default: the row's.
    #[value(range = 0..=60)]
    pub dr: Option<[i8; 3]>,
    /// What it covers. Default: all that a suit or such a helm covers.
    pub covers: Option<Vec<Location>>,
    /// It is a helm. Default: as the row, or no.
    pub helm: Option<bool>,
    /// The helm is closed. Default: as the row, or no.
    pub closed: Option<bool>,
    /// Weight in pounds, 0 to 10000. Default: the row's, or 0.
    #[value(range = 0..=10_000)]
    pub weight: Option<f64>,
}

/// A weapon: rows of the lists by its name, with whatever differs, or one that is in no list.
#[derive(Debug, Clone, Default, PartialEq, FromValue)]
pub struct WeaponFile {
    /// Its name.
    pub name: String,
    /// The row of the lists that it is. Default: that of its name.
    #[value(rename = "as")]
    pub like: Option<String>,
    /// Where it is when the fight begins. Default: in the first hand that has room for it.
    pub hand: Option<HandName>,
    /// How many there are of what is thrown or loosed, 1 to 200. Default: 1 of what is thrown and used in melee
    /// too, else as many as one likes.
    #[value(range = 1..=200)]
    pub count: Option<u8>,
    /// Its owner is not used to it.
    #[value(default)]
    pub unfamiliar: bool,
    /// The ST that it needs, 0 to 40. Default: the row's, or 0.
    #[value(range = 0..=40)]
    pub st: Option<i8>,
    /// The skill with which it strikes, as `skills` names it. A weapon that is in no list of melee weapons strikes only
    /// if it is there.
    pub skill: Option<String>,
    /// Added to swing for crushing, -20 to 20.
    #[value(range = -20..=20)]
    pub crush: Option<i8>,
    /// Added to swing for cutting, -20 to 20.
    #[value(range = -20..=20)]
    pub cut: Option<i8>,
    /// Added to thrust for impaling, -20 to 20.
    #[value(range = -20..=20)]
    pub impale: Option<i8>,
    /// How far it strikes, in hexes, 1 to 3. Default: the row's, or 1.
    #[value(range = 1..=3)]
    pub reach: Option<u8>,
    /// How often it strikes: `normal`, `slow` or `hand-and-a-half`. Default: the row's, or `normal`.
    pub rate: Option<Rate>,
    /// What else there is to it. Default: as the row, or nothing.
    pub traits: Option<Vec<WeaponTrait>>,
    /// Hands that it takes: 1, 1.5 or 2. Default: the row's; or 2 for what is shot, else 1.
    pub hands: Option<f64>,
    /// The size. Default: the row's, or `medium`.
    pub size: Option<Size>,
    /// Weight in pounds, 0 to 10000, of each one of what is thrown. Default: the row's, or 0.
    #[value(range = 0..=10_000)]
    pub weight: Option<f64>,
    /// How it is thrown or shot. Default: as the row, if at all.
    pub ranged: Option<RangedFile>,
}

/// How a weapon is thrown or shot: what differs from the row of the list, or all of it.
#[derive(Debug, Clone, Default, PartialEq, FromValue)]
pub struct RangedFile {
    /// The skill, as `skills` names it. Default: the row's.
    pub skill: Option<String>,
    /// It is thrown itself. Default: as the row, or no.
    pub thrown: Option<bool>,
    /// How often: `normal`, `fast` or `crossbow`. Default: the row's, or `normal`.
    pub rate: Option<Rate>,
    /// What its damage rests on. Default: the row's, or thrust.
    pub by: Option<Base>,
    /// Added to that, -20 to 20. Default: the row's, or 0.
    #[value(range = -20..=20)]
    pub add: Option<i8>,
    /// The type of its damage. Default: the row's.
    pub kind: Option<DamageType>,
    /// Snap Shot, 0 to 40. Default: the row's.
    #[value(range = 0..=40)]
    pub ss: Option<i8>,
    /// Accuracy, 0 to 20. Default: the row's, or 0.
    #[value(range = 0..=20)]
    pub acc: Option<i8>,
    /// The greatest range in yards for each point of ST, 0.1 to 60. Default: the row's.
    #[value(range = 0.1..=60.0)]
    pub range: Option<f64>,
    /// The greatest range in yards whatever the ST, 1 to 530. Default: that by ST.
    #[value(range = 1..=530)]
    pub yards: Option<u32>,
    /// The most damage of a hit that is not critical, 1 to 200. Default: the row's, or no bound.
    #[value(range = 1..=200)]
    pub cap: Option<i16>,
    /// A narrow missile, which may go through an eye. Default: as the row, or no.
    pub narrow: Option<bool>,
    /// A knife that is thrown, which is harder to parry. Default: as the row, or no.
    pub knife: Option<bool>,
}

/// What else there is to a melee weapon.
#[derive(Debug, Clone, Copy, PartialEq, Eq, FromValue)]
pub enum WeaponTrait {
    /// A flail, which is hard to parry.
    Flail,
    /// A polearm.
    Polearm,
    /// A sword for thrusting, which parries at two thirds of Fencing.
    ThrustingSword,
    /// Of solid metal, so that it does not break.
    SolidMetal,
    /// Breaks easily when it is dropped.
    Fragile,
}

impl WeaponTrait {
    const fn flag(self) -> ItemTraits {
        match self {
            Self::Flail => ItemTraits::FLAIL,
            Self::Polearm => ItemTraits::POLEARM,
            Self::ThrustingSword => ItemTraits::THRUSTING_SWORD,
            Self::SolidMetal => ItemTraits::SOLID,
            Self::Fragile => ItemTraits::FRAGILE,
        }
    }
}

/// Where something is when the fight begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, FromValue)]
pub enum HandName {
    /// In the weapon hand; what takes both hands is in both.
    Weapon,
    /// In the off hand.
    Off,
    /// Put away.
    Away,
}

/// A shield: a row of the list by its name, with whatever differs, or one that is in no list.
#[derive(Debug, Clone, PartialEq, FromValue)]
pub struct ShieldFile {
    /// Its name.
    pub name: String,
    /// The row of the list that it is. Default: that of its name, if there is one.
    #[value(rename = "as")]
    pub like: Option<String>,
    /// Passive defense, 0 to 20. Default: the row's.
    #[value(range = 0..=20)]
    pub pd: Option<i8>,
    /// HT, for blocks on the target number, 1 to 40. Default: the row's.
    #[value(range = 1..=40)]
    pub ht: Option<i8>,
    /// Added to thrust in a bash, -20 to 20. Default: the row's, or 0.
    #[value(range = -20..=20)]
    pub bash: Option<i8>,
    /// The size. Default: the row's, or `medium`.
    pub size: Option<Size>,
    /// Weight in pounds, 0 to 10000. Default: the row's, or 0.
    #[value(range = 0..=10_000)]
    pub weight: Option<f64>,
    /// It has spikes.
    #[value(default)]
    pub spiked: bool,
    /// It is on the back when the fight begins.
    #[value(default)]
    pub away: bool,
}

impl Compile<'_> {
    /// `GR-015` `GR-016` `GR-017` `GR-022` `GR-R72` `GR-R74` Protection by location, whether the helm is closed, and the weight.
    pub(super) fn armor(&mut self) -> ([Protection; LOCATIONS], bool, u32) {
        let root = Path::root();
        let file = self.file;
        let mut all = [Protection::default(); LOCATIONS];
        let (mut closed_helm, mut weight) = (false, 0);
        for (at, one) in file.armor.iter().enumerate() {
            let path = root.key("armor").index(at);
            let Some(layer) = self.layer(one, &path) else { continue };
            weight += layer.weight;
            closed_helm |= layer.closed;
            for location in Location::ALL.into_iter().filter(|&location| (layer.covers)(location)) {
                let place = &mut all[location as usize];
                place.is_worn = true;
                for kind in 0..3 {
                    place.pd[kind] = place.pd[kind].max(layer.pd[kind]);
                    // GR-R98: the slits of a helm do not stop what comes through them.
                    if !location.is_eye() {
                        place.worn[kind] += layer.dr[kind];
                    }
                }
            }
        }
        for place in all.iter_mut().filter(|place| !place.is_worn) {
            place.pd = [file.innate.pd; 3];
        }
        (all, closed_helm, weight)
    }

    fn layer(&mut self, one: &ArmorRef, path: &Path) -> Option<Layer> {
        match one {
            ArmorRef::Named(name) => {
                let row = self.armor_row(name, path)?;
                let covers: Box<dyn Fn(Location) -> bool> = match row.helm {
                    None => Box::new(Location::is_in_suit),
                    Some(closed) => Box::new(move |location| location.is_in_helm(closed)),
                };
                let weight = u32::from(row.weight);
                Some(Layer { pd: row.pd, dr: row.dr, covers, closed: row.helm == Some(true), weight })
            }
            ArmorRef::Here(file) => {
                let row = match &file.like {
                    Some(name) => Some(self.armor_row(name, &path.key("as"))?),
                    None => None,
                };
                let pd = self.needed(file.pd.or(row.map(|row| row.pd)), path, "pd")?;
                let dr = self.needed(file.dr.or(row.map(|row| row.dr)), path, "dr")?;
                let worn_as = row.and_then(|row| row.helm);
                let helm = file.helm.unwrap_or(worn_as.is_some());
                let closed = helm && file.closed.unwrap_or(worn_as == Some(true));
                let covers: Box<dyn Fn(Location) -> bool> = match file.covers.clone() {
                    Some(list) => Box::new(move |location| list.contains(&location)),
                    None if helm => Box::new(move |location| location.is_in_helm(closed)),
                    None => Box::new(Location::is_in_suit),
                };
                let weight = file.weight.map_or(row.map_or(0, |row| row.weight.into()), tenths);
                Some(Layer { pd, dr, covers, closed, weight })
            }
        }
    }

    /// A row of the list of armor.
    fn armor_row(&mut self, name: &str, path: &Path) -> Option<&'static Armor> {
        let row = ARMOR.iter().find(|row| plain(row.name) == plain(name));
        if row.is_none() {
            let hint = one_of(ARMOR.iter().map(|row| row.name));
            self.wrongs.add(path.clone(), format!("there is no armor `{name}`"), hint);
        }
        row
    }

    /// What has to be there where no row of a list gives it.
    fn needed<V>(&mut self, value: Option<V>, path: &Path, key: &str) -> Option<V> {
        if value.is_none() {
            let message = format!("`{key}` is missing, which no row of the lists gives here");
            self.wrongs.add(path.clone(), message, format!("`{key}`, or `as` with the name of a row"));
        }
        value
    }

    /// The skill of weapons that is meant.
    fn class(&mut self, name: &str, path: Path) -> Option<Class> {
        let found = Class::WEAPONS.into_iter().find(|class| plain(class.name()) == plain(name));
        if found.is_none() {
            let hint = one_of(Class::WEAPONS.into_iter().map(Class::name));
            self.wrongs.add(path, format!("there is no skill of weapons `{name}`"), hint);
        }
        found
    }

    /// Weapons and shields, and what of them is in hand when the fight begins.
    pub(super) fn items(&mut self, st: i32, dx: i32, weight: &mut u32) -> Vec<Item> {
        let file = self.file;
        let root = Path::root();
        let mut items: Vec<Item> = Vec::new();
        let number = file.weapon.len() + file.shield.len();
        let message = format!("{number} weapons and shields");
        self.wrongs.check(number <= MOST_ITEMS, root.key("weapon"), message, "at most 8");
        let mut hands = [true; 2];
        for (at, one) in file.shield.iter().enumerate() {
            let path = root.key("shield").index(at);
            if let Some(item) = self.shield(one, dx, &path, &mut hands, weight) {
                items.push(item);
            }
        }
        let shields = items.len();
        for (at, one) in file.weapon.iter().enumerate() {
            let path = root.key("weapon").index(at);
            if let Some(item) = self.weapon(one, st, dx, &path, &mut hands, weight) {
                items.push(item);
            }
        }
        // The usual weapon comes first.
        items.rotate_left(shields);
        for (at, item) in items.iter().enumerate() {
            if items[..at].iter().any(|other| other.name.eq_ignore_ascii_case(&item.name)) {
                let message = format!("there is a `{}` already", item.name);
                self.wrongs.add(root.key("weapon"), message, "a name of its own, and `as` for the row");
            }
        }
        items.truncate(MOST_ITEMS);
        items
    }

    fn shield(
        &mut self,
        file: &ShieldFile,
        dx: i32,
        path: &Path,
        hands: &mut [bool; 2],
        weight: &mut u32,
    ) -> Option<Item> {
        let wanted = file.like.as_deref().unwrap_or(&file.name);
        let row = SHIELDS.iter().find(|row| plain(row.name) == plain(wanted));
        if row.is_none() && (file.like.is_some() || file.pd.is_none() && file.ht.is_none()) {
            let hint = format!("{}; or `pd` and `ht` of one's own", one_of(SHIELDS.iter().map(|row| row.name)));
            let key = if file.like.is_some() { "as" } else { "name" };
            self.wrongs.add(path.key(key), format!("there is no shield `{wanted}`"), hint);
            return None;
        }
        let pd = self.needed(file.pd.or(row.map(|row| row.pd)), path, "pd")?;
        let ht = self.needed(file.ht.or(row.map(|row| row.ht)), path, "ht")?;
        let bash = file.bash.or(row.map(|row| row.bash)).unwrap_or(0);
        *weight += file.weight.map_or(row.map_or(0, |row| row.weight.into()), tenths);
        let drawn = if !file.away && hands[1] {
            hands[1] = false;
            1
        } else {
            NONE
        };
        let skill = self.skill("shield").unwrap_or(dx - 4);
        Some(Item {
            name: row.filter(|_| file.like.is_none()).map_or_else(|| file.name.clone(), |row| row.name.to_owned()),
            kind: ItemKind::Shield,
            class: Class::Shield,
            size: file.size.or(row.map(|row| row.size)).unwrap_or(Size::Medium),
            hands: 1,
            rate: Rate::Normal,
            min_st: 0,
            traits: ItemTraits::NONE,
            reach: 0,
            skill,
            base: skill,
            parry: None,
            damage: [None; 3],
            slow: 0,
            unsteady: false,
            ranged: None,
            shield: Some(Shield { pd: pd.into(), ht: ht.into(), bash: bash.into(), spiked: file.spiked }),
            count: None,
            drawn,
        })
    }

    fn weapon(
        &mut self,
        file: &WeaponFile,
        st: i32,
        dx: i32,
        path: &Path,
        hands: &mut [bool; 2],
        weight: &mut u32,
    ) -> Option<Item> {
        let wanted = file.like.as_deref().unwrap_or(&file.name);
        let melee = MELEE.iter().find(|row| plain(row.name) == plain(wanted));
        let shot = SHOTS.iter().find(|row| plain(row.name) == plain(wanted));
        let listed = melee.is_some() || shot.is_some();
        if !listed && (file.like.is_some() || file.skill.is_none() && file.ranged.is_none()) {
            let names = MELEE.iter().map(|row| row.name).chain(SHOTS.iter().map(|row| row.name));
            let hint = format!("{}; or `skill` or `ranged` of a weapon of one's own", one_of(names));
            let key = if file.like.is_some() { "as" } else { "name" };
            self.wrongs.add(path.key(key), format!("there is no weapon `{wanted}`"), hint);
            return None;
        }
        let melee = self.melee_row(file, melee, path)?;
        let shot = self.shot_row(file, shot, path)?;
        let (half_hands, size, min_st, rate, listed) = match (&melee, &shot) {
            (Some(row), Some(shot)) if !shot.thrown => {
                (row.hands.max(shot.hands), row.size, row.st, row.rate, row.weight)
            }
            (Some(row), _) => (row.hands, row.size, row.st, row.rate, row.weight),
            (None, Some(row)) => (row.hands, Size::Medium, row.st, row.rate, row.weight),
            (None, None) => return None,
        };
        let half_hands = match file.hands {
            None => half_hands,
            Some(hands) if [1.0, 1.5, 2.0].contains(&hands) => (hands * 2.0) as u8,
            Some(hands) => {
                self.wrongs.add(path.key("hands"), format!("{hands} hands"), "1, 1.5 or 2");
                return None;
            }
        };
        let size = file.size.unwrap_or(size);
        let min_st = i32::from(file.st.unwrap_or(min_st));
        // Of what is thrown, each has its weight; what a bow or sling looses has none of its own.
        let pieces = if shot.is_some_and(|row| row.thrown) { u32::from(file.count.unwrap_or(1)) } else { 1 };
        *weight += pieces * file.weight.map_or(listed.into(), tenths);
        // GR-R32: what is missing of ST.
        let weak = (min_st - st).max(0);
        let class = melee.map_or(Class::Bare, |row| row.class);
        let skill = melee.map_or(0, |row| self.weapon_skill(row.class, dx));
        let mut traits = melee.map_or(ItemTraits::NONE, |row| row.traits);
        traits.set(shot.map_or(ItemTraits::NONE, |row| row.traits));
        let yards = file.ranged.as_ref().and_then(|ranged| ranged.yards);
        traits.put(ItemTraits::UNFAMILIAR, file.unfamiliar);
        let count = file.count.or((melee.is_some() && shot.is_some_and(|row| row.thrown)).then_some(1));
        let number = if half_hands > 2 { 2 } else { 1 };
        let drawn = self.hand(file, number, path, hands);
        Some(Item {
            name: file.name.clone(),
            kind: ItemKind::Weapon,
            class,
            size,
            hands: number,
            rate,
            min_st,
            traits,
            reach: melee.map_or(0, |row| row.reach),
            skill,
            base: skill - weak,
            parry: melee.map(|_| skill),
            damage: damage(melee.as_ref(), st),
            // GR-029, GR-030: 3, less for ST above what is needed, and never more than 3.
            slow: if rate == Rate::Slow { (3 - (st - min_st).max(0)).max(0) } else { 0 },
            unsteady: rate == Rate::HandAndAHalf && st < min_st + 2,
            ranged: shot.map(|row| self.shot(&row, yards, st, dx, weak)),
            shield: None,
            count,
            drawn,
        })
    }

    /// `GR-R111` How a weapon strikes, if it does: the row of the list with what differs, or a row of its own. `None` if
    /// something is wrong.
    fn melee_row(&mut self, file: &WeaponFile, listed: Option<&Melee>, path: &Path) -> Option<Option<Melee>> {
        let own = [file.crush, file.cut, file.impale];
        let mut row = match (listed, &file.skill) {
            (Some(row), _) => *row,
            (None, Some(_)) => Melee {
                name: "",
                class: Class::Bare,
                size: Size::Medium,
                hands: 2,
                rate: Rate::Normal,
                st: 0,
                damage: [None; 3],
                reach: 1,
                traits: ItemTraits::NONE,
                weight: 0,
            },
            (None, None) => {
                let keys = [
                    ("crush", own[0].is_some()),
                    ("cut", own[1].is_some()),
                    ("impale", own[2].is_some()),
                    ("reach", file.reach.is_some()),
                    ("rate", file.rate.is_some()),
                    ("traits", file.traits.is_some()),
                ];
                for (key, _) in keys.into_iter().filter(|(_, is_there)| *is_there) {
                    let message = format!("`{}` is thrown or shot, and not struck with", file.name);
                    self.wrongs.add(
                        path.key(key),
                        message,
                        "`skill` for what is struck with too, or a key of `ranged`",
                    );
                }
                return Some(None);
            }
        };
        if let Some(skill) = &file.skill {
            row.class = self.class(skill, path.key("skill"))?;
        }
        for (damage, own) in row.damage.iter_mut().zip(own) {
            *damage = own.or(*damage);
        }
        if row.damage == [None; 3] {
            let message = format!("`{}` does no damage", file.name);
            self.wrongs.add(path.clone(), message, "`crush`, `cut` or `impale`: what it adds to swing or thrust");
        }
        row.reach = file.reach.unwrap_or(row.reach);
        row.rate = file.rate.unwrap_or(row.rate);
        if matches!(row.rate, Rate::Fast | Rate::Crossbow) {
            let hint = "normal, slow or hand-and-a-half; those of shots stand in `ranged`";
            self.wrongs.add(path.key("rate"), "no rate of a melee weapon", hint);
        }
        if let Some(traits) = &file.traits {
            row.traits = traits.iter().fold(ItemTraits::NONE, |all, one| all.union(one.flag()));
        }
        Some(Some(row))
    }

    /// `GR-R112` How a weapon is thrown or shot, if it is: the row of the list with what differs, or a row of its own.
    /// `None` if something is wrong.
    fn shot_row(&mut self, file: &WeaponFile, listed: Option<&Shot>, path: &Path) -> Option<Option<Shot>> {
        let Some(own) = &file.ranged else { return Some(listed.copied()) };
        let path = &path.key("ranged");
        let class = match &own.skill {
            Some(name) => self.class(name, path.key("skill")),
            None => self.needed(listed.map(|row| row.class), path, "skill"),
        };
        let kind = self.needed(own.kind.map(|kind| kind as u8).or(listed.map(|row| row.damage.2)), path, "kind");
        let ss = self.needed(own.ss.or(listed.map(|row| row.ss)), path, "ss");
        let by_st = own.range.map(|range| (range * 10.0).round() as u16);
        let range = by_st.or(listed.map(|row| row.range)).or(own.yards.map(|_| 0));
        let range = self.needed(range, path, "range");
        let thrown = own.thrown.unwrap_or(listed.is_some_and(|row| row.thrown));
        let rate = own.rate.or(listed.map(|row| row.rate)).unwrap_or(Rate::Normal);
        if matches!(rate, Rate::Slow | Rate::HandAndAHalf) || thrown && rate == Rate::Crossbow {
            let hint = "normal or fast; crossbow for what is not thrown";
            self.wrongs.add(path.key("rate"), "no rate of what is thrown or shot so", hint);
        }
        let (by, add, _) = listed.map_or((Base::Thrust, 0, 0), |row| row.damage);
        let mut traits = listed.map_or(ItemTraits::NONE, |row| row.traits);
        for (flag, own) in [(ItemTraits::NARROW, own.narrow), (ItemTraits::THROWN_KNIFE, own.knife)] {
            traits.put(flag, own.unwrap_or(traits.has(flag)));
        }
        Some(Some(Shot {
            name: "",
            class: class?,
            thrown,
            hands: listed.map_or(if thrown { 2 } else { 4 }, |row| row.hands),
            rate,
            st: listed.map_or(0, |row| row.st),
            damage: (own.by.unwrap_or(by), own.add.unwrap_or(add), kind?),
            ss: ss?,
            acc: own.acc.or(listed.map(|row| row.acc)).unwrap_or(0),
            range: range?,
            cap: own.cap.or(listed.and_then(|row| row.cap)),
            traits,
            weight: listed.map_or(0, |row| row.weight),
        }))
    }

    /// `GR-R112` What a weapon is as it is thrown or shot.
    fn shot(&self, row: &Shot, yards: Option<u32>, st: i32, dx: i32, weak: i32) -> Ranged {
        let skill = self.weapon_skill(row.class, dx);
        let (thrust, swing) = base_damage(st);
        let (base, add, kind) = row.damage;
        let damage = i32::from(if base == Base::Thrust { thrust } else { swing }) + i32::from(add);
        Ranged {
            class: row.class,
            skill,
            base: skill - weak,
            ss: i32::from(row.ss),
            acc: i32::from(row.acc),
            range: yards.unwrap_or(u32::from(row.range) * st as u32 / 10).min(crate::strike::range::FARTHEST),
            damage,
            kind: DamageType::ALL[kind as usize],
            cap: row.cap.map_or(NO_CAP, i32::from),
            thrown: row.thrown,
            rate: row.rate,
            narrow: row.traits.has(ItemTraits::NARROW),
            rests_on: base,
            knife: row.traits.has(ItemTraits::THROWN_KNIFE),
            is_bow: matches!(row.class, Class::Bow | Class::Crossbow),
        }
    }

    /// `GR-025` In which hand a weapon is when the fight begins.
    fn hand(&mut self, file: &WeaponFile, number: u8, path: &Path, hands: &mut [bool; 2]) -> u8 {
        let shielded = !hands[1] && !self.file.shield.is_empty();
        let wanted = file.hand;
        if wanted == Some(HandName::Away) {
            return NONE;
        }
        if number > 1 {
            if *hands == [true; 2] {
                *hands = [false; 2];
                return 2;
            }
            if wanted.is_some() {
                let message = if shielded {
                    "a shield goes with weapons for one hand only (GR-025)"
                } else {
                    "the hands are full"
                };
                self.wrongs.add(path.key("hand"), message, "away, or the other thing away");
            }
            return NONE;
        }
        let hand = match wanted {
            Some(HandName::Off) => 1,
            _ => 0,
        };
        if hands[hand] {
            hands[hand] = false;
            return hand as u8;
        }
        if wanted.is_some() {
            self.wrongs.add(path.key("hand"), "that hand is full", "away, or the other hand");
        }
        NONE
    }
}

/// Pounds as tenths of a pound.
pub(super) fn tenths(pounds: f64) -> u32 {
    (pounds * 10.0).round() as u32
}

/// `GR-002` `GR-003` Potential damage by type, with full and with halved ST.
fn damage(row: Option<&Melee>, st: i32) -> [Option<[i16; 2]>; 3] {
    let listed = row.map_or([None; 3], |row| row.damage);
    let mut out = [None; 3];
    for (kind, add) in listed.into_iter().enumerate() {
        let Some(add) = add.map(i16::from) else { continue };
        out[kind] = Some([st, st / 2].map(|st| {
            let (thrust, swing) = base_damage(st);
            add + if kind == 2 { thrust } else { swing }
        }));
    }
    out
}

/// A layer of armor.
struct Layer {
    pd: [i8; 3],
    dr: [i8; 3],
    covers: Box<dyn Fn(Location) -> bool>,
    closed: bool,
    weight: u32,
}
