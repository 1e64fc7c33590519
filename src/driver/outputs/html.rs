//! The frame of a page of HTML, and the style that the pages of jcp share.
//!
//! A page holds all that it needs and asks for nothing outside: its content policy forbids it. Style and script are files of jcp's
//! own; maud escapes what comes from outside, and no data stands in the script.

use maud::{DOCTYPE, Markup, PreEscaped, html};

const STYLE: &str = include_str!("html.css");
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'";

/// A page.
pub struct Document<'a> {
    /// What the browser calls it.
    pub title: &'a str,
    /// Its own style, after the shared one.
    pub style: &'static str,
    /// Its script, which runs once the body is there.
    pub script: &'static str,
    /// What it shows.
    pub body: Markup,
}

impl Document<'_> {
    /// The page as text.
    pub fn text(&self) -> String {
        html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta http-equiv="Content-Security-Policy" content=(POLICY);
                    title { (self.title) }
                    style { (PreEscaped(STYLE)) (PreEscaped(self.style)) }
                }
                body {
                    (self.body)
                    script { (PreEscaped(self.script)) }
                }
            }
        }
        .into_string()
    }
}
