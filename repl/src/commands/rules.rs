//! `wilderness rules`: lists the optional rules (14.0) and the presets.

use crate::battles::content::Origin as BattleOrigin;
use crate::battles::rules as battle_rules;
use crate::front::Origin as _;
use crate::options::content::ContentArg;
use crate::text::entry::entry;
use crate::text::out;
use crate::war::rules::{exclusions, list};
use clap::Args as ClapArgs;
use std::collections::BTreeMap;
use std::process::ExitCode;

#[derive(ClapArgs)]
pub struct Args {
    #[command(flatten)]
    content: ContentArg,
}

/// Lists the optional rules and the presets.
pub fn run(args: &Args) -> miette::Result<ExitCode> {
    let scripts = args.content.named_or_beside().load()?;
    let mut text = list(&scripts, |_| "", &BTreeMap::new());
    let exclusive = exclusions(&scripts);
    if !exclusive.is_empty() {
        text.push_str(&format!("\nmutually exclusive: {exclusive}\n"));
    }
    text.push_str("\nPresets (`--preset NAME`):\n");
    for name in scripts.content().preset_names() {
        let preset = scripts.content().preset(name)?;
        text.push_str(&entry(name, "", &preset.about));
    }
    let battles = BattleOrigin::in_content_or_beside(args.content.root()).load()?;
    text.push_str("\nFrench & Indian War Battles (`--rules LIST` with the scenario of a battle):\n");
    for rule in battle_rules::list(&battles) {
        text.push_str(&entry(&rule.name, &rule.sign, &rule.about));
    }
    out::print(&text)?;
    Ok(ExitCode::SUCCESS)
}
