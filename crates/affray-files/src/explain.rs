//! Words that are near to a misspelled one.

/// The candidate that a misspelled word is nearest to, if one is near.
///
/// ```
/// use affray_files::suggest;
/// assert_eq!(suggest("postrue", ["facing", "posture"]), Some("posture"));
/// assert_eq!(suggest("dragon", ["facing", "posture"]), None);
/// ```
pub fn suggest<'c>(word: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    const LONGEST: usize = 64;
    let word = word.to_lowercase();
    if word.len() > LONGEST {
        return None;
    }
    let distance = |candidate: &str| strsim::osa_distance(&word, &candidate.to_lowercase());
    let near = |candidate: &str| {
        let longer = word.chars().count().max(candidate.chars().count());
        (distance(candidate) <= 1.max(longer / 3)).then(|| distance(candidate))
    };
    candidates
        .into_iter()
        .filter(|candidate| candidate.len() <= LONGEST)
        .filter_map(|candidate| Some((near(candidate)?, candidate)))
        // The first of equals: callers list candidates in an order of their own.
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}

/// A hint at what may stand in the place of a word.
pub(crate) fn choice(word: &str, candidates: &[&str]) -> Option<String> {
    const FEW: usize = 12;
    if let Some(near) = suggest(word, candidates.iter().copied()) {
        return Some(format!("did you mean `{near}`?"));
    }
    match candidates {
        [] => None,
        [one] => Some(format!("expected `{one}`")),
        [most @ .., last] if candidates.len() <= FEW => {
            let most: Vec<String> = most.iter().map(|candidate| format!("`{candidate}`")).collect();
            Some(format!("expected {} or `{last}`", most.join(", ")))
        }
        _ => Some(format!("expected one of {}, such as `{}`", candidates.len(), candidates[0])),
    }
}
