//! Feints.
//!
//! Rules `G4-122` to `G4-124`, ruling `G4-R12`.

use crate::Gurps4;
use crate::check::{Contestant, quick_contest};
use crate::decision::{Choice, FeintAt, Question};
use crate::event::{Event, Forgone};
use crate::scene::{Fight, Scene};
use crate::sheet::{ItemId, ItemKind, Level, ShieldKind};
use crate::state::Feinted;
use affray_grid::Arc;
use affray_kernel::referee::{CombatantId, Referee, Refusal};
use affray_kernel::tally::Tally;

impl Scene<'_> {
    /// `G4-122` `G4-R69` Whether that Feint can be made.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn judge_feint(self, who: CombatantId, feint: &FeintAt) -> Result<(), Refusal> {
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        let Some(item) = self.arm(who, feint.with) else {
            return Err(Refusal::impossible(rule!("G4-122"), "there is no such weapon"));
        };
        if !self.exists(feint.target) || feint.target == who {
            return Err(Refusal::impossible(rule!("G4-122"), "there is no such target"));
        }
        let cloak = item.kind == ItemKind::Shield(ShieldKind::Cloak);
        if item.reach == 0 && !cloak {
            return refuse(rule!("G4-122"), "a Feint is made with a melee weapon or a cloak");
        }
        self.judge_weapon(who, feint.with, rule!("G4-122"))?;
        let (distance, near) = (self.distance(who, feint.target), self.blow_distance(who, feint.target));
        let reach = if cloak && item.reach == 0 { 0b11 } else { item.reach };
        let within = |yards: i32| (0..16).contains(&yards) && reach & 1 << yards != 0;
        if !within(distance) && !within(near) || self.arc_to(who, feint.target) != Arc::Front {
            return refuse(rule!("G4-122"), "the target has to be in reach and in front");
        }
        if !within(near) {
            return Err(self.too_high(who, feint.target));
        }
        if !self.has_line(who, feint.target) {
            return refuse(rule!("G4-R63"), "something stands between the two");
        }
        Ok(())
    }

    /// Feints that a person would be shown.
    pub fn feint_options(self, who: CombatantId, into: &mut Vec<Choice>) {
        for with in self.arms(who) {
            for target in self.foes(who) {
                let feint = FeintAt { with, target };
                if self.judge_feint(who, &feint).is_ok() {
                    into.push(Choice::Feint(Some(feint)));
                }
            }
        }
        into.push(Choice::Feint(None));
    }

    /// `G4-122` `G4-R12` The best that the target has against a Feint: what is ready of weapon, cloak and shield,
    /// or DX.
    fn against_feint<T: Tally>(self, who: CombatantId) -> T {
        let mut best = Level { score: self.sheet(who).dx, name: "DX" };
        for number in self.arms(who) {
            let Some(item) = self.arm(who, number) else { continue };
            let fights = item.reach != 0 || item.is_shield();
            if fights && self.wields(who, number) {
                best = best.or(item.level());
            }
        }
        let mut score: T = best.tally(rule!("G4-122"));
        self.add_wounds(&mut score, who);
        score
    }

    /// `G4-122` `G4-R12` The feinter's score.
    fn feint_score<T: Tally>(self, who: CombatantId, with: ItemId) -> T {
        let item = self.arm(who, with);
        let mut score: T = item.map_or_else(|| T::base(rule!("G4-122"), 0), |item| item.tally(rule!("G4-122")));
        self.add_wounds(&mut score, who);
        score
    }
}

impl<R: Referee<Gurps4>> Fight<'_, R> {
    /// `G4-122` `G4-123` `G4-124` A Feint: a Quick Contest, whose margin counts for the next attack.
    ///
    /// # Errors
    /// The input that the referee lacks.
    pub fn feint(&mut self, who: CombatantId) -> Result<(), R::Pause> {
        let Choice::Feint(Some(FeintAt { with, target })) = self.ask(Question::Feint { who })? else {
            self.forgo(who, Forgone::Feint, Question::Feint { who });
            return Ok(());
        };
        let one = Contestant { who, what: "feint", score: self.scene().feint_score::<R::Tally>(who, with) };
        let other =
            Contestant { who: target, what: "see through", score: self.scene().against_feint::<R::Tally>(target) };
        let margin = quick_contest(self.referee, rule!("G4-122"), &one, &other)?;
        self.tell(Event::Feints { who, target, margin });
        let acting = self.state[who].flags.has(crate::state::Flags::ACTING);
        self.state[who].feint = if margin <= 0 {
            Feinted::NONE
        } else {
            // A Feint of a triggered Wait is for the next own turn, too.
            Feinted { foe: target.0, margin: margin.min(255) as u8, fresh: acting }
        };
        Ok(())
    }
}
