//! Affray.
