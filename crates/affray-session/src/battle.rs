//! A battle as the rules of every game see it: what never changes and what does, side by side.

/// Declares `Scene` and `Fight` of a game from its `Setup` and `State`, which are in scope where it stands. `Scene` is a look
/// at a battle: scores and judgments are its functions. `Fight` is a battle that goes on, a scene with a referee: the
/// rules are its functions. The setup has a `map` and `combatants`, each with a `side` and a `sheet`, the state `fighters` and
/// `hidden`.
///
/// `affray_session::battle!(Mini, Sheet, Fighter);`
#[macro_export]
macro_rules! battle {
    ($game:ty, $sheet:ty, $fighter:ty) => {
        /// A look at a battle: scores and judgments.
        #[derive(Debug, Clone, Copy)]
        pub struct Scene<'a> {
            /// What never changes.
            pub setup: &'a Setup,
            /// What does.
            pub state: &'a State,
        }

        impl<'a> Scene<'a> {
            /// The map.
            #[inline]
            pub fn map(self) -> &'a $crate::battle::Map {
                &self.setup.map
            }
            /// The sheet of a combatant.
            #[inline(always)]
            pub fn sheet(self, who: $crate::battle::CombatantId) -> &'a $sheet {
                &self.setup.combatants[who.index()].sheet
            }
            /// The state of a combatant.
            #[inline(always)]
            pub fn fighter(self, who: $crate::battle::CombatantId) -> &'a $fighter {
                &self.state.fighters[who.index()]
            }
            /// Whether there is such a combatant.
            #[inline]
            pub fn exists(self, who: $crate::battle::CombatantId) -> bool {
                who.index() < self.state.fighters.len()
            }
            /// The side of a combatant, as a place in the list of sides.
            #[inline(always)]
            pub fn side(self, who: $crate::battle::CombatantId) -> u8 {
                self.setup.combatants[who.index()].side
            }
            /// Whether two combatants are on different sides.
            #[inline]
            pub fn are_foes(self, one: $crate::battle::CombatantId, other: $crate::battle::CombatantId) -> bool {
                self.side(one) != self.side(other)
            }
        }

        /// A battle that goes on: the one parameter of the rules.
        #[derive(Debug)]
        pub struct Fight<'a, R> {
            /// What never changes.
            pub setup: &'a Setup,
            /// What does.
            pub state: &'a mut State,
            /// Everything that the rules cannot decide by themselves.
            pub referee: &'a mut R,
        }

        impl<R: $crate::battle::Referee<$game>> Fight<'_, R> {
            /// A look at it.
            #[inline]
            pub fn scene(&self) -> Scene<'_> {
                Scene { setup: self.setup, state: self.state }
            }
            /// Asks somebody. Who is hidden and acts against a foe is seen from then on.
            pub fn ask(
                &mut self,
                question: <$game as $crate::battle::Game>::Question,
            ) -> Result<<$game as $crate::battle::Game>::Choice, R::Pause> {
                use $crate::battle::{Rules, TurnRules, Words};
                let choice = self.referee.ask(self.setup, self.state, question)?;
                let who = <$game as TurnRules>::asked(&question);
                if self.state.hidden.hides_anywhere(who)
                    && <$game as Rules>::target(&choice).is_some_and(|target| self.scene().are_foes(who, target))
                {
                    self.state.hidden.hide(who, []);
                    self.tell(<$game as Words>::revealed(who));
                }
                Ok(choice)
            }
            /// Tells what happened.
            #[inline]
            pub fn tell(&mut self, event: <$game as $crate::battle::Game>::Event) {
                self.referee.tell(|| event);
            }
        }
    };
}

#[doc(hidden)]
pub use crate::ruleset::{Rules, Words};
#[doc(hidden)]
pub use affray_grid::Map;
#[doc(hidden)]
pub use affray_kernel::referee::{CombatantId, Game, Referee};
#[doc(hidden)]
pub use affray_kernel::turns::TurnRules;
