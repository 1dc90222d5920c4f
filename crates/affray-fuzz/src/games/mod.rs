//! What each ruleset supplies for random play. A further one is a file here and a line in [`all`].

mod dfrpg;
mod dragonquest;
mod graded;
mod gurps4;
mod obss;

use crate::play::{Of, Target};
use affray_dfrpg::Dfrpg;
use affray_dragonquest::DragonQuest;
use affray_graded::Graded;
use affray_gurps4::Gurps4;
use affray_obss::Obss;

/// Every ruleset that can be played at random.
pub fn all() -> Vec<Box<dyn Target>> {
    vec![
        Box::new(Of::<Dfrpg>::new("dfrpg")),
        Box::new(Of::<Graded>::new("graded")),
        Box::new(Of::<DragonQuest>::new("dragonquest")),
        Box::new(Of::<Gurps4>::new("gurps4")),
        Box::new(Of::<Obss>::new("obss")),
    ]
}
