//! The state of a combatant in few words, to compare and hash it.

use super::{Aimed, Area, Casting, Doing, Feinted, Fighter, Grabbed, HeldSpell, ItemState, Waiting};
use affray_grid::Cell;

impl ItemState {
    /// All of it, packed.
    #[inline]
    const fn packed(self) -> u32 {
        u32::from_le_bytes([self.place as u8, self.flags.bits(), self.wear, self.shots])
    }
}

impl PartialEq for ItemState {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.packed() == other.packed()
    }
}

/// Words that hold all of a [`Fighter`].
pub(super) const WORDS: usize = 16;

impl Fighter {
    /// All of it, packed: two fighters are equal if and only if their words are. The first word holds
    /// the points: HP in its lowest 16 bits, then FP.
    pub fn words(&self) -> [u64; WORDS] {
        // Every field is named, so that a new one cannot be forgotten.
        let Self {
            at,
            hp,
            fp,
            flags,
            crippled,
            destroyed,
            facing,
            second,
            posture,
            focus,
            shock,
            shock_groin,
            shock_later,
            shock_groin_later,
            deaths,
            parries,
            attacked,
            parried,
            busy_hands,
            retreated,
            dropped,
            moved,
            motion,
            retreat_fall,
            sprinted,
            countdown,
            assists,
            entered,
            entered_as,
            hands: _,
            items,
            doing,
            feints,
            grabs,
            held,
        } = *self;
        let bytes = u64::from_le_bytes;
        let [p0, p1, p2, p3] = parries;
        let [attacked, attacked_too] = attacked.to_le_bytes();
        let [parried, parried_too] = parried.to_le_bytes();
        let place = |cell: Cell| u64::from(cell.q as u16) | u64::from(cell.r as u16) << 16;
        let mut words = [0; WORDS];
        words[0] = u64::from(hp as u16) | u64::from(fp as u16) << 16 | u64::from(flags.0) << 32;
        words[1] = place(at) | bytes([0, 0, 0, 0, p0, p1, p2, p3]);
        words[2] = u64::from(crippled.0)
            | u64::from(destroyed.0) << 16
            | u64::from(facing.index()) << 32
            | u64::from(second) << 40
            | u64::from(posture as u8) << 48
            | u64::from(focus as u8) << 56;
        words[3] = bytes([shock, shock_groin, shock_later, shock_groin_later, deaths, attacked, parried, busy_hands]);
        words[4] = self.hands_packed();
        words[5] = bytes([retreated, dropped, moved, motion.0, retreat_fall, sprinted, countdown, assists]);
        words[6] = bytes([entered, entered_as, attacked_too, parried_too, 0, 0, 0, 0]);
        let four = u32::from_le_bytes;
        let two = |one: u32, other: u32| u64::from(one) | u64::from(other) << 32;
        // Without loops: it is what takes the time where states are hashed.
        let [i0, i1, i2, i3, i4, i5, i6, i7] = items.map(ItemState::packed);
        (words[7], words[8], words[9], words[10]) = (two(i0, i1), two(i2, i3), two(i4, i5), two(i6, i7));
        let packed = |feint: &Feinted| four([feint.foe, feint.penalty, feint.item, feint.turns]);
        words[11] = two(packed(&feints[0]), packed(&feints[1]));
        let packed = |grab: &Grabbed| four([grab.victim, grab.grip.0, grab.hands, grab.how]);
        words[12] = two(packed(&grabs[0]), packed(&grabs[1]));
        let packed = |spell: &HeldSpell| four([spell.spell, spell.energy, spell.hand, spell.seconds]);
        words[13] = two(packed(&held[0]), packed(&held[1]));
        let [first, second, third] = doing.words();
        (words[14], words[15]) = (first, second);
        words[6] |= third << 32;
        words
    }
}

impl Doing {
    /// All of it, packed; of the last word 32 bits are used at the most.
    fn words(self) -> [u64; 3] {
        let bytes = u64::from_le_bytes;
        let place = |cell: Cell| u64::from(cell.q as u16) | u64::from(cell.r as u16) << 16;
        match self {
            Self::Nothing => [0; 3],
            Self::Aiming(Aimed { mode, target, seconds, braced }) => {
                let [low, high] = mode.to_le_bytes();
                [bytes([1, low, high, target, seconds, braced.into(), 0, 0]), 0, 0]
            }
            Self::Casting(casting) => {
                let Casting {
                    spell,
                    seconds,
                    target,
                    energy,
                    pointed,
                    hp,
                    cell,
                    radius,
                    hand,
                    ignoring,
                    situational,
                    disturbed,
                } = casting;
                let [low, high] = seconds.to_le_bytes();
                let more = bytes([0, 0, 0, 0, radius, hand, ignoring, situational as u8]);
                [bytes([2, spell, low, high, target, energy, pointed.into(), hp]), place(cell) | more, disturbed as u64]
            }
            Self::Waiting(waiting) => {
                let Waiting { trigger, foe, reaction, mode, location, .. } = waiting;
                let Waiting { deceptive, form, other, seconds, braced, moved, area, .. } = waiting;
                let Area { from, towards, size } = area;
                let [low, high] = mode.to_le_bytes();
                let once = u8::from(braced) | u8::from(moved) << 1;
                let more = bytes([0, 0, 0, 0, towards.index(), size, once, high]);
                let first = [3, trigger as u8, foe, reaction as u8, low, location, deceptive, seconds];
                [bytes(first), place(from) | more, u64::from(form as u8) | u64::from(other) << 8]
            }
        }
    }
}

impl std::hash::Hash for Fighter {
    fn hash<H: std::hash::Hasher>(&self, hasher: &mut H) {
        for word in self.words() {
            hasher.write_u64(word);
        }
    }
}
