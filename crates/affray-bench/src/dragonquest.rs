//! The dragonquest ruleset: a simplified duel written by hand, and the full rules against it.

use crate::exchange;
use affray_dragonquest::DragonQuest;
use affray_dragonquest::decision::{Attack, Blow, Choice, From, Kind, Question};
use affray_dragonquest::files::Scenario;
use affray_dragonquest::scene::{Fight, Scene, Setup};
use affray_dragonquest::state::{Flags, State};
use affray_kernel::referee::{CombatantId, Policy, walk};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng as _, SeedableRng};

/// What one fighter of the hand-written duel brings: strike chance less the other's defense, damage,
/// protection, Fatigue, Endurance.
struct Fighter {
    chance: i32,
    damage: i32,
    protection: i32,
    ft: i32,
    en: i32,
}

/// The two of the first encounter, as one would put them into a loop.
const DUEL: [Fighter; 2] = [
    Fighter { chance: 55, damage: 4, protection: 6, ft: 21, en: 18 },
    Fighter { chance: 55, damage: 5, protection: 4, ft: 22, en: 17 },
];

fn below(rng: &mut Xoshiro256PlusPlus, bound: u64) -> i32 {
    ((u128::from(rng.next_u64()) * u128::from(bound)) >> 64) as i32 + 1
}

/// Fights those duels by hand: a percentile roll against the chance, blows within 15 percent of it to
/// Endurance, the others through the armor to Fatigue first. The number of strikes, and of duels that the
/// first won.
pub(crate) fn by_hand(seed: u64, from: u64, to: u64) -> (u64, u64) {
    let (mut strikes, mut wins) = (0, 0);
    for number in from..to {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let mut pools = [(DUEL[0].ft, DUEL[0].en), (DUEL[1].ft, DUEL[1].en)];
        let mut by = 0;
        loop {
            strikes += 1;
            let (one, other) = (&DUEL[by], &DUEL[1 - by]);
            let roll = below(&mut rng, 100);
            if roll <= one.chance && roll < 99 {
                let points = (below(&mut rng, 10) + one.damage).max(1);
                let (ft, en) = &mut pools[1 - by];
                if 100 * roll <= 15 * one.chance {
                    *en -= points;
                } else {
                    let points = (points - other.protection).max(0);
                    if *ft == 0 {
                        *en -= points;
                    } else {
                        *ft = (*ft - points).max(0);
                    }
                }
                if *en <= 3 {
                    wins += u64::from(by == 0);
                    break;
                }
            }
            by = 1 - by;
        }
    }
    (strikes, wins)
}

/// The duel that comes with the program.
pub(crate) fn duel() -> Scenario {
    crate::shipped(affray_dragonquest::content::ENCOUNTERS, "axe-and-sword")
}

/// Four against four: swordsmen with shields against axes, a spear among them.
pub(crate) fn mob() -> Scenario {
    let mut text = String::from("ruleset = \"dragonquest\"\n[map]\nrows = [\n");
    for _ in 0..20 {
        text += "\"....................\",\n";
    }
    text += "]\n";
    for (at, sheet) in ["aldric", "hale", "cyra", "dorn", "brakka", "hale", "ketil", "dorn"].into_iter().enumerate() {
        let (side, row, facing) = if at < 4 { ("a", 3, "SE") } else { ("b", 13, "NW") };
        text += &format!(
            "[[combatant]]\nname = \"{sheet} {at}\"\nside = \"{side}\"\nsheet = \"{sheet}\"\nat = [{}, {row}]\nfacing = \"{facing}\"\n",
            2 + 2 * (at % 4)
        );
    }
    crate::read("mob", &text)
}

/// How many strikes a choice is.
pub(crate) fn strikes(choice: &Choice) -> u64 {
    match choice {
        Choice::Attack(Attack::One(_)) => 1,
        Choice::Attack(Attack::Several(blows)) => blows.all().len() as u64,
        _ => 0,
    }
}

/// Parries, and strikes back.
struct Parries;

impl Policy<DragonQuest> for Parries {
    fn decide(&mut self, setup: &Setup, state: &State, question: &Question) -> Choice {
        let scene = Scene { setup, state };
        match *question {
            Question::Parry { who, .. } => Choice::Parry(scene.parrying_arms(who).next()),
            Question::Attack { who, plan } => Choice::Attack(Attack::One(Blow {
                with: plan.with,
                target: scene.foes(who).next().unwrap_or(who),
                kind: Kind::Plain,
                modifier: 0,
            })),
            _ => affray_dragonquest::judge::default_choice(scene, question),
        }
    }
}

/// One strike at a figure on its guard, whose exact odds are taken: with misfortune, parry, riposte, damage,
/// grievous injuries, stun, and death on both sides.
pub(crate) struct Exchange {
    encounter: Scenario,
    start: State,
}

impl Exchange {
    pub(crate) fn new() -> Self {
        let text = "ruleset = 'dragonquest'\nbegun = true\n\
            [[combatant]]\nname = 'Aldric'\nsheet = 'aldric'\nat = [0, 0]\nfacing = 'E'\n\
            [[combatant]]\nname = 'Brakka'\nsheet = 'brakka'\nat = [1, 0]\nfacing = 'W'\n";
        let encounter: Scenario = crate::read("exchange", text);
        let mut start = encounter.start().clone();
        start[CombatantId(1)].flags.set(Flags::EVADING);
        Self { encounter, start }
    }
}

impl exchange::Exchange for Exchange {
    type State = State;

    fn start(&self) -> &State {
        &self.start
    }

    fn walk(&self, scratch: &mut State) -> (u64, f64) {
        let mut sum = 0.0;
        let (who, target) = (CombatantId(0), CombatantId(1));
        let setup = self.encounter.setup();
        let with = Scene { setup, state: &self.start }.prepared_weapon(who);
        let blow = Blow { with, target, kind: Kind::Plain, modifier: 0 };
        let leaves = walk::<DragonQuest, _, _>(
            &self.start,
            scratch,
            Parries,
            (),
            true,
            |state, walker| {
                let Ok(()) = Fight { setup, state, referee: walker }.strike(who, &blow, From::Melee);
            },
            |leaf| sum += leaf.chance,
        );
        (leaves, sum)
    }
}
