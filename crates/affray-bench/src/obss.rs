//! The obss ruleset: a simplified duel written by hand, and the full rules against it.

use crate::exchange;
use affray_kernel::referee::{CombatantId, Policy, walk};
use affray_obss::Obss;
use affray_obss::decision::{Action, Attack, Choice, Question};
use affray_obss::files::Scenario;
use affray_obss::scene::{Fight, Scene, Setup};
use affray_obss::state::{Fighter as Changing, State};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng as _, SeedableRng};

/// Bytes of the changing part of a combatant.
pub(crate) const BYTES: usize = size_of::<Changing>();

/// What one fighter of the hand-written duel brings: the bonus of its attacks, its Defense, what is added
/// to its d8, its HP.
struct Fighter {
    bonus: i32,
    defense: i32,
    damage: i32,
    hp: i32,
}

/// The two of the first encounter, as one would put them into a loop.
const DUEL: [Fighter; 2] =
    [Fighter { bonus: 9, defense: 17, damage: 3, hp: 30 }, Fighter { bonus: 9, defense: 16, damage: 3, hp: 30 }];

/// Attacks of a round: with these two bonuses the third one is not allowed.
const ATTACKS: i32 = 2;

fn below(rng: &mut Xoshiro256PlusPlus, bound: u64) -> i32 {
    ((u128::from(rng.next_u64()) * u128::from(bound)) >> 64) as i32 + 1
}

/// Three open dice: their sum without ones, and whether they all show 1 or 6.
fn open(rng: &mut Xoshiro256PlusPlus) -> (i32, bool, bool) {
    let (mut total, mut ones, mut sixes) = (0, 0, 0);
    for _ in 0..3 {
        let face = below(rng, 6);
        total += if face == 1 { 0 } else { face };
        ones += i32::from(face == 1);
        sixes += i32::from(face == 6);
    }
    let mut chains = sixes;
    while chains != 0 {
        let face = below(rng, 6);
        total += if face == 1 { 0 } else { face };
        chains -= i32::from(face != 6);
    }
    (total, ones == 3, sixes == 3)
}

/// Fights those duels by hand: two attacks a round, the second at -5; eights explode, and every 8 points
/// above Defense are a further d8. The number of attacks, and of duels that the first won.
pub(crate) fn by_hand(seed: u64, from: u64, to: u64) -> (u64, u64) {
    let (mut attacks, mut wins) = (0, 0);
    for number in from..to {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let mut hp = [DUEL[0].hp, DUEL[1].hp];
        let mut by = 0;
        'duel: loop {
            let (one, other) = (&DUEL[by], &DUEL[1 - by]);
            for attack in 0..ATTACKS {
                attacks += 1;
                let (total, ones, sixes) = open(&mut rng);
                let margin = total + one.bonus - 5 * attack - other.defense;
                if !ones && (sixes || margin >= 0) {
                    let base = below(&mut rng, 8);
                    let mut points = base + one.damage;
                    if base == 8 {
                        points += below(&mut rng, 8);
                    }
                    for _ in 0..margin.max(0) / 8 {
                        points += below(&mut rng, 8);
                    }
                    hp[1 - by] -= points;
                    if hp[1 - by] <= 0 {
                        wins += u64::from(by == 0);
                        break 'duel;
                    }
                }
            }
            by = 1 - by;
        }
    }
    (attacks, wins)
}

/// The duel that comes with the program.
pub(crate) fn duel() -> Scenario {
    crate::shipped(affray_obss::content::ENCOUNTERS, "stone-and-mist")
}

/// Four against four: swords and shields, two blades, a spear and a bow on either side.
pub(crate) fn mob() -> Scenario {
    let mut text = String::from("ruleset = \"obss\"\n[map]\nlayout = \"square\"\nrows = [\n");
    for _ in 0..20 {
        text += "\"....................\",\n";
    }
    text += "]\n";
    for (at, sheet) in ["arn", "cor", "fen", "bel", "cor", "arn", "bel", "fen"].into_iter().enumerate() {
        let (side, row) = if at < 4 { ("a", 3) } else { ("b", 14) };
        text += &format!(
            "[[combatant]]\nname = \"{sheet} {at}\"\nside = \"{side}\"\nsheet = \"{sheet}\"\nat = [{}, {row}]\n",
            2 + 2 * (at % 4)
        );
    }
    crate::read("mob", &text)
}

/// How many attacks a choice is.
pub(crate) fn attacks(choice: &Choice) -> u64 {
    let strikes = matches!(choice, Choice::Act(Action::Attack(_) | Action::Charge(_)) | Choice::Braced(Some(_)))
        || matches!(choice, Choice::React(affray_obss::decision::Reaction::Strike(_)));
    u64::from(strikes)
}

/// Strikes once, and does nothing about what others do.
struct Strikes;

impl Policy<Obss> for Strikes {
    fn decide(&mut self, setup: &Setup, state: &State, question: &Question) -> Choice {
        let scene = Scene { setup, state };
        match *question {
            Question::Act { who } if scene.fighter(who).attacks == 0 => {
                let target = CombatantId(1 - who.0);
                let item = scene.fighter(who).hands[0];
                Choice::Act(Action::Attack(Attack::melee(target, item)))
            }
            _ => affray_obss::judge::default_choice(scene, question),
        }
    }
}

/// An activation with one attack, whose exact odds are taken: an open pool with criticals and exploding damage,
/// unconsciousness and death.
pub(crate) struct Round {
    encounter: Scenario,
    start: State,
}

impl Round {
    pub(crate) fn new() -> Self {
        let text = "ruleset = 'obss'\n\
            [[combatant]]\nname = 'Cor'\nsheet = 'cor'\nat = [0, 0]\n\
            [[combatant]]\nname = 'Arn'\nsheet = 'arn'\nat = [1, 0]\n";
        let encounter: Scenario = crate::read("round", text);
        let mut start = encounter.start().clone();
        start.order = vec![CombatantId(0), CombatantId(1)];
        for fighter in &mut start.fighters {
            (fighter.normal, fighter.immediate, fighter.reaction) = (3, 1, 1);
        }
        Self { encounter, start }
    }
}

impl exchange::Exchange for Round {
    type State = State;

    fn start(&self) -> &State {
        &self.start
    }

    fn walk(&self, scratch: &mut State) -> (u64, f64) {
        let mut sum = 0.0;
        let setup = self.encounter.setup();
        let leaves = walk::<Obss, _, _>(
            &self.start,
            scratch,
            Strikes,
            (),
            true,
            |state, walker| {
                let Ok(()) = Fight { setup, state, referee: walker }.turn(CombatantId(0));
            },
            |leaf| sum += leaf.chance,
        );
        (leaves, sum)
    }
}
