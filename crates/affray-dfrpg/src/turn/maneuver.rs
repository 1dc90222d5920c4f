//! Which maneuvers are legal, and what each of them gives up.
//!
//! Rules `DF-050`, `DF-057`, `DF-058` and `DF-104` to `DF-107`; what stun, surprise, fright and grips
//! forbid: `DF-370`, `DF-498`, `DF-503` to `DF-506`, rulings `DF-R42`, `DF-R58`, `DF-R67` and `DF-R96`.

use crate::Dfrpg;
use crate::decision::{AimAt, AllOut, Choice, Concentrate, Maneuver, NONE, WaitFor};
use crate::event::Event;
use crate::movement::posture;
use crate::scene::{Fight, Scene};
use crate::sheet::{Location, Sheet};
use crate::state::{DefenseFocus, Doing, Fighter, Flags, Grabbed, Motion, Posture};
use affray_grid::Facing;
use affray_kernel::referee::{CombatantId, Referee, Refusal};
use affray_kernel::rules::RuleId;

/// What keeps a combatant from going on: it is neither conscious nor free of stun.
pub(crate) const HALTED: Flags = Flags::UNCONSCIOUS
    .union(Flags::DEAD)
    .union(Flags::FLED)
    .union(Flags::ASLEEP)
    .union(Flags::STUNNED)
    .union(Flags::MENTALLY_STUNNED);

fn refuse(rule: RuleId, message: &'static str) -> Result<(), Refusal> {
    Err(Refusal::new(rule, message))
}

impl Fighter {
    /// `DF-R34` Whether the legs carry that posture.
    pub(crate) fn can_take(&self, sheet: &Sheet, to: Posture) -> bool {
        let lame = sheet.body.legs <= 2 && (self.is_useless(Location::RightLeg) || self.is_useless(Location::LeftLeg));
        !lame || !matches!(to, Posture::Standing | Posture::Crouching)
    }
}

/// Maneuvers for which nobody needs anything of the sheet or the map.
pub(crate) const EVERYBODYS: [Maneuver; 13] = [
    Maneuver::Attack,
    Maneuver::AllOutAttack(AllOut::Determined),
    Maneuver::AllOutAttack(AllOut::Double),
    Maneuver::AllOutAttack(AllOut::Feint),
    Maneuver::AllOutAttack(AllOut::Strong),
    Maneuver::AllOutAttack(AllOut::Ranged),
    Maneuver::AllOutDefense(DefenseFocus::Dodge),
    Maneuver::AllOutDefense(DefenseFocus::Parry),
    Maneuver::AllOutDefense(DefenseFocus::Block),
    Maneuver::AllOutDefense(DefenseFocus::Double),
    Maneuver::MoveAndAttack,
    Maneuver::Feint,
    Maneuver::Move,
];

impl Scene<'_> {
    /// `DF-107` `DF-370` `DF-R21` `DF-R42` `DF-R67` The rule that leaves nothing but Do Nothing, if one
    /// does.
    #[inline]
    pub fn must_do_nothing(self, who: CombatantId) -> Option<RuleId> {
        let flags = self.fighter(who).flags;
        if flags.has(Flags::STUNNED) {
            Some(rule!("DF-370"))
        } else if flags.has(Flags::MENTALLY_STUNNED) {
            Some(rule!("DF-R67"))
        } else if flags.has(Flags::DAZED) {
            Some(rule!("DF-R21"))
        } else {
            None
        }
    }

    /// `DF-503` Whether a combatant holds a foe that is not pinned, or an item in a foe's hands.
    pub fn holds_loosely(self, who: CombatantId) -> bool {
        self.holds(who).any(|(_, grab)| !self.has_firmly(who, CombatantId(grab.victim), Grabbed::PINNED))
    }

    /// Whether one of a combatant's holds on a foe is of that kind.
    fn has_firmly(self, who: CombatantId, foe: CombatantId, how: u8) -> bool {
        self.holds_on(who, foe).any(|(_, grab)| grab.how & how != 0)
    }

    /// `DF-504` `DF-506` `DF-R90` `DF-R118` Whether grips, its own and those on it, let a combatant move from where it
    /// is. A lifted foe is carried like any load (`DF-R35`).
    ///
    /// # Errors
    /// The grip that keeps it there.
    pub fn judge_grips_on_movement(self, who: CombatantId) -> Result<(), Refusal> {
        if !self.fighter(who).holds_anybody() && !self.is_gripped(who) {
            return Ok(());
        }
        if self.is_pinned(who) {
            return refuse(rule!("DF-R90"), "who is pinned cannot move: break free");
        }
        let st = |who: CombatantId| i32::from(self.sheet(who).st);
        for (_, grab) in self.holds(who) {
            let foe = CombatantId(grab.victim);
            if self.is_rooted(foe) {
                return refuse(rule!("DF-R118"), "a spell roots to the spot whom it holds: release that one first");
            }
            if st(who) < 2 * st(foe) && !self.has_firmly(who, foe, Grabbed::PINNED | Grabbed::LIFTED) {
                return refuse(
                    rule!("DF-504"),
                    "who holds a foe moves only with twice its ST, or once it is pinned: release it first",
                );
            }
        }
        if self.grips_on(who).any(|(by, _)| st(who) <= 2 * st(by)) {
            return refuse(
                rule!("DF-506"),
                "who is held moves only with more than twice the grabber's ST: break free first",
            );
        }
        if self.grips_on(who).any(|(by, _)| self.is_rooted(by)) {
            return refuse(rule!("DF-R118"), "a spell roots to the spot who holds it: break free first");
        }
        Ok(())
    }

    /// `DF-503` `DF-505` Whether grips allow Aim, Feint, Concentrate and Wait.
    fn judge_grips_on_attention(self, who: CombatantId) -> Result<(), Refusal> {
        if self.is_grabbed(who) {
            return refuse(rule!("DF-505"), "who is grabbed cannot Aim, Feint, Concentrate or Wait");
        }
        if self.holds_loosely(who) {
            return refuse(
                rule!("DF-503"),
                "no Aim, Feint, Concentrate or Wait while one holds a foe who is neither pinned nor released",
            );
        }
        Ok(())
    }

    /// `DF-058` Whether any attack mode of that kind is ready.
    fn has_ready_mode(self, who: CombatantId, ranged: bool) -> bool {
        let spell = |hand: u16| {
            self.means(who, crate::strike::judge::HELD | hand, NONE).is_some_and(|means| means.ranged == ranged)
        };
        self.modes(who).any(|(mode, of)| of.kind.is_ranged() == ranged && self.is_mode_ready(who, mode))
            || (0..4).any(spell)
    }

    /// `DF-050` `DF-057` Whether a maneuver can be chosen now.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn judge_maneuver(self, who: CombatantId, maneuver: &Maneuver) -> Result<(), Refusal> {
        if *maneuver == Maneuver::DoNothing {
            return Ok(());
        }
        if self.state.this_turn.idle {
            return refuse(rule!("DF-R42"), "Do Nothing was named to avoid the roll to stay conscious");
        }
        if let Some(rule) = self.must_do_nothing(who) {
            return refuse(rule, "who is stunned, surprised or dazed can only do nothing");
        }
        if self.is_pinned(who) && *maneuver != Maneuver::Attack {
            return refuse(
                rule!("DF-498"),
                "who is pinned can only break free, with an Attack maneuver, or do nothing",
            );
        }
        if self.fighter(who).flags.has(Flags::FRIGHTENED)
            && *maneuver != Maneuver::Move
            && self.judge_grips_on_movement(who).is_ok()
        {
            return refuse(rule!("DF-R58"), "fright makes one flee: Move away");
        }
        match maneuver {
            Maneuver::Attack | Maneuver::DoNothing => Ok(()),
            Maneuver::AllOutAttack(bonus) => self.judge_all_out_attack(who, *bonus),
            Maneuver::AllOutDefense(DefenseFocus::None) => Err(Refusal::impossible(
                rule!("DF-067"),
                "an All-Out Defense names what it is for: dodge, parry, block or double",
            )),
            Maneuver::AllOutDefense(_) => Ok(()),
            Maneuver::MoveAndAttack | Maneuver::Move => self.judge_grips_on_movement(who),
            Maneuver::Feint => self.judge_grips_on_attention(who),
            Maneuver::Aim(aim) => {
                self.judge_grips_on_attention(who)?;
                self.judge_aim(who, aim)
            }
            Maneuver::ChangePosture { to, second } => self.judge_change_posture(who, *to, *second),
            Maneuver::Concentrate(what) => {
                self.judge_grips_on_attention(who)?;
                self.judge_concentrate(who, what)
            }
            Maneuver::Ready(what) => self.judge_ready(who, what),
            Maneuver::Wait(wait) => {
                self.judge_grips_on_attention(who)?;
                self.judge_wait(who, wait)
            }
        }
    }

    /// `DF-058` `DF-R65` An All-Out Attack needs a weapon for its bonus; a Feint in it is a feint.
    fn judge_all_out_attack(self, who: CombatantId, bonus: AllOut) -> Result<(), Refusal> {
        match bonus {
            AllOut::Ranged => {
                if self.holds_loosely(who) {
                    return refuse(
                        rule!("DF-503"),
                        "no ranged attack while one holds a foe who is neither pinned nor released",
                    );
                }
                if !self.has_ready_mode(who, true) {
                    return refuse(rule!("DF-058"), "this All-Out Attack needs a ready ranged weapon");
                }
            }
            AllOut::Feint => self.judge_grips_on_attention(who)?,
            AllOut::Determined | AllOut::Double | AllOut::Strong => {}
        }
        if bonus != AllOut::Ranged && !self.has_ready_mode(who, false) {
            return refuse(rule!("DF-058"), "an All-Out Attack needs a ready weapon or a free limb");
        }
        Ok(())
    }

    /// `DF-104` `DF-150` `DF-R12` `DF-R34` `DF-R81` `DF-R82` Whether one Change Posture leads there.
    ///
    /// # Errors
    /// The rule that it breaks.
    pub fn judge_change_posture(self, who: CombatantId, to: Posture, second: u8) -> Result<(), Refusal> {
        let fighter = self.fighter(who);
        let from = fighter.posture;
        if from == to {
            return refuse(rule!("DF-104"), "that is the posture already");
        }
        if !posture::leads_to(from, to) {
            return if to.is_lying() {
                refuse(rule!("DF-R82"), "rolling over takes a detour: sit, kneel or crawl first")
            } else {
                refuse(rule!("DF-R81"), "getting up takes two turns: sit, kneel or crawl first")
            };
        }
        if !self.can_take(who, to) {
            return refuse(rule!("DF-R34"), "with a crippled leg one can only sit, kneel, crawl or lie");
        }
        if second != NONE && to.is_long() {
            if second >= 6 {
                return Err(Refusal::impossible(rule!("DF-R12"), "a hex has sides 0 to 5"));
            }
            if !self.has_room_to_lie(who, Facing::hex(i32::from(second))) {
                return refuse(rule!("DF-R12"), "the second hex has to be free, and over no ledge");
            }
        }
        Ok(())
    }

    /// `DF-R34` Whether the legs carry that posture.
    pub fn can_take(self, who: CombatantId, to: Posture) -> bool {
        self.fighter(who).can_take(self.sheet(who), to)
    }

    /// The maneuvers that a person would be shown: legal now.
    pub fn maneuver_options(self, who: CombatantId, into: &mut Vec<Choice>) {
        let mut offer = |maneuver: Maneuver| {
            if self.judge_maneuver(who, &maneuver).is_ok() {
                into.push(Choice::Maneuver(maneuver));
            }
        };
        EVERYBODYS.into_iter().for_each(&mut offer);
        for to in [
            Posture::Standing,
            Posture::Kneeling,
            Posture::Crouching,
            Posture::Sitting,
            Posture::Crawling,
            Posture::Prone,
            Posture::FaceUp,
        ] {
            offer(Maneuver::ChangePosture { to, second: NONE });
        }
        self.aim_options(who, &mut offer);
        self.ready_options(who, |ready| offer(Maneuver::Ready(ready)));
        self.wait_options(who, |contract| offer(Maneuver::Wait(WaitFor { contract, move_now: false })));
        let (before, mut seen) = (into.len(), 0);
        self.concentrate_options(who, into);
        // Its chapter knows spells; stun, fright and grips are judged here.
        into.retain(|choice| {
            seen += 1;
            seen <= before || matches!(choice, Choice::Maneuver(maneuver) if self.judge_maneuver(who, maneuver).is_ok())
        });
        into.push(Choice::Maneuver(Maneuver::DoNothing));
    }

    /// Each ranged weapon at each foe in sight, the nearest first, up to 12 in all.
    fn aim_options(self, who: CombatantId, offer: &mut impl FnMut(Maneuver)) {
        let mut left = 12;
        let spells = (0..4).map(|hand| crate::strike::judge::HELD | hand);
        for mode in self.modes(who).map(|(mode, _)| mode).chain(spells) {
            if !self.means(who, mode, NONE).is_some_and(|means| means.ranged) {
                continue;
            }
            for target in
                self.state.ids().filter(|&target| self.are_foes(who, target) && self.fighter(target).is_conscious())
            {
                let aim = AimAt { mode, target, brace: false };
                if left > 0 && self.judge_aim(who, &aim).is_ok() {
                    left -= 1;
                    offer(Maneuver::Aim(aim));
                    let braced = AimAt { brace: true, ..aim };
                    if self.judge_aim(who, &braced).is_ok() {
                        offer(Maneuver::Aim(braced));
                    }
                }
            }
        }
    }
}

impl<R: Referee<Dfrpg>> Fight<'_, R> {
    /// Whether a combatant can go on with what it does: conscious, not stunned, and the rest of its turn
    /// not lost (`DF-R19`, `DF-121`). To be asked again after everything that could interrupt.
    #[inline]
    pub fn can_go_on(&self, who: CombatantId) -> bool {
        let fighter = &self.state[who];
        !fighter.flags.any(HALTED) && !fighter.motion.has(Motion::OVER) && !self.scene().has_lost_turn(who)
    }

    /// `DF-079` `DF-105` What a maneuver gives up of what went on before: an aim, a spell that is
    /// being cast, the watch over a hex.
    pub fn keep_or_give_up(&mut self, who: CombatantId, maneuver: &Maneuver) {
        let keeps = match (self.state[who].doing, maneuver) {
            (Doing::Nothing, _)
            // 1.4: these keep an aim; whether it fits is seen when the shot or the next turn of Aim comes.
            | (Doing::Aiming(_), Maneuver::Aim(_) | Maneuver::Attack | Maneuver::AllOutAttack(AllOut::Ranged))
            | (Doing::Casting(_), Maneuver::Concentrate(Concentrate::GoOn | Concentrate::GoOnAt { .. }))
            // DF-245: watching the same hex goes on; another watch begins anew (see `wait`).
            | (Doing::Waiting(_), Maneuver::Wait(_)) => true,
            _ => false,
        };
        if !keeps {
            self.give_up_what_lasts(who);
        }
        if let Maneuver::Aim(aim) = maneuver
            && let Doing::Aiming(aimed) = self.state[who].doing
            && (aimed.mode, aimed.target) != (aim.mode, aim.target.0)
        {
            self.state[who].doing = Doing::Nothing;
            self.tell(Event::AimLost { who });
        }
    }
}
