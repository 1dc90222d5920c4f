//! Things that are carried: backpack, belt, things on the ground, potions.
//!
//! Rules `OB-202` to `OB-205`, rulings `OB-R54`, `OB-R55`.

use crate::Obss;
use crate::decision::Action;
use crate::dice::pool::SingleDice;
use crate::event::Event;
use crate::options::DrinkCost;
use crate::scene::{Combatant, Fight, Scene};
use crate::sheet::{Item, ItemKind, Place, Potion, Weapon};
use crate::state::{Flags, NONE};
use affray_kernel::dice::Dice;
use affray_kernel::referee::{CombatantId, Referee, Refusal, Why};
use affray_kernel::rules::RuleId;
use affray_kernel::tally::Tally as _;

/// The most items on a sheet, with those that others bring into the fight.
const MOST_THINGS: usize = 250;

/// Puts the items of everybody behind each one's own items, so that they can be picked up and used.
/// Each kind of thing stands there twice, for two hands. Says for every item of every sheet which kind it is.
pub fn share_items(combatants: &mut [Combatant]) -> Vec<Vec<u8>> {
    let mut kinds: Vec<Item> = Vec::new();
    let most = combatants.iter().map(|one| one.sheet.items.len()).max().unwrap_or(0);
    let mut which = Vec::new();
    for one in combatants.iter() {
        let of = |item: &Item| {
            let plain = plain(item)?;
            let at = kinds.iter().position(|known| *known == plain).unwrap_or_else(|| {
                kinds.push(plain);
                kinds.len() - 1
            });
            (most + 2 * at + 1 < MOST_THINGS).then_some(at as u8)
        };
        which.push(one.sheet.items.iter().map(of).map(|kind| kind.unwrap_or(NONE)).collect());
    }
    kinds.truncate((MOST_THINGS - most.min(MOST_THINGS)) / 2);
    let drinkable = kinds.iter().any(|item| matches!(item.kind, ItemKind::Potion(_)));
    for one in combatants {
        let sheet = &mut one.sheet;
        sheet.has_quick |= drinkable;
        for kind in &kinds {
            for _ in 0..2 {
                let mut item = kind.clone();
                if let ItemKind::Weapon(weapon) = &mut item.kind {
                    sheet.fit(weapon);
                }
                sheet.items.push(item);
            }
        }
    }
    which
}

/// An item without the numbers of its owner's sheet; `None` for a natural weapon.
fn plain(item: &Item) -> Option<Item> {
    let kind = match &item.kind {
        ItemKind::Weapon(weapon) if weapon.natural => return None,
        ItemKind::Weapon(weapon) => {
            ItemKind::Weapon(Weapon { known: false, list_ar: 0, list_dmg: 0, reach: 0, ..weapon.clone() })
        }
        other => other.clone(),
    };
    Some(Item { name: item.name.clone(), kind, place: Place::Away })
}

impl Scene<'_> {
    /// The item on the own list that stands for a thing of another's list.
    fn in_own_hand(self, who: CombatantId, owner: CombatantId, thing: u8) -> Option<u8> {
        if owner == who {
            return Some(thing);
        }
        let (own, others) = (self.sheet(who).own, self.sheet(owner).own);
        let kind = match thing.checked_sub(others) {
            Some(borrowed) => borrowed / 2,
            None => *self.setup.loot.get(owner.index())?.get(thing as usize)?,
        };
        if kind == NONE {
            return None;
        }
        let first = own.checked_add(kind.checked_mul(2)?)?;
        // The second of its kind, where the first is held already.
        Some(if self.fighter(who).holds(first) { first + 1 } else { first })
    }

    fn judge_place(self, who: CombatantId, item: u8, hand: u8, place: Place, rule: RuleId) -> Result<(), Refusal> {
        let sheet = self.sheet(who);
        if item == 0 || item >= sheet.own || hand >= 2 {
            return Err(Refusal::impossible(rule, "there is no such item or hand"));
        }
        if self.fighter(who).place(item) != Some(place) {
            return Err(Refusal::impossible(rule, "that is not there"));
        }
        self.judge_free_hands(who, item, hand)
    }

    /// `OB-202` Whether an item can be searched for in the backpack.
    ///
    /// # Errors
    /// The rule that it breaks.
    pub fn judge_search(self, who: CombatantId, item: u8, hand: u8) -> Result<(), Refusal> {
        self.judge_place(who, item, hand, Place::Pack, rule!("OB-202"))?;
        self.judge_price(who, 2)
    }

    /// `OB-203` Whether an item can be taken from the belt.
    ///
    /// # Errors
    /// The rule that it breaks.
    pub fn judge_take_from_belt(self, who: CombatantId, item: u8, hand: u8) -> Result<(), Refusal> {
        self.judge_place(who, item, hand, Place::Belt, rule!("OB-203"))?;
        self.judge_price(who, 1)
    }

    /// `OB-203` `OB-R54` Whether something that lies in the own square can be picked up.
    ///
    /// # Errors
    /// The rule that it breaks.
    pub fn judge_pick_up(self, who: CombatantId, owner: CombatantId, thing: u8, hand: u8) -> Result<(), Refusal> {
        let here = self.footprint(who);
        let lies = |place: fn(crate::scene::Footprint, affray_grid::Cell) -> bool| {
            self.state.ground.iter().any(|one| one.owner == owner && one.item == thing && place(here, one.at))
        };
        if !lies(|_, _| true) || hand >= 2 {
            return Err(Refusal::impossible(rule!("OB-203"), "that does not lie on the ground"));
        }
        if !lies(crate::scene::Footprint::covers) {
            return Err(Refusal::new(rule!("OB-203"), "that does not lie in the own square: go there"));
        }
        let Some(item) = self.in_own_hand(who, owner, thing).filter(|&item| self.sheet(who).item(item).is_some())
        else {
            return Err(Refusal::impossible(rule!("OB-203"), "that is of no use to anybody else"));
        };
        self.judge_free_hands(who, item, hand)?;
        self.judge_price(who, 1)
    }

    /// The potion that a hand holds.
    fn potion_in(self, who: CombatantId, hand: u8) -> Option<Potion> {
        let item = *self.fighter(who).hands.get(hand as usize)?;
        match self.sheet(who).item(item)?.kind {
            ItemKind::Potion(potion) => Some(potion),
            _ => None,
        }
    }

    /// `OB-204` `OB-R55` Whether the potion that a hand holds can be drunk in the own activation.
    ///
    /// # Errors
    /// The rule that it breaks.
    pub fn judge_drink(self, who: CombatantId, hand: u8) -> Result<(), Refusal> {
        self.judge_potion(who, hand, rule!("OB-204"))?;
        match self.setup.options.drink {
            DrinkCost::Immediate => self.judge_immediate(who),
            DrinkCost::Action => self.judge_price(who, 1),
        }
    }

    /// `OB-243` `OB-R55` Whether the potion that a hand holds can be drunk in the middle of another's activation.
    ///
    /// # Errors
    /// The rule that it breaks.
    pub fn judge_drink_out_of_turn(self, who: CombatantId, hand: u8) -> Result<(), Refusal> {
        self.judge_potion(who, hand, rule!("OB-204"))?;
        match self.setup.options.drink {
            DrinkCost::Immediate => self.judge_immediate(who),
            DrinkCost::Action => {
                Err(Refusal::new(rule!("OB-243"), "a drink costs an Action: it waits for the own activation"))
            }
        }
    }

    /// Whether a hand holds a potion.
    fn judge_potion(self, who: CombatantId, hand: u8, rule: RuleId) -> Result<(), Refusal> {
        match self.potion_in(who, hand) {
            Some(_) => Ok(()),
            None => Err(Refusal::impossible(rule, "a potion has to be in hand: take it from the belt")),
        }
    }

    /// `OB-205` Whether another combatant can be given a potion to drink: Helpless, or on the same side and so
    /// willing.
    ///
    /// # Errors
    /// The rule that it breaks.
    pub fn judge_give_drink(self, who: CombatantId, hand: u8, to: CombatantId) -> Result<(), Refusal> {
        self.judge_potion(who, hand, rule!("OB-205"))?;
        if !self.exists(to) || to == who || !self.fighter(to).is_present() {
            return Err(Refusal::impossible(rule!("OB-205"), "a drink is given to somebody else"));
        }
        if self.fighter(to).flags.has(Flags::DEAD) {
            return Err(Refusal::new(rule!("OB-295"), "nothing helps the dead"));
        }
        if self.blow_distance(who, to) > 1 {
            return Err(Refusal::new(rule!("OB-205"), "a drink is given to an adjacent combatant: go there"));
        }
        if self.are_foes(who, to) && !self.fighter(to).is_helpless() {
            return Err(Refusal::new(rule!("OB-205"), "an enemy takes a drink only when Helpless"));
        }
        self.judge_price(who, 2)
    }

    /// Lists the actions with belt, backpack, ground and potions.
    pub(crate) fn carried_options(self, who: CombatantId, offer: &mut impl FnMut(Action)) {
        let fighter = self.fighter(who);
        for item in 1..self.sheet(who).own {
            // A shield is for the off hand, a weapon for either: the judge sorts them out.
            for hand in 0..2u8 {
                if hand == 1 && self.hands_of(who, item) == 2 {
                    continue;
                }
                match fighter.place(item) {
                    Some(Place::Belt) => offer(Action::TakeFromBelt { item, hand }),
                    Some(Place::Pack) => offer(Action::Search { item, hand }),
                    _ => {}
                }
            }
        }
        let here = self.footprint(who);
        for lying in self.state.ground.iter().filter(|lying| here.covers(lying.at)) {
            for hand in 0..2 {
                offer(Action::PickUp { owner: lying.owner, thing: lying.item, hand });
            }
        }
        for hand in 0..2 {
            if self.potion_in(who, hand).is_some() {
                offer(Action::Drink { hand });
                for to in self.state.ids() {
                    offer(Action::GiveDrink { hand, to });
                }
            }
        }
    }
}

impl<R: Referee<Obss>> Fight<'_, R> {
    /// `OB-203` Picks up a thing in the own square.
    pub fn pick_up(&mut self, who: CombatantId, owner: CombatantId, thing: u8, hand: u8) {
        self.pay(who, 1);
        let here = self.scene().footprint(who);
        let that = |lying: &crate::state::Lying| lying.owner == owner && lying.item == thing;
        let ground = &self.state.ground;
        let nearest = ground.iter().position(|lying| that(lying) && here.covers(lying.at));
        let Some(at) = nearest.or_else(|| ground.iter().position(that)) else { return };
        let Some(item) = self.scene().in_own_hand(who, owner, thing) else { return };
        self.state.ground.remove(at);
        self.tell(Event::PicksUp { who, item });
        self.take_in_hand(who, item, hand, 1);
    }

    /// `OB-204` `OB-R55` `OB-R84` Drinks a potion, for the Immediate or for an Action.
    ///
    /// # Errors
    /// If an input is missing.
    pub fn drink(&mut self, who: CombatantId, hand: u8) -> Result<(), R::Pause> {
        match self.setup.options.drink {
            DrinkCost::Immediate => self.spend_immediate(who),
            DrinkCost::Action => self.pay(who, 1),
        }
        self.swallow(who, hand, who)
    }

    /// `OB-205` Gives a potion to drink, which costs the other nothing.
    ///
    /// # Errors
    /// If an input is missing.
    pub fn give_drink(&mut self, who: CombatantId, hand: u8, to: CombatantId) -> Result<(), R::Pause> {
        self.pay(who, 2);
        self.swallow(who, hand, to)
    }

    /// `OB-323` The effect of a potion: it heals, by magic.
    fn swallow(&mut self, by: CombatantId, hand: u8, who: CombatantId) -> Result<(), R::Pause> {
        let Some(potion) = self.scene().potion_in(by, hand) else { return Ok(()) };
        let item = self.state[by].hands[hand as usize];
        self.state[by].put_away(item, Place::Away);
        self.tell(Event::Drinks { who: by, to: who, item });
        let (why, plus) = (Why::new(by, rule!("OB-323"), "potion"), potion.plus.into());
        self.roll_healing(why, potion.dice, |_, sum| sum.add(rule!("OB-323").named("potion"), plus), &[who])
    }

    /// `OB-323` Rolls magical healing, of which `add` knows what is added to the dice, and gives it to some.
    ///
    /// # Errors
    /// If an input is missing.
    pub(crate) fn roll_healing(
        &mut self,
        why: Why,
        dice: Dice,
        add: impl Fn(Scene<'_>, &mut R::Tally),
        whom: &[CombatantId],
    ) -> Result<(), R::Pause> {
        let sum = self.referee.pool(why, &SingleDice(dice), &[], |sum| sum)?;
        for &who in whom {
            let mut healing = R::Tally::base(rule!("OB-323").named("dice"), sum);
            add(self.scene(), &mut healing);
            healing.at_least(rule!("OB-323").named("at least 0"), 0);
            self.heal_by_magic(who, healing);
        }
        Ok(())
    }
}
