//! The skills that rules know by name.

use affray_files::plain;
use affray_files::value::{FromValue, ToValue};

/// Skills that rules know by name. Weapon skills are among them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, FromValue, ToValue)]
#[value(rename_all = "PascalCase")]
#[allow(missing_docs, reason = "each is the name of a skill")]
pub enum Skill {
    #[value(rename = "Axe/Mace")]
    AxeMace,
    Broadsword,
    Flail,
    Garrote,
    #[value(rename = "Jitte/Sai")]
    JitteSai,
    Knife,
    Kusari,
    Lance,
    #[value(rename = "Main-Gauche")]
    MainGauche,
    Polearm,
    Rapier,
    Saber,
    Shortsword,
    Smallsword,
    Spear,
    Staff,
    Tonfa,
    #[value(rename = "Two-Handed Axe/Mace")]
    TwoHandedAxeMace,
    #[value(rename = "Two-Handed Flail")]
    TwoHandedFlail,
    #[value(rename = "Two-Handed Sword")]
    TwoHandedSword,
    Whip,
    Blowpipe,
    Bolas,
    Bow,
    Crossbow,
    Guns,
    Lasso,
    Net,
    Sling,
    #[value(rename = "Thrown Weapon (Axe/Mace)")]
    ThrownAxeMace,
    #[value(rename = "Thrown Weapon (Dart)")]
    ThrownDart,
    #[value(rename = "Thrown Weapon (Harpoon)")]
    ThrownHarpoon,
    #[value(rename = "Thrown Weapon (Knife)")]
    ThrownKnife,
    #[value(rename = "Thrown Weapon (Shuriken)")]
    ThrownShuriken,
    #[value(rename = "Thrown Weapon (Spear)")]
    ThrownSpear,
    #[value(rename = "Thrown Weapon (Stick)")]
    ThrownStick,
    #[value(rename = "Innate Attack")]
    InnateAttack,
    Throwing,
    Boxing,
    Brawling,
    Judo,
    Karate,
    #[value(rename = "Sumo Wrestling")]
    SumoWrestling,
    Wrestling,
    Shield,
    Cloak,
    Acrobatics,
    #[value(rename = "First Aid")]
    FirstAid,
    Running,
}

impl Skill {
    /// How many there are.
    pub const COUNT: usize = 49;
    /// All of them, in the order of their numbers: in melee, at range, unarmed, and others.
    pub const ALL: [Self; Self::COUNT] = [
        Self::AxeMace,
        Self::Broadsword,
        Self::Flail,
        Self::Garrote,
        Self::JitteSai,
        Self::Knife,
        Self::Kusari,
        Self::Lance,
        Self::MainGauche,
        Self::Polearm,
        Self::Rapier,
        Self::Saber,
        Self::Shortsword,
        Self::Smallsword,
        Self::Spear,
        Self::Staff,
        Self::Tonfa,
        Self::TwoHandedAxeMace,
        Self::TwoHandedFlail,
        Self::TwoHandedSword,
        Self::Whip,
        Self::Blowpipe,
        Self::Bolas,
        Self::Bow,
        Self::Crossbow,
        Self::Guns,
        Self::Lasso,
        Self::Net,
        Self::Sling,
        Self::ThrownAxeMace,
        Self::ThrownDart,
        Self::ThrownHarpoon,
        Self::ThrownKnife,
        Self::ThrownShuriken,
        Self::ThrownSpear,
        Self::ThrownStick,
        Self::InnateAttack,
        Self::Throwing,
        Self::Boxing,
        Self::Brawling,
        Self::Judo,
        Self::Karate,
        Self::SumoWrestling,
        Self::Wrestling,
        Self::Shield,
        Self::Cloak,
        Self::Acrobatics,
        Self::FirstAid,
        Self::Running,
    ];
    /// Its name, as sheets spell it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::AxeMace => "Axe/Mace",
            Self::Broadsword => "Broadsword",
            Self::Flail => "Flail",
            Self::Garrote => "Garrote",
            Self::JitteSai => "Jitte/Sai",
            Self::Knife => "Knife",
            Self::Kusari => "Kusari",
            Self::Lance => "Lance",
            Self::MainGauche => "Main-Gauche",
            Self::Polearm => "Polearm",
            Self::Rapier => "Rapier",
            Self::Saber => "Saber",
            Self::Shortsword => "Shortsword",
            Self::Smallsword => "Smallsword",
            Self::Spear => "Spear",
            Self::Staff => "Staff",
            Self::Tonfa => "Tonfa",
            Self::TwoHandedAxeMace => "Two-Handed Axe/Mace",
            Self::TwoHandedFlail => "Two-Handed Flail",
            Self::TwoHandedSword => "Two-Handed Sword",
            Self::Whip => "Whip",
            Self::Blowpipe => "Blowpipe",
            Self::Bolas => "Bolas",
            Self::Bow => "Bow",
            Self::Crossbow => "Crossbow",
            Self::Guns => "Guns",
            Self::Lasso => "Lasso",
            Self::Net => "Net",
            Self::Sling => "Sling",
            Self::ThrownAxeMace => "Thrown Weapon (Axe/Mace)",
            Self::ThrownDart => "Thrown Weapon (Dart)",
            Self::ThrownHarpoon => "Thrown Weapon (Harpoon)",
            Self::ThrownKnife => "Thrown Weapon (Knife)",
            Self::ThrownShuriken => "Thrown Weapon (Shuriken)",
            Self::ThrownSpear => "Thrown Weapon (Spear)",
            Self::ThrownStick => "Thrown Weapon (Stick)",
            Self::InnateAttack => "Innate Attack",
            Self::Throwing => "Throwing",
            Self::Boxing => "Boxing",
            Self::Brawling => "Brawling",
            Self::Judo => "Judo",
            Self::Karate => "Karate",
            Self::SumoWrestling => "Sumo Wrestling",
            Self::Wrestling => "Wrestling",
            Self::Shield => "Shield",
            Self::Cloak => "Cloak",
            Self::Acrobatics => "Acrobatics",
            Self::FirstAid => "First Aid",
            Self::Running => "Running",
        }
    }
    /// The skill of that name; capitals, spaces and punctuation make no difference.
    ///
    /// ```
    /// use affray_dfrpg::sheet::Skill;
    /// assert_eq!(Skill::named("two-handed axe/mace"), Some(Skill::TwoHandedAxeMace));
    /// ```
    pub fn named(name: &str) -> Option<Self> {
        let name = plain(name);
        Self::ALL.into_iter().find(|skill| plain(skill.name()) == name)
    }
    /// With which skill a weapon of this one is thrown.
    pub const fn thrown(self) -> Self {
        match self {
            Self::AxeMace | Self::TwoHandedAxeMace => Self::ThrownAxeMace,
            Self::Knife | Self::MainGauche => Self::ThrownKnife,
            Self::Spear => Self::ThrownSpear,
            Self::Staff | Self::Tonfa => Self::ThrownStick,
            other => other,
        }
    }
}
