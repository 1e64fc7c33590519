//! (head comment to come)
