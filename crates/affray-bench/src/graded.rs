//! The graded ruleset: a simplified duel written by hand, and the full rules against it.

use crate::exchange;
use affray_graded::Graded;
use affray_graded::decision::{Blow, Choice, Declared, Defense, From, Mode, Plan, Question};
use affray_graded::files::Scenario;
use affray_graded::scene::{Fight, Setup};
use affray_graded::state::{Fighter as Changing, NONE, State};
use affray_kernel::referee::{CombatantId, Policy, walk};
use affray_kernel::turns::TurnRules;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng as _, SeedableRng};

/// Bytes of the changing state of a combatant.
pub(crate) const BYTES: usize = size_of::<Changing>();

/// What one fighter of the hand-written duel brings: skill, the other's PD, block, damage, the other's DR, HP.
struct Fighter {
    skill: i32,
    pd: i32,
    block: i32,
    damage: i32,
    dr: i32,
    hp: i32,
}

/// The two of `same-duel-graded`, as one would put them into a loop.
const DUEL: [Fighter; 2] = [
    Fighter { skill: 14, pd: 2, block: 13, damage: 9, dr: 2, hp: 12 },
    Fighter { skill: 15, pd: 1, block: 14, damage: 5, dr: 2, hp: 11 },
];

fn below(rng: &mut Xoshiro256PlusPlus, bound: u64) -> i32 {
    ((u128::from(rng.next_u64()) * u128::from(bound)) >> 64) as i32
}

/// 3d6 from one draw of the 216 ways.
fn three_dice(rng: &mut Xoshiro256PlusPlus) -> i32 {
    let way = below(rng, 216);
    way % 6 + way / 6 % 6 + way / 36 + 3
}

/// Fights those duels by hand: a roll against skill less PD, a block, the margin that is left graded, half as
/// much again for the edge. The number of attacks, and of duels that the first won.
pub(crate) fn by_hand(seed: u64, from: u64, to: u64) -> (u64, u64) {
    let (mut attacks, mut wins) = (0, 0);
    for number in from..to {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let mut hp = [DUEL[0].hp, DUEL[1].hp];
        let mut by = 1;
        loop {
            attacks += 1;
            let (one, other) = (&DUEL[by], &DUEL[1 - by]);
            let mut margin = one.skill - one.pd - three_dice(&mut rng);
            if margin >= 0 {
                let block = other.block - three_dice(&mut rng);
                margin -= if block >= 0 { 2 + block } else { 0 };
                let damage = match margin {
                    ..=-1 => 0,
                    0 => one.damage / 4,
                    1 => one.damage / 2,
                    2 => one.damage * 3 / 4,
                    3..=5 => one.damage,
                    _ => 2 * one.damage,
                };
                hp[1 - by] -= (damage - one.dr).max(0) * 3 / 2;
                if hp[1 - by] <= 0 {
                    wins += u64::from(by == 0);
                    break;
                }
            }
            by = 1 - by;
        }
    }
    (attacks, wins)
}

/// The duel that comes with the program.
pub(crate) fn duel() -> Scenario {
    crate::shipped(affray_graded::content::ENCOUNTERS, "same-duel-graded")
}

/// Four against four on 20x20: a sword and shield, a spear, an axe and a bow on either side.
pub(crate) fn mob() -> Scenario {
    let mut text = String::from("ruleset = \"graded\"\n[map]\nwidth = 20\nheight = 20\n");
    for (at, sheet) in ["gerda", "spearman", "raider", "cole", "ivo", "raider", "spearman", "cole"].iter().enumerate() {
        let (side, row, facing) = if at < 4 { ("a", 3, "SE") } else { ("b", 14, "NW") };
        text += &format!(
            "[[combatant]]\nname = \"{sheet} {at}\"\nside = \"{side}\"\nsheet = \"{sheet}\"\nat = [{}, {row}]\nfacing = \"{facing}\"\n",
            2 + 2 * (at % 4)
        );
    }
    crate::read("mob", &text)
}

/// How many attacks a choice is.
pub(crate) fn attacks(choice: &Choice) -> u64 {
    u64::from(matches!(choice, Choice::Attack(Some(_))))
}

/// Blocks, and does nothing else.
struct Blocks;

impl Policy<Graded> for Blocks {
    fn decide(&mut self, setup: &Setup, state: &State, question: &Question) -> Choice {
        match question {
            Question::Defend { .. } => Choice::Defense(Defense::Block),
            _ => Graded::default_choice(setup, state, question),
        }
    }
}

/// One attack and its block, whose exact odds are taken: with both critical tables, shields that break, wounds,
/// stun, crippling and death.
pub(crate) struct Exchange {
    encounter: Scenario,
}

impl Exchange {
    pub(crate) fn new() -> Self {
        let text = "ruleset = 'graded'\n\
            [[combatant]]\nname = 'Arn'\nsheet = 'arn'\nat = [0, 0]\nfacing = 'E'\n\
            [[combatant]]\nname = 'Bryn'\nsheet = 'bryn'\nat = [1, 0]\nfacing = 'W'\n";
        Self { encounter: crate::read("exchange", text) }
    }
}

impl exchange::Exchange for Exchange {
    type State = State;

    fn start(&self) -> &State {
        self.encounter.start()
    }

    fn walk(&self, scratch: &mut State) -> (u64, f64) {
        let mut sum = 0.0;
        let (setup, start) = (self.encounter.setup(), self.encounter.start());
        let who = CombatantId(0);
        let blow = Blow { with: 0, mode: Mode::Cut, target: CombatantId(1), at: None, declared: Declared::default() };
        let plan = Plan { from: From::Attack, only: NONE, with: NONE, number: 0 };
        let leaves = walk::<Graded, _, _>(
            start,
            scratch,
            Blocks,
            (),
            true,
            |state, walker| {
                let Ok(_) = Fight { setup, state, referee: walker }.strike(who, &blow, &plan);
            },
            |leaf| sum += leaf.chance,
        );
        (leaves, sum)
    }
}
